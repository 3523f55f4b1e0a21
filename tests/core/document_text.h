/* Documents in the tests: from the text of a test to a value and back, with failures counted. */
#ifndef FJ_TESTS_DOCUMENT_TEXT_H
#define FJ_TESTS_DOCUMENT_TEXT_H

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "fastjson/fastjson.h"

/* The document of a text that is valid by the options (NULL: the defaults). */
static inline fj_document *document_of(const char *text, const fj_parse_options *options)
{
    fj_document *document = NULL;
    fj_error error = {.size = sizeof error};
    const int32_t code = fj_parse(text, strlen(text), options, &document, &error);
    CHECK(code == FJ_OK, "%s: %s", text, error.message);
    if (code != FJ_OK) {
        exit(2);
    }
    return document;
}

/* Whether a value's text, sorted or not, is the expected one. */
static inline void check_value(const fj_value *value, int sorted, const char *expected)
{
    fj_buffer out = {0};
    fj_error error = {.size = sizeof error};
    const fj_generate_options options = {.size = sizeof options, .sort_keys = sorted != 0};
    const int32_t code = fj_generate(value, &options, &out, &error);
    CHECK(code == FJ_OK, "%s", error.message);
    CHECK_TEXT(out.data, out.length, expected);
    fj_buffer_free(&out);
}

#endif
