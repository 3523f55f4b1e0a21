/*
 * Errors: turns a code and a place into what the caller reads.
 *
 * Nothing is prepared for an error until there is one: the engine and the sources keep a code and a
 * place only; line, column and JSON Pointer are worked out here, once, by walking the text up to
 * it.
 */
#ifndef FASTJSON_ERROR_H
#define FASTJSON_ERROR_H

#include "fastjson/fastjson.h"

/* Fills `error` (NULL is allowed) for a text that failed at `offset`; gives the code back. The text
 * up to the offset is known to be a valid beginning by the options (NULL: the defaults). */
int32_t error_in_text(fj_error *error, int32_t code, const char *text, size_t length, size_t offset,
                      const fj_parse_options *options);

/* Fills `error` (NULL is allowed) for a failure without a text: generating, options, memory.
 * `detail` is a static sentence that completes the code's own, or NULL. Gives the code back. */
int32_t error_plain(fj_error *error, int32_t code, const char *detail);

/* Appends one step to the JSON Pointer of an error, outermost first: a member's key (UTF-8; ~ and /
 * are escaped as RFC 6901 says) or an element's index. */
void error_pointer_key(fj_error *error, const char *key, size_t length);
void error_pointer_index(fj_error *error, uint64_t index);

#endif
