/*
 * Every kernel that the processor has equals the plain one: the same outcome of all ways to read a
 * text, of the values in it taken one after the other, and of pieces.
 */
#include "fuzz.h"
#include "stream_subject.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct outcome {
    subject read;
    bytes log; /* of the values one after the other, then in two pieces */
} outcome;

static outcome outcome_of(const fuzz_input *in, const stream_rules *rules)
{
    outcome o;
    const size_t cut = in->length / 2;
    o.read = subject_read(in->text, in->length, &in->parse);
    o.log = stream_whole(in->text, in->length, rules);
    fj_stream *const stream = stream_make(rules);
    bytes pushed = stream_pushed_by(stream, in->text, in->length, &cut, 1, rules);
    bytes_add(&o.log, pushed.data, pushed.length);
    bytes_free(&pushed);
    fj_stream_free(stream);
    return o;
}

static void outcome_free(outcome *o)
{
    subject_free(&o->read);
    bytes_free(&o->log);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in;
    if (!fuzz_open(&in, data, size)) {
        return 0;
    }
    if (stream_guard.start == NULL) {
        stream_guard = guard_make(SUBJECT_TEXT_MAX);
    }
    stream_rules rules = stream_kind((uint8_t)(data[1] >> 6 & 1));
    rules.parse = in.parse;
    rules.parse.borrow_text = 0;
    const size_t kernels = subject_kernel(0);
    outcome plain = outcome_of(&in, &rules);
    for (size_t k = 1; k < kernels; k++) {
        subject_kernel(k);
        outcome other = outcome_of(&in, &rules);
        const char *const name = fj_kernel_name();
        CHECK(other.read.code == plain.read.code, "%s by %s: %s, not %s",
              subject_show(in.text, in.length), name, fj_error_name(other.read.code),
              fj_error_name(plain.read.code));
        CHECK(plain.read.code == FJ_OK || subject_error_equal(&other.read.error, &plain.read.error),
              "%s by %s: %s, not %s", subject_show(in.text, in.length), name,
              other.read.error.message, plain.read.error.message);
        CHECK(bytes_equal(&other.read.dump, &plain.read.dump), "%s by %s: other values",
              subject_show(in.text, in.length), name);
        CHECK(bytes_equal(&other.log, &plain.log), "%s by %s: %s, not %s",
              subject_show(in.text, in.length), name,
              subject_show(other.log.data, other.log.length),
              subject_show(plain.log.data, plain.log.length));
        outcome_free(&other);
    }
    outcome_free(&plain);
    fuzz_end_if_failed();
    return 0;
}
