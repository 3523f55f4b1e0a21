/*
 * Several values: the types loads_many (values of a text that is there) and Stream (of one that
 * comes in pieces).
 *
 * In: a text, or pieces. Out: objects, read straight from the text; offsets and faults as the core
 * has them (stream/sequence.h), which finds where each value lies. A fault's exception has the
 * place in the whole text.
 */
#include <string.h>

#include "error.h"
#include "hosts/cpython_input.h"
#include "hosts/cpython_options.h"
#include "hosts/cpython_type.h"
#include "stream/sequence.h"

/* What the core's readers are given as context: reads a value into an object. An exception that is
 * set ends the reading from outside: for the core the value was read. */
typedef struct values_reader {
    cpython *host;
    const cpython_parse_options *used; /* NULL: the defaults */
    py_object *value;                  /* the latest; NULL: none, or `raised` */
    bool raised;
    bool running; /* callbacks must not come back in */
    fj_error error;
} values_reader;

static int32_t values_read(void *context, const char *text, size_t length)
{
    values_reader *const r = context;
    cpython_parse_options own;
    const cpython_parse_options *options = r->used;
    if (options != NULL && options->core.max_input_bytes != 0) {
        own = *options; /* the core has looked at it, by its own rules */
        own.core.max_input_bytes = 0;
        options = &own;
    }
    const int32_t code = cpython_read_span(r->host, text, length, options, &r->value, NULL);
    r->raised = code == FJ_ERROR_HOST;
    return r->raised ? FJ_OK : code;
}

/* false: an exception is set. */
static bool values_enter(values_reader *r)
{
    if (r->running) {
        r->host->py.PyErr_SetString(r->host->py.PyExc_ValueError, "already reading");
        return false;
    }
    r->running = true;
    r->raised = false;
    r->value = NULL;
    r->error.size = sizeof r->error;
    return true;
}

/* A value that the core took for read was refused all the same: it cannot be, unless reading and
 * judging part. */
static bool values_missing(values_reader *r)
{
    if (r->value != NULL || r->raised) {
        return false;
    }
    (void)error_plain(&r->error, FJ_ERROR_STATE, "a value was read, and refused");
    return true;
}

/* ---- loads_many ---- */

typedef struct cpython_values {
    py_object head;
    values_reader reader;
    py_object *doc;
    cpython_input in;
    sequence_rules rules;
    fj_sequence sequence;
    cpython_parse_options options;
} cpython_values;

static void many_prepare(cpython_values *self, cpython *host, py_object *doc,
                         const cpython_parse_options *options, const cpython_input *in,
                         const sequence_rules *rules)
{
    self->reader.host = host;
    self->options = *options;
    self->reader.used = cpython_parse_used(&self->options);
    cpython_parse_hold(host, &self->options);
    host->py.Py_IncRef(doc);
    self->doc = doc;
    self->in = *in;
    self->rules = *rules;
    self->rules.reader = values_read;
    self->rules.context = &self->reader;
}

static py_object *many_make(cpython *host, py_object *type, py_object *doc,
                            const cpython_parse_options *options)
{
    const fj_sequence_options kind = {.size = sizeof kind, .kind = options->kind};
    const fj_parse_options judging = cpython_parse_judging(options);
    fj_error error = {.size = sizeof error};
    sequence_rules rules;
    if (sequence_rules_open(&rules, &kind, &judging, &error) != FJ_OK) {
        cpython_read_raise(host, &error, doc, NULL);
        return NULL;
    }
    cpython_input in;
    cpython_values *self = NULL;
    if (cpython_input_open(host, doc, options->calls_back, &in)) {
        self = (cpython_values *)host->py.PyType_GenericAlloc(type, 0);
    }
    if (self == NULL) {
        cpython_input_close(host, &in);
        return NULL;
    }
    many_prepare(self, host, doc, options, &in, &rules);
    return (py_object *)self;
}

static py_object *many_new(py_object *type, py_object *arguments, py_object *keywords)
{
    static const cpython_signature call = {"loads_many", {"data", NULL}, 1, EXTRA_KIND};
    cpython *const host = cpython_api_type_state(type);
    cpython_arguments given;
    if (host == NULL || !cpython_arguments_open(host, arguments, keywords, &given)) {
        return NULL;
    }
    cpython_parse_options options;
    py_object *doc;
    py_object *self = NULL;
    if (cpython_parse_arguments(host, &call, given.values, given.count, given.names, &doc,
                                &options)) {
        self = many_make(host, type, doc, &options);
    }
    cpython_arguments_free(host, &given);
    return self;
}

static int many_traverse(py_object *object, py_visit visit, void *context)
{
    const cpython_values *const self = (const cpython_values *)object;
    int result = visit(object->type, context);
    if (result == 0 && self->doc != NULL) {
        result = visit(self->doc, context);
    }
    return result != 0 ? result : cpython_parse_visit(&self->options, visit, context);
}

static void many_free(py_object *object)
{
    cpython_values *const self = (cpython_values *)object;
    cpython *const host = self->reader.host;
    host->py.PyObject_GC_UnTrack(object);
    cpython_input_close(host, &self->in);
    host->py.Py_DecRef(self->doc);
    cpython_parse_drop(host, &self->options);
    cpython_type_free(host, object);
}

static py_object *many_iter(py_object *object)
{
    ((cpython_values *)object)->reader.host->py.Py_IncRef(object);
    return object;
}

static py_object *many_next(py_object *object)
{
    cpython_values *const self = (cpython_values *)object;
    values_reader *const r = &self->reader;
    if (!values_enter(r)) {
        return NULL;
    }
    fj_document *none = NULL;
    const int32_t code = sequence_next(&self->rules, self->in.text, self->in.length,
                                       &self->sequence, &none, &r->error);
    r->running = false;
    if (code == FJ_END) {
        return NULL;
    }
    if (code != FJ_OK || values_missing(r)) {
        cpython_read_raise(r->host, &r->error, self->doc, NULL);
        return NULL;
    }
    return r->value;
}

static py_object *many_offset(py_object *object, void *closure)
{
    (void)closure;
    const cpython_values *const self = (const cpython_values *)object;
    return self->reader.host->py.PyLong_FromUnsignedLongLong(self->sequence.offset);
}

static const py_attribute many_attributes[] = {
    {"offset", many_offset, NULL,
     "Where the next value is looked for, in bytes of UTF-8: after a value the byte behind it, or\n"
     "with kind='lines' the next line.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static const py_type_slot many_slots[] = {
    CPYTHON_SLOT_FUNCTION(PY_SLOT_NEW, many_new),
    CPYTHON_SLOT_FUNCTION(PY_SLOT_DEALLOCATE, many_free),
    CPYTHON_SLOT_FUNCTION(PY_SLOT_TRAVERSE, many_traverse),
    CPYTHON_SLOT_FUNCTION(PY_SLOT_ITER, many_iter),
    CPYTHON_SLOT_FUNCTION(PY_SLOT_NEXT, many_next),
    CPYTHON_SLOT_DATA(PY_SLOT_ATTRIBUTES, many_attributes),
    CPYTHON_SLOT_DATA(
        PY_SLOT_DOCUMENTATION,
        "loads_many(data, *, kind='values', **options)\n--\n\n"
        "Read the values of one text one after the other: an iterator, with `offset`.\n\n"
        "kind: 'values', with white space between them, or touching where it is clear that one\n"
        "ends; 'lines', one a line (NDJSON). Options are those of loads; max_input_bytes limits\n"
        "each value. A JSONDecodeError has its place in the whole text; after one 'lines' goes on\n"
        "with the next line."),
    {0, {.data = NULL}},
};

/* ---- Stream ---- */

typedef struct cpython_stream {
    py_object head;
    values_reader reader;
    fj_stream *stream;
    py_object *rest;   /* bytes of a piece that were not taken, or NULL */
    py_object *values; /* read, but not given: a callback raised after them; or NULL */
    cpython_parse_options options;
} cpython_stream;

static py_object *stream_type_new(py_object *type, py_object *arguments, py_object *keywords)
{
    static const cpython_signature call = {"Stream", {NULL, NULL}, 0, EXTRA_STREAM_KIND};
    cpython *const host = cpython_api_type_state(type);
    cpython_arguments given;
    if (host == NULL || !cpython_arguments_open(host, arguments, keywords, &given)) {
        return NULL;
    }
    cpython_parse_options options;
    py_object *subject;
    const bool good = cpython_parse_arguments(host, &call, given.values, given.count, given.names,
                                              &subject, &options);
    fj_stream *stream = NULL;
    cpython_stream *self = NULL;
    if (good) {
        const fj_sequence_options kind = {.size = sizeof kind, .kind = options.kind};
        const fj_parse_options judging = cpython_parse_judging(&options);
        fj_error error = {.size = sizeof error};
        if (fj_stream_new(&kind, &judging, &stream, &error) != FJ_OK) {
            cpython_read_raise(host, &error, host->none, NULL);
        } else {
            self = (cpython_stream *)host->py.PyType_GenericAlloc(type, 0);
        }
    }
    if (self != NULL) {
        self->reader.host = host;
        self->options = options;
        self->reader.used = cpython_parse_used(&self->options);
        cpython_parse_hold(host, &self->options);
        self->stream = stream;
        stream_set_reader(stream, values_read, &self->reader);
    } else {
        fj_stream_free(stream);
    }
    cpython_arguments_free(host, &given);
    return (py_object *)self;
}

static int stream_traverse(py_object *object, py_visit visit, void *context)
{
    const cpython_stream *const self = (const cpython_stream *)object;
    int result = visit(object->type, context);
    if (result == 0 && self->values != NULL) {
        result = visit(self->values, context);
    }
    return result != 0 ? result : cpython_parse_visit(&self->options, visit, context);
}

static void drop_at(const cpython *host, py_object **at)
{
    py_object *const object = *at;
    *at = NULL;
    if (object != NULL) {
        host->py.Py_DecRef(object);
    }
}

static void stream_type_free(py_object *object)
{
    cpython_stream *const self = (cpython_stream *)object;
    cpython *const host = self->reader.host;
    host->py.PyObject_GC_UnTrack(object);
    fj_stream_free(self->stream);
    drop_at(host, &self->rest);
    drop_at(host, &self->values);
    cpython_parse_drop(host, &self->options);
    cpython_type_free(host, object);
}

/* Takes the value that was just read into the list. false: an exception is set. */
static bool stream_take(cpython_stream *self, py_object *list)
{
    values_reader *const r = &self->reader;
    if (r->raised) {
        return false;
    }
    const bool good = r->host->py.PyList_Append(list, r->value) == 0;
    drop_at(r->host, &r->value);
    return good;
}

/* What the stream makes of a text. FJ_MORE: all of it was taken. */
static int32_t stream_run(cpython_stream *self, py_object *list, const char *text, size_t length,
                          size_t *taken)
{
    values_reader *const r = &self->reader;
    fj_document *none = NULL;
    size_t used;
    int32_t code;
    *taken = 0;
    do {
        r->raised = false;
        r->value = NULL;
        code =
            fj_stream_read(self->stream, text + *taken, length - *taken, &used, &none, &r->error);
        *taken += used;
        if (code == FJ_OK && (values_missing(r) || !stream_take(self, list))) {
            return r->raised ? FJ_ERROR_HOST : r->error.code;
        }
    } while (code == FJ_OK);
    return code;
}

/* Keeps what was not taken, and says what went wrong. */
static void stream_failed_at(cpython_stream *self, py_object *list, const char *rest, size_t length,
                             int32_t code)
{
    cpython *const host = self->reader.host;
    if (code != FJ_ERROR_HOST) {
        self->reader.error.code = code;
        cpython_read_raise(host, &self->reader.error, host->none, list);
    } else {
        host->py.Py_IncRef(list);
        self->values = list;
    }
    if (length != 0) {
        /* Not a call that could meet the exception that is set. */
        self->rest = host->py.PyBytes_FromStringAndSize(rest, (py_size)length);
    }
}

/* What an earlier call left. true: all of it was taken. */
static bool stream_run_rest(cpython_stream *self, py_object *list)
{
    if (self->rest == NULL) {
        return true;
    }
    const cpython_api *const py = &self->reader.host->py;
    py_object *const rest = self->rest;
    self->rest = NULL;
    char *text;
    py_size length;
    size_t taken = 0;
    int32_t code = FJ_ERROR_HOST;
    if (py->PyBytes_AsStringAndSize(rest, &text, &length) == 0) {
        code = stream_run(self, list, text, (size_t)length, &taken);
        if (code != FJ_MORE) {
            stream_failed_at(self, list, text + taken, (size_t)length - taken, code);
        }
    }
    py->Py_DecRef(rest);
    return code == FJ_MORE;
}

/* The list that a call gives: new, or what was kept. NULL: an exception is set. */
static py_object *stream_list(cpython_stream *self)
{
    py_object *const kept = self->values;
    self->values = NULL;
    return kept != NULL ? kept : self->reader.host->py.PyList_New(0);
}

/* Puts a piece behind the rest of those before it. */
static void stream_keep(cpython_stream *self, const cpython_input *in)
{
    const cpython_api *const py = &self->reader.host->py;
    py_object *const more = py->PyBytes_FromStringAndSize(in->text, (py_size)in->length);
    py_object *const rest = self->rest;
    self->rest = more != NULL ? py->PyNumber_Add(rest, more) : rest;
    if (more != NULL) {
        py->Py_DecRef(rest);
        py->Py_DecRef(more);
    }
}

static py_object *stream_feed(py_object *object, py_object *piece)
{
    cpython_stream *const self = (cpython_stream *)object;
    values_reader *const r = &self->reader;
    cpython *const host = r->host;
    if (!values_enter(r)) {
        return NULL;
    }
    cpython_input in;
    py_object *const list =
        cpython_input_open(host, piece, self->options.calls_back, &in) ? stream_list(self) : NULL;
    bool good = list != NULL && stream_run_rest(self, list);
    if (good) {
        size_t taken;
        const int32_t code = stream_run(self, list, in.text, in.length, &taken);
        good = code == FJ_MORE;
        if (!good) {
            stream_failed_at(self, list, in.text + taken, in.length - taken, code);
        }
    } else if (list != NULL && self->rest != NULL) {
        py_object *exception[3];
        host->py.PyErr_Fetch(&exception[0], &exception[1], &exception[2]);
        stream_keep(self, &in);
        host->py.PyErr_Restore(exception[0], exception[1], exception[2]);
    }
    cpython_input_close(host, &in);
    r->running = false;
    if (!good && list != NULL) {
        host->py.Py_DecRef(list);
    }
    return good ? list : NULL;
}

static int32_t stream_run_end(cpython_stream *self, py_object *list)
{
    values_reader *const r = &self->reader;
    fj_document *none = NULL;
    int32_t code;
    do {
        r->raised = false;
        r->value = NULL;
        code = fj_stream_finish(self->stream, &none, &r->error);
        if (code == FJ_OK && (values_missing(r) || !stream_take(self, list))) {
            return r->raised ? FJ_ERROR_HOST : r->error.code;
        }
    } while (code == FJ_OK);
    return code;
}

static py_object *stream_finish(py_object *object, py_object *nothing)
{
    (void)nothing;
    cpython_stream *const self = (cpython_stream *)object;
    values_reader *const r = &self->reader;
    if (!values_enter(r)) {
        return NULL;
    }
    py_object *const list = stream_list(self);
    bool good = list != NULL && stream_run_rest(self, list);
    if (good) {
        const int32_t code = stream_run_end(self, list);
        good = code == FJ_END;
        if (!good) {
            stream_failed_at(self, list, NULL, 0, code);
        }
    }
    r->running = false;
    if (!good && list != NULL) {
        r->host->py.Py_DecRef(list);
    }
    return good ? list : NULL;
}

static py_object *stream_offset(py_object *object, void *closure)
{
    (void)closure;
    const cpython_stream *const self = (const cpython_stream *)object;
    return self->reader.host->py.PyLong_FromUnsignedLongLong(fj_stream_offset(self->stream));
}

#define METHOD(f) (py_function)(py_any_function)(f)

static const py_method stream_methods[] = {
    {"feed", METHOD(stream_feed), PY_METHOD_ONE,
     "feed($self, piece, /)\n--\n\n"
     "Take the next piece of the text, cut anywhere; returns the list of values that it ends.\n\n"
     "A JSONDecodeError has its place in the whole text, and as `values` the list of those before "
     "the\nfault. After one kind='lines' goes on with the next line at the next call; any other "
     "kind\nraises the same again."},
    {"finish", METHOD(stream_finish), PY_METHOD_NONE,
     "finish($self, /)\n--\n\n"
     "Say that the text has ended; returns the list of values that are left. Raises as feed does."},
    {NULL, NULL, 0, NULL},
};

static const py_attribute stream_attributes[] = {
    {"offset", stream_offset, NULL,
     "Of the value given last, in bytes of UTF-8 from the beginning of the whole text: the byte\n"
     "behind it, or with kind='lines' the next line.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static const py_type_slot stream_slots[] = {
    CPYTHON_SLOT_FUNCTION(PY_SLOT_NEW, stream_type_new),
    CPYTHON_SLOT_FUNCTION(PY_SLOT_DEALLOCATE, stream_type_free),
    CPYTHON_SLOT_FUNCTION(PY_SLOT_TRAVERSE, stream_traverse),
    CPYTHON_SLOT_DATA(PY_SLOT_METHODS, stream_methods),
    CPYTHON_SLOT_DATA(PY_SLOT_ATTRIBUTES, stream_attributes),
    CPYTHON_SLOT_DATA(
        PY_SLOT_DOCUMENTATION,
        "Stream(kind='values', **options)\n--\n\n"
        "Reads values from a text that comes in pieces, cut anywhere.\n\n"
        "kind: 'values' or 'lines' as for loads_many, or 'one': one value and nothing else. "
        "Options\n"
        "are those of loads. Values, errors and places are those of the whole text in one piece."),
    {0, {.data = NULL}},
};

/* ---- publishing ---- */

bool cpython_values_publish(cpython *host, py_object *module, py_object *names)
{
    py_type_spec many = {"fastjson.loads_many", (int)sizeof(cpython_values), 0, CPYTHON_TYPE_FLAGS,
                         many_slots};
    py_type_spec stream = {"fastjson.Stream", (int)sizeof(cpython_stream), 0, CPYTHON_TYPE_FLAGS,
                           stream_slots};
    return cpython_type_publish(host, module, names, "loads_many", &many) &&
           cpython_type_publish(host, module, names, "Stream", &stream);
}
