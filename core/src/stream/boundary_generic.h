/*
 * Boundary of a container, the algorithm: included after a file has defined, for its instruction
 * set,
 *
 *     BOUNDARY_KERNEL                                the function's name
 *     BOUNDARY_TARGET                                attributes of every function here, or nothing
 *     void boundary_load(const char *p, boundary_bits *) the masks of 64 bytes
 *     uint64_t boundary_prefix(uint64_t bits)        bit i: the parity of bits 0 to i
 *
 * The masks are those of a structural index (Langdale and Lemire, "Parsing Gigabytes of JSON per
 * Second", 2019), but nothing is written down: brackets are counted, and only
 * where a chunk has as many closing ones as are open are they looked at one by one.
 */
#include <string.h>

#define BOUNDARY_CHUNK 64

/* Which bytes are escaped: those after an odd run of backslashes (method: simdjson, John Keiser).
 * The bit of the first byte after the chunk comes back in *next. */
BOUNDARY_TARGET static inline uint64_t boundary_escaped(uint64_t backslashes, uint64_t carried,
                                                        uint64_t *next)
{
    const uint64_t odd = UINT64_C(0xAAAAAAAAAAAAAAAA);
    const uint64_t potential = backslashes & ~carried;
    const uint64_t maybe = potential << 1;
    const uint64_t codes = ((maybe | odd) - potential) ^ odd;
    *next = (codes & backslashes) >> 63;
    return codes ^ (backslashes | carried);
}

/* One chunk, of which `count` bytes are text and the rest white space. Gives the place after the
 * last bracket, or 0. */
BOUNDARY_TARGET static inline __attribute__((always_inline)) unsigned
boundary_step(boundary *b, const char *p, unsigned count)
{
    boundary_bits m;
    boundary_load(p, &m);
    uint64_t next = 0;
    uint64_t escaped = b->escaped;
    if (__builtin_expect(m.backslashes != 0, 0)) {
        escaped = boundary_escaped(m.backslashes, b->escaped, &next);
    }
    const uint64_t inside = boundary_prefix(m.quotes & ~escaped) ^ b->in_string;
    if (count == BOUNDARY_CHUNK) {
        b->escaped = next;
        b->in_string = (uint64_t)((int64_t)inside >> 63);
    } else {
        b->escaped = escaped >> count & 1;
        b->in_string = UINT64_C(0) - (inside >> (count - 1) & 1);
    }
    const uint64_t opening = m.opening & ~inside;
    const uint64_t closing = m.closing & ~inside;
    const uint64_t closed = (uint64_t)__builtin_popcountll(closing);
    if (__builtin_expect(closed < b->depth, 1)) {
        b->depth += (uint64_t)__builtin_popcountll(opening) - closed;
        return 0;
    }
    for (uint64_t brackets = opening | closing; brackets != 0; brackets &= brackets - 1) {
        if ((opening & brackets & (0 - brackets)) != 0) {
            b->depth++;
        } else if (--b->depth == 0) {
            return (unsigned)__builtin_ctzll(brackets) + 1;
        }
    }
    return 0;
}

BOUNDARY_TARGET static inline __attribute__((always_inline)) const char *
boundary_run(boundary *b, const char *p, const char *end, char *copy, const bool copies)
{
    boundary s = *b;
    unsigned last = 0;
    while ((size_t)(end - p) >= BOUNDARY_CHUNK) {
        if (copies) {
            memcpy(copy, p, BOUNDARY_CHUNK);
            copy += BOUNDARY_CHUNK;
        }
        last = boundary_step(&s, p, BOUNDARY_CHUNK);
        if (last != 0) {
            *b = s;
            return p + last;
        }
        p += BOUNDARY_CHUNK;
    }
    if (p != end) {
        char rest[BOUNDARY_CHUNK];
        memset(rest, ' ', sizeof rest);
        memcpy(rest, p, (size_t)(end - p));
        if (copies) {
            memcpy(copy, p, (size_t)(end - p));
        }
        last = boundary_step(&s, rest, (unsigned)(end - p));
    }
    *b = s;
    return last != 0 ? p + last : NULL;
}

BOUNDARY_TARGET const char *BOUNDARY_KERNEL(boundary *b, const char *p, const char *end, char *copy)
{
    return copy != NULL ? boundary_run(b, p, end, copy, true)
                        : boundary_run(b, p, end, NULL, false);
}
