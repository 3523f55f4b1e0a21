/* A decimal, w * 10^q, to the double nearest to it, ties to even.
 *
 * The algorithm of Eisel and Lemire: D. Lemire, "Number parsing at a gigabyte per second" (2021);
 * that it needs no other way for any 64-bit w is shown by N. Mushtak and D. Lemire, "Fast number
 * parsing without fallback" (2023). In: w and q. Out: the bits of a double without sign, infinity
 * included. It never uses floating-point arithmetic.
 */
#ifndef FJ_NUMBER_DECIMAL_H
#define FJ_NUMBER_DECIMAL_H

#include "powers.h"
#include "wide.h"

#include <stdint.h>

#define NUMBER_BITS_INFINITY ((uint64_t)0x7ff << 52)

/* Exponents at which even the smallest w is infinite, or the largest is nothing. */
#define NUMBER_DECIMAL_LARGEST 308
#define NUMBER_DECIMAL_SMALLEST (-342)

static inline uint64_t number_bits_from_decimal(uint64_t w, int64_t q)
{
    if (w == 0 || q < NUMBER_DECIMAL_SMALLEST) {
        return 0;
    }
    if (q > NUMBER_DECIMAL_LARGEST) {
        return NUMBER_BITS_INFINITY;
    }
    int zeros = __builtin_clzll(w);
    w <<= zeros;
    const uint64_t *power = number_powers[q - NUMBER_POWER_SMALLEST];
    wide product = wide_multiply(w, power[0]);
    /* 53 bits, one for rounding and one for the position of the top bit are looked at: only when
     * all below them are ones can the low half of the power carry into them. */
    if (__builtin_expect((product.high & 0x1ff) == 0x1ff, 0)) {
        wide correction = wide_multiply(w, power[1]);
        product.low += correction.high;
        product.high += product.low < correction.high;
    }
    unsigned top = (unsigned)(product.high >> 63);
    unsigned shift = top + 9;
    uint64_t significand = product.high >> shift; /* 54 bits: the lowest one is for rounding */
    /* 217706 / 2^16 is log2(10). */
    int exponent = (int)((217706 * (int32_t)q) >> 16) + 63 + (int)top - zeros + 1023;
    if (__builtin_expect(exponent <= 0, 0)) {
        if (exponent <= -63) {
            return 0;
        }
        /* No tie is possible this low: 10^q has far more factors of five than w can cancel. */
        significand >>= 1 - exponent;
        significand += significand & 1;
        return significand >> 1; /* a carry into bit 52 is the smallest normal number */
    }
    /* A tie: nothing but the rounding bit was cut off. Only these q leave w * 10^q short enough. */
    if (__builtin_expect(product.low <= 1, 0) && q >= -4 && q <= 23 && (significand & 3) == 1 &&
        significand << shift == product.high) {
        significand &= ~(uint64_t)1;
    }
    significand += significand & 1;
    significand >>= 1;
    /* The hidden bit adds one to the exponent, and so does a carry out of the significand. */
    uint64_t bits = ((uint64_t)(exponent - 1) << 52) + significand;
    return __builtin_expect(bits >= NUMBER_BITS_INFINITY, 0) ? NUMBER_BITS_INFINITY : bits;
}

#endif
