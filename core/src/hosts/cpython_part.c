/*
 * Parts of a text: the value at a JSON Pointer, and what is whole of a text that is not.
 *
 * In: a text as loads takes it. Out: objects. The core says where the part lies; only that is made
 * into objects, and no document is built of it.
 */
#include <string.h>

#include "error.h"
#include "hosts/cpython.h"
#include "hosts/cpython_input.h"
#include "hosts/cpython_options.h"
#include "memory.h"
#include "stream/sequence.h"
#include "stream/unfinished.h"

void cpython_error_move(fj_error *error, const char *text, size_t start, const char *pointer,
                        size_t pointer_length)
{
    place at = {0, 1, 1};
    place_advance(&at, text, start);
    error->column += error->line == 1 ? at.column - 1 : 0;
    error->line += at.line - 1;
    error->offset += at.offset;
    /* Both are whole steps; what does not fit is cut at one. */
    if (pointer_length + error->pointer_length >= sizeof error->pointer) {
        return;
    }
    memmove(error->pointer + pointer_length, error->pointer, error->pointer_length + 1u);
    if (pointer_length != 0) {
        memcpy(error->pointer, pointer, pointer_length);
    }
    error->pointer_length += (uint32_t)pointer_length;
}

/* ---- one value ---- */

static py_object *get_value(cpython *host, const cpython_input *in, py_object *doc,
                            py_object *pointer, const char *steps, size_t steps_length,
                            const cpython_parse_options *options, int32_t scope)
{
    const fj_parse_options judging = cpython_parse_judging(options);
    py_object *value = NULL;
    size_t offset = 0;
    size_t length = 0;
    fj_error error = {.size = sizeof error};
    int32_t code = fj_text_get(in->text, in->length, steps, steps_length, scope, &judging, &offset,
                               &length, &error);
    if (code == FJ_OK) {
        code = cpython_read_span(host, in->text + offset, length, options, &value, &error);
        if (code != FJ_OK && code != FJ_ERROR_HOST) {
            cpython_error_move(&error, in->text, offset, steps, steps_length);
        }
    }
    if (code != FJ_OK && code != FJ_ERROR_HOST) {
        const bool of_pointer = code == FJ_ERROR_POINTER || code == FJ_ERROR_NOT_FOUND;
        cpython_read_raise(host, &error, of_pointer ? pointer : doc, NULL);
    }
    return value;
}

py_object *cpython_get(cpython *host, py_object *text, py_object *pointer,
                       const cpython_parse_options *options, int32_t scope)
{
    const cpython_api *const py = &host->py;
    if (!py->PyType_IsSubtype(cpython_type(host, pointer), py->PyUnicode_Type)) {
        py->PyErr_SetString(py->PyExc_TypeError, "a JSON Pointer must be str");
        return NULL;
    }
    py_object *const steps = py->PyUnicode_AsEncodedString(pointer, "utf-8", "surrogatepass");
    if (steps == NULL) {
        return NULL;
    }
    py_object *value = NULL;
    cpython_input in;
    char *bytes;
    py_size length;
    if (cpython_input_open(host, text, options != NULL && options->calls_back, &in) &&
        py->PyBytes_AsStringAndSize(steps, &bytes, &length) == 0) {
        value = get_value(host, &in, text, pointer, bytes, (size_t)length, options, scope);
    }
    cpython_input_close(host, &in);
    py->Py_DecRef(steps);
    return value;
}

/* ---- text that is not finished ---- */

/* Reads what is left of a text with this fault. false: an exception is set. *value NULL: nothing is
 * left. */
static bool unfinished_rest(cpython *host, const cpython_input *in, py_object *doc,
                            const cpython_parse_options *options, fj_error *error,
                            py_object **value, size_t *used)
{
    const fj_parse_options judging = cpython_parse_judging(options);
    unfinished left;
    int32_t code = unfinished_close(in->text, in->length, &judging, error, &left);
    *used = left.used;
    if (code == FJ_OK && left.closed != NULL) {
        cpython_parse_options own;
        if (options != NULL) {
            own = *options;
            own.core.max_input_bytes = 0; /* of the text itself: it was within it */
        }
        code = cpython_read_span(host, left.closed, left.length, options != NULL ? &own : NULL,
                                 value, error);
        memory_free(left.closed);
    } else if (code == FJ_ERROR_MEMORY) {
        error->code = code;
    }
    if (code != FJ_OK && code != FJ_ERROR_HOST) {
        cpython_read_raise(host, error, doc, NULL);
    }
    return code == FJ_OK;
}

static py_object *unfinished_read(cpython *host, const cpython_input *in, py_object *doc,
                                  const cpython_parse_options *options)
{
    py_object *value = NULL;
    size_t used = in->length;
    fj_error error = {.size = sizeof error};
    int32_t code = FJ_OK;
    if (options != NULL && options->calls_back) {
        /* Callbacks are for the reading that counts. */
        const fj_parse_options judging = cpython_parse_judging(options);
        code = fj_validate(in->text, in->length, &judging, &error);
    }
    if (code == FJ_OK) {
        code = cpython_read_span(host, in->text, in->length, options, &value, &error);
    }
    const bool complete = code == FJ_OK;
    if (code == FJ_ERROR_HOST ||
        (!complete && !unfinished_rest(host, in, doc, options, &error, &value, &used))) {
        return NULL;
    }
    if (value == NULL) {
        host->py.Py_IncRef(host->none);
        value = host->none;
    }
    return host->py.PyObject_CallFunction(host->unfinished, "NOn", value,
                                          complete ? host->yes : host->no, (py_size)used);
}

py_object *cpython_unfinished(cpython *host, py_object *text, const cpython_parse_options *options)
{
    cpython_input in;
    py_object *result = NULL;
    if (cpython_input_open(host, text, options != NULL && options->calls_back, &in)) {
        result = unfinished_read(host, &in, text, options);
    }
    cpython_input_close(host, &in);
    return result;
}
