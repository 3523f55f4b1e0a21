/* Reader: opening, closing and failing; see reader.h. The reading itself is read/engine.h. */
#include "read/reader.h"

#include <string.h>

#include "allocator.h"
#include "error.h"
#include "read/options.h"
#include "read/unique.h"

int32_t reader_open(reader *r, const char *text, size_t length, const fj_parse_options *options)
{
    r->scratch = NULL;
    r->scratch_capacity = 0;
    r->levels = r->levels_inline;
    r->levels_capacity = READER_LEVELS_INLINE;
    r->partial = false;
    /* A NULL text of no bytes: any address serves, since nothing is read from it. */
    r->text = text != NULL ? text : (const char *)r;
    r->end = r->text;
    r->ahead = r->text;
    r->place = r->text;
    int32_t code = read_options_resolve(options, &r->options);
    if (code != FJ_OK) {
        r->options.allocator = NULL; /* whatever was given */
        return code;
    }
    if ((text == NULL && length != 0) || length > PTRDIFF_MAX) {
        return FJ_ERROR_ARGUMENT;
    }
    r->end = r->text + length;
    r->ahead = r->end;
    r->strict = options == NULL || read_options_strict(&r->options);
    r->direct = r->strict && !r->options.borrow_text;
    return length > r->options.max_input_bytes ? FJ_ERROR_LIMIT : FJ_OK;
}

_Static_assert(READER_SMALL + READER_AHEAD <= READER_ROOM, "a small text and what is after it");

void reader_pad(reader *r)
{
    const size_t length = (size_t)(r->end - r->text);
    if (length <= READER_SMALL && !r->direct && !r->options.borrow_text) {
        memcpy(r->small, r->text, length);
        memset(r->small + length, 0, READER_AHEAD);
        r->text = r->small;
        r->place = r->small;
        r->end = r->small + length;
        r->ahead = r->end + READER_AHEAD;
    }
}

void reader_close(reader *r)
{
    allocator_release(r->options.allocator, r->scratch);
    r->scratch = NULL;
    r->scratch_capacity = 0;
    if (r->levels != r->levels_inline) {
        allocator_release(r->options.allocator, r->levels);
        r->levels = r->levels_inline;
        r->levels_capacity = READER_LEVELS_INLINE;
    }
}

int32_t reader_fail(const reader *r, int32_t code, fj_error *error)
{
    switch (code) {
    case FJ_ERROR_ARGUMENT:
        return error_plain(error, code, "the text is NULL, or longer than memory can be");
    case FJ_ERROR_OPTION:
        return error_plain(error, code, "unknown parse option, or a value outside its range");
    case FJ_ERROR_MEMORY:
    case FJ_ERROR_HOST:
        return error_plain(error, code, NULL);
    default:
        break;
    }
    const char *place = r->place;
    if (r->options.duplicate_key == FJ_DUPLICATE_ERROR) {
        /* Which fault is the first must not depend on when the sink looks at its keys. */
        const int32_t first = unique_diagnose(r, &place);
        if (first == FJ_ERROR_MEMORY) {
            return error_plain(error, first, NULL);
        }
        code = first != FJ_OK ? first : code;
        place = first != FJ_OK ? place : r->place;
    }
    return error_in_text(error, code, r->text, (size_t)(r->end - r->text),
                         (size_t)(place - r->text), &r->options);
}

bool reader_scratch_reserve(reader *r, size_t used, size_t size)
{
    if (size <= r->scratch_capacity) {
        return true;
    }
    size_t capacity = r->scratch_capacity ? r->scratch_capacity : 256;
    while (capacity < size) {
        capacity = capacity > SIZE_MAX / 2 ? size : capacity * 2;
    }
    char *scratch = allocator_allocate(r->options.allocator, capacity);
    if (scratch == NULL) {
        return false;
    }
    if (used != 0) {
        memcpy(scratch, r->scratch, used);
    }
    allocator_release(r->options.allocator, r->scratch);
    r->scratch = scratch;
    r->scratch_capacity = capacity;
    return true;
}

bool reader_levels_grow(reader *r)
{
    const size_t capacity = r->levels_capacity * 2;
    const size_t size = memory_array_size(capacity, sizeof *r->levels);
    const bool inlined = r->levels == r->levels_inline;
    uint64_t *levels = allocator_resize(r->options.allocator, inlined ? NULL : r->levels,
                                        r->levels_capacity * sizeof *r->levels, size);
    if (levels == NULL) {
        return false;
    }
    if (inlined) {
        memcpy(levels, r->levels_inline, sizeof r->levels_inline);
    }
    r->levels = levels;
    r->levels_capacity = capacity;
    return true;
}
