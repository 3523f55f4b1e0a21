/*
 * Shapes: the key sequences of objects, recognised as they are read.
 *
 * A tree: node 0 is the object without keys, every other node is its parent's keys and one more.
 * In: a node and a key. Out: the node that both make, or none when there is no room: the number of
 * nodes and of key bytes is bounded, so that a flood of keys costs nothing but its own time. Each
 * node remembers the key that came after it last, so that objects that repeat are followed by one
 * comparison a key; others are found in a hash table with a bounded number of probes. Keys are
 * compared byte by byte.
 */
#ifndef FASTJSON_TAPE_SHAPES_H
#define FASTJSON_TAPE_SHAPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define SHAPES_MAX 8192u     /* nodes */
#define SHAPES_KEYS_MAX 200u /* keys of one shape */
#define SHAPES_KEY_BYTES_MAX 128u
#define SHAPES_BYTES_MAX (256u * 1024)
#define SHAPES_NONE 0xFFFFFFFFu

typedef struct shapes_node {
    uint32_t parent;
    uint32_t next;   /* the child taken last; 0: none yet */
    uint32_t key;    /* offset of its last key */
    uint16_t length; /* of that key, in bytes */
    uint8_t count;   /* keys */
    bool seen;       /* an object had just these keys */
} shapes_node;

typedef struct shapes {
    shapes_node *nodes;
    char *bytes;
    uint32_t *slots; /* hash table of node numbers; 0: empty */
    uint32_t count;
    uint32_t bytes_length;
    uint32_t epoch; /* changes when all are forgotten */
    uint64_t seed;
} shapes;

/* false: no memory; nothing is allocated then. */
bool shapes_open(shapes *s);
void shapes_close(shapes *s);
void shapes_forget(shapes *s);

/* By hash table; makes the node if there is room. */
uint32_t shapes_find(shapes *s, uint32_t node, const char *key, size_t length);

static inline uint64_t shapes_load(const char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

static inline bool shapes_equal(const char *a, const char *b, size_t length)
{
    if (length >= 8) {
        if (length <= 16) {
            return ((shapes_load(a) ^ shapes_load(b)) |
                    (shapes_load(a + length - 8) ^ shapes_load(b + length - 8))) == 0;
        }
        return memcmp(a, b, length) == 0;
    }
    if (length >= 4) {
        uint32_t first[2], last[2];
        memcpy(&first[0], a, 4);
        memcpy(&first[1], b, 4);
        memcpy(&last[0], a + length - 4, 4);
        memcpy(&last[1], b + length - 4, 4);
        return ((first[0] ^ first[1]) | (last[0] ^ last[1])) == 0;
    }
    return length == 0 ||
           (a[0] == b[0] && a[length >> 1] == b[length >> 1] && a[length - 1] == b[length - 1]);
}

static inline uint32_t shapes_step(shapes *s, uint32_t node, const char *key, size_t length)
{
    const uint32_t guess = s->nodes[node].next;
    const shapes_node *const n = &s->nodes[guess];
    if (__builtin_expect(
            guess != 0 && n->length == length && shapes_equal(s->bytes + n->key, key, length), 1)) {
        return guess;
    }
    return shapes_find(s, node, key, length);
}

#endif
