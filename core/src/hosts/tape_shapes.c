/* Shapes: the tree and its hash table. See tape_shapes.h. */
#include "hosts/tape_shapes.h"

#include <time.h>

#include "memory.h"

#define SHAPES_SLOTS (2 * SHAPES_MAX)
#define SHAPES_PROBES 16u

bool shapes_open(shapes *s)
{
    memset(s, 0, sizeof *s);
    s->nodes = memory_allocate(SHAPES_MAX * sizeof *s->nodes);
    s->bytes = memory_allocate(SHAPES_BYTES_MAX);
    s->slots = memory_allocate(SHAPES_SLOTS * sizeof *s->slots);
    if (s->nodes == NULL || s->bytes == NULL || s->slots == NULL) {
        shapes_close(s);
        return false;
    }
    /* Enough that a text cannot be made to collide in advance; if it does, probes are bounded. */
    struct timespec now;
    s->seed = (uint64_t)(uintptr_t)s->nodes * UINT64_C(0x9E3779B97F4A7C15);
    if (timespec_get(&now, TIME_UTC) == TIME_UTC) {
        s->seed ^= (uint64_t)now.tv_nsec << 20 ^ (uint64_t)now.tv_sec;
    }
    shapes_forget(s);
    return true;
}

void shapes_close(shapes *s)
{
    memory_free(s->nodes);
    memory_free(s->bytes);
    memory_free(s->slots);
    memset(s, 0, sizeof *s);
}

void shapes_forget(shapes *s)
{
    memset(s->slots, 0, SHAPES_SLOTS * sizeof *s->slots);
    memset(s->nodes, 0, sizeof *s->nodes);
    s->count = 1;
    s->bytes_length = 0;
    s->epoch++;
}

static uint64_t shapes_mix(uint64_t a, uint64_t b)
{
    const uint64_t product = (a ^ b) * UINT64_C(0x9E3779B97F4A7C15);
    return product ^ product >> 32;
}

static uint32_t shapes_hash(const shapes *s, uint32_t node, const char *key, size_t length)
{
    uint64_t hash = shapes_mix(s->seed, (uint64_t)node << 32 | length);
    while (length >= 8) {
        hash = shapes_mix(hash, shapes_load(key));
        key += 8;
        length -= 8;
    }
    uint64_t rest = 0;
    memcpy(&rest, key, length);
    return (uint32_t)shapes_mix(shapes_mix(hash, rest), s->seed);
}

static bool shapes_is(const shapes *s, uint32_t child, uint32_t node, const char *key,
                      size_t length)
{
    const shapes_node *const n = &s->nodes[child];
    return n->parent == node && n->length == length && memcmp(s->bytes + n->key, key, length) == 0;
}

uint32_t shapes_find(shapes *s, uint32_t node, const char *key, size_t length)
{
    if (length > SHAPES_KEY_BYTES_MAX) {
        return SHAPES_NONE;
    }
    const uint32_t hash = shapes_hash(s, node, key, length);
    uint32_t *empty = NULL;
    for (uint32_t i = 0; i < SHAPES_PROBES && empty == NULL; i++) {
        uint32_t *const slot = &s->slots[(hash + i) & (SHAPES_SLOTS - 1)];
        if (*slot == 0) {
            empty = slot;
        } else if (shapes_is(s, *slot, node, key, length)) {
            s->nodes[node].next = *slot;
            return *slot;
        }
    }
    if (empty == NULL || s->count == SHAPES_MAX || s->nodes[node].count >= SHAPES_KEYS_MAX ||
        SHAPES_BYTES_MAX - s->bytes_length < length) {
        return SHAPES_NONE;
    }
    const uint32_t child = s->count++;
    memcpy(s->bytes + s->bytes_length, key, length);
    s->nodes[child] = (shapes_node){
        .parent = node,
        .key = s->bytes_length,
        .length = (uint16_t)length,
        .count = (uint8_t)(s->nodes[node].count + 1),
    };
    s->bytes_length += (uint32_t)length;
    s->nodes[node].next = child;
    *empty = child;
    return child;
}
