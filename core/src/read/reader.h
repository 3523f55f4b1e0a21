/*
 * Reader: JSON text to events of a sink.
 *
 * A sink is one file. It defines the type READER_SINK and the static inline functions below, then
 * includes read/engine.h, which gives it
 *
 *     static int32_t engine_run(reader *reader, READER_SINK *sink);
 *
 * with the sink's functions inlined. Each function of a sink returns FJ_OK to go on, or a code that
 * stops the reading (FJ_ERROR_MEMORY, FJ_ERROR_HOST, ...).
 *
 *     int32_t sink_null(READER_SINK *);
 *     int32_t sink_boolean(READER_SINK *, bool value);
 *     int32_t sink_int64(READER_SINK *, int64_t value);           also for -0 (as 0)
 *     int32_t sink_uint64(READER_SINK *, uint64_t value);         above INT64_MAX only
 *     int32_t sink_double(READER_SINK *, double value);
 *     int32_t sink_bigint(READER_SINK *, const char *digits, size_t length);   an integer beyond
 * both int32_t sink_decimal(READER_SINK *, const char *digits, size_t length);  a number kept as
 * text int32_t sink_string(READER_SINK *, const char *bytes, size_t length, uint32_t flags);
 *     int32_t sink_key(READER_SINK *, const char *bytes, size_t length, uint32_t flags);
 *     int32_t sink_array_begin(READER_SINK *);
 *     int32_t sink_array_end(READER_SINK *, size_t elements);
 *     int32_t sink_object_begin(READER_SINK *);
 *     int32_t sink_object_end(READER_SINK *, size_t members);
 *
 * Strings: `bytes` point into the text or into the reader's scratch memory, and are valid during
 * the call only. They are valid UTF-8 (but for lone surrogates that the option keeps, flag
 * SURROGATES). Flags are READER_STRING_... below. Digits point into the text.
 *
 * Duplicate keys reach the sink as they come, and it keeps the last at the place of the first (a
 * host's own hash does so by itself). With FJ_DUPLICATE_ERROR the sink refuses by
 * FJ_ERROR_DUPLICATE_KEY from sink_key (or from sink_object_end when it can only see it there).
 *
 * A sink that calls a host must expect that the call does not come back (an exception that unwinds
 * the C stack): all memory of a reading hangs on the reader and the sink, and the host's own ensure
 * or catch calls reader_close.
 */
#ifndef FASTJSON_READER_H
#define FASTJSON_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fastjson/fastjson.h"

#define READER_STRING_ASCII FJ_STRING_ASCII /* all bytes below 0x80 */
#define READER_STRING_PLAIN FJ_STRING_PLAIN /* stood without escapes: no byte needs one */
#define READER_STRING_SURROGATES 4u /* may hold lone surrogates, as three bytes each (WTF-8) */
#define READER_STRING_TEXT 8u       /* points into the text itself, not into scratch memory */

#define READER_LEVELS_INLINE 1024
#define READER_SMALL 256 /* bytes of a text that is worth a copy */
#define READER_AHEAD 32  /* bytes that can then be read after its end */
#define READER_ROOM 384  /* bytes of a copy, with those after its end */

typedef struct reader {
    const char *text;
    const char *end;
    const char
        *ahead; /* at or after the end: up to here bytes may be read, though they are no text */
    fj_parse_options options; /* resolved: limits are never 0 here */
    const char *place; /* after a failure: the first byte after which no text could be valid */
    bool strict;       /* no option changes the grammar or what is checked */
    bool direct;       /* strict, and nothing wants strings to stay in the text */
    bool partial;      /* stop after the value: what follows is not looked at; `place` is there */
    char *scratch;     /* unescaped strings */
    size_t scratch_capacity;
    uint64_t *levels; /* open containers: members so far << 1 | is object */
    size_t levels_capacity;
    uint64_t levels_inline[READER_LEVELS_INLINE];
    char small[READER_ROOM]; /* see reader_pad, direct_tail */
} reader;

/* Prepares a reading. FJ_OK, FJ_ERROR_ARGUMENT (NULL text with a length), FJ_ERROR_OPTION or
 * FJ_ERROR_LIMIT (max_input_bytes). Nothing is allocated. Costs a few stores: no part of the levels
 * or scratch memory is touched. */
int32_t reader_open(reader *reader, const char *text, size_t length,
                    const fj_parse_options *options);

/* Reads a small text from a copy with bytes to spare behind it, so that nothing in it is near the
 * end: much of a small text would be. (The direct loop sees to that itself.) Call it after
 * reader_open, before the text's place matters to a sink. A text that strings may point into stays
 * where it is. */
void reader_pad(reader *reader);

/* Frees what the reading allocated. May be called more than once. */
void reader_close(reader *reader);

/* Fills `error` after a failed reading (NULL is allowed) and gives the code back. */
int32_t reader_fail(const reader *reader, int32_t code, fj_error *error);

/* Judges a text that has a fault: the code, and reader->place. */
int32_t reader_diagnose(reader *reader);

/* Makes room for at least `size` bytes of scratch memory, keeping the first `used`. false: no
 * memory. */
bool reader_scratch_reserve(reader *reader, size_t used, size_t size);

/* Makes room for more levels. false: no memory. */
bool reader_levels_grow(reader *reader);

#endif
