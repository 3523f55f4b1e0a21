/*
 * Allocator: memory from where the caller of a function wants it.
 *
 * In: a caller's allocator (NULL: none, which is memory.h) and sizes in bytes. Out: blocks, or NULL
 * where a request cannot be met. What is handed out by one allocator goes back to the same. Only
 * what lives in a host's process by the host's own rules (src/hosts) takes from memory.h itself.
 */
#ifndef FASTJSON_ALLOCATOR_H
#define FASTJSON_ALLOCATOR_H

#include <stdbool.h>

#include "fastjson/fastjson.h"
#include "memory.h"

/* Whether it can be used; NULL can. */
bool allocator_is_sound(const fj_allocator *allocator);

void *allocator_allocate(const fj_allocator *allocator, size_t size);

/* A NULL block has no old size: a new one. */
void *allocator_resize(const fj_allocator *allocator, void *block, size_t old_size, size_t size);

/* A NULL block is allowed. */
void allocator_release(const fj_allocator *allocator, void *block);

#endif
