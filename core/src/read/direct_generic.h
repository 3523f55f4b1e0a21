/*
 * Direct, the strings: included by each kernel's file after it has defined DIRECT_KERNEL, the
 * operations of its blocks (scan/block_vector.h) and
 *
 *     bool direct_utf8_<kernel>(const reader *r, const char *p, const char *end)   whether these
 * bytes of a string are UTF-8; before them stands its quote
 */
#include "read/direct_names.h"
#include "read/unescape.h"

/* What is left of the text may be less than a block: the bytes that are not there are zero. */
static inline DIRECT_TARGET DIRECT_BLOCK direct_load_end(const char *p, const char *ahead)
{
    char bytes[DIRECT_SIZE] = {0};
    memcpy(bytes, p, (size_t)(ahead - p));
    return DIRECT(block_load)(bytes);
}

#define DIRECT_LOAD(p, ahead)                                                            \
    (__builtin_expect((size_t)((ahead) - (p)) >= DIRECT_SIZE, 1) ? DIRECT(block_load)(p) \
                                                                 : direct_load_end((p), (ahead)))

DIRECT_TARGET const char *DIRECT(direct_copy)(const reader *r, const char *start, char *out,
                                              string_span *span)
{
    const char *const ahead = r->ahead;
    const char *p = start;
    char *const to = out;
    DIRECT_MASK high = 0;
    bool ascii = true;
    span->flags = READER_STRING_PLAIN;
    for (;;) {
        const DIRECT_BLOCK block = DIRECT_LOAD(p, ahead);
        const DIRECT_MASK ends = DIRECT(block_ends)(block);
        DIRECT(block_store)(out, block);
        if (ends == 0) {
            high |= DIRECT(block_high)(block);
            p += DIRECT_SIZE;
            out += DIRECT_SIZE;
            continue;
        }
        const unsigned n = DIRECT(block_first)(ends);
        high |= DIRECT(block_high)(block) & (((DIRECT_MASK)1 << n) - 1);
        p += n;
        out += n;
        if (p >= r->end) {
            return NULL;
        }
        if (*p == '"') {
            break;
        }
        if (*p != '\\') {
            return NULL;
        }
        span->flags = 0;
        p = unescape_run(p, r->end, &out, &ascii);
        if (p == NULL) {
            return NULL;
        }
    }
    if (high != 0) {
        ascii = false;
        if (!DIRECT(direct_utf8)(r, start, p)) {
            return NULL;
        }
    }
    span->bytes = to;
    span->length = (size_t)(out - to);
    span->flags |= ascii ? READER_STRING_ASCII : 0;
    return p + 1;
}

DIRECT_TARGET const char *DIRECT(direct_find)(const reader *r, const char *start, unsigned *has)
{
    const char *const ahead = r->ahead;
    const char *p = start;
    DIRECT_MASK high = 0;
    unsigned backslash = 0;
    for (;;) {
        const DIRECT_BLOCK block = DIRECT_LOAD(p, ahead);
        const DIRECT_MASK ends = DIRECT(block_ends)(block);
        if (ends == 0) {
            high |= DIRECT(block_high)(block);
            p += DIRECT_SIZE;
            continue;
        }
        const unsigned n = DIRECT(block_first)(ends);
        high |= DIRECT(block_high)(block) & (((DIRECT_MASK)1 << n) - 1);
        p += n;
        if (p >= r->end) {
            return NULL;
        }
        if (*p == '"') {
            break;
        }
        if (*p != '\\') {
            return NULL;
        }
        backslash = DIRECT_HAS_BACKSLASH;
        do {
            if (r->end - p < 6) { /* at the end of the text: as it may be, the quote comes after */
                if (r->end - p < 2) {
                    return NULL;
                }
                p += 2;
                break;
            }
            p += p[1] == 'u' ? 6 : 2;
        } while (p < r->end && *p == '\\');
    }
    *has = backslash | (high != 0 ? DIRECT_HAS_HIGH : 0);
    return high == 0 || DIRECT(direct_utf8)(r, start, p) ? p : NULL;
}

DIRECT_TARGET const char *DIRECT(direct_check)(const reader *r, const char *start)
{
    const char *const ahead = r->ahead;
    const char *p = start;
    DIRECT_MASK high = 0;
    for (;;) {
        const DIRECT_BLOCK block = DIRECT_LOAD(p, ahead);
        const DIRECT_MASK ends = DIRECT(block_ends)(block);
        if (ends == 0) {
            high |= DIRECT(block_high)(block);
            p += DIRECT_SIZE;
            continue;
        }
        const unsigned n = DIRECT(block_first)(ends);
        high |= DIRECT(block_high)(block) & (((DIRECT_MASK)1 << n) - 1);
        p += n;
        if (p >= r->end) {
            return NULL;
        }
        if (*p == '"') {
            break;
        }
        if (*p != '\\') {
            return NULL;
        }
        p = unescape_skip(p, r->end);
        if (p == NULL) {
            return NULL;
        }
    }
    return high == 0 || DIRECT(direct_utf8)(r, start, p) ? p : NULL;
}

#undef DIRECT_LOAD
