/*
 * Strings that are more than plain ASCII; see string.h.
 *
 * One loop serves both jobs: the part that checks (keep false) and the part that unescapes (keep
 * true). Escapes are RFC 8259 section 7; places of faults are the first byte after which no text
 * could be valid, so that a surrogate without its other half is refused at the byte where the other
 * half cannot begin any more.
 */
#include "read/string.h"

#include <string.h>

#include "read/escape.h"
#include "scan/utf8.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))

static const char *string_fail(reader *r, int32_t *code, int32_t value, const char *place)
{
    *code = place == r->end ? FJ_ERROR_UNEXPECTED_END : value;
    r->place = place;
    return NULL;
}

/* Four hex digits at p into *unit; gives NULL, or the first byte that is none (or the end). */
static inline const char *string_hex4(const char *p, const char *end, unsigned *unit)
{
    unsigned value = 0;
    for (int i = 0; i < 4; i++, p++) {
        const unsigned digit = p < end ? escape_digit(*p) : ESCAPE_HEX_NONE;
        if (digit == ESCAPE_HEX_NONE) {
            return p;
        }
        value = value << 4 | digit;
    }
    *unit = value;
    return NULL;
}

/* What the escape sequence at p ("\uXXXX", p at the first hex digit) means: *c is a code point, a
 * lone surrogate if the options let it. Gives the byte after it or NULL. */
static const char *string_unicode_escape(reader *r, const char *p, unsigned *c, bool *lone,
                                         int32_t *code)
{
    const char *fault = string_hex4(p, r->end, c);
    const bool keeps = r->options.lone_surrogates != FJ_READ_SURROGATES_ERROR;
    *lone = false;
    if (fault != NULL) {
        if (!keeps && fault - p >= 2 && (p[0] | 0x20) == 'd' && escape_digit(p[1]) - 12 < 4) {
            /* After "\ud" a digit from c to f is what cannot be, before what broke the escape. */
            return string_fail(r, code, FJ_ERROR_INVALID_SURROGATE, p + 1);
        }
        return string_fail(r, code, FJ_ERROR_INVALID_ESCAPE, fault);
    }
    if (*c < 0xD800 || *c > 0xDFFF) {
        return p + 4;
    }
    if (*c >= 0xDC00) {
        if (!keeps) {
            /* After "\ud" a digit from c to f is what cannot be. */
            return string_fail(r, code, FJ_ERROR_INVALID_SURROGATE, p + 1);
        }
        *lone = true;
        return p + 4;
    }
    const char *const next = p + 4;
    unsigned low = 0;
    if (r->end - next >= 6 && next[0] == '\\' && next[1] == 'u' &&
        string_hex4(next + 2, r->end, &low) == NULL && low >= 0xDC00 && low <= 0xDFFF) {
        *c = 0x10000 + ((*c - 0xD800) << 10) + (low - 0xDC00);
        return next + 6;
    }
    if (keeps) {
        *lone = true;
        return next;
    }
    /* Where does the text stop being the beginning of "\udc00" to "\udfff"? */
    const char *q = next;
    if (q < r->end && *q == '\\') {
        q++;
        if (q < r->end && *q == 'u') {
            q++;
            if (q < r->end && (*q | 0x20) == 'd') {
                q++;
                if (q < r->end && escape_digit(*q) - 12 < 4) {
                    q++;
                    q += q < r->end && escape_digit(*q) != ESCAPE_HEX_NONE;
                }
            }
            if (q < r->end && escape_digit(*q) == ESCAPE_HEX_NONE) {
                return string_fail(r, code, FJ_ERROR_INVALID_ESCAPE, q);
            }
        }
    }
    return string_fail(r, code, FJ_ERROR_INVALID_SURROGATE, q);
}

/* Appends to scratch memory, which has room for `run` bytes and one more character after this. */
static inline bool string_append(reader *r, size_t *used, const char *run, size_t length)
{
    if (__builtin_expect(r->scratch_capacity - *used < length + 8, 0) &&
        !reader_scratch_reserve(r, *used, *used + length + 8)) {
        return false;
    }
    memcpy(r->scratch + *used, run, length);
    *used += length;
    return true;
}

static ALWAYS_INLINE const char *string_rest(reader *r, const char *start, const char *p,
                                             string_span *out, int32_t *code, const bool keep)
{
    const char *const end = r->end;
    const char *run = start; /* what is not in scratch memory yet */
    size_t used = 0;
    size_t dropped = 0; /* bytes of escapes less what they stand for */
    bool escaped = false;
    bool plain = true;
    bool ascii = true;
    bool surrogates = false;
    for (;; p = scan_string_end(p, end)) {
        if (p >= end) {
            return string_fail(r, code, FJ_ERROR_UNEXPECTED_END, end);
        }
        if (*p == '"') {
            break;
        }
        while (p < end && (signed char)*p < 0) {
            const char *fault;
            const size_t n = utf8_sequence(p, end, &fault);
            if (n == 0) {
                return string_fail(r, code, FJ_ERROR_INVALID_UTF8, fault);
            }
            p += n;
            ascii = false;
        }
        if (p >= end) {
            continue;
        }
        if ((unsigned char)*p < 0x20) {
            if (!r->options.allow_control_characters) {
                return string_fail(r, code, FJ_ERROR_CONTROL_CHARACTER, p);
            }
            plain = false;
            p++;
            continue;
        }
        if (*p != '\\') {
            continue;
        }
        if (keep && !string_append(r, &used, run, (size_t)(p - run))) {
            r->place = p;
            *code = FJ_ERROR_MEMORY;
            return NULL;
        }
        const char *const escape = p++;
        if (p >= end) {
            return string_fail(r, code, FJ_ERROR_UNEXPECTED_END, end);
        }
        escaped = true;
        char bytes[4];
        size_t n = 1;
        bytes[0] = escape_letters[(unsigned char)*p];
        if (bytes[0] != 0) {
            p++;
        } else if (*p == 'u') {
            unsigned c;
            bool lone;
            p = string_unicode_escape(r, p + 1, &c, &lone, code);
            if (p == NULL) {
                return NULL;
            }
            if (lone && r->options.lone_surrogates == FJ_READ_SURROGATES_REPLACE) {
                c = 0xFFFD;
                lone = false;
            }
            surrogates |= lone;
            ascii = ascii && c < 0x80;
            n = utf8_encode(bytes, c);
        } else if (r->options.allow_invalid_escape &&
                   ((unsigned char)*p >= 0x20 || r->options.allow_control_characters)) {
            /* The character is itself, a sequence of more bytes in the next round. */
            n = 0;
        } else {
            return string_fail(r, code, FJ_ERROR_INVALID_ESCAPE, p);
        }
        dropped += (size_t)(p - escape) - n;
        if (keep) {
            memcpy(r->scratch + used, bytes, sizeof bytes); /* string_append left room for it */
            used += n;
            run = p;
        }
        if (n == 0 && (signed char)*p >= 0) {
            p++; /* it must not be taken for a quote or a backslash; the next run begins with it */
        }
    }
    const size_t length = (size_t)(p - start) - dropped;
    if (__builtin_expect(length > r->options.max_string_bytes, 0)) {
        r->place = start - 1;
        *code = FJ_ERROR_LIMIT;
        return NULL;
    }
    if (!keep) {
        return p + 1;
    }
    if (escaped) {
        if (!string_append(r, &used, run, (size_t)(p - run))) {
            r->place = p;
            *code = FJ_ERROR_MEMORY;
            return NULL;
        }
        out->bytes = r->scratch;
        out->length = used;
        out->flags = surrogates ? READER_STRING_SURROGATES : 0;
    } else {
        out->bytes = start;
        out->length = (size_t)(p - start);
        out->flags = READER_STRING_TEXT | (plain ? READER_STRING_PLAIN : 0);
    }
    out->flags |= ascii ? READER_STRING_ASCII : 0;
    return p + 1;
}

const char *string_read_rest(reader *r, const char *start, const char *stop, string_span *out,
                             int32_t *code)
{
    return string_rest(r, start, stop, out, code, true);
}

const char *string_check_rest(reader *r, const char *start, const char *stop, int32_t *code)
{
    return string_rest(r, start, stop, NULL, code, false);
}
