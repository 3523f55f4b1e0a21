/*
 * Memory that cannot be had: each scenario runs with the n-th request refused, for all n (of those
 * beyond the first hundred, which are made at the same places, as many as FASTJSON_TEST_SHARE
 * says).
 *
 * Expected every time: FJ_ERROR_MEMORY with its message (or success, where the refused memory only
 * saves time), a handle that works at the next call, the same result then, and not one block left
 * at the end. This program is linked with the library's requests for memory led here (--wrap).
 */
#include "subject.h"

/* ---- requests, counted ---- */

void *__real_memory_allocate(size_t size);
void *__real_memory_resize(void *block, size_t size);
void __real_memory_free(void *block);
void *__wrap_memory_allocate(size_t size);
void *__wrap_memory_resize(void *block, size_t size);
void __wrap_memory_free(void *block);

static unsigned long requests;
static unsigned long refused_at; /* 0: none */
static bool refuse_all_after;    /* all later ones too: as when memory is really gone */
static bool refused;
static long blocks; /* given and not taken back */

static bool refuse(void)
{
    requests++;
    const bool no =
        refused_at != 0 && (refuse_all_after ? requests >= refused_at : requests == refused_at);
    refused = refused || no;
    return no;
}

void *__wrap_memory_allocate(size_t size)
{
    void *const block = refuse() ? NULL : __real_memory_allocate(size);
    blocks += block != NULL;
    return block;
}

void *__wrap_memory_resize(void *block, size_t size)
{
    void *const moved = refuse() ? NULL : __real_memory_resize(block, size);
    blocks += moved != NULL && block == NULL;
    return moved;
}

void __wrap_memory_free(void *block)
{
    blocks -= block != NULL;
    __real_memory_free(block);
}

/* ---- scenarios ---- */

typedef struct scenario {
    const char *name;
    bytes text;
    fj_parse_options parse;
    fj_generate_options generate;
    int32_t code; /* when memory is there */
} scenario;

/* What a run keeps from call to call. */
typedef struct handles {
    fj_document *document;
    fj_buffer generated;
    fj_buffer minified;
    fj_buffer formatted;
} handles;

static void handles_free(handles *h)
{
    fj_document_free(h->document);
    fj_buffer_free(&h->generated);
    fj_buffer_free(&h->minified);
    fj_buffer_free(&h->formatted);
}

static void check_code(const scenario *s, const char *call, int32_t code, const fj_error *error)
{
    const bool expected = code == s->code || (refused && code == FJ_ERROR_MEMORY);
    CHECK(expected, "%s, %s, request %lu: %s", s->name, call, refused_at, fj_error_name(code));
    CHECK(code == FJ_OK || (error->code == code && error->message_length > 0),
          "%s, %s, request %lu: error %d after %d", s->name, call, refused_at, error->code, code);
    CHECK(code != FJ_ERROR_MEMORY || (error->offset == 0 && error->line == 0),
          "%s, %s: a place in the text for want of memory", s->name, call);
}

static void check_same(const scenario *s, const char *call, const fj_buffer *out, int32_t code,
                       const fj_buffer *expected)
{
    CHECK(code == FJ_OK || out->length == 0, "%s, %s: %zu bytes after a failure", s->name, call,
          out->length);
    if (code == FJ_OK && expected != NULL) {
        CHECK(out->length == expected->length &&
                  memcmp(out->data, expected->data, out->length) == 0,
              "%s, %s, request %lu: other bytes", s->name, call, refused_at);
    }
}

/* All calls once. `expected` (NULL: there is none yet) is what they give when memory is there. */
static void run(const scenario *s, handles *h, const handles *expected)
{
    fj_error error = {.size = sizeof error};
    int32_t code = fj_parse(s->text.data, s->text.length, &s->parse, &h->document, &error);
    check_code(s, "parse", code, &error);
    if (code == FJ_OK) {
        error = (fj_error){.size = sizeof error};
        code = fj_generate(fj_document_root(h->document), &s->generate, &h->generated, &error);
        check_code(s, "generate", code, &error);
        check_same(s, "generate", &h->generated, code, expected ? &expected->generated : NULL);
    } else {
        CHECK(fj_document_root(h->document) == NULL, "%s: a value after %d", s->name, code);
    }
    error = (fj_error){.size = sizeof error};
    code = fj_validate(s->text.data, s->text.length, &s->parse, &error);
    check_code(s, "validate", code, &error);
    error = (fj_error){.size = sizeof error};
    code = fj_minify(s->text.data, s->text.length, &s->parse, &h->minified, &error);
    check_code(s, "minify", code, &error);
    check_same(s, "minify", &h->minified, code, expected ? &expected->minified : NULL);
    error = (fj_error){.size = sizeof error};
    code = fj_format(s->text.data, s->text.length, &s->parse, &s->generate, &h->formatted, &error);
    check_code(s, "format", code, &error);
    check_same(s, "format", &h->formatted, code, expected ? &expected->formatted : NULL);
}

static void test_scenario(const scenario *s)
{
    handles expected = {NULL, {NULL, 0, 0}, {NULL, 0, 0}, {NULL, 0, 0}};
    refused_at = 0;
    refused = false;
    requests = 0;
    run(s, &expected, NULL);
    const unsigned long all = requests;
    const long before = blocks;
    CHECK(all > 0, "%s asks for no memory", s->name);
    for (unsigned long n = 1; n <= all; n++) {
        if (n > 100 && !check_takes()) {
            continue;
        }
        for (int after = 0; after < 2; after++) {
            handles h = {NULL, {NULL, 0, 0}, {NULL, 0, 0}, {NULL, 0, 0}};
            refused_at = n;
            refuse_all_after = after;
            refused = false;
            requests = 0;
            run(s, &h, &expected);
            CHECK(refused, "%s: request %lu of %lu was not made", s->name, n, all);
            refused_at = 0;
            refused = false;
            run(s, &h, &expected); /* the same handles, with memory again */
            handles_free(&h);
            CHECK(blocks == before, "%s, request %lu: %ld blocks left", s->name, n,
                  blocks - before);
            if (blocks != before) {
                return; /* the next would only tell the same */
            }
        }
    }
    handles_free(&expected);
    CHECK(blocks == 0, "%s: %ld blocks left", s->name, blocks);
}

/* ---- texts ---- */

static void add_repeated(bytes *text, const char *piece, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bytes_add_text(text, piece);
    }
}

static void add_members(bytes *text, size_t count, size_t distinct)
{
    bytes_add_text(text, "{");
    for (size_t i = 0; i < count; i++) {
        char member[64];
        snprintf(member, sizeof member, "%s\"key %zu\":[%zu]", i ? "," : "", i % distinct, i);
        bytes_add_text(text, member);
    }
    bytes_add_text(text, "}");
}

static void test(const char *name, void (*make)(bytes *), void (*set)(scenario *), int32_t code)
{
    scenario s = {.name = name, .code = code};
    s.parse.size = sizeof s.parse;
    s.generate.size = sizeof s.generate;
    if (set != NULL) {
        set(&s);
    }
    make(&s.text);
    test_scenario(&s);
    bytes_free(&s.text);
}

static void make_small(bytes *text)
{
    bytes_add_text(text, "{\"a\":[1,2.5,null,\"b\\n\"],\"c\":18446744073709551616}");
}

static void make_values(bytes *text)
{
    bytes_add_text(text, "[");
    add_repeated(text, "1,\"a\\u00e9\",{\"b\":2},", 600);
    bytes_add_text(text, "0]");
}

static void make_escapes(bytes *text)
{
    bytes_add_text(text, "[\"");
    add_repeated(text, "\\n\\\\ab\\u20ac", 100);
    bytes_add_text(text, "\",\"");
    add_repeated(text, "\\\"\xC3\xA9", 1000);
    bytes_add_text(text, "\"]");
}

static void make_deep(bytes *text)
{
    add_repeated(text, "[", 2100);
    add_repeated(text, "]", 2100);
}

static void make_deep_objects(bytes *text)
{
    add_repeated(text, "{\"a\":", 1100);
    bytes_add_text(text, "{}");
    add_repeated(text, "}", 1100);
}

static void make_deep_open(bytes *text)
{
    add_repeated(text, "[{\"a\":", 1100);
}

static void make_members(bytes *text)
{
    add_members(text, 300, 300);
}

static void make_repeated(bytes *text)
{
    add_members(text, 300, 100);
}

static void make_few_repeated(bytes *text)
{
    bytes_add_text(
        text, "{\"a\":{\"b\":1,\"b\":{\"c\":1,\"c\":2}},\"a\":{\"b\":1,\"b\":{\"c\":1,\"c\":2}}}");
}

static void make_fault(bytes *text)
{
    add_repeated(text, "{\"k\":", 100);
    bytes_add_text(text, "?");
}

static void make_fault_at_end(bytes *text)
{
    bytes_add_text(text, "[");
    add_members(text, 300, 300);
    bytes_add_text(text, ",]");
}

static void set_unlimited(scenario *s)
{
    s->parse.max_nesting = FJ_UNLIMITED;
    s->generate.max_nesting = FJ_UNLIMITED;
}

static void set_pretty(scenario *s)
{
    set_unlimited(s);
    s->generate.indent = "  ";
    s->generate.indent_length = 2;
    s->generate.object_nl = s->generate.array_nl = "\n";
    s->generate.object_nl_length = s->generate.array_nl_length = 1;
}

static void set_sorted(scenario *s)
{
    set_unlimited(s);
    s->generate.sort_keys = 1;
}

static void set_canonical(scenario *s)
{
    set_unlimited(s);
    s->generate.canonical = 1;
}

static void set_lenient(scenario *s)
{
    set_unlimited(s);
    s->parse.allow_comments = 1;
    s->parse.lone_surrogates = FJ_READ_SURROGATES_REPLACE;
    s->parse.max_string_bytes = 100000;
}

static void set_unique(scenario *s)
{
    set_unlimited(s);
    s->parse.duplicate_key = FJ_DUPLICATE_ERROR;
}

static void set_unique_borrowing(scenario *s)
{
    set_unique(s);
    s->parse.borrow_text = 1;
}

int main(void)
{
    test("small", make_small, NULL, FJ_OK);
    test("values", make_values, NULL, FJ_OK);
    test("values, pretty", make_values, set_pretty, FJ_OK);
    test("values, ascii", make_escapes, set_canonical, FJ_OK);
    test("escapes", make_escapes, NULL, FJ_OK);
    test("escapes, lenient", make_escapes, set_lenient, FJ_OK);
    test("deep", make_deep, set_unlimited, FJ_OK);
    test("deep, sorted", make_deep_objects, set_sorted, FJ_OK);
    test("deep, lenient", make_deep_objects, set_lenient, FJ_OK);
    test("deep, open", make_deep_open, set_unlimited, FJ_ERROR_UNEXPECTED_END);
    test("deep, open, unique", make_deep_open, set_unique, FJ_ERROR_UNEXPECTED_END);
    test("members", make_members, NULL, FJ_OK);
    test("members, sorted", make_members, set_sorted, FJ_OK);
    test("members, canonical", make_members, set_canonical, FJ_OK);
    test("members, unique", make_members, set_unique, FJ_OK);
    test("members repeated", make_repeated, NULL, FJ_OK);
    test("members repeated, sorted", make_repeated, set_sorted, FJ_OK);
    test("members repeated, unique", make_repeated, set_unique, FJ_ERROR_DUPLICATE_KEY);
    test("few repeated", make_few_repeated, NULL, FJ_OK);
    test("few repeated, unique", make_few_repeated, set_unique_borrowing, FJ_ERROR_DUPLICATE_KEY);
    test("fault", make_fault, NULL, FJ_ERROR_UNEXPECTED_BYTE);
    test("fault, unique", make_fault, set_unique, FJ_ERROR_UNEXPECTED_BYTE);
    test("fault at the end", make_fault_at_end, NULL, FJ_ERROR_UNEXPECTED_BYTE);
    return check_finish();
}
