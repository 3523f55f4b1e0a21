/* Tree: items, objects and memory; see tree.h. Arrays: tree_array.c. The way back: tree_flatten.c.
 */
#include "document/tree.h"

#include <string.h>

#include "allocator.h"
#include "document/key_hash.h"
#include "document/tree_container.h"

#define OBJECT_PAIRWISE 8 /* up to so many members, looking at each is quicker than a table */

typedef struct tree_block {
    struct tree_block *next;
} tree_block;

void tree_open(tree *t, const fj_value *root, const fj_allocator *allocator)
{
    *t = (tree){.allocator = allocator, .root = {.value = root}};
    key_hash_seed(t->seed);
}

void tree_close(tree *t)
{
    for (tree_container *c = t->containers; c != NULL;) {
        tree_container *const next = c->next;
        tree_array_free(c);
        allocator_release(t->allocator, c->members);
        allocator_release(t->allocator, c->slots);
        allocator_release(t->allocator, c);
        c = next;
    }
    for (tree_block *b = t->blocks; b != NULL;) {
        tree_block *const next = b->next;
        allocator_release(t->allocator, b);
        b = next;
    }
    t->containers = NULL;
    t->blocks = NULL;
}

void *tree_allocate(tree *t, size_t size)
{
    const size_t header = 16; /* keeps values aligned */
    size_t whole;
    if (__builtin_add_overflow(size, header, &whole)) {
        return NULL;
    }
    tree_block *const block = allocator_allocate(t->allocator, whole);
    if (block == NULL) {
        return NULL;
    }
    block->next = t->blocks;
    t->blocks = block;
    return (char *)block + header;
}

unsigned tree_item_kind(const tree_item *item)
{
    return item->value != NULL ? value_kind(item->value) : item->container->kind;
}

/* ---- members ---- */

static inline bool member_is_live(const tree_member_entry *m)
{
    return m->item.value != NULL || m->item.container != NULL;
}

static inline bool member_is(const tree_member_entry *m, const char *key, size_t length)
{
    return member_is_live(m) && value_length(&m->key) == length &&
           (length == 0 || memcmp(m->key.as.text, key, length) == 0);
}

static void table_put(const tree *t, tree_container *o, size_t index)
{
    const fj_value *const key = &o->members[index].key;
    size_t i = key_hash(key->as.text, (size_t)value_length(key), t->seed) & o->mask;
    while (o->slots[i] != 0) {
        i = (i + 1) & o->mask;
    }
    o->slots[i] = index + 1;
}

static void table_fill(const tree *t, tree_container *o)
{
    memset(o->slots, 0, (o->mask + 1) * sizeof *o->slots);
    for (size_t i = 0; i < o->used; i++) {
        if (member_is_live(&o->members[i])) {
            table_put(t, o, i);
        }
    }
}

/* SIZE_MAX: there is none. */
static size_t member_find(const tree *t, const tree_container *o, const char *key, size_t length)
{
    if (o->slots == NULL) {
        for (size_t i = 0; i < o->used; i++) {
            if (member_is(&o->members[i], key, length)) {
                return i;
            }
        }
        return SIZE_MAX;
    }
    for (size_t i = key_hash(key, length, t->seed) & o->mask; o->slots[i] != 0;
         i = (i + 1) & o->mask) {
        if (member_is(&o->members[o->slots[i] - 1], key, length)) {
            return o->slots[i] - 1;
        }
    }
    return SIZE_MAX;
}

/* A power of two, at least twice the members that there is memory for. */
static size_t table_capacity(const tree_container *o)
{
    size_t capacity = 16;
    while (capacity / 2 < o->members_capacity) {
        capacity *= 2;
    }
    return capacity;
}

/* Closes the gaps that members taken out have left. An object that has become small gets a small
 * table, and is told of as little memory: filling a large one would cost more each time than
 * packing saves. */
static void members_pack(const tree *t, tree_container *o)
{
    size_t kept = 0;
    for (size_t i = 0; i < o->used; i++) {
        if (member_is_live(&o->members[i])) {
            o->members[kept++] = o->members[i];
        }
    }
    o->used = kept;
    if (o->members_capacity > kept * 2 + 16) {
        o->members_capacity = kept * 2 + 16;
    }
    if (o->slots != NULL) {
        o->mask = table_capacity(o) - 1;
        table_fill(t, o);
    }
}

static int32_t table_make(const tree *t, tree_container *o)
{
    const size_t capacity = table_capacity(o);
    size_t *const slots =
        allocator_allocate(t->allocator, memory_array_size(capacity, sizeof *slots));
    if (slots == NULL) {
        return FJ_ERROR_MEMORY;
    }
    allocator_release(t->allocator, o->slots);
    o->slots = slots;
    o->mask = capacity - 1;
    table_fill(t, o);
    return FJ_OK;
}

static int32_t members_grow(const tree *t, tree_container *o)
{
    if (o->used - o->count > o->used / 2) {
        members_pack(t, o);
        return FJ_OK;
    }
    const size_t capacity = o->members_capacity == 0 ? 4 : o->members_capacity * 2;
    tree_member_entry *const members =
        allocator_resize(t->allocator, o->members, o->members_room * sizeof *members,
                         memory_array_size(capacity, sizeof *members));
    if (members == NULL) {
        return FJ_ERROR_MEMORY;
    }
    o->members = members;
    o->members_capacity = capacity;
    o->members_room = capacity;
    return o->slots != NULL ? table_make(t, o) : FJ_OK;
}

static int32_t member_append(const tree *t, tree_container *o, const fj_value *key,
                             const tree_item *item)
{
    int32_t code = o->used == o->members_capacity ? members_grow(t, o) : FJ_OK;
    if (code != FJ_OK) {
        return code;
    }
    o->members[o->used++] = (tree_member_entry){.key = *key, .item = *item};
    o->count++;
    if (o->slots != NULL) {
        table_put(t, o, o->used - 1);
    } else if (o->used > OBJECT_PAIRWISE) {
        code = table_make(t, o);
    }
    return code;
}

tree_item *tree_member(const tree *t, const tree_container *object, const char *key, size_t length)
{
    const size_t i = member_find(t, object, key, length);
    return i != SIZE_MAX ? &object->members[i].item : NULL;
}

int32_t tree_member_set(tree *t, tree_container *object, const fj_value *key, const tree_item *item)
{
    const size_t i = member_find(t, object, key->as.text, (size_t)value_length(key));
    if (i != SIZE_MAX) {
        object->members[i].item = *item;
        return FJ_OK;
    }
    return member_append(t, object, key, item);
}

bool tree_member_remove(const tree *t, tree_container *object, const char *key, size_t length,
                        tree_item *item)
{
    const size_t i = member_find(t, object, key, length);
    if (i == SIZE_MAX) {
        return false;
    }
    if (item != NULL) {
        *item = object->members[i].item;
    }
    object->members[i].item = (tree_item){NULL, NULL};
    object->count--;
    if (object->used - object->count > object->count + OBJECT_PAIRWISE) {
        members_pack(t, object);
    }
    return true;
}

/* ---- containers ---- */

static tree_container *container_new(tree *t, unsigned kind)
{
    tree_container *const c = allocator_allocate(t->allocator, sizeof *c);
    if (c != NULL) {
        *c = (tree_container){.allocator = t->allocator, .next = t->containers, .kind = kind};
        t->containers = c;
    }
    return c;
}

int32_t tree_object_new(tree *t, tree_item *item)
{
    item->value = NULL;
    item->container = container_new(t, FJ_OBJECT);
    return item->container != NULL ? FJ_OK : FJ_ERROR_MEMORY;
}

/* Keys of a document are distinct: nothing is looked up. */
static int32_t object_fill(const tree *t, tree_container *o, const fj_value *value)
{
    const size_t count = (size_t)value_length(value);
    if (count == 0) {
        return FJ_OK;
    }
    o->members = allocator_allocate(t->allocator, memory_array_size(count, sizeof *o->members));
    if (o->members == NULL) {
        return FJ_ERROR_MEMORY;
    }
    o->members_capacity = count;
    o->members_room = count;
    const fj_value *key = value + 1;
    for (size_t i = 0; i < count; i++) {
        o->members[i] = (tree_member_entry){.key = *key, .item = {.value = key + 1}};
        key = value_next(key + 1);
    }
    o->used = count;
    o->count = count;
    return count > OBJECT_PAIRWISE ? table_make(t, o) : FJ_OK;
}

int32_t tree_item_open(tree *t, tree_item *item)
{
    if (item->value == NULL) {
        return FJ_OK;
    }
    const unsigned kind = value_kind(item->value);
    tree_container *const c = container_new(t, kind);
    if (c == NULL) {
        return FJ_ERROR_MEMORY;
    }
    const int32_t code =
        kind == FJ_OBJECT ? object_fill(t, c, item->value) : tree_array_fill(c, item->value);
    if (code == FJ_OK) {
        item->value = NULL;
        item->container = c;
    }
    return code;
}
