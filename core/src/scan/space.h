/*
 * White space: what RFC 8259 section 2 lets stand between tokens: space, tab, LF, CR.
 *
 * In: a place between tokens and the text's end. Out: the first byte that is none, or the end. Most
 * texts have none or one at a place; long runs (indentation) are skipped sixteen at a time.
 */
#ifndef FASTJSON_SCAN_SPACE_H
#define FASTJSON_SCAN_SPACE_H

#include <stdbool.h>

#include "scan/vector.h"

static inline bool scan_is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static inline const char *scan_space_run(const char *p, const char *end)
{
    while ((size_t)(end - p) >= VECTOR_SIZE) {
        const vector v = vector_load(p);
        const uint32_t spaces =
            vector_mask(vector_or(vector_or(vector_equal(v, ' '), vector_equal(v, '\n')),
                                  vector_or(vector_equal(v, '\t'), vector_equal(v, '\r'))));
        if (spaces != 0xFFFF) {
            return p + vector_first(~spaces);
        }
        p += VECTOR_SIZE;
    }
    while (p < end && scan_is_space(*p)) {
        p++;
    }
    return p;
}

static inline const char *scan_space(const char *p, const char *end)
{
    /* No token begins with a byte up to the space. */
    if (__builtin_expect(p < end && (unsigned char)*p <= ' ', 0)) {
        if (!scan_is_space(*p)) {
            return p;
        }
        p++;
        if (p < end && (unsigned char)*p <= ' ') {
            return scan_space_run(p, end);
        }
    }
    return p;
}

#endif
