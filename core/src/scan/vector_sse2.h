/* Vector for x86-64: SSE2, which every such machine has. What the operations promise: vector.h. */
#ifndef FASTJSON_VECTOR_SSE2_H
#define FASTJSON_VECTOR_SSE2_H

#include <emmintrin.h>

typedef __m128i vector;

static inline vector vector_load(const void *p)
{
    return _mm_loadu_si128((const __m128i *)p);
}

static inline void vector_store(void *p, vector v)
{
    _mm_storeu_si128((__m128i *)p, v);
}

static inline vector vector_equal(vector v, uint8_t byte)
{
    return _mm_cmpeq_epi8(v, _mm_set1_epi8((char)byte));
}

/* SSE2 compares signed bytes only; a byte is below the limit if the smaller of it and limit - 1 is
 * the byte itself. */
static inline vector vector_below(vector v, uint8_t limit)
{
    return _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8((char)(limit - 1))), v);
}

static inline vector vector_equal_pairs(vector a, vector b)
{
    return _mm_cmpeq_epi16(a, b);
}

static inline vector vector_or(vector a, vector b)
{
    return _mm_or_si128(a, b);
}

static inline uint32_t vector_mask(vector v)
{
    return (uint32_t)_mm_movemask_epi8(v);
}

static inline vector vector_from_words(uint64_t low, uint64_t high)
{
    return _mm_set_epi64x((long long)high, (long long)low);
}

/* Saturating: signed, so that units from 0x8000 up become 0, and others above 0xFF become 0xFF. */
static inline vector vector_load_narrow16(const void *p)
{
    return _mm_packus_epi16(vector_load(p), vector_load((const char *)p + 16));
}

/* Twice: from 0x80 up they become bytes from 0x80 up, from 0x80000000 up 0. */
static inline vector vector_load_narrow32(const void *p)
{
    const vector low = _mm_packs_epi32(vector_load(p), vector_load((const char *)p + 16));
    const vector high =
        _mm_packs_epi32(vector_load((const char *)p + 32), vector_load((const char *)p + 48));
    return _mm_packus_epi16(low, high);
}

#endif
