/*
 * The source of CPython's values: scalars, keys, and what is open; see cpython_write.c, which
 * walks.
 *
 * In: objects, by exact type. Out: the writer's emitters called, and frames entered and left. Only
 * cpython_write.c includes it; it is apart because it is the part that knows one value at a time.
 */
#ifndef FASTJSON_HOSTS_CPYTHON_SOURCE_H
#define FASTJSON_HOSTS_CPYTHON_SOURCE_H

#include <string.h>

#include "hosts/cpython.h"
#include "hosts/cpython_frames.h"
#include "hosts/cpython_options.h"
#include "hosts/cpython_pairs.h"
#include "write/writer.h"

typedef struct cpython_source {
    cpython *host;
    const cpython_generate_options *options; /* NULL: the defaults */
    py_object *default_;                     /* NULL: none */
    py_object *culprit;                      /* borrowed: what has no JSON form */
    bool culprit_is_key;
    bool ascii; /* nothing beyond ASCII was written so far */
    bool sorted;
    bool quick; /* containers are given to the quick loop (cpython_compact.h) */
    bool holds; /* somebody's code is about to run: frames hold what they use */
    bool plain; /* keys and elements stand as the writer has them: no special separator, no skipping
                 */
    writer w;
    cpython_pairs pairs; /* of the quick loop */
    cpython_frames frames;
} cpython_source;

/* ---- scalars ---- */

static __attribute__((noinline)) int32_t source_str_any(cpython_source *s, py_object *object)
{
    const cpython *const host = s->host;
    cpython_text text;
    if (CPYTHON_UNLIKELY(!cpython_text_open(host, object, &text))) {
        return FJ_ERROR_HOST;
    }
    if (CPYTHON_LIKELY(text.ascii)) {
        return writer_string(&s->w, text.data, text.length,
                             WRITER_STRING_ASCII | WRITER_STRING_VALID);
    }
    s->ascii = false;
    int32_t code;
    if (text.width == 2) {
        code = writer_string_ucs2(&s->w, text.data, text.length);
    } else if (text.width == 1) {
        code = writer_string_latin1(&s->w, text.data, text.length);
    } else {
        code = writer_string_utf32(&s->w, text.data, text.length);
    }
    cpython_text_close(host, &text);
    return code;
}

/* An exact str. */
CPYTHON_INLINE int32_t source_str(cpython_source *s, py_object *object)
{
    const cpython_layout *const layout = &s->host->layout;
    if (CPYTHON_LIKELY(layout->direct)) {
        const uint32_t wanted = layout->str_compact | layout->str_ascii;
        if (CPYTHON_LIKELY(((uint32_t)cpython_word(object, 32) & wanted) == wanted)) {
            return writer_string(&s->w, (const char *)object + layout->ascii_data,
                                 (size_t)cpython_word(object, 16),
                                 WRITER_STRING_ASCII | WRITER_STRING_VALID);
        }
    }
    return source_str_any(s, object);
}

static __attribute__((noinline)) int32_t source_int_any(cpython_source *s, py_object *object)
{
    const cpython *const host = s->host;
    int overflow;
    const long long value = host->py.PyLong_AsLongLongAndOverflow(object, &overflow);
    if (overflow != 0) {
        return cpython_integer_write(host, &s->w, object);
    }
    return writer_int64(&s->w, value);
}

/* An int of at most two digits of 30 bits, as a known layout has it; false: it has more. */
static inline __attribute__((always_inline)) bool
source_int_small(const cpython_layout *layout, py_object *object, int64_t *value)
{
    const uint64_t word = cpython_word(object, 16);
    int64_t sign;
    uint64_t digits;
    if (layout->int_tagged) {
        digits = word >> 3;
        sign = 1 - (int64_t)(word & 3);
    } else {
        sign = (int64_t)word < 0 ? -1 : 1;
        digits = (int64_t)word < 0 ? 0 - word : word;
    }
    if (CPYTHON_LIKELY(digits <= 1)) {
        const uint32_t digit = digits == 0 ? 0 : (uint32_t)cpython_word(object, 24);
        *value = sign * (int64_t)digit;
        return true;
    }
    if (digits == 2) {
        const uint64_t both = cpython_word(object, 24);
        *value = sign * (int64_t)((both & 0xFFFFFFFF) | (both >> 32) << 30);
        return true;
    }
    return false;
}

static inline int32_t source_int(cpython_source *s, py_object *object)
{
    const cpython_layout *const layout = &s->host->layout;
    int64_t value;
    return CPYTHON_LIKELY(layout->direct && source_int_small(layout, object, &value))
               ? writer_int64(&s->w, value)
               : source_int_any(s, object);
}

static inline int32_t source_float(cpython_source *s, py_object *object)
{
    double value;
    if (CPYTHON_LIKELY(s->host->layout.direct)) {
        memcpy(&value, (const char *)object + 16, sizeof value);
    } else {
        value = s->host->py.PyFloat_AsDouble(object);
    }
    return writer_double(&s->w, value, true);
}

/* ---- keys ---- */

static int32_t source_quote(cpython_source *s)
{
    return writer_raw(&s->w, "\"", 1);
}

/* A key that is no str, as the standard json module turns it into one; numbers in our own text
 * form. */
static int32_t source_key_text(cpython_source *s, py_object *key, py_object *type)
{
    const cpython *const host = s->host;
    int32_t code = source_quote(s);
    if (code != FJ_OK) {
        return code;
    }
    if (key == host->none) {
        code = writer_null(&s->w);
    } else if (key == host->yes || key == host->no) {
        code = writer_boolean(&s->w, key == host->yes);
    } else if (host->py.PyType_IsSubtype(type, host->py.PyLong_Type)) {
        code = source_int_any(s, key);
    } else {
        code = writer_double(&s->w, host->py.PyFloat_AsDouble(key), true);
    }
    return code == FJ_OK ? source_quote(s) : code;
}

/* With `strict` only a str is. */
static bool key_is_served(const cpython_source *s, py_object *key, py_object *type)
{
    const cpython *const host = s->host;
    if (s->w.strict) {
        return host->py.PyType_IsSubtype(type, host->py.PyUnicode_Type) != 0;
    }
    return type == host->py.PyUnicode_Type || key == host->none || key == host->yes ||
           key == host->no || host->py.PyType_IsSubtype(type, host->py.PyUnicode_Type) ||
           host->py.PyType_IsSubtype(type, host->py.PyLong_Type) ||
           host->py.PyType_IsSubtype(type, host->py.PyFloat_Type);
}

static __attribute__((noinline)) int32_t source_key_other(cpython_source *s, py_object *key,
                                                          py_object *type)
{
    const cpython *const host = s->host;
    if (!key_is_served(s, key, type)) {
        s->culprit = key;
        s->culprit_is_key = true;
        return FJ_ERROR_TYPE;
    }
    if (host->py.PyType_IsSubtype(type, host->py.PyUnicode_Type)) {
        return source_str_any(s, key);
    }
    return source_key_text(s, key, type);
}

static inline int32_t source_key(cpython_source *s, py_object *key)
{
    py_object *const type = cpython_type(s->host, key);
    if (CPYTHON_LIKELY(type == s->host->py.PyUnicode_Type)) {
        return source_str(s, key);
    }
    return source_key_other(s, key, type);
}

/* ---- what stands between ---- */

static __attribute__((noinline)) int32_t source_separator(cpython_source *s)
{
    return writer_raw(&s->w, s->options->separator, s->options->separator_length);
}

static inline int32_t source_element(cpython_source *s, bool first)
{
    if (CPYTHON_LIKELY(s->plain) || first || s->options->separator_length == 0) {
        return writer_element(&s->w, first);
    }
    const int32_t code = source_separator(s);
    return code == FJ_OK ? writer_element(&s->w, true) : code;
}

static inline int32_t source_member(cpython_source *s, bool first)
{
    if (CPYTHON_LIKELY(s->plain) || first || s->options->separator_length == 0) {
        return writer_member(&s->w, first);
    }
    const int32_t code = source_separator(s);
    return code == FJ_OK ? writer_member(&s->w, true) : code;
}

/* ---- entering containers ---- */

/* A container that is among its own ancestors is met again and again on the way down: it is enough
 * to compare with one ancestor, the one at the last power of two (Brent's way to find a cycle). */
static bool source_is_circular(const cpython_frames *f, const py_object *container)
{
    if (f->depth < 2) {
        return f->depth == 1 && f->frames[0].container == container;
    }
    const size_t at = (size_t)1 << (63 - __builtin_clzll((unsigned long long)f->depth - 1));
    return f->frames[at].container == container || f->frames[f->depth - 1].container == container;
}

/* Opens a frame that is all zero but for kind and container, which it holds if somebody's code is
 * about to run. */
static inline int32_t source_enter(cpython_source *s, uint8_t kind, py_object *container)
{
    cpython_frames *const f = &s->frames;
    if (CPYTHON_UNLIKELY(source_is_circular(f, container))) {
        return FJ_ERROR_CIRCULAR;
    }
    if (CPYTHON_UNLIKELY(f->depth >= s->w.max_nesting) && s->w.max_nesting != FJ_UNLIMITED) {
        return FJ_ERROR_NESTING;
    }
    if (CPYTHON_UNLIKELY(f->depth == f->capacity) && !cpython_frames_grow(f)) {
        return FJ_ERROR_MEMORY;
    }
    cpython_frame *const frame = &f->frames[f->depth];
    frame->kind = kind;
    frame->holds = s->holds;
    frame->container = container;
    frame->key = NULL;
    frame->items = NULL;
    frame->members = NULL;
    frame->next = 0;
    frame->length = 0;
    frame->written = 0;
    if (CPYTHON_UNLIKELY(frame->holds)) {
        s->host->py.Py_IncRef(container);
    }
    f->depth++;
    return FJ_OK;
}

static inline void source_leave(cpython_source *s)
{
    cpython_frame *const frame = &s->frames.frames[--s->frames.depth];
    if (CPYTHON_UNLIKELY(frame->kind > FRAME_DICT || frame->holds)) {
        cpython_frame_release(s->host, frame);
    }
}

static inline py_size list_size(const cpython *host, py_object *list)
{
    return CPYTHON_LIKELY(host->layout.direct) ? (py_size)cpython_word(list, 16)
                                               : host->py.PyList_Size(list);
}

static inline py_size tuple_size(const cpython *host, py_object *tuple)
{
    return CPYTHON_LIKELY(host->layout.direct) ? (py_size)cpython_word(tuple, 16)
                                               : host->py.PyTuple_Size(tuple);
}

#endif
