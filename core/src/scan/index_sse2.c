/* Index for every x86-64: SSE2. It has no table look-up, so bytes are compared one value at a time.
 */
#include "scan/index.h"

#if defined(__x86_64__)

#include <emmintrin.h>

#include "scan/index_bits.h"

typedef struct chunk {
    __m128i v[4];
} chunk;

static inline chunk chunk_load(const char *p)
{
    chunk c;
    for (int i = 0; i < 4; i++) {
        c.v[i] = _mm_loadu_si128((const __m128i *)(p + 16 * i));
    }
    return c;
}

static inline void chunk_masks(const chunk *c, chunk_bits *m)
{
    memset(m, 0, sizeof *m);
    for (int i = 0; i < 4; i++) {
        const __m128i v = c->v[i];
        /* 0x20 makes [ into { and ] into }, and U+000C and U+001A into , and : (see index.h). */
        const __m128i low = _mm_or_si128(v, _mm_set1_epi8(0x20));
        const __m128i structurals =
            _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(low, _mm_set1_epi8('{')),
                                      _mm_cmpeq_epi8(low, _mm_set1_epi8('}'))),
                         _mm_or_si128(_mm_cmpeq_epi8(low, _mm_set1_epi8(':')),
                                      _mm_cmpeq_epi8(low, _mm_set1_epi8(','))));
        const __m128i spaces = _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(' ')),
                                                         _mm_cmpeq_epi8(v, _mm_set1_epi8('\t'))),
                                            _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8('\n')),
                                                         _mm_cmpeq_epi8(v, _mm_set1_epi8('\r'))));
        const __m128i controls = _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1F)), v);
        const __m128i quotes = _mm_cmpeq_epi8(v, _mm_set1_epi8('"'));
        const __m128i backslashes = _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'));
        const int shift = 16 * i;
        m->structurals |= (uint64_t)(uint32_t)_mm_movemask_epi8(structurals) << shift;
        m->spaces |= (uint64_t)(uint32_t)_mm_movemask_epi8(spaces) << shift;
        m->controls |= (uint64_t)(uint32_t)_mm_movemask_epi8(controls) << shift;
        m->quotes |= (uint64_t)(uint32_t)_mm_movemask_epi8(quotes) << shift;
        m->backslashes |= (uint64_t)(uint32_t)_mm_movemask_epi8(backslashes) << shift;
    }
}

static inline bool chunk_ascii(const chunk *c)
{
    return _mm_movemask_epi8(
               _mm_or_si128(_mm_or_si128(c->v[0], c->v[1]), _mm_or_si128(c->v[2], c->v[3]))) == 0;
}

static inline uint64_t chunk_utf8(const chunk *c, const char *p)
{
    (void)c;
    return chunk_utf8_bytes(p);
}

static inline uint64_t bits_prefix(uint64_t bits)
{
    return bits_prefix_shift(bits);
}

static inline uint32_t bits_lowest(uint64_t bits)
{
    return bits_lowest_any(bits);
}

#define INDEX_KERNEL index_sse2
#include "scan/index_generic.h"

#endif
