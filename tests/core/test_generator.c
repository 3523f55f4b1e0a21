/* The streaming generator: the bytes of fj_generate, whatever the options and the way out; and
 * nothing malformed. */
#include "check.h"
#include "document_text.h"

#include <stdint.h>

static const char *const texts[] = {
    "null",
    "[]",
    "{}",
    "[[],{},[[]],{\"a\":{}}]",
    "{\"a\":[true,false,null,-1,18446744073709551615,1.0,0.1,1e300,-0.0],\"b\":{\"c\":\"d\"}}",
    ("[\"\",\"plain\",\"q\\\"b\\\\s/ \\b\\f\\n\\r\\t\\u0001\\u007f\",\"\xC3\xA9 \xE2\x80\xA8 "
     "\xF0\x9F\x98\x80\"]"),
    "{\"k\\n\xC3\xA9/\":[12345678901234567890123,{\"\":\"\"}],\"\":[]}",
};

typedef struct sink {
    char *data;
    size_t length;
    size_t calls;
    size_t largest;
    size_t refuse_at; /* the call that is refused; 0: none */
} sink;

static int32_t sink_flush(void *context, const char *data, size_t length)
{
    sink *const s = context;
    s->calls++;
    s->largest = length > s->largest ? length : s->largest;
    if (s->calls == s->refuse_at) {
        return FJ_ERROR_HOST;
    }
    s->data = realloc(s->data, s->length + length + 1);
    memcpy(s->data + s->length, data, length);
    s->length += length;
    return FJ_OK;
}

/* One call a value, from the flat array: without fj_generator_value. */
static int32_t replay(fj_generator *g, const fj_value *v)
{
    const char *text = NULL;
    size_t length = 0;
    (void)fj_value_text(v, &text, &length);
    switch (fj_value_kind(v)) {
    case FJ_NULL:
        return fj_generator_null(g);
    case FJ_FALSE:
        return fj_generator_boolean(g, 0);
    case FJ_TRUE:
        return fj_generator_boolean(g, 1);
    case FJ_INT64:
        return fj_generator_int64(g, v->as.int64);
    case FJ_UINT64:
        return fj_generator_uint64(g, v->as.uint64);
    case FJ_DOUBLE:
        return fj_generator_double(g, v->as.real);
    case FJ_STRING:
        return fj_generator_string(g, text, length);
    case FJ_ARRAY:
        fj_generator_begin_array(g);
        for (const fj_value *e = NULL; (e = fj_value_next(v, e)) != NULL;) {
            replay(g, e);
        }
        return fj_generator_end_array(g);
    case FJ_OBJECT:
        fj_generator_begin_object(g);
        for (const fj_value *k = NULL; (k = fj_value_next(v, k)) != NULL;) {
            (void)fj_value_text(k, &text, &length);
            fj_generator_key(g, text, length);
            replay(g, k + 1);
        }
        return fj_generator_end_object(g);
    default:
        return fj_generator_number(g, text, length);
    }
}

/* Into a buffer and through flushes of several sizes; by whole values or (0) single calls. */
static void check_same_by(const fj_value *value, const fj_generate_options *options, int whole,
                          const char *name)
{
    static const size_t sizes[] = {4096, 5000, 65536};
    fj_buffer expected = {0};
    fj_error error = {.size = sizeof error};
    CHECK(fj_generate(value, options, &expected, &error) == FJ_OK, "%s: %s", name, error.message);
    fj_buffer out = {0};
    fj_generator *g = NULL;
    CHECK(fj_generator_new(options, &out, &g, &error) == FJ_OK, "%s: %s", name, error.message);
    CHECK((whole ? fj_generator_value(g, value) : replay(g, value)) == FJ_OK, "%s", name);
    CHECK(fj_generator_finish(g, &error) == FJ_OK, "%s: %s", name, error.message);
    CHECK(out.length == expected.length && memcmp(out.data, expected.data, out.length) == 0,
          "%s: \"%.*s\", not \"%.*s\"", name, (int)(out.length < 200 ? out.length : 200), out.data,
          (int)(expected.length < 200 ? expected.length : 200), expected.data);
    fj_generator_free(g);
    fj_buffer_free(&out);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        sink s = {0};
        CHECK(fj_generator_new_flush(options, sink_flush, &s, sizes[i], &g, &error) == FJ_OK,
              "%s: %s", name, error.message);
        CHECK((whole ? fj_generator_value(g, value) : replay(g, value)) == FJ_OK, "%s", name);
        CHECK(fj_generator_finish(g, &error) == FJ_OK, "%s: %s", name, error.message);
        CHECK(s.length == expected.length && memcmp(s.data, expected.data, s.length) == 0,
              "%s: flushed by %zu: %zu bytes, not %zu", name, sizes[i], s.length, expected.length);
        CHECK(s.largest <= sizes[i], "%s: %zu bytes at once of %zu", name, s.largest, sizes[i]);
        fj_generator_free(g);
        free(s.data);
    }
    fj_buffer_free(&expected);
}

static void check_same(const fj_value *value, const fj_generate_options *options, const char *name)
{
    check_same_by(value, options, 0, name);
    check_same_by(value, options, 1, name);
}

static size_t options_list(fj_generate_options *list)
{
    size_t n = 0;
    const fj_generate_options base = {.size = sizeof base};
    list[n++] = base;
    list[n] = base;
    list[n++].ascii_only = 1;
    list[n] = base;
    list[n++].script_safe = 1;
    list[n] = base;
    list[n].ascii_only = 1;
    list[n++].script_safe = 1;
    list[n] = base;
    list[n].indent = "  ";
    list[n].indent_length = 2;
    list[n].space = " ";
    list[n].space_length = 1;
    list[n].object_nl = "\n";
    list[n].object_nl_length = 1;
    list[n].array_nl = "\n";
    list[n++].array_nl_length = 1;
    list[n] = list[n - 1];
    list[n].space_before = "\t\t";
    list[n].space_before_length = 2;
    list[n].array_nl_length = 0;
    list[n++].ascii_only = 1;
    return n;
}

static void test_same_bytes(void)
{
    fj_generate_options list[8];
    const size_t ways = options_list(list);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        fj_document *d = document_of(texts[i], NULL);
        for (size_t w = 0; w < ways; w++) {
            check_same(fj_document_root(d), &list[w], texts[i]);
        }
        check_same(fj_document_root(d), NULL, texts[i]);
        fj_document_free(d);
    }
}

/* Strings of all lengths around the pieces into which a flushing generator cuts them. */
static void test_long_strings(void)
{
    static const char *const units[] = {"a",
                                        "\xC3\xA9",
                                        "\xE2\x82\xAC",
                                        "\xF0\x9F\x98\x80",
                                        "\\\"",
                                        "\\u0001",
                                        "x\xC3\xA9y\xF0\x9F\x98\x80"};
    fj_generate_options list[8];
    const size_t ways = options_list(list);
    for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
        static const size_t lengths[] = {250, 255, 256, 257, 511, 513, 1025, 5000, 70000};
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            const size_t unit = strlen(units[u]);
            char *const text = malloc(lengths[i] * 2 + 64);
            size_t n = (size_t)sprintf(text, "{\"");
            for (size_t k = 0; k + unit <= lengths[i]; k += unit) {
                n += (size_t)sprintf(text + n, "%s", units[u]);
            }
            n += (size_t)sprintf(text + n, "\":[1,\"");
            const size_t key = n - 7;
            memcpy(text + n, text + 1, key);
            memcpy(text + n, "a", 1);
            n += key;
            memcpy(text + n, "\"]}", 4);
            fj_document *d = document_of(text, NULL);
            check_same(fj_document_root(d), &list[i % ways], units[u]);
            check_same(fj_document_root(d), NULL, units[u]);
            fj_document_free(d);
            free(text);
        }
    }
}

static void test_deep(void)
{
    const uint32_t levels = 100000;
    sink s = {0};
    fj_generator *g = NULL;
    const fj_generate_options options = {.size = sizeof options, .max_nesting = FJ_UNLIMITED};
    CHECK(fj_generator_new_flush(&options, sink_flush, &s, 0, &g, NULL) == FJ_OK, "a code");
    for (uint32_t i = 0; i < levels; i++) {
        fj_generator_begin_object(g);
        fj_generator_key(g, "k", 1);
    }
    fj_generator_null(g);
    for (uint32_t i = 0; i < levels; i++) {
        fj_generator_end_object(g);
    }
    CHECK(fj_generator_finish(g, NULL) == FJ_OK, "a code");
    CHECK(s.length == (size_t)levels * 6 + 4, "%zu bytes", s.length);
    fj_generator_free(g);
    const fj_parse_options parse = {.size = sizeof parse, .max_nesting = FJ_UNLIMITED};
    fj_document *d = NULL;
    CHECK(fj_parse(s.data, s.length, &parse, &d, NULL) == FJ_OK, "what was made is no JSON");
    fj_buffer out = {0};
    CHECK(fj_generator_new(&options, &out, &g, NULL) == FJ_OK, "a code");
    CHECK(fj_generator_value(g, fj_document_root(d)) == FJ_OK, "a code");
    CHECK(fj_generator_finish(g, NULL) == FJ_OK, "a code");
    CHECK(out.length == s.length && memcmp(out.data, s.data, s.length) == 0, "%zu", out.length);
    fj_generator_free(g);
    fj_buffer_free(&out);
    fj_document_free(d);
    free(s.data);
}

/* Letters for calls: { } [ ] k (key) v (null). After the first failure every call says the same. */
static int32_t generate(const char *calls, fj_buffer *out, fj_error *error)
{
    fj_generator *g = NULL;
    CHECK(fj_generator_new(NULL, out, &g, error) == FJ_OK, "a code");
    int32_t first = FJ_OK;
    for (const char *c = calls; *c != '\0'; c++) {
        const int32_t code = *c == '{'   ? fj_generator_begin_object(g)
                             : *c == '}' ? fj_generator_end_object(g)
                             : *c == '[' ? fj_generator_begin_array(g)
                             : *c == ']' ? fj_generator_end_array(g)
                             : *c == 'k' ? fj_generator_key(g, "k", 1)
                                         : fj_generator_null(g);
        CHECK(first == FJ_OK || code == first, "%s: after a failure, %s", calls,
              fj_error_name(code));
        first = first == FJ_OK ? code : first;
    }
    const int32_t code = fj_generator_finish(g, error);
    CHECK(first == FJ_OK || code == first, "%s: finished with %s", calls, fj_error_name(code));
    CHECK(fj_generator_null(g) == (code == FJ_OK ? FJ_ERROR_STATE : code), "%s: goes on", calls);
    fj_generator_free(g);
    return code;
}

static void test_order(void)
{
    static const char *const refused[] = {"",     "{",     "[",   "[[]", "vv",  "}",   "]",
                                          "[}",   "{]",    "{v}", "{k}", "{kk", "{kv", "k",
                                          "[kv]", "{kvv}", "[]v", "{}{", "{k]", "{k[}"};
    fj_buffer out = {0};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        fj_error error = {.size = sizeof error};
        CHECK(generate(refused[i], &out, &error) == FJ_ERROR_STATE, "%s", refused[i]);
        CHECK(error.code == FJ_ERROR_STATE && error.message_length != 0, "%s", refused[i]);
        CHECK(out.length == 0, "%s: %zu bytes", refused[i], out.length);
    }
    CHECK(generate("{kvk[v{}{kv}]}", &out, NULL) == FJ_OK, "a sound sequence");
    CHECK_TEXT(out.data, out.length, "{\"k\":null,\"k\":[null,{},{\"k\":null}]}");
    fj_buffer_free(&out);
}

static void test_raw(void)
{
    fj_buffer out = {0};
    fj_generator *g = NULL;
    fj_error error = {.size = sizeof error};
    const fj_generate_options options = {.size = sizeof options, .ascii_only = 1};
    CHECK(fj_generator_new(&options, &out, &g, &error) == FJ_OK, "%s", error.message);
    fj_generator_begin_array(g);
    CHECK(fj_generator_raw(g, " {\"\xC3\xA9\": 1.50} ", 14, 0) == FJ_OK, "a fragment");
    CHECK(fj_generator_raw(g, "not looked at", 13, 1) == FJ_OK, "a vouched one");
    fj_generator_end_array(g);
    CHECK(fj_generator_finish(g, &error) == FJ_OK, "%s", error.message);
    CHECK_TEXT(out.data, out.length, "[ {\"\xC3\xA9\": 1.50} ,not looked at]");
    fj_generator_free(g);
    static const struct {
        const char *text;
        int32_t code;
    } bad[] = {{"", FJ_ERROR_UNEXPECTED_END},      {"1 2", FJ_ERROR_TRAILING_CONTENT},
               {"1,2", FJ_ERROR_TRAILING_CONTENT}, {"[1", FJ_ERROR_UNEXPECTED_END},
               {"NaN", FJ_ERROR_UNEXPECTED_BYTE},  {"\"\xFF\"", FJ_ERROR_INVALID_UTF8}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(fj_generator_new(NULL, &out, &g, &error) == FJ_OK, "%s", error.message);
        fj_generator_begin_object(g);
        fj_generator_key(g, "a/b", 3);
        CHECK(fj_generator_raw(g, bad[i].text, strlen(bad[i].text), 0) == bad[i].code, "%s",
              bad[i].text);
        CHECK(fj_generator_finish(g, &error) == bad[i].code, "%s", bad[i].text);
        CHECK_TEXT(error.pointer, error.pointer_length, "/a~1b");
        fj_generator_free(g);
    }
    fj_buffer_free(&out);
}

/* A fragment counts for max_nesting as if its values had been written one by one. */
static void test_raw_nesting(void)
{
    const fj_generate_options options = {.size = sizeof options, .max_nesting = 2};
    static const struct {
        size_t outside;
        const char *text;
        int32_t code;
    } cases[] = {{0, "[[1]]", 0}, {0, "[[[1]]]", FJ_ERROR_NESTING},
                 {1, "[1]", 0},   {1, "[[1]]", FJ_ERROR_NESTING},
                 {2, "1", 0},     {2, " []", FJ_ERROR_NESTING}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fj_buffer out = {0};
        fj_generator *g = NULL;
        CHECK(fj_generator_new(&options, &out, &g, NULL) == FJ_OK, "a code");
        for (size_t k = 0; k < cases[i].outside; k++) {
            fj_generator_begin_array(g);
        }
        CHECK(fj_generator_raw(g, cases[i].text, strlen(cases[i].text), 0) == cases[i].code,
              "%zu outside of %s", cases[i].outside, cases[i].text);
        fj_generator_free(g);
        CHECK(out.length == 0, "an unfinished text of %zu bytes", out.length);
        fj_buffer_free(&out);
    }
}

static void test_failures_have_a_place(void)
{
    fj_buffer out = {0};
    fj_error error = {.size = sizeof error};
    for (int i = 0; i < 5; i++) {
        fj_generator *g = NULL;
        fj_generate_options options = {.size = sizeof options, .max_nesting = 3};
        CHECK(fj_generator_new(&options, &out, &g, &error) == FJ_OK, "%s", error.message);
        fj_generator_begin_object(g);
        fj_generator_key(g, "first", 5);
        fj_generator_null(g);
        fj_generator_key(g, "~", 1);
        fj_generator_begin_array(g);
        fj_generator_int64(g, 1);
        fj_generator_int64(g, 2);
        int32_t expected = FJ_ERROR_NAN;
        int32_t code;
        switch (i) {
        case 0:
            code = fj_generator_double(g, __builtin_nan(""));
            break;
        case 1:
            expected = FJ_ERROR_INVALID_UTF8;
            code = fj_generator_string(g, "\xC3(", 2);
            break;
        case 2:
            expected = FJ_ERROR_NESTING;
            fj_generator_begin_array(g);
            code = fj_generator_begin_array(g);
            break;
        case 3:
            expected = FJ_ERROR_INVALID_NUMBER;
            code = fj_generator_number(g, "01", 2);
            break;
        default:
            expected = FJ_ERROR_ARGUMENT;
            code = fj_generator_string(g, NULL, 1);
            break;
        }
        CHECK(code == expected, "%d: %s", i, fj_error_name(code));
        CHECK(fj_generator_int64(g, 3) == expected, "%d: it goes on", i);
        CHECK(fj_generator_finish(g, &error) == expected, "%d: %s", i, error.message);
        CHECK(error.code == expected, "%d: %s", i, fj_error_name(error.code));
        CHECK_TEXT(error.pointer, error.pointer_length, i == 2 ? "/~0/2/0" : "/~0/2");
        CHECK(out.length == 0, "%zu bytes", out.length);
        fj_generator_free(g);
    }
    fj_buffer_free(&out);
}

static void test_nan(void)
{
    static const char *const expected[] = {NULL, "[null,null]", "[NaN,-Infinity]"};
    for (uint8_t nan = FJ_NAN_NULL; nan <= FJ_NAN_LITERAL; nan++) {
        fj_buffer out = {0};
        fj_generator *g = NULL;
        const fj_generate_options options = {.size = sizeof options, .nan = nan};
        CHECK(fj_generator_new(&options, &out, &g, NULL) == FJ_OK, "a code");
        fj_generator_begin_array(g);
        fj_generator_double(g, __builtin_nan(""));
        fj_generator_double(g, -__builtin_inf());
        fj_generator_end_array(g);
        CHECK(fj_generator_finish(g, NULL) == FJ_OK, "a code");
        CHECK_TEXT(out.data, out.length, expected[nan]);
        fj_generator_free(g);
        fj_buffer_free(&out);
    }
}

static void test_refused_options(void)
{
    fj_buffer out = {0};
    fj_error error = {.size = sizeof error};
    fj_generator *g = NULL;
    fj_generate_options options = {.size = sizeof options, .sort_keys = 1};
    CHECK(fj_generator_new(&options, &out, &g, &error) == FJ_ERROR_OPTION && g == NULL,
          "sort_keys");
    CHECK(strstr(error.message, "sort_keys") != NULL, "%s", error.message);
    options.sort_keys = 0;
    options.canonical = 1;
    CHECK(fj_generator_new(&options, &out, &g, NULL) == FJ_ERROR_OPTION && g == NULL, "canonical");
    options.canonical = 0;
    options.indent = "x";
    options.indent_length = 1;
    CHECK(fj_generator_new(&options, &out, &g, NULL) == FJ_ERROR_OPTION && g == NULL, "indent x");
    CHECK(fj_generator_new(NULL, NULL, &g, NULL) == FJ_ERROR_ARGUMENT, "out NULL");
    CHECK(fj_generator_new(NULL, &out, NULL, NULL) == FJ_ERROR_ARGUMENT, "generator NULL");
    CHECK(fj_generator_new_flush(NULL, NULL, NULL, 0, &g, NULL) == FJ_ERROR_ARGUMENT, "flush NULL");
    CHECK(fj_generator_new_flush(NULL, sink_flush, NULL, 4095, &g, NULL) == FJ_ERROR_ARGUMENT,
          "4,095 bytes");
    CHECK(fj_generator_null(NULL) == FJ_ERROR_ARGUMENT, "generator NULL");
    CHECK(fj_generator_key(NULL, "", 0) == FJ_ERROR_ARGUMENT, "generator NULL");
    CHECK(fj_generator_value(NULL, NULL) == FJ_ERROR_ARGUMENT, "generator NULL");
    CHECK(fj_generator_finish(NULL, NULL) == FJ_ERROR_ARGUMENT, "generator NULL");
    fj_generator_free(NULL);
}

/* The generator keeps the layout strings itself, and a document's strings are not needed later. */
static void test_layout_is_copied(void)
{
    char indent[3] = "  ";
    char line[2] = "\n";
    const fj_generate_options options = {.size = sizeof options,
                                         .indent = indent,
                                         .indent_length = 2,
                                         .array_nl = line,
                                         .array_nl_length = 1};
    fj_buffer out = {0};
    fj_generator *g = NULL;
    CHECK(fj_generator_new(&options, &out, &g, NULL) == FJ_OK, "a code");
    memset(indent, 'x', 2);
    memset(line, 'x', 1);
    fj_generator_begin_array(g);
    fj_generator_int64(g, 1);
    fj_generator_end_array(g);
    CHECK(fj_generator_finish(g, NULL) == FJ_OK, "a code");
    CHECK_TEXT(out.data, out.length, "[\n  1\n]");
    fj_generator_free(g);
    fj_buffer_free(&out);
}

static int32_t write_numbers(fj_generator *g, size_t count)
{
    fj_generator_begin_array(g);
    for (size_t i = 0; i < count; i++) {
        fj_generator_int64(g, 1234567);
    }
    fj_generator_end_array(g);
    return fj_generator_finish(g, NULL);
}

/* A key that cannot be written is the place itself; a text that is too long has none. */
static void test_places(void)
{
    for (int i = 0; i < 2; i++) {
        const fj_generate_options options = {.size = sizeof options,
                                             .max_output_bytes = i == 1 ? 20 : 0};
        fj_buffer out = {0};
        fj_generator *g = NULL;
        fj_error error = {.size = sizeof error};
        CHECK(fj_generator_new(&options, &out, &g, NULL) == FJ_OK, "a code");
        fj_generator_begin_object(g);
        fj_generator_key(g, "a", 1);
        fj_generator_begin_object(g);
        fj_generator_key(g, i == 0 ? "b\xFF" : "a key that is longer than the limit",
                         i == 0 ? 2 : 35);
        const int32_t expected = i == 0 ? FJ_ERROR_INVALID_UTF8 : FJ_ERROR_LIMIT;
        CHECK(fj_generator_finish(g, &error) == expected, "%s", error.message);
        CHECK_TEXT(error.pointer, error.pointer_length, i == 0 ? "/a/b\xEF\xBF\xBD" : "");
        fj_generator_free(g);
        fj_buffer_free(&out);
    }
}

/* 8 bytes each and one more. */
static void test_output_limit(void)
{
    for (uint64_t limit = 1; limit < 100000; limit = limit * 3 + 1) {
        for (size_t count = limit / 8 > 2 ? limit / 8 - 2 : 0; count < limit / 8 + 2; count++) {
            const size_t length = count != 0 ? 8 * count + 1 : 2;
            const int32_t expected = length <= limit ? FJ_OK : FJ_ERROR_LIMIT;
            const fj_generate_options options = {.size = sizeof options, .max_output_bytes = limit};
            fj_buffer out = {0};
            sink s = {0};
            fj_generator *g = NULL;
            CHECK(fj_generator_new(&options, &out, &g, NULL) == FJ_OK, "a code");
            int32_t code = write_numbers(g, count);
            CHECK(code == expected, "%zu bytes, limit %llu: %s", length, (unsigned long long)limit,
                  fj_error_name(code));
            CHECK(out.length == (code == FJ_OK ? length : 0), "%zu bytes", out.length);
            fj_generator_free(g);
            CHECK(fj_generator_new_flush(&options, sink_flush, &s, 4096, &g, NULL) == FJ_OK,
                  "a code");
            code = write_numbers(g, count);
            CHECK(code == expected, "%zu bytes flushed, limit %llu: %s", length,
                  (unsigned long long)limit, fj_error_name(code));
            CHECK(s.length <= limit, "%zu bytes, limit %llu", s.length, (unsigned long long)limit);
            fj_generator_free(g);
            fj_buffer_free(&out);
            free(s.data);
        }
    }
}

static void test_refused_flush(void)
{
    sink s = {.refuse_at = 3};
    fj_generator *g = NULL;
    fj_error error = {.size = sizeof error};
    CHECK(fj_generator_new_flush(NULL, sink_flush, &s, 4096, &g, NULL) == FJ_OK, "a code");
    CHECK(write_numbers(g, 100000) == FJ_ERROR_HOST, "the flush function's own code");
    CHECK(s.calls == 3, "called %zu times", s.calls);
    CHECK(fj_generator_finish(g, &error) == FJ_ERROR_HOST, "a code");
    CHECK(strstr(error.message, "flush") != NULL, "%s", error.message);
    CHECK(s.calls == 3, "called %zu times", s.calls);
    fj_generator_free(g);
    free(s.data);
}

/* A fragment or number of half the buffer goes past it, behind what was kept so far. */
static void check_large_raw(size_t length)
{
    char *const text = malloc(length);
    memset(text, '1', length);
    sink s = {0};
    fj_generator *g = NULL;
    CHECK(fj_generator_new_flush(NULL, sink_flush, &s, 4096, &g, NULL) == FJ_OK, "a code");
    fj_generator_begin_array(g);
    fj_generator_boolean(g, 1);
    CHECK(fj_generator_raw(g, text, length, 0) == FJ_OK, "a code");
    CHECK(fj_generator_number(g, text, length) == FJ_OK, "a code");
    fj_generator_boolean(g, 0);
    fj_generator_end_array(g);
    CHECK(fj_generator_finish(g, NULL) == FJ_OK, "a code");
    CHECK(s.length == 2 * length + 14 && (length < 2048 || s.largest == length), "%zu, %zu",
          s.length, s.largest);
    CHECK(s.calls == (length < 2048 ? 3 : 5), "%zu bytes: called %zu times", length, s.calls);
    CHECK(memcmp(s.data, "[true,11", 8) == 0 && memcmp(s.data + length + 5, "1,1", 3) == 0 &&
              memcmp(s.data + s.length - 8, "1,false]", 8) == 0,
          "%.20s", s.data);
    fj_generator_free(g);
    free(s.data);
    free(text);
}

static void test_large_raw(void)
{
    check_large_raw(2047);
    check_large_raw(2048);
    check_large_raw(100000);
}

/* As a parse with the options keeps them, and as only whole values can hold them: NaN as text, lone
 * surrogates. */
static void test_values_that_options_keep(void)
{
    const fj_parse_options parse = {.size = sizeof parse,
                                    .allow_nan = 1,
                                    .big_numbers = FJ_NUMBERS_TEXT,
                                    .lone_surrogates = FJ_READ_SURROGATES_KEEP};
    const fj_generate_options generate = {.size = sizeof generate, .nan = FJ_NAN_LITERAL};
    fj_document *d =
        document_of("[NaN,-Infinity,1.50,1e400,\"\\ud800 x\",{\"\\udc00\":1}]", &parse);
    check_same_by(fj_document_root(d), &generate, 1, "what options keep");
    fj_document_free(d);
}

#define HEAD(kind, length) ((uint64_t)(length) << 16 | (kind))

/* Values that somebody made by hand, and not well: refused as fj_generate refuses them. */
static void test_values_made_by_hand(void)
{
    static const fj_value text = {HEAD(FJ_STRING, 1), {.text = "a"}};
    static const fj_value one = {HEAD(FJ_INT64, 0), {.int64 = 1}};
    const struct {
        fj_value values[3];
        int32_t code;
    } cases[] = {
        {{{0, {0}}}, FJ_ERROR_TYPE},
        {{{HEAD(12, 0), {0}}}, FJ_ERROR_TYPE},
        {{{HEAD(FJ_ARRAY, 1), {.span = 2}}, {0, {0}}}, FJ_ERROR_TYPE},
        {{{HEAD(FJ_OBJECT, 1), {.span = 3}}, one, one}, FJ_ERROR_TYPE},
        {{{HEAD(FJ_DECIMAL, 3), {.text = "abc"}}}, FJ_ERROR_TYPE},
        {{{HEAD(FJ_DECIMAL, 0), {.text = ""}}}, FJ_ERROR_TYPE},
        {{{HEAD(FJ_BIGINT, 2), {.text = "01"}}}, FJ_ERROR_TYPE},
        {{{HEAD(FJ_DECIMAL, 3), {.text = "NaN"}}}, FJ_ERROR_NAN},
        {{{HEAD(FJ_DECIMAL, 9), {.text = "-Infinity"}}}, FJ_ERROR_NAN},
        {{{HEAD(FJ_DECIMAL, 3), {.text = "1.0"}}}, FJ_OK},
        {{{HEAD(FJ_OBJECT, 1), {.span = 3}}, text, one}, FJ_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fj_buffer out = {0};
        fj_generator *g = NULL;
        CHECK(fj_generator_new(NULL, &out, &g, NULL) == FJ_OK, "no generator");
        int32_t code = fj_generator_value(g, cases[i].values);
        CHECK(code == cases[i].code, "case %zu: %s", i, fj_error_name(code));
        code = fj_generator_finish(g, NULL);
        CHECK(code == cases[i].code, "case %zu, the end: %s", i, fj_error_name(code));
        fj_generator_free(g);
        code = fj_generate(cases[i].values, NULL, &out, NULL);
        CHECK(code == cases[i].code, "case %zu, fj_generate: %s", i, fj_error_name(code));
        fj_buffer_free(&out);
    }
    fj_buffer out = {0};
    fj_generator *g = NULL;
    CHECK(fj_generator_new(NULL, &out, &g, NULL) == FJ_OK, "no generator");
    CHECK(fj_generator_value(NULL, &one) == FJ_ERROR_ARGUMENT &&
              fj_generator_value(g, NULL) == FJ_ERROR_ARGUMENT &&
              fj_generator_value(g, &one) == FJ_ERROR_ARGUMENT,
          "NULL was taken, or forgotten");
    fj_generator_free(g);
    CHECK(fj_generator_new(NULL, &out, &g, NULL) == FJ_OK, "no generator");
    CHECK(fj_generator_raw(g, NULL, 1, 0) == FJ_ERROR_ARGUMENT, "no raw text was taken");
    fj_generator_free(g);
    fj_buffer_free(&out);
}

int main(void)
{
    test_values_made_by_hand();
    test_same_bytes();
    test_long_strings();
    test_deep();
    test_order();
    test_raw();
    test_raw_nesting();
    test_failures_have_a_place();
    test_nan();
    test_refused_options();
    test_layout_is_copied();
    test_places();
    test_output_limit();
    test_refused_flush();
    test_large_raw();
    test_values_that_options_keep();
    return check_finish();
}
