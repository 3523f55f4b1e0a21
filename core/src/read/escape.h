/*
 * Escapes of RFC 8259 section 7, as everything that reads them sees them: letters and hex digits.
 *
 * In: bytes. Out: what they mean. What an escape may not be, and where, is for those who read.
 */
#ifndef FASTJSON_READ_ESCAPE_H
#define FASTJSON_READ_ESCAPE_H

#include <stdint.h>

/* The byte that a one-letter escape stands for; 0: no such escape. */
extern const char escape_letters[256] __attribute__((visibility("hidden")));

/* The value of a hex digit, with a bit that no digit sets for all other bytes. */
#define ESCAPE_HEX_NONE 0x10000u
extern const uint32_t escape_hex[256] __attribute__((visibility("hidden")));

static inline uint32_t escape_digit(char c)
{
    return escape_hex[(unsigned char)c];
}

/* Four hex digits; ESCAPE_HEX_NONE or more if one is none. */
static inline uint32_t escape_hex4(const char *p)
{
    const uint32_t a = escape_digit(p[0]);
    const uint32_t b = escape_digit(p[1]);
    const uint32_t c = escape_digit(p[2]);
    const uint32_t d = escape_digit(p[3]);
    return (a << 12 | b << 8 | c << 4 | d) | ((a | b | c | d) & ESCAPE_HEX_NONE);
}

#endif
