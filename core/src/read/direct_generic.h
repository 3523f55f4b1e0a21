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

/* The next quote or backslash of a string, or NULL if another byte ends it first. All before it is
 * copied to *out, if there is one, and bytes from 0x80 up leave bits in *high. */
static inline __attribute__((always_inline)) DIRECT_TARGET const char *
direct_end(const reader *r, const char *p, char **out, DIRECT_MASK *high)
{
    const char *const ahead = r->ahead;
    for (;;) {
        const DIRECT_BLOCK block = __builtin_expect((size_t)(ahead - p) >= DIRECT_SIZE, 1)
                                       ? DIRECT(block_load)(p)
                                       : direct_load_end(p, ahead);
        const DIRECT_MASK ends = DIRECT(block_ends)(block);
        const unsigned n = ends == 0 ? DIRECT_SIZE : DIRECT(block_first)(ends);
        if (out != NULL) {
            DIRECT(block_store)(*out, block);
            *out += n;
        }
        p += n;
        if (ends == 0) {
            *high |= DIRECT(block_high)(block);
            continue;
        }
        *high |= DIRECT(block_high)(block) & (((DIRECT_MASK)1 << n) - 1);
        return p < r->end && (*p == '"' || *p == '\\') ? p : NULL;
    }
}

DIRECT_TARGET const char *DIRECT(direct_copy)(const reader *r, const char *start, char *out,
                                              string_span *span)
{
    const char *p = start;
    char *const to = out;
    DIRECT_MASK high = 0;
    bool ascii = true;
    span->flags = READER_STRING_PLAIN;
    for (;;) {
        p = direct_end(r, p, &out, &high);
        if (p == NULL) {
            return NULL;
        }
        if (*p == '"') {
            break;
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

DIRECT_TARGET const char *DIRECT(direct_keep)(const reader *r, const char *start, char *out,
                                              string_span *span)
{
    DIRECT_MASK high = 0;
    const char *const p = direct_end(r, start, NULL, &high);
    if (p == NULL) {
        return NULL;
    }
    if (*p == '\\') {
        return DIRECT(direct_copy)(r, start, out, span);
    }
    if (high != 0 && !DIRECT(direct_utf8)(r, start, p)) {
        return NULL;
    }
    span->bytes = start;
    span->length = (size_t)(p - start);
    span->flags = READER_STRING_PLAIN | READER_STRING_TEXT | (high == 0 ? READER_STRING_ASCII : 0);
    return p + 1;
}

DIRECT_TARGET const char *DIRECT(direct_find)(const reader *r, const char *start, unsigned *has)
{
    const char *p = start;
    DIRECT_MASK high = 0;
    unsigned backslash = 0;
    for (;;) {
        p = direct_end(r, p, NULL, &high);
        if (p == NULL) {
            return NULL;
        }
        if (*p == '"') {
            break;
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

DIRECT_TARGET const char *DIRECT(direct_check)(const reader *r, const char *start, size_t seen)
{
    const char *p = start + seen;
    DIRECT_MASK high = 0;
    for (;;) {
        p = direct_end(r, p, NULL, &high);
        if (p == NULL) {
            return NULL;
        }
        if (*p == '"') {
            break;
        }
        p = unescape_skip(p, r->end);
        if (p == NULL) {
            return NULL;
        }
    }
    return high == 0 || DIRECT(direct_utf8)(r, start, p) ? p : NULL;
}
