/*
 * Texts: from text to text, or to an answer about it, without a value in between.
 *
 * A text is a string or a Uint8Array; what comes back is of the same kind. Faults are left in the
 * header (HEADER_STATUS) and in the environment's error.
 */
#include <stdlib.h>
#include <string.h>

#include "environment.h"

/* The arguments, and the environment; NULL: an exception is pending. */
static environment *arguments(napi_env env, napi_callback_info info, size_t count,
                              napi_value *values)
{
    void *data;
    return napi_get_cb_info(env, info, &count, values, NULL, &data) == napi_ok ? data : NULL;
}

/* validate(text), minify(text): by the options in the header. */
static napi_value check_text(napi_env env, napi_callback_info info, bool minify)
{
    napi_value argument;
    environment *const e = arguments(env, info, 1, &argument);
    const char *text;
    size_t length;
    bool is_string;
    if (e == NULL || !environment_any_text(env, e, argument, &text, &length, &is_string)) {
        return NULL;
    }
    fj_parse_options options;
    environment_parse_options(e, &options);
    e->words[HEADER_STATUS] = minify ? fj_minify(text, length, &options, &e->out, &e->error)
                                     : fj_validate(text, length, &options, &e->error);
    return minify && e->words[HEADER_STATUS] == FJ_OK ? environment_out(env, e, is_string) : NULL;
}

static napi_value binding_validate(napi_env env, napi_callback_info info)
{
    return check_text(env, info, false);
}

static napi_value binding_minify(napi_env env, napi_callback_info info)
{
    return check_text(env, info, true);
}

/* format(text, words, layout): parse options in the header, those for generating in an Int32Array
 * of the same form; layout as for writeWith. */
static napi_value binding_format(napi_env env, napi_callback_info info)
{
    napi_value values[3];
    environment *const e = arguments(env, info, 3, values);
    const char *text, *gap = NULL;
    size_t length, words_length, gap_length = 0;
    bool is_string;
    napi_typedarray_type type;
    napi_valuetype layout_type;
    void *words;
    char *layout = NULL;
    if (e == NULL ||
        napi_get_typedarray_info(env, values[1], &type, &words_length, &words, NULL, NULL) !=
            napi_ok ||
        type != napi_int32_array || words_length < HEADER_WORDS ||
        napi_typeof(env, values[2], &layout_type) != napi_ok ||
        !environment_any_text(env, e, values[0], &text, &length, &is_string)) {
        return NULL;
    }
    fj_parse_options parse;
    fj_generate_options generate;
    environment_parse_options(e, &parse);
    environment_generate_options(words, &generate);
    if (layout_type == napi_string &&
        !environment_layout(env, values[2], &generate, &layout, &gap, &gap_length)) {
        return NULL;
    }
    e->words[HEADER_STATUS] = fj_format(text, length, &parse, &generate, &e->out, &e->error);
    free(layout);
    return e->words[HEADER_STATUS] == FJ_OK ? environment_out(env, e, is_string) : NULL;
}

/* Two texts, by the options in the header, into a document each. */
static int32_t read_two(napi_env env, environment *e, const napi_value *values, fj_document **first,
                        fj_document **second, bool *is_string, bool *pending)
{
    fj_parse_options options;
    environment_parse_options(e, &options);
    int32_t code = FJ_OK;
    *pending = false;
    for (size_t i = 0; i < 2 && code == FJ_OK; i++) {
        const char *text;
        size_t length;
        bool second_is_string;
        if (!environment_any_text(env, e, values[i], &text, &length,
                                  i == 0 ? is_string : &second_is_string)) {
            *pending = true;
            return FJ_ERROR_HOST;
        }
        code = fj_parse(text, length, &options, i == 0 ? first : second, &e->error);
    }
    return code;
}

/* patch(text, patch, kind, maxCopied): kind 0 a JSON Patch, 1 a merge patch; the text that comes of
 * it. */
static napi_value binding_patch(napi_env env, napi_callback_info info)
{
    napi_value values[4], result = NULL;
    environment *const e = arguments(env, info, 4, values);
    fj_document *target = NULL, *patch = NULL;
    bool is_string = false, pending = false;
    int32_t kind;
    double copied;
    if (e == NULL || napi_get_value_int32(env, values[2], &kind) != napi_ok ||
        napi_get_value_double(env, values[3], &copied) != napi_ok) {
        return NULL;
    }
    int32_t code = read_two(env, e, values, &target, &patch, &is_string, &pending);
    const int32_t nesting = e->words[HEADER_NESTING];
    if (code == FJ_OK && kind == 0) {
        const fj_patch_options options = {.size = sizeof options,
                                          .max_copied = copied < 0 ? UINT64_MAX : (uint64_t)copied};
        code = fj_document_patch(fj_document_root(target), fj_document_root(patch), &options,
                                 &target, &e->error);
    } else if (code == FJ_OK) {
        code = fj_document_merge(fj_document_root(target), fj_document_root(patch), &target,
                                 &e->error);
    }
    if (code == FJ_OK) {
        const bool nan = (e->words[HEADER_FLAGS] & FLAG_ALLOW_NAN) != 0;
        const fj_generate_options options = {.size = sizeof options,
                                             .max_nesting = (uint32_t)nesting,
                                             .nan = nan ? FJ_NAN_LITERAL : FJ_NAN_ERROR};
        code = fj_generate(fj_document_root(target), &options, &e->out, &e->error);
        e->words[HEADER_COUNT] = 2;
    }
    fj_document_free(target);
    fj_document_free(patch);
    if (!pending) {
        e->words[HEADER_STATUS] = code;
        result = code == FJ_OK ? environment_out(env, e, is_string) : NULL;
    }
    return result;
}

/* equal(a, b): whether both texts are the same JSON value. */
static napi_value binding_equal(napi_env env, napi_callback_info info)
{
    napi_value values[2], result = NULL;
    environment *const e = arguments(env, info, 2, values);
    fj_document *a = NULL, *b = NULL;
    bool is_string, pending;
    int32_t equal = 0;
    if (e == NULL) {
        return NULL;
    }
    int32_t code = read_two(env, e, values, &a, &b, &is_string, &pending);
    if (code == FJ_OK) {
        code = fj_value_equal(fj_document_root(a), fj_document_root(b), &equal);
    }
    fj_document_free(a);
    fj_document_free(b);
    if (pending) {
        return NULL;
    }
    e->words[HEADER_STATUS] = code;
    if (code == FJ_ERROR_MEMORY) {
        return throw_memory(env);
    }
    return napi_get_boolean(env, equal != 0, &result) == napi_ok ? result : NULL;
}

/* bytes(string): its UTF-8, a lone surrogate as three bytes. */
static napi_value binding_bytes(napi_env env, napi_callback_info info)
{
    napi_value argument, result;
    environment *const e = arguments(env, info, 1, &argument);
    const char *text;
    size_t length;
    bool is_string;
    if (e == NULL || !environment_any_text(env, e, argument, &text, &length, &is_string) ||
        napi_create_buffer_copy(env, length, text, NULL, &result) != napi_ok) {
        return NULL;
    }
    return result;
}

napi_value binding_init_texts(napi_env env, napi_value exports, environment *e)
{
    return binding_function(env, exports, "validate", binding_validate, e) &&
                   binding_function(env, exports, "minify", binding_minify, e) &&
                   binding_function(env, exports, "format", binding_format, e) &&
                   binding_function(env, exports, "patch", binding_patch, e) &&
                   binding_function(env, exports, "equal", binding_equal, e) &&
                   binding_function(env, exports, "bytes", binding_bytes, e)
               ? exports
               : NULL;
}
