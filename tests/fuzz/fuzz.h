/*
 * Fuzz: what the targets share. An input's first four bytes choose kernel and options, the rest is
 * the text. A check that fails ends the process, so that the fuzzer keeps the input.
 */
#ifndef FJ_TESTS_FUZZ_H
#define FJ_TESTS_FUZZ_H

#include "subject.h"

#define FUZZ_HEAD 4

typedef struct fuzz_input {
    const char *text;
    size_t length;
    fj_parse_options parse;
    fj_generate_options generate;
} fuzz_input;

static inline void fuzz_end_if_failed(void)
{
    if (check_failed != 0) {
        fflush(stdout);
        abort();
    }
}

/* Zero bytes are the defaults and the plain kernel. false: too short. */
static inline bool fuzz_open(fuzz_input *in, const uint8_t *data, size_t size)
{
    if (size < FUZZ_HEAD) {
        return false;
    }
    memset(in, 0, sizeof *in);
    in->text = (const char *)data + FUZZ_HEAD;
    in->length = size - FUZZ_HEAD;
    fj_parse_options *const p = &in->parse;
    p->size = sizeof *p;
    p->allow_nan = data[0] & 1;
    p->allow_comments = data[0] >> 1 & 1;
    p->allow_trailing_comma = data[0] >> 2 & 1;
    p->allow_control_characters = data[0] >> 3 & 1;
    p->allow_invalid_escape = data[0] >> 4 & 1;
    p->duplicate_key = data[0] >> 5 & 1;
    p->borrow_text = data[0] >> 6 & 1;
    p->big_numbers = (uint8_t)((data[1] & 3) % 3);
    p->lone_surrogates = (uint8_t)((data[1] >> 2 & 3) % 3);
    subject_kernel(data[1] >> 4);
    if (data[2] != 0) {
        p->max_nesting = data[2] & 3 ? 0 : data[2] >> 2;
        p->max_string_bytes = (data[2] & 3) == 1 ? data[2] >> 2 : 0;
        p->max_members = (data[2] & 3) == 2 ? data[2] >> 2 : 0;
        p->max_number_digits = (data[2] & 3) == 3 ? data[2] >> 2 : 0;
    }
    fj_generate_options *const g = &in->generate;
    g->size = sizeof *g;
    g->nan = (uint8_t)((data[3] & 3) % 3);
    g->lone_surrogates = (uint8_t)((data[3] >> 2 & 3) % 3);
    g->canonical = (data[3] >> 4) == 15 && g->nan != FJ_NAN_LITERAL;
    if (!g->canonical) {
        g->ascii_only = data[3] >> 4 & 1;
        g->script_safe = data[3] >> 5 & 1;
        g->sort_keys = data[3] >> 6 & 1;
        if (data[3] >> 7) {
            g->indent = g->space = " ";
            g->object_nl = g->array_nl = "\n";
            g->indent_length = g->space_length = g->object_nl_length = g->array_nl_length = 1;
        }
    }
    if (subject_guard.start == NULL) {
        subject_begin();
    }
    return true;
}

#endif
