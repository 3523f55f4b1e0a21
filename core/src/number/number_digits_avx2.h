/*
 * Digits for x86-64 with AVX2 (of which it takes SSE4.1): sixteen at once become a value. They are
 * moved to the end of a vector, zeros before them; then neighbours are joined, tens, hundreds and
 * ten thousands at a time (the method is that of Wojciech Mula, "SIMD-ized atoi").
 */
#ifndef FJ_NUMBER_DIGITS_AVX2_H
#define FJ_NUMBER_DIGITS_AVX2_H

#include <immintrin.h>
#include <stdint.h>

/* The value of the digits at p, where sixteen bytes can be read, up to the first other byte. */
static inline __attribute__((always_inline, target("avx2,bmi,bmi2,popcnt"))) uint64_t
digits_sixteen_avx2(const char *p, unsigned *count)
{
    static const int8_t places[32] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                      -1, -1, -1, -1, -1, 0,  1,  2,  3,  4,  5,
                                      6,  7,  8,  9,  10, 11, 12, 13, 14, 15};
    const __m128i digits = _mm_sub_epi8(_mm_loadu_si128((const __m128i *)p), _mm_set1_epi8('0'));
    const __m128i within = _mm_cmpeq_epi8(_mm_min_epu8(digits, _mm_set1_epi8(9)), digits);
    const unsigned n = (unsigned)__builtin_ctz(~(unsigned)_mm_movemask_epi8(within));
    const __m128i ones = _mm_shuffle_epi8(digits, _mm_loadu_si128((const __m128i *)(places + n)));
    const __m128i twos = _mm_maddubs_epi16(ones, _mm_set1_epi16(10 | 1 << 8));
    const __m128i fours = _mm_madd_epi16(twos, _mm_set1_epi32(100 | 1 << 16));
    const __m128i packed = _mm_packus_epi32(fours, fours);
    const uint64_t eights =
        (uint64_t)_mm_cvtsi128_si64(_mm_madd_epi16(packed, _mm_set1_epi32(10000 | 1 << 16)));
    *count = n;
    return (eights & 0xFFFFFFFF) * 100000000 + (eights >> 32);
}

#endif
