/*
 * Units: the characters of a string as a host holds them: one byte each if all are below U+0100,
 * else UTF-16.
 *
 * In: well-formed UTF-8 (or WTF-8: a surrogate is a unit like any other). Out: units, in memory
 * that has room for as many as there are bytes.
 */
#ifndef FASTJSON_TAPE_UNITS_H
#define FASTJSON_TAPE_UNITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Whether all characters are below U+0100: their first byte is at most 0xC3. */
static inline bool units_are_narrow(const char *text, size_t length)
{
    uint8_t highest = 0;
    for (size_t i = 0; i < length; i++) {
        const uint8_t c = (uint8_t)text[i];
        highest = c > highest ? c : highest;
    }
    return highest <= 0xC3;
}

static inline size_t units_write_narrow(uint8_t *out, const char *text, size_t length)
{
    const uint8_t *p = (const uint8_t *)text;
    const uint8_t *const end = p + length;
    uint8_t *const start = out;
    while (p < end) {
        const uint8_t c = *p++;
        *out++ = (uint8_t)(c < 0x80 ? c : c << 6 | (*p++ & 0x3F));
    }
    return (size_t)(out - start);
}

static inline size_t units_write_wide(uint16_t *out, const char *text, size_t length)
{
    const uint8_t *p = (const uint8_t *)text;
    const uint8_t *const end = p + length;
    uint16_t *const start = out;
    while (p < end) {
        const uint32_t c = *p;
        if (c >= 0xE0 && c < 0xF0) {
            *out++ = (uint16_t)((c & 0x0F) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu));
            p += 3;
        } else if (c < 0x80) {
            *out++ = (uint16_t)c;
            p += 1;
        } else if (c < 0xE0) {
            *out++ = (uint16_t)((c & 0x1F) << 6 | (p[1] & 0x3Fu));
            p += 2;
        } else {
            const uint32_t beyond =
                ((c & 0x07) << 18 | (p[1] & 0x3Fu) << 12 | (p[2] & 0x3Fu) << 6 | (p[3] & 0x3Fu)) -
                0x10000;
            *out++ = (uint16_t)(0xD800 + (beyond >> 10));
            *out++ = (uint16_t)(0xDC00 + (beyond & 0x3FF));
            p += 4;
        }
    }
    return (size_t)(out - start);
}

#endif
