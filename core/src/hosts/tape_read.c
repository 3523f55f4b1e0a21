/*
 * Tape, reading: a sink that lays a text out as words (fastjson/hosts.h says which).
 *
 * It never calls the host. Words go to the caller's memory, characters to memory of the tape; an
 * object whose keys make a known shape costs one word beside its values, any other one carries its
 * keys behind them. Numbers of an array are laid bare for as long as no other value stands among
 * them.
 */
#include <string.h>

#include "error.h"
#include "hosts/tape.h"
#include "hosts/tape_units.h"
#include "memory.h"
#include "number/number_read.h"
#include "number/number_write.h"
#include "read/reader.h"

/* What the innermost container holds so far. */
enum tape_mode {
    TAPE_MIXED, /* any values; also of objects, and outside of all */
    TAPE_EMPTY, /* an array with nothing in it */
    TAPE_INTS,  /* an array of numbers of 32 bits, laid bare */
    TAPE_DOUBLES,
};

#define TAPE_WHOLE_UNITS (FJ_TAPE_CHUNK_UNITS / 2) /* from here a string is a chunk of its own */
#define TAPE_SLEEP_MAX 256                         /* texts that are declined in a row */
#define TAPE_ROOM 8                                /* words that any event may use */

typedef struct tape_sink {
    int32_t *next;
    int32_t *limit; /* TAPE_ROOM before the end of the memory */
    int32_t *words;
    uint32_t mode; /* enum tape_mode */
    bool quiet;    /* the tape is given up: check the text only */
    bool may_be_quiet;
    bool big_integers; /* beyond 2^53 as digits */
    bool allow_nan;
    bool overflow;
    uint8_t *narrow_next;
    uint8_t *narrow_chunk; /* where the open chunk began; NULL: none is open */
    uint16_t *wide_next;
    uint16_t *wide_chunk;
    const char *text_ahead; /* sixteen bytes can be read from any place below */
    tape_frame *frame;      /* the innermost */
    size_t depth;
    size_t depth_max;
    size_t pending_length;
    size_t members; /* of all objects that ended */
    size_t cold;    /* of those without a shape */
    fj_tape *tape;
    reader *reader;
} tape_sink;

#define READER_SINK tape_sink
#define READER_SINK_NEGATIVE_ZERO 1

static inline int32_t tape_fits(tape_sink *s)
{
    if (__builtin_expect(s->next > s->limit, 0)) {
        s->overflow = true;
        return FJ_ERROR_MEMORY;
    }
    return FJ_OK;
}

/* ---- numbers, and what follows when they are no longer alone ---- */

static inline int32_t *tape_aligned(int32_t *p)
{
    return (int32_t *)(((uintptr_t)p + 7) & ~(uintptr_t)7);
}

static inline void tape_put_double(tape_sink *s, double value)
{
    int32_t *const at = tape_aligned(s->next);
    memcpy(at, &value, sizeof value);
    s->next = at + 2;
}

static inline void tape_put_integer(tape_sink *s, int32_t value)
{
    if (__builtin_expect(value >= -(1 << 27) && value < 1 << 27, 1)) {
        *s->next++ = tape_word(FJ_TAPE_INT, (size_t)value);
    } else {
        s->next[0] = FJ_TAPE_INT32;
        s->next[1] = value;
        s->next += 2;
    }
}

/* The bare numbers of the innermost array become values like any other: from the last to the first,
 * as they only move up. */
static int32_t tape_mix(tape_sink *s)
{
    int32_t *const first = s->words + s->frame->head + 1;
    const uint32_t mode = s->mode;
    s->mode = TAPE_MIXED;
    if (mode == TAPE_INTS) {
        const size_t count = (size_t)(s->next - first);
        size_t more = 0;
        for (size_t i = 0; i < count; i++) {
            more += first[i] < -(1 << 27) || first[i] >= 1 << 27;
        }
        if ((size_t)(s->limit - s->next) < more) {
            s->overflow = true;
            return FJ_ERROR_MEMORY;
        }
        int32_t *to = s->next + more;
        s->next = to;
        for (size_t i = count; i-- > 0;) {
            const int32_t value = first[i];
            if (value < -(1 << 27) || value >= 1 << 27) {
                *--to = value;
                *--to = FJ_TAPE_INT32;
            } else {
                *--to = tape_word(FJ_TAPE_INT, (size_t)value);
            }
        }
    } else if (mode == TAPE_DOUBLES) {
        int32_t *const from = tape_aligned(first);
        const size_t count = (size_t)(s->next - from) / 2;
        int32_t *const to =
            tape_aligned(first + 1); /* the first double; the others are 4 words apart */
        if ((size_t)(s->limit - to) < 4 * count) {
            s->overflow = true;
            return FJ_ERROR_MEMORY;
        }
        for (size_t i = count; i-- > 0;) {
            double value;
            memcpy(&value, from + 2 * i, sizeof value);
            memcpy(to + 4 * i, &value, sizeof value);
            (i == 0 ? first : to + 4 * i - 2)[0] = FJ_TAPE_DOUBLE;
        }
        s->next = to + 4 * count - 2;
    }
    return FJ_OK;
}

/* Before any value that is no number. */
static inline int32_t tape_begin_value(tape_sink *s)
{
    const int32_t code = tape_fits(s);
    if (__builtin_expect(code != FJ_OK || s->mode == TAPE_MIXED, 1)) {
        return code;
    }
    return tape_mix(s);
}

static inline int32_t sink_double(tape_sink *s, double value)
{
    if (__builtin_expect(s->quiet, 0)) {
        return FJ_OK;
    }
    const int32_t code = tape_fits(s);
    if (__builtin_expect(code != FJ_OK, 0)) {
        return code;
    }
    if (s->mode == TAPE_MIXED) {
        *s->next++ = FJ_TAPE_DOUBLE;
    } else if (s->mode == TAPE_INTS) {
        /* Every integer of 32 bits is a double: make room in place, from the last. */
        int32_t *const first = s->words + s->frame->head + 1;
        const size_t count = (size_t)(s->next - first);
        int32_t *const to = tape_aligned(first);
        if ((size_t)(s->limit - to) < 2 * count) {
            s->overflow = true;
            return FJ_ERROR_MEMORY;
        }
        for (size_t i = count; i-- > 0;) {
            const double real = first[i];
            memcpy(to + 2 * i, &real, sizeof real);
        }
        s->next = to + 2 * count;
        s->mode = TAPE_DOUBLES;
        if (tape_fits(s) != FJ_OK) {
            return FJ_ERROR_MEMORY;
        }
    } else {
        s->mode = TAPE_DOUBLES;
    }
    tape_put_double(s, value);
    return FJ_OK;
}

static int32_t tape_digits(tape_sink *s, const char *digits, size_t length);

static int32_t tape_int64_large(tape_sink *s, int64_t value)
{
    if (s->big_integers &&
        (value > INT64_C(9007199254740991) || value < -INT64_C(9007199254740991))) {
        char text[NUMBER_TEXT_MAX];
        return tape_digits(s, text, (size_t)(number_write_int64(text, value) - text));
    }
    return sink_double(s, number_double_from_int64(value));
}

static inline int32_t sink_int64(tape_sink *s, int64_t value)
{
    if (__builtin_expect(value != (int32_t)value, 0)) {
        return tape_int64_large(s, value);
    }
    if (__builtin_expect(s->quiet, 0)) {
        return FJ_OK;
    }
    const int32_t code = tape_fits(s);
    if (__builtin_expect(code != FJ_OK, 0)) {
        return code;
    }
    if (s->mode == TAPE_MIXED) {
        tape_put_integer(s, (int32_t)value);
    } else if (s->mode == TAPE_DOUBLES) {
        tape_put_double(s, (double)value);
    } else {
        s->mode = TAPE_INTS;
        *s->next++ = (int32_t)value;
    }
    return FJ_OK;
}

static int32_t sink_uint64(tape_sink *s, uint64_t value)
{
    if (s->big_integers) {
        char text[NUMBER_TEXT_MAX];
        return tape_digits(s, text, (size_t)(number_write_uint64(text, value) - text));
    }
    return sink_double(s, number_double_from_uint64(value));
}

int32_t tape_double_of(const char *digits, size_t length, double *out)
{
    /* An exponent makes a real of an integer; other numbers are reals without it. */
    char *const text = memory_allocate(length + 2);
    if (text == NULL) {
        return FJ_ERROR_MEMORY;
    }
    memcpy(text, digits, length);
    memcpy(text + length, "e0", 2);
    number_result result = number_read_checked(text, text + length + 2);
    if (result.next != text + length + 2 && result.fault != NUMBER_FAULT_RANGE) {
        result = number_read_checked(text, text + length);
    }
    memory_free(text);
    if (result.fault == NUMBER_FAULT_RANGE) {
        *out = *digits == '-' ? -__builtin_inf() : __builtin_inf();
        return FJ_ERROR_NUMBER_OUT_OF_RANGE;
    }
    *out = number_double_from_bits(result.bits);
    return FJ_OK;
}

static int32_t sink_bigint(tape_sink *s, const char *digits, size_t length)
{
    if (s->big_integers) {
        return tape_digits(s, digits, length);
    }
    double value;
    const int32_t code = tape_double_of(digits, length, &value);
    if (code != FJ_OK && !(code == FJ_ERROR_NUMBER_OUT_OF_RANGE && s->allow_nan)) {
        s->reader->place = digits;
        return code;
    }
    return sink_double(s, value);
}

static int32_t sink_decimal(tape_sink *s, const char *digits, size_t length)
{
    return tape_digits(s, digits, length);
}

/* ---- constants ---- */

static inline int32_t tape_constant(tape_sink *s, size_t which)
{
    if (__builtin_expect(s->quiet, 0)) {
        return FJ_OK;
    }
    const int32_t code = tape_begin_value(s);
    if (__builtin_expect(code == FJ_OK, 1)) {
        *s->next++ = tape_word(FJ_TAPE_CONST, which);
    }
    return code;
}

static inline int32_t sink_null(tape_sink *s)
{
    return tape_constant(s, 0);
}

static inline int32_t sink_boolean(tape_sink *s, bool value)
{
    return tape_constant(s, value ? 2 : 1);
}

/* ---- strings ---- */

static void tape_narrow_close(tape_sink *s)
{
    fj_tape_view *const v = &s->tape->view;
    s->tape->ends[v->narrow_chunks++] = (size_t)(s->narrow_next - s->tape->narrow);
    s->narrow_chunk = NULL;
}

static void tape_wide_close(tape_sink *s)
{
    fj_tape_view *const v = &s->tape->view;
    s->tape->ends[s->tape->ends_capacity + v->wide_chunks++] =
        (size_t)(s->wide_next - s->tape->wide);
    s->wide_chunk = NULL;
}

/* The word of `units` narrow units that stand at narrow_next already. There is room for two words.
 */
static inline void tape_narrow_word(tape_sink *s, size_t units, uint32_t operation)
{
    if (__builtin_expect(units >= TAPE_WHOLE_UNITS && operation == FJ_TAPE_NARROW, 0)) {
        if (s->narrow_chunk != NULL) {
            tape_narrow_close(s);
        }
        s->narrow_next += units;
        tape_narrow_close(s);
        *s->next++ = tape_word(FJ_TAPE_WHOLE, 0);
        return;
    }
    if (__builtin_expect(s->narrow_chunk == NULL ||
                             (size_t)(s->narrow_next - s->narrow_chunk) + units >
                                 FJ_TAPE_CHUNK_UNITS,
                         0)) {
        if (s->narrow_chunk != NULL) {
            tape_narrow_close(s);
        }
        s->narrow_chunk = s->narrow_next;
        *s->next++ = tape_word(FJ_TAPE_CHUNK, 0);
    }
    s->narrow_next += units;
    *s->next++ = tape_word(operation, units);
}

static void tape_wide_word(tape_sink *s, size_t units)
{
    if (units >= TAPE_WHOLE_UNITS) {
        if (s->wide_chunk != NULL) {
            tape_wide_close(s);
        }
        s->wide_next += units;
        tape_wide_close(s);
        *s->next++ = tape_word(FJ_TAPE_WHOLE, 1);
        return;
    }
    if (s->wide_chunk == NULL ||
        (size_t)(s->wide_next - s->wide_chunk) + units > FJ_TAPE_CHUNK_UNITS) {
        if (s->wide_chunk != NULL) {
            tape_wide_close(s);
        }
        s->wide_chunk = s->wide_next;
        *s->next++ = tape_word(FJ_TAPE_CHUNK, 1);
    }
    s->wide_next += units;
    *s->next++ = tape_word(FJ_TAPE_WIDE, units);
}

static __attribute__((noinline)) int32_t tape_string_beyond(tape_sink *s, const char *bytes,
                                                            size_t length)
{
    fj_tape *const t = s->tape;
    if (units_are_narrow(bytes, length)) {
        tape_narrow_word(s, units_write_narrow(s->narrow_next, bytes, length), FJ_TAPE_NARROW);
        return FJ_OK;
    }
    if (s->wide_next == NULL) {
        if (t->wide_capacity < t->narrow_capacity) {
            memory_free(t->wide);
            t->wide_capacity = 0;
            t->wide = memory_allocate(memory_array_size(t->narrow_capacity, sizeof *t->wide));
            if (t->wide == NULL) {
                return FJ_ERROR_MEMORY;
            }
            t->wide_capacity = t->narrow_capacity;
        }
        s->wide_next = s->wide_chunk = t->wide;
    }
    tape_wide_word(s, units_write_wide(s->wide_next, bytes, length));
    return FJ_OK;
}

/* There is room for two words. The units of all strings are never more than the bytes of the text.
 */
static inline int32_t tape_string(tape_sink *s, const char *bytes, size_t length, bool ascii)
{
    if (__builtin_expect(!ascii, 0)) {
        return tape_string_beyond(s, bytes, length);
    }
    if (length <= 16 && bytes < s->text_ahead) {
        memcpy(s->narrow_next, bytes, 16);
    } else {
        memcpy(s->narrow_next, bytes, length);
    }
    tape_narrow_word(s, length, FJ_TAPE_NARROW);
    return FJ_OK;
}

static inline int32_t sink_string(tape_sink *s, const char *bytes, size_t length, uint32_t flags)
{
    if (__builtin_expect(s->quiet, 0)) {
        return FJ_OK;
    }
    const int32_t code = tape_begin_value(s);
    if (__builtin_expect(code != FJ_OK, 0)) {
        return code;
    }
    if (!(flags & READER_STRING_TEXT)) { /* scratch memory: no look beyond its end */
        const char *const ahead = s->text_ahead;
        s->text_ahead = NULL;
        const int32_t result = tape_string(s, bytes, length, flags & READER_STRING_ASCII);
        s->text_ahead = ahead;
        return result;
    }
    return tape_string(s, bytes, length, flags & READER_STRING_ASCII);
}

static int32_t tape_digits(tape_sink *s, const char *digits, size_t length)
{
    if (s->quiet) {
        return FJ_OK;
    }
    const int32_t code = tape_begin_value(s);
    if (code != FJ_OK) {
        return code;
    }
    if (length > TAPE_COUNT_MAX) {
        return FJ_ERROR_LIMIT;
    }
    memcpy(s->narrow_next, digits, length);
    tape_narrow_word(s, length, FJ_TAPE_DIGITS);
    return FJ_OK;
}

/* ---- containers ---- */

static inline int32_t tape_open(tape_sink *s, uint32_t mode)
{
    const int32_t code = tape_begin_value(s);
    if (__builtin_expect(code != FJ_OK, 0)) {
        return code;
    }
    fj_tape *const t = s->tape;
    if (__builtin_expect(s->depth == t->frames_capacity, 0)) {
        tape_frame *const frames =
            memory_resize(t->frames, memory_array_size(2 * t->frames_capacity, sizeof *frames));
        if (frames == NULL) {
            return FJ_ERROR_MEMORY;
        }
        t->frames = frames;
        t->frames_capacity *= 2;
    }
    s->frame = &t->frames[s->depth++];
    s->depth_max = s->depth > s->depth_max ? s->depth : s->depth_max;
    s->frame->head = (size_t)(s->next - s->words);
    s->frame->pending = s->pending_length;
    s->frame->node = 0;
    s->next++;
    s->mode = mode;
    return FJ_OK;
}

static inline void tape_close(tape_sink *s, uint32_t operation, size_t argument)
{
    s->words[s->frame->head] = tape_word(operation, argument);
    s->mode = TAPE_MIXED;
    s->depth--;
    s->frame = s->tape->frames + (s->depth != 0 ? s->depth - 1 : 0);
}

static inline int32_t sink_array_begin(tape_sink *s)
{
    return __builtin_expect(s->quiet, 0) ? FJ_OK : tape_open(s, TAPE_EMPTY);
}

static inline int32_t sink_array_end(tape_sink *s, size_t elements)
{
    if (__builtin_expect(s->quiet, 0)) {
        return FJ_OK;
    }
    if (__builtin_expect(elements > TAPE_COUNT_MAX, 0)) {
        return FJ_ERROR_LIMIT;
    }
    tape_close(s,
               s->mode == TAPE_DOUBLES ? FJ_TAPE_DOUBLES
               : s->mode == TAPE_INTS  ? FJ_TAPE_INTS
                                       : FJ_TAPE_ARRAY,
               elements);
    return FJ_OK;
}

static inline int32_t sink_object_begin(tape_sink *s)
{
    return __builtin_expect(s->quiet, 0) ? FJ_OK : tape_open(s, TAPE_MIXED);
}

static int32_t tape_pend(tape_sink *s, const char *key, size_t length)
{
    fj_tape *const t = s->tape;
    const uint32_t size = (uint32_t)length;
    if (length > UINT32_MAX / 2) {
        return FJ_ERROR_LIMIT;
    }
    const size_t need = s->pending_length + sizeof size + length;
    if (need > t->pending_capacity) {
        const size_t capacity = need + need / 2 + 1024;
        char *const pending = memory_resize(t->pending, capacity);
        if (pending == NULL) {
            return FJ_ERROR_MEMORY;
        }
        t->pending = pending;
        t->pending_capacity = capacity;
    }
    memcpy(t->pending + s->pending_length, &size, sizeof size);
    memcpy(t->pending + s->pending_length + sizeof size, key, length);
    s->pending_length = need;
    return FJ_OK;
}

/* The keys of a shape, in order, become pending. */
static int32_t tape_pend_shape(tape_sink *s, uint32_t node)
{
    const shapes *const all = &s->tape->shapes;
    uint32_t path[SHAPES_KEYS_MAX];
    uint32_t count = 0;
    for (; node != 0; node = all->nodes[node].parent) {
        path[count++] = node;
    }
    int32_t code = FJ_OK;
    while (count > 0 && code == FJ_OK) {
        const shapes_node *const n = &all->nodes[path[--count]];
        code = tape_pend(s, all->bytes + n->key, n->length);
    }
    return code;
}

static __attribute__((noinline)) int32_t tape_key_cold(tape_sink *s, uint32_t node,
                                                       const char *bytes, size_t length)
{
    s->frame->node = SHAPES_NONE;
    const int32_t code = node == SHAPES_NONE ? FJ_OK : tape_pend_shape(s, node);
    return code == FJ_OK ? tape_pend(s, bytes, length) : code;
}

static inline int32_t sink_key(tape_sink *s, const char *bytes, size_t length, uint32_t flags)
{
    (void)flags;
    if (__builtin_expect(s->quiet, 0)) {
        return FJ_OK;
    }
    const uint32_t node = s->frame->node;
    if (__builtin_expect(node != SHAPES_NONE, 1)) {
        const uint32_t child = shapes_step(&s->tape->shapes, node, bytes, length);
        if (__builtin_expect(child != SHAPES_NONE, 1)) {
            s->frame->node = child;
            return FJ_OK;
        }
    }
    return tape_key_cold(s, node, bytes, length);
}

/* An object without a shape, or whose shape was not seen before: its keys follow its values. */
static __attribute__((noinline)) int32_t tape_object_cold(tape_sink *s, size_t members)
{
    fj_tape *const t = s->tape;
    if (members > TAPE_COUNT_MAX) {
        return FJ_ERROR_LIMIT;
    }
    if (s->frame->node != SHAPES_NONE) {
        const int32_t code = tape_pend_shape(s, s->frame->node);
        if (code != FJ_OK) {
            return code;
        }
    }
    size_t at = s->frame->pending;
    const char *const ahead = s->text_ahead;
    s->text_ahead = NULL;
    while (at < s->pending_length) {
        uint32_t length;
        memcpy(&length, t->pending + at, sizeof length);
        const char *const key = t->pending + at + sizeof length;
        int32_t code = tape_fits(s);
        if (code == FJ_OK) {
            code = tape_string(s, key, length, false);
        }
        if (code != FJ_OK) {
            return code;
        }
        at += sizeof length + length;
    }
    s->text_ahead = ahead;
    s->pending_length = s->frame->pending;
    s->cold += members;
    tape_close(s, FJ_TAPE_MEMBERS, members);
    if (s->may_be_quiet && s->cold >= 512 && s->cold > (size_t)(s->next - s->words) / 4) {
        s->quiet = true;
    }
    return FJ_OK;
}

static inline int32_t sink_object_end(tape_sink *s, size_t members)
{
    if (__builtin_expect(s->quiet, 0)) {
        return FJ_OK;
    }
    const uint32_t node = s->frame->node;
    s->members += members;
    if (__builtin_expect(node != SHAPES_NONE, 1)) {
        shapes_node *const n = &s->tape->shapes.nodes[node];
        if (__builtin_expect(n->seen || node == 0, 1)) {
            tape_close(s, FJ_TAPE_OBJECT, node);
            return FJ_OK;
        }
        n->seen = true;
    }
    return tape_object_cold(s, members);
}

#include "read/engine.h"

/* ---- the tape ---- */

fj_tape *fj_tape_new(void)
{
    fj_tape *const t = memory_allocate(sizeof *t);
    if (t == NULL) {
        return NULL;
    }
    memset(t, 0, sizeof *t);
    t->view.size = sizeof t->view;
    t->sleep = 8;
    t->frames_capacity = 64;
    t->frames = memory_allocate(t->frames_capacity * sizeof *t->frames);
    if (t->frames == NULL || !shapes_open(&t->shapes)) {
        memory_free(t->frames);
        memory_free(t);
        return NULL;
    }
    return t;
}

void fj_tape_free(fj_tape *tape)
{
    if (tape != NULL) {
        tape_undefine(tape);
        shapes_close(&tape->shapes);
        memory_free(tape->narrow);
        memory_free(tape->wide);
        memory_free(tape->ends);
        memory_free(tape->frames);
        memory_free(tape->pending);
        memory_free(tape);
    }
}

fj_tape_view *fj_tape_look(fj_tape *tape)
{
    return &tape->view;
}

#define TAPE_KEPT_UNITS (4u << 20)
#define TAPE_LEAST_UNITS (256u << 10) /* so that several values find room */

void fj_tape_trim(fj_tape *tape)
{
    if (tape == NULL) {
        return;
    }
    if (tape->narrow_capacity > TAPE_KEPT_UNITS) {
        memory_free(tape->narrow);
        memory_free(tape->wide);
        memory_free(tape->ends);
        tape->narrow = NULL;
        tape->narrow_next = NULL;
        tape->wide = NULL;
        tape->ends = NULL;
        tape->narrow_capacity = tape->wide_capacity = tape->ends_capacity = 0;
    }
    if (tape->pending_capacity > TAPE_KEPT_UNITS) {
        memory_free(tape->pending);
        tape->pending = NULL;
        tape->pending_capacity = 0;
    }
}

uint32_t fj_tape_shape(const fj_tape *tape, uint32_t shape_number, const char **key, size_t *length)
{
    if (tape == NULL || key == NULL || length == NULL) {
        return 0;
    }
    const shapes_node *const n = &tape->shapes.nodes[shape_number];
    *key = tape->shapes.bytes + n->key;
    *length = n->length;
    return n->parent;
}

static bool tape_reserve(fj_tape *t, size_t length)
{
    if (t->narrow_capacity >= length + 64) {
        return true;
    }
    const size_t wanted = length + length / 8 + 4096;
    const size_t units = wanted < TAPE_LEAST_UNITS ? TAPE_LEAST_UNITS : wanted;
    const size_t ends = units / (TAPE_WHOLE_UNITS / 2) + 8;
    memory_free(t->narrow);
    memory_free(t->ends);
    t->narrow_next = NULL;
    t->narrow_capacity = t->ends_capacity = 0;
    t->narrow = memory_allocate(units);
    t->ends = memory_allocate(memory_array_size(2 * ends, sizeof *t->ends));
    if (t->narrow == NULL || t->ends == NULL) {
        return false;
    }
    t->narrow_capacity = units;
    t->ends_capacity = ends;
    return true;
}

/* After a reading: are shapes worth looking for in the texts to come? */
static void tape_learn(fj_tape *t, const tape_sink *s)
{
    const size_t most = 4096;
    const size_t cold = s->cold < most ? s->cold : most;
    const size_t members = s->members < most ? s->members : most;
    t->warmth += (int32_t)members - 2 * (int32_t)cold;
    if (t->warmth > 2048) {
        t->warmth = 2048;
        t->sleep = 8;
    } else if (t->warmth < -1024) {
        t->warmth = -1024 + 128; /* the next try is short */
        t->asleep = t->sleep;
        t->sleep = t->sleep < TAPE_SLEEP_MAX ? 2 * t->sleep : TAPE_SLEEP_MAX;
        if (t->shapes.count > SHAPES_MAX / 2) {
            shapes_forget(&t->shapes);
        }
    }
}

/* The chunks that are open end here, for now. */
static void tape_close_chunks(tape_sink *s)
{
    fj_tape *const t = s->tape;
    t->narrow_next = s->narrow_next;
    t->narrow_chunk = s->narrow_chunk;
    t->wide_next = s->wide_next;
    t->wide_chunk = s->wide_chunk;
    if (s->narrow_chunk != NULL && s->narrow_next > t->narrow) {
        tape_narrow_close(s);
    }
    if (s->wide_chunk != NULL) {
        tape_wide_close(s);
    }
}

/* And are open again. */
static void tape_open_chunks(tape_sink *s)
{
    fj_tape *const t = s->tape;
    s->narrow_next = t->narrow_next;
    s->narrow_chunk = t->narrow_chunk;
    s->wide_next = t->wide_next;
    s->wide_chunk = t->wide_chunk;
    t->view.narrow_chunks -= s->narrow_chunk != NULL && s->narrow_next > t->narrow;
    t->view.wide_chunks -= s->wide_chunk != NULL;
}

/* Whether a text of this length can be read behind what is there. */
static bool tape_goes_on(const fj_tape *t, size_t length)
{
    const size_t used = t->narrow_next == NULL ? 0 : (size_t)(t->narrow_next - t->narrow);
    const size_t used_wide = t->wide_next == NULL ? 0 : (size_t)(t->wide_next - t->wide);
    const size_t most = used > used_wide ? used : used_wide;
    return t->narrow_next != NULL && t->view.shapes_epoch == t->shapes.epoch &&
           t->narrow_capacity - most >= length + 64 &&
           t->view.words_capacity - t->view.words_length >= TAPE_ROOM;
}

static int32_t tape_run(fj_tape *t, reader *r, uint32_t flags)
{
    fj_tape_view *const v = &t->view;
    const size_t length = (size_t)(r->end - r->text);
    const bool more = (flags & FJ_TAPE_MORE) != 0;
    if (v->words == NULL || v->words_capacity < TAPE_ROOM ||
        !(more ? tape_goes_on(t, length) : tape_reserve(t, length))) {
        v->overflow = v->words == NULL || v->words_capacity < TAPE_ROOM || more;
        return FJ_ERROR_MEMORY;
    }
    tape_sink s = {
        .next = v->words + v->words_length,
        .limit = v->words + v->words_capacity - TAPE_ROOM,
        .words = v->words,
        .mode = TAPE_MIXED,
        .may_be_quiet = !(flags & FJ_TAPE_ALWAYS),
        .big_integers = flags & FJ_TAPE_BIGINT,
        .allow_nan = r->options.allow_nan,
        .narrow_next = t->narrow,
        .narrow_chunk = t->narrow,
        .text_ahead = length >= 16 ? r->end - 15 : r->text,
        .tape = t,
        .reader = r,
    };
    if (more) {
        tape_open_chunks(&s);
    }
    const size_t narrow_chunks = v->narrow_chunks, wide_chunks = v->wide_chunks;
    const int32_t code = engine_run(r, &s);
    v->overflow = s.overflow;
    if (more && code != FJ_OK) {
        v->narrow_chunks = narrow_chunks;
        v->wide_chunks = wide_chunks;
        s.narrow_next = t->narrow_next;
        s.narrow_chunk = t->narrow_chunk;
        s.wide_next = t->wide_next;
        s.wide_chunk = t->wide_chunk;
        s.next = v->words + v->words_length;
        s.depth_max = 0;
    }
    tape_close_chunks(&s);
    const uint32_t depth = s.depth_max < UINT32_MAX ? (uint32_t)s.depth_max : UINT32_MAX;
    v->declined = code == FJ_OK && s.quiet;
    v->words_length = (size_t)(s.next - s.words);
    v->depth = more && v->depth > depth ? v->depth : depth;
    v->narrow = t->narrow;
    v->wide = t->wide;
    v->narrow_ends = t->ends;
    v->wide_ends = t->ends + t->ends_capacity;
    v->shapes_epoch = t->shapes.epoch;
    v->shapes_count = t->shapes.count;
    if (s.members != 0) {
        tape_learn(t, &s);
    }
    return code;
}

int32_t fj_tape_read(fj_tape *tape, const char *text, size_t length,
                     const fj_parse_options *options, uint32_t flags, fj_error *error)
{
    if (tape == NULL ||
        (flags & ~(uint32_t)(FJ_TAPE_BIGINT | FJ_TAPE_ALWAYS | FJ_TAPE_MORE)) != 0) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "no tape, or unknown flags");
    }
    fj_tape_view *const v = &tape->view;
    v->overflow = 0;
    v->declined = 0;
    if (!(flags & FJ_TAPE_MORE)) {
        v->words_length = v->narrow_chunks = v->wide_chunks = 0;
        tape->narrow_next = NULL;
    }
    reader r;
    int32_t code = reader_open(&r, text, length, options);
    if (code == FJ_OK && r.options.allocator != NULL) {
        code = FJ_ERROR_OPTION; /* a tape's memory is its own */
    }
    if (code == FJ_OK && r.options.duplicate_key == FJ_DUPLICATE_ERROR) {
        /* Shapes may hold a key twice: this option is worth a reading of its own. */
        code = fj_validate(text, length, options, error);
        if (code != FJ_OK) {
            reader_close(&r);
            return code;
        }
    }
    if (code == FJ_OK && tape->asleep > 0 && !(flags & (FJ_TAPE_ALWAYS | FJ_TAPE_MORE))) {
        tape->asleep--;
        code = tape_check(&r);
        v->declined = code == FJ_OK;
    } else if (code == FJ_OK) {
        code = tape_run(tape, &r, flags);
    }
    reader_close(&r);
    return code == FJ_OK ? FJ_OK : reader_fail(&r, code, error);
}
