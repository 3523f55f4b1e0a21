/*
 * Ruby members: the pairs of a Hash, as they lie on a run's values, in the order of their keys.
 *
 * In: pairs whose keys are Strings of UTF-8 bytes. Out: the same pairs, sorted (stable, n log n
 * comparisons at most), or the news that a key is there twice (:a and "a").
 */
#ifndef FASTJSON_HOSTS_RUBY_MEMBERS_H
#define FASTJSON_HOSTS_RUBY_MEMBERS_H

#include "hosts/ruby_run.h"

/* Pairs stand at values[begin..end). FJ_OK, FJ_ERROR_MEMORY, or FJ_ERROR_DUPLICATE_KEY if `unique`.
 */
int32_t ruby_members_order(ruby_run *run, size_t begin, size_t end, bool sort, bool unique);

#endif
