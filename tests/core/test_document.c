/*
 * Documents: used again after success and failure, borrowed and own strings, NULL and empty
 * arguments, and repeated keys in linear time whatever the keys are.
 */
#include <time.h>

#include "subject.h"

static void test_nothing(void)
{
    fj_error error = {.size = sizeof error};
    fj_document *document = NULL;
    CHECK(fj_parse("1", 1, NULL, NULL, &error) == FJ_ERROR_ARGUMENT, "no document");
    CHECK(error.code == FJ_ERROR_ARGUMENT && error.message_length > 0 && error.pointer_length == 0,
          "error %d", error.code);
    CHECK(fj_parse("1", 1, NULL, NULL, NULL) == FJ_ERROR_ARGUMENT, "no document, no error");
    CHECK(fj_parse(NULL, 1, NULL, &document, &error) == FJ_ERROR_ARGUMENT, "NULL with a length");
    CHECK(fj_parse(NULL, SIZE_MAX, NULL, &document, &error) == FJ_ERROR_ARGUMENT, "NULL, SIZE_MAX");
    CHECK(fj_parse("1", SIZE_MAX, NULL, &document, &error) == FJ_ERROR_ARGUMENT, "SIZE_MAX");
    CHECK(fj_parse("1", (size_t)PTRDIFF_MAX + 1, NULL, &document, NULL) == FJ_ERROR_ARGUMENT,
          "PTRDIFF_MAX + 1");
    CHECK(document == NULL, "a document after a failed first parse");
    CHECK(fj_parse(NULL, 0, NULL, &document, &error) == FJ_ERROR_UNEXPECTED_END &&
              error.offset == 0 && error.line == 1 && error.column == 1,
          "(NULL, 0) is empty text: %d", error.code);
    CHECK(fj_parse("", 0, NULL, &document, NULL) == FJ_ERROR_UNEXPECTED_END, "empty text");
    CHECK(document == NULL, "a document after a failed first parse");
    CHECK(fj_validate(NULL, 0, NULL, &error) == FJ_ERROR_UNEXPECTED_END, "(NULL, 0)");
    CHECK(fj_validate(NULL, 5, NULL, &error) == FJ_ERROR_ARGUMENT, "(NULL, 5)");
    fj_buffer out = {NULL, 0, 0};
    CHECK(fj_minify(NULL, 0, NULL, &out, &error) == FJ_ERROR_UNEXPECTED_END, "(NULL, 0)");
    CHECK(fj_minify(NULL, 5, NULL, &out, &error) == FJ_ERROR_ARGUMENT, "(NULL, 5)");
    CHECK(fj_minify("1", 1, NULL, NULL, &error) == FJ_ERROR_ARGUMENT, "no buffer");
    CHECK(fj_format(NULL, 0, NULL, NULL, &out, &error) == FJ_ERROR_UNEXPECTED_END, "(NULL, 0)");
    CHECK(fj_format(NULL, 5, NULL, NULL, &out, &error) == FJ_ERROR_ARGUMENT, "(NULL, 5)");
    CHECK(fj_format("1", 1, NULL, NULL, NULL, &error) == FJ_ERROR_ARGUMENT, "no buffer");
    CHECK(out.length == 0, "%zu bytes of nothing", out.length);
    fj_buffer_free(&out);
    fj_buffer_free(&out);
    fj_buffer_free(NULL);
    fj_document_free(NULL);
    CHECK(fj_document_root(NULL) == NULL && fj_document_length(NULL) == 0, "no document");
}

static void test_again(void)
{
    static const struct {
        const char *text;
        const char *dump; /* NULL: refused */
    } list[] = {
        {"[1,2,3]", "[i1;i2;i3;]"},
        {"[1,2,", NULL},
        {"\"a\"", "s1:a"},
        {"", NULL},
        {"{\"a\":[{\"b\":null}]}", "{s1:a[{s1:bn}]}"},
        {"{\"a\":[{\"b\":nul", NULL},
        {"[[[[[[[[[[]]]]]]]]]]", "[[[[[[[[[[]]]]]]]]]]"},
        {"{\"a\":\"x\",\"a\":\"\\u0079\"}", "{s1:as1:y}"},
        {"7", "i7;"},
    };
    const size_t count = sizeof list / sizeof *list;
    fj_document *document = NULL;
    for (size_t i = 0; i < 5 * count * count; i++) {
        const size_t which = i < count ? i : (i * 7 + i / count) % count;
        const fj_document *const before = document;
        const int32_t code =
            fj_parse(list[which].text, strlen(list[which].text), NULL, &document, NULL);
        CHECK((code == FJ_OK) == (list[which].dump != NULL), "%s: %d", list[which].text, code);
        CHECK(before == NULL || document == before, "another document");
        if (code != FJ_OK) {
            CHECK(fj_document_root(document) == NULL && fj_document_length(document) == 0,
                  "a value after a failure");
            continue;
        }
        bytes dump = subject_dump_document(document);
        CHECK_TEXT(dump.data, dump.length, list[which].dump);
        bytes_free(&dump);
    }
    /* options and arguments that fail leave no old value to be mistaken for the new one */
    CHECK(fj_parse("7", 1, NULL, &document, NULL) == FJ_OK, "7");
    const fj_parse_options bad = {.size = sizeof bad, .allow_nan = 2};
    CHECK(fj_parse("8", 1, &bad, &document, NULL) == FJ_ERROR_OPTION, "bad option");
    CHECK(fj_document_root(document) == NULL, "the old value after a bad option");
    CHECK(fj_parse("7", 1, NULL, &document, NULL) == FJ_OK, "7");
    CHECK(fj_parse(NULL, 1, NULL, &document, NULL) == FJ_ERROR_ARGUMENT, "NULL");
    CHECK(fj_document_root(document) == NULL, "the old value after a bad argument");
    fj_document_free(document);
}

/* From small to large and back: memory grows, is kept, and holds what it must. */
static void test_sizes(void)
{
    fj_document *document = NULL;
    for (size_t round = 0; round < 40; round++) {
        const size_t n = (round * 2654435761u) % 5000;
        bytes text = {NULL, 0, 0};
        bytes_add_text(&text, "[0");
        for (size_t i = 1; i <= n; i++) {
            char element[32];
            snprintf(element, sizeof element, i & 1 ? ",%zu" : ",\"%zu\\n\"", i);
            bytes_add_text(&text, element);
        }
        bytes_add_text(&text, "]");
        CHECK(fj_parse(text.data, text.length, NULL, &document, NULL) == FJ_OK, "%zu elements", n);
        CHECK(fj_document_length(document) == n + 2, "%zu values", fj_document_length(document));
        bytes dump = subject_dump_document(document);
        oracle o = oracle_read(text.data, text.length, NULL);
        CHECK(bytes_equal(&dump, &o.dump), "%zu elements differ", n);
        oracle_free(&o);
        bytes_free(&dump);
        bytes_free(&text);
    }
    fj_document_free(document);
}

static bool within(const char *p, const char *text, size_t length)
{
    return (uintptr_t)p >= (uintptr_t)text && (uintptr_t)p < (uintptr_t)text + length;
}

static void test_borrowing(void)
{
    for (int borrow = 0; borrow < 2; borrow++) {
        for (size_t ahead = 0; ahead < 400; ahead += 399) { /* a small text and a larger one */
            const char literal[] =
                "[\"plain\",\"esc\\naped\",\"\xC3\xA9\",123456789012345678901234,"
                "\"longer than two times sixteen bytes, all plain\",\"\"]";
            const size_t length = ahead + sizeof literal - 1;
            char *const text = malloc(length);
            if (text == NULL) {
                exit(2);
            }
            memset(text, ' ', ahead);
            memcpy(text + ahead, literal, sizeof literal - 1);
            const fj_parse_options options = {.size = sizeof options,
                                              .borrow_text = (uint8_t)borrow};
            fj_document *document = NULL;
            CHECK(fj_parse(text, length, &options, &document, NULL) == FJ_OK, "borrow %d", borrow);
            const fj_value *const v = fj_document_root(document);
            for (size_t i = 1; i < fj_document_length(document) && !borrow; i++) {
                CHECK(!within(v[i].as.text, text, length), "value %zu lies in the text", i);
            }
            if (!borrow) {
                memset(text, '#', length); /* the document must not care */
                free(text);
            }
            bytes dump = subject_dump_document(document);
            CHECK_TEXT(dump.data, dump.length,
                       "[s5:plains8:esc\naped"
                       "s2:\xC3\xA9"
                       "b123456789012345678901234;"
                       "s46:longer than two times sixteen bytes, all plains0:]");
            bytes_free(&dump);
            fj_document_free(document);
            if (borrow) {
                free(text);
            }
        }
    }
}

/* ---- time ---- */

static double seconds(const bytes *text, const fj_parse_options *options, int32_t expected)
{
    fj_document *document = NULL;
    double best = 1e9;
    for (int i = 0; i < 3; i++) {
        const clock_t start = clock();
        const int32_t code = fj_parse(text->data, text->length, options, &document, NULL);
        const double taken = (double)(clock() - start) / CLOCKS_PER_SEC;
        best = taken < best ? taken : best;
        CHECK(code == expected, "code %d", code);
    }
    fj_document_free(document);
    return best;
}

/* Eight times the members must not take anything like sixty-four times as long. */
static void check_linear(const char *what, void (*make)(bytes *, size_t), size_t n,
                         int32_t expected)
{
    for (uint8_t duplicate = 0; duplicate < 2; duplicate++) {
        const fj_parse_options options = {
            .size = sizeof options, .max_nesting = FJ_UNLIMITED, .duplicate_key = duplicate};
        bytes small = {NULL, 0, 0};
        bytes large = {NULL, 0, 0};
        make(&small, n);
        make(&large, 8 * n);
        const int32_t code = duplicate ? expected : FJ_OK;
        const double one = seconds(&small, &options, code);
        const double eight = seconds(&large, &options, code);
        CHECK(eight < 30 * one + 0.01, "%s: %g s, eight times as many %g s", what, one, eight);
        bytes_free(&small);
        bytes_free(&large);
    }
}

static void make_distinct(bytes *text, size_t n)
{
    bytes_add_text(text, "{");
    for (size_t i = 0; i < n; i++) {
        char member[64]; /* alike in length and at both ends */
        snprintf(member, sizeof member, "%s\"begin---%08zx---end\":%zu", i ? "," : "", i, i);
        bytes_add_text(text, member);
    }
    bytes_add_text(text, "}");
}

static void make_same(bytes *text, size_t n)
{
    bytes_add_text(text, "{\"a\":1");
    for (size_t i = 1; i < n; i++) {
        bytes_add_text(text, ",\"a\":[1]");
    }
    bytes_add_text(text, "}");
}

static void make_pairs(bytes *text, size_t n)
{
    make_distinct(text, n);
    text->length--;
    for (size_t i = n; i-- > 0;) {
        char member[64];
        snprintf(member, sizeof member, ",\"begin---%08zx---end\":{\"x\":[],\"x\":{}}", i);
        bytes_add_text(text, member);
    }
    bytes_add_text(text, "}");
}

/* Objects within objects, each with a key twice: the inner ones must not be moved again and again.
 */
static void make_nested(bytes *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bytes_add_text(text, "{\"a\":0,\"a\":");
    }
    bytes_add_text(text, "1");
    for (size_t i = 0; i < n; i++) {
        bytes_add_text(text, "}");
    }
}

static void test_linear_time(void)
{
    check_linear("distinct keys", make_distinct, 20000, FJ_OK);
    check_linear("the same key", make_same, 20000, FJ_ERROR_DUPLICATE_KEY);
    check_linear("each key twice", make_pairs, 10000, FJ_ERROR_DUPLICATE_KEY);
    check_linear("nested repetitions", make_nested, 2000, FJ_ERROR_DUPLICATE_KEY);
}

int main(void)
{
    test_nothing();
    for (size_t turn = 0; turn < subject_kernel(turn); turn++) {
        test_again();
        test_sizes();
        test_borrowing();
    }
    test_linear_time();
    return check_finish();
}
