/*
 * Compact, the algorithm: included after a file has defined, for its instruction set,
 *
 *     COMPACT_RUN                            the function's name
 *     COMPACT_WIDTH                          the bytes of a vector
 *     uint32_t compact_copy(char *out, const char *text, size_t length)
 *         copies the first min(length, COMPACT_WIDTH) bytes, and may store COMPACT_WIDTH; gives the
 *         mask of those that need an escape. The COMPACT_WIDTH bytes before the text's end may be
 *         read: they lie in the str object, whose head is longer than that, or it says otherwise.
 *
 *
 * and, if it has them, the functions of cpython_compact_wide.h.
 *
 * Every value leaves a comma behind it, which the end of its container takes back.
 */
#include "hosts/cpython_compact.h"
#include "hosts/cpython_source.h"
#include "memory.h"
#include "write/writer_escape.h"
#include "write/writer_lines.h"

#ifndef COMPACT_WIDE
#define COMPACT_WIDE 0

static inline char *compact_latin1(char *p, const char *text, size_t length)
{
    (void)text;
    (void)length;
    return p;
}

static inline char *compact_ucs2(char *p, const uint16_t *text, size_t length)
{
    (void)text;
    (void)length;
    return p;
}

static inline char *compact_ucs4(char *p, const uint32_t *text, size_t length)
{
    (void)text;
    (void)length;
    return p;
}
#endif

#define COMPACT_AHEAD 4
#define COMPACT_ROOM 128 /* for any number or literal, and a vector stored beyond the end */
#define COMPACT_STRING                                                         \
    512 /* of a longer one so much at a time gets room for nothing but escapes \
         */

/* Where a text is: out of the writer, so that it can stay in registers. */
typedef struct compact {
    char *p;
    char *limit;
} compact;

CPYTHON_INLINE bool compact_has(const compact *c, size_t size)
{
    return CPYTHON_LIKELY((size_t)(c->limit - c->p) >= size);
}

static __attribute__((noinline)) int32_t compact_grow(cpython_source *s, compact *c, size_t size)
{
    s->w.cursor = c->p;
    const int32_t code = writer_grow(&s->w, size, 0);
    c->p = s->w.cursor;
    c->limit = s->w.limit;
    return code;
}

/* What is out of the ordinary, by the general way for its kind. */
static __attribute__((noinline)) int32_t
compact_other(cpython_source *s, compact *c, py_object *object,
              int32_t (*general)(cpython_source *, py_object *))
{
    s->w.cursor = c->p;
    const int32_t code = general(s, object);
    c->p = s->w.cursor;
    c->limit = s->w.limit;
    return code;
}

/* The rest of a string from the first vector with an escape on. There is room for nothing but
 * escapes. */
static __attribute__((noinline)) char *compact_escapes(char *p, const char *text, size_t length)
{
    while (length != 0) {
        const size_t step = length < COMPACT_WIDTH ? length : COMPACT_WIDTH;
        const uint32_t bad = compact_copy(p, text, length);
        if (bad == 0) {
            p += step;
            text += step;
            length -= step;
            continue;
        }
        const unsigned clean = (unsigned)__builtin_ctz(bad);
        p = writer_escape_put(p + clean, (unsigned char)text[clean]);
        text += clean + 1;
        length -= clean + 1;
    }
    return p;
}

CPYTHON_INLINE int32_t compact_room_for(cpython_source *s, compact *c, size_t length)
{
    return compact_has(c, 6 * length + COMPACT_ROOM)
               ? FJ_OK
               : compact_grow(s, c, 6 * length + COMPACT_ROOM);
}

/* A string that is not ASCII, or is long. */
static __attribute__((noinline)) int32_t compact_string_any(cpython_source *s, compact *c,
                                                            py_object *object)
{
    const cpython_layout *const layout = &s->host->layout;
    const uint32_t state = (uint32_t)cpython_word(object, 32);
    const bool ascii = (state & layout->str_ascii) != 0;
    const uint32_t width = state >> layout->str_kind_shift & 7;
    size_t length = (size_t)cpython_word(object, 16);
    if ((state & layout->str_compact) != layout->str_compact || (!ascii && !COMPACT_WIDE)) {
        return compact_other(s, c, object, source_str_any);
    }
    const char *text = (const char *)object + (ascii ? layout->ascii_data : layout->compact_data);
    s->ascii = s->ascii && ascii;
    int32_t code = compact_room_for(s, c, 0);
    if (code == FJ_OK) {
        *c->p++ = '"';
    }
    while (code == FJ_OK && length != 0) {
        const size_t step = length < COMPACT_STRING ? length : COMPACT_STRING;
        code = compact_room_for(s, c, step);
        if (code != FJ_OK) {
            break;
        }
        if (ascii) {
            c->p = compact_escapes(c->p, text, step);
        } else if (width == 1) {
            c->p = compact_latin1(c->p, text, step);
        } else if (width == 2) {
            c->p = compact_ucs2(c->p, (const uint16_t *)(const void *)text, step);
        } else {
            c->p = compact_ucs4(c->p, (const uint32_t *)(const void *)text, step);
        }
        text += step * width;
        length -= step;
    }
    if (code == FJ_OK) {
        *c->p++ = '"';
    }
    return code;
}

CPYTHON_INLINE int32_t compact_string(cpython_source *s, compact *c, py_object *object)
{
    const cpython_layout *const layout = &s->host->layout;
    const uint32_t wanted = layout->str_compact | layout->str_ascii;
    size_t length = (size_t)cpython_word(object, 16);
    if (CPYTHON_UNLIKELY(((uint32_t)cpython_word(object, 32) & wanted) != wanted ||
                         length > COMPACT_STRING)) {
        return compact_string_any(s, c, object);
    }
    const int32_t code = compact_room_for(s, c, length);
    if (CPYTHON_UNLIKELY(code != FJ_OK)) {
        return code;
    }
    const char *text = (const char *)object + layout->ascii_data;
    char *p = c->p;
    *p++ = '"';
    for (;;) {
        if (CPYTHON_UNLIKELY(compact_copy(p, text, length) != 0)) {
            p = compact_escapes(p, text, length);
            break;
        }
        if (CPYTHON_LIKELY(length <= COMPACT_WIDTH)) {
            p += length;
            break;
        }
        p += COMPACT_WIDTH;
        text += COMPACT_WIDTH;
        length -= COMPACT_WIDTH;
    }
    *p = '"';
    c->p = p + 1;
    return FJ_OK;
}

CPYTHON_INLINE int32_t compact_integer(cpython_source *s, compact *c, py_object *object)
{
    int64_t value;
    if (CPYTHON_LIKELY(source_int_small(&s->host->layout, object, &value))) {
        c->p = number_write_int64(c->p, value);
        return FJ_OK;
    }
    return compact_other(s, c, object, source_int_any);
}

CPYTHON_INLINE int32_t compact_scalar(cpython_source *s, compact *c, py_object *object)
{
    const cpython *const host = s->host;
    py_object *const type = object->type;
    if (type == host->py.PyUnicode_Type) {
        return compact_string(s, c, object);
    }
    if (CPYTHON_UNLIKELY(!compact_has(c, COMPACT_ROOM))) {
        const int32_t code = compact_grow(s, c, COMPACT_ROOM);
        if (code != FJ_OK) {
            return code;
        }
    }
    if (type == host->py.PyLong_Type) {
        return compact_integer(s, c, object);
    }
    if (type == host->py.PyFloat_Type) {
        double value;
        memcpy(&value, (const char *)object + 16, sizeof value);
        if (CPYTHON_UNLIKELY(!writer_is_finite(value))) {
            return compact_other(s, c, object, source_float);
        }
        c->p = number_write_double(c->p, value, true);
        return FJ_OK;
    }
    if (object == host->none) {
        memcpy(c->p, "null", 4);
        c->p += 4;
        return FJ_OK;
    }
    if (object == host->yes) {
        memcpy(c->p, "true", 4);
        c->p += 4;
        return FJ_OK;
    }
    if (object == host->no) {
        memcpy(c->p, "false", 5);
        c->p += 5;
        return FJ_OK;
    }
    return CPYTHON_COMPACT_OTHER;
}

/* ---- containers ---- */

/* What is next in the innermost container: items, or entries of two. */
typedef struct compact_run {
    py_object *const *next;
    py_object *const *stop;
    bool members;
} compact_run;

/* A dict in order, as the general loop has one: the members are its own. Without memory it is a
 * dict that has a place. */
static bool compact_settle_sorted(cpython_source *s, cpython_frame *frame, py_object *const *next)
{
    const cpython_api *const py = &s->host->py;
    py_object *const *const pairs = frame->pairs;
    const size_t count = (size_t)(frame->stop - pairs) / 2;
    cpython_member *const members =
        memory_allocate(memory_array_size(count, sizeof(cpython_member)));
    frame->key = next != pairs ? next[-2] : NULL;
    if (members == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        members[i].key = pairs[2 * i];
        members[i].value = pairs[2 * i + 1];
        py->Py_IncRef(members[i].key);
        py->Py_IncRef(members[i].value);
        (void)cpython_text_open(s->host, members[i].key, &members[i].text); /* they are in place */
    }
    frame->kind = FRAME_SORTED;
    frame->key = NULL;
    frame->members = members;
    frame->length = (py_size)count;
    frame->next = (py_size)(next - pairs) / 2;
    return true;
}

/* The frames as the general loop has them. Gives the code, or that there is no memory. */
static __attribute__((noinline)) int32_t compact_settle(cpython_source *s, size_t base,
                                                        const compact_run *innermost, int32_t code)
{
    cpython_frames *const f = &s->frames;
    for (size_t i = base; i < f->depth; i++) {
        cpython_frame *const frame = &f->frames[i];
        py_object *const *const next = i + 1 == f->depth ? innermost->next : frame->at;
        if (frame->pairs != NULL) {
            code = compact_settle_sorted(s, frame, next) ? code : FJ_ERROR_MEMORY;
            continue;
        }
        if (frame->kind == FRAME_DICT) {
            cpython_dict_entries entries = {NULL, NULL};
            (void)cpython_dict_open(frame->container, &entries);
            frame->key = next != entries.next ? next[-2] : NULL;
            frame->next = (next - entries.next) / 2;
            frame->written = frame->next;
            frame->length = s->host->py.PyDict_Size(frame->container);
            continue;
        }
        py_object *const *const items =
            frame->kind == FRAME_LIST
                ? (py_object *const *)(uintptr_t)cpython_word(frame->container, 24)
                : (py_object *const *)(const void *)frame->container + 3;
        frame->next = next - items;
        frame->length = frame->stop - items;
    }
    for (size_t i = f->depth; i-- > base;) {
        if (f->frames[i].pairs != NULL) {
            cpython_pairs_give(&s->pairs, f->frames[i].pairs);
        }
    }
    return code;
}

/* FJ_OK: `run` is now inside the container, which is not empty, or it was and is written whole.
 * CPYTHON_COMPACT_OTHER: it is no container that is read here. */
CPYTHON_INLINE int32_t compact_enter(cpython_source *s, compact *c, py_object *object,
                                     compact_run *run, bool *entered)
{
    const cpython *const host = s->host;
    py_object *const type = object->type;
    compact_run inner;
    uint8_t kind;
    if (type == host->py.PyDict_Type) {
        cpython_dict_entries entries;
        if (CPYTHON_UNLIKELY(!cpython_dict_open(object, &entries))) {
            return CPYTHON_COMPACT_OTHER;
        }
        kind = FRAME_DICT;
        inner = (compact_run){entries.next, entries.end, true};
        while (CPYTHON_UNLIKELY(inner.next < inner.stop && inner.next[1] == NULL)) {
            inner.next += 2; /* deleted */
        }
    } else if (type == host->py.PyList_Type) {
        kind = FRAME_LIST;
        inner.next = (py_object *const *)(uintptr_t)cpython_word(object, 24);
        inner.stop = inner.next + cpython_word(object, 16);
        inner.members = false;
    } else if (type == host->py.PyTuple_Type) {
        kind = FRAME_TUPLE;
        inner.next = (py_object *const *)(const void *)object + 3;
        inner.stop = inner.next + cpython_word(object, 16);
        inner.members = false;
    } else {
        return CPYTHON_COMPACT_OTHER;
    }
    /* A scalar, or none yet, was before: there is room for two brackets. */
    *c->p = inner.members ? '{' : '[';
    if (inner.next == inner.stop) {
        c->p[1] = inner.members ? '}' : ']';
        c->p += 2;
        *entered = false;
        return s->frames.depth < s->w.max_nesting ? FJ_OK : FJ_ERROR_NESTING;
    }
    c->p++;
    if (s->frames.depth != 0) {
        s->frames.frames[s->frames.depth - 1].at = run->next;
    }
    int32_t code = source_enter(s, kind, object);
    if (CPYTHON_UNLIKELY(code != FJ_OK)) {
        return code;
    }
    py_object *const *pairs = NULL;
    if (CPYTHON_UNLIKELY(s->sorted) && inner.members) {
        cpython_dict_entries entries = {inner.next, inner.stop};
        switch (cpython_pairs_sort(&s->pairs, &host->layout, &entries)) {
        case PAIRS_SORTED:
            break;
        case PAIRS_NO_MEMORY:
            code = FJ_ERROR_MEMORY;
            break;
        default:
            code = CPYTHON_COMPACT_OTHER;
            break;
        }
        if (CPYTHON_UNLIKELY(code != FJ_OK)) {
            c->p--; /* it has not been begun */
            s->frames.depth--;
            return code;
        }
        pairs = entries.next;
        inner = (compact_run){entries.next, entries.end, true};
    }
    cpython_frame *const frame = &s->frames.frames[s->frames.depth - 1];
    frame->stop = inner.stop;
    frame->pairs = pairs;
    *run = inner;
    *entered = true;
    return FJ_OK;
}

/* Room for a line before what comes next. */
CPYTHON_INLINE int32_t compact_line(cpython_source *s, compact *c, const writer_lines *lines)
{
    if (CPYTHON_UNLIKELY(!writer_lines_fit(c->p, c->limit, lines, WRITER_SPARE))) {
        const int32_t code = compact_grow(s, c, lines->indent + WRITER_LINE_ROOM);
        if (code != FJ_OK) {
            return code;
        }
    }
    c->p = writer_lines_put(c->p, lines);
    return FJ_OK;
}

/* The end of a container, over the comma. */
CPYTHON_INLINE int32_t compact_end(cpython_source *s, compact *c, writer_lines *lines,
                                   bool in_lines, char bracket)
{
    int32_t code = FJ_OK;
    if (in_lines) {
        lines->indent -= lines->step;
        c->p--;
        code = compact_line(s, c, lines);
        c->p++;
    }
    c->p[-1] = bracket;
    return code;
}

CPYTHON_INLINE int32_t compact_walk(cpython_source *s, py_object **given, const bool in_lines)
{
    cpython_frames *const f = &s->frames;
    const size_t base = f->depth; /* what is open around it is not ours */
    py_object *object = *given;
    compact c = {s->w.cursor, s->w.limit};
    compact_run run = {NULL, NULL, false};
    writer_lines lines = writer_lines_open(&s->w);
    lines.indent = s->w.depth * lines.step;
    bool entered;
    int32_t code;

container:
    if (CPYTHON_UNLIKELY(!compact_has(&c, COMPACT_ROOM)) &&
        (code = compact_grow(s, &c, COMPACT_ROOM)) != FJ_OK) {
        goto failed;
    }
    code = compact_enter(s, &c, object, &run, &entered);
    if (CPYTHON_UNLIKELY(code != FJ_OK)) {
        goto failed;
    }
    if (!entered) {
        goto next;
    }
    lines.indent += lines.step;

inside:
    if (run.members) {
        do {
            if (CPYTHON_LIKELY(run.next + 2 * COMPACT_AHEAD < run.stop)) {
                __builtin_prefetch(run.next[2 * COMPACT_AHEAD + 1]);
            }
            py_object *const key = run.next[0];
            object = run.next[1];
            run.next += 2;
            if (CPYTHON_UNLIKELY(object == NULL)) {
                continue; /* deleted */
            }
            if (in_lines && CPYTHON_UNLIKELY((code = compact_line(s, &c, &lines)) != FJ_OK)) {
                goto failed;
            }
            code = compact_string(s, &c, key);
            if (CPYTHON_UNLIKELY(code != FJ_OK)) {
                goto failed;
            }
            if (in_lines) {
                c.p = writer_lines_colon(c.p, &lines);
            } else {
                *c.p++ = ':';
            }
            code = compact_scalar(s, &c, object);
            if (CPYTHON_UNLIKELY(code != FJ_OK)) {
                goto other;
            }
            *c.p++ = ',';
        } while (run.next < run.stop);
        code = compact_end(s, &c, &lines, in_lines, '}');
    } else {
        do {
            if (CPYTHON_LIKELY(run.next + COMPACT_AHEAD < run.stop)) {
                __builtin_prefetch(run.next[COMPACT_AHEAD]);
            }
            object = *run.next++;
            if (in_lines && CPYTHON_UNLIKELY((code = compact_line(s, &c, &lines)) != FJ_OK)) {
                goto failed;
            }
            code = compact_scalar(s, &c, object);
            if (CPYTHON_UNLIKELY(code != FJ_OK)) {
                goto other;
            }
            *c.p++ = ',';
        } while (run.next < run.stop);
        code = compact_end(s, &c, &lines, in_lines, ']');
    }

leave:
    if (in_lines && CPYTHON_UNLIKELY(code != FJ_OK)) {
        goto failed;
    }
    f->depth--;
    if (CPYTHON_UNLIKELY(f->frames[f->depth].pairs != NULL)) {
        cpython_pairs_give(&s->pairs, f->frames[f->depth].pairs);
    }
    if (f->depth != base) {
        const cpython_frame *const frame = &f->frames[f->depth - 1];
        run.next = frame->at;
        run.stop = frame->stop;
        run.members = frame->kind == FRAME_DICT;
    }

next:
    if (f->depth == base) {
        s->w.cursor = c.p;
        return FJ_OK;
    }
    if (CPYTHON_UNLIKELY(!compact_has(&c, WRITER_SPARE)) &&
        (code = compact_grow(s, &c, WRITER_SPARE)) != FJ_OK) {
        goto failed;
    }
    *c.p++ = ',';
    if (run.next < run.stop) {
        goto inside;
    }
    code = compact_end(s, &c, &lines, in_lines, run.members ? '}' : ']');
    goto leave;

other:
    if (code == CPYTHON_COMPACT_OTHER) {
        goto container;
    }

failed:
    code = compact_settle(s, base, &run, code);
    s->w.cursor = c.p;
    s->w.depth += (uint32_t)(f->depth - base);
    *given = object;
    return code;
}

int32_t COMPACT_RUN(cpython_source *s, py_object **object, bool in_lines)
{
    return in_lines ? compact_walk(s, object, true) : compact_walk(s, object, false);
}
