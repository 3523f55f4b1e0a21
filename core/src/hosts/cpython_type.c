/* What the types of the host functions have in common; see cpython_type.h. */
#include "hosts/cpython_type.h"

#include "hosts/cpython_options.h"
#include "memory.h"

/* ---- arguments ---- */

bool cpython_arguments_open(const cpython *host, py_object *arguments, py_object *keywords,
                            cpython_arguments *out)
{
    const cpython_api *const py = &host->py;
    out->names = NULL;
    out->count = py->PyTuple_Size(arguments);
    const py_size named = keywords != NULL ? py->PyDict_Size(keywords) : 0;
    out->values =
        memory_allocate(memory_array_size((size_t)(out->count + named) + 1, sizeof *out->values));
    out->names = py->PyTuple_New(named);
    if (out->values == NULL || out->names == NULL) {
        cpython_arguments_free(host, out);
        (void)py->PyErr_NoMemory();
        return false;
    }
    for (py_size i = 0; i < out->count; i++) {
        out->values[i] = py->PyTuple_GetItem(arguments, i);
    }
    py_size position = 0;
    py_object *name;
    for (py_size i = 0; i < named; i++) {
        if (!py->PyDict_Next(keywords, &position, &name, &out->values[out->count + i])) {
            break;
        }
        py->Py_IncRef(name);
        (void)py->PyTuple_SetItem(out->names, i, name);
    }
    return true;
}

void cpython_arguments_free(const cpython *host, cpython_arguments *arguments)
{
    memory_free(arguments->values);
    if (arguments->names != NULL) {
        host->py.Py_DecRef(arguments->names);
    }
}

/* ---- callables ---- */

enum { CALLABLES = 5 };

static void parse_callables(cpython_parse_options *options, py_object **places[CALLABLES])
{
    places[0] = &options->object_hook;
    places[1] = &options->object_pairs_hook;
    places[2] = &options->parse_int;
    places[3] = &options->parse_float;
    places[4] = &options->parse_constant;
}

void cpython_parse_hold(const cpython *host, cpython_parse_options *options)
{
    py_object **places[CALLABLES];
    parse_callables(options, places);
    for (size_t i = 0; i < CALLABLES; i++) {
        if (*places[i] != NULL) {
            host->py.Py_IncRef(*places[i]);
        }
    }
}

int cpython_parse_visit(const cpython_parse_options *options, py_visit visit, void *context)
{
    py_object *const callables[CALLABLES] = {options->object_hook, options->object_pairs_hook,
                                             options->parse_int, options->parse_float,
                                             options->parse_constant};
    for (size_t i = 0; i < CALLABLES; i++) {
        const int result = callables[i] != NULL ? visit(callables[i], context) : 0;
        if (result != 0) {
            return result;
        }
    }
    return 0;
}

void cpython_parse_drop(const cpython *host, cpython_parse_options *options)
{
    py_object **places[CALLABLES];
    parse_callables(options, places);
    for (size_t i = 0; i < CALLABLES; i++) {
        py_object *const callable = *places[i];
        *places[i] = NULL;
        if (callable != NULL) {
            host->py.Py_DecRef(callable);
        }
    }
}

/* ---- types ---- */

bool cpython_type_publish(const cpython *host, py_object *module, py_object *names,
                          const char *name, py_type_spec *spec)
{
    py_object *const type = host->py.PyType_FromModuleAndSpec(module, spec, NULL);
    if (type == NULL) {
        return false;
    }
    const bool good = host->py.PyDict_SetItemString(names, name, type) == 0;
    host->py.Py_DecRef(type);
    return good;
}

void cpython_type_free(const cpython *host, py_object *self)
{
    /* Copied: the type may be the last to hold the module, which has the state. */
    void (*const drop)(py_object *) = host->py.Py_DecRef;
    py_object *const type = self->type;
    host->py.PyObject_GC_Del(self);
    drop(type);
}
