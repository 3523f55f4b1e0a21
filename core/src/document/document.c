/* Document: what a caller does with one that is there; document_sink.c makes it. */
#include "document/document.h"

#include "memory.h"

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
        memory_free(document->values);
        memory_free(document->strings);
        memory_free(document->prints);
        memory_free(document);
    }
}
