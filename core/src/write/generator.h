/*
 * Generator, inner part: what its two files share: generator.c has the state, the order and the
 * single calls, generator_value.c what is more than one call: raw fragments and whole values.
 */
#ifndef FASTJSON_GENERATOR_H
#define FASTJSON_GENERATOR_H

#include "write/writer.h"

#define GENERATOR_LAYOUT 256u /* the longest layout string */

/* An open container. */
typedef struct generator_level {
    uint64_t count;      /* members or elements that are whole */
    size_t key;          /* where its key begins among the keys */
    size_t key_length;   /* SIZE_MAX: too long for an error's pointer */
    const fj_value *end; /* of a value that is being walked */
    bool is_object;
    bool keyed; /* a key waits for its value */
} generator_level;

struct fj_generator {
    const fj_allocator *allocator;
    writer writer;
    generator_level *levels; /* writer.depth of them */
    size_t levels_capacity;
    char *keys; /* one after the other, of the open objects */
    size_t keys_capacity;
    fj_flush flush; /* NULL: into a buffer */
    void *context;
    size_t buffer_size;
    fj_buffer own; /* what is not flushed yet */
    bool whole;    /* the root has been written */
    bool finished;
    int32_t code; /* the first failure */
    const char *reason;
    char layout[5][GENERATOR_LAYOUT];
};

static inline generator_level *generator_inner(fj_generator *g)
{
    return g->writer.depth != 0 ? &g->levels[g->writer.depth - 1] : NULL;
}

/* Keeps the first failure and gives it back. `reason` is static, or NULL. */
int32_t generator_fail(fj_generator *g, int32_t code, const char *reason);

/* Writes what stands before a value, if one may stand here; g may be NULL. */
int32_t generator_value_begin(fj_generator *g);

/* After a value has been written, with the writer's code. */
int32_t generator_value_end(fj_generator *g, int32_t code);

int32_t generator_begin(fj_generator *g, bool is_object);
int32_t generator_end(fj_generator *g, bool is_object);

/* `flags`: WRITER_STRING_... */
int32_t generator_key(fj_generator *g, const char *text, size_t length, uint32_t flags);
int32_t generator_string(fj_generator *g, const char *text, size_t length, uint32_t flags);

/* Text that is written as it is; what is too long for the buffer goes past it. */
int32_t generator_verbatim(fj_generator *g, const char *text, size_t length);

#endif
