/*
 * Environment: its making and unmaking, and the module's entry. See environment.h.
 *
 * Nothing here is global: two environments of one process (workers) share no memory. All that is
 * freed is C's own memory; the shared memory is JavaScript's.
 */
#include "environment.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)              \
    do {                         \
        if ((call) != napi_ok) { \
            return NULL;         \
        }                        \
    } while (0)

napi_value throw_memory(napi_env env)
{
    napi_throw_range_error(env, "ERR_MEMORY_ALLOCATION_FAILED", "libfastjson: not enough memory");
    return NULL;
}

static bool reserve(napi_env env, void **block, size_t *capacity, size_t count, size_t size)
{
    if (count <= *capacity) {
        return true;
    }
    const size_t more = count + count / 8 + 256;
    free(*block);
    *block = more > SIZE_MAX / size ? NULL : malloc(more * size);
    *capacity = *block == NULL ? 0 : more;
    if (*block == NULL) {
        throw_memory(env);
        return false;
    }
    return true;
}

bool environment_reserve_text(napi_env env, environment *e, size_t bytes)
{
    return reserve(env, (void **)&e->text, &e->text_capacity, bytes, 1);
}

bool environment_reserve_units(napi_env env, environment *e, size_t units)
{
    return reserve(env, (void **)&e->units, &e->units_capacity, units, sizeof *e->units);
}

bool environment_text(napi_env env, environment *e, napi_value value, bool is_string,
                      const char **text, size_t *length)
{
    if (is_string) {
        const size_t units = (uint32_t)e->words[HEADER_LENGTH];
        size_t got = 0;
        if (!environment_reserve_units(env, e, units + 1) ||
            !environment_reserve_text(env, e, 3 * units + 16) ||
            napi_get_value_string_utf16(env, value, (char16_t *)e->units, units + 1, &got) !=
                napi_ok) {
            return false;
        }
        *length = units_to_utf8(e->text, e->units, got);
        *text = e->text;
        return true;
    }
    napi_typedarray_type type;
    void *data = NULL;
    napi_value buffer;
    bool owned = false;
    if (napi_get_typedarray_info(env, value, &type, length, &data, &buffer, NULL) != napi_ok ||
        napi_is_arraybuffer(env, buffer, &owned) != napi_ok) {
        napi_throw_type_error(env, NULL, "libfastjson: a Uint8Array is wanted");
        return false;
    }
    *text = data;
    if (__builtin_expect(!owned, 0)) { /* shared memory may change while it is read */
        if (!environment_reserve_text(env, e, *length + 1)) {
            return false;
        }
        memcpy(e->text, data, *length);
        *text = e->text;
    }
    return true;
}

bool environment_any_text(napi_env env, environment *e, napi_value value, const char **text,
                          size_t *length, bool *is_string)
{
    napi_valuetype type;
    size_t units = 0;
    if (napi_typeof(env, value, &type) != napi_ok) {
        return false;
    }
    *is_string = type == napi_string;
    if (*is_string) {
        if (napi_get_value_string_utf16(env, value, NULL, 0, &units) != napi_ok) {
            return false;
        }
        e->words[HEADER_LENGTH] = (int32_t)units;
    }
    return environment_text(env, e, value, *is_string, text, length);
}

void environment_move_error(environment *e, const char *text, size_t start)
{
    fj_error *const error = &e->error;
    uint64_t lines = 0, columns = 0;
    for (size_t i = 0; i < start; i++) {
        lines += text[i] == '\n';
        columns = text[i] == '\n' ? 0 : columns + (((unsigned char)text[i] & 0xC0) != 0x80);
    }
    error->offset += start;
    error->column += error->line == 1 ? columns : 0;
    error->line += lines;
}

static void environment_free(napi_env env, void *data, void *hint)
{
    (void)env, (void)hint;
    environment *const e = data;
    fj_tape_free(e->tape);
    fj_document_free(e->document);
    fj_buffer_free(&e->out);
    free(e->text);
    free(e->units);
    free(e);
}

bool binding_function(napi_env env, napi_value exports, const char *name, napi_callback callback,
                      environment *e)
{
    napi_value function;
    return napi_create_function(env, name, NAPI_AUTO_LENGTH, callback, e, &function) == napi_ok &&
           napi_set_named_property(env, exports, name, function) == napi_ok;
}

/* The path of the library that the linker gave us. */
static const char *library_path(void)
{
    Dl_info info;
    void *symbol = NULL;
    uint32_t (*const function)(void) = fj_abi_version;
    memcpy(&symbol, &function, sizeof symbol);
    return dladdr(symbol, &info) != 0 && info.dli_fname != NULL ? info.dli_fname : "libfastjson.so";
}

static bool export_string(napi_env env, napi_value exports, const char *name, const char *text)
{
    napi_value value;
    return napi_create_string_utf8(env, text, NAPI_AUTO_LENGTH, &value) == napi_ok &&
           napi_set_named_property(env, exports, name, value) == napi_ok;
}

/* NAPI_MODULE_INIT, by hand: its macro declares the functions without prototypes. */
NAPI_MODULE_EXPORT int32_t NODE_API_MODULE_GET_API_VERSION(void);
NAPI_MODULE_EXPORT int32_t NODE_API_MODULE_GET_API_VERSION(void)
{
    return NAPI_VERSION;
}

NAPI_MODULE_EXPORT napi_value NAPI_MODULE_INITIALIZER(napi_env env, napi_value exports);
NAPI_MODULE_EXPORT napi_value NAPI_MODULE_INITIALIZER(napi_env env, napi_value exports)
{
    const uint32_t version = fj_abi_version();
    if (version >> 16 != FJ_ABI_VERSION >> 16 || version < FJ_ABI_VERSION) {
        char message[512];
        snprintf(message, sizeof message, "libfastjson: %s has ABI version %u.%u, %u.%u is needed",
                 library_path(), version >> 16, version & 0xFFFF, (unsigned)FJ_ABI_VERSION >> 16,
                 (unsigned)FJ_ABI_VERSION & 0xFFFF);
        napi_throw_error(env, "ERR_DLOPEN_FAILED", message);
        return NULL;
    }
    environment *const e = calloc(1, sizeof *e);
    if (e == NULL) {
        return throw_memory(env);
    }
    e->tape = fj_tape_new();
    if (e->tape == NULL || napi_set_instance_data(env, e, environment_free, NULL) != napi_ok) {
        fj_tape_free(e->tape);
        free(e);
        return throw_memory(env);
    }
    e->view = fj_tape_look(e->tape);
    e->error.size = sizeof e->error;
    if (!export_string(env, exports, "library", library_path()) ||
        !export_string(env, exports, "version", fj_version())) {
        return NULL;
    }
    CHECK(binding_init_read(env, exports, e) == NULL ? napi_generic_failure : napi_ok);
    CHECK(binding_init_write(env, exports, e) == NULL ? napi_generic_failure : napi_ok);
    CHECK(binding_init_texts(env, exports, e) == NULL ? napi_generic_failure : napi_ok);
    CHECK(binding_init_values(env, exports, e) == NULL ? napi_generic_failure : napi_ok);
    return exports;
}
