/*
 * Tape: what is kept between readings and writings. The words and their meaning: fastjson/hosts.h.
 */
#ifndef FASTJSON_TAPE_H
#define FASTJSON_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fastjson/hosts.h"
#include "hosts/tape_shapes.h"
#include "read/reader.h"

#define TAPE_COUNT_MAX ((1u << 28) - 1) /* of elements, members or units in one word */

static inline int32_t tape_word(uint32_t operation, size_t argument)
{
    return (int32_t)((uint32_t)argument << 4 | operation);
}

/* An open container. */
typedef struct tape_frame {
    size_t head;    /* index of its word */
    size_t pending; /* length of the pending keys when it was opened */
    uint32_t node;  /* an object's shape so far, SHAPES_NONE once its keys are pending */
} tape_frame;

/* A shape for generating. Its keys stand in `text`, first each as it is, then each as it is written
 * in compact text: `,"key":`. */
typedef struct tape_key {
    uint32_t plain;
    uint32_t plain_length;
    uint32_t ready;
    uint32_t ready_length;
} tape_key;

typedef struct tape_shape {
    uint32_t count;
    bool ready; /* no key holds a lone surrogate: `ready` is right whenever the text is compact */
    char *text;
    tape_key keys[];
} tape_shape;

/* An open container, while generating. */
typedef struct tape_level {
    const tape_shape *shape; /* of an object; NULL: an array, or pairs */
    uint32_t count;          /* elements or keys; of pairs, members so far */
    uint32_t index;          /* of the next one */
    bool is_pairs;
    bool is_first;      /* nothing was written in it yet */
    const int32_t *key; /* pairs: the word of the last key */
    size_t piece;       /* and where its characters are */
    size_t place;
} tape_level;

struct fj_tape {
    fj_tape_view view;
    shapes shapes;
    uint8_t *narrow;
    uint16_t *wide;
    size_t *ends; /* of narrow chunks, then of wide ones */
    size_t narrow_capacity;
    size_t wide_capacity;
    size_t ends_capacity; /* of each half */
    tape_frame *frames;
    size_t frames_capacity;
    uint8_t *narrow_next; /* where a reading with FJ_TAPE_MORE goes on */
    uint8_t *narrow_chunk;
    uint16_t *wide_next;
    uint16_t *wide_chunk;
    char *pending; /* keys of open objects that have no shape: uint32 length, bytes */
    size_t pending_capacity;
    tape_shape **defined; /* shapes for generating, by number */
    size_t defined_count;
    tape_level *levels;
    size_t levels_capacity;
    int32_t warmth;  /* up with each member of a known shape, down with each of none */
    uint32_t asleep; /* texts to decline before shapes are tried again */
    uint32_t sleep;  /* how many the next time */
};

void tape_undefine(fj_tape *t); /* frees what generating keeps */

/* The double nearest to a number of any length, as its text. FJ_ERROR_NUMBER_OUT_OF_RANGE: it is
 * infinite. */
int32_t tape_double_of(const char *digits, size_t length, double *out);

/* FJ_OK if an integer, or any other number, rounds to a finite double. */
static inline int32_t tape_integer_fits(const char *digits, size_t length)
{
    double ignored;
    return tape_double_of(digits, length, &ignored);
}

/* Reads a text without a tape, by the same rules. */
int32_t tape_check(reader *r);

#endif
