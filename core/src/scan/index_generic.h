/*
 * Index, the algorithm: included by each kernel's file after it has defined, for its instruction
 * set,
 *
 *     chunk                                          64 bytes
 *     chunk chunk_load(const char *p)
 *     void chunk_masks(const chunk *c, chunk_bits *) one bit a byte, the lowest for the first
 *     bool chunk_ascii(const chunk *c)
 *     uint64_t chunk_utf8(const chunk *c, const char *p)   not 0: not UTF-8; looks at p[-3] to
 * p[63] uint64_t bits_prefix(uint64_t bits)            bit i: the parity of bits 0 to i uint32_t
 * bits_lowest(uint64_t bits)            the place of the lowest bit; of none, any INDEX_KERNEL the
 * function's name
 */
#include "scan/index.h"

/* Which of the backslashes escape what follows: those at odd places of a run. Gives the bytes that
 * are escaped. The subtraction carries through a run of backslashes and so tells its odd places
 * from the even ones (the method is simdjson's, by John Keiser). */
static inline uint64_t index_escaped(index_state *state, uint64_t backslashes)
{
    const uint64_t odd = UINT64_C(0xAAAAAAAAAAAAAAAA);
    if (backslashes == 0) {
        const uint64_t escaped = state->escaped;
        state->escaped = 0;
        return escaped;
    }
    const uint64_t potential = backslashes & ~state->escaped;
    const uint64_t maybe = potential << 1;
    const uint64_t codes = ((maybe | odd) - potential) ^ odd;
    const uint64_t escaped = codes ^ (backslashes | state->escaped);
    state->escaped = (codes & backslashes) >> 63;
    return escaped;
}

static inline uint32_t *index_flatten(uint32_t *out, uint32_t base, uint64_t bits)
{
    const int count = __builtin_popcountll(bits);
    if (count == 0) {
        return out;
    }
    /* Twelve at once, needed or not, so that few branches depend on the exact number (of 8, 10, 12
     * and 16 the best over the corpus). */
    for (int i = 0; i < 12; i++) {
        out[i] = base + bits_lowest(bits);
        bits &= bits - 1;
    }
    if (__builtin_expect(count > 12, 0)) {
        for (int i = 12; i < 20; i++) {
            out[i] = base + bits_lowest(bits);
            bits &= bits - 1;
        }
        for (int i = 20; i < count; i++) {
            out[i] = base + bits_lowest(bits);
            bits &= bits - 1;
        }
    }
    return out + count;
}

size_t INDEX_KERNEL(index_state *state, const char *p, size_t chunks, uint32_t base,
                    uint32_t *offsets)
{
    index_state s = *state;
    uint32_t *out = offsets;
    for (size_t i = 0; i < chunks; i++, p += INDEX_CHUNK, base += INDEX_CHUNK) {
        const chunk c = chunk_load(p);
        chunk_bits m;
        chunk_masks(&c, &m);
        const uint64_t escaped = index_escaped(&s, m.backslashes);
        const uint64_t quotes = m.quotes & ~escaped;
        /* The opening quote is inside by this count, the closing one is not. */
        const uint64_t inside = bits_prefix(quotes) ^ s.in_string;
        s.in_string = (uint64_t)((int64_t)inside >> 63);
        s.fault |= m.controls & inside;
        const uint64_t scalars = ~(m.structurals | m.spaces | m.quotes);
        const uint64_t starts = scalars & ~(scalars << 1 | s.scalar);
        s.scalar = scalars >> 63;
        const uint64_t tokens = ((m.structurals | starts) & ~inside) | quotes;
        out = index_flatten(out, base, tokens);
        if (__builtin_expect(!chunk_ascii(&c) || s.open_utf8, 0)) {
            s.fault |= chunk_utf8(&c, p);
            s.open_utf8 = (signed char)p[INDEX_CHUNK - 1] < 0;
        }
    }
    *state = s;
    return (size_t)(out - offsets);
}
