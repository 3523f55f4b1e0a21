/*
 * The library against the oracle, which is slow and plain: the same acceptance, code, offset,
 * pointer and values. First by the defaults, then by the options that the input chooses.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in;
    if (fuzz_open(&in, data, size)) {
        subject_against_oracle(in.text, in.length, NULL);
        subject_against_oracle(in.text, in.length, &in.parse);
        fuzz_end_if_failed();
    }
    return 0;
}
