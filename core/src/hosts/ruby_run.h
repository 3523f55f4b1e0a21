/*
 * The Ruby run: what one parse or generate call owns, in an object that Ruby's collector knows.
 *
 * A call takes a run and gives it back. While it is taken nothing refers to the run but the call's
 * own C stack, which Ruby scans: its values are marked (and so neither freed nor moved) as long as
 * the call lives. A call that does not come back, by an exception, a throw, a killed thread, or a
 * Fiber that is never resumed, just loses its run to the collector, which frees the memory: nothing
 * can leak or dangle.
 *
 * Given back, a run waits in the room of its Ractor for the next call, with its memory. The room
 * holds the cache of keys as well: keys repeat, so do their Strings and Symbols, and so do the
 * objects that have them (ruby_shape.h). No memory is shared between Ractors; within one, Ruby's
 * lock is not given up between taking something and being done with it.
 */
#ifndef FASTJSON_HOSTS_RUBY_RUN_H
#define FASTJSON_HOSTS_RUBY_RUN_H

#include "hosts/ruby_layout.h"
#include "hosts/ruby_shape.h"
#include "read/reader.h"
#include "write/writer.h"

/* Bounds on what is kept between calls. Fresh memory costs 10 us a page to touch. */
#define RUBY_RUN_KEPT_BYTES ((size_t)8 << 20)
#define RUBY_RUN_KEPT_VALUES ((size_t)1 << 17)
#define RUBY_ROOM_RUNS 4

#define RUBY_RUN_DOCUMENTS 2

#define RUBY_KEY_LENGTH 47 /* longer keys are not cached */
#define RUBY_KEYS 512      /* a power of two */

/* A key: its bytes, and what Ruby makes of them (0: not made yet). 64 bytes. */
typedef struct ruby_key {
    ruby_value string; /* frozen, interned */
    ruby_value symbol;
    uint8_t length;
    char bytes[RUBY_KEY_LENGTH];
} ruby_key;

/* An open container that is being generated. */
typedef struct ruby_frame {
    ruby_value container;
    size_t begin;    /* Hash: where its pairs begin among the run's values; array: 0 */
    size_t position; /* Hash: the next key there; array: the next index */
    size_t end;      /* Hash: where its pairs end; array: unused */
    bool is_hash;
} ruby_frame;

/* The answer of one class: how its instances are generated. */
typedef struct ruby_handler {
    ruby_value class;
    uint32_t kind;
} ruby_handler;

#define RUBY_HANDLERS 8

typedef struct ruby_run {
    ruby_value object; /* the Ruby object around this run */
    struct ruby_run *next;
    /* values that Ruby must not free or move: marked from `values` up to `top` */
    ruby_value *values;
    ruby_value *top;
    ruby_value *limit;
    ruby_frame *frames;
    size_t frame_count;
    size_t frame_capacity;
    ruby_handler handlers[RUBY_HANDLERS];
    bool handled;                               /* handlers is not empty */
    ruby_value state;                           /* what is handed to to_json, or 0 */
    ruby_value kept;                            /* anything else that the call refers to, or 0 */
    fj_document *documents[RUBY_RUN_DOCUMENTS]; /* or NULL */
    fj_buffer buffer;
    writer writer;
    reader reader;
} ruby_run;

typedef struct ruby_room {
    ruby_run *runs;
    size_t run_count;
    ruby_key keys[RUBY_KEYS];
    ruby_shape shapes[RUBY_SHAPES];
} ruby_room;

/* Prepares the way to a room; once, at attach. */
void ruby_room_prepare(void);

/* The room of the running Ractor. NULL: no memory. */
ruby_room *ruby_room_here(void);

/* A run with no values and no frames, taken out of the room. NULL: no memory. The caller keeps a
 * copy of run->object in a volatile variable of its own for as long as it uses the run: RUBY_KEEP.
 */
ruby_run *ruby_run_take(ruby_room *room);

/* Ends the call's use of the run; its reader and writer are closed. */
void ruby_run_give(ruby_room *room, ruby_run *run);

/* Holds a volatile local variable on the machine stack, where Ruby sees it, up to this point. */
#define RUBY_KEEP(value) __asm__ volatile("" : : "m"(value) : "memory")

/* Makes room for `count` more values. false: no memory. */
bool ruby_run_grow(ruby_run *run, size_t count);

/* Takes up the new place of what Ruby has moved: for a type's `compact`. */
static inline void ruby_relocate(ruby_value *value)
{
    if (*value != 0) {
        *value = ruby.rb_gc_location(*value);
    }
}

/* One more frame; the caller fills it. NULL: no memory. */
ruby_frame *ruby_run_frame(ruby_run *run);

static inline bool ruby_run_push(ruby_run *run, ruby_value value)
{
    if (RUBY_UNLIKELY(run->top == run->limit) && !ruby_run_grow(run, 1)) {
        return false;
    }
    *run->top++ = value;
    return true;
}

#endif
