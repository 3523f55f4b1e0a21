/*
 * Engine, token by token: the way for texts that are not small, by the strict grammar.
 *
 * Included by engine.h. In: the reader, and an index of its text made a block at a time, so that
 * the index stays in the first-level cache. Out: events into the sink; FJ_OK; a code of the sink or
 * a limit with its place; or ENGINE_FAULT_SOMEWHERE: the text breaks the grammar, at or after what
 * was read.
 *
 * Between two tokens stands nothing but white space, a number, or a literal; between the two quotes
 * of a string stands the string. So nothing is searched for here.
 */
#ifndef FASTJSON_ENGINE_INDEXED_H
#define FASTJSON_ENGINE_INDEXED_H

#include "read/unescape.h"
#include "scan/kernel.h"

/* Below, setting up the index costs more than it saves (measured on records of 73 to 400 bytes). */
#define ENGINE_INDEXED_MINIMUM 256

#define ENGINE_FAULT_SOMEWHERE (-1)

typedef struct engine_index {
    const char *base; /* of the block's offsets */
    const char *rest; /* what is not indexed yet */
    const uint32_t *next;
    const uint32_t *stop;
    index_kernel *kernel;
    index_state state;
    uint32_t offsets[INDEX_ROOM];
} engine_index;

/* Indexes the next block that has tokens. false: there is none, or the text has a fault. */
static __attribute__((noinline)) bool engine_refill(engine_index *index, const reader *r)
{
    for (;;) {
        const size_t left = (size_t)(r->end - index->rest);
        const bool first = index->rest == r->text;
        if (left == 0 && !first) {
            return false;
        }
        const size_t length = left > INDEX_BLOCK ? INDEX_BLOCK : left;
        const size_t count = index_block(index->kernel, &index->state, index->rest, length, first,
                                         length == left, index->offsets);
        index->base = index->rest;
        index->rest += length;
        if (index->state.fault != 0) {
            return false;
        }
        if (count != 0) {
            index->next = index->offsets;
            index->stop = index->offsets + count;
            return true;
        }
    }
}

/* Whether a number or literal may end before this byte. */
static const bool engine_ends[256] = {
    [' '] = true, ['\t'] = true, ['\n'] = true, ['\r'] = true,
    [','] = true, [']'] = true,  ['}'] = true,  [':'] = true,
};

ENGINE_INLINE bool engine_ended(const reader *r, const char *p)
{
    return ENGINE_LIKELY(p < r->end) ? engine_ends[(unsigned char)*p] : true;
}

/* What stands in a string besides ASCII text: bits of the two below. */
#define STRING_HAS_HIGH 1u
#define STRING_HAS_BACKSLASH 2u

ENGINE_INLINE unsigned engine_string_look(const char *p, size_t length, const char *end)
{
    if (ENGINE_LIKELY(length <= VECTOR_SIZE && (size_t)(end - p) >= VECTOR_SIZE)) {
        const vector v = vector_load(p);
        const uint32_t inside = ((uint32_t)1 << length) - 1;
        if (ENGINE_LIKELY((vector_mask(vector_or(vector_equal(v, '\\'), v)) & inside) == 0)) {
            return 0;
        }
        return ((vector_mask(v) & inside) != 0 ? STRING_HAS_HIGH : 0) |
               ((vector_mask(vector_equal(v, '\\')) & inside) != 0 ? STRING_HAS_BACKSLASH : 0);
    }
    if (length < VECTOR_SIZE) {
        const vector v = vector_load_short(p, length);
        return (vector_mask(v) != 0 ? STRING_HAS_HIGH : 0) |
               (vector_mask(vector_equal(v, '\\')) != 0 ? STRING_HAS_BACKSLASH : 0);
    }
    vector high = vector_load(p + length - VECTOR_SIZE); /* the last sixteen overlap */
    vector backslash = vector_equal(high, '\\');
    for (const char *q = p; q < p + length - VECTOR_SIZE; q += VECTOR_SIZE) {
        const vector v = vector_load(q);
        high = vector_or(high, v);
        backslash = vector_or(backslash, vector_equal(v, '\\'));
    }
    return (vector_mask(high) != 0 ? STRING_HAS_HIGH : 0) |
           (vector_mask(backslash) != 0 ? STRING_HAS_BACKSLASH : 0);
}

#if READER_SINK_TEXT

ENGINE_INLINE int32_t engine_string_event(reader *r, READER_SINK *sink, const char *open,
                                          const char *close, bool is_key)
{
    int32_t code = FJ_OK;
    const char *const start = open + 1;
    if (engine_string_look(start, (size_t)(close - start), r->end) & STRING_HAS_BACKSLASH) {
        const char *const end = string_check_rest(r, start, start, &code);
        if (ENGINE_UNLIKELY(end != close + 1)) {
            return ENGINE_FAULT_SOMEWHERE;
        }
    }
    return sink_text(sink, open, (size_t)(close + 1 - open), is_key);
}

#else

/* Where an unescaped string goes: the reader's scratch memory, or a place of the sink's own from
 * which it need not be copied; such a sink defines READER_SINK_ROOM as the name of its function. */
#ifndef READER_SINK_ROOM
#define READER_SINK_ROOM sink_room_scratch

ENGINE_INLINE char *sink_room_scratch(READER_SINK *sink, reader *r, size_t size)
{
    (void)sink;
    return reader_scratch_reserve(r, 0, size) ? r->scratch : NULL;
}
#endif

ENGINE_INLINE int32_t engine_string_event(reader *r, READER_SINK *sink, const char *open,
                                          const char *close, bool is_key)
{
    const char *const start = open + 1;
    string_span span;
    span.bytes = start;
    span.length = (size_t)(close - start);
    span.flags = READER_STRING_ASCII | READER_STRING_PLAIN | READER_STRING_TEXT;
    const unsigned look = engine_string_look(start, span.length, r->end);
    if (ENGINE_UNLIKELY(look != 0)) {
        if (look & STRING_HAS_BACKSLASH) {
            bool ascii;
            char *const out = READER_SINK_ROOM(sink, r, span.length + UNESCAPE_SLACK);
            if (ENGINE_UNLIKELY(out == NULL)) {
                return FJ_ERROR_MEMORY;
            }
            const char *const end = unescape(out, start, close, &ascii);
            if (ENGINE_UNLIKELY(end == NULL)) {
                return ENGINE_FAULT_SOMEWHERE;
            }
            span.bytes = out;
            span.length = (size_t)(end - out);
            span.flags = ascii ? READER_STRING_ASCII : 0;
        } else {
            span.flags = READER_STRING_PLAIN | READER_STRING_TEXT;
        }
    }
    r->place = open; /* where a sink's refusal is reported */
    return is_key ? sink_key(sink, span.bytes, span.length, span.flags)
                  : sink_string(sink, span.bytes, span.length, span.flags);
}

#endif

/* The next token into p; `none` is where to go when there is none. */
#define ENGINE_NEXT(p, none)                 \
    do {                                     \
        if (ENGINE_UNLIKELY(next == stop)) { \
            if (!engine_refill(&index, r)) { \
                goto none;                   \
            }                                \
            next = index.next;               \
            stop = index.stop;               \
            base = index.base;               \
        }                                    \
        (p) = base + *next++;                \
    } while (0)

static __attribute__((noinline)) int32_t engine_indexed(reader *r, READER_SINK *sink)
{
    engine_index index;
    index.rest = r->text;
    index.kernel = kernel_in_use->index;
    memset(&index.state, 0, sizeof index.state);
    const uint32_t *next = index.offsets;
    const uint32_t *stop = index.offsets;
    const char *base = r->text;
    const char *p;
    const char *q;
    int32_t code = FJ_OK;
    size_t depth = 0;
    uint64_t level = 0; /* of the innermost container: members so far << 1 | is object */
    const size_t max_nesting =
        r->options.max_nesting == FJ_UNLIMITED ? SIZE_MAX : r->options.max_nesting;

    ENGINE_NEXT(p, fault);

value:
    switch (*p) {
    case '"':
        ENGINE_NEXT(q, fault);
        code = engine_string_event(r, sink, p, q, false);
        break;
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
        q = engine_number(r, sink, p, true, &code);
        if (ENGINE_UNLIKELY(q == NULL || !engine_ended(r, q))) {
            goto fault;
        }
        break;
    case '{':
    case '[': {
        if (ENGINE_UNLIKELY(depth >= max_nesting)) {
            r->place = p;
            return FJ_ERROR_NESTING;
        }
        if (ENGINE_UNLIKELY(depth >= r->levels_capacity) && !reader_levels_grow(r)) {
            return FJ_ERROR_MEMORY;
        }
        r->levels[depth++] = level;
        const bool object = *p == '{';
        level = object;
        code = object ? sink_object_begin(sink) : sink_array_begin(sink);
        if (ENGINE_UNLIKELY(code != FJ_OK)) {
            r->place = p;
            return code;
        }
        ENGINE_NEXT(p, fault);
        if (object) {
            if (ENGINE_LIKELY(*p == '"')) {
                goto key;
            }
            if (*p == '}') {
                goto object_end;
            }
            goto fault;
        }
        if (*p == ']') {
            goto array_end;
        }
        goto value;
    }
    case 't':
        q = engine_true(r, sink, p, &code);
        if (ENGINE_UNLIKELY(q == NULL || !engine_ended(r, q))) {
            goto fault;
        }
        break;
    case 'f':
        q = engine_false(r, sink, p, &code);
        if (ENGINE_UNLIKELY(q == NULL || !engine_ended(r, q))) {
            goto fault;
        }
        break;
    case 'n':
        q = engine_null(r, sink, p, &code);
        if (ENGINE_UNLIKELY(q == NULL || !engine_ended(r, q))) {
            goto fault;
        }
        break;
    default:
        goto fault;
    }
    if (ENGINE_UNLIKELY(code != FJ_OK)) {
        return code;
    }

after_value:
    if (ENGINE_UNLIKELY(depth == 0)) {
        goto done;
    }
    level += 2;
    ENGINE_NEXT(p, fault);
    if (level & 1) {
        if (ENGINE_LIKELY(*p == ',')) {
            ENGINE_NEXT(p, fault);
            if (ENGINE_LIKELY(*p == '"')) {
                goto key;
            }
            goto fault;
        }
        if (ENGINE_LIKELY(*p == '}')) {
            goto object_end;
        }
        goto fault;
    }
    if (ENGINE_LIKELY(*p == ',')) {
        ENGINE_NEXT(p, fault);
        goto value;
    }
    if (ENGINE_LIKELY(*p == ']')) {
        goto array_end;
    }
    goto fault;

key:
    if (ENGINE_LIKELY(stop - next >= 3)) {
        /* The closing quote, the colon and the value at once. */
        q = base + next[0];
        const char *const colon = base + next[1];
        code = engine_string_event(r, sink, p, q, true);
        p = base + next[2];
        next += 3;
        if (ENGINE_UNLIKELY(code != FJ_OK)) {
            return code;
        }
        if (ENGINE_UNLIKELY(*colon != ':')) {
            goto fault;
        }
        goto value;
    }
    ENGINE_NEXT(q, fault);
    code = engine_string_event(r, sink, p, q, true);
    if (ENGINE_UNLIKELY(code != FJ_OK)) {
        return code;
    }
    ENGINE_NEXT(p, fault);
    if (ENGINE_UNLIKELY(*p != ':')) {
        goto fault;
    }
    ENGINE_NEXT(p, fault);
    goto value;

array_end:
    code = sink_array_end(sink, level >> 1);
    goto container_end;

object_end:
    code = sink_object_end(sink, level >> 1);

container_end:
    if (ENGINE_UNLIKELY(code != FJ_OK)) {
        r->place = p;
        return code;
    }
    level = r->levels[--depth];
    goto after_value;

done:
    ENGINE_NEXT(p, end);
    goto fault;

end:
    if (ENGINE_LIKELY(index.state.fault == 0)) {
        r->place = r->end;
        return FJ_OK;
    }

fault:
    return ENGINE_FAULT_SOMEWHERE;
}

#undef ENGINE_NEXT

#endif
