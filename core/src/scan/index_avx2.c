/* Index for x86-64 with AVX2, BMI and carry-less multiplication; compiled with those switched on.
 */
#include "scan/index.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include "scan/index_bits.h"
#include "scan/utf8_tables.h"

typedef struct chunk {
    __m256i v[2];
} chunk;

static inline __m256i load(const char *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

static inline chunk chunk_load(const char *p)
{
    return (chunk){{load(p), load(p + 32)}};
}

static inline uint64_t mask(__m256i low, __m256i high)
{
    return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high)
                                                     << 32;
}

static inline __m256i table(char a, char b, char c, char d, char e, char f, char g, char h, char i,
                            char j, char k, char l, char m, char n, char o, char p)
{
    return _mm256_setr_epi8(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, a, b, c, d, e, f, g, h,
                            i, j, k, l, m, n, o, p);
}

static inline uint64_t equal(const chunk *c, char byte)
{
    const __m256i b = _mm256_set1_epi8(byte);
    return mask(_mm256_cmpeq_epi8(c->v[0], b), _mm256_cmpeq_epi8(c->v[1], b));
}

static inline void chunk_masks(const chunk *c, chunk_bits *m)
{
    /* Looked up by a byte's low half, each table holds the one byte of its kind with that half, or
     * one that cannot be equal. A byte of 0x80 and above looks up 0. */
    const __m256i spaces = table(' ', 0x7F, 0x7F, 0x7F, 0x11, 0x7F, 0x71, 0x02, 0x7F, '\t', '\n',
                                 0x70, 0x7F, '\r', 0x7F, 0x70);
    const __m256i structurals = table(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0);
    const __m256i bit = _mm256_set1_epi8(0x20);
    const __m256i limit = _mm256_set1_epi8(0x1F);
    const __m256i a = c->v[0];
    const __m256i b = c->v[1];
    m->quotes = equal(c, '"');
    m->backslashes = equal(c, '\\');
    m->spaces = mask(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(spaces, a), a),
                     _mm256_cmpeq_epi8(_mm256_shuffle_epi8(spaces, b), b));
    m->structurals =
        mask(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(structurals, a), _mm256_or_si256(a, bit)),
             _mm256_cmpeq_epi8(_mm256_shuffle_epi8(structurals, b), _mm256_or_si256(b, bit)));
    m->controls = mask(_mm256_cmpeq_epi8(_mm256_min_epu8(a, limit), a),
                       _mm256_cmpeq_epi8(_mm256_min_epu8(b, limit), b));
}

static inline bool chunk_ascii(const chunk *c)
{
    return _mm256_movemask_epi8(_mm256_or_si256(c->v[0], c->v[1])) == 0;
}

static inline __m256i high_half(__m256i v)
{
    return _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0F));
}

static inline __m256i look_up(const uint8_t *sixteen, __m256i halves)
{
    const __m256i both = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)sixteen));
    return _mm256_shuffle_epi8(both, halves);
}

/* The faults at 32 bytes; the bytes one, two and three before are read again. */
static inline __m256i utf8_faults(__m256i v, const char *p)
{
    const __m256i before = load(p - 1);
    const __m256i halves = _mm256_and_si256(before, _mm256_set1_epi8(0x0F));
    const __m256i pairs =
        _mm256_and_si256(_mm256_and_si256(look_up(utf8_table_high, high_half(before)),
                                          look_up(utf8_table_low, halves)),
                         look_up(utf8_table_next, high_half(v)));
    /* Two or three bytes after a lead of three or four, a continuation after one is no fault: and
     * must be there. A saturating subtraction leaves the high bit of such leads only. */
    const __m256i third = _mm256_subs_epu8(load(p - 2), _mm256_set1_epi8((char)(0xE0 - 0x80)));
    const __m256i fourth = _mm256_subs_epu8(load(p - 3), _mm256_set1_epi8((char)(0xF0 - 0x80)));
    const __m256i due =
        _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));
    return _mm256_xor_si256(due, pairs);
}

static inline uint64_t chunk_utf8(const chunk *c, const char *p)
{
    const __m256i faults = _mm256_or_si256(utf8_faults(c->v[0], p), utf8_faults(c->v[1], p + 32));
    return !_mm256_testz_si256(faults, faults);
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

#define INDEX_KERNEL index_avx2
#include "scan/index_generic.h"

#endif
