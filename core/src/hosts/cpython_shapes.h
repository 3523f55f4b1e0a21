/*
 * Shapes: a bounded cache of dicts by their keys, to be copied in place of inserting keys one by
 * one.
 *
 * In: the keys of an object, as they came, by address: those of the key cache come again as the
 * same str. Out: a new dict with all of them, whose values are to be put in. The second object of a
 * shape has its dict made a pattern; a copy of that is one block of memory, and asks for no hash.
 * It holds the keys of its patterns, and nothing of the values. Only where dicts are read in place
 * (cpython_layout.h): every copy is looked at before it is filled.
 */
#ifndef FASTJSON_HOSTS_CPYTHON_SHAPES_H
#define FASTJSON_HOSTS_CPYTHON_SHAPES_H

#include "hosts/cpython_api.h"

#define CPYTHON_SHAPES_BITS 9
#define CPYTHON_SHAPES_COUNT (1u << CPYTHON_SHAPES_BITS)
#define CPYTHON_SHAPE_LEAST 3u /* below, a copy costs what inserting costs */
#define CPYTHON_SHAPE_MOST 64u

typedef struct cpython_shape {
    uint64_t hash;      /* of the keys' addresses */
    py_object *pattern; /* a dict, owned; NULL: seen once */
} cpython_shape;

typedef struct cpython_shapes {
    cpython_shape *entries; /* NULL: not in use */
    py_object *placeholder; /* every value of every pattern: a list, so that copies are known to the
                               garbage collector from the beginning */
    uint64_t hits;
    uint64_t patterns; /* made so far */
} cpython_shapes;

/* The keys stand at every other place from `pairs` on. The highest bits choose the place. */
static inline uint64_t cpython_shape_hash(py_object *const *pairs, size_t members)
{
    uint64_t h = members;
    for (size_t i = 0; i < members; i++) {
        h = (h << 7 | h >> 57) + ((uint64_t)(uintptr_t)pairs[2 * i] >> 4);
    }
    return (h ^ h >> 32) * UINT64_C(0x9E3779B97F4A7C15);
}

struct cpython;

/* Without memory there are none, and no exception. */
void cpython_shapes_open(struct cpython *host);
void cpython_shapes_close(struct cpython *host);

/* A new dict of these members, whose references it takes: values are moved, keys dropped. NULL
 * without an exception: it is to be made in the usual way, and nothing was taken. */
py_object *cpython_shapes_dict(struct cpython *host, py_object *const *pairs, size_t members);

#endif
