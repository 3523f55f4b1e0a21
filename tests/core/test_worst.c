/*
 * No input is a slow path to attack: the worst texts that we can think of take a few times the time
 * per byte of an ordinary text, in every way of reading and writing, and sixteen times the text
 * takes about sixteen times as long.
 *
 * Times are of the thread's CPU and the least of several runs. Bounds are generous: this tells what
 * is linear from what is not, and what is a few times slower from what is a hundred.
 *
 * argv[1]: "print" shows each ratio.
 */
#include <time.h>

#include "document/key_hash.h" /* before the type named bytes */

#include "subject.h"

#include "document/prints.h"
#include "fastjson/hosts.h"

#define SIZE ((size_t)4000)
#define MORE 16
#define RUNS 5
#define SLOWER_MAX 30   /* times the time per byte of an ordinary text */
#define GROWTH_MAX 50.0 /* of the time, for MORE times the text: 16 is linear, 256 quadratic */

static bool print;
static uint64_t state = 1;

static unsigned chance(unsigned below)
{
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)(state >> 33) % below;
}

/* ---- texts: each at least `size` bytes, of one JSON value ---- */

typedef void text_make(bytes *text, size_t size);

static void repeat(bytes *text, size_t size, const char *open, const char *piece, const char *close)
{
    const size_t length = strlen(piece);
    bytes_add_text(text, open);
    while (text->length < size) {
        bytes_add(text, piece, length);
    }
    bytes_add_text(text, close);
}

static void many(bytes *text, size_t size, const char *open, const char *format, const char *close)
{
    char piece[256];
    bytes_add_text(text, open);
    for (unsigned i = 0; text->length < size; i++) {
        if (i != 0) {
            bytes_add_text(text, ",");
        }
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        bytes_add(text, piece, (size_t)snprintf(piece, sizeof piece, format, i, i, i));
#pragma GCC diagnostic pop
    }
    bytes_add_text(text, close);
}

static void ordinary(bytes *text, size_t size)
{
    many(text, size, "{\"statuses\":[",
         "{\"id\":%u,\"created_at\":\"Sun Aug 31 00:29:15 +0000 2014\",\"text\":\"@a b: "
         "\xE5\x90\x8D\xE5\x89\x8D\xE3\x81\xAB \\n http:\\/\\/t.co\\/%u\",\"truncated\":false,"
         "\"score\":%u.25,\"reply\":null,\"user\":{\"name\":\"x\",\"tags\":[\"a\",\"b\"]}}",
         "]}");
}

static void digits_integer(bytes *text, size_t size)
{
    repeat(text, size, "7", "1234567890", "");
}
static void digits_real(bytes *text, size_t size)
{
    repeat(text, size, "0.", "1234567890", "");
}
static void digits_zeros(bytes *text, size_t size)
{
    repeat(text, size, "0.", "0", "1e-9");
}
static void digits_exponent(bytes *text, size_t size)
{
    repeat(text, size, "0e", "9", "");
}
static void digits_exponent_zeros(bytes *text, size_t size)
{
    repeat(text, size, "1e-", "0", "5");
}
static void exponents(bytes *text, size_t size)
{
    repeat(text, size, "[1e-999999999", ",1e-999999999,0e99999999999999999999,1e-400", "]");
}

/* Halfway between two doubles and a digit more, where nothing but exact arithmetic tells. */
static void halfway_long(bytes *text, size_t size)
{
    bytes_add_text(text, "[0");
    while (text->length < size) {
        bytes_add_text(text,
                       ",2.2250738585072011360574097967091319759348195463516456480234261"
                       "09724822220210769455165295239081350879141491589130396211068700864"
                       "38694594645527657207407820621743379988141063267329253552286881372"
                       "14901298112245145188984905722230728525513315575501591439747639798"
                       "3411801999323962548289017107081850690630666655994938275772572015e-308");
    }
    bytes_add_text(text, "]");
}
static void halfway_short(bytes *text, size_t size)
{
    repeat(text, size, "[0", ",9007199254740993,1e23,8.5e-324,2.47e-324,9007199254740993.0e1", "]");
}
static void subnormals(bytes *text, size_t size)
{
    many(text, size, "[", "4.94065645841246%06ue-318", "]");
}
static void reals_long(bytes *text, size_t size)
{
    many(text, size, "[", "0.%u2345678901234567890123456789%u98765432109876543%u", "]");
}
static void integers_big(bytes *text, size_t size)
{
    many(text, size, "[", "7%u12345678901234567890123456789%u012345678901234567890%u", "]");
}

static void escapes_short(bytes *text, size_t size)
{
    repeat(text, size, "\"", "\\n", "\"");
}
static void escapes_unicode(bytes *text, size_t size)
{
    repeat(text, size, "\"", "\\u20ac", "\"");
}
static void escapes_pairs(bytes *text, size_t size)
{
    repeat(text, size, "\"", "\\ud83d\\ude00", "\"");
}
static void escapes_controls(bytes *text, size_t size)
{
    repeat(text, size, "\"", "\\u0000a", "\"");
}
static void backslashes(bytes *text, size_t size)
{
    repeat(text, size, "\"", "\\\\", "\"");
}
static void quotes(bytes *text, size_t size)
{
    repeat(text, size, "\"", "\\\"", "\"");
}
static void escapes_sparse(bytes *text, size_t size)
{
    repeat(text, size, "[\"\"", ",\"a\\nb\",\"\\u00e9\"", "]");
}
static void wide(bytes *text, size_t size)
{
    repeat(text, size, "\"",
           "\xF0\x9F\x98\x80"
           "a"
           "\xC3\xA9",
           "\"");
}
static void strings_empty(bytes *text, size_t size)
{
    repeat(text, size, "[\"\"", ",\"\"", "]");
}
static void strings_wide_short(bytes *text, size_t size)
{
    repeat(text, size, "[\"\"", ",\"\xE2\x82\xAC\",\"\xC3\xA9\"", "]");
}

static void nest(bytes *text, size_t size, const char *open, const char *inner, const char *close)
{
    const size_t levels = size / (strlen(open) + strlen(close));
    for (size_t i = 0; i < levels; i++) {
        bytes_add_text(text, open);
    }
    bytes_add_text(text, inner);
    for (size_t i = 0; i < levels; i++) {
        bytes_add_text(text, close);
    }
}
static void deep_arrays(bytes *text, size_t size)
{
    nest(text, size, "[", "", "]");
}
static void deep_objects(bytes *text, size_t size)
{
    nest(text, size, "{\"\":", "1", "}");
}
static void deep_both(bytes *text, size_t size)
{
    nest(text, size, "[{\"a\":1,\"b\":", "0", "}]");
}
static void deep_last(bytes *text, size_t size)
{
    nest(text, size, "[0,", "0", ",1]");
}
static void deep_twice(bytes *text, size_t size)
{
    nest(text, size, "{\"a\":1,\"a\":", "0", "}");
}
static void deep_twice_first(bytes *text, size_t size)
{
    nest(text, size, "{\"a\":", "0", ",\"a\":1}");
}

static void tiny_numbers(bytes *text, size_t size)
{
    repeat(text, size, "[1", ",1", "]");
}
static void tiny_arrays(bytes *text, size_t size)
{
    repeat(text, size, "[[]", ",[]", "]");
}
static void tiny_objects(bytes *text, size_t size)
{
    repeat(text, size, "[{}", ",{}", "]");
}
static void tiny_mixture(bytes *text, size_t size)
{
    repeat(text, size, "[1", ",{},\"\",[],-0,1.5,null,[0],{\"\":0},true,\"\\n\"", "]");
}
static void spaces(bytes *text, size_t size)
{
    repeat(text, size, "[", " ", "1]");
}
static void spaces_mixed(bytes *text, size_t size)
{
    repeat(text, size, "[", "\n\t \r", "1]");
}
static void spaces_between(bytes *text, size_t size)
{
    repeat(text, size, "[ 1 ", " , 1 \n", " ] ");
}
static void comments(bytes *text, size_t size)
{
    repeat(text, size, "[1", "/**/", "]");
}
static void comments_stars(bytes *text, size_t size)
{
    repeat(text, size, "[1/*", "* /", "*/]");
}
static void comments_lines(bytes *text, size_t size)
{
    repeat(text, size, "[1", "//\n", "]");
}

static void one_key_each(bytes *text, size_t size)
{
    many(text, size, "[", "{\"key%u\":1}", "]");
}
static void many_keys(bytes *text, size_t size)
{
    many(text, size, "{", "\"key%u\":1", "}");
}
static void many_short_keys(bytes *text, size_t size)
{
    many(text, size, "{", "\"%x\":0", "}");
}
static void index_keys(bytes *text, size_t size)
{
    many(text, size, "{", "\"%u000\":0", "}");
}
static void many_long_keys(bytes *text, size_t size)
{
    many(text, size, "{",
         "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa%u\":1", "}");
}
static void keys_escaped(bytes *text, size_t size)
{
    many(text, size, "{", "\"\\u006b\\n%u\":1", "}");
}
static void repeated_key(bytes *text, size_t size)
{
    repeat(text, size, "{\"a\":1", ",\"a\":1", "}");
}
static void repeated_keys(bytes *text, size_t size)
{
    bytes_add_text(text, "{\"a\":1");
    while (text->length < size) {
        char member[32];
        bytes_add(text, member, (size_t)snprintf(member, sizeof member, ",\"k%u\":1", chance(300)));
    }
    bytes_add_text(text, "}");
}
static void repeated_keys_each(bytes *text, size_t size)
{
    repeat(text, size, "[0", ",{\"a\":1,\"b\":2,\"a\":3}", "]");
}
static void cold_shapes(bytes *text, size_t size)
{
    bytes_add_text(text, "[0");
    while (text->length < size) {
        char object[64];
        bytes_add(text, object,
                  (size_t)snprintf(object, sizeof object, ",{\"%x\":1,\"%x\":2}", chance(1u << 30),
                                   chance(1u << 30)));
    }
    bytes_add_text(text, "]");
}

/* ---- keys that collide: by their prints, which anybody can work out; and by hash ---- */

/* The key of eight letters that has this print, from number *from on. */
static void key_of_print(char *key, unsigned *from, uint16_t print_wanted)
{
    char room[32] = {0};
    for (;; (*from)++) {
        for (unsigned i = 0; i < 8; i++) {
            room[i] = (char)('a' + (*from >> 4 * i & 15));
        }
        if (print_take(room, 8) == print_wanted) {
            break;
        }
    }
    (*from)++;
    memcpy(key, room, 9);
}

static void same_prints(bytes *text, size_t size, unsigned keys)
{
    static char known[128][9];
    static unsigned count;
    static unsigned from;
    for (; count < keys; count++) {
        key_of_print(known[count], &from, 12345);
    }
    bytes_add_text(text, "[0");
    while (text->length < size) {
        for (unsigned i = 0; i < keys; i++) {
            char member[32];
            bytes_add(
                text, member,
                (size_t)snprintf(member, sizeof member, "%s\"%s\":1", i ? "," : ",{", known[i]));
        }
        bytes_add_text(text, "}");
    }
    bytes_add_text(text, "]");
}
static void same_prints_of_few(bytes *text, size_t size)
{
    same_prints(text, size, 8);
}
static void same_prints_of_sixty(bytes *text, size_t size)
{
    same_prints(text, size, 60);
}
static void same_prints_of_many(bytes *text, size_t size)
{
    same_prints(text, size, 100);
}

/* Keys chosen in advance, for the hash without a process's random bytes, to begin in one of 256
 * places of the table. */
static void same_hashes(bytes *text, size_t size)
{
    static const uint64_t constant[2] = {UINT64_C(0xE7037ED1A0B428DB),
                                         UINT64_C(0x8EBC6AF09C88C6E3)};
    bytes_add_text(text, "{\"\":0");
    for (unsigned i = 0; text->length < size; i++) {
        char member[12];
        size_t length = 0;
        for (unsigned rest = i; rest != 0; rest >>= 5) {
            member[length++] = (char)('a' + (rest & 31) % 26);
        }
        if ((key_hash(member, length, constant) & 0x0FF0) == 0x0450) {
            bytes_add_text(text, ",\"");
            bytes_add(text, member, length);
            bytes_add_text(text, "\":1");
        }
    }
    bytes_add_text(text, "}");
}

typedef struct worst {
    const char *name;
    text_make *make;
} worst;

#define WORST(name) \
    {               \
#name, name \
    }

static const worst worsts[] = {
    WORST(digits_integer),
    WORST(digits_real),
    WORST(digits_zeros),
    WORST(digits_exponent),
    WORST(digits_exponent_zeros),
    WORST(exponents),
    WORST(halfway_long),
    WORST(halfway_short),
    WORST(subnormals),
    WORST(reals_long),
    WORST(integers_big),
    WORST(escapes_short),
    WORST(escapes_unicode),
    WORST(escapes_pairs),
    WORST(escapes_controls),
    WORST(backslashes),
    WORST(quotes),
    WORST(escapes_sparse),
    WORST(wide),
    WORST(strings_empty),
    WORST(strings_wide_short),
    WORST(deep_arrays),
    WORST(deep_objects),
    WORST(deep_both),
    WORST(deep_last),
    WORST(deep_twice),
    WORST(deep_twice_first),
    WORST(tiny_numbers),
    WORST(tiny_arrays),
    WORST(tiny_objects),
    WORST(tiny_mixture),
    WORST(spaces),
    WORST(spaces_mixed),
    WORST(spaces_between),
    WORST(comments),
    WORST(comments_stars),
    WORST(comments_lines),
    WORST(one_key_each),
    WORST(many_keys),
    WORST(many_short_keys),
    WORST(index_keys),
    WORST(many_long_keys),
    WORST(keys_escaped),
    WORST(repeated_key),
    WORST(repeated_keys),
    WORST(repeated_keys_each),
    WORST(cold_shapes),
    WORST(same_prints_of_few),
    WORST(same_prints_of_sixty),
    WORST(same_prints_of_many),
    WORST(same_hashes),
};

/* ---- ways: each gives FJ_OK, or a code that is no fault of the text ---- */

static const fj_parse_options lenient = {.size = sizeof lenient,
                                         .max_nesting = FJ_UNLIMITED,
                                         .allow_comments = 1,
                                         .max_number_digits = UINT64_MAX};
static const fj_parse_options distinct = {.size = sizeof distinct,
                                          .max_nesting = FJ_UNLIMITED,
                                          .allow_comments = 1,
                                          .duplicate_key = FJ_DUPLICATE_ERROR,
                                          .max_number_digits = UINT64_MAX};
static const fj_parse_options as_text = {.size = sizeof as_text,
                                         .max_nesting = FJ_UNLIMITED,
                                         .allow_comments = 1,
                                         .big_numbers = FJ_NUMBERS_TEXT,
                                         .max_number_digits = UINT64_MAX};
static const fj_generate_options compact = {.size = sizeof compact, .max_nesting = FJ_UNLIMITED};
static const fj_generate_options pretty = {.size = sizeof pretty,
                                           .max_nesting = FJ_UNLIMITED,
                                           .space = " ",
                                           .space_length = 1,
                                           .array_nl = "\n",
                                           .array_nl_length = 1,
                                           .ascii_only = 1,
                                           .sort_keys = 1};

static fj_document *document;
static fj_document *second;
static fj_buffer out;
static fj_tape *tape;

static int32_t way_parse(const bytes *t)
{
    return fj_parse(t->data, t->length, &lenient, &document, NULL);
}
static int32_t way_parse_error(const bytes *t)
{
    fj_error error = {.size = sizeof error};
    const int32_t code = fj_parse(t->data, t->length - 1, &lenient, &document, &error);
    return code == FJ_ERROR_UNEXPECTED_END || code == FJ_OK ? FJ_OK : code;
}
static int32_t way_parse_distinct(const bytes *t)
{
    fj_error error = {.size = sizeof error};
    const int32_t code = fj_parse(t->data, t->length, &distinct, &document, &error);
    return code == FJ_ERROR_DUPLICATE_KEY ? FJ_OK : code;
}
static int32_t way_parse_text(const bytes *t)
{
    return fj_parse(t->data, t->length, &as_text, &document, NULL);
}
static int32_t way_validate(const bytes *t)
{
    return fj_validate(t->data, t->length, &lenient, NULL);
}
static int32_t way_minify(const bytes *t)
{
    return fj_minify(t->data, t->length, &lenient, &out, NULL);
}
static int32_t way_format(const bytes *t)
{
    return fj_format(t->data, t->length, &lenient, &pretty, &out, NULL);
}
static int32_t way_generate(const bytes *t)
{
    (void)t; /* the document that way_parse left */
    return fj_generate(fj_document_root(document), &compact, &out, NULL);
}
static int32_t way_equal_copy(const bytes *t)
{
    int32_t equal = 0;
    (void)t;
    const int32_t code = fj_document_copy(fj_document_root(document), &second, NULL);
    return code != FJ_OK
               ? code
               : fj_value_equal(fj_document_root(document), fj_document_root(second), &equal);
}
static int32_t way_get(const bytes *t)
{
    size_t offset;
    size_t length;
    const int32_t code =
        fj_text_get(t->data, t->length, "/zz/1", 5, FJ_GET_WHOLE, &lenient, &offset, &length, NULL);
    return code == FJ_ERROR_NOT_FOUND ? FJ_OK : code;
}
static int32_t way_tape(const bytes *t)
{
    fj_tape_view *const view = fj_tape_look(tape);
    view->words_capacity = 2 * t->length + 16;
    view->words = malloc(view->words_capacity * sizeof *view->words);
    const int32_t code = fj_tape_read(tape, t->data, t->length, &lenient, FJ_TAPE_BIGINT, NULL);
    free(view->words);
    view->words = NULL;
    return code;
}
static int32_t way_unfinished(const bytes *t)
{
    int32_t complete;
    size_t used;
    return fj_parse_unfinished(t->data, t->length - 1, &lenient, &document, &complete, &used, NULL);
}
static int32_t way_stream(const bytes *t)
{
    const fj_sequence_options values = {.size = sizeof values};
    fj_stream *stream = NULL;
    int32_t code = fj_stream_new(&values, &lenient, &stream, NULL);
    for (size_t at = 0; code == FJ_OK && at < t->length;) {
        const size_t piece = t->length - at < 1000 ? t->length - at : 1000;
        size_t used = 0;
        code = fj_stream_read(stream, t->data + at, piece, &used, &document, NULL);
        code = code == FJ_MORE ? FJ_OK : code;
        at += used;
    }
    if (code == FJ_OK) {
        code = fj_stream_finish(stream, &document, NULL);
    }
    fj_stream_free(stream);
    return code == FJ_END ? FJ_OK : code;
}

typedef struct way {
    const char *name;
    int32_t (*run)(const bytes *text);
} way;

static const way ways[] = {
    {"parse", way_parse},
    {"generate", way_generate},
    {"copy, equal", way_equal_copy},
    {"parse as text", way_parse_text},
    {"distinct keys", way_parse_distinct},
    {"cut short", way_parse_error},
    {"validate", way_validate},
    {"minify", way_minify},
    {"format", way_format},
    {"get", way_get},
    {"tape", way_tape},
    {"unfinished", way_unfinished},
    {"stream", way_stream},
};

#define COUNT(list) (sizeof list / sizeof *list)

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The least of several runs; so many that a short one is measured well. */
static double time_of(const way *w, const bytes *text, const char *name)
{
    double least = 1e9;
    double all = 0;
    for (int i = 0; i < RUNS || (all < 0.0005 && i < 50); i++) {
        const double start = seconds();
        const int32_t code = w->run(text);
        const double took = seconds() - start;
        CHECK(code == FJ_OK, "%s, %s: %s", name, w->name, fj_error_name(code));
        least = took < least ? took : least;
        all += took;
    }
    return least;
}

static void check_worst(const worst *one, const double *usual, size_t usual_length)
{
    bytes texts[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
    one->make(&texts[0], SIZE);
    one->make(&texts[1], MORE * SIZE);
    for (size_t w = 0; w < COUNT(ways); w++) {
        double took[2];
        double growth = 0;
        double slower = 0;
        /* Whoever was interrupted in all runs is given another chance. */
        for (int attempt = 0; attempt < 8; attempt++) {
            for (int i = 0; i < 2; i++) {
                if (w == 1 || w == 2) {
                    (void)way_parse(&texts[i]); /* generated, copied */
                }
                took[i] = time_of(&ways[w], &texts[i], one->name);
            }
            /* a few microseconds more: what every call costs, and what is too short to say */
            growth = took[1] / (took[0] + 5e-6) * (double)SIZE * MORE / (double)texts[1].length;
            slower = (took[1] / (double)texts[1].length) / (usual[w] / (double)usual_length);
            if (growth <= GROWTH_MAX && slower <= SLOWER_MAX) {
                break;
            }
        }
        CHECK(growth <= GROWTH_MAX, "%s, %s: %.1f times for sixteen times the text", one->name,
              ways[w].name, growth);
        CHECK(slower <= SLOWER_MAX, "%s, %s: %.1f times slower a byte than an ordinary text",
              one->name, ways[w].name, slower);
        if (print) {
            printf("%-22s %-14s %6.1f slower, grows %4.1f\n", one->name, ways[w].name, slower,
                   growth);
        }
    }
    bytes_free(&texts[0]);
    bytes_free(&texts[1]);
}

int main(int argc, char **argv)
{
    print = argc > 1 && strcmp(argv[1], "print") == 0;
    tape = fj_tape_new();
    if (tape == NULL) {
        return 2;
    }
    bytes text = {NULL, 0, 0};
    double usual[COUNT(ways)];
    ordinary(&text, MORE * SIZE);
    (void)way_parse(&text);
    for (size_t w = 0; w < COUNT(ways); w++) {
        if (w == 1 || w == 2) {
            (void)way_parse(&text);
        }
        usual[w] = time_of(&ways[w], &text, "ordinary");
        if (print) {
            printf("ordinary: %-14s %.3f ns a byte\n", ways[w].name,
                   usual[w] * 1e9 / (double)text.length);
        }
    }
    for (size_t i = 0; i < COUNT(worsts); i++) {
        check_worst(&worsts[i], usual, text.length);
    }
    bytes_free(&text);
    fj_document_free(document);
    fj_document_free(second);
    fj_buffer_free(&out);
    fj_tape_free(tape);
    return check_finish();
}
