/*
 * Environment: what the addon keeps for one Node.js environment (the main thread or a worker): a
 * tape, the memory that JavaScript and C share, and buffers that are used again and again. Freed
 * with it.
 */
#ifndef FASTJSON_NODE_ENVIRONMENT_H
#define FASTJSON_NODE_ENVIRONMENT_H

#define NAPI_VERSION 8
#include <node_api.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fastjson/fastjson.h"
#include "fastjson/hosts.h"

/* The first words of the shared memory: arguments in, results out. lib/native.cjs has the same
 * list. */
enum {
    HEADER_STATUS,        /* out: 0, FJ_ERROR_..., or one of STATUS_... */
    HEADER_DEPTH,         /* out, reading: the deepest nesting */
    HEADER_EPOCH,         /* out, reading: changes when shape numbers are given anew */
    HEADER_LENGTH,        /* in: units of a string; out: bytes of a generated text */
    HEADER_FLAGS,         /* in: FLAG_... */
    HEADER_NESTING,       /* in: max_nesting, as the C option */
    HEADER_DUPLICATE_KEY, /* in, reading: options, as the C ones */
    HEADER_NUMBERS,
    HEADER_SURROGATES,    /* in, both ways */
    HEADER_NAN,           /* in, generating */
    HEADER_PLACE,         /* in, generating: offset in the slab to write to */
    HEADER_WIDE = 11,     /* out, reading: 1 if there are wide chunks */
    HEADER_LIMITS = 12,   /* in: four doubles: input bytes, number digits, string bytes, members;
                             generating: the first is output bytes */
    HEADER_KIND = 20,     /* in: of a sequence; or the scope of a pointer's lookup */
    HEADER_COUNT = 21,    /* out: values that are on the tape; generating: 1 if parts are left */
    HEADER_SEQUENCE = 22, /* in and out: five doubles, as the fields of fj_sequence; the first is
                             also what was used of a text */
    HEADER_WORDS = 32,    /* the tape begins here */
};

enum {
    STATUS_DECLINED = -1, /* valid, but without a tape */
    STATUS_OVERFLOW = -2, /* the shared memory is too small for the tape */
    STATUS_TOO_LONG = -3, /* a string of it is longer than JavaScript's can be */
    STATUS_END = -4,      /* no value is left */
    STATUS_MORE = -5,     /* a value may go on in the next piece */
};

enum {
    FLAG_BIGINT = 1,
    FLAG_ALWAYS = 2,
    FLAG_ALLOW_NAN = 4,
    FLAG_COMMENTS = 8,
    FLAG_TRAILING_COMMA = 16,
    FLAG_CONTROL_CHARACTERS = 32,
    FLAG_INVALID_ESCAPE = 64,
    FLAG_ASCII_ONLY = 128,
    FLAG_SCRIPT_SAFE = 256,
    FLAG_CANONICAL = 512,
    FLAG_CUSTOM_GAP = 1024,
    FLAG_TO_STRING = 2048,
    FLAG_SORT_KEYS = 4096,
};

typedef struct environment {
    fj_tape *tape;
    fj_tape_view *view;
    int32_t *words; /* the shared memory; header included */
    size_t words_capacity;
    napi_ref memory;     /* its ArrayBuffer */
    int32_t *lent_words; /* the tape that JavaScript writes on; header included */
    size_t lent_length;
    napi_ref lent;
    char *slab; /* a block from which small Buffers are cut */
    size_t slab_length;
    napi_ref slab_reference;
    char *text; /* a string's UTF-8, or a private copy of shared bytes */
    size_t text_capacity;
    uint16_t *units; /* a string as the host gave it */
    size_t units_capacity;
    fj_error error; /* of the last failure */
    fj_buffer out;
    size_t part; /* so much of it was given as a string already */
    fj_document *document;
    double *places; /* where each value of a batch ends */
    napi_ref places_reference;
} environment;

napi_value throw_memory(napi_env env);

/* false: an exception is pending, or no memory (said by an exception as well). */
bool environment_reserve_text(napi_env env, environment *e, size_t bytes);
bool environment_reserve_units(napi_env env, environment *e, size_t units);

/* The text of a JavaScript string or Uint8Array argument. false: an exception is pending. The
 * length of a string, in units, stands in HEADER_LENGTH. */
bool environment_text(napi_env env, environment *e, napi_value value, bool is_string,
                      const char **text, size_t *length);

/* The same for an argument that is a string or a Uint8Array, whose length stands nowhere. */
bool environment_any_text(napi_env env, environment *e, napi_value value, const char **text,
                          size_t *length, bool *is_string);

/* The options in the header. */
void environment_parse_options(const environment *e, fj_parse_options *options);

/* Options for generating in the header of `words`; then the layout, if it is a string: the text
 * that is to be freed after use is left in *text. false: an exception is pending. */
void environment_generate_options(const int32_t *words, fj_generate_options *options);
bool environment_layout(napi_env env, napi_value layout, fj_generate_options *options, char **text,
                        const char **gap, size_t *gap_length);

/* What is on the tape after a reading that gave `code`: HEADER_STATUS and the other words are set;
 * the strings come back. */
napi_value environment_tape(napi_env env, environment *e, int32_t code);

/* The text in `out`, as a JavaScript string or a Buffer. */
napi_value environment_out(napi_env env, environment *e, bool to_string);

/* An error with its place in a part of a text that begins at `start`: its place in the whole. */
void environment_move_error(environment *e, const char *text, size_t start);

napi_value binding_init_read(napi_env env, napi_value exports, environment *e);
napi_value binding_init_write(napi_env env, napi_value exports, environment *e);
napi_value binding_init_texts(napi_env env, napi_value exports, environment *e);
napi_value binding_init_values(napi_env env, napi_value exports, environment *e);

bool binding_function(napi_env env, napi_value exports, const char *name, napi_callback callback,
                      environment *e);

/* UTF-16 to UTF-8, a lone surrogate as three bytes. Out: at most 3 bytes a unit. */
size_t units_to_utf8(char *out, const uint16_t *units, size_t count);

/* And back: well-formed UTF-8, or with surrogates as three bytes. Out: at most one unit a byte. */
size_t utf8_to_units(uint16_t *out, const char *text, size_t length);

/* Whether a text that is known to be well-formed is nested deeper than `limit`. */
bool bytes_are_deep(const char *text, size_t length, uint32_t limit);
bool units_are_deep(const uint16_t *text, size_t length, uint32_t limit);

#endif
