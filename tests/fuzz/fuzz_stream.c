/*
 * One call equals pushed pieces: a text of several values, or of one, read whole and in pieces that
 * the input chooses; and, if it is unfinished, to what can be closed.
 */
#include "fuzz.h"
#include "stream_subject.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_unfinished(const fuzz_input *in)
{
    int32_t complete;
    size_t used;
    fj_error error = {.size = sizeof error};
    fj_error expected = {.size = sizeof expected};
    const int32_t code = fj_parse_unfinished(in->text, in->length, &in->parse, &stream_document,
                                             &complete, &used, &error);
    const int32_t whole = fj_validate(in->text, in->length, &in->parse, &expected);
    CHECK(used <= in->length && (code == FJ_OK || used == 0), "used %zu", used);
    CHECK((code == FJ_OK && complete) == (whole == FJ_OK), "%s: %s, whole %s",
          subject_show(in->text, in->length), fj_error_name(code), fj_error_name(whole));
    CHECK(code != FJ_OK || complete || whole == FJ_ERROR_UNEXPECTED_END ||
              whole == FJ_ERROR_LIMIT || whole == FJ_ERROR_NUMBER_OUT_OF_RANGE,
          "%s: unfinished, whole %s", subject_show(in->text, in->length), fj_error_name(whole));
    CHECK(code == FJ_OK || code == FJ_ERROR_LIMIT || subject_error_equal(&error, &expected),
          "%s: %s, whole %s", subject_show(in->text, in->length), error.message, expected.message);
    if (code == FJ_OK && used != 0) {
        bytes dump = subject_dump_document(stream_document);
        bytes_free(&dump);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static size_t cuts[4200];
    fuzz_input in;
    if (size < 1 || size > 4200 || !fuzz_open(&in, data + 1, size - 1)) {
        return 0;
    }
    if (stream_guard.start == NULL) {
        stream_guard = guard_make(SUBJECT_TEXT_MAX);
    }
    stream_rules rules = stream_kind((uint8_t)(data[0] % 3));
    rules.parse = in.parse;
    rules.parse.borrow_text = 0;
    rules.sequence.refuse_blank_lines =
        rules.sequence.kind == FJ_SEQUENCE_LINES && (data[0] >> 2 & 1) != 0;
    rules.parse.max_input_bytes = (data[0] >> 3 & 3) == 3 ? 1 + (data[0] >> 5) * 20u : 0;
    bytes expected = stream_whole(in.text, in.length, &rules);
    fj_stream *const stream = stream_make(&rules);
    uint64_t state = data[0] + size * UINT64_C(0x9E3779B97F4A7C15);
    for (size_t longest = 1; longest < 300; longest *= 6) {
        size_t count = 0;
        for (size_t at = 0; at < in.length; at += 1 + (size_t)(state >> 33) % longest) {
            cuts[count++] = at;
            state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
        }
        stream_compare(stream, in.text, in.length, cuts, count, &rules, &expected);
    }
    fj_stream_free(stream);
    bytes_free(&expected);
    check_unfinished(&in);
    fuzz_end_if_failed();
    return 0;
}
