/*
 * Tree, arrays: elements in chunks of at most CHUNK_FULL; see tree.h.
 *
 * An index is found by adding up the chunks' counts: one step for hundreds of elements. A full
 * chunk is split in two, an empty one is taken out.
 */
#include <string.h>

#include "allocator.h"
#include "document/tree_container.h"

#define CHUNK_FULL 512
#define CHUNK_FILL 384 /* when a long array is opened: leaves room in every chunk */

void tree_array_free(tree_container *array)
{
    for (size_t i = 0; i < array->chunks_used; i++) {
        allocator_release(array->allocator, array->chunks[i].items);
    }
    allocator_release(array->allocator, array->chunks);
}

/* Makes a new empty chunk at `place`, with memory for `capacity` items. */
static int32_t chunk_insert(tree_container *a, size_t place, size_t capacity)
{
    if (a->chunks_used == a->chunks_capacity) {
        const size_t more = a->chunks_capacity == 0 ? 1 : a->chunks_capacity * 2;
        tree_chunk *const chunks =
            allocator_resize(a->allocator, a->chunks, a->chunks_capacity * sizeof *chunks,
                             memory_array_size(more, sizeof *chunks));
        if (chunks == NULL) {
            return FJ_ERROR_MEMORY;
        }
        a->chunks = chunks;
        a->chunks_capacity = more;
    }
    tree_item *const items =
        allocator_allocate(a->allocator, memory_array_size(capacity, sizeof *items));
    if (items == NULL) {
        return FJ_ERROR_MEMORY;
    }
    memmove(a->chunks + place + 1, a->chunks + place, (a->chunks_used - place) * sizeof *a->chunks);
    a->chunks[place] = (tree_chunk){.items = items, .capacity = capacity};
    a->chunks_used++;
    return FJ_OK;
}

int32_t tree_array_fill(tree_container *array, const fj_value *value)
{
    size_t left = (size_t)value_length(value);
    const fj_value *element = value + 1;
    while (left != 0) {
        const size_t count = left <= CHUNK_FULL ? left : CHUNK_FILL;
        const int32_t code = chunk_insert(array, array->chunks_used,
                                          left <= CHUNK_FULL ? count : (size_t)CHUNK_FULL);
        if (code != FJ_OK) {
            return code;
        }
        tree_chunk *const chunk = &array->chunks[array->chunks_used - 1];
        for (; chunk->count < count; chunk->count++) {
            chunk->items[chunk->count] = (tree_item){.value = element};
            element = value_next(element);
        }
        left -= count;
        array->count += count;
    }
    return FJ_OK;
}

uint64_t tree_elements(const tree_container *array)
{
    return array->count;
}

/* The chunk in which the index lies, or at whose end; *index becomes the place in it. */
static size_t chunk_find(const tree_container *a, uint64_t *index)
{
    size_t i = 0;
    while (i + 1 < a->chunks_used && *index > a->chunks[i].count) {
        *index -= a->chunks[i].count;
        i++;
    }
    return i;
}

/* The same for an element that is there: never at a chunk's end. */
static size_t chunk_find_element(const tree_container *a, uint64_t *index)
{
    const size_t i = chunk_find(a, index);
    if (*index == a->chunks[i].count) {
        *index = 0;
        return i + 1; /* no chunk is empty */
    }
    return i;
}

tree_item *tree_element(const tree_container *array, uint64_t index)
{
    const size_t i = chunk_find_element(array, &index);
    return &array->chunks[i].items[index];
}

/* Makes room for one more in chunk *i, at *index of it. */
static int32_t chunk_reserve(tree_container *a, size_t *i, uint64_t *index)
{
    tree_chunk *chunk = &a->chunks[*i];
    if (chunk->count < chunk->capacity) {
        return FJ_OK;
    }
    if (chunk->capacity < CHUNK_FULL) {
        const size_t capacity = chunk->capacity * 2 < CHUNK_FULL ? chunk->capacity * 2 : CHUNK_FULL;
        tree_item *const items =
            allocator_resize(a->allocator, chunk->items, chunk->capacity * sizeof *items,
                             memory_array_size(capacity, sizeof *items));
        if (items == NULL) {
            return FJ_ERROR_MEMORY;
        }
        chunk->items = items;
        chunk->capacity = capacity;
        return FJ_OK;
    }
    const int32_t code = chunk_insert(a, *i + 1, CHUNK_FULL);
    if (code != FJ_OK) {
        return code;
    }
    chunk = &a->chunks[*i]; /* it may have moved */
    tree_chunk *const second = chunk + 1;
    /* What grows at its end keeps full chunks behind it. */
    const bool at_end = *index == chunk->count && *i + 2 == a->chunks_used;
    const size_t kept = at_end ? chunk->count : chunk->count / 2;
    second->count = chunk->count - kept;
    memcpy(second->items, chunk->items + kept, second->count * sizeof *second->items);
    chunk->count = kept;
    if (*index > kept || at_end) {
        *index -= kept;
        (*i)++;
    }
    return FJ_OK;
}

int32_t tree_element_insert(tree_container *array, uint64_t index, const tree_item *item)
{
    int32_t code = array->chunks_used == 0 ? chunk_insert(array, 0, 4) : FJ_OK;
    if (code != FJ_OK) {
        return code;
    }
    size_t i = chunk_find(array, &index);
    code = chunk_reserve(array, &i, &index);
    if (code != FJ_OK) {
        return code;
    }
    tree_chunk *const chunk = &array->chunks[i];
    memmove(chunk->items + index + 1, chunk->items + index,
            (chunk->count - (size_t)index) * sizeof *chunk->items);
    chunk->items[index] = *item;
    chunk->count++;
    array->count++;
    return FJ_OK;
}

void tree_element_remove(tree_container *array, uint64_t index, tree_item *item)
{
    const size_t i = chunk_find_element(array, &index);
    tree_chunk *const chunk = &array->chunks[i];
    if (item != NULL) {
        *item = chunk->items[index];
    }
    chunk->count--;
    array->count--;
    memmove(chunk->items + index, chunk->items + index + 1,
            (chunk->count - (size_t)index) * sizeof *chunk->items);
    if (chunk->count == 0) {
        allocator_release(array->allocator, chunk->items);
        array->chunks_used--;
        memmove(array->chunks + i, array->chunks + i + 1,
                (array->chunks_used - i) * sizeof *array->chunks);
    }
}
