/*
 * Tape, writing: a source that reads a host's values from words (fastjson/hosts.h says which).
 *
 * Words come from outside: every index, length and shape in them is checked, and a tape that does
 * not hold together is FJ_ERROR_ARGUMENT. The walk keeps its own stack. Compact text takes the keys
 * of a shape as they were written once.
 */
#include <string.h>

#include "error.h"
#include "hosts/tape.h"
#include "hosts/tape_units.h"
#include "memory.h"
#include "number/number_read.h"
#include "write/writer.h"

#define TAPE_SHAPES_DEFINED_MAX 65536u
#define TAPE_KEY_SLACK 32 /* keys are copied sixteen bytes at a time */
#define TAPE_SHORT 16     /* units of wide strings that are tried as ASCII first */

typedef struct tape_walk {
    writer writer;
    fj_tape *tape;
    const int32_t *next;
    const int32_t *end;
    const fj_tape_piece *pieces;
    size_t pieces_count;
    size_t piece; /* the one in use, and the place in it */
    size_t place;
    size_t depth;
    const char *gap;
    size_t gap_length;
    bool is_plain; /* no option changes a string that needs no escape */
    bool quick;    /* and keys can be copied as they are ready */
} tape_walk;

/* ---- shapes ---- */

void tape_undefine(fj_tape *t)
{
    for (size_t i = 0; i < t->defined_count; i++) {
        memory_free(t->defined[i]);
    }
    memory_free(t->defined);
    memory_free(t->levels);
}

static bool defined_reserve(fj_tape *t, size_t count)
{
    if (count <= t->defined_count) {
        return true;
    }
    const size_t more = count + count / 2 + 16;
    tape_shape **const defined =
        memory_resize(t->defined, memory_array_size(more, sizeof *t->defined));
    if (defined == NULL) {
        return false;
    }
    memset(defined + t->defined_count, 0, (more - t->defined_count) * sizeof *defined);
    t->defined = defined;
    t->defined_count = more;
    return true;
}

/* `,"key":` for each key, by the writer itself. */
static int32_t shape_write_keys(tape_shape *shape, const char *const *keys, const size_t *lengths,
                                fj_buffer *out)
{
    writer w;
    int32_t code = writer_open(&w, NULL, out);
    if (code != FJ_OK) {
        return code;
    }
    code = writer_reserve(&w, 1); /* the first comma stands after no value */
    for (size_t i = 0; i < shape->count && code == FJ_OK; i++) {
        const size_t start = (size_t)(w.cursor - w.start);
        code = writer_member(&w, false);
        if (code == FJ_OK) {
            code = writer_string(&w, keys[i], lengths[i], WRITER_STRING_SURROGATES);
        }
        if (code == FJ_OK) {
            code = writer_colon(&w);
        }
        shape->keys[i].ready = (uint32_t)start;
        shape->keys[i].ready_length = (uint32_t)((size_t)(w.cursor - w.start) - start);
    }
    return writer_close(&w, code);
}

/* In WTF-8 a surrogate is 0xED, then 0xA0 or above. */
static bool has_surrogate(const char *text, size_t length)
{
    for (size_t i = 0; i + 1 < length; i++) {
        if ((uint8_t)text[i] == 0xED && (uint8_t)text[i + 1] >= 0xA0) {
            return true;
        }
    }
    return false;
}

int32_t fj_tape_define(fj_tape *tape, uint32_t which, const char *const *keys,
                       const size_t *lengths, size_t count)
{
    if (tape == NULL || which >= TAPE_SHAPES_DEFINED_MAX || count > TAPE_COUNT_MAX) {
        return FJ_ERROR_ARGUMENT;
    }
    if (!defined_reserve(tape, (size_t)which + 1)) {
        return FJ_ERROR_MEMORY;
    }
    size_t plain = 0;
    for (size_t i = 0; i < count; i++) {
        if (lengths[i] > (1u << 28) || plain > (1u << 28)) {
            return FJ_ERROR_LIMIT;
        }
        plain += lengths[i];
    }
    const size_t head = sizeof(tape_shape) + count * sizeof(tape_key);
    tape_shape *shape = memory_allocate(head);
    if (shape == NULL) {
        return FJ_ERROR_MEMORY;
    }
    shape->count = (uint32_t)count;
    shape->ready = true;
    fj_buffer out = {0};
    int32_t code = shape_write_keys(shape, keys, lengths, &out);
    if (code == FJ_OK) {
        tape_shape *const whole = memory_resize(shape, head + plain + out.length + TAPE_KEY_SLACK);
        code = whole == NULL ? FJ_ERROR_MEMORY : FJ_OK;
        shape = whole == NULL ? shape : whole;
    }
    if (code != FJ_OK) {
        memory_free(shape);
        fj_buffer_free(&out);
        return code;
    }
    shape->text = (char *)shape + head;
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        shape->keys[i].plain = (uint32_t)at;
        shape->keys[i].plain_length = (uint32_t)lengths[i];
        shape->keys[i].ready += (uint32_t)plain;
        shape->ready = shape->ready && !has_surrogate(keys[i], lengths[i]);
        if (lengths[i] != 0) {
            memcpy(shape->text + at, keys[i], lengths[i]);
        }
        at += lengths[i];
    }
    if (out.length != 0) {
        memcpy(shape->text + plain, out.data, out.length);
    }
    memset(shape->text + plain + out.length, 0, TAPE_KEY_SLACK);
    fj_buffer_free(&out);
    memory_free(tape->defined[which]);
    tape->defined[which] = shape;
    return FJ_OK;
}

/* ---- strings ---- */

/* Sixteen clean units at a time, all others singly; NULL if one needs an escape. There is room for
 * three bytes a unit and a vector beyond. */
static char *wide_put_clean(char *p, const uint16_t *units, size_t length)
{
    size_t i = 0;
    while (i < length) {
        if (length - i >= VECTOR_SIZE) {
            const vector v = vector_load_narrow16(units + i);
            vector_store(p, v);
            const uint32_t found = vector_mask(vector_or(writer_escaped(v), v));
            const unsigned clean = found == 0 ? VECTOR_SIZE : vector_first(found);
            i += clean;
            p += clean;
            if (found == 0) {
                continue;
            }
        }
        const size_t stop = length - i < VECTOR_SIZE ? length : i + VECTOR_SIZE;
        while (i < stop) {
            const uint32_t c = units[i++];
            if (c >= 0x800 && (c & 0xF800) != 0xD800) {
                p[0] = (char)(0xE0 | c >> 12);
                p[1] = (char)(0x80 | (c >> 6 & 0x3F));
                p[2] = (char)(0x80 | (c & 0x3F));
                p += 3;
            } else if (c < 0x80) {
                if (c < 0x20 || c == '"' || c == '\\') {
                    return NULL;
                }
                *p++ = (char)c;
            } else if (c < 0x800) {
                p[0] = (char)(0xC0 | c >> 6);
                p[1] = (char)(0x80 | (c & 0x3F));
                p += 2;
            } else {
                if (c >= 0xDC00 || i == length || (units[i] & 0xFC00) != 0xDC00) {
                    return NULL; /* a lone surrogate */
                }
                const uint32_t point = 0x10000 + ((c & 0x3FF) << 10) + (units[i++] & 0x3FFu);
                p[0] = (char)(0xF0 | point >> 18);
                p[1] = (char)(0x80 | (point >> 12 & 0x3F));
                p[2] = (char)(0x80 | (point >> 6 & 0x3F));
                p[3] = (char)(0x80 | (point & 0x3F));
                p += 4;
            }
        }
    }
    return p;
}

/* Strings that need no escape are done here; the writer takes all others from their beginning. */
static inline int32_t walk_wide(tape_walk *walk, const uint16_t *units, size_t length)
{
    writer *const w = &walk->writer;
    if (length <= TAPE_SHORT && writer_has_room(w, VECTOR_SIZE + 2)) {
        const vector v = vector_load_narrow16(units);
        /* A unit from 0x8000 up becomes 0: found by what must be escaped, as in the writer. */
        const uint32_t found = vector_mask(vector_or(writer_escaped(v), v));
        if ((found & ((1u << length) - 1)) == 0 && !w->script_safe) {
            w->cursor[0] = '"';
            vector_store(w->cursor + 1, v);
            w->cursor[length + 1] = '"';
            w->cursor += length + 2;
            return FJ_OK;
        }
    }
    const size_t need = 3 * length + 2 + VECTOR_SIZE;
    if (walk->is_plain && writer_has_room(w, need)) {
        w->cursor[0] = '"';
        char *const end = wide_put_clean(w->cursor + 1, units, length);
        if (end != NULL) {
            *end = '"';
            w->cursor = end + 1;
            return FJ_OK;
        }
    }
    return writer_string_utf16(w, units, length);
}

/* A number's text, verbatim. A host may have been told to make something else of it (a method that
 * somebody replaced), so it is read once more. */
static int32_t walk_digits(tape_walk *walk, const fj_tape_piece *piece, size_t place, size_t length)
{
    writer *const w = &walk->writer;
    const size_t before = (size_t)(w->cursor - w->start);
    int32_t code = length == 0 ? FJ_ERROR_ARGUMENT : FJ_OK;
    if (piece->kind != FJ_TAPE_UTF16) {
        code = code != FJ_OK ? code : writer_digits(w, (const char *)piece->units + place, length);
    }
    for (size_t i = 0; i < length && piece->kind == FJ_TAPE_UTF16 && code == FJ_OK; i++) {
        const uint16_t unit = ((const uint16_t *)piece->units)[place + i];
        const char digit = (char)unit;
        code = unit < 0x80 ? writer_digits(w, &digit, 1) : FJ_ERROR_ARGUMENT;
    }
    number n;
    number_fault fault;
    if (code == FJ_OK && number_scan(w->start + before, w->cursor, &n, &fault) != w->cursor) {
        code = FJ_ERROR_ARGUMENT;
    }
    return code;
}

/* The next `length` units, as a string or as a number's text. */
static inline int32_t walk_string(tape_walk *walk, size_t length, bool is_digits)
{
    if (__builtin_expect(walk->piece == walk->pieces_count, 0)) {
        return length == 0 && !is_digits ? writer_string(&walk->writer, "", 0, WRITER_STRING_ASCII)
                                         : FJ_ERROR_ARGUMENT;
    }
    const fj_tape_piece *piece = &walk->pieces[walk->piece];
    if (__builtin_expect(walk->place == piece->length && length != 0, 0)) {
        if (walk->piece + 1 == walk->pieces_count) {
            return FJ_ERROR_ARGUMENT;
        }
        walk->piece++;
        walk->place = 0;
        piece++;
    }
    if (__builtin_expect(length > piece->length - walk->place, 0)) {
        return FJ_ERROR_ARGUMENT;
    }
    const size_t place = walk->place;
    walk->place += length;
    if (__builtin_expect(is_digits, 0)) {
        return walk_digits(walk, piece, place, length);
    }
    if (__builtin_expect(piece->kind == FJ_TAPE_ASCII, 1)) {
        return writer_string(&walk->writer, (const char *)piece->units + place, length,
                             WRITER_STRING_ASCII | WRITER_STRING_VALID);
    }
    if (piece->kind == FJ_TAPE_UTF16) {
        return walk_wide(walk, (const uint16_t *)piece->units + place, length);
    }
    return writer_string_latin1(&walk->writer, (const uint8_t *)piece->units + place, length);
}

/* ---- layout ---- */

static int32_t walk_gap(tape_walk *walk, size_t depth)
{
    int32_t code = writer_raw(&walk->writer, "\n", 1);
    for (size_t i = 0; i < depth && code == FJ_OK; i++) {
        code = writer_raw(&walk->writer, walk->gap, walk->gap_length);
    }
    return code;
}

static inline int32_t walk_before(tape_walk *walk, tape_level *level)
{
    const bool first = level->is_first;
    level->is_first = false;
    const int32_t code = level->shape == NULL && !level->is_pairs
                             ? writer_element(&walk->writer, first)
                             : writer_member(&walk->writer, first);
    return __builtin_expect(code == FJ_OK && walk->gap != NULL, 0) ? walk_gap(walk, walk->depth)
                                                                   : code;
}

static int32_t walk_colon(tape_walk *walk)
{
    const int32_t code = writer_colon(&walk->writer);
    return code == FJ_OK && walk->gap != NULL ? writer_raw(&walk->writer, " ", 1) : code;
}

static int32_t walk_end(tape_walk *walk)
{
    tape_level *const level = &walk->tape->levels[--walk->depth];
    const bool empty = level->is_first;
    if (__builtin_expect(walk->gap != NULL && !empty, 0)) {
        const int32_t code = walk_gap(walk, walk->depth);
        if (code != FJ_OK) {
            return code;
        }
    }
    return level->shape == NULL && !level->is_pairs ? writer_array_end(&walk->writer, empty)
                                                    : writer_object_end(&walk->writer, empty);
}

/* ---- values ---- */

static int32_t walk_begin(tape_walk *walk, const tape_shape *shape, bool is_pairs, uint32_t count)
{
    fj_tape *const t = walk->tape;
    if (walk->depth == t->levels_capacity) {
        const size_t capacity = 2 * t->levels_capacity + 64;
        tape_level *const levels =
            memory_resize(t->levels, memory_array_size(capacity, sizeof *levels));
        if (levels == NULL) {
            return FJ_ERROR_MEMORY;
        }
        t->levels = levels;
        t->levels_capacity = capacity;
    }
    const int32_t code = shape == NULL && !is_pairs ? writer_array_begin(&walk->writer)
                                                    : writer_object_begin(&walk->writer);
    if (code == FJ_OK) {
        tape_level *const level = &t->levels[walk->depth++];
        level->shape = shape;
        level->is_pairs = is_pairs;
        level->count = count;
        level->index = 0;
        level->is_first = true;
    }
    return code;
}

static inline const double *walk_double(tape_walk *walk)
{
    const int32_t *const at = (const int32_t *)(((uintptr_t)walk->next + 7) & ~(uintptr_t)7);
    if (__builtin_expect(at > walk->end || walk->end - at < 2, 0)) {
        return NULL;
    }
    walk->next = at + 2;
    return (const double *)(const void *)at;
}

static inline int32_t walk_number(writer *w, double value)
{
    if (value >= -2147483648.0 && value <= 2147483647.0 && value == (double)(int32_t)value) {
        return writer_int64(w, (int32_t)value); /* -0 is 0 */
    }
    return writer_double(w, value, false);
}

/* Elements of the innermost array, the first of which has its comma already. */
static int32_t walk_run(tape_walk *walk, size_t count)
{
    tape_level *const level = walk->depth == 0 ? NULL : &walk->tape->levels[walk->depth - 1];
    if (level == NULL || level->shape != NULL || level->is_pairs || count == 0 ||
        count > level->count - level->index + 1) {
        return FJ_ERROR_ARGUMENT;
    }
    level->index += (uint32_t)count - 1;
    for (size_t i = 0; i < count; i++) {
        const double *const real = walk_double(walk);
        int32_t code = real == NULL ? FJ_ERROR_ARGUMENT : FJ_OK;
        if (code == FJ_OK && i != 0) {
            code = walk_before(walk, level);
        }
        if (code == FJ_OK) {
            code = walk_number(&walk->writer, *real);
        }
        if (code != FJ_OK) {
            level->index -= (uint32_t)(count - 1 - i);
            return code;
        }
    }
    return FJ_OK;
}

static inline int32_t walk_value(tape_walk *walk, int32_t word)
{
    writer *const w = &walk->writer;
    const uint32_t argument = (uint32_t)word >> 4;
    switch (word & 15) {
    case FJ_TAPE_NARROW:
        return walk_string(walk, argument, false);
    case FJ_TAPE_INT:
        return writer_int64(w, word >> 4);
    case FJ_TAPE_OBJECT:
        if (argument >= walk->tape->defined_count || walk->tape->defined[argument] == NULL) {
            return FJ_ERROR_ARGUMENT;
        }
        return walk_begin(walk, walk->tape->defined[argument], false,
                          walk->tape->defined[argument]->count);
    case FJ_TAPE_CONST:
        return argument == 1 || argument == 2 ? writer_boolean(w, argument == 2) : writer_null(w);
    case FJ_TAPE_DOUBLE: {
        const double *const real = walk_double(walk);
        return real == NULL ? FJ_ERROR_ARGUMENT : walk_number(w, *real);
    }
    case FJ_TAPE_ARRAY:
        return walk_begin(walk, NULL, false, argument);
    case FJ_TAPE_RUN:
        return walk_run(walk, argument);
    case FJ_TAPE_INT32:
        return walk->next < walk->end ? writer_int64(w, *walk->next++) : FJ_ERROR_ARGUMENT;
    case FJ_TAPE_DIGITS:
        return walk_string(walk, argument, true);
    case FJ_TAPE_PAIRS:
        return walk_begin(walk, NULL, true, 0);
    default:
        return FJ_ERROR_ARGUMENT;
    }
}

static inline int32_t walk_key(tape_walk *walk, tape_level *level, const tape_key *key)
{
    writer *const w = &walk->writer;
    if (__builtin_expect(
            walk->quick && level->shape->ready && writer_has_room(w, key->ready_length + 16), 1)) {
        const size_t skip = level->is_first; /* the comma */
        const char *from = level->shape->text + key->ready + skip;
        char *to = w->cursor;
        size_t length = key->ready_length - skip;
        level->is_first = false;
        w->cursor += length;
        memcpy(to, from, 16);
        while (__builtin_expect(length > 16, 0)) {
            length -= 16;
            to += 16;
            from += 16;
            memcpy(to, from, 16);
        }
        return FJ_OK;
    }
    int32_t code = walk_before(walk, level);
    if (code == FJ_OK) {
        code = writer_string(w, level->shape->text + key->plain, key->plain_length,
                             WRITER_STRING_SURROGATES);
    }
    return code == FJ_OK ? walk_colon(walk) : code;
}

/* What stands before the next value of the innermost container; *ended if there is none. */
static inline int32_t walk_step(tape_walk *walk, tape_level *level, bool *ended)
{
    *ended = false;
    if (level->shape != NULL) {
        while (level->index < level->count) {
            if (__builtin_expect(walk->next == walk->end, 0)) {
                return FJ_ERROR_ARGUMENT;
            }
            const tape_key *const key = &level->shape->keys[level->index++];
            if (__builtin_expect(*walk->next != (3 << 4 | FJ_TAPE_CONST), 1)) {
                return walk_key(walk, level, key);
            }
            walk->next++;
        }
        *ended = true;
        return FJ_OK;
    }
    if (!level->is_pairs) {
        if (level->index == level->count) {
            *ended = true;
            return FJ_OK;
        }
        level->index++;
        return walk_before(walk, level);
    }
    if (walk->next == walk->end) {
        return FJ_ERROR_ARGUMENT;
    }
    const int32_t word = *walk->next++;
    if (word == FJ_TAPE_END) {
        *ended = true;
        return FJ_OK;
    }
    if ((word & 15) != FJ_TAPE_NARROW) {
        return FJ_ERROR_ARGUMENT;
    }
    level->key = walk->next - 1;
    level->piece = walk->piece;
    level->place = walk->place;
    level->index++;
    int32_t code = walk_before(walk, level);
    if (code == FJ_OK) {
        code = walk_string(walk, (uint32_t)word >> 4, false);
    }
    return code == FJ_OK ? walk_colon(walk) : code;
}

static int32_t walk_run_all(tape_walk *walk)
{
    for (;;) {
        if (__builtin_expect(walk->next == walk->end, 0)) {
            return FJ_ERROR_ARGUMENT;
        }
        int32_t code = walk_value(walk, *walk->next++);
        while (code == FJ_OK) {
            if (__builtin_expect(walk->depth == 0, 0)) {
                return FJ_OK;
            }
            bool ended;
            code = walk_step(walk, &walk->tape->levels[walk->depth - 1], &ended);
            if (code != FJ_OK || !ended) {
                break;
            }
            code = walk_end(walk);
        }
        if (__builtin_expect(code != FJ_OK, 0)) {
            return code;
        }
    }
}

/* ---- the place of a failure ---- */

static void pointer_units(fj_error *error, const fj_tape_piece *piece, size_t place, size_t length)
{
    /* A pointer has 512 bytes: a longer key does not fit anyhow, as so much of it does not. */
    char text[512 * 3];
    size_t at = 0;
    length = length < 512 ? length : 512;
    for (size_t i = place; i < place + length; i++) {
        const uint32_t c = piece->kind == FJ_TAPE_UTF16 ? ((const uint16_t *)piece->units)[i]
                                                        : ((const uint8_t *)piece->units)[i];
        if (c < 0x80) {
            text[at++] = (char)c;
        } else if (c < 0x800) {
            text[at++] = (char)(0xC0 | c >> 6);
            text[at++] = (char)(0x80 | (c & 0x3F));
        } else if ((c & 0xFC00) == 0xD800 && i + 1 < place + length &&
                   (((const uint16_t *)piece->units)[i + 1] & 0xFC00) == 0xDC00) {
            const uint32_t low = ((const uint16_t *)piece->units)[++i];
            const uint32_t point = 0x10000 + ((c & 0x3FF) << 10) + (low & 0x3FF);
            text[at++] = (char)(0xF0 | point >> 18);
            text[at++] = (char)(0x80 | (point >> 12 & 0x3F));
            text[at++] = (char)(0x80 | (point >> 6 & 0x3F));
            text[at++] = (char)(0x80 | (point & 0x3F));
        } else { /* a lone surrogate is U+FFFD here: the pointer is valid UTF-8 */
            const uint32_t shown = (c & 0xF800) == 0xD800 ? 0xFFFD : c;
            text[at++] = (char)(0xE0 | shown >> 12);
            text[at++] = (char)(0x80 | (shown >> 6 & 0x3F));
            text[at++] = (char)(0x80 | (shown & 0x3F));
        }
    }
    error_pointer_key(error, text, at);
}

static void walk_point(const tape_walk *walk, fj_error *error)
{
    for (size_t i = 0; i < walk->depth; i++) {
        const tape_level *const level = &walk->tape->levels[i];
        if (level->index == 0) {
            return;
        }
        if (level->shape != NULL) {
            const tape_key *const key = &level->shape->keys[level->index - 1];
            error_pointer_key(error, level->shape->text + key->plain, key->plain_length);
        } else if (!level->is_pairs) {
            error_pointer_index(error, level->index - 1);
        } else {
            const size_t length = (uint32_t)*level->key >> 4;
            size_t piece = level->piece;
            size_t place = level->place;
            if (piece < walk->pieces_count && place == walk->pieces[piece].length && length != 0) {
                piece++;
                place = 0;
            }
            if (piece < walk->pieces_count && length <= walk->pieces[piece].length - place) {
                pointer_units(error, &walk->pieces[piece], place, length);
            } else {
                error_pointer_key(error, "", 0);
            }
        }
    }
}

int32_t fj_tape_write(fj_tape *tape, const int32_t *words, size_t length,
                      const fj_tape_piece *pieces, size_t pieces_count,
                      const fj_generate_options *options, const char *gap, size_t gap_length,
                      fj_buffer *out, fj_error *error)
{
    if (tape == NULL || out == NULL || (words == NULL && length != 0) ||
        (pieces == NULL && pieces_count != 0)) {
        return error_plain(error, FJ_ERROR_ARGUMENT, NULL);
    }
    tape_walk walk;
    walk.tape = tape;
    walk.next = words;
    walk.end = words + length;
    walk.pieces = pieces;
    walk.pieces_count = pieces_count;
    walk.piece = 0;
    walk.place = 0;
    walk.depth = 0;
    walk.gap = gap;
    walk.gap_length = gap_length;
    int32_t code = writer_open(&walk.writer, options, out);
    if (code == FJ_OK && walk.writer.allocator != NULL) {
        code = writer_close(&walk.writer, FJ_ERROR_OPTION);
    }
    if (code != FJ_OK) {
        return error_plain(error, code, NULL);
    }
    const writer *const w = &walk.writer;
    walk.is_plain = !w->ascii_only && !w->script_safe;
    walk.quick = walk.is_plain && w->compact && gap == NULL;
    code = writer_close(&walk.writer, walk_run_all(&walk));
    if (code != FJ_OK) {
        error_plain(error, code, NULL);
        /* A text that is too long is so as a whole: it has no place. */
        if (error != NULL && code != FJ_ERROR_LIMIT) {
            walk_point(&walk, error);
        }
    }
    return code;
}
