/*
 * Equal: whether two values are the same JSON value.
 *
 * In: two values. Out: 1 or 0, or a code. There is no recursion: pairs of containers that are still
 * to be compared wait in a list of their own. Members are looked for where they stand in the other
 * object first (the usual case: the same order), then by a table of its keys, so that any order
 * costs linear time.
 */
#include <string.h>

#include "allocator.h"
#include "document/document.h"
#include "document/key_hash.h"
#include "document/number_equal.h"

#define EQUAL_PAIRWISE 8 /* up to so many members, looking at each is quicker than a table */

typedef struct equal_pair {
    const fj_value *a;
    const fj_value *b;
} equal_pair;

typedef struct equal_work {
    const fj_allocator *allocator;
    equal_pair *pairs; /* containers of one kind and length */
    size_t count;
    size_t capacity;
    const fj_value **slots; /* keys of one object by hash */
    size_t slots_capacity;
    uint64_t seed[2];
    bool seeded;
    int32_t code;
    equal_pair inline_pairs[32];
} equal_work;

static bool work_push(equal_work *w, const fj_value *a, const fj_value *b)
{
    if (w->count == w->capacity) {
        const bool is_inline = w->pairs == w->inline_pairs;
        const size_t capacity = w->capacity * 2;
        equal_pair *const pairs =
            allocator_resize(w->allocator, is_inline ? NULL : w->pairs, w->capacity * sizeof *pairs,
                             memory_array_size(capacity, sizeof *pairs));
        if (pairs == NULL) {
            w->code = FJ_ERROR_MEMORY;
            return false;
        }
        if (is_inline) {
            memcpy(pairs, w->inline_pairs, sizeof w->inline_pairs);
        }
        w->pairs = pairs;
        w->capacity = capacity;
    }
    w->pairs[w->count++] = (equal_pair){a, b};
    return true;
}

static inline bool bytes_equal(const fj_value *a, const fj_value *b)
{
    const size_t length = (size_t)value_length(a);
    return length == value_length(b) &&
           (length == 0 || memcmp(a->as.text, b->as.text, length) == 0);
}

/* Scalars at once; of containers what their heads tell, the rest later. false: different, or no
 * memory. */
static bool work_compare(equal_work *w, const fj_value *a, const fj_value *b)
{
    if (value_is_number(a)) {
        return value_is_number(b) && number_equal(a, b);
    }
    if (value_kind(a) != value_kind(b)) {
        return false;
    }
    if (value_kind(a) == FJ_STRING) {
        return bytes_equal(a, b);
    }
    if (value_kind(a) < FJ_ARRAY) {
        return true;
    }
    if (value_length(a) != value_length(b)) {
        return false;
    }
    return value_length(a) == 0 || work_push(w, a, b);
}

static bool work_array(equal_work *w, const fj_value *a, const fj_value *b)
{
    const fj_value *const end = a + a->as.span;
    const fj_value *y = b + 1;
    for (const fj_value *x = a + 1; x < end; x = value_next(x), y = value_next(y)) {
        if (!work_compare(w, x, y)) {
            return false;
        }
    }
    return true;
}

/* A table of the keys of `object`: a power of two of slots, at most half of them used. */
static bool work_table(equal_work *w, const fj_value *object, size_t *mask)
{
    size_t capacity = 16;
    while (capacity / 2 < value_length(object)) {
        capacity *= 2;
    }
    if (w->slots_capacity < capacity) {
        allocator_release(w->allocator, w->slots);
        w->slots_capacity = 0;
        w->slots = allocator_allocate(w->allocator, memory_array_size(capacity, sizeof *w->slots));
        if (w->slots == NULL) {
            w->code = FJ_ERROR_MEMORY;
            return false;
        }
        w->slots_capacity = capacity;
    }
    if (!w->seeded) {
        key_hash_seed(w->seed);
        w->seeded = true;
    }
    memset(w->slots, 0, capacity * sizeof *w->slots);
    *mask = capacity - 1;
    const fj_value *const end = object + object->as.span;
    for (const fj_value *key = object + 1; key < end; key = value_next(key + 1)) {
        size_t i = key_hash(key->as.text, (size_t)value_length(key), w->seed) & *mask;
        while (w->slots[i] != NULL) {
            i = (i + 1) & *mask;
        }
        w->slots[i] = key;
    }
    return true;
}

static const fj_value *table_find(const equal_work *w, size_t mask, const fj_value *key)
{
    size_t i = key_hash(key->as.text, (size_t)value_length(key), w->seed) & mask;
    while (w->slots[i] != NULL && !bytes_equal(w->slots[i], key)) {
        i = (i + 1) & mask;
    }
    return w->slots[i];
}

static const fj_value *members_find(const fj_value *object, const fj_value *key)
{
    const fj_value *const end = object + object->as.span;
    for (const fj_value *k = object + 1; k < end; k = value_next(k + 1)) {
        if (bytes_equal(k, key)) {
            return k;
        }
    }
    return NULL;
}

/* Keys are distinct, and as many on both sides: it is enough that each of a's is among b's. */
static bool work_object(equal_work *w, const fj_value *a, const fj_value *b)
{
    const fj_value *const end = a + a->as.span;
    const fj_value *const b_end = b + b->as.span;
    const fj_value *there = b + 1; /* b's key after the one that was found last */
    size_t mask = 0;
    for (const fj_value *key = a + 1; key < end; key = value_next(key + 1)) {
        const fj_value *found = there;
        if (there == b_end || !bytes_equal(there, key)) {
            if (value_length(b) <= EQUAL_PAIRWISE) {
                found = members_find(b, key);
            } else {
                if (mask == 0 && !work_table(w, b, &mask)) {
                    return false;
                }
                found = table_find(w, mask, key);
            }
        }
        if (found == NULL || !work_compare(w, key + 1, found + 1)) {
            return false;
        }
        there = value_next(found + 1);
    }
    return true;
}

int32_t fj_value_equal_with(const fj_value *a, const fj_value *b, const fj_allocator *allocator,
                            int32_t *equal)
{
    if (equal == NULL) {
        return FJ_ERROR_ARGUMENT;
    }
    *equal = 0;
    if (a == NULL || b == NULL || !allocator_is_sound(allocator)) {
        return FJ_ERROR_ARGUMENT;
    }
    equal_work w = {.allocator = allocator,
                    .capacity = sizeof w.inline_pairs / sizeof *w.inline_pairs};
    w.pairs = w.inline_pairs;
    bool same = a == b || work_compare(&w, a, b);
    while (same && w.count != 0) {
        const equal_pair pair = w.pairs[--w.count];
        same = value_kind(pair.a) == FJ_ARRAY ? work_array(&w, pair.a, pair.b)
                                              : work_object(&w, pair.a, pair.b);
    }
    allocator_release(allocator, w.slots);
    if (w.pairs != w.inline_pairs) {
        allocator_release(allocator, w.pairs);
    }
    if (w.code == FJ_OK) {
        *equal = same;
    }
    return w.code;
}

int32_t fj_value_equal(const fj_value *a, const fj_value *b, int32_t *equal)
{
    return fj_value_equal_with(a, b, NULL, equal);
}
