/*
 * UTF-8 to the forms that str has: code points of 1, 2 or 4 bytes.
 *
 * In: UTF-8 that is known to be valid (surrogates are let through). Out: how many code points it
 * has and which form holds them, then the code points. One file a kernel; nothing outside the text
 * is read, and nothing outside the result written.
 */
#ifndef FASTJSON_HOSTS_CPYTHON_UTF8_H
#define FASTJSON_HOSTS_CPYTHON_UTF8_H

#include <stddef.h>
#include <stdint.h>

typedef struct cpython_utf8 {
    /* The number of code points, and the highest byte, by which the form is told. */
    size_t (*measure)(const unsigned char *text, size_t length, unsigned *highest);
    /* By the bytes of a code point, 1, 2 and 4, in that order. `count` is the number of them. */
    void (*decode[3])(const unsigned char *text, size_t length, void *out, size_t count);
} cpython_utf8;

/* The one of the kernel that is in use (scan/kernel.h). */
const cpython_utf8 *cpython_utf8_choose(void);

extern const cpython_utf8 cpython_utf8_plain;
#if defined(__x86_64__) && !defined(FASTJSON_PLAIN)
extern const cpython_utf8 cpython_utf8_avx2;
#endif

/* One code point of two to four bytes. */
static inline __attribute__((always_inline)) uint32_t cpython_utf8_next(const unsigned char **text)
{
    const unsigned char *const p = *text;
    const uint32_t c = *p;
    if (c < 0xE0) {
        *text = p + 2;
        return (c & 0x1F) << 6 | (p[1] & 0x3Fu);
    }
    if (c < 0xF0) {
        *text = p + 3;
        return (c & 0x0F) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
    }
    *text = p + 4;
    return (c & 0x07) << 18 | (p[1] & 0x3Fu) << 12 | (p[2] & 0x3Fu) << 6 | (p[3] & 0x3Fu);
}

static inline __attribute__((always_inline)) void cpython_utf8_put(void *out, size_t index,
                                                                   uint32_t c, const unsigned width)
{
    if (width == 1) {
        ((uint8_t *)out)[index] = (uint8_t)c;
    } else if (width == 2) {
        ((uint16_t *)out)[index] = (uint16_t)c;
    } else {
        ((uint32_t *)out)[index] = c;
    }
}

#endif
