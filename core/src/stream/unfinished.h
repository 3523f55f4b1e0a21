/*
 * Unfinished: the longest beginning of a text that can be closed, and that closed.
 *
 * In: a text that a reading refused, and the fault. Out: the beginning with the quotes and brackets
 * that are missing behind it, in memory of its own, to be read in the text's place. It reads no
 * value itself.
 */
#ifndef FASTJSON_STREAM_UNFINISHED_H
#define FASTJSON_STREAM_UNFINISHED_H

#include "fastjson/fastjson.h"

typedef struct unfinished {
    char *closed;  /* NULL: nothing is left; else memory of the options' allocator */
    size_t length; /* of it */
    size_t used;   /* so much of the text is in it */
} unfinished;

/* FJ_OK; FJ_ERROR_MEMORY; or the fault's code: the text is wrong, not just unfinished. */
int32_t unfinished_close(const char *text, size_t length, const fj_parse_options *options,
                         const fj_error *fault, unfinished *out);

#endif
