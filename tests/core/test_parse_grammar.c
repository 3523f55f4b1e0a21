/*
 * The grammar of RFC 8259, production by production: what it takes, and what it refuses with the
 * exact code, offset, line, column and JSON Pointer. All expected values are worked out by hand.
 */
#include "subject.h"

#define TEXT(literal) (literal), sizeof(literal) - 1

static void accepts(const char *text, size_t length, const char *dump)
{
    subject s = subject_read(text, length, NULL);
    CHECK(s.code == FJ_OK, "%s: %s at %llu", subject_show(text, length), fj_error_name(s.code),
          (unsigned long long)s.error.offset);
    if (s.code == FJ_OK) {
        CHECK_TEXT(s.dump.data, s.dump.length, dump);
    }
    subject_free(&s);
}

typedef struct refusal {
    const char *text;
    size_t length;
    int32_t code;
    uint64_t offset;
    uint64_t line;
    uint64_t column;
    const char *pointer;
} refusal;

static void refuses(const refusal *r)
{
    subject s = subject_read(r->text, r->length, NULL);
    const fj_error *const e = &s.error;
    CHECK(s.code == r->code, "%s: %s", subject_show(r->text, r->length), fj_error_name(s.code));
    CHECK(e->offset == r->offset, "%s: offset %llu", subject_show(r->text, r->length),
          (unsigned long long)e->offset);
    CHECK(e->line == r->line && e->column == r->column, "%s: %llu:%llu",
          subject_show(r->text, r->length), (unsigned long long)e->line,
          (unsigned long long)e->column);
    CHECK_TEXT(e->pointer, e->pointer_length, r->pointer);
    subject_free(&s);
}

/* Section 2: ws, the six structural characters; section 3: the literals. */
static void test_tokens(void)
{
    accepts(TEXT("null"), "n");
    accepts(TEXT("true"), "t");
    accepts(TEXT("false"), "f");
    accepts(TEXT(" null"), "n");
    accepts(TEXT("null "), "n");
    accepts(TEXT(" \t\n\r null\r\n\t "), "n");
    accepts(TEXT("[]"), "[]");
    accepts(TEXT("{}"), "{}");
    accepts(TEXT(" [ ] "), "[]");
    accepts(TEXT("\n{\t}\r"), "{}");
    accepts(TEXT("[null]"), "[n]");
    accepts(TEXT("[null,true,false]"), "[ntf]");
    accepts(TEXT(" [ null , true ] "), "[nt]");
    accepts(TEXT("{\"a\":null}"), "{s1:an}");
    accepts(TEXT("{\"a\":[],\"b\":{}}"), "{s1:a[]s1:b{}}");
    accepts(TEXT(" { \"a\" : [ ] , \"b\" : { } } "), "{s1:a[]s1:b{}}");
    accepts(TEXT("{\"\":{\"\":{}}}"), "{s0:{s0:{}}}");
    accepts(TEXT("[[],[[]],[[[]]]]"), "[[][[]][[[]]]]");
    accepts(TEXT("                                        1"), "i1;");
    accepts(TEXT("1\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n"), "i1;");
}

/* Section 6. */
static void test_numbers(void)
{
    accepts(TEXT("0"), "i0;");
    accepts(TEXT("-0"), "i0;");
    accepts(TEXT("7"), "i7;");
    accepts(TEXT("-19"), "i-19;");
    accepts(TEXT("1234567890"), "i1234567890;");
    accepts(TEXT("9223372036854775807"), "i9223372036854775807;");
    accepts(TEXT("9223372036854775808"), "u9223372036854775808;");
    accepts(TEXT("18446744073709551615"), "u18446744073709551615;");
    accepts(TEXT("18446744073709551616"), "b18446744073709551616;");
    accepts(TEXT("-9223372036854775808"), "i-9223372036854775808;");
    accepts(TEXT("-9223372036854775809"), "b-9223372036854775809;");
    accepts(TEXT("99999999999999999999999999999999999999"),
            "b99999999999999999999999999999999999999;");
    accepts(TEXT("0.0"), "d0000000000000000");
    accepts(TEXT("-0.0"), "d8000000000000000");
    accepts(TEXT("1.0"), "d3ff0000000000000");
    accepts(TEXT("-1.5"), "dbff8000000000000");
    accepts(TEXT("1e0"), "d3ff0000000000000");
    accepts(TEXT("1E0"), "d3ff0000000000000");
    accepts(TEXT("10e-1"), "d3ff0000000000000");
    accepts(TEXT("0.1e+1"), "d3ff0000000000000");
    accepts(TEXT("0.1E01"), "d3ff0000000000000");
    accepts(TEXT("0e2147483648"), "d0000000000000000");
    accepts(TEXT("0e-99999999999999999999999"), "d0000000000000000");
    accepts(TEXT("1e-99999999999999999999999"), "d0000000000000000");
    accepts(TEXT("-1e-400"), "d8000000000000000");
    accepts(TEXT("5e-324"), "d0000000000000001");
    accepts(TEXT("1.7976931348623157e308"), "d7fefffffffffffff");
    accepts(TEXT("[1,-2,3.5]"), "[i1;i-2;d400c000000000000]");
}

/* Section 7; more of it in test_string.c. */
static void test_strings(void)
{
    accepts(TEXT("\"\""), "s0:");
    accepts(TEXT("\"a\""), "s1:a");
    accepts(TEXT("\" !#[]~\x7f\""), "s7: !#[]~\x7f");
    accepts(TEXT("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\""), "s8:\"\\/\b\f\n\r\t");
    accepts(TEXT("\"\\u0041\\u00e9\\u65E5\\ud83d\\uDE00\""),
            "s10:A\xC3\xA9\xE6\x97\xA5\xF0\x9F\x98\x80");
    accepts(TEXT("\"\xC3\xA9\xE6\x97\xA5\xF0\x9F\x98\x80\""),
            "s9:\xC3\xA9\xE6\x97\xA5\xF0\x9F\x98\x80");
    accepts(TEXT("\"\\uFFFF\\uFDD0\\ue000\\uD7FF\""),
            "s12:\xEF\xBF\xBF\xEF\xB7\x90\xEE\x80\x80\xED\x9F\xBF");
    accepts(TEXT("\"\\uDBFF\\uDFFF\""), "s4:\xF4\x8F\xBF\xBF");
    accepts(TEXT("\"\xEF\xBB\xBF\""), "s3:\xEF\xBB\xBF"); /* U+FEFF is a mark at the start only */
    subject s = subject_read(TEXT("\"\\u0000\""), NULL);
    CHECK(s.dump.length == 4 && memcmp(s.dump.data, "s1:\0", 4) == 0, "U+0000 by its escape");
    subject_free(&s);
}

static void test_refused(void)
{
    static const refusal list[] = {
        /* nothing */
        {TEXT(""), FJ_ERROR_UNEXPECTED_END, 0, 1, 1, ""},
        {TEXT(" "), FJ_ERROR_UNEXPECTED_END, 1, 1, 2, ""},
        {TEXT("\n\n \t"), FJ_ERROR_UNEXPECTED_END, 4, 3, 3, ""},
        {TEXT("\0"), FJ_ERROR_UNEXPECTED_BYTE, 0, 1, 1, ""},
        {TEXT("\x0b"), FJ_ERROR_UNEXPECTED_BYTE, 0, 1, 1, ""},
        {TEXT("\xEF\xBB\xBF[]"), FJ_ERROR_UNEXPECTED_BYTE, 0, 1, 1, ""},
        {TEXT("\xC2\xA0 1"), FJ_ERROR_UNEXPECTED_BYTE, 0, 1, 1, ""},
        /* literals */
        {TEXT("n"), FJ_ERROR_UNEXPECTED_END, 1, 1, 2, ""},
        {TEXT("nul"), FJ_ERROR_UNEXPECTED_END, 3, 1, 4, ""},
        {TEXT("nulL"), FJ_ERROR_UNEXPECTED_BYTE, 3, 1, 4, ""},
        {TEXT("[nullx]"), FJ_ERROR_UNEXPECTED_BYTE, 5, 1, 6, "/0"},
        {TEXT("nullx"), FJ_ERROR_TRAILING_CONTENT, 4, 1, 5, ""},
        {TEXT("t"), FJ_ERROR_UNEXPECTED_END, 1, 1, 2, ""},
        {TEXT("tr]"), FJ_ERROR_UNEXPECTED_BYTE, 2, 1, 3, ""},
        {TEXT("TRUE"), FJ_ERROR_UNEXPECTED_BYTE, 0, 1, 1, ""},
        {TEXT("f"), FJ_ERROR_UNEXPECTED_END, 1, 1, 2, ""},
        {TEXT("fals"), FJ_ERROR_UNEXPECTED_END, 4, 1, 5, ""},
        {TEXT("falsy"), FJ_ERROR_UNEXPECTED_BYTE, 4, 1, 5, ""},
        {TEXT("NaN"), FJ_ERROR_UNEXPECTED_BYTE, 0, 1, 1, ""},
        {TEXT("[NaN]"), FJ_ERROR_UNEXPECTED_BYTE, 1, 1, 2, "/0"},
        {TEXT("Infinity"), FJ_ERROR_UNEXPECTED_BYTE, 0, 1, 1, ""},
        {TEXT("-Infinity"), FJ_ERROR_INVALID_NUMBER, 1, 1, 2, ""},
        /* arrays */
        {TEXT("["), FJ_ERROR_UNEXPECTED_END, 1, 1, 2, "/0"},
        {TEXT("[ "), FJ_ERROR_UNEXPECTED_END, 2, 1, 3, "/0"},
        {TEXT("[1"), FJ_ERROR_UNEXPECTED_END, 2, 1, 3, "/0"},
        {TEXT("[1 "), FJ_ERROR_UNEXPECTED_END, 3, 1, 4, "/0"},
        {TEXT("[1,"), FJ_ERROR_UNEXPECTED_END, 3, 1, 4, "/1"},
        {TEXT("[1,]"), FJ_ERROR_UNEXPECTED_BYTE, 3, 1, 4, "/1"},
        {TEXT("[,"), FJ_ERROR_UNEXPECTED_BYTE, 1, 1, 2, "/0"},
        {TEXT("[1,,"), FJ_ERROR_UNEXPECTED_BYTE, 3, 1, 4, "/1"},
        {TEXT("[1}"), FJ_ERROR_UNEXPECTED_BYTE, 2, 1, 3, "/0"},
        {TEXT("[}"), FJ_ERROR_UNEXPECTED_BYTE, 1, 1, 2, "/0"},
        {TEXT("[1 2"), FJ_ERROR_UNEXPECTED_BYTE, 3, 1, 4, "/0"},
        {TEXT("[:"), FJ_ERROR_UNEXPECTED_BYTE, 1, 1, 2, "/0"},
        {TEXT("[1:"), FJ_ERROR_UNEXPECTED_BYTE, 2, 1, 3, "/0"},
        {TEXT("]"), FJ_ERROR_UNEXPECTED_BYTE, 0, 1, 1, ""},
        {TEXT("[]]"), FJ_ERROR_TRAILING_CONTENT, 2, 1, 3, ""},
        {TEXT("[] []"), FJ_ERROR_TRAILING_CONTENT, 3, 1, 4, ""},
        {TEXT("[],"), FJ_ERROR_TRAILING_CONTENT, 2, 1, 3, ""},
        {TEXT("[[1,2],[3,4],[5,x"), FJ_ERROR_UNEXPECTED_BYTE, 16, 1, 17, "/2/1"},
        {TEXT("[/**/1]"), FJ_ERROR_UNEXPECTED_BYTE, 1, 1, 2, "/0"},
        {TEXT("[1]//"), FJ_ERROR_TRAILING_CONTENT, 3, 1, 4, ""},
        /* objects */
        {TEXT("{"), FJ_ERROR_UNEXPECTED_END, 1, 1, 2, ""},
        {TEXT("{ "), FJ_ERROR_UNEXPECTED_END, 2, 1, 3, ""},
        {TEXT("{]"), FJ_ERROR_UNEXPECTED_BYTE, 1, 1, 2, ""},
        {TEXT("{,"), FJ_ERROR_UNEXPECTED_BYTE, 1, 1, 2, ""},
        {TEXT("{1"), FJ_ERROR_UNEXPECTED_BYTE, 1, 1, 2, ""},
        {TEXT("{[]:1}"), FJ_ERROR_UNEXPECTED_BYTE, 1, 1, 2, ""},
        {TEXT("{'a'"), FJ_ERROR_UNEXPECTED_BYTE, 1, 1, 2, ""},
        {TEXT("{\""), FJ_ERROR_UNEXPECTED_END, 2, 1, 3, ""},
        {TEXT("{\"a"), FJ_ERROR_UNEXPECTED_END, 3, 1, 4, ""},
        {TEXT("{\"a\""), FJ_ERROR_UNEXPECTED_END, 4, 1, 5, ""},
        {TEXT("{\"a\" "), FJ_ERROR_UNEXPECTED_END, 5, 1, 6, ""},
        {TEXT("{\"a\"}"), FJ_ERROR_UNEXPECTED_BYTE, 4, 1, 5, ""},
        {TEXT("{\"a\",1}"), FJ_ERROR_UNEXPECTED_BYTE, 4, 1, 5, ""},
        {TEXT("{\"a\":"), FJ_ERROR_UNEXPECTED_END, 5, 1, 6, "/a"},
        {TEXT("{\"a\":}"), FJ_ERROR_UNEXPECTED_BYTE, 5, 1, 6, "/a"},
        {TEXT("{\"a\":,"), FJ_ERROR_UNEXPECTED_BYTE, 5, 1, 6, "/a"},
        {TEXT("{\"a\":1"), FJ_ERROR_UNEXPECTED_END, 6, 1, 7, "/a"},
        {TEXT("{\"a\":1]"), FJ_ERROR_UNEXPECTED_BYTE, 6, 1, 7, "/a"},
        {TEXT("{\"a\":1:"), FJ_ERROR_UNEXPECTED_BYTE, 6, 1, 7, "/a"},
        {TEXT("{\"a\":1 \"b\""), FJ_ERROR_UNEXPECTED_BYTE, 7, 1, 8, "/a"},
        {TEXT("{\"a\":1,"), FJ_ERROR_UNEXPECTED_END, 7, 1, 8, ""},
        {TEXT("{\"a\":1,}"), FJ_ERROR_UNEXPECTED_BYTE, 7, 1, 8, ""},
        {TEXT("{\"a\":1,,"), FJ_ERROR_UNEXPECTED_BYTE, 7, 1, 8, ""},
        {TEXT("{\"a\":1,2"), FJ_ERROR_UNEXPECTED_BYTE, 7, 1, 8, ""},
        {TEXT("{\"a\":1,\"b\":2,\"c\"?"), FJ_ERROR_UNEXPECTED_BYTE, 16, 1, 17, ""},
        {TEXT("}"), FJ_ERROR_UNEXPECTED_BYTE, 0, 1, 1, ""},
        {TEXT("{}}"), FJ_ERROR_TRAILING_CONTENT, 2, 1, 3, ""},
        {TEXT(":"), FJ_ERROR_UNEXPECTED_BYTE, 0, 1, 1, ""},
        {TEXT(","), FJ_ERROR_UNEXPECTED_BYTE, 0, 1, 1, ""},
        /* numbers */
        {TEXT("-"), FJ_ERROR_UNEXPECTED_END, 1, 1, 2, ""},
        {TEXT("[-]"), FJ_ERROR_INVALID_NUMBER, 2, 1, 3, "/0"},
        {TEXT("-a"), FJ_ERROR_INVALID_NUMBER, 1, 1, 2, ""},
        {TEXT("--1"), FJ_ERROR_INVALID_NUMBER, 1, 1, 2, ""},
        {TEXT("-.1"), FJ_ERROR_INVALID_NUMBER, 1, 1, 2, ""},
        {TEXT("+1"), FJ_ERROR_UNEXPECTED_BYTE, 0, 1, 1, ""},
        {TEXT(".1"), FJ_ERROR_UNEXPECTED_BYTE, 0, 1, 1, ""},
        {TEXT("00"), FJ_ERROR_INVALID_NUMBER, 1, 1, 2, ""},
        {TEXT("-012"), FJ_ERROR_INVALID_NUMBER, 2, 1, 3, ""},
        {TEXT("1."), FJ_ERROR_UNEXPECTED_END, 2, 1, 3, ""},
        {TEXT("[1.]"), FJ_ERROR_INVALID_NUMBER, 3, 1, 4, "/0"},
        {TEXT("[1.e1]"), FJ_ERROR_INVALID_NUMBER, 3, 1, 4, "/0"},
        {TEXT("1e"), FJ_ERROR_UNEXPECTED_END, 2, 1, 3, ""},
        {TEXT("1E+"), FJ_ERROR_UNEXPECTED_END, 3, 1, 4, ""},
        {TEXT("[1e]"), FJ_ERROR_INVALID_NUMBER, 3, 1, 4, "/0"},
        {TEXT("[1e-]"), FJ_ERROR_INVALID_NUMBER, 4, 1, 5, "/0"},
        {TEXT("[1e+-1]"), FJ_ERROR_INVALID_NUMBER, 4, 1, 5, "/0"},
        {TEXT("1e1.5"), FJ_ERROR_TRAILING_CONTENT, 3, 1, 4, ""},
        {TEXT("1.5.5"), FJ_ERROR_TRAILING_CONTENT, 3, 1, 4, ""},
        {TEXT("0x1"), FJ_ERROR_TRAILING_CONTENT, 1, 1, 2, ""},
        {TEXT("[1_000]"), FJ_ERROR_UNEXPECTED_BYTE, 2, 1, 3, "/0"},
        {TEXT("1-1"), FJ_ERROR_TRAILING_CONTENT, 1, 1, 2, ""},
        {TEXT("[0, 1e309]"), FJ_ERROR_NUMBER_OUT_OF_RANGE, 4, 1, 5, "/1"},
        {TEXT("-1e400"), FJ_ERROR_NUMBER_OUT_OF_RANGE, 0, 1, 1, ""},
        /* strings */
        {TEXT("\""), FJ_ERROR_UNEXPECTED_END, 1, 1, 2, ""},
        {TEXT("\"abc"), FJ_ERROR_UNEXPECTED_END, 4, 1, 5, ""},
        {TEXT("\"\\"), FJ_ERROR_UNEXPECTED_END, 2, 1, 3, ""},
        {TEXT("\"\\\""), FJ_ERROR_UNEXPECTED_END, 3, 1, 4, ""},
        {TEXT("\"\\u"), FJ_ERROR_UNEXPECTED_END, 3, 1, 4, ""},
        {TEXT("\"\\u12"), FJ_ERROR_UNEXPECTED_END, 5, 1, 6, ""},
        {TEXT("\"\\u12\""), FJ_ERROR_INVALID_ESCAPE, 5, 1, 6, ""},
        {TEXT("\"\\u000g\""), FJ_ERROR_INVALID_ESCAPE, 6, 1, 7, ""},
        {TEXT("\"\\e\""), FJ_ERROR_INVALID_ESCAPE, 2, 1, 3, ""},
        {TEXT("\"\\\0\""), FJ_ERROR_INVALID_ESCAPE, 2, 1, 3, ""},
        {TEXT("\"\\\xC3\xA9\""), FJ_ERROR_INVALID_ESCAPE, 2, 1, 3, ""},
        {TEXT("\"\n\""), FJ_ERROR_CONTROL_CHARACTER, 1, 1, 2, ""},
        {TEXT("\"ab\0\""), FJ_ERROR_CONTROL_CHARACTER, 3, 1, 4, ""},
        {TEXT("[\"\x1f\"]"), FJ_ERROR_CONTROL_CHARACTER, 2, 1, 3, "/0"},
        {TEXT("\"\x80\""), FJ_ERROR_INVALID_UTF8, 1, 1, 2, ""},
        {TEXT("\"\xC3\""), FJ_ERROR_INVALID_UTF8, 2, 1, 3, ""},
        {TEXT("\"\xC3"), FJ_ERROR_UNEXPECTED_END, 2, 1, 3, ""},
        {TEXT("\"\xF0\x9F\x98"), FJ_ERROR_UNEXPECTED_END, 4, 1, 3, ""},
        {TEXT("\"\xF0\x9F\x98\""), FJ_ERROR_INVALID_UTF8, 4, 1, 3, ""},
        {TEXT("\"\xED\xA0\x80\""), FJ_ERROR_INVALID_UTF8, 2, 1, 3, ""},
        {TEXT("\"\xF4\x90\x80\x80\""), FJ_ERROR_INVALID_UTF8, 2, 1, 3, ""},
        /* surrogates: the second hex digit tells a low one, whatever comes after it */
        {TEXT("\"\\udc00\""), FJ_ERROR_INVALID_SURROGATE, 4, 1, 5, ""},
        {TEXT("\"\\uDFFF\""), FJ_ERROR_INVALID_SURROGATE, 4, 1, 5, ""},
        {TEXT("\"\\udc"), FJ_ERROR_INVALID_SURROGATE, 4, 1, 5, ""},
        {TEXT("\"\\udcx0\""), FJ_ERROR_INVALID_SURROGATE, 4, 1, 5, ""},
        {TEXT("\"\\ud"), FJ_ERROR_UNEXPECTED_END, 4, 1, 5, ""},
        {TEXT("\"\\ud8"), FJ_ERROR_UNEXPECTED_END, 5, 1, 6, ""},
        {TEXT("\"\\ud83d"), FJ_ERROR_UNEXPECTED_END, 7, 1, 8, ""},
        {TEXT("\"\\ud83d\""), FJ_ERROR_INVALID_SURROGATE, 7, 1, 8, ""},
        {TEXT("\"\\ud83d\\"), FJ_ERROR_UNEXPECTED_END, 8, 1, 9, ""},
        {TEXT("\"\\ud83d\\n\""), FJ_ERROR_INVALID_SURROGATE, 8, 1, 9, ""},
        {TEXT("\"\\ud83d\\x\""), FJ_ERROR_INVALID_SURROGATE, 8, 1, 9, ""},
        {TEXT("\"\\ud83d\\u"), FJ_ERROR_UNEXPECTED_END, 9, 1, 10, ""},
        {TEXT("\"\\ud83d\\u0041\""), FJ_ERROR_INVALID_SURROGATE, 9, 1, 10, ""},
        {TEXT("\"\\ud83d\\ug\""), FJ_ERROR_INVALID_ESCAPE, 9, 1, 10, ""},
        {TEXT("\"\\ud83d\\ud"), FJ_ERROR_UNEXPECTED_END, 10, 1, 11, ""},
        {TEXT("\"\\ud83d\\ud83d\""), FJ_ERROR_INVALID_SURROGATE, 10, 1, 11, ""},
        {TEXT("\"\\ud83d\\ude"), FJ_ERROR_UNEXPECTED_END, 11, 1, 12, ""},
        {TEXT("\"\\ud83d\\udeg\""), FJ_ERROR_INVALID_ESCAPE, 11, 1, 12, ""},
        {TEXT("\"\\ud83d\\ude0"), FJ_ERROR_UNEXPECTED_END, 12, 1, 13, ""},
        {TEXT("\"\\ud83d\\ude0\""), FJ_ERROR_INVALID_ESCAPE, 12, 1, 13, ""},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        refuses(&list[i]);
    }
}

/* Every byte at every kind of place: kernels sort bytes by tables, of which one slot may be wrong.
 */
static void test_every_byte(void)
{
    static const char *const places[] = {
        "?",
        "?1",
        "1?",
        "[?]",
        "[1?]",
        "[1?2]",
        "[1,?2]",
        "[[]?]",
        "{?}",
        "{\"a\"?1}",
        "{\"a\":?1}",
        "{\"a\":1?}",
        "{\"a\":1?\"b\":2}",
        "\"?\"",
        "\"\\?\"",
        "[\"a\"?\"b\"]",
        "[nul?]",
        "[null?]",
        "[true?,1]",
        "[1.5?]",
        "[-?]",
        "[1e?]",
        "[\"a?",
        "[?",
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const size_t length = strlen(places[i]);
        char text[32];
        memcpy(text, places[i], length);
        char *const place = memchr(text, '?', length);
        for (unsigned byte = 0; byte < 256; byte++) {
            *place = (char)byte;
            subject_against_oracle(text, length, NULL);
        }
    }
}

int main(void)
{
    subject_begin();
    for (size_t turn = 0; turn < subject_kernel(turn); turn++) {
        test_tokens();
        test_numbers();
        test_strings();
        test_refused();
        test_every_byte();
    }
    return subject_finish();
}
