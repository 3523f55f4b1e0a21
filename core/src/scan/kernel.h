/*
 * Kernel: which instruction set's code is in use. Settled once, when the library is loaded, by what
 * the processor has, or by the environment variable FASTJSON_KERNEL (plain, sse2, avx2, avx512,
 * neon) if it names one that the processor has; for tests and reports of faults.
 */
#ifndef FASTJSON_SCAN_KERNEL_H
#define FASTJSON_SCAN_KERNEL_H

#include "scan/index.h"

typedef struct kernel {
    const char *name;
    index_kernel *index;
    int block; /* KERNEL_BLOCK_... */
} kernel;

#define KERNEL_BLOCK_VECTOR 0
#define KERNEL_BLOCK_AVX2 1
#define KERNEL_BLOCK_AVX512 2

/* Never NULL, does not change after the library is loaded. */
extern const kernel *kernel_in_use;

/* The kernels that this processor has, the plain one first; ends with a name of NULL. */
const kernel *kernel_list(void);

#endif
