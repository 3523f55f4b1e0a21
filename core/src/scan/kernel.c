/* Kernel: the choice; see kernel.h. */
#include "scan/kernel.h"

#include <stdlib.h>
#include <string.h>

#define KERNELS_MAX 8

static const kernel kernel_plain = {"plain", index_plain, KERNEL_BLOCK_VECTOR};

const kernel *kernel_in_use = &kernel_plain;

static kernel kernels[KERNELS_MAX];

const kernel *kernel_list(void)
{
    return kernels;
}

/* Fills the list, the best last. On processors that lower their clock for 512-bit registers AVX2 is
 * quicker (by 1.26 to 1.43 on a Skylake server); those since Ice Lake, known by VBMI2, hardly lower
 * it, and AVX-512 comes first there, which is not measured yet. */
static size_t kernels_find(void)
{
    size_t n = 0;
    kernels[n++] = kernel_plain;
#if defined(__x86_64__) && !defined(FASTJSON_PLAIN)
    kernels[n++] = (kernel){"sse2", index_sse2, KERNEL_BLOCK_VECTOR};
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                      __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("popcnt");
    const bool avx512 =
        avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw");
    const bool wide_slow = avx512 && !__builtin_cpu_supports("avx512vbmi2");
    if (wide_slow) {
        kernels[n++] = (kernel){"avx512", index_avx512, KERNEL_BLOCK_AVX512};
    }
    if (avx2) {
        kernels[n++] = (kernel){"avx2", index_avx2, KERNEL_BLOCK_AVX2};
    }
    if (avx512 && !wide_slow) {
        kernels[n++] = (kernel){"avx512", index_avx512, KERNEL_BLOCK_AVX512};
    }
#elif defined(__aarch64__) && defined(__ARM_NEON) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && \
    !defined(FASTJSON_PLAIN)
    kernels[n++] = (kernel){"neon", index_neon, KERNEL_BLOCK_VECTOR};
#endif
    return n;
}

__attribute__((constructor)) static void kernel_choose(void)
{
    const size_t n = kernels_find();
    kernel_in_use = &kernels[n - 1];
    const char *const wanted = getenv("FASTJSON_KERNEL");
    for (size_t i = 0; wanted != NULL && i < n; i++) {
        if (strcmp(wanted, kernels[i].name) == 0) {
            kernel_in_use = &kernels[i];
        }
    }
}
