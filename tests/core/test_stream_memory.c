/*
 * Memory of streams: each request refused in turn, and how much is asked for.
 *
 * Expected: FJ_ERROR_MEMORY, nothing lost by it (the same call again goes on, to the same values),
 * no block left at the end; and memory that does not grow with the text, but with its largest
 * value. This program is linked with the library's requests for memory led here (--wrap).
 */
#include <malloc.h>

#include "stream_subject.h"

void *__real_memory_allocate(size_t size);
void *__real_memory_resize(void *block, size_t size);
void __real_memory_free(void *block);
void *__wrap_memory_allocate(size_t size);
void *__wrap_memory_resize(void *block, size_t size);
void __wrap_memory_free(void *block);

static unsigned long requests;
static unsigned long refused_at; /* 0: none */
static bool refused;
static long blocks; /* given and not taken back */
static size_t held; /* bytes in them */
static size_t held_most;

static bool refuse(void)
{
    requests++;
    refused = refused || requests == refused_at;
    return requests == refused_at;
}

static void count(size_t before, void *block)
{
    held += malloc_usable_size(block) - before;
    held_most = held > held_most ? held : held_most;
}

void *__wrap_memory_allocate(size_t size)
{
    void *const block = refuse() ? NULL : __real_memory_allocate(size);
    blocks += block != NULL;
    count(0, block);
    return block;
}

void *__wrap_memory_resize(void *block, size_t size)
{
    if (refuse()) {
        return NULL;
    }
    const size_t before = malloc_usable_size(block);
    void *const moved = __real_memory_resize(block, size);
    blocks += moved != NULL && block == NULL;
    count(moved != NULL ? before : 0, moved);
    return moved;
}

void __wrap_memory_free(void *block)
{
    blocks -= block != NULL;
    held -= malloc_usable_size(block);
    __real_memory_free(block);
}

/* ---- refused ---- */

static const char short_text[] =
    " {\"a\":[1,\"x\\n\"],\"b\":123456789012345678901234567890} /* c */ 12 "
    "[[[[[1]]]],\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\\u00e9\"]\n"
    "\"abc\"true null\n{\"a\":1,\"a\":2} tru ";

/* Containers that are read while they come: with strings of both sorts, more keys and levels than
 * there is room for at first, and keys that stand twice. */
static char long_text[16000];

static void long_text_make(void)
{
    char *p = long_text;
    for (int turn = 0; turn < 3; turn++) {
        p += sprintf(p, "[");
        for (int i = 0; i < 60 + 1100 * (turn == 2); i++) {
            p += sprintf(p, "[");
        }
        p += sprintf(p, "{\"twice\":1,\"twice\":\"\\n\"");
        for (int i = 0; i < 100; i++) {
            p += sprintf(p, ",\"%d\":\"\\u00e9%d\",\"k%d\":\"plain\"", i, i * i, i);
        }
        p += sprintf(p, "}");
        for (int i = 0; i < 60 + 1100 * (turn == 2); i++) {
            p += sprintf(p, "]");
        }
        p += sprintf(p, "]%s", turn == 1 ? " 12 " : "");
    }
    sprintf(p, " tru ");
}

static const char *text = short_text;

static const size_t short_cuts[] = {1, 3, 10, 60, 64, 65, 120, 121, 160};
static const size_t long_cuts[] = {1, 600, 1300, 2000, 4000, 4600, 6000, 7400, 9000};
static const size_t *cuts = short_cuts;
#define CUTS (sizeof short_cuts / sizeof *short_cuts)

/* All of it, with every call made again that failed for want of memory. */
static bytes push(const stream_rules *rules)
{
    bytes log = {NULL, 0, 0};
    fj_stream *stream = NULL;
    fj_error error = {.size = sizeof error};
    int32_t code = fj_stream_new(&rules->sequence, &rules->parse, &stream, &error);
    if (code == FJ_ERROR_MEMORY) {
        CHECK(refused && stream == NULL && error.code == code, "a stream");
        code = fj_stream_new(&rules->sequence, &rules->parse, &stream, &error);
    }
    CHECK(code == FJ_OK, "a stream: %s", fj_error_name(code));
    const size_t length = strlen(text);
    const size_t last = CUTS;
    size_t done = 0;
    bool goes_on = true;
    for (size_t i = 0; goes_on && i <= last + 1;) {
        const size_t cut = i < last ? cuts[i] : length;
        size_t used = 0;
        error = (fj_error){.size = sizeof error};
        code = i <= last ? fj_stream_read(stream, text + done, cut - done, &used, &stream_document,
                                          &error)
                         : fj_stream_finish(stream, &stream_document, &error);
        done += used;
        if (code == FJ_ERROR_MEMORY) {
            CHECK(refused && error.code == code && error.line == 0, "request %lu", refused_at);
            continue;
        }
        if (code == FJ_MORE || code == FJ_END) {
            i++;
            continue;
        }
        const unsigned long at = refused_at;
        refused_at = 0;
        goes_on = stream_take(&log, stream, rules, code, &error);
        refused_at = at;
    }
    fj_stream_free(stream);
    return log;
}

static bytes whole(const stream_rules *rules)
{
    bytes log = {NULL, 0, 0};
    fj_sequence at = {0};
    for (;;) {
        fj_error error = {.size = sizeof error};
        const fj_sequence before = at;
        const int32_t code = fj_parse_next(text, strlen(text), &at, &rules->sequence, &rules->parse,
                                           &stream_document, &error);
        if (code == FJ_ERROR_MEMORY) {
            CHECK(refused && error.code == code && at.offset == before.offset, "request %lu",
                  refused_at);
            continue;
        }
        if (code == FJ_END) {
            return log;
        }
        if (code == FJ_OK) {
            stream_log_value(&log, at.start, at.offset);
        } else {
            stream_log_fault(&log, code, &error);
            if (rules->sequence.kind == FJ_SEQUENCE_VALUES) {
                return log;
            }
        }
    }
}

static bytes unfinished(const stream_rules *rules)
{
    static const char begun[] = "{\"a\":[[[[[1,2,\"xyz\\u00e9\",{\"b\":\"unfinish";
    bytes log = {NULL, 0, 0};
    int32_t complete;
    size_t used;
    int32_t code = FJ_ERROR_MEMORY;
    for (int turn = 0; turn < 2 && code == FJ_ERROR_MEMORY; turn++) {
        fj_error error = {.size = sizeof error};
        code = fj_parse_unfinished(begun, sizeof begun - 1, &rules->parse, &stream_document,
                                   &complete, &used, &error);
        CHECK(code == FJ_OK || (refused && error.code == FJ_ERROR_MEMORY), "%s",
              fj_error_name(code));
    }
    stream_log_value(&log, 0, used);
    code = fj_parse_unfinished("tru", 3, NULL, &stream_document, &complete, &used, NULL);
    CHECK(code == FJ_OK || refused, "%s", fj_error_name(code));
    return log;
}

static bytes lines(const stream_rules *rules)
{
    (void)rules;
    bytes log = {NULL, 0, 0};
    fj_buffer out = {0};
    fj_lines *writer = NULL;
    fj_document *document = NULL;
    while (fj_parse("[1,\"abc\",{\"k\":null}]", 20, NULL, &document, NULL) != FJ_OK) {
        CHECK(refused, "parse");
    }
    while (fj_lines_new(NULL, &out, &writer, NULL) != FJ_OK) {
        CHECK(refused && writer == NULL, "a writer");
    }
    for (size_t i = 0; i < 100;) {
        const size_t before = out.length;
        const int32_t code = fj_lines_value(writer, fj_document_root(document), NULL);
        CHECK(code == FJ_OK || (refused && code == FJ_ERROR_MEMORY && out.length == before), "%s",
              fj_error_name(code));
        i += code == FJ_OK;
    }
    bytes_add(&log, out.data, out.length);
    fj_lines_free(writer);
    fj_buffer_free(&out);
    fj_document_free(document);
    return log;
}

static void test_refused(const char *name, bytes (*run)(const stream_rules *),
                         const stream_rules *rules)
{
    refused_at = 0;
    requests = 0;
    refused = false;
    fj_document_free(stream_document);
    stream_document = NULL;
    const long before = blocks;
    bytes expected = run(rules);
    const unsigned long all = requests;
    CHECK(all > 0 && expected.length > 0, "%s", name);
    for (unsigned long n = 1; n <= all; n++) {
        fj_document_free(stream_document);
        stream_document = NULL;
        requests = 0;
        refused = false;
        refused_at = n;
        bytes log = run(rules);
        refused_at = 0;
        CHECK(bytes_equal(&log, &expected), "%s, kind %u, request %lu: %s, not %s", name,
              rules->sequence.kind, n, subject_show(log.data, log.length),
              subject_show(expected.data, expected.length));
        bytes_free(&log);
        fj_document_free(stream_document);
        stream_document = NULL;
        CHECK(blocks == before, "%s, request %lu: %ld blocks are left", name, n, blocks - before);
    }
    bytes_free(&expected);
}

/* One value, and what is no comment behind it: a byte a piece, and all at once. */
static void test_refused_behind(void)
{
    static const char *const texts[] = {"7/",     "7/1",    "7 /*",    "7//\n1",
                                        "[1]/*x", "7/**/1", "\"a\"/*/"};
    size_t ends[CUTS];
    stream_rules rules = stream_kind(FJ_SEQUENCE_ONE);
    rules.parse.allow_comments = 1;
    cuts = ends;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        text = texts[i];
        const size_t length = strlen(text);
        for (size_t step = 1; step <= CUTS; step += CUTS - 1) {
            for (size_t cut = 0; cut < CUTS; cut++) {
                ends[cut] = (cut + 1) * step < length ? (cut + 1) * step : length;
            }
            test_refused(text, push, &rules);
        }
    }
    text = short_text;
    cuts = short_cuts;
}

/* ---- how much ---- */

#define PIECE 65536

/* The most that is held while `total` bytes come, of values of `size` bytes. */
static size_t most_held(size_t size, size_t total, uint8_t kind)
{
    const stream_rules rules = stream_kind(kind);
    char *const value = malloc(size);
    char *const piece = malloc(PIECE);
    if (value == NULL || piece == NULL) {
        exit(2);
    }
    memset(value, 'x', size);
    memcpy(value, "[\"", 2);
    memcpy(value + size - 3, "\"]\n", 3);
    fj_document_free(stream_document);
    stream_document = NULL;
    held_most = held;
    const size_t before = held;
    fj_stream *const stream = stream_make(&rules);
    size_t values = 0;
    for (size_t done = 0; done < total; done += PIECE) {
        for (size_t i = 0; i < PIECE; i++) {
            piece[i] = value[(done + i) % size];
        }
        size_t taken = 0;
        while (taken < PIECE) {
            size_t used;
            const int32_t code =
                fj_stream_read(stream, piece + taken, PIECE - taken, &used, &stream_document, NULL);
            CHECK(code == FJ_OK || code == FJ_MORE, "%s", fj_error_name(code));
            if (code != FJ_OK && code != FJ_MORE) {
                break;
            }
            values += code == FJ_OK;
            taken += used;
        }
    }
    CHECK(values + 1 >= total / size, "%zu values", values);
    fj_stream_free(stream);
    free(value);
    free(piece);
    return held_most - before;
}

static void test_bound(void)
{
    for (uint8_t kind = 0; kind < 2; kind++) {
        const size_t small = most_held(100, 8 << 20, kind);
        CHECK(small < 3 * PIECE, "%zu bytes for values of 100", small);
        /* A document has the text, room for strings with escapes, and its values; the stream the
         * same for the next one. */
        const size_t large = most_held(1 << 20, 16 << 20, kind);
        CHECK(large < ((size_t)5 << 20), "%zu bytes for values of 1 MiB", large);
    }
    /* And never more than is allowed. */
    stream_rules rules = stream_kind(FJ_SEQUENCE_VALUES);
    rules.parse.max_input_bytes = 100000;
    fj_stream *const stream = stream_make(&rules);
    fj_document_free(stream_document);
    stream_document = NULL;
    held_most = held;
    const size_t before = held;
    int32_t code = FJ_MORE;
    size_t used;
    fj_error error = {.size = sizeof error};
    code = fj_stream_read(stream, "[\"", 2, &used, &stream_document, &error);
    for (size_t i = 0; i < 1000000 && code == FJ_MORE; i++) {
        code = fj_stream_read(stream, "x", 1, &used, &stream_document, &error);
    }
    CHECK(code == FJ_ERROR_LIMIT && error.offset == 0, "%s", fj_error_name(code));
    CHECK(held_most - before < 210000, "%zu bytes", held_most - before);
    fj_stream_free(stream);
}

int main(void)
{
    stream_begin();
    stream_rules rules = stream_kind(FJ_SEQUENCE_VALUES);
    rules.parse.allow_comments = 1;
    for (int unique = 0; unique < 2; unique++) {
        rules.parse.duplicate_key = (uint8_t)unique;
        rules.sequence.kind = FJ_SEQUENCE_VALUES;
        test_refused("pieces", push, &rules);
        test_refused("whole", whole, &rules);
        rules.sequence.kind = FJ_SEQUENCE_LINES;
        test_refused("pieces", push, &rules);
        test_refused("whole", whole, &rules);
        rules.sequence.kind = FJ_SEQUENCE_ONE;
        test_refused("pieces", push, &rules);
        test_refused("unfinished", unfinished, &rules);
    }
    test_refused("lines", lines, &rules);
    test_refused_behind();
    long_text_make();
    text = long_text;
    cuts = long_cuts;
    for (uint8_t kind = 0; kind < 3; kind += 2) {
        rules = stream_kind(kind);
        rules.parse.max_nesting = FJ_UNLIMITED;
        test_refused("pieces", push, &rules);
    }
    test_bound();
    return stream_end();
}
