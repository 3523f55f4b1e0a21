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
    char *pending; /* keys of open objects that have no shape: uint32 length, bytes */
    size_t pending_capacity;
    int32_t warmth;  /* up with each member of a known shape, down with each of none */
    uint32_t asleep; /* texts to decline before shapes are tried again */
    uint32_t sleep;  /* how many the next time */
};

#endif
