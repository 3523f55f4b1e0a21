/*
 * Ruby members: a merge sort from the bottom up, with the run's own spare values as second half.
 * See ruby_members.h. No Ruby code runs here and nothing is allocated from Ruby.
 */
#include "hosts/ruby_members.h"

typedef struct member {
    ruby_value key;
    ruby_value value;
} member;

static int member_compare(const member *a, const member *b)
{
    const ruby_bytes x = ruby_string_bytes(a->key);
    const ruby_bytes y = ruby_string_bytes(b->key);
    return writer_compare_keys(x.data, x.length, y.data, y.length);
}

static void members_merge(const member *from, member *to, size_t first, size_t middle, size_t last)
{
    size_t left = first;
    size_t right = middle;
    for (size_t i = first; i < last; i++) {
        const bool take_left =
            left < middle && (right >= last || member_compare(&from[left], &from[right]) <= 0);
        to[i] = from[take_left ? left++ : right++];
    }
}

/* Sorts `members`, with as much room in `other`; the result is in the one that is returned. */
static member *members_sort(member *members, member *other, size_t count)
{
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t first = 0; first < count; first += width * 2) {
            const size_t middle = first + width < count ? first + width : count;
            const size_t last = first + width * 2 < count ? first + width * 2 : count;
            members_merge(members, other, first, middle, last);
        }
        member *const swap = members;
        members = other;
        other = swap;
    }
    return members;
}

int32_t ruby_members_order(ruby_run *run, size_t begin, size_t end, bool sort, bool unique)
{
    const size_t values = end - begin;
    const size_t count = values / 2;
    const size_t room = unique && !sort ? values * 2 : values;
    if ((size_t)(run->limit - run->top) < room && !ruby_run_grow(run, room)) {
        return FJ_ERROR_MEMORY;
    }
    member *const members = (member *)(run->values + begin);
    member *work = (member *)(run->values + end);
    if (unique && !sort) { /* look at a copy, keep the order */
        memcpy(work, members, count * sizeof *work);
        work = members_sort(work, work + count, count);
    } else {
        work = members_sort(members, work, count);
        if (work != members) {
            memcpy(members, work, count * sizeof *work);
        }
    }
    for (size_t i = 1; unique && i < count; i++) {
        if (member_compare(&work[i - 1], &work[i]) == 0) {
            return FJ_ERROR_DUPLICATE_KEY;
        }
    }
    return FJ_OK;
}
