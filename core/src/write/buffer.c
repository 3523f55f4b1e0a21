/* Buffer: gives its memory back. What a buffer is: the public header. */
#include "fastjson/fastjson.h"

#include "memory.h"

void fj_buffer_free(fj_buffer *buffer)
{
    if (buffer != NULL) {
        memory_free(buffer->data);
        *buffer = (fj_buffer){0};
    }
}
