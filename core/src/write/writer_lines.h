/*
 * Writer, lines: the layout that indented text nearly always has, for loops that keep the place in
 * the text to themselves. Line ends of LF, an indent of one byte again and again or none, and
 * at most one byte after a colon. Any other layout is in writer_container.c.
 */
#ifndef FASTJSON_WRITER_LINES_H
#define FASTJSON_WRITER_LINES_H

#include "scan/vector.h"
#include "write/writer.h"

typedef struct writer_lines {
    size_t step;   /* bytes by which a level is indented */
    size_t indent; /* the same by all open levels: whoever opens and closes them sets it */
    vector fill;
    size_t space; /* after a colon, at most one byte: */
    char space_byte;
} writer_lines;

#define WRITER_LINE_ROOM \
    (2 * VECTOR_SIZE) /* for the end of a line and its overhang, but for the indent */

static inline writer_lines writer_lines_open(const writer *w)
{
    return (writer_lines){.step = w->indent.length,
                          .fill = vector_from_words(w->indent_word, w->indent_word),
                          .space = w->space.length,
                          .space_byte = w->space.length != 0 ? *w->space.text : ' '};
}

/* The end of a line, and the indent of the next. There is room for WRITER_LINE_ROOM and the indent.
 */
static inline char *writer_lines_put(char *p, const writer_lines *lines)
{
    *p++ = '\n';
    for (size_t done = 0; done < lines->indent; done += VECTOR_SIZE) {
        vector_store(p + done, lines->fill);
    }
    return p + lines->indent;
}

/* A colon and what follows it. */
static inline char *writer_lines_colon(char *p, const writer_lines *lines)
{
    p[0] = ':';
    p[1] = lines->space_byte;
    return p + 1 + lines->space;
}

/* Whether there is room for a line and `more` bytes before `limit`. */
static inline bool writer_lines_fit(const char *p, const char *limit, const writer_lines *lines,
                                    size_t more)
{
    const size_t room = (size_t)(limit - p);
    return __builtin_expect(
        room >= WRITER_LINE_ROOM + more && room - (WRITER_LINE_ROOM + more) >= lines->indent, 1);
}

#endif
