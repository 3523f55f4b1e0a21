/*
 * Writer, escapes: the text that stands for a byte or code unit that may not stand for itself.
 *
 * All of it stores whole words: eight bytes of room for one escape, twelve for a pair.
 */
#ifndef FASTJSON_WRITER_ESCAPE_H
#define FASTJSON_WRITER_ESCAPE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The escapes of U+0000 to '\\', the last that has one: up to seven bytes, then how many they are.
 */
#define WRITER_ESCAPES 0x5D
extern const char writer_escapes[WRITER_ESCAPES][8] __attribute__((visibility("hidden")));

static inline bool writer_escape_needed(unsigned char c)
{
    return c < 0x20 || c == '"' || c == '\\';
}

/* For a byte that needs one. */
static inline char *writer_escape_put(char *p, unsigned char c)
{
    const char *const escape = writer_escapes[c];
    memcpy(p, escape, 8);
    return p + escape[7];
}

/* A code unit's four digits at once, one a byte, the first one lowest: from ten on a digit is 0x27
 * more away from '0' than its value. */
static inline uint32_t writer_unit_digits(uint32_t unit)
{
    uint32_t digits = (unit >> 12 & 15) | (unit & 0xF00) | (unit & 0xF0) << 12 | (unit & 15) << 24;
    digits += 0x30303030 + ((digits + 0x06060606) >> 4 & 0x01010101) * 0x27;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    digits = __builtin_bswap32(digits);
#endif
    return digits;
}

static inline char *writer_unit_put(char *p, uint32_t unit)
{
    const uint32_t digits = writer_unit_digits(unit);
    memcpy(p, "\\u", 2);
    memcpy(p + 2, &digits, 4);
    return p + 6;
}

#endif
