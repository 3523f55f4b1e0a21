/*
 * Tree, flattened: an item becomes a flat array again; see tree.h.
 *
 * What was not opened is copied in one piece. Open containers wait on a stack of their own.
 */
#include <string.h>

#include "allocator.h"
#include "document/tree_container.h"

typedef struct flatten_level {
    const tree_container *container;
    size_t head;  /* index of its value */
    size_t place; /* the next member, or chunk */
    size_t inner; /* the next element of the chunk */
} flatten_level;

typedef struct flatten {
    const fj_allocator *allocator; /* of the levels */
    const fj_allocator *home;      /* of the values */
    fj_value *values;
    size_t length;
    size_t capacity;
    uint64_t most;
    flatten_level *levels;
    size_t depth;
    size_t levels_capacity;
} flatten;

static int32_t flatten_append(flatten *f, const fj_value *values, size_t count)
{
    if (count > f->most || f->length > f->most - count) {
        return FJ_ERROR_LIMIT;
    }
    if (f->capacity - f->length < count) {
        size_t capacity;
        if (__builtin_add_overflow(f->length * 2, count, &capacity)) {
            return FJ_ERROR_MEMORY;
        }
        fj_value *const grown = allocator_resize(f->home, f->values, f->capacity * sizeof *grown,
                                                 memory_array_size(capacity, sizeof *grown));
        if (grown == NULL) {
            return FJ_ERROR_MEMORY;
        }
        f->values = grown;
        f->capacity = capacity;
    }
    memcpy(f->values + f->length, values, count * sizeof *values);
    f->length += count;
    return FJ_OK;
}

static int32_t flatten_item(flatten *f, const tree_item *item)
{
    if (item->value != NULL) {
        return flatten_append(f, item->value, (size_t)(value_next(item->value) - item->value));
    }
    if (f->depth == f->levels_capacity) {
        const size_t capacity = f->levels_capacity == 0 ? 16 : f->levels_capacity * 2;
        flatten_level *const levels =
            allocator_resize(f->allocator, f->levels, f->levels_capacity * sizeof *levels,
                             memory_array_size(capacity, sizeof *levels));
        if (levels == NULL) {
            return FJ_ERROR_MEMORY;
        }
        f->levels = levels;
        f->levels_capacity = capacity;
    }
    const tree_container *const c = item->container;
    f->levels[f->depth++] = (flatten_level){.container = c, .head = f->length};
    const fj_value head = {.head = value_head(c->kind, 0, c->count)};
    return flatten_append(f, &head, 1);
}

/* The next item inside the innermost container, NULL: it is done. A member's key is written before
 * it. */
static const tree_item *flatten_next(flatten *f, int32_t *code)
{
    flatten_level *const level = &f->levels[f->depth - 1];
    const tree_container *const c = level->container;
    if (c->kind == FJ_OBJECT) {
        while (level->place < c->used) {
            const tree_member_entry *const member = &c->members[level->place++];
            if (member->item.value != NULL || member->item.container != NULL) {
                *code = flatten_append(f, &member->key, 1);
                return &member->item;
            }
        }
        return NULL;
    }
    if (level->place == c->chunks_used) {
        return NULL;
    }
    const tree_chunk *const chunk = &c->chunks[level->place];
    const tree_item *const item = &chunk->items[level->inner++];
    if (level->inner == chunk->count) {
        level->place++;
        level->inner = 0;
    }
    return item;
}

int32_t tree_flatten(const tree *t, const tree_item *item, uint64_t most, const fj_allocator *home,
                     fj_value **values, size_t *length, size_t *capacity)
{
    flatten f = {.allocator = t->allocator, .home = home, .most = most};
    int32_t code = flatten_item(&f, item);
    while (code == FJ_OK && f.depth != 0) {
        const tree_item *const next = flatten_next(&f, &code);
        if (next == NULL) {
            fj_value *const head = f.values + f.levels[--f.depth].head;
            head->as.span = (uint64_t)(f.values + f.length - head);
        } else if (code == FJ_OK) {
            code = flatten_item(&f, next);
        }
    }
    allocator_release(f.allocator, f.levels);
    if (code != FJ_OK) {
        allocator_release(f.home, f.values);
        return code;
    }
    *values = f.values;
    *length = f.length;
    if (capacity != NULL) {
        *capacity = f.capacity;
    }
    return FJ_OK;
}
