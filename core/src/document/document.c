/* Document: what a caller does with one that is there; document_sink.c makes it. */
#include "document/document.h"
#include "allocator.h"

fj_document *document_make(const fj_allocator *allocator)
{
    fj_document *const d = allocator_allocate(allocator, sizeof *d);
    if (d != NULL) {
        *d = (fj_document){.allocator = allocator};
    }
    return d;
}

int32_t fj_document_new(const fj_allocator *allocator, fj_document **document)
{
    if (document == NULL) {
        return FJ_ERROR_ARGUMENT;
    }
    *document = NULL;
    if (!allocator_is_sound(allocator)) {
        return FJ_ERROR_ARGUMENT;
    }
    *document = document_make(allocator);
    return *document != NULL ? FJ_OK : FJ_ERROR_MEMORY;
}

const fj_value *fj_document_root(const fj_document *document)
{
    return document != NULL && document->length != 0 ? document->values : NULL;
}

size_t fj_document_length(const fj_document *document)
{
    return document != NULL ? document->length : 0;
}

void fj_document_free(fj_document *document)
{
    if (document != NULL) {
        const fj_allocator *const allocator = document->allocator;
        allocator_release(allocator, document->values);
        allocator_release(allocator, document->strings);
        allocator_release(allocator, document->text);
        allocator_release(allocator, document->prints);
        allocator_release(allocator, document);
    }
}
