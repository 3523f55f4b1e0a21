/*
 * Tape subject: a text on a tape, taken off it again, and values laid onto a tape for writing.
 *
 * tape_check_read reads a text by fj_tape_read and takes it off the tape as fastjson/hosts.h says
 * it lies there, sharing nothing with the library: the same acceptance, error and values as
 * fj_parse. tape_check_write lays a document's values onto a tape as a host would and holds the
 * text against fj_generate's.
 *
 * Hosts of the tape have one type of number: what is compared are doubles, and the digits of what
 * was asked to be kept exact.
 */
#ifndef FJ_TESTS_TAPE_SUBJECT_H
#define FJ_TESTS_TAPE_SUBJECT_H

#include <math.h>

#include "subject.h"

#include "fastjson/hosts.h"

#define TAPE_EXACT INT64_C(9007199254740991)

static inline void tape_add_number(bytes *dump, double value)
{
    bytes_add_double(dump, value == 0 ? 0 : value); /* "-0" is an integer, or -0.0 */
}

static inline void tape_add_digits(bytes *dump, const char *digits, size_t length)
{
    bytes_add_byte(dump, '#');
    bytes_add(dump, digits, length);
    bytes_add_byte(dump, ';');
}

/* ---- what a tape holds ---- */

typedef struct tape_reading {
    fj_tape *tape;
    const fj_tape_view *view;
    size_t at;
    size_t chunk[2]; /* narrow, wide: the open one */
    size_t unit[2];  /* and the place among all units of that width */
} tape_reading;

static inline int32_t tape_next(tape_reading *r)
{
    if (r->at >= r->view->words_length) {
        CHECK(false, "the tape ends after %zu words", r->at);
        fflush(stdout);
        abort();
    }
    return r->view->words[r->at++];
}

static inline size_t tape_chunk_end(const tape_reading *r, int wide, size_t chunk)
{
    const size_t count = wide ? r->view->wide_chunks : r->view->narrow_chunks;
    CHECK(chunk < count, "chunk %zu of %zu", chunk, count);
    return chunk < count ? (wide ? r->view->wide_ends : r->view->narrow_ends)[chunk] : 0;
}

static inline void tape_chunk(tape_reading *r, int wide)
{
    CHECK(r->unit[wide] == tape_chunk_end(r, wide, r->chunk[wide]), "a chunk ends at %zu",
          r->unit[wide]);
    r->chunk[wide]++;
}

/* `units` of that width as UTF-8, lone surrogates as three bytes. */
static inline bytes tape_units(tape_reading *r, int wide, size_t units)
{
    bytes text = {NULL, 0, 0};
    const size_t from = r->unit[wide];
    CHECK(units == 0 || from + units <= tape_chunk_end(r, wide, r->chunk[wide]),
          "%zu units from %zu", units, from);
    for (size_t i = from; i < from + units; i++) {
        unsigned c = wide ? r->view->wide[i] : r->view->narrow[i];
        if ((c & 0xFC00) == 0xD800 && i + 1 < from + units &&
            (r->view->wide[i + 1] & 0xFC00) == 0xDC00) {
            c = 0x10000 + ((c & 0x3FF) << 10) + (r->view->wide[++i] & 0x3FFu);
        }
        oracle_encode(&text, c);
    }
    r->unit[wide] += units;
    return text;
}

/* A word that begins a string or a number's digits; chunks that begin before it are stepped over.
 */
static inline bytes tape_text(tape_reading *r, int32_t word)
{
    for (; (word & 15) == FJ_TAPE_CHUNK; word = tape_next(r)) {
        tape_chunk(r, word >> 4);
    }
    if ((word & 15) == FJ_TAPE_WHOLE) {
        const int wide = word >> 4;
        tape_chunk(r, wide);
        return tape_units(r, wide, tape_chunk_end(r, wide, r->chunk[wide]) - r->unit[wide]);
    }
    CHECK((word & 15) == FJ_TAPE_NARROW || (word & 15) == FJ_TAPE_WIDE ||
              (word & 15) == FJ_TAPE_DIGITS,
          "word %d is no string", word);
    return tape_units(r, (word & 15) == FJ_TAPE_WIDE, (uint32_t)word >> 4);
}

static inline double tape_double(tape_reading *r)
{
    double value;
    r->at += r->at & 1;
    memcpy(&value, r->view->words + r->at, sizeof value);
    r->at += 2;
    CHECK(r->at <= r->view->words_length, "a double at the end");
    return value;
}

static inline void tape_take(tape_reading *r, bytes *dump);

/* Of keys that stand twice the first gives the place, the last the value. */
static inline void tape_members(bytes *dump, const bytes *keys, bytes *values, size_t count)
{
    bytes_add_byte(dump, '{');
    for (size_t i = 0; i < count; i++) {
        size_t first = 0;
        while (!bytes_equal(&keys[first], &keys[i])) {
            first++;
        }
        if (first != i) {
            continue;
        }
        size_t last = count - 1;
        while (!bytes_equal(&keys[last], &keys[i])) {
            last--;
        }
        bytes_add_string(dump, keys[i].data, keys[i].length);
        bytes_add(dump, values[last].data, values[last].length);
    }
    bytes_add_byte(dump, '}');
}

static inline void tape_object(tape_reading *r, bytes *dump, uint32_t shape, size_t count)
{
    const char *key;
    size_t length;
    const bool known = count == SIZE_MAX;
    if (known) {
        CHECK(shape < r->view->shapes_count, "shape %u of %u", shape, r->view->shapes_count);
        count = 0;
        for (uint32_t s = shape; s != 0; s = fj_tape_shape(r->tape, s, &key, &length)) {
            count++;
        }
    }
    bytes *const keys = calloc(count + 1, sizeof *keys);
    bytes *const values = calloc(count + 1, sizeof *values);
    if (keys == NULL || values == NULL) {
        exit(2);
    }
    for (size_t i = 0; i < count; i++) {
        tape_take(r, &values[i]);
    }
    for (size_t i = 0; i < count; i++) {
        if (known) {
            shape = fj_tape_shape(r->tape, shape, &key, &length);
            bytes_add(&keys[count - 1 - i], key, length);
        } else {
            keys[i] = tape_text(r, tape_next(r));
        }
    }
    tape_members(dump, keys, values, count);
    for (size_t i = 0; i < count; i++) {
        bytes_free(&keys[i]);
        bytes_free(&values[i]);
    }
    free(keys);
    free(values);
}

/* One value. */
static inline void tape_take(tape_reading *r, bytes *dump)
{
    const int32_t word = tape_next(r);
    const size_t count = (uint32_t)word >> 4;
    switch (word & 15) {
    case FJ_TAPE_CONST:
        CHECK(count < 3, "constant %zu", count);
        bytes_add_byte(dump, (unsigned char)"nft"[count % 3]);
        return;
    case FJ_TAPE_INT:
        tape_add_number(dump, word >> 4);
        return;
    case FJ_TAPE_INT32:
        tape_add_number(dump, tape_next(r));
        return;
    case FJ_TAPE_DOUBLE:
        tape_add_number(dump, tape_double(r));
        return;
    case FJ_TAPE_ARRAY:
    case FJ_TAPE_INTS:
    case FJ_TAPE_DOUBLES:
        bytes_add_byte(dump, '[');
        for (size_t i = 0; i < count; i++) {
            if ((word & 15) == FJ_TAPE_ARRAY) {
                tape_take(r, dump);
            } else {
                tape_add_number(dump, (word & 15) == FJ_TAPE_INTS ? tape_next(r) : tape_double(r));
            }
        }
        bytes_add_byte(dump, ']');
        return;
    case FJ_TAPE_OBJECT:
        tape_object(r, dump, (uint32_t)count, SIZE_MAX);
        return;
    case FJ_TAPE_MEMBERS:
        tape_object(r, dump, 0, count);
        return;
    default: {
        int32_t at = word;
        for (; (at & 15) == FJ_TAPE_CHUNK; at = tape_next(r)) {
            tape_chunk(r, at >> 4);
        }
        bytes text = tape_text(r, at);
        if ((at & 15) == FJ_TAPE_DIGITS) {
            tape_add_digits(dump, text.data, text.length);
        } else {
            bytes_add_string(dump, text.data, text.length);
        }
        bytes_free(&text);
    }
    }
}

/* ---- what it has to hold ---- */

static inline const fj_value *tape_expect(bytes *dump, const fj_value *v, bool exact)
{
    const char *text = "";
    size_t length = 0;
    double real = 0;
    (void)fj_value_text(v, &text, &length);
    switch (fj_value_kind(v)) {
    case FJ_STRING:
        bytes_add_string(dump, text, length);
        return v + 1;
    case FJ_INT64:
        if (exact && (v->as.int64 > TAPE_EXACT || v->as.int64 < -TAPE_EXACT)) {
            char digits[32];
            tape_add_digits(
                dump, digits,
                (size_t)snprintf(digits, sizeof digits, "%lld", (long long)v->as.int64));
            return v + 1;
        }
        tape_add_number(dump, (double)v->as.int64);
        return v + 1;
    case FJ_UINT64:
        if (exact) {
            char digits[32];
            tape_add_digits(
                dump, digits,
                (size_t)snprintf(digits, sizeof digits, "%llu", (unsigned long long)v->as.uint64));
            return v + 1;
        }
        tape_add_number(dump, (double)v->as.uint64);
        return v + 1;
    case FJ_DOUBLE:
        tape_add_number(dump, v->as.real);
        return v + 1;
    case FJ_BIGINT:
        if (!exact) {
            if (fj_value_double(v, &real) != FJ_OK) {
                real = *text == '-' ? -(double)INFINITY : (double)INFINITY;
            }
            tape_add_number(dump, real);
            return v + 1;
        }
        tape_add_digits(dump, text, length);
        return v + 1;
    case FJ_DECIMAL:
        tape_add_digits(dump, text, length);
        return v + 1;
    case FJ_ARRAY:
    case FJ_OBJECT: {
        const bool object = fj_value_kind(v) == FJ_OBJECT;
        const fj_value *p = v + 1;
        bytes_add_byte(dump, object ? '{' : '[');
        for (uint64_t i = 0; i < fj_value_length(v) * (object ? 2 : 1); i++) {
            p = tape_expect(dump, p, exact);
        }
        bytes_add_byte(dump, object ? '}' : ']');
        return p;
    }
    default:
        bytes_add_byte(dump, fj_value_kind(v) == FJ_NULL    ? 'n'
                             : fj_value_kind(v) == FJ_FALSE ? 'f'
                                                            : 't');
        return v + 1;
    }
}

/* Reads `text`, which is parsed already with that outcome, onto the tape, in memory for so many
 * words. */
static inline void tape_check_read(fj_tape *tape, const char *text, size_t length,
                                   const fj_parse_options *options, uint32_t flags, size_t words,
                                   const fj_document *document, int32_t code,
                                   const fj_error *expected)
{
    fj_tape_view *const view = fj_tape_look(tape);
    fj_error error = {.size = sizeof error};
    int32_t *const memory = malloc((words + 1) * sizeof *memory);
    if (memory == NULL) {
        exit(2);
    }
    view->words = memory;
    view->words_capacity = words;
    const int32_t got = fj_tape_read(tape, text, length, options, flags, &error);
    CHECK(!view->overflow || (words < 2 * length + 16 && got == FJ_ERROR_MEMORY),
          "%zu words for %zu bytes", words, length);
    if (view->overflow) {
        goto done;
    }
    if (got == FJ_ERROR_NUMBER_OUT_OF_RANGE && got != code) {
        /* an integer that no double can hold */
        CHECK(!(flags & FJ_TAPE_BIGINT) && error.offset < length &&
                  isinf(strtod(subject_show(text + error.offset, length - error.offset), NULL)),
              "%s: out of range at %llu", subject_show(text, length),
              (unsigned long long)error.offset);
        goto done;
    }
    CHECK(got == code, "%s: tape %s, document %s", subject_show(text, length), fj_error_name(got),
          fj_error_name(code));
    CHECK(code == FJ_OK || got == FJ_OK || subject_error_equal(&error, expected),
          "%s: tape %s, document %s", subject_show(text, length), error.message, expected->message);
    if (got == FJ_OK && code == FJ_OK && !view->declined) {
        tape_reading r = {.tape = tape, .view = view};
        bytes held = {NULL, 0, 0};
        bytes wanted = {NULL, 0, 0};
        tape_take(&r, &held);
        CHECK(r.at == view->words_length, "%zu words, not %zu", r.at, view->words_length);
        (void)tape_expect(&wanted, fj_document_root(document), flags & FJ_TAPE_BIGINT);
        CHECK(bytes_equal(&held, &wanted), "tape %s, document %s",
              subject_show(held.data, held.length), subject_show(wanted.data, wanted.length));
        bytes_free(&held);
        bytes_free(&wanted);
    }
    CHECK(!view->declined || !(flags & FJ_TAPE_ALWAYS), "declined what must be taken");
done:
    free(memory);
    view->words = NULL;
    view->words_capacity = 0;
}

/* ---- the other way: a document's values laid out by a host ---- */

typedef struct tape_layout {
    fj_tape *tape;
    int32_t *words;
    size_t length;
    fj_tape_piece pieces[64];
    void *memory[64];
    size_t pieces_count;
    uint32_t shapes;
    size_t turn; /* of the ways to lay out the same value */
    bool failed; /* too many strings for this */
} tape_layout;

/* Every string is a piece of its own, of the narrowest kind that holds it or of UTF-16. */
static inline void tape_put_string(tape_layout *t, const char *text, size_t length)
{
    if (t->pieces_count == 64) {
        t->failed = true;
        return;
    }
    uint16_t *const wide = malloc((length + 1) * sizeof *wide + 32);
    if (wide == NULL) {
        exit(2);
    }
    size_t units = 0;
    unsigned all = 0;
    for (size_t i = 0; i < length;) {
        const unsigned char c = (unsigned char)text[i];
        const size_t size = c < 0x80 ? 1 : c < 0xE0 ? 2 : c < 0xF0 ? 3 : 4;
        unsigned point = size == 1 ? c : c & (0x7Fu >> size);
        for (size_t k = 1; k < size; k++) {
            point = point << 6 | ((unsigned char)text[i + k] & 0x3F);
        }
        if (point >= 0x10000) {
            wide[units++] = (uint16_t)(0xD7C0 + (point >> 10));
            wide[units++] = (uint16_t)(0xDC00 | (point & 0x3FF));
        } else {
            wide[units++] = (uint16_t)point;
        }
        all |= point;
        i += size;
    }
    t->words[t->length++] = (int32_t)((uint32_t)units << 4 | FJ_TAPE_NARROW);
    if (units == 0) {
        free(wide);
        return;
    }
    const uint32_t kind = all >= 0x100 || t->turn++ % 3 == 0 ? FJ_TAPE_UTF16
                          : all >= 0x80                      ? FJ_TAPE_LATIN1
                                                             : FJ_TAPE_ASCII;
    if (kind != FJ_TAPE_UTF16) {
        for (size_t i = 0; i < units; i++) {
            ((unsigned char *)wide)[i] = (unsigned char)wide[i];
        }
    }
    t->memory[t->pieces_count] = wide;
    t->pieces[t->pieces_count++] = (fj_tape_piece){.units = wide, .length = units, .kind = kind};
}

static inline void tape_put_real(tape_layout *t, double value)
{
    t->length += t->length & 1;
    memcpy(t->words + t->length, &value, sizeof value);
    t->length += 2;
}

static inline const fj_value *tape_put(tape_layout *t, const fj_value *v)
{
    const char *text = "";
    size_t length = 0;
    (void)fj_value_text(v, &text, &length);
    switch (fj_value_kind(v)) {
    case FJ_STRING:
        tape_put_string(t, text, length);
        return v + 1;
    case FJ_INT64:
        if (v->as.int64 >= -(1 << 27) && v->as.int64 < 1 << 27) {
            t->words[t->length++] = (int32_t)((uint32_t)v->as.int64 << 4 | FJ_TAPE_INT);
        } else {
            t->words[t->length++] = FJ_TAPE_DOUBLE;
            tape_put_real(t, (double)v->as.int64);
        }
        return v + 1;
    case FJ_UINT64:
    case FJ_DOUBLE:
        t->words[t->length++] = FJ_TAPE_DOUBLE;
        tape_put_real(t, fj_value_kind(v) == FJ_DOUBLE ? v->as.real : (double)v->as.uint64);
        return v + 1;
    case FJ_BIGINT:
    case FJ_DECIMAL: {
        const size_t at = t->length;
        tape_put_string(t, text, length);
        if (!t->failed) {
            t->words[at] = (t->words[at] & ~15) | FJ_TAPE_DIGITS;
        }
        return v + 1;
    }
    case FJ_ARRAY: {
        const uint64_t count = fj_value_length(v);
        const fj_value *p = v + 1;
        t->words[t->length++] = (int32_t)((uint32_t)count << 4 | FJ_TAPE_ARRAY);
        for (uint64_t i = 0; i < count && !t->failed; i++) {
            p = tape_put(t, p);
        }
        return v + v->as.span;
    }
    case FJ_OBJECT: {
        const size_t count = (size_t)fj_value_length(v);
        const fj_value *p = v + 1;
        if (t->turn++ % 2 && count < 16) {
            const char *keys[16];
            size_t lengths[16];
            for (size_t i = 0; i < count; i++) {
                (void)fj_value_text(p, &keys[i], &lengths[i]);
                p = p + 1 + (fj_value_kind(p + 1) >= FJ_ARRAY ? p[1].as.span : 1);
            }
            const uint32_t shape = t->shapes++;
            CHECK(fj_tape_define(t->tape, shape, keys, lengths, count) == FJ_OK, "shape %u", shape);
            t->words[t->length++] = (int32_t)(shape << 4 | FJ_TAPE_OBJECT);
            p = v + 1;
            for (size_t i = 0; i < count && !t->failed; i++) {
                p = tape_put(t, p + 1);
            }
            return v + v->as.span;
        }
        t->words[t->length++] = FJ_TAPE_PAIRS;
        for (size_t i = 0; i < 2 * count && !t->failed; i++) {
            p = tape_put(t, p);
        }
        t->words[t->length++] = FJ_TAPE_END;
        return v + v->as.span;
    }
    default:
        t->words[t->length++] = (fj_value_kind(v) - FJ_NULL) << 4 | FJ_TAPE_CONST;
        return v + 1;
    }
}

/* Writes the document from a tape. JavaScript has one type of number, so the texts are compared by
 * what they read to. `cut` below the number of words: the tape stops there, and is refused. */
static inline void tape_check_write(fj_tape *tape, const fj_document *document,
                                    const fj_generate_options *options, size_t cut)
{
    static fj_buffer out;
    static fj_buffer expected;
    tape_layout t = {.tape = tape, .turn = cut};
    t.words = malloc((fj_document_length(document) * 5 + 8) * sizeof *t.words);
    if (t.words == NULL) {
        exit(2);
    }
    const fj_value *const root = fj_document_root(document);
    (void)tape_put(&t, root);
    fj_error error = {.size = sizeof error};
    if (!t.failed && t.shapes < 1000) {
        const size_t length = cut < t.length ? cut : t.length;
        const int32_t code = fj_tape_write(tape, t.words, length, t.pieces, t.pieces_count, options,
                                           NULL, 0, &out, &error);
        if (length < t.length) {
            CHECK(code != FJ_OK && out.length == 0, "%zu of %zu words: written", length, t.length);
        } else {
            const int32_t plain = fj_generate(root, options, &expected, NULL);
            CHECK(code == plain, "tape %s: %s, document %s", fj_error_name(code), error.message,
                  fj_error_name(plain));
            if (code == FJ_OK && plain == FJ_OK) {
                const fj_parse_options again = {.size = sizeof again,
                                                .max_nesting = FJ_UNLIMITED,
                                                .allow_nan = 1,
                                                .lone_surrogates = FJ_READ_SURROGATES_KEEP,
                                                .max_number_digits = UINT64_MAX};
                fj_document *both[2] = {NULL, NULL};
                bytes dumps[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
                const fj_buffer *const texts[2] = {&out, &expected};
                for (int i = 0; i < 2; i++) {
                    CHECK(fj_parse(texts[i]->data, texts[i]->length, &again, &both[i], NULL) ==
                              FJ_OK,
                          "written %s", subject_show(texts[i]->data, texts[i]->length));
                    if (fj_document_root(both[i]) != NULL) {
                        (void)tape_expect(&dumps[i], fj_document_root(both[i]), false);
                    }
                }
                CHECK(bytes_equal(&dumps[0], &dumps[1]), "tape %s, document %s",
                      subject_show(out.data, out.length),
                      subject_show(expected.data, expected.length));
                for (int i = 0; i < 2; i++) {
                    bytes_free(&dumps[i]);
                    fj_document_free(both[i]);
                }
            }
        }
    }
    for (size_t i = 0; i < t.pieces_count; i++) {
        free(t.memory[i]);
    }
    free(t.words);
}

#endif
