/*
 * Parse, generate, parse, generate: what was generated is JSON, is generated again to the same
 * bytes, and, where the options lose nothing, reads to the same values.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static fj_document *first;
static fj_document *second;
static fj_buffer once;
static fj_buffer twice;

static void check_again(const fuzz_input *in)
{
    fj_parse_options again = {.size = sizeof again,
                              .max_nesting = FJ_UNLIMITED,
                              .allow_nan = in->generate.nan == FJ_NAN_LITERAL,
                              .big_numbers = in->parse.big_numbers,
                              .lone_surrogates = FJ_READ_SURROGATES_KEEP,
                              .max_number_digits = UINT64_MAX};
    int32_t code = fj_parse(once.data, once.length, &again, &second, NULL);
    CHECK(code == FJ_OK, "generated %s: %s", subject_show(once.data, once.length),
          fj_error_name(code));
    if (code != FJ_OK) {
        return;
    }
    code = fj_generate(fj_document_root(second), &in->generate, &twice, NULL);
    if (in->generate.lone_surrogates == FJ_WRITE_SURROGATES_REPLACE) {
        /* Two keys that differ in lone surrogates only have become one. */
        CHECK(code == FJ_OK, "generated %s: %s", subject_show(once.data, once.length),
              fj_error_name(code));
        return;
    }
    CHECK(code == FJ_OK && twice.length == once.length &&
              memcmp(twice.data, once.data, once.length) == 0,
          "generated %s, then %s", subject_show(once.data, once.length),
          subject_show(twice.data, twice.length));
    const fj_generate_options *const g = &in->generate;
    if (!g->sort_keys && !g->canonical && g->nan == FJ_NAN_LITERAL &&
        g->lone_surrogates == FJ_WRITE_SURROGATES_ESCAPE) {
        bytes a = subject_dump_document(first);
        bytes b = subject_dump_document(second);
        CHECK(bytes_equal(&a, &b), "read %s, generated and read %s", subject_show(a.data, a.length),
              subject_show(b.data, b.length));
        bytes_free(&a);
        bytes_free(&b);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in;
    if (!fuzz_open(&in, data, size) ||
        fj_parse(in.text, in.length, &in.parse, &first, NULL) != FJ_OK) {
        return 0;
    }
    fj_error error = {.size = sizeof error};
    if (fj_generate(fj_document_root(first), &in.generate, &once, &error) == FJ_OK) {
        check_again(&in);
    } else {
        CHECK(error.code == FJ_ERROR_NAN || error.code == FJ_ERROR_LONE_SURROGATE ||
                  error.code == FJ_ERROR_NUMBER_OUT_OF_RANGE || error.code == FJ_ERROR_NESTING,
              "%s: %s", subject_show(in.text, in.length), error.message);
    }
    fuzz_end_if_failed();
    return 0;
}
