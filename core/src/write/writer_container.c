/* Writer, containers: lines, indents and spaces. See writer_container.h. */
#include "write/writer.h"
#include "write/writer_lines.h"

/* Most layout strings are one or two bytes long. */
static char *layout_put(char *p, const writer_layout *layout)
{
    if (layout->length == 1) {
        *p = *layout->text;
        return p + 1;
    }
    if (layout->length != 0) {
        memcpy(p, layout->text, layout->length);
    }
    return p + layout->length;
}

/* An indent of one byte again and again, as nearly all are, is stored by vectors, which may
 * overhang into the spare room. Of any other the second half is a copy of the first: as few copies
 * as there are bits in the depth. */
static char *indent_put(char *p, const writer *w, size_t total)
{
    if (w->indent_word != 0) {
        const vector v = vector_from_words(w->indent_word, w->indent_word);
        for (size_t done = 0; done < total; done += VECTOR_SIZE) {
            vector_store(p + done, v);
        }
    } else if (total != 0) {
        size_t done = w->indent.length;
        memcpy(p, w->indent.text, done);
        while (done < total) {
            const size_t more = done < total - done ? done : total - done;
            memcpy(p + done, p, more);
            done += more;
        }
    }
    return p + total;
}

/* Of the usual layout, where there is room. */
static inline bool line_put_usual(writer *w, char before)
{
    writer_lines lines = writer_lines_open(w);
    lines.indent = w->depth * lines.step;
    if (!writer_lines_fit(w->cursor, w->limit, &lines, 1 + WRITER_SPARE)) {
        return false;
    }
    *w->cursor = before;
    w->cursor = writer_lines_put(w->cursor + (before != 0), &lines);
    return true;
}

static inline int32_t line_put(writer *w, char before, const writer_layout *line_end)
{
    if (w->lines && line_put_usual(w, before)) {
        return FJ_OK;
    }
    size_t indents;
    if (__builtin_mul_overflow((size_t)w->depth, w->indent.length, &indents) ||
        indents > PTRDIFF_MAX) {
        return FJ_ERROR_MEMORY;
    }
    const size_t sure = (before != 0) + line_end->length + indents;
    if (__builtin_expect((size_t)(w->limit - w->cursor) < WRITER_SPARE ||
                             (size_t)(w->limit - w->cursor) - WRITER_SPARE < sure,
                         0)) {
        const int32_t code = writer_grow(w, sure, sure);
        if (code != FJ_OK) {
            return code;
        }
    }
    char *p = w->cursor;
    *p = before;
    p += before != 0;
    p = layout_put(p, line_end);
    w->cursor = indent_put(p, w, indents);
    return FJ_OK;
}

int32_t writer_line(writer *w, char before, const writer_layout *line_end)
{
    return line_put(w, before, line_end);
}

int32_t writer_last_line(writer *w, const writer_layout *line_end)
{
    return line_end->length == 0 ? FJ_OK : line_put(w, 0, line_end);
}

int32_t writer_colon_laid_out(writer *w)
{
    if (w->lines && writer_has_room(w, 2)) {
        const writer_lines lines = writer_lines_open(w);
        w->cursor = writer_lines_colon(w->cursor, &lines);
        return FJ_OK;
    }
    const size_t sure = w->space_before.length + 1 + w->space.length;
    const int32_t code = writer_has_room(w, sure) ? FJ_OK : writer_grow(w, sure, sure);
    if (code == FJ_OK) {
        char *p = layout_put(w->cursor, &w->space_before);
        *p++ = ':';
        w->cursor = layout_put(p, &w->space);
    }
    return code;
}
