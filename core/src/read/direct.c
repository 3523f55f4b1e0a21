/* Direct, and its strings for every machine: see direct.h. */
#include "read/direct.h"

#include <string.h>

#include "scan/block_vector.h"
#include "scan/space.h"
#include "scan/utf8.h"

_Static_assert(2 * DIRECT_AHEAD <= READER_ROOM, "a tail and what is after it");

const char *direct_tail(reader *r, const char *p, ptrdiff_t *delta)
{
    const size_t length = (size_t)(r->end - p);
    char *const tail = r->small;
    memcpy(tail, p, length);
    memset(tail + length, 0, DIRECT_AHEAD);
    *delta = (ptrdiff_t)((uintptr_t)p - (uintptr_t)tail);
    r->end = tail + length;
    r->ahead = r->end + DIRECT_AHEAD;
    return tail;
}

const char *direct_space(const char *p, const char *ahead)
{
    return scan_space_run(p, ahead);
}

/* Byte by byte, but for the three-byte sequences that come in runs. */
static inline bool direct_utf8_vector(const reader *r, const char *p, const char *end)
{
    (void)r;
    while (p < end) {
        if (end - p >= 4) {
            const uint32_t word = vector_half_word(p);
            const uint32_t second = word & 0x200F;
            if ((word & 0xC0C0F0) == 0x8080E0 && second != 0 && second != 0x200D) {
                p += 3;
                continue;
            }
            if ((word & 0x80808080) == 0) {
                p += 4;
                continue;
            }
        }
        if ((signed char)*p >= 0) {
            p++;
            continue;
        }
        const char *fault;
        const size_t n = utf8_sequence(p, end, &fault);
        if (n == 0) {
            return false;
        }
        p += n;
    }
    return true;
}

#define DIRECT_KERNEL vector
#define DIRECT_TARGET
#include "read/direct_generic.h"
