/* The tests' own big integers, from which the expected values of the number tests come.
 *
 * Slow, simple and sharing nothing with the library: base 2^32, schoolbook. What it decides:
 * whether digits * 10^e is below, at or above m * 2^n, and from that which double is the right one.
 */
#ifndef FJ_TESTS_EXACT_H
#define FJ_TESTS_EXACT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXACT_WORDS 1200

typedef struct exact {
    unsigned count; /* the highest word is not 0 */
    uint32_t words[EXACT_WORDS];
} exact;

static inline void exact_multiply_add(exact *value, uint32_t factor, uint32_t carry)
{
    uint64_t sum = carry;
    for (unsigned i = 0; i < value->count; i++) {
        sum += (uint64_t)value->words[i] * factor;
        value->words[i] = (uint32_t)sum;
        sum >>= 32;
    }
    if (sum != 0) {
        if (value->count == EXACT_WORDS) {
            fprintf(stderr, "exact: too large\n");
            exit(2);
        }
        value->words[value->count++] = (uint32_t)sum;
    }
}

static inline void exact_set(exact *value, uint64_t number)
{
    value->count = 0;
    for (; number != 0; number >>= 32) {
        value->words[value->count++] = (uint32_t)number;
    }
}

static inline void exact_multiply_power(exact *value, uint32_t base, unsigned exponent)
{
    while (exponent > 0) {
        uint32_t factor = 1;
        for (; exponent > 0 && factor <= UINT32_MAX / base; exponent--) {
            factor *= base;
        }
        exact_multiply_add(value, factor, 0);
    }
}

static inline int exact_compare(const exact *a, const exact *b)
{
    if (a->count != b->count) {
        return a->count < b->count ? -1 : 1;
    }
    for (unsigned i = a->count; i-- > 0;) {
        if (a->words[i] != b->words[i]) {
            return a->words[i] < b->words[i] ? -1 : 1;
        }
    }
    return 0;
}

/* Decimal digits, the leading one first, with a terminator; room for 10 a word. */
static inline void exact_print(exact value, char *out)
{
    char reversed[EXACT_WORDS * 10 + 1];
    size_t length = 0;
    while (value.count > 0) {
        uint64_t rest = 0;
        for (unsigned i = value.count; i-- > 0;) {
            rest = rest << 32 | value.words[i];
            value.words[i] = (uint32_t)(rest / 10);
            rest %= 10;
        }
        while (value.count > 0 && value.words[value.count - 1] == 0) {
            value.count--;
        }
        reversed[length++] = (char)('0' + rest);
    }
    if (length == 0) {
        reversed[length++] = '0';
    }
    for (size_t i = 0; i < length; i++) {
        out[i] = reversed[length - 1 - i];
    }
    out[length] = 0;
}

/* digits * 10^e against m * 2^n. */
static inline int exact_compare_scaled(const exact *digits, int e, uint64_t m, int n)
{
    static exact left, right;
    left.count = digits->count;
    memcpy(left.words, digits->words, digits->count * sizeof digits->words[0]);
    exact_set(&right, m);
    exact_multiply_power(e >= 0 ? &left : &right, 10, (unsigned)abs(e));
    exact_multiply_power(n >= 0 ? &right : &left, 2, (unsigned)abs(n));
    return exact_compare(&left, &right);
}

static inline uint64_t exact_significand(uint64_t bits)
{
    uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
    return bits >> 52 == 0 ? fraction : fraction | (uint64_t)1 << 52;
}

static inline int exact_exponent(uint64_t bits)
{
    int biased = (int)(bits >> 52);
    return (biased == 0 ? 1 : biased) - 1075;
}

/* digits * 10^e against the point halfway between the positive double of these bits and the next.
 */
static inline int exact_compare_halfway(const exact *digits, int e, uint64_t bits)
{
    return exact_compare_scaled(digits, e, 2 * exact_significand(bits) + 1,
                                exact_exponent(bits) - 1);
}

/* Whether digits * 10^e rounds to the positive double of these bits (infinity included). */
static inline bool exact_rounds_to(const exact *digits, int e, uint64_t bits)
{
    bool even = (bits & 1) == 0;
    if (bits != 0) {
        int side = exact_compare_halfway(digits, e, bits - 1);
        if (side < 0 || (side == 0 && !even)) {
            return false;
        }
    }
    if (bits == (uint64_t)0x7ff << 52) {
        return true;
    }
    int side = exact_compare_halfway(digits, e, bits);
    return side < 0 || (side == 0 && even);
}

/* Reads [-]digits[.digits][e[+-]digits] with an exponent that fits: the digits and their power. */
static inline int exact_read(const char *text, size_t length, exact *digits)
{
    const char *end = text + length;
    int e = 0;
    bool fraction = false;
    digits->count = 0;
    text += text < end && *text == '-';
    for (; text < end && *text != 'e' && *text != 'E'; text++) {
        if (*text == '.') {
            fraction = true;
        } else {
            exact_multiply_add(digits, 10, (uint32_t)(*text - '0'));
            e -= fraction;
        }
    }
    return text < end ? e + (int)strtol(text + 1, NULL, 10) : e;
}

/* xorshift64*: the tests are the same on every machine. */
static inline uint64_t exact_random(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(2685821657736338717);
}

#endif
