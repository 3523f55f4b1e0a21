/* Dicts by their keys; see cpython_shapes.h. */
#include "hosts/cpython_shapes.h"

#include <string.h>

#include "hosts/cpython.h"
#include "memory.h"

void cpython_shapes_open(cpython *host)
{
    cpython_shapes *const shapes = &host->shapes;
    if (!host->layout.direct || !host->layout.dict) {
        return;
    }
    const size_t size = CPYTHON_SHAPES_COUNT * sizeof(cpython_shape);
    shapes->placeholder = host->py.PyList_New(0);
    shapes->entries = shapes->placeholder != NULL ? memory_allocate(size) : NULL;
    if (shapes->entries != NULL) {
        memset(shapes->entries, 0, size);
    }
    host->py.PyErr_Clear();
}

void cpython_shapes_close(cpython *host)
{
    cpython_shapes *const shapes = &host->shapes;
    for (size_t i = 0; shapes->entries != NULL && i < CPYTHON_SHAPES_COUNT; i++) {
        if (shapes->entries[i].pattern != NULL) {
            host->py.Py_DecRef(shapes->entries[i].pattern);
        }
    }
    memory_free(shapes->entries);
    if (shapes->placeholder != NULL) {
        host->py.Py_DecRef(shapes->placeholder);
    }
    memset(shapes, 0, sizeof *shapes);
}

/* Makes a pattern of keys that were seen before. Without one things go on as well: a failure leaves
 * no exception. */
static __attribute__((noinline)) void shape_make(cpython *host, cpython_shape *shape,
                                                 py_object *const *pairs, size_t members)
{
    const cpython_api *const py = &host->py;
    cpython_shapes *const shapes = &host->shapes;
    /* Keys that do not come again as the same object are not worth one pattern after the other. */
    if (shapes->patterns > 2 * CPYTHON_SHAPES_COUNT + shapes->hits / 8) {
        return;
    }
    shapes->patterns++;
    py_object *const pattern = py->PyDict_New();
    bool good = pattern != NULL;
    for (size_t i = 0; good && i < members; i++) {
        good = py->PyDict_SetItem(pattern, pairs[2 * i], shapes->placeholder) == 0;
    }
    /* A key that stands twice makes it shorter. */
    good = good && (size_t)py->PyDict_Size(pattern) == members;
    py_object *const old = good ? shape->pattern : pattern;
    if (good) {
        shape->pattern = pattern;
    } else {
        py->PyErr_Clear();
    }
    if (old != NULL) {
        py->Py_DecRef(old);
    }
}

/* Whether this copy of a pattern has these keys, one by one, and the values that a pattern is made
 * with. (Anybody can find patterns through the garbage collector, and write to them.) */
static bool shape_is(const cpython *host, const cpython_dict_entries *entries,
                     py_object *const *pairs, size_t members)
{
    if ((size_t)(entries->end - entries->next) != 2 * members) {
        return false;
    }
    const uintptr_t placeholder = (uintptr_t)host->shapes.placeholder;
    uintptr_t different = 0;
    for (size_t i = 0; i < 2 * members; i += 2) {
        different |= (uintptr_t)entries->next[i] ^ (uintptr_t)pairs[i];
        different |= (uintptr_t)entries->next[i + 1] ^ placeholder;
    }
    return different == 0;
}

/* Puts the values into a copy, in place. It holds the keys too, so that no key ends here. */
static void shape_fill(cpython *host, const cpython_dict_entries *entries, py_object *const *pairs,
                       size_t members)
{
    py_object **const places = (py_object **)(uintptr_t)entries->next;
    for (size_t i = 0; i < 2 * members; i += 2) {
        py_object *const key = pairs[i];
        places[i + 1] = pairs[i + 1];
        key->references -= (int32_t)key->references >= 0; /* else it is immortal */
    }
    host->shapes.placeholder->references -= (int64_t)members;
}

py_object *cpython_shapes_dict(cpython *host, py_object *const *pairs, size_t members)
{
    const uint64_t hash = cpython_shape_hash(pairs, members);
    cpython_shape *const shape = &host->shapes.entries[hash >> (64 - CPYTHON_SHAPES_BITS)];
    if (CPYTHON_UNLIKELY(shape->hash != hash)) {
        shape->hash = hash; /* its pattern stays until there is a better one */
        return NULL;
    }
    py_object *const pattern = shape->pattern;
    if (CPYTHON_UNLIKELY(pattern == NULL)) {
        shape_make(host, shape, pairs, members);
        return NULL;
    }
    /* Making a dict may run finalizers, and those anything, on old versions. */
    cpython_hold(host, pattern);
    py_object *const dict = host->py.PyDict_Copy(pattern);
    cpython_drop(host, pattern);
    if (CPYTHON_UNLIKELY(dict == NULL)) {
        host->py.PyErr_Clear();
        return NULL;
    }
    cpython_dict_entries entries;
    if (CPYTHON_UNLIKELY(!cpython_dict_open(dict, &entries) ||
                         !shape_is(host, &entries, pairs, members))) {
        host->py.Py_DecRef(dict);
        shape_make(host, shape, pairs, members);
        return NULL;
    }
    shape_fill(host, &entries, pairs, members);
    host->shapes.hits++;
    return dict;
}
