/*
 * Unfinished: a text that stops before its end, as a language model emits it, read as far as it
 * goes.
 *
 * In: a text. Out: the document of its longest beginning that can be closed: text[0, used) and then
 * the closing quotes and brackets that are missing is itself a text, and that is what is read. So
 * values here can only be those that fj_parse knows. A text that could not go on to become valid is
 * an error, as fj_parse gives it.
 */
#include <string.h>

#include "allocator.h"
#include "document/document.h"
#include "error.h"
#include "number/number_read.h"
#include "read/options.h"
#include "scan/space.h"
#include "scan/utf8.h"
#include "stream/sequence.h"
#include "stream/unfinished.h"

/* The way through the text, which is a valid beginning. */
typedef struct walk {
    const fj_allocator *allocator;
    const char *p;
    const char *end;
    const char *used;
    char *closers; /* of what is open, outermost first */
    size_t depth;
    size_t capacity;
    size_t used_depth; /* open at `used` */
    bool in_string;    /* a string is open at `used` */
} walk;

static bool walk_open(walk *w, char closer)
{
    if (w->depth == w->capacity) {
        const size_t capacity = w->capacity ? w->capacity * 2 : 64;
        char *const closers = allocator_resize(w->allocator, w->closers, w->capacity, capacity);
        if (closers == NULL) {
            return false;
        }
        w->closers = closers;
        w->capacity = capacity;
    }
    w->closers[w->depth++] = closer;
    return true;
}

static void walk_use(walk *w, const char *p)
{
    w->used = p;
    w->used_depth = w->depth;
}

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

/* The bytes of a whole escape \uXXXX at p, 0 if the text ends before. */
static size_t walk_unicode(const char *p, const char *end)
{
    if (end - p < 6) {
        return 0;
    }
    const bool high = (p[2] | 0x20) == 'd' &&
                      (p[3] == '8' || p[3] == '9' || (p[3] | 0x20) == 'a' || (p[3] | 0x20) == 'b');
    if (!high) {
        return 6;
    }
    /* Its other half may be under way. */
    static const char half[] = "\\u";
    for (size_t i = 6; i < 12; i++) {
        if (p + i == end) {
            return 0;
        }
        if (i < 8 ? p[i] != half[i - 6] : !is_hex(p[i])) {
            break;
        }
    }
    return 6;
}

/* The bytes of a whole character or escape in a string, 0 if the text ends before. */
static size_t walk_character(const char *p, const char *end)
{
    const char *fault;
    if (*p != '\\') {
        return (signed char)*p >= 0 ? 1 : utf8_sequence(p, end, &fault);
    }
    if (end - p < 2) {
        return 0;
    }
    if (p[1] == 'u') {
        return walk_unicode(p, end);
    }
    const size_t n = (signed char)p[1] >= 0 ? 1 : utf8_sequence(p + 1, end, &fault);
    return n != 0 ? n + 1 : 0;
}

/* From an opening quote. Gives the byte after the closing one, or NULL: the string does not end. */
static const char *walk_string(walk *w, const char *p, bool is_key)
{
    for (p++; p < w->end;) {
        if (*p == '"') {
            return p + 1;
        }
        const size_t n = walk_character(p, w->end);
        if (n == 0) {
            break;
        }
        p += n;
    }
    if (!is_key) {
        walk_use(w, p);
        w->in_string = true;
    }
    return NULL;
}

/* A number or literal. Gives the byte after it, or NULL: it may go on after the text. */
static const char *walk_scalar(walk *w, const char *p)
{
    static const char *const literals[] = {"true", "false", "null", "NaN", "Infinity", "-Infinity"};
    const char *const start = p;
    while (p < w->end &&
           ((unsigned char)*p > ' ' && *p != ',' && *p != ']' && *p != '}' && *p != '/')) {
        p++;
    }
    if (p < w->end) {
        return p;
    }
    for (size_t i = 0; i < sizeof literals / sizeof *literals; i++) {
        if (strlen(literals[i]) == (size_t)(p - start) &&
            memcmp(start, literals[i], (size_t)(p - start)) == 0) {
            return p;
        }
    }
    return NULL;
}

/* Gives the byte after a comment, or NULL: it does not end. */
static const char *walk_comment(const walk *w, const char *p)
{
    const bool block = w->end - p >= 2 && p[1] == '*';
    for (p += 2; p < w->end; p++) {
        if (block ? *p == '*' && w->end - p >= 2 && p[1] == '/' : *p == '\n') {
            return p + (block ? 2 : 1);
        }
    }
    return NULL;
}

/* Goes to the end of the text. false: no memory. */
static bool walk_run(walk *w)
{
    bool key = false; /* a string here is a key */
    const char *p = w->p;
    while (p != NULL && p < w->end) {
        switch (*p) {
        case '{':
        case '[':
            if (!walk_open(w, *p == '{' ? '}' : ']')) {
                return false;
            }
            key = *p == '{';
            walk_use(w, ++p);
            break;
        case '}':
        case ']':
            w->depth--;
            walk_use(w, ++p);
            break;
        case ',':
            key = w->closers[w->depth - 1] == '}';
            p++;
            break;
        case ':':
            key = false;
            p++;
            break;
        case ' ':
        case '\t':
        case '\n':
        case '\r':
            p = scan_space(p, w->end);
            break;
        case '/':
            p = walk_comment(w, p);
            break;
        case '"':
            p = walk_string(w, p, key);
            if (p != NULL && !key) {
                walk_use(w, p);
            }
            break;
        default:
            p = walk_scalar(w, p);
            if (p != NULL) {
                walk_use(w, p);
            }
            break;
        }
    }
    return true;
}

/* Whether a number at the text's end was refused for what it is worth so far, though it may go on
 * to be worth something else: digits may yet be followed by a fraction or a negative exponent. */
static bool number_may_go_on(const char *text, size_t length, const fj_parse_options *options,
                             const fj_error *fault)
{
    const size_t start = (size_t)fault->offset;
    bool exponent = false;
    bool digits_after = false;
    bool negative = false;
    if (start >= length || length > options->max_input_bytes ||
        number_read_text(text + start, text + length).next != text + length) {
        return false;
    }
    for (size_t i = start; i < length; i++) {
        const char c = text[i];
        if (c >= '0' && c <= '9') {
            digits_after = exponent;
        } else if (c == 'e' || c == 'E') {
            exponent = true;
        } else if (c == '-') {
            negative = exponent;
        }
    }
    if (fault->code == FJ_ERROR_LIMIT ? options->big_numbers != FJ_NUMBERS_DOUBLE
                                      : digits_after && !negative) {
        return false;
    }
    /* Was it the number alone? */
    char *const changed = allocator_allocate(options->allocator, start + 1);
    if (changed == NULL) {
        return false;
    }
    memcpy(changed, text, start);
    changed[start] = '0';
    const int32_t code = fj_validate(changed, start + 1, options, NULL);
    allocator_release(options->allocator, changed);
    return code == FJ_OK || code == FJ_ERROR_UNEXPECTED_END;
}

/* What was used, closed. false: no memory. */
static bool walk_close(const walk *w, const char *text, unfinished *out)
{
    const size_t length = (size_t)(w->used - text);
    const size_t size = length + w->in_string + w->used_depth;
    out->closed = allocator_allocate(w->allocator, size);
    if (out->closed == NULL) {
        return false;
    }
    char *end = out->closed;
    memcpy(end, text, length);
    end += length;
    if (w->in_string) {
        *end++ = '"';
    }
    for (size_t i = w->used_depth; i != 0; i--) {
        *end++ = w->closers[i - 1];
    }
    out->length = size;
    out->used = length;
    return true;
}

int32_t unfinished_close(const char *text, size_t length, const fj_parse_options *options,
                         const fj_error *fault, unfinished *out)
{
    *out = (unfinished){0};
    fj_parse_options own;
    int32_t code = fault->code;
    const bool at_number = code == FJ_ERROR_NUMBER_OUT_OF_RANGE || code == FJ_ERROR_LIMIT;
    if (read_options_resolve(options, &own) == FJ_OK) {
        own.size = sizeof own;
        if (at_number && number_may_go_on(text, length, &own, fault)) {
            code = FJ_ERROR_UNEXPECTED_END;
        }
    }
    if (code != FJ_ERROR_UNEXPECTED_END) {
        return code;
    }
    text = text != NULL ? text : "";
    walk w = {.allocator = own.allocator, .p = text, .end = text + length, .used = text};
    const bool good = walk_run(&w) && (w.used == text || walk_close(&w, text, out));
    allocator_release(w.allocator, w.closers);
    return good ? FJ_OK : FJ_ERROR_MEMORY;
}

/* A document without a value. */
static int32_t unfinished_nothing(const fj_allocator *allocator, fj_document **document,
                                  fj_error *error)
{
    if (*document == NULL) {
        *document = document_make(allocator);
        if (*document == NULL) {
            return error_plain(error, FJ_ERROR_MEMORY, NULL);
        }
    }
    (*document)->length = 0;
    return FJ_OK;
}

int32_t fj_parse_unfinished(const char *text, size_t length, const fj_parse_options *options,
                            fj_document **document, int32_t *complete, size_t *used,
                            fj_error *error)
{
    if (document == NULL || complete == NULL || used == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "document, complete or used is NULL");
    }
    *complete = 0;
    *used = 0;
    fj_error fault = {.size = sizeof fault};
    int32_t code = fj_parse(text, length, options, document, &fault);
    if (code == FJ_OK) {
        *complete = 1;
        *used = length;
        return FJ_OK;
    }
    fj_parse_options own;
    const bool sound = read_options_resolve(options, &own) == FJ_OK;
    if (sound) {
        own.size = sizeof own;
        own.allocator = document_allocator(*document, own.allocator);
    }
    unfinished left;
    code = unfinished_close(text, length, sound ? &own : options, &fault, &left);
    if (code == FJ_ERROR_MEMORY && fault.code != FJ_ERROR_MEMORY) {
        return sequence_failed(document, error_plain(error, code, NULL));
    }
    if (code != FJ_OK) {
        sequence_error_copy(&fault, error);
        return code;
    }
    if (left.closed == NULL) {
        return unfinished_nothing(own.allocator, document, error);
    }
    own.borrow_text = 0;
    own.max_input_bytes = 0; /* of the text itself: it was within it */
    code = fj_parse(left.closed, left.length, &own, document, error);
    *used = code == FJ_OK ? left.used : 0;
    allocator_release(own.allocator, left.closed);
    return code;
}
