/* Number to text: integers, and the shortest decimal that reads back as the same double.
 *
 * In: a value, and room for NUMBER_TEXT_MAX bytes. Out: the text, without a terminator, and the
 * place after it. Bytes beyond that place but within NUMBER_TEXT_MAX may have been overwritten.
 * NaN and infinities have no text here: the caller deals with them first.
 */
#ifndef FJ_NUMBER_WRITE_H
#define FJ_NUMBER_WRITE_H

#include "number.h"
#include "wide.h"

/* The longest text is "-0.0000012345678901234567", 25 bytes; stores of whole words need the rest.
 */
#define NUMBER_TEXT_MAX 32

/* The layout is that of ECMAScript's Number::toString: decimal from 1e-6 up to below 1e21, else
 * "1e+21", "1.5e-7". With point_zero an integral value in decimal layout ends in ".0", and the
 * negative zero is "-0.0"; without, it is "0". */
char *number_write_double(char *out, double value, bool point_zero);

/* Eight decimal digits of a value below 10^8 as eight bytes 0..9, the leading one lowest. Halves of
 * four digits, then pairs, then digits: each time q = x / n, by a product with the rounded-up
 * reciprocal that is exact in this range, in all lanes at once; then q in the lower and x - q * n
 * in the upper half of the lane, which is (x << bits) - q * ((n << bits) - 1). */
static inline uint64_t number_digits_of(uint64_t value)
{
    uint64_t fours = (value << 32) - value / 10000 * ((UINT64_C(10000) << 32) - 1);
    uint64_t hundreds = (fours * 10486) >> 20 & UINT64_C(0x0000007f0000007f);
    uint64_t pairs = (fours << 16) - hundreds * ((100 << 16) - 1);
    uint64_t tens = (pairs * 103) >> 10 & UINT64_C(0x000f000f000f000f);
    return (pairs << 8) - tens * ((10 << 8) - 1);
}

#define NUMBER_ASCII_ZEROS UINT64_C(0x3030303030303030)

/* 1 to 8 digits, below 10^8. */
static inline char *number_write_short(char *out, uint64_t value)
{
    uint64_t digits = number_digits_of(value);
    /* The top bit of the last byte is free: it makes 0 have one digit. */
    unsigned zeros = (unsigned)__builtin_ctzll(digits | (uint64_t)1 << 63) >> 3;
    word_store(out, (digits | NUMBER_ASCII_ZEROS) >> (8 * zeros));
    return out + 8 - zeros;
}

static inline char *number_write_eight(char *out, uint64_t value)
{
    word_store(out, number_digits_of(value) | NUMBER_ASCII_ZEROS);
    return out + 8;
}

static inline char *number_write_uint64(char *out, uint64_t value)
{
    const uint64_t eight = 100000000;
    if (value < 10) {
        *out = (char)('0' + value);
        return out + 1;
    }
    if (value < eight) {
        return number_write_short(out, value);
    }
    if (value < eight * eight) {
        out = number_write_short(out, value / eight);
        return number_write_eight(out, value % eight);
    }
    uint64_t rest = value % (eight * eight);
    out = number_write_short(out, value / (eight * eight));
    out = number_write_eight(out, rest / eight);
    return number_write_eight(out, rest % eight);
}

static inline char *number_write_int64(char *out, int64_t value)
{
    *out = '-';
    out += value < 0;
    return number_write_uint64(out, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
}

#endif
