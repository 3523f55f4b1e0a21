/*
 * Containers that a stream reads while their text comes: wherever that is cut, the value, or the
 * fault and its place, is what one call gives.
 *
 * A reading pauses within the last bytes of what is there, between any two tokens and inside of any
 * string, and is taken up when enough has come; so texts are some times as long as both, and cut at
 * every byte. A fault, want of memory or a document of another allocator leaves the reading.
 */
#include "stream_subject.h"

static uint64_t random_state = 88172645463325252u;

static size_t random_below(size_t n)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (size_t)(random_state % n);
}

/* ---- texts ---- */

typedef struct text {
    char bytes[300000];
    size_t length;
} text;

static text large;

static void add(text *t, const char *part)
{
    const size_t n = strlen(part);
    memcpy(t->bytes + t->length, part, n);
    t->length += n;
}

static void add_many(text *t, char c, size_t count)
{
    memset(t->bytes + t->length, c, count);
    t->length += count;
}

/* White space, now and then longer than can be read ahead of a token. */
static void add_space(text *t)
{
    static const char spaces[] = " \n\t\r";
    const size_t count = random_below(3) == 0   ? random_below(30)
                         : random_below(8) == 0 ? 150 + random_below(300)
                                                : 0;
    for (size_t i = 0; i < count; i++) {
        add_many(t, spaces[random_below(4)], 1);
    }
}

static void add_string(text *t)
{
    static const char *const parts[] = {
        "a",     "key", "\\n",  "\\u00e9", "\\ud83d\\ude00",     "\xC3\xA9",        "\xE2\x82\xAC",
        "\\\\",  "/",   "\\\"", "[{",      "\xF0\x9F\x98\x80",   "twelve bytes",    "}]",
        "1.5e3", ":",   ",",    "\\/",     "a rather long part", "0123456789012345"};
    const size_t count = random_below(5) == 0 ? random_below(40) : random_below(4);
    add(t, "\"");
    if (random_below(12) == 0) {
        add_many(t, 'x', 100 + random_below(500));
    }
    for (size_t i = 0; i < count; i++) {
        add(t, parts[random_below(sizeof parts / sizeof *parts)]);
    }
    add(t, "\"");
}

static void add_value(text *t, size_t depth, size_t until)
{
    static const char *const scalars[] = {
        "1",    "0",  "-12", "3.25",  "1e5",   "-0.5E-7", "12345678901234567890123",
        "true", "9",  "123", "false", "1.5e3", "null",    "{}",
        "[]",   "0.1"};
    const size_t kind = random_below(8);
    if (kind < 3 && depth < 12 && t->length < until) {
        const bool object = kind != 0;
        const size_t count = random_below(7);
        add(t, object ? "{" : "[");
        for (size_t i = 0; i < count; i++) {
            if (i != 0) {
                add_space(t);
                add(t, ",");
            }
            add_space(t);
            if (object) {
                add_string(t);
                add_space(t);
                add(t, ":");
                add_space(t);
            }
            add_value(t, depth + 1, until);
        }
        add_space(t);
        add(t, object ? "}" : "]");
    } else if (kind < 6) {
        add_string(t);
    } else if (random_below(40) == 0) {
        add_many(t, '7', 200 + random_below(300)); /* a number longer than can be read ahead */
    } else {
        add(t, scalars[random_below(sizeof scalars / sizeof *scalars)]);
    }
}

/* A container of about so many bytes. */
static void add_container(text *t, size_t size)
{
    const size_t until = t->length + size;
    const bool object = random_below(2) != 0;
    const char *separator = "";
    add(t, object ? "{" : "[");
    while (t->length < until) {
        add(t, separator);
        add_space(t);
        if (object) {
            add_string(t);
            add_space(t);
            add(t, ":");
        }
        add_space(t);
        add_value(t, 1, until);
        add_space(t);
        separator = ",";
    }
    add(t, object ? "}" : "]");
}

/* ---- comparing ---- */

#define BEGUN 515 /* so much must be held before a reading begins */

static void compare_at(fj_stream *stream, const text *t, const stream_rules *rules,
                       const bytes *expected, size_t first, size_t second)
{
    const size_t cuts[] = {1, BEGUN, first, second};
    stream_compare(stream, t->bytes, t->length, cuts, second < t->length ? 4 : 3, rules, expected);
}

static void compare_pieces(fj_stream *stream, const text *t, const stream_rules *rules,
                           const bytes *expected, size_t size)
{
    static size_t cuts[sizeof t->bytes];
    size_t count = 0;
    for (size_t at = size; at < t->length; at += size) {
        cuts[count++] = at;
    }
    stream_compare(stream, t->bytes, t->length, cuts, count, rules, expected);
}

static stream_rules rules_of(size_t turn)
{
    stream_rules rules = stream_kind(turn % 2 == 0 ? FJ_SEQUENCE_ONE : FJ_SEQUENCE_VALUES);
    if (turn % 16 == 5) {
        rules.parse.duplicate_key = FJ_DUPLICATE_ERROR;
    }
    if (turn % 16 == 7) {
        rules.parse.max_nesting = 3;
    }
    if (turn % 16 == 10) {
        rules.parse.max_number_digits = 22;
    }
    return rules;
}

/* ---- every cut ---- */

static void test_every_cut(void)
{
    for (size_t turn = 0; turn < 16; turn++) {
        const stream_rules rules = rules_of(turn);
        large.length = 0;
        add_container(&large, 900 + random_below(900));
        if (rules.sequence.kind == FJ_SEQUENCE_VALUES) {
            add_container(&large, 600);
            add(&large, " 1");
        }
        subject_kernel(turn / 2);
        bytes expected = stream_whole(large.bytes, large.length, &rules);
        fj_stream *const stream = stream_make(&rules);
        for (size_t at = BEGUN + 1; at < large.length; at++) {
            if (!check_takes()) {
                continue;
            }
            compare_at(stream, &large, &rules, &expected, at, large.length);
            if (at % 4 == turn / 2 % 4) {
                compare_at(stream, &large, &rules, &expected, at, at + 1 + random_below(700));
            }
        }
        static const size_t sizes[] = {1, 7, 193, 600};
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            compare_pieces(stream, &large, &rules, &expected, sizes[i]);
        }
        fj_stream_free(stream);
        bytes_free(&expected);
    }
}

/* ---- faults ---- */

static void test_faults(void)
{
    static const char wrong[] = "\x01\xFF\"\\,:]}[{x0e-\xC3";
    for (size_t turn = 0; turn < 40; turn++) {
        const stream_rules rules = rules_of(turn);
        large.length = 0;
        add_container(&large, 900 + random_below(1500));
        subject_kernel(turn / 2);
        fj_stream *const stream = stream_make(&rules);
        for (size_t again = check_share(60); again > 0; again--) {
            char *const at = large.bytes + random_below(large.length);
            const char right = *at;
            *at = wrong[random_below(sizeof wrong - 1)];
            bytes expected = stream_whole(large.bytes, large.length, &rules);
            const size_t first = BEGUN + 1 + random_below(large.length - BEGUN - 1);
            compare_at(stream, &large, &rules, &expected, first,
                       first + 1 + random_below(large.length));
            if (again % 16 == 0) {
                compare_pieces(stream, &large, &rules, &expected, 1 + random_below(300));
            }
            bytes_free(&expected);
            *at = right;
        }
        /* And what has no end. */
        for (size_t again = check_share(30); again > 0; again--) {
            const size_t length = large.length;
            large.length = BEGUN + 5 + random_below(length - BEGUN - 5);
            bytes expected = stream_whole(large.bytes, large.length, &rules);
            compare_at(stream, &large, &rules, &expected, BEGUN + 1,
                       BEGUN + 2 + random_below(large.length));
            bytes_free(&expected);
            large.length = length;
        }
        fj_stream_free(stream);
    }
}

/* ---- large ones ---- */

static void test_large(void)
{
    for (size_t turn = 0; turn < 24; turn++) {
        const stream_rules rules = rules_of(turn);
        large.length = 0;
        add(&large, turn % 3 == 0 ? "[[[[" : "[");
        add_container(&large, 30000 + random_below(40000));
        add(&large, ",\"");
        add_many(&large, turn % 4 == 0 ? '8' : 'y', random_below(100000));
        add(&large, turn % 5 == 0 ? "\\n" : turn % 5 == 1 ? "\xE2\x82\xAC" : "");
        add_many(&large, 'z', random_below(3000));
        add(&large, "\",");
        add_many(&large, '5', turn % 4 == 1 ? random_below(20000) : 1);
        add(&large, ",");
        add_many(&large, ' ', random_below(20000));
        add_container(&large, 1000);
        add(&large, turn % 3 == 0 ? "]]]]" : "]");
        if (rules.sequence.kind == FJ_SEQUENCE_VALUES) {
            add_container(&large, 20000);
            add_container(&large, 300);
            add_container(&large, 40000);
        }
        subject_kernel(turn / 2);
        bytes expected = stream_whole(large.bytes, large.length, &rules);
        fj_stream *const stream = stream_make(&rules);
        static const size_t sizes[] = {1, 7, 193, 1000, 4096, 16384, 65536, sizeof large.bytes};
        for (size_t i = turn % 12 == 0 ? 0 : 2; i < sizeof sizes / sizeof *sizes; i++) {
            compare_pieces(stream, &large, &rules, &expected, sizes[i]);
        }
        fj_stream_free(stream);
        bytes_free(&expected);
    }
}

/* ---- documents ---- */

static void *count_allocate(void *context, size_t size)
{
    ++*(long *)context;
    return malloc(size);
}

static void *count_resize(void *context, void *block, size_t old_size, size_t size)
{
    (void)old_size;
    *(long *)context += block == NULL;
    return realloc(block, size);
}

static void count_release(void *context, void *block)
{
    *(long *)context -= block != NULL;
    free(block);
}

/* Pushes it into a document that is there, or a new one each time; gives the values. */
static size_t push_into(fj_stream *stream, const text *t, size_t size, fj_document **document,
                        bool keep, const bytes *expected)
{
    size_t values = 0;
    fj_stream_reset(stream);
    for (size_t at = 0; at <= t->length;) {
        const size_t left = t->length - at;
        size_t used = 0;
        fj_document *fresh = NULL;
        fj_document **const into = keep ? document : &fresh;
        const int32_t code = left != 0
                                 ? fj_stream_read(stream, t->bytes + at, left < size ? left : size,
                                                  &used, into, NULL)
                                 : fj_stream_finish(stream, into, NULL);
        at += used;
        if (code == FJ_OK) {
            bytes dump = subject_dump_document(*into);
            CHECK(bytes_equal(&dump, expected), "a value is another");
            bytes_free(&dump);
            values++;
        } else if (code != FJ_MORE) {
            CHECK(code == FJ_END, "%s", fj_error_name(code));
            at = SIZE_MAX;
        }
        fj_document_free(fresh);
        if (at == SIZE_MAX) {
            break;
        }
    }
    return values;
}

static void test_documents(void)
{
    long blocks = 0;
    const fj_allocator counting = {.size = sizeof counting,
                                   .context = &blocks,
                                   .allocate = count_allocate,
                                   .resize = count_resize,
                                   .release = count_release};
    for (size_t turn = 0; turn < 24; turn++) {
        const uint8_t kind = turn % 2 == 0 ? FJ_SEQUENCE_VALUES : FJ_SEQUENCE_ONE;
        stream_rules rules = stream_kind(kind);
        rules.parse.allocator = turn % 4 < 2 ? &counting : NULL;
        large.length = 0;
        add_container(&large, 20000);
        CHECK(fj_parse(large.bytes, large.length, NULL, &subject_document, NULL) == FJ_OK,
              "a container");
        bytes expected = subject_dump_document(subject_document);
        const size_t one = large.length;
        for (size_t i = 0; kind == FJ_SEQUENCE_VALUES && i < 4; i++) {
            memcpy(large.bytes + large.length, large.bytes, one);
            large.length += one;
        }
        subject_kernel(turn / 4);
        fj_stream *const stream = stream_make(&rules);
        fj_document *own = NULL;
        fj_document *foreign = NULL;
        CHECK(fj_document_new(turn % 4 < 2 ? NULL : &counting, &foreign) == FJ_OK, "a document");
        const size_t values = kind == FJ_SEQUENCE_VALUES ? 5 : 1;
        for (size_t again = 0; again < 3; again++) {
            const size_t size = 700 + random_below(9000);
            CHECK(push_into(stream, &large, size, &own, true, &expected) == values, "kept");
            CHECK(push_into(stream, &large, size, &own, false, &expected) == values, "new");
            CHECK(push_into(stream, &large, size, &foreign, true, &expected) == values, "foreign");
            /* A document that was given is read into by other calls, too. */
            CHECK(fj_parse(large.bytes, one, NULL, &own, NULL) == FJ_OK, "parse");
            /* The stream is left in the middle. */
            size_t used;
            fj_stream_reset(stream);
            (void)fj_stream_read(stream, large.bytes, 1, &used, &own, NULL);
            (void)fj_stream_read(stream, large.bytes + 1, 600, &used, &own, NULL);
            (void)fj_stream_read(stream, large.bytes + 601, random_below(one - 700), &used, &own,
                                 NULL);
            if (again == 1) {
                CHECK(fj_stream_finish(stream, &own, NULL) == FJ_ERROR_UNEXPECTED_END, "half");
                CHECK(fj_document_root(own) == NULL, "a value of half a text");
            }
        }
        fj_stream_free(stream);
        fj_document_free(own);
        fj_document_free(foreign);
        CHECK(blocks == 0, "%ld blocks are left", blocks);
        bytes_free(&expected);
    }
}

/* What came before stays with the caller until the next value is there. */
static void test_former(void)
{
    const stream_rules rules = stream_kind(FJ_SEQUENCE_VALUES);
    fj_stream *const stream = stream_make(&rules);
    fj_document *document = NULL;
    large.length = 0;
    add_container(&large, 40000);
    const size_t one = large.length;
    add_container(&large, 40000);
    CHECK(fj_parse(large.bytes, one, NULL, &document, NULL) == FJ_OK, "parse");
    bytes expected = subject_dump_document(document);
    size_t used = 0;
    int32_t code = FJ_MORE;
    for (size_t at = 0; code == FJ_MORE; at += used) {
        code = fj_stream_read(stream, large.bytes + at, 1000, &used, &document, NULL);
    }
    CHECK(code == FJ_OK, "%s", fj_error_name(code));
    memset(large.bytes, '!', one); /* the pieces are the caller's again */
    code = fj_stream_read(stream, large.bytes + one, 20000, &used, &document, NULL);
    bytes dump = subject_dump_document(document);
    CHECK(code == FJ_MORE && bytes_equal(&dump, &expected), "%s", fj_error_name(code));
    bytes_free(&dump);
    bytes_free(&expected);
    fj_stream_free(stream);
    fj_document_free(document);
}

int main(void)
{
    stream_begin();
    test_every_cut();
    test_faults();
    test_large();
    test_documents();
    test_former();
    return stream_end();
}
