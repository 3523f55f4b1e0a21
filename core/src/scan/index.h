/*
 * Index: where the tokens of a text begin, found 64 bytes at a time.
 *
 * In: a text, in order, in blocks. Out: for each block the offsets, in order, of every
 *
 *     { } [ ] : ,           outside strings
 *     "                     that opens or closes a string
 *     U+000C and U+001A     outside strings, where no text may have them: they look like , and : in
 * the bits that tables go by, and the engine refuses them first byte of a run   of other bytes than
 * white space outside strings: numbers, literals, faults
 *
 * and whether something is wrong that no later stage looks for: a control character in a string,
 * bytes that are not UTF-8, a string that does not end. What exactly, and where, the plain engine
 * tells.
 *
 * The kernels (index_<name>.c) are one algorithm (index_generic.h) over the operations of one
 * instruction set. index_plain.c is the specification. Which one is in use is settled once, when
 * the library is loaded (kernel.c).
 *
 * Method: Langdale and Lemire, "Parsing Gigabytes of JSON per Second", 2019; UTF-8 by Keiser and
 * Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte", 2020.
 */
#ifndef FASTJSON_SCAN_INDEX_H
#define FASTJSON_SCAN_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define INDEX_CHUNK 64
#define INDEX_BLOCK 4096 /* bytes of text a block; its offsets stay in the first-level cache */

/* A block has an offset a byte at the most; whole groups are written, so that some are beyond it.
 */
#define INDEX_ROOM (INDEX_BLOCK + 64)

typedef struct index_state {
    uint64_t in_string; /* all ones: the next byte is inside a string */
    uint64_t escaped;   /* 1: the next byte is escaped by a backslash before it */
    uint64_t scalar;    /* 1: the byte before is part of a number, literal or fault */
    uint64_t fault;     /* not 0: see above */
    bool open_utf8;     /* the byte before is 0x80 or above: a sequence may go on */
} index_state;

/* Reads `chunks` times 64 bytes from p, of which the 3 bytes before are readable too, and writes
 * their offsets from p, to which `base` is added. Gives the number of offsets. */
typedef size_t index_kernel(index_state *state, const char *p, size_t chunks, uint32_t base,
                            uint32_t *offsets);

index_kernel index_plain;
index_kernel index_sse2;
index_kernel index_avx2;
index_kernel index_avx512;
index_kernel index_neon;

/* Indexes the block at p of at most INDEX_BLOCK bytes: `first` if it begins the text, `last` if the
 * text ends with it (only then may its length be something else than a multiple of 64). */
size_t index_block(index_kernel *kernel, index_state *state, const char *p, size_t length,
                   bool first, bool last, uint32_t *offsets);

#endif
