/*
 * Index, what the kernels share: masks of 64 bits, and ways to do things that any machine has.
 */
#ifndef FASTJSON_SCAN_INDEX_BITS_H
#define FASTJSON_SCAN_INDEX_BITS_H

#include <string.h>

#include "scan/utf8.h"

typedef struct chunk_bits {
    uint64_t quotes;
    uint64_t backslashes;
    uint64_t
        structurals; /* { } [ ] : , and it may hold bytes that are none but no white space either */
    uint64_t spaces; /* space, tab, LF, CR */
    uint64_t controls; /* below 0x20 */
} chunk_bits;

/* Bit i is the parity of bits 0 to i: six shifts, each doubling how far a bit has reached. */
static inline uint64_t bits_prefix_shift(uint64_t bits)
{
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    bits ^= bits << 32;
    return bits;
}

static inline uint32_t bits_lowest_any(uint64_t bits)
{
    return (uint32_t)__builtin_ctzll(bits | UINT64_C(1) << 63);
}

/* Whether p[0] to p[63] hold no fault of UTF-8, for kernels without a vector way: byte by byte. A
 * sequence that began before p is taken up where it began; one that goes on after p[63] is judged
 * with the next chunk, or, if it is cut short for good, by the white space that follows the text.
 */
static inline uint64_t chunk_utf8_bytes(const char *p)
{
    const char *const end = p + 64;
    const char *q = p;
    /* The lead byte of a sequence that reaches into this chunk. */
    for (int back = 1; back <= 3; back++) {
        const unsigned char c = (unsigned char)p[-back];
        if (c >= 0xC0) {
            q = p - back;
            break;
        }
        if (c < 0x80) {
            break;
        }
    }
    while (q < end) {
        if ((signed char)*q >= 0) {
            q++;
            continue;
        }
        const char *fault = NULL;
        const size_t n = utf8_sequence(q, end, &fault);
        if (n == 0) {
            return fault != end;
        }
        q += n;
    }
    return 0;
}

#endif
