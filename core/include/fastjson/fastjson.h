/*
 * libfastjson: JSON text to values and values to JSON text (RFC 8259).
 *
 * Start here:
 *
 *     fj_document *document = NULL;
 *     fj_error error = {.size = sizeof error};
 *     if (fj_parse(text, length, NULL, &document, &error) != FJ_OK) {
 *         fprintf(stderr, "%.*s\n", (int)error.message_length, error.message);
 *     } else {
 *         fj_buffer out = {0};
 *         fj_generate(fj_document_root(document), NULL, &out, &error);
 *         fwrite(out.data, 1, out.length, stdout);
 *         fj_buffer_free(&out);
 *     }
 *     fj_document_free(document);
 *
 * Rules that hold everywhere
 *   Text is a pointer and a length in bytes, UTF-8, never NUL-terminated; (NULL, 0) is empty text.
 *   A function that can fail returns an int32_t code: FJ_OK is 0, all others are FJ_ERROR_... below.
 *   `error` may be NULL. If not, its `size` is set by the caller; the rest is written on failure only.
 *   NULL options are the defaults. In an options struct zero means the default for every field, so
 *   {.size = sizeof options} is the defaults as well. An option that the library does not know, or a
 *   value outside the stated range, is FJ_ERROR_OPTION; nothing is ignored.
 *   Memory that the library gave is freed by the library.
 *   Threads: every function may be called from any thread. A document, buffer, or other handle is used
 *   by one thread at a time while it is being changed; options and unchanging documents may be shared.
 *   The library keeps no mutable global state.
 *
 * Between the two marks below stand nothing but plain C declarations, which an FFI can read as they are.
 */
#ifndef FASTJSON_FASTJSON_H
#define FASTJSON_FASTJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* ---- declarations begin ---- */

/* ------------------------------------------------------------------------------------------------
 * Version
 */

/* The ABI: major << 16 | minor. A program needs the same major, and a minor at least its own. */
#define FJ_ABI_VERSION 0x00010000

/* The ABI version of the library that is loaded: compare it with FJ_ABI_VERSION before anything else. */
uint32_t fj_abi_version(void);

/* The version of the library, "1.0.0", NUL-terminated, static. */
const char *fj_version(void);

/* ------------------------------------------------------------------------------------------------
 * Errors
 */

#define FJ_OK 0
#define FJ_ERROR_ARGUMENT 1            /* a NULL or impossible argument */
#define FJ_ERROR_OPTION 2              /* an unknown option, or a value outside its range */
#define FJ_ERROR_MEMORY 3              /* memory could not be had */
#define FJ_ERROR_UNEXPECTED_END 4      /* the text ends inside a value, or is blank */
#define FJ_ERROR_UNEXPECTED_BYTE 5     /* a byte that cannot stand here */
#define FJ_ERROR_INVALID_NUMBER 6      /* a number that breaks the grammar: 01, 1.e, -x */
#define FJ_ERROR_TRAILING_CONTENT 7    /* something other than white space after the value */
#define FJ_ERROR_INVALID_ESCAPE 8      /* a backslash followed by what is no escape */
#define FJ_ERROR_INVALID_SURROGATE 9   /* an escaped surrogate without its other half */
#define FJ_ERROR_CONTROL_CHARACTER 10  /* U+0000 to U+001F unescaped in a string */
#define FJ_ERROR_INVALID_UTF8 11       /* bytes that are not UTF-8 (RFC 3629) */
#define FJ_ERROR_NESTING 12            /* deeper than max_nesting */
#define FJ_ERROR_NUMBER_OUT_OF_RANGE 13 /* a real beyond the largest double */
#define FJ_ERROR_DUPLICATE_KEY 14      /* a key twice in one object, with FJ_DUPLICATE_ERROR */
#define FJ_ERROR_LIMIT 15              /* one of the max_... options was exceeded */
#define FJ_ERROR_NAN 16                /* NaN or infinity cannot be generated, with FJ_NAN_ERROR */
#define FJ_ERROR_LONE_SURROGATE 17     /* a lone surrogate in a host's string, with FJ_WRITE_SURROGATES_ERROR */
#define FJ_ERROR_TYPE 18               /* a value that has no JSON form */
#define FJ_ERROR_CHANGED 19            /* a container changed while it was being generated */
#define FJ_ERROR_CIRCULAR 20           /* a container that contains itself */
#define FJ_ERROR_HOST 21               /* an exception is pending in the host language */
#define FJ_ERROR_POINTER 22            /* what is no JSON Pointer (RFC 6901) */
#define FJ_ERROR_NOT_FOUND 23          /* nothing stands at the JSON Pointer */
#define FJ_ERROR_PATCH 24              /* what is no JSON Patch (RFC 6902), or an operation that cannot be */
#define FJ_ERROR_PATCH_TEST 25         /* the test of a JSON Patch did not hold */
#define FJ_ERROR_STATE 26              /* a call in the wrong order: a value without its key, a second root */

/* What went wrong and where. Offsets and columns count from the start of the text that was given.
 * For generating, offset, line and column are 0 and `pointer` is the place in the value. */
typedef struct fj_error {
    uint32_t size;           /* sizeof(fj_error), set by the caller */
    int32_t code;            /* FJ_ERROR_... */
    uint64_t offset;         /* in bytes: of the first byte after which no text could be valid */
    uint64_t line;           /* from 1; lines end with LF */
    uint64_t column;         /* from 1, in characters (code points) */
    uint32_t message_length; /* in bytes */
    uint32_t pointer_length; /* in bytes */
    char message[256];       /* one line of valid UTF-8, NUL-terminated */
    char pointer[512];       /* JSON Pointer (RFC 6901) of the place, NUL-terminated, cut at a whole step */
} fj_error;

/* The name of a code, "unexpected_end" for FJ_ERROR_UNEXPECTED_END; "unknown" for no code of ours.
 * NUL-terminated, static. Every binding uses these names. */
const char *fj_error_name(int32_t code);

/* ------------------------------------------------------------------------------------------------
 * Buffers: where generated text goes
 */

/* Zeroed is empty. A function that writes replaces what is there and keeps the capacity, so that one
 * buffer used again and again allocates nothing. After a failure the length is 0. */
typedef struct fj_buffer {
    char *data;      /* not NUL-terminated; owned by the library */
    size_t length;   /* in bytes */
    size_t capacity; /* in bytes */
} fj_buffer;

/* Frees the memory and zeroes the buffer. NULL is allowed. */
void fj_buffer_free(fj_buffer *buffer);

/* ------------------------------------------------------------------------------------------------
 * Options
 */

#define FJ_UNLIMITED 0xFFFFFFFF /* for max_nesting: no limit */

#define FJ_DUPLICATE_LAST 0  /* the last value, at the first one's place */
#define FJ_DUPLICATE_ERROR 1 /* FJ_ERROR_DUPLICATE_KEY; keys are compared after unescaping */

#define FJ_NUMBERS_DOUBLE 0  /* integers exact, of any size; reals as double */
#define FJ_NUMBERS_DECIMAL 1 /* integers exact; reals as FJ_DECIMAL: their own text, any range */
#define FJ_NUMBERS_TEXT 2    /* every number as FJ_DECIMAL: its own text, byte for byte */

#define FJ_READ_SURROGATES_ERROR 0   /* FJ_ERROR_INVALID_SURROGATE */
#define FJ_READ_SURROGATES_REPLACE 1 /* U+FFFD for each */
#define FJ_READ_SURROGATES_KEEP 2    /* kept: three bytes, as if UTF-8 had them (WTF-8) */

typedef struct fj_parse_options {
    uint32_t size;        /* sizeof(fj_parse_options) */
    uint32_t max_nesting; /* levels of arrays and objects; 0: 1024; FJ_UNLIMITED: none */

    uint8_t allow_nan;                /* 1: NaN, Infinity, -Infinity; reals beyond double are infinite */
    uint8_t allow_comments;           /* 1: slash star to star slash, and slash slash to the end of the line */
    uint8_t allow_trailing_comma;     /* 1: one comma before ] or } */
    uint8_t allow_control_characters; /* 1: U+0000 to U+001F unescaped in strings */
    uint8_t allow_invalid_escape;     /* 1: a backslash before any other character is that character */
    uint8_t duplicate_key;            /* FJ_DUPLICATE_... */
    uint8_t big_numbers;              /* FJ_NUMBERS_... */
    uint8_t lone_surrogates;          /* FJ_READ_SURROGATES_... */
    uint8_t borrow_text;              /* 1: strings may point into the text, which must outlive the document */
    uint8_t reserved[7];              /* 0 */

    uint64_t max_input_bytes;   /* 0: no limit */
    uint64_t max_number_digits; /* of an integer beyond 64 bits, or of a number kept as text; 0: 4300 */
    uint64_t max_string_bytes;  /* of one string or key, unescaped; 0: no limit */
    uint64_t max_members;       /* members of one object or elements of one array; 0: no limit */
} fj_parse_options;

#define FJ_NAN_ERROR 0   /* FJ_ERROR_NAN */
#define FJ_NAN_NULL 1    /* null */
#define FJ_NAN_LITERAL 2 /* NaN, Infinity, -Infinity: not JSON */

#define FJ_WRITE_SURROGATES_ESCAPE 0  /* its escape, as in "\ud83d": lossless, valid by the grammar */
#define FJ_WRITE_SURROGATES_ERROR 1   /* FJ_ERROR_LONE_SURROGATE */
#define FJ_WRITE_SURROGATES_REPLACE 2 /* U+FFFD */

/* The five layout strings are empty by default (compact text). They may hold white space only:
 * space, tab, LF, CR; at most 256 bytes each. They must stay valid during the call. */
typedef struct fj_generate_options {
    uint32_t size;        /* sizeof(fj_generate_options) */
    uint32_t max_nesting; /* levels of arrays and objects; 0: 1024; FJ_UNLIMITED: none */

    const char *indent;         /* once per level, at the start of a line */
    const char *space;          /* after a colon */
    const char *space_before;   /* before a colon */
    const char *object_nl;      /* after { and after each member */
    const char *array_nl;       /* after [ and after each element */
    size_t indent_length;       /* in bytes, as the next four */
    size_t space_length;
    size_t space_before_length;
    size_t object_nl_length;
    size_t array_nl_length;

    uint8_t ascii_only;      /* 1: beyond U+007F as \uXXXX, in lower-case hex, with surrogate pairs */
    uint8_t script_safe;     /* 1: / as \/, U+2028 and U+2029 escaped: safe inside an HTML script element */
    uint8_t sort_keys;       /* 1: members by key, in order of UTF-16 code units (RFC 8785) */
    uint8_t canonical;       /* 1: RFC 8785, with integers exact: sorted, compact, reals as in ECMAScript;
                                layout strings, ascii_only, script_safe and FJ_NAN_LITERAL are refused with it */
    uint8_t nan;             /* FJ_NAN_... */
    uint8_t lone_surrogates; /* FJ_WRITE_SURROGATES_... */
    uint8_t strict;          /* 1: a host refuses what is not of JSON's own types */
    uint8_t reserved[5];     /* 0 */

    uint64_t max_output_bytes; /* 0: no limit */
} fj_generate_options;

/* ------------------------------------------------------------------------------------------------
 * Documents: a text that was read, as one flat array of 16-byte values
 */

#define FJ_NULL 1
#define FJ_FALSE 2
#define FJ_TRUE 3
#define FJ_INT64 4
#define FJ_UINT64 5  /* an integer above INT64_MAX */
#define FJ_DOUBLE 6
#define FJ_BIGINT 7  /* an integer outside both, as decimal digits with an optional '-' */
#define FJ_DECIMAL 8 /* a number as text, see big_numbers */
#define FJ_STRING 9
#define FJ_ARRAY 10
#define FJ_OBJECT 11

#define FJ_STRING_ASCII 1 /* a flag of FJ_STRING: all bytes are below 0x80 */
#define FJ_STRING_PLAIN 2 /* a flag of FJ_STRING: no byte needs an escape (no ", \ or control character) */
#define FJ_STRING_SURROGATES 4 /* a flag of FJ_STRING: may hold lone surrogates, of three bytes each */

/*
 * One value. `head` holds, from the lowest bit: 8 bits kind, 8 bits flags, 48 bits length.
 *
 *   kind           length               payload
 *   null, booleans 0                    0
 *   int64, uint64, double 0             as.int64, as.uint64, as.real
 *   string         bytes                as.text: UTF-8, not NUL-terminated
 *   bigint, decimal bytes               as.text: ASCII
 *   array          elements             as.span: values it takes, itself included
 *   object         members              as.span: values it takes, itself included
 *
 * An array is followed by its elements, an object by its members: key (a string), then value. The next
 * sibling of a container v is v + v->as.span, of any other value v + 1.
 */
typedef struct fj_value {
    uint64_t head;
    union {
        int64_t int64;
        uint64_t uint64;
        double real;
        const char *text;
        uint64_t span;
    } as;
} fj_value;

typedef struct fj_document fj_document;

/* Reads one JSON text into a document.
 *   document: *document NULL: a new one is made; else that one is used again, memory and all: all
 *             pointers to its values become invalid. After a failure it holds no value (root NULL), can be
 *             used again and is still the caller's to free; *document stays NULL if it was and nothing
 *             could be made.
 * The document owns all that it needs: the text may go away (unless borrow_text). */
int32_t fj_parse(const char *text, size_t length, const fj_parse_options *options,
                 fj_document **document, fj_error *error);

/* The outermost value, NULL after a failed parse. Valid until the document is parsed into or freed. */
const fj_value *fj_document_root(const fj_document *document);

/* The number of values: the root and all that it contains, keys included. They stand one after the
 * other from fj_document_root. */
size_t fj_document_length(const fj_document *document);

/* Frees the document and all its values. NULL is allowed. */
void fj_document_free(fj_document *document);

/* ------------------------------------------------------------------------------------------------
 * Generating
 */

/* Writes `value`, with all that it contains, as JSON text into `out`. */
int32_t fj_generate(const fj_value *value, const fj_generate_options *options, fj_buffer *out,
                    fj_error *error);

/* ------------------------------------------------------------------------------------------------
 * Text to text, without a document in between
 */

/* Says whether the text is one JSON text by the options, with the same answer and error as fj_parse. */
int32_t fj_validate(const char *text, size_t length, const fj_parse_options *options, fj_error *error);

/* Writes the text without white space and comments; all else byte for byte as it is (numbers, escapes,
 * duplicate keys). It validates too. */
int32_t fj_minify(const char *text, size_t length, const fj_parse_options *options, fj_buffer *out,
                  fj_error *error);

/* Writes the text anew: the same bytes as fj_generate would write of the parsed document. */
int32_t fj_format(const char *text, size_t length, const fj_parse_options *parse,
                  const fj_generate_options *generate, fj_buffer *out, fj_error *error);

/* ---- declarations end ---- */

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
