/* Units: UTF-16, as JavaScript's strings are, to UTF-8. See environment.h. */
#include <string.h>

#include "environment.h"

size_t units_to_utf8(char *out, const uint16_t *units, size_t count)
{
    char *const start = out;
    size_t i = 0;
    while (i < count) {
        while (count - i >= 8) {
            uint64_t low, high;
            memcpy(&low, units + i, sizeof low);
            memcpy(&high, units + i + 4, sizeof high);
            if (((low | high) & UINT64_C(0xFF80FF80FF80FF80)) != 0) {
                break;
            }
            for (int k = 0; k < 8; k++) {
                out[k] = (char)units[i + (size_t)k];
            }
            out += 8;
            i += 8;
        }
        /* Up to eight units singly, then the quick way is tried again. */
        const size_t stop = count - i < 8 ? count : i + 8;
        while (i < stop) {
            const uint32_t unit = units[i++];
            if (unit < 0x80) {
                *out++ = (char)unit;
            } else if (unit < 0x800) {
                *out++ = (char)(0xC0 | unit >> 6);
                *out++ = (char)(0x80 | (unit & 0x3F));
            } else if ((unit & 0xFC00) == 0xD800 && i < count && (units[i] & 0xFC00) == 0xDC00) {
                const uint32_t point = 0x10000 + ((unit & 0x3FF) << 10) + (units[i++] & 0x3FFu);
                *out++ = (char)(0xF0 | point >> 18);
                *out++ = (char)(0x80 | (point >> 12 & 0x3F));
                *out++ = (char)(0x80 | (point >> 6 & 0x3F));
                *out++ = (char)(0x80 | (point & 0x3F));
            } else {
                *out++ = (char)(0xE0 | unit >> 12);
                *out++ = (char)(0x80 | (unit >> 6 & 0x3F));
                *out++ = (char)(0x80 | (unit & 0x3F));
            }
        }
    }
    return (size_t)(out - start);
}

size_t utf8_to_units(uint16_t *out, const char *text, size_t length)
{
    const uint8_t *p = (const uint8_t *)text;
    const uint8_t *const end = p + length;
    uint16_t *const start = out;
    while (p < end) {
        while (end - p >= 16) {
            uint64_t low, high;
            memcpy(&low, p, sizeof low);
            memcpy(&high, p + 8, sizeof high);
            if (((low | high) & UINT64_C(0x8080808080808080)) != 0) {
                break;
            }
            for (int k = 0; k < 16; k++) {
                out[k] = p[k];
            }
            out += 16;
            p += 16;
        }
        while (p < end && *p < 0x80) {
            *out++ = *p++;
        }
        /* Characters of three bytes, and others beyond ASCII, come in runs. */
        while (p < end && *p >= 0x80) {
            const uint32_t c = *p;
            if (c >= 0xE0 && c < 0xF0) {
                *out++ = (uint16_t)((c & 0x0F) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu));
                p += 3;
            } else if (c < 0xE0) {
                *out++ = (uint16_t)((c & 0x1F) << 6 | (p[1] & 0x3Fu));
                p += 2;
            } else {
                const uint32_t point =
                    (c & 0x07) << 18 | (p[1] & 0x3Fu) << 12 | (p[2] & 0x3Fu) << 6 | (p[3] & 0x3Fu);
                *out++ = (uint16_t)(0xD800 + ((point - 0x10000) >> 10));
                *out++ = (uint16_t)(0xDC00 + ((point - 0x10000) & 0x3FF));
                p += 4;
            }
        }
    }
    return (size_t)(out - start);
}
