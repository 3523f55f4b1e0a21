/*
 * Parse options: what each one lets through and what it still refuses, every limit at its exact
 * edge, structs of other versions, values outside the range. Expected values are worked out by
 * hand.
 */
#include "subject.h"

#define TEXT(literal) (literal), sizeof(literal) - 1

static fj_parse_options base(void)
{
    fj_parse_options o;
    memset(&o, 0, sizeof o);
    o.size = sizeof o;
    return o;
}

static void accepts(const fj_parse_options *o, const char *text, size_t length, const char *dump)
{
    subject s = subject_read(text, length, o);
    CHECK(s.code == FJ_OK, "%s: %s at %llu", subject_show(text, length), fj_error_name(s.code),
          (unsigned long long)s.error.offset);
    if (s.code == FJ_OK) {
        CHECK_TEXT(s.dump.data, s.dump.length, dump);
    }
    subject_free(&s);
}

static void refuses(const fj_parse_options *o, const char *text, size_t length, int32_t code,
                    uint64_t offset, const char *pointer)
{
    subject s = subject_read(text, length, o);
    CHECK(s.code == code && s.error.offset == offset, "%s: %s at %llu, not %s at %llu",
          subject_show(text, length), fj_error_name(s.code), (unsigned long long)s.error.offset,
          fj_error_name(code), (unsigned long long)offset);
    if (s.code != FJ_OK) {
        CHECK_TEXT(s.error.pointer, s.error.pointer_length, pointer);
    }
    subject_free(&s);
}

static void test_nan(void)
{
    fj_parse_options o = base();
    o.allow_nan = 1;
    accepts(&o, TEXT("NaN"), "d7ff8000000000000");
    accepts(&o, TEXT("[Infinity,-Infinity]"), "[d7ff0000000000000dfff0000000000000]");
    accepts(&o, TEXT("1e309"), "d7ff0000000000000");
    accepts(&o, TEXT("-1e999999999999999999999"), "dfff0000000000000");
    refuses(&o, TEXT("-NaN"), FJ_ERROR_INVALID_NUMBER, 1, "");
    refuses(&o, TEXT("nan"), FJ_ERROR_UNEXPECTED_BYTE, 1, "");
    refuses(&o, TEXT("Na"), FJ_ERROR_UNEXPECTED_END, 2, "");
    refuses(&o, TEXT("[Inf]"), FJ_ERROR_UNEXPECTED_BYTE, 4, "/0");
    refuses(&o, TEXT("-Inf"), FJ_ERROR_UNEXPECTED_END, 4, "");
    refuses(&o, TEXT("[-Infinite]"), FJ_ERROR_UNEXPECTED_BYTE, 9, "/0");
    refuses(&o, TEXT("+Infinity"), FJ_ERROR_UNEXPECTED_BYTE, 0, "");
    refuses(&o, TEXT("{NaN:1}"), FJ_ERROR_UNEXPECTED_BYTE, 1, "");
    refuses(&o, TEXT("NaNs"), FJ_ERROR_TRAILING_CONTENT, 3, "");
}

static void test_comments(void)
{
    fj_parse_options o = base();
    o.allow_comments = 1;
    accepts(&o, TEXT("/**/1/**/"), "i1;");
    accepts(&o, TEXT("//\n1//"), "i1;");
    accepts(&o, TEXT("// a\r\n/* b\n */ // c\n [/*d*/1/*e*/,//f\n2/*g*/] // h"), "[i1;i2;]");
    accepts(&o, TEXT("{/*a*/\"b\"/*c*/:/*d*/1/*e*/,/*f*/\"g\"//h\n:2}"), "{s1:bi1;s1:gi2;}");
    accepts(&o, TEXT("/***/[/**//**/]/* / * // */"), "[]");
    accepts(&o, TEXT("/*\"*/{}/*\xC3\xA9\x01*/"), "{}");
    accepts(&o, TEXT("\"/*a*/ //b\""), "s9:/*a*/ //b");
    refuses(&o, TEXT("/*"), FJ_ERROR_UNEXPECTED_END, 2, "");
    refuses(&o, TEXT("/"), FJ_ERROR_UNEXPECTED_END, 1, "");
    refuses(&o, TEXT("/*/"), FJ_ERROR_UNEXPECTED_END, 3, "");
    refuses(&o, TEXT("[1,/* *"), FJ_ERROR_UNEXPECTED_END, 7, "/1");
    refuses(&o, TEXT("// only"), FJ_ERROR_UNEXPECTED_END, 7, "");
    refuses(&o, TEXT("[1]/"), FJ_ERROR_UNEXPECTED_END, 4, "");
    refuses(&o, TEXT("[1]/ "), FJ_ERROR_UNEXPECTED_BYTE, 4, "");
    refuses(&o, TEXT("[#]"), FJ_ERROR_UNEXPECTED_BYTE, 1, "/0");
    refuses(&o, TEXT("/* /* */ */1"), FJ_ERROR_UNEXPECTED_BYTE, 9, "");
    refuses(&o, TEXT("//\r1"), FJ_ERROR_UNEXPECTED_END, 4, "");
    refuses(&o, TEXT("[/*\xFF*/]"), FJ_ERROR_INVALID_UTF8, 3, "/0");
    refuses(&o, TEXT("1//\xE2\x82"), FJ_ERROR_UNEXPECTED_END, 5, "");
    /* the pointer is not led astray by what stands in comments */
    refuses(&o, TEXT("{\"a\":/*{\"x\":[,,\"*/[1,//]]\n?"), FJ_ERROR_UNEXPECTED_BYTE, 26, "/a/1");
}

static void test_trailing_comma(void)
{
    fj_parse_options o = base();
    o.allow_trailing_comma = 1;
    accepts(&o, TEXT("[1,]"), "[i1;]");
    accepts(&o, TEXT("[1 , ]"), "[i1;]");
    accepts(&o, TEXT("{\"a\":[[],],}"), "{s1:a[[]]}");
    accepts(&o, TEXT("[{\"a\":1 ,\n} , ]"), "[{s1:ai1;}]");
    refuses(&o, TEXT("[,]"), FJ_ERROR_UNEXPECTED_BYTE, 1, "/0");
    refuses(&o, TEXT("{,}"), FJ_ERROR_UNEXPECTED_BYTE, 1, "");
    refuses(&o, TEXT("[1,,]"), FJ_ERROR_UNEXPECTED_BYTE, 3, "/1");
    refuses(&o, TEXT("{\"a\":1,,}"), FJ_ERROR_UNEXPECTED_BYTE, 7, "");
    refuses(&o, TEXT("[1,}"), FJ_ERROR_UNEXPECTED_BYTE, 3, "/1");
    refuses(&o, TEXT("{\"a\":1,]"), FJ_ERROR_UNEXPECTED_BYTE, 7, "");
    refuses(&o, TEXT("[1],"), FJ_ERROR_TRAILING_CONTENT, 3, "");
    refuses(&o, TEXT("[1,"), FJ_ERROR_UNEXPECTED_END, 3, "/1");
}

static void test_control_characters(void)
{
    fj_parse_options o = base();
    o.allow_control_characters = 1;
    accepts(&o, TEXT("\"\t\n\x1f\x01\""), "s4:\t\n\x1f\x01");
    accepts(&o, TEXT("{\"a\nb\":\"a long one, longer than sixteen\r\n\"}"),
            "{s3:a\nbs33:a long one, longer than sixteen\r\n}");
    refuses(&o, TEXT("[\x01]"), FJ_ERROR_UNEXPECTED_BYTE, 1, "/0");
    refuses(&o, TEXT("\"\\\n\""), FJ_ERROR_INVALID_ESCAPE, 2, "");
    subject s = subject_read(TEXT("\"\0\""), &o);
    CHECK(s.dump.length == 4 && memcmp(s.dump.data, "s1:\0", 4) == 0, "NUL in a string");
    subject_free(&s);
}

static void test_invalid_escape(void)
{
    fj_parse_options o = base();
    o.allow_invalid_escape = 1;
    accepts(&o, TEXT("\"\\a\\x41\\'\\0\""), "s6:ax41'0");
    accepts(&o, TEXT("\"\\\xC3\xA9\\\xF0\x9F\x98\x80\""), "s6:\xC3\xA9\xF0\x9F\x98\x80");
    accepts(&o, TEXT("\"\\n\\\\\\\"\\U\""), "s4:\n\\\"U");
    accepts(&o, TEXT("\"\\\x7f\""), "s1:\x7f");
    refuses(&o, TEXT("\"\\u12\""), FJ_ERROR_INVALID_ESCAPE, 5, "");
    refuses(&o, TEXT("\"\\ud800\\x\""), FJ_ERROR_INVALID_SURROGATE, 8, "");
    refuses(&o, TEXT("\"\\\x80\""), FJ_ERROR_INVALID_UTF8, 2, "");
    refuses(&o, TEXT("\"\\\xC3\""), FJ_ERROR_INVALID_UTF8, 3, "");
    refuses(&o, TEXT("\"\\\n\""), FJ_ERROR_INVALID_ESCAPE, 2, "");
    refuses(&o, TEXT("\"\\"), FJ_ERROR_UNEXPECTED_END, 2, "");
    o.allow_control_characters = 1;
    accepts(&o, TEXT("\"\\\n\\\t\""), "s2:\n\t");
}

static void test_big_numbers(void)
{
    fj_parse_options o = base();
    o.big_numbers = FJ_NUMBERS_DECIMAL;
    accepts(&o, TEXT("[1,-0,1.50,1E+2,1e999,-0.0]"), "[i1;i0;#1.50;#1E+2;#1e999;#-0.0;]");
    accepts(&o, TEXT("18446744073709551616"), "b18446744073709551616;");
    refuses(&o, TEXT("[01]"), FJ_ERROR_INVALID_NUMBER, 2, "/0");
    refuses(&o, TEXT("[1.]"), FJ_ERROR_INVALID_NUMBER, 3, "/0");
    refuses(&o, TEXT("1e"), FJ_ERROR_UNEXPECTED_END, 2, "");
    o.big_numbers = FJ_NUMBERS_TEXT;
    accepts(&o, TEXT("[1,-0,1.50,1E+2,1e999,18446744073709551616]"),
            "[#1;#-0;#1.50;#1E+2;#1e999;#18446744073709551616;]");
    o.allow_nan = 1;
    accepts(&o, TEXT("[NaN,-Infinity,1e999]"), "[d7ff8000000000000dfff0000000000000#1e999;]");
}

static void test_digits(void)
{
    fj_parse_options o = base();
    o.max_number_digits = 21;
    accepts(&o, TEXT("-123456789012345678901"), "b-123456789012345678901;");
    refuses(&o, TEXT("[-1234567890123456789012]"), FJ_ERROR_LIMIT, 1, "/0");
    o.max_number_digits = 1; /* of integers beyond 64 bits only: the smaller ones are no matter */
    accepts(&o, TEXT("18446744073709551615"), "u18446744073709551615;");
    accepts(&o, TEXT("0.12345678901234567890123"), "d3fbf9add3746f65f");
    o.big_numbers = FJ_NUMBERS_TEXT;
    o.max_number_digits = 4;
    accepts(&o, TEXT("[-12.5e+7,1234]"), "[#-12.5e+7;#1234;]"); /* signs and points are no digits */
    refuses(&o, TEXT("[-12.5e+78]"), FJ_ERROR_LIMIT, 1, "/0");
    refuses(&o, TEXT("12345"), FJ_ERROR_LIMIT, 0, "");

    char digits[4303];
    memset(digits, '7', sizeof digits);
    subject s = subject_read(digits, 4300, NULL);
    CHECK(s.code == FJ_OK && s.dump.length == 4302, "4300 digits: %d", s.code);
    subject_free(&s);
    s = subject_read(digits, 4301, NULL);
    CHECK(s.code == FJ_ERROR_LIMIT && s.error.offset == 0, "4301 digits: %d", s.code);
    subject_free(&s);
    digits[0] = '-';
    s = subject_read(digits, 4301, NULL);
    CHECK(s.code == FJ_OK, "4300 digits and a sign: %d", s.code);
    subject_free(&s);
}

static void test_surrogates(void)
{
    fj_parse_options o = base();
    o.lone_surrogates = FJ_READ_SURROGATES_KEEP;
    accepts(&o, TEXT("\"\\ud83d\""), "s3:\xED\xA0\xBD");
    accepts(&o, TEXT("\"\\ude00\\ud83d\""), "s6:\xED\xB8\x80\xED\xA0\xBD");
    accepts(&o, TEXT("\"\\ud83d\\ude00\""), "s4:\xF0\x9F\x98\x80");
    accepts(&o, TEXT("\"\\ud83d\\ud83d\\ude00\\ude00\""),
            "s10:\xED\xA0\xBD\xF0\x9F\x98\x80\xED\xB8\x80");
    accepts(&o, TEXT("\"\\ud83d\\u0041\""),
            "s4:\xED\xA0\xBD"
            "A");
    accepts(&o, TEXT("\"\\ud83d\\n\""), "s4:\xED\xA0\xBD\n");
    refuses(&o, TEXT("\"\\ud83d\\u\""), FJ_ERROR_INVALID_ESCAPE, 9, "");
    refuses(&o, TEXT("\"\xED\xA0\xBD\""), FJ_ERROR_INVALID_UTF8, 2, "");
    refuses(&o, TEXT("{\"\\ud83d\":?}"), FJ_ERROR_UNEXPECTED_BYTE, 10, "/\xEF\xBF\xBD");
    o.lone_surrogates = FJ_READ_SURROGATES_REPLACE;
    accepts(&o, TEXT("\"\\ud83d-\\ude00\""), "s7:\xEF\xBF\xBD-\xEF\xBF\xBD");
    accepts(&o, TEXT("{\"\\ud83d\":1,\"\\ude00\":2}"), "{s3:\xEF\xBF\xBDi2;}");
    accepts(&o, TEXT("\"\\ud83d\\ude00\""), "s4:\xF0\x9F\x98\x80");
}

static void test_duplicates(void)
{
    fj_parse_options o = base();
    accepts(&o, TEXT("{\"a\":1,\"b\":2,\"a\":3}"), "{s1:ai3;s1:bi2;}");
    accepts(&o, TEXT("{\"a\":1,\"\\u0061\":[2]}"), "{s1:a[i2;]}");
    accepts(&o, TEXT("{\"a\":{\"x\":1,\"x\":2},\"a\":{\"y\":1,\"y\":[]}}"), "{s1:a{s1:y[]}}");
    accepts(&o, TEXT("{\"\":1,\"\":2,\"\":3}"), "{s0:i3;}");
    o.duplicate_key = FJ_DUPLICATE_ERROR;
    accepts(&o, TEXT("{\"a\":1,\"b\":{\"a\":1},\"A\":[{\"a\":1},{\"a\":1}]}"),
            "{s1:ai1;s1:b{s1:ai1;}s1:A[{s1:ai1;}{s1:ai1;}]}");
    refuses(&o, TEXT("{\"a\":1,\"a\":2}"), FJ_ERROR_DUPLICATE_KEY, 7, "");
    refuses(&o, TEXT("{\"a\":1,\"\\u0061\":2}"), FJ_ERROR_DUPLICATE_KEY, 7, "");
    refuses(&o, TEXT("{\"x\":[0,{\"a\\/\":1,\"b\":2,\"a/\":2}]}"), FJ_ERROR_DUPLICATE_KEY, 23,
            "/x/1");
    refuses(&o, TEXT("{\"\":1,\"\":2}"), FJ_ERROR_DUPLICATE_KEY, 6, "");
    /* the first fault counts, wherever a reader looks for repetitions */
    refuses(&o, TEXT("{\"a\":1,\"a\":?"), FJ_ERROR_DUPLICATE_KEY, 7, "");
    refuses(&o, TEXT("{\"a\":1,\"a\":{\"b\":1,\"b\":2}}"), FJ_ERROR_DUPLICATE_KEY, 7, "");
    refuses(&o, TEXT("{\"a\":1,\"b\":{\"c\":1,\"c\":2},\"a\":2}"), FJ_ERROR_DUPLICATE_KEY, 18,
            "/b");
    refuses(&o, TEXT("{\"a\":?,\"a\":1}"), FJ_ERROR_UNEXPECTED_BYTE, 5, "/a");
    refuses(&o, TEXT("{\"a\":1,\"a\\x\":1}"), FJ_ERROR_INVALID_ESCAPE, 10, "");
}

/* Many members: distinct, one repeated, all the same. */
static void test_many_members(void)
{
    fj_parse_options error = base();
    error.duplicate_key = FJ_DUPLICATE_ERROR;
    static const unsigned counts[] = {2, 12, 13, 63, 64, 65, 66, 200, 1000};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        const unsigned n = counts[i];
        for (unsigned repeated = 0; repeated <= n; repeated += n / 3 + 1) {
            bytes text = {NULL, 0, 0};
            uint64_t second = 0; /* where key 0 stands again, if it does */
            bytes_add_text(&text, "{");
            for (unsigned k = 0; k < n; k++) {
                char member[64];
                if (repeated != 0 && k == repeated) {
                    second = text.length;
                }
                snprintf(member, sizeof member, "\"key%u\":%u,", k == repeated ? 0 : k, k);
                bytes_add_text(&text, member);
            }
            text.data[text.length - 1] = '}';
            subject s = subject_read(text.data, text.length, &error);
            CHECK(s.code == (second ? FJ_ERROR_DUPLICATE_KEY : FJ_OK) && s.error.offset == second,
                  "%u members, %u is 0 again: %d at %llu", n, repeated, s.code,
                  (unsigned long long)s.error.offset);
            subject_free(&s);
            subject_against_oracle(text.data, text.length, NULL);
            bytes_free(&text);
        }
    }
}

static void test_limits(void)
{
    fj_parse_options o = base();
    o.max_string_bytes = 3;
    accepts(&o, TEXT("{\"abc\":\"\\u00e9x\"}"), "{s3:abcs3:\xC3\xA9x}");
    accepts(&o, TEXT("\"\\u0041\\u0042\\u0043\""), "s3:ABC"); /* as it is unescaped */
    refuses(&o, TEXT("[\"abcd\"]"), FJ_ERROR_LIMIT, 1, "/0");
    refuses(&o, TEXT("{\"abcd\":1}"), FJ_ERROR_LIMIT, 1, "");
    refuses(&o, TEXT("\"\\ud83d\\ude00\""), FJ_ERROR_LIMIT, 0, "");
    refuses(&o, TEXT("\"abcd"), FJ_ERROR_UNEXPECTED_END, 5, "");

    o = base();
    o.max_members = 2;
    accepts(&o, TEXT("[[1,2],{\"a\":1,\"b\":2}]"), "[[i1;i2;]{s1:ai1;s1:bi2;}]");
    refuses(&o, TEXT("[1,2, 3]"), FJ_ERROR_LIMIT, 6, "/2");
    refuses(&o, TEXT("[1,2,[4,5,6]]"), FJ_ERROR_LIMIT, 5, "/2");
    refuses(&o, TEXT("{\"a\":1,\"b\":2,\"c\":3}"), FJ_ERROR_LIMIT, 13, "");
    refuses(&o, TEXT("{\"a\":1,\"a\":2,\"a\":3}"), FJ_ERROR_LIMIT, 13, ""); /* as they stand */
    refuses(&o, TEXT("[1,2,"), FJ_ERROR_UNEXPECTED_END, 5, "/2");
    refuses(&o, TEXT("[1,2,]"), FJ_ERROR_UNEXPECTED_BYTE, 5, "/2");
    o.allow_trailing_comma = 1;
    accepts(&o, TEXT("[1,2,]"), "[i1;i2;]");
    accepts(&o, TEXT("{\"a\":1,\"b\":2,}"), "{s1:ai1;s1:bi2;}");

    o = base();
    o.max_input_bytes = 4;
    accepts(&o, TEXT("[10]"), "[i10;]");
    refuses(&o, TEXT("[10] "), FJ_ERROR_LIMIT, 0, "");
    refuses(&o, TEXT("[100]"), FJ_ERROR_LIMIT, 0, "");
}

/* `depth` brackets that open and as many that close, of arrays or of objects. */
static bytes nested(size_t depth, bool objects)
{
    bytes text = {NULL, 0, 0};
    for (size_t i = 0; i < depth; i++) {
        bytes_add_text(&text, objects ? i + 1 < depth ? "{\"a\":" : "{" : "[");
    }
    for (size_t i = 0; i < depth; i++) {
        bytes_add_text(&text, objects ? "}" : "]");
    }
    return text;
}

static void test_nesting(void)
{
    static const uint32_t limits[] = {0, 1, 2, 1023, 1024, 1025, 5000};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        for (int objects = 0; objects < 2; objects++) {
            fj_parse_options o = base();
            o.max_nesting = limits[i];
            const size_t limit = limits[i] ? limits[i] : 1024;
            bytes text = nested(limit, objects);
            subject s = subject_read(text.data, text.length, &o);
            CHECK(s.code == FJ_OK, "%zu levels: %d", limit, s.code);
            subject_free(&s);
            bytes_free(&text);
            text = nested(limit + 1, objects);
            s = subject_read(text.data, text.length, &o);
            CHECK(s.code == FJ_ERROR_NESTING && s.error.offset == limit * (objects ? 5 : 1),
                  "%zu levels: %d at %llu", limit + 1, s.code, (unsigned long long)s.error.offset);
            subject_free(&s);
            bytes_free(&text);
        }
    }
    fj_parse_options o = base();
    o.max_nesting = FJ_UNLIMITED;
    for (int objects = 0; objects < 2; objects++) {
        const size_t depth = 200000;
        bytes text = nested(depth, objects);
        fj_document *document = NULL;
        fj_error error = {.size = sizeof error};
        fj_buffer out = {NULL, 0, 0};
        CHECK(fj_parse(text.data, text.length, &o, &document, &error) == FJ_OK, "200000 levels");
        CHECK(fj_document_length(document) == (objects ? 2 * depth - 1 : depth), "%zu values",
              fj_document_length(document));
        CHECK(fj_validate(text.data, text.length, &o, &error) == FJ_OK, "200000 levels");
        CHECK(fj_minify(text.data, text.length, &o, &out, &error) == FJ_OK &&
                  out.length == text.length && memcmp(out.data, text.data, out.length) == 0,
              "200000 levels minified");
        /* and cut in the middle */
        const size_t half = objects ? 5 * depth - 4 : depth;
        CHECK(fj_parse(text.data, half, &o, &document, &error) == FJ_ERROR_UNEXPECTED_END &&
                  error.offset == half,
              "200000 levels cut: %d at %llu", error.code, (unsigned long long)error.offset);
        fj_buffer_free(&out);
        fj_document_free(document);
        bytes_free(&text);
    }
}

static int32_t parse_code(const void *options)
{
    fj_document *document = NULL;
    fj_error error = {.size = sizeof error};
    const int32_t code = fj_parse("[1,[2]]", 7, options, &document, &error);
    CHECK(code == FJ_OK || document == NULL, "a document after %d", code);
    CHECK(code == FJ_OK || (error.code == code && error.message_length != 0), "error %d",
          error.code);
    CHECK(fj_validate("[1,[2]]", 7, options, NULL) == code, "validate differs");
    fj_buffer out = {NULL, 0, 0};
    CHECK(fj_minify("[1,[2]]", 7, options, &out, NULL) == code, "minify differs");
    CHECK(fj_format("[1,[2]]", 7, options, NULL, &out, NULL) == code, "format differs");
    fj_buffer_free(&out);
    fj_document_free(document);
    return code;
}

static void test_range(void)
{
    /* every byte after the two first words up to the limits, with every value */
    const struct {
        size_t offset;
        unsigned highest;
    } fields[] = {
        {offsetof(fj_parse_options, allow_nan), 1},
        {offsetof(fj_parse_options, allow_comments), 1},
        {offsetof(fj_parse_options, allow_trailing_comma), 1},
        {offsetof(fj_parse_options, allow_control_characters), 1},
        {offsetof(fj_parse_options, allow_invalid_escape), 1},
        {offsetof(fj_parse_options, duplicate_key), 1},
        {offsetof(fj_parse_options, big_numbers), 2},
        {offsetof(fj_parse_options, lone_surrogates), 2},
        {offsetof(fj_parse_options, borrow_text), 1},
    };
    const size_t begin = offsetof(fj_parse_options, allow_nan);
    const size_t end = offsetof(fj_parse_options, max_input_bytes);
    for (size_t at = begin; at < end; at++) {
        unsigned highest = 0; /* reserved */
        for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
            highest = fields[i].offset == at ? fields[i].highest : highest;
        }
        for (unsigned value = 0; value < 256; value++) {
            fj_parse_options o = base();
            ((unsigned char *)&o)[at] = (unsigned char)value;
            const int32_t code = parse_code(&o);
            CHECK(code == (value <= highest ? FJ_OK : FJ_ERROR_OPTION), "byte %zu is %u: %d", at,
                  value, code);
        }
    }
}

static void test_sizes(void)
{
    /* of an older version: what it lacks is the default, whatever stands behind it in memory */
    for (uint32_t size = 0; size <= sizeof(fj_parse_options); size++) {
        unsigned char memory[sizeof(fj_parse_options)];
        memset(memory, 0xEE, sizeof memory);
        memset(memory, 0, size);
        memcpy(memory, &size, sizeof size);
        const int32_t code = parse_code(memory);
        /* No version ends inside of a word. */
        const bool good = size >= 8 && size % sizeof(void *) == 0;
        CHECK(code == (good ? FJ_OK : FJ_ERROR_OPTION), "size %u: %d", size, code);
    }
    uint32_t nesting[3] = {8, 1, 0xEEEEEEEE};
    CHECK(parse_code(nesting) == FJ_ERROR_NESTING, "the limit of a short struct");

    /* of a newer version: what we do not know must be zero */
    for (uint32_t more = 1; more <= 64; more++) {
        unsigned char memory[sizeof(fj_parse_options) + 64];
        memset(memory, 0, sizeof memory);
        const uint32_t size = (uint32_t)sizeof(fj_parse_options) + more;
        memcpy(memory, &size, sizeof size);
        CHECK(parse_code(memory) == FJ_OK, "size %u", size);
        memory[size - 1] = 1;
        CHECK(parse_code(memory) == FJ_ERROR_OPTION, "size %u, a byte that we do not know", size);
    }
    const uint32_t huge[2] = {UINT32_MAX, 0};
    CHECK(parse_code(huge) == FJ_ERROR_OPTION, "size 2^32 - 1");

    /* unique keys are looked at again after a failure: by a newer struct too */
    struct {
        fj_parse_options known;
        uint64_t more[4];
    } newer;
    memset(&newer, 0, sizeof newer);
    newer.known.size = sizeof newer;
    newer.known.duplicate_key = FJ_DUPLICATE_ERROR;
    fj_error error = {.size = sizeof error};
    CHECK(fj_validate("{\"a\":1,\"a\":2}", 13, &newer.known, &error) == FJ_ERROR_DUPLICATE_KEY &&
              error.offset == 7,
          "a newer struct: %d at %llu", error.code, (unsigned long long)error.offset);
}

int main(void)
{
    subject_begin();
    for (size_t turn = 0; turn < subject_kernel(turn); turn++) {
        test_nan();
        test_comments();
        test_trailing_comma();
        test_control_characters();
        test_invalid_escape();
        test_big_numbers();
        test_digits();
        test_surrogates();
        test_duplicates();
        test_many_members();
        test_limits();
        test_nesting();
    }
    test_range();
    test_sizes();
    return subject_finish();
}
