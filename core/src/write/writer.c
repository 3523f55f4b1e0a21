/*
 * Writer: opening, closing, room, and what is too rare to stand in every caller. See writer.h.
 *
 * Room grows by doubling. An output limit bounds the memory as well: it is never more than a
 * string's own length beyond the limit, and what was written past the limit is refused at the
 * latest when the writer is closed.
 */
#include "write/writer.h"

#include "allocator.h"
#include "read/options.h"

#define WRITER_FIRST_CAPACITY 512u
#define WRITER_LAYOUT_MAX 256u

/* ---- options ---- */

static bool layout_is_valid(const char *text, size_t length)
{
    if (length > WRITER_LAYOUT_MAX || (text == NULL && length != 0)) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (text[i] != ' ' && text[i] != '\t' && text[i] != '\n' && text[i] != '\r') {
            return false;
        }
    }
    return true;
}

static bool options_are_valid(const fj_generate_options *o)
{
    unsigned reserved = 0;
    for (size_t i = 0; i < sizeof o->reserved; i++) {
        reserved |= o->reserved[i];
    }
    if (reserved != 0 || o->ascii_only > 1 || o->script_safe > 1 || o->sort_keys > 1 ||
        o->canonical > 1 || o->nan > FJ_NAN_LITERAL ||
        o->lone_surrogates > FJ_WRITE_SURROGATES_REPLACE || o->strict > 1 ||
        !allocator_is_sound(o->allocator)) {
        return false;
    }
    if (!layout_is_valid(o->indent, o->indent_length) ||
        !layout_is_valid(o->space, o->space_length) ||
        !layout_is_valid(o->space_before, o->space_before_length) ||
        !layout_is_valid(o->object_nl, o->object_nl_length) ||
        !layout_is_valid(o->array_nl, o->array_nl_length)) {
        return false;
    }
    const size_t layout = o->indent_length | o->space_length | o->space_before_length |
                          o->object_nl_length | o->array_nl_length;
    return !o->canonical ||
           (layout == 0 && !o->ascii_only && !o->script_safe && o->nan != FJ_NAN_LITERAL);
}

/* Eight times the byte that a layout string consists of, 0 if of none or of several. */
static uint64_t layout_word(const writer_layout *layout)
{
    for (size_t i = 0; i < layout->length; i++) {
        if (layout->text[i] != layout->text[0]) {
            return 0;
        }
    }
    return layout->length == 0 ? 0 : UINT64_C(0x0101010101010101) * (uint8_t)layout->text[0];
}

static bool layout_is_line_end(const writer_layout *layout)
{
    return layout->length == 1 && *layout->text == '\n';
}

static void writer_set(writer *w, const fj_generate_options *o)
{
    w->indent = (writer_layout){o->indent, o->indent_length};
    w->indent_word = layout_word(&w->indent);
    w->space = (writer_layout){o->space, o->space_length};
    w->space_before = (writer_layout){o->space_before, o->space_before_length};
    w->object_nl = (writer_layout){o->object_nl, o->object_nl_length};
    w->array_nl = (writer_layout){o->array_nl, o->array_nl_length};
    w->compact = (o->indent_length | o->space_length | o->space_before_length |
                  o->object_nl_length | o->array_nl_length) == 0;
    w->lines = layout_is_line_end(&w->object_nl) && layout_is_line_end(&w->array_nl) &&
               (w->indent.length == 0 || w->indent_word != 0) && w->space.length <= 1 &&
               w->space_before.length == 0;
    w->ascii_only = o->ascii_only;
    w->script_safe = o->script_safe;
    w->canonical = o->canonical;
    w->sort_keys = o->sort_keys || o->canonical;
    w->allocator = o->allocator;
    w->strict = o->strict;
    w->nan = o->nan;
    w->lone_surrogates = o->lone_surrogates;
    if (o->ascii_only) {
        w->known = WRITER_STRING_ASCII;
    }
    if (o->script_safe) {
        w->known = 0;
        w->short_string = 0;
    }
    if (o->max_nesting != 0) {
        w->max_nesting = o->max_nesting;
    }
    if (o->max_output_bytes != 0 && o->max_output_bytes < SIZE_MAX) {
        w->max_output = (size_t)o->max_output_bytes;
    }
}

/* ---- opening and closing ---- */

bool writer_options_serve(const fj_generate_options *options)
{
    fj_generate_options own;
    return options == NULL || (options_copy(&own, sizeof own, options) && options_are_valid(&own));
}

int32_t writer_open(writer *w, const fj_generate_options *options, fj_buffer *out)
{
    memset(w, 0, sizeof *w);
    if (out == NULL) {
        return FJ_ERROR_ARGUMENT;
    }
    out->length = 0;
    if (out->data == NULL && out->capacity != 0) {
        return FJ_ERROR_ARGUMENT;
    }
    w->max_nesting = WRITER_NESTING_DEFAULT;
    w->compact = true;
    w->known = WRITER_STRING_ASCII | WRITER_STRING_VALID;
    w->short_string = WRITER_SHORT_STRING;
    w->max_output = SIZE_MAX;
    if (options != NULL) {
        fj_generate_options own;
        if (!options_copy(&own, sizeof own, options) || !options_are_valid(&own)) {
            return FJ_ERROR_OPTION;
        }
        writer_set(w, &own);
    }
    w->out = out;
    w->start = out->data;
    w->cursor = w->start;
    /* An empty buffer has no address to count from. */
    const size_t room = out->capacity < w->max_output ? out->capacity : w->max_output;
    w->limit = room != 0 ? w->start + room : w->start;
    return FJ_OK;
}

/* Whether a code is a fault of the value that was to be written next. */
static bool code_is_of_value(int32_t code)
{
    switch (code) {
    case FJ_ERROR_NAN:
    case FJ_ERROR_LONE_SURROGATE:
    case FJ_ERROR_INVALID_UTF8:
    case FJ_ERROR_NESTING:
    case FJ_ERROR_TYPE:
    case FJ_ERROR_CHANGED:
    case FJ_ERROR_CIRCULAR:
    case FJ_ERROR_DUPLICATE_KEY:
        return true;
    default:
        return code == FJ_OK;
    }
}

int32_t writer_fault(const writer *w, int32_t code)
{
    const size_t used = (size_t)(w->cursor - w->start);
    return used > w->max_output && code_is_of_value(code) ? FJ_ERROR_LIMIT : code;
}

int32_t writer_close(writer *w, int32_t code)
{
    fj_buffer *const out = w->out;
    if (out == NULL) {
        return code;
    }
    const size_t used = (size_t)(w->cursor - w->start);
    code = writer_fault(w, code);
    out->length = code == FJ_OK ? used : 0;
    w->out = NULL;
    return code;
}

/* ---- room ---- */

int32_t writer_grow(writer *w, size_t need, size_t sure)
{
    const size_t used = (size_t)(w->cursor - w->start);
    size_t wanted;
    if (used > w->max_output || sure > w->max_output - used) {
        return FJ_ERROR_LIMIT;
    }
    if (__builtin_add_overflow(need, used + WRITER_SPARE, &wanted) || wanted > PTRDIFF_MAX) {
        return FJ_ERROR_MEMORY;
    }
    fj_buffer *const out = w->out;
    if (wanted > out->capacity) {
        /* Not more than the limit can use; and if twice as much cannot be had, just what is needed.
         */
        size_t capacity = out->capacity * 2;
        capacity = capacity < WRITER_FIRST_CAPACITY ? WRITER_FIRST_CAPACITY : capacity;
        capacity = capacity > w->max_output ? w->max_output : capacity;
        capacity = capacity < wanted ? wanted : capacity;
        char *data = allocator_resize(w->allocator, out->data, out->capacity, capacity);
        if (data == NULL && capacity > wanted) {
            capacity = wanted;
            data = allocator_resize(w->allocator, out->data, out->capacity, capacity);
        }
        if (data == NULL) {
            return FJ_ERROR_MEMORY;
        }
        /* The buffer is told at once: it owns the memory even if the host never comes back here. */
        out->data = data;
        out->capacity = capacity;
        w->start = data;
        w->cursor = data + used;
    }
    const size_t useful = wanted > w->max_output ? wanted : w->max_output;
    w->limit = w->start + (out->capacity < useful ? out->capacity : useful);
    return FJ_OK;
}

/* ---- scalars ---- */

int32_t writer_not_finite(writer *w, double value)
{
    if (w->nan == FJ_NAN_NULL) {
        return writer_null(w);
    }
    if (w->nan != FJ_NAN_LITERAL) {
        return FJ_ERROR_NAN;
    }
    const uint64_t bits = number_bits_from_double(value);
    if (bits << 12 != 0) {
        return writer_verbatim(w, "NaN", 3);
    }
    return bits >> 63 ? writer_verbatim(w, "-Infinity", 9) : writer_verbatim(w, "Infinity", 8);
}

int32_t writer_verbatim(writer *w, const char *text, size_t length)
{
    const int32_t code =
        writer_has_room(w, 0) && (size_t)(w->limit - w->cursor) - WRITER_SPARE >= length
            ? FJ_OK
            : writer_grow(w, length, length);
    if (code == FJ_OK && length != 0) {
        memcpy(w->cursor, text, length);
        w->cursor += length;
    }
    return code;
}
