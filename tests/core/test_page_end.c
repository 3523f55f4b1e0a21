/*
 * Texts that end where the mapped memory does, of every length from 0 to 200 and around the sizes
 * of blocks, with tails that tempt a reader to look further. All entry points, all kernels; the
 * oracle says what must come out.
 */
#include "mutate.h"
#include "subject.h"

#include "scan/index.h"

static const mutate_piece fillers[] = {
    /* repeated up to the length wanted */
    PIECE(" "),  PIECE("a"),      PIECE("1"),  PIECE("\\"),   PIECE("["),
    PIECE("1,"), PIECE("\\n"),    PIECE("\n"), PIECE("{}"),   PIECE("\xC3\xA9"),
    PIECE("0"),  PIECE("\"a\","), PIECE("/"),  PIECE("/**/"), PIECE("\xF0\x9F\x98\x80"),
};

static const mutate_piece heads[] = {
    PIECE(""),   PIECE("\""), PIECE("["),  PIECE("[\""), PIECE("{\""),   PIECE("-"),
    PIECE("0."), PIECE("1e"), PIECE("/*"), PIECE("//"),  PIECE("[1.5,"),
};

static const mutate_piece tails[] = {
    PIECE(""),           PIECE("\""),
    PIECE("\\"),         PIECE("\"]"),
    PIECE("1]"),         PIECE("\\u"),
    PIECE("\\ud83d"),    PIECE("\\u00e"),
    PIECE("\\ud83d\\u"), PIECE("\\ud83d\\ude0"),
    PIECE("t"),          PIECE("tru"),
    PIECE("true"),       PIECE("fals"),
    PIECE("nul"),        PIECE("-"),
    PIECE("1."),         PIECE("1e"),
    PIECE("1e+"),        PIECE("12345678"),
    PIECE("0.12345678"), PIECE("\xC3"),
    PIECE("\xE2\x82"),   PIECE("\xF0\x9F\x98"),
    PIECE("\xED"),       PIECE("N"),
    PIECE("-Infinit"),   PIECE("/"),
    PIECE("/*"),         PIECE("/* *"),
    PIECE("//"),         PIECE("{"),
    PIECE("[]"),         PIECE("\":"),
    PIECE("\":1}"),      PIECE("\"}"),
    PIECE(","),          PIECE("\n"),
    PIECE("\x80"),       PIECE("\xEF\xBB\xBF"),
};

static const fj_parse_options lenient = {
    .size = sizeof lenient,
    .allow_nan = 1,
    .allow_comments = 1,
    .allow_trailing_comma = 1,
    .allow_control_characters = 1,
    .allow_invalid_escape = 1,
    .lone_surrogates = FJ_READ_SURROGATES_KEEP,
    .borrow_text = 1,
};

static char text[4 * INDEX_BLOCK];

/* A text of that length: head, as many fillers as fit, tail. false: it cannot be made. */
static bool text_make(size_t length, const mutate_piece *head, const mutate_piece *filler,
                      const mutate_piece *tail)
{
    if (head->length + tail->length > length) {
        return false;
    }
    memcpy(text, head->text, head->length);
    const size_t stop = length - tail->length;
    for (size_t i = head->length; i < stop; i++) {
        text[i] = filler->text[(i - head->length) % filler->length];
    }
    memcpy(text + stop, tail->text, tail->length);
    return true;
}

#define COUNT(list) (sizeof list / sizeof *list)

static void test_length(size_t length, bool deep, random_state *random)
{
    for (size_t f = 0; f < COUNT(fillers); f++) {
        if (fillers[f].text[0] == '[' && !deep) {
            continue; /* the oracle descends by recursion */
        }
        for (size_t h = 0; h < COUNT(heads); h++) {
            const mutate_piece *const tail = &tails[random_below(random, COUNT(tails))];
            if (random_below(random, 3) == 0 && text_make(length, &heads[h], &fillers[f], tail)) {
                subject_kernel(length + h);
                subject_against_oracle(text, length, NULL);
                subject_against_oracle(text, length, &lenient);
            }
        }
    }
}

/* argv[1]: how often everything is gone through, with other mixtures each time; default 1. */
int main(int argc, char **argv)
{
    const unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 1;
    random_state random = random_seed(7);
    subject_begin();
    for (unsigned long round = 0; round < rounds; round++) {
        for (size_t length = 0; length <= 200; length++) {
            test_length(length, true, &random);
        }
        for (size_t length = INDEX_BLOCK - 3; length <= INDEX_BLOCK + 67; length += 7) {
            test_length(length, false, &random);
        }
    }
    /* every tail, alone and after little */
    for (size_t t = 0; t < COUNT(tails); t++) {
        for (size_t h = 0; h < COUNT(heads); h++) {
            const size_t length = heads[h].length + tails[t].length;
            for (size_t turn = 0; turn < subject_kernel(turn); turn++) {
                text_make(length, &heads[h], &fillers[0], &tails[t]);
                subject_against_oracle(text, length, NULL);
                subject_against_oracle(text, length, &lenient);
            }
        }
    }
    return subject_finish();
}
