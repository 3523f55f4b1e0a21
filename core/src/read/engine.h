/*
 * Engine: the reader's loop, inlined over a sink; included by a sink's file (see reader.h).
 *
 * There are two loops over the same events, both without recursion: open containers are one word
 * each on the reader's levels, so that only max_nesting bounds the depth. engine_plain.h goes byte
 * by byte: it is the specification, knows all options (compiled twice: for the strict grammar, in
 * which no option is looked at, and for all others) and tells what is wrong and where.
 * engine_direct.h reads texts by the strict grammar as quickly as the processor can, is compiled
 * once a kernel (scan/kernel.h), and leaves a text that has a fault to the plain loop to judge.
 *
 * A sink that wants strings where it keeps them, without their escapes, defines READER_SINK_COPIES
 * as the name of a function that says where,
 *
 *     char *sink_room(READER_SINK *);
 *
 * with room for all that is left of the text and DIRECT_SLACK bytes: the direct loop then writes
 * there and gives that place to sink_string and sink_key. A sink of which nothing else holds the
 * address, not even across its own calls, defines READER_SINK_LOCAL: it is kept in registers.
 *
 * A sink that wants each scalar and key as it stands in the text (with its quotes, not unescaped)
 * defines READER_SINK_TEXT as 1 and, in place of the functions for scalars and keys,
 *
 *     int32_t sink_text(READER_SINK *, const char *text, size_t length, bool is_key);
 *
 * A sink that reads a container while its text still comes defines READER_SINK_PAUSES as 1, and
 * READER_SINK_COPIES, where strings with escapes are written; others it gets where they stand in
 * the text. It is given
 *
 *     static int32_t engine_go_on(reader *reader, READER_SINK *sink, engine_pause *pause);
 *
 * in place of engine_run, and has no plain loop.
 *
 * A sink whose host has no integers apart from reals defines READER_SINK_NEGATIVE_ZERO as 1: -0
 * comes as sink_double(-0.0) then.
 */
#ifndef FASTJSON_ENGINE_H
#define FASTJSON_ENGINE_H

#include <string.h>

#include "number/number_read.h"
#include "read/comment.h"
#include "read/direct.h"
#include "read/reader.h"
#include "read/string.h"
#include "read/unescape.h"
#include "scan/block_vector.h"
#include "scan/kernel.h"
#include "scan/space.h"
#if defined(__x86_64__) && !defined(FASTJSON_PLAIN)
#include "number/number_digits_avx2.h"
#include "scan/block_avx2.h"
#include "scan/block_avx512.h"
#endif

#ifndef READER_SINK_TEXT
#define READER_SINK_TEXT 0
#endif
#ifndef READER_SINK_PAUSES
#define READER_SINK_PAUSES 0
#endif
#ifndef READER_SINK_NEGATIVE_ZERO
#define READER_SINK_NEGATIVE_ZERO 0
#endif

#define ENGINE_INLINE static inline __attribute__((always_inline))
#define ENGINE_LIKELY(x) __builtin_expect(!!(x), 1)
#define ENGINE_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* ---- scalars: each gives the byte after it, or NULL with *code and, for faults, reader->place
 * ---- */

ENGINE_INLINE const char *engine_fail(reader *r, const char *place, int32_t value, int32_t *code)
{
    *code = place == r->end ? FJ_ERROR_UNEXPECTED_END : value;
    r->place = place;
    return NULL;
}

/* A literal that is not there as a whole: where does it part? */
static __attribute__((noinline, cold)) const char *
engine_literal_fail(reader *r, const char *p, const char *literal, int32_t *code)
{
    while (p < r->end && *p == *literal && *literal != '\0') {
        p++;
        literal++;
    }
    return engine_fail(r, p, FJ_ERROR_UNEXPECTED_BYTE, code);
}

ENGINE_INLINE const char *engine_literal(reader *r, const char *p, const char *literal,
                                         size_t length, int32_t *code)
{
    if (ENGINE_LIKELY((size_t)(r->end - p) >= length && memcmp(p, literal, length) == 0)) {
        return p + length;
    }
    return engine_literal_fail(r, p, literal, code);
}

static __attribute__((noinline, cold)) const char *
engine_number_fail(reader *r, const number_fault *fault, int32_t *code)
{
    r->place = fault->place;
    *code = fault->place == r->end             ? FJ_ERROR_UNEXPECTED_END
            : fault->kind == NUMBER_FAULT_BYTE ? FJ_ERROR_INVALID_NUMBER
                                               : FJ_ERROR_NUMBER_OUT_OF_RANGE;
    return NULL;
}

/* A number's text has other bytes than digits: they are counted only where it is too long with
 * them. */
static __attribute__((noinline, cold)) size_t engine_digits_count(const char *p, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        count += (unsigned char)(p[i] - '0') <= 9;
    }
    return count;
}

ENGINE_INLINE bool engine_digits_within(reader *r, const char *p, size_t length, int32_t *code)
{
    if (ENGINE_UNLIKELY(length > r->options.max_number_digits) &&
        engine_digits_count(p, length) > r->options.max_number_digits) {
        r->place = p;
        *code = FJ_ERROR_LIMIT;
        return false;
    }
    return true;
}

#if READER_SINK_TEXT

ENGINE_INLINE const char *engine_word(reader *r, READER_SINK *sink, const char *p,
                                      const char *literal, size_t length, int32_t *code)
{
    const char *const next = engine_literal(r, p, literal, length, code);
    if (ENGINE_LIKELY(next != NULL)) {
        *code = sink_text(sink, p, length, false);
    }
    return next;
}

#define engine_null(r, sink, p, code) engine_word(r, sink, p, "null", 4, code)
#define engine_true(r, sink, p, code) engine_word(r, sink, p, "true", 4, code)
#define engine_false(r, sink, p, code) engine_word(r, sink, p, "false", 5, code)

ENGINE_INLINE const char *engine_nonfinite(reader *r, READER_SINK *sink, const char *p,
                                           const char *literal, size_t length, double value,
                                           int32_t *code)
{
    (void)value;
    return engine_word(r, sink, p, literal, length, code);
}

ENGINE_INLINE const char *engine_string(reader *r, READER_SINK *sink, const char *p, bool is_key,
                                        const bool strict, int32_t *code)
{
    const char *const next = string_check(r, p + 1, code);
    if (ENGINE_UNLIKELY(next == NULL)) {
        return NULL;
    }
    if (!strict && (size_t)(next - p) - 2 > r->options.max_string_bytes) {
        /* Longer as it stands; shorter unescaped? */
        string_span span;
        if (string_read(r, p + 1, &span, code) == NULL) {
            return NULL;
        }
        if (span.length > r->options.max_string_bytes) {
            r->place = p;
            *code = FJ_ERROR_LIMIT;
            return NULL;
        }
    }
    *code = sink_text(sink, p, (size_t)(next - p), is_key);
    return next;
}

ENGINE_INLINE const char *engine_number_event(reader *r, READER_SINK *sink, const number *n,
                                              const char *next, int32_t *code)
{
    if (ENGINE_UNLIKELY(n->kind == NUMBER_BIGINT) &&
        !engine_digits_within(r, n->text, n->length, code)) {
        return NULL;
    }
    *code = sink_text(sink, n->text, n->length, false);
    return next;
}

ENGINE_INLINE int32_t engine_number_text(READER_SINK *sink, const char *p, size_t length,
                                         bool bigint)
{
    (void)bigint;
    return sink_text(sink, p, length, false);
}

#else

ENGINE_INLINE const char *engine_null(reader *r, READER_SINK *sink, const char *p, int32_t *code)
{
    const char *const next = engine_literal(r, p, "null", 4, code);
    if (ENGINE_LIKELY(next != NULL)) {
        *code = sink_null(sink);
    }
    return next;
}

ENGINE_INLINE const char *engine_true(reader *r, READER_SINK *sink, const char *p, int32_t *code)
{
    const char *const next = engine_literal(r, p, "true", 4, code);
    if (ENGINE_LIKELY(next != NULL)) {
        *code = sink_boolean(sink, true);
    }
    return next;
}

ENGINE_INLINE const char *engine_false(reader *r, READER_SINK *sink, const char *p, int32_t *code)
{
    const char *const next = engine_literal(r, p, "false", 5, code);
    if (ENGINE_LIKELY(next != NULL)) {
        *code = sink_boolean(sink, false);
    }
    return next;
}

ENGINE_INLINE const char *engine_nonfinite(reader *r, READER_SINK *sink, const char *p,
                                           const char *literal, size_t length, double value,
                                           int32_t *code)
{
    const char *const next = engine_literal(r, p, literal, length, code);
    if (ENGINE_LIKELY(next != NULL)) {
        *code = sink_double(sink, value);
    }
    return next;
}

ENGINE_INLINE const char *engine_string(reader *r, READER_SINK *sink, const char *p, bool is_key,
                                        const bool strict, int32_t *code)
{
    string_span span;
    const char *const next = string_read(r, p + 1, &span, code);
    if (ENGINE_UNLIKELY(next == NULL)) {
        return NULL;
    }
    if (!strict && span.length > r->options.max_string_bytes) {
        r->place = p;
        *code = FJ_ERROR_LIMIT;
        return NULL;
    }
    r->place = p; /* where a sink's refusal is reported */
    *code = is_key ? sink_key(sink, span.bytes, span.length, span.flags)
                   : sink_string(sink, span.bytes, span.length, span.flags);
    return next;
}

ENGINE_INLINE const char *engine_number_event(reader *r, READER_SINK *sink, const number *n,
                                              const char *next, int32_t *code)
{
    if (ENGINE_LIKELY(n->kind == NUMBER_INT64)) {
        *code = READER_SINK_NEGATIVE_ZERO && ENGINE_UNLIKELY(n->int64 == 0 && n->negative)
                    ? sink_double(sink, -0.0)
                    : sink_int64(sink, n->int64);
    } else if (ENGINE_LIKELY(n->kind == NUMBER_DOUBLE)) {
        *code = sink_double(sink, n->real);
    } else if (n->kind == NUMBER_UINT64) {
        *code = sink_uint64(sink, n->uint64);
    } else {
        if (!engine_digits_within(r, n->text, n->length, code)) {
            return NULL;
        }
        *code = sink_bigint(sink, n->text, n->length);
    }
    return next;
}

ENGINE_INLINE int32_t engine_number_text(READER_SINK *sink, const char *p, size_t length,
                                         bool bigint)
{
    return bigint ? sink_bigint(sink, p, length) : sink_decimal(sink, p, length);
}

#endif

/* Numbers as the options want them: non-finite ones, and text instead of values. */
static __attribute__((noinline)) const char *engine_number_lenient(reader *r, READER_SINK *sink,
                                                                   const char *p, int32_t *code)
{
    const fj_parse_options *const o = &r->options;
    if (o->allow_nan && r->end - p >= 2 && p[0] == '-' && p[1] == 'I') {
        return engine_nonfinite(r, sink, p, "-Infinity", 9, -__builtin_inf(), code);
    }
    if (o->big_numbers != FJ_NUMBERS_DOUBLE) {
        const number_result text = number_read_text(p, r->end);
        if (text.fault != NUMBER_FAULT_NONE) {
            const number_fault fault = {.kind = text.fault, .place = text.next};
            return engine_number_fail(r, &fault, code);
        }
        if (text.kind == NUMBER_DECIMAL || o->big_numbers == FJ_NUMBERS_TEXT) {
            const size_t length = (size_t)(text.next - p);
            if (!engine_digits_within(r, p, length, code)) {
                return NULL;
            }
            *code = engine_number_text(sink, p, length, false);
            return text.next;
        }
    }
    number n;
    number_fault fault = {0};
    const char *next = number_read(p, r->ahead, &n, &fault);
    if (next == NULL) {
        if (fault.kind != NUMBER_FAULT_RANGE || !o->allow_nan) {
            return engine_number_fail(r, &fault, code);
        }
        next = n.text + n.length;
    }
    return engine_number_event(r, sink, &n, next, code);
}

ENGINE_INLINE const char *engine_number(reader *r, READER_SINK *sink, const char *p,
                                        const bool strict, int32_t *code)
{
    if (!strict) {
        return engine_number_lenient(r, sink, p, code);
    }
    number n;
    number_fault fault = {.kind = NUMBER_FAULT_NONE};
    const char *const next = number_read(p, r->ahead, &n, &fault);
    if (ENGINE_UNLIKELY(next == NULL)) {
        return engine_number_fail(r, &fault, code);
    }
    return engine_number_event(r, sink, &n, next, code);
}

/* What the direct loop says of a text that breaks the grammar, at or after what it has read. */
#define ENGINE_FAULT_SOMEWHERE (-1)

#if READER_SINK_TEXT

#define direct_null(sink, p) sink_text(sink, p, 4, false)
#define direct_true(sink, p) sink_text(sink, p, 4, false)
#define direct_false(sink, p) sink_text(sink, p, 5, false)

#else

#define direct_null(sink, p) sink_null(sink)
#define direct_true(sink, p) sink_boolean(sink, true)
#define direct_false(sink, p) sink_boolean(sink, false)

#endif

#if READER_SINK_PAUSES

/* What comes next. White space may stand before it, but for what comes after a value, where the
 * byte itself is looked at first. */
enum engine_next {
    ENGINE_AT_VALUE,
    ENGINE_AT_FIRST, /* of a container, or its end */
    ENGINE_AT_KEY,
    ENGINE_AT_COLON,
    ENGINE_AT_SEPARATOR, /* a comma or the container's end; the value before it is counted */
    ENGINE_AFTER_VALUE,
    ENGINE_AFTER_CONTAINER, /* which is closed, and still on the levels */
};

/* Where a reading goes on. All zero: at its beginning. */
typedef struct engine_pause {
    enum engine_next at;
    bool more;      /* text may follow: pause where it could matter. Else it is all there */
    size_t offset;  /* of the first byte that was not read */
    size_t depth;   /* containers that are open */
    uint64_t level; /* of the innermost */
} engine_pause;

#else
#include "read/engine_plain.h"
#endif

#define DIRECT_KERNEL vector
#define DIRECT_TARGET
#include "read/engine_direct.h"

#if defined(__x86_64__) && !defined(FASTJSON_PLAIN)
#define DIRECT_KERNEL avx2
#define DIRECT_TARGET BLOCK_TARGET_avx2
#define DIRECT_SIXTEEN digits_sixteen_avx2
#include "read/engine_direct.h"

#define DIRECT_KERNEL avx512
#define DIRECT_TARGET BLOCK_TARGET_avx512
#define DIRECT_SIXTEEN digits_sixteen_avx2
#include "read/engine_direct.h"
#endif

#if READER_SINK_PAUSES

/* Reads on in a container: the reader's text is all that is there of it, from its first byte on. If
 * more may follow it does not end in a part of a number; else DIRECT_AHEAD zeros can be read behind
 * it, up to reader->ahead. FJ_OK: the container ends at pause->offset, and what comes after it was
 * not looked at. FJ_MORE: it has been read up to there. Or a code, without a place: the reading
 * cannot go on. */
static int32_t engine_go_on(reader *r, READER_SINK *sink, engine_pause *pause)
{
    int32_t code;
    r->partial = true;
    switch (kernel_in_use->block) {
#if defined(__x86_64__) && !defined(FASTJSON_PLAIN)
    case KERNEL_BLOCK_AVX2:
        code = engine_direct_avx2(r, sink, pause);
        break;
    case KERNEL_BLOCK_AVX512:
        code = engine_direct_avx512(r, sink, pause);
        break;
#endif
    default:
        code = engine_direct_vector(r, sink, pause);
        break;
    }
    pause->offset = (size_t)(r->place - r->text);
    return code;
}

#else

static __attribute__((noinline)) int32_t engine_run_lenient(reader *r, READER_SINK *sink)
{
    return engine_plain(r, sink, false);
}

static __attribute__((noinline)) int32_t engine_run_strict(reader *r, READER_SINK *sink)
{
    return engine_plain(r, sink, true);
}

ENGINE_INLINE int32_t engine_run_kernel(reader *r, READER_SINK *sink)
{
    switch (kernel_in_use->block) {
#if defined(__x86_64__) && !defined(FASTJSON_PLAIN)
    case KERNEL_BLOCK_AVX2:
        return engine_direct_avx2(r, sink);
    case KERNEL_BLOCK_AVX512:
        return engine_direct_avx512(r, sink);
#endif
    case KERNEL_BLOCK_VECTOR:
        return engine_direct_vector(r, sink);
    default:
        return engine_run_strict(r, sink);
    }
}

/* Reads the text of the reader into the sink. FJ_OK, or a code, with reader->place for a fault. */
static int32_t engine_run(reader *r, READER_SINK *sink)
{
    if (ENGINE_UNLIKELY(!r->direct)) {
        return r->strict ? engine_run_strict(r, sink) : engine_run_lenient(r, sink);
    }
    const char *const end = r->end;
    const char *const ahead = r->ahead;
    const int32_t code = engine_run_kernel(r, sink);
    r->end = end;
    r->ahead = ahead;
    return ENGINE_LIKELY(code != ENGINE_FAULT_SOMEWHERE) ? code : reader_diagnose(r);
}

#endif

#endif
