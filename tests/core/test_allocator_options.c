/*
 * Allocators in options: which are refused, and that options of ABI 1.0, which ended before the
 * field, mean none.
 */
#include "heap.h"

/* ---- what is no allocator ---- */

typedef struct newer {
    fj_allocator known;
    uint64_t added;
} newer;

static int32_t builder_code(const fj_allocator *a)
{
    fj_builder *b = NULL;
    const int32_t code = fj_builder_new_with(a, &b);
    CHECK((code == FJ_OK) == (b != NULL), "builder after %d", code);
    fj_builder_free(b);
    return code;
}

static void check_unsound(const char *what, const fj_allocator *a, bool sound)
{
    const int32_t option = sound ? FJ_OK : FJ_ERROR_OPTION;
    const int32_t argument = sound ? FJ_OK : FJ_ERROR_ARGUMENT;
    fj_parse_options p = {.size = sizeof p, .allocator = a};
    fj_generate_options g = {.size = sizeof g, .allocator = a};
    fj_patch_options c = {.size = sizeof c, .allocator = a};
    const fj_value null = {.head = FJ_NULL};
    const fj_value none = {.head = FJ_ARRAY, .as.span = 1};
    fj_document *d = NULL;
    fj_buffer out = {0};
    fj_generator *generator = NULL;
    fj_lines *lines = NULL;
    fj_stream *stream = NULL;
    int32_t equal;
    CHECK(fj_validate("1", 1, &p, NULL) == option, "validate, %s", what);
    CHECK(fj_parse("1", 1, &p, &d, NULL) == option, "parse, %s", what);
    fj_document_free(d);
    d = NULL;
    CHECK(fj_document_patch(&null, &none, &c, &d, NULL) == option, "patch, %s", what);
    fj_document_free(d);
    d = NULL;
    CHECK(fj_document_new(a, &d) == argument, "document, %s", what);
    fj_document_free(d);
    CHECK(fj_generate(&null, &g, &out, NULL) == option, "generate, %s", what);
    fj_buffer_free_with(&out, sound ? a : NULL);
    CHECK(fj_generator_new(&g, &out, &generator, NULL) == option, "generator, %s", what);
    fj_generator_free(generator);
    CHECK(fj_lines_new(&g, &out, &lines, NULL) == option, "lines, %s", what);
    fj_lines_free(lines);
    CHECK(fj_stream_new(NULL, &p, &stream, NULL) == option, "stream, %s", what);
    fj_stream_free(stream);
    CHECK(builder_code(a) == argument, "builder, %s", what);
    CHECK(fj_value_equal_with(&null, &null, a, &equal) == argument, "equal, %s", what);
    fj_buffer_free_with(&out, sound ? a : NULL);
}

static void test_unsound(void)
{
    heap h = {0};
    const fj_allocator good = heap_allocator(&h, true);
    fj_allocator a = good;
    check_unsound("all there", &a, true);
    a.size = sizeof a - 1;
    check_unsound("too small", &a, false);
    a.size = 0;
    check_unsound("no size", &a, false);
    a = good;
    a.reserved = 1;
    check_unsound("reserved", &a, false);
    a = good;
    a.allocate = NULL;
    check_unsound("no allocate", &a, false);
    a = good;
    a.release = NULL;
    check_unsound("no release", &a, false);
    a = good;
    a.resize = NULL;
    check_unsound("no resize", &a, true);
    newer n = {.known = good};
    n.known.size = sizeof n;
    check_unsound("newer", &n.known, true);
    n.added = 1;
    check_unsound("newer, with something unknown", &n.known, false);
    CHECK(h.blocks == 0, "%ld blocks left", h.blocks);
}

/* ---- programs made before there were allocators ---- */

static void test_older(void)
{
    /* What stands behind the older struct is no allocator, whatever it looks like. */
    fj_parse_options p = {.allocator = (const fj_allocator *)(uintptr_t)0x1111};
    fj_generate_options g = {.allocator = (const fj_allocator *)(uintptr_t)0x1111};
    fj_patch_options c = {.allocator = (const fj_allocator *)(uintptr_t)0x1111};
    p.size = offsetof(fj_parse_options, allocator);
    g.size = offsetof(fj_generate_options, allocator);
    c.size = offsetof(fj_patch_options, allocator);
    CHECK(p.size == 56 && g.size == 112 && c.size == 16, "sizes %u, %u, %u of ABI 1.0", p.size,
          g.size, c.size);
    p.max_nesting = 1;
    g.max_nesting = 1;
    fj_document *d = NULL;
    fj_buffer out = {0};
    CHECK(fj_parse("[1]", 3, &p, &d, NULL) == FJ_OK, "parse");
    CHECK(fj_generate(fj_document_root(d), &g, &out, NULL) == FJ_OK, "generate");
    CHECK(fj_format("[1]", 3, &p, &g, &out, NULL) == FJ_OK, "format");
    CHECK(fj_parse("[[1]]", 5, &p, &d, NULL) == FJ_ERROR_NESTING, "the rest is still read");
    CHECK(fj_format("[[1]]", 5, NULL, &g, &out, NULL) == FJ_ERROR_NESTING, "the rest is read");
    const fj_value null = {.head = FJ_NULL};
    const fj_value none = {.head = FJ_ARRAY, .as.span = 1};
    CHECK(fj_document_patch(&null, &none, &c, &d, NULL) == FJ_OK, "patch");
    fj_stream *stream = NULL;
    CHECK(fj_stream_new(NULL, &p, &stream, NULL) == FJ_OK, "stream");
    fj_stream_free(stream);
    fj_document_free(d);
    fj_buffer_free(&out);
}

int main(void)
{
    test_unsound();
    test_older();
    return check_finish();
}
