/*
 * Comments: what allow_comments lets stand between tokens, with the white space around it.
 *
 * Block comments do not nest and must be closed; a line comment ends before LF or with the text.
 * Their bytes must be UTF-8 as everything else. A block comment that is not closed is
 * an unexpected end.
 */
#ifndef FASTJSON_READ_COMMENT_H
#define FASTJSON_READ_COMMENT_H

#include "read/reader.h"

/* Skips white space and comments from p. Gives the first byte after them, or NULL with *code and
 * reader->place. */
const char *comment_skip(reader *r, const char *p, int32_t *code);

#endif
