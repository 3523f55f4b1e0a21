/*
 * UTF-8 to the forms of str with AVX2; see cpython_utf8.h.
 *
 * Sixteen bytes a step: as far as they are ASCII they are widened as they are; eight sequences of
 * two bytes, or five of three, become code points at once; all else goes one by one.
 */
#include "hosts/cpython_utf8.h"

#if defined(__AVX2__) && !defined(FASTJSON_PLAIN)

#include <immintrin.h>

#define ALWAYS_INLINE inline __attribute__((always_inline))

static ALWAYS_INLINE __m128i utf8_load(const unsigned char *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

/* The bytes that begin a code point, as a mask. */
static ALWAYS_INLINE uint32_t utf8_leads(__m128i v)
{
    return (uint32_t)_mm_movemask_epi8(_mm_cmpgt_epi8(v, _mm_set1_epi8(-65)));
}

static size_t utf8_measure(const unsigned char *text, size_t length, unsigned *highest)
{
    size_t count = 0;
    size_t i = 0;
    __m128i top = _mm_setzero_si128();
    if (length >= 32) {
        __m256i top_wide = _mm256_setzero_si256();
        for (; length - i >= 32; i += 32) {
            const __m256i v = _mm256_loadu_si256((const __m256i *)(const void *)(text + i));
            const __m256i leads = _mm256_cmpgt_epi8(v, _mm256_set1_epi8(-65));
            count += (size_t)_mm_popcnt_u32((uint32_t)_mm256_movemask_epi8(leads));
            top_wide = _mm256_max_epu8(top_wide, v);
        }
        top = _mm_max_epu8(_mm256_castsi256_si128(top_wide), _mm256_extracti128_si256(top_wide, 1));
    }
    if (length - i >= 16) {
        const __m128i v = utf8_load(text + i);
        count += (size_t)_mm_popcnt_u32(utf8_leads(v));
        top = _mm_max_epu8(top, v);
        i += 16;
    }
    if (i != 0 && i < length) {
        /* The last sixteen, of which the first were counted. */
        const __m128i v = utf8_load(text + length - 16);
        count += (size_t)_mm_popcnt_u32(utf8_leads(v) >> (16 - (length - i)));
        top = _mm_max_epu8(top, v);
        i = length;
    }
    top = _mm_max_epu8(top, _mm_srli_si128(top, 8));
    top = _mm_max_epu8(top, _mm_srli_si128(top, 4));
    top = _mm_max_epu8(top, _mm_srli_si128(top, 2));
    top = _mm_max_epu8(top, _mm_srli_si128(top, 1));
    unsigned most = (unsigned)_mm_cvtsi128_si32(top) & 0xFF;
    for (; i < length; i++) {
        count += (signed char)text[i] >= -64;
        most = text[i] > most ? text[i] : most;
    }
    *highest = most;
    return count;
}

/* Sixteen bytes as code points. */
static ALWAYS_INLINE void utf8_store_bytes(char *out, __m128i v, const unsigned width)
{
    if (width == 1) {
        _mm_storeu_si128((__m128i *)(void *)out, v);
    } else if (width == 2) {
        _mm256_storeu_si256((__m256i *)(void *)out, _mm256_cvtepu8_epi16(v));
    } else {
        _mm256_storeu_si256((__m256i *)(void *)out, _mm256_cvtepu8_epi32(v));
        _mm256_storeu_si256((__m256i *)(void *)(out + 32),
                            _mm256_cvtepu8_epi32(_mm_srli_si128(v, 8)));
    }
}

/* Eight code points of 16 bits. */
static ALWAYS_INLINE void utf8_store_units(char *out, __m128i v, const unsigned width)
{
    if (width == 1) {
        _mm_storel_epi64((__m128i *)(void *)out, _mm_packus_epi16(v, v));
    } else if (width == 2) {
        _mm_storeu_si128((__m128i *)(void *)out, v);
    } else {
        _mm256_storeu_si256((__m256i *)(void *)out, _mm256_cvtepu16_epi32(v));
    }
}

/* Eight sequences of two bytes. */
static ALWAYS_INLINE __m128i utf8_twos(__m128i v)
{
    const __m128i bits = _mm_and_si128(v, _mm_set1_epi16(0x3F1F));
    return _mm_maddubs_epi16(bits, _mm_set1_epi16(0x0140));
}

/* Five sequences of three bytes, in the first five lanes. */
static ALWAYS_INLINE __m128i utf8_threes(__m128i v)
{
    const __m128i lower = _mm_shuffle_epi8(
        v, _mm_setr_epi8(1, 2, 4, 5, 7, 8, 10, 11, 13, 14, -1, -1, -1, -1, -1, -1));
    const __m128i upper = _mm_shuffle_epi8(
        v, _mm_setr_epi8(0, -1, 3, -1, 6, -1, 9, -1, 12, -1, -1, -1, -1, -1, -1, -1));
    const __m128i bits = _mm_and_si128(lower, _mm_set1_epi8(0x3F));
    return _mm_or_si128(_mm_maddubs_epi16(bits, _mm_set1_epi16(0x0140)), _mm_slli_epi16(upper, 12));
}

static ALWAYS_INLINE void utf8_decode(const unsigned char *p, size_t length, char *out,
                                      size_t count, const unsigned width)
{
    const unsigned char *const end = p + length;
    char *const out_end = out + count * width;
    /* A step stores sixteen code points; as many bytes are left then as well. */
    while (out_end - out >= 16 * (ptrdiff_t)width) {
        const __m128i v = utf8_load(p);
        const uint32_t others = (uint32_t)_mm_movemask_epi8(v);
        if (others == 0) {
            utf8_store_bytes(out, v, width);
            p += 16;
            out += 16 * width;
            continue;
        }
        const uint32_t leads = utf8_leads(v);
        if (width != 1 && leads == 0x9249 && (others & 0x7FFF) == 0x7FFF) {
            utf8_store_units(out, utf8_threes(v), width);
            p += 15;
            out += 5 * width;
            continue;
        }
        if (leads == 0x5555 && others == 0xFFFF && p[14] < 0xE0) {
            utf8_store_units(out, utf8_twos(v), width);
            p += 16;
            out += 8 * width;
            continue;
        }
        const unsigned ascii = (unsigned)__builtin_ctz(others);
        if (ascii != 0) {
            utf8_store_bytes(out, v, width);
            p += ascii;
            out += ascii * width;
        }
        cpython_utf8_put(out, 0, cpython_utf8_next(&p), width);
        out += width;
    }
    while (p < end) {
        cpython_utf8_put(out, 0, *p < 0x80 ? *p++ : cpython_utf8_next(&p), width);
        out += width;
    }
}

static void utf8_decode_1(const unsigned char *text, size_t length, void *out, size_t count)
{
    utf8_decode(text, length, out, count, 1);
}

static void utf8_decode_2(const unsigned char *text, size_t length, void *out, size_t count)
{
    utf8_decode(text, length, out, count, 2);
}

static void utf8_decode_4(const unsigned char *text, size_t length, void *out, size_t count)
{
    utf8_decode(text, length, out, count, 4);
}

const cpython_utf8 cpython_utf8_avx2 = {
    utf8_measure,
    {utf8_decode_1, utf8_decode_2, utf8_decode_4},
};

#endif
