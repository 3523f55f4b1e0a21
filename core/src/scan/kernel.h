/*
 * Kernel: which instruction set's code is in use. Settled once, when the library is loaded, by what
 * the processor has, or by the environment variable FASTJSON_KERNEL (plain, sse2, avx2, avx512,
 * neon) if it names one that the processor has; for tests and reports of faults.
 */
#ifndef FASTJSON_SCAN_KERNEL_H
#define FASTJSON_SCAN_KERNEL_H

/* Which blocks the direct engine, the boundary scanner and the writer of strings go by. */
#define KERNEL_BLOCK_NONE 0   /* byte by byte, as the specification says */
#define KERNEL_BLOCK_VECTOR 1 /* scan/block_vector.h */
#define KERNEL_BLOCK_AVX2 2
#define KERNEL_BLOCK_AVX512 3

typedef struct kernel {
    const char *name;
    int block;
} kernel;

/* Never NULL, does not change after the library is loaded. */
extern const kernel *kernel_in_use;

/* The kernels that this processor has, the plain one first; ends with a name of NULL. */
const kernel *kernel_list(void);

#endif
