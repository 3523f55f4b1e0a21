/*
 * SHA-256 (FIPS 180-4), for naming what was generated. Bytes in, 64 hex digits out.
 */
#ifndef TESTS_SHA256_H
#define TESTS_SHA256_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* The first 32 bits of the fractional parts of the square and cube roots of the first primes,
 * by integer arithmetic: floor(root(p) * 2^32) mod 2^32. */
static uint32_t sha256_root_fraction(unsigned prime, unsigned power)
{
    unsigned __int128 low = 0, high = (unsigned __int128)1 << 37;
    while (high - low > 1) { /* the largest x with x^power <= prime * 2^(32 * power) */
        const unsigned __int128 x = (low + high) / 2;
        /* x < 2^37, so that x^3 < 2^111; prime * 2^96 < 2^105 */
        const unsigned __int128 raised = power == 2 ? x * x : x * x * x;
        if (raised <= (unsigned __int128)prime << (32 * power)) {
            low = x;
        } else {
            high = x;
        }
    }
    return (uint32_t)low;
}

typedef struct sha256_constants {
    uint32_t state[8];
    uint32_t round[64];
} sha256_constants;

static sha256_constants sha256_prepare(void)
{
    sha256_constants constants;
    unsigned count = 0;
    for (unsigned n = 2; count < 64; n++) {
        unsigned d = 2;
        while (d * d <= n && n % d != 0) {
            d++;
        }
        if (d * d <= n) {
            continue;
        }
        if (count < 8) {
            constants.state[count] = sha256_root_fraction(n, 2);
        }
        constants.round[count++] = sha256_root_fraction(n, 3);
    }
    return constants;
}

static uint32_t sha256_rotate(uint32_t x, unsigned n)
{
    return x >> n | x << (32 - n);
}

static void sha256_block(const sha256_constants *constants, uint32_t state[8],
                         const unsigned char *block)
{
    uint32_t w[64];
    for (unsigned i = 0; i < 16; i++) {
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    }
    for (unsigned i = 16; i < 64; i++) {
        const uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (sha256_rotate(a, 7) ^ sha256_rotate(a, 18) ^ a >> 3) + w[i - 7] +
               (sha256_rotate(b, 17) ^ sha256_rotate(b, 19) ^ b >> 10);
    }
    uint32_t s[8];
    memcpy(s, state, sizeof s);
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t e = s[4], a = s[0];
        const uint32_t t1 = s[7] +
                            (sha256_rotate(e, 6) ^ sha256_rotate(e, 11) ^ sha256_rotate(e, 25)) +
                            ((e & s[5]) ^ (~e & s[6])) + constants->round[i] + w[i];
        const uint32_t t2 = (sha256_rotate(a, 2) ^ sha256_rotate(a, 13) ^ sha256_rotate(a, 22)) +
                            ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (unsigned i = 0; i < 8; i++) {
        state[i] += s[i];
    }
}

static void sha256_hex(const void *bytes, size_t length, char hex[65])
{
    const sha256_constants constants = sha256_prepare();
    const unsigned char *const data = bytes;
    uint32_t state[8];
    memcpy(state, constants.state, sizeof state);
    size_t at = 0;
    for (; length - at >= 64; at += 64) {
        sha256_block(&constants, state, data + at);
    }
    unsigned char tail[128] = {0};
    const size_t rest = length - at;
    if (rest > 0) {
        memcpy(tail, data + at, rest);
    }
    tail[rest] = 0x80;
    const size_t blocks = rest < 56 ? 64 : 128;
    const uint64_t bits = (uint64_t)length * 8;
    for (unsigned i = 0; i < 8; i++) {
        tail[blocks - 1 - i] = (unsigned char)(bits >> (8 * i));
    }
    for (size_t i = 0; i < blocks; i += 64) {
        sha256_block(&constants, state, tail + i);
    }
    for (unsigned i = 0; i < 8; i++) {
        snprintf(hex + (size_t)8 * i, 9, "%08x", (unsigned)state[i]);
    }
}

#endif
