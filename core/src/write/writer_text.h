/*
 * Writer, text: what writer_text.c (UTF-8) and writer_wide.c (other widths) share: one code point,
 * by the options. It stands below both and is in no hot loop of clean text.
 *
 * In: a place with WRITER_POINT_MAX bytes of room and a code point, a surrogate included. Out: the
 * place after it, or NULL and a code.
 */
#ifndef FASTJSON_WRITER_TEXT_H
#define FASTJSON_WRITER_TEXT_H

#include "scan/utf8.h"
#include "write/writer.h"
#include "write/writer_escape.h"

#define WRITER_POINT_MAX 16

static inline char *writer_surrogate_put(const writer *w, char *p, uint32_t unit, int32_t *code)
{
    if (w->lone_surrogates == FJ_WRITE_SURROGATES_ESCAPE) {
        return writer_unit_put(p, unit);
    }
    if (w->lone_surrogates != FJ_WRITE_SURROGATES_REPLACE) {
        *code = FJ_ERROR_LONE_SURROGATE;
        return NULL;
    }
    if (w->ascii_only) {
        return writer_unit_put(p, 0xFFFD);
    }
    return p + utf8_encode(p, 0xFFFD);
}

static inline char *writer_point_put(const writer *w, char *p, uint32_t c, int32_t *code)
{
    if (c < 0x80) {
        if (writer_escape_needed((unsigned char)c)) {
            return writer_escape_put(p, (unsigned char)c);
        }
        *p = '\\';
        p += c == '/' && w->script_safe;
        *p = (char)c;
        return p + 1;
    }
    if (c - 0xD800 < 0x800) {
        return writer_surrogate_put(w, p, c, code);
    }
    if (c > 0x10FFFF) {
        *code = FJ_ERROR_INVALID_UTF8;
        return NULL;
    }
    if (w->ascii_only) {
        if (c < 0x10000) {
            return writer_unit_put(p, c);
        }
        p = writer_unit_put(p, 0xD800 + ((c - 0x10000) >> 10));
        return writer_unit_put(p, 0xDC00 + (c & 0x3FF));
    }
    if (w->script_safe && (c == 0x2028 || c == 0x2029)) {
        return writer_unit_put(p, c);
    }
    return p + utf8_encode(p, c);
}

/* Keeps the promise of a string's loop: room for what is left if it is clean, for one code point,
 * and for a vector's overhang. `sure` as in writer_grow. NULL and a code if that cannot be had. */
#define WRITER_TEXT_ROOM (WRITER_POINT_MAX + VECTOR_SIZE + 2)

static inline char *writer_text_reserve(writer *w, char *p, size_t left, int32_t *code)
{
    if (__builtin_expect((size_t)(w->limit - p) >= WRITER_TEXT_ROOM + WRITER_SPARE &&
                             (size_t)(w->limit - p) - (WRITER_TEXT_ROOM + WRITER_SPARE) >= left,
                         1)) {
        return p;
    }
    w->cursor = p;
    *code = left > PTRDIFF_MAX ? FJ_ERROR_MEMORY : writer_grow(w, left + WRITER_TEXT_ROOM, left);
    return *code == FJ_OK ? w->cursor : NULL;
}

#endif
