/*
 * Writer, wide text: Latin-1, UTF-16 and UTF-32 into a JSON string. See writer_string.h.
 *
 * Runs of clean ASCII are narrowed to bytes sixteen at a time; every other character goes through
 * writer_point_put. Lone surrogates and, in UTF-32, what is beyond U+10FFFF are found there.
 */
#include "write/writer_text.h"

enum wide_unit { WIDE_LATIN1 = 1, WIDE_UTF16 = 2, WIDE_UTF32 = 4 };

/* Sixteen units as bytes. A unit beyond ASCII becomes a byte that wide_special finds. */
static inline vector wide_load(const void *s, const enum wide_unit unit)
{
    if (unit == WIDE_LATIN1) {
        return vector_load(s);
    }
    return unit == WIDE_UTF16 ? vector_load_narrow16(s) : vector_load_narrow32(s);
}

static inline uint32_t wide_at(const void *s, size_t i, const enum wide_unit unit)
{
    return unit == WIDE_LATIN1  ? ((const uint8_t *)s)[i]
           : unit == WIDE_UTF16 ? ((const uint16_t *)s)[i]
                                : ((const uint32_t *)s)[i];
}

static inline vector wide_special(vector v, bool script_safe)
{
    const vector special = vector_or(writer_escaped(v), v);
    return script_safe ? vector_or(special, vector_equal(v, '/')) : special;
}

static inline __attribute__((always_inline)) int32_t
wide_run(writer *w, const void *text, size_t length, const enum wide_unit unit, const bool pairs)
{
    const bool script_safe = w->script_safe;
    int32_t code = FJ_OK;
    size_t i = 0;
    char *p = writer_text_reserve(w, w->cursor, length, &code);
    if (p == NULL) {
        return code;
    }
    *p++ = '"';
    while (i < length) {
        if (length - i >= VECTOR_SIZE) {
            const vector v = wide_load((const char *)text + i * unit, unit);
            vector_store(p, v);
            const uint32_t found = vector_mask(wide_special(v, script_safe));
            const unsigned clean = found == 0 ? VECTOR_SIZE : vector_first(found);
            i += clean;
            p += clean;
            if (found == 0) {
                continue;
            }
        }
        /* One character, and those after it as long as they are not clean ASCII either. */
        uint32_t c;
        do {
            c = wide_at(text, i, unit);
            i++;
            if (pairs && c - 0xD800 < 0x400 && i < length) {
                const uint32_t low = wide_at(text, i, unit);
                if (low - 0xDC00 < 0x400) {
                    c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
                    i++;
                }
            }
            p = writer_point_put(w, p, c, &code);
            if (p == NULL) {
                return code;
            }
            p = writer_text_reserve(w, p, length - i, &code);
            if (p == NULL) {
                return code;
            }
        } while (i < length && (c >= 0x80 || length - i < VECTOR_SIZE));
    }
    *p = '"';
    w->cursor = p + 1;
    return FJ_OK;
}

int32_t writer_string_latin1(writer *w, const uint8_t *text, size_t length)
{
    return wide_run(w, text, length, WIDE_LATIN1, false);
}

int32_t writer_string_utf16(writer *w, const uint16_t *text, size_t length)
{
    return wide_run(w, text, length, WIDE_UTF16, true);
}

int32_t writer_string_ucs2(writer *w, const uint16_t *text, size_t length)
{
    return wide_run(w, text, length, WIDE_UTF16, false);
}

int32_t writer_string_utf32(writer *w, const uint32_t *text, size_t length)
{
    return wide_run(w, text, length, WIDE_UTF32, false);
}
