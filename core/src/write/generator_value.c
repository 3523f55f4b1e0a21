/*
 * Generator, more than one value by a call: raw fragments and values of a document.
 *
 * In: JSON text, or a value with all that it contains. Out: what the single calls would have
 * written. A value is walked by means of the generator's own open containers.
 */
#include "document/document.h"
#include "write/generator.h"

/* ---- raw fragments ---- */

/* As if the fragment's values had been written one by one: so deep, and no deeper. */
static int32_t generator_raw_check(const fj_generator *g, const char *text, size_t length)
{
    const writer *const w = &g->writer;
    fj_parse_options options = {
        .size = sizeof options, .max_number_digits = UINT64_MAX, .allocator = w->allocator};
    options.max_nesting = w->max_nesting == FJ_UNLIMITED ? FJ_UNLIMITED : w->max_nesting - w->depth;
    const bool none = options.max_nesting == 0; /* which the options cannot say */
    options.max_nesting += none;
    const int32_t code = fj_validate(text, length, &options, NULL);
    if (code == FJ_OK && none) {
        const char *p = text;
        while (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r') {
            p++;
        }
        return *p == '{' || *p == '[' ? FJ_ERROR_NESTING : FJ_OK;
    }
    return code;
}

int32_t fj_generator_raw(fj_generator *generator, const char *text, size_t length, int32_t vouched)
{
    fj_generator *const g = generator;
    int32_t code = generator_value_begin(g);
    if (code != FJ_OK) {
        return code;
    }
    if (text == NULL || length > PTRDIFF_MAX) {
        return generator_fail(g, FJ_ERROR_ARGUMENT, "text is NULL, or longer than memory can be");
    }
    if (!vouched) {
        code = generator_raw_check(g, text, length);
        if (code != FJ_OK) {
            return generator_fail(g, code, "in a raw fragment");
        }
    }
    return generator_value_end(g, generator_verbatim(g, text, length));
}

/* ---- values of a document ---- */

/* As fj_generate does: NaN and the infinities may have been kept as text. */
static int32_t generator_number_text(fj_generator *g, const fj_value *v)
{
    double real;
    if (fj_value_double(v, &real) == FJ_OK && !writer_is_finite(real)) {
        return fj_generator_double(g, real);
    }
    if (fj_generator_number(g, v->as.text, (size_t)value_length(v)) == FJ_ERROR_INVALID_NUMBER) {
        g->code = FJ_ERROR_TYPE;
    }
    return g->code;
}

static uint32_t value_string_flags(const fj_value *v)
{
    const uint32_t flags =
        value_flags(v) & (FJ_STRING_ASCII | FJ_STRING_PLAIN | FJ_STRING_SURROGATES);
    return flags | (flags & FJ_STRING_PLAIN ? WRITER_STRING_VALID : 0);
}

static int32_t generator_scalar(fj_generator *g, const fj_value *v)
{
    switch (value_kind(v)) {
    case FJ_NULL:
        return fj_generator_null(g);
    case FJ_FALSE:
    case FJ_TRUE:
        return fj_generator_boolean(g, value_kind(v) == FJ_TRUE);
    case FJ_INT64:
        return fj_generator_int64(g, v->as.int64);
    case FJ_UINT64:
        return fj_generator_uint64(g, v->as.uint64);
    case FJ_DOUBLE:
        return fj_generator_double(g, v->as.real);
    case FJ_BIGINT:
    case FJ_DECIMAL:
        return generator_number_text(g, v);
    case FJ_STRING:
        return generator_string(g, v->as.text, (size_t)value_length(v), value_string_flags(v));
    default:
        return generator_fail(g, FJ_ERROR_TYPE, NULL);
    }
}

int32_t fj_generator_value(fj_generator *generator, const fj_value *value)
{
    fj_generator *const g = generator;
    if (g == NULL) {
        return FJ_ERROR_ARGUMENT;
    }
    if (g->code != FJ_OK) {
        return g->code;
    }
    if (value == NULL) {
        return generator_fail(g, FJ_ERROR_ARGUMENT, "value is NULL");
    }
    const uint32_t outside = g->writer.depth;
    const fj_value *end = value_next(value);
    const fj_value *v = value;
    for (;;) {
        const bool in_object = g->writer.depth > outside && generator_inner(g)->is_object;
        int32_t code = FJ_OK;
        if (in_object) {
            if (value_kind(v) != FJ_STRING || v + 1 == end) {
                return generator_fail(g, FJ_ERROR_TYPE, NULL);
            }
            code = generator_key(g, v->as.text, (size_t)value_length(v), value_string_flags(v));
            v++;
        }
        if (code == FJ_OK && value_kind(v) >= FJ_ARRAY && value_kind(v) <= FJ_OBJECT) {
            if (v->as.span == 0 || v->as.span > (uint64_t)(end - v)) {
                return generator_fail(g, FJ_ERROR_TYPE, NULL);
            }
            code = generator_begin(g, value_kind(v) == FJ_OBJECT);
            if (code == FJ_OK) {
                end = v + v->as.span;
                generator_inner(g)->end = end;
            }
        } else if (code == FJ_OK) {
            code = generator_scalar(g, v);
        }
        if (code != FJ_OK) {
            return code;
        }
        v++;
        while (g->writer.depth > outside && v == end) {
            code = generator_end(g, generator_inner(g)->is_object);
            if (code != FJ_OK) {
                return code;
            }
            end = g->writer.depth > outside ? generator_inner(g)->end : v;
        }
        if (g->writer.depth == outside) {
            return FJ_OK;
        }
    }
}
