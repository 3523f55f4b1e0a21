/*
 * Types: what the types of the host functions have in common.
 *
 * They are made when the library attaches, belong to its module, cannot be subclassed, and take
 * part in garbage collection: an instance may hold callables. The head of an object has 16 bytes,
 * which the attach makes sure of. An instance holds its type, and that the module.
 */
#ifndef FASTJSON_HOSTS_CPYTHON_TYPE_H
#define FASTJSON_HOSTS_CPYTHON_TYPE_H

#include "hosts/cpython.h"

#define CPYTHON_TYPE_FLAGS (PY_TYPE_DEFAULT | PY_TYPE_GC)

#define CPYTHON_SLOT_FUNCTION(number, f)     \
    {                                        \
        number,                              \
        {                                    \
            .function = (py_any_function)(f) \
        }                                    \
    }
#define CPYTHON_SLOT_DATA(number, d) \
    {                                \
        number,                      \
        {                            \
            .data = (d)              \
        }                            \
    }

/* The arguments of a tp_new as the functions have theirs; `values` and `names` are for
 * cpython_arguments_free. false: an exception is set. */
typedef struct cpython_arguments {
    py_object **values;
    py_size count; /* of those without a name */
    py_object *names;
} cpython_arguments;

bool cpython_arguments_open(const cpython *host, py_object *arguments, py_object *keywords,
                            cpython_arguments *out);
void cpython_arguments_free(const cpython *host, cpython_arguments *arguments);

struct cpython_parse_options;

/* The callables of parse options: holding, visiting and dropping them. */
void cpython_parse_hold(const cpython *host, struct cpython_parse_options *options);
int cpython_parse_visit(const struct cpython_parse_options *options, py_visit visit, void *context);
void cpython_parse_drop(const cpython *host, struct cpython_parse_options *options);

/* Makes a type and puts it into the binding's dict. false: an exception is set. */
bool cpython_type_publish(const cpython *host, py_object *module, py_object *names,
                          const char *name, py_type_spec *spec);

/* Drops an instance's memory. All that it held is gone already. */
void cpython_type_free(const cpython *host, py_object *self);

#endif
