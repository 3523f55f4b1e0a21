/* Block for x86-64 with AVX2: 32 bytes. What the operations promise: block_vector.h. */
#ifndef FASTJSON_SCAN_BLOCK_AVX2_H
#define FASTJSON_SCAN_BLOCK_AVX2_H

#include <immintrin.h>
#include <stdint.h>

#define BLOCK_TARGET_avx2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define BLOCK_AVX2 static inline __attribute__((always_inline)) BLOCK_TARGET_avx2

typedef __m256i block_avx2;
typedef uint32_t block_mask_avx2;
#define BLOCK_SIZE_avx2 32

BLOCK_AVX2 __m256i block_load_avx2(const char *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

BLOCK_AVX2 void block_store_avx2(char *p, __m256i b)
{
    _mm256_storeu_si256((__m256i *)p, b);
}

/* Looked up by its low half each byte finds the one of its kind with that half, or one with another
 * half, which it cannot be; one of 0x80 and above finds 0. */
BLOCK_AVX2 __m256i block_quotes_lanes_avx2(__m256i b)
{
    const __m256i kinds =
        _mm256_setr_epi8(0x7F, 0x7F, '"', 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F,
                         '\\', 0x7F, 0x7F, 0x70, 0x7F, 0x7F, '"', 0x7F, 0x7F, 0x7F, 0x7F, 0x7F,
                         0x7F, 0x7F, 0x7F, 0x7F, '\\', 0x7F, 0x7F, 0x70);
    return _mm256_cmpeq_epi8(_mm256_shuffle_epi8(kinds, b), b);
}

BLOCK_AVX2 uint32_t block_ends_avx2(__m256i b)
{
    const __m256i control = _mm256_cmpeq_epi8(_mm256_min_epu8(b, _mm256_set1_epi8(0x1F)), b);
    return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(control, block_quotes_lanes_avx2(b)));
}

BLOCK_AVX2 uint32_t block_high_avx2(__m256i b)
{
    return (uint32_t)_mm256_movemask_epi8(b);
}

/* With a sign, bytes from 0x80 up are below 0x20 too. */
BLOCK_AVX2 uint32_t block_odd_avx2(__m256i b)
{
    const __m256i below = _mm256_cmpgt_epi8(_mm256_set1_epi8(0x20), b);
    return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(below, block_quotes_lanes_avx2(b)));
}

BLOCK_AVX2 uint32_t block_tokens_avx2(__m256i b)
{
    const __m256i kinds =
        _mm256_setr_epi8(' ', 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x71, 0x7F, '\t', '\n', 0x7F,
                         0x7F, '\r', 0x7F, 0x70, ' ', 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x71,
                         0x7F, '\t', '\n', 0x7F, 0x7F, '\r', 0x7F, 0x70);
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(kinds, b), b));
}

BLOCK_AVX2 uint32_t block_digits_avx2(__m256i b)
{
    return (uint32_t)_mm256_movemask_epi8(
        _mm256_and_si256(_mm256_cmpgt_epi8(b, _mm256_set1_epi8('0' - 1)),
                         _mm256_cmpgt_epi8(_mm256_set1_epi8('9' + 1), b)));
}

BLOCK_AVX2 unsigned block_first_avx2(uint32_t mask)
{
    return _tzcnt_u32(mask);
}

#endif
