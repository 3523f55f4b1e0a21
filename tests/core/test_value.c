/* Reading values, comparing them, copying them, and building documents by hand. */
#include "check.h"
#include "document_text.h"

#include <math.h>

static fj_parse_options numbers_as(uint8_t big_numbers)
{
    return (fj_parse_options){
        .size = sizeof(fj_parse_options), .big_numbers = big_numbers, .allow_nan = 1};
}

/* ---- typed access ---- */

static void test_kinds(void)
{
    fj_document *d = document_of("[null,false,true,-1,9223372036854775808,0.5,"
                                 "18446744073709551616,\"s\",[],{}]",
                                 NULL);
    const fj_value *v = fj_value_next(fj_document_root(d), NULL);
    const int32_t kinds[] = {FJ_NULL,   FJ_FALSE,  FJ_TRUE,   FJ_INT64, FJ_UINT64,
                             FJ_DOUBLE, FJ_BIGINT, FJ_STRING, FJ_ARRAY, FJ_OBJECT};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        CHECK(fj_value_kind(v) == kinds[i], "element %zu is of kind %d", i, fj_value_kind(v));
        v = fj_value_next(fj_document_root(d), v);
    }
    CHECK(v == NULL, "an eleventh element");
    CHECK(fj_value_kind(NULL) == 0, "NULL is of a kind");
    CHECK(fj_value_length(NULL) == 0, "NULL has a length");
    CHECK(fj_value_length(fj_document_root(d)) == 10, "a length other than 10");
    fj_document_free(d);
}

static void test_boolean(void)
{
    fj_document *d = document_of("[true,false,null,1]", NULL);
    const fj_value *v = fj_document_root(d);
    int32_t out = 7;
    CHECK(fj_value_boolean(v + 1, &out) == FJ_OK && out == 1, "%d", out);
    CHECK(fj_value_boolean(v + 2, &out) == FJ_OK && out == 0, "%d", out);
    out = 7;
    CHECK(fj_value_boolean(v + 3, &out) == FJ_ERROR_TYPE && out == 7, "null as boolean");
    CHECK(fj_value_boolean(v + 4, &out) == FJ_ERROR_TYPE && out == 7, "1 as boolean");
    CHECK(fj_value_boolean(NULL, &out) == FJ_ERROR_TYPE, "NULL as boolean");
    CHECK(fj_value_boolean(v + 1, NULL) == FJ_ERROR_ARGUMENT, "out NULL");
    fj_document_free(d);
}

typedef struct number_case {
    const char *text;
    int32_t int64_code;
    int64_t int64;
    int32_t uint64_code;
    uint64_t uint64;
    int32_t double_code;
    double real;
} number_case;

#define RANGE FJ_ERROR_NUMBER_OUT_OF_RANGE
#define TYPE FJ_ERROR_TYPE

/* Doubles were worked out by hand from powers of two. */
static const number_case number_cases[] = {
    {"0", 0, 0, 0, 0, 0, 0.0},
    {"-7", 0, -7, RANGE, 0, 0, -7.0},
    {"9223372036854775807", 0, INT64_MAX, 0, INT64_MAX, 0, 0x1p63},
    {"-9223372036854775808", 0, INT64_MIN, RANGE, 0, 0, -0x1p63},
    {"9223372036854775808", RANGE, 0, 0, UINT64_C(1) << 63, 0, 0x1p63},
    {"18446744073709551615", RANGE, 0, 0, UINT64_MAX, 0, 0x1p64},
    {"18446744073709551616", RANGE, 0, RANGE, 0, 0, 0x1p64},
    {"-9223372036854775809", RANGE, 0, RANGE, 0, 0, -0x1p63},
    {"36893488147419103232", RANGE, 0, RANGE, 0, 0, 0x1p65},
    {"36893488147419107328", RANGE, 0, RANGE, 0, 0, 0x1p65}, /* halfway: to even */
    {"36893488147419107329", RANGE, 0, RANGE, 0, 0, 0x1.0000000000001p65},
    {"1.0", TYPE, 0, TYPE, 0, 0, 1.0},
    {"-2.5e1", TYPE, 0, TYPE, 0, 0, -25.0},
};

static void test_numbers(void)
{
    const uint8_t ways[] = {FJ_NUMBERS_DOUBLE, FJ_NUMBERS_DECIMAL, FJ_NUMBERS_TEXT};
    for (size_t w = 0; w < sizeof ways; w++) {
        const fj_parse_options options = numbers_as(ways[w]);
        for (size_t i = 0; i < sizeof number_cases / sizeof *number_cases; i++) {
            const number_case *const c = &number_cases[i];
            fj_document *d = document_of(c->text, &options);
            const fj_value *const v = fj_document_root(d);
            int64_t s = 3;
            uint64_t u = 3;
            double r = 3;
            int32_t code = fj_value_int64(v, &s);
            CHECK(code == c->int64_code, "%s way %zu: %s", c->text, w, fj_error_name(code));
            CHECK(s == (code == FJ_OK ? c->int64 : 3), "%s way %zu: %lld", c->text, w,
                  (long long)s);
            code = fj_value_uint64(v, &u);
            CHECK(code == c->uint64_code, "%s way %zu: %s", c->text, w, fj_error_name(code));
            CHECK(u == (code == FJ_OK ? c->uint64 : 3), "%s way %zu: %llu", c->text, w,
                  (unsigned long long)u);
            code = fj_value_double(v, &r);
            CHECK(code == c->double_code, "%s way %zu: %s", c->text, w, fj_error_name(code));
            CHECK(r == c->real, "%s way %zu: %a", c->text, w, r);
            fj_document_free(d);
        }
    }
}

/* Numbers made by hand, as text that is none; and nowhere to put a number. */
static void test_numbers_that_are_none(void)
{
    static const char *const texts[] = {"", "abc", "01", "1 ", "-", "1e"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const size_t length = strlen(texts[i]);
        const fj_value v = {(uint64_t)length << 16 | FJ_DECIMAL, {.text = texts[i]}};
        int64_t whole = 7;
        uint64_t natural = 7;
        double real = 7;
        CHECK(fj_value_int64(&v, &whole) == FJ_ERROR_TYPE &&
                  fj_value_uint64(&v, &natural) == FJ_ERROR_TYPE &&
                  fj_value_double(&v, &real) == FJ_ERROR_TYPE && whole == 7 && natural == 7 &&
                  real == 7,
              "\"%s\" is %lld, %llu, %a", texts[i], (long long)whole, (unsigned long long)natural,
              real);
    }
    const fj_value one = {FJ_INT64, {.int64 = 1}};
    const char *text;
    size_t length;
    CHECK(fj_value_int64(&one, NULL) == FJ_ERROR_ARGUMENT &&
              fj_value_uint64(&one, NULL) == FJ_ERROR_ARGUMENT &&
              fj_value_double(&one, NULL) == FJ_ERROR_ARGUMENT &&
              fj_value_boolean(&one, NULL) == FJ_ERROR_ARGUMENT &&
              fj_value_text(&one, NULL, &length) == FJ_ERROR_ARGUMENT &&
              fj_value_text(&one, &text, NULL) == FJ_ERROR_ARGUMENT,
          "NULL was taken");
}

static void test_numbers_at_the_edge_of_double(void)
{
    char text[512];
    const fj_parse_options as_text = numbers_as(FJ_NUMBERS_TEXT);
    double r = 3;
    memset(text, '9', 310);
    text[310] = '\0';
    fj_document *d = document_of(text, NULL);
    CHECK(fj_value_double(fj_document_root(d), &r) == RANGE && r == 3, "310 digits: %a", r);
    fj_document_free(d);
    d = document_of("1e400", &as_text);
    CHECK(fj_value_double(fj_document_root(d), &r) == RANGE && r == 3, "1e400: %a", r);
    fj_document_free(d);
    /* 10^308 as an integer of 309 digits. */
    memset(text, '0', 309);
    text[0] = '1';
    text[309] = '\0';
    d = document_of(text, NULL);
    CHECK(fj_value_double(fj_document_root(d), &r) == FJ_OK && r == 1e308, "10^308: %a", r);
    fj_document_free(d);
    d = document_of("-0", &as_text);
    CHECK(fj_value_double(fj_document_root(d), &r) == FJ_OK && r == 0 && signbit(r), "-0: %a", r);
    fj_document_free(d);
    d = document_of("[NaN,-Infinity]", &as_text);
    CHECK(fj_value_double(fj_document_root(d) + 1, &r) == FJ_OK && isnan(r), "NaN: %a", r);
    CHECK(fj_value_double(fj_document_root(d) + 2, &r) == FJ_OK && r < 0 && isinf(r), "%a", r);
    fj_document_free(d);
    d = document_of("\"1\"", NULL);
    CHECK(fj_value_double(fj_document_root(d), &r) == TYPE, "a string as a double");
    CHECK(fj_value_double(fj_document_root(d), NULL) == FJ_ERROR_ARGUMENT, "out NULL");
    fj_document_free(d);
}

static void test_text(void)
{
    const fj_parse_options decimal = numbers_as(FJ_NUMBERS_DECIMAL);
    fj_document *d = document_of("[\"a\\u0000b\",1.50,18446744073709551616,\"\",7]", &decimal);
    const fj_value *const v = fj_document_root(d);
    const char *text = NULL;
    size_t length = 0;
    CHECK(fj_value_text(v + 1, &text, &length) == FJ_OK, "a string");
    CHECK(length == 3 && memcmp(text, "a\0b", 3) == 0, "length %zu", length);
    CHECK(fj_value_text(v + 2, &text, &length) == FJ_OK, "a decimal");
    CHECK_TEXT(text, length, "1.50");
    CHECK(fj_value_text(v + 3, &text, &length) == FJ_OK, "a bigint");
    CHECK_TEXT(text, length, "18446744073709551616");
    CHECK(fj_value_text(v + 4, &text, &length) == FJ_OK && length == 0, "length %zu", length);
    CHECK(fj_value_text(v + 5, &text, &length) == FJ_ERROR_TYPE, "an int64 as text");
    CHECK(fj_value_text(v + 1, NULL, &length) == FJ_ERROR_ARGUMENT, "out NULL");
    fj_document_free(d);
}

/* ---- containers ---- */

static void test_containers(void)
{
    fj_document *d = document_of("{\"a\":[1,[2,{\"x\":3}],4],\"\":{},\"b\":5}", NULL);
    const fj_value *const root = fj_document_root(d);
    const fj_value *key = NULL;
    char seen[8] = "";
    size_t count = 0;
    while ((key = fj_value_next(root, key)) != NULL) {
        const char *text;
        size_t length;
        CHECK(fj_value_text(key, &text, &length) == FJ_OK, "a key that is no string");
        seen[count++] = length != 0 ? text[0] : '-';
    }
    CHECK(strcmp(seen, "a-b") == 0, "keys %s", seen);
    const fj_value *const a = fj_value_member(root, "a", 1);
    CHECK(fj_value_kind(a) == FJ_ARRAY && fj_value_length(a) == 3, "member a");
    check_value(fj_value_element(a, 1), 0, "[2,{\"x\":3}]");
    check_value(fj_value_element(a, 2), 0, "4");
    CHECK(fj_value_element(a, 3) == NULL, "an element beyond the end");
    CHECK(fj_value_element(a, UINT64_MAX) == NULL, "an element beyond the end");
    CHECK(fj_value_element(root, 0) == NULL, "an element of an object");
    CHECK(fj_value_kind(fj_value_member(root, NULL, 0)) == FJ_OBJECT, "the empty key");
    CHECK(fj_value_member(root, "c", 1) == NULL, "a member that is not there");
    CHECK(fj_value_member(a, "a", 1) == NULL, "a member of an array");
    CHECK(fj_value_member(NULL, "a", 1) == NULL, "a member of NULL");
    CHECK(fj_value_next(fj_value_member(root, "", 0), NULL) == NULL, "something in {}");
    CHECK(fj_value_next(fj_value_member(root, "b", 1), NULL) == NULL, "something in 5");
    fj_document_free(d);
    d = document_of("[10,11,12]", NULL);
    int64_t n = 0;
    CHECK(fj_value_int64(fj_value_element(fj_document_root(d), 2), &n) == FJ_OK && n == 12, "%lld",
          (long long)n);
    fj_document_free(d);
}

/* ---- equality ---- */

static void check_equal_by(const char *a, const fj_parse_options *a_options, const char *b,
                           const fj_parse_options *b_options, int32_t expected)
{
    fj_document *x = document_of(a, a_options);
    fj_document *y = document_of(b, b_options);
    int32_t equal = -1;
    CHECK(fj_value_equal(fj_document_root(x), fj_document_root(y), &equal) == FJ_OK, "a code");
    CHECK(equal == expected, "%s and %s", a, b);
    CHECK(fj_value_equal(fj_document_root(y), fj_document_root(x), &equal) == FJ_OK, "a code");
    CHECK(equal == expected, "%s and %s, the other way", b, a);
    fj_document_free(x);
    fj_document_free(y);
}

static void check_equal(const char *a, const char *b, int32_t expected)
{
    const fj_parse_options ways[] = {numbers_as(FJ_NUMBERS_DOUBLE), numbers_as(FJ_NUMBERS_DECIMAL),
                                     numbers_as(FJ_NUMBERS_TEXT)};
    for (size_t i = 0; i < 3; i++) {
        for (size_t j = 0; j < 3; j++) {
            check_equal_by(a, &ways[i], b, &ways[j], expected);
        }
    }
}

static void test_equal_numbers(void)
{
    check_equal("1", "1.0", 1);
    check_equal("1", "10e-1", 1);
    check_equal("100", "1e2", 1);
    check_equal("-100", "1e2", 0);
    check_equal("0", "-0.0", 1);
    check_equal("0", "-0", 1);
    check_equal("0e5", "0.000", 1);
    check_equal("0.5", "5e-1", 1);
    check_equal("0.5", "0.25", 0);
    check_equal("1", "2", 0);
    check_equal("1", "\"1\"", 0);
    check_equal("1", "true", 0);
    check_equal("9007199254740993", "9007199254740992.0", 0); /* 2^53 + 1 */
    check_equal("9007199254740992", "9007199254740992.0", 1);
    check_equal("9223372036854775808", "9223372036854775808.0", 1); /* 2^63 */
    check_equal("9223372036854775807", "9223372036854775808.0", 0);
    check_equal("18446744073709551616", "18446744073709551616.0", 1); /* 2^64 */
    check_equal("18446744073709551616", "1.8446744073709551616e19", 1);
    check_equal("18446744073709551615", "18446744073709551616.0", 0);
    check_equal("100000000000000000000", "1e20", 1);
    check_equal("10000000000000000000000", "1e22",
                1); /* the largest power of ten that is a double */
    check_equal("12345678901234567890123", "12345678901234567890123", 1);
    check_equal("12345678901234567890123", "12345678901234567890124", 0);
    check_equal("NaN", "NaN", 1);
    check_equal("NaN", "0", 0);
    check_equal("Infinity", "Infinity", 1);
    check_equal("Infinity", "-Infinity", 0);
    check_equal("Infinity", "NaN", 0);
}

/* What text says and what a double is are two things. */
static void test_equal_decimals(void)
{
    const fj_parse_options as_double = numbers_as(FJ_NUMBERS_DOUBLE);
    const fj_parse_options as_text = numbers_as(FJ_NUMBERS_TEXT);
    check_equal_by("0.1", &as_double, "0.1", &as_text, 0);
    /* All digits of the double nearest to 0.1, and one more. */
    check_equal_by("0.1", &as_double, "0.1000000000000000055511151231257827021181583404541015625",
                   &as_text, 1);
    check_equal_by("0.1", &as_double,
                   "0.10000000000000000555111512312578270211815834045410156250001", &as_text, 0);
    check_equal_by("1e23", &as_double, "99999999999999991611392", &as_text, 1);
    check_equal_by("1e23", &as_double, "1e23", &as_text, 0);
    check_equal_by("1.10", &as_text, "11e-1", &as_text, 1);
    check_equal_by("0.5e0", &as_text, "0.05E+1", &as_text, 1);
    check_equal_by("1e99999999999999999999", &as_text, "10e99999999999999999998", &as_text, 1);
    check_equal_by("1e99999999999999999999", &as_text, "1e99999999999999999998", &as_text, 0);
    check_equal_by("1e-99999999999999999999", &as_text, "0.1e-99999999999999999998", &as_text, 1);
    check_equal_by("1e-99999999999999999999", &as_text, "1e99999999999999999999", &as_text, 0);
    check_equal_by("1e000000000000000000000001", &as_text, "10", &as_text, 1);
    check_equal_by("0e99999999999999999999", &as_text, "0", &as_text, 1);
    /* 2^-1074, the smallest double: 5^1074 has 751 digits. */
    fj_document *d = document_of("4.9406564584124654e-324", &as_double);
    char digits[1100];
    const int length = snprintf(digits, sizeof digits, "%.1074f", 0x1p-1074);
    CHECK(length == 1076, "the C library gave %d digits", length);
    fj_document *t = document_of(digits, &as_text);
    int32_t equal = 0;
    CHECK(fj_value_equal(fj_document_root(d), fj_document_root(t), &equal) == FJ_OK && equal,
          "2^-1074 and its digits");
    fj_document_free(t);
    digits[1075] = '6';
    t = document_of(digits, &as_text);
    CHECK(fj_value_equal(fj_document_root(d), fj_document_root(t), &equal) == FJ_OK && !equal,
          "2^-1074 and other digits");
    fj_document_free(t);
    fj_document_free(d);
}

/* Doubles of every size against all of their digits, from the C library's exact printf. */
static void test_equal_random_doubles(void)
{
    uint64_t state = 0x9E3779B97F4A7C15;
    const fj_parse_options as_text = numbers_as(FJ_NUMBERS_TEXT);
    fj_builder *b = NULL;
    CHECK(fj_builder_new(&b) == FJ_OK, "no builder");
    for (int i = 0; i < 3000; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        double real;
        memcpy(&real, &state, sizeof real);
        if (!isfinite(real)) {
            continue;
        }
        char digits[1500];
        snprintf(digits, sizeof digits, "%.1100e", real);
        fj_document *t = document_of(digits, &as_text);
        fj_document *d = NULL;
        CHECK(fj_builder_double(b, real) == FJ_OK, "%a", real);
        CHECK(fj_builder_finish(b, &d, NULL) == FJ_OK, "%a", real);
        int32_t equal = 0;
        CHECK(fj_value_equal(fj_document_root(d), fj_document_root(t), &equal) == FJ_OK && equal,
              "%a and its digits", real);
        fj_document_free(d);
        CHECK(fj_builder_double(b, nextafter(real, 0)) == FJ_OK, "%a", real);
        d = NULL;
        CHECK(fj_builder_finish(b, &d, NULL) == FJ_OK, "%a", real);
        CHECK(fj_value_equal(fj_document_root(d), fj_document_root(t), &equal) == FJ_OK && !equal,
              "%a and its neighbour's digits", real);
        fj_document_free(d);
        fj_document_free(t);
    }
    fj_builder_free(b);
}

static void test_equal_structures(void)
{
    check_equal("null", "null", 1);
    check_equal("null", "false", 0);
    check_equal("\"a\"", "\"\\u0061\"", 1);
    check_equal("\"a\"", "\"b\"", 0);
    check_equal("\"\"", "\"\"", 1);
    check_equal("[]", "[]", 1);
    check_equal("[]", "{}", 0);
    check_equal("[1,2]", "[2,1]", 0);
    check_equal("[1,2]", "[1,2,3]", 0);
    check_equal("[[1],[2,[3]]]", "[[1.0],[2,[3]]]", 1);
    check_equal("[[1],[2,[3]]]", "[[1],[2,[4]]]", 0);
    check_equal("{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", 1);
    check_equal("{\"a\":1,\"b\":2}", "{\"b\":1,\"a\":2}", 0);
    check_equal("{\"a\":1,\"b\":2}", "{\"a\":1,\"c\":2}", 0);
    check_equal("{\"a\":1}", "{\"a\":1,\"b\":2}", 0);
    check_equal("{\"a\":{\"x\":[1,{}]},\"b\":2}", "{\"b\":2,\"a\":{\"x\":[1,{}]}}", 1);
    check_equal("{\"a\":{\"x\":[1,{}]},\"b\":2}", "{\"b\":2,\"a\":{\"x\":[1,[]]}}", 0);
}

static char *object_text(size_t count, size_t first, size_t step, const char *last)
{
    char *const text = malloc(count * 40 + 64);
    size_t n = 0;
    text[n++] = '{';
    for (size_t i = 0; i < count; i++) {
        const size_t k = (first + i * step) % count;
        n += (size_t)sprintf(text + n, "\"key %zu\":%s,", k, k == count / 2 ? last : "[1]");
    }
    text[n - 1] = '}';
    text[n] = '\0';
    return text;
}

/* In another order: 50,000 members each against each would take many seconds. */
static void test_equal_large_objects(void)
{
    const size_t count = 50000;
    char *const a = object_text(count, 0, 1, "{\"deep\":1}");
    char *const b = object_text(count, 7, 77773, "{\"deep\":1.0}"); /* a prime: every key once */
    char *const c = object_text(count, 7, 77773, "{\"deep\":2}");
    check_equal_by(a, NULL, b, NULL, 1);
    check_equal_by(a, NULL, c, NULL, 0);
    free(a);
    free(b);
    free(c);
}

static void test_equal_arguments(void)
{
    fj_document *d = document_of("1", NULL);
    int32_t equal = 7;
    CHECK(fj_value_equal(NULL, fj_document_root(d), &equal) == FJ_ERROR_ARGUMENT && equal == 0,
          "%d", equal);
    CHECK(fj_value_equal(fj_document_root(d), NULL, &equal) == FJ_ERROR_ARGUMENT, "b NULL");
    CHECK(fj_value_equal(fj_document_root(d), fj_document_root(d), NULL) == FJ_ERROR_ARGUMENT,
          "equal NULL");
    fj_document_free(d);
}

/* ---- copies ---- */

static void test_copy(void)
{
    const char text[] = "{\"a\":[1,\"two\",{\"three\":18446744073709551616}],\"b\":\"\"}";
    char *const heap = malloc(sizeof text);
    memcpy(heap, text, sizeof text);
    const fj_parse_options borrow = {.size = sizeof borrow, .borrow_text = 1};
    fj_document *d = document_of(heap, &borrow);
    fj_document *copy = NULL;
    CHECK(fj_document_copy(fj_document_root(d), &copy, NULL) == FJ_OK, "a code");
    fj_document_free(d);
    memset(heap, 'x', sizeof text);
    free(heap);
    check_value(fj_document_root(copy), 0, text);
    /* From a document into itself. */
    CHECK(fj_document_copy(fj_value_member(fj_document_root(copy), "a", 1), &copy, NULL) == FJ_OK,
          "a code");
    check_value(fj_document_root(copy), 0, "[1,\"two\",{\"three\":18446744073709551616}]");
    CHECK(fj_document_length(copy) == 6, "%zu values", fj_document_length(copy));
    /* It can be parsed into afterwards. */
    CHECK(fj_parse(text, sizeof text - 1, NULL, &copy, NULL) == FJ_OK, "a code");
    check_value(fj_document_root(copy), 0, text);
    fj_error error = {.size = sizeof error};
    CHECK(fj_document_copy(NULL, &copy, &error) == FJ_ERROR_ARGUMENT, "value NULL");
    CHECK(fj_document_root(copy) != NULL, "a failure emptied the document");
    fj_document_free(copy);
}

/* ---- the builder ---- */

static void test_builder(void)
{
    fj_builder *b = NULL;
    fj_document *d = NULL;
    CHECK(fj_builder_new(&b) == FJ_OK, "no builder");
    for (int round = 0; round < 3; round++) { /* again and again, into the same document */
        fj_document *part = document_of("{\"x\":[\"y\",1.5]}", NULL);
        fj_builder_begin_object(b);
        fj_builder_key(b, "null", 4);
        fj_builder_null(b);
        fj_builder_key(b, "list", 4);
        fj_builder_begin_array(b);
        fj_builder_boolean(b, 1);
        fj_builder_boolean(b, 0);
        fj_builder_int64(b, INT64_MIN);
        fj_builder_uint64(b, UINT64_MAX);
        fj_builder_uint64(b, 5);
        fj_builder_double(b, 0.1);
        fj_builder_string(b, "tab\t \xC3\xA9", 7);
        fj_builder_number(b, "-12345678901234567890123", 24);
        fj_builder_number(b, "1.50", 4);
        fj_builder_number(b, "42", 2);
        fj_builder_number(b, "18446744073709551615", 20);
        fj_builder_end_array(b);
        fj_builder_key(b, NULL, 0);
        fj_builder_begin_object(b);
        fj_builder_end_object(b);
        fj_builder_key(b, "copy", 4);
        fj_builder_value(b, fj_document_root(part));
        fj_builder_end_object(b);
        fj_document_free(part);
        fj_error error = {.size = sizeof error};
        CHECK(fj_builder_finish(b, &d, &error) == FJ_OK, "%s", error.message);
        check_value(fj_document_root(d), 0,
                    "{\"null\":null,\"list\":[true,false,-9223372036854775808,"
                    "18446744073709551615,5,0.1,\"tab\\t \xC3\xA9\",-12345678901234567890123,1.50,"
                    "42,18446744073709551615],\"\":{},\"copy\":{\"x\":[\"y\",1.5]}}");
        fj_value kinds = *(fj_value_element(fj_value_member(fj_document_root(d), "list", 4), 4));
        CHECK(fj_value_kind(&kinds) == FJ_INT64, "5 as uint64 is of kind %d",
              fj_value_kind(&kinds));
    }
    fj_document_free(d);
    fj_builder_free(b);
    fj_builder_free(NULL);
}

/* Letters for calls: { } [ ] k (key) v (value) n (number) r (key "r"). */
static int32_t build(const char *calls, fj_document **d, fj_error *error)
{
    fj_builder *b = NULL;
    CHECK(fj_builder_new(&b) == FJ_OK, "no builder");
    int32_t first = FJ_OK;
    for (const char *c = calls; *c != '\0'; c++) {
        const int32_t code = *c == '{'   ? fj_builder_begin_object(b)
                             : *c == '}' ? fj_builder_end_object(b)
                             : *c == '[' ? fj_builder_begin_array(b)
                             : *c == ']' ? fj_builder_end_array(b)
                             : *c == 'k' ? fj_builder_key(b, "k", 1)
                             : *c == 'r' ? fj_builder_key(b, "r", 1)
                             : *c == 'n' ? fj_builder_int64(b, c - calls)
                                         : fj_builder_null(b);
        CHECK(first == FJ_OK || code == first, "%s: after a failure, %s", calls,
              fj_error_name(code));
        first = first == FJ_OK ? code : first;
    }
    const int32_t code = fj_builder_finish(b, d, error);
    CHECK(first == FJ_OK || code == first, "%s: finished with %s", calls, fj_error_name(code));
    /* It is as new. */
    fj_document *other = NULL;
    CHECK(fj_builder_null(b) == FJ_OK && fj_builder_finish(b, &other, NULL) == FJ_OK,
          "%s: unusable afterwards", calls);
    fj_document_free(other);
    fj_builder_free(b);
    return code;
}

/* Even where no string has a byte, each has an address. */
static void test_builder_empty_strings(void)
{
    fj_builder *b = NULL;
    fj_document *d = NULL;
    const char *text = NULL;
    size_t length = 1;
    CHECK(fj_builder_new(&b) == FJ_OK, "no builder");
    fj_builder_string(b, NULL, 0);
    CHECK(fj_builder_finish(b, &d, NULL) == FJ_OK, "an empty string");
    CHECK(fj_value_text(fj_document_root(d), &text, &length) == FJ_OK && text != NULL &&
              length == 0,
          "%zu bytes at %p", length, (const void *)text);
    fj_builder_free(b);
    fj_document_free(d);
}

static void test_builder_order(void)
{
    static const char *const refused[] = {"",     "{",     "[",   "[[]", "vv",  "}",   "]",
                                          "[}",   "{]",    "{v}", "{k}", "{kk", "{kv", "k",
                                          "[kv]", "{kvv}", "[]v", "{}{", "{k]", "{k[}"};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        fj_document *d = document_of("[7]", NULL);
        fj_error error = {.size = sizeof error};
        CHECK(build(refused[i], &d, &error) == FJ_ERROR_STATE, "%s", refused[i]);
        CHECK(error.code == FJ_ERROR_STATE && error.message_length != 0, "%s", refused[i]);
        check_value(fj_document_root(d), 0, "[7]"); /* as it was */
        fj_document_free(d);
    }
    fj_document *d = NULL;
    CHECK(build("{kvr[v{}{kv}]}", &d, NULL) == FJ_OK, "a sound sequence");
    check_value(fj_document_root(d), 0, "{\"k\":null,\"r\":[null,{},{\"k\":null}]}");
    CHECK(build("{kn{}rn}", &d, NULL) == FJ_ERROR_STATE, "an object where a key must stand");
    fj_document_free(d);
}

/* The last value at the first one's place, as in parsing. */
static void test_builder_duplicates(void)
{
    fj_document *d = NULL;
    CHECK(build("{knrnk[{knkn}]}", &d, NULL) == FJ_OK, "a code");
    check_value(fj_document_root(d), 0, "{\"k\":[{\"k\":11}],\"r\":4}");
    fj_document_free(d);
}

static void test_builder_failures(void)
{
    fj_builder *b = NULL;
    fj_document *d = NULL;
    CHECK(fj_builder_new(NULL) == FJ_ERROR_ARGUMENT, "builder NULL");
    CHECK(fj_builder_null(NULL) == FJ_ERROR_ARGUMENT, "builder NULL");
    CHECK(fj_builder_end_array(NULL) == FJ_ERROR_ARGUMENT, "builder NULL");
    CHECK(fj_builder_key(NULL, "a", 1) == FJ_ERROR_ARGUMENT, "builder NULL");
    CHECK(fj_builder_finish(NULL, &d, NULL) == FJ_ERROR_ARGUMENT, "builder NULL");
    CHECK(fj_builder_new(&b) == FJ_OK, "no builder");
    static const char *const numbers[] = {"", "-", "01", "1.", "+1", "1x", "NaN", " 1"};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        CHECK(fj_builder_number(b, numbers[i], strlen(numbers[i])) == FJ_ERROR_INVALID_NUMBER, "%s",
              numbers[i]);
        CHECK(fj_builder_finish(b, &d, NULL) == FJ_ERROR_INVALID_NUMBER, "%s", numbers[i]);
    }
    static const char *const texts[] = {"\xFF", "a\xC3", "\xED\xA0\x80", "\xC0\xAF"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CHECK(fj_builder_string(b, texts[i], strlen(texts[i])) == FJ_ERROR_INVALID_UTF8, "%zu", i);
        CHECK(fj_builder_finish(b, &d, NULL) == FJ_ERROR_INVALID_UTF8, "%zu", i);
    }
    CHECK(fj_builder_string(b, NULL, 1) == FJ_ERROR_ARGUMENT, "text NULL");
    CHECK(fj_builder_finish(b, &d, NULL) == FJ_ERROR_ARGUMENT, "text NULL");
    CHECK(fj_builder_value(b, NULL) == FJ_ERROR_ARGUMENT, "value NULL");
    CHECK(d == NULL, "a document after failures only");
    fj_builder_free(b);
}

/* Nothing here recurses: 100,000 levels in a thread's ordinary stack. */
static void test_deep(void)
{
    const size_t levels = 100000;
    fj_builder *b = NULL;
    fj_document *d = NULL;
    fj_document *copy = NULL;
    CHECK(fj_builder_new(&b) == FJ_OK, "no builder");
    for (size_t i = 0; i < levels; i++) {
        fj_builder_begin_array(b);
        fj_builder_begin_object(b);
        fj_builder_key(b, "k", 1);
    }
    fj_builder_int64(b, 1);
    for (size_t i = 0; i < levels; i++) {
        fj_builder_end_object(b);
        fj_builder_end_array(b);
    }
    CHECK(fj_builder_finish(b, &d, NULL) == FJ_OK, "a code");
    CHECK(fj_document_length(d) == 3 * levels + 1, "%zu values", fj_document_length(d));
    CHECK(fj_document_copy(fj_document_root(d), &copy, NULL) == FJ_OK, "a code");
    int32_t equal = 0;
    CHECK(fj_value_equal(fj_document_root(d), fj_document_root(copy), &equal) == FJ_OK && equal,
          "a copy that differs");
    fj_document_free(copy);
    fj_document_free(d);
    fj_builder_free(b);
}

int main(void)
{
    test_kinds();
    test_boolean();
    test_numbers();
    test_numbers_that_are_none();
    test_numbers_at_the_edge_of_double();
    test_text();
    test_containers();
    test_equal_numbers();
    test_equal_decimals();
    test_equal_random_doubles();
    test_equal_structures();
    test_equal_large_objects();
    test_equal_arguments();
    test_copy();
    test_builder();
    test_builder_empty_strings();
    test_builder_order();
    test_builder_duplicates();
    test_builder_failures();
    test_deep();
    return check_finish();
}
