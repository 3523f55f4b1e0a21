/*
 * Values: several of one text, those of a text in pieces, the one at a JSON Pointer, and that of a
 * text that is not finished; all onto the tape, as read.c has it.
 *
 * Values come in batches: `places` says where each of them ends. A fault after some of them waits
 * for the next call.
 */
#include <stdlib.h>
#include <string.h>

#include "environment.h"

#define BATCH_VALUES 1024
#define BATCH_BYTES 65536

/* places(): the ArrayBuffer of as many doubles as a batch has values. */
static napi_value binding_places(napi_env env, napi_callback_info info)
{
    napi_value buffer;
    void *data, *memory = NULL;
    if (napi_get_cb_info(env, info, NULL, NULL, NULL, &data) != napi_ok) {
        return NULL;
    }
    environment *const e = data;
    if (e->places_reference != NULL) {
        return napi_get_reference_value(env, e->places_reference, &buffer) == napi_ok ? buffer
                                                                                      : NULL;
    }
    if (napi_create_arraybuffer(env, BATCH_VALUES * sizeof(double), &memory, &buffer) != napi_ok ||
        napi_create_reference(env, buffer, 1, &e->places_reference) != napi_ok) {
        return NULL;
    }
    e->places = memory;
    return buffer;
}

/* `before`: values that are on the tape. */
static uint32_t tape_flags(const environment *e, size_t before)
{
    return ((uint32_t)e->words[HEADER_FLAGS] & FJ_TAPE_BIGINT) | FJ_TAPE_ALWAYS |
           (before != 0 ? FJ_TAPE_MORE : 0);
}

/* A value of a document onto the tape, by way of its text, which says the same: numbers kept as
 * text stand there as they are, surrogates that were kept as their escapes. The error's pointer is
 * one into the value. */
static int32_t tape_value(environment *e, const fj_value *value, size_t before)
{
    const fj_generate_options generate = {
        .size = sizeof generate, .max_nesting = FJ_UNLIMITED, .nan = FJ_NAN_LITERAL};
    int32_t code = fj_generate(value, &generate, &e->out, &e->error);
    e->view->overflow = e->view->declined = 0;
    if (code != FJ_OK) {
        return code;
    }
    fj_parse_options parse;
    environment_parse_options(e, &parse);
    parse.max_nesting = FJ_UNLIMITED;
    parse.duplicate_key = FJ_DUPLICATE_LAST;
    parse.lone_surrogates = FJ_READ_SURROGATES_KEEP;
    parse.max_input_bytes = parse.max_string_bytes = parse.max_members = 0;
    parse.max_number_digits = UINT64_MAX;
    return fj_tape_read(e->tape, e->out.data, e->out.length, &parse, tape_flags(e, before),
                        &e->error);
}

/* The end of a batch: `code` stands for itself only if no value came before it. */
static napi_value batch_end(napi_env env, environment *e, size_t count, int32_t code, size_t words)
{
    if (count == 0 && code != FJ_OK) {
        e->words[HEADER_COUNT] = 0;
        e->words[HEADER_STATUS] = code;
        e->words[HEADER_LENGTH] = words > INT32_MAX ? INT32_MAX : (int32_t)words;
        return NULL;
    }
    const napi_value result = environment_tape(env, e, FJ_OK);
    e->words[HEADER_COUNT] = (int32_t)count;
    return result;
}

/* ---- several values of one text */

static void sequence_get(const environment *e, fj_sequence *sequence)
{
    double fields[5];
    memcpy(fields, e->words + HEADER_SEQUENCE, sizeof fields);
    *sequence = (fj_sequence){(uint64_t)fields[0], (uint64_t)fields[1], (uint64_t)fields[2],
                              (uint64_t)fields[3], (uint64_t)fields[4]};
}

static void sequence_put(environment *e, const fj_sequence *sequence)
{
    const double fields[5] = {(double)sequence->offset, (double)sequence->start,
                              (double)sequence->counted, (double)sequence->lines,
                              (double)sequence->columns};
    memcpy(e->words + HEADER_SEQUENCE, fields, sizeof fields);
}

typedef struct batch {
    environment *e;
    const char *text;
    size_t length;
    const fj_sequence_options *kind;
    const fj_parse_options *options;
    fj_sequence sequence;
    size_t size;   /* bytes of the value read last */
    size_t count;  /* values that are on the tape */
    bool by_lines; /* values may be read so, as long as each has a line of its own */
} batch;

/* The next value by way of a document; whatever the kind, and for every fault's place. */
static int32_t batch_value(batch *b)
{
    environment *const e = b->e;
    const fj_sequence before = b->sequence;
    int32_t code = fj_parse_next(b->text, b->length, &b->sequence, b->kind, b->options,
                                 &e->document, &e->error);
    if (code != FJ_OK) {
        return code;
    }
    const fj_value *const root = fj_document_root(e->document);
    b->size = (size_t)(b->sequence.offset - b->sequence.start);
    code = tape_value(e, root, b->count);
    if (code != FJ_OK && (b->kind->kind == FJ_SEQUENCE_VALUES || e->view->overflow)) {
        b->sequence.offset = before.offset;
    }
    if (code == FJ_ERROR_NUMBER_OUT_OF_RANGE) { /* once more, for its place in the text */
        const size_t start = (size_t)b->sequence.start;
        code = fj_tape_read(e->tape, b->text + start, b->size, b->options, tape_flags(e, b->count),
                            &e->error);
        environment_move_error(e, b->text, start);
    }
    return code;
}

/* Behind the value, which white space may follow. */
static const char *value_end(const char *line, const char *stop)
{
    while (stop > line && (stop[-1] == ' ' || stop[-1] == '\t' || stop[-1] == '\r')) {
        stop--;
    }
    return stop;
}

/* The next line, if it is one value without a fault: FJ_MORE for all else. */
static int32_t batch_line(batch *b)
{
    const bool is_lines = b->kind->kind == FJ_SEQUENCE_LINES;
    const char *const end = b->text + b->length;
    const char *line = b->text + (size_t)b->sequence.offset;
    while (line < end) {
        const char *const feed = memchr(line, '\n', (size_t)(end - line));
        const char *const stop = feed != NULL ? feed : end;
        while (line < stop && (*line == ' ' || *line == '\t' || *line == '\r')) {
            line++;
        }
        if (line < stop) {
            if (*line == '/') {
                return FJ_MORE; /* may be a comment */
            }
            b->size = (size_t)(stop - line);
            const int32_t code = fj_tape_read(b->e->tape, line, (size_t)(stop - line), b->options,
                                              tape_flags(b->e, b->count), NULL);
            if (code != FJ_OK) {
                return b->e->view->overflow ? code : FJ_MORE;
            }
            b->sequence.start = (uint64_t)(line - b->text);
            b->sequence.offset = is_lines ? (uint64_t)(stop - b->text) + (feed != NULL)
                                          : (uint64_t)(value_end(line, stop) - b->text);
            return FJ_OK;
        }
        line = feed != NULL ? feed + 1 : end;
    }
    b->sequence.offset = b->length;
    return FJ_END;
}

/* Whether a value is the same for itself as among others: no option limits or changes the grammar.
 */
static bool is_default(const fj_parse_options *o)
{
    static const fj_parse_options defaults = {.size = sizeof defaults};
    return memcmp(o, &defaults, sizeof defaults) == 0;
}

/* readMany(array): the next values of it, from HEADER_SEQUENCE on. */
static napi_value binding_read_many(napi_env env, napi_callback_info info)
{
    size_t arguments = 1, count = 0;
    napi_value argument;
    void *data;
    batch b;
    if (napi_get_cb_info(env, info, &arguments, &argument, NULL, &data) != napi_ok) {
        return NULL;
    }
    environment *const e = b.e = data;
    if (!environment_text(env, e, argument, false, &b.text, &b.length)) {
        return NULL;
    }
    const fj_sequence_options kind = {.size = sizeof kind, .kind = (uint8_t)e->words[HEADER_KIND]};
    fj_parse_options options;
    environment_parse_options(e, &options);
    b.kind = &kind;
    b.options = &options;
    b.by_lines = kind.kind == FJ_SEQUENCE_LINES || is_default(&options);
    sequence_get(e, &b.sequence);
    if (b.sequence.offset > b.length) { /* the memory has got smaller meanwhile */
        b.sequence.offset = b.length;
    }
    const size_t first = (size_t)b.sequence.offset;
    int32_t code = FJ_OK;
    while (count < BATCH_VALUES && b.sequence.offset - first < BATCH_BYTES) {
        const fj_sequence before = b.sequence;
        b.count = count;
        code = b.by_lines ? batch_line(&b) : batch_value(&b);
        if (b.by_lines && code == FJ_MORE) {
            b.by_lines = kind.kind == FJ_SEQUENCE_LINES; /* else no line is tried in this batch */
            code = batch_value(&b);
        }
        if (code != FJ_OK) {
            if (count != 0) { /* the next call comes to it again */
                b.sequence = before;
            }
            break;
        }
        e->places[count++] = (double)b.sequence.offset;
    }
    sequence_put(e, &b.sequence);
    if (e->view->overflow && code == FJ_ERROR_MEMORY) {
        code = STATUS_OVERFLOW;
    } else if (code == FJ_END) {
        code = STATUS_END;
    }
    return batch_end(env, e, count, code,
                     2 * (b.size > e->out.length ? b.size : e->out.length) + 64);
}

/* ---- a text in pieces */

typedef struct pieces {
    fj_stream *stream;
    fj_document *document;
    bool held;    /* the document has a value that is on no tape yet */
    int32_t code; /* a fault that waits */
    fj_error error;
    uint64_t lines; /* of what was taken */
    uint64_t columns;
} pieces;

static void pieces_free(napi_env env, void *data, void *hint)
{
    (void)env, (void)hint;
    pieces *const p = data;
    fj_stream_free(p->stream);
    fj_document_free(p->document);
    free(p);
}

/* stream(): a new one, by the options in the header and HEADER_KIND. */
static napi_value binding_stream(napi_env env, napi_callback_info info)
{
    napi_value result;
    void *data;
    if (napi_get_cb_info(env, info, NULL, NULL, NULL, &data) != napi_ok) {
        return NULL;
    }
    environment *const e = data;
    const fj_sequence_options kind = {.size = sizeof kind, .kind = (uint8_t)e->words[HEADER_KIND]};
    fj_parse_options options;
    environment_parse_options(e, &options);
    pieces *const p = calloc(1, sizeof *p);
    if (p == NULL || fj_stream_new(&kind, &options, &p->stream, &e->error) != FJ_OK) {
        free(p);
        return throw_memory(env);
    }
    p->error.size = sizeof p->error;
    if (napi_create_external(env, p, pieces_free, NULL, &result) != napi_ok) {
        pieces_free(env, p, NULL);
        return NULL;
    }
    return result;
}

static void pieces_count(pieces *p, const char *text, size_t length)
{
    for (;;) {
        const char *const feed = memchr(text, '\n', length);
        if (feed == NULL) {
            break;
        }
        p->lines++;
        p->columns = 0;
        length -= (size_t)(feed + 1 - text);
        text = feed + 1;
    }
    for (size_t i = 0; i < length; i++) {
        p->columns += ((unsigned char)text[i] & 0xC0) != 0x80;
    }
}

/* The next value is in the document, or a code. */
static int32_t pieces_next(pieces *p, bool finish, const char *text, size_t length, size_t *used)
{
    if (p->code != FJ_OK) {
        return p->code;
    }
    if (p->held) {
        return FJ_OK;
    }
    size_t taken = 0;
    p->code = finish ? fj_stream_finish(p->stream, &p->document, &p->error)
                     : fj_stream_read(p->stream, text, length, &taken, &p->document, &p->error);
    if (taken != 0) {
        pieces_count(p, text, taken);
    }
    *used += taken;
    p->held = p->code == FJ_OK;
    return p->code;
}

/* Where in the text an integer beyond the largest double stands is not known any more: the place is
 * behind the value. */
static int32_t pieces_fail(pieces *p, const environment *e, int32_t code)
{
    p->held = false;
    p->error = e->error;
    p->error.offset = fj_stream_offset(p->stream);
    p->error.line = p->lines + 1;
    p->error.column = p->columns + 1;
    return p->code = code;
}

/* streamRead(stream, array, from): the next values of a piece, from its byte `from` on; without an
 * array those that the end of the text makes whole. HEADER_SEQUENCE: bytes taken. */
static napi_value binding_stream_read(napi_env env, napi_callback_info info)
{
    size_t arguments = 3, count = 0, length = 0, used = 0;
    napi_value values[3];
    void *data, *external;
    napi_valuetype type;
    const char *text = NULL;
    double from;
    if (napi_get_cb_info(env, info, &arguments, values, NULL, &data) != napi_ok ||
        napi_get_value_external(env, values[0], &external) != napi_ok ||
        napi_typeof(env, values[1], &type) != napi_ok ||
        napi_get_value_double(env, values[2], &from) != napi_ok) {
        return NULL;
    }
    environment *const e = data;
    pieces *const p = external;
    const bool finish = type == napi_undefined;
    if (!finish && !environment_text(env, e, values[1], false, &text, &length)) {
        return NULL;
    }
    const size_t start = from < (double)length ? (size_t)from : length;
    int32_t code = FJ_OK;
    while (count < BATCH_VALUES && used < BATCH_BYTES) {
        code = pieces_next(p, finish, length == 0 ? NULL : text + start + used,
                           length - start - used, &used);
        if (code != FJ_OK) {
            break;
        }
        code = tape_value(e, fj_document_root(p->document), count);
        if (code != FJ_OK) {
            if (!e->view->overflow) {
                code = pieces_fail(p, e, code);
            }
            break;
        }
        p->held = false;
        e->places[count++] = (double)fj_stream_offset(p->stream);
    }
    const double taken = (double)used;
    memcpy(e->words + HEADER_SEQUENCE, &taken, sizeof taken);
    if (code == FJ_OK || count != 0) {
        if (p->code == FJ_MORE || p->code == FJ_END) {
            p->code = FJ_OK; /* the next call says so again */
        }
        return batch_end(env, e, count, FJ_OK, 0);
    }
    if (e->view->overflow && p->held) {
        return batch_end(env, e, 0, STATUS_OVERFLOW, 2 * e->out.length + 64);
    }
    p->code = FJ_OK;
    if (code > 0) {
        e->error = p->error;
    }
    return batch_end(env, e, 0,
                     code == FJ_MORE  ? STATUS_MORE
                     : code == FJ_END ? STATUS_END
                                      : code,
                     0);
}

/* ---- one value */

static char *pointer_take(napi_env env, environment *e, napi_value value, size_t *length)
{
    size_t units = 0;
    if (napi_get_value_string_utf16(env, value, NULL, 0, &units) != napi_ok ||
        !environment_reserve_units(env, e, units + 1) ||
        napi_get_value_string_utf16(env, value, (char16_t *)e->units, units + 1, &units) !=
            napi_ok) {
        return NULL;
    }
    char *const pointer = malloc(3 * units + 1);
    if (pointer == NULL) {
        throw_memory(env);
        return NULL;
    }
    *length = units_to_utf8(pointer, e->units, units);
    return pointer;
}

/* The error's pointer is one into the value at `pointer`. */
static void prefix_pointer(fj_error *error, const char *pointer, size_t length)
{
    if (length + error->pointer_length < sizeof error->pointer) {
        memmove(error->pointer + length, error->pointer, error->pointer_length + 1);
        memcpy(error->pointer, pointer, length);
        error->pointer_length += (uint32_t)length;
    }
}

/* get(text, pointer): the value there; HEADER_KIND is the scope. */
static napi_value binding_get(napi_env env, napi_callback_info info)
{
    size_t arguments = 2, length, pointer_length = 0, offset = 0, found = 0;
    napi_value values[2];
    void *data;
    const char *text;
    bool is_string;
    if (napi_get_cb_info(env, info, &arguments, values, NULL, &data) != napi_ok) {
        return NULL;
    }
    environment *const e = data;
    char *const pointer = pointer_take(env, e, values[1], &pointer_length);
    if (pointer == NULL) {
        return NULL;
    }
    if (!environment_any_text(env, e, values[0], &text, &length, &is_string)) {
        free(pointer);
        return NULL;
    }
    fj_parse_options options;
    environment_parse_options(e, &options);
    int32_t code = fj_text_get(text, length, pointer, pointer_length, e->words[HEADER_KIND],
                               &options, &offset, &found, &e->error);
    e->view->overflow = e->view->declined = 0;
    if (code == FJ_OK) {
        code = fj_tape_read(e->tape, text + offset, found, &options, tape_flags(e, 0), &e->error);
        if (code != FJ_OK) {
            environment_move_error(e, text, offset);
            prefix_pointer(&e->error, pointer, pointer_length);
        }
        e->words[HEADER_LENGTH] = found > INT32_MAX / 4 ? INT32_MAX : (int32_t)(2 * found + 64);
    }
    free(pointer);
    return environment_tape(env, e, code);
}

/* unfinished(text): HEADER_COUNT 0 if no value is left of it; HEADER_KIND 1 if it is complete, and
 * in HEADER_SEQUENCE the bytes that were used. */
static napi_value binding_unfinished(napi_env env, napi_callback_info info)
{
    size_t arguments = 1, length, used = 0;
    napi_value argument;
    void *data;
    const char *text;
    bool is_string;
    int32_t complete = 0;
    if (napi_get_cb_info(env, info, &arguments, &argument, NULL, &data) != napi_ok) {
        return NULL;
    }
    environment *const e = data;
    if (!environment_any_text(env, e, argument, &text, &length, &is_string)) {
        return NULL;
    }
    fj_parse_options options;
    environment_parse_options(e, &options);
    e->view->overflow = e->view->declined = 0;
    int32_t code =
        fj_parse_unfinished(text, length, &options, &e->document, &complete, &used, &e->error);
    const fj_value *const root = code == FJ_OK ? fj_document_root(e->document) : NULL;
    if (root != NULL) {
        code = tape_value(e, root, 0);
        e->words[HEADER_LENGTH] = (int32_t)(2 * e->out.length + 64);
        size_t offset = 0, found = 0;
        if (code == FJ_ERROR_NUMBER_OUT_OF_RANGE &&
            fj_text_get(text, length, e->error.pointer, e->error.pointer_length, FJ_GET_FIRST,
                        &options, &offset, &found, NULL) == FJ_OK) {
            e->error.offset = 0;
            e->error.line = e->error.column = 1;
            environment_move_error(e, text, offset);
        }
    }
    const double taken = (double)used;
    memcpy(e->words + HEADER_SEQUENCE, &taken, sizeof taken);
    if (code == FJ_OK && root == NULL) {
        e->words[HEADER_STATUS] = FJ_OK;
        e->words[HEADER_COUNT] = 0;
        return NULL;
    }
    const napi_value result = environment_tape(env, e, code);
    e->words[HEADER_COUNT] = 1;
    e->words[HEADER_KIND] = complete;
    return result;
}

napi_value binding_init_values(napi_env env, napi_value exports, environment *e)
{
    return binding_function(env, exports, "places", binding_places, e) &&
                   binding_function(env, exports, "readMany", binding_read_many, e) &&
                   binding_function(env, exports, "stream", binding_stream, e) &&
                   binding_function(env, exports, "streamRead", binding_stream_read, e) &&
                   binding_function(env, exports, "get", binding_get, e) &&
                   binding_function(env, exports, "unfinished", binding_unfinished, e)
               ? exports
               : NULL;
}
