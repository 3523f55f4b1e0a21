/*
 * Index, block by block: see index.h. The first and the last 64 bytes of a text are read from a
 * copy, so that a kernel may look at the three bytes before and always has whole chunks.
 */
#include "scan/index.h"

#include <string.h>

#define INDEX_BEFORE 64 /* room for the bytes before, and alignment */

static size_t index_copied(index_kernel *kernel, index_state *state, const char *p, size_t length,
                           bool first, uint32_t base, uint32_t *offsets)
{
    char copy[INDEX_BEFORE + INDEX_CHUNK];
    memset(copy, ' ', sizeof copy);
    if (!first) {
        memcpy(copy + INDEX_BEFORE - 3, p - 3, 3);
    }
    memcpy(copy + INDEX_BEFORE, p, length);
    return kernel(state, copy + INDEX_BEFORE, 1, base, offsets);
}

size_t index_block(index_kernel *kernel, index_state *state, const char *p, size_t length,
                   bool first, bool last, uint32_t *offsets)
{
    size_t count = 0;
    size_t done = 0;
    if (first && length >= INDEX_CHUNK) {
        count = index_copied(kernel, state, p, INDEX_CHUNK, true, 0, offsets);
        done = INDEX_CHUNK;
        first = false;
    }
    const size_t chunks = (length - done) / INDEX_CHUNK;
    if (chunks != 0) {
        count += kernel(state, p + done, chunks, (uint32_t)done, offsets + count);
        done += chunks * INDEX_CHUNK;
    }
    if (last) {
        /* Of no bytes as well: the white space after the text ends what is open. */
        count += index_copied(kernel, state, p + done, length - done, first, (uint32_t)done,
                              offsets + count);
        state->fault |= state->in_string;
    }
    return count;
}
