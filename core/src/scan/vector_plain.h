/*
 * Vector for every other machine, and the specification of the operations in vector.h: plain C on
 * two words of eight bytes, the first byte of the text lowest. All of it is exact: no lane depends
 * on its neighbours, because no sum or difference carries out of a byte.
 */
#ifndef FASTJSON_VECTOR_PLAIN_H
#define FASTJSON_VECTOR_PLAIN_H

typedef struct vector {
    uint64_t low;
    uint64_t high;
} vector;

#define VECTOR_ONES 0x0101010101010101u
#define VECTOR_HIGHS 0x8080808080808080u

static inline uint64_t vector_word(const char *p);

static inline vector vector_from_words(uint64_t low, uint64_t high)
{
    vector v = {low, high};
    return v;
}

static inline vector vector_load(const void *p)
{
    return vector_from_words(vector_word((const char *)p), vector_word((const char *)p + 8));
}

static inline void vector_store(void *p, vector v)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    v = vector_from_words(__builtin_bswap64(v.low), __builtin_bswap64(v.high));
#endif
    memcpy(p, &v, sizeof v);
}

/* A byte is 0 if neither its low seven bits carry into the high one nor that is set itself. */
static inline uint64_t vector_word_equal(uint64_t word, uint8_t byte)
{
    uint64_t other = word ^ (VECTOR_ONES * byte);
    return ~(((other & ~VECTOR_HIGHS) + ~VECTOR_HIGHS) | other) & VECTOR_HIGHS;
}

static inline vector vector_equal(vector v, uint8_t byte)
{
    return vector_from_words(vector_word_equal(v.low, byte), vector_word_equal(v.high, byte));
}

/* With the high bit set each byte is at least the limit; it stays set unless the rest was below. */
static inline uint64_t vector_word_below(uint64_t word, uint8_t limit)
{
    return ~((word | VECTOR_HIGHS) - VECTOR_ONES * limit) & ~word & VECTOR_HIGHS;
}

static inline vector vector_below(vector v, uint8_t limit)
{
    return vector_from_words(vector_word_below(v.low, limit), vector_word_below(v.high, limit));
}

static inline uint64_t vector_word_equal_pairs(uint64_t a, uint64_t b)
{
    const uint64_t highs = 0x8000800080008000u;
    const uint64_t other = a ^ b;
    return ~(((other & ~highs) + ~highs) | other) & highs;
}

static inline vector vector_equal_pairs(vector a, vector b)
{
    return vector_from_words(vector_word_equal_pairs(a.low, b.low),
                             vector_word_equal_pairs(a.high, b.high));
}

static inline vector vector_or(vector a, vector b)
{
    return vector_from_words(a.low | b.low, a.high | b.high);
}

/* The product brings bit 8 * i to bit 56 + i; no two terms meet in one bit, so nothing carries. */
static inline uint32_t vector_word_mask(uint64_t word)
{
    return (uint32_t)(((word & VECTOR_HIGHS) >> 7) * 0x0102040810204080u >> 56);
}

static inline uint32_t vector_mask(vector v)
{
    return vector_word_mask(v.low) | vector_word_mask(v.high) << 8;
}

static inline vector vector_load_narrow16(const void *p)
{
    uint16_t units[16];
    uint8_t sixteen[16];
    memcpy(units, p, sizeof units);
    for (int i = 0; i < 16; i++) {
        sixteen[i] = units[i] < 0x80 ? (uint8_t)units[i] : 0xFF;
    }
    return vector_load(sixteen);
}

static inline vector vector_load_narrow32(const void *p)
{
    uint32_t units[16];
    uint8_t sixteen[16];
    memcpy(units, p, sizeof units);
    for (int i = 0; i < 16; i++) {
        sixteen[i] = units[i] < 0x80 ? (uint8_t)units[i] : 0xFF;
    }
    return vector_load(sixteen);
}

#endif
