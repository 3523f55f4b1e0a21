/* UTF-8 to the forms of str by any processor; see cpython_utf8.h. */
#include "hosts/cpython_utf8.h"

#include <string.h>

#include "scan/kernel.h"

/* In blocks, so that the counters fit in a byte and the compiler makes vectors of it. */
static size_t utf8_measure(const unsigned char *text, size_t length, unsigned *highest)
{
    enum { BLOCK = 128 };
    size_t count = 0;
    unsigned char top = 0;
    size_t i = 0;
    for (; length - i >= BLOCK; i += BLOCK) {
        unsigned char leads = 0;
        for (size_t j = 0; j < BLOCK; j++) {
            const unsigned char c = text[i + j];
            leads = (unsigned char)(leads + ((signed char)c >= -64));
            top = c > top ? c : top;
        }
        count += leads;
    }
    for (; i < length; i++) {
        count += (signed char)text[i] >= -64;
        top = text[i] > top ? text[i] : top;
    }
    *highest = top;
    return count;
}

static inline __attribute__((always_inline)) void utf8_decode(const unsigned char *p, size_t length,
                                                              void *out, const unsigned width)
{
    enum { RUN = 16 };
    const unsigned char *const end = p + length;
    size_t n = 0;
    while (p < end) {
        while (end - p >= RUN) {
            uint64_t a;
            uint64_t b;
            memcpy(&a, p, 8);
            memcpy(&b, p + 8, 8);
            if (((a | b) & UINT64_C(0x8080808080808080)) != 0) {
                break;
            }
            for (size_t i = 0; i < RUN; i++) {
                cpython_utf8_put(out, n + i, p[i], width);
            }
            p += RUN;
            n += RUN;
        }
        while (p < end && *p < 0x80) {
            cpython_utf8_put(out, n++, *p++, width);
        }
        while (p < end && *p >= 0x80) {
            cpython_utf8_put(out, n++, cpython_utf8_next(&p), width);
        }
    }
}

static void utf8_decode_1(const unsigned char *text, size_t length, void *out, size_t count)
{
    (void)count;
    utf8_decode(text, length, out, 1);
}

static void utf8_decode_2(const unsigned char *text, size_t length, void *out, size_t count)
{
    (void)count;
    utf8_decode(text, length, out, 2);
}

static void utf8_decode_4(const unsigned char *text, size_t length, void *out, size_t count)
{
    (void)count;
    utf8_decode(text, length, out, 4);
}

const cpython_utf8 cpython_utf8_plain = {
    utf8_measure,
    {utf8_decode_1, utf8_decode_2, utf8_decode_4},
};

const cpython_utf8 *cpython_utf8_choose(void)
{
#if defined(__x86_64__) && !defined(FASTJSON_PLAIN)
    if (kernel_in_use->block == KERNEL_BLOCK_AVX2 || kernel_in_use->block == KERNEL_BLOCK_AVX512) {
        return &cpython_utf8_avx2;
    }
#endif
    return &cpython_utf8_plain;
}
