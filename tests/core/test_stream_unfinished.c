/*
 * Unfinished texts: every beginning of a text is read to what can be closed; what cannot become a
 * text is an error as ever.
 *
 * Expected values are written down, or follow from the promise: text[0, used) and the missing
 * closers are a text that reads to the same values, of which no longer one exists.
 */
#include "stream_subject.h"

#define TEXT(literal) literal, sizeof(literal) - 1

typedef struct expectation {
    const char *text;
    size_t length;
    const char *closed; /* the text that it reads as; NULL: nothing is left */
    size_t used;
    int32_t complete;
} expectation;

static const expectation expectations[] = {
    {TEXT("{\"a\": [1, 2]} "), "{\"a\":[1,2]}", 14, 1},
    {TEXT(""), NULL, 0, 0},
    {TEXT(" \n"), NULL, 0, 0},
    {TEXT("{"), "{}", 1, 0},
    {TEXT("["), "[]", 1, 0},
    {TEXT("[1, 12"), "[1]", 2, 0},
    {TEXT("[1, 12,"), "[1,12]", 6, 0},
    {TEXT("[1, 12 "), "[1,12]", 6, 0},
    {TEXT("12"), "12", 2, 1},
    {TEXT("12."), NULL, 0, 0},
    {TEXT("-"), NULL, 0, 0},
    {TEXT("tru"), NULL, 0, 0},
    {TEXT("[tru"), "[]", 1, 0},
    {TEXT("[true"), "[true]", 5, 0},
    {TEXT("[null, fals"), "[null]", 5, 0},
    {TEXT("{\"a"), "{}", 1, 0},
    {TEXT("{\"a\""), "{}", 1, 0},
    {TEXT("{\"a\":"), "{}", 1, 0},
    {TEXT("{\"a\": 1"), "{}", 1, 0},
    {TEXT("{\"a\": 1, \"b\": "), "{\"a\":1}", 7, 0},
    {TEXT("{\"a\": \"x"), "{\"a\":\"x\"}", 8, 0},
    {TEXT("{\"a\": {\"b\": [\"c\", {"), "{\"a\":{\"b\":[\"c\",{}]}}", 19, 0},
    {TEXT("\"ab"), "\"ab\"", 3, 0},
    {TEXT("\"ab\\"), "\"ab\"", 3, 0},
    {TEXT("\"ab\\n"), "\"ab\\n\"", 5, 0},
    {TEXT("\"ab\\u00e"), "\"ab\"", 3, 0},
    {TEXT("\"ab\\u00e9"), "\"ab\\u00e9\"", 9, 0},
    {TEXT("\"ab\\ud83d"), "\"ab\"", 3, 0},
    {TEXT("\"ab\\ud83d\\ude0"), "\"ab\"", 3, 0},
    {TEXT("\"ab\\ud83d\\ude00"), "\"ab\\ud83d\\ude00\"", 15, 0},
    {TEXT("\"ab\xE2\x82"), "\"ab\"", 3, 0},
    {TEXT("\"ab\xE2\x82\xAC"), "\"ab\xE2\x82\xAC\"", 6, 0},
    {TEXT("[1] "), "[1]", 4, 1},
    {TEXT("{\"a\":1,\"a\":["), "{\"a\":[]}", 12, 0},
};

static void test_expectations(void)
{
    static fj_document *expected;
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++) {
        const expectation *const e = &expectations[i];
        const char *const text = guard_text(&stream_guard, e->text, e->length);
        int32_t complete = 7;
        size_t used = 7;
        fj_error error = {.size = sizeof error};
        const int32_t code =
            fj_parse_unfinished(text, e->length, NULL, &stream_document, &complete, &used, &error);
        CHECK(code == FJ_OK, "%s: %s", subject_show(e->text, e->length), error.message);
        CHECK(complete == e->complete && used == e->used, "%s: complete %d, used %zu",
              subject_show(e->text, e->length), complete, used);
        if (e->closed == NULL) {
            CHECK(stream_document != NULL && fj_document_root(stream_document) == NULL, "%s",
                  subject_show(e->text, e->length));
            continue;
        }
        int32_t equal = 0;
        CHECK(fj_parse(e->closed, strlen(e->closed), NULL, &expected, NULL) == FJ_OK, "%s",
              e->closed);
        CHECK(fj_value_equal(fj_document_root(stream_document), fj_document_root(expected),
                             &equal) == FJ_OK &&
                  equal,
              "%s is not %s", subject_show(e->text, e->length), e->closed);
    }
    fj_document_free(expected);
}

/* ---- what is wrong ---- */

static const struct {
    const char *text;
    size_t length;
    fj_parse_options options;
    int32_t code; /* FJ_OK: unfinished */
} faults[] = {
    {TEXT("[1,]"), {0}, FJ_ERROR_UNEXPECTED_BYTE},
    {TEXT("[1 2"), {0}, FJ_ERROR_UNEXPECTED_BYTE},
    {TEXT("{1"), {0}, FJ_ERROR_UNEXPECTED_BYTE},
    {TEXT("[] []"), {0}, FJ_ERROR_TRAILING_CONTENT},
    {TEXT("[\"\\ud83dx"), {0}, FJ_ERROR_INVALID_SURROGATE},
    {TEXT("[\"\\x"), {0}, FJ_ERROR_INVALID_ESCAPE},
    {TEXT("[trux"), {0}, FJ_ERROR_UNEXPECTED_BYTE},
    {TEXT("[01"), {0}, FJ_ERROR_INVALID_NUMBER},
    {TEXT("[1e999"), {0}, FJ_ERROR_NUMBER_OUT_OF_RANGE},
    {TEXT("[1e999, "), {0}, FJ_ERROR_NUMBER_OUT_OF_RANGE},
    {TEXT("1e999"), {0}, FJ_ERROR_NUMBER_OUT_OF_RANGE},
    {TEXT("1e999e-"), {0}, FJ_ERROR_NUMBER_OUT_OF_RANGE}, /* no beginning of a number any more */
    {TEXT("[1e999.e-5"), {0}, FJ_ERROR_NUMBER_OUT_OF_RANGE},
    {TEXT("1e999-"), {0}, FJ_ERROR_NUMBER_OUT_OF_RANGE},
    {TEXT("123456789012345678901234-"), {.max_number_digits = 3}, FJ_ERROR_LIMIT},
    {TEXT("[[["), {.max_nesting = 2}, FJ_ERROR_NESTING},
    {TEXT("[1,2,3"), {.max_members = 2}, FJ_ERROR_LIMIT},
    {TEXT("[123"), {.max_input_bytes = 3}, FJ_ERROR_LIMIT},
    {TEXT("[12345"), {.max_number_digits = 3}, FJ_OK}, /* no integer beyond 64 bits */
    {TEXT("[123456789012345678901234"), {.max_number_digits = 3}, FJ_OK}, /* 1234...e-20 */
    {TEXT("[12345"), {.max_number_digits = 3, .big_numbers = FJ_NUMBERS_TEXT}, FJ_ERROR_LIMIT},
    {TEXT("{\"a\":1,\"a\""), {.duplicate_key = FJ_DUPLICATE_ERROR}, FJ_ERROR_DUPLICATE_KEY},
    {TEXT("{\"a\":1,\"a"), {.duplicate_key = FJ_DUPLICATE_ERROR}, FJ_OK},
    {TEXT("[\"abcd"), {.max_string_bytes = 3}, FJ_ERROR_LIMIT},
    {TEXT("[1, /* ]"), {.allow_comments = 1}, FJ_OK},
    {TEXT("[1] /"), {.allow_comments = 1}, FJ_OK},
    {TEXT("[-Infinit"), {.allow_nan = 1}, FJ_OK},
};

static void test_faults(void)
{
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        fj_parse_options options = faults[i].options;
        options.size = sizeof options;
        const char *const text = guard_text(&stream_guard, faults[i].text, faults[i].length);
        int32_t complete = 7;
        size_t used = 7;
        fj_error error = {.size = sizeof error};
        const int32_t code = fj_parse_unfinished(text, faults[i].length, &options, &stream_document,
                                                 &complete, &used, &error);
        CHECK(code == faults[i].code && complete == 0, "%s: %s",
              subject_show(text, faults[i].length), fj_error_name(code));
        CHECK(code == FJ_OK ||
                  (error.code == code && used == 0 && fj_document_root(stream_document) == NULL),
              "%s: error %d", subject_show(text, faults[i].length), error.code);
    }
    /* Out of range so far, and in it with a negative exponent. */
    char long_number[402];
    memset(long_number, '9', sizeof long_number);
    long_number[0] = '[';
    long_number[399] = '.';
    int32_t complete;
    size_t used;
    CHECK(fj_parse_unfinished(long_number, sizeof long_number, NULL, &stream_document, &complete,
                              &used, NULL) == FJ_OK &&
              used == 1,
          "401 digits may go on");
}

/* ---- every beginning ---- */

static const char *const wholes[] = {
    "{\"a\":[1,2.5e-3,\"x\\n\\u00e9\\ud83d\\ude00\xC3\xA9\"],\"b\":{},\"c\":[true,false,null]}",
    " [ [ ] , { \"k\" : -0.0 } , \"\\\\\\\"\" ] ",
    "\"\xF0\x9F\x98\x80\\u0041\"",
    "-12.5e+10",
    "[\"\",{\"\":\"\"}]",
};

/* Whether text[0, used) can be closed: by quotes and brackets as they are open. */
static size_t close_text(char *out, const char *text, size_t used)
{
    char closers[64];
    size_t depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < used; i++) {
        if (in_string) {
            if (text[i] == '\\') {
                i++;
            } else {
                in_string = text[i] != '"';
            }
        } else if (text[i] == '"') {
            in_string = true;
        } else if (text[i] == '[' || text[i] == '{') {
            closers[depth++] = text[i] == '[' ? ']' : '}';
        } else if (text[i] == ']' || text[i] == '}') {
            depth--;
        }
    }
    memcpy(out, text, used);
    if (in_string) {
        out[used++] = '"';
    }
    while (depth != 0) {
        out[used++] = closers[--depth];
    }
    return used;
}

static void test_beginning(const char *whole, size_t length)
{
    const char *text = guard_text(&stream_guard, whole, length);
    char closed[300];
    char copy[300] = {0};
    int32_t complete;
    size_t used;
    fj_error error = {.size = sizeof error};
    const int32_t code =
        fj_parse_unfinished(text, length, NULL, &stream_document, &complete, &used, &error);
    const bool alone = fj_validate(text, length, NULL, NULL) == FJ_OK;
    CHECK(code == FJ_OK && complete == alone, "%s: %s", subject_show(text, length), error.message);
    if (code != FJ_OK || alone) {
        return;
    }
    memcpy(copy, text, length);
    text = copy; /* which is terminated */
    if (used != 0) {
        const size_t n = close_text(closed, text, used);
        bytes dump = subject_dump_document(stream_document);
        CHECK(fj_parse(closed, n, NULL, &stream_document, NULL) == FJ_OK, "%s closed as %s",
              subject_show(text, length), subject_show(closed, n));
        bytes again = subject_dump_document(stream_document);
        CHECK(bytes_equal(&dump, &again), "%s closed as %s", subject_show(text, length),
              subject_show(closed, n));
        bytes_free(&dump);
        bytes_free(&again);
    }
    /* No longer one, but for a number at the end, an escape that is not whole, white space, and a
     * comma that says nothing. */
    for (size_t more = length; more > used; more--) {
        const size_t n = close_text(closed, text, more);
        const bool number = strspn(text + more - 1, "0123456789.-+e") >= length - more + 1;
        const bool space = strchr(" ,", text[more - 1]) != NULL;
        const bool escape = memchr(text + used, '\\', more - used) != NULL;
        CHECK(number || space || escape || fj_validate(closed, n, NULL, NULL) != FJ_OK,
              "%s: %zu, but %zu too", subject_show(text, length), used, more);
    }
}

static void test_beginnings(void)
{
    for (size_t i = 0; i < sizeof wholes / sizeof *wholes; i++) {
        for (size_t n = 0; n <= strlen(wholes[i]); n++) {
            test_beginning(wholes[i], n);
        }
    }
}

int main(void)
{
    stream_begin();
    test_expectations();
    test_faults();
    test_beginnings();
    int32_t complete;
    size_t used;
    CHECK(fj_parse_unfinished("1", 1, NULL, NULL, &complete, &used, NULL) == FJ_ERROR_ARGUMENT &&
              fj_parse_unfinished("1", 1, NULL, &stream_document, NULL, &used, NULL) ==
                  FJ_ERROR_ARGUMENT &&
              fj_parse_unfinished(NULL, 1, NULL, &stream_document, &complete, &used, NULL) ==
                  FJ_ERROR_ARGUMENT,
          "arguments");
    return stream_end();
}
