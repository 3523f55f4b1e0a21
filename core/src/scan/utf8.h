/*
 * UTF-8: the well-formed sequences of RFC 3629 (Unicode's table 3-7), one at a time.
 *
 * In: a byte of 0x80 or above and the text's end. Out: the sequence's length, or the first byte
 * after which no sequence could be well-formed. Nothing at or after the end is read.
 */
#ifndef FASTJSON_SCAN_UTF8_H
#define FASTJSON_SCAN_UTF8_H

#include <stdbool.h>
#include <stddef.h>

static inline bool utf8_is_continuation(unsigned char c)
{
    return (c & 0xC0) == 0x80;
}

/* The length of the sequence at p (2 to 4), or 0 with the fault's place: `end` if the text ends
 * within the sequence. */
static inline size_t utf8_sequence(const char *p, const char *end, const char **fault)
{
    const unsigned char *const s = (const unsigned char *)p;
    const size_t room = (size_t)(end - p);
    const unsigned char lead = s[0];
    size_t length;
    unsigned char low = 0x80;  /* the range of the second byte: excludes overlong forms, */
    unsigned char high = 0xBF; /* surrogates and what lies beyond U+10FFFF */
    if (lead < 0xC2 || lead > 0xF4) {
        *fault = p;
        return 0;
    }
    if (lead < 0xE0) {
        length = 2;
    } else if (lead < 0xF0) {
        length = 3;
        low = lead == 0xE0 ? 0xA0 : low;
        high = lead == 0xED ? 0x9F : high;
    } else {
        length = 4;
        low = lead == 0xF0 ? 0x90 : low;
        high = lead == 0xF4 ? 0x8F : high;
    }
    if (__builtin_expect(room >= 4, 1)) {
        /* All at once: well-formed text does not branch on each byte. */
        const bool well = s[1] >= low && s[1] <= high &&
                          (length < 3 || utf8_is_continuation(s[2])) &&
                          (length < 4 || utf8_is_continuation(s[3]));
        if (__builtin_expect(well, 1)) {
            return length;
        }
    }
    for (size_t i = 1; i < length; i++) {
        if (i >= room) {
            *fault = end;
            return 0;
        }
        if (s[i] < low || s[i] > high) {
            *fault = p + i;
            return 0;
        }
        low = 0x80;
        high = 0xBF;
    }
    return length;
}

/* Writes a code point that is no surrogate, or, for WTF-8, one that is. Gives the number of bytes.
 */
static inline size_t utf8_encode(char *out, unsigned c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    if (c < 0x800) {
        out[0] = (char)(0xC0 | c >> 6);
        out[1] = (char)(0x80 | (c & 0x3F));
        return 2;
    }
    if (c < 0x10000) {
        out[0] = (char)(0xE0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 0x3F));
        out[2] = (char)(0x80 | (c & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 0x3F));
    out[2] = (char)(0x80 | (c >> 6 & 0x3F));
    out[3] = (char)(0x80 | (c & 0x3F));
    return 4;
}

#endif
