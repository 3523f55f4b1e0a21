/*
 * Compact, wide text: Latin-1, UCS-2 and UCS-4 into a JSON string with AVX2; included by the files
 * for processors that have it, after compact_copy and before cpython_compact_generic.h.
 *
 * Runs of ASCII become as many bytes, eight units of UCS-2 with three bytes each become
 * twenty-four; all else goes unit by unit. There is room for six bytes a unit, and a vector more.
 */
#ifndef FASTJSON_HOSTS_CPYTHON_COMPACT_WIDE_H
#define FASTJSON_HOSTS_CPYTHON_COMPACT_WIDE_H

#include <immintrin.h>

#include "write/writer_escape.h"

#define COMPACT_WIDE 1

static inline __attribute__((always_inline)) char *compact_unit(char *p, uint32_t unit)
{
    if (unit < 0x80) {
        if (__builtin_expect(writer_escape_needed((unsigned char)unit), 0)) {
            return writer_escape_put(p, (unsigned char)unit);
        }
        *p = (char)unit;
        return p + 1;
    }
    if (unit < 0x800) {
        const uint16_t two = (uint16_t)(0x80C0 | unit >> 6 | (unit & 0x3F) << 8);
        memcpy(p, &two, sizeof two);
        return p + 2;
    }
    if (__builtin_expect(unit >> 11 == 0xD800 >> 11, 0)) {
        return writer_unit_put(p, unit); /* alone, as all are in a str */
    }
    if (__builtin_expect(unit > 0xFFFF, 0)) {
        const uint32_t four = 0x808080F0 | unit >> 18 | (unit >> 4 & 0x3F00) |
                              (unit << 10 & 0x3F0000) | (unit & 0x3F) << 24;
        memcpy(p, &four, sizeof four);
        return p + 4;
    }
    const uint32_t three = 0x8080E0 | unit >> 12 | (unit << 2 & 0x3F00) | (unit & 0x3F) << 16;
    memcpy(p, &three, sizeof three);
    return p + 3;
}

/* Four code points of three bytes each, one in every 32 bits, as twelve bytes. */
static inline __attribute__((always_inline)) __m256i compact_threes(__m128i units)
{
    const __m256i wide = _mm256_cvtepu16_epi32(units);
    const __m256i first = _mm256_srli_epi32(wide, 12);
    const __m256i second = _mm256_and_si256(_mm256_slli_epi32(wide, 2), _mm256_set1_epi32(0x3F00));
    const __m256i third = _mm256_slli_epi32(_mm256_and_si256(wide, _mm256_set1_epi32(0x3F)), 16);
    const __m256i bytes = _mm256_or_si256(_mm256_or_si256(first, second),
                                          _mm256_or_si256(third, _mm256_set1_epi32(0x8080E0)));
    const __m256i packed = _mm256_setr_epi8(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1,
                                            0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1);
    return _mm256_shuffle_epi8(bytes, packed);
}

/* Whether each of eight units takes three bytes: from U+0800 up, and no surrogate. */
static inline __attribute__((always_inline)) bool compact_all_threes(__m128i units)
{
    const __m128i high = _mm_and_si128(units, _mm_set1_epi16((short)0xF800));
    const __m128i others = _mm_or_si128(_mm_cmpeq_epi16(high, _mm_setzero_si128()),
                                        _mm_cmpeq_epi16(high, _mm_set1_epi16((short)0xD800)));
    return _mm_testz_si128(others, others) != 0;
}

static char *compact_ucs2(char *p, const uint16_t *text, size_t length)
{
    const uint16_t *const end = text + length;
    while (end - text >= 16) {
        const __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)text);
        if (_mm256_testz_si256(v, _mm256_set1_epi16((short)0xFF80))) {
            const __m128i bytes =
                _mm_packus_epi16(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
            _mm_storeu_si128((__m128i *)(void *)p, bytes);
            const __m128i controls =
                _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1F)), bytes);
            const __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                                               _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
            const uint32_t bad = (uint32_t)_mm_movemask_epi8(_mm_or_si128(controls, marks));
            if (__builtin_expect(bad == 0, 1)) {
                p += 16;
                text += 16;
                continue;
            }
            const unsigned clean = (unsigned)__builtin_ctz(bad);
            p = writer_escape_put(p + clean, (unsigned char)text[clean]);
            text += clean + 1;
            continue;
        }
        const __m128i units = _mm256_castsi256_si128(v);
        if (compact_all_threes(units)) {
            const __m256i bytes = compact_threes(units);
            _mm_storeu_si128((__m128i *)(void *)p, _mm256_castsi256_si128(bytes));
            _mm_storeu_si128((__m128i *)(void *)(p + 12), _mm256_extracti128_si256(bytes, 1));
            p += 24;
            text += 8;
            continue;
        }
        /* As many as are like the first: after them one of the two ways may go on. */
        const uint32_t ascii = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi16(
            _mm_and_si128(units, _mm_set1_epi16((short)0xFF80)), _mm_setzero_si128()));
        const uint32_t others = (ascii & 1) != 0 ? ~ascii : ascii | 0x10000;
        unsigned count = (unsigned)__builtin_ctz(others) / 2;
        for (; count != 0; count--) {
            p = compact_unit(p, *text++);
        }
    }
    while (text < end) {
        p = compact_unit(p, *text++);
    }
    return p;
}

static char *compact_latin1(char *p, const char *text, size_t length)
{
    while (length != 0) {
        const size_t step = length < 32 ? length : 32;
        const uint32_t bad = compact_copy(p, text, length);
        const __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)p);
        const uint32_t high = (uint32_t)_mm256_movemask_epi8(v);
        const uint32_t special = bad | (step < 32 ? high & ((1u << step) - 1) : high);
        if (special == 0) {
            p += step;
            text += step;
            length -= step;
            continue;
        }
        const unsigned clean = (unsigned)__builtin_ctz(special);
        p = compact_unit(p + clean, (unsigned char)text[clean]);
        text += clean + 1;
        length -= clean + 1;
    }
    return p;
}

static char *compact_ucs4(char *p, const uint32_t *text, size_t length)
{
    const uint32_t *const end = text + length;
    while (end - text >= 8) {
        const __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)text);
        const __m128i pairs =
            _mm_packus_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
        const __m128i bytes = _mm_packus_epi16(pairs, pairs);
        _mm_storel_epi64((__m128i *)(void *)p, bytes);
        /* What is beyond ASCII has become 0x80 or more by saturation, or a negative number, 0. */
        const __m128i usual = _mm_cmpgt_epi8(bytes, _mm_set1_epi8(0x1F));
        const __m128i marks = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                                           _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
        const uint32_t plain = (uint32_t)_mm_movemask_epi8(_mm_andnot_si128(marks, usual));
        const unsigned clean = (unsigned)__builtin_ctz(~plain | 0x100);
        p += clean;
        text += clean;
        if (clean < 8) {
            p = compact_unit(p, *text++);
        }
    }
    while (text < end) {
        p = compact_unit(p, *text++);
    }
    return p;
}

#endif
