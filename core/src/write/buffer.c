/* Buffer: gives its memory back. What a buffer is: the public header. */
#include "allocator.h"
#include "fastjson/fastjson.h"

void fj_buffer_free_with(fj_buffer *buffer, const fj_allocator *allocator)
{
    if (buffer != NULL) {
        allocator_release(allocator, buffer->data);
        *buffer = (fj_buffer){0};
    }
}

void fj_buffer_free(fj_buffer *buffer)
{
    fj_buffer_free_with(buffer, NULL);
}
