/*
 * The CPython host: what one interpreter holds, and the few operations on objects that everything
 * uses.
 *
 * A `cpython` is the state of the module object that the host functions get as self; it begins with
 * the attach and ends with the module. All of it is used with the GIL held. The memory that is kept
 * from call to call is taken out while a call uses it, so that a callback that comes back in finds
 * none and makes its own.
 */
#ifndef FASTJSON_HOSTS_CPYTHON_H
#define FASTJSON_HOSTS_CPYTHON_H

#include "fastjson/fastjson.h"
#include "hosts/cpython_api.h"
#include "hosts/cpython_keys.h"
#include "hosts/cpython_layout.h"
#include "hosts/cpython_shapes.h"
#include "hosts/cpython_utf8.h"

#define CPYTHON_INTEGER_FIRST (-5)
#define CPYTHON_INTEGER_COUNT 262
#define CPYTHON_OPTION_NAMES 48
#define CPYTHON_KEPT_BYTES ((size_t)4 << 20) /* the most that is kept of each memory */

struct cpython_source;

typedef struct cpython {
    cpython_api py;
    cpython_layout layout;
    py_object *none;
    py_object *yes;
    py_object *no;
    py_object *integers[CPYTHON_INTEGER_COUNT];
    py_object *option_names[CPYTHON_OPTION_NAMES]; /* interned; see cpython_options.c */
    /* Callables of the binding: each makes what the core cannot. */
    py_object
        *decode_error; /* (code, name, message, doc, offset, line, column, pointer) -> exception */
    py_object *encode_error; /* (code, name, message, steps, object) -> exception */
    py_object *decimal;      /* (text) -> decimal.Decimal */
    py_object *unfinished;   /* (value, complete, used) -> what loads_unfinished gives */
    fj_buffer output;        /* kept for the next dumps */
    py_object **stack;       /* kept for the next loads */
    size_t stack_capacity;
    cpython_keys keys;
    cpython_shapes shapes;
    const cpython_utf8 *utf8;
    /* cpython_compact.h; NULL: objects are not read in place. */
    int32_t (*compact)(struct cpython_source *source, py_object **object, bool in_lines);
} cpython;

#define CPYTHON_INLINE static inline __attribute__((always_inline))
#define CPYTHON_LIKELY(x) __builtin_expect(!!(x), 1)
#define CPYTHON_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Borrowed: an object's type lives at least as long as the object. */
CPYTHON_INLINE py_object *cpython_type(const cpython *host, py_object *object)
{
    if (CPYTHON_LIKELY(host->layout.direct)) {
        return object->type;
    }
    py_object *const type = host->py.PyObject_Type(object);
    host->py.Py_DecRef(type);
    return type;
}

/* The low half of a count is negative when the object is immortal (from 3.12), and otherwise has
 * room: adding to the whole word never carries into what newer versions keep in the high half. */
CPYTHON_INLINE void cpython_hold(const cpython *host, py_object *object)
{
    if (CPYTHON_LIKELY(host->layout.direct && (int32_t)object->references >= 0)) {
        object->references++;
    } else {
        host->py.Py_IncRef(object);
    }
}

CPYTHON_INLINE void cpython_drop(const cpython *host, py_object *object)
{
    if (CPYTHON_LIKELY(host->layout.direct && (int32_t)object->references > 1)) {
        object->references--;
    } else {
        host->py.Py_DecRef(object);
    }
}

/* A new reference to None or a boolean. */
CPYTHON_INLINE py_object *cpython_constant(const cpython *host, py_object *object)
{
    if (!host->layout.immortal) {
        cpython_hold(host, object);
    }
    return object;
}

CPYTHON_INLINE uint64_t cpython_word(const py_object *object, size_t offset)
{
    uint64_t word;
    __builtin_memcpy(&word, (const char *)object + offset, sizeof word);
    return word;
}

/* ---- cpython_string.c ---- */

/* A new str of UTF-8 that is known to be valid, or WTF-8 if flags say SURROGATES
 * (READER_STRING_...). NULL: an exception is set. */
py_object *cpython_string_new(const cpython *host, const char *bytes, size_t length,
                              uint32_t flags);

/* The text of a str as it stands in memory: code points of 1, 2 or 4 bytes. */
typedef struct cpython_text {
    const void *data;
    size_t length; /* in code points */
    uint8_t width; /* 1, 2, 4 */
    bool ascii;    /* known to be */
    void *copy;    /* what cpython_text_close frees, or NULL */
} cpython_text;

/* false: an exception is set. Valid while the str lives and until it is closed. */
bool cpython_text_open(const cpython *host, py_object *string, cpython_text *text);
void cpython_text_close(const cpython *host, cpython_text *text);

/* <0, 0, >0 in the order of UTF-16 code units. */
int cpython_text_compare(const cpython_text *a, const cpython_text *b);

/* ---- cpython_integer.c ---- */

/* A new int of decimal digits, with an optional '-', of any number. NULL: an exception is set. */
py_object *cpython_integer_new(const cpython *host, const char *digits, size_t length);

struct writer;

/* Writes an int of any size. FJ_ERROR_HOST: an exception is set. */
int32_t cpython_integer_write(const cpython *host, struct writer *w, py_object *object);

/* ---- cpython_read.c, cpython_write.c ---- */

struct cpython_parse_options;
struct cpython_generate_options;

/* NULL options are the defaults everywhere. NULL, or false: an exception is set. */
py_object *cpython_read(cpython *host, py_object *text,
                        const struct cpython_parse_options *options);
py_object *cpython_write(cpython *host, py_object *value,
                         const struct cpython_generate_options *options, bool as_bytes);

/* Puts back host->output, which the caller took out; or what came in its place, or frees it. */
void cpython_output_give(cpython *host, fj_buffer *out);

/* One value a line (NDJSON), of anything that can be iterated over. */
py_object *cpython_write_lines(cpython *host, py_object *values,
                               const struct cpython_generate_options *options);

/* Reads text that stays as it is. FJ_OK and a new *value; FJ_ERROR_HOST, an exception is set; or
 * another code, no exception is set and `error` (NULL is allowed) says what it is. */
int32_t cpython_read_span(cpython *host, const char *text, size_t length,
                          const struct cpython_parse_options *options, py_object **value,
                          fj_error *error);

/* Sets the exception that the binding makes of an error in `doc`, which is what was given to read.
 * With `values`, a list or NULL, as an attribute. */
void cpython_read_raise(cpython *host, const fj_error *error, py_object *doc, py_object *values);

/* ---- cpython_check.c ---- */

py_object *cpython_validate(cpython *host, py_object *text,
                            const struct cpython_parse_options *options);
py_object *cpython_minify(cpython *host, py_object *text,
                          const struct cpython_parse_options *options);

/* ---- cpython_part.c ---- */

py_object *cpython_get(cpython *host, py_object *text, py_object *pointer,
                       const struct cpython_parse_options *options, int32_t scope);
py_object *cpython_unfinished(cpython *host, py_object *text,
                              const struct cpython_parse_options *options);

/* Moves an error in text[start, ...), read by itself, to its place in the whole text; and in the
 * whole value: `pointer` is where the part stands. */
void cpython_error_move(fj_error *error, const char *text, size_t start, const char *pointer,
                        size_t pointer_length);

/* ---- cpython_coder.c, cpython_values.c ---- */

/* The types Decoder and Encoder, loads_many and Stream, put into the binding's dict. */
bool cpython_coder_publish(cpython *host, py_object *module, py_object *names);
bool cpython_values_publish(cpython *host, py_object *module, py_object *names);

#endif
