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

static inline char *writer_unit_put(char *p, uint32_t unit)
{
    static const char digits[16] = {'0', '1', '2', '3', '4', '5', '6', '7',
                                    '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
    const char escape[6] = {'\\',
                            'u',
                            digits[unit >> 12 & 15],
                            digits[unit >> 8 & 15],
                            digits[unit >> 4 & 15],
                            digits[unit & 15]};
    memcpy(p, escape, sizeof escape);
    return p + sizeof escape;
}

#endif
