/*
 * Format against parse and generate: the same bytes, or the same code and place; and format of the
 * minified text the same as of the text itself.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static fj_document *document;
static fj_buffer formatted;
static fj_buffer generated;
static fj_buffer minified;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in;
    if (!fuzz_open(&in, data, size)) {
        return 0;
    }
    fj_error error = {.size = sizeof error};
    fj_error expected = {.size = sizeof expected};
    const int32_t code = fj_format(in.text, in.length, &in.parse, &in.generate, &formatted, &error);
    int32_t other = fj_parse(in.text, in.length, &in.parse, &document, &expected);
    generated.length = 0;
    if (other == FJ_OK) {
        other = fj_generate(fj_document_root(document), &in.generate, &generated, &expected);
    }
    CHECK(code == other, "%s: format %s, parse and generate %s", subject_show(in.text, in.length),
          fj_error_name(code), fj_error_name(other));
    CHECK(code == FJ_OK || subject_error_equal(&error, &expected), "%s: %s, not %s",
          subject_show(in.text, in.length), error.message, expected.message);
    CHECK(formatted.length == generated.length &&
              (formatted.length == 0 ||
               memcmp(formatted.data, generated.data, formatted.length) == 0),
          "%s: format %s, generate %s", subject_show(in.text, in.length),
          subject_show(formatted.data, formatted.length),
          subject_show(generated.data, generated.length));
    if (code == FJ_OK) {
        CHECK(fj_minify(in.text, in.length, &in.parse, &minified, NULL) == FJ_OK &&
                  fj_format(minified.data, minified.length, &in.parse, &in.generate, &generated,
                            NULL) == FJ_OK &&
                  formatted.length == generated.length &&
                  memcmp(formatted.data, generated.data, formatted.length) == 0,
              "%s: formatted %s, minified and formatted %s", subject_show(in.text, in.length),
              subject_show(formatted.data, formatted.length),
              subject_show(generated.data, generated.length));
    }
    fuzz_end_if_failed();
    return 0;
}
