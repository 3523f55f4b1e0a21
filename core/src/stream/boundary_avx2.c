/* Boundary of a container for x86-64 with AVX2, carry-less multiplication and population count. */
#include "stream/boundary.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define BOUNDARY_TARGET __attribute__((target("avx2,bmi,pclmul,popcnt")))
#define BOUNDARY_KERNEL boundary_container_avx2

typedef struct boundary_bits {
    uint64_t quotes;
    uint64_t backslashes;
    uint64_t opening;
    uint64_t closing;
} boundary_bits;

BOUNDARY_TARGET static inline uint64_t boundary_equal(__m256i low, __m256i high, char byte)
{
    const __m256i b = _mm256_set1_epi8(byte);
    return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, b)) |
           (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, b)) << 32;
}

BOUNDARY_TARGET static inline void boundary_load(const char *p, boundary_bits *m)
{
    const __m256i low = _mm256_loadu_si256((const __m256i *)p);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(p + 32));
    /* Square and curly brackets differ in this bit; no third byte becomes one of them by it. */
    const __m256i bit = _mm256_set1_epi8(0x20);
    m->quotes = boundary_equal(low, high, '"');
    const __m256i backslash = _mm256_set1_epi8('\\');
    const __m256i any =
        _mm256_or_si256(_mm256_cmpeq_epi8(low, backslash), _mm256_cmpeq_epi8(high, backslash));
    m->backslashes = 0;
    if (__builtin_expect(!_mm256_testz_si256(any, any), 0)) { /* most chunks have none */
        m->backslashes = boundary_equal(low, high, '\\');
    }
    m->opening = boundary_equal(_mm256_or_si256(low, bit), _mm256_or_si256(high, bit), '{');
    m->closing = boundary_equal(_mm256_or_si256(low, bit), _mm256_or_si256(high, bit), '}');
}

BOUNDARY_TARGET static inline uint64_t boundary_prefix(uint64_t bits)
{
    const __m128i ones = _mm_set1_epi8((char)0xFF);
    return (uint64_t)_mm_cvtsi128_si64(
        _mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)bits), ones, 0));
}

#include "stream/boundary_generic.h"

#endif
