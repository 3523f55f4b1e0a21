/*
 * Repeat: objects in which a key stands more than once, made right in one go.
 *
 * In: the values of a whole text as they were read, objects with repetitions marked. Out: the same
 * values with each key once in its object, the last value at the first one's place. All of them
 * wait for the end of the text: an object that lies in a hundred others with repetitions is moved
 * once, not a hundred times, so that the time is linear in the number of values whatever the text
 * is.
 */
#ifndef FASTJSON_REPEAT_H
#define FASTJSON_REPEAT_H

#include "document/document.h"

/* A flag of objects, in their heads until this is done. */
#define REPEAT_MARK ((uint64_t)0x80 << 8)

/* Writes the values from `root` on into `out`, which has room for as many. Gives the number
 * written, 0: no memory. */
size_t repeat_settle(const fj_value *root, fj_value *out, const fj_allocator *allocator);

#endif
