/*
 * The CPython module: attaches the library to the interpreter, and is what its functions have as
 * self.
 *
 * In: the dict of the binding. Out: builtin functions and types in it. Their self is a module
 * object whose state is a `cpython`, one for each interpreter: there is nothing global, and
 * pickling a function by its name works as for any builtin. The library stays loaded from then on:
 * functions of it are in the interpreter's hands.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "error.h"
#include "fastjson/hosts.h"
#include "hosts/cpython.h"
#include "hosts/cpython_compact.h"
#include "hosts/cpython_options.h"
#include "memory.h"

/* Where a module object keeps the pointer to its state; proved by attach_proves_state. */
#define MODULE_STATE 32

CPYTHON_INLINE cpython *module_state(const py_object *module)
{
    return (cpython *)(uintptr_t)cpython_word(module, MODULE_STATE);
}

/* ---- the functions ---- */

static const cpython_signature signature_loads = {"loads", {"s", NULL}, 1, EXTRA_NONE};
static const cpython_signature signature_get = {"get", {"data", "pointer"}, 2, EXTRA_SCOPE};
static const cpython_signature signature_unfinished = {
    "loads_unfinished", {"data", NULL}, 1, EXTRA_NONE};
static const cpython_signature signature_validate = {"validate", {"data", NULL}, 1, EXTRA_CHECK};
static const cpython_signature signature_minify = {"minify", {"data", NULL}, 1, EXTRA_CHECK};
static const cpython_signature signature_dumps = {"dumps", {"obj", NULL}, 1, EXTRA_NONE};
static const cpython_signature signature_dumps_bytes = {
    "dumps_bytes", {"obj", NULL}, 1, EXTRA_NONE};
static const cpython_signature signature_lines = {"dumps_lines", {"values", NULL}, 1, EXTRA_NONE};

static py_object *module_loads(py_object *self, py_object *const *arguments, py_size count,
                               py_object *names)
{
    cpython *const host = module_state(self);
    if (CPYTHON_LIKELY(count == 1 && names == NULL)) {
        return cpython_read(host, arguments[0], NULL);
    }
    cpython_parse_options options;
    py_object *text;
    if (!cpython_parse_arguments(host, &signature_loads, arguments, count, names, &text,
                                 &options)) {
        return NULL;
    }
    return cpython_read(host, text, &options);
}

static py_object *module_get(py_object *self, py_object *const *arguments, py_size count,
                             py_object *names)
{
    cpython *const host = module_state(self);
    cpython_parse_options options;
    py_object *subjects[2];
    return cpython_parse_arguments(host, &signature_get, arguments, count, names, subjects,
                                   &options)
               ? cpython_get(host, subjects[0], subjects[1], cpython_parse_used(&options),
                             options.scope)
               : NULL;
}

static py_object *module_unfinished(py_object *self, py_object *const *arguments, py_size count,
                                    py_object *names)
{
    cpython *const host = module_state(self);
    cpython_parse_options options;
    py_object *text;
    return cpython_parse_arguments(host, &signature_unfinished, arguments, count, names, &text,
                                   &options)
               ? cpython_unfinished(host, text, cpython_parse_used(&options))
               : NULL;
}

static py_object *module_validate(py_object *self, py_object *const *arguments, py_size count,
                                  py_object *names)
{
    cpython *const host = module_state(self);
    if (CPYTHON_LIKELY(count == 1 && names == NULL)) {
        return cpython_validate(host, arguments[0], NULL);
    }
    cpython_parse_options options;
    py_object *text;
    return cpython_parse_arguments(host, &signature_validate, arguments, count, names, &text,
                                   &options)
               ? cpython_validate(host, text, cpython_parse_used(&options))
               : NULL;
}

static py_object *module_minify(py_object *self, py_object *const *arguments, py_size count,
                                py_object *names)
{
    cpython *const host = module_state(self);
    if (CPYTHON_LIKELY(count == 1 && names == NULL)) {
        return cpython_minify(host, arguments[0], NULL);
    }
    cpython_parse_options options;
    py_object *text;
    return cpython_parse_arguments(host, &signature_minify, arguments, count, names, &text,
                                   &options)
               ? cpython_minify(host, text, cpython_parse_used(&options))
               : NULL;
}

/* How a value is written: cpython_write both ways, and cpython_write_lines. */
typedef py_object *(*module_writer)(cpython *host, py_object *value,
                                    const cpython_generate_options *options);

static py_object *write_str(cpython *host, py_object *value,
                            const cpython_generate_options *options)
{
    return cpython_write(host, value, options, false);
}

static py_object *write_bytes(cpython *host, py_object *value,
                              const cpython_generate_options *options)
{
    return cpython_write(host, value, options, true);
}

static __attribute__((noinline)) py_object *
module_write_with(cpython *host, const cpython_signature *call, py_object *const *arguments,
                  py_size count, py_object *names, module_writer write)
{
    cpython_generate_options *const options = memory_allocate(sizeof *options);
    if (options == NULL) {
        return host->py.PyErr_NoMemory();
    }
    py_object *value;
    py_object *result = NULL;
    if (cpython_generate_arguments(host, call, arguments, count, names, &value, options)) {
        result = write(host, value, options);
    }
    memory_free(options);
    return result;
}

static py_object *module_dumps(py_object *self, py_object *const *arguments, py_size count,
                               py_object *names)
{
    cpython *const host = module_state(self);
    return CPYTHON_LIKELY(count == 1 && names == NULL)
               ? cpython_write(host, arguments[0], NULL, false)
               : module_write_with(host, &signature_dumps, arguments, count, names, write_str);
}

static py_object *module_dumps_bytes(py_object *self, py_object *const *arguments, py_size count,
                                     py_object *names)
{
    cpython *const host = module_state(self);
    return CPYTHON_LIKELY(count == 1 && names == NULL)
               ? cpython_write(host, arguments[0], NULL, true)
               : module_write_with(host, &signature_dumps_bytes, arguments, count, names,
                                   write_bytes);
}

static py_object *module_dumps_lines(py_object *self, py_object *const *arguments, py_size count,
                                     py_object *names)
{
    cpython *const host = module_state(self);
    return count == 1 && names == NULL ? cpython_write_lines(host, arguments[0], NULL)
                                       : module_write_with(host, &signature_lines, arguments, count,
                                                           names, cpython_write_lines);
}

#define LOADS_OPTIONS                                                                        \
    "*, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, " \
    "object_pairs_hook=None, **options"
#define DUMPS_OPTIONS                                                                         \
    "*, skipkeys=False, ensure_ascii=False, check_circular=True, allow_nan=False, cls=None, " \
    "indent=None, separators=None, default=None, sort_keys=False, **options"

static const py_method module_methods[] = {
    {"loads", module_loads, PY_METHOD_FASTCALL | PY_METHOD_KEYWORDS,
     "loads($module, s, /, " LOADS_OPTIONS ")\n--\n\n"
     "Read one JSON text (RFC 8259) from str, bytes, bytearray or memoryview (UTF-8).\n\n"
     "Returns None, bool, int, float, str, list or dict. Integers are exact, of up to 4,300 "
     "digits\n"
     "unless max_number_digits says otherwise; reals are the nearest double. Of keys that occur "
     "twice\n"
     "the last value counts.\n\n"
     "Options beyond those of json.loads: strict, max_nesting (1024), allow_nan, allow_comments,\n"
     "allow_trailing_comma, allow_control_characters, allow_invalid_escape, duplicate_key "
     "('last',\n"
     "'error'), big_numbers ('double', 'decimal', 'text'), lone_surrogates ('error', 'replace',\n"
     "'keep'), max_input_bytes, max_number_digits, max_string_bytes, max_members.\n\n"
     "Raises JSONDecodeError (a ValueError) for text that is not JSON by the options, TypeError "
     "for\n"
     "other types and unknown options, NotImplementedError for cls."},
    {"dumps", module_dumps, PY_METHOD_FASTCALL | PY_METHOD_KEYWORDS,
     "dumps($module, obj, /, " DUMPS_OPTIONS ")\n--\n\n"
     "Write a value as JSON text (RFC 8259); returns str.\n\n"
     "None, bool, int, float, str, list, tuple, dict and their subclasses have a JSON form; what "
     "has\n"
     "none goes to default. Compact unless indent or separators are given, and non-ASCII text as "
     "it\n"
     "is unless ensure_ascii. Keys that are int, float, bool or None become their text.\n\n"
     "Options beyond those of json.dumps: ascii_only (the same as ensure_ascii), script_safe,\n"
     "canonical (RFC 8785 with exact integers), nan ('error', 'null', 'literal'), lone_surrogates\n"
     "('escape', 'error', 'replace'), strict (default is not asked, keys must be str), "
     "max_nesting\n"
     "(1024), max_output_bytes, space, space_before, object_nl, array_nl.\n\n"
     "Raises JSONEncodeError (a ValueError), which is a TypeError as well for a value or key that "
     "has\n"
     "no JSON form; TypeError for unknown options, NotImplementedError for cls."},
    {"dumps_bytes", module_dumps_bytes, PY_METHOD_FASTCALL | PY_METHOD_KEYWORDS,
     "dumps_bytes($module, obj, /, " DUMPS_OPTIONS ")\n--\n\n"
     "Write a value as JSON text (RFC 8259); returns bytes, in UTF-8. All else as dumps."},
    {"get", module_get, PY_METHOD_FASTCALL | PY_METHOD_KEYWORDS,
     "get($module, data, pointer, /, *, scope='whole', **options)\n--\n\n"
     "The value at a JSON Pointer (RFC 6901) of a text, without making anything of the rest.\n\n"
     "scope: 'whole', all of the text is validated; 'first', it is read up to the end of the "
     "value\n"
     "only, and of keys that stand twice the first counts. Options are those of loads.\n\n"
     "Raises JSONPointerError (a JSONDecodeError and LookupError) when nothing stands there, or "
     "pointer\nis none; JSONDecodeError as loads does."},
    {"loads_unfinished", module_unfinished, PY_METHOD_FASTCALL | PY_METHOD_KEYWORDS,
     "loads_unfinished($module, data, /, **options)\n--\n\n"
     "Read a text that may stop before its end, as a language model emits it.\n\n"
     "Returns a named tuple (value, complete, used): the first `used` bytes of the text, with the\n"
     "quotes and brackets that are missing, are the longest valid text, and value is its value.\n"
     "Of a text of which nothing is left (blank, 'tru', '-') value is None and used 0. Options "
     "are\n"
     "those of loads, and so are the errors of a text that is wrong, not just unfinished."},
    {"validate", module_validate, PY_METHOD_FASTCALL | PY_METHOD_KEYWORDS,
     "validate($module, data, /, **options)\n--\n\n"
     "Check that data is one JSON text (RFC 8259), without making anything of it.\n\n"
     "Takes the options of loads that concern the grammar and the limits. Returns None; raises\n"
     "JSONDecodeError, the same as loads would, or TypeError for other types."},
    {"minify", module_minify, PY_METHOD_FASTCALL | PY_METHOD_KEYWORDS,
     "minify($module, data, /, **options)\n--\n\n"
     "Remove white space (and comments, if allowed) from a JSON text (RFC 8259); all else stays\n"
     "as it is.\n\n"
     "Takes the options of validate, and raises as it does. Returns str for str, else bytes."},
    {"dumps_lines", module_dumps_lines, PY_METHOD_FASTCALL | PY_METHOD_KEYWORDS,
     "dumps_lines($module, values, /, " DUMPS_OPTIONS ")\n--\n\n"
     "Write the values of an iterable one a line (NDJSON); returns str.\n\n"
     "Options are those of dumps, without line ends in the layout; max_output_bytes limits all "
     "lines\ntogether. Raises as dumps does."},
};

#define METHOD_COUNT (sizeof module_methods / sizeof *module_methods)

/* ---- the module ---- */

static void drop_if(const cpython *host, py_object *object)
{
    if (object != NULL) {
        host->py.Py_DecRef(object);
    }
}

/* Called by CPython when the module ends, and by a failed attach for what it had made. */
static void module_release(void *module)
{
    cpython *const host = module_state(module);
    if (host == NULL || host->py.Py_DecRef == NULL) {
        return;
    }
    for (size_t i = 0; host->keys.entries != NULL && i < CPYTHON_KEYS_COUNT; i++) {
        drop_if(host, host->keys.entries[i].object);
    }
    memory_free(host->keys.block);
    host->keys = (cpython_keys){0};
    cpython_shapes_close(host);
    for (size_t i = 0; i < CPYTHON_INTEGER_COUNT; i++) {
        drop_if(host, host->integers[i]);
    }
    for (size_t i = 0; i < CPYTHON_OPTION_NAMES; i++) {
        drop_if(host, host->option_names[i]);
    }
    drop_if(host, host->decode_error);
    drop_if(host, host->encode_error);
    drop_if(host, host->decimal);
    drop_if(host, host->unfinished);
    drop_if(host, host->none);
    drop_if(host, host->yes);
    drop_if(host, host->no);
    memory_free(host->stack);
    fj_buffer_free(&host->output);
}

/* A borrowed callable of the binding becomes a reference of ours. */
static bool take_callable(cpython *host, py_object *names, const char *name, py_object **place)
{
    *place = host->py.PyDict_GetItemString(names, name);
    if (*place == NULL) {
        return false;
    }
    host->py.Py_IncRef(*place);
    return true;
}

static void prepare_keys(cpython *host)
{
    /* Each entry on a cache line of its own. */
    const size_t size = CPYTHON_KEYS_COUNT * sizeof(cpython_key);
    host->keys.block = memory_allocate(size + 63);
    if (host->keys.block != NULL) {
        const uintptr_t start = ((uintptr_t)host->keys.block + 63) & ~(uintptr_t)63;
        host->keys.entries = (cpython_key *)start;
        memset(host->keys.entries, 0, size);
    }
}

static bool prepare_state(cpython *host, py_object *names, uint32_t flags)
{
    host->none = host->py.PyDict_GetItemString(host->py.PyEval_GetBuiltins(), "None");
    if (host->none == NULL) {
        return false;
    }
    host->py.Py_IncRef(host->none);
    host->yes = host->py.PyBool_FromLong(1);
    host->no = host->py.PyBool_FromLong(0);
    if (!take_callable(host, names, "decode_error", &host->decode_error) ||
        !take_callable(host, names, "encode_error", &host->encode_error) ||
        !take_callable(host, names, "decimal", &host->decimal) ||
        !take_callable(host, names, "unfinished", &host->unfinished)) {
        return false;
    }
    for (size_t i = 0; i < CPYTHON_INTEGER_COUNT; i++) {
        host->integers[i] = host->py.PyLong_FromLongLong(CPYTHON_INTEGER_FIRST + (long long)i);
        if (host->integers[i] == NULL) {
            return false;
        }
    }
    if ((flags & FJ_CPYTHON_FUNCTIONS) == 0) {
        cpython_layout_probe(&host->layout, &host->py, host->none);
        host->compact = host->layout.direct && host->layout.dict ? cpython_compact_choose() : NULL;
    }
    host->utf8 = cpython_utf8_choose();
    prepare_keys(host);
    cpython_shapes_open(host);
    return cpython_options_prepare(host);
}

/* Makes the functions and types and puts them into the binding's dict. */
static bool publish(cpython *host, py_object *module, py_object *names)
{
    const cpython_api *const py = &host->py;
    py_object *const module_name = py->PyDict_GetItemString(names, "module");
    py_object *functions[METHOD_COUNT] = {NULL};
    bool good = module_name != NULL;
    for (size_t i = 0; good && i < METHOD_COUNT; i++) {
        functions[i] = py->PyCFunction_NewEx(&module_methods[i], module, module_name);
        good = functions[i] != NULL;
    }
    for (size_t i = 0; good && i < METHOD_COUNT; i++) {
        good = py->PyDict_SetItemString(names, module_methods[i].name, functions[i]) == 0;
    }
    for (size_t i = 0; i < METHOD_COUNT; i++) {
        drop_if(host, functions[i]);
    }
    return good && cpython_coder_publish(host, module, names) &&
           cpython_values_publish(host, module, names) &&
           py->PyDict_SetItemString(names, "direct", host->layout.direct ? host->yes : host->no) ==
               0;
}

/* Keeps this library in the process for good. */
static bool attach_stays(void)
{
    Dl_info info;
    if (dladdr((const void *)module_methods, &info) == 0 || info.dli_fname == NULL) {
        return false;
    }
    return dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE) != NULL;
}

/* Whether an object's head has 16 bytes: a float is that and its double. */
static bool head_is_known(const cpython *host)
{
    py_object *const size = host->py.PyObject_GetAttrString(host->py.PyFloat_Type, "__basicsize__");
    int overflow;
    const bool good = size != NULL && host->py.PyLong_AsLongLongAndOverflow(size, &overflow) ==
                                          (long long)(sizeof(py_object) + sizeof(double));
    if (size != NULL) {
        host->py.Py_DecRef(size);
    }
    host->py.PyErr_Clear();
    return good;
}

/* With the GIL. NULL: it is done; else what went wrong. */
static const char *attach_module(const cpython_api *py, py_object *names, py_object *modules,
                                 uint32_t flags)
{
    if (py->PySys_GetObject("modules") != modules) {
        return "another interpreter than the caller's would be attached to";
    }
    if (!attach_stays()) {
        return "the library cannot keep itself loaded";
    }
    /* CPython writes to the definition and keeps it as long as it likes: it is never freed. There
     * is one for each interpreter that attaches. */
    py_module_definition *const definition = memory_allocate(sizeof *definition);
    if (definition == NULL) {
        return "out of memory";
    }
    memset(definition, 0, sizeof *definition);
    definition->head.references = 1;
    definition->name = "fastjson._host";
    definition->state_size = (py_size)sizeof(cpython);
    definition->release = module_release;
    py_object *const module = py->PyModule_Create2(definition, PY_MODULE_API_VERSION);
    if (module == NULL) {
        py->PyErr_Clear();
        memory_free(definition);
        return "no module object could be made";
    }
    void *const state = py->PyModule_GetState(module);
    if (state == NULL || (const void *)module_state(module) != state) {
        definition->release = NULL;
        py->Py_DecRef(module);
        return "module objects have another layout than is known";
    }
    cpython *const host = state;
    memset(host, 0, sizeof *host);
    host->py = *py;
    if (!head_is_known(host)) {
        py->Py_DecRef(module);
        return "objects have another head than is known";
    }
    const bool good = prepare_state(host, names, flags) && publish(host, module, names);
    if (!good) {
        py->PyErr_Clear();
    }
    py->Py_DecRef(module); /* the functions hold it */
    return good ? NULL : "an object of the binding is missing, or out of memory";
}

int32_t fj_cpython_attach(void *names, void *modules, uint32_t flags, fj_error *error)
{
    if (names == NULL || modules == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "the dict and sys.modules must be given");
    }
    if ((flags & ~(uint32_t)FJ_CPYTHON_FUNCTIONS) != 0) {
        return error_plain(error, FJ_ERROR_OPTION, "an unknown flag");
    }
    cpython_api py;
    const char *const missing = cpython_api_find(&py);
    if (missing != NULL) {
        char detail[96];
        snprintf(detail, sizeof detail, "the process has no %s", missing);
        return error_plain(error, FJ_ERROR_HOST, detail);
    }
    const int lock = py.PyGILState_Ensure();
    const char *const failure = attach_module(&py, names, modules, flags);
    py.PyGILState_Release(lock);
    return failure == NULL ? FJ_OK : error_plain(error, FJ_ERROR_HOST, failure);
}
