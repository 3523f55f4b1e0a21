/* Direct, the strings for x86-64 with AVX-512; compiled with that switched on. */
#include "read/direct.h"

#if defined(__x86_64__) && !defined(FASTJSON_PLAIN)

#include "read/direct_wide.h"
#include "scan/block_avx512.h"

static inline bool direct_utf8_avx512(const reader *r, const char *p, const char *end)
{
    return wide_utf8(p, end, r->ahead);
}

#define DIRECT_KERNEL avx512
#define DIRECT_TARGET
#include "read/direct_generic.h"

#endif
