/*
 * Pairs: the members of an exact dict in order of their keys, for sort_keys of the quick loop.
 *
 * In: the entries of a dict as it has them (cpython_layout.h), all of whose keys are ASCII and lie
 * in their str objects. Out: key, value, key, value, as the dict's own entries would stand;
 * borrowed. Nothing of Python's is called. The pairs of all dicts that are open lie one above the
 * other in one block, those of large dicts in blocks of their own.
 */
#ifndef FASTJSON_HOSTS_CPYTHON_PAIRS_H
#define FASTJSON_HOSTS_CPYTHON_PAIRS_H

#include "hosts/cpython.h"

typedef struct cpython_pairs {
    char *block; /* NULL: there is none yet */
    size_t used;
} cpython_pairs;

static inline void cpython_pairs_open(cpython_pairs *pairs)
{
    pairs->block = NULL;
    pairs->used = 0;
}

void cpython_pairs_close(cpython_pairs *pairs);

enum cpython_pairs_outcome { PAIRS_SORTED, PAIRS_NO_MEMORY, PAIRS_OTHER_KEYS };

/* Sorts, and makes *entries those in order. They stay until they are given back; of those that have
 * not been, the last ones come first. */
enum cpython_pairs_outcome cpython_pairs_sort(cpython_pairs *pairs, const cpython_layout *layout,
                                              cpython_dict_entries *entries);

/* `first`: where the pairs begin. */
void cpython_pairs_give(cpython_pairs *pairs, py_object *const *first);

#endif
