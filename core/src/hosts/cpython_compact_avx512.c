/* Compact writing for x86-64 with AVX-512BW and VL, in 256 bits; see cpython_compact.h. */
#include "hosts/cpython_compact.h"

#if defined(__AVX512VL__) && defined(__AVX512BW__) && !defined(FASTJSON_PLAIN)

#include <immintrin.h>

#define COMPACT_RUN cpython_compact_avx512
#define COMPACT_WIDTH 32

/* What the mask leaves out is not read. */
static inline __attribute__((always_inline)) uint32_t compact_copy(char *out, const char *text,
                                                                   size_t length)
{
    const __mmask32 wanted =
        length >= 32 ? ~(__mmask32)0 : (__mmask32)_bzhi_u32(~0u, (unsigned)length);
    const __m256i v = _mm256_maskz_loadu_epi8(wanted, text);
    _mm256_storeu_si256((__m256i *)(void *)out, v);
    return _mm256_mask_cmplt_epu8_mask(wanted, v, _mm256_set1_epi8(0x20)) |
           _mm256_cmpeq_epi8_mask(v, _mm256_set1_epi8('"')) |
           _mm256_cmpeq_epi8_mask(v, _mm256_set1_epi8('\\'));
}

#include "hosts/cpython_compact_wide.h"

#include "hosts/cpython_compact_generic.h"

#endif
