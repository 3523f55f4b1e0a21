/* Memory: see memory.h. A size above PTRDIFF_MAX is refused here, once for all callers. */
#include "memory.h"

#include <stdlib.h>

void *memory_allocate(size_t size)
{
    return size > PTRDIFF_MAX ? NULL : malloc(size ? size : 1);
}

void *memory_resize(void *block, size_t size)
{
    return size > PTRDIFF_MAX ? NULL : realloc(block, size ? size : 1);
}

void memory_free(void *block)
{
    free(block);
}
