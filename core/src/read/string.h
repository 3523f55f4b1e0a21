/*
 * Strings: from the byte after an opening quote to the byte after the closing one.
 *
 * In: the text. Out: the string's bytes, in the text itself where no escape stands, else unescaped
 * in the reader's scratch memory; what was learnt about them on the way; or a code and a place. The
 * usual string, ASCII without escapes, is found inline; all others out of line.
 */
#ifndef FASTJSON_READ_STRING_H
#define FASTJSON_READ_STRING_H

#include "read/reader.h"
#include "scan/string_end.h"

typedef struct string_span {
    const char *bytes;
    size_t length;
    uint32_t flags; /* READER_STRING_... */
} string_span;

/* The whole job, for a string that is not plain ASCII. `stop` is the first byte that is not. Gives
 * the byte after the closing quote, or NULL with *code and reader->place. */
const char *string_read_rest(reader *r, const char *start, const char *stop, string_span *out,
                             int32_t *code);

/* The same without unescaping: checks that it is a string, for sinks that take text. */
const char *string_check_rest(reader *r, const char *start, const char *stop, int32_t *code);

static inline const char *string_read(reader *r, const char *start, string_span *out, int32_t *code)
{
    const char *const stop = scan_string_end(start, r->ahead);
    if (__builtin_expect(stop < r->end && *stop == '"', 1)) {
        out->bytes = start;
        out->length = (size_t)(stop - start);
        out->flags = READER_STRING_ASCII | READER_STRING_PLAIN | READER_STRING_TEXT;
        return stop + 1;
    }
    return string_read_rest(r, start, stop, out, code);
}

static inline const char *string_check(reader *r, const char *start, int32_t *code)
{
    const char *const stop = scan_string_end(start, r->ahead);
    if (__builtin_expect(stop < r->end && *stop == '"', 1)) {
        return stop + 1;
    }
    return string_check_rest(r, start, stop, code);
}

#endif
