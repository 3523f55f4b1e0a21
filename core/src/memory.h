/*
 * Memory: the one place through which the library asks for and gives back memory.
 *
 * Sizes are in bytes. A request that cannot be met gives NULL and changes nothing.
 * memory_array_size is for every size that is a product: it gives SIZE_MAX, which no request can
 * meet, on overflow.
 */
#ifndef FASTJSON_MEMORY_H
#define FASTJSON_MEMORY_H

#include <stddef.h>
#include <stdint.h>

void *memory_allocate(size_t size);
void *memory_resize(void *block, size_t size); /* NULL block: a new one */
void memory_free(void *block);                 /* NULL is allowed */

static inline size_t memory_array_size(size_t count, size_t element)
{
    size_t size;
    return __builtin_mul_overflow(count, element, &size) ? SIZE_MAX : size;
}

#endif
