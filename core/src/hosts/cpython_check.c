/*
 * Checks: a text that is validated, or minified; no object is made of its values.
 *
 * In: a text as loads takes it. Out: None, or the text without white space in the kind that was
 * given. While a long text that nobody can change is looked at, other threads may run.
 */
#include "hosts/cpython.h"
#include "hosts/cpython_input.h"
#include "hosts/cpython_options.h"
#include "read/reader.h"

/* Below, giving the GIL away and getting it back takes longer than the text. */
#define CHECK_ALONE ((size_t)1 << 14)

/* NULL: the GIL is kept. A buffer may be written to by any other thread. */
static void *check_begin(const cpython *host, const cpython_input *in)
{
    return in->length >= CHECK_ALONE && !in->exported ? host->py.PyEval_SaveThread() : NULL;
}

static void check_end(const cpython *host, void *thread)
{
    if (thread != NULL) {
        host->py.PyEval_RestoreThread(thread);
    }
}

/* Apart: an fj_error is large, and seldom needed. */
static __attribute__((noinline, cold)) void check_raise(cpython *host, const cpython_input *in,
                                                        const fj_parse_options *options,
                                                        py_object *doc, int32_t code)
{
    fj_error error = {.size = sizeof error};
    if (code == FJ_ERROR_MEMORY) {
        error.code = code;
    } else {
        (void)fj_validate(in->text, in->length, options, &error);
    }
    cpython_read_raise(host, &error, doc, NULL);
}

py_object *cpython_validate(cpython *host, py_object *text, const cpython_parse_options *options)
{
    const fj_parse_options *const core = options != NULL ? &options->core : NULL;
    cpython_input in;
    py_object *result = NULL;
    if (cpython_input_open(host, text, false, &in)) {
        void *const thread = check_begin(host, &in);
        const int32_t code = fj_validate(in.text, in.length, core, NULL);
        check_end(host, thread);
        if (code == FJ_OK) {
            result = cpython_constant(host, host->none);
        } else {
            check_raise(host, &in, core, text, code);
        }
    }
    cpython_input_close(host, &in);
    return result;
}

py_object *cpython_minify(cpython *host, py_object *text, const cpython_parse_options *options)
{
    const fj_parse_options *const core = options != NULL ? &options->core : NULL;
    cpython_input in;
    py_object *result = NULL;
    if (cpython_input_open(host, text, false, &in)) {
        fj_buffer out = host->output;
        host->output = (fj_buffer){0};
        void *const thread = check_begin(host, &in);
        const int32_t code = fj_minify(in.text, in.length, core, &out, NULL);
        check_end(host, thread);
        if (code != FJ_OK) {
            check_raise(host, &in, core, text, code);
        } else if (host->py.PyType_IsSubtype(cpython_type(host, text), host->py.PyUnicode_Type)) {
            /* Of a str only ASCII is read where it stands. */
            result = cpython_string_new(host, out.data, out.length,
                                        in.owner == NULL ? READER_STRING_ASCII : 0);
        } else {
            result = host->py.PyBytes_FromStringAndSize(out.data, (py_size)out.length);
        }
        cpython_output_give(host, &out);
    }
    cpython_input_close(host, &in);
    return result;
}
