/*
 * Text to text: minify and format by hand, and format against what fj_generate writes of the parsed
 * document, byte for byte, for thousands of texts and options of every mixture.
 *
 * argv: how many texts (default 60000), the seed (default 1).
 */
#include "mutate.h"
#include "subject.h"

static void minifies(const char *text, const fj_parse_options *options, const char *expected)
{
    fj_buffer out = {NULL, 0, 0};
    CHECK(fj_minify(text, strlen(text), options, &out, NULL) == FJ_OK, "%s", text);
    CHECK_TEXT(out.data, out.length, expected);
    fj_buffer_free(&out);
}

static void test_minify(void)
{
    minifies(" 1 ", NULL, "1");
    minifies("[ ]", NULL, "[]");
    minifies("{ }\n", NULL, "{}");
    minifies("\t[ 1 , 2.50 , -0 , 1E+05 ]", NULL, "[1,2.50,-0,1E+05]");
    minifies("{ \"a b\" : \"c  d\" , \"\\u0065\" : [ { } ] }", NULL,
             "{\"a b\":\"c  d\",\"\\u0065\":[{}]}");
    minifies("{\"a\":1,\"a\" :2}", NULL, "{\"a\":1,\"a\":2}");
    minifies("18446744073709551616", NULL, "18446744073709551616");
    const fj_parse_options lenient = {.size = sizeof lenient,
                                      .allow_nan = 1,
                                      .allow_comments = 1,
                                      .allow_trailing_comma = 1,
                                      .allow_control_characters = 1,
                                      .allow_invalid_escape = 1};
    minifies("/* a */ [ NaN , // b\n -Infinity , \"\\q\t\" , 1e999, ] // c", &lenient,
             "[NaN,-Infinity,\"\\q\t\",1e999]");
    minifies("{\"a\":[1,],/**/}", &lenient, "{\"a\":[1]}");
}

static void formats(const char *text, const fj_generate_options *options, const char *expected)
{
    fj_buffer out = {NULL, 0, 0};
    fj_error error = {.size = sizeof error};
    CHECK(fj_format(text, strlen(text), NULL, options, &out, &error) == FJ_OK, "%s: %s", text,
          error.message);
    CHECK_TEXT(out.data, out.length, expected);
    fj_buffer_free(&out);
}

static void test_format(void)
{
    const fj_generate_options pretty = {.size = sizeof pretty,
                                        .indent = "  ",
                                        .indent_length = 2,
                                        .space = " ",
                                        .space_length = 1,
                                        .object_nl = "\n",
                                        .object_nl_length = 1,
                                        .array_nl = "\n",
                                        .array_nl_length = 1};
    const fj_generate_options sorted = {.size = sizeof sorted, .sort_keys = 1};
    formats(" [ 1 , \"\\u0041\\/\" , 1.50 , {} ] ", NULL, "[1,\"A/\",1.5,{}]");
    formats("{\"a\":1,\"b\":[2],\"a\":3}", NULL, "{\"a\":3,\"b\":[2]}");
    formats("{\"a\":[1,{}],\"b\":{\"c\":null}}", &pretty,
            "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": {\n    \"c\": null\n  }\n}");
    formats("{\"b\":1,\"a\":2,\"\xF0\x9F\x98\x80\":3,\"\xEF\xBC\xA1\":4}", &sorted,
            "{\"a\":2,\"b\":1,\"\xF0\x9F\x98\x80\":3,\"\xEF\xBC\xA1\":4}");
}

static fj_generate_options generate_options(random_state *r)
{
    fj_generate_options o;
    memset(&o, 0, sizeof o);
    o.size = sizeof o;
    const uint64_t flags = random_next(r);
    if (flags & 1) {
        o.indent = "\t";
        o.indent_length = 1;
        o.object_nl = o.array_nl = "\n";
        o.object_nl_length = o.array_nl_length = 1;
        o.space = "  ";
        o.space_length = flags >> 1 & 2;
    }
    o.ascii_only = flags >> 3 & 1;
    o.script_safe = flags >> 4 & 1;
    o.sort_keys = flags >> 5 & 1;
    o.nan = (uint8_t)random_below(r, 3);
    o.lone_surrogates = (uint8_t)random_below(r, 3);
    if ((flags >> 6 & 7) == 0) {
        o = (fj_generate_options){.size = sizeof o, .canonical = 1};
    }
    o.max_nesting = flags >> 9 & 3 ? 0 : 3;
    o.max_output_bytes = flags >> 11 & 3 ? 0 : 30;
    return o;
}

/* The same code, the same error, the same bytes by both ways. */
static void compare(const char *text, size_t length, const fj_parse_options *parse,
                    const fj_generate_options *generate)
{
    static fj_document *document;
    static fj_buffer formatted;
    static fj_buffer generated;
    fj_error expected = {.size = sizeof expected};
    fj_error error = {.size = sizeof error};
    int32_t code = fj_parse(text, length, parse, &document, &expected);
    if (code == FJ_OK) {
        code = fj_generate(fj_document_root(document), generate, &generated, &expected);
    } else {
        generated.length = 0;
    }
    const int32_t own = fj_format(text, length, parse, generate, &formatted, &error);
    CHECK(own == code, "%s: format %d, parse and generate %d", subject_show(text, length), own,
          code);
    CHECK(code == FJ_OK || subject_error_equal(&error, &expected), "%s: %s \"%s\", not %s \"%s\"",
          subject_show(text, length), error.message, error.pointer, expected.message,
          expected.pointer);
    CHECK(formatted.length == generated.length &&
              (formatted.length == 0 ||
               memcmp(formatted.data, generated.data, formatted.length) == 0),
          "%s: format %s, generate %s", subject_show(text, length),
          subject_show(formatted.data, formatted.length),
          subject_show(generated.data, generated.length));
    if (code != FJ_OK) {
        return;
    }
    /* What was written by the strict rules is JSON, and what it says is what was read. */
    if (generate != NULL && generate->nan == FJ_NAN_LITERAL) {
        return;
    }
    const fj_parse_options keep = {.size = sizeof keep,
                                   .max_number_digits = 100000,
                                   .big_numbers = parse != NULL ? parse->big_numbers : 0,
                                   .lone_surrogates = FJ_READ_SURROGATES_KEEP};
    CHECK(fj_format(formatted.data, formatted.length, &keep, generate, &generated, &error) == FJ_OK,
          "%s: wrote %s, which is not JSON: %s", subject_show(text, length),
          subject_show(formatted.data, formatted.length), error.message);
    CHECK(formatted.length == generated.length &&
              memcmp(formatted.data, generated.data, formatted.length) == 0,
          "%s: formatted %s, once more %s", subject_show(text, length),
          subject_show(formatted.data, formatted.length),
          subject_show(generated.data, generated.length));
}

int main(int argc, char **argv)
{
    const unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 0) : 60000;
    random_state random = random_seed(argc > 2 ? strtoul(argv[2], NULL, 0) : 1);
    test_minify();
    test_format();
    for (unsigned long i = 0; i < count; i++) {
        char text[MUTATE_MAX];
        const size_t length = mutate_text(&random, text);
        const fj_parse_options parse = mutate_options(&random);
        const fj_generate_options generate = generate_options(&random);
        subject_kernel(i);
        compare(text, length, i & 1 ? &parse : NULL, i & 2 ? &generate : NULL);
    }
    return check_finish();
}
