/*
 * Millions of small texts, near misses most of them, read by the library and by the oracle: the
 * same acceptance, code, offset, pointer and values, by the defaults and by options of every
 * mixture.
 *
 * argv: how many texts (default 100000), the seed (default 1). A failure prints the text.
 */
#include "mutate.h"
#include "subject.h"

int main(int argc, char **argv)
{
    const unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 0) : check_share(100000);
    random_state random = random_seed(argc > 2 ? strtoul(argv[2], NULL, 0) : 1);
    subject_begin();
    for (unsigned long i = 0; i < count; i++) {
        char text[MUTATE_MAX];
        const size_t length = mutate_text(&random, text);
        const fj_parse_options options = mutate_options(&random);
        const unsigned long failed = check_failed;
        subject_kernel(i / 2);
        subject_against_oracle(text, length, i & 1 ? &options : NULL);
        if (check_failed != failed && check_failed < CHECK_PRINTED_MAX) {
            printf("    text %lu%s\n", i, i & 1 ? ", by options" : "");
        }
    }
    return subject_finish();
}
