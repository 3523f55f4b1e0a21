/*
 * Writing: from the words and strings that JavaScript laid out to JSON text.
 *
 * One call a value. The words stand in memory that JavaScript gave by lend (its main tape) or in an
 * array given with the call (a value generated within a callback of another one). Short results go
 * to the slab, a block of which JavaScript cuts small Buffers; long ones come back as a Buffer or a
 * string of their own.
 */
#include <stdlib.h>
#include <string.h>

#include "environment.h"

#define PIECE_SLACK 32
#define OUT_KEPT (8u << 20)
#define PART_BYTES 16384

/* Takes a string over, as UTF-16: the writer narrows what it can while it copies. */
static bool piece_take(napi_env env, napi_value string, size_t length, uint16_t *units,
                       fj_tape_piece *piece)
{
    size_t got = 0;
    if (napi_get_value_string_utf16(env, string, (char16_t *)units, length + 1, &got) != napi_ok) {
        return false;
    }
    *piece = (fj_tape_piece){.units = units, .length = got, .kind = FJ_TAPE_UTF16};
    return true;
}

/* All pieces: of one string, or of an array of them. NULL: an exception is pending. */
static fj_tape_piece *pieces_take(napi_env env, environment *e, napi_value strings, size_t *count)
{
    bool is_array = false;
    uint32_t length = 1;
    if (napi_is_array(env, strings, &is_array) != napi_ok ||
        (is_array && napi_get_array_length(env, strings, &length) != napi_ok)) {
        return NULL;
    }
    fj_tape_piece *const pieces = malloc((length + 1) * sizeof *pieces);
    if (pieces == NULL) {
        throw_memory(env);
        return NULL;
    }
    size_t total = 0;
    for (uint32_t i = 0; i < length; i++) {
        napi_handle_scope scope;
        napi_value string = strings;
        size_t units = 0;
        bool done = napi_open_handle_scope(env, &scope) == napi_ok;
        done = done && (!is_array || napi_get_element(env, strings, i, &string) == napi_ok) &&
               napi_get_value_string_utf16(env, string, NULL, 0, &units) == napi_ok;
        pieces[i].length = units;
        total += units + 1 + PIECE_SLACK;
        if (napi_close_handle_scope(env, scope) != napi_ok || !done) {
            free(pieces);
            return NULL;
        }
    }
    if (!environment_reserve_units(env, e, total)) {
        free(pieces);
        return NULL;
    }
    size_t at = 0;
    for (uint32_t i = 0; i < length; i++) {
        napi_handle_scope scope;
        napi_value string = strings;
        const size_t units = pieces[i].length;
        bool done = napi_open_handle_scope(env, &scope) == napi_ok;
        done = done && (!is_array || napi_get_element(env, strings, i, &string) == napi_ok) &&
               piece_take(env, string, units, e->units + at, &pieces[i]);
        at += units + 1 + PIECE_SLACK;
        if (napi_close_handle_scope(env, scope) != napi_ok || !done) {
            free(pieces);
            return NULL;
        }
    }
    *count = length;
    return pieces;
}

/* lend(words, slab): the memory of the main tape, an ArrayBuffer, and the slab, another one. */
static napi_value binding_lend(napi_env env, napi_callback_info info)
{
    size_t count = 2, length;
    napi_value arguments[2];
    void *data, *memory;
    napi_ref reference;
    if (napi_get_cb_info(env, info, &count, arguments, NULL, &data) != napi_ok) {
        return NULL;
    }
    environment *const e = data;
    for (size_t i = 0; i < 2; i++) {
        if (napi_get_arraybuffer_info(env, arguments[i], &memory, &length) != napi_ok) {
            napi_throw_type_error(env, NULL, "libfastjson: an ArrayBuffer is wanted");
            return NULL;
        }
        if (napi_create_reference(env, arguments[i], 1, &reference) != napi_ok) {
            return NULL;
        }
        napi_ref *const kept = i == 0 ? &e->lent : &e->slab_reference;
        if (*kept != NULL) {
            napi_delete_reference(env, *kept);
        }
        *kept = reference;
        if (i == 0) {
            e->lent_words = memory;
            e->lent_length = length / sizeof(int32_t);
        } else {
            e->slab = memory;
            e->slab_length = length;
        }
    }
    return NULL;
}

void environment_generate_options(const int32_t *header, fj_generate_options *o)
{
    const int32_t flags = header[HEADER_FLAGS];
    double limits[4];
    memcpy(limits, header + HEADER_LIMITS, sizeof limits);
    *o = (fj_generate_options){
        .size = sizeof *o,
        .max_nesting = (uint32_t)header[HEADER_NESTING],
        .ascii_only = (flags & FLAG_ASCII_ONLY) != 0,
        .script_safe = (flags & FLAG_SCRIPT_SAFE) != 0,
        .sort_keys = (flags & FLAG_SORT_KEYS) != 0,
        .canonical = (flags & FLAG_CANONICAL) != 0,
        .nan = (uint8_t)header[HEADER_NAN],
        .lone_surrogates = (uint8_t)header[HEADER_SURROGATES],
        .max_output_bytes = (uint64_t)limits[0],
    };
}

/* The layout is given as one UTF-8 text: the five strings of the options in the order of the
 * struct, each ended by U+0000, then the gap, which may hold anything. */
static void write_layout(fj_generate_options *o, char *text, size_t length, const char **gap,
                         size_t *gap_length)
{
    const char **const texts[5] = {&o->indent, &o->space, &o->space_before, &o->object_nl,
                                   &o->array_nl};
    size_t *const lengths[5] = {&o->indent_length, &o->space_length, &o->space_before_length,
                                &o->object_nl_length, &o->array_nl_length};
    char *const end = text + length;
    for (size_t i = 0; i < 5; i++) {
        char *const stop = memchr(text, 0, (size_t)(end - text));
        const size_t part = (size_t)((stop == NULL ? end : stop) - text);
        *texts[i] = part == 0 ? NULL : text;
        *lengths[i] = part;
        text += part + (stop != NULL);
    }
    *gap = text == end ? NULL : text;
    *gap_length = (size_t)(end - text);
}

static uint8_t highest_byte(const char *text, size_t length)
{
    uint8_t seen = 0;
    for (size_t i = 0; i < length; i++) {
        const uint8_t c = (uint8_t)text[i];
        seen = c > seen ? c : seen;
    }
    return seen;
}

/* UTF-8 as a JavaScript string; of one byte a character where that is possible. */
static napi_value string_of(napi_env env, environment *e, const char *text, size_t length)
{
    napi_value result;
    const uint8_t highest = highest_byte(text, length);
    if (highest < 0x80) {
        return napi_create_string_latin1(env, text, length, &result) == napi_ok ? result : NULL;
    }
    if (!environment_reserve_units(env, e, length)) {
        return NULL;
    }
    const size_t units = utf8_to_units(e->units, text, length);
    if (highest <= 0xC3) {
        char *const bytes = (char *)e->units; /* in place, as above */
        for (size_t i = 0; i < units; i++) {
            bytes[i] = (char)e->units[i];
        }
        return napi_create_string_latin1(env, bytes, units, &result) == napi_ok ? result : NULL;
    }
    return napi_create_string_utf16(env, (const char16_t *)e->units, units, &result) == napi_ok
               ? result
               : NULL;
}

/* The next part of the generated text. Parts of at most 16 KB, which JavaScript joins, come from
 * memory that V8 uses again and again, and one is wide only if it has wide characters; a long
 * string takes fresh pages, and is wide as a whole. V8's own JSON.stringify makes such parts. */
static napi_value next_part(napi_env env, environment *e)
{
    const char *const text = e->out.data + e->part;
    size_t length = e->out.length - e->part;
    if (length > PART_BYTES + PART_BYTES / 4) {
        length = PART_BYTES;
        while (((uint8_t)text[length] & 0xC0) == 0x80) {
            length--;
        }
    }
    e->part += length;
    const bool is_last = e->part == e->out.length;
    const napi_value result = string_of(env, e, text, length);
    if (is_last && e->out.capacity > OUT_KEPT) {
        fj_buffer_free(&e->out);
        e->part = 0;
    }
    return result;
}

/* part(): the next part of the text that write began to give, undefined if there is none. */
static napi_value binding_part(napi_env env, napi_callback_info info)
{
    void *data;
    if (napi_get_cb_info(env, info, NULL, NULL, NULL, &data) != napi_ok) {
        return NULL;
    }
    environment *const e = data;
    return e->part < e->out.length ? next_part(env, e) : NULL;
}

napi_value environment_out(napi_env env, environment *e, bool to_string)
{
    napi_value result = NULL;
    if (to_string) {
        result = string_of(env, e, e->out.data, e->out.length);
    } else if (napi_create_buffer_copy(env, e->out.length, e->out.data, NULL, &result) != napi_ok) {
        result = NULL;
    }
    if (e->out.capacity > OUT_KEPT) {
        fj_buffer_free(&e->out);
    }
    return result;
}

static napi_value result_of_out(napi_env env, environment *e, int32_t *header)
{
    napi_value result = NULL;
    const size_t length = e->out.length;
    const int32_t place = header[HEADER_PLACE];
    header[HEADER_LENGTH] = 0;
    if ((header[HEADER_FLAGS] & FLAG_TO_STRING) != 0) {
        e->part = 0;
        result = next_part(env, e);
        header[HEADER_COUNT] = e->part < e->out.length; /* more of them? */
        return result;
    }
    if (place >= 0 && (size_t)place <= e->slab_length && length <= e->slab_length - (size_t)place &&
        length <= e->slab_length / 4) {
        memcpy(e->slab + place, e->out.data, length);
        header[HEADER_LENGTH] = (int32_t)length;
    } else if (napi_create_buffer_copy(env, length, e->out.data, NULL, &result) != napi_ok) {
        result = NULL;
    }
    if (e->out.capacity > OUT_KEPT) {
        fj_buffer_free(&e->out);
    }
    return result;
}

bool environment_layout(napi_env env, napi_value layout, fj_generate_options *options, char **text,
                        const char **gap, size_t *gap_length)
{
    size_t bytes = 0;
    if (napi_get_value_string_utf8(env, layout, NULL, 0, &bytes) != napi_ok) {
        return false;
    }
    *text = malloc(bytes + 1);
    if (*text == NULL) {
        throw_memory(env);
        return false;
    }
    if (napi_get_value_string_utf8(env, layout, *text, bytes + 1, &bytes) != napi_ok) {
        free(*text);
        return false;
    }
    write_layout(options, *text, bytes, gap, gap_length);
    return true;
}

/* Words up to `length`, header included, by the options in the header. */
static napi_value write_words(napi_env env, environment *e, int32_t *words, size_t length,
                              const fj_tape_piece *pieces, size_t pieces_count, napi_value layout)
{
    fj_generate_options options;
    const char *gap = NULL;
    size_t gap_length = 0;
    char *layout_text = NULL;
    environment_generate_options(words, &options);
    if (layout != NULL &&
        !environment_layout(env, layout, &options, &layout_text, &gap, &gap_length)) {
        return NULL;
    }
    const int32_t code =
        length < HEADER_WORDS
            ? FJ_ERROR_ARGUMENT
            : fj_tape_write(e->tape, words + HEADER_WORDS, length - HEADER_WORDS, pieces,
                            pieces_count, &options, gap, gap_length, &e->out, &e->error);
    free(layout_text);
    words[HEADER_STATUS] = code;
    return code == FJ_OK ? result_of_out(env, e, words) : NULL;
}

/* write(string, length): the lent words up to `length`, and one string, whose length stands in
 * HEADER_LENGTH. The usual way: two arguments, nothing allocated. */
static napi_value binding_write(napi_env env, napi_callback_info info)
{
    size_t count = 2;
    napi_value arguments[2];
    void *data;
    uint32_t length;
    if (napi_get_cb_info(env, info, &count, arguments, NULL, &data) != napi_ok ||
        napi_get_value_uint32(env, arguments[1], &length) != napi_ok) {
        return NULL;
    }
    environment *const e = data;
    const size_t units = (uint32_t)e->lent_words[HEADER_LENGTH];
    fj_tape_piece piece;
    if (length > e->lent_length || !environment_reserve_units(env, e, units + 1 + PIECE_SLACK) ||
        !piece_take(env, arguments[0], units, e->units, &piece)) {
        return NULL;
    }
    return write_words(env, e, e->lent_words, length, &piece, 1, NULL);
}

/* writeWith(strings, length, words, layout): any number of strings, words given as an Int32Array or
 * undefined for the lent ones, the layout as one string or undefined. */
static napi_value binding_write_with(napi_env env, napi_callback_info info)
{
    size_t count = 4;
    napi_value arguments[4];
    void *data;
    double length;
    napi_valuetype words_type, layout_type;
    if (napi_get_cb_info(env, info, &count, arguments, NULL, &data) != napi_ok ||
        napi_get_value_double(env, arguments[1], &length) != napi_ok ||
        napi_typeof(env, arguments[2], &words_type) != napi_ok ||
        napi_typeof(env, arguments[3], &layout_type) != napi_ok) {
        return NULL;
    }
    environment *const e = data;
    int32_t *words = e->lent_words;
    size_t words_length = e->lent_length;
    if (words_type != napi_undefined) {
        napi_typedarray_type type;
        void *memory;
        if (napi_get_typedarray_info(env, arguments[2], &type, &words_length, &memory, NULL,
                                     NULL) != napi_ok ||
            type != napi_int32_array) {
            napi_throw_type_error(env, NULL, "libfastjson: an Int32Array is wanted");
            return NULL;
        }
        words = memory;
    }
    size_t pieces_count = 0;
    fj_tape_piece *const pieces = pieces_take(env, e, arguments[0], &pieces_count);
    if (pieces == NULL) {
        return NULL;
    }
    if (length > (double)words_length) {
        length = 0; /* refused below */
    }
    const napi_value result = write_words(env, e, words, (size_t)length, pieces, pieces_count,
                                          layout_type == napi_undefined ? NULL : arguments[3]);
    free(pieces);
    return result;
}

/* isDeep(text, limit): a string or a Uint8Array. */
static napi_value binding_is_deep(napi_env env, napi_callback_info info)
{
    size_t count = 2, length;
    napi_value arguments[2], result;
    void *data;
    const char *text;
    uint32_t limit;
    napi_valuetype type;
    bool is_deep;
    if (napi_get_cb_info(env, info, &count, arguments, NULL, &data) != napi_ok ||
        napi_typeof(env, arguments[0], &type) != napi_ok ||
        napi_get_value_uint32(env, arguments[1], &limit) != napi_ok) {
        return NULL;
    }
    environment *const e = data;
    if (type == napi_string) {
        if (napi_get_value_string_utf16(env, arguments[0], NULL, 0, &length) != napi_ok ||
            !environment_reserve_units(env, e, length + 1) ||
            napi_get_value_string_utf16(env, arguments[0], (char16_t *)e->units, length + 1,
                                        &length) != napi_ok) {
            return NULL;
        }
        is_deep = units_are_deep(e->units, length, limit);
    } else {
        if (!environment_text(env, e, arguments[0], false, &text, &length)) {
            return NULL;
        }
        is_deep = bytes_are_deep(text, length, limit);
    }
    return napi_get_boolean(env, is_deep, &result) == napi_ok ? result : NULL;
}

/* define(number, keys): the keys, an array of strings, of a shape for generating. */
static napi_value binding_define(napi_env env, napi_callback_info info)
{
    size_t count = 2;
    napi_value arguments[2];
    void *data;
    uint32_t number, keys_count;
    if (napi_get_cb_info(env, info, &count, arguments, NULL, &data) != napi_ok ||
        napi_get_value_uint32(env, arguments[0], &number) != napi_ok ||
        napi_get_array_length(env, arguments[1], &keys_count) != napi_ok) {
        return NULL;
    }
    environment *const e = data;
    const char **const keys = malloc((keys_count + 1) * sizeof *keys);
    size_t *const lengths = malloc((keys_count + 1) * sizeof *lengths);
    size_t *const starts = malloc((keys_count + 1) * sizeof *starts);
    bool done = keys != NULL && lengths != NULL && starts != NULL;
    char *text = NULL;
    size_t at = 0;
    for (uint32_t i = 0; i < keys_count && done; i++) {
        napi_value string;
        size_t units = 0;
        done = napi_get_element(env, arguments[1], i, &string) == napi_ok &&
               napi_get_value_string_utf16(env, string, NULL, 0, &units) == napi_ok &&
               environment_reserve_units(env, e, units + 1) &&
               napi_get_value_string_utf16(env, string, (char16_t *)e->units, units + 1, &units) ==
                   napi_ok;
        char *const more = done ? realloc(text, at + 3 * units + 1) : NULL;
        done = more != NULL;
        if (done) {
            text = more;
            starts[i] = at;
            lengths[i] = units_to_utf8(text + at, e->units, units);
            at += lengths[i];
        }
    }
    for (uint32_t i = 0; i < keys_count && done; i++) {
        keys[i] = text + starts[i];
    }
    if (!done || fj_tape_define(e->tape, number, keys, lengths, keys_count) != FJ_OK) {
        throw_memory(env);
    }
    free(keys);
    free(lengths);
    free(starts);
    free(text);
    return NULL;
}

napi_value binding_init_write(napi_env env, napi_value exports, environment *e)
{
    return binding_function(env, exports, "lend", binding_lend, e) &&
                   binding_function(env, exports, "write", binding_write, e) &&
                   binding_function(env, exports, "writeWith", binding_write_with, e) &&
                   binding_function(env, exports, "part", binding_part, e) &&
                   binding_function(env, exports, "isDeep", binding_is_deep, e) &&
                   binding_function(env, exports, "define", binding_define, e)
               ? exports
               : NULL;
}
