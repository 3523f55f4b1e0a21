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
 *   Memory that the library gave is freed by the library. It comes from malloc, or from an fj_allocator.
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
#define FJ_ABI_VERSION 0x00010001

/* The ABI version of the library that is loaded: compare it with FJ_ABI_VERSION before anything else. */
uint32_t fj_abi_version(void);

/* The version of the library, "1.0.0", NUL-terminated, static. */
const char *fj_version(void);

/* The name of the CPU kernel in use: "avx512", "avx2", "sse2", "neon" or "plain". It is settled when the
 * library is loaded, by what the CPU has, or by the environment variable FASTJSON_KERNEL if that names
 * one that the CPU has. NUL-terminated, static. */
const char *fj_kernel_name(void);

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
 * For generating, offset, line and column are 0, and `pointer` is the value that was being written, or the
 * member whose key was; it is empty for FJ_ERROR_LIMIT, since it is the whole text that is too long. */
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
 * Memory
 */

/* A block of `size` bytes, which is never 0, aligned as malloc does (for max_align_t); NULL: none to be had. */
typedef void *(*fj_allocate)(void *context, size_t size);

/* Makes a block of old_size bytes one of new_size bytes, neither 0, and keeps what fits; the block may
 * move. NULL: none to be had, and the old one is as it was. */
typedef void *(*fj_resize)(void *context, void *block, size_t old_size, size_t new_size);

/* Takes a block back; it is never NULL. */
typedef void (*fj_release)(void *context, void *block);

/* Where the library gets memory from, if not from malloc: an allocator is named in the options of a call, or
 * when a handle is made. NULL is malloc. Everything that the library allocates for such a call or handle
 * comes from there, temporary memory too, and goes back there:
 *   - a document, stream, builder, generator or lines keeps the allocator that it was made with; a document
 *     that is used again gets its values from its own;
 *   - what a call needs for itself comes from the allocator of its options, else from that of the document
 *     which it was given to use again, if any;
 *   - a buffer does not know its allocator: it is given to functions with the same one only, and freed by
 *     fj_buffer_free_with.
 * The struct and its context must outlive everything that was made with it, and must not change as long. Its
 * functions are called by the thread that makes the call, so that an allocator used by several threads at once
 * must be made for that. They must not call the library with the same handles, and must return.
 * An allocator without its functions, or of a size or with a reserved field that the library does not know, is
 * FJ_ERROR_OPTION in options, else FJ_ERROR_ARGUMENT. */
typedef struct fj_allocator {
    uint32_t size;     /* sizeof(fj_allocator) */
    uint32_t reserved; /* 0 */
    void *context;     /* what each function gets first */
    fj_allocate allocate;
    fj_resize resize; /* NULL: allocate, copy, release */
    fj_release release;
} fj_allocator;

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

/* The same for a buffer whose memory came from an allocator. */
void fj_buffer_free_with(fj_buffer *buffer, const fj_allocator *allocator);

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

    const fj_allocator *allocator; /* NULL: malloc; since ABI 1.1 */
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
    uint8_t reserved[9];     /* 0 */

    uint64_t max_output_bytes; /* 0: no limit */

    const fj_allocator *allocator; /* NULL: malloc; since ABI 1.1 */
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
#define FJ_STRING_VALID 8 /* a flag of FJ_STRING: known to be UTF-8; what lacks it is checked when written */

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

/* A document without a value, whose memory comes from an allocator, to be used where a document is made or
 * used again. FJ_ERROR_ARGUMENT or FJ_ERROR_MEMORY. */
int32_t fj_document_new(const fj_allocator *allocator, fj_document **document);

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

/* Writes the text anew: the same bytes as fj_generate would write of the parsed document. The memory for
 * reading comes from the allocator of `parse`, that for writing, `out` included, from that of `generate`. */
int32_t fj_format(const char *text, size_t length, const fj_parse_options *parse,
                  const fj_generate_options *generate, fj_buffer *out, fj_error *error);

/* ------------------------------------------------------------------------------------------------
 * Reading values: nothing here allocates but fj_value_equal; a NULL value is allowed and is of no kind
 */

/* FJ_NULL to FJ_OBJECT; 0 for NULL. */
int32_t fj_value_kind(const fj_value *value);

/* Of a string, bigint or decimal its bytes, of an array its elements, of an object its members; of any
 * other 0. */
uint64_t fj_value_length(const fj_value *value);

/* Typed access. FJ_OK and *out, or FJ_ERROR_TYPE for a value of another kind, FJ_ERROR_NUMBER_OUT_OF_RANGE
 * for a number that does not fit; *out is then left alone.
 *   boolean         1 or 0
 *   int64, uint64   of an integer of any kind, and of a decimal's text that is one; not of 1.0
 *   double          of any number: the nearest double, ties to even
 *   text            of a string, bigint or decimal; lives as long as the value, not NUL-terminated */
int32_t fj_value_boolean(const fj_value *value, int32_t *out);
int32_t fj_value_int64(const fj_value *value, int64_t *out);
int32_t fj_value_uint64(const fj_value *value, uint64_t *out);
int32_t fj_value_double(const fj_value *value, double *out);
int32_t fj_value_text(const fj_value *value, const char **text, size_t *length);

/* The next one in an array or object: `item` NULL gives the first, NULL comes back after the last. In an
 * object the items are its keys; a key's value is key + 1:
 *
 *     for (const fj_value *key = NULL; (key = fj_value_next(object, key)) != NULL;)
 *         use(key, key + 1);
 */
const fj_value *fj_value_next(const fj_value *container, const fj_value *item);

/* The value of an object's member; NULL: no such member, or no object. Looks at one key after the other. */
const fj_value *fj_value_member(const fj_value *object, const char *key, size_t length);

/* An array's element, counted from 0; NULL: no such element, or no array. Immediate in an array without
 * containers, else it steps over those before. */
const fj_value *fj_value_element(const fj_value *array, uint64_t index);

/* The value at a JSON Pointer (RFC 6901), seen from `value`; "" is the value itself.
 *   FJ_ERROR_POINTER    it does not begin with '/', or a '~' is not followed by 0 or 1
 *   FJ_ERROR_NOT_FOUND  a step leads nowhere: no such member, beyond the end of the array ("-" always is),
 *                       no array index (those have no sign and no leading zero), or into a scalar
 * For both, error->offset is the place in the pointer's text (of NOT_FOUND: where the step that failed
 * begins), and for NOT_FOUND error->pointer is the way up to it. *found is NULL after a failure. */
int32_t fj_value_pointer(const fj_value *value, const char *pointer, size_t length, const fj_value **found,
                         fj_error *error);

/* Whether two values are the same JSON value: *equal 1 or 0.
 *   Numbers are compared by their exact mathematical value: 1, 1.0 and 10e-1 are equal whatever their kinds;
 *   0.1 kept as text is not the double next to it. NaN equals NaN, -0.0 equals 0. Strings byte by byte.
 *   Objects: the same keys with equal values, in any order. Linear in the size of both.
 * FJ_ERROR_ARGUMENT, or FJ_ERROR_MEMORY: deep or large values need memory; *equal is then 0. */
int32_t fj_value_equal(const fj_value *a, const fj_value *b, int32_t *equal);

/* The same with memory from an allocator. */
int32_t fj_value_equal_with(const fj_value *a, const fj_value *b, const fj_allocator *allocator,
                            int32_t *equal);

/* ------------------------------------------------------------------------------------------------
 * Making documents: copied, patched, or by hand
 *
 * In all of them *document NULL means a new document, else that one takes the new values and its old ones
 * become invalid. The values that are read may lie in it. After a failure *document is as it was, values
 * and all. The document owns its strings.
 */

/* Copies a value with all that it contains. */
int32_t fj_document_copy(const fj_value *value, fj_document **document, fj_error *error);

typedef struct fj_patch_options {
    uint32_t size;       /* sizeof(fj_patch_options) */
    uint32_t reserved;   /* 0 */
    uint64_t max_copied; /* values that all copy operations together may make: a short patch can ask for a
                            document that no memory holds. 0: 16,777,216; UINT64_MAX: no limit */
    const fj_allocator *allocator; /* NULL: malloc; since ABI 1.1 */
} fj_patch_options;

/* Applies a JSON Patch (RFC 6902): an array of operations, to `target`, all of them or none. test compares
 * as fj_value_equal does. Members of an operation that the RFC does not name are ignored, as it asks.
 *   FJ_ERROR_PATCH       no array of operations, an operation without what it needs, an unknown one, a value
 *                        moved into itself, the whole document removed
 *   FJ_ERROR_POINTER     a path or from that is no JSON Pointer
 *   FJ_ERROR_NOT_FOUND   a path or from that leads nowhere
 *   FJ_ERROR_PATCH_TEST  a test that does not hold
 *   FJ_ERROR_LIMIT       max_copied was exceeded
 * The message names the operation by its index and the reason; error->pointer is the place in the patch:
 * "/3/path". Time grows with the sizes of target, patch and result, and not with their product. */
int32_t fj_document_patch(const fj_value *target, const fj_value *patch, const fj_patch_options *options,
                          fj_document **document, fj_error *error);

/* Applies a JSON Merge Patch (RFC 7396): members are set, or removed where the patch says null. Any value
 * is a merge patch. `target` NULL is a target that is not there. */
int32_t fj_document_merge(const fj_value *target, const fj_value *patch, fj_document **document,
                          fj_error *error);

/* A builder makes one document from calls in the order of a text: begin_object, key, value, ..., end_object.
 * A call that would make something malformed is refused with FJ_ERROR_STATE: a value where a key must
 * stand, a key without its value, a second root, the end of what is not open. After a failure of whatever
 * kind the builder is unusable until it is finished or freed: it refuses each further call with the first
 * failure's code, so that a program may look at the last code only. A key that comes twice keeps its first
 * place and takes the last value, as in parsing. */
typedef struct fj_builder fj_builder;

/* A new builder in *builder. FJ_ERROR_ARGUMENT or FJ_ERROR_MEMORY. */
int32_t fj_builder_new(fj_builder **builder);

/* The same with memory from an allocator, that of the new documents included. */
int32_t fj_builder_new_with(const fj_allocator *allocator, fj_builder **builder);

int32_t fj_builder_begin_object(fj_builder *builder);
int32_t fj_builder_end_object(fj_builder *builder);
int32_t fj_builder_begin_array(fj_builder *builder);
int32_t fj_builder_end_array(fj_builder *builder);

/* Keys and strings are UTF-8 (FJ_ERROR_INVALID_UTF8) and are copied. */
int32_t fj_builder_key(fj_builder *builder, const char *text, size_t length);
int32_t fj_builder_string(fj_builder *builder, const char *text, size_t length);
int32_t fj_builder_null(fj_builder *builder);
int32_t fj_builder_boolean(fj_builder *builder, int32_t value); /* 0: false, else true */
int32_t fj_builder_int64(fj_builder *builder, int64_t value);
int32_t fj_builder_uint64(fj_builder *builder, uint64_t value);
int32_t fj_builder_double(fj_builder *builder, double value);

/* A number by its text (FJ_ERROR_INVALID_NUMBER): an integer of any size, or a real, kept as FJ_DECIMAL. */
int32_t fj_builder_number(fj_builder *builder, const char *text, size_t length);

/* A copy of a value with all that it contains. */
int32_t fj_builder_value(fj_builder *builder, const fj_value *value);

/* Gives the finished document; the builder is then empty and can be used for another one, also after a
 * failure: the first one of all calls, or FJ_ERROR_STATE if something is still open. */
int32_t fj_builder_finish(fj_builder *builder, fj_document **document, fj_error *error);

/* Frees the builder. NULL is allowed. */
void fj_builder_free(fj_builder *builder);

/* ------------------------------------------------------------------------------------------------
 * Generating as one goes, without a document
 *
 * The calls are those of the builder, and so are the rules: what would be malformed is FJ_ERROR_STATE, and
 * after a failure of whatever kind the generator is unusable: each further call refuses with the first
 * failure's code. The bytes are those that fj_generate writes for the same values. A key that comes twice
 * is written twice: the generator keeps nothing.
 */
typedef struct fj_generator fj_generator;

/* Takes text as it is made. FJ_OK to go on; any other code ends the generating and is given to the caller.
 * It must not call the same generator. */
typedef int32_t (*fj_flush)(void *context, const char *data, size_t length);

/* A generator that writes into `out`, which must outlive it and is left alone until fj_generator_finish:
 * only then has it its length. FJ_ERROR_OPTION for sort_keys and canonical: they need a whole object before
 * its first byte: build a document and fj_generate it. Layout strings must stay valid as long. */
int32_t fj_generator_new(const fj_generate_options *options, fj_buffer *out, fj_generator **generator,
                         fj_error *error);

/* The same with a flush function in place of a buffer. It is called with at least half of `buffer_size`
 * bytes (0: 65,536; at least 4,096) each time but the last, and but for what stands before a raw fragment
 * or number of that size or more, which comes as it is. Memory is bounded by buffer_size, whatever is
 * written (the indent of one line apart). */
int32_t fj_generator_new_flush(const fj_generate_options *options, fj_flush flush, void *context,
                               size_t buffer_size, fj_generator **generator, fj_error *error);

int32_t fj_generator_begin_object(fj_generator *generator);
int32_t fj_generator_end_object(fj_generator *generator);
int32_t fj_generator_begin_array(fj_generator *generator);
int32_t fj_generator_end_array(fj_generator *generator);
int32_t fj_generator_key(fj_generator *generator, const char *text, size_t length);
int32_t fj_generator_string(fj_generator *generator, const char *text, size_t length);
int32_t fj_generator_null(fj_generator *generator);
int32_t fj_generator_boolean(fj_generator *generator, int32_t value);
int32_t fj_generator_int64(fj_generator *generator, int64_t value);
int32_t fj_generator_uint64(fj_generator *generator, uint64_t value);
int32_t fj_generator_double(fj_generator *generator, double value);
/* As it is given: -0 is written as -0, 1.50 as 1.50. */
int32_t fj_generator_number(fj_generator *generator, const char *text, size_t length);
int32_t fj_generator_value(fj_generator *generator, const fj_value *value);

/* One value that is JSON text already, byte for byte: ascii_only, script_safe and layout do not touch it.
 * `vouched` 0: it is validated first (RFC 8259, within what is left of max_nesting); 1: the caller vouches
 * for it. */
int32_t fj_generator_raw(fj_generator *generator, const char *text, size_t length, int32_t vouched);

/* Ends the text: what is left goes to the flush function, or the buffer gets its length. FJ_OK, the first
 * failure of all calls, or FJ_ERROR_STATE if a container is open or nothing was written; error->pointer is
 * the place. After it the generator refuses everything; free it. */
int32_t fj_generator_finish(fj_generator *generator, fj_error *error);

/* Frees the generator; a text that was not finished is dropped (the buffer is empty). NULL is allowed. */
void fj_generator_free(fj_generator *generator);

/* ------------------------------------------------------------------------------------------------
 * One value of a text, without building the rest
 */

#define FJ_GET_WHOLE 0 /* the whole text is read: the value and the errors that fj_parse would give */
#define FJ_GET_FIRST 1 /* the reading stops after the value: much faster where the place is near the start */

/* Finds the value at a JSON Pointer (RFC 6901): *offset and *found_length say where it stands in the text,
 * without the white space around it.
 *   FJ_GET_WHOLE  means what fj_parse and then fj_value_pointer mean, on every text: all of it is validated,
 *                 and of keys that stand twice the last one counts.
 *   FJ_GET_FIRST  validates everything up to the end of the value, and promises nothing about what follows:
 *                 that may be malformed, or repeat a key on the way with another value; of keys that
 *                 stand twice the first one counts. A value that is not found is looked for to the end of
 *                 the container in which its step leads nowhere. FJ_DUPLICATE_ERROR is FJ_ERROR_OPTION
 *                 with it.
 * Errors are those of fj_parse with their place in the text, and those of fj_value_pointer with their place
 * in the pointer. What is no JSON Pointer is FJ_ERROR_POINTER before the text is looked at. */
int32_t fj_text_get(const char *text, size_t length, const char *pointer, size_t pointer_length,
                    int32_t scope, const fj_parse_options *options, size_t *offset, size_t *found_length,
                    fj_error *error);

/* Finds it and reads it into a document, which is made or used again as fj_parse does. */
int32_t fj_text_get_document(const char *text, size_t length, const char *pointer, size_t pointer_length,
                             int32_t scope, const fj_parse_options *options, fj_document **document,
                             fj_error *error);

/* ------------------------------------------------------------------------------------------------
 * Streams: several values in one text, text in pieces, text that is not finished
 */

#define FJ_END -1  /* no error: no value is left */
#define FJ_MORE -2 /* no error: a value may go on after this piece */

/* What a text of several values looks like.
 *   FJ_SEQUENCE_VALUES  values one after the other, with white space between them (and comments, if they are
 *                       allowed). Values may touch where it is clear that one ends: {}{}, "a""b", 1[2], {}3.
 *                       A number or literal ends before white space, {, [, " or the end of the text;
 *                       before anything else it is FJ_ERROR_UNEXPECTED_BYTE: 1true, 1,2. 12 is one number.
 *   FJ_SEQUENCE_LINES   one value a line, as NDJSON has them: each line is a text by itself, ended by LF or the
 *                       end (a CR before is white space). A line of white space only, or of comments where they
 *                       are allowed, is no value.
 *   FJ_SEQUENCE_ONE     one value and nothing else, as fj_parse reads it; for fj_stream_new only. */
#define FJ_SEQUENCE_VALUES 0
#define FJ_SEQUENCE_LINES 1
#define FJ_SEQUENCE_ONE 2

typedef struct fj_sequence_options {
    uint32_t size;              /* sizeof(fj_sequence_options) */
    uint8_t kind;               /* FJ_SEQUENCE_... */
    uint8_t refuse_blank_lines; /* 1: FJ_ERROR_UNEXPECTED_END for a blank line (FJ_SEQUENCE_LINES) */
    uint8_t reserved[2];        /* 0 */
} fj_sequence_options;

/* Where a reading of several values stands. Zeroed is the beginning; to go on elsewhere, set offset. */
typedef struct fj_sequence {
    uint64_t offset; /* where the next value is looked for: after a value the byte behind it, or with
                        FJ_SEQUENCE_LINES the next line */
    uint64_t start;  /* of the value read last: its first byte */
    uint64_t counted; /* the library's own, as the next two: lines and columns up to here */
    uint64_t lines;
    uint64_t columns;
} fj_sequence;

/* Reads the next value of a text that is there as a whole. `document` as for fj_parse; it is used again for
 * each value.
 *   FJ_OK   a value; sequence->start and ->offset are before and behind it
 *   FJ_END  no value is left; *document is as it was
 * or the code of a fault: offset, line and column are places in the whole text, the pointer is one in the
 * value. With FJ_SEQUENCE_LINES sequence->offset is then at the next line, so that calling again goes on
 * there; otherwise it stays where it was, as it always does after FJ_ERROR_MEMORY.
 * max_input_bytes limits each value. The work is linear: nothing is read twice but a value that is wrong. */
int32_t fj_parse_next(const char *text, size_t length, fj_sequence *sequence,
                      const fj_sequence_options *sequence_options, const fj_parse_options *options,
                      fj_document **document, fj_error *error);

/* A stream reads the same from a text that comes in pieces, cut anywhere, inside a character, an escape or
 * a number as well. Values, codes and places are those that fj_parse_next gives for the whole text, or with
 * FJ_SEQUENCE_ONE fj_parse.
 * Memory is in proportion to the largest value that does not lie in one piece, which max_input_bytes
 * limits. Without that limit a value that is wrong but does not end is refused when 128 times its text up
 * to the fault, and 128 KiB, have come, if not before.
 *
 *     for each piece
 *         while (length != 0) {
 *             code = fj_stream_read(stream, text, length, &used, &document, &error);
 *             text += used, length -= used;
 *             FJ_OK: a value in document; FJ_MORE: length is 0, give the next piece
 *         }
 *     while (fj_stream_finish(stream, &document, &error) == FJ_OK)
 *         a last value in document
 */
typedef struct fj_stream fj_stream;

/* A new stream in *stream. borrow_text is FJ_ERROR_OPTION. */
int32_t fj_stream_new(const fj_sequence_options *sequence_options, const fj_parse_options *options,
                      fj_stream **stream, fj_error *error);

/* Reads up to the end of the next value. *used bytes of the piece were taken: the rest is to be given
 * again, at the beginning of the next call. The piece may go away after the call.
 *   FJ_OK    a value in *document, which is made or used again as fj_parse does
 *   FJ_MORE  the whole piece was taken
 * or the code of a fault. After one a stream of FJ_SEQUENCE_LINES goes on with the next line; any other gives
 * the same again and again. After FJ_ERROR_MEMORY nothing is lost: the call may be made again with what was not
 * taken. FJ_ERROR_STATE after fj_stream_finish. */
int32_t fj_stream_read(fj_stream *stream, const char *text, size_t length, size_t *used,
                       fj_document **document, fj_error *error);

/* Says that the text has ended. FJ_OK: a last value in *document; call again. FJ_END: that was all. Or the
 * code of a fault, as for fj_stream_read. */
int32_t fj_stream_finish(fj_stream *stream, fj_document **document, fj_error *error);

/* Of the value given last, in the whole text: its first byte, and where fj_sequence.offset would be. */
uint64_t fj_stream_start(const fj_stream *stream);
uint64_t fj_stream_offset(const fj_stream *stream);

/* Begins a new text with the same options, and keeps the memory. NULL is allowed. */
void fj_stream_reset(fj_stream *stream);

/* Frees the stream. NULL is allowed. */
void fj_stream_free(fj_stream *stream);

/* Reads a text that may stop before its end, as a language model emits it.
 *   *complete 1: the text is whole; the same as fj_parse, *used is length
 *   *complete 0: the text is the beginning of a valid one. text[0, *used) followed by the quotes and brackets that
 *                are missing is a valid text, the longest such one without white space at its end, and
 *                *document is its value: arrays, objects and strings that are open are closed; dropped are a
 *                key without a value, an escape, character or literal that is not whole (\ud83d alone, tru),
 *                and a number that the text ends with inside an array or object, since more digits may follow.
 *                If nothing is left (blank text, "tru", "-") the root is NULL and *used 0.
 * FJ_OK for both. A text that is wrong, not just unfinished, is an error as of fj_parse. A number at the end is
 * wrong only if no continuation could make it right. borrow_text has an effect on complete texts only. */
int32_t fj_parse_unfinished(const char *text, size_t length, const fj_parse_options *options,
                            fj_document **document, int32_t *complete, size_t *used, fj_error *error);

/* Writes values one a line (NDJSON): the bytes of fj_generate, then LF. */
typedef struct fj_lines fj_lines;

/* Appends to `out`, which must outlive it; out->data and ->length are good after each line. Layout strings
 * with LF or CR are FJ_ERROR_OPTION. max_output_bytes limits all lines together. */
int32_t fj_lines_new(const fj_generate_options *options, fj_buffer *out, fj_lines **lines, fj_error *error);

/* The same through a flush function: it gets whole lines, at most buffer_size bytes at a time (0: 65,536; at
 * least 4,096), unless one line is longer. */
int32_t fj_lines_new_flush(const fj_generate_options *options, fj_flush flush, void *context,
                           size_t buffer_size, fj_lines **lines, fj_error *error);

/* Writes one line. After a failure no byte of it is written and the next value may be tried; but what the
 * flush function refuses, each further call refuses with its code. */
int32_t fj_lines_value(fj_lines *lines, const fj_value *value, fj_error *error);

/* Gives the rest to the flush function. After it nothing more can be written: FJ_ERROR_STATE. */
int32_t fj_lines_finish(fj_lines *lines, fj_error *error);

/* Frees it; what was not flushed is dropped. NULL is allowed. */
void fj_lines_free(fj_lines *lines);

/* ---- declarations end ---- */

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
