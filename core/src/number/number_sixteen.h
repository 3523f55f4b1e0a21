/* Sixteen decimal digits as text: what a double's shortest form is laid out from.
 *
 * In: a value below 10^16, not 0. Out: its digits as two words, the leading digit lowest in `high`,
 * and how many of them there are without the zeros at the end. The plain way is the specification;
 * where the CPU has SSE2, which every x86-64 does, all sixteen are done at once.
 */
#ifndef FJ_NUMBER_SIXTEEN_H
#define FJ_NUMBER_SIXTEEN_H

#include "number_write.h"

typedef struct sixteen {
    uint64_t high; /* ASCII */
    uint64_t low;
    unsigned count;
} sixteen;

static inline sixteen sixteen_make_portable(uint64_t value)
{
    uint64_t upper = value / 100000000;
    uint64_t high = number_digits_of(upper);
    uint64_t low = number_digits_of(value - upper * 100000000);
    unsigned count = low != 0 ? 16 - ((unsigned)__builtin_clzll(low) >> 3)
                              : 8 - ((unsigned)__builtin_clzll(high) >> 3);
    sixteen made = {high | NUMBER_ASCII_ZEROS, low | NUMBER_ASCII_ZEROS, count};
    return made;
}

#if defined(__SSE2__) && defined(__x86_64__)
#include <emmintrin.h>

/* The steps of number_digits_of: each time x / n by a product with a reciprocal, exact below 2^32,
 * 10^4 and 100, and both parts side by side in the lane. */
static inline sixteen sixteen_make(uint64_t value)
{
    uint64_t upper = value / 100000000;
    __m128i eights = _mm_set_epi64x((int64_t)(value - upper * 100000000), (int64_t)upper);
    __m128i q = _mm_srli_epi64(_mm_mul_epu32(eights, _mm_set1_epi64x(0xd1b71759)), 45);
    __m128i rest = _mm_sub_epi64(eights, _mm_mul_epu32(q, _mm_set1_epi64x(10000)));
    __m128i fours = _mm_or_si128(q, _mm_slli_epi64(rest, 32));

    q = _mm_srli_epi16(_mm_mulhi_epu16(fours, _mm_set1_epi16(5243)), 3);
    rest = _mm_sub_epi16(fours, _mm_mullo_epi16(q, _mm_set1_epi16(100)));
    __m128i pairs = _mm_or_si128(q, _mm_slli_epi32(rest, 16));

    q = _mm_mulhi_epu16(pairs, _mm_set1_epi16(6554));
    rest = _mm_sub_epi16(pairs, _mm_mullo_epi16(q, _mm_set1_epi16(10)));
    __m128i digits = _mm_or_si128(q, _mm_slli_epi16(rest, 8));

    unsigned zeros = (unsigned)_mm_movemask_epi8(_mm_cmpeq_epi8(digits, _mm_setzero_si128()));
    __m128i text = _mm_or_si128(digits, _mm_set1_epi8('0'));
    sixteen made = {(uint64_t)_mm_cvtsi128_si64(text),
                    (uint64_t)_mm_cvtsi128_si64(_mm_unpackhi_epi64(text, text)),
                    32 - (unsigned)__builtin_clz(~zeros & 0xffff)};
    return made;
}
#else
static inline sixteen sixteen_make(uint64_t value)
{
    return sixteen_make_portable(value);
}
#endif

#endif
