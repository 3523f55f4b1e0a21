/*
 * Vector: sixteen bytes of text at once, by a handful of operations; the machine decides how.
 *
 * In: addresses of at least sixteen readable bytes, of any alignment. Out: vectors, and masks with
 * one bit a byte, the lowest for the first byte. It never reads or writes outside the bytes named.
 *
 *     vector_load(p)          sixteen bytes
 *     vector_store(p, v)
 *     vector_equal(v, byte)   lanes whose byte is `byte`
 *     vector_below(v, limit)  lanes whose byte is below `limit`, unsigned; 1 <= limit <= 0x80
 *     vector_equal_pairs(a, b) lanes of two bytes that are the same in both: the high bit of the
 * second byte of each is set, that of the first may be vector_or(a, b)         either; lanes and
 * bytes alike vector_mask(v)          the high bit of each byte; so of lanes: those that were
 * found, and of text: the bytes from 0x80 up vector_load_narrow16(p) sixteen 16-bit units as bytes;
 * a unit from 0x80 up becomes 0 or a byte from 0x80 up, whichever is cheaper
 * vector_load_narrow32(p) the same of 32-bit units vector_from_words(a, b) the first eight bytes
 * and the last eight, lowest byte first
 *
 * "Lanes" are a vector of which only the high bit of each byte means something. Each way to do it
 * is one short file; vector_plain.h is the specification and the way for all other machines, and
 * -DFASTJSON_PLAIN chooses it anywhere.
 */
#ifndef FASTJSON_VECTOR_H
#define FASTJSON_VECTOR_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define VECTOR_SIZE 16

#if !defined(FASTJSON_PLAIN) && defined(__SSE2__)
#include "vector_sse2.h"
#elif !defined(FASTJSON_PLAIN) && defined(__aarch64__) && defined(__ARM_NEON) && \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#include "vector_neon.h"
#else
#include "vector_plain.h"
#endif

/* The place of the lowest bit of a mask that is not 0. */
static inline unsigned vector_first(uint32_t mask)
{
    return (unsigned)__builtin_ctz(mask);
}

/* The first byte is the lowest of the word. */
static inline uint64_t vector_word(const char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

static inline uint32_t vector_half_word(const char *p)
{
    uint32_t word;
    memcpy(&word, p, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap32(word);
#endif
    return word;
}

/* Fewer than eight bytes, which may end at an unmapped page; the rest is zero. Loads overlap, so
 * that there is no loop. */
static inline uint64_t vector_word_short(const char *p, size_t length)
{
    if (length >= 4) {
        return vector_half_word(p) | (uint64_t)vector_half_word(p + length - 4)
                                         << (8 * (length - 4));
    }
    if (length != 0) {
        const size_t middle = length / 2;
        return (uint64_t)(uint8_t)p[0] | (uint64_t)(uint8_t)p[middle] << (8 * middle) |
               (uint64_t)(uint8_t)p[length - 1] << (8 * (length - 1));
    }
    return 0;
}

/* The same of fewer than sixteen. */
static inline vector vector_load_short(const char *p, size_t length)
{
    if (length < 8) {
        return vector_from_words(vector_word_short(p, length), 0);
    }
    const uint64_t last = vector_word(p + length - 8);
    return vector_from_words(vector_word(p), last >> (8 * (15 - length)) >> 8); /* never by 64 */
}

#endif
