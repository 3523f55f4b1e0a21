/*
 * Document source: walks a flat array of values and drives the writer: fj_generate.
 *
 * In: a value with all that follows it, as the public header lays it out; made by fj_parse or by
 * hand. Out: JSON text. Two walks: walk_usual writes the default form, and the usual indented one,
 * with everything in registers; walk_any obeys layout, order and the rest through the writer's
 * emitters. Both keep their own stack of open containers, from which the place of a failure is
 * worked out afterwards, and leave the array of values only if the outermost container's own span
 * does. What they can tell to be malformed is FJ_ERROR_TYPE.
 */
#include "allocator.h"
#include "document/document.h"
#include "document/sort.h"
#include "error.h"
#include "number/number_read.h"
#include "write/writer.h"
#include "write/writer_lines.h"

#define WALK_LEVELS_INLINE 64

typedef struct walk_level {
    const fj_value *container;
    size_t
        sorted; /* sort_keys: where its members begin among the sorted ones, and which is current */
    size_t member;
} walk_level;

typedef struct document_walk {
    writer writer;
    const fj_value *value; /* after a failure: the value or key that failed */
    walk_level *levels;    /* the open containers, outermost first: writer.depth of them */
    size_t capacity;
    sort_memory sorted;
    walk_level inline_levels[WALK_LEVELS_INLINE];
} document_walk;

static __attribute__((noinline, cold)) int32_t walk_levels_grow(document_walk *walk)
{
    const bool is_inline = walk->levels == walk->inline_levels;
    const size_t capacity = walk->capacity * 2;
    walk_level *const levels = allocator_resize(
        walk->writer.allocator, is_inline ? NULL : walk->levels, walk->capacity * sizeof *levels,
        memory_array_size(capacity, sizeof *levels));
    if (levels == NULL) {
        return FJ_ERROR_MEMORY;
    }
    if (is_inline) {
        memcpy(levels, walk->inline_levels, sizeof walk->inline_levels);
    }
    walk->levels = levels;
    walk->capacity = capacity;
    return FJ_OK;
}

/* Whether a container's length and span agree as far as its head tells, and it ends where or before
 * the one around it does. */
static inline bool container_is_sound(const fj_value *v, const fj_value *end)
{
    const uint64_t values = value_length(v) << (value_kind(v) == FJ_OBJECT);
    return v->as.span > values && v->as.span <= (uint64_t)(end - v) &&
           (v->as.span == 1) == (values == 0);
}

/* What a string of a document is known to be: a plain one was found to be well-formed by whoever
 * says so; any other is looked at anyhow. */
static inline uint32_t string_flags(const fj_value *v)
{
    const uint32_t flags = value_flags(v) & (FJ_STRING_ASCII | FJ_STRING_PLAIN |
                                             FJ_STRING_SURROGATES | WRITER_STRING_VALID);
    return flags | (flags & FJ_STRING_PLAIN ? WRITER_STRING_VALID : 0);
}

/* Not inlined where strings are short, which is nearly everywhere. */
static __attribute__((noinline)) int32_t write_long_string(writer *w, const fj_value *v)
{
    if (v->as.text == NULL && value_length(v) != 0) {
        return FJ_ERROR_TYPE;
    }
    return writer_text(w, v->as.text, value_length(v), string_flags(v));
}

static inline int32_t write_string(writer *w, const fj_value *v)
{
    return v->as.text == NULL ? write_long_string(w, v)
                              : writer_string(w, v->as.text, value_length(v), string_flags(v));
}

/* A string of at most WRITER_COPY bytes, where there is room for as many and two more; or NULL: not
 * this one. */
static inline char *put_string(char *p, const fj_value *v)
{
    const size_t length = value_length(v);
    if (__builtin_expect(v->as.text == NULL, 0)) {
        return NULL;
    }
    if (__builtin_expect(
            (value_flags(v) & (FJ_STRING_PLAIN | FJ_STRING_SURROGATES)) == FJ_STRING_PLAIN, 1)) {
        return length <= WRITER_COPY ? writer_string_copy(p, v->as.text, length) : NULL;
    }
    return length <= WRITER_SHORT_STRING ? writer_string_put(p, v->as.text, length) : NULL;
}

/* ---- numbers kept as text ---- */

static int32_t text_literal(writer *w, const char *text, size_t length)
{
    static const struct {
        const char *text;
        size_t length;
        uint64_t bits;
    } literals[] = {
        {"NaN", 3, UINT64_C(0x7FF8000000000000)},
        {"Infinity", 8, UINT64_C(0x7FF0000000000000)},
        {"-Infinity", 9, UINT64_C(0xFFF0000000000000)},
    };
    for (size_t i = 0; i < sizeof literals / sizeof *literals; i++) {
        if (length == literals[i].length && memcmp(text, literals[i].text, length) == 0) {
            return writer_double(w, number_double_from_bits(literals[i].bits), true);
        }
    }
    return FJ_ERROR_TYPE;
}

/* Verbatim, but looked at: text that is no number would make the output no JSON. Canonical text has
 * one form for each number, so a real is read as the double that it stands for there. */
static int32_t write_number_text(writer *w, const fj_value *v)
{
    const char *const text = v->as.text;
    const size_t length = value_length(v);
    number read;
    number_fault fault = {0};
    if (length == 0 || text == NULL) {
        return FJ_ERROR_TYPE;
    }
    const bool is_text = value_kind(v) == FJ_DECIMAL;
    if (is_text && (text[length - 1] < '0' || text[length - 1] > '9')) {
        return text_literal(w, text, length);
    }
    if (number_scan(text, text + length, &read, &fault) != text + length ||
        (!is_text && read.kind == NUMBER_DECIMAL)) {
        return FJ_ERROR_TYPE;
    }
    if (!w->canonical) {
        return writer_digits(w, text, length);
    }
    if (number_read(text, text + length, &read, &fault) == NULL) {
        return FJ_ERROR_NUMBER_OUT_OF_RANGE;
    }
    switch (read.kind) {
    case NUMBER_INT64:
        return writer_int64(w, read.int64); /* -0 is 0 */
    case NUMBER_DOUBLE:
        return writer_double(w, read.real, false);
    default:
        return writer_digits(w, text, length);
    }
}

/* ---- the usual forms ---- */

/* Room for a key and a value that are written here, with what stands around them. */
#define USUAL_ROOM (2 * (WRITER_COPY + 3) + WRITER_SPARE)

/* The end of a line and the indent of the next, and room for them. */
static inline int32_t make_line(writer *w, char **p, char **limit, const writer_lines *lines)
{
    if (!writer_lines_fit(*p, *limit, lines, WRITER_SPARE)) {
        w->cursor = *p;
        const int32_t code = writer_grow(w, lines->indent + WRITER_LINE_ROOM, lines->indent + 1);
        *p = w->cursor;
        *limit = w->limit;
        if (code != FJ_OK) {
            return code;
        }
    }
    *p = writer_lines_put(*p, lines);
    return FJ_OK;
}

/* Text by the defaults, compact or with each value on a line of its own. In compact text a comma is
 * written after every value, and a closing bracket over the last one, so that nothing needs to be
 * known about what comes next. */
static inline __attribute__((always_inline)) int32_t
walk_usual(document_walk *walk, const fj_value *v, const bool in_lines)
{
    writer *const w = &walk->writer;
    char *p = w->cursor;
    char *limit = w->limit;
    walk_level *levels = walk->levels;
    size_t depth = 0;
    const fj_value *end = v + (value_kind(v) >= FJ_ARRAY ? v->as.span : 1);
    bool in_object = false;
    int32_t code = FJ_OK;
    writer_lines lines = writer_lines_open(w);
    for (;;) {
        if (__builtin_expect((size_t)(limit - p) < USUAL_ROOM, 0)) {
            w->cursor = p;
            code = writer_grow(w, USUAL_ROOM, 0);
            p = w->cursor;
            limit = w->limit;
            if (code != FJ_OK) {
                goto failed;
            }
        }
        if (in_object) {
            char *const next =
                __builtin_expect(value_kind(v) == FJ_STRING, 1) ? put_string(p, v) : NULL;
            if (__builtin_expect(next != NULL, 1)) {
                p = next;
            } else {
                if (value_kind(v) != FJ_STRING) {
                    code = FJ_ERROR_TYPE;
                    goto failed;
                }
                w->cursor = p;
                code = write_long_string(w, v);
                if (code == FJ_OK) {
                    code = writer_reserve(w, USUAL_ROOM);
                }
                p = w->cursor;
                limit = w->limit;
                if (code != FJ_OK) {
                    goto failed;
                }
            }
            if (in_lines) {
                p = writer_lines_colon(p, &lines);
            } else {
                *p++ = ':';
            }
            if (__builtin_expect(++v == end, 0)) {
                v--;
                code = FJ_ERROR_TYPE;
                goto failed;
            }
        }
        switch (value_kind(v)) {
        case FJ_NULL:
            memcpy(p, "null,", 5);
            p += 5;
            break;
        case FJ_FALSE:
            memcpy(p, "false,", 6);
            p += 6;
            break;
        case FJ_TRUE:
            memcpy(p, "true,", 5);
            p += 5;
            break;
        case FJ_INT64:
            p = number_write_int64(p, v->as.int64);
            *p++ = ',';
            break;
        case FJ_UINT64:
            p = number_write_uint64(p, v->as.uint64);
            *p++ = ',';
            break;
        case FJ_DOUBLE:
            if (__builtin_expect(!writer_is_finite(v->as.real), 0)) {
                goto by_emitter;
            }
            p = number_write_double(p, v->as.real, true);
            *p++ = ',';
            break;
        case FJ_STRING: {
            char *const next = put_string(p, v);
            if (__builtin_expect(next == NULL, 0)) {
                goto by_emitter;
            }
            p = next;
            *p++ = ',';
            break;
        }
        case FJ_ARRAY:
        case FJ_OBJECT: {
            const bool is_object = value_kind(v) == FJ_OBJECT;
            if (__builtin_expect(!container_is_sound(v, end), 0)) {
                code = FJ_ERROR_TYPE;
                goto failed;
            }
            if (__builtin_expect(depth >= w->max_nesting, 0)) {
                code = FJ_ERROR_NESTING;
                goto failed;
            }
            if (v->as.span == 1) {
                memcpy(p, is_object ? "{}," : "[],", 3);
                p += 3;
                break;
            }
            if (__builtin_expect(depth == walk->capacity, 0)) {
                code = walk_levels_grow(walk);
                levels = walk->levels;
                if (code != FJ_OK) {
                    goto failed;
                }
            }
            levels[depth++].container = v;
            end = v + v->as.span;
            in_object = is_object;
            *p++ = is_object ? '{' : '[';
            v++;
            if (in_lines) {
                lines.indent += lines.step;
                code = make_line(w, &p, &limit, &lines);
                if (__builtin_expect(code != FJ_OK, 0)) {
                    goto failed;
                }
            }
            continue;
        }
        by_emitter:
        case FJ_BIGINT:
        case FJ_DECIMAL:
            w->cursor = p;
            code = value_kind(v) == FJ_STRING   ? write_long_string(w, v)
                   : value_kind(v) == FJ_DOUBLE ? writer_not_finite(w, v->as.real)
                                                : write_number_text(w, v);
            p = w->cursor;
            limit = w->limit;
            if (code != FJ_OK) {
                goto failed;
            }
            *p++ = ',';
            break;
        default:
            code = FJ_ERROR_TYPE;
            goto failed;
        }
        v++;
        while (v == end) {
            if (depth == 0) {
                w->cursor = p - 1;
                return FJ_OK;
            }
            if (in_lines) {
                p--;
                lines.indent -= lines.step;
                code = make_line(w, &p, &limit, &lines);
                p++;
                if (__builtin_expect(code != FJ_OK, 0)) {
                    goto end_failed;
                }
            } else if (__builtin_expect((size_t)(limit - p) < WRITER_SPARE / 2, 0)) {
                /* One byte a bracket: a run of them is the only way past a value's own room. */
                w->cursor = p;
                code = writer_grow(w, USUAL_ROOM, 0);
                p = w->cursor;
                limit = w->limit;
                if (code != FJ_OK) {
                    goto end_failed;
                }
            }
            p[-1] = in_object ? '}' : ']';
            *p++ = ',';
            depth--;
            if (depth == 0) {
                w->cursor = p - 1;
                return FJ_OK;
            }
            const fj_value *const around = levels[depth - 1].container;
            end = around + around->as.span;
            in_object = value_kind(around) == FJ_OBJECT;
        }
        if (in_lines) {
            code = make_line(w, &p, &limit, &lines);
            if (__builtin_expect(code != FJ_OK, 0)) {
                goto failed;
            }
        }
    }
end_failed:
    v = levels[--depth].container;
failed:
    w->cursor = p;
    w->depth = (uint32_t)depth;
    walk->value = v;
    return code;
}

static __attribute__((noinline)) int32_t walk_compact(document_walk *walk, const fj_value *v)
{
    return walk_usual(walk, v, false);
}

static __attribute__((noinline)) int32_t walk_lines(document_walk *walk, const fj_value *v)
{
    return walk_usual(walk, v, true);
}

/* ---- every form ---- */

static int32_t write_scalar(writer *w, const fj_value *v)
{
    switch (value_kind(v)) {
    case FJ_NULL:
        return writer_null(w);
    case FJ_FALSE:
        return writer_boolean(w, false);
    case FJ_TRUE:
        return writer_boolean(w, true);
    case FJ_INT64:
        return writer_int64(w, v->as.int64);
    case FJ_UINT64:
        return writer_uint64(w, v->as.uint64);
    case FJ_DOUBLE:
        return writer_double(w, v->as.real, true);
    case FJ_STRING:
        return write_string(w, v);
    case FJ_BIGINT:
    case FJ_DECIMAL:
        return write_number_text(w, v);
    default:
        return FJ_ERROR_TYPE;
    }
}

/* Begins a container that is not empty. */
static int32_t walk_begin(document_walk *walk, const fj_value *v)
{
    writer *const w = &walk->writer;
    const bool is_object = value_kind(v) == FJ_OBJECT;
    if (w->depth == walk->capacity) {
        const int32_t code = walk_levels_grow(walk);
        if (code != FJ_OK) {
            return code;
        }
    }
    walk_level *const level = &walk->levels[w->depth];
    level->container = v;
    level->member = 0;
    if (is_object && w->sort_keys) {
        const int32_t code = sort_members(&walk->sorted, v, &level->sorted);
        if (code != FJ_OK) {
            return code;
        }
    }
    return is_object ? writer_object_begin(w) : writer_array_begin(w);
}

static int32_t walk_any(document_walk *walk, const fj_value *v)
{
    writer *const w = &walk->writer;
    const fj_value *end = v + (value_kind(v) >= FJ_ARRAY ? v->as.span : 1);
    int32_t code;
    for (;;) {
        walk->value = v;
        const unsigned kind = value_kind(v);
        bool first = false;
        if (kind == FJ_ARRAY || kind == FJ_OBJECT) {
            if (!container_is_sound(v, end)) {
                return FJ_ERROR_TYPE;
            }
            if (v->as.span == 1) {
                code = kind == FJ_OBJECT ? writer_object_begin(w) : writer_array_begin(w);
                if (code == FJ_OK) {
                    code =
                        kind == FJ_OBJECT ? writer_object_end(w, true) : writer_array_end(w, true);
                }
            } else {
                code = walk_begin(walk, v);
                end = v + v->as.span;
                first = true;
            }
        } else {
            code = write_scalar(w, v);
        }
        if (code != FJ_OK) {
            return code;
        }
        v++;
        /* Close what ends here; `level` is what goes on. */
        walk_level *level;
        for (;;) {
            if (w->depth == 0) {
                return FJ_OK;
            }
            level = &walk->levels[w->depth - 1];
            const bool is_object = value_kind(level->container) == FJ_OBJECT;
            if (is_object && w->sort_keys) {
                level->member += !first;
                if (level->member < value_length(level->container)) {
                    v = sort_member(&walk->sorted, level->sorted, level->member);
                    break;
                }
                sort_release(&walk->sorted, level->sorted);
            } else if (v != end) {
                break;
            }
            walk->value = level->container;
            code = is_object ? writer_object_end(w, false) : writer_array_end(w, false);
            if (code != FJ_OK) {
                return code;
            }
            v = level->container + level->container->as.span;
            if (w->depth != 0) {
                const fj_value *const around = walk->levels[w->depth - 1].container;
                end = around + around->as.span;
            }
        }
        walk->value = v;
        if (value_kind(level->container) == FJ_ARRAY) {
            code = writer_element(w, first);
        } else {
            if (value_kind(v) != FJ_STRING || v + 1 == end) {
                return FJ_ERROR_TYPE;
            }
            code = writer_member(w, first);
            if (code == FJ_OK) {
                code = write_string(w, v);
            }
            if (code == FJ_OK) {
                code = writer_colon(w);
            }
            v++;
        }
        if (code != FJ_OK) {
            return code;
        }
    }
}

/* ---- errors ---- */

/* One step of the pointer, from a container to the value inside it, or to the member whose key it
 * is. False: it is neither; the container is the place. */
static bool error_step(fj_error *error, const fj_value *container, const fj_value *inside)
{
    const fj_value *const end = container + container->as.span;
    const bool is_object = value_kind(container) == FJ_OBJECT;
    uint64_t index = 0;
    for (const fj_value *v = container + 1; v < end; index++) {
        const fj_value *const key = v;
        v += is_object;
        const bool is_key = is_object && key == inside;
        if (is_key &&
            (value_kind(key) != FJ_STRING || (key->as.text == NULL && value_length(key) != 0))) {
            return false;
        }
        if (is_key || v == inside) {
            if (is_object) {
                error_pointer_key(error, key->as.text, value_length(key));
            } else {
                error_pointer_index(error, index);
            }
            return true;
        }
        if (v == end) {
            return false;
        }
        const fj_value *const next = value_next(v);
        if (next <= v) {
            return false;
        }
        v = next;
    }
    return false;
}

static int32_t walk_fail(const document_walk *walk, int32_t code, fj_error *error)
{
    error_plain(error, code, NULL);
    const size_t depth = walk->writer.depth;
    /* It is the whole text that is too long: where, depends on how the room for it grew. */
    bool found = error != NULL && walk->value != NULL && code != FJ_ERROR_LIMIT;
    for (size_t i = 0; found && i < depth; i++) {
        found = error_step(error, walk->levels[i].container,
                           i + 1 < depth ? walk->levels[i + 1].container : walk->value);
    }
    return code;
}

/* ---- the exported function ---- */

int32_t fj_generate(const fj_value *value, const fj_generate_options *options, fj_buffer *out,
                    fj_error *error)
{
    document_walk walk;
    writer *const w = &walk.writer;
    int32_t code = writer_open(w, options, out);
    if (code == FJ_OK && value == NULL) {
        code = writer_close(w, FJ_ERROR_ARGUMENT);
    }
    if (code != FJ_OK) {
        return error_plain(error, code, NULL);
    }
    walk.value = NULL;
    walk.levels = walk.inline_levels;
    walk.capacity = WALK_LEVELS_INLINE;
    walk.sorted = (sort_memory){.allocator = w->allocator};
    if (w->ascii_only | w->script_safe | w->sort_keys) {
        code = walk_any(&walk, value);
    } else if (w->compact) {
        code = walk_compact(&walk, value);
    } else {
        code = w->lines ? walk_lines(&walk, value) : walk_any(&walk, value);
    }
    if (code == FJ_OK) {
        walk.value =
            NULL; /* an output that is found to be too long at the end has no other place */
    }
    code = writer_close(w, code);
    if (code != FJ_OK) {
        walk_fail(&walk, code, error);
    }
    sort_free(&walk.sorted);
    if (walk.levels != walk.inline_levels) {
        allocator_release(w->allocator, walk.levels);
    }
    return code;
}
