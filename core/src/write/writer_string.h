/*
 * Writer, strings: quotes, and between them the text with what must be escaped. See writer.h.
 *
 * Done here: strings that are known to be written as they are, and short ones. Of those sixteen
 * bytes are copied and looked at in one go, whatever they are, and only if one of them needs more
 * than that is it undone and the call made. All else is in writer_text.c (UTF-8) and writer_wide.c
 * (the other widths).
 */
#ifndef FASTJSON_WRITER_STRING_H
#define FASTJSON_WRITER_STRING_H

#include "scan/vector.h"
#include "write/writer.h"

#define WRITER_SHORT_STRING (2 * VECTOR_SIZE)

/* Any length, any bytes, not inlined. */
int32_t writer_text(writer *w, const char *text, size_t length, uint32_t flags);

int32_t writer_string_latin1(writer *w, const uint8_t *text, size_t length);
int32_t writer_string_utf16(writer *w, const uint16_t *text, size_t length);
/* Code points below U+10000: two surrogates that stand together are no pair, as in UTF-32. */
int32_t writer_string_ucs2(writer *w, const uint16_t *text, size_t length);
int32_t writer_string_utf32(writer *w, const uint32_t *text, size_t length);

/* The bytes that no JSON string may hold as they are. */
static inline vector writer_escaped(vector v)
{
    return vector_or(vector_below(v, 0x20), vector_or(vector_equal(v, '"'), vector_equal(v, '\\')));
}

/* Whether the flags say that the string is written byte for byte as it is. */
static inline bool writer_string_is_copy(const writer *w, uint32_t flags)
{
    return (flags & (WRITER_STRING_PLAIN | WRITER_STRING_SURROGATES)) == WRITER_STRING_PLAIN &&
           (flags & w->known) != 0;
}

/* A string that is written as it is, with quotes: not looked at. All that is stored lies within
 * them. */
#define WRITER_COPY 128 /* bytes that are copied without a call */
static inline char *writer_string_copy(char *p, const char *text, size_t length)
{
    *p++ = '"';
    if (length >= VECTOR_SIZE) {
        const size_t last = length - VECTOR_SIZE;
        for (size_t i = 0; i < last; i += VECTOR_SIZE) {
            vector_store(p + i, vector_load(text + i));
        }
        vector_store(p + last, vector_load(text + last));
    } else if (length >= 8) {
        memcpy(p, text, 8);
        memcpy(p + length - 8, text + length - 8, 8);
    } else if (length >= 4) {
        memcpy(p, text, 4);
        memcpy(p + length - 4, text + length - 4, 4);
    } else if (length != 0) {
        p[0] = text[0];
        p[length / 2] = text[length / 2];
        p[length - 1] = text[length - 1];
    }
    p[length] = '"';
    return p + length + 1;
}

/* A string of at most WRITER_SHORT_STRING bytes, with quotes, where there is room for as many and
 * two more. NULL: something in it needs an escape, or lies beyond ASCII. */
static inline char *writer_string_put(char *p, const char *text, size_t length)
{
    uint32_t unclean;
    *p++ = '"';
    if (length < VECTOR_SIZE) {
        const vector v = vector_load_short(text, length);
        vector_store(p, v);
        unclean = vector_mask(vector_or(writer_escaped(v), v)) & ((1u << length) - 1);
    } else {
        const vector a = vector_load(text);
        const vector b = vector_load(text + length - VECTOR_SIZE);
        vector_store(p, a);
        vector_store(p + length - VECTOR_SIZE, b);
        unclean = vector_mask(
            vector_or(vector_or(writer_escaped(a), a), vector_or(writer_escaped(b), b)));
    }
    if (__builtin_expect(unclean != 0, 0)) {
        return NULL;
    }
    p[length] = '"';
    return p + length + 1;
}

static inline int32_t writer_string(writer *w, const char *text, size_t length, uint32_t flags)
{
    if (writer_string_is_copy(w, flags) && length <= WRITER_COPY &&
        writer_has_room(w, WRITER_COPY + 2)) {
        w->cursor = writer_string_copy(w->cursor, text, length);
        return FJ_OK;
    }
    if (__builtin_expect(length <= w->short_string && writer_has_room(w, WRITER_SHORT_STRING + 2),
                         1)) {
        char *const p = writer_string_put(w->cursor, text, length);
        if (__builtin_expect(p != NULL, 1)) {
            w->cursor = p;
            return FJ_OK;
        }
    }
    return writer_text(w, text, length, flags);
}

#endif
