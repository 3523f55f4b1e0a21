/*
 * Calls in an order that the input chooses, made to a builder, to a generator into a buffer and to
 * one that flushes. A model of a few lines says which are refused. What is accepted is the same
 * text by both generators, and reads to the builder's values.
 */
#include <math.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define DEPTH_MAX 60 /* below each max_nesting that the model does not know of */

enum state { ARRAY, KEY, VALUE };

typedef struct calls {
    fj_builder *builder;
    fj_generator *generators[2];
    bytes flushed;
    enum state open[DEPTH_MAX + 1];
    size_t depth;
    bool rooted;
    bool kept; /* all calls but fj_builder_number: kinds are known */
    bool nan;
    int32_t code; /* of the first call that failed */
} calls;

static int32_t take(void *context, const char *data, size_t length)
{
    bytes_add(context, data, length);
    return FJ_OK;
}

/* All three must say so. */
static void expect(calls *c, const char *call, int32_t code, int32_t builder, int32_t generator,
                   int32_t flushing)
{
    if (c->code == FJ_OK) {
        c->code = code;
    }
    CHECK(builder == c->code && generator == c->code && flushing == c->code,
          "%s: %s, %s and %s, not %s", call, fj_error_name(builder), fj_error_name(generator),
          fj_error_name(flushing), fj_error_name(c->code));
}

#define CALL(c, code, name)                                 \
    expect(c, #name, code, fj_builder_##name((c)->builder), \
           fj_generator_##name((c)->generators[0]), fj_generator_##name((c)->generators[1]))

#define CALL_WITH(c, code, name, ...)                                    \
    expect(c, #name, code, fj_builder_##name((c)->builder, __VA_ARGS__), \
           fj_generator_##name((c)->generators[0], __VA_ARGS__),         \
           fj_generator_##name((c)->generators[1], __VA_ARGS__))

/* Whether a value may come now; and that one has come. */
static int32_t value_may(const calls *c)
{
    if (c->depth == 0) {
        return c->rooted ? FJ_ERROR_STATE : FJ_OK;
    }
    return c->open[c->depth - 1] == KEY ? FJ_ERROR_STATE : FJ_OK;
}

static int32_t value_comes(calls *c)
{
    const int32_t code = value_may(c);
    if (code == FJ_OK && c->depth == 0) {
        c->rooted = true;
    } else if (code == FJ_OK && c->open[c->depth - 1] == VALUE) {
        c->open[c->depth - 1] = KEY;
    }
    return code;
}

static bool is_utf8(const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        const unsigned char c = (unsigned char)text[i++];
        const int more = c < 0x80 ? 0 : c < 0xC2 ? -1 : c < 0xE0 ? 1 : c < 0xF0 ? 2 : 3;
        unsigned point = c & (0x3Fu >> (more > 0 ? more : 0));
        if (more < 0 || c > 0xF4) {
            return false;
        }
        for (int k = 0; k < more; k++, i++) {
            if (i >= length || ((unsigned char)text[i] & 0xC0) != 0x80) {
                return false;
            }
            point = point << 6 | ((unsigned char)text[i] & 0x3F);
        }
        if ((more == 2 && (point < 0x800 || (point & 0xF800) == 0xD800)) ||
            (more == 3 && (point < 0x10000 || point > 0x10FFFF))) {
            return false;
        }
    }
    return true;
}

static bool is_number(const char *text, size_t length)
{
    size_t i = length != 0 && text[0] == '-';
    const size_t whole = i;
    while (i < length && text[i] >= '0' && text[i] <= '9') {
        i++;
    }
    if (i == whole || (text[whole] == '0' && i > whole + 1)) {
        return false;
    }
    if (i < length && text[i] == '.') {
        const size_t part = ++i;
        while (i < length && text[i] >= '0' && text[i] <= '9') {
            i++;
        }
        if (i == part) {
            return false;
        }
    }
    if (i < length && (text[i] == 'e' || text[i] == 'E')) {
        i += 1 + (i + 1 < length && (text[i + 1] == '+' || text[i + 1] == '-'));
        const size_t power = i;
        while (i < length && text[i] >= '0' && text[i] <= '9') {
            i++;
        }
        if (i == power) {
            return false;
        }
    }
    return i == length;
}

/* The input as it is used up. */
typedef struct source {
    const uint8_t *next;
    const uint8_t *end;
    char text[2048];
    size_t length;
} source;

static unsigned source_byte(source *s)
{
    return s->next < s->end ? *s->next++ : 0;
}

static uint64_t source_word(source *s)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++) {
        word = word << 8 | source_byte(s);
    }
    return word;
}

/* Up to 15 bytes, now and then so often that a generator writes them in pieces. */
static void source_text(source *s)
{
    const unsigned head = source_byte(s);
    const size_t length = head & 15;
    const size_t times = head >= 0xF0 ? 2000 / (length + 1) : 1;
    s->length = 0;
    for (size_t i = 0; i < length; i++) {
        s->text[s->length++] = (char)source_byte(s);
    }
    for (size_t i = 1; i < times; i++) {
        memcpy(s->text + s->length, s->text, length);
        s->length += length;
    }
}

static void call_key(calls *c, source *s)
{
    source_text(s);
    const bool may = c->depth != 0 && c->open[c->depth - 1] == KEY;
    int32_t code = FJ_ERROR_STATE;
    if (may) {
        code = is_utf8(s->text, s->length) ? FJ_OK : FJ_ERROR_INVALID_UTF8;
        c->open[c->depth - 1] = VALUE;
    }
    CALL_WITH(c, code, key, s->text, s->length);
}

static void call_end(calls *c, bool object)
{
    int32_t code = FJ_ERROR_STATE;
    if (c->depth != 0 && (object ? c->open[c->depth - 1] == KEY : c->open[c->depth - 1] == ARRAY)) {
        code = FJ_OK;
        c->depth -= c->code == FJ_OK;
    }
    if (object) {
        CALL(c, code, end_object);
    } else {
        CALL(c, code, end_array);
    }
}

static void call_begin(calls *c, bool object)
{
    if (c->depth == DEPTH_MAX) {
        return;
    }
    const int32_t code = value_comes(c);
    if (code == FJ_OK && c->code == FJ_OK) {
        c->open[c->depth++] = object ? KEY : ARRAY;
    }
    if (object) {
        CALL(c, code, begin_object);
    } else {
        CALL(c, code, begin_array);
    }
}

/* The same fragment: as text to the generators, as its value to the builder. */
static void call_raw(calls *c, source *s)
{
    static fj_document *document;
    const fj_parse_options plain = {.size = sizeof plain, .max_nesting = 100};
    source_text(s);
    if (fj_parse(s->text, s->length, &plain, &document, NULL) != FJ_OK) {
        return; /* a place in the fragment is a matter of its own: tests/core/test_generator.c */
    }
    const int32_t code = value_comes(c);
    const fj_value *const value = fj_document_root(document);
    c->kept = c->kept && fj_value_kind(value) != FJ_DOUBLE && fj_value_kind(value) < FJ_STRING;
    expect(c, "raw", code, fj_builder_value(c->builder, value),
           fj_generator_raw(c->generators[0], s->text, s->length, 0),
           fj_generator_raw(c->generators[1], s->text, s->length, 0));
}

static void call_one(calls *c, source *s, uint8_t nan)
{
    const unsigned which = source_byte(s);
    switch (which % 12) {
    case 0:
    case 1:
        call_begin(c, which % 12 == 0);
        return;
    case 2:
        call_end(c, c->depth != 0 && which < 240 ? c->open[c->depth - 1] != ARRAY : which & 1);
        return;
    case 3:
        call_key(c, s);
        return;
    case 4: {
        source_text(s);
        int32_t code = value_comes(c);
        if (code == FJ_OK && !is_utf8(s->text, s->length)) {
            code = FJ_ERROR_INVALID_UTF8;
        }
        CALL_WITH(c, code, string, s->text, s->length);
        return;
    }
    case 5: {
        const int32_t code = value_comes(c);
        CALL(c, code, null);
        return;
    }
    case 6: {
        const int32_t code = value_comes(c);
        CALL_WITH(c, code, boolean, (int32_t)(which & 64));
        return;
    }
    case 7: {
        const int64_t value = (int64_t)source_word(s);
        const int32_t code = value_comes(c);
        CALL_WITH(c, code, int64, value);
        return;
    }
    case 8: {
        const uint64_t value = source_word(s);
        const int32_t code = value_comes(c);
        CALL_WITH(c, code, uint64, value);
        return;
    }
    case 9: {
        double value;
        const uint64_t bits = source_word(s);
        memcpy(&value, &bits, sizeof value);
        if (!isfinite(value) && nan == FJ_NAN_ERROR) {
            return; /* the builder takes it, a generator does not */
        }
        value = isnan(value) ? (double)NAN : value; /* texts have but one */
        c->nan = c->nan || !isfinite(value);
        const int32_t code = value_comes(c);
        CALL_WITH(c, code, double, value);
        return;
    }
    case 10: {
        source_text(s);
        int32_t code = value_comes(c);
        if (code == FJ_OK && !is_number(s->text, s->length)) {
            code = FJ_ERROR_INVALID_NUMBER;
        }
        c->kept = false;
        CALL_WITH(c, code, number, s->text, s->length);
        return;
    }
    default:
        call_raw(c, s);
    }
}

/* Text that was generated reads to the values that were built. */
static void check_texts(const calls *c, const fj_document *built, const fj_buffer *out,
                        const fj_generate_options *options)
{
    static fj_buffer plain;
    static fj_document *read[2];
    const fj_parse_options any = {.size = sizeof any,
                                  .max_nesting = FJ_UNLIMITED,
                                  .allow_nan = 1,
                                  .max_number_digits = UINT64_MAX};
    CHECK(out->length == c->flushed.length && memcmp(out->data, c->flushed.data, out->length) == 0,
          "generated %s, flushed %s", subject_show(out->data, out->length),
          subject_show(c->flushed.data, c->flushed.length));
    int32_t code = fj_parse(out->data, out->length, &any, &read[0], NULL);
    CHECK(code == FJ_OK, "generated %s: %s", subject_show(out->data, out->length),
          fj_error_name(code));
    code = fj_generate(fj_document_root(built), options, &plain, NULL);
    CHECK(code == FJ_OK && fj_parse(plain.data, plain.length, &any, &read[1], NULL) == FJ_OK,
          "built, and generated %s", fj_error_name(code));
    bytes dumps[3] = {subject_dump_document(read[0]), subject_dump_document(read[1]),
                      subject_dump_document(built)};
    CHECK(bytes_equal(&dumps[0], &dumps[1]), "generated %s, built %s",
          subject_show(out->data, out->length), subject_show(plain.data, plain.length));
    if (c->kept && (!c->nan || options->nan == FJ_NAN_LITERAL)) {
        CHECK(bytes_equal(&dumps[0], &dumps[2]), "generated %s, built %s",
              subject_show(dumps[0].data, dumps[0].length),
              subject_show(dumps[2].data, dumps[2].length));
    }
    for (int i = 0; i < 3; i++) {
        bytes_free(&dumps[i]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fj_buffer out;
    static fj_document *built;
    static source s;
    fuzz_input in;
    if (!fuzz_open(&in, data, size)) {
        return 0;
    }
    in.generate.sort_keys = in.generate.canonical = 0;
    calls c = {.kept = true};
    fj_error error = {.size = sizeof error};
    if (fj_builder_new(&c.builder) != FJ_OK ||
        fj_generator_new(&in.generate, &out, &c.generators[0], &error) != FJ_OK ||
        fj_generator_new_flush(&in.generate, take, &c.flushed, 4096, &c.generators[1], &error) !=
            FJ_OK) {
        printf("%s\n", error.message);
        abort();
    }
    s.next = (const uint8_t *)in.text;
    s.end = s.next + in.length;
    while (s.next < s.end) {
        call_one(&c, &s, in.generate.nan);
    }
    /* What is open is closed, unless the head says not to. */
    while (!(data[2] & 1) && c.code == FJ_OK && c.depth != 0) {
        if (c.open[c.depth - 1] == VALUE) {
            (void)value_comes(&c);
            CALL(&c, FJ_OK, null);
        }
        call_end(&c, c.open[c.depth - 1] != ARRAY);
    }
    const int32_t code = c.code != FJ_OK             ? c.code
                         : c.depth != 0 || !c.rooted ? FJ_ERROR_STATE
                                                     : FJ_OK;
    c.code = FJ_OK;
    expect(&c, "finish", code, fj_builder_finish(c.builder, &built, NULL),
           fj_generator_finish(c.generators[0], NULL), fj_generator_finish(c.generators[1], NULL));
    if (code == FJ_OK) {
        check_texts(&c, built, &out, &in.generate);
    }
    fj_builder_free(c.builder);
    fj_generator_free(c.generators[0]);
    fj_generator_free(c.generators[1]);
    bytes_free(&c.flushed);
    fuzz_end_if_failed();
    return 0;
}
