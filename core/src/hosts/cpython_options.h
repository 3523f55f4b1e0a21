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
    bool texts;      /* big_numbers was "text" */
    uint8_t kind;    /* FJ_SEQUENCE_..., of the functions that have it */
    uint8_t scope;   /* FJ_GET_..., of get */
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

/* What a function takes besides the options. */
enum cpython_extra {
    EXTRA_NONE,
    EXTRA_KIND,        /* "values", "lines" */
    EXTRA_STREAM_KIND, /* "one" as well; may be positional */
    EXTRA_SCOPE,
    EXTRA_CHECK, /* none; and of the options those alone that concern the grammar and the limits */
};

typedef struct cpython_signature {
    const char *function;
    const char
        *subjects[2]; /* the names of the arguments that may be positional, and must be given */
    uint8_t subject_count;
    uint8_t extra; /* EXTRA_... */
} cpython_signature;

/* Reads the arguments of a call: as many as there are subjects go to subjects[], borrowed, the
 * options into a struct that is all theirs to fill. false: an exception is set. */
bool cpython_parse_arguments(cpython *host, const cpython_signature *call,
                             py_object *const *arguments, py_size count, py_object *names,
                             py_object **subjects, cpython_parse_options *options);
bool cpython_generate_arguments(cpython *host, const cpython_signature *call,
                                py_object *const *arguments, py_size count, py_object *names,
                                py_object **subjects, cpython_generate_options *options);

/* Copies options, whose layout strings may lie in the struct itself. */
void cpython_generate_copy(cpython_generate_options *copy, const cpython_generate_options *options);

/* The options themselves, or NULL if they say what the defaults say: that way is quicker. */
const cpython_parse_options *cpython_parse_used(const cpython_parse_options *options);

/* What the core's own readings of a text are to be given, so that they accept what we do: reals
 * that are kept as text only for our own sake must still be doubles. NULL is the defaults. */
fj_parse_options cpython_parse_judging(const cpython_parse_options *options);

#endif
