/*
 * Reading into CPython: a sink that makes the interpreter's own objects in one pass over the text.
 *
 * In: bytes, bytearray, memoryview or str, read where it stands. Out: objects. Values wait on a
 * stack until their container ends, which is then made at its final size. The stack owns what is on
 * it; after a failure all of it is given back. The garbage collector is left alone.
 */
#include <string.h>

#include "error.h"
#include "hosts/cpython.h"
#include "hosts/cpython_input.h"
#include "hosts/cpython_options.h"
#include "memory.h"
#include "number/number_read.h"
#include "read/reader.h"

#define STACK_FIRST 1024u

typedef struct cpython_sink {
    cpython *host;
    const cpython_parse_options *options; /* NULL: the defaults */
    py_object **stack;
    py_object **top;
    py_object **limit;
} cpython_sink;

#define READER_SINK cpython_sink

/* ---- the stack ---- */

static __attribute__((noinline)) bool stack_grow(cpython_sink *s)
{
    const size_t used = (size_t)(s->top - s->stack);
    const size_t capacity = used == 0 ? STACK_FIRST : used * 2;
    py_object **const stack =
        memory_resize(s->stack, memory_array_size(capacity, sizeof *s->stack));
    if (stack == NULL) {
        return false;
    }
    s->stack = stack;
    s->top = stack + used;
    s->limit = stack + capacity;
    return true;
}

/* Takes the reference. */
static inline int32_t sink_push(cpython_sink *s, py_object *object)
{
    if (CPYTHON_UNLIKELY(object == NULL)) {
        return FJ_ERROR_HOST;
    }
    if (CPYTHON_UNLIKELY(s->top == s->limit) && !stack_grow(s)) {
        s->host->py.Py_DecRef(object);
        return FJ_ERROR_MEMORY;
    }
    *s->top++ = object;
    return FJ_OK;
}

static void stack_take(cpython_sink *s, cpython *host)
{
    s->stack = host->stack;
    s->top = s->stack;
    s->limit = s->stack + host->stack_capacity;
    host->stack = NULL;
    host->stack_capacity = 0;
}

/* Drops what is left on the stack; keeps its memory for the next call unless another has brought
 * its own back already, or it is too much to keep. */
static void stack_give(cpython_sink *s, cpython *host)
{
    while (s->top > s->stack) {
        host->py.Py_DecRef(*--s->top);
    }
    const size_t capacity = (size_t)(s->limit - s->stack);
    if (host->stack == NULL && capacity * sizeof *s->stack <= CPYTHON_KEPT_BYTES) {
        host->stack = s->stack;
        host->stack_capacity = capacity;
    } else {
        memory_free(s->stack);
    }
}

/* ---- scalars ---- */

static inline int32_t sink_null(cpython_sink *s)
{
    return sink_push(s, cpython_constant(s->host, s->host->none));
}

static inline int32_t sink_boolean(cpython_sink *s, bool value)
{
    return sink_push(s, cpython_constant(s->host, value ? s->host->yes : s->host->no));
}

static inline int32_t sink_int64(cpython_sink *s, int64_t value)
{
    cpython *const host = s->host;
    const uint64_t index = (uint64_t)value - (uint64_t)CPYTHON_INTEGER_FIRST;
    if (index < CPYTHON_INTEGER_COUNT) {
        return sink_push(s, cpython_constant(host, host->integers[index]));
    }
    return sink_push(s, host->py.PyLong_FromLongLong(value));
}

static inline int32_t sink_uint64(cpython_sink *s, uint64_t value)
{
    return sink_push(s, s->host->py.PyLong_FromUnsignedLongLong(value));
}

static __attribute__((noinline)) int32_t sink_call(cpython_sink *s, py_object *callable,
                                                   py_object *argument)
{
    if (argument == NULL) {
        return FJ_ERROR_HOST;
    }
    py_object *const result = s->host->py.PyObject_CallFunctionObjArgs(callable, argument, NULL);
    s->host->py.Py_DecRef(argument);
    return sink_push(s, result);
}

/* NaN and infinities come here as literals only, if there is somebody to be told of them: reals
 * beyond double are text then. */
static __attribute__((noinline)) int32_t sink_constant(cpython_sink *s, double value)
{
    const char *const name = value != value ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
    return sink_call(s, s->options->parse_constant,
                     s->host->py.PyUnicode_FromStringAndSize(name, (py_size)strlen(name)));
}

static inline int32_t sink_double(cpython_sink *s, double value)
{
    if (CPYTHON_UNLIKELY(s->options != NULL) && s->options->parse_constant != NULL &&
        (number_bits_from_double(value) >> 52 & 0x7FF) == 0x7FF) {
        return sink_constant(s, value);
    }
    return sink_push(s, s->host->py.PyFloat_FromDouble(value));
}

static inline int32_t sink_bigint(cpython_sink *s, const char *digits, size_t length)
{
    return sink_push(s, cpython_integer_new(s->host, digits, length));
}

static bool text_is_integer(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '.' || text[i] == 'e' || text[i] == 'E') {
            return false;
        }
    }
    return true;
}

/* A number kept as text: as what is wanted, for a callback, or because only one of the two kinds
 * has one. */
static int32_t sink_decimal(cpython_sink *s, const char *text, size_t length)
{
    cpython *const host = s->host;
    const cpython_parse_options *const options = s->options;
    const bool integer = text_is_integer(text, length);
    py_object *const callable = integer                ? options->parse_int
                                : options->parse_float ? options->parse_float
                                : options->decimals    ? host->decimal
                                                       : NULL;
    if (callable != NULL || options->texts) {
        py_object *const string = host->py.PyUnicode_FromStringAndSize(text, (py_size)length);
        return callable != NULL ? sink_call(s, callable, string) : sink_push(s, string);
    }
    if (integer) {
        return sink_push(s, cpython_integer_new(host, text, length));
    }
    number n;
    number_fault fault;
    if (number_read(text, text + length, &n, &fault) == NULL && !options->core.allow_nan) {
        return FJ_ERROR_NUMBER_OUT_OF_RANGE;
    }
    return sink_push(s, host->py.PyFloat_FromDouble(n.real));
}

/* ---- strings ---- */

static inline int32_t sink_string(cpython_sink *s, const char *bytes, size_t length, uint32_t flags)
{
    return sink_push(s, cpython_string_new(s->host, bytes, length, flags));
}

static __attribute__((noinline)) int32_t sink_key_new(cpython_sink *s, const char *bytes,
                                                      size_t length, uint32_t flags, uint32_t tag)
{
    cpython *const host = s->host;
    py_object *const key = cpython_string_new(host, bytes, length, flags);
    if (key == NULL) {
        return FJ_ERROR_HOST;
    }
    if (tag != 0 && host->keys.entries != NULL) {
        cpython_key *const entry = &host->keys.entries[tag % CPYTHON_KEYS_COUNT];
        if (host->py.PyObject_Hash(key) == -1) {
            host->py.Py_DecRef(key);
            return FJ_ERROR_HOST;
        }
        py_object *const old = entry->object;
        host->py.Py_IncRef(key);
        entry->object = key;
        entry->tag = tag;
        entry->length = (uint32_t)length;
        memcpy(entry->bytes, bytes, length);
        if (old != NULL) {
            host->py.Py_DecRef(old);
        }
    }
    return sink_push(s, key);
}

static inline int32_t sink_key(cpython_sink *s, const char *bytes, size_t length, uint32_t flags)
{
    cpython *const host = s->host;
    uint32_t tag = 0;
    if (CPYTHON_LIKELY((flags & READER_STRING_ASCII) != 0 && length - 1 < CPYTHON_KEY_MAX &&
                       host->keys.entries != NULL)) {
        tag = cpython_key_hash(bytes, length);
        const cpython_key *const entry = &host->keys.entries[tag % CPYTHON_KEYS_COUNT];
        if (CPYTHON_LIKELY(entry->tag == tag && entry->length == length && entry->object != NULL &&
                           cpython_key_equal(entry->bytes, bytes, length))) {
            cpython_hold(host, entry->object);
            return sink_push(s, entry->object);
        }
    }
    return sink_key_new(s, bytes, length, flags, tag);
}

/* ---- containers ---- */

static inline int32_t sink_array_begin(cpython_sink *s)
{
    (void)s;
    return FJ_OK;
}

static inline int32_t sink_array_end(cpython_sink *s, size_t elements)
{
    cpython *const host = s->host;
    py_object *const list = host->py.PyList_New((py_size)elements);
    if (CPYTHON_UNLIKELY(list == NULL)) {
        return FJ_ERROR_HOST;
    }
    s->top -= elements;
    if (CPYTHON_LIKELY(host->layout.direct)) {
        if (elements != 0) {
            memcpy((void *)(uintptr_t)cpython_word(list, 24), s->top, elements * sizeof *s->top);
        }
    } else {
        for (size_t i = 0; i < elements; i++) {
            (void)host->py.PyList_SetItem(list, (py_size)i, s->top[i]); /* cannot fail: in range */
        }
    }
    return sink_push(s, list);
}

static inline int32_t sink_object_begin(cpython_sink *s)
{
    (void)s;
    return FJ_OK;
}

/* The members are on the stack from `members` on. */
static __attribute__((noinline)) int32_t object_pairs(cpython_sink *s, size_t members)
{
    const cpython_api *const py = &s->host->py;
    py_object *const list = py->PyList_New((py_size)members);
    if (list == NULL) {
        return FJ_ERROR_HOST;
    }
    py_object **const first = s->top - 2 * members;
    for (size_t i = 0; i < members; i++) {
        py_object *const pair = py->PyTuple_New(2);
        if (pair == NULL) {
            py->Py_DecRef(list);
            return FJ_ERROR_HOST;
        }
        for (py_size j = 0; j < 2; j++) {
            py->Py_IncRef(first[2 * i + (size_t)j]);
            (void)py->PyTuple_SetItem(pair, j, first[2 * i + (size_t)j]);
        }
        (void)py->PyList_SetItem(list, (py_size)i, pair);
    }
    while (s->top > first) {
        py->Py_DecRef(*--s->top);
    }
    return sink_call(s, s->options->object_pairs_hook, list);
}

static inline int32_t sink_object_end(cpython_sink *s, size_t members)
{
    cpython *const host = s->host;
    if (CPYTHON_UNLIKELY(s->options != NULL) && s->options->object_pairs_hook != NULL &&
        s->options->core.duplicate_key == FJ_DUPLICATE_LAST) {
        return object_pairs(s, members);
    }
    py_object **const first = s->top - 2 * members;
    if (members - CPYTHON_SHAPE_LEAST <= CPYTHON_SHAPE_MOST - CPYTHON_SHAPE_LEAST &&
        host->shapes.entries != NULL &&
        (CPYTHON_LIKELY(s->options == NULL) || s->options->object_pairs_hook == NULL)) {
        py_object *const shaped = cpython_shapes_dict(host, first, members);
        if (shaped != NULL) {
            s->top = first;
            return CPYTHON_UNLIKELY(s->options != NULL) && s->options->object_hook != NULL
                       ? sink_call(s, s->options->object_hook, shaped)
                       : sink_push(s, shaped);
        }
    }
    py_object *const object = host->py.PyDict_New();
    if (CPYTHON_UNLIKELY(object == NULL)) {
        return FJ_ERROR_HOST;
    }
    for (py_object **p = first; p < s->top; p += 2) {
        if (CPYTHON_UNLIKELY(host->py.PyDict_SetItem(object, p[0], p[1]) != 0)) {
            host->py.Py_DecRef(object);
            return FJ_ERROR_HOST;
        }
    }
    if (CPYTHON_UNLIKELY(s->options != NULL)) {
        if (s->options->core.duplicate_key == FJ_DUPLICATE_ERROR &&
            (size_t)host->py.PyDict_Size(object) != members) {
            host->py.Py_DecRef(object);
            return FJ_ERROR_DUPLICATE_KEY;
        }
        if (s->options->object_pairs_hook != NULL) {
            host->py.Py_DecRef(object);
            return object_pairs(s, members);
        }
    }
    while (s->top > first) {
        cpython_drop(host, *--s->top);
    }
    if (CPYTHON_UNLIKELY(s->options != NULL) && s->options->object_hook != NULL) {
        return sink_call(s, s->options->object_hook, object);
    }
    return sink_push(s, object);
}

#include "read/engine.h"

/* ---- a call ---- */

void cpython_read_raise(cpython *host, const fj_error *error, py_object *doc, py_object *values)
{
    const cpython_api *const py = &host->py;
    if (error->code == FJ_ERROR_HOST) {
        return; /* it is set */
    }
    if (error->code == FJ_ERROR_MEMORY) {
        (void)py->PyErr_NoMemory();
        return;
    }
    py_object *const exception = py->PyObject_CallFunction(
        host->decode_error, "issOKKKN", (int)error->code, fj_error_name(error->code),
        error->message, doc, (unsigned long long)error->offset, (unsigned long long)error->line,
        (unsigned long long)error->column,
        py->PyUnicode_FromStringAndSize(error->pointer, (py_size)error->pointer_length));
    if (exception == NULL) {
        return;
    }
    if (values == NULL || py->PyObject_SetAttrString(exception, "values", values) == 0) {
        py->PyErr_SetObject(cpython_type(host, exception), exception);
    }
    py->Py_DecRef(exception);
}

/* One reading: of what, by what, and who is told of a failure. */
typedef struct read_call {
    cpython *host;
    const char *text;
    size_t length;
    const cpython_parse_options *options;
    py_object *doc;   /* not NULL: a failure becomes an exception about it; */
    fj_error *error;  /* else it is told here, unless NULL */
    py_object *value; /* what was read */
} read_call;

/* Cold: it holds an fj_error. */
static __attribute__((noinline, cold)) int32_t read_failed(const read_call *c, const reader *r,
                                                           int32_t code)
{
    fj_error error = {.size = sizeof error};
    if (c->error != NULL) {
        c->error->size = sizeof *c->error;
        return reader_fail(r, code, c->error); /* an earlier fault may be found by it */
    }
    if (c->doc != NULL) {
        (void)reader_fail(r, code, &error);
        cpython_read_raise(c->host, &error, c->doc, NULL);
    }
    return code;
}

static __attribute__((noinline)) int32_t read_run(read_call *c, reader *r)
{
    cpython_sink sink = {.host = c->host, .options = c->options};
    const cpython_parse_options *const options = c->options;
    int32_t code = reader_open(r, c->text, c->length, options != NULL ? &options->core : NULL);
    if (CPYTHON_LIKELY(code == FJ_OK)) {
        stack_take(&sink, c->host);
        if (CPYTHON_UNLIKELY(options != NULL) && options->calls_back) {
            r->strict = false; /* the way for strict texts has its index on the C stack */
        }
        code = engine_run(r, &sink);
        if (CPYTHON_LIKELY(code == FJ_OK)) {
            c->value = *--sink.top;
        } else if (code != FJ_ERROR_HOST) {
            code = read_failed(c, r, code);
        }
        stack_give(&sink, c->host);
    } else {
        code = read_failed(c, r, code);
    }
    reader_close(r);
    return code;
}

/* The reader is on the C stack, in a frame of its own. */
static __attribute__((noinline)) int32_t read_quietly(read_call *c)
{
    reader r;
    return read_run(c, &r);
}

/* With callbacks. They may read again, over and over: nothing large may lie on the C stack. */
static __attribute__((noinline)) int32_t read_calling(read_call *c)
{
    reader *const r = memory_allocate(sizeof *r);
    if (r == NULL) {
        (void)c->host->py.PyErr_NoMemory();
        return FJ_ERROR_HOST;
    }
    const int32_t code = read_run(c, r);
    memory_free(r);
    return code;
}

int32_t cpython_read_span(cpython *host, const char *text, size_t length,
                          const cpython_parse_options *options, py_object **value, fj_error *error)
{
    read_call c = {host, text, length, options, NULL, error, NULL};
    const int32_t code =
        options != NULL && options->calls_back ? read_calling(&c) : read_quietly(&c);
    *value = c.value;
    return code;
}

py_object *cpython_read(cpython *host, py_object *text, const cpython_parse_options *options)
{
    cpython_input in;
    const bool calls_back = options != NULL && options->calls_back;
    read_call c = {host, NULL, 0, options, text, NULL, NULL};
    if (CPYTHON_LIKELY(cpython_input_open(host, text, calls_back, &in))) {
        c.text = in.text;
        c.length = in.length;
        (void)(calls_back ? read_calling(&c) : read_quietly(&c));
    }
    cpython_input_close(host, &in);
    return c.value;
}
