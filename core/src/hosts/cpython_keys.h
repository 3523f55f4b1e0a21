/*
 * Keys: a bounded cache of the str objects of short ASCII keys, their hashes computed.
 *
 * One per interpreter, direct-mapped: a key has one place, and takes it from whoever was there.
 * Hits are by comparing every byte. Only the ends and the middle of a key are hashed: keys made to
 * collide cost what a key costs without a cache, no more.
 */
#ifndef FASTJSON_HOSTS_CPYTHON_KEYS_H
#define FASTJSON_HOSTS_CPYTHON_KEYS_H

#include <string.h>

#include "hosts/cpython_api.h"

#define CPYTHON_KEYS_COUNT 2048u
#define CPYTHON_KEY_MAX 48u

/* One cache line. */
typedef struct cpython_key {
    py_object *object; /* owned; NULL: free */
    uint32_t tag;
    uint32_t length;
    char bytes[CPYTHON_KEY_MAX];
} cpython_key;

typedef struct cpython_keys {
    cpython_key *entries; /* NULL: no memory could be had, nothing is cached */
    void *block;
} cpython_keys;

static inline uint64_t cpython_key_word(const char *p)
{
    uint64_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

static inline uint32_t cpython_key_half(const char *p)
{
    uint32_t half;
    memcpy(&half, p, sizeof half);
    return half;
}

/* Reads nothing outside the key. Length 1 to CPYTHON_KEY_MAX. */
static inline uint32_t cpython_key_hash(const char *p, size_t length)
{
    uint64_t first;
    uint64_t last;
    if (length >= 8) {
        first = cpython_key_word(p) + (cpython_key_word(p + (length - 8) / 2) << 1);
        last = cpython_key_word(p + length - 8);
    } else if (length >= 4) {
        first = cpython_key_half(p);
        last = cpython_key_half(p + length - 4);
    } else {
        first = (uint64_t)(unsigned char)p[0] | (uint64_t)(unsigned char)p[length / 2] << 8;
        last = (unsigned char)p[length - 1];
    }
    uint64_t h = (first + length) * UINT64_C(0x9E3779B97F4A7C15);
    h = (h ^ h >> 32 ^ last) * UINT64_C(0xD6E8FEB86659FD93);
    return (uint32_t)(h >> 32);
}

static inline bool cpython_key_equal(const char *a, const char *b, size_t length)
{
    if (length >= 8) {
        uint64_t difference = cpython_key_word(a + length - 8) ^ cpython_key_word(b + length - 8);
        for (size_t i = 0; i + 8 < length; i += 8) {
            difference |= cpython_key_word(a + i) ^ cpython_key_word(b + i);
        }
        return difference == 0;
    }
    if (length >= 4) {
        return ((cpython_key_half(a) ^ cpython_key_half(b)) |
                (cpython_key_half(a + length - 4) ^ cpython_key_half(b + length - 4))) == 0;
    }
    return a[0] == b[0] && a[length / 2] == b[length / 2] && a[length - 1] == b[length - 1];
}

#endif
