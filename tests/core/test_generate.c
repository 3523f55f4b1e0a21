/* fj_generate: values built by hand to text. Layouts, order, limits and places of errors are
 * compared with what is written here or with a slow recursive generator; malformed values are
 * refused. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "check.h"
#include "fastjson/fastjson.h"
#include "guard.h"

/* ---- values by hand ---- */

static uint64_t head(unsigned kind, unsigned flags, uint64_t length)
{
    return kind | flags << 8 | length << 16;
}

static fj_value scalar(unsigned kind)
{
    return (fj_value){.head = head(kind, 0, 0)};
}

static fj_value int64(int64_t value)
{
    return (fj_value){.head = head(FJ_INT64, 0, 0), .as.int64 = value};
}

static fj_value uint64(uint64_t value)
{
    return (fj_value){.head = head(FJ_UINT64, 0, 0), .as.uint64 = value};
}

static fj_value real(double value)
{
    return (fj_value){.head = head(FJ_DOUBLE, 0, 0), .as.real = value};
}

static fj_value text(unsigned kind, unsigned flags, const char *bytes)
{
    return (fj_value){.head = head(kind, flags, strlen(bytes)), .as.text = bytes};
}

static fj_value string(const char *bytes)
{
    return text(FJ_STRING, 0, bytes);
}

static fj_value array(uint64_t elements, uint64_t span)
{
    return (fj_value){.head = head(FJ_ARRAY, 0, elements), .as.span = span};
}

static fj_value object(uint64_t members, uint64_t span)
{
    return (fj_value){.head = head(FJ_OBJECT, 0, members), .as.span = span};
}

static fj_buffer out;
static fj_error error;

static int32_t generate(const fj_value *value, const fj_generate_options *options)
{
    memset(&error, 0, sizeof error);
    error.size = sizeof error;
    return fj_generate(value, options, &out, &error);
}

#define CHECK_GENERATED(value, options, expected)                 \
    do {                                                          \
        const int32_t code_ = generate(value, options);           \
        CHECK(code_ == FJ_OK, "code %d for %s", code_, expected); \
        CHECK_TEXT(out.data, out.length, expected);               \
    } while (0)

#define CHECK_REFUSED(value, options, expected_code, place)                                      \
    do {                                                                                         \
        const int32_t code_ = generate(value, options);                                          \
        CHECK(code_ == (expected_code) && error.code == code_ && out.length == 0, "code %d, %s", \
              code_, error.message);                                                             \
        CHECK_TEXT(error.pointer, error.pointer_length, place);                                  \
    } while (0)

#define CHECK_ONE(value, options, expected)        \
    do {                                           \
        const fj_value one_ = value;               \
        CHECK_GENERATED(&one_, options, expected); \
    } while (0)

#define CHECK_ONE_REFUSED(value, options, code)  \
    do {                                         \
        const fj_value one_ = value;             \
        CHECK_REFUSED(&one_, options, code, ""); \
    } while (0)

/* Options under which a value is walked in another way, but written the same if it is ASCII,
 * sorted, and holds no '/'. */
static const fj_generate_options ways[] = {
    {.size = sizeof(fj_generate_options)},
    {.size = sizeof(fj_generate_options), .ascii_only = 1},
    {.size = sizeof(fj_generate_options), .sort_keys = 1},
    {.size = sizeof(fj_generate_options), .script_safe = 1, .sort_keys = 1},
};
enum { WAYS = sizeof ways / sizeof *ways };

/* ---- scalars ---- */

static void test_scalars(void)
{
    for (int i = 0; i < WAYS; i++) {
        const fj_generate_options *o = &ways[i];
        CHECK_ONE(scalar(FJ_NULL), o, "null");
        CHECK_ONE(scalar(FJ_FALSE), o, "false");
        CHECK_ONE(scalar(FJ_TRUE), o, "true");
        CHECK_ONE(int64(0), o, "0");
        CHECK_ONE(int64(INT64_MIN), o, "-9223372036854775808");
        CHECK_ONE(uint64(UINT64_MAX), o, "18446744073709551615");
        CHECK_ONE(uint64(7), o, "7");
        CHECK_ONE(real(1), o, "1.0");
        CHECK_ONE(real(-0.0), o, "-0.0");
        CHECK_ONE(real(5e-324), o, "5e-324");
        CHECK_ONE(real(-1.7976931348623157e308), o, "-1.7976931348623157e+308");
        CHECK_ONE(string(""), o, "\"\"");
        CHECK_ONE(((fj_value){.head = head(FJ_STRING, 0, 0), .as.text = NULL}), o, "\"\"");
        CHECK_ONE(string("a\"b\\c\x01\n"), o, "\"a\\\"b\\\\c\\u0001\\n\"");
        CHECK_ONE(text(FJ_BIGINT, 0, "-123456789012345678901234567890"), o,
                  "-123456789012345678901234567890");
        CHECK_ONE(text(FJ_DECIMAL, 0, "1.50E+5"), o, "1.50E+5");
        CHECK_ONE(text(FJ_DECIMAL, 0, "-0"), o, "-0");
        CHECK_ONE(text(FJ_DECIMAL, 0, "1e999999"), o, "1e999999");
        CHECK_ONE_REFUSED(text(FJ_DECIMAL, 0, ""), o, FJ_ERROR_TYPE);
        CHECK_ONE_REFUSED(text(FJ_DECIMAL, 0, "1],[2"), o, FJ_ERROR_TYPE);
        CHECK_ONE_REFUSED(text(FJ_DECIMAL, 0, "01"), o, FJ_ERROR_TYPE);
        CHECK_ONE_REFUSED(text(FJ_DECIMAL, 0, "nan"), o, FJ_ERROR_TYPE);
        CHECK_ONE_REFUSED(text(FJ_DECIMAL, 0, "NaN"), o, FJ_ERROR_NAN);
        CHECK_ONE_REFUSED(text(FJ_DECIMAL, 0, "-Infinity"), o, FJ_ERROR_NAN);
        CHECK_ONE_REFUSED(text(FJ_BIGINT, 0, "1.5"), o, FJ_ERROR_TYPE);
        CHECK_ONE_REFUSED(text(FJ_BIGINT, 0, "Infinity"), o, FJ_ERROR_TYPE);
        CHECK_ONE_REFUSED(text(FJ_BIGINT, 0, ""), o, FJ_ERROR_TYPE);
        CHECK_ONE_REFUSED(real(1e308 * 10), o, FJ_ERROR_NAN);
        CHECK_ONE_REFUSED(string("\xFF"), o, FJ_ERROR_INVALID_UTF8);
        CHECK_ONE_REFUSED(string("\xED\xA0\x80"), o, FJ_ERROR_INVALID_UTF8);
        CHECK_ONE(text(FJ_STRING, FJ_STRING_SURROGATES, "x\xED\xA0\xBDy"), o, "\"x\\ud83dy\"");
        /* That no byte needs an escape does not say that no surrogate does. */
        CHECK_ONE(text(FJ_STRING, FJ_STRING_SURROGATES | FJ_STRING_PLAIN, "x\xED\xA0\xBDy"), o,
                  "\"x\\ud83dy\"");
    }
    fj_generate_options o = {.size = sizeof o, .nan = FJ_NAN_NULL};
    CHECK_ONE(real(1e308 * 10), &o, "null");
    CHECK_ONE(text(FJ_DECIMAL, 0, "NaN"), &o, "null");
    o.nan = FJ_NAN_LITERAL;
    CHECK_ONE(real(-1e308 * 10), &o, "-Infinity");
    CHECK_ONE(text(FJ_DECIMAL, 0, "NaN"), &o, "NaN");
    CHECK_ONE(text(FJ_DECIMAL, 0, "Infinity"), &o, "Infinity");
    o.lone_surrogates = FJ_WRITE_SURROGATES_REPLACE;
    CHECK_ONE(text(FJ_STRING, FJ_STRING_SURROGATES, "x\xED\xA0\xBDy"), &o, "\"x\xEF\xBF\xBDy\"");
    o.lone_surrogates = FJ_WRITE_SURROGATES_ERROR;
    CHECK_ONE_REFUSED(text(FJ_STRING, FJ_STRING_SURROGATES, "x\xED\xA0\xBDy"), &o,
                      FJ_ERROR_LONE_SURROGATE);
}

/* Strings that are copied as they are, of each length, as key and as value, where memory ends. */
static void test_plain_lengths(void)
{
    enum { LENGTHS = 300 };
    char bytes[LENGTHS], expected[3 * LENGTHS + 32];
    guard memory = guard_make(LENGTHS);
    const unsigned flags = FJ_STRING_PLAIN | FJ_STRING_ASCII | FJ_STRING_VALID;
    for (size_t length = 0; length < LENGTHS; length++) {
        for (size_t i = 0; i < length; i++) {
            bytes[i] = (char)('a' + (i * 7 + length) % 26);
        }
        const fj_value one = {.head = head(FJ_STRING, flags, length),
                              .as.text = guard_text(&memory, bytes, length)};
        const fj_value value[] = {array(2, 5), object(1, 3), one, one, one};
        for (int spaced = 0; spaced < 2; spaced++) {
            fj_generate_options o = {.size = sizeof o};
            if (spaced) {
                o.space = " ";
                o.space_length = 1;
            }
            sprintf(expected, "[{\"%.*s\":%s\"%.*s\"},\"%.*s\"]", (int)length, bytes,
                    spaced ? " " : "", (int)length, bytes, (int)length, bytes);
            fj_buffer_free(&out);
            CHECK_GENERATED(value, &o, expected);
            o.max_output_bytes = strlen(expected);
            CHECK_GENERATED(value, &o, expected);
            o.max_output_bytes--;
            CHECK_REFUSED(value, &o, FJ_ERROR_LIMIT, "");
        }
    }
    guard_free(&memory);
}

static void test_string_options(void)
{
    /* What a parsed string is known to be must not hide what an option asks for. */
    fj_generate_options o = {.size = sizeof o};
    const unsigned plain = FJ_STRING_PLAIN;
    const fj_value value[] = {object(1, 3), text(FJ_STRING, plain, "</\xC3\xA9"),
                              text(FJ_STRING, plain, "\xE2\x80\xA8\xF0\x9F\x98\x80/")};
    CHECK_GENERATED(value, &o, "{\"</\xC3\xA9\":\"\xE2\x80\xA8\xF0\x9F\x98\x80/\"}");
    o.script_safe = 1;
    CHECK_GENERATED(value, &o, "{\"<\\/\xC3\xA9\":\"\\u2028\xF0\x9F\x98\x80\\/\"}");
    o.ascii_only = 1;
    CHECK_GENERATED(value, &o, "{\"<\\/\\u00e9\":\"\\u2028\\ud83d\\ude00\\/\"}");
    o.script_safe = 0;
    CHECK_GENERATED(value, &o, "{\"</\\u00e9\":\"\\u2028\\ud83d\\ude00/\"}");
    const fj_value ascii = text(FJ_STRING, FJ_STRING_ASCII | FJ_STRING_PLAIN, "</script>");
    CHECK_GENERATED(&ascii, &o, "\"</script>\"");
    o.script_safe = 1;
    CHECK_GENERATED(&ascii, &o, "\"<\\/script>\"");
}

/* ---- layout ---- */

static fj_generate_options layout(const char *indent, const char *space, const char *space_before,
                                  const char *object_nl, const char *array_nl)
{
    return (fj_generate_options){.size = sizeof(fj_generate_options),
                                 .indent = indent,
                                 .indent_length = strlen(indent),
                                 .space = space,
                                 .space_length = strlen(space),
                                 .space_before = space_before,
                                 .space_before_length = strlen(space_before),
                                 .object_nl = object_nl,
                                 .object_nl_length = strlen(object_nl),
                                 .array_nl = array_nl,
                                 .array_nl_length = strlen(array_nl)};
}

static void test_layout(void)
{
    /* {"a":[1,[],{}],"b":{"c":[2]}} */
    const fj_value value[] = {object(2, 11), string("a"),  array(3, 4), int64(1),
                              array(0, 1),   object(0, 1), string("b"), object(1, 4),
                              string("c"),   array(1, 2),  int64(2)};
    fj_generate_options o = layout("  ", " ", "", "\n", "\n");
    CHECK_GENERATED(value, NULL, "{\"a\":[1,[],{}],\"b\":{\"c\":[2]}}");
    CHECK_GENERATED(
        value, &o,
        "{\n  \"a\": [\n    1,\n    [],\n    {}\n  ],\n  \"b\": {\n    \"c\": [\n      2\n"
        "    ]\n  }\n}");
    o = layout("\t", "  ", " ", "\r\n", "");
    CHECK_GENERATED(
        value, &o,
        "{\r\n\t\"a\" :  [\t\t1,\t\t[],\t\t{}],\r\n\t\"b\" :  {\r\n\t\t\"c\" :  [\t\t\t2]"
        "\r\n\t}\r\n}");
    o = layout("", " ", "", "", "");
    CHECK_GENERATED(value, &o, "{\"a\": [1,[],{}],\"b\": {\"c\": [2]}}");
    o = layout(" ", "", "", "", "");
    CHECK_GENERATED(value, &o, "{ \"a\":[  1,  [],  {}], \"b\":{  \"c\":[   2]}}");
    o = layout("", "", "", " ", " ");
    CHECK_GENERATED(value, &o, "{ \"a\":[ 1, [], {} ], \"b\":{ \"c\":[ 2 ] } }");
    o = layout("   ", "", "\n", "", "\n\n");
    CHECK_GENERATED(value, &o,
                    "{   \"a\"\n:[\n\n      1,\n\n      [],\n\n      {}\n\n   ],   \"b\"\n:{      "
                    "\"c\"\n:[\n\n         2\n\n      ]}}");
    CHECK_ONE(array(0, 1), &o, "[]");
    CHECK_ONE(object(0, 1), &o, "{}");
    CHECK_ONE(int64(5), &o, "5");
}

/* ---- order ---- */

static void test_sorted(void)
{
    const fj_generate_options o = {.size = sizeof o, .sort_keys = 1};
    /* The example of RFC 8785, 3.2.3, with its values as indexes. */
    const fj_value rfc[] = {object(7, 15), string("\xE2\x82\xAC"),     int64(4), string("\r"),
                            int64(0),      string("\xEF\xAC\xB3"),     int64(6), string("1"),
                            int64(1),      string("\xF0\x9F\x98\x80"), int64(5), string("\xC2\x80"),
                            int64(2),      string("\xC3\xB6"),         int64(3)};
    CHECK_GENERATED(rfc, &o,
                    "{\"\\r\":0,\"1\":1,\"\xC2\x80\":2,\"\xC3\xB6\":3,\"\xE2\x82\xAC\":4,"
                    "\"\xF0\x9F\x98\x80\":5,\"\xEF\xAC\xB3\":6}");
    /* Nested, with values that are containers; equal keys stay as they were. */
    const fj_value nested[] = {
        object(5, 18), string("b"),  array(1, 4), object(1, 3),    string("z"), int64(1),
        string("a"),   object(2, 5), string("y"), int64(2),        string("x"), int64(3),
        string("b"),   int64(4),     string("b"), scalar(FJ_NULL), string(""),  scalar(FJ_TRUE)};
    CHECK_GENERATED(nested, &o,
                    "{\"\":true,\"a\":{\"x\":3,\"y\":2},\"b\":[{\"z\":1}],\"b\":4,\"b\":null}");
    /* A prefix comes first, whatever follows; zero bytes count. */
    fj_value zero[7] = {object(3, 7)};
    zero[1] = (fj_value){.head = head(FJ_STRING, 0, 2), .as.text = "a\0"};
    zero[3] = string("a");
    zero[5] = (fj_value){.head = head(FJ_STRING, 0, 10), .as.text = "a\0\0\0\0\0\0\0\0\0"};
    zero[2] = zero[4] = zero[6] = int64(1);
    CHECK_GENERATED(
        zero, &o,
        "{\"a\":1,\"a\\u0000\":1,\"a\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000\\u0000"
        "\\u0000\":1}");
    /* A lone high surrogate comes before the pairs it begins, one above them after. */
    fj_value lone[7] = {object(3, 7)};
    lone[1] = text(FJ_STRING, FJ_STRING_SURROGATES, "\xED\xA0\xBE");
    lone[3] = string("\xF0\x9F\x98\x80");
    lone[5] = text(FJ_STRING, FJ_STRING_SURROGATES, "\xED\xA0\xBD");
    lone[2] = lone[4] = lone[6] = int64(1);
    CHECK_GENERATED(lone, &o, "{\"\\ud83d\":1,\"\xF0\x9F\x98\x80\":1,\"\\ud83e\":1}");
}

static uint64_t random_state = 88172645463325252;

static uint32_t random_below(uint32_t limit)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)((random_state >> 32) * limit >> 32);
}

/* Keys of `width` digits of the values 0 to count - 1, by a pattern: the output must hold them in
 * order. */
static void check_pattern(uint32_t count, int pattern, int width)
{
    fj_value *const values = malloc((2 * (size_t)count + 1) * sizeof *values);
    char *const keys = malloc(((size_t)width + 1) * count + 1);
    values[0] = object(count, 2 * (uint64_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = i;
        switch (pattern) {
        case 0:
            break;
        case 1:
            n = count - 1 - i;
            break;
        case 2: /* a permutation: 7919 is a prime that divides no count used here */
            n = (uint32_t)((uint64_t)i * 7919 % count);
            break;
        case 3: /* up and down */
            n = i < (count + 1) / 2 ? 2 * i : 2 * (count - 1 - i) + 1;
            break;
        default: /* many equal: stable if their values go up */
            n = i % 5;
        }
        char *const key = keys + (size_t)i * ((size_t)width + 1);
        char digits[32]; /* more than it can be, so that gcc need not know the width */
        snprintf(digits, sizeof digits, "%0*" PRIu32, width, n);
        memcpy(key, digits, (size_t)width + 1);
        values[1 + 2 * i] = (fj_value){.head = head(FJ_STRING, 0, (uint64_t)width), .as.text = key};
        values[2 + 2 * i] = int64(pattern == 4 ? i : n);
    }
    const fj_generate_options o = {.size = sizeof o, .sort_keys = 1};
    CHECK(generate(values, &o) == FJ_OK, "sorts");
    const char *p = out.data + 1;
    uint32_t seen = 0;
    long long last_key = -1;
    long long last_value = -1;
    while (seen < count && (size_t)(p - out.data) < out.length) {
        char *end;
        const long long key = strtoll(p + 1, &end, 10);
        const long long value = strtoll(end + 2, &end, 10);
        CHECK(pattern == 4 ? key > last_key || (key == last_key && value > last_value)
                           : key == seen && value == seen,
              "pattern %d of %u: %lld after %lld", pattern, count, key, last_key);
        last_key = key;
        last_value = value;
        seen++;
        p = end + 1;
    }
    CHECK(seen == count && p == out.data + out.length + (count == 0), "all %u of them", count);
    free(values);
    free(keys);
}

static void test_sorted_sizes(void)
{
    for (int pattern = 0; pattern < 5; pattern++) {
        for (uint32_t count = 1; count < 70; count++) {
            check_pattern(count, pattern, 4);
            check_pattern(count, pattern, 20);
        }
        check_pattern(1000, pattern, 8);
        check_pattern(100003, pattern, 30);
    }
}

/* ---- canonical ---- */

static void test_canonical(void)
{
    const fj_generate_options o = {.size = sizeof o, .canonical = 1};
    /* RFC 8785, appendix B, and what is ours: integers exact, whatever their size. */
    static const struct {
        uint64_t bits;
        const char *text;
    } reals[] = {
        {0x0000000000000000, "0"},
        {0x8000000000000000, "0"},
        {0x0000000000000001, "5e-324"},
        {0x8000000000000001, "-5e-324"},
        {0x7fefffffffffffff, "1.7976931348623157e+308"},
        {0x4340000000000000, "9007199254740992"},
        {0x4430000000000000, "295147905179352830000"},
        {0x44b52d02c7e14af5, "9.999999999999997e+22"},
        {0x44b52d02c7e14af6, "1e+23"},
        {0x444b1ae4d6e2ef4f, "999999999999999900000"},
        {0x444b1ae4d6e2ef50, "1e+21"},
        {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
        {0x3eb0c6f7a0b5ed8d, "0.000001"},
        {0x41b3de4355555554, "333333333.33333325"},
        {0xbecbf647612f3696, "-0.0000033333333333333333"},
    };
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
        double value;
        memcpy(&value, &reals[i].bits, sizeof value);
        CHECK_ONE(real(value), &o, reals[i].text);
    }
    CHECK_ONE(int64(9007199254740993), &o, "9007199254740993");
    CHECK_ONE(uint64(UINT64_MAX), &o, "18446744073709551615");
    CHECK_ONE(text(FJ_BIGINT, 0, "123456789012345678901234567890"), &o,
              "123456789012345678901234567890");
    CHECK_ONE(text(FJ_DECIMAL, 0, "123456789012345678901234567890"), &o,
              "123456789012345678901234567890");
    CHECK_ONE(text(FJ_DECIMAL, 0, "18446744073709551615"), &o, "18446744073709551615");
    CHECK_ONE(text(FJ_DECIMAL, 0, "-0"), &o, "0");
    CHECK_ONE(text(FJ_DECIMAL, 0, "1.50E+2"), &o, "150");
    CHECK_ONE(text(FJ_DECIMAL, 0, "0.1e-6"), &o, "1e-7");
    CHECK_ONE_REFUSED(text(FJ_DECIMAL, 0, "1e400"), &o, FJ_ERROR_NUMBER_OUT_OF_RANGE);
    CHECK_ONE_REFUSED(real(1e308 * 10), &o, FJ_ERROR_NAN);
    const fj_value value[] = {object(2, 6), string("b"),    array(1, 2), string("/\xC3\xA9\x7F\n"),
                              string("a"),  scalar(FJ_TRUE)};
    CHECK_GENERATED(value, &o, "{\"a\":true,\"b\":[\"/\xC3\xA9\x7F\\n\"]}");
}

/* ---- nesting ---- */

static void test_nesting(void)
{
    enum { LEVELS = 100000 };
    for (int kind = 0; kind < 2; kind++) {
        const size_t step = kind ? 2 : 1;
        const size_t total = LEVELS * step + 1;
        fj_value *const values = malloc(total * sizeof *values);
        for (size_t i = 0; i < LEVELS; i++) {
            const uint64_t span = total - i * step;
            values[i * step] = kind ? object(1, span) : array(1, span);
            if (kind) {
                values[i * step + 1] = string("k");
            }
        }
        values[total - 1] = array(0, 1);
        for (int way = 0; way < WAYS; way++) {
            fj_generate_options o = ways[way];
            o.max_nesting = FJ_UNLIMITED;
            CHECK(generate(values, &o) == FJ_OK, "100,000 levels: %s", error.message);
            const size_t each = kind ? 6 : 2; /* {"k":} or [] */
            CHECK(out.length == LEVELS * each + 2, "%zu bytes", out.length);
            CHECK(out.length > 2 && out.data[out.length - 1] == (kind ? '}' : ']') &&
                      out.data[0] == (kind ? '{' : '['),
                  "ends");
            o.max_nesting = LEVELS + 1;
            CHECK(generate(values, &o) == FJ_OK, "just as deep as allowed");
            o.max_nesting = LEVELS;
            CHECK(generate(values, &o) == FJ_ERROR_NESTING, "one level too deep");
            CHECK(error.pointer_length > 500 && error.pointer_length < sizeof error.pointer &&
                      memcmp(error.pointer, kind ? "/k/k" : "/0/0", 4) == 0,
                  "the place, cut: %u bytes", error.pointer_length);
            o.max_nesting = 3;
            CHECK_REFUSED(values, &o, FJ_ERROR_NESTING, kind ? "/k/k/k" : "/0/0/0");
            o.max_nesting = 0;
            CHECK(generate(values, &o) == FJ_ERROR_NESTING, "1024 by default");
            CHECK(generate(values + (LEVELS - 1023) * step, &o) == FJ_OK, "1024 levels");
            CHECK(generate(values + (LEVELS - 1024) * step, &o) == FJ_ERROR_NESTING, "1025 levels");
        }
        /* Indents of all levels: 100,000 * 100,000 bytes and more, refused by the limit at once. */
        fj_generate_options o = layout("    ", "", "", "\n", "\n");
        o.max_nesting = FJ_UNLIMITED;
        o.max_output_bytes = 1000000;
        CHECK(generate(values, &o) == FJ_ERROR_LIMIT, "the limit holds for indents");
        CHECK(out.capacity < 8000000, "%zu bytes", out.capacity);
        free(values);
    }
}

/* Of two faults the one that comes first in the text, whatever room the buffer has. */
static void test_first_fault(void)
{
    const fj_value nan_last[] = {array(4, 5), int64(1), int64(2), int64(3), real(NAN)};
    for (size_t room = 0; room < 100; room += 7) {
        for (uint64_t most = 1; most < 12; most++) {
            for (int way = 0; way < WAYS; way++) {
                fj_generate_options o = ways[way];
                if (o.nan != FJ_NAN_ERROR) {
                    continue;
                }
                o.max_output_bytes = 0;
                const fj_value three[] = {array(4, 5), int64(1), int64(2), int64(3), int64(4)};
                CHECK(generate(three, &o) == FJ_OK, "four integers");
                /* all but 4 and what closes the array, which is that much shorter when it is alone
                 */
                const size_t layout_end = o.array_nl_length;
                const uint64_t before = out.length - 2 - layout_end;
                o.max_output_bytes = most;
                fj_buffer_free(&out);
                fj_buffer kept = {.data = malloc(room + 1), .capacity = room};
                const int32_t code = fj_generate(nan_last, &o, &kept, &error);
                CHECK(code == (before > most ? FJ_ERROR_LIMIT : FJ_ERROR_NAN),
                      "way %d, room %zu, at most %u of %u: %d", way, room, (unsigned)most,
                      (unsigned)before, (int)code);
                CHECK(strcmp(error.pointer, code == FJ_ERROR_NAN ? "/3" : "") == 0, "%s",
                      error.pointer);
                fj_buffer_free(&kept);
            }
        }
    }
}

/* ---- malformed values ---- */

static void test_malformed(void)
{
    for (int way = 0; way < WAYS; way++) {
        const fj_generate_options *const o = &ways[way];
        CHECK_REFUSED(NULL, o, FJ_ERROR_ARGUMENT, "");
        for (unsigned kind = 0; kind < 256; kind++) {
            if (kind >= FJ_NULL && kind <= FJ_OBJECT) {
                continue;
            }
            const fj_value one = scalar(kind);
            CHECK_REFUSED(&one, o, FJ_ERROR_TYPE, "");
            const fj_value inside[] = {object(1, 5), string("a/b"), array(2, 3), int64(1), one};
            CHECK_REFUSED(inside, o, FJ_ERROR_TYPE, "/a~1b/1");
        }
        const fj_value key[] = {array(1, 4), object(1, 3), int64(1), int64(2)};
        CHECK_REFUSED(key, o, FJ_ERROR_TYPE, "/0");
        const fj_value no_text = {.head = head(FJ_STRING, FJ_STRING_PLAIN, 3), .as.text = NULL};
        const fj_value no_text_inside[] = {array(1, 2), no_text};
        CHECK_REFUSED(no_text_inside, o, FJ_ERROR_TYPE, "/0");
        const fj_value no_text_key[] = {array(1, 4), object(1, 3), no_text, int64(1)};
        CHECK_REFUSED(no_text_key, o, FJ_ERROR_TYPE, "/0");
        const fj_value no_digits = {.head = head(FJ_BIGINT, 0, 3), .as.text = NULL};
        CHECK_REFUSED(&no_digits, o, FJ_ERROR_TYPE, "");
        const fj_value zero_span[] = {array(1, 2), array(0, 0)};
        CHECK_REFUSED(zero_span, o, FJ_ERROR_TYPE, "/0");
        const fj_value too_long[] = {array(1, 2), array(1, 2), int64(1)};
        CHECK_REFUSED(too_long, o, FJ_ERROR_TYPE, "/0");
        const fj_value huge[] = {array(1, 2), array(1, UINT64_MAX), int64(1)};
        CHECK_REFUSED(huge, o, FJ_ERROR_TYPE, "/0");
        const fj_value no_elements[] = {array(1, 3), array(0, 2), int64(1)};
        CHECK_REFUSED(no_elements, o, FJ_ERROR_TYPE, "/0");
        const fj_value too_many[] = {array(1, 3), array(5, 2), int64(1)};
        CHECK_REFUSED(too_many, o, FJ_ERROR_TYPE, "/0");
        const fj_value half_a_member[] = {array(1, 5), object(1, 4), string("a"), int64(1),
                                          string("b")};
        CHECK(generate(half_a_member, o) == FJ_ERROR_TYPE, "a key without a value");
        const fj_value members_lie[] = {array(1, 6), object(2, 5), string("a"),
                                        array(1, 3), string("b"),  int64(1)};
        CHECK(generate(members_lie, o) == FJ_OK || error.code == FJ_ERROR_TYPE, "stays inside");
        const fj_value bad_key[] = {array(1, 4), object(1, 3), string("\xC3("), int64(1)};
        CHECK_REFUSED(bad_key, o, FJ_ERROR_INVALID_UTF8, "/0/\xEF\xBF\xBD(");
    }
    /* No error asked for, none written; no buffer. */
    const fj_value one = scalar(0);
    CHECK(fj_generate(&one, NULL, &out, NULL) == FJ_ERROR_TYPE, "error may be NULL");
    CHECK(fj_generate(&one, NULL, NULL, NULL) == FJ_ERROR_ARGUMENT, "out may not");
    const fj_generate_options bad = {.size = sizeof bad, .nan = 9};
    const fj_value fine = int64(1);
    CHECK_REFUSED(&fine, &bad, FJ_ERROR_OPTION, "");
}

static void test_place_of_errors(void)
{
    /* [0,{"x":[1,2]},{"z":[],"a~":[null,{"q":NaN}],"b":1}] */
    const fj_value whole[] = {
        array(3, 18),    int64(0),      object(1, 5), string("x"),      array(2, 3),  int64(1),
        int64(2),        object(3, 11), string("z"),  array(0, 1),      string("a~"), array(2, 5),
        scalar(FJ_NULL), object(1, 3),  string("q"),  real(1e308 * 10), string("b"),  int64(1)};
    for (int way = 0; way < WAYS; way++) {
        CHECK_REFUSED(whole, &ways[way], FJ_ERROR_NAN, "/2/a~0/1/q");
    }
    fj_generate_options o = layout(" ", " ", " ", "\n", "\n");
    CHECK_REFUSED(whole, &o, FJ_ERROR_NAN, "/2/a~0/1/q");
    o.sort_keys = 1;
    CHECK_REFUSED(whole, &o, FJ_ERROR_NAN, "/2/a~0/1/q");
}

/* ---- random values against a slow generator ---- */

typedef struct text_out {
    char data[1 << 20];
    size_t length;
} text_out;

static text_out slow;

static void put(const char *bytes, size_t length)
{
    memcpy(slow.data + slow.length, bytes, length);
    slow.length += length;
}

static void put_line(const char *nl, size_t nl_length, const fj_generate_options *o, int depth,
                     bool always)
{
    put(nl, nl_length);
    for (int i = 0; (always || nl_length != 0) && i < depth; i++) {
        put(o->indent, o->indent_length);
    }
}

static const fj_value *slow_generate(const fj_value *v, const fj_generate_options *o, int depth)
{
    char number[64];
    const uint64_t length = v->head >> 16;
    switch (v->head & 0xFF) {
    case FJ_NULL:
        put("null", 4);
        return v + 1;
    case FJ_TRUE:
        put("true", 4);
        return v + 1;
    case FJ_FALSE:
        put("false", 5);
        return v + 1;
    case FJ_INT64:
        put(number, (size_t)snprintf(number, sizeof number, "%" PRId64, v->as.int64));
        return v + 1;
    case FJ_DOUBLE: /* halves and quarters only: exact in few digits */
        put(number, (size_t)snprintf(number, sizeof number, "%.*f",
                                     v->as.real * 2 == (double)(int64_t)(v->as.real * 2) ? 1 : 2,
                                     v->as.real));
        return v + 1;
    case FJ_BIGINT:
        put(v->as.text, length);
        return v + 1;
    case FJ_STRING:
        put("\"", 1);
        for (uint64_t i = 0; i < length; i++) {
            if (v->as.text[i] == '\n') {
                put("\\n", 2);
            } else if (o->ascii_only && (unsigned char)v->as.text[i] == 0xC3) {
                put(number, (size_t)snprintf(number, sizeof number, "\\u00%02x",
                                             0xC0 | ((unsigned char)v->as.text[++i] & 0x3F)));
            } else {
                put(v->as.text + i, 1);
            }
        }
        put("\"", 1);
        return v + 1;
    default: {
        const bool is_object = (v->head & 0xFF) == FJ_OBJECT;
        const char *const nl = is_object ? o->object_nl : o->array_nl;
        const size_t nl_length = is_object ? o->object_nl_length : o->array_nl_length;
        put(is_object ? "{" : "[", 1);
        v++;
        for (uint64_t i = 0; i < length; i++) {
            put(",", i != 0);
            put_line(nl, nl_length, o, depth + 1, true);
            if (is_object) {
                v = slow_generate(v, o, depth + 1);
                put(o->space_before, o->space_before_length);
                put(":", 1);
                put(o->space, o->space_length);
            }
            v = slow_generate(v, o, depth + 1);
        }
        if (length != 0) {
            put_line(nl, nl_length, o, depth, false);
        }
        put(is_object ? "}" : "]", 1);
        return v;
    }
    }
}

enum { RANDOM_VALUES = 600 };

static fj_value random_values[4 * RANDOM_VALUES];
static size_t random_length;

static fj_value random_string(void)
{
    static const char *const alphabets[] = {
        "abcdefghijklmnopqrstuvwxyz0123456789abcdefghijklmnopqrstuvwxyz0123456789abcdefgh",
        "abcdefghijklmnop\nqrstuvw\n\nxyz0123456789abcdefghijklmnopqrstuvwxyz0123\n",
        "\xC3\xA9tude \xC3\xA0 la mode \xC3\xA9\xC3\xA8\xC3\xAA, d\xC3\xA9j\xC3\xA0 vu \n\xC3\xBC"};
    const char *const from = alphabets[random_below(3)];
    const size_t whole = strlen(from);
    size_t start = random_below((uint32_t)whole);
    while (((unsigned char)from[start] & 0xC0) == 0x80) {
        start--;
    }
    size_t length = random_below(4) ? random_below(20) : whole;
    length = length > whole - start ? whole - start : length;
    while (((unsigned char)from[start + length] & 0xC0) == 0x80) {
        length++;
    }
    unsigned flags = FJ_STRING_ASCII | FJ_STRING_PLAIN;
    for (size_t i = 0; i < length; i++) {
        flags &= (unsigned char)from[start + i] >= 0x80 ? ~1u : ~0u;
        flags &= from[start + i] == '\n' ? ~2u : ~0u;
    }
    return (fj_value){.head = head(FJ_STRING, random_below(2) ? flags : 0, length),
                      .as.text = from + start};
}

static void random_fill(int depth)
{
    const uint32_t kind = random_below(depth > 8 || random_length > RANDOM_VALUES ? 7 : 12);
    const size_t at = random_length++;
    if (kind >= 7) {
        const uint32_t length = random_below(kind == 11 ? 40 : 5);
        const bool is_object = kind % 2;
        for (uint32_t i = 0; i < length; i++) {
            if (is_object) {
                random_values[random_length++] = random_string();
            }
            random_fill(depth + 1);
        }
        const uint64_t span = random_length - at;
        random_values[at] = is_object ? object(length, span) : array(length, span);
        return;
    }
    switch (kind) {
    case 0:
        random_values[at] = scalar(FJ_NULL + random_below(3));
        break;
    case 1:
        random_values[at] = int64((int64_t)random_below(1000) - 500);
        break;
    case 2:
        random_values[at] = int64((int64_t)((uint64_t)random_below(UINT32_MAX) << 31) - 12345);
        break;
    case 3:
        random_values[at] = real((double)random_below(100000) / 4);
        break;
    case 4:
        random_values[at] =
            text(FJ_BIGINT, 0, "-98765432109876543210987654321098765432109876543210");
        break;
    default:
        random_values[at] = random_string();
    }
}

static void test_random(void)
{
    static const char *const spaces[] = {"", "", " ", "\n", "  ", "\t\r\n", " \t", "          "};
    guard memory = guard_make(sizeof random_values);
    for (size_t round = check_share(5000); round > 0; round--) {
        random_length = 0;
        random_fill(0);
        const size_t size = random_length * sizeof(fj_value);
        /* The last value ends at an unmapped page. */
        const fj_value *const root =
            (const fj_value *)(void *)guard_text(&memory, (const char *)random_values, size);
        for (int i = 0; i < 5; i++) {
            fj_generate_options o = layout("", "", "", "", "");
            if (i >= 3) { /* as indented text usually is */
                static const char *const indents[] = {
                    "", " ", "  ", "\t", "          ", "                                        "};
                o = layout(indents[random_below(6)], i == 3 ? " " : "", "", "\n", "\n");
            } else if (i != 0) {
                o = layout(spaces[random_below(8)], spaces[random_below(8)],
                           spaces[random_below(8)], spaces[random_below(8)],
                           spaces[random_below(8)]);
                o.ascii_only = random_below(2) == 0;
            }
            slow.length = 0;
            slow_generate(root, &o, 0);
            if (random_below(4) == 0) {
                fj_buffer_free(&out);
            }
            const int32_t code = generate(root, &o);
            CHECK(code == FJ_OK && out.length == slow.length &&
                      memcmp(out.data, slow.data, slow.length) == 0,
                  "code %d: %.*s, not %.*s", code, (int)out.length, out.data, (int)slow.length,
                  slow.data);
            /* A limit of exactly its size, of one byte less, and of anything. */
            o.max_output_bytes = slow.length;
            CHECK(generate(root, &o) == FJ_OK && out.length == slow.length, "just enough");
            if (slow.length > 1) {
                o.max_output_bytes = slow.length - 1;
                CHECK(generate(root, &o) == FJ_ERROR_LIMIT && out.length == 0, "one too many");
                o.max_output_bytes = 1 + random_below((uint32_t)slow.length - 1);
                fj_buffer_free(&out);
                CHECK(generate(root, &o) == FJ_ERROR_LIMIT && out.length == 0, "too many");
                CHECK(error.pointer_length == 0, "it is the whole text: %s", error.pointer);
                CHECK(out.capacity <= o.max_output_bytes + 512, "%zu bytes", out.capacity);
            }
        }
    }
    guard_free(&memory);
}

/* Every capacity to begin with, so that each byte of each kind of value meets the end of the room.
 */
static void test_growth(void)
{
    fj_value v[40];
    size_t n = 1;
    static char long_text[100];
    memset(long_text, 'x', sizeof long_text - 1);
    for (int i = 0; i < 3; i++) {
        v[n++] = string("0123456789abcdef0123456789abcdef");
        v[n++] = real(-1.2345678901234567e-300);
        v[n++] = string("short");
        v[n++] = array(1, 3);
        v[n++] = array(1, 2);
        v[n++] = array(0, 1);
        v[n++] = string(long_text);
        v[n++] = string("\x01\x02\x03\x04");
        v[n++] = string("");
        v[n++] = int64(INT64_MIN);
    }
    v[0] = object((n - 1 - 3 * 2) / 2, n);
    fj_generate_options lines = layout("          ", " ", "", "\n", "\n");
    for (int i = 0; i < 2; i++) {
        const fj_generate_options *const o = i == 0 ? NULL : &lines;
        CHECK(generate(v, o) == FJ_OK, "%s at %s", error.message, error.pointer);
        const size_t total = out.length;
        char *const whole = malloc(total);
        memcpy(whole, out.data, total);
        for (size_t capacity = 0; capacity < total + 400; capacity++) {
            fj_buffer small = {malloc(capacity + 1), 0, capacity};
            CHECK(fj_generate(v, o, &small, NULL) == FJ_OK && small.length == total &&
                      memcmp(small.data, whole, total) == 0,
                  "capacity %zu", capacity);
            fj_buffer_free(&small);
            CHECK(small.data == NULL && small.length == 0 && small.capacity == 0, "zeroed");
        }
        free(whole);
    }
}

int main(void)
{
    test_scalars();
    test_plain_lengths();
    test_string_options();
    test_layout();
    test_sorted();
    test_sorted_sizes();
    test_canonical();
    test_nesting();
    test_first_fault();
    test_malformed();
    test_place_of_errors();
    test_random();
    test_growth();
    fj_buffer_free(&out);
    return check_finish();
}
