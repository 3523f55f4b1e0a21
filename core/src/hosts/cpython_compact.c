/* Compact writing with the vectors that every processor of its kind has; see cpython_compact.h. */
#include "hosts/cpython_compact.h"

#include "scan/kernel.h"
#include "write/writer.h"

#define COMPACT_RUN cpython_compact_plain
#define COMPACT_WIDTH VECTOR_SIZE

/* Looks at nothing before the text. */
static inline __attribute__((always_inline)) uint32_t compact_copy(char *out, const char *text,
                                                                   size_t length)
{
    if (length >= VECTOR_SIZE) {
        const vector v = vector_load(text);
        vector_store(out, v);
        return vector_mask(writer_escaped(v));
    }
    const vector v = vector_load_short(text, length);
    vector_store(out, v);
    return vector_mask(writer_escaped(v)) & ((1u << length) - 1);
}

#include "hosts/cpython_compact_generic.h"

cpython_compact *cpython_compact_choose(void)
{
#if defined(__x86_64__) && !defined(FASTJSON_PLAIN)
    switch (kernel_in_use->block) {
    case KERNEL_BLOCK_AVX512:
        return cpython_compact_avx512;
    case KERNEL_BLOCK_AVX2:
        return cpython_compact_avx2;
    default:
        break;
    }
#endif
    return cpython_compact_plain;
}
