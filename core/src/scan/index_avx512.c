/*
 * Index for x86-64 with AVX-512 F and BW, BMI and carry-less multiplication: a chunk is one
 * register and comparisons give masks at once. Compiled with those switched on.
 */
#include "scan/index.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include "scan/index_bits.h"
#include "scan/utf8_tables.h"

typedef struct chunk {
    __m512i v;
} chunk;

static inline chunk chunk_load(const char *p)
{
    return (chunk){_mm512_loadu_si512(p)};
}

static inline __m512i repeat(__m128i sixteen)
{
    return _mm512_broadcast_i32x4(sixteen);
}

static inline void chunk_masks(const chunk *c, chunk_bits *m)
{
    /* See index_avx2.c. */
    const __m512i spaces = repeat(_mm_setr_epi8(' ', 0x7F, 0x7F, 0x7F, 0x11, 0x7F, 0x71, 0x02, 0x7F,
                                                '\t', '\n', 0x70, 0x7F, '\r', 0x7F, 0x70));
    const __m512i structurals =
        repeat(_mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0));
    const __m512i v = c->v;
    m->quotes = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('"'));
    m->backslashes = _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\\'));
    m->spaces = _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(spaces, v), v);
    m->structurals = _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(structurals, v),
                                            _mm512_or_si512(v, _mm512_set1_epi8(0x20)));
    m->controls = _mm512_cmplt_epu8_mask(v, _mm512_set1_epi8(0x20));
}

static inline bool chunk_ascii(const chunk *c)
{
    return _mm512_movepi8_mask(c->v) == 0;
}

static inline __m512i high_half(__m512i v)
{
    return _mm512_and_si512(_mm512_srli_epi16(v, 4), _mm512_set1_epi8(0x0F));
}

static inline __m512i look_up(const uint8_t *sixteen, __m512i halves)
{
    return _mm512_shuffle_epi8(repeat(_mm_loadu_si128((const __m128i *)sixteen)), halves);
}

static inline uint64_t chunk_utf8(const chunk *c, const char *p)
{
    const __m512i before = _mm512_loadu_si512(p - 1);
    const __m512i halves = _mm512_and_si512(before, _mm512_set1_epi8(0x0F));
    const __m512i pairs =
        _mm512_and_si512(_mm512_and_si512(look_up(utf8_table_high, high_half(before)),
                                          look_up(utf8_table_low, halves)),
                         look_up(utf8_table_next, high_half(c->v)));
    const __m512i third =
        _mm512_subs_epu8(_mm512_loadu_si512(p - 2), _mm512_set1_epi8((char)(0xE0 - 0x80)));
    const __m512i fourth =
        _mm512_subs_epu8(_mm512_loadu_si512(p - 3), _mm512_set1_epi8((char)(0xF0 - 0x80)));
    const __m512i due =
        _mm512_and_si512(_mm512_or_si512(third, fourth), _mm512_set1_epi8((char)0x80));
    const __m512i faults = _mm512_xor_si512(due, pairs);
    return _mm512_test_epi8_mask(faults, faults);
}

static inline uint64_t bits_prefix(uint64_t bits)
{
    const __m128i ones = _mm_set1_epi8((char)0xFF);
    return (uint64_t)_mm_cvtsi128_si64(
        _mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)bits), ones, 0));
}

static inline uint32_t bits_lowest(uint64_t bits)
{
    return (uint32_t)_tzcnt_u64(bits);
}

#define INDEX_KERNEL index_avx512
#include "scan/index_generic.h"

#endif
