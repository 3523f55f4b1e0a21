/*
 * Lines: values one a line, into a buffer and through a flush function, are the bytes of
 * fj_generate with a line feed each, and read back to the same values.
 */
#include "check.h"
#include "fastjson/fastjson.h"

#include <stdlib.h>

static fj_document *document;

static const fj_value *value_of(const char *text)
{
    const int32_t code = fj_parse(text, strlen(text), NULL, &document, NULL);
    CHECK(code == FJ_OK, "%s: %s", text, fj_error_name(code));
    return fj_document_root(document);
}

typedef struct received {
    fj_buffer all;
    size_t calls;
    size_t largest;
    size_t refuse_after; /* calls; 0: never */
    int32_t code;
} received;

static int32_t receive(void *context, const char *data, size_t length)
{
    received *const r = context;
    r->calls++;
    r->largest = length > r->largest ? length : r->largest;
    if (r->refuse_after != 0 && r->calls > r->refuse_after) {
        return r->code;
    }
    CHECK(length != 0 && data[length - 1] == '\n', "no whole line");
    char *const grown = realloc(r->all.data, r->all.length + length);
    if (grown == NULL) {
        exit(2);
    }
    memcpy(grown + r->all.length, data, length);
    r->all.data = grown;
    r->all.length += length;
    return FJ_OK;
}

static void test_buffer(void)
{
    fj_buffer out = {0};
    fj_lines *lines = NULL;
    fj_error error = {.size = sizeof error};
    CHECK(fj_lines_new(NULL, &out, &lines, &error) == FJ_OK, "%s", error.message);
    CHECK(fj_lines_value(lines, value_of("{\"a\": [1, \"\\n\"]}"), NULL) == FJ_OK, "an object");
    CHECK_TEXT(out.data, out.length, "{\"a\":[1,\"\\n\"]}\n");
    CHECK(fj_lines_value(lines, value_of("null"), NULL) == FJ_OK, "null");
    /* What fails leaves nothing, and the next line comes. */
    fj_value nan = {.head = FJ_DOUBLE};
    nan.as.real = __builtin_nan("");
    CHECK(fj_lines_value(lines, &nan, &error) == FJ_ERROR_NAN && error.code == FJ_ERROR_NAN, "NaN");
    CHECK(fj_lines_value(lines, NULL, NULL) == FJ_ERROR_ARGUMENT, "no value");
    CHECK(fj_lines_value(lines, value_of("2.0"), NULL) == FJ_OK, "a real");
    CHECK(fj_lines_finish(lines, NULL) == FJ_OK, "the end");
    CHECK(fj_lines_value(lines, value_of("3"), NULL) == FJ_ERROR_STATE, "after the end");
    CHECK(fj_lines_finish(lines, NULL) == FJ_ERROR_STATE, "a second end");
    CHECK_TEXT(out.data, out.length, "{\"a\":[1,\"\\n\"]}\nnull\n2.0\n");
    fj_lines_free(lines);
    /* Another one goes on where this one ended. */
    char space[] = " ";
    fj_generate_options options = {
        .size = sizeof options, .sort_keys = 1, .space = space, .space_length = 1};
    CHECK(fj_lines_new(&options, &out, &lines, NULL) == FJ_OK, "options");
    space[0] = 'x'; /* it keeps its own */
    CHECK(fj_lines_value(lines, value_of("{\"b\":1,\"a\":2}"), NULL) == FJ_OK, "sorted");
    CHECK_TEXT(out.data, out.length, "{\"a\":[1,\"\\n\"]}\nnull\n2.0\n{\"a\": 2,\"b\": 1}\n");
    fj_lines_free(lines);
    fj_buffer_free(&out);
}

static void test_options(void)
{
    fj_buffer out = {0};
    fj_lines *lines = NULL;
    fj_generate_options options = {.size = sizeof options, .array_nl = "\n", .array_nl_length = 1};
    CHECK(fj_lines_new(&options, &out, &lines, NULL) == FJ_ERROR_OPTION && lines == NULL, "LF");
    options = (fj_generate_options){.size = sizeof options, .indent = "\r", .indent_length = 1};
    CHECK(fj_lines_new(&options, &out, &lines, NULL) == FJ_ERROR_OPTION, "CR");
    options = (fj_generate_options){.size = sizeof options, .nan = 9};
    CHECK(fj_lines_new(&options, &out, &lines, NULL) == FJ_ERROR_OPTION, "unknown");
    CHECK(fj_lines_new(NULL, NULL, &lines, NULL) == FJ_ERROR_ARGUMENT, "no buffer");
    CHECK(fj_lines_new_flush(NULL, receive, NULL, 100, &lines, NULL) == FJ_ERROR_ARGUMENT, "small");
    CHECK(fj_lines_new_flush(NULL, NULL, NULL, 0, &lines, NULL) == FJ_ERROR_ARGUMENT, "no flush");
    CHECK(fj_lines_value(NULL, NULL, NULL) == FJ_ERROR_ARGUMENT, "no lines");
    CHECK(fj_lines_finish(NULL, NULL) == FJ_ERROR_ARGUMENT, "no lines");
    fj_lines_free(NULL);
    options = (fj_generate_options){.size = sizeof options, .max_output_bytes = 10};
    CHECK(fj_lines_new(&options, &out, &lines, NULL) == FJ_OK, "a limit");
    CHECK(fj_lines_value(lines, value_of("1234"), NULL) == FJ_OK, "5 bytes");
    CHECK(fj_lines_value(lines, value_of("12345"), NULL) == FJ_ERROR_LIMIT, "6 more");
    CHECK(fj_lines_value(lines, value_of("1234"), NULL) == FJ_OK, "5 more");
    CHECK_TEXT(out.data, out.length, "1234\n1234\n");
    fj_lines_free(lines);
    fj_buffer_free(&out);
}

static void test_flush(void)
{
    received r = {.calls = 0};
    fj_buffer expected = {0};
    fj_lines *to_buffer = NULL;
    fj_lines *lines = NULL;
    CHECK(fj_lines_new(NULL, &expected, &to_buffer, NULL) == FJ_OK, "buffer");
    CHECK(fj_lines_new_flush(NULL, receive, &r, 4096, &lines, NULL) == FJ_OK, "flush");
    for (size_t i = 0; i < 400; i++) {
        char text[12000];
        const size_t length = i * 37 % 100 + (i == 200 ? 10000 : 0);
        memset(text, 'x', length + 2);
        text[0] = text[length + 1] = '"';
        text[length + 2] = '\0';
        const fj_value *const value = value_of(text);
        CHECK(fj_lines_value(lines, value, NULL) == FJ_OK &&
                  fj_lines_value(to_buffer, value, NULL) == FJ_OK,
              "line %zu", i);
    }
    CHECK(r.calls > 3 && r.calls < 30, "%zu calls", r.calls);
    CHECK(fj_lines_finish(lines, NULL) == FJ_OK, "the end");
    CHECK(r.all.length == expected.length &&
              memcmp(r.all.data, expected.data, expected.length) == 0,
          "other bytes");
    CHECK(r.largest == 10003, "%zu bytes at once", r.largest);
    fj_lines_free(lines);
    fj_lines_free(to_buffer);
    /* And they are lines. */
    fj_sequence at = {0};
    const fj_sequence_options rules = {.size = sizeof rules, .kind = FJ_SEQUENCE_LINES};
    size_t count = 0;
    while (fj_parse_next(expected.data, expected.length, &at, &rules, NULL, &document, NULL) ==
           FJ_OK) {
        CHECK(fj_value_length(fj_document_root(document)) ==
                  count * 37 % 100 + (count == 200 ? 10000 : 0),
              "line %zu", count);
        count++;
    }
    CHECK(count == 400, "%zu lines", count);
    free(r.all.data);
    fj_buffer_free(&expected);

    /* A refusal ends it. */
    received no = {.refuse_after = 1, .code = 4711};
    CHECK(fj_lines_new_flush(NULL, receive, &no, 4096, &lines, NULL) == FJ_OK, "flush");
    int32_t code = FJ_OK;
    for (size_t i = 0; i < 3000 && code == FJ_OK; i++) {
        code = fj_lines_value(lines, value_of("[1,2,3]"), NULL);
    }
    CHECK(code == 4711 && no.calls == 2, "code %d after %zu calls", code, no.calls);
    CHECK(fj_lines_value(lines, value_of("1"), NULL) == 4711, "again");
    CHECK(fj_lines_finish(lines, NULL) == 4711 && no.calls == 2, "the end");
    fj_lines_free(lines);
    free(no.all.data);
}

int main(void)
{
    test_buffer();
    test_options();
    test_flush();
    fj_document_free(document);
    return check_finish();
}
