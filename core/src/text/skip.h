/*
 * Skip: over one value of a text that is known to be valid, looking at quotes and brackets only.
 *
 * In: the value's first byte and the text's end. Out: the byte after the value. On text that is not
 * valid it gives some place up to the end; it reads nothing at or after that.
 */
#ifndef FASTJSON_SKIP_H
#define FASTJSON_SKIP_H

#include <stdbool.h>
#include <stddef.h>

/* `comments`: they may stand between tokens. */
const char *skip_value(const char *p, const char *end, bool comments);

#endif
