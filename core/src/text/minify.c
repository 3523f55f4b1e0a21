/*
 * Minify: the text without white space and comments, all else byte for byte. A sink that copies.
 *
 * The output is never longer than the text but for one comma, which is written after each value and
 * taken back where the container ends: so one allocation serves and nothing is checked on the way.
 */
#include <string.h>

#include "allocator.h"
#include "error.h"
#include "read/reader.h"
#include "scan/vector.h"

typedef struct minify_sink {
    char *cursor;
    const char *text_ahead; /* from here on fewer than VECTOR_SIZE bytes of text are left */
} minify_sink;

#define MINIFY_SLACK (VECTOR_SIZE + 2)

#define READER_SINK minify_sink
#define READER_SINK_TEXT 1
#define READER_SINK_LOCAL 1

static inline int32_t sink_text(minify_sink *s, const char *text, size_t length, bool is_key)
{
    char *const out = s->cursor;
    if (__builtin_expect(length <= VECTOR_SIZE && text < s->text_ahead, 1)) {
        vector_store(out, vector_load(text));
    } else {
        memcpy(out, text, length);
    }
    out[length] = is_key ? ':' : ',';
    s->cursor = out + length + 1;
    return FJ_OK;
}

static inline int32_t sink_array_begin(minify_sink *s)
{
    *s->cursor++ = '[';
    return FJ_OK;
}

static inline int32_t sink_array_end(minify_sink *s, size_t elements)
{
    s->cursor -= elements != 0;
    s->cursor[0] = ']';
    s->cursor[1] = ',';
    s->cursor += 2;
    return FJ_OK;
}

static inline int32_t sink_object_begin(minify_sink *s)
{
    *s->cursor++ = '{';
    return FJ_OK;
}

static inline int32_t sink_object_end(minify_sink *s, size_t members)
{
    s->cursor -= members != 0;
    s->cursor[0] = '}';
    s->cursor[1] = ',';
    s->cursor += 2;
    return FJ_OK;
}

#include "read/engine.h"

static bool minify_reserve(fj_buffer *out, size_t size, const fj_allocator *allocator)
{
    if (out->capacity >= size) {
        return true;
    }
    fj_buffer_free_with(out, allocator);
    out->data = allocator_allocate(allocator, size);
    out->capacity = out->data != NULL ? size : 0;
    return out->data != NULL;
}

int32_t fj_minify(const char *text, size_t length, const fj_parse_options *options, fj_buffer *out,
                  fj_error *error)
{
    if (out == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "out is NULL");
    }
    out->length = 0;
    reader r;
    int32_t code = reader_open(&r, text, length, options);
    if (code == FJ_OK && r.options.duplicate_key == FJ_DUPLICATE_ERROR) {
        code = fj_validate(text, length, options, error);
        if (code != FJ_OK) {
            return code;
        }
    }
    if (code == FJ_OK && !minify_reserve(out, length + MINIFY_SLACK, r.options.allocator)) {
        code = FJ_ERROR_MEMORY;
    }
    if (code == FJ_OK) {
        reader_pad(&r);
        minify_sink sink = {
            .cursor = out->data,
            .text_ahead = r.ahead - r.text >= VECTOR_SIZE ? r.ahead - VECTOR_SIZE + 1 : r.text,
        };
        code = engine_run(&r, &sink);
        out->length = code == FJ_OK ? (size_t)(sink.cursor - out->data) - 1 : 0;
    }
    reader_close(&r);
    return code == FJ_OK ? FJ_OK : reader_fail(&r, code, error);
}
