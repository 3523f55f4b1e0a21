/* Writer, scalars: null, booleans, numbers, and text that is written as it is. See writer.h. */
#ifndef FASTJSON_WRITER_SCALAR_H
#define FASTJSON_WRITER_SCALAR_H

#include "number/number_write.h"
#include "write/writer.h"

/* By the option: null, the literal, or FJ_ERROR_NAN. */
int32_t writer_not_finite(writer *w, double value);

/* Any length; not inlined. */
int32_t writer_verbatim(writer *w, const char *text, size_t length);

static inline int32_t writer_null(writer *w)
{
    const int32_t code = writer_reserve(w, 4);
    if (__builtin_expect(code == FJ_OK, 1)) {
        memcpy(w->cursor, "null", 4);
        w->cursor += 4;
    }
    return code;
}

static inline int32_t writer_boolean(writer *w, bool value)
{
    const int32_t code = writer_reserve(w, 8);
    if (__builtin_expect(code == FJ_OK, 1)) {
        memcpy(w->cursor, value ? "true    " : "false   ", 8);
        w->cursor += value ? 4 : 5;
    }
    return code;
}

static inline int32_t writer_int64(writer *w, int64_t value)
{
    const int32_t code = writer_reserve(w, NUMBER_TEXT_MAX);
    if (__builtin_expect(code == FJ_OK, 1)) {
        w->cursor = number_write_int64(w->cursor, value);
    }
    return code;
}

static inline int32_t writer_uint64(writer *w, uint64_t value)
{
    const int32_t code = writer_reserve(w, NUMBER_TEXT_MAX);
    if (__builtin_expect(code == FJ_OK, 1)) {
        w->cursor = number_write_uint64(w->cursor, value);
    }
    return code;
}

/* Looked at as bits: independent of -ffast-math and of the floating-point environment. */
static inline bool writer_is_finite(double value)
{
    return (number_bits_from_double(value) >> 52 & 0x7FF) != 0x7FF;
}

static inline int32_t writer_double(writer *w, double value, bool point_zero)
{
    if (__builtin_expect(!writer_is_finite(value), 0)) {
        return writer_not_finite(w, value);
    }
    const int32_t code = writer_reserve(w, NUMBER_TEXT_MAX);
    if (__builtin_expect(code == FJ_OK, 1)) {
        w->cursor = number_write_double(w->cursor, value, point_zero && !w->canonical);
    }
    return code;
}

static inline int32_t writer_digits(writer *w, const char *text, size_t length)
{
    return writer_verbatim(w, text, length);
}

static inline int32_t writer_raw(writer *w, const char *text, size_t length)
{
    return writer_verbatim(w, text, length);
}

#endif
