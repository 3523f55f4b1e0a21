/*
 * Allocators of the caller: every function that allocates takes its memory from the one it was
 * given, and gives it back there.
 *
 * Each scenario runs with an allocator that checks what it is told (sizes, blocks, alignment) and
 * overwrites what comes back; then with its n-th request refused, for all n, alone and with all
 * later ones. The result must be that of malloc, or FJ_ERROR_MEMORY; nothing may be left. This
 * program stands between the library and malloc (--wrap): while an allocator is in use nothing may
 * come from there.
 */
#include "heap.h"
#include "oracle.h"

/* ---- malloc, which must not be asked ---- */

void *__real_memory_allocate(size_t size);
void *__real_memory_resize(void *block, size_t size);
void __real_memory_free(void *block);
void *__wrap_memory_allocate(size_t size);
void *__wrap_memory_resize(void *block, size_t size);
void __wrap_memory_free(void *block);

static unsigned long from_malloc;

void *__wrap_memory_allocate(size_t size)
{
    from_malloc++;
    return __real_memory_allocate(size);
}

void *__wrap_memory_resize(void *block, size_t size)
{
    from_malloc++;
    return __real_memory_resize(block, size);
}

void __wrap_memory_free(void *block)
{
    from_malloc += block != NULL;
    __real_memory_free(block);
}

/* ---- what the scenarios use ---- */

static const fj_parse_options *parse_with(fj_parse_options *o, const fj_allocator *a)
{
    *o = (fj_parse_options){.size = sizeof *o, .max_nesting = FJ_UNLIMITED, .allocator = a};
    return o;
}

static const fj_generate_options *generate_with(fj_generate_options *o, const fj_allocator *a)
{
    *o = (fj_generate_options){.size = sizeof *o, .max_nesting = FJ_UNLIMITED, .allocator = a};
    return o;
}

static void add_repeated(bytes *text, const char *piece, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bytes_add_text(text, piece);
    }
}

/* Arrays and objects, nested, with long strings, escapes, many members and repeated keys. */
static bytes make_text(void)
{
    bytes text = {0};
    bytes_add_text(&text, "{\"deep\":");
    add_repeated(&text, "[", 1200);
    bytes_add_text(&text, "\"\\u00e9\\n\"");
    add_repeated(&text, "]", 1200);
    bytes_add_text(&text, ",\"members\":{");
    for (int i = 0; i < 200; i++) {
        char member[64];
        snprintf(member, sizeof member, "%s\"key%d\":%d", i ? "," : "", i % 150, i);
        bytes_add_text(&text, member);
    }
    bytes_add_text(&text, "},\"long\":\"");
    add_repeated(&text, "\\u20ac0123456789", 60);
    bytes_add_text(&text, "\",\"objects\":");
    add_repeated(&text, "{\"a\":", 150);
    bytes_add_text(&text, "18446744073709551616");
    add_repeated(&text, "}", 150);
    bytes_add_text(&text, "}");
    return text;
}

static bytes text_of_all;

/* Made with malloc, for scenarios that need a value to begin with. */
static fj_document *value_of_all;

typedef int32_t (*scenario)(const fj_allocator *a, bytes *result);

static void add_buffer(bytes *result, const fj_buffer *out)
{
    bytes_add(result, out->data, out->length);
}

/* The text of a value, by memory of its own. */
static int32_t add_value(bytes *result, const fj_value *value, const fj_allocator *a)
{
    fj_generate_options o;
    fj_buffer out = {0};
    const int32_t code =
        value != NULL ? fj_generate(value, generate_with(&o, a), &out, NULL) : FJ_OK;
    add_buffer(result, &out);
    fj_buffer_free_with(&out, a);
    return code;
}

/* The text of a document, which is then read into again: a text of so many values for its length
 * that the memory it has is resized, from the size that it was asked for. */
static int32_t add_document(bytes *result, fj_document *document, const fj_allocator *a,
                            int32_t code)
{
    if (code == FJ_OK) {
        code = add_value(result, fj_document_root(document), a);
    }
    if (code == FJ_OK && document != NULL) {
        fj_parse_options o;
        bytes text = {0};
        bytes_add_text(&text, "[");
        add_repeated(&text, "0,", 9999);
        bytes_add_text(&text, "0]");
        code = fj_parse(text.data, text.length, parse_with(&o, a), &document, NULL);
        CHECK(code != FJ_OK || fj_document_length(document) == 10001, "%zu values are read",
              fj_document_length(document));
        bytes_free(&text);
    }
    fj_document_free(document);
    return code;
}

/* ---- scenarios ---- */

static int32_t run_parse(const fj_allocator *a, bytes *result)
{
    fj_parse_options o;
    fj_document *d = NULL;
    const int32_t code =
        fj_parse(text_of_all.data, text_of_all.length, parse_with(&o, a), &d, NULL);
    return add_document(result, d, a, code);
}

/* A document that is there, read into twice, without an allocator in the options. */
static int32_t run_parse_again(const fj_allocator *a, bytes *result)
{
    fj_document *d = NULL;
    fj_parse_options o;
    parse_with(&o, NULL);
    int32_t code = fj_document_new(a, &d);
    if (code == FJ_OK) {
        CHECK(fj_document_root(d) == NULL && fj_document_length(d) == 0, "a new one has a value");
        code = fj_parse("[{\"a\":\"b\"}]", 11, NULL, &d, NULL);
    }
    if (code == FJ_OK) {
        code = fj_parse(text_of_all.data, text_of_all.length, &o, &d, NULL);
    }
    return add_document(result, d, a, code);
}

static int32_t run_sorted(const fj_allocator *a, bytes *result)
{
    fj_generate_options o;
    generate_with(&o, a);
    o.sort_keys = 1;
    fj_buffer out = {0};
    const int32_t code = fj_generate(fj_document_root(value_of_all), &o, &out, NULL);
    add_buffer(result, &out);
    fj_buffer_free_with(&out, a);
    return code;
}

static int32_t run_text(const fj_allocator *a, bytes *result)
{
    fj_parse_options o;
    fj_generate_options g;
    parse_with(&o, a);
    fj_buffer out = {0};
    int32_t code = fj_validate(text_of_all.data, text_of_all.length, &o, NULL);
    if (code == FJ_OK) {
        code = fj_minify(text_of_all.data, text_of_all.length, &o, &out, NULL);
        add_buffer(result, &out);
    }
    if (code == FJ_OK) {
        code =
            fj_format(text_of_all.data, text_of_all.length, &o, generate_with(&g, a), &out, NULL);
        add_buffer(result, &out);
    }
    fj_buffer_free_with(&out, a);
    return code;
}

/* A key that stands twice is looked for once more, by a table, when the reading has failed. */
static int32_t run_unique(const fj_allocator *a, bytes *result)
{
    fj_parse_options o;
    parse_with(&o, a);
    o.duplicate_key = FJ_DUPLICATE_ERROR;
    fj_error error = {.size = sizeof error};
    fj_document *d = NULL;
    fj_buffer out = {0};
    const char *const text = text_of_all.data;
    int32_t code = fj_parse(text, text_of_all.length, &o, &d, &error);
    fj_document_free(d);
    if (code == FJ_ERROR_DUPLICATE_KEY) {
        bytes_add_text(result, error.pointer);
        code = fj_validate(text, text_of_all.length, &o, &error);
    }
    if (code == FJ_ERROR_DUPLICATE_KEY) {
        bytes_add_text(result, error.pointer);
        code = fj_minify(text, text_of_all.length, &o, &out, &error);
        fj_buffer_free_with(&out, a);
    }
    return code == FJ_ERROR_DUPLICATE_KEY ? FJ_OK : code == FJ_OK ? FJ_ERROR_HOST : code;
}

static int32_t run_equal(const fj_allocator *a, bytes *result)
{
    static const char *const texts[] = {
        "{\"a\":1,\"b\":2,\"c\":3,\"d\":4,\"e\":5,\"f\":6,\"g\":7,\"h\":8,\"i\":9}",
        "{\"i\":9,\"h\":8,\"g\":7,\"f\":6,\"e\":5,\"d\":4,\"c\":3,\"b\":2,\"a\":1}"};
    fj_document *d[2] = {NULL, NULL};
    fj_parse_options o;
    int32_t equal = 0;
    int32_t code = FJ_OK;
    for (int i = 0; i < 2 && code == FJ_OK; i++) {
        code = fj_parse(texts[i], strlen(texts[i]), parse_with(&o, a), &d[i], NULL);
    }
    if (code == FJ_OK) {
        code = fj_value_equal_with(fj_document_root(d[0]), fj_document_root(d[1]), a, &equal);
    }
    bytes_add_text(result, equal ? "equal" : "");
    fj_document_free(d[0]);
    d[0] = NULL;
    if (code == FJ_OK) {
        code = fj_document_new(a, &d[0]);
    }
    if (code == FJ_OK) {
        code = fj_document_copy(fj_document_root(value_of_all), &d[0], NULL);
    }
    if (code == FJ_OK) {
        code =
            fj_value_equal_with(fj_document_root(d[0]), fj_document_root(value_of_all), a, &equal);
        bytes_add_text(result, equal ? "equal" : "");
    }
    fj_document_free(d[0]);
    fj_document_free(d[1]);
    return code;
}

static const char patch_text[] =
    "[{\"op\":\"add\",\"path\":\"/members/new~1\",\"value\":[1,2]},"
    "{\"op\":\"remove\",\"path\":\"/members/key3\"},"
    "{\"op\":\"copy\",\"from\":\"/members\",\"path\":\"/copy\"},"
    "{\"op\":\"add\",\"path\":\"/deep/0/0/1\",\"value\":{\"x\":null}},"
    "{\"op\":\"add\",\"path\":\"/deep/0/0/1/y\",\"value\":\"z\"},"
    "{\"op\":\"test\",\"path\":\"/deep/0/0/1\",\"value\":{\"y\":\"z\",\"x\":null}},"
    "{\"op\":\"remove\",\"path\":\"/deep/0\"},"
    "{\"op\":\"move\",\"from\":\"/copy\",\"path\":\"/moved\"},"
    "{\"op\":\"test\",\"path\":\"/long\",\"value\":\"\"}]";

/* All of the patch but its last operation holds. */
static int32_t run_patch(const fj_allocator *a, bytes *result)
{
    fj_document *patch = NULL;
    fj_document *d = NULL;
    fj_parse_options o;
    fj_patch_options p = {.size = sizeof p, .allocator = a};
    fj_error error = {.size = sizeof error};
    int32_t code = fj_parse(patch_text, sizeof patch_text - 1, parse_with(&o, a), &patch, NULL);
    if (code == FJ_OK) {
        code = fj_document_patch(fj_document_root(value_of_all), fj_document_root(patch), &p, &d,
                                 &error);
        CHECK(code != FJ_OK, "the last test held");
    }
    if (code == FJ_ERROR_PATCH_TEST) {
        code = fj_parse(patch_text, sizeof patch_text - 1, &o, &patch, NULL);
    }
    if (code == FJ_OK) {
        /* without the last operation */
        fj_value *const operations = (fj_value *)(uintptr_t)fj_document_root(patch);
        const fj_value *last = fj_value_element(operations, 8);
        operations->head -= UINT64_C(1) << 16;
        operations->as.span = (uint64_t)(last - operations);
        code = fj_document_patch(fj_document_root(value_of_all), operations, &p, &d, &error);
    }
    fj_document_free(patch);
    return add_document(result, d, a, code);
}

static int32_t run_merge(const fj_allocator *a, bytes *result)
{
    static const char text[] = "{\"members\":{\"key1\":null,\"n\":{\"m\":{\"l\":1}}},\"deep\":{}}";
    fj_document *patch = NULL;
    fj_document *d = NULL;
    fj_parse_options o;
    int32_t code = fj_parse(text, sizeof text - 1, parse_with(&o, a), &patch, NULL);
    if (code == FJ_OK) {
        code = fj_document_new(a, &d);
    }
    if (code == FJ_OK) {
        code = fj_document_merge(fj_document_root(value_of_all), fj_document_root(patch), &d, NULL);
    }
    if (code == FJ_OK) { /* and into the same document again */
        code = fj_document_merge(fj_document_root(d), fj_document_root(patch), &d, NULL);
    }
    fj_document_free(patch);
    return add_document(result, d, a, code);
}

static void build(fj_builder *b)
{
    (void)fj_builder_begin_object(b);
    for (int i = 0; i < 40; i++) {
        char key[16];
        snprintf(key, sizeof key, "key%d", i % 30);
        (void)fj_builder_key(b, key, strlen(key));
        (void)fj_builder_begin_array(b);
        (void)fj_builder_string(b, "text that is not short", 22);
        (void)fj_builder_number(b, "123456789012345678901234567890", 30);
        (void)fj_builder_double(b, 0.5 * i);
        (void)fj_builder_end_array(b);
    }
    (void)fj_builder_key(b, "all", 3);
    (void)fj_builder_value(b, fj_document_root(value_of_all));
    (void)fj_builder_end_object(b);
}

static int32_t run_builder(const fj_allocator *a, bytes *result)
{
    fj_builder *b = NULL;
    fj_document *d = NULL;
    int32_t code = fj_builder_new_with(a, &b);
    for (int turn = 0; turn < 2 && code == FJ_OK; turn++) {
        build(b);
        code = fj_builder_finish(b, &d, NULL);
    }
    fj_builder_free(b);
    return add_document(result, d, a, code);
}

/* Two allocators: what was built by one becomes the other's. */
static int32_t run_builder_across(const fj_allocator *a, bytes *result)
{
    heap other = {0};
    const fj_allocator second = heap_allocator(&other, true);
    fj_builder *b = NULL;
    fj_document *d = NULL;
    int32_t code = fj_builder_new_with(&second, &b);
    if (code == FJ_OK) {
        code = fj_document_new(a, &d);
    }
    if (code == FJ_OK) {
        build(b);
        code = fj_builder_finish(b, &d, NULL);
    }
    fj_builder_free(b);
    CHECK(other.blocks == 0, "%ld blocks of the builder are left", other.blocks);
    return add_document(result, d, a, code);
}

/* A patch by one allocator into a document of another. */
static int32_t run_patch_across(const fj_allocator *a, bytes *result)
{
    static const char text[] = "[{\"op\":\"add\",\"path\":\"/members/key1\",\"value\":[1]}]";
    heap other = {0};
    const fj_allocator second = heap_allocator(&other, true);
    fj_patch_options p = {.size = sizeof p, .allocator = &second};
    fj_parse_options o;
    fj_document *patch = NULL;
    fj_document *d = NULL;
    int32_t code = fj_parse(text, sizeof text - 1, parse_with(&o, a), &patch, NULL);
    if (code == FJ_OK) {
        code = fj_document_new(a, &d);
    }
    if (code == FJ_OK) {
        code = fj_document_patch(fj_document_root(value_of_all), fj_document_root(patch), &p, &d,
                                 NULL);
    }
    CHECK(other.blocks == 0, "%ld blocks of the call are left", other.blocks);
    fj_document_free(patch);
    return add_document(result, d, a, code);
}

static int32_t flush_into(void *context, const char *data, size_t length)
{
    bytes_add(context, data, length);
    return FJ_OK;
}

static int32_t run_generator_once(fj_generator *g)
{
    (void)fj_generator_begin_object(g);
    for (int i = 0; i < 20; i++) {
        (void)fj_generator_key(g, "a key that nests", 16);
        (void)fj_generator_begin_object(g);
    }
    (void)fj_generator_key(g, "raw", 3);
    (void)fj_generator_raw(g, text_of_all.data, text_of_all.length, 0);
    (void)fj_generator_key(g, "value", 5);
    (void)fj_generator_value(g, fj_document_root(value_of_all));
    for (int i = 0; i < 21; i++) {
        (void)fj_generator_end_object(g);
    }
    return fj_generator_finish(g, NULL);
}

static int32_t run_generator(const fj_allocator *a, bytes *result)
{
    fj_generate_options o;
    fj_generator *g = NULL;
    fj_buffer out = {0};
    int32_t code = fj_generator_new(generate_with(&o, a), &out, &g, NULL);
    if (code == FJ_OK) {
        code = run_generator_once(g);
    }
    fj_generator_free(g);
    add_buffer(result, &out);
    fj_buffer_free_with(&out, a);
    if (code == FJ_OK) {
        g = NULL;
        code = fj_generator_new_flush(&o, flush_into, result, 4096, &g, NULL);
        if (code == FJ_OK) {
            code = run_generator_once(g);
        }
        fj_generator_free(g);
    }
    return code;
}

static int32_t run_lines_once(fj_lines *l)
{
    int32_t code = FJ_OK;
    for (int i = 0; i < 3 && code == FJ_OK; i++) {
        code = fj_lines_value(l, fj_document_root(value_of_all), NULL);
    }
    return code == FJ_OK ? fj_lines_finish(l, NULL) : code;
}

static int32_t run_lines(const fj_allocator *a, bytes *result)
{
    fj_generate_options o;
    fj_lines *l = NULL;
    fj_buffer out = {0};
    int32_t code = fj_lines_new(generate_with(&o, a), &out, &l, NULL);
    if (code == FJ_OK) {
        code = run_lines_once(l);
    }
    fj_lines_free(l);
    add_buffer(result, &out);
    fj_buffer_free_with(&out, a);
    if (code == FJ_OK) {
        l = NULL;
        code = fj_lines_new_flush(&o, flush_into, result, 4096, &l, NULL);
        if (code == FJ_OK) {
            code = run_lines_once(l);
        }
        fj_lines_free(l);
    }
    return code;
}

static int32_t run_get(const fj_allocator *a, bytes *result)
{
    fj_parse_options o;
    parse_with(&o, a);
    bytes pointer = {0};
    bytes_add_text(&pointer, "/deep");
    add_repeated(&pointer, "/0", 1200);
    size_t offset = 0;
    size_t length = 0;
    fj_document *d = NULL;
    int32_t code = FJ_OK;
    for (int32_t scope = 0; scope < 2 && code == FJ_OK; scope++) {
        code = fj_text_get(text_of_all.data, text_of_all.length, pointer.data, pointer.length,
                           scope, &o, &offset, &length, NULL);
        bytes_add(result, text_of_all.data + offset, length);
    }
    if (code == FJ_OK) {
        code = fj_document_new(a, &d);
    }
    parse_with(&o, NULL); /* it is the document's */
    for (int32_t scope = 0; scope < 2 && code == FJ_OK; scope++) {
        code = fj_text_get_document(text_of_all.data, text_of_all.length, pointer.data,
                                    pointer.length, scope, &o, &d, NULL);
    }
    bytes_free(&pointer);
    return add_document(result, d, a, code);
}

/* In the second of two kinds of lines something is wrong. */
static int32_t run_next(const fj_allocator *a, bytes *result)
{
    bytes text = {0};
    bytes_add(&text, text_of_all.data, text_of_all.length);
    bytes_add_text(&text, "\n{\"a\":tru}\n[1]\n");
    fj_parse_options o;
    parse_with(&o, a);
    int32_t code = FJ_OK;
    for (uint8_t kind = 0; kind < 2 && code == FJ_OK; kind++) {
        for (int has = 0; has < 2 && code == FJ_OK; has++) {
            const fj_sequence_options how = {.size = sizeof how, .kind = kind};
            fj_sequence sequence = {0};
            fj_document *d = NULL;
            if (has) { /* the document's allocator serves as well */
                code = fj_document_new(a, &d);
                o.allocator = NULL;
            }
            for (int i = 0; i < 3 && code != FJ_ERROR_MEMORY; i++) {
                fj_error error = {.size = sizeof error};
                code = fj_parse_next(text.data, text.length, &sequence, &how, &o, &d, &error);
                bytes_add_text(result, fj_error_name(code));
                if (code == FJ_OK) {
                    code = add_value(result, fj_document_root(d), a);
                }
            }
            fj_document_free(d);
            o.allocator = a;
            code = code == FJ_ERROR_MEMORY ? code : FJ_OK;
        }
    }
    bytes_free(&text);
    return code;
}

static int32_t run_stream(const fj_allocator *a, bytes *result)
{
    bytes text = {0};
    bytes_add(&text, text_of_all.data, text_of_all.length);
    bytes_add_text(&text, "\n[1,2]\n{\"a\":tru}\n");
    fj_parse_options o;
    const fj_sequence_options how = {.size = sizeof how, .kind = FJ_SEQUENCE_LINES};
    fj_stream *s = NULL;
    fj_document *d = NULL;
    int32_t code = fj_stream_new(&how, parse_with(&o, a), &s, NULL);
    for (size_t at = 0; code == FJ_OK && at < text.length;) {
        const size_t piece = text.length - at < 700 ? text.length - at : 700;
        size_t used = 0;
        fj_error error = {.size = sizeof error};
        code = fj_stream_read(s, text.data + at, piece, &used, &d, &error);
        at += used;
        if (code == FJ_OK) {
            code = add_value(result, fj_document_root(d), a);
        } else if (code != FJ_ERROR_MEMORY) {
            bytes_add_text(result, error.pointer);
            code = FJ_OK;
        }
    }
    while (code == FJ_OK) {
        code = fj_stream_finish(s, &d, NULL);
    }
    fj_stream_free(s);
    fj_document_free(d);
    bytes_free(&text);
    return code == FJ_END ? FJ_OK : code;
}

static int32_t run_unfinished(const fj_allocator *a, bytes *result)
{
    static const size_t cuts[] = {0, 5, 600, 1214, 2000};
    fj_parse_options o;
    fj_document *d = NULL;
    int32_t code = FJ_OK;
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts && code == FJ_OK; i++) {
        int32_t complete = 0;
        size_t used = 0;
        code = fj_parse_unfinished(text_of_all.data, cuts[i], parse_with(&o, a), &d, &complete,
                                   &used, NULL);
        if (code == FJ_OK) {
            code = add_value(result, fj_document_root(d), a);
        }
    }
    if (code == FJ_OK) {
        int32_t complete = 0;
        size_t used = 0;
        parse_with(&o, NULL); /* the document has its own */
        code = fj_parse_unfinished("[1e999", 6, &o, &d, &complete, &used, NULL);
        code = code == FJ_ERROR_NUMBER_OUT_OF_RANGE ? FJ_OK : code;
    }
    fj_document_free(d);
    return code;
}

static const struct {
    const char *name;
    scenario run;
} scenarios[] = {
    {"parse", run_parse},
    {"parse again", run_parse_again},
    {"sorted", run_sorted},
    {"validate, minify, format", run_text},
    {"unique", run_unique},
    {"copy, equal", run_equal},
    {"patch", run_patch},
    {"patch across", run_patch_across},
    {"merge", run_merge},
    {"builder", run_builder},
    {"builder across", run_builder_across},
    {"generator", run_generator},
    {"lines", run_lines},
    {"get", run_get},
    {"next", run_next},
    {"stream", run_stream},
    {"unfinished", run_unfinished},
};

static void run(size_t which, bool resizes, unsigned long refused_at, bool all_after,
                const bytes *expected, unsigned long *requests)
{
    const char *const name = scenarios[which].name;
    heap h = {.refused_at = refused_at, .refuse_all_after = all_after};
    const fj_allocator a = heap_allocator(&h, resizes);
    bytes result = {0};
    from_malloc = 0;
    const int32_t code = scenarios[which].run(&a, &result);
    CHECK(from_malloc == 0, "%s: %lu calls of malloc and free", name, from_malloc);
    CHECK(h.blocks == 0, "%s, request %lu: %ld blocks left", name, refused_at, h.blocks);
    CHECK(code == FJ_OK || (code == FJ_ERROR_MEMORY && h.refused), "%s, request %lu: %s", name,
          refused_at, fj_error_name(code));
    CHECK(code != FJ_OK || bytes_equal(&result, expected), "%s, request %lu: another result", name,
          refused_at);
    CHECK(h.requests != 0, "%s asks for no memory", name);
    CHECK(refused_at == 0 || h.refused, "%s: request %lu is not made", name, refused_at);
    *requests = h.requests;
    bytes_free(&result);
}

static void test_scenarios(void)
{
    for (size_t which = 0; which < sizeof scenarios / sizeof *scenarios; which++) {
        bytes expected = {0};
        const int32_t code = scenarios[which].run(NULL, &expected);
        CHECK(code == FJ_OK && expected.length != 0, "%s by malloc: %s", scenarios[which].name,
              fj_error_name(code));
        for (int resizes = 0; resizes < 2; resizes++) {
            unsigned long all;
            unsigned long ignored;
            run(which, resizes, 0, false, &expected, &all);
            for (unsigned long n = 1; n <= all; n++) {
                run(which, resizes, n, false, &expected, &ignored);
                run(which, resizes, n, true, &expected, &ignored);
            }
        }
        bytes_free(&expected);
    }
}

int main(void)
{
    text_of_all = make_text();
    fj_parse_options o;
    if (fj_parse(text_of_all.data, text_of_all.length, parse_with(&o, NULL), &value_of_all, NULL) !=
        FJ_OK) {
        return 2;
    }
    test_scenarios();
    fj_document_free(value_of_all);
    bytes_free(&text_of_all);
    return check_finish();
}
