/*
 * Mutate: small texts at the edge of the grammar, and options for them, from a seed.
 *
 * A text is put together from tokens and pieces that have been trouble to readers somewhere, then
 * cut, doubled, or changed in a byte. Nothing here judges whether it is JSON.
 */
#ifndef FJ_TESTS_MUTATE_H
#define FJ_TESTS_MUTATE_H

#include <stdint.h>
#include <string.h>

#include "fastjson/fastjson.h"

#define MUTATE_MAX 512

/* ---- a generator: splitmix64, by Sebastiano Vigna ---- */

typedef struct random_state {
    uint64_t state;
} random_state;

static inline random_state random_seed(uint64_t seed)
{
    const random_state random = {seed * UINT64_C(0x9E3779B97F4A7C15) + 1};
    return random;
}

static inline uint64_t random_next(random_state *r)
{
    uint64_t z = r->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

static inline size_t random_below(random_state *r, size_t limit)
{
    return (size_t)(random_next(r) % limit);
}

/* ---- pieces ---- */

typedef struct mutate_piece {
    const char *text;
    size_t length;
} mutate_piece;

#define PIECE(literal)               \
    {                                \
        literal, sizeof(literal) - 1 \
    }

static const mutate_piece mutate_scalars[] = {
    PIECE("null"),
    PIECE("true"),
    PIECE("false"),
    PIECE("0"),
    PIECE("-0"),
    PIECE("1"),
    PIECE("-12"),
    PIECE("9223372036854775807"),
    PIECE("9223372036854775808"),
    PIECE("-9223372036854775809"),
    PIECE("18446744073709551615"),
    PIECE("18446744073709551616"),
    PIECE("123456789012345678901234"),
    PIECE("1.5"),
    PIECE("-0.0"),
    PIECE("1e5"),
    PIECE("1E+2"),
    PIECE("2.5e-3"),
    PIECE("1e309"),
    PIECE("-1e999"),
    PIECE("1e-400"),
    PIECE("0.1234567890123456789012345"),
    PIECE("01"),
    PIECE("1."),
    PIECE("1e"),
    PIECE("-"),
    PIECE("NaN"),
    PIECE("Infinity"),
    PIECE("-Infinity"),
    PIECE("\"\""),
    PIECE("\"a\""),
    PIECE("\"b\""),
    PIECE("\"\\u0061\""),
    PIECE("\"\\n\\/\""),
    PIECE("\"\xC3\xA9\""),
    PIECE("\"\xE6\x97\xA5\xE6\x9C\xAC\""),
    PIECE("\"\xF0\x9F\x98\x80\""),
    PIECE("\"\\ud83d\\ude00\""),
    PIECE("\"\\ud83d\""),
    PIECE("\"\\ude00\""),
    PIECE("\"\\ud83dx\""),
    PIECE("\"\\q\""),
    PIECE("\"\\\xC3\xA9\""),
    PIECE("\"\t\""),
    PIECE("\"~/\""),
    PIECE("\"\\u0000\""),
    PIECE("\"0123456789abcdefghijklmnopqrstuvwxyz\""),
    PIECE("\"0123456789abcde\\\"0123456789abcdef\""),
    PIECE("[]"),
    PIECE("{}"),
};

static const mutate_piece mutate_inside[] = {
    /* of a string */
    PIECE("a"),
    PIECE("b"),
    PIECE("xyz"),
    PIECE("\\n"),
    PIECE("\\\\"),
    PIECE("\\\""),
    PIECE("\\/"),
    PIECE("\\u0041"),
    PIECE("\\u00e9"),
    PIECE("\\u0000"),
    PIECE("\\ud83d"),
    PIECE("\\udE00"),
    PIECE("\\uDBFF\\uDFFF"),
    PIECE("\\u"),
    PIECE("\\uD"),
    PIECE("\\uDC"),
    PIECE("\\u12"),
    PIECE("\\"),
    PIECE("\\x"),
    PIECE("\\\n"),
    PIECE("\n"),
    PIECE("\x1f"),
    PIECE("\0"),
    PIECE("\x7f"),
    PIECE("\xC3\xA9"),
    PIECE("\xE2\x82\xAC"),
    PIECE("\xF0\x9F\x98\x80"),
    PIECE("\xC3"),
    PIECE("\xE2\x82"),
    PIECE("\xF0\x9F\x98"),
    PIECE("\x80"),
    PIECE("\xC0\xAF"),
    PIECE("\xE0\x9F\xBF"),
    PIECE("\xED\x9F\xBF"),
    PIECE("\xED\xA0\x80"),
    PIECE("\xF0\x8F\xBF\xBF"),
    PIECE("\xF4\x8F\xBF\xBF"),
    PIECE("\xF4\x90\x80\x80"),
    PIECE("\xFF"),
    PIECE("~"),
    PIECE("/"),
    PIECE("0123456789abcdef"),
};

static const mutate_piece mutate_between[] = {
    PIECE(" "),         PIECE("\n"),
    PIECE("\t\r\n"),    PIECE("                 "),
    PIECE("/**/"),      PIECE("/* \xC3\xA9 * / */"),
    PIECE("// a\n"),    PIECE("//"),
    PIECE("/"),         PIECE("/*"),
    PIECE("/* *"),      PIECE("/x"),
    PIECE("/*/"),       PIECE("/*\xC3*/"),
    PIECE("// \xFF\n"), PIECE("\xEF\xBB\xBF"),
    PIECE("\x0b"),      PIECE("\0"),
    PIECE("\xC2\xA0"),  PIECE(","),
    PIECE(":"),         PIECE("#"),
    PIECE("]"),
};

#define PIECES(list) list, sizeof list / sizeof *list

typedef struct mutate_out {
    char *text;
    size_t length;
} mutate_out;

static inline void mutate_add(mutate_out *out, const char *text, size_t length)
{
    if (length <= MUTATE_MAX - out->length) {
        memcpy(out->text + out->length, text, length);
        out->length += length;
    }
}

static inline void mutate_add_one(random_state *r, mutate_out *out, const mutate_piece *list,
                                  size_t n)
{
    const mutate_piece *const piece = &list[random_below(r, n)];
    mutate_add(out, piece->text, piece->length);
}

static inline void mutate_space(random_state *r, mutate_out *out)
{
    if (random_below(r, 12) == 0) {
        /* white space three times out of four: most texts should be well on their way */
        mutate_add_one(r, out, mutate_between,
                       random_below(r, 4) ? 7 : sizeof mutate_between / sizeof *mutate_between);
    }
}

static inline void mutate_string(random_state *r, mutate_out *out)
{
    mutate_add(out, "\"", 1);
    for (size_t n = random_below(r, 5); n > 0; n--) {
        mutate_add_one(r, out, PIECES(mutate_inside));
    }
    mutate_add(out, "\"", 1);
}

static inline void mutate_value(random_state *r, mutate_out *out, unsigned depth)
{
    const size_t kind = random_below(r, depth > 5 ? 4 : 8);
    mutate_space(r, out);
    if (kind == 0) {
        mutate_string(r, out);
    } else if (kind < 4) {
        mutate_add_one(r, out, PIECES(mutate_scalars));
    } else {
        const int object = kind < 6;
        mutate_add(out, object ? "{" : "[", 1);
        for (size_t n = random_below(r, 5); n > 0; n--) {
            mutate_space(r, out);
            if (object) {
                static const mutate_piece keys[] = {
                    PIECE("\"a\""),
                    PIECE("\"b\""),
                    PIECE("\"\\u0061\""),
                    PIECE("\"\""),
                    PIECE("\"c~/d\""),
                    PIECE("\"\\ud800\""),
                    PIECE("\"\\\\\""),
                    PIECE("\"\xC3\xA9\""),
                    PIECE("\"key that is longer than sixteen bytes\""),
                };
                if (random_below(r, 4)) {
                    mutate_add_one(r, out, PIECES(keys));
                } else {
                    mutate_string(r, out);
                }
                mutate_space(r, out);
                mutate_add(out, ":", 1);
            }
            mutate_value(r, out, depth + 1);
            mutate_space(r, out);
            if (n > 1 || random_below(r, 12) == 0) {
                mutate_add(out, ",", 1);
            }
        }
        mutate_add(out, object ? "}" : "]", 1);
    }
    mutate_space(r, out);
}

/* One text of at most MUTATE_MAX bytes; gives its length. */
static inline size_t mutate_text(random_state *r, char *text)
{
    static const char bytes[] = "\"\\/{}[]:,0123456789eE+-.ntfNI \n\t*ud\x80\xC3\xE2\xF0\x00\x1f";
    mutate_out out = {text, 0};
    mutate_value(r, &out, 0);
    for (size_t changes = random_below(r, 3); changes > 0 && out.length > 0; changes--) {
        const size_t at = random_below(r, out.length);
        switch (random_below(r, 6)) {
        case 0:
            out.length = at; /* cut */
            break;
        case 1:
            memmove(text + at, text + at + 1, out.length - at - 1); /* left out */
            out.length--;
            break;
        case 2:
            if (out.length < MUTATE_MAX) { /* put in */
                memmove(text + at + 1, text + at, out.length - at);
                text[at] = bytes[random_below(r, sizeof bytes - 1)];
                out.length++;
            }
            break;
        case 3:
            text[at] = (char)(text[at] ^ 1 << random_below(r, 8));
            break;
        default:
            text[at] = bytes[random_below(r, sizeof bytes - 1)];
            break;
        }
    }
    return out.length;
}

static inline fj_parse_options mutate_options(random_state *r)
{
    fj_parse_options o;
    memset(&o, 0, sizeof o);
    o.size = sizeof o;
    const uint64_t flags = random_next(r);
    o.allow_nan = flags & 1;
    o.allow_comments = flags >> 1 & 1;
    o.allow_trailing_comma = flags >> 2 & 1;
    o.allow_control_characters = flags >> 3 & 1;
    o.allow_invalid_escape = flags >> 4 & 1;
    o.duplicate_key = flags >> 5 & 1;
    o.borrow_text = flags >> 6 & 1;
    o.big_numbers = (uint8_t)random_below(r, 3);
    o.lone_surrogates = (uint8_t)random_below(r, 3);
    if ((flags >> 7 & 3) == 0) {
        o.max_nesting = (uint32_t)random_below(r, 5);
    }
    if ((flags >> 9 & 3) == 0) {
        o.max_number_digits = random_below(r, 25);
    }
    if ((flags >> 11 & 3) == 0) {
        o.max_string_bytes = random_below(r, 40);
    }
    if ((flags >> 13 & 3) == 0) {
        o.max_members = random_below(r, 4);
    }
    if ((flags >> 15 & 15) == 0) {
        o.max_input_bytes = random_below(r, 60);
    }
    return o;
}

#endif
