/* Index, plain C: the specification of the kernels, and the way for machines without one. */
#include "scan/index.h"
#include "scan/index_bits.h"

typedef struct chunk {
    const char *bytes;
} chunk;

static inline chunk chunk_load(const char *p)
{
    return (chunk){p};
}

enum byte_class {
    CLASS_QUOTE = 1,
    CLASS_BACKSLASH = 2,
    CLASS_STRUCTURAL = 4,
    CLASS_SPACE = 8,
    CLASS_CONTROL = 16,
};

static const unsigned char byte_classes[256] = {
    [0x00] = CLASS_CONTROL,
    [0x01] = CLASS_CONTROL,
    [0x02] = CLASS_CONTROL,
    [0x03] = CLASS_CONTROL,
    [0x04] = CLASS_CONTROL,
    [0x05] = CLASS_CONTROL,
    [0x06] = CLASS_CONTROL,
    [0x07] = CLASS_CONTROL,
    [0x08] = CLASS_CONTROL,
    [0x0B] = CLASS_CONTROL,
    [0x0C] = CLASS_CONTROL | CLASS_STRUCTURAL,
    [0x0E] = CLASS_CONTROL,
    [0x0F] = CLASS_CONTROL,
    [0x10] = CLASS_CONTROL,
    [0x11] = CLASS_CONTROL,
    [0x12] = CLASS_CONTROL,
    [0x13] = CLASS_CONTROL,
    [0x14] = CLASS_CONTROL,
    [0x15] = CLASS_CONTROL,
    [0x16] = CLASS_CONTROL,
    [0x17] = CLASS_CONTROL,
    [0x18] = CLASS_CONTROL,
    [0x19] = CLASS_CONTROL,
    [0x1A] = CLASS_CONTROL | CLASS_STRUCTURAL,
    [0x1B] = CLASS_CONTROL,
    [0x1C] = CLASS_CONTROL,
    [0x1D] = CLASS_CONTROL,
    [0x1E] = CLASS_CONTROL,
    [0x1F] = CLASS_CONTROL,
    ['\t'] = CLASS_CONTROL | CLASS_SPACE,
    ['\n'] = CLASS_CONTROL | CLASS_SPACE,
    ['\r'] = CLASS_CONTROL | CLASS_SPACE,
    [' '] = CLASS_SPACE,
    ['"'] = CLASS_QUOTE,
    ['\\'] = CLASS_BACKSLASH,
    ['{'] = CLASS_STRUCTURAL,
    ['}'] = CLASS_STRUCTURAL,
    ['['] = CLASS_STRUCTURAL,
    [']'] = CLASS_STRUCTURAL,
    [':'] = CLASS_STRUCTURAL,
    [','] = CLASS_STRUCTURAL,
};

static inline void chunk_masks(const chunk *c, chunk_bits *m)
{
    memset(m, 0, sizeof *m);
    for (unsigned i = 0; i < INDEX_CHUNK; i++) {
        const uint64_t class = byte_classes[(unsigned char)c->bytes[i]];
        m->quotes |= (class & 1) << i;
        m->backslashes |= (class >> 1 & 1) << i;
        m->structurals |= (class >> 2 & 1) << i;
        m->spaces |= (class >> 3 & 1) << i;
        m->controls |= (class >> 4 & 1) << i;
    }
}

static inline bool chunk_ascii(const chunk *c)
{
    unsigned char any = 0;
    for (unsigned i = 0; i < INDEX_CHUNK; i++) {
        any |= (unsigned char)c->bytes[i];
    }
    return any < 0x80;
}

static inline uint64_t chunk_utf8(const chunk *c, const char *p)
{
    (void)c;
    return chunk_utf8_bytes(p);
}

static inline uint64_t bits_prefix(uint64_t bits)
{
    return bits_prefix_shift(bits);
}

static inline uint32_t bits_lowest(uint64_t bits)
{
    return bits_lowest_any(bits);
}

#define INDEX_KERNEL index_plain
#include "scan/index_generic.h"
