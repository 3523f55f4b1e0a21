/*
 * Prints: fifteen bits of each key of the objects that are open, to see that keys differ without
 * looking at them again.
 *
 * A print is taken when a key is stored and laid on a stack; when an object is closed its prints
 * are the uppermost. If no two are equal, no two keys are. That is certain; equal prints mean
 * nothing yet, and members.h looks at the keys themselves.
 */
#ifndef FASTJSON_PRINTS_H
#define FASTJSON_PRINTS_H

#include <stdbool.h>

#include "scan/vector.h"

#define PRINTS_LANES (VECTOR_SIZE / sizeof(uint16_t))
#define PRINTS_KINDS 32768
#define PRINTS_FEW 36 /* beyond, comparing each with each costs more than it saves */

/* The print of a key of which sixteen bytes can be read whatever its length. */
static inline uint16_t print_take(const char *key, size_t length)
{
    uint64_t word = vector_word(key);
    if (length < 8) {
        word &= ((uint64_t)1 << (8 * length)) - 1;
    } else {
        /* Long keys often begin and end alike. */
        const uint64_t middle = vector_word(key + length / 2 - 4);
        const uint64_t last = vector_word(key + length - 8);
        word ^= (last << 29 | last >> 35) ^ (middle << 47 | middle >> 17);
    }
    word ^= (uint64_t)length << 57 | (uint64_t)length;
    return (uint16_t)(word * UINT64_C(0x9E3779B97F4A7C15) >> 49);
}

/* Whether all of the `count` prints differ. Eight more can be overwritten. Each is compared with
 * those at every distance, eight pairs at once; what is beyond the last one differs from all. */
static inline bool prints_differ(uint16_t *prints, size_t count)
{
    static const uint16_t beyond[PRINTS_LANES] = {0x8000, 0x8001, 0x8002, 0x8003,
                                                  0x8004, 0x8005, 0x8006, 0x8007};
    vector_store(prints + count, vector_load(beyond));
    vector same = vector_equal_pairs(vector_load(prints), vector_load(prints + 1));
    for (size_t distance = 1; distance < count; distance++) {
        for (size_t i = 0; i + distance < count; i += PRINTS_LANES) {
            same = vector_or(same, vector_equal_pairs(vector_load(prints + i),
                                                      vector_load(prints + i + distance)));
        }
    }
    return vector_mask(same) == 0;
}

#endif
