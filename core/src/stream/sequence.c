/* Sequence: several values in one text that is there as a whole; see sequence.h. */
#include "stream/sequence.h"

#include <string.h>

#include "document/document.h"
#include "error.h"
#include "read/comment.h"
#include "read/options.h"
#include "scan/space.h"
#include "stream/boundary.h"
#include "text/validate.h"

/* ---- rules ---- */

int32_t sequence_rules_open(sequence_rules *rules, const fj_sequence_options *sequence,
                            const fj_parse_options *parse, fj_error *error)
{
    rules->kind = FJ_SEQUENCE_VALUES;
    rules->refuse_blank = false;
    rules->defaults = parse == NULL;
    rules->reader = NULL;
    rules->context = NULL;
    if (sequence != NULL) {
        fj_sequence_options own;
        if (!options_copy(&own, sizeof own, sequence) || own.kind > FJ_SEQUENCE_ONE ||
            own.refuse_blank_lines > 1 || own.reserved[0] != 0 || own.reserved[1] != 0 ||
            (own.refuse_blank_lines && own.kind != FJ_SEQUENCE_LINES)) {
            return error_plain(error, FJ_ERROR_OPTION, "of the sequence");
        }
        rules->kind = own.kind;
        rules->refuse_blank = own.refuse_blank_lines != 0;
    }
    if (read_options_resolve(parse, &rules->parse) != FJ_OK) {
        return error_plain(error, FJ_ERROR_OPTION,
                           "unknown parse option, or a value outside its range");
    }
    rules->parse.size = sizeof rules->parse;
    return FJ_OK;
}

/* ---- places ---- */

/* The bytes of eight that begin no character: 10xxxxxx. */
static inline unsigned continuations(const char *p)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    const uint64_t word = vector_word(p);
    return (unsigned)(((word >> 7 & ~(word >> 6) & ones) * ones) >> 56);
}

static uint64_t count_characters(const char *p, const char *end)
{
    uint64_t count = (uint64_t)(end - p);
    for (; (size_t)(end - p) >= VECTOR_SIZE; p += VECTOR_SIZE) {
        if (vector_mask(vector_load(p)) != 0) {
            count -= continuations(p) + continuations(p + 8);
        }
    }
    for (; p < end; p++) {
        count -= ((unsigned char)*p & 0xC0) == 0x80;
    }
    return count;
}

/* Counts line feeds; *after is then where the last line begins. */
static uint64_t count_lines(const char *p, const char *end, const char **after)
{
    uint64_t count = 0;
    for (; (size_t)(end - p) >= 4 * VECTOR_SIZE; p += 4 * VECTOR_SIZE) {
        uint64_t feeds = 0;
        for (unsigned i = 0; i < 4; i++) {
            const vector v = vector_load(p + VECTOR_SIZE * i);
            feeds |= (uint64_t)vector_mask(vector_equal(v, '\n')) << VECTOR_SIZE * i;
        }
        if (feeds != 0) {
            count += (uint64_t)__builtin_popcountll(feeds);
            *after = p + 64 - __builtin_clzll(feeds);
        }
    }
    for (; p < end; p++) {
        if (*p == '\n') {
            count++;
            *after = p + 1;
        }
    }
    return count;
}

void place_advance(place *at, const char *text, size_t length)
{
    const char *line = NULL;
    const uint64_t lines = count_lines(text, text + length, &line);
    at->offset += length;
    if (lines != 0) {
        at->line += lines;
        at->column = 1;
    }
    at->column += count_characters(lines != 0 ? line : text, text + length);
}

void sequence_error_copy(const fj_error *own, fj_error *error)
{
    if (error != NULL && error->size >= offsetof(fj_error, offset)) {
        const uint32_t size = error->size;
        memcpy(error, own, size < sizeof *own ? size : sizeof *own);
        error->size = size;
    }
}

/* From a place counted from the text to one in the whole. */
static void error_move(fj_error *own, const place *start)
{
    own->offset += start->offset;
    own->column += own->line == 1 ? start->column - 1 : 0;
    own->line += start->line - 1;
}

int32_t sequence_fail_at(int32_t code, const place *at, const char *text, size_t length,
                         fj_error *error)
{
    fj_error own = {.size = sizeof own};
    error_in_text(&own, code, text, length, 0, NULL);
    error_move(&own, at);
    sequence_error_copy(&own, error);
    return code;
}

/* ---- judging ---- */

static int32_t judge_fail(const reader *r, int32_t code, const place *start, size_t *fault,
                          fj_error *error)
{
    if (fault != NULL) {
        *fault = (size_t)(r->place - r->text);
    }
    if (error != NULL) {
        fj_error own = {.size = sizeof own};
        code = reader_fail(r, code, &own);
        if (code != FJ_ERROR_MEMORY) {
            error_move(&own, start);
        }
        sequence_error_copy(&own, error);
    }
    return code;
}

static int32_t judge_open(reader *r, const sequence_rules *rules, const char *text, size_t length)
{
    fj_parse_options options = rules->parse;
    options.max_input_bytes = 0;
    return reader_open(r, text, length, &options);
}

int32_t sequence_judge(const sequence_rules *rules, const char *text, size_t length,
                       enum sequence_judging how, const place *start, size_t *fault,
                       fj_error *error)
{
    reader r;
    int32_t code = judge_open(&r, rules, text, length);
    r.partial = how != SEQUENCE_ALONE;
    if (code == FJ_OK) {
        const bool unique = r.options.duplicate_key == FJ_DUPLICATE_ERROR;
        code = unique || r.strict ? reader_diagnose(&r) : validate_run(&r);
    }
    reader_close(&r);
    if (code == FJ_OK && how == SEQUENCE_SCALAR && r.place != r.end &&
        !sequence_ends_scalar(rules, *r.place)) {
        code = FJ_ERROR_UNEXPECTED_BYTE;
    }
    return code == FJ_OK ? FJ_OK : judge_fail(&r, code, start, fault, error);
}

int32_t sequence_judge_comment(const sequence_rules *rules, const char *text, size_t length,
                               const place *start, size_t *fault, fj_error *error)
{
    reader r;
    int32_t code = judge_open(&r, rules, text, length);
    r.options.duplicate_key = FJ_DUPLICATE_LAST; /* no keys stand in a comment */
    if (code == FJ_OK) {
        (void)comment_skip(&r, text, &code);
    }
    reader_close(&r);
    return code == FJ_OK ? FJ_OK : judge_fail(&r, code, start, fault, error);
}

/* ---- one buffer ---- */

int32_t sequence_read(const sequence_rules *rules, const char *text, size_t length,
                      fj_document **document)
{
    return rules->reader != NULL
               ? rules->reader(rules->context, text, length)
               : fj_parse(text, length, rules->defaults ? NULL : &rules->parse, document, NULL);
}

/* Lines are counted when a place is asked for, and never twice. */
static place sequence_place(fj_sequence *sequence, const char *text, size_t offset)
{
    if (sequence->counted > offset) {
        sequence->counted = 0; /* the caller went back */
        sequence->lines = 0;
        sequence->columns = 0;
    }
    place at = {sequence->counted, sequence->lines + 1, sequence->columns + 1};
    place_advance(&at, text + at.offset, offset - (size_t)at.offset);
    sequence->counted = at.offset;
    sequence->lines = at.line - 1;
    sequence->columns = at.column - 1;
    return at;
}

int32_t sequence_failed(fj_document **document, int32_t code)
{
    if (*document != NULL) {
        (*document)->length = 0;
    }
    return code;
}

/* Over white space and comments. FJ_OK, or the code of a comment's fault, which `error` then has.
 */
static int32_t sequence_space(const sequence_rules *rules, const char *text, size_t length,
                              size_t *offset, fj_sequence *sequence, fj_error *error)
{
    const char *const end = text + length;
    const char *p = text + *offset;
    for (;;) {
        p = scan_space(p, end);
        *offset = (size_t)(p - text);
        if (p == end || *p != '/' || !rules->parse.allow_comments) {
            return FJ_OK;
        }
        boundary b;
        boundary_begin(&b, *p, true);
        const char *stop = boundary_find(&b, p, end);
        stop = stop != NULL ? stop : end;
        const size_t size = (size_t)(stop - p);
        const place none = {0, 1, 1};
        int32_t code = size > rules->parse.max_input_bytes ? FJ_ERROR_LIMIT : FJ_OK;
        if (code == FJ_OK) {
            code = sequence_judge_comment(rules, p, size, &none, NULL, NULL);
        }
        if (code != FJ_OK) {
            const place at = sequence_place(sequence, text, *offset);
            return code == FJ_ERROR_LIMIT
                       ? sequence_fail_at(code, &at, p, size, error)
                       : sequence_judge_comment(rules, p, size, &at, NULL, error);
        }
        p = stop;
    }
}

static int32_t sequence_next_value(const sequence_rules *rules, const char *text, size_t length,
                                   fj_sequence *sequence, fj_document **document, fj_error *error)
{
    size_t offset = (size_t)sequence->offset;
    int32_t code = sequence_space(rules, text, length, &offset, sequence, error);
    if (code != FJ_OK) {
        return sequence_failed(document, code);
    }
    if (offset == length) {
        sequence->offset = length;
        return FJ_END;
    }
    const char *const start = text + offset;
    const char *const end = text + length;
    boundary b;
    boundary_begin(&b, *start, rules->parse.allow_comments);
    const char *stop = boundary_find(&b, start, end);
    stop = stop != NULL ? stop : end;
    const size_t size = (size_t)(stop - start);
    const bool scalar = b.kind == BOUNDARY_SCALAR;
    if (size > rules->parse.max_input_bytes) {
        const place at = sequence_place(sequence, text, offset);
        return sequence_failed(document, sequence_fail_at(FJ_ERROR_LIMIT, &at, start, size, error));
    }
    code = FJ_ERROR_UNEXPECTED_BYTE;
    if (b.kind != BOUNDARY_NONE && (!scalar || stop == end || sequence_ends_scalar(rules, *stop))) {
        code = sequence_read(rules, start, size, document);
    }
    if (code == FJ_OK) {
        sequence->start = offset;
        sequence->offset = (uint64_t)(stop - text);
        return FJ_OK;
    }
    if (code == FJ_ERROR_MEMORY) {
        return sequence_failed(document, error_plain(error, code, NULL));
    }
    const place at = sequence_place(sequence, text, offset);
    size_t seen = scalar && stop < end ? size + 1 : size;
    if (b.kind == BOUNDARY_NONE && end - start >= 3) {
        seen = 3; /* a byte order mark has its own message */
    }
    code = sequence_judge(rules, start, seen, scalar ? SEQUENCE_SCALAR : SEQUENCE_VALUE, &at, NULL,
                          error);
    return sequence_failed(document, code);
}

bool sequence_line_blank(const sequence_rules *rules, const char *p, const char *end)
{
    if (rules->refuse_blank) {
        return false;
    }
    if (p < end && *p == '/' && rules->parse.allow_comments) {
        reader r;
        int32_t code = judge_open(&r, rules, p, (size_t)(end - p));
        p = code == FJ_OK ? comment_skip(&r, p, &code) : NULL;
        reader_close(&r);
    }
    return p == end;
}

static int32_t sequence_next_line(const sequence_rules *rules, const char *text, size_t length,
                                  fj_sequence *sequence, fj_document **document, fj_error *error)
{
    const char *const end = text + length;
    const char *line = text + (size_t)sequence->offset;
    while (line != end) {
        const char *const feed = memchr(line, '\n', (size_t)(end - line));
        const char *const stop = feed != NULL ? feed : end;
        const char *const next = feed != NULL ? feed + 1 : end;
        const char *const start = scan_space(line, stop);
        const size_t size = (size_t)(stop - start);
        int32_t code = FJ_ERROR_LIMIT;
        if (size <= rules->parse.max_input_bytes) {
            if (sequence_line_blank(rules, start, stop)) {
                line = next;
                continue;
            }
            code = sequence_read(rules, start, size, document);
            if (code == FJ_ERROR_MEMORY) {
                return sequence_failed(document, error_plain(error, code, NULL));
            }
        }
        if (code != FJ_OK) {
            const place at = sequence_place(sequence, text, (size_t)(start - text));
            code = size > rules->parse.max_input_bytes
                       ? sequence_fail_at(FJ_ERROR_LIMIT, &at, start, size, error)
                       : sequence_judge(rules, start, size, SEQUENCE_ALONE, &at, NULL, error);
            (void)sequence_failed(document, code);
        }
        if (code != FJ_ERROR_MEMORY) {
            sequence->start = (uint64_t)(start - text);
            sequence->offset = (uint64_t)(next - text);
        }
        return code;
    }
    sequence->offset = length;
    return FJ_END;
}

int32_t sequence_next(const sequence_rules *rules, const char *text, size_t length,
                      fj_sequence *sequence, fj_document **document, fj_error *error)
{
    return rules->kind == FJ_SEQUENCE_LINES
               ? sequence_next_line(rules, text, length, sequence, document, error)
               : sequence_next_value(rules, text, length, sequence, document, error);
}

int32_t fj_parse_next(const char *text, size_t length, fj_sequence *sequence,
                      const fj_sequence_options *sequence_options, const fj_parse_options *options,
                      fj_document **document, fj_error *error)
{
    if (document == NULL || sequence == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "document or sequence is NULL");
    }
    sequence_rules rules;
    int32_t code = sequence_rules_open(&rules, sequence_options, options, error);
    if (code == FJ_OK && rules.kind == FJ_SEQUENCE_ONE) {
        code = error_plain(error, FJ_ERROR_OPTION, "one value alone is read by fj_parse");
    }
    if (code == FJ_OK &&
        ((text == NULL && length != 0) || length > PTRDIFF_MAX || sequence->offset > length)) {
        code = error_plain(
            error, FJ_ERROR_ARGUMENT,
            "the text is NULL or longer than memory can be, or the offset is beyond it");
    }
    if (code != FJ_OK) {
        return sequence_failed(document, code);
    }
    rules.parse.allocator = document_allocator(*document, rules.parse.allocator);
    return sequence_next(&rules, text != NULL ? text : "", length, sequence, document, error);
}
