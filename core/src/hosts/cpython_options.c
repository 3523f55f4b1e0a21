/* The keyword arguments of the host functions; see cpython_options.h. */
#include "hosts/cpython_options.h"

#include <string.h>

#include "write/writer.h"

enum option_kind {
    OPTION_FLAG,     /* truth, into a byte */
    OPTION_NOT_FLAG, /* its opposite */
    OPTION_NESTING,  /* 0 or None: no limit; into 32 bits, where that is FJ_UNLIMITED */
    OPTION_LIMIT,    /* 0 or None: no limit; into 64 bits, where that is UINT64_MAX */
    OPTION_CHOICE,   /* a name, its index into a byte */
    OPTION_NAN,      /* allow_nan of generating: "literal" or "error" */
    OPTION_LAYOUT,   /* white space */
    OPTION_CALLABLE, /* or None */
    OPTION_INDENT,
    OPTION_SEPARATORS,
    OPTION_ANY,   /* whatever it is, nothing changes: what it asks for is always so */
    OPTION_UNSET, /* None only: not served */
};

typedef struct option {
    const char *name;
    uint8_t kind;
    uint16_t offset;  /* of the value */
    uint16_t storage; /* layout: of the bytes */
    const char *choices[4];
} option;

#define PARSE(field) offsetof(cpython_parse_options, field)
#define GENERATE(field) offsetof(cpython_generate_options, field)

static const option parse_table[] = {
    {"object_hook", OPTION_CALLABLE, PARSE(object_hook), 0, {0}},
    {"object_pairs_hook", OPTION_CALLABLE, PARSE(object_pairs_hook), 0, {0}},
    {"parse_float", OPTION_CALLABLE, PARSE(parse_float), 0, {0}},
    {"parse_int", OPTION_CALLABLE, PARSE(parse_int), 0, {0}},
    {"parse_constant", OPTION_CALLABLE, PARSE(parse_constant), 0, {0}},
    {"cls", OPTION_UNSET, 0, 0, {0}},
    {"big_numbers", OPTION_CHOICE, PARSE(core.big_numbers), 0, {"double", "decimal", "text"}},
    {"strict", OPTION_NOT_FLAG, PARSE(core.allow_control_characters), 0, {0}},
    {"max_nesting", OPTION_NESTING, PARSE(core.max_nesting), 0, {0}},
    {"allow_nan", OPTION_FLAG, PARSE(core.allow_nan), 0, {0}},
    {"allow_comments", OPTION_FLAG, PARSE(core.allow_comments), 0, {0}},
    {"allow_trailing_comma", OPTION_FLAG, PARSE(core.allow_trailing_comma), 0, {0}},
    {"allow_control_characters", OPTION_FLAG, PARSE(core.allow_control_characters), 0, {0}},
    {"allow_invalid_escape", OPTION_FLAG, PARSE(core.allow_invalid_escape), 0, {0}},
    {"duplicate_key", OPTION_CHOICE, PARSE(core.duplicate_key), 0, {"last", "error"}},
    {"lone_surrogates",
     OPTION_CHOICE,
     PARSE(core.lone_surrogates),
     0,
     {"error", "replace", "keep"}},
    {"max_input_bytes", OPTION_LIMIT, PARSE(core.max_input_bytes), 0, {0}},
    {"max_number_digits", OPTION_LIMIT, PARSE(core.max_number_digits), 0, {0}},
    {"max_string_bytes", OPTION_LIMIT, PARSE(core.max_string_bytes), 0, {0}},
    {"max_members", OPTION_LIMIT, PARSE(core.max_members), 0, {0}},
};

static const option generate_table[] = {
    {"indent", OPTION_INDENT, 0, 0, {0}},
    {"ensure_ascii", OPTION_FLAG, GENERATE(core.ascii_only), 0, {0}},
    {"sort_keys", OPTION_FLAG, GENERATE(core.sort_keys), 0, {0}},
    {"default", OPTION_CALLABLE, GENERATE(default_), 0, {0}},
    {"separators", OPTION_SEPARATORS, 0, 0, {0}},
    {"allow_nan", OPTION_NAN, GENERATE(core.nan), 0, {0}},
    {"skipkeys", OPTION_FLAG, GENERATE(skip_keys), 0, {0}},
    {"check_circular", OPTION_ANY, 0, 0, {0}},
    {"cls", OPTION_UNSET, 0, 0, {0}},
    {"ascii_only", OPTION_FLAG, GENERATE(core.ascii_only), 0, {0}},
    {"script_safe", OPTION_FLAG, GENERATE(core.script_safe), 0, {0}},
    {"canonical", OPTION_FLAG, GENERATE(core.canonical), 0, {0}},
    {"strict", OPTION_FLAG, GENERATE(core.strict), 0, {0}},
    {"nan", OPTION_CHOICE, GENERATE(core.nan), 0, {"error", "null", "literal"}},
    {"lone_surrogates",
     OPTION_CHOICE,
     GENERATE(core.lone_surrogates),
     0,
     {"escape", "error", "replace"}},
    {"max_nesting", OPTION_NESTING, GENERATE(core.max_nesting), 0, {0}},
    {"max_output_bytes", OPTION_LIMIT, GENERATE(core.max_output_bytes), 0, {0}},
    {"space", OPTION_LAYOUT, GENERATE(core.space), GENERATE(space), {0}},
    {"space_before", OPTION_LAYOUT, GENERATE(core.space_before), GENERATE(space_before), {0}},
    {"object_nl", OPTION_LAYOUT, GENERATE(core.object_nl), GENERATE(object_nl), {0}},
    {"array_nl", OPTION_LAYOUT, GENERATE(core.array_nl), GENERATE(array_nl), {0}},
};

/* By EXTRA_... */
static const option extra_table[] = {
    {NULL, OPTION_ANY, 0, 0, {0}},
    {"kind", OPTION_CHOICE, PARSE(kind), 0, {"values", "lines"}},
    {"kind", OPTION_CHOICE, PARSE(kind), 0, {"values", "lines", "one"}},
    {"scope", OPTION_CHOICE, PARSE(scope), 0, {"whole", "first"}},
};

#define PARSE_GRAMMAR 7 /* from here on they concern the text, not what becomes of it */
#define PARSE_COUNT (sizeof parse_table / sizeof *parse_table)
#define GENERATE_COUNT (sizeof generate_table / sizeof *generate_table)

_Static_assert(PARSE_COUNT + GENERATE_COUNT <= CPYTHON_OPTION_NAMES, "room for all names");

bool cpython_options_prepare(cpython *host)
{
    for (size_t i = 0; i < PARSE_COUNT + GENERATE_COUNT; i++) {
        const char *const name =
            i < PARSE_COUNT ? parse_table[i].name : generate_table[i - PARSE_COUNT].name;
        host->option_names[i] = host->py.PyUnicode_InternFromString(name);
        if (host->option_names[i] == NULL) {
            return false;
        }
    }
    return true;
}

/* ---- one value ---- */

/* A whole number of at most `most`; None and 0 are `none`. */
static bool option_count(cpython *host, const char *name, py_object *value, uint64_t most,
                         uint64_t none, uint64_t *count)
{
    if (value == host->none) {
        *count = none;
        return true;
    }
    if (!host->py.PyType_IsSubtype(cpython_type(host, value), host->py.PyLong_Type)) {
        (void)host->py.PyErr_Format(host->py.PyExc_TypeError, "%s must be an int or None", name);
        return false;
    }
    int overflow;
    const long long given = host->py.PyLong_AsLongLongAndOverflow(value, &overflow);
    if (overflow != 0 || given < 0 || (uint64_t)given > most) {
        (void)host->py.PyErr_Format(host->py.PyExc_ValueError, "%s is out of range", name);
        return false;
    }
    *count = given == 0 ? none : (uint64_t)given;
    return true;
}

static bool option_is_str(const cpython *host, py_object *value)
{
    return host->py.PyType_IsSubtype(cpython_type(host, value), host->py.PyUnicode_Type) != 0;
}

static bool option_choice(cpython *host, const option *which, py_object *value, uint8_t *choice)
{
    if (option_is_str(host, value)) {
        for (size_t i = 0; i < 4 && which->choices[i] != NULL; i++) {
            if (host->py.PyUnicode_CompareWithASCIIString(value, which->choices[i]) == 0) {
                *choice = (uint8_t)i;
                return true;
            }
        }
    }
    const char *const *const names = which->choices;
    (void)host->py.PyErr_Format(host->py.PyExc_ValueError, "%s must be '%s'%s%s%s or '%s'",
                                which->name, names[0], names[2] ? ", '" : "",
                                names[2] ? names[1] : "", names[2] ? "'" : "",
                                names[2] ? names[2] : names[1]);
    return false;
}

/* Copies white space around `middle` (0: none) into `out`, which holds `room` bytes. */
static bool option_space(cpython *host, const char *name, py_object *value, char middle, char *out,
                         size_t room, size_t *length, size_t *middle_at)
{
    if (!option_is_str(host, value)) {
        (void)host->py.PyErr_Format(host->py.PyExc_TypeError, "%s must be str", name);
        return false;
    }
    cpython_text text;
    if (!cpython_text_open(host, value, &text)) {
        return false;
    }
    bool good = text.length <= room;
    size_t middles = 0;
    for (size_t i = 0; good && i < text.length; i++) {
        const uint32_t c = text.width == 1   ? ((const uint8_t *)text.data)[i]
                           : text.width == 2 ? ((const uint16_t *)text.data)[i]
                                             : ((const uint32_t *)text.data)[i];
        if (middle != 0 && c == (uint32_t)middle) {
            middles++;
            *middle_at = i;
        } else {
            good = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        }
        out[i] = (char)c;
    }
    *length = text.length;
    cpython_text_close(host, &text);
    if (!good || middles != (middle != 0)) {
        if (middle != 0) {
            (void)host->py.PyErr_Format(host->py.PyExc_ValueError,
                                        "%s must be white space around ',' and ':'", name);
        } else {
            (void)host->py.PyErr_Format(host->py.PyExc_ValueError,
                                        "%s must be white space, at most 256 characters", name);
        }
        return false;
    }
    return true;
}

static bool option_indent(cpython *host, py_object *value, cpython_generate_options *options)
{
    if (value == host->none) {
        return true;
    }
    size_t length = 0;
    if (option_is_str(host, value)) {
        if (!option_space(host, "indent", value, 0, options->indent, sizeof options->indent,
                          &length, NULL)) {
            return false;
        }
    } else if (host->py.PyType_IsSubtype(cpython_type(host, value), host->py.PyLong_Type)) {
        int overflow;
        const long long spaces = host->py.PyLong_AsLongLongAndOverflow(value, &overflow);
        if (overflow > 0 || spaces > (long long)sizeof options->indent) {
            host->py.PyErr_SetString(host->py.PyExc_ValueError, "indent must be at most 256");
            return false;
        }
        length = overflow < 0 || spaces < 0 ? 0 : (size_t)spaces;
        memset(options->indent, ' ', length);
    } else {
        host->py.PyErr_SetString(host->py.PyExc_TypeError, "indent must be int, str or None");
        return false;
    }
    options->core.indent = options->indent;
    options->core.indent_length = length;
    if (options->core.object_nl == NULL) {
        options->core.object_nl = "\n";
        options->core.object_nl_length = 1;
    }
    if (options->core.array_nl == NULL) {
        options->core.array_nl = "\n";
        options->core.array_nl_length = 1;
    }
    if (options->core.space == NULL) {
        options->core.space = " ";
        options->core.space_length = 1;
    }
    return true;
}

static bool option_separators(cpython *host, py_object *value, cpython_generate_options *options)
{
    if (value == host->none) {
        return true;
    }
    py_object *const pair = host->py.PySequence_Tuple(value);
    if (pair == NULL) {
        return false;
    }
    bool good = host->py.PyTuple_Size(pair) == 2;
    if (!good) {
        host->py.PyErr_SetString(host->py.PyExc_ValueError,
                                 "separators must be (item_separator, key_separator)");
    }
    char key[2 * CPYTHON_LAYOUT_MAX + 1];
    size_t length = 0;
    size_t middle = 0;
    good =
        good &&
        option_space(host, "separators", host->py.PyTuple_GetItem(pair, 0), ',', options->separator,
                     sizeof options->separator, &options->separator_length, &middle) &&
        option_space(host, "separators", host->py.PyTuple_GetItem(pair, 1), ':', key, sizeof key,
                     &length, &middle);
    host->py.Py_DecRef(pair);
    if (!good) {
        return false;
    }
    if (middle > CPYTHON_LAYOUT_MAX || length - middle - 1 > CPYTHON_LAYOUT_MAX) {
        host->py.PyErr_SetString(host->py.PyExc_ValueError,
                                 "separators must have at most 256 characters of white space");
        return false;
    }
    if (options->separator_length == 1) {
        options->separator_length = 0;
    }
    memcpy(options->space_before, key, middle);
    memcpy(options->space, key + middle + 1, length - middle - 1);
    options->core.space_before = options->space_before;
    options->core.space_before_length = middle;
    options->core.space = options->space;
    options->core.space_length = length - middle - 1;
    return true;
}

/* All kinds but the two that depend on others. `base` is the options struct. */
static bool option_set(cpython *host, const option *which, py_object *value, void *base)
{
    char *const place = (char *)base + which->offset;
    uint64_t count;
    switch (which->kind) {
    case OPTION_FLAG:
    case OPTION_NOT_FLAG: {
        const int truth = host->py.PyObject_IsTrue(value);
        *(uint8_t *)place = (uint8_t)(truth == (which->kind == OPTION_FLAG));
        return truth >= 0;
    }
    case OPTION_NAN: {
        const int truth = host->py.PyObject_IsTrue(value);
        *(uint8_t *)place = truth == 1 ? FJ_NAN_LITERAL : FJ_NAN_ERROR;
        return truth >= 0;
    }
    case OPTION_NESTING:
        if (!option_count(host, which->name, value, FJ_UNLIMITED - 1u, FJ_UNLIMITED, &count)) {
            return false;
        }
        *(uint32_t *)(void *)place = (uint32_t)count;
        return true;
    case OPTION_LIMIT:
        return option_count(host, which->name, value, INT64_MAX, UINT64_MAX,
                            (uint64_t *)(void *)place);
    case OPTION_CHOICE:
        return option_choice(host, which, value, (uint8_t *)place);
    case OPTION_LAYOUT: {
        char *const storage = (char *)base + which->storage;
        size_t length;
        if (!option_space(host, which->name, value, 0, storage, CPYTHON_LAYOUT_MAX, &length,
                          NULL)) {
            return false;
        }
        /* The five lengths follow the five texts in the same order. */
        const size_t index = (which->offset - GENERATE(core.indent)) / sizeof(char *);
        memcpy(place, &storage, sizeof storage);
        memcpy((char *)base + GENERATE(core.indent_length) + index * sizeof length, &length,
               sizeof length);
        return true;
    }
    case OPTION_CALLABLE:
        memcpy(place, &value, sizeof value);
        if (value == host->none) {
            memset(place, 0, sizeof value);
        }
        return true;
    case OPTION_UNSET:
        if (value != host->none) {
            (void)host->py.PyErr_Format(host->py.PyExc_NotImplementedError, "%s is not served",
                                        which->name);
            return false;
        }
        return true;
    default:
        return true;
    }
}

/* ---- a call ---- */

typedef struct arguments {
    cpython *host;
    const cpython_signature *call;
    const option *table;
    py_object *const *names; /* of the table */
    size_t count;
} arguments;

static const option *arguments_find(const arguments *a, py_object *name)
{
    for (size_t i = 0; i < a->count; i++) {
        if (a->names[i] == name) {
            return &a->table[i];
        }
    }
    for (size_t i = 0; i < a->count; i++) {
        if (a->host->py.PyUnicode_CompareWithASCIIString(name, a->table[i].name) == 0) {
            return &a->table[i];
        }
    }
    if (a->call->extra != EXTRA_NONE && a->call->extra != EXTRA_CHECK &&
        a->host->py.PyUnicode_CompareWithASCIIString(name, extra_table[a->call->extra].name) == 0) {
        return &extra_table[a->call->extra];
    }
    return NULL;
}

/* A subject that was given by its name. false: it is none, or it was given before. */
static bool arguments_subject(const arguments *a, py_object *name, py_object *value,
                              py_object **subjects)
{
    for (size_t i = 0; i < a->call->subject_count; i++) {
        if (subjects[i] == NULL &&
            a->host->py.PyUnicode_CompareWithASCIIString(name, a->call->subjects[i]) == 0) {
            subjects[i] = value;
            return true;
        }
    }
    return false;
}

static bool arguments_positional(const arguments *a, py_object *const *values, py_size count,
                                 py_object **subjects, void *options)
{
    const py_size wanted = a->call->subject_count;
    for (py_size i = 0; i < wanted; i++) {
        subjects[i] = i < count ? values[i] : NULL;
    }
    if (count == wanted + 1 && a->call->extra == EXTRA_STREAM_KIND) {
        return option_set(a->host, &extra_table[EXTRA_STREAM_KIND], values[wanted], options);
    }
    if (count > wanted) {
        (void)a->host->py.PyErr_Format(a->host->py.PyExc_TypeError,
                                       "%s() takes %zd positional argument%s but %zd were given",
                                       a->call->function, wanted, wanted == 1 ? "" : "s", count);
        return false;
    }
    return true;
}

/* Every argument in turn; those of the kinds that depend on others are left in *indent and
 * *separators. */
static bool arguments_read(const arguments *a, py_object *const *values, py_size count,
                           py_object *names, py_object **subjects, void *options,
                           py_object **indent, py_object **separators)
{
    cpython *const host = a->host;
    if (!arguments_positional(a, values, count, subjects, options)) {
        return false;
    }
    const py_size keywords = names != NULL ? host->py.PyTuple_Size(names) : 0;
    for (py_size i = 0; i < keywords; i++) {
        py_object *const name = host->py.PyTuple_GetItem(names, i);
        py_object *const value = values[count + i];
        const option *const which = arguments_find(a, name);
        if (which == NULL) {
            if (arguments_subject(a, name, value, subjects)) {
                continue;
            }
            (void)host->py.PyErr_Format(host->py.PyExc_TypeError,
                                        "%s() got an unexpected keyword argument '%U'",
                                        a->call->function, name);
            return false;
        }
        if (which->kind == OPTION_INDENT) {
            *indent = value;
        } else if (which->kind == OPTION_SEPARATORS) {
            *separators = value;
        } else if (!option_set(host, which, value, options)) {
            return false;
        }
    }
    for (size_t i = 0; i < a->call->subject_count; i++) {
        if (subjects[i] == NULL) {
            (void)host->py.PyErr_Format(host->py.PyExc_TypeError,
                                        "%s() missing 1 required positional argument: '%s'",
                                        a->call->function, a->call->subjects[i]);
            return false;
        }
    }
    return true;
}

bool cpython_parse_arguments(cpython *host, const cpython_signature *call, py_object *const *values,
                             py_size count, py_object *names, py_object **subjects,
                             cpython_parse_options *options)
{
    const size_t first = call->extra == EXTRA_CHECK ? PARSE_GRAMMAR : 0;
    const arguments a = {host, call, parse_table + first, host->option_names + first,
                         PARSE_COUNT - first};
    memset(options, 0, sizeof *options);
    options->core.size = sizeof options->core;
    if (!arguments_read(&a, values, count, names, subjects, options, NULL, NULL)) {
        return false;
    }
    options->calls_back = options->object_hook != NULL || options->object_pairs_hook != NULL ||
                          options->parse_int != NULL || options->parse_float != NULL ||
                          options->parse_constant != NULL;
    options->decimals = options->core.big_numbers == FJ_NUMBERS_DECIMAL;
    options->texts = options->core.big_numbers == FJ_NUMBERS_TEXT;
    if (options->parse_int != NULL || options->texts) {
        options->core.big_numbers = FJ_NUMBERS_TEXT;
    } else if (options->parse_float != NULL || options->parse_constant != NULL) {
        options->core.big_numbers = FJ_NUMBERS_DECIMAL;
    }
    return true;
}

const cpython_parse_options *cpython_parse_used(const cpython_parse_options *options)
{
    const fj_parse_options none = {.size = sizeof none};
    return !options->calls_back && memcmp(&options->core, &none, sizeof none) == 0 ? NULL : options;
}

fj_parse_options cpython_parse_judging(const cpython_parse_options *options)
{
    fj_parse_options judging = {.size = sizeof judging};
    if (options != NULL) {
        judging = options->core;
        if (!options->texts && !options->decimals && options->parse_float == NULL) {
            judging.big_numbers = FJ_NUMBERS_DOUBLE;
        }
    }
    return judging;
}

bool cpython_generate_arguments(cpython *host, const cpython_signature *call,
                                py_object *const *values, py_size count, py_object *names,
                                py_object **subjects, cpython_generate_options *options)
{
    const arguments a = {host, call, generate_table, host->option_names + PARSE_COUNT,
                         GENERATE_COUNT};
    py_object *indent = host->none;
    py_object *separators = host->none;
    memset(&options->core, 0, sizeof options->core);
    options->core.size = sizeof options->core;
    options->default_ = NULL;
    options->skip_keys = false;
    options->separator_length = 0;
    if (!arguments_read(&a, values, count, names, subjects, options, &indent, &separators) ||
        !option_indent(host, indent, options) || !option_separators(host, separators, options)) {
        return false;
    }
    if (!writer_options_serve(&options->core)) {
        host->py.PyErr_SetString(
            host->py.PyExc_ValueError,
            "canonical does not go with layout, ascii_only, script_safe and nan 'literal'");
        return false;
    }
    return true;
}

void cpython_generate_copy(cpython_generate_options *copy, const cpython_generate_options *options)
{
    *copy = *options;
    const char **const texts[] = {&copy->core.indent, &copy->core.space, &copy->core.space_before,
                                  &copy->core.object_nl, &copy->core.array_nl};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const uintptr_t offset = (uintptr_t)*texts[i] - (uintptr_t)options;
        if (offset < sizeof *options) {
            *texts[i] = (const char *)copy + offset;
        }
    }
}
