/* Direct, names: those of the kernel that DIRECT_KERNEL names; see direct_generic.h. */
#undef DIRECT
#undef DIRECT_BLOCK
#undef DIRECT_MASK
#undef DIRECT_SIZE
#ifndef FASTJSON_READ_DIRECT_NAMES_H
#define FASTJSON_READ_DIRECT_NAMES_H
#define DIRECT_JOIN_(a, b) a##_##b
#define DIRECT_JOIN(a, b) DIRECT_JOIN_(a, b)
#endif
#define DIRECT(name) DIRECT_JOIN(name, DIRECT_KERNEL)
#define DIRECT_BLOCK DIRECT(block)
#define DIRECT_MASK DIRECT(block_mask)
#define DIRECT_SIZE DIRECT(BLOCK_SIZE)
