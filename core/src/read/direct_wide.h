/*
 * Direct, UTF-8 for x86-64 with AVX2, 32 bytes at once; compiled with that switched on. The method
 * is that of Keiser and Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte", 2020:
 * whatever is wrong shows in two neighbouring bytes, by three tables (scan/utf8_tables.h), but for
 * the third and fourth byte of a sequence, which must be there.
 */
#ifndef FASTJSON_READ_DIRECT_WIDE_H
#define FASTJSON_READ_DIRECT_WIDE_H

#include <immintrin.h>
#include <string.h>

#include "scan/utf8_tables.h"

static inline __m256i wide_load(const char *p)
{
    return _mm256_loadu_si256((const __m256i *)p);
}

static inline __m256i wide_high_half(__m256i v)
{
    return _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0F));
}

static inline __m256i wide_look_up(const uint8_t *sixteen, __m256i halves)
{
    const __m256i both = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)sixteen));
    return _mm256_shuffle_epi8(both, halves);
}

/* The faults at v; `one`, `two`, `three` are the bytes so far before each. */
static inline __m256i wide_utf8_faults(__m256i v, __m256i one, __m256i two, __m256i three)
{
    const __m256i pairs = _mm256_and_si256(
        _mm256_and_si256(
            wide_look_up(utf8_table_high, wide_high_half(one)),
            wide_look_up(utf8_table_low, _mm256_and_si256(one, _mm256_set1_epi8(0x0F)))),
        wide_look_up(utf8_table_next, wide_high_half(v)));
    /* A saturating subtraction leaves the high bit of leads of three and four bytes only. */
    const __m256i third = _mm256_subs_epu8(two, _mm256_set1_epi8((char)(0xE0 - 0x80)));
    const __m256i fourth = _mm256_subs_epu8(three, _mm256_set1_epi8((char)(0xF0 - 0x80)));
    const __m256i due =
        _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));
    return _mm256_xor_si256(due, pairs);
}

/* Fewer than 32 bytes, the others zero. */
static inline __m256i wide_load_short(const char *p, size_t length, const char *ahead)
{
    static const char mask[64] = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                  -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    if (__builtin_expect(ahead - p >= 32, 1)) {
        return _mm256_and_si256(wide_load(p), wide_load(mask + 32 - length));
    }
    char bytes[32] = {0};
    memcpy(bytes, p, length);
    return wide_load(bytes);
}

/* Whether these bytes of a string are UTF-8; what follows a sequence that is cut is zero here. */
static inline bool wide_utf8(const char *p, const char *end, const char *ahead)
{
    __m256i before = _mm256_setzero_si256();
    __m256i faults = _mm256_setzero_si256();
    for (;;) {
        const size_t left = (size_t)(end - p);
        const __m256i v = left < 32 ? wide_load_short(p, left, ahead) : wide_load(p);
        const __m256i across = _mm256_permute2x128_si256(before, v, 0x21);
        faults = _mm256_or_si256(faults, wide_utf8_faults(v, _mm256_alignr_epi8(v, across, 15),
                                                          _mm256_alignr_epi8(v, across, 14),
                                                          _mm256_alignr_epi8(v, across, 13)));
        if (left < 32) {
            return _mm256_testz_si256(faults, faults);
        }
        before = v;
        p += 32;
    }
}

#endif
