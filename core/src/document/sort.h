/*
 * Sort: the members of an object in the order of their keys, for sort_keys.
 *
 * In: an object of the flat array. Out: its members (by their keys' addresses) in order, on a stack
 * that holds those of all objects that are open. Stable, at most n log n comparisons whatever the
 * keys are, no recursion. It changes nothing in the array and reads nothing beyond the object's
 * span.
 */
#ifndef FASTJSON_DOCUMENT_SORT_H
#define FASTJSON_DOCUMENT_SORT_H

#include <stddef.h>
#include <stdint.h>

#include "fastjson/fastjson.h"

/* A member, and its key's first eight bytes as a number in the order of keys. */
typedef struct sort_entry {
    uint64_t prefix;
    const fj_value *key;
} sort_entry;

typedef struct sort_memory {
    const fj_allocator *allocator;
    sort_entry *entries;
    size_t length;
    size_t capacity;
} sort_memory;

/* Puts an object's members, sorted, on the stack, from *first on. FJ_OK, FJ_ERROR_MEMORY, or
 * FJ_ERROR_TYPE when members and span do not agree. */
int32_t sort_members(sort_memory *memory, const fj_value *object, size_t *first);

static inline const fj_value *sort_member(const sort_memory *memory, size_t first, size_t index)
{
    return memory->entries[first + index].key;
}

/* Takes the members from `first` on off the stack. */
static inline void sort_release(sort_memory *memory, size_t first)
{
    memory->length = first;
}

void sort_free(sort_memory *memory);

#endif
