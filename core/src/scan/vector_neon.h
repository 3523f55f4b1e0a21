/* Vector for AArch64: NEON, which every such machine has. What the operations promise: vector.h. */
#ifndef FASTJSON_VECTOR_NEON_H
#define FASTJSON_VECTOR_NEON_H

#include <arm_neon.h>

typedef uint8x16_t vector;

static inline vector vector_load(const void *p)
{
    return vld1q_u8((const uint8_t *)p);
}

static inline void vector_store(void *p, vector v)
{
    vst1q_u8((uint8_t *)p, v);
}

static inline vector vector_equal(vector v, uint8_t byte)
{
    return vceqq_u8(v, vdupq_n_u8(byte));
}

static inline vector vector_below(vector v, uint8_t limit)
{
    return vcltq_u8(v, vdupq_n_u8(limit));
}

static inline vector vector_equal_pairs(vector a, vector b)
{
    return vreinterpretq_u8_u16(vceqq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b)));
}

static inline vector vector_or(vector a, vector b)
{
    return vorrq_u8(a, b);
}

/* NEON has no such instruction. Most masks are 0, and one maximum tells that; else each high bit is
 * moved to its place in its half, and three pairwise additions gather each half into a byte. */
static inline uint32_t vector_mask(vector v)
{
    if (vmaxvq_u8(v) < 0x80) {
        return 0;
    }
    static const int8_t places[16] = {-7, -6, -5, -4, -3, -2, -1, 0, -7, -6, -5, -4, -3, -2, -1, 0};
    uint8x16_t bits = vshlq_u8(vandq_u8(v, vdupq_n_u8(0x80)), vld1q_s8(places));
    bits = vpaddq_u8(bits, bits);
    bits = vpaddq_u8(bits, bits);
    bits = vpaddq_u8(bits, bits);
    return vgetq_lane_u16(vreinterpretq_u16_u8(bits), 0);
}

static inline vector vector_from_words(uint64_t low, uint64_t high)
{
    return vreinterpretq_u8_u64(vcombine_u64(vcreate_u64(low), vcreate_u64(high)));
}

static inline vector vector_load_narrow16(const void *p)
{
    const uint16_t *const s = (const uint16_t *)p;
    return vcombine_u8(vqmovn_u16(vld1q_u16(s)), vqmovn_u16(vld1q_u16(s + 8)));
}

static inline vector vector_load_narrow32(const void *p)
{
    const uint32_t *const s = (const uint32_t *)p;
    const uint16x8_t low = vcombine_u16(vqmovn_u32(vld1q_u32(s)), vqmovn_u32(vld1q_u32(s + 4)));
    const uint16x8_t high =
        vcombine_u16(vqmovn_u32(vld1q_u32(s + 8)), vqmovn_u32(vld1q_u32(s + 12)));
    return vcombine_u8(vqmovn_u16(low), vqmovn_u16(high));
}

#endif
