/*
 * Document, tape and validation agree: the same acceptance and error, and what is on the tape is
 * what is in the document, on both its ways. And words that are no tape are refused, not obeyed.
 */
#include "fuzz.h"
#include "tape_subject.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static fj_document *document;
static fj_tape *tape;

/* The input itself as words, with one piece of each kind. */
static void write_anything(const fuzz_input *in)
{
    static fj_buffer out;
    static char bytes_units[64] = "plain \"\\\n\x7f\xC3\xA9\xFF\x80";
    static const uint16_t wide[64] = {'a', 0xE9, 0x20AC, 0xD83D, 0xDE00, 0xD800, '"', 0};
    const fj_tape_piece pieces[] = {{bytes_units, 10, FJ_TAPE_ASCII, 0},
                                    {bytes_units, 15, FJ_TAPE_LATIN1, 0},
                                    {wide, 8, FJ_TAPE_UTF16, 0}};
    const size_t count = in->length / sizeof(int32_t);
    int32_t *const words = malloc((count + 1) * sizeof *words);
    if (words == NULL) {
        exit(2);
    }
    memcpy(words, in->text, count * sizeof *words);
    const char *const keys[] = {"a", "", "k\xC3\xA9\""};
    const size_t lengths[] = {1, 0, 4};
    CHECK(fj_tape_define(tape, 3, keys, lengths, 3) == FJ_OK, "a shape");
    fj_error error = {.size = sizeof error};
    const int32_t code =
        fj_tape_write(tape, words, count, pieces, 3, &in->generate, NULL, 0, &out, &error);
    if (code == FJ_OK && in->generate.nan != FJ_NAN_LITERAL) {
        const fj_parse_options any = {.size = sizeof any,
                                      .max_nesting = FJ_UNLIMITED,
                                      .max_number_digits = UINT64_MAX,
                                      .big_numbers = FJ_NUMBERS_DECIMAL,
                                      .lone_surrogates = FJ_READ_SURROGATES_KEEP};
        const int32_t read = fj_validate(out.data, out.length, &any, NULL);
        CHECK(read == FJ_OK, "written %s: %s", subject_show(out.data, out.length),
              fj_error_name(read));
    }
    free(words);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in;
    if (size < 1 || !fuzz_open(&in, data + 1, size - 1)) {
        return 0;
    }
    if (tape == NULL && (tape = fj_tape_new()) == NULL) {
        return 0;
    }
    fj_error error = {.size = sizeof error};
    in.parse.borrow_text = 0;
    const char *const text = guard_text(&subject_guard, in.text, in.length);
    const int32_t code = fj_parse(text, in.length, &in.parse, &document, &error);
    const uint32_t flags = data[0] & 3u;
    const size_t words = data[0] >> 2 & 1 ? data[0] : 2 * in.length + 16;
    tape_check_read(tape, text, in.length, &in.parse, flags, words, document, code, &error);
    in.generate.sort_keys = in.generate.canonical = 0; /* a host does that */
    if (code == FJ_OK) {
        tape_check_write(tape, document, &in.generate, data[0] >> 3 & 1 ? data[0] : SIZE_MAX);
    }
    if (data[0] >> 7) {
        write_anything(&in);
    }
    fuzz_end_if_failed();
    return 0;
}
