/*
 * The C driver of the functions beyond parse and generate: answers a request file as
 * tests/harness/README.md describes, through the public header alone.
 *
 *     calls REQUESTS > ANSWERS
 */
#include "wire.h"

enum { FIELDS = 7, FAULTS_MAX = 8 };

typedef struct request {
    const char *argument;
    fj_parse_options parse;
    fj_generate_options generate;
    char layout[5][257];
    bytes text,
        other; /* copies of exactly their size, so that a sanitizer sees a read past the end */
} request;

/* ---- events */

static void event_value(const fj_document *document)
{
    bytes out = {0};
    fputs("\tv", stdout);
    dump(&out, document);
    print_base64(out.data, out.length);
    free(out.data);
}

static void event_text(const char *data, size_t length)
{
    fputs("\tt", stdout);
    print_base64(data, length);
}

static void event_offset(uint64_t offset)
{
    printf("\t@%llu", (unsigned long long)offset);
}

/* A fault of what is read ('e'), of what is to be written ('g'), or of a patch ('p'). */
static void event_fault(char kind, int32_t code, const fj_error *error)
{
    if (code == FJ_ERROR_OPTION || code == FJ_ERROR_ARGUMENT || code == FJ_ERROR_STATE) {
        fputs("\to", stdout);
        return;
    }
    if (error->code != code) {
        die("the code that came back is not the error's");
    }
    printf("\t%c%s,", kind, fj_error_name(code));
    if (kind == 'e') {
        printf("%llu,%llu,%llu,", (unsigned long long)error->offset,
               (unsigned long long)error->line, (unsigned long long)error->column);
    }
    print_base64(error->pointer, error->pointer_length);
    putchar(',');
    print_base64(error->message, error->message_length);
}

static void event_read(int32_t code, const fj_error *error)
{
    event_fault('e', code, error);
}

/* What is written of a text: its own fault has a line, what cannot be written has none. */
static void event_written(int32_t code, const fj_error *error, const fj_buffer *out)
{
    if (code == FJ_OK) {
        event_text(out->data, out->length);
    } else {
        event_fault(error->line != 0 ? 'e' : 'g', code, error);
    }
}

/* ---- the calls */

static void call_validate(request *r, fj_error *error)
{
    const int32_t code = fj_validate(r->text.data, r->text.length, &r->parse, error);
    if (code == FJ_OK) {
        fputs("\t=1", stdout);
    } else {
        event_read(code, error);
    }
}

static void call_minify(request *r, fj_error *error)
{
    fj_buffer out = {0};
    event_written(fj_minify(r->text.data, r->text.length, &r->parse, &out, error), error, &out);
    fj_buffer_free(&out);
}

static void call_format(request *r, fj_error *error)
{
    fj_buffer out = {0};
    event_written(fj_format(r->text.data, r->text.length, &r->parse, &r->generate, &out, error),
                  error, &out);
    fj_buffer_free(&out);
}

static void call_generate(request *r, fj_error *error)
{
    fj_document *document = NULL;
    fj_buffer out = {0};
    int32_t code = fj_parse(r->text.data, r->text.length, &r->parse, &document, error);
    if (code != FJ_OK) {
        event_read(code, error);
    } else {
        code = fj_generate(fj_document_root(document), &r->generate, &out, error);
        error->line = 0;
        event_written(code, error, &out);
    }
    fj_buffer_free(&out);
    fj_document_free(document);
}

static void call_get(request *r, fj_error *error)
{
    const int32_t scope = r->argument[0] == 'f' ? FJ_GET_FIRST : FJ_GET_WHOLE;
    fj_document *document = NULL;
    const int32_t code = fj_text_get_document(r->text.data, r->text.length, r->other.data,
                                              r->other.length, scope, &r->parse, &document, error);
    if (code == FJ_OK) {
        event_value(document);
    } else {
        event_read(code, error);
    }
    fj_document_free(document);
}

/* The kind that an argument begins with. */
static uint8_t call_kind(const char *argument)
{
    switch (argument[0]) {
    case 'l':
        return FJ_SEQUENCE_LINES;
    case 'o':
        return FJ_SEQUENCE_ONE;
    default:
        return FJ_SEQUENCE_VALUES;
    }
}

static void call_many(request *r, fj_error *error)
{
    const fj_sequence_options kind = {.size = sizeof kind, .kind = call_kind(r->argument)};
    fj_sequence sequence = {0};
    fj_document *document = NULL;
    for (int faults = 0; faults < FAULTS_MAX;) {
        const int32_t code = fj_parse_next(r->text.data, r->text.length, &sequence, &kind,
                                           &r->parse, &document, error);
        if (code == FJ_END) {
            break;
        }
        if (code == FJ_OK) {
            event_value(document);
        } else {
            event_read(code, error);
            faults += kind.kind == FJ_SEQUENCE_LINES ? 1 : FAULTS_MAX / 2; /* twice the same */
        }
        event_offset(sequence.offset);
    }
    fj_document_free(document);
}

/* Reads the rest of a piece as a binding's feed does: until it is used up, or to a fault. */
static bool stream_feed(fj_stream *stream, const char **piece, size_t *length,
                        fj_document **document, fj_error *error)
{
    for (;;) {
        size_t used = 0;
        const int32_t code = fj_stream_read(stream, *piece, *length, &used, document, error);
        *piece += used;
        *length -= used;
        if (code == FJ_MORE) {
            event_offset(fj_stream_offset(stream));
            return true;
        }
        if (code != FJ_OK) {
            event_read(code, error);
            event_offset(fj_stream_offset(stream));
            return false;
        }
        event_value(*document);
    }
}

static void stream_end(fj_stream *stream, bool lines, int faults, fj_document **document,
                       fj_error *error)
{
    for (;;) {
        const int32_t code = fj_stream_finish(stream, document, error);
        if (code == FJ_OK) {
            event_value(*document);
            continue;
        }
        if (code != FJ_END) {
            event_read(code, error);
        }
        event_offset(fj_stream_offset(stream));
        if (code == FJ_END || !lines || ++faults >= FAULTS_MAX) {
            return;
        }
    }
}

/* KIND:CUT:CUT... A fault of a stream of lines is followed by an empty piece, else by no more. */
static void call_stream(request *r, fj_error *error)
{
    const fj_sequence_options kind = {.size = sizeof kind, .kind = call_kind(r->argument)};
    const bool lines = kind.kind == FJ_SEQUENCE_LINES;
    fj_stream *stream = NULL;
    fj_document *document = NULL;
    const int32_t code = fj_stream_new(&kind, &r->parse, &stream, error);
    if (code != FJ_OK) {
        event_read(code, error);
        return;
    }
    size_t begin = 0;
    int faults = 0;
    const char *cut = strchr(r->argument, ':');
    while (cut != NULL && faults < FAULTS_MAX) {
        const char *const next = strchr(cut + 1, ':');
        const size_t end = next != NULL ? (size_t)strtoull(cut + 1, NULL, 10) : r->text.length;
        const char *piece = r->text.data + begin;
        size_t length = end - begin;
        while (!stream_feed(stream, &piece, &length, &document, error)) {
            if (++faults >= FAULTS_MAX || !lines) {
                faults = lines ? faults : FAULTS_MAX;
                break;
            }
        }
        begin = end;
        cut = next;
    }
    if (faults < FAULTS_MAX || !lines) {
        stream_end(stream, lines, faults, &document, error);
    }
    fj_document_free(document);
    fj_stream_free(stream);
}

static void call_unfinished(request *r, fj_error *error)
{
    fj_document *document = NULL;
    int32_t complete = 0;
    size_t used = 0;
    const int32_t code = fj_parse_unfinished(r->text.data, r->text.length, &r->parse, &document,
                                             &complete, &used, error);
    if (code != FJ_OK) {
        event_read(code, error);
    } else {
        if (fj_document_root(document) != NULL) {
            event_value(document);
        }
        printf("\tu%d,%zu", (int)complete, used);
    }
    fj_document_free(document);
}

/* Writes the values of the text, which is right, one a line. */
static int32_t lines_write(request *r, fj_lines *lines, fj_document **document, fj_error *error)
{
    const fj_sequence_options kind = {.size = sizeof kind};
    fj_sequence sequence = {0};
    int32_t code = FJ_OK;
    while (code == FJ_OK && fj_parse_next(r->text.data, r->text.length, &sequence, &kind, &r->parse,
                                          document, NULL) == FJ_OK) {
        code = fj_lines_value(lines, fj_document_root(*document), error);
    }
    return code;
}

/* The values of the text, one a line; up to a fault, and the lines before it. The whole text is
 * read first, as the values of a host are there first. */
static void call_lines(request *r, fj_error *error)
{
    const fj_sequence_options kind = {.size = sizeof kind};
    fj_sequence sequence = {0};
    fj_document *document = NULL;
    fj_lines *lines = NULL;
    fj_buffer out = {0};
    int32_t code = fj_lines_new(&r->generate, &out, &lines, error);
    if (code != FJ_OK) {
        event_fault('g', code, error);
    }
    while (code == FJ_OK) {
        code = fj_parse_next(r->text.data, r->text.length, &sequence, &kind, &r->parse, &document,
                             error);
        if (code != FJ_OK && code != FJ_END) {
            event_read(code, error);
        }
    }
    if (code == FJ_END) {
        code = lines_write(r, lines, &document, error);
        if (code != FJ_OK) {
            event_fault('g', code, error);
        }
        event_text(out.data, out.length);
    }
    fj_lines_free(lines);
    fj_buffer_free(&out);
    fj_document_free(document);
}

static bool both(request *r, fj_document *documents[2], fj_error *error)
{
    int32_t code = fj_parse(r->text.data, r->text.length, &r->parse, &documents[0], error);
    if (code == FJ_OK) {
        code = fj_parse(r->other.data, r->other.length, &r->parse, &documents[1], error);
    }
    if (code != FJ_OK) {
        event_read(code, error);
    }
    return code == FJ_OK;
}

static void changed(request *r, bool merge, fj_error *error)
{
    fj_document *documents[3] = {NULL, NULL, NULL};
    fj_buffer out = {0};
    if (both(r, documents, error)) {
        const fj_value *const target = fj_document_root(documents[0]);
        const fj_value *const change = fj_document_root(documents[1]);
        int32_t code = merge ? fj_document_merge(target, change, &documents[2], error)
                             : fj_document_patch(target, change, NULL, &documents[2], error);
        if (code != FJ_OK) {
            event_fault('p', code, error);
        } else {
            const fj_generate_options generate = {.size = sizeof generate,
                                                  .max_nesting = FJ_UNLIMITED,
                                                  .nan = r->parse.allow_nan ? FJ_NAN_LITERAL
                                                                            : FJ_NAN_ERROR};
            code = fj_generate(fj_document_root(documents[2]), &generate, &out, error);
            error->line = 0;
            event_written(code, error, &out);
        }
    }
    for (size_t i = 0; i < 3; i++) {
        fj_document_free(documents[i]);
    }
    fj_buffer_free(&out);
}

static void call_patch(request *r, fj_error *error)
{
    changed(r, false, error);
}

static void call_merge(request *r, fj_error *error)
{
    changed(r, true, error);
}

static void call_equal(request *r, fj_error *error)
{
    fj_document *documents[2] = {NULL, NULL};
    if (both(r, documents, error)) {
        int32_t equal = 0;
        if (fj_value_equal(fj_document_root(documents[0]), fj_document_root(documents[1]),
                           &equal) != FJ_OK) {
            die("fj_value_equal failed");
        }
        printf("\t=%d", (int)equal);
    }
    fj_document_free(documents[0]);
    fj_document_free(documents[1]);
}

static const struct {
    const char *name;
    void (*call)(request *r, fj_error *error);
} calls[] = {
    {"validate", call_validate}, {"minify", call_minify}, {"format", call_format},
    {"generate", call_generate}, {"get", call_get},       {"many", call_many},
    {"stream", call_stream},     {"lines", call_lines},   {"unfinished", call_unfinished},
    {"patch", call_patch},       {"merge", call_merge},   {"equal", call_equal},
};

static bytes text_read(const char *base64)
{
    bytes read = {0};
    bytes_from_base64(&read, base64, strlen(base64));
    char *const exact = malloc(read.length + (read.length == 0));
    if (exact == NULL) {
        die("out of memory");
    }
    if (read.length > 0) {
        memcpy(exact, read.data, read.length);
    }
    free(read.data);
    return (bytes){exact, read.length, read.length};
}

static void answer(char *fields[FIELDS])
{
    static request r; /* large: its layout strings */
    r = (request){.argument = fields[2],
                  .parse = options_read(fields[3]),
                  .generate = {.size = sizeof r.generate},
                  .text = text_read(fields[5]),
                  .other = text_read(fields[6])};
    char *list = fields[4];
    char *value;
    for (char *key; (key = option_next(&list, &value)) != NULL;) {
        option_generate(&r.generate, r.layout, key, value);
    }
    fputs(fields[0], stdout);
    size_t i = 0;
    while (i < sizeof calls / sizeof calls[0] && strcmp(calls[i].name, fields[1]) != 0) {
        i++;
    }
    if (i == sizeof calls / sizeof calls[0]) {
        die("an unknown call in a request");
    }
    fj_error error = {.size = sizeof error};
    calls[i].call(&r, &error);
    putchar('\n');
    free(r.text.data);
    free(r.other.data);
}

int main(int argc, char **argv)
{
    FILE *const requests = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (requests == NULL) {
        die("usage: calls REQUESTS");
    }
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    while ((length = getline(&line, &capacity, requests)) > 0) {
        line[length - 1] = '\0';
        char *fields[FIELDS] = {line};
        for (size_t i = 1; i < FIELDS; i++) {
            fields[i] = strchr(fields[i - 1], '\t');
            if (fields[i] == NULL) {
                die("a request without its seven fields");
            }
            *fields[i]++ = '\0';
        }
        answer(fields);
    }
    free(line);
    fclose(requests);
    return 0;
}
