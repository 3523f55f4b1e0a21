/*
 * Reading: from a text to words and strings that JavaScript builds its values from.
 *
 * One call a text. The words stand in the shared memory; the characters come back as few long
 * strings (chunks), of which JavaScript takes its substrings: the first narrow one at once, all
 * others when they are asked for, before anything else is read. No exception is thrown for a fault
 * in the text: its code is left in the header.
 */
#include <stdio.h>
#include <string.h>

#include "environment.h"

#define STRING_UNITS_MAX 0x1FFFFFE8 /* of the longest string in every version of Node */

/* Makes (or replaces) the shared memory: reserve(words) gives its ArrayBuffer. */
static napi_value binding_reserve(napi_env env, napi_callback_info info)
{
    size_t count = 1;
    napi_value argument, buffer;
    void *data, *given = NULL;
    double words;
    if (napi_get_cb_info(env, info, &count, &argument, NULL, &data) != napi_ok ||
        napi_get_value_double(env, argument, &words) != napi_ok) {
        return NULL;
    }
    environment *const e = data;
    const size_t capacity = HEADER_WORDS + (size_t)words;
    if (napi_create_arraybuffer(env, capacity * sizeof(int32_t), &given, &buffer) != napi_ok ||
        given == NULL) {
        return NULL; /* a RangeError is pending */
    }
    napi_ref memory;
    if (napi_create_reference(env, buffer, 1, &memory) != napi_ok) {
        return NULL;
    }
    if (e->memory != NULL) {
        memcpy(given, e->words, HEADER_WORDS * sizeof(int32_t));
        napi_delete_reference(env, e->memory);
    }
    e->memory = memory;
    e->words = given;
    e->words_capacity = capacity;
    e->view->words = e->words + HEADER_WORDS;
    e->view->words_capacity = capacity - HEADER_WORDS;
    fj_tape_trim(e->tape);
    return buffer;
}

void environment_parse_options(const environment *e, fj_parse_options *o)
{
    const int32_t *const header = e->words;
    const int32_t flags = header[HEADER_FLAGS];
    double limits[4];
    memcpy(limits, header + HEADER_LIMITS, sizeof limits);
    *o = (fj_parse_options){
        .size = sizeof *o,
        .max_nesting = (uint32_t)header[HEADER_NESTING],
        .allow_nan = (flags & FLAG_ALLOW_NAN) != 0,
        .allow_comments = (flags & FLAG_COMMENTS) != 0,
        .allow_trailing_comma = (flags & FLAG_TRAILING_COMMA) != 0,
        .allow_control_characters = (flags & FLAG_CONTROL_CHARACTERS) != 0,
        .allow_invalid_escape = (flags & FLAG_INVALID_ESCAPE) != 0,
        .duplicate_key = (uint8_t)header[HEADER_DUPLICATE_KEY],
        .big_numbers = (uint8_t)header[HEADER_NUMBERS],
        .lone_surrogates = (uint8_t)header[HEADER_SURROGATES],
        .max_input_bytes = (uint64_t)limits[0],
        .max_number_digits = (uint64_t)limits[1],
        .max_string_bytes = (uint64_t)limits[2],
        .max_members = (uint64_t)limits[3],
    };
}

/* Defines an element, whatever Array.prototype holds: an assignment could meet a setter there. */
static bool put_element(napi_env env, napi_value array, size_t index, napi_value value)
{
    char name[24];
    snprintf(name, sizeof name, "%zu", index);
    const napi_property_descriptor element = {
        .utf8name = name,
        .value = value,
        .attributes = napi_default_jsproperty,
    };
    return napi_define_properties(env, array, 1, &element) == napi_ok;
}

/* chunk(number): twice its index, and one more for a wide one. */
static napi_value binding_chunk(napi_env env, napi_callback_info info)
{
    size_t count = 1;
    napi_value argument, string;
    void *data;
    uint32_t number;
    if (napi_get_cb_info(env, info, &count, &argument, NULL, &data) != napi_ok ||
        napi_get_value_uint32(env, argument, &number) != napi_ok) {
        return NULL;
    }
    const fj_tape_view *const v = ((environment *)data)->view;
    const bool wide = (number & 1) != 0;
    const size_t index = number >> 1;
    if (index >= (wide ? v->wide_chunks : v->narrow_chunks)) {
        napi_throw_range_error(env, NULL, "libfastjson: no such chunk");
        return NULL;
    }
    const size_t *const ends = wide ? v->wide_ends : v->narrow_ends;
    const size_t start = index == 0 ? 0 : ends[index - 1];
    const size_t length = ends[index] - start;
    const napi_status status =
        wide ? napi_create_string_utf16(env, (const char16_t *)v->wide + start, length, &string)
             : napi_create_string_latin1(env, (const char *)v->narrow + start, length, &string);
    return status == napi_ok ? string : throw_memory(env);
}

/* Whether a string of the tape is longer than one of JavaScript can be. */
static bool is_too_long(const size_t *ends, size_t count)
{
    if (count == 0 || ends[count - 1] <= STRING_UNITS_MAX) {
        return false;
    }
    bool found = ends[0] > STRING_UNITS_MAX;
    for (size_t i = 1; i < count && !found; i++) {
        found = ends[i] - ends[i - 1] > STRING_UNITS_MAX;
    }
    return found;
}

napi_value environment_tape(napi_env env, environment *e, int32_t code)
{
    int32_t *const header = e->words;
    header[HEADER_DEPTH] = (int32_t)e->view->depth;
    header[HEADER_EPOCH] = (int32_t)e->view->shapes_epoch;
    if (__builtin_expect(code != FJ_OK, 0)) {
        header[HEADER_STATUS] = e->view->overflow ? STATUS_OVERFLOW : code;
        return NULL;
    }
    if (__builtin_expect(e->view->declined, 0)) {
        header[HEADER_STATUS] = STATUS_DECLINED;
        return NULL;
    }
    const fj_tape_view *const v = e->view;
    if (__builtin_expect(is_too_long(v->narrow_ends, v->narrow_chunks) ||
                             is_too_long(v->wide_ends, v->wide_chunks),
                         0)) {
        header[HEADER_STATUS] = STATUS_TOO_LONG;
        return NULL;
    }
    header[HEADER_STATUS] = FJ_OK;
    header[HEADER_WIDE] = v->wide_chunks != 0;
    napi_value first;
    return v->narrow_chunks != 0 && napi_create_string_latin1(env, (const char *)v->narrow,
                                                              v->narrow_ends[0], &first) == napi_ok
               ? first
               : NULL;
}

static napi_value read_text(napi_env env, napi_callback_info info, bool is_string, bool optional)
{
    size_t count = 1, length;
    napi_value argument;
    void *data;
    const char *text;
    if (napi_get_cb_info(env, info, &count, &argument, NULL, &data) != napi_ok) {
        return NULL;
    }
    environment *const e = data;
    if (!environment_text(env, e, argument, is_string, &text, &length)) {
        return NULL;
    }
    fj_parse_options options;
    uint32_t flags = 0;
    if (optional) {
        environment_parse_options(e, &options);
        flags = (uint32_t)e->words[HEADER_FLAGS] & (FJ_TAPE_BIGINT | FJ_TAPE_ALWAYS);
    }
    const int32_t code =
        fj_tape_read(e->tape, text, length, optional ? &options : NULL, flags, &e->error);
    return environment_tape(env, e, code);
}

/* readBytes(array), readString(string): by the default options; ...With: by those in the header. */
static napi_value binding_read_bytes(napi_env env, napi_callback_info info)
{
    return read_text(env, info, false, false);
}

static napi_value binding_read_string(napi_env env, napi_callback_info info)
{
    return read_text(env, info, true, false);
}

static napi_value binding_read_bytes_with(napi_env env, napi_callback_info info)
{
    return read_text(env, info, false, true);
}

static napi_value binding_read_string_with(napi_env env, napi_callback_info info)
{
    return read_text(env, info, true, true);
}

/* shape(number): the keys, as an array of strings. */
static napi_value binding_shape(napi_env env, napi_callback_info info)
{
    size_t count = 1;
    napi_value argument, keys;
    void *data;
    uint32_t shape;
    if (napi_get_cb_info(env, info, &count, &argument, NULL, &data) != napi_ok ||
        napi_get_value_uint32(env, argument, &shape) != napi_ok) {
        return NULL;
    }
    environment *const e = data;
    uint32_t path[256];
    uint32_t depth = 0;
    while (shape != 0 && shape < e->view->shapes_count && depth < 256) {
        const char *key;
        size_t length;
        path[depth++] = shape;
        shape = fj_tape_shape(e->tape, shape, &key, &length);
    }
    if (napi_create_array_with_length(env, depth, &keys) != napi_ok) {
        return NULL;
    }
    for (uint32_t i = 0; i < depth; i++) {
        const char *key;
        size_t length;
        napi_value string;
        fj_tape_shape(e->tape, path[depth - 1 - i], &key, &length);
        /* By way of UTF-16: Node-API's UTF-8 would lose lone surrogates. */
        if (!environment_reserve_units(env, e, length) ||
            napi_create_string_utf16(env, (const char16_t *)e->units,
                                     utf8_to_units(e->units, key, length), &string) != napi_ok ||
            !put_element(env, keys, i, string)) {
            return NULL;
        }
    }
    return keys;
}

static bool set_number(napi_env env, napi_value object, const char *name, double number)
{
    napi_value value;
    return napi_create_double(env, number, &value) == napi_ok &&
           napi_set_named_property(env, object, name, value) == napi_ok;
}

static bool set_text(napi_env env, napi_value object, const char *name, const char *text,
                     size_t length)
{
    napi_value value;
    return napi_create_string_utf8(env, text, length, &value) == napi_ok &&
           napi_set_named_property(env, object, name, value) == napi_ok;
}

/* error(): the last failure, as a plain object. */
static napi_value binding_error(napi_env env, napi_callback_info info)
{
    void *data;
    napi_value object;
    if (napi_get_cb_info(env, info, NULL, NULL, NULL, &data) != napi_ok ||
        napi_create_object(env, &object) != napi_ok) {
        return NULL;
    }
    const fj_error *const error = &((environment *)data)->error;
    if (!set_text(env, object, "code", fj_error_name(error->code), NAPI_AUTO_LENGTH) ||
        !set_text(env, object, "message", error->message, error->message_length) ||
        !set_text(env, object, "pointer", error->pointer, error->pointer_length) ||
        !set_number(env, object, "offset", (double)error->offset) ||
        !set_number(env, object, "line", (double)error->line) ||
        !set_number(env, object, "column", (double)error->column)) {
        return NULL;
    }
    return object;
}

napi_value binding_init_read(napi_env env, napi_value exports, environment *e)
{
    return binding_function(env, exports, "reserve", binding_reserve, e) &&
                   binding_function(env, exports, "readBytes", binding_read_bytes, e) &&
                   binding_function(env, exports, "readString", binding_read_string, e) &&
                   binding_function(env, exports, "readBytesWith", binding_read_bytes_with, e) &&
                   binding_function(env, exports, "readStringWith", binding_read_string_with, e) &&
                   binding_function(env, exports, "chunk", binding_chunk, e) &&
                   binding_function(env, exports, "shape", binding_shape, e) &&
                   binding_function(env, exports, "error", binding_error, e)
               ? exports
               : NULL;
}
