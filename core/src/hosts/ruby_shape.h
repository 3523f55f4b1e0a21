/*
 * The Ruby shapes: Hashes out of keys that were seen together before.
 *
 * To fill a Hash, Ruby computes the hash of each key and looks for its place. The objects of a text
 * mostly have the same keys in the same order: the second time that they come a pattern is kept, a
 * frozen Hash with these keys and no values; from then on it is copied, and only the values are
 * written. Keys are compared one by one, so a pattern is never taken for another; they are bounded
 * in number and size, one set for each Ractor.
 *
 * Needs ruby_layout_known.copies.
 */
#ifndef FASTJSON_HOSTS_RUBY_SHAPE_H
#define FASTJSON_HOSTS_RUBY_SHAPE_H

#include "hosts/ruby_layout.h"

#define RUBY_SHAPES 128        /* a power of two */
#define RUBY_SHAPE_MEMBERS 64  /* objects with more are not kept */
#define RUBY_SHAPE_PATIENCE 15 /* how many other objects a pattern in use outlasts at its place */

typedef struct ruby_shape {
    uint64_t print;     /* of the keys that came here last */
    ruby_value pattern; /* frozen, of another print if others came since; or 0 */
    uint64_t pattern_print;
    uint32_t patience;
} ruby_shape;

/* A Hash of these pairs, which are marked by the caller: 1 to RUBY_SHAPE_MEMBERS of them. A key
 * that comes twice has its last value. `keys_differ` is whether none did. */
ruby_value ruby_shape_hash(ruby_shape *shapes, const ruby_value *pairs, size_t members,
                           bool *keys_differ);

#endif
