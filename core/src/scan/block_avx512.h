/* Block for x86-64 with AVX-512 (BW and VL): 32 bytes, whose comparisons give masks at once; wider
 * registers would slow the clock of many processors. What the operations promise: block_vector.h.
 */
#ifndef FASTJSON_SCAN_BLOCK_AVX512_H
#define FASTJSON_SCAN_BLOCK_AVX512_H

#include <immintrin.h>
#include <stdint.h>

#define BLOCK_TARGET_avx512 \
    __attribute__((target("avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512vl")))
#define BLOCK_AVX512 static inline __attribute__((always_inline)) BLOCK_TARGET_avx512

typedef __m256i block_avx512;
typedef uint32_t block_mask_avx512;
#define BLOCK_SIZE_avx512 32

BLOCK_AVX512 __m256i block_load_avx512(const char *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

BLOCK_AVX512 void block_store_avx512(char *p, __m256i b)
{
    _mm256_storeu_si256((__m256i *)p, b);
}

BLOCK_AVX512 uint32_t block_ends_avx512(__m256i b)
{
    return _mm256_cmpeq_epi8_mask(b, _mm256_set1_epi8('"')) |
           _mm256_cmpeq_epi8_mask(b, _mm256_set1_epi8('\\')) |
           _mm256_cmplt_epu8_mask(b, _mm256_set1_epi8(0x20));
}

BLOCK_AVX512 uint32_t block_high_avx512(__m256i b)
{
    return (uint32_t)_mm256_movemask_epi8(b);
}

BLOCK_AVX512 uint32_t block_odd_avx512(__m256i b)
{
    /* Below 0x20 and from 0x80 up: what is not within 0x60 of 0x20. */
    return _mm256_cmpeq_epi8_mask(b, _mm256_set1_epi8('"')) |
           _mm256_cmpeq_epi8_mask(b, _mm256_set1_epi8('\\')) |
           _mm256_cmpge_epu8_mask(_mm256_sub_epi8(b, _mm256_set1_epi8(0x20)),
                                  _mm256_set1_epi8(0x60));
}

BLOCK_AVX512 uint32_t block_tokens_avx512(__m256i b)
{
    const __m256i kinds =
        _mm256_setr_epi8(' ', 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x71, 0x7F, '\t', '\n', 0x7F,
                         0x7F, '\r', 0x7F, 0x70, ' ', 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x7F, 0x71,
                         0x7F, '\t', '\n', 0x7F, 0x7F, '\r', 0x7F, 0x70);
    return _mm256_cmpneq_epi8_mask(_mm256_shuffle_epi8(kinds, b), b);
}

BLOCK_AVX512 uint32_t block_digits_avx512(__m256i b)
{
    return _mm256_cmplt_epu8_mask(_mm256_sub_epi8(b, _mm256_set1_epi8('0')), _mm256_set1_epi8(10));
}

BLOCK_AVX512 unsigned block_first_avx512(uint32_t mask)
{
    return _tzcnt_u32(mask);
}

#endif
