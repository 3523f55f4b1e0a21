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

#endif
