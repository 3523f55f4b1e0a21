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

/* A number kept as text: for a callback, or because only one of the two kinds has one. */
static int32_t sink_decimal(cpython_sink *s, const char *text, size_t length)
{
    cpython *const host = s->host;
    const cpython_parse_options *const options = s->options;
    const bool integer = text_is_integer(text, length);
    py_object *const callable = integer                ? options->parse_int
                                : options->parse_float ? options->parse_float
                                : options->decimals    ? host->decimal
                                                       : NULL;
    if (callable != NULL) {
        return sink_call(s, callable, host->py.PyUnicode_FromStringAndSize(text, (py_size)length));
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
    py_object *const object = host->py.PyDict_New();
    if (CPYTHON_UNLIKELY(object == NULL)) {
        return FJ_ERROR_HOST;
    }
    py_object **const first = s->top - 2 * members;
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

/* ---- the text ---- */

typedef struct input {
    const char *text;
    size_t length;
    py_object *owner; /* a reference of ours to a copy, or NULL */
    bool exported;    /* the buffer is to be released */
    py_buffer buffer;
} input;

static bool input_from_bytes(const cpython *host, py_object *bytes, input *in)
{
    char *text;
    py_size length;
    if (host->py.PyBytes_AsStringAndSize(bytes, &text, &length) != 0) {
        return false;
    }
    in->text = text;
    in->length = (size_t)length;
    return true;
}

/* Not ASCII, or a subclass. A lone surrogate is encoded all the same, so that the reader finds it,
 * and says where it is. */
static bool input_from_str(const cpython *host, py_object *string, input *in)
{
    const cpython_api *const py = &host->py;
    in->owner = py->PyUnicode_AsUTF8String(string);
    if (in->owner == NULL) {
        if (!py->PyErr_ExceptionMatches(py->PyExc_UnicodeEncodeError)) {
            return false;
        }
        py->PyErr_Clear();
        in->owner = py->PyUnicode_AsEncodedString(string, "utf-8", "surrogatepass");
        if (in->owner == NULL) {
            return false;
        }
    }
    return input_from_bytes(host, in->owner, in);
}

/* What can change is copied if anybody's code may run meanwhile: that of callbacks, or,
 * before 3.12, where making an object may collect garbage, that of finalizers. */
static bool input_from_buffer(const cpython *host, py_object *object, bool copied, input *in)
{
    const cpython_api *const py = &host->py;
    if (py->PyObject_GetBuffer(object, &in->buffer, 0) != 0) {
        return false;
    }
    if (copied) {
        in->owner = py->PyBytes_FromStringAndSize(in->buffer.data, in->buffer.length);
        py->PyBuffer_Release(&in->buffer);
        return in->owner != NULL && input_from_bytes(host, in->owner, in);
    }
    in->exported = true;
    in->text = in->buffer.data;
    in->length = (size_t)in->buffer.length;
    return true;
}

static bool input_is(const cpython *host, py_object *type, py_object *of)
{
    return type == of || host->py.PyType_IsSubtype(type, of);
}

static bool input_open(const cpython *host, py_object *object, bool calls_back, input *in)
{
    const cpython_layout *const layout = &host->layout;
    py_object *const type = cpython_type(host, object);
    in->owner = NULL;
    in->exported = false;
    if (layout->direct && type == host->py.PyUnicode_Type) {
        const uint32_t wanted = layout->str_compact | layout->str_ascii;
        if (((uint32_t)cpython_word(object, 32) & wanted) == wanted) {
            in->text = (const char *)object + layout->ascii_data;
            in->length = (size_t)cpython_word(object, 16);
            return true;
        }
    }
    if (input_is(host, type, host->py.PyBytes_Type)) {
        return input_from_bytes(host, object, in);
    }
    if (input_is(host, type, host->py.PyUnicode_Type)) {
        return input_from_str(host, object, in);
    }
    if (input_is(host, type, host->py.PyByteArray_Type) || type == host->py.PyMemoryView_Type) {
        return input_from_buffer(host, object, calls_back || !host->layout.immortal, in);
    }
    py_object *const name = host->py.PyObject_GetAttrString(type, "__name__");
    if (name != NULL) {
        (void)host->py.PyErr_Format(
            host->py.PyExc_TypeError,
            "the JSON object must be str, bytes, bytearray or memoryview, not %S", name);
        host->py.Py_DecRef(name);
    }
    return false;
}

static void input_close(const cpython *host, input *in)
{
    if (in->exported) {
        host->py.PyBuffer_Release(&in->buffer);
    }
    if (in->owner != NULL) {
        host->py.Py_DecRef(in->owner);
    }
}

/* ---- a call ---- */

/* Sets the exception that the binding makes of an error. Cold: it holds an fj_error. */
static __attribute__((noinline, cold)) void read_raise(cpython *host, const reader *r, int32_t code,
                                                       py_object *doc)
{
    const cpython_api *const py = &host->py;
    if (code == FJ_ERROR_HOST) {
        return; /* it is set */
    }
    fj_error error = {.size = sizeof error};
    code = reader_fail(r, code, &error); /* an earlier fault may be found by it */
    if (code == FJ_ERROR_MEMORY) {
        (void)py->PyErr_NoMemory();
        return;
    }
    py_object *const exception = py->PyObject_CallFunction(
        host->decode_error, "issOKKKN", (int)code, fj_error_name(code), error.message, doc,
        (unsigned long long)error.offset, (unsigned long long)error.line,
        (unsigned long long)error.column,
        py->PyUnicode_FromStringAndSize(error.pointer, (py_size)error.pointer_length));
    if (exception != NULL) {
        py->PyErr_SetObject(cpython_type(host, exception), exception);
        py->Py_DecRef(exception);
    }
}

static __attribute__((noinline)) py_object *read_input(cpython *host, reader *r, const input *in,
                                                       py_object *doc,
                                                       const cpython_parse_options *options)
{
    cpython_sink sink = {.host = host, .options = options};
    int32_t code = reader_open(r, in->text, in->length, options != NULL ? &options->core : NULL);
    py_object *result = NULL;
    if (CPYTHON_LIKELY(code == FJ_OK)) {
        stack_take(&sink, host);
        if (CPYTHON_UNLIKELY(options != NULL) && options->calls_back) {
            r->strict = false; /* the way for strict texts has its index on the C stack */
        }
        code = engine_run(r, &sink);
        if (CPYTHON_LIKELY(code == FJ_OK)) {
            result = *--sink.top;
        } else {
            read_raise(host, r, code, doc);
        }
        stack_give(&sink, host);
    } else {
        read_raise(host, r, code, doc);
    }
    reader_close(r);
    return result;
}

/* The reader is on the C stack, in a frame of its own. */
static __attribute__((noinline)) py_object *
read_quietly(cpython *host, const input *in, py_object *doc, const cpython_parse_options *options)
{
    reader r;
    return read_input(host, &r, in, doc, options);
}

/* With callbacks. They may read again, over and over: nothing large may lie on the C stack. */
static __attribute__((noinline)) py_object *
read_calling(cpython *host, const input *in, py_object *doc, const cpython_parse_options *options)
{
    reader *const r = memory_allocate(sizeof *r);
    if (r == NULL) {
        return host->py.PyErr_NoMemory();
    }
    py_object *const result = read_input(host, r, in, doc, options);
    memory_free(r);
    return result;
}

py_object *cpython_read(cpython *host, py_object *text, const cpython_parse_options *options)
{
    input in;
    const bool calls_back = options != NULL && options->calls_back;
    py_object *result = NULL;
    if (CPYTHON_LIKELY(input_open(host, text, calls_back, &in))) {
        result = calls_back ? read_calling(host, &in, text, options)
                            : read_quietly(host, &in, text, options);
    }
    input_close(host, &in);
    return result;
}
