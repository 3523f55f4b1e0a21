/*
 * Reading: a document made of a text that comes bit by bit, each bit read while it is at hand.
 *
 * In: again and again the text of one container as far as it is there, from its first byte on, in a
 * block that may move from call to call. Out: how far it has been read, or the document, which has
 * that block then: strings without escapes stay in it. Where a fault is is not told: the caller
 * reads the text, which is not changed, once more for that.
 */
#ifndef FASTJSON_READING_H
#define FASTJSON_READING_H

#include <stdbool.h>
#include <stddef.h>

#include "fastjson/fastjson.h"

#define READING_AHEAD 192 /* bytes of the block behind the text that the end of it needs */

typedef struct reading reading;

/* Whether a text can be read so by these options, which are resolved, and given to this document
 * (NULL: a new one). */
bool reading_possible(const fj_parse_options *options, const fj_document *document);

/* Begins a text, with the memory of the last one; *r NULL: with its own. false: there is none. */
bool reading_begin(reading **r, const fj_parse_options *options);

/* Goes on. `more`: text may follow, and then these bytes must not end in a part of a number. Else
 * they are the whole container, and READING_AHEAD bytes behind them are overwritten. `room`: the
 * bytes that the block has for text. FJ_MORE; FJ_OK: the document is there; or a code: there is
 * none, and nothing to go on from. */
int32_t reading_go_on(reading *r, char *text, size_t length, size_t room, bool more);

/* After FJ_MORE and FJ_OK: bytes that were read, and containers that are open there. */
size_t reading_offset(const reading *r);
size_t reading_depth(const reading *r);

/* Gives the document and the block of its text after FJ_OK, once; *text is then a block that was in
 * use before, or NULL. false: *document has its memory from elsewhere, and nothing is changed. */
bool reading_take(reading *r, fj_document **document, char **text, size_t *capacity);

/* NULL is allowed. */
void reading_free(reading *r);

#endif
