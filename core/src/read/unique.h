/*
 * Unique: which key of a text stands twice in its object, for FJ_DUPLICATE_ERROR.
 *
 * Sinks find a repetition where it suits them, most of them at an object's end. What is reported
 * must not depend on that: so when such a reading has failed, this one reads the text again and
 * looks at each key as it comes. Slower, with memory in proportion to the keys; only ever used
 * after a failure.
 */
#ifndef FASTJSON_UNIQUE_H
#define FASTJSON_UNIQUE_H

#include "read/reader.h"

/* Reads the text of a reader, which may be closed already, from the start. Gives the first fault's
 * code and sets its place: FJ_ERROR_DUPLICATE_KEY at the key that is not the first of its name, or
 * a fault of the text before it; FJ_OK if there is none; FJ_ERROR_MEMORY. */
int32_t unique_diagnose(const reader *failed, const char **place);

#endif
