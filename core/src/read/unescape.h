/*
 * Unescape: what stands between two quotes, without its escapes.
 *
 * In: the inside of a string that the index has found, so that it is UTF-8, holds no control
 * character and no bare quote, and no backslash is its last byte. Out: its bytes with each escape
 * of RFC 8259 section 7 replaced by what it stands for. The strict grammar only: a lone surrogate
 * is a fault.
 */
#ifndef FASTJSON_READ_UNESCAPE_H
#define FASTJSON_READ_UNESCAPE_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes after the unescaped string that may be overwritten too. */
#define UNESCAPE_SLACK 16

/* Writes at most close - start bytes and the slack to `out`. Gives the byte after the last one
 * written, or NULL if an escape is wrong. *ascii: whether all of them are below 0x80. */
char *unescape(char *out, const char *start, const char *close, bool *ascii);

/* A run of escapes, p at the first one's backslash; at most `end` is read up to. Gives the byte
 * after it, or NULL if one is wrong; *ascii is left alone or becomes false. */
const char *unescape_run(const char *p, const char *end, char **out, bool *ascii);

/* The same, of which nothing is written. */
const char *unescape_skip(const char *p, const char *end);

#endif
