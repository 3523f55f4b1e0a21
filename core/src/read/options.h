/*
 * Options of reading: checks what a caller gave and resolves it.
 *
 * A caller's struct may be older (shorter) or newer (longer) than ours: what it lacks is the
 * default, what we do not know must be zero.
 */
#ifndef FASTJSON_READ_OPTIONS_H
#define FASTJSON_READ_OPTIONS_H

#include <stdbool.h>

#include "fastjson/fastjson.h"

#define READ_NESTING_DEFAULT 1024u
#define READ_DIGITS_DEFAULT 4300u

/* Copies `given` (NULL: the defaults) into `resolved`, with defaults filled in: no limit is 0
 * there. FJ_OK or FJ_ERROR_OPTION. */
int32_t read_options_resolve(const fj_parse_options *given, fj_parse_options *resolved);

/* Whether resolved options leave the grammar and the checks at their defaults (nesting, digits and
 * input bytes apart, which cost nothing to honour). */
bool read_options_strict(const fj_parse_options *resolved);

/* Copies an options struct of any version: the first min(given size, own size) bytes, the rest
 * zero. false: the size is impossible, or bytes that we do not know are not zero. */
bool options_copy(void *own, uint32_t own_size, const void *given);

#endif
