/*
 * Coders: the types Decoder and Encoder, which keep the options of loads and dumps.
 *
 * In: the keyword arguments, once. Out: objects whose methods are builtins: a call looks at no
 * option, and costs what a call of loads or dumps without options does. A coder cannot be changed
 * and may be used by any thread.
 */
#include "hosts/cpython_options.h"
#include "hosts/cpython_type.h"
#include "memory.h"

typedef struct cpython_decoder {
    py_object head;
    cpython *host;
    const cpython_parse_options *used; /* the next, or NULL: the defaults */
    cpython_parse_options options;
} cpython_decoder;

typedef struct cpython_encoder {
    py_object head;
    cpython *host;
    const cpython_generate_options *used;
    cpython_generate_options options;
} cpython_encoder;

/* ---- Decoder ---- */

static py_object *decoder_new(py_object *type, py_object *arguments, py_object *keywords)
{
    static const cpython_signature call = {"Decoder", {NULL, NULL}, 0, EXTRA_NONE};
    cpython *const host = cpython_api_type_state(type);
    if (host == NULL) {
        return NULL;
    }
    cpython_arguments given;
    if (!cpython_arguments_open(host, arguments, keywords, &given)) {
        return NULL;
    }
    cpython_parse_options options;
    py_object *subject;
    cpython_decoder *self = NULL;
    if (cpython_parse_arguments(host, &call, given.values, given.count, given.names, &subject,
                                &options)) {
        self = (cpython_decoder *)host->py.PyType_GenericAlloc(type, 0);
    }
    if (self != NULL) {
        self->host = host;
        self->options = options;
        self->used = cpython_parse_used(&self->options);
        cpython_parse_hold(host, &self->options);
    }
    cpython_arguments_free(host, &given);
    return (py_object *)self;
}

static int decoder_traverse(py_object *object, py_visit visit, void *context)
{
    const int result = visit(object->type, context);
    return result != 0 ? result
                       : cpython_parse_visit(&((cpython_decoder *)object)->options, visit, context);
}

/* There is none to clear: a callable in use must stay. What holds a coder in a circle of references
 * can be cleared instead: only callables are held, and those are of types that can. */

static void decoder_free(py_object *object)
{
    cpython_decoder *const self = (cpython_decoder *)object;
    cpython *const host = self->host;
    host->py.PyObject_GC_UnTrack(object);
    cpython_parse_drop(host, &self->options);
    cpython_type_free(host, object);
}

static py_object *decoder_loads(py_object *object, py_object *text)
{
    const cpython_decoder *const self = (const cpython_decoder *)object;
    return cpython_read(self->host, text, self->used);
}

#define DECODER_DOCUMENTATION                                                              \
    "($self, s, /)\n--\n\nRead one JSON text by the decoder's options: as fastjson.loads " \
    "does, and raises as it does."

/* CPython keeps the address of methods as long as the type lives: that is for good, as the library
 * stays loaded. The function is cast to the type that a table of methods has; CPython calls it by
 * its own, which the flag names. */
#define ONE(f) (py_function)(py_any_function)(f)

static const py_method decoder_methods[] = {
    {"loads", ONE(decoder_loads), PY_METHOD_ONE, "loads" DECODER_DOCUMENTATION},
    {"decode", ONE(decoder_loads), PY_METHOD_ONE, "decode" DECODER_DOCUMENTATION},
    {NULL, NULL, 0, NULL},
};

static const py_type_slot decoder_slots[] = {
    CPYTHON_SLOT_FUNCTION(PY_SLOT_NEW, decoder_new),
    CPYTHON_SLOT_FUNCTION(PY_SLOT_DEALLOCATE, decoder_free),
    CPYTHON_SLOT_FUNCTION(PY_SLOT_TRAVERSE, decoder_traverse),
    CPYTHON_SLOT_DATA(PY_SLOT_METHODS, decoder_methods),
    CPYTHON_SLOT_DATA(PY_SLOT_DOCUMENTATION,
                      "Decoder(**options)\n--\n\n"
                      "Reads JSON text by options that are looked at once: those of loads.\n\n"
                      "A call of its loads (or decode) costs what fastjson.loads costs without\n"
                      "options. It cannot be changed, and may be used by any thread."),
    {0, {.data = NULL}},
};

/* ---- Encoder ---- */

static py_object *encoder_new(py_object *type, py_object *arguments, py_object *keywords)
{
    static const cpython_signature call = {"Encoder", {NULL, NULL}, 0, EXTRA_NONE};
    cpython *const host = cpython_api_type_state(type);
    if (host == NULL) {
        return NULL;
    }
    cpython_arguments given;
    if (!cpython_arguments_open(host, arguments, keywords, &given)) {
        return NULL;
    }
    /* Reading the options may run somebody's code, which must not see half an encoder. */
    cpython_generate_options *const options = memory_allocate(sizeof *options);
    cpython_encoder *self = NULL;
    py_object *subject;
    if (options == NULL) {
        (void)host->py.PyErr_NoMemory();
    } else if (cpython_generate_arguments(host, &call, given.values, given.count, given.names,
                                          &subject, options)) {
        self = (cpython_encoder *)host->py.PyType_GenericAlloc(type, 0);
    }
    if (self != NULL) {
        self->host = host;
        cpython_generate_copy(&self->options, options);
        self->used = host->py.PyTuple_Size(given.names) != 0 ? &self->options : NULL;
        if (self->options.default_ != NULL) {
            host->py.Py_IncRef(self->options.default_);
        }
    }
    memory_free(options);
    cpython_arguments_free(host, &given);
    return (py_object *)self;
}

static int encoder_traverse(py_object *object, py_visit visit, void *context)
{
    const cpython_encoder *const self = (const cpython_encoder *)object;
    const int result = visit(object->type, context);
    return result != 0 || self->options.default_ == NULL ? result
                                                         : visit(self->options.default_, context);
}

static void encoder_free(py_object *object)
{
    cpython_encoder *const self = (cpython_encoder *)object;
    cpython *const host = self->host;
    host->py.PyObject_GC_UnTrack(object);
    if (self->options.default_ != NULL) {
        host->py.Py_DecRef(self->options.default_);
    }
    cpython_type_free(host, object);
}

static py_object *encoder_dumps(py_object *object, py_object *value)
{
    const cpython_encoder *const self = (const cpython_encoder *)object;
    return cpython_write(self->host, value, self->used, false);
}

static py_object *encoder_dumps_bytes(py_object *object, py_object *value)
{
    const cpython_encoder *const self = (const cpython_encoder *)object;
    return cpython_write(self->host, value, self->used, true);
}

#define ENCODER_DOCUMENTATION(kind)                                                        \
    "($self, obj, /)\n--\n\nWrite a value as JSON text by the encoder's options, as " kind \
    ": as fastjson.dumps does, and raises as it does."

static const py_method encoder_methods[] = {
    {"dumps", ONE(encoder_dumps), PY_METHOD_ONE, "dumps" ENCODER_DOCUMENTATION("str")},
    {"encode", ONE(encoder_dumps), PY_METHOD_ONE, "encode" ENCODER_DOCUMENTATION("str")},
    {"dumps_bytes", ONE(encoder_dumps_bytes), PY_METHOD_ONE,
     "dumps_bytes" ENCODER_DOCUMENTATION("UTF-8 bytes")},
    {NULL, NULL, 0, NULL},
};

static const py_type_slot encoder_slots[] = {
    CPYTHON_SLOT_FUNCTION(PY_SLOT_NEW, encoder_new),
    CPYTHON_SLOT_FUNCTION(PY_SLOT_DEALLOCATE, encoder_free),
    CPYTHON_SLOT_FUNCTION(PY_SLOT_TRAVERSE, encoder_traverse),
    CPYTHON_SLOT_DATA(PY_SLOT_METHODS, encoder_methods),
    CPYTHON_SLOT_DATA(PY_SLOT_DOCUMENTATION,
                      "Encoder(**options)\n--\n\n"
                      "Writes JSON text by options that are looked at once: those of dumps.\n\n"
                      "A call of its dumps (or encode) or dumps_bytes costs no more for having\n"
                      "them. It cannot be changed, and may be used by any thread."),
    {0, {.data = NULL}},
};

/* ---- publishing ---- */

bool cpython_coder_publish(cpython *host, py_object *module, py_object *names)
{
    py_type_spec decoder = {"fastjson.Decoder", (int)sizeof(cpython_decoder), 0, CPYTHON_TYPE_FLAGS,
                            decoder_slots};
    py_type_spec encoder = {"fastjson.Encoder", (int)sizeof(cpython_encoder), 0, CPYTHON_TYPE_FLAGS,
                            encoder_slots};
    return cpython_type_publish(host, module, names, "Decoder", &decoder) &&
           cpython_type_publish(host, module, names, "Encoder", &encoder);
}
