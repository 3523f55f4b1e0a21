/*
 * Heap: an allocator for tests that looks closely: blocks are counted, carry their size and owner,
 * are aligned to sixteen bytes and no more, and are overwritten when they come back. It can refuse
 * its n-th request.
 */
#ifndef FJ_TESTS_HEAP_H
#define FJ_TESTS_HEAP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "fastjson/fastjson.h"

typedef struct heap {
    unsigned long requests;
    unsigned long refused_at; /* 0: none */
    bool refuse_all_after;
    bool refused;
    long blocks;
} heap;

/* Before each block. With it no block is aligned to more than 16 bytes. */
typedef struct block_head {
    heap *owner;
    size_t size;
} block_head;

#define HEAD ((size_t)16)
_Static_assert(sizeof(block_head) == HEAD, "blocks are aligned behind it");

static inline bool heap_refuses(heap *h)
{
    h->requests++;
    const bool no = h->refused_at != 0 && (h->refuse_all_after ? h->requests >= h->refused_at
                                                               : h->requests == h->refused_at);
    h->refused = h->refused || no;
    return no;
}

static inline void *heap_allocate(void *context, size_t size)
{
    heap *const h = context;
    CHECK(size != 0 && size <= PTRDIFF_MAX, "a request for %zu bytes", size);
    if (size > ((size_t)1 << 30) || heap_refuses(h)) {
        return NULL;
    }
    char *const memory = aligned_alloc(32, (size + HEAD + 31) / 32 * 32);
    if (memory == NULL) {
        exit(2);
    }
    *(block_head *)(void *)memory = (block_head){.owner = h, .size = size};
    memset(memory + HEAD, 0xA5, size);
    h->blocks++;
    return memory + HEAD;
}

static inline block_head *head_of(heap *h, void *block)
{
    block_head *const head = (block_head *)(void *)((char *)block - HEAD);
    if (head->owner != h) {
        fprintf(stderr, "a block of another allocator\n");
        abort();
    }
    return head;
}

static inline void heap_release(void *context, void *block)
{
    heap *const h = context;
    CHECK(block != NULL, "NULL is released");
    block_head *const head = head_of(h, block);
    memset(block, 0x5A, head->size);
    head->owner = NULL;
    free(head);
    h->blocks--;
}

static inline void *heap_resize(void *context, void *block, size_t old_size, size_t new_size)
{
    heap *const h = context;
    const block_head *const head = head_of(h, block);
    CHECK(head->size == old_size, "resized from %zu bytes, not %zu", old_size, head->size);
    void *const moved = heap_allocate(context, new_size);
    if (moved != NULL) {
        memcpy(moved, block, head->size < new_size ? head->size : new_size);
        heap_release(context, block);
    }
    return moved;
}

static inline fj_allocator heap_allocator(heap *h, bool resizes)
{
    return (fj_allocator){.size = sizeof(fj_allocator),
                          .context = h,
                          .allocate = heap_allocate,
                          .resize = resizes ? heap_resize : NULL,
                          .release = heap_release};
}

#endif
