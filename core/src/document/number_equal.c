/*
 * Numbers compared: see number_equal.h.
 *
 * The usual pairs are compared as they are. All others become decimals, digits times a power of
 * ten, with neither leading nor trailing zeros in the digits, so that equal numbers have equal
 * forms. A double is one too: m * 2^-k is m * 5^k * 10^-k, of at most 767 digits.
 */
#include "document/number_equal.h"

#include <string.h>

#include "number/bigint.h"
#include "number/number_write.h"

#define DOUBLE_WORDS 40   /* 2^53 * 5^1074 has 2547 bits, 2^1024 fewer */
#define DOUBLE_DIGITS 832 /* what bigint_decimal_bound says of so many words and one */

/* 0.digits * 10^(written + offset); no digits: zero. */
typedef struct decimal {
    const char *digits;  /* may hold one '.', which means nothing here */
    size_t length;       /* bytes of it */
    size_t count;        /* digits of it */
    const char *written; /* the digits of the exponent as written, no leading zeros */
    size_t written_length;
    bool written_negative;
    int64_t offset;
    bool negative;
    bool is_number; /* false: NaN or an infinity, `digits` is its name */
} decimal;

/* Takes zeros and the point off both ends. `point`: how many digits stand before the point. */
static void decimal_trim(decimal *d, const char *p, size_t length, int64_t point)
{
    const char *end = p + length;
    while (p < end && (*p == '0' || *p == '.')) {
        point -= *p == '0';
        p++;
    }
    while (p < end && (end[-1] == '0' || end[-1] == '.')) {
        end--;
    }
    d->digits = p;
    d->length = (size_t)(end - p);
    d->count = d->length - (d->length != 0 && memchr(p, '.', d->length) != NULL);
    d->offset = point;
}

static decimal decimal_from_text(const char *text, size_t length)
{
    decimal d = {.is_number = true};
    const char *const end = text + length;
    if (text < end && *text == '-') {
        d.negative = true;
        text++;
    }
    if (text == end || *text < '0' || *text > '9') {
        d.is_number = false;
        d.digits = text;
        d.length = (size_t)(end - text);
        return d;
    }
    const char *p = text;
    size_t before = 0;
    bool point = false;
    while (p < end && (*p | 0x20) != 'e') {
        point |= *p == '.';
        before += !point;
        p++;
    }
    decimal_trim(&d, text, (size_t)(p - text), (int64_t)before);
    if (p < end) {
        p++;
        d.written_negative = p < end && *p == '-';
        p += p < end && (*p == '-' || *p == '+');
        while (p < end && *p == '0') {
            p++;
        }
        d.written = p;
        d.written_length = (size_t)(end - p);
    }
    return d;
}

static decimal decimal_from_integer(uint64_t size, bool negative, char *room)
{
    decimal d = {.is_number = true, .negative = negative};
    const size_t length = (size_t)(number_write_uint64(room, size) - room);
    decimal_trim(&d, room, length, (int64_t)length);
    return d;
}

static void words_multiply(uint64_t *words, size_t *count, uint64_t factor)
{
    uint64_t carry = 0;
    for (size_t i = 0; i < *count; i++) {
        wide product = wide_multiply(words[i], factor);
        product.low += carry;
        carry = product.high + (product.low < carry);
        words[i] = product.low;
    }
    if (carry != 0) {
        words[(*count)++] = carry;
    }
}

/* A double that is not zero; `room` holds DOUBLE_DIGITS bytes. */
static decimal decimal_from_double(double real, char *room)
{
    const uint64_t bits = number_bits_from_double(real);
    decimal d = {.is_number = true, .negative = bits >> 63 != 0};
    const unsigned biased = (unsigned)(bits >> 52 & 0x7FF);
    const uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    if (biased == 0x7FF) {
        d.is_number = false;
        d.digits = fraction != 0 ? "NaN" : "Infinity";
        d.length = strlen(d.digits);
        d.negative = d.negative && fraction == 0;
        return d;
    }
    uint64_t significand = biased != 0 ? fraction | UINT64_C(1) << 52 : fraction;
    int exponent = (biased != 0 ? (int)biased : 1) - 1075;
    const int zeros = significand != 0 ? __builtin_ctzll(significand) : 0;
    significand >>= zeros;
    exponent = significand != 0 ? exponent + zeros : 0;
    uint64_t words[DOUBLE_WORDS + 1] = {significand};
    size_t count = significand != 0;
    const uint64_t factor = exponent < 0 ? 5 : 2;
    for (int i = exponent < 0 ? -exponent : exponent; i > 0;) {
        uint64_t power = 1; /* as many factors at once as fit: 5^27 and 2^27 do */
        for (int n = i < 27 ? i : 27; n > 0; n--, i--) {
            power *= factor;
        }
        words_multiply(words, &count, power);
    }
    const size_t length = bigint_decimal_from_words(words, count, room);
    decimal_trim(&d, room, length, (int64_t)length + (exponent < 0 ? exponent : 0));
    return d;
}

static decimal decimal_from_value(const fj_value *v, char *room)
{
    switch (value_kind(v)) {
    case FJ_INT64:
        return decimal_from_integer(v->as.int64 < 0 ? 0 - v->as.uint64 : v->as.uint64,
                                    v->as.int64 < 0, room);
    case FJ_UINT64:
        return decimal_from_integer(v->as.uint64, false, room);
    case FJ_DOUBLE:
        return decimal_from_double(v->as.real, room);
    default:
        return decimal_from_text(v->as.text, (size_t)value_length(v));
    }
}

static bool digits_equal(const decimal *a, const decimal *b)
{
    if (a->count != b->count) {
        return false;
    }
    const char *p = a->digits;
    const char *q = b->digits;
    for (size_t i = 0; i < a->count; i++, p++, q++) {
        p += *p == '.';
        q += *q == '.';
        if (*p != *q) {
            return false;
        }
    }
    return true;
}

/* The digit of the written exponent that has `rank` digits after it, with its sign. */
static int64_t exponent_digit(const decimal *d, size_t rank)
{
    if (rank >= d->written_length) {
        return 0;
    }
    const int64_t digit = d->written[d->written_length - 1 - rank] - '0';
    return d->written_negative ? -digit : digit;
}

/* Written exponents have any number of digits. What is compared is their difference: it is built
 * from the top, and once it is large it stays so, because what follows adds at most 18 to ten times
 * it. */
static bool exponents_equal(const decimal *a, const decimal *b)
{
    const int64_t wanted = b->offset - a->offset;
    size_t rank = a->written_length > b->written_length ? a->written_length : b->written_length;
    int64_t difference = 0;
    while (rank-- != 0) {
        if (difference > INT64_MAX / 16 || difference < -(INT64_MAX / 16)) {
            return false; /* offsets are lengths of texts: never so large */
        }
        difference = difference * 10 + exponent_digit(a, rank) - exponent_digit(b, rank);
    }
    return difference == wanted;
}

static bool number_equal_decimal(const fj_value *a, const fj_value *b)
{
    char room_a[DOUBLE_DIGITS];
    char room_b[DOUBLE_DIGITS];
    const decimal x = decimal_from_value(a, room_a);
    const decimal y = decimal_from_value(b, room_b);
    if (!x.is_number || !y.is_number) {
        return x.is_number == y.is_number && x.negative == y.negative && x.length == y.length &&
               (x.length == 0 || memcmp(x.digits, y.digits, x.length) == 0);
    }
    if (x.count == 0 || y.count == 0) {
        return x.count == y.count; /* zero has no sign and no exponent */
    }
    return x.negative == y.negative && digits_equal(&x, &y) && exponents_equal(&x, &y);
}

/* As bits: a processor that takes subnormals for zero would find them equal to it. */
static bool doubles_equal(double a, double b)
{
    const uint64_t x = number_bits_from_double(a);
    const uint64_t y = number_bits_from_double(b);
    const uint64_t infinity = UINT64_C(0x7FF) << 52;
    return x == y || (x << 1 | y << 1) == 0 || (x << 1 > infinity << 1 && y << 1 > infinity << 1);
}

/* An integer of 64 bits and a double are equal if the double converts to just that and back to
 * itself. */
static bool number_equal_double(const fj_value *integer, double real)
{
    const double two_to_63 = 9223372036854775808.0;
    if (value_kind(integer) == FJ_UINT64) {
        return real >= 0 && real < 2 * two_to_63 && (uint64_t)real == integer->as.uint64 &&
               doubles_equal(number_double_from_uint64((uint64_t)real), real);
    }
    return real >= -two_to_63 && real < two_to_63 && (int64_t)real == integer->as.int64 &&
           doubles_equal(number_double_from_int64((int64_t)real), real);
}

bool number_equal(const fj_value *a, const fj_value *b)
{
    const unsigned kind_a = value_kind(a);
    const unsigned kind_b = value_kind(b);
    if (kind_a == kind_b) {
        if (kind_a == FJ_INT64 || kind_a == FJ_UINT64) {
            return a->as.uint64 == b->as.uint64;
        }
        if (kind_a == FJ_DOUBLE) {
            return doubles_equal(a->as.real, b->as.real);
        }
    }
    if (kind_a <= FJ_UINT64 && kind_b == FJ_DOUBLE) {
        return number_equal_double(a, b->as.real);
    }
    if (kind_b <= FJ_UINT64 && kind_a == FJ_DOUBLE) {
        return number_equal_double(b, a->as.real);
    }
    return number_equal_decimal(a, b);
}
