/*
 * Texts that end where the mapped memory does, of every length from 0 to 200 and around the sizes
 * of blocks, with tails that tempt a reader to look further. All entry points that take text,
 * pieces of it, strings, numbers or pointers; all kernels. The oracle says what must come out of
 * parse, validate and minify; the others must agree with those.
 */
#include "mutate.h"
#include "subject.h"

#include "fastjson/hosts.h"
#include "scan/kernel.h"

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

static const fj_parse_options lenient_owning = {
    .size = sizeof lenient_owning,
    .allow_nan = 1,
    .allow_comments = 1,
    .allow_trailing_comma = 1,
    .allow_control_characters = 1,
    .allow_invalid_escape = 1,
    .lone_surrogates = FJ_READ_SURROGATES_KEEP,
};

#define PAGE 4096

static char text[4 * PAGE];

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

/* ---- the ways that subject.h does not go ---- */

static fj_document *document;
static fj_document *part;
static fj_buffer out;
static fj_tape *tape;
static fj_stream *stream;
static guard second_guard;

static void ways_open(void)
{
    const fj_sequence_options values = {.size = sizeof values};
    second_guard = guard_make(SUBJECT_TEXT_MAX);
    tape = fj_tape_new();
    if (tape == NULL || fj_stream_new(&values, &lenient_owning, &stream, NULL) != FJ_OK) {
        exit(2);
    }
}

static void ways_close(void)
{
    fj_document_free(document);
    fj_document_free(part);
    fj_buffer_free(&out);
    fj_tape_free(tape);
    fj_stream_free(stream);
    guard_free(&second_guard);
}

/* As a string, a key, a number and a raw value, of what is made piece by piece. */
static void check_made(const char *end, size_t length)
{
    fj_builder *builder = NULL;
    fj_generator *generator = NULL;
    CHECK(fj_builder_new(&builder) == FJ_OK &&
              fj_generator_new(NULL, &out, &generator, NULL) == FJ_OK,
          "no memory");
    for (int which = 0; which < 4; which++) {
        const bool key = which == 1;
        int32_t built = key ? fj_builder_begin_object(builder) : FJ_OK;
        int32_t generated = key ? fj_generator_begin_object(generator) : FJ_OK;
        CHECK(built == FJ_OK && generated == FJ_OK, "begin");
        if (which == 0) {
            built = fj_builder_string(builder, end, length);
            generated = fj_generator_string(generator, end, length);
        } else if (which == 1) {
            built = fj_builder_key(builder, end, length);
            generated = fj_generator_key(generator, end, length);
        } else if (which == 2) {
            built = fj_builder_number(builder, end, length);
            generated = fj_generator_number(generator, end, length);
        } else {
            built = generated = fj_generator_raw(generator, end, length, 0);
            const int32_t valid = fj_validate(end, length, NULL, NULL);
            CHECK((generated == FJ_OK) == (valid == FJ_OK), "raw %s, valid %s",
                  fj_error_name(generated), fj_error_name(valid));
        }
        CHECK(built == generated, "call %d: built %s, generated %s", which, fj_error_name(built),
              fj_error_name(generated));
        (void)fj_builder_finish(builder, &part, NULL);
        (void)fj_generator_finish(generator, NULL);
        fj_generator_free(generator);
        (void)fj_generator_new(NULL, &out, &generator, NULL);
    }
    fj_builder_free(builder);
    fj_generator_free(generator);
}

static void check_sequence(const char *end, size_t length)
{
    fj_sequence at = {0};
    for (size_t n = 0; n <= length; n++) {
        if (fj_parse_next(end, length, &at, NULL, &lenient, &document, NULL) != FJ_OK) {
            break;
        }
    }
    fj_stream_reset(stream);
    for (size_t half = 0; half < 2; half++) {
        const size_t cut = half ? length - length / 2 : length / 2;
        const char *piece = guard_text(&second_guard, half ? end + length / 2 : end, cut);
        for (size_t done = 0, used = 0; done < cut; done += used) {
            const int32_t code =
                fj_stream_read(stream, piece + done, cut - done, &used, &document, NULL);
            if (code != FJ_OK && code != FJ_MORE) {
                return;
            }
        }
    }
    (void)fj_stream_finish(stream, &document, NULL);
}

static void check_ways(const char *given, size_t length)
{
    const fj_generate_options sorted = {.size = sizeof sorted, .sort_keys = 1, .nan = FJ_NAN_NULL};
    const char *const end = guard_text(&subject_guard, given, length);
    const int32_t code = fj_parse(end, length, &lenient_owning, &document, NULL);
    const int32_t format = fj_format(end, length, &lenient_owning, &sorted, &out, NULL);
    CHECK((code == FJ_OK) == (format == FJ_OK) || format == FJ_ERROR_NAN, "format %s, parse %s",
          fj_error_name(format), fj_error_name(code));

    /* the text as a pointer into itself, and as a key */
    const fj_value *found = NULL;
    const char *const pointer = guard_text(&second_guard, given, length);
    (void)fj_value_pointer(fj_document_root(document), pointer, length, &found, NULL);
    (void)fj_value_member(fj_document_root(document), pointer, length);
    size_t offset;
    size_t size;
    for (int32_t scope = FJ_GET_WHOLE; scope <= FJ_GET_FIRST; scope++) {
        const char *const path = guard_text(&second_guard, "/0", 2);
        const int32_t got =
            fj_text_get(end, length, path, 2, scope, &lenient, &offset, &size, NULL);
        CHECK(got != FJ_OK || (offset < length && size <= length - offset), "%zu bytes at %zu",
              size, offset);
        CHECK(scope != FJ_GET_WHOLE || got == code || got == FJ_ERROR_NOT_FOUND, "get %s, parse %s",
              fj_error_name(got), fj_error_name(code));
        (void)fj_text_get_document(end, length, path, 2, scope, &lenient, &part, NULL);
    }

    int32_t complete = 0;
    const int32_t open =
        fj_parse_unfinished(end, length, &lenient, &document, &complete, &size, NULL);
    CHECK((open == FJ_OK && complete) == (code == FJ_OK), "unfinished %s, parse %s",
          fj_error_name(open), fj_error_name(code));

    int32_t words[2 * 4 * PAGE + 16];
    fj_tape_look(tape)->words = words;
    fj_tape_look(tape)->words_capacity = 2 * length + 16;
    const int32_t taped =
        fj_tape_read(tape, end, length, &lenient_owning, FJ_TAPE_ALWAYS | FJ_TAPE_BIGINT, NULL);
    CHECK(taped == code, "tape %s, parse %s", fj_error_name(taped), fj_error_name(code));
    check_sequence(end, length);
    check_made(end, length);
}

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
                check_ways(text, length);
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
    ways_open();
    for (unsigned long round = 0; round < rounds; round++) {
        for (size_t length = 0; length <= 200; length++) {
            test_length(length, true, &random);
        }
        for (size_t length = PAGE - 3; length <= PAGE + 67; length += 7) {
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
                check_ways(text, length);
            }
        }
    }
    ways_close();
    return subject_finish();
}
