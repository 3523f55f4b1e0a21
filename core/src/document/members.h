/*
 * Members: the keys of one object in a document, and whether one stands there twice.
 *
 * In: an object as it was read, members one after the other. Out: whether all keys differ; or the
 * object with each key once, the last value at the first one's place. Linear in the number of
 * members whatever the keys are: they are hashed with a seed that is random for each process.
 */
#ifndef FASTJSON_MEMBERS_H
#define FASTJSON_MEMBERS_H

#include <stdbool.h>

#include "document/document.h"

/* What is done about a key that stands twice. */
enum members_verdict {
    MEMBERS_DISTINCT,
    MEMBERS_TWICE, /* *twice: the later key */
    MEMBERS_NO_MEMORY,
};

/* Looks at the `count` members that begin at `first`. `prints` are those of their keys (prints.h),
 * or NULL. */
enum members_verdict members_check(const fj_value *first, size_t count, const uint16_t *prints,
                                   const fj_allocator *allocator, const fj_value **twice);

#endif
