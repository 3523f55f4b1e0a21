/*
 * Depth: whether a JSON text is nested deeper than a limit. See environment.h.
 *
 * In: a text that is known to be well-formed, as bytes (ASCII or UTF-8) or as UTF-16. Blocks of 64
 * characters become bit masks of quotes, backslashes and brackets; what stands in strings is masked
 * out. A block is looked at bracket by bracket only if it could reach the limit.
 */
#include <string.h>

#include "environment.h"

typedef struct masks {
    uint64_t quotes;
    uint64_t slashes;
    uint64_t opens;
    uint64_t closes;
} masks;

#if defined(__SSE2__)

#include <emmintrin.h>

static inline uint64_t mask_of(__m128i found)
{
    return (uint32_t)_mm_movemask_epi8(found);
}

/* Sixteen characters, by their place in the block. */
static inline void masks_add(masks *m, __m128i v, unsigned place)
{
    const __m128i lower = _mm_or_si128(v, _mm_set1_epi8(0x20)); /* [ ] become { } */
    m->quotes |= mask_of(_mm_cmpeq_epi8(v, _mm_set1_epi8('"'))) << place;
    m->slashes |= mask_of(_mm_cmpeq_epi8(v, _mm_set1_epi8('\\'))) << place;
    m->opens |= mask_of(_mm_cmpeq_epi8(lower, _mm_set1_epi8('{'))) << place;
    m->closes |= mask_of(_mm_cmpeq_epi8(lower, _mm_set1_epi8('}'))) << place;
}

static inline masks masks_of_bytes(const uint8_t *text)
{
    masks m = {0};
    for (unsigned i = 0; i < 64; i += 16) {
        masks_add(&m, _mm_loadu_si128((const __m128i *)(const void *)(text + i)), i);
    }
    return m;
}

/* Units beyond Latin-1 become 0xFF or 0. */
static inline masks masks_of_units(const uint16_t *text)
{
    masks m = {0};
    for (unsigned i = 0; i < 64; i += 16) {
        const __m128i low = _mm_loadu_si128((const __m128i *)(const void *)(text + i));
        const __m128i high = _mm_loadu_si128((const __m128i *)(const void *)(text + i + 8));
        masks_add(&m, _mm_packus_epi16(low, high), i);
    }
    return m;
}

#else

static inline void masks_add(masks *m, uint32_t c, unsigned place)
{
    m->quotes |= (uint64_t)(c == '"') << place;
    m->slashes |= (uint64_t)(c == '\\') << place;
    m->opens |= (uint64_t)((c | 0x20) == '{') << place;
    m->closes |= (uint64_t)((c | 0x20) == '}') << place;
}

static inline masks masks_of_bytes(const uint8_t *text)
{
    masks m = {0};
    for (unsigned i = 0; i < 64; i++) {
        masks_add(&m, text[i], i);
    }
    return m;
}

static inline masks masks_of_units(const uint16_t *text)
{
    masks m = {0};
    for (unsigned i = 0; i < 64; i++) {
        masks_add(&m, text[i], i);
    }
    return m;
}

#endif

typedef struct nesting {
    uint64_t in_string;  /* all ones: the block begins within a string */
    uint64_t is_escaped; /* 1: its first character is */
    uint64_t depth;
} nesting;

/* Characters after a backslash that is not itself escaped. */
static uint64_t escaped_of(nesting *n, uint64_t slashes)
{
    uint64_t escaped = n->is_escaped;
    uint64_t left = slashes & ~escaped;
    n->is_escaped = 0;
    while (left != 0) {
        const unsigned at = (unsigned)__builtin_ctzll(left);
        left &= left - 1;
        if (at == 63) {
            n->is_escaped = 1;
        } else {
            escaped |= UINT64_C(2) << at;
            left &= ~(UINT64_C(2) << at);
        }
    }
    return escaped;
}

static inline bool block_is_deep(nesting *n, masks m, uint64_t limit)
{
    if ((m.slashes | n->is_escaped) != 0) {
        m.quotes &= ~escaped_of(n, m.slashes);
    }
    uint64_t strings = m.quotes; /* to the bits between quotes, the first of them included */
    for (unsigned shift = 1; shift < 64; shift *= 2) {
        strings ^= strings << shift;
    }
    strings ^= n->in_string;
    n->in_string = (uint64_t)((int64_t)strings >> 63);
    m.opens &= ~strings;
    m.closes &= ~strings;
    if (__builtin_expect(n->depth + (uint64_t)__builtin_popcountll(m.opens) > limit, 0)) {
        uint64_t depth = n->depth;
        for (uint64_t left = m.opens | m.closes; left != 0; left &= left - 1) {
            depth += (m.opens & (left & -left)) != 0 ? 1 : UINT64_MAX;
            if (depth > limit && (m.opens & (left & -left)) != 0) {
                return true;
            }
        }
    }
    n->depth += (uint64_t)__builtin_popcountll(m.opens) - (uint64_t)__builtin_popcountll(m.closes);
    return false;
}

bool bytes_are_deep(const char *text, size_t length, uint32_t limit)
{
    nesting n = {0};
    size_t i = 0;
    for (; length - i >= 64; i += 64) {
        if (block_is_deep(&n, masks_of_bytes((const uint8_t *)text + i), limit)) {
            return true;
        }
    }
    uint8_t rest[64] = {0};
    memcpy(rest, text + i, length - i);
    return block_is_deep(&n, masks_of_bytes(rest), limit);
}

bool units_are_deep(const uint16_t *text, size_t length, uint32_t limit)
{
    nesting n = {0};
    size_t i = 0;
    for (; length - i >= 64; i += 64) {
        if (block_is_deep(&n, masks_of_units(text + i), limit)) {
            return true;
        }
    }
    uint16_t rest[64] = {0};
    memcpy(rest, text + i, (length - i) * sizeof *rest);
    return block_is_deep(&n, masks_of_units(rest), limit);
}
