/*
 * Sequence: what the readers of several values in one text share: rules, places, and the judging of
 * a value that is wrong.
 *
 * Each value is read by fj_parse from a slice that boundary.h or the line's end has found. When
 * that fails, sequence_judge reads the text once more from the value's first byte, as the one text
 * that it is a part of: it alone decides code and place, so that they cannot depend on how a slice
 * was found or in which pieces the text came.
 */
#ifndef FASTJSON_STREAM_SEQUENCE_H
#define FASTJSON_STREAM_SEQUENCE_H

#include <stdbool.h>

#include "fastjson/fastjson.h"

/* A place in the whole text. */
typedef struct place {
    uint64_t offset;
    uint64_t line;   /* from 1 */
    uint64_t column; /* from 1, in characters */
} place;

/* The place after a text that begins at this one. */
void place_advance(place *at, const char *text, size_t length);

/* Reads one value in place of fj_parse: FJ_OK, or the code of a fault. */
typedef int32_t sequence_reader(void *context, const char *text, size_t length);

typedef struct sequence_rules {
    fj_parse_options parse;  /* resolved; each value is read by it */
    sequence_reader *reader; /* NULL: fj_parse, into the document */
    void *context;           /* the reader's */
    bool defaults;           /* and it says what NULL says */
    bool refuse_blank;
    uint8_t kind; /* FJ_SEQUENCE_... */
} sequence_rules;

/* FJ_OK or FJ_ERROR_OPTION, which `error` then has. */
int32_t sequence_rules_open(sequence_rules *rules, const fj_sequence_options *sequence,
                            const fj_parse_options *parse, fj_error *error);

/* Reads a value of which nothing is known yet. With a reader `document` is left alone. */
int32_t sequence_read(const sequence_rules *rules, const char *text, size_t length,
                      fj_document **document);

/* fj_parse_next for rules that are open already. *document NULL is allowed with a reader. */
int32_t sequence_next(const sequence_rules *rules, const char *text, size_t length,
                      fj_sequence *sequence, fj_document **document, fj_error *error);

/* Has a stream's values read by a reader; its document pointers are left alone then. */
void stream_set_reader(fj_stream *stream, sequence_reader *reader, void *context);

/* How a value stands in its text. */
enum sequence_judging {
    SEQUENCE_ALONE,  /* nothing but white space may follow */
    SEQUENCE_VALUE,  /* what follows is not looked at */
    SEQUENCE_SCALAR, /* what follows must end it */
};

/* Reads the text, whose first byte is at `start`. FJ_OK, or the first fault's code, with its place
 * in *fault (NULL is allowed), counted from the text, and `error` (NULL is allowed) filled with
 * that in the whole. max_input_bytes does not count here. */
int32_t sequence_judge(const sequence_rules *rules, const char *text, size_t length,
                       enum sequence_judging how, const place *start, size_t *fault,
                       fj_error *error);

/* Reads the comment that stands at the text's start, in the same way. */
int32_t sequence_judge_comment(const sequence_rules *rules, const char *text, size_t length,
                               const place *start, size_t *fault, fj_error *error);

/* Fills `error` (NULL is allowed) for a fault at a place outside of all values; gives the code. */
int32_t sequence_fail_at(int32_t code, const place *at, const char *text, size_t length,
                         fj_error *error);

/* Copies an error into one of a caller's, which may be of another version. */
void sequence_error_copy(const fj_error *own, fj_error *error);

/* Whether a line holds no value: nothing from its first byte that is no white space on, or only
 * comments if they are allowed; never, if blank lines are refused. */
bool sequence_line_blank(const sequence_rules *rules, const char *p, const char *end);

/* A failed reading leaves no value in the document (*document NULL is allowed). Gives the code. */
int32_t sequence_failed(fj_document **document, int32_t code);

/* Whether a number or literal may end before this byte. */
static inline bool sequence_ends_scalar(const sequence_rules *rules, char c)
{
    switch (c) {
    case ' ':
    case '\t':
    case '\n':
    case '\r':
    case '{':
    case '[':
    case '"':
        return true;
    default:
        return c == '/' && rules->parse.allow_comments;
    }
}

#endif
