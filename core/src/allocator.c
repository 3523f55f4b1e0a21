/* Allocator: see allocator.h. As in memory.c no request is larger than PTRDIFF_MAX, or of 0 bytes.
 */
#include "allocator.h"

#include <string.h>

bool allocator_is_sound(const fj_allocator *a)
{
    if (a == NULL) {
        return true;
    }
    if (a->size < sizeof *a || a->size > 65536 || a->reserved != 0 || a->allocate == NULL ||
        a->release == NULL) {
        return false;
    }
    const unsigned char *const bytes = (const unsigned char *)a;
    for (uint32_t i = sizeof *a; i < a->size; i++) {
        if (bytes[i] != 0) {
            return false; /* of a later version */
        }
    }
    return true;
}

void *allocator_allocate(const fj_allocator *a, size_t size)
{
    if (a == NULL) {
        return memory_allocate(size);
    }
    return size > PTRDIFF_MAX ? NULL : a->allocate(a->context, size != 0 ? size : 1);
}

void *allocator_resize(const fj_allocator *a, void *block, size_t old_size, size_t size)
{
    if (a == NULL) {
        return memory_resize(block, size);
    }
    if (block == NULL) {
        return allocator_allocate(a, size);
    }
    if (size > PTRDIFF_MAX) {
        return NULL;
    }
    old_size = old_size != 0 ? old_size : 1;
    size = size != 0 ? size : 1;
    if (a->resize != NULL) {
        return a->resize(a->context, block, old_size, size);
    }
    void *const moved = a->allocate(a->context, size);
    if (moved != NULL) {
        memcpy(moved, block, old_size < size ? old_size : size);
        a->release(a->context, block);
    }
    return moved;
}

void allocator_release(const fj_allocator *a, void *block)
{
    if (a == NULL) {
        memory_free(block);
    } else if (block != NULL) {
        a->release(a->context, block);
    }
}
