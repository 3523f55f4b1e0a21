/* Kernel: the choice; see kernel.h. */
#include "scan/kernel.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define KERNELS_MAX 8

static const kernel kernel_plain = {"plain", KERNEL_BLOCK_NONE};

const kernel *kernel_in_use = &kernel_plain;

static kernel kernels[KERNELS_MAX];

const kernel *kernel_list(void)
{
    return kernels;
}

/* Fills the list, the best last. On a Skylake server masks of AVX-512 are slower to come by than
 * AVX2's (1.1 to 1.4 over the corpus); on processors since Ice Lake, known by VBMI2, that is not
 * measured yet. */
static size_t kernels_find(void)
{
    size_t n = 0;
    kernels[n++] = kernel_plain;
#if defined(__x86_64__) && !defined(FASTJSON_PLAIN)
    kernels[n++] = (kernel){"sse2", KERNEL_BLOCK_VECTOR};
    __builtin_cpu_init();
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                      __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("pclmul") &&
                      __builtin_cpu_supports("popcnt");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") &&
                        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    const bool masks_slow = avx512 && !__builtin_cpu_supports("avx512vbmi2");
    if (masks_slow) {
        kernels[n++] = (kernel){"avx512", KERNEL_BLOCK_AVX512};
    }
    if (avx2) {
        kernels[n++] = (kernel){"avx2", KERNEL_BLOCK_AVX2};
    }
    if (avx512 && !masks_slow) {
        kernels[n++] = (kernel){"avx512", KERNEL_BLOCK_AVX512};
    }
#elif defined(__aarch64__) && defined(__ARM_NEON) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && \
    !defined(FASTJSON_PLAIN)
    kernels[n++] = (kernel){"neon", KERNEL_BLOCK_VECTOR};
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
