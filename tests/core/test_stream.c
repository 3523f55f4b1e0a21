/*
 * Several values in one text, whole and in pieces: what fj_parse_next gives is what is written down
 * here, or what fj_parse gives of each value alone; and whatever the pieces are, fj_stream_read
 * gives the same values, codes and places as one call over the whole.
 */
#include "stream_subject.h"

#define TEXT(literal) literal, sizeof(literal) - 1

/* ---- what is written down ---- */

typedef struct expectation {
    uint8_t kind;
    const char *text;
    size_t length;
    const char *log;
} expectation;

static const expectation expectations[] = {
    {FJ_SEQUENCE_VALUES, TEXT(""), ""},
    {FJ_SEQUENCE_VALUES, TEXT(" \n\t\r "), ""},
    {FJ_SEQUENCE_VALUES, TEXT("1 2"), "0-1 i1;\n2-3 i2;\n"},
    {FJ_SEQUENCE_VALUES, TEXT("12"), "0-2 i12;\n"},
    {FJ_SEQUENCE_VALUES, TEXT("{}{}"), "0-2 {}\n2-4 {}\n"},
    {FJ_SEQUENCE_VALUES, TEXT("[1][true]"), "0-3 [i1;]\n3-9 [t]\n"},
    {FJ_SEQUENCE_VALUES, TEXT("{}3[]\n null"), "0-2 {}\n2-3 i3;\n3-5 []\n7-11 n\n"},
    {FJ_SEQUENCE_VALUES, TEXT("true{}"), "0-4 t\n4-6 {}\n"},
    {FJ_SEQUENCE_VALUES, TEXT("[\"]\\\"[\"]1"), "0-8 [s\"]\\\"[\"]\n8-9 i1;\n"},
    {FJ_SEQUENCE_VALUES, TEXT("1true"), "unexpected_byte at 1 1:2 \n"},
    {FJ_SEQUENCE_VALUES, TEXT("truefalse"), "unexpected_byte at 4 1:5 \n"},
    {FJ_SEQUENCE_VALUES, TEXT("1-2"), "unexpected_byte at 1 1:2 \n"},
    {FJ_SEQUENCE_VALUES, TEXT("1,2"), "unexpected_byte at 1 1:2 \n"},
    {FJ_SEQUENCE_VALUES, TEXT("{},{}"), "0-2 {}\nunexpected_byte at 2 1:3 \n"},
    {FJ_SEQUENCE_VALUES, TEXT("[]\n]"), "0-2 []\nunexpected_byte at 3 2:1 \n"},
    {FJ_SEQUENCE_VALUES, TEXT("[] tru\n"), "0-2 []\nunexpected_byte at 6 1:7 \n"},
    {FJ_SEQUENCE_VALUES, TEXT("[] tru"), "0-2 []\nunexpected_end at 6 1:7 \n"},
    {FJ_SEQUENCE_VALUES, TEXT("1\n{\"a\":\n[1,x]}"), "0-1 i1;\nunexpected_byte at 11 3:4 /a/1\n"},
    {FJ_SEQUENCE_VALUES, TEXT("[}"), "unexpected_byte at 1 1:2 /0\n"},
    {FJ_SEQUENCE_VALUES, TEXT("[1] [01]"), "0-3 [i1;]\ninvalid_number at 6 1:7 /0\n"},
    {FJ_SEQUENCE_VALUES, TEXT("\xC3\xA9"), "unexpected_byte at 0 1:1 \n"},
    {FJ_SEQUENCE_VALUES, TEXT("[\"\xC3\xA9\"] x"),
     "0-6 [s\"\xC3\xA9\"]\nunexpected_byte at 7 1:7 \n"},
    {FJ_SEQUENCE_LINES, TEXT(""), ""},
    {FJ_SEQUENCE_LINES, TEXT("1\n2"), "0-2 i1;\n2-3 i2;\n"},
    {FJ_SEQUENCE_LINES, TEXT("1\r\n\n \n [2] \n"), "0-3 i1;\n7-12 [i2;]\n"},
    {FJ_SEQUENCE_LINES, TEXT("1 2\n3\n"), "trailing_content at 2 1:3 \n4-6 i3;\n"},
    {FJ_SEQUENCE_LINES, TEXT("[1,\n2]\n[3]"),
     "unexpected_end at 3 1:4 /1\ntrailing_content at 5 2:2 \n7-10 [i3;]\n"},
    {FJ_SEQUENCE_LINES, TEXT("\n{\"a\":x}\n\n\"\xC3\xA9\"y\nnull"),
     "unexpected_byte at 6 2:6 /a\ntrailing_content at 14 4:4 \n16-20 n\n"},
};

static void log_strings_plainly(bytes *out, const char *log)
{
    /* The oracle's dump has strings as s, their length, a colon and their bytes: see
     * bytes_add_string. */
    for (const char *p = log; *p != '\0';) {
        if (p[0] == 's' && p[1] == '"') {
            bytes string = {NULL, 0, 0};
            for (p += 2; *p != '"'; p++) {
                p += *p == '\\';
                bytes_add(&string, p, 1);
            }
            bytes_add_string(out, string.data, string.length);
            bytes_free(&string);
            p++;
        } else {
            bytes_add(out, p++, 1);
        }
    }
}

static void test_expectations(void)
{
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++) {
        const expectation *const e = &expectations[i];
        const stream_rules rules = stream_kind(e->kind);
        bytes expected = {NULL, 0, 0};
        log_strings_plainly(&expected, e->log);
        bytes log = stream_whole(e->text, e->length, &rules);
        CHECK(bytes_equal(&log, &expected), "%s: %s, not %s", subject_show(e->text, e->length),
              subject_show(log.data, log.length), subject_show(expected.data, expected.length));
        bytes_free(&log);
        bytes_free(&expected);
    }
}

/* ---- every cut ---- */

static const char *const pieces_of_text[] = {
    "{\"a\":[1,2.5e-3,\"x\\n\\u00e9\\ud83d\\ude00\"],\"b\":{}}",
    "\"a\\\\\"\"b\\\"\"",
    "[\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\"]",
    "-0.0e+1 ",
    "12345678901234567890123",
    "null",
    " \n ",
    "\n",
    "\r\n",
    "[[[]],{}]",
    "{\"a\":1,\"b\":2,\"a\":3}",
    "true",
    "1e400",
    "1e400]",
    "[1e999",
    "x",
    "]",
    "}{",
    "{\"a\":",
    "{\"a\"}",
    "[1,]",
    "[1,,2]",
    "\"\\ud83d\"",
    "\"\\udc00\\u12",
    "\"a\x01\"",
    "\"\xC3(\"",
    "\"\xE2\x82",
    "\xEF\xBB\xBF{}",
    "/* c */",
    "// c\n",
    "/",
    "/*\xC3*/",
    "/**",
    "NaN",
    "-Infinity",
    "Infinity1",
    "tru",
    "[nul]",
    "01",
    "-",
    "1.",
    ",",
    ":",
    "[{\"k/~\":[0,{\"z\":\n\n  tru }]}]",
    "[\n1\n]",
    "\0",
};

#define PIECES (sizeof pieces_of_text / sizeof *pieces_of_text)

static uint64_t random_state = 1;

static size_t random_below(size_t n)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (size_t)(random_state % n);
}

static stream_rules random_rules(void)
{
    stream_rules rules = stream_kind((uint8_t)random_below(3));
    fj_parse_options *const p = &rules.parse;
    rules.sequence.refuse_blank_lines =
        rules.sequence.kind == FJ_SEQUENCE_LINES && random_below(2) != 0;
    if (random_below(2) != 0) {
        p->allow_nan = random_below(2) != 0;
        p->allow_comments = random_below(2) != 0;
        p->allow_trailing_comma = random_below(2) != 0;
        p->allow_control_characters = random_below(2) != 0;
        p->allow_invalid_escape = random_below(2) != 0;
        p->duplicate_key = (uint8_t)random_below(2);
        p->big_numbers = (uint8_t)random_below(3);
        p->lone_surrogates = (uint8_t)random_below(3);
        p->max_nesting = (uint32_t)random_below(4);
    }
    if (random_below(4) == 0) {
        p->max_input_bytes = random_below(40);
    }
    return rules;
}

static size_t random_text(char *out, size_t room)
{
    size_t length = 0;
    const size_t parts = 1 + random_below(4);
    for (size_t i = 0; i < parts; i++) {
        const char *const part = pieces_of_text[random_below(PIECES)];
        const size_t n = strlen(part);
        if (length + n > room) {
            break;
        }
        memcpy(out + length, part, n);
        length += n;
    }
    return length;
}

/* One byte a piece, two pieces at all places, and some random pieces. */
static void test_every_cut(const char *text, size_t length, const stream_rules *rules)
{
    size_t cuts[512];
    bytes expected = stream_whole(text, length, rules);
    fj_stream *const stream = stream_make(rules);
    stream_compare(stream, text, length, NULL, 0, rules, &expected);
    for (size_t i = 0; i < length && i < 512; i++) {
        cuts[i] = i;
    }
    stream_compare(stream, text, length, cuts, length, rules, &expected);
    for (size_t i = 0; i <= length; i++) {
        stream_compare(stream, text, length, &i, 1, rules, &expected);
    }
    for (size_t turn = 0; turn < 4; turn++) {
        size_t count = 0;
        for (size_t i = 0; i < length; i += 1 + random_below(9)) {
            cuts[count++] = i;
        }
        stream_compare(stream, text, length, cuts, count, rules, &expected);
    }
    fj_stream_free(stream);
    bytes_free(&expected);
}

static void test_cuts(void)
{
    char text[400];
    for (size_t turn = check_share(6000); turn > 0; turn--) {
        const stream_rules rules = random_rules();
        const size_t length = random_text(text, sizeof text);
        subject_kernel(turn);
        test_every_cut(text, length, &rules);
    }
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++) {
        const stream_rules rules = stream_kind(expectations[i].kind);
        test_every_cut(expectations[i].text, expectations[i].length, &rules);
    }
}

/* ---- a value among others is what it is alone ---- */

static void test_alone(const char *text, size_t length, const fj_parse_options *options)
{
    static const char before[] = "[1]\n{\"a\":\"\xC3\xA9\"}\n \t";
    const size_t ahead = sizeof before - 1;
    char joined[600];
    memcpy(joined, before, ahead);
    memcpy(joined + ahead, text, length);
    const stream_rules rules = {stream_kind(FJ_SEQUENCE_VALUES).sequence, *options};
    fj_error alone = {.size = sizeof alone};
    const int32_t code = fj_parse(text, length, options, &stream_document, &alone);
    if (length == 0 || strchr(" \n\t\r/", *text) != NULL || code == FJ_ERROR_TRAILING_CONTENT) {
        return;
    }
    bytes log = stream_whole(joined, ahead + length, &rules);
    bytes expected = {NULL, 0, 0};
    const char *line = memchr(log.data, '\n', log.length);
    line = line != NULL ? memchr(line + 1, '\n', (size_t)(log.data + log.length - line - 1)) : NULL;
    if (code == FJ_OK) {
        (void)fj_parse(text, length, options, &stream_document, NULL);
        bytes dump = subject_dump_document(stream_document);
        size_t end = length; /* white space and comments after it are not the value's */
        CHECK(line != NULL && log.length >= dump.length, "%s", subject_show(text, end));
        if (line != NULL) {
            const char *const shown = memchr(line, ' ', (size_t)(log.data + log.length - line));
            CHECK(shown != NULL && (size_t)(log.data + log.length - shown) == dump.length + 2 &&
                      memcmp(shown + 1, dump.data, dump.length) == 0,
                  "%s: %s, alone %s", subject_show(joined, ahead + length),
                  subject_show(log.data, log.length), subject_show(dump.data, dump.length));
        }
        bytes_free(&dump);
    } else {
        alone.offset += ahead;
        alone.column += alone.line == 1 ? 2 : 0;
        alone.line += 2;
        (void)fj_parse("", 0, NULL, &stream_document, NULL);
        stream_log_fault(&expected, code, &alone);
        CHECK(line != NULL && (size_t)(log.data + log.length - line - 1) == expected.length &&
                  memcmp(line + 1, expected.data, expected.length) == 0,
              "%s: %s, alone %s", subject_show(joined, ahead + length),
              subject_show(log.data, log.length), subject_show(expected.data, expected.length));
    }
    bytes_free(&expected);
    bytes_free(&log);
}

static void test_values_alone(void)
{
    for (size_t i = 0; i < PIECES; i++) {
        for (size_t turn = 0; turn < 40; turn++) {
            stream_rules rules = random_rules();
            rules.parse.max_input_bytes = 0;
            test_alone(pieces_of_text[i], strlen(pieces_of_text[i]), &rules.parse);
        }
    }
}

/* ---- large values, whose ends are looked for by vectors ---- */

static size_t large_text(char *out, size_t size)
{
    size_t n = 0;
    out[n++] = '[';
    while (n < size) {
        static const char *const parts[] = {
            "\"\\\\\\\\\\\"]]}}\"",
            "{\"k\":[[],[{}]]}",
            "123",
            "\"\xE2\x82\xAC[\"",
            "[[[[1,2,3]]],\"\"]",
            "\"............................................................................\""};
        const char *const part = parts[random_below(sizeof parts / sizeof *parts)];
        if (out[n - 1] != '[') {
            out[n++] = ',';
        }
        memcpy(out + n, part, strlen(part));
        n += strlen(part);
    }
    out[n++] = ']';
    return n;
}

static void test_large(void)
{
    char *const text = malloc(100000);
    size_t cuts[100];
    for (size_t turn = 0; turn < 60 && text != NULL; turn++) {
        const stream_rules rules = stream_kind((uint8_t)(turn % 3));
        size_t length = large_text(text, 1 + random_below(20000));
        if (turn % 3 != 2) {
            text[length++] = turn % 3 == 1 ? '\n' : ' ';
            length += large_text(text + length, 1 + random_below(20000));
        }
        if (turn % 4 == 3) {
            text[random_below(length)] = "[]{}\"\\\x01\xFF,x"[random_below(10)];
        }
        subject_kernel(turn);
        bytes expected = stream_whole(text, length, &rules);
        fj_stream *const stream = stream_make(&rules);
        for (size_t again = 0; again < 6; again++) {
            size_t count = 0;
            for (size_t at = random_below(1000); at < length && count < 100;
                 at += 1 + random_below(1000)) {
                cuts[count++] = at;
            }
            stream_compare(stream, text, length, cuts, count, &rules, &expected);
        }
        fj_stream_free(stream);
        bytes_free(&expected);
    }
    free(text);
}

/* ---- what is wrong is not held for ever ---- */

static void test_refused_early(const char *begin, const char *unit, const int32_t expected[3])
{
    for (uint8_t kind = 0; kind < 3; kind++) {
        const stream_rules rules = stream_kind(kind);
        fj_stream *const stream = stream_make(&rules);
        size_t used;
        fj_error error = {.size = sizeof error};
        int32_t code =
            fj_stream_read(stream, begin, strlen(begin), &used, &stream_document, &error);
        size_t fed = 0;
        for (; code == FJ_MORE && fed < 2000000; fed += strlen(unit)) {
            code = fj_stream_read(stream, unit, strlen(unit), &used, &stream_document, &error);
        }
        CHECK(code == expected[kind] && fed < 600000, "%s%s...: %s after %zu bytes", begin, unit,
              fj_error_name(code), fed);
        CHECK(error.offset <= strlen(begin) + strlen(unit), "at %llu",
              (unsigned long long)error.offset);
        fj_stream_free(stream);
    }
}

static void test_wrong_and_endless(void)
{
    static const int32_t byte[3] = {FJ_ERROR_UNEXPECTED_BYTE, FJ_ERROR_UNEXPECTED_BYTE,
                                    FJ_ERROR_UNEXPECTED_BYTE};
    static const int32_t control[3] = {FJ_ERROR_CONTROL_CHARACTER, FJ_ERROR_CONTROL_CHARACTER,
                                       FJ_ERROR_CONTROL_CHARACTER};
    static const int32_t scalar[3] = {FJ_ERROR_UNEXPECTED_BYTE, FJ_ERROR_TRAILING_CONTENT,
                                      FJ_ERROR_TRAILING_CONTENT};
    test_refused_early("[", "1 2 ", byte);
    test_refused_early("[", "1.1.", byte);
    test_refused_early("[\"", "\x01", control);
    test_refused_early("", "1.1.", scalar);
}

/* ---- arguments and limits ---- */

static void test_arguments(void)
{
    stream_rules rules = stream_kind(FJ_SEQUENCE_ONE);
    fj_sequence at = {0};
    fj_stream *stream = NULL;
    size_t used = 7;
    CHECK(fj_parse_next("1", 1, &at, &rules.sequence, NULL, &stream_document, NULL) ==
              FJ_ERROR_OPTION,
          "one value");
    CHECK(fj_parse_next("1", 1, NULL, NULL, NULL, &stream_document, NULL) == FJ_ERROR_ARGUMENT,
          "no sequence");
    CHECK(fj_parse_next(NULL, 1, &at, NULL, NULL, &stream_document, NULL) == FJ_ERROR_ARGUMENT,
          "no text");
    CHECK(fj_parse_next(NULL, 0, &at, NULL, NULL, &stream_document, NULL) == FJ_END, "empty");
    at.offset = 2;
    CHECK(fj_parse_next("1", 1, &at, NULL, NULL, &stream_document, NULL) == FJ_ERROR_ARGUMENT,
          "beyond the text");
    rules.sequence.kind = 3;
    CHECK(fj_stream_new(&rules.sequence, NULL, &stream, NULL) == FJ_ERROR_OPTION && stream == NULL,
          "unknown kind");
    rules = stream_kind(FJ_SEQUENCE_VALUES);
    rules.sequence.refuse_blank_lines = 1;
    CHECK(fj_stream_new(&rules.sequence, NULL, &stream, NULL) == FJ_ERROR_OPTION, "blank values");
    rules.parse.borrow_text = 1;
    CHECK(fj_stream_new(NULL, &rules.parse, &stream, NULL) == FJ_ERROR_OPTION, "borrowing");
    CHECK(fj_stream_new(NULL, NULL, &stream, NULL) == FJ_OK, "defaults");
    CHECK(fj_stream_read(stream, "1 ", 2, NULL, &stream_document, NULL) == FJ_ERROR_ARGUMENT,
          "used");
    CHECK(fj_stream_read(stream, NULL, 2, &used, &stream_document, NULL) == FJ_ERROR_ARGUMENT &&
              used == 0,
          "no piece");
    CHECK(fj_stream_read(stream, NULL, 0, &used, &stream_document, NULL) == FJ_MORE, "empty piece");
    CHECK(fj_stream_finish(stream, &stream_document, NULL) == FJ_END, "nothing");
    CHECK(fj_stream_read(stream, "1", 1, &used, &stream_document, NULL) == FJ_ERROR_STATE,
          "finished");
    CHECK(fj_stream_finish(stream, &stream_document, NULL) == FJ_END, "finished twice");
    fj_stream_free(stream);
    fj_stream_free(NULL);
    fj_stream_reset(NULL);
}

int main(void)
{
    stream_begin();
    test_expectations();
    test_values_alone();
    test_cuts();
    test_large();
    test_wrong_and_endless();
    test_arguments();
    return stream_end();
}
