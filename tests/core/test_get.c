/* The value at a JSON Pointer in a text: the same as parsing and looking, or as the first that is
 * there. */
#include "check.h"
#include "document_text.h"
#include "guard.h"

#include <time.h>

static void check_get(const char *text, size_t length, const char *pointer, int32_t scope,
                      const fj_parse_options *options, int32_t code, const char *expected)
{
    size_t offset = 99;
    size_t found = 99;
    fj_error error = {.size = sizeof error};
    const int32_t got = fj_text_get(text, length, pointer, strlen(pointer), scope, options, &offset,
                                    &found, &error);
    CHECK(got == code, "%.*s at %s, scope %d: %s: %s", (int)length, text, pointer, scope,
          fj_error_name(got), error.message);
    CHECK(got == FJ_OK || (offset == 0 && found == 0), "%zu, %zu after a failure", offset, found);
    if (got == FJ_OK && expected != NULL) {
        CHECK_TEXT(text + offset, found, expected);
    }
}

typedef struct get_case {
    const char *text;
    const char *pointer;
    const char *whole; /* NULL: not found */
    const char *first;
} get_case;

static const get_case get_cases[] = {
    {" 1 ", "", "1", "1"},
    {" [ 1 , 2 ] ", "", "[ 1 , 2 ]", "[ 1 , 2 ]"},
    {" [ 1 , [ 2 ] , \"x\" ] ", "/1", "[ 2 ]", "[ 2 ]"},
    {" [ 1 , [ 2 ] , \"x\" ] ", "/2", "\"x\"", "\"x\""},
    {" [ 1 , [ 2 ] , \"x\" ] ", "/1/0", "2", "2"},
    {"[1,2]", "/2", NULL, NULL},
    {"[1,2]", "/-", NULL, NULL},
    {"[1,2]", "/01", NULL, NULL},
    {"[]", "/0", NULL, NULL},
    {"{}", "/a", NULL, NULL},
    {"7", "/a", NULL, NULL},
    {"{\"a\":{\"b\":[0,{\"c\":-1.5e3}]}}", "/a/b/1/c", "-1.5e3", "-1.5e3"},
    {"{\"\\u0061\\/~\":true}", "/a~1~0", "true", "true"},
    {"{\"\":{\"\":null}}", "//", "null", "null"},
    {"{\"01\":1,\"-\":2}", "/-", "2", "2"},
    {"{\"a\":\"]}\\\"\\\\\",\"b\":[\"\\\\\",\"}\"],\"c\":false}", "/c", "false", "false"},
    /* the last of equal keys, or the first */
    {"{\"a\":1,\"b\":2,\"a\":3}", "/a", "3", "1"},
    {"{\"a\":{\"x\":1},\"a\":{\"x\":2}}", "/a/x", "2", "1"},
    {"{\"a\":{\"x\":1},\"a\":{\"y\":2}}", "/a/x", NULL, "1"},
    {"{\"a\":{\"x\":1},\"a\":5}", "/a/x", NULL, "1"},
    {"{\"a\":{\"y\":1},\"a\":{\"x\":2}}", "/a/x", "2", NULL},
    {"{\"a\":5,\"a\":{\"x\":2}}", "/a/x", "2", NULL},
    {"{\"a\":{\"x\":1,\"x\":[2]},\"b\":0}", "/a/x", "[2]", "1"},
    {"[{\"a\":1,\"a\":2},{\"a\":3}]", "/0/a", "2", "1"},
    {"{\"a\":[1,2],\"\\u0061\":[3]}", "/a/1", NULL, "2"},
    {"{\"a\":[1,2],\"\\u0061\":[3]}", "/a/0", "3", "1"},
};

/* Ends at an unmapped page, and without options and with some that change nothing here. */
static void test_cases(void)
{
    const guard memory = guard_make(4096);
    const fj_parse_options lenient = {.size = sizeof lenient, .allow_nan = 1};
    for (size_t i = 0; i < sizeof get_cases / sizeof *get_cases; i++) {
        const get_case *const c = &get_cases[i];
        const size_t length = strlen(c->text);
        const char *const text = guard_text(&memory, c->text, length);
        const fj_parse_options *const ways[] = {NULL, &lenient};
        for (size_t w = 0; w < 2; w++) {
            check_get(text, length, c->pointer, FJ_GET_WHOLE, ways[w],
                      c->whole != NULL ? FJ_OK : FJ_ERROR_NOT_FOUND, c->whole);
            check_get(text, length, c->pointer, FJ_GET_FIRST, ways[w],
                      c->first != NULL ? FJ_OK : FJ_ERROR_NOT_FOUND, c->first);
        }
    }
}

typedef struct failure {
    const char *text;
    const char *pointer;
    int32_t whole;
    uint64_t offset;
    int32_t first; /* FJ_OK: what is wrong comes after the value */
} failure;

static const failure failures[] = {
    {"", "", FJ_ERROR_UNEXPECTED_END, 0, FJ_ERROR_UNEXPECTED_END},
    {" ", "/a", FJ_ERROR_UNEXPECTED_END, 1, FJ_ERROR_UNEXPECTED_END},
    {"[1,2", "/0", FJ_ERROR_UNEXPECTED_END, 4, FJ_OK},
    {"[1,2", "/5", FJ_ERROR_UNEXPECTED_END, 4, FJ_ERROR_UNEXPECTED_END},
    {"[1,2] x", "/1", FJ_ERROR_TRAILING_CONTENT, 6, FJ_OK},
    {"[1,,2]", "/2", FJ_ERROR_UNEXPECTED_BYTE, 3, FJ_ERROR_UNEXPECTED_BYTE},
    {"[01]", "/0", FJ_ERROR_INVALID_NUMBER, 2, FJ_ERROR_INVALID_NUMBER},
    {"{\"a\":tru}", "/b", FJ_ERROR_UNEXPECTED_BYTE, 8, FJ_ERROR_UNEXPECTED_BYTE},
    {"{\"a\" 1}", "/a", FJ_ERROR_UNEXPECTED_BYTE, 5, FJ_ERROR_UNEXPECTED_BYTE},
    {"{a:1}", "/a", FJ_ERROR_UNEXPECTED_BYTE, 1, FJ_ERROR_UNEXPECTED_BYTE},
    {"{\"a\":1,}", "/b", FJ_ERROR_UNEXPECTED_BYTE, 7, FJ_ERROR_UNEXPECTED_BYTE},
    {"[1,]", "/1", FJ_ERROR_UNEXPECTED_BYTE, 3, FJ_ERROR_UNEXPECTED_BYTE},
    {"{\"a\":1]", "/b", FJ_ERROR_UNEXPECTED_BYTE, 6, FJ_ERROR_UNEXPECTED_BYTE},
    {"[\"\xFF\",1]", "/1", FJ_ERROR_INVALID_UTF8, 2, FJ_ERROR_INVALID_UTF8},
    {"[1,\"\xFF\"]", "/0", FJ_ERROR_INVALID_UTF8, 4, FJ_OK},
    {"{\"\\x\":1}", "/a", FJ_ERROR_INVALID_ESCAPE, 3, FJ_ERROR_INVALID_ESCAPE},
    {"[1e400]", "/0", FJ_ERROR_NUMBER_OUT_OF_RANGE, 1, FJ_ERROR_NUMBER_OUT_OF_RANGE},
    {"[[[[1]]]]", "/0/0/0", FJ_ERROR_NESTING, 3, FJ_ERROR_NESTING},
    {"[[[1,[]]]]", "/0/0/1", FJ_ERROR_NESTING, 5, FJ_ERROR_NESTING},
    {"[0,[[[]]]]", "/2", FJ_ERROR_NESTING, 5, FJ_ERROR_NESTING},
    {"[[[[1]]],2]", "/1", FJ_ERROR_NESTING, 3, FJ_ERROR_NESTING},
};

/* The whole text gives what fj_parse gives, place and all. */
static void test_failures(void)
{
    const fj_parse_options options = {.size = sizeof options, .max_nesting = 3};
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        const failure *const f = &failures[i];
        const size_t length = strlen(f->text);
        size_t offset;
        size_t found;
        fj_error error = {.size = sizeof error};
        fj_error parsed = {.size = sizeof parsed};
        fj_document *d = NULL;
        int32_t code = fj_text_get(f->text, length, f->pointer, strlen(f->pointer), FJ_GET_WHOLE,
                                   &options, &offset, &found, &error);
        CHECK(code == f->whole && error.offset == f->offset, "%s: %s at %llu", f->text,
              fj_error_name(code), (unsigned long long)error.offset);
        CHECK(fj_parse(f->text, length, &options, &d, &parsed) == code, "%s", f->text);
        CHECK(parsed.offset == error.offset && strcmp(parsed.message, error.message) == 0 &&
                  strcmp(parsed.pointer, error.pointer) == 0,
              "%s: %s %s, not %s %s", f->text, error.message, error.pointer, parsed.message,
              parsed.pointer);
        fj_document_free(d);
        code = fj_text_get(f->text, length, f->pointer, strlen(f->pointer), FJ_GET_FIRST, &options,
                           &offset, &found, &error);
        CHECK(code == f->first, "%s: %s", f->text, fj_error_name(code));
        if (code != FJ_OK) {
            CHECK(error.offset == f->offset, "%s: at %llu", f->text,
                  (unsigned long long)error.offset);
            CHECK(strcmp(parsed.pointer, error.pointer) == 0, "%s: %s", f->text, error.pointer);
        }
    }
}

static void test_not_found_says_where(void)
{
    static const struct {
        const char *pointer;
        int32_t code;
        uint64_t offset;
        const char *way;
        const char *reason;
    } cases[] = {
        {"/a/9", FJ_ERROR_NOT_FOUND, 2, "/a", "beyond the end of the array"},
        {"/a/-", FJ_ERROR_NOT_FOUND, 2, "/a", "beyond the end of the array"},
        {"/a/x", FJ_ERROR_NOT_FOUND, 2, "/a", "not an array index"},
        {"/a/1/b/c", FJ_ERROR_NOT_FOUND, 6, "/a/1/b", "neither an object nor an array"},
        {"/a/1/c", FJ_ERROR_NOT_FOUND, 4, "/a/1", "the object has no such member"},
        {"a", FJ_ERROR_POINTER, 0, "", "it does not begin with '/'"},
        {"/a/~", FJ_ERROR_POINTER, 4, "", "'~' is not followed by 0 or 1"},
    };
    const char text[] = "{\"a\":[0,{\"b\":\"s\"}]}";
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        const size_t c = i / 2;
        size_t offset;
        size_t found;
        fj_error error = {.size = sizeof error};
        const int32_t code =
            fj_text_get(text, sizeof text - 1, cases[c].pointer, strlen(cases[c].pointer),
                        i % 2 ? FJ_GET_FIRST : FJ_GET_WHOLE, NULL, &offset, &found, &error);
        CHECK(code == cases[c].code && error.offset == cases[c].offset, "%s: %s at %llu",
              cases[c].pointer, fj_error_name(code), (unsigned long long)error.offset);
        CHECK_TEXT(error.pointer, error.pointer_length, cases[c].way);
        CHECK(strstr(error.message, cases[c].reason) != NULL, "%s", error.message);
    }
}

static void test_options(void)
{
    const fj_parse_options lenient = {.size = sizeof lenient,
                                      .allow_nan = 1,
                                      .allow_comments = 1,
                                      .allow_trailing_comma = 1,
                                      .allow_control_characters = 1,
                                      .allow_invalid_escape = 1,
                                      .lone_surrogates = FJ_READ_SURROGATES_KEEP};
    const char text[] = "/*]*/{/*\"a\":9*/\"b\"//\n:[/*[*/1,/*,*/],\"s\":\"\t\\q\\\"\\ud800\",//}\n"
                        "\"a\"/**/:/**/[NaN,{\"x\":-Infinity,},]/**/,}//";
    for (int32_t scope = FJ_GET_WHOLE; scope <= FJ_GET_FIRST; scope++) {
        check_get(text, sizeof text - 1, "/a/0", scope, &lenient, FJ_OK, "NaN");
        check_get(text, sizeof text - 1, "/a/1", scope, &lenient, FJ_OK, "{\"x\":-Infinity,}");
        check_get(text, sizeof text - 1, "/a/1/x", scope, &lenient, FJ_OK, "-Infinity");
        check_get(text, sizeof text - 1, "/b", scope, &lenient, FJ_OK, "[/*[*/1,/*,*/]");
        check_get(text, sizeof text - 1, "/b/1", scope, &lenient, FJ_ERROR_NOT_FOUND, NULL);
        check_get(text, sizeof text - 1, "/a/2", scope, &lenient, FJ_ERROR_NOT_FOUND, NULL);
        check_get(text, sizeof text - 1, "/s", scope, &lenient, FJ_OK, "\"\t\\q\\\"\\ud800\"");
    }
    fj_parse_options options = {.size = sizeof options, .max_members = 2};
    check_get("[1,2,3]", 7, "/2", FJ_GET_WHOLE, &options, FJ_ERROR_LIMIT, NULL);
    check_get("[1,2,3]", 7, "/2", FJ_GET_FIRST, &options, FJ_ERROR_LIMIT, NULL);
    check_get("[1,2,3]", 7, "/1", FJ_GET_FIRST, &options, FJ_OK, "2");
    check_get("{\"a\":1,\"b\":2,\"c\":3}", 19, "/c", FJ_GET_FIRST, &options, FJ_ERROR_LIMIT, NULL);
    options = (fj_parse_options){.size = sizeof options, .max_string_bytes = 3};
    check_get("{\"abcd\":1,\"b\":2}", 16, "/b", FJ_GET_FIRST, &options, FJ_ERROR_LIMIT, NULL);
    check_get("{\"abc\":\"abcd\",\"b\":2}", 20, "/b", FJ_GET_FIRST, &options, FJ_ERROR_LIMIT, NULL);
    options = (fj_parse_options){.size = sizeof options, .max_input_bytes = 3};
    check_get("[1,2]", 5, "/0", FJ_GET_FIRST, &options, FJ_ERROR_LIMIT, NULL);
    options = (fj_parse_options){.size = sizeof options, .duplicate_key = FJ_DUPLICATE_ERROR};
    check_get("{\"a\":1,\"b\":{\"c\":1,\"c\":2}}", 25, "/a", FJ_GET_WHOLE, &options,
              FJ_ERROR_DUPLICATE_KEY, NULL);
    check_get("{\"a\":1,\"b\":{\"c\":1}}", 19, "/b/c", FJ_GET_WHOLE, &options, FJ_OK, "1");
    check_get("{\"a\":1}", 7, "/a", FJ_GET_FIRST, &options, FJ_ERROR_OPTION, NULL);
    options = (fj_parse_options){.size = sizeof options, .allow_nan = 2};
    check_get("1", 1, "", FJ_GET_FIRST, &options, FJ_ERROR_OPTION, NULL);
    check_get("1", 1, "", FJ_GET_WHOLE, &options, FJ_ERROR_OPTION, NULL);
    check_get("1", 1, "", 2, NULL, FJ_ERROR_ARGUMENT, NULL);
}

static void test_document(void)
{
    const char text[] = "{\"a\":[1,{\"b\":\"\\u00e9\"}],\"a\":[2,{\"b\":3.0}]}";
    fj_document *d = NULL;
    fj_error error = {.size = sizeof error};
    CHECK(fj_text_get_document(text, sizeof text - 1, "/a/1", 4, FJ_GET_WHOLE, NULL, &d, &error) ==
              FJ_OK,
          "%s", error.message);
    check_value(fj_document_root(d), 0, "{\"b\":3.0}");
    CHECK(fj_text_get_document(text, sizeof text - 1, "/a/1", 4, FJ_GET_FIRST, NULL, &d, &error) ==
              FJ_OK,
          "%s", error.message);
    check_value(fj_document_root(d), 0, "{\"b\":\"\xC3\xA9\"}");
    CHECK(fj_text_get_document(text, sizeof text - 1, "/a/2", 4, FJ_GET_WHOLE, NULL, &d, &error) ==
              FJ_ERROR_NOT_FOUND,
          "a code");
    CHECK(fj_document_root(d) == NULL, "a value after a failure");
    fj_document_free(d);
    d = NULL;
    CHECK(fj_text_get_document("x", 1, "", 0, FJ_GET_WHOLE, NULL, &d, &error) ==
              FJ_ERROR_UNEXPECTED_BYTE,
          "a code");
    CHECK(d == NULL, "a document after a failure");
    CHECK(fj_text_get_document("1", 1, "", 0, FJ_GET_WHOLE, NULL, NULL, NULL) == FJ_ERROR_ARGUMENT,
          "document NULL");
}

/* ---- against parsing ---- */

static uint64_t random_state = 88172645463325252;

static size_t random_below(size_t limit)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (size_t)(random_state % limit);
}

static const char *random_space(void)
{
    static const char *const spaces[] = {"", "", "", " ", "\n\t ", "                          "};
    return spaces[random_below(6)];
}

/* Few keys, so that many stand twice. */
static size_t random_text(char *out, int depth)
{
    static const char *const scalars[] = {"1",        "-2.5",
                                          "true",     "null",
                                          "\"s\"",    "\"]}\\\"[{,:\"",
                                          "[]",       "{}",
                                          "\"\\\\\"", "\"long enough to fill a vector\""};
    const size_t kind = depth == 0 ? 0 : random_below(3);
    size_t n = (size_t)sprintf(out, "%s", random_space());
    if (kind == 0) {
        n += (size_t)sprintf(out + n, "%s", scalars[random_below(10)]);
    } else {
        out[n++] = kind == 1 ? '[' : '{';
        const size_t count = random_below(5);
        for (size_t i = 0; i < count; i++) {
            n += (size_t)sprintf(out + n, "%s%s", i != 0 ? "," : "", random_space());
            if (kind == 2) {
                n += (size_t)sprintf(out + n, "\"%s\"%s:", random_below(2) ? "a" : "\\u0062",
                                     random_space());
            }
            n += random_text(out + n, depth - 1);
        }
        n += (size_t)sprintf(out + n, "%s%c", random_space(), kind == 1 ? ']' : '}');
    }
    return n + (size_t)sprintf(out + n, "%s", random_space());
}

/* FJ_GET_WHOLE is fj_parse and fj_value_pointer, on sound texts and on damaged ones. */
static void test_random_texts(void)
{
    char *const text = malloc(1 << 20);
    fj_document *whole = NULL;
    fj_document *found = NULL;
    size_t hits = 0;
    for (int i = 0; i < 20000; i++) {
        const size_t length = random_text(text, 5);
        if (i % 4 == 3) {
            text[random_below(length)] = ",]}\"[{x1"[random_below(8)];
        }
        char pointer[16] = "";
        for (size_t k = random_below(4); k != 0; k--) {
            static const char *const steps[] = {"/a", "/b", "/0", "/1", "/2"};
            strcat(pointer, steps[random_below(5)]);
        }
        fj_error error = {.size = sizeof error};
        fj_error expected = {.size = sizeof expected};
        const fj_value *value = NULL;
        int32_t code = fj_parse(text, length, NULL, &whole, &expected);
        if (code == FJ_OK) {
            code = fj_value_pointer(fj_document_root(whole), pointer, strlen(pointer), &value,
                                    &expected);
        }
        const int32_t got = fj_text_get_document(text, length, pointer, strlen(pointer),
                                                 FJ_GET_WHOLE, NULL, &found, &error);
        CHECK(got == code, "%.*s at %s: %s, not %s", (int)length, text, pointer, fj_error_name(got),
              fj_error_name(code));
        if (got == FJ_OK && code == FJ_OK) {
            int32_t equal = 0;
            CHECK(fj_value_equal(value, fj_document_root(found), &equal) == FJ_OK && equal,
                  "%.*s at %s", (int)length, text, pointer);
            hits++;
        } else if (got == code) {
            CHECK(error.offset == expected.offset && strcmp(error.pointer, expected.pointer) == 0 &&
                      strcmp(error.message, expected.message) == 0,
                  "%.*s at %s: %s %s, not %s %s", (int)length, text, pointer, error.message,
                  error.pointer, expected.message, expected.pointer);
        }
    }
    CHECK(hits > 2000, "%zu hits", hits);
    fj_document_free(whole);
    fj_document_free(found);
    free(text);
}

/* A way of 100,000 steps, and twice the same key at each: neither quadratic nor recursive. */
static void test_deep(void)
{
    const size_t levels = 100000;
    char *const text = malloc(levels * 32);
    char *const pointer = malloc(levels * 2 + 1);
    size_t n = 0;
    for (size_t i = 0; i < levels; i++) {
        n += (size_t)sprintf(text + n, "{\"a\":1,\"a\":");
        memcpy(pointer + 2 * i, "/a", 2);
    }
    text[n++] = '7';
    for (size_t i = 0; i < levels; i++) {
        n += (size_t)sprintf(text + n, ",\"b\":[]}");
    }
    const fj_parse_options options = {.size = sizeof options, .max_nesting = FJ_UNLIMITED};
    size_t offset = 0;
    size_t length = 0;
    fj_error error = {.size = sizeof error};
    CHECK(fj_text_get(text, n, pointer, 2 * levels, FJ_GET_WHOLE, &options, &offset, &length,
                      &error) == FJ_OK,
          "%s", error.message);
    CHECK(length == 1 && text[offset] == '7', "%zu, %zu", offset, length);
    CHECK(fj_text_get(text, n, pointer, 2 * levels, FJ_GET_FIRST, &options, &offset, &length,
                      &error) == FJ_ERROR_NOT_FOUND,
          "a code");
    free(text);
    free(pointer);
}

/* ---- speed ---- */

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* About 1.7 MB of records. */
static char *records_text(size_t *length)
{
    const size_t count = 16000;
    char *const text = malloc(count * 160);
    size_t n = (size_t)sprintf(text, "{\"head\":{\"version\":3},\"records\":[");
    for (size_t i = 0; i < count; i++) {
        n += (size_t)sprintf(text + n,
                             "%s{\"id\":%zu,\"name\":\"record number %zu\",\"tags\":[\"a\",\"b\"],"
                             "\"score\":%zu.25,\"note\":\"some more text here\"}",
                             i != 0 ? "," : "", i, i, i % 100);
    }
    n += (size_t)sprintf(text + n, "],\"tail\":true}");
    *length = n;
    return text;
}

static double best_of(const char *text, size_t length, const char *pointer, int32_t scope)
{
    double best = 1e9;
    fj_document *d = NULL;
    for (int i = 0; i < 15; i++) {
        size_t offset;
        size_t found;
        const double start = seconds_now();
        if (pointer == NULL) {
            CHECK(fj_parse(text, length, NULL, &d, NULL) == FJ_OK, "a code");
        } else {
            CHECK(fj_text_get(text, length, pointer, strlen(pointer), scope, NULL, &offset, &found,
                              NULL) == FJ_OK,
                  "a code");
        }
        const double seconds = seconds_now() - start;
        best = seconds < best ? seconds : best;
    }
    fj_document_free(d);
    return best;
}

/* At least five times quicker near the start; measured: thousands of times. */
static void test_speed(void)
{
    size_t length;
    char *const text = records_text(&length);
    const double parse = best_of(text, length, NULL, 0);
    const double near = best_of(text, length, "/records/20/name", FJ_GET_FIRST);
    CHECK(near * 5 < parse, "%.1f us, parsing whole %.1f us", near * 1e6, parse * 1e6);
    free(text);
}

int main(void)
{
    test_cases();
    test_failures();
    test_not_found_says_where();
    test_options();
    test_document();
    test_random_texts();
    test_deep();
    test_speed();
    return check_finish();
}
