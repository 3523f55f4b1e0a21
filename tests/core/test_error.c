/*
 * Errors: names, structs of other sizes, messages, and JSON Pointers that are as long as they may
 * be.
 */
#include "subject.h"

static void test_names(void)
{
    static const char *const names[] = {
        "ok",
        "argument",
        "option",
        "memory",
        "unexpected_end",
        "unexpected_byte",
        "invalid_number",
        "trailing_content",
        "invalid_escape",
        "invalid_surrogate",
        "control_character",
        "invalid_utf8",
        "nesting",
        "number_out_of_range",
        "duplicate_key",
        "limit",
        "nan",
        "lone_surrogate",
        "type",
        "changed",
        "circular",
        "host",
    };
    for (int32_t code = 0; code < (int32_t)(sizeof names / sizeof *names); code++) {
        CHECK_TEXT(fj_error_name(code), strlen(fj_error_name(code)), names[code]);
    }
    const int32_t none[] = {-1, 100, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < 4; i++) {
        CHECK_TEXT(fj_error_name(none[i]), strlen(fj_error_name(none[i])), "unknown");
    }
}

/* A smaller struct gets what fits, a larger one no more than we know; not a byte besides is
 * touched. */
static void test_sizes(void)
{
    fj_error whole = {.size = sizeof whole};
    CHECK(fj_validate("{\"a\":x", 6, NULL, &whole) == FJ_ERROR_UNEXPECTED_BYTE, "the whole struct");
    for (uint32_t size = 0; size <= sizeof(fj_error) + 32; size++) {
        unsigned char memory[sizeof(fj_error) + 40];
        memset(memory, 0xEE, sizeof memory);
        memcpy(memory, &size, sizeof size);
        fj_error error; /* read back by copying: the memory need not be aligned for it */
        CHECK(fj_validate("{\"a\":x", 6, NULL, (fj_error *)(void *)memory) ==
                  FJ_ERROR_UNEXPECTED_BYTE,
              "size %u", size);
        const size_t given = size > sizeof(fj_error) ? sizeof(fj_error) : size;
        for (size_t i = given < 4 ? 4 : given; i < sizeof memory; i++) {
            CHECK(memory[i] == 0xEE, "size %u: byte %zu was written", size, i);
        }
        memcpy(&error, memory, sizeof error);
        CHECK(error.size == size, "size %u became %u", size, error.size);
        CHECK(size < 8 || error.code == FJ_ERROR_UNEXPECTED_BYTE, "size %u: code", size);
        CHECK(size < 32 || (error.offset == 5 && error.line == 1 && error.column == 6),
              "size %u: place", size);
        if (size >= sizeof error) {
            CHECK_TEXT(error.pointer, error.pointer_length, "/a");
            CHECK_TEXT(error.message, error.message_length, whole.message);
        }
    }
}

static void test_untouched(void)
{
    fj_error error;
    memset(&error, 0xEE, sizeof error);
    error.size = sizeof error;
    const fj_error before = error;
    CHECK(fj_validate("[]", 2, NULL, &error) == FJ_OK, "[]");
    CHECK(memcmp(&error, &before, sizeof error) == 0, "written though nothing failed");
}

static void test_messages(void)
{
    static const struct {
        const char *text;
        const char *message;
    } list[] = {
        {"[1 2]", "unexpected '2'"},
        {"\xEF\xBB\xBF[]", "unexpected byte order mark (U+FEFF)"},
        {"[\xC3\xA9]", "unexpected byte 0xC3"},
        {"[\x7f]", "unexpected byte 0x7F"},
        {"[", "unexpected end of text"},
        {"1 x", "trailing content after the value: 'x'"},
        {"-x", "invalid number at 'x'"},
        {"\"\n\"", "unescaped control character in a string: byte 0x0A"},
        {"\"\\q\"", "invalid escape at 'q'"},
        {"\"\xFF\"", "invalid UTF-8 at byte 0xFF"},
        {"1e999", "number is larger than the largest double"},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        fj_error error = {.size = sizeof error};
        fj_validate(list[i].text, strlen(list[i].text), NULL, &error);
        CHECK_TEXT(error.message, error.message_length, list[i].message);
    }
}

/* ---- pointers, from reading and from generating ---- */

/* {"<key>":{"b":[<hole>]}} with a key of `length` times `unit`. */
static bytes text_make(const char *unit, size_t length, const char *hole)
{
    bytes text = {NULL, 0, 0};
    bytes_add_text(&text, "{\"");
    for (size_t i = 0; i < length; i++) {
        bytes_add_text(&text, unit);
    }
    bytes_add_text(&text, "\":{\"b\":[");
    bytes_add_text(&text, hole);
    bytes_add_text(&text, "]}}");
    return text;
}

static void check_pointer(const fj_error *e, const char *unit, size_t length)
{
    const size_t first = 1 + length * strlen(unit);
    /* whole steps of at most 511 bytes: nothing after a step that does not fit */
    const size_t expected = first > 511       ? 0
                            : first + 2 > 511 ? first
                            : first + 4 > 511 ? first + 2
                                              : first + 4;
    CHECK(e->pointer_length == expected && e->pointer[expected] == 0 &&
              strlen(e->pointer) == expected,
          "a key of %zu \"%s\": pointer of %u bytes, not %zu", length, unit, e->pointer_length,
          expected);
    CHECK(expected < first + 4 || memcmp(e->pointer + first, "/b/0", 4) == 0, "pointer \"%s\"",
          e->pointer);
}

static void test_long_pointers(void)
{
    static const struct {
        const char *key;
        const char *step; /* what it is in a pointer */
    } units[] = {
        {"k", "k"},
        {"/", "~1"},
        {"~", "~0"},
        {"\\u002f", "~1"},
        {"\xC3\xA9", "\xC3\xA9"},
        {"\\u20ac", "\xE2\x82\xAC"},
        {"\\ud83d\\ude00", "\xF0\x9F\x98\x80"},
        {"\\ud83d", "\xEF\xBF\xBD"},
    };
    const fj_parse_options lenient = {
        .size = sizeof lenient,
        .allow_nan = 1,
        .lone_surrogates = FJ_READ_SURROGATES_KEEP,
    };
    for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
        const size_t width = strlen(units[u].step);
        for (size_t length = 500 / width; length <= 530 / width + 1; length++) {
            fj_error error = {.size = sizeof error};
            bytes text = text_make(units[u].key, length, "?");
            CHECK(fj_validate(text.data, text.length, &lenient, &error) == FJ_ERROR_UNEXPECTED_BYTE,
                  "reading: %d", error.code);
            check_pointer(&error, units[u].step, length);
            bytes_free(&text);

            text = text_make(units[u].key, length, "NaN");
            fj_document *document = NULL;
            fj_buffer out = {NULL, 0, 0};
            error = (fj_error){.size = sizeof error};
            CHECK(fj_parse(text.data, text.length, &lenient, &document, &error) == FJ_OK,
                  "NaN read");
            CHECK(fj_generate(fj_document_root(document), NULL, &out, &error) == FJ_ERROR_NAN,
                  "NaN generated");
            CHECK(out.length == 0, "%zu bytes after a failure", out.length);
            check_pointer(&error, units[u].step, length);
            fj_buffer_free(&out);
            fj_document_free(document);
            bytes_free(&text);
        }
    }
}

/* More levels than a pointer has room for. */
static void test_deep_pointers(void)
{
    for (size_t depth = 240; depth < 300; depth++) {
        bytes text = {NULL, 0, 0};
        for (size_t i = 0; i < depth; i++) {
            bytes_add_text(&text, "[[],");
        }
        bytes_add_text(&text, "?");
        subject_against_oracle(text.data, text.length, NULL);
        bytes_free(&text);
    }
}

int main(void)
{
    subject_begin();
    test_names();
    test_sizes();
    test_untouched();
    test_messages();
    test_long_pointers();
    test_deep_pointers();
    return subject_finish();
}
