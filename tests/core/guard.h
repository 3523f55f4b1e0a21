/* Memory between two pages that must not be touched: any access past either end is a fault at once.
 *
 * guard_text places bytes so that they end where the unmapped page begins.
 */
#ifndef FJ_TESTS_GUARD_H
#define FJ_TESTS_GUARD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct guard {
    char *start;
    char *end; /* the first byte of the unmapped page */
} guard;

static inline guard guard_make(size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t room = (size + page - 1) / page * page;
    char *pages = mmap(NULL, room + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + page, room, PROT_READ | PROT_WRITE) != 0) {
        perror("guard_make");
        exit(2);
    }
    guard made = {pages + page, pages + page + room};
    return made;
}

static inline char *guard_text(const guard *memory, const char *bytes, size_t length)
{
    char *text = memory->end - length;
    if (length != 0) {
        memcpy(text, bytes, length);
    }
    return text;
}

static inline void guard_free(guard *memory)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    munmap(memory->start - page, (size_t)(memory->end - memory->start) + 2 * page);
}

#endif
