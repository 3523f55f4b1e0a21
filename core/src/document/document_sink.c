/* Document sink: fj_parse; see document_sink.h. */
#define DOCUMENT_SINK_STAYS 0
#include "document/document_sink.h"
#include "error.h"
#include "read/engine.h"

_Static_assert(DOCUMENT_SLACK >= DIRECT_SLACK, "what the direct loop writes after a string");

static int32_t document_read(fj_document *d, reader *r)
{
    if (!document_reserve(d, (size_t)(r->end - r->text))) {
        return FJ_ERROR_MEMORY;
    }
    document_sink sink = sink_make(d, r);
    const int32_t code = engine_run(r, &sink);
    return sink_leave(&sink, d, code);
}

int32_t fj_parse(const char *text, size_t length, const fj_parse_options *options,
                 fj_document **document, fj_error *error)
{
    if (document == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "document is NULL");
    }
    if (*document != NULL) {
        (*document)->length = 0;
    }
    reader r;
    int32_t code = reader_open(&r, text, length, options);
    fj_document *d = *document;
    if (code == FJ_OK && d == NULL) {
        d = document_make(r.options.allocator);
        code = d != NULL ? FJ_OK : FJ_ERROR_MEMORY;
    }
    if (code == FJ_OK) {
        r.options.allocator = document_allocator(d, r.options.allocator);
        reader_pad(&r);
        code = document_read(d, &r);
    }
    reader_close(&r);
    if (code != FJ_OK) {
        if (d != *document) {
            fj_document_free(d);
        }
        return reader_fail(&r, code, error);
    }
    *document = d;
    return FJ_OK;
}
