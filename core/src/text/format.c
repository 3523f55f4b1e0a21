/*
 * Format: a text written anew by other options, by way of a document that borrows its strings.
 */
#include "error.h"
#include "read/options.h"
#include "write/writer.h"

int32_t fj_format(const char *text, size_t length, const fj_parse_options *parse,
                  const fj_generate_options *generate, fj_buffer *out, fj_error *error)
{
    if (out == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "out is NULL");
    }
    out->length = 0;
    fj_parse_options borrowing = {.size = sizeof borrowing};
    if (parse != NULL && !options_copy(&borrowing, sizeof borrowing, parse)) {
        return error_plain(error, FJ_ERROR_OPTION, "unknown parse option");
    }
    borrowing.size = sizeof borrowing;
    borrowing.borrow_text = borrowing.borrow_text > 1 ? borrowing.borrow_text : 1;
    if (!writer_options_serve(generate)) { /* as all options, before the text is looked at */
        return error_plain(error, FJ_ERROR_OPTION, "unknown generate option");
    }
    fj_document *document = NULL;
    int32_t code = fj_parse(text, length, &borrowing, &document, error);
    if (code == FJ_OK) {
        code = fj_generate(fj_document_root(document), generate, out, error);
    }
    fj_document_free(document);
    return code;
}
