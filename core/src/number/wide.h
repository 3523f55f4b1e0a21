/* Words: unaligned little-endian loads and stores, and the 128-bit product of two 64-bit words.
 *
 * Everything that the number code needs from the machine is here; the rest of it is plain integer
 * C. Nothing here looks at the floating-point environment.
 */
#ifndef FJ_NUMBER_WIDE_H
#define FJ_NUMBER_WIDE_H

#include <stdint.h>
#include <string.h>

typedef struct wide {
    uint64_t high;
    uint64_t low;
} wide;

/* The plain C twin of wide_multiply, also compiled where the other exists so that a test can hold
 * the two together. */
static inline wide wide_multiply_portable(uint64_t a, uint64_t b)
{
    uint64_t a0 = a & UINT32_MAX, a1 = a >> 32;
    uint64_t b0 = b & UINT32_MAX, b1 = b >> 32;
    uint64_t p00 = a0 * b0;
    uint64_t middle = a0 * b1 + (p00 >> 32); /* at most 2^64 - 2^32 */
    uint64_t other = a1 * b0 + (middle & UINT32_MAX);
    wide product = {a1 * b1 + (middle >> 32) + (other >> 32), other << 32 | (p00 & UINT32_MAX)};
    return product;
}

#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 wide_native;

static inline wide wide_multiply(uint64_t a, uint64_t b)
{
    wide_native product = (wide_native)a * b;
    wide result = {(uint64_t)(product >> 64), (uint64_t)product};
    return result;
}
#else
static inline wide wide_multiply(uint64_t a, uint64_t b)
{
    return wide_multiply_portable(a, b);
}
#endif

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
static inline uint64_t word_little_endian(uint64_t word)
{
    return __builtin_bswap64(word);
}
#else
static inline uint64_t word_little_endian(uint64_t word)
{
    return word;
}
#endif

/* The first byte of the text is the lowest byte of the word. */
static inline uint64_t word_load(const char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word_little_endian(word);
}

static inline void word_store(char *p, uint64_t word)
{
    word = word_little_endian(word);
    memcpy(p, &word, sizeof word);
}

#endif
