/*
 * For hosts: what bindings use besides fastjson.h. The rules there hold here as well.
 *
 * Between the two marks below stand nothing but plain C declarations, which an FFI can read as they are.
 */
#ifndef FASTJSON_HOSTS_H
#define FASTJSON_HOSTS_H

#include "fastjson/fastjson.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* ---- declarations begin ---- */

/* ------------------------------------------------------------------------------------------------
 * The tape: a text as a run of 32-bit words that a host reads in bulk and builds its own objects from,
 * and the same the other way round. For hosts whose values C cannot reach cheaply (Node.js, or any
 * other that can see memory and has no public C functions).
 *
 * One word: an operation in the lowest four bits, its argument in the upper 28 (signed for FJ_TAPE_INT).
 * A double stands at the next word of even index, two words long.
 *
 *   operation        argument   then
 *   FJ_TAPE_CONST    0 null, 1 false, 2 true, 3 nothing (generating: a member or element left out)
 *   FJ_TAPE_INT      value
 *   FJ_TAPE_INT32    -          a word: the value
 *   FJ_TAPE_DOUBLE   -          a double
 *   FJ_TAPE_NARROW   units      a string: the next `units` of the narrow characters (U+0000 to U+00FF)
 *   FJ_TAPE_WIDE     units      a string: the next `units` of the wide characters (UTF-16)
 *   FJ_TAPE_CHUNK    0 narrow, 1 wide: the next chunk begins; strings count from its start
 *   FJ_TAPE_WHOLE    0 narrow, 1 wide: a string: the whole of the next chunk
 *   FJ_TAPE_DIGITS   units      a number as its text, narrow characters
 *   FJ_TAPE_ARRAY    elements   the elements
 *   FJ_TAPE_INTS     elements   as many words, each an element's value
 *   FJ_TAPE_DOUBLES  elements   as many doubles, each an element's value
 *   FJ_TAPE_OBJECT   shape      the values of the shape's keys, in order
 *   FJ_TAPE_MEMBERS  members    the values, then as many strings: their keys
 *
 * A shape is a sequence of keys, known by a number: shape 0 has none, every other one is its parent's
 * keys and one more. Shapes are kept from text to text and bounded in number; shapes_epoch changes when
 * all are forgotten. A key may stand twice in a shape: then the last value counts, at the first's place.
 */

#define FJ_TAPE_CONST 0
#define FJ_TAPE_INT 1
#define FJ_TAPE_INT32 2
#define FJ_TAPE_DOUBLE 3
#define FJ_TAPE_NARROW 4
#define FJ_TAPE_WIDE 5
#define FJ_TAPE_CHUNK 6
#define FJ_TAPE_WHOLE 7
#define FJ_TAPE_DIGITS 8
#define FJ_TAPE_ARRAY 9
#define FJ_TAPE_INTS 10
#define FJ_TAPE_DOUBLES 11
#define FJ_TAPE_OBJECT 12
#define FJ_TAPE_MEMBERS 13
#define FJ_TAPE_END 14 /* generating: ends a FJ_TAPE_PAIRS object */
#define FJ_TAPE_PAIRS 15 /* generating: an object as key, value, key, value, ..., FJ_TAPE_END */

#define FJ_TAPE_CHUNK_UNITS 32768 /* a chunk has more only if one string fills it */

#define FJ_TAPE_BIGINT 1 /* flag: integers beyond 2^53 as FJ_TAPE_DIGITS, not as the nearest double */
#define FJ_TAPE_ALWAYS 2 /* flag: write the tape even where shapes do not repeat (see `declined`) */
#define FJ_TAPE_MORE 4   /* flag: behind what is on the tape, as one value more. Where there is no room, or shapes
                            were forgotten, FJ_ERROR_MEMORY and `overflow`; what was there stays after any fault */

typedef struct fj_tape fj_tape;

/* What a reading left. `words` and `words_capacity` are the caller's to set, the rest is the library's. */
typedef struct fj_tape_view {
    uint32_t size;             /* sizeof(fj_tape_view) of the library */
    uint32_t depth;            /* the deepest nesting */
    int32_t *words;            /* memory for the words, 8-aligned */
    size_t words_capacity;     /* in words; the text's length + 16 nearly always suffices, twice that always */
    size_t words_length;       /* so many are used */
    const uint8_t *narrow;     /* the narrow characters of all chunks, one after the other */
    const uint16_t *wide;      /* the wide ones */
    const size_t *narrow_ends; /* where each narrow chunk ends, in units from `narrow` */
    const size_t *wide_ends;
    size_t narrow_chunks;
    size_t wide_chunks;
    uint32_t overflow; /* 1: words_capacity was too small, the code is FJ_ERROR_MEMORY */
    uint32_t declined; /* 1: the text is valid, but its shapes do not repeat: there is no tape, the host's
                          own parser is quicker */
    uint32_t shapes_epoch;
    uint32_t shapes_count;
} fj_tape_view;

/* NULL: no memory. One tape is used by one thread at a time; its memory is used again and again. */
fj_tape *fj_tape_new(void);
void fj_tape_free(fj_tape *tape);

/* Valid as long as the tape, at the same address. */
fj_tape_view *fj_tape_look(fj_tape *tape);

/* Reads one JSON text onto the tape. Codes as of fj_parse. `flags`: FJ_TAPE_... above. */
int32_t fj_tape_read(fj_tape *tape, const char *text, size_t length, const fj_parse_options *options,
                     uint32_t flags, fj_error *error);

/* The parent of a shape below shapes_count, and the key it adds (UTF-8, or WTF-8 if lone surrogates are
 * kept), valid until the next reading. */
uint32_t fj_tape_shape(const fj_tape *tape, uint32_t shape, const char **key, size_t *length);

/* Gives back memory beyond what ordinary texts need. */
void fj_tape_trim(fj_tape *tape);

/* The other way: a host writes a tape of its values, C makes the text of it. Strings are taken, in the
 * order of the words, from pieces that hold all characters one after the other; no string crosses from one
 * piece into the next. Their words are FJ_TAPE_NARROW whatever the piece. Besides:
 *
 *   FJ_TAPE_ARRAY    elements   the elements; FJ_TAPE_RUN may stand for several of them
 *   FJ_TAPE_RUN      doubles    as many doubles, aligned, each an element's value
 *   FJ_TAPE_OBJECT   shape      the values of a defined shape's keys; FJ_TAPE_CONST 3 for one left out
 *   FJ_TAPE_PAIRS    -          key, value, key, value, ..., FJ_TAPE_END
 *
 * FJ_TAPE_CONST 3 as an element or as the outermost value is null. An integral double is written without
 * a point. Nothing is sorted here: a host that wants its keys sorted lays them out so.
 */
#define FJ_TAPE_RUN 11 /* FJ_TAPE_DOUBLES */

#define FJ_TAPE_ASCII 0  /* the characters of a piece: bytes below 0x80, */
#define FJ_TAPE_LATIN1 1 /* bytes, */
#define FJ_TAPE_UTF16 2  /* or UTF-16 */

typedef struct fj_tape_piece {
    const void *units; /* followed by 32 bytes that may be read */
    size_t length;     /* in units */
    uint32_t kind;     /* FJ_TAPE_ASCII, ... */
    uint32_t reserved; /* 0 */
} fj_tape_piece;

/* Says which keys (UTF-8, or WTF-8) shape number `shape` has for generating; these numbers are apart from
 * those of reading, and chosen by the host, below 65536. A shape defined before is replaced. */
int32_t fj_tape_define(fj_tape *tape, uint32_t shape, const char *const *keys, const size_t *lengths,
                       size_t count);

/* Writes the text of the value on the tape into `out`.
 *   gap: NULL, or text of any kind that stands once per level at the start of a line, as the third argument
 *        of JSON.stringify; the options have no layout strings then. */
int32_t fj_tape_write(fj_tape *tape, const int32_t *words, size_t length, const fj_tape_piece *pieces,
                      size_t pieces_count, const fj_generate_options *options, const char *gap,
                      size_t gap_length, fj_buffer *out, fj_error *error);

/* ------------------------------------------------------------------------------------------------
 * Ruby
 */

#define FJ_RUBY_PLAIN 1 /* flag: Ruby's functions only, no look at the layout of its objects; for tests */

/* Defines parse and generate in a module of the Ruby that runs in this process, by the public C functions
 * that are found in it. To be called while Ruby's lock is held, from a require. The module has the error
 * classes by then. FJ_ERROR_HOST, with the reason, if this Ruby has not all that is needed: then nothing
 * was defined.
 *   module_name: NUL-terminated, a module at the top level */
int32_t fj_ruby_attach(const char *module_name, uint32_t flags, fj_error *error);

/* ------------------------------------------------------------------------------------------------
 * CPython
 */

/* CPython 3.9 and later: puts builtin functions and types into a dict.
 *   names:   the dict, as its id(). It holds the callables that the functions need: "decode_error",
 *            "encode_error", "decimal", "unfinished" (see core/src/hosts/cpython.h), and the name of the
 *            module that the functions say they are of, "module". The functions "loads", "dumps",
 *            "dumps_bytes", "get", "loads_unfinished" and "dumps_lines" are set in it, the types "Decoder",
 *            "Encoder", "loads_many" and "Stream", and "direct": whether objects are read and filled in
 *            place.
 *   modules: sys.modules of the caller, as its id(): by it the function makes sure that the interpreter
 *            whose lock it takes is the caller's.
 *   flags:   0, or FJ_CPYTHON_FUNCTIONS.
 * Call it without the GIL or with it. Codes: FJ_ERROR_HOST (a function is missing, another interpreter,
 * an exception: the message says which), FJ_ERROR_ARGUMENT, FJ_ERROR_OPTION. After a failure the dict is
 * as it was, and nothing was kept. */
#define FJ_CPYTHON_FUNCTIONS 1 /* use functions only, whatever the probe of object layouts says */
int32_t fj_cpython_attach(void *names, void *modules, uint32_t flags, fj_error *error);

/* ---- declarations end ---- */

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
