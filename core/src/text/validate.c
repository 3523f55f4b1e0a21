/*
 * Validate: whether a text is JSON. A sink that keeps nothing; strings are checked, not unescaped.
 */
#include "text/validate.h"
#include "error.h"
#include "read/unique.h"

typedef struct validate_sink {
    char nothing;
} validate_sink;

#define READER_SINK validate_sink
#define READER_SINK_TEXT 1

static inline int32_t sink_text(validate_sink *s, const char *text, size_t length, bool is_key)
{
    (void)s, (void)text, (void)length, (void)is_key;
    return FJ_OK;
}

#include "read/sink_containers.h"

#include "read/engine.h"

int32_t validate_run(reader *r)
{
    validate_sink sink = {0};
    return engine_run(r, &sink);
}

/* Keys can be told apart only by keeping them: that is what a document does. */
static int32_t validate_by_document(const char *text, size_t length,
                                    const fj_parse_options *options, fj_error *error)
{
    fj_document *document = NULL;
    const int32_t code = fj_parse(text, length, options, &document, error);
    fj_document_free(document);
    return code;
}

int32_t fj_validate(const char *text, size_t length, const fj_parse_options *options,
                    fj_error *error)
{
    reader r;
    int32_t code = reader_open(&r, text, length, options);
    if (code == FJ_OK && r.options.duplicate_key == FJ_DUPLICATE_ERROR) {
        return validate_by_document(text, length, options, error);
    }
    if (code == FJ_OK) {
        code = validate_run(&r);
    }
    reader_close(&r);
    return code == FJ_OK ? FJ_OK : reader_fail(&r, code, error);
}

int32_t reader_diagnose(reader *r)
{
    if (r->options.duplicate_key == FJ_DUPLICATE_ERROR) {
        return unique_diagnose(r, &r->place);
    }
    validate_sink sink = {0};
    return engine_run_strict(r, &sink);
}
