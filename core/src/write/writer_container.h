/*
 * Writer, containers: brackets, and what stands between their elements. See writer.h.
 *
 * Compact text is done here; lines and indents are one call away. Commas and colons of compact text
 * need no check for room: see "Room" in writer.h.
 */
#ifndef FASTJSON_WRITER_CONTAINER_H
#define FASTJSON_WRITER_CONTAINER_H

#include "write/writer.h"

/* `before` (0: nothing), then the line end, then the indents of the present depth. */
int32_t writer_line(writer *w, char before, const writer_layout *line_end);

/* The line end and indents that stand before a closing bracket; the indents only if there is a line
 * end. */
int32_t writer_last_line(writer *w, const writer_layout *line_end);

int32_t writer_colon_laid_out(writer *w);

static inline int32_t writer_begin(writer *w, char bracket)
{
    if (__builtin_expect(w->depth >= w->max_nesting, 0)) {
        return FJ_ERROR_NESTING;
    }
    const int32_t code = writer_reserve(w, 1);
    if (__builtin_expect(code == FJ_OK, 1)) {
        w->depth++;
        *w->cursor++ = bracket;
    }
    return code;
}

static inline int32_t writer_end(writer *w, bool empty, const writer_layout *line_end, char bracket)
{
    w->depth--;
    if (!w->compact && !empty) {
        const int32_t code = writer_last_line(w, line_end);
        if (code != FJ_OK) {
            return code;
        }
    }
    const int32_t code = writer_reserve(w, 1);
    if (__builtin_expect(code == FJ_OK, 1)) {
        *w->cursor++ = bracket;
    }
    return code;
}

static inline int32_t writer_next(writer *w, bool first, const writer_layout *line_end)
{
    if (__builtin_expect(w->compact, 1)) {
        *w->cursor = ',';
        w->cursor += !first;
        return FJ_OK;
    }
    return writer_line(w, first ? 0 : ',', line_end);
}

static inline int32_t writer_array_begin(writer *w)
{
    return writer_begin(w, '[');
}

static inline int32_t writer_element(writer *w, bool first)
{
    return writer_next(w, first, &w->array_nl);
}

static inline int32_t writer_array_end(writer *w, bool empty)
{
    return writer_end(w, empty, &w->array_nl, ']');
}

static inline int32_t writer_object_begin(writer *w)
{
    return writer_begin(w, '{');
}

static inline int32_t writer_member(writer *w, bool first)
{
    return writer_next(w, first, &w->object_nl);
}

static inline int32_t writer_colon(writer *w)
{
    if (__builtin_expect(w->compact, 1)) {
        *w->cursor++ = ':';
        return FJ_OK;
    }
    return writer_colon_laid_out(w);
}

static inline int32_t writer_object_end(writer *w, bool empty)
{
    return writer_end(w, empty, &w->object_nl, '}');
}

#endif
