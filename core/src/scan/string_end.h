/*
 * String ends: the first byte of a string's inside that is not plain ASCII text.
 *
 * In: a place inside a string and the text's end. Out: the first '"', '\', control character or
 * byte of 0x80 and above at or after it, or the end. Nothing at or after the end is read.
 */
#ifndef FASTJSON_SCAN_STRING_END_H
#define FASTJSON_SCAN_STRING_END_H

#include "scan/vector.h"

static inline uint32_t scan_string_mask(vector v)
{
    return vector_mask(vector_or(vector_or(vector_equal(v, '"'), vector_equal(v, '\\')),
                                 vector_or(vector_below(v, 0x20), v)));
}

static inline const char *scan_string_end(const char *p, const char *end)
{
    while ((size_t)(end - p) >= VECTOR_SIZE) {
        const uint32_t mask = scan_string_mask(vector_load(p));
        if (mask != 0) {
            return p + vector_first(mask);
        }
        p += VECTOR_SIZE;
    }
    const size_t rest = (size_t)(end - p);
    if (rest != 0) {
        /* The bytes that are not there are zero, which is a control character: found if nothing is.
         */
        const uint32_t mask = scan_string_mask(vector_load_short(p, rest));
        return p + vector_first(mask);
    }
    return p;
}

#endif
