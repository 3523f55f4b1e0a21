/* Members in order; see cpython_pairs.h. */
#include "hosts/cpython_pairs.h"

#include <string.h>

#include "memory.h"
#include "scan/vector.h"

#define PAIRS_BLOCK ((size_t)64 * 1024)
#define PAIRS_RUN 8

/* A member, and its key's first eight characters as a number in the order of keys. */
typedef struct pair {
    uint64_t prefix;
    py_object *key;
    py_object *value;
} pair;

void cpython_pairs_close(cpython_pairs *pairs)
{
    memory_free(pairs->block);
    pairs->block = NULL;
}

static size_t key_length(const py_object *key)
{
    return (size_t)cpython_word(key, 16);
}

static bool pair_is_after(const cpython_layout *layout, const pair *a, const pair *b)
{
    if (a->prefix != b->prefix) {
        return a->prefix > b->prefix;
    }
    const size_t a_length = key_length(a->key);
    const size_t b_length = key_length(b->key);
    const size_t shorter = a_length < b_length ? a_length : b_length;
    const int order = shorter <= 8
                          ? 0
                          : memcmp((const char *)a->key + layout->ascii_data + 8,
                                   (const char *)b->key + layout->ascii_data + 8, shorter - 8);
    return order != 0 ? order > 0 : a_length > b_length;
}

static void pairs_insert(const cpython_layout *layout, pair *members, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const pair member = members[i];
        size_t j = i;
        for (; j > 0 && pair_is_after(layout, &members[j - 1], &member); j--) {
            members[j] = members[j - 1];
        }
        members[j] = member;
    }
}

/* Runs of eight by insertion, then merged two by two, unless they are in order already. Gives where
 * they are then: in `members` or `work`. */
static const pair *pairs_merge(const cpython_layout *layout, pair *members, pair *work,
                               size_t count)
{
    for (size_t i = 0; i < count; i += PAIRS_RUN) {
        pairs_insert(layout, members + i, count - i < PAIRS_RUN ? count - i : PAIRS_RUN);
    }
    for (size_t width = PAIRS_RUN; width < count; width *= 2) {
        for (size_t i = 0; i < count; i += 2 * width) {
            const size_t middle = count - i < width ? count : i + width;
            const size_t end = count - i < 2 * width ? count : i + 2 * width;
            size_t a = i;
            size_t b = middle;
            for (size_t out = i; out < end; out++) {
                const bool take_b =
                    a == middle || (b < end && pair_is_after(layout, &members[a], &members[b]));
                work[out] = members[take_b ? b++ : a++];
            }
        }
        pair *const other = members;
        members = work;
        work = other;
    }
    return members;
}

/* false: a key is none of those that are sorted here. */
static bool pairs_take(const cpython_layout *layout, const cpython_dict_entries *entries, pair *out,
                       size_t *count)
{
    const uint32_t wanted = layout->str_compact | layout->str_ascii;
    size_t n = 0;
    for (py_object *const *entry = entries->next; entry < entries->end; entry += 2) {
        py_object *const key = entry[0];
        if (entry[1] == NULL) {
            continue; /* deleted */
        }
        if (((uint32_t)cpython_word(key, 32) & wanted) != wanted) {
            return false;
        }
        const char *const text = (const char *)key + layout->ascii_data;
        const size_t length = key_length(key);
        const uint64_t word = length >= 8 ? vector_word(text) : vector_word_short(text, length);
        out[n++] = (pair){__builtin_bswap64(word), key, entry[1]};
    }
    *count = n;
    return true;
}

enum cpython_pairs_outcome cpython_pairs_sort(cpython_pairs *pairs, const cpython_layout *layout,
                                              cpython_dict_entries *entries)
{
    const size_t room = (size_t)(entries->end - entries->next) / 2;
    const size_t needed = memory_array_size(room, 2 * sizeof(pair));
    if (pairs->block == NULL) {
        pairs->block = memory_allocate(PAIRS_BLOCK);
        if (pairs->block == NULL) {
            return PAIRS_NO_MEMORY;
        }
    }
    const bool within = needed <= PAIRS_BLOCK - pairs->used;
    char *const place = within ? pairs->block + pairs->used : memory_allocate(needed);
    if (place == NULL) {
        return PAIRS_NO_MEMORY;
    }
    pair *const members = (pair *)(void *)place;
    size_t count;
    if (!pairs_take(layout, entries, members, &count)) {
        if (!within) {
            memory_free(place);
        }
        return PAIRS_OTHER_KEYS;
    }
    const pair *const sorted = pairs_merge(layout, members, members + room, count);
    /* A pair without its prefix goes to or before where it was. */
    py_object **const out = (py_object **)(void *)place;
    for (size_t i = 0; i < count; i++) {
        const pair member = sorted[i];
        out[2 * i] = member.key;
        out[2 * i + 1] = member.value;
    }
    entries->next = out;
    entries->end = out + 2 * count;
    pairs->used += within ? 2 * count * sizeof *out : 0;
    return PAIRS_SORTED;
}

void cpython_pairs_give(cpython_pairs *pairs, py_object *const *first)
{
    char *const place = (char *)(uintptr_t)first;
    if ((uintptr_t)place - (uintptr_t)pairs->block < PAIRS_BLOCK) {
        pairs->used = (size_t)(place - pairs->block);
    } else {
        memory_free(place);
    }
}
