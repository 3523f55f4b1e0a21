/*
 * Parse, validate and minify by options of every mixture: they must agree with each other, alone
 * and behind white space, and the minified text must read to the same values
 * (tests/core/subject.h).
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in;
    if (fuzz_open(&in, data, size)) {
        subject s = subject_read(in.text, in.length, &in.parse);
        subject_free(&s);
        fuzz_end_if_failed();
    }
    return 0;
}
