/*
 * Key hash: a number from a key's bytes, for tables of keys.
 *
 * In: bytes and a seed. Out: 64 bits. A folded multiplication (as in wyhash, by Wang Yi, and the
 * "multiply, then xor the halves" of many others) keyed by random bytes of the process, so that
 * nobody can choose keys that collide. It is never stored or shown: it differs from process to
 * process.
 */
#ifndef FASTJSON_KEY_HASH_H
#define FASTJSON_KEY_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/auxv.h>

static inline uint64_t key_load(const char *p, size_t n)
{
    uint64_t word = 0;
    if (n != 0) { /* an empty key may have no address */
        memcpy(&word, p, n);
    }
    return word;
}

static inline uint64_t key_hash_fold(uint64_t a, uint64_t b)
{
    const unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t key_hash(const char *p, size_t left, const uint64_t seed[2])
{
    uint64_t hash = seed[0] ^ (uint64_t)left;
    while (left >= 16) {
        hash = key_hash_fold(key_load(p, 8) ^ seed[1], key_load(p + 8, 8) ^ hash);
        p += 16;
        left -= 16;
    }
    const uint64_t low = key_load(p, left < 8 ? left : 8);
    const uint64_t high = left > 8 ? key_load(p + 8, left - 8) : 0;
    hash = key_hash_fold(low ^ seed[1], high ^ hash);
    return key_hash_fold(hash ^ seed[0], UINT64_C(0xA0761D6478BD642F) ^ seed[1]);
}

/* Random for each process: the kernel's sixteen bytes at its start. */
static inline void key_hash_seed(uint64_t seed[2])
{
    seed[0] = UINT64_C(0xE7037ED1A0B428DB);
    seed[1] = UINT64_C(0x8EBC6AF09C88C6E3);
    const void *const random = (const void *)getauxval(AT_RANDOM);
    if (random != NULL) {
        uint64_t bytes[2];
        memcpy(bytes, random, sizeof bytes);
        /* Not as they are: the stack protector's secret is among them. */
        seed[0] ^= key_hash_fold(bytes[0], bytes[1] | 1);
        seed[1] ^= key_hash_fold(bytes[1], seed[0] | 1);
    }
}

#endif
