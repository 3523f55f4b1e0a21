/*
 * Lines: a writer of one value a line (NDJSON), into a buffer or through a flush function.
 *
 * In: values. Out: for each the bytes of fj_generate and a line feed. A value that cannot be
 * written leaves no byte behind, and the next one can be. It never writes a line feed inside a
 * value: layouts that have one are refused.
 */
#include <string.h>

#include "allocator.h"
#include "document/document.h"
#include "error.h"
#include "read/options.h"

#define LINES_BUFFER_DEFAULT 65536u
#define LINES_BUFFER_LEAST 4096u
#define LINES_LAYOUT 256u /* the longest layout string */

struct fj_lines {
    fj_generate_options options;
    fj_buffer line; /* the latest value */
    fj_buffer own;  /* what is not flushed yet */
    fj_buffer *out; /* NULL: through flush */
    fj_flush flush;
    void *context;
    size_t buffer_size;
    uint64_t written;
    bool finished;
    int32_t code; /* after which nothing more is written */
    char layout[5][LINES_LAYOUT];
};

/* Keeps the options and the strings that they point to. false: an impossible option. */
static bool lines_options(fj_lines *l)
{
    fj_generate_options *const o = &l->options;
    const char **const texts[5] = {&o->indent, &o->space, &o->space_before, &o->object_nl,
                                   &o->array_nl};
    const size_t lengths[5] = {o->indent_length, o->space_length, o->space_before_length,
                               o->object_nl_length, o->array_nl_length};
    for (size_t i = 0; i < 5; i++) {
        if (lengths[i] > LINES_LAYOUT || (*texts[i] == NULL && lengths[i] != 0)) {
            return false;
        }
        for (size_t k = 0; k < lengths[i]; k++) {
            l->layout[i][k] = (*texts[i])[k];
            if (l->layout[i][k] == '\n' || l->layout[i][k] == '\r') {
                return false;
            }
        }
        *texts[i] = l->layout[i];
    }
    /* All else is checked as the generator does. */
    const fj_value null = {.head = FJ_NULL};
    const uint64_t max = o->max_output_bytes;
    o->max_output_bytes = 0;
    const int32_t code = fj_generate(&null, o, &l->line, NULL);
    o->max_output_bytes = max;
    return code != FJ_ERROR_OPTION;
}

static int32_t lines_open(const fj_generate_options *options, fj_buffer *out, fj_flush flush,
                          void *context, size_t buffer_size, fj_lines **lines, fj_error *error)
{
    fj_generate_options own = {.size = sizeof own};
    if (options != NULL &&
        (!options_copy(&own, sizeof own, options) || !allocator_is_sound(own.allocator))) {
        return error_plain(error, FJ_ERROR_OPTION, "unknown generate option");
    }
    fj_lines *const l = allocator_allocate(own.allocator, sizeof *l);
    if (l == NULL) {
        return error_plain(error, FJ_ERROR_MEMORY, NULL);
    }
    memset(l, 0, sizeof *l);
    l->options = own;
    l->options.size = sizeof own;
    l->out = out;
    l->flush = flush;
    l->context = context;
    l->buffer_size = buffer_size != 0 ? buffer_size : LINES_BUFFER_DEFAULT;
    if (!lines_options(l)) {
        fj_lines_free(l);
        return error_plain(error, FJ_ERROR_OPTION,
                           "of generating; a layout may hold no line feed or return here");
    }
    *lines = l;
    return FJ_OK;
}

int32_t fj_lines_new(const fj_generate_options *options, fj_buffer *out, fj_lines **lines,
                     fj_error *error)
{
    if (lines == NULL || out == NULL || (out->data == NULL && out->capacity != 0) ||
        out->length > out->capacity) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "out or lines is NULL, or out is impossible");
    }
    *lines = NULL;
    return lines_open(options, out, NULL, NULL, 0, lines, error);
}

int32_t fj_lines_new_flush(const fj_generate_options *options, fj_flush flush, void *context,
                           size_t buffer_size, fj_lines **lines, fj_error *error)
{
    if (lines == NULL || flush == NULL || (buffer_size != 0 && buffer_size < LINES_BUFFER_LEAST)) {
        return error_plain(error, FJ_ERROR_ARGUMENT,
                           "flush or lines is NULL, or buffer_size below 4,096");
    }
    *lines = NULL;
    return lines_open(options, NULL, flush, context, buffer_size, lines, error);
}

void fj_lines_free(fj_lines *l)
{
    if (l != NULL) {
        const fj_allocator *const allocator = l->options.allocator;
        fj_buffer_free_with(&l->line, allocator);
        fj_buffer_free_with(&l->own, allocator);
        allocator_release(allocator, l);
    }
}

/* Appends the line and its line feed. */
static bool lines_append(fj_buffer *out, const fj_buffer *line, const fj_allocator *allocator)
{
    const size_t need = line->length + 1;
    if (out->capacity - out->length < need) {
        if (out->capacity > SIZE_MAX / 4 || need > SIZE_MAX / 4) {
            return false;
        }
        const size_t doubled = out->capacity * 2;
        const size_t least = out->length + need;
        size_t capacity = doubled > least ? doubled : least;
        capacity = capacity > 512 ? capacity : 512;
        char *const data = allocator_resize(allocator, out->data, out->capacity, capacity);
        if (data == NULL) {
            return false;
        }
        out->data = data;
        out->capacity = capacity;
    }
    memcpy(out->data + out->length, line->data, line->length);
    out->data[out->length + line->length] = '\n';
    out->length += need;
    return true;
}

static int32_t lines_flush(fj_lines *l)
{
    if (l->own.length != 0) {
        l->code = l->flush(l->context, l->own.data, l->own.length);
        l->own.length = 0;
    }
    return l->code;
}

static int32_t lines_refused(fj_lines *l, fj_error *error)
{
    return error_plain(error, l->code,
                       l->finished ? "the text is finished" : "the flush function refused");
}

int32_t fj_lines_value(fj_lines *l, const fj_value *value, fj_error *error)
{
    if (l == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "lines is NULL");
    }
    if (l->code != FJ_OK) {
        return lines_refused(l, error);
    }
    const uint64_t max = l->options.max_output_bytes;
    fj_generate_options options = l->options;
    if (max != 0) { /* what the lines before have left */
        if (l->written >= max) {
            return error_plain(error, FJ_ERROR_LIMIT, NULL);
        }
        options.max_output_bytes = max - l->written;
    }
    const int32_t code = fj_generate(value, &options, &l->line, error);
    if (code != FJ_OK) {
        return code;
    }
    const uint64_t size = (uint64_t)l->line.length + 1;
    if (max != 0 && size > max - l->written) {
        return error_plain(error, FJ_ERROR_LIMIT, NULL);
    }
    fj_buffer *const to = l->out != NULL ? l->out : &l->own;
    if (l->out == NULL && l->own.length != 0 && l->own.length + size > l->buffer_size &&
        lines_flush(l) != FJ_OK) {
        return lines_refused(l, error);
    }
    if (!lines_append(to, &l->line, l->options.allocator)) {
        return error_plain(error, FJ_ERROR_MEMORY, NULL);
    }
    l->written += size;
    if (l->out == NULL && l->own.length >= l->buffer_size && lines_flush(l) != FJ_OK) {
        return lines_refused(l, error);
    }
    return FJ_OK;
}

int32_t fj_lines_finish(fj_lines *l, fj_error *error)
{
    if (l == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "lines is NULL");
    }
    if (l->code == FJ_OK && l->out == NULL) {
        (void)lines_flush(l);
    }
    if (l->code != FJ_OK) {
        return lines_refused(l, error);
    }
    l->finished = true;
    l->code = FJ_ERROR_STATE;
    return FJ_OK;
}
