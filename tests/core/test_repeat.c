/*
 * Keys that stand twice, in objects that lie in objects with keys that stand twice: the time grows
 * with the text, whatever makes the document.
 *
 * Times are of the thread's CPU, the least of several runs: sixteen times the text may take fifty
 * times as long, where 16 is linear and 256 quadratic. What comes out is checked too.
 */
#include <stdlib.h>
#include <time.h>

#include "check.h"
#include "fastjson/fastjson.h"

#define SIZE 4096u
#define MORE 16u
#define RUNS 5
#define GROWTH_MAX 50.0

static const fj_parse_options deep = {.size = sizeof deep, .max_nesting = FJ_UNLIMITED};

/* A shape: calls of the builder, about `size` values. */
typedef void shape(fj_builder *b, unsigned size);

/* {"a":1,"a":{"a":1,"a":{...}}} */
static void shape_chain(fj_builder *b, unsigned size)
{
    for (unsigned i = 0; i < size / 4; i++) {
        (void)fj_builder_begin_object(b);
        (void)fj_builder_key(b, "a", 1);
        (void)fj_builder_int64(b, 1);
        (void)fj_builder_key(b, "a", 1);
    }
    (void)fj_builder_null(b);
    for (unsigned i = 0; i < size / 4; i++) {
        (void)fj_builder_end_object(b);
    }
}

/* {"a":{"a":{...},"a":1},"a":1} and something beside it that stays */
static void shape_chain_first(fj_builder *b, unsigned size)
{
    for (unsigned i = 0; i < size / 8; i++) {
        (void)fj_builder_begin_object(b);
        (void)fj_builder_key(b, "b", 1);
    }
    (void)fj_builder_null(b);
    for (unsigned i = 0; i < size / 8; i++) {
        (void)fj_builder_key(b, "a", 1);
        (void)fj_builder_int64(b, 1);
        (void)fj_builder_key(b, "a", 1);
        (void)fj_builder_int64(b, 2);
        (void)fj_builder_end_object(b);
    }
}

/* T is {"k":T,"k":T}, so deep that there are about `size` of them. */
static void shape_tree(fj_builder *b, unsigned size)
{
    unsigned levels = 0;
    while (4u << levels < size) {
        levels++;
    }
    unsigned done[32] = {0};
    unsigned depth = 0;
    for (;;) {
        if (depth < levels && done[depth] == 0) {
            (void)fj_builder_begin_object(b);
        }
        if (depth == levels) {
            (void)fj_builder_int64(b, 1);
        } else if (done[depth] < 2) {
            (void)fj_builder_key(b, "k", 1);
            done[depth++]++;
            done[depth] = 0;
            continue;
        } else {
            (void)fj_builder_end_object(b);
        }
        if (depth == 0) {
            return;
        }
        depth--;
    }
}

/* [{"a":1,"a":2},{"a":1,"a":2},...] in one object whose keys all stand twice */
static void shape_wide(fj_builder *b, unsigned size)
{
    (void)fj_builder_begin_object(b);
    for (unsigned i = 0; i < size / 8; i++) {
        char key[16];
        const int length = snprintf(key, sizeof key, "%u", i % (size / 16));
        (void)fj_builder_key(b, key, (size_t)length);
        (void)fj_builder_begin_object(b);
        (void)fj_builder_key(b, "a", 1);
        (void)fj_builder_int64(b, 1);
        (void)fj_builder_key(b, "a", 1);
        (void)fj_builder_int64(b, i);
        (void)fj_builder_end_object(b);
    }
    (void)fj_builder_end_object(b);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- ways to make a document of a shape ---- */

static fj_builder *builder;
static fj_document *document;
static fj_document *again;
static fj_buffer text; /* of the shape with its repetitions, for way_parse */

static int32_t way_build(shape *make, unsigned size)
{
    make(builder, size);
    return fj_builder_finish(builder, &document, NULL);
}

static int32_t way_parse(shape *make, unsigned size)
{
    (void)make, (void)size;
    return fj_parse(text.data, text.length, &deep, &document, NULL);
}

/* The value as it is, put into itself. */
static int32_t way_merge(shape *make, unsigned size)
{
    (void)make, (void)size;
    return fj_document_merge(fj_document_root(document), fj_document_root(document), &again, NULL);
}

static int32_t way_patch(shape *make, unsigned size)
{
    fj_document *patch = NULL;
    fj_builder *b = NULL;
    (void)size;
    (void)make;
    int32_t code = fj_builder_new(&b);
    (void)fj_builder_begin_array(b);
    for (int i = 0; i < 3; i++) {
        (void)fj_builder_begin_object(b);
        (void)fj_builder_key(b, "op", 2);
        (void)fj_builder_string(b, i == 2 ? "test" : "replace", i == 2 ? 4 : 7);
        (void)fj_builder_key(b, "path", 4);
        (void)fj_builder_string(b, "", 0);
        (void)fj_builder_key(b, "value", 5);
        (void)fj_builder_value(b, fj_document_root(document));
        (void)fj_builder_end_object(b);
    }
    (void)fj_builder_end_array(b);
    code = code == FJ_OK ? fj_builder_finish(b, &patch, NULL) : code;
    if (code == FJ_OK) {
        code = fj_document_patch(fj_document_root(document), fj_document_root(patch), NULL, &again,
                                 NULL);
    }
    fj_builder_free(b);
    fj_document_free(patch);
    return code;
}

typedef int32_t way(shape *make, unsigned size);

static double least(const char *name, way *go, shape *make, unsigned size)
{
    double best = 1e9;
    for (int i = 0; i < RUNS; i++) {
        const double before = now();
        const int32_t code = go(make, size);
        const double taken = now() - before;
        CHECK(code == FJ_OK, "%s: %s", name, fj_error_name(code));
        best = taken < best ? taken : best;
    }
    return best;
}

/* ---- the text of a shape, with its repetitions: a generator keeps them ---- */

/* The shapes know builders only; their text is written by hand here. */
static void add(const char *piece)
{
    const size_t length = strlen(piece);
    if (text.capacity - text.length < length) {
        text.capacity = (text.capacity + length) * 2;
        text.data = realloc(text.data, text.capacity);
        if (text.data == NULL) {
            exit(2);
        }
    }
    memcpy(text.data + text.length, piece, length);
    text.length += length;
}

static void text_chain(unsigned size)
{
    for (unsigned i = 0; i < size / 4; i++) {
        add("{\"a\":1,\"a\":");
    }
    add("null");
    for (unsigned i = 0; i < size / 4; i++) {
        add("}");
    }
}

static void text_chain_first(unsigned size)
{
    for (unsigned i = 0; i < size / 8; i++) {
        add("{\"b\":");
    }
    add("null");
    for (unsigned i = 0; i < size / 8; i++) {
        add(",\"a\":1,\"a\":2}");
    }
}

static void text_wide(unsigned size)
{
    add("{");
    for (unsigned i = 0; i < size / 8; i++) {
        char member[64];
        snprintf(member, sizeof member, "%s\"%u\":{\"a\":1,\"a\":%u}", i ? "," : "",
                 i % (size / 16), i);
        add(member);
    }
    add("}");
}

static void text_tree(unsigned size)
{
    if (size <= 4) {
        add("1");
        return;
    }
    add("{\"k\":"); /* as deep as the binary logarithm of the size */
    text_tree(size / 2);
    add(",\"k\":");
    text_tree(size / 2);
    add("}");
}

static const struct {
    const char *name;
    shape *make;
    void (*write)(unsigned size);
} shapes[] = {
    {"chain", shape_chain, text_chain},
    {"chain first", shape_chain_first, text_chain_first},
    {"tree", shape_tree, text_tree},
    {"wide", shape_wide, text_wide},
};

static const struct {
    const char *name;
    way *go;
} ways[] = {{"parse", way_parse}, {"build", way_build}, {"merge", way_merge}, {"patch", way_patch}};

/* Building and parsing give the same, with each key once. */
static void check_same(const char *name, shape *make, unsigned size)
{
    int32_t equal = 0;
    (void)way_parse(make, size);
    fj_document *parsed = document;
    document = NULL;
    (void)way_build(make, size);
    CHECK(fj_value_equal(fj_document_root(parsed), fj_document_root(document), &equal) == FJ_OK &&
              equal && fj_document_length(parsed) == fj_document_length(document),
          "%s: built %zu values, parsed %zu", name, fj_document_length(document),
          fj_document_length(parsed));
    fj_document_free(parsed);
}

int main(void)
{
    CHECK(fj_builder_new(&builder) == FJ_OK, "no builder");
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        double before[sizeof ways / sizeof *ways];
        for (unsigned size = SIZE; size <= SIZE * MORE; size *= MORE) {
            text.length = 0;
            shapes[s].write(size);
            check_same(shapes[s].name, shapes[s].make, size);
            for (size_t w = 0; w < sizeof ways / sizeof *ways; w++) {
                const double taken = least(ways[w].name, ways[w].go, shapes[s].make, size);
                CHECK(size == SIZE || taken < GROWTH_MAX * before[w] + 1e-3,
                      "%s, %s: %.0f us, and %.0f us for %u times as much", shapes[s].name,
                      ways[w].name, 1e6 * before[w], 1e6 * taken, MORE);
                before[w] = taken;
            }
        }
    }
    fj_builder_free(builder);
    fj_document_free(document);
    fj_document_free(again);
    free(text.data);
    return check_finish();
}
