/* Index for AArch64: NEON, which every such machine has. */
#include "scan/index.h"

#if defined(__aarch64__) && defined(__ARM_NEON) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

#include <arm_neon.h>

#include "scan/index_bits.h"
#include "scan/utf8_tables.h"

typedef struct chunk {
    uint8x16_t v[4];
} chunk;

static inline uint8x16_t load(const char *p)
{
    return vld1q_u8((const uint8_t *)p);
}

static inline chunk chunk_load(const char *p)
{
    return (chunk){{load(p), load(p + 16), load(p + 32), load(p + 48)}};
}

/* Each lane is all ones or all zeros: keep one bit of each by its place in eight, then add
 * neighbours three times. */
static inline uint64_t mask(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d)
{
    static const uint8_t places[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bits = vld1q_u8(places);
    const uint8x16_t low = vpaddq_u8(vandq_u8(a, bits), vandq_u8(b, bits));
    const uint8x16_t high = vpaddq_u8(vandq_u8(c, bits), vandq_u8(d, bits));
    const uint8x16_t both = vpaddq_u8(low, high);
    return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(both, both)), 0);
}

static inline uint64_t equal(const chunk *c, uint8_t byte)
{
    const uint8x16_t b = vdupq_n_u8(byte);
    return mask(vceqq_u8(c->v[0], b), vceqq_u8(c->v[1], b), vceqq_u8(c->v[2], b),
                vceqq_u8(c->v[3], b));
}

static inline void chunk_masks(const chunk *c, chunk_bits *m)
{
    /* See index_avx2.c; a look-up beyond the table gives 0 here, so the low half is taken first. */
    static const uint8_t space_table[16] = {' ',  0x7F, 0x7F, 0x7F, 0x11, 0x7F, 0x71, 0x02,
                                            0x7F, '\t', '\n', 0x70, 0x7F, '\r', 0x7F, 0x70};
    static const uint8_t structural_table[16] = {0, 0, 0,   0,   0,   0,   0, 0,
                                                 0, 0, ':', '{', ',', '}', 0, 0};
    const uint8x16_t spaces = vld1q_u8(space_table);
    const uint8x16_t structurals = vld1q_u8(structural_table);
    const uint8x16_t half = vdupq_n_u8(0x0F);
    const uint8x16_t bit = vdupq_n_u8(0x20);
    uint8x16_t is_space[4];
    uint8x16_t is_structural[4];
    uint8x16_t is_control[4];
    for (int i = 0; i < 4; i++) {
        const uint8x16_t v = c->v[i];
        const uint8x16_t low = vandq_u8(v, half);
        is_space[i] = vceqq_u8(vqtbl1q_u8(spaces, low), v);
        is_structural[i] = vceqq_u8(vqtbl1q_u8(structurals, low), vorrq_u8(v, bit));
        is_control[i] = vcltq_u8(v, bit);
    }
    m->quotes = equal(c, '"');
    m->backslashes = equal(c, '\\');
    m->spaces = mask(is_space[0], is_space[1], is_space[2], is_space[3]);
    m->structurals = mask(is_structural[0], is_structural[1], is_structural[2], is_structural[3]);
    m->controls = mask(is_control[0], is_control[1], is_control[2], is_control[3]);
}

static inline bool chunk_ascii(const chunk *c)
{
    return vmaxvq_u8(vorrq_u8(vorrq_u8(c->v[0], c->v[1]), vorrq_u8(c->v[2], c->v[3]))) < 0x80;
}

static inline uint8x16_t utf8_faults(uint8x16_t v, const char *p)
{
    const uint8x16_t before = load(p - 1);
    const uint8x16_t pairs =
        vandq_u8(vandq_u8(vqtbl1q_u8(vld1q_u8(utf8_table_high), vshrq_n_u8(before, 4)),
                          vqtbl1q_u8(vld1q_u8(utf8_table_low), vandq_u8(before, vdupq_n_u8(0x0F)))),
                 vqtbl1q_u8(vld1q_u8(utf8_table_next), vshrq_n_u8(v, 4)));
    const uint8x16_t third = vqsubq_u8(load(p - 2), vdupq_n_u8(0xE0 - 0x80));
    const uint8x16_t fourth = vqsubq_u8(load(p - 3), vdupq_n_u8(0xF0 - 0x80));
    const uint8x16_t due = vandq_u8(vorrq_u8(third, fourth), vdupq_n_u8(0x80));
    return veorq_u8(due, pairs);
}

static inline uint64_t chunk_utf8(const chunk *c, const char *p)
{
    uint8x16_t faults = vdupq_n_u8(0);
    for (int i = 0; i < 4; i++) {
        faults = vorrq_u8(faults, utf8_faults(c->v[i], p + 16 * i));
    }
    return vmaxvq_u8(faults);
}

static inline uint64_t bits_prefix(uint64_t bits)
{
    return bits_prefix_shift(bits);
}

static inline uint32_t bits_lowest(uint64_t bits)
{
    return bits_lowest_any(bits);
}

#define INDEX_KERNEL index_neon
#include "scan/index_generic.h"

#endif
