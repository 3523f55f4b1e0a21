/* Compact writing for x86-64 with AVX2 and BMI2; see cpython_compact.h. */
#include "hosts/cpython_compact.h"

#if defined(__AVX2__) && !defined(FASTJSON_PLAIN)

#include <immintrin.h>

#define COMPACT_RUN cpython_compact_avx2
#define COMPACT_WIDTH 32

/* Sixteen bytes moved down by 16 - n: the shuffle that begins at the n-th from the middle. */
static const signed char compact_moves[32] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,
                                              11, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1,
                                              -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

static inline __attribute__((always_inline)) uint32_t compact_bad(__m128i v)
{
    const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1F)), v);
    const __m128i quotes = _mm_cmpeq_epi8(v, _mm_set1_epi8('"'));
    const __m128i backslashes = _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'));
    return (uint32_t)_mm_movemask_epi8(_mm_or_si128(controls, _mm_or_si128(quotes, backslashes)));
}

static inline __attribute__((always_inline)) uint32_t compact_copy(char *out, const char *text,
                                                                   size_t length)
{
    if (length >= 32) {
        const __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)text);
        _mm256_storeu_si256((__m256i *)(void *)out, v);
        const __m256i controls = _mm256_cmpeq_epi8(_mm256_min_epu8(v, _mm256_set1_epi8(0x1F)), v);
        const __m256i quotes = _mm256_cmpeq_epi8(v, _mm256_set1_epi8('"'));
        const __m256i backslashes = _mm256_cmpeq_epi8(v, _mm256_set1_epi8('\\'));
        return (uint32_t)_mm256_movemask_epi8(
            _mm256_or_si256(controls, _mm256_or_si256(quotes, backslashes)));
    }
    if (length >= 16) {
        const __m128i first = _mm_loadu_si128((const __m128i *)(const void *)text);
        const __m128i last = _mm_loadu_si128((const __m128i *)(const void *)(text + length - 16));
        _mm_storeu_si128((__m128i *)(void *)out, first);
        _mm_storeu_si128((__m128i *)(void *)(out + length - 16), last);
        return compact_bad(first) | compact_bad(last) << (length - 16);
    }
    const __m128i ending = _mm_loadu_si128((const __m128i *)(const void *)(text + length) - 1);
    const __m128i move =
        _mm_loadu_si128((const __m128i *)(const void *)(compact_moves + 16 - length));
    const __m128i v = _mm_shuffle_epi8(ending, move);
    _mm_storeu_si128((__m128i *)(void *)out, v);
    return compact_bad(v) & ((1u << length) - 1);
}

#include "hosts/cpython_compact_wide.h"

#include "hosts/cpython_compact_generic.h"

#endif
