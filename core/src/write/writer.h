/*
 * Writer: JSON text into a growing buffer, one emitter a value; driven by a source.
 *
 * A source (the document, a host's objects, the tape) walks its values and calls the emitters; what
 * it gives decides the values, the options decide the bytes. Emitters return FJ_OK or a code that
 * ends the generating: FJ_ERROR_MEMORY, _LIMIT, _NESTING, _NAN, _INVALID_UTF8, _LONE_SURROGATE.
 *
 *     int32_t writer_open(writer *, const fj_generate_options * (NULL: defaults), fj_buffer *out);
 *         checks the options; borrows the buffer's memory until writer_close
 *     int32_t writer_close(writer *, int32_t code);
 *         gives the memory back to the buffer with its length, 0 if code is not FJ_OK; returns
 * code, or FJ_ERROR_LIMIT for an output that was too long. Calling it again does nothing.
 *
 *     writer_null(w)  writer_boolean(w, bool)  writer_int64(w, v)  writer_uint64(w, v)
 *     writer_double(w, v, bool point_zero)     point_zero: 1.0 as "1.0", for hosts that tell reals
 * from integers; canonical overrides it writer_digits(w, text, length)           an integer's or
 * number's text, verbatim (the source vouches) writer_raw(w, text, length)              a JSON
 * fragment, verbatim (the source vouches) writer_string(w, utf8, length, flags)    flags
 * WRITER_STRING_...: what is known already writer_string_latin1(w, const uint8_t *, length)    code
 * points below U+0100 writer_string_utf16(w, const uint16_t *, length)    UTF-16, lone surrogates
 * by the option writer_string_utf32(w, const uint32_t *, length)    code points, lone surrogates by
 * the option
 *
 *     writer_array_begin(w)                    '[', one level deeper
 *     writer_element(w, bool first)            what stands before an element: comma, line end,
 * indent writer_array_end(w, bool empty)          line end, indent, ']' writer_object_begin(w)
 *     writer_member(w, bool first)             what stands before a key
 *     writer_colon(w)                          what stands between key and value
 *     writer_object_end(w, bool empty)
 *
 * A key is written with the string emitters. An empty container is "[]" or "{}" whatever the
 * layout. All are static inline, in write/ headers that this one includes.
 *
 *     int writer_compare_keys(const char *a, size_t a_length, const char *b, size_t b_length);
 *         UTF-8 in the order of UTF-16 code units, for sort_keys; <0, 0, >0
 *
 * A source whose host may unwind the C stack calls writer_close(w, FJ_ERROR_HOST) from the host's
 * ensure.
 *
 * Room: every emitter leaves at least WRITER_SPARE bytes between cursor and limit, so that a comma
 * or a colon after a value needs no check of its own, and a value's check is the only one it costs.
 * Vectors and words may be stored beyond what an emitter keeps, up to the limit.
 */
#ifndef FASTJSON_WRITER_H
#define FASTJSON_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "fastjson/fastjson.h"

#define WRITER_STRING_ASCII FJ_STRING_ASCII /* all bytes below 0x80 */
#define WRITER_STRING_PLAIN FJ_STRING_PLAIN /* no byte needs an escape by the defaults */
#define WRITER_STRING_SURROGATES \
    FJ_STRING_SURROGATES /* UTF-8, but may hold lone surrogates (WTF-8) */
#define WRITER_STRING_VALID \
    ((uint32_t)FJ_STRING_VALID) /* well-formed UTF-8; SURROGATES takes this back */

#define WRITER_NESTING_DEFAULT 1024u
#define WRITER_SPARE 16u

/* A layout string of the options. */
typedef struct writer_layout {
    const char *text;
    size_t length;
} writer_layout;

typedef struct writer {
    char *cursor; /* the next byte */
    char *limit;  /* the end of the room: of the memory, or less when the output is limited */
    char *start;
    uint32_t depth; /* open containers */
    uint32_t max_nesting;
    bool compact;         /* no layout string */
    bool lines;           /* the layout is that of writer_lines.h */
    uint8_t known;        /* either of these flags makes a PLAIN string a mere copy */
    uint8_t short_string; /* up to this length the string emitter does without a call */
    uint8_t nan;          /* the rest: as in the options */
    uint8_t lone_surrogates;
    bool ascii_only;
    bool script_safe;
    bool sort_keys;
    bool canonical;
    bool strict;
    size_t max_output; /* SIZE_MAX: no limit */
    fj_buffer *out;    /* NULL: closed */
    writer_layout indent;
    uint64_t indent_word; /* eight times the indent's only byte; 0: it has none, or several */
    writer_layout space;
    writer_layout space_before;
    writer_layout object_nl;
    writer_layout array_nl;
    const fj_allocator *allocator; /* of the buffer, and of what the call needs besides */
} writer;

/* FJ_OK, FJ_ERROR_ARGUMENT or FJ_ERROR_OPTION; after an error the writer is closed. Nothing is
 * allocated. */
int32_t writer_open(writer *w, const fj_generate_options *options, fj_buffer *out);

/* Whether writer_open would take these options (NULL: the defaults), each and together. */
bool writer_options_serve(const fj_generate_options *options);

int32_t writer_close(writer *w, int32_t code);

/* The first fault of a text whose writing ended with a code: FJ_ERROR_LIMIT where there was room
 * for more than is allowed, else the code itself. */
int32_t writer_fault(const writer *w, int32_t code);

/* Makes room for `need` bytes and WRITER_SPARE more. `sure`: how many bytes will be written at
 * least: refused before any memory is asked for if the output becomes too long by them. */
int32_t writer_grow(writer *w, size_t need, size_t sure);

int writer_compare_keys(const char *a, size_t a_length, const char *b, size_t b_length);

static inline bool writer_has_room(const writer *w, size_t need)
{
    return __builtin_expect((size_t)(w->limit - w->cursor) >= need + WRITER_SPARE, 1);
}

/* For small sizes known when compiling. */
static inline int32_t writer_reserve(writer *w, size_t need)
{
    return writer_has_room(w, need) ? FJ_OK : writer_grow(w, need, 0);
}

#include "write/writer_container.h"
#include "write/writer_scalar.h"
#include "write/writer_string.h"

#endif
