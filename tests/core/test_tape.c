/*
 * The tape, both ways: texts at the edge of the grammar are read onto it as they are into a
 * document, and a document's values laid onto one are written as fj_generate writes them; by every
 * kernel, with texts that end at an unmapped page and words that end with their memory. And what
 * does not hold together is refused.
 *
 * argv: how many texts (default 30000), the seed (default 1).
 */
#include "mutate.h"
#include "tape_subject.h"

static fj_tape *tape;
static fj_document *document;

static void check_text(const char *given, size_t length, const fj_parse_options *options,
                       size_t turn)
{
    const char *const text = guard_text(&subject_guard, given, length);
    fj_error error = {.size = sizeof error};
    const int32_t code = fj_parse(text, length, options, &document, &error);
    const size_t words = turn % 7 == 0 ? 8 + turn % 40 : 2 * length + 16;
    tape_check_read(tape, text, length, options, (uint32_t)(turn & 3), words, document, code,
                    &error);
    if (code == FJ_OK) {
        const fj_generate_options write = {.size = sizeof write,
                                           .nan = FJ_NAN_NULL,
                                           .ascii_only = turn >> 2 & 1,
                                           .script_safe = turn >> 3 & 1};
        tape_check_write(tape, document, turn & 16 ? NULL : &write,
                         turn % 5 == 0 ? turn % 11 : SIZE_MAX);
    }
}

static void test_small_texts(unsigned long count, unsigned long seed)
{
    random_state random = random_seed(seed);
    for (unsigned long i = 0; i < count; i++) {
        char text[MUTATE_MAX];
        const size_t length = mutate_text(&random, text);
        fj_parse_options options = mutate_options(&random);
        options.borrow_text = 0;
        subject_kernel(i / 3);
        check_text(text, length, i & 1 ? &options : NULL, i);
    }
}

/* Arrays of numbers are laid bare for as long as only numbers come, of one kind and then another.
 */
static void test_arrays_of_numbers(void)
{
    static const char *const kinds[] = {
        "1",     "-134217729", "0.5",  "2147483648", "-0", "9007199254740993",
        "1e300", "\"x\"",      "null", "[]"};
    const size_t count = sizeof kinds / sizeof *kinds;
    for (size_t a = 0; a < count; a++) {
        for (size_t b = 0; b < count; b++) {
            for (size_t n = 0; n < 12; n++) {
                bytes text = {NULL, 0, 0};
                bytes_add_text(&text, "[");
                for (size_t i = 0; i < n; i++) {
                    bytes_add_text(&text, i != 0 ? "," : "");
                    bytes_add_text(&text, kinds[i < n / 2 ? a : b]);
                }
                bytes_add_text(&text, "]");
                check_text(text.data, text.length, NULL, 1 + n * 16);
                check_text(text.data, text.length, NULL, 2 + n * 16);
                bytes_free(&text);
            }
        }
    }
}

/* Strings longer than a chunk, and so many that chunks fill; narrow and wide. */
static void test_chunks(void)
{
    static const char *const characters[] = {"a", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x98\x80"};
    for (size_t c = 0; c < 4; c++) {
        for (size_t size = 1000; size < 36000; size += 1 + size * 2 / 3) {
            bytes text = {NULL, 0, 0};
            for (size_t i = 0; i < 9; i++) {
                bytes_add_text(&text, i == 0 ? "[\"" : "\",\"\",\"");
                for (size_t k = 0; k < size; k++) {
                    bytes_add_text(&text, characters[i & 1 ? c : 0]);
                }
            }
            bytes_add_text(&text, "\"]");
            check_text(text.data, text.length, NULL, 1);
            check_text(text.data, text.length, NULL, 2);
            bytes_free(&text);
        }
    }
}

/* Shapes are known again, are bounded in number, and a text of none that repeats is declined. */
static void test_shapes(void)
{
    const uint32_t epoch = fj_tape_look(tape)->shapes_epoch;
    bool declined = false;
    for (size_t round = 0; round < 400; round++) {
        bytes text = {NULL, 0, 0};
        bytes_add_text(&text, "[");
        for (size_t i = 0; i < 60; i++) {
            char member[96];
            snprintf(member, sizeof member, "%s{\"id\":%zu,\"k%zu\":{\"\\u00e9\":1},\"id\":2}",
                     i != 0 ? "," : "", i, round * 60 + i);
            bytes_add_text(&text, member);
        }
        bytes_add_text(&text, "]");
        check_text(text.data, text.length, NULL, round % 3 == 0 ? 2 : 4);
        declined = declined || fj_tape_look(tape)->declined;
        bytes_free(&text);
    }
    CHECK(declined, "shapes that never repeat were all put on the tape");
    CHECK(fj_tape_look(tape)->shapes_epoch != epoch, "no shape was ever forgotten");
    for (size_t round = 0; round < 600; round++) {
        static const char same[] = "[{\"a\":1,\"b\":[2]},{\"a\":3,\"b\":[]}]";
        check_text(same, sizeof same - 1, NULL, 16);
    }
    CHECK(!fj_tape_look(tape)->declined, "shapes that repeat are declined still");
}

/* Values one behind the other: a fault among them leaves those before it as they were. */
static void test_more(void)
{
    static const char *const good[] = {"[\"abc\",{\"k\":1.5}]", "\"\\u65e5x\"", "{\"k\":[1,2]}",
                                       "7"};
    static const char *const bad[] = {"[\"abcd\",{\"k\":", "[\"\\u65e5\",x", "", "[1,\"a\"]]"};
    int32_t words[512];
    fj_tape_view *const view = fj_tape_look(tape);
    view->words = words;
    view->words_capacity = 512;
    for (size_t i = 0; i < 2; i++) { /* then its shape is known, and its keys are not on the tape */
        CHECK(fj_tape_read(tape, good[2], strlen(good[2]), NULL, FJ_TAPE_ALWAYS, NULL) == FJ_OK,
              "%s", good[2]);
    }
    for (size_t i = 0; i < 64; i++) {
        const char *const text = good[i % 4];
        const uint32_t flags = FJ_TAPE_ALWAYS | (i != 0 ? FJ_TAPE_MORE : 0);
        CHECK(fj_tape_read(tape, text, strlen(text), NULL, flags, NULL) == FJ_OK, "%s", text);
        const fj_tape_view before = *view;
        const size_t narrow = before.narrow_ends[before.narrow_chunks - 1];
        const size_t wide = i != 0 ? before.wide_ends[before.wide_chunks - 1] : 0;
        const char *const fault = bad[i / 4 % 4];
        CHECK(fj_tape_read(tape, fault, strlen(fault), NULL, FJ_TAPE_ALWAYS | FJ_TAPE_MORE, NULL) !=
                  FJ_OK,
              "%s", fault);
        CHECK(view->words_length == before.words_length &&
                  view->narrow_chunks == before.narrow_chunks &&
                  view->wide_chunks == before.wide_chunks &&
                  view->narrow_ends[view->narrow_chunks - 1] == narrow &&
                  (i == 0 || view->wide_ends[view->wide_chunks - 1] == wide),
              "a fault changed what was there");
    }
    CHECK(view->narrow_chunks == 1 && view->wide_chunks == 1 && view->narrow_ends[0] == 3 * 16 &&
              view->wide_ends[0] == 2 * 16,
          "characters were lost or came twice");
    view->words_capacity = view->words_length + 4;
    CHECK(fj_tape_read(tape, "1", 1, NULL, FJ_TAPE_MORE, NULL) == FJ_ERROR_MEMORY && view->overflow,
          "a value without room was read");
    view->words = NULL;
    view->words_capacity = 0;
}

typedef struct broken {
    int32_t words[6];
    size_t length;
} broken;

/* Words that are no tape: FJ_ERROR_ARGUMENT, with nothing written and nothing read beyond a piece.
 */
static void test_what_is_no_tape(void)
{
    static const broken cases[] = {
        {{0}, 0},
        {{FJ_TAPE_END}, 1},
        {{3 << 4 | FJ_TAPE_NARROW}, 1},                                /* beyond the piece */
        {{FJ_TAPE_PAIRS, 9 << 4 | FJ_TAPE_NARROW, 0, FJ_TAPE_END}, 4}, /* a key beyond it */
        {{FJ_TAPE_PAIRS, 1 << 4 | FJ_TAPE_NARROW, FJ_TAPE_END}, 3},    /* a key without a value */
        {{FJ_TAPE_PAIRS, 1 << 4 | FJ_TAPE_INT, 0}, 3},                 /* a key that is a number */
        {{FJ_TAPE_PAIRS}, 1},
        {{2 << 4 | FJ_TAPE_ARRAY, 0}, 2},
        {{70000 << 4 | FJ_TAPE_OBJECT, 0}, 2}, /* no such shape */
        {{FJ_TAPE_DOUBLE, 0}, 2},
        {{FJ_TAPE_INT32}, 1},
        {{2 << 4 | FJ_TAPE_RUN, 0, 0, 0, 0, 0}, 6}, /* a run outside of an array */
        {{1 << 4 | FJ_TAPE_ARRAY, 2 << 4 | FJ_TAPE_RUN, 0, 0, 0, 0}, 6},
        {{1 << 4 | FJ_TAPE_ARRAY, 0 << 4 | FJ_TAPE_RUN}, 2},
        {{FJ_TAPE_MEMBERS}, 1},
        {{FJ_TAPE_CHUNK}, 1},
        {{FJ_TAPE_DIGITS}, 1},
        {{1 << 4 | FJ_TAPE_DIGITS}, 1}, /* "a" is no number */
    };
    char room[64] = "ab";
    const fj_tape_piece padded = {room, 2, FJ_TAPE_ASCII, 0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        fj_buffer out = {0};
        fj_error error = {.size = sizeof error};
        int32_t *const words = malloc((cases[i].length + 1) * sizeof *words);
        if (words == NULL) {
            exit(2);
        }
        memcpy(words, cases[i].words, cases[i].length * sizeof *words);
        const int32_t code =
            fj_tape_write(tape, words, cases[i].length, &padded, 1, NULL, NULL, 0, &out, &error);
        CHECK(code == FJ_ERROR_ARGUMENT && error.code == code && out.length == 0, "case %zu: %s", i,
              fj_error_name(code));
        fj_buffer_free(&out);
        free(words);
    }
    static const uint16_t not_digits[32] = {0x0131, '1'}; /* cut to bytes they would be digits */
    const fj_tape_piece wide = {not_digits, 2, FJ_TAPE_UTF16, 0};
    const int32_t two = 2 << 4 | FJ_TAPE_DIGITS;
    fj_buffer out = {0};
    CHECK(fj_tape_write(tape, &two, 1, &wide, 1, NULL, NULL, 0, &out, NULL) == FJ_ERROR_ARGUMENT,
          "written: %.*s", (int)out.length, out.data);
    const int32_t one = 1 << 4 | FJ_TAPE_INT;
    CHECK(fj_tape_write(NULL, &one, 1, NULL, 0, NULL, NULL, 0, &out, NULL) == FJ_ERROR_ARGUMENT &&
              fj_tape_write(tape, NULL, 1, NULL, 0, NULL, NULL, 0, &out, NULL) ==
                  FJ_ERROR_ARGUMENT &&
              fj_tape_write(tape, &one, 1, NULL, 1, NULL, NULL, 0, &out, NULL) == FJ_ERROR_ARGUMENT,
          "NULL was taken");
    CHECK(fj_tape_read(tape, "1", 1, NULL, 8, NULL) == FJ_ERROR_ARGUMENT, "an unknown flag");
    CHECK(fj_tape_read(NULL, "1", 1, NULL, 0, NULL) == FJ_ERROR_ARGUMENT, "no tape");
    fj_buffer_free(&out);
}

/* A gap of any text, as the third argument of JSON.stringify; and where a failure is. */
static void test_gap_and_place(void)
{
    fj_buffer out = {0};
    fj_error error = {.size = sizeof error};
    const char *const keys[] = {"a", "b"};
    const size_t lengths[] = {1, 1};
    char room[64] = "k";
    const fj_tape_piece piece = {room, 1, FJ_TAPE_LATIN1, 0};
    CHECK(fj_tape_define(tape, 7, keys, lengths, 2) == FJ_OK, "a shape");
    const int32_t words[] = {FJ_TAPE_OBJECT | 7 << 4,
                             2 << 4 | FJ_TAPE_ARRAY,
                             3 << 4 | FJ_TAPE_CONST,
                             FJ_TAPE_PAIRS,
                             1 << 4 | FJ_TAPE_NARROW,
                             2 << 4 | FJ_TAPE_CONST,
                             FJ_TAPE_END,
                             3 << 4 | FJ_TAPE_CONST};
    CHECK(fj_tape_write(tape, words, 8, &piece, 1, NULL, "--", 2, &out, &error) == FJ_OK, "%s",
          error.message);
    CHECK_TEXT(out.data, out.length,
               "{\n--\"a\": [\n----null,\n----{\n------\"k\": true\n----}\n--]\n}");
    _Alignas(8) int32_t bad[] = {FJ_TAPE_OBJECT | 7 << 4, 2 << 4 | FJ_TAPE_ARRAY, 0, FJ_TAPE_PAIRS,
                                 1 << 4 | FJ_TAPE_NARROW, FJ_TAPE_DOUBLE,         0, 0};
    const double nan = (double)NAN;
    memcpy(bad + 6, &nan, sizeof nan);
    CHECK(fj_tape_write(tape, bad, 8, &piece, 1, NULL, NULL, 0, &out, &error) == FJ_ERROR_NAN,
          "NaN was written: %.*s", (int)out.length, out.data);
    CHECK_TEXT(error.pointer, error.pointer_length, "/a/1/k");
    fj_buffer_free(&out);
}

/* A value that the tape itself refuses, wherever the end of the text falls: the place is its first
 * byte. */
static void test_refused(void)
{
    static char text[1200];
    static int32_t words[2 * sizeof text];
    fj_tape_view *const view = fj_tape_look(tape);
    for (unsigned k = 0; k < 4; k++) {
        subject_kernel(k);
        for (size_t before = 0; before < 200; before += 3) {
            for (size_t digits = 310; digits < 520; digits += 7) {
                text[0] = '[';
                memset(text + 1, ' ', before);
                memset(text + 1 + before, '9', digits);
                size_t n = 1 + before + digits;
                memset(text + n, ' ', before / 2);
                n += before / 2;
                text[n++] = ']';
                fj_error error = {.size = sizeof error};
                view->words = words;
                view->words_capacity = sizeof words / sizeof *words;
                const int32_t code = fj_tape_read(tape, text, n, NULL, FJ_TAPE_ALWAYS, &error);
                CHECK(code == FJ_ERROR_NUMBER_OUT_OF_RANGE && error.offset == 1 + before,
                      "%s at %llu, %zu before, %zu digits", fj_error_name(code),
                      (unsigned long long)error.offset, before, digits);
            }
        }
    }
    subject_kernel(0);
}

int main(int argc, char **argv)
{
    const unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 0) : check_share(30000);
    subject_begin();
    tape = fj_tape_new();
    if (tape == NULL) {
        return 2;
    }
    test_what_is_no_tape();
    test_gap_and_place();
    test_refused();
    test_arrays_of_numbers();
    test_chunks();
    fj_tape_trim(tape);
    test_shapes();
    test_more();
    test_small_texts(count, argc > 2 ? strtoul(argv[2], NULL, 0) : 1);
    fj_document_free(document);
    fj_tape_free(tape);
    return subject_finish();
}
