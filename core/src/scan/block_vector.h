/*
 * Block, of one vector: what the one-pass engine (read/engine_direct.h) asks of the bytes of a
 * text, for every machine. The other kernels have the same operations over more bytes; what they
 * promise:
 *
 *     block_load(p), block_store(p, b)   BLOCK_SIZE bytes
 *     block_ends(b)    a mask, one bit a byte: bytes that end a run of a string: " \ and U+0000 to
 * U+001F block_high(b)    bytes from 0x80 up block_odd(b)     both block_tokens(b)  bytes other
 * than white space: space, tab, LF, CR block_digits(b)  0 to 9
 * block_first(m)   the place of the lowest bit; of none BLOCK_SIZE
 */
#ifndef FASTJSON_SCAN_BLOCK_VECTOR_H
#define FASTJSON_SCAN_BLOCK_VECTOR_H

#include "scan/vector.h"

#define BLOCK_VECTOR static inline __attribute__((always_inline))

typedef vector block_vector;
typedef uint32_t block_mask_vector;
#define BLOCK_SIZE_vector VECTOR_SIZE

BLOCK_VECTOR block_vector block_load_vector(const char *p)
{
    return vector_load(p);
}

BLOCK_VECTOR void block_store_vector(char *p, block_vector b)
{
    vector_store(p, b);
}

BLOCK_VECTOR vector block_ends_lanes_vector(block_vector b)
{
    return vector_or(vector_or(vector_equal(b, '"'), vector_equal(b, '\\')), vector_below(b, 0x20));
}

BLOCK_VECTOR uint32_t block_ends_vector(block_vector b)
{
    return vector_mask(block_ends_lanes_vector(b));
}

BLOCK_VECTOR uint32_t block_high_vector(block_vector b)
{
    return vector_mask(b);
}

BLOCK_VECTOR uint32_t block_odd_vector(block_vector b)
{
    return vector_mask(vector_or(block_ends_lanes_vector(b), b));
}

BLOCK_VECTOR uint32_t block_tokens_vector(block_vector b)
{
    return vector_mask(vector_or(vector_or(vector_equal(b, ' '), vector_equal(b, '\n')),
                                 vector_or(vector_equal(b, '\t'), vector_equal(b, '\r')))) ^
           0xFFFF;
}

BLOCK_VECTOR uint32_t block_digits_vector(block_vector b)
{
    return vector_mask(vector_below(b, '9' + 1)) & ~vector_mask(vector_below(b, '0'));
}

BLOCK_VECTOR unsigned block_first_vector(uint32_t mask)
{
    return vector_first(mask | 1u << VECTOR_SIZE);
}

#endif
