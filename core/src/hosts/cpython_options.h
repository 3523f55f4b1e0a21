/*
 * Options: the keyword arguments of the host functions, from one table for each direction.
 *
 * In: the arguments of a call. Out: the core's options, and what only Python has. An argument that
 * is not in the table is a TypeError, a value outside its range a ValueError, and what is known but
 * not served a NotImplementedError: nothing is ignored.
 */
#ifndef FASTJSON_HOSTS_CPYTHON_OPTIONS_H
#define FASTJSON_HOSTS_CPYTHON_OPTIONS_H

#include "hosts/cpython.h"

/* Layout strings may have 256 bytes each by the core's rule, and must outlive the call's objects.
 */
#define CPYTHON_LAYOUT_MAX 256u

typedef struct cpython_parse_options {
    fj_parse_options core;
    /* Callables, NULL if not given. */
    py_object *object_hook;
    py_object *object_pairs_hook;
    py_object *parse_int;
    py_object *parse_float;
    py_object *parse_constant;
    bool calls_back; /* one of them is there */
    bool decimals;   /* big_numbers was "decimal" */
} cpython_parse_options;

typedef struct cpython_generate_options {
    fj_generate_options core;
    py_object *default_; /* NULL if not given */
    bool skip_keys;
    size_t separator_length; /* of an item separator other than ","; 0: none */
    char separator[2 * CPYTHON_LAYOUT_MAX + 1];
    char space[CPYTHON_LAYOUT_MAX]; /* what the core's layout strings point to */
    char space_before[CPYTHON_LAYOUT_MAX];
    char indent[CPYTHON_LAYOUT_MAX];
    char object_nl[CPYTHON_LAYOUT_MAX];
    char array_nl[CPYTHON_LAYOUT_MAX];
} cpython_generate_options;

/* The names of both tables as str objects, for comparing by address. false: an exception is set. */
bool cpython_options_prepare(cpython *host);

/* Reads the arguments of a call: the one positional (or keyword) argument goes to *subject,
 * borrowed. false: an exception is set. */
bool cpython_parse_arguments(cpython *host, py_object *const *arguments, py_size count,
                             py_object *names, py_object **subject, cpython_parse_options *options);
bool cpython_generate_arguments(cpython *host, const char *function, py_object *const *arguments,
                                py_size count, py_object *names, py_object **subject,
                                cpython_generate_options *options);

#endif
