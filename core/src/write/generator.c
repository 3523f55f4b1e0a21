/*
 * Generator: JSON text as one goes, without a document: a writer that is told each value by a call.
 *
 * In: calls in the order of the text. Out: the bytes that fj_generate writes for the same values,
 * into a buffer, or piece by piece to a flush function from memory of a fixed size. It keeps the
 * open containers and refuses what would be malformed; of what was written it keeps nothing but the
 * keys on the way, for the place of an error.
 */
#include "write/generator.h"

#include "allocator.h"
#include "error.h"
#include "number/number_read.h"
#include "order.h"

#define GENERATOR_BUFFER_DEFAULT 65536u
#define GENERATOR_BUFFER_LEAST 4096u

int32_t generator_fail(fj_generator *g, int32_t code, const char *reason)
{
    if (g->code == FJ_OK) {
        g->code = code;
        g->reason = reason;
    }
    return g->code;
}

/* ---- opening ---- */

/* The generator outlives the call that gave the options: it keeps the strings itself. */
static void generator_keep_layout(fj_generator *g)
{
    writer_layout *const layouts[5] = {&g->writer.indent, &g->writer.space, &g->writer.space_before,
                                       &g->writer.object_nl, &g->writer.array_nl};
    for (size_t i = 0; i < 5; i++) {
        if (layouts[i]->length != 0) {
            memcpy(g->layout[i], layouts[i]->text, layouts[i]->length);
        }
        layouts[i]->text = g->layout[i];
    }
}

static int32_t generator_open(const fj_generate_options *options, fj_buffer *out, fj_flush flush,
                              void *context, size_t buffer_size, fj_generator **generator,
                              fj_error *error)
{
    fj_buffer none = {0};
    writer w; /* first of all: it knows the options, and so the allocator */
    int32_t code = writer_open(&w, options, out != NULL ? out : &none);
    const char *reason = NULL;
    if (code == FJ_OK && w.sort_keys) {
        code = FJ_ERROR_OPTION;
        reason = "sort_keys and canonical need a whole object: build a document and generate that";
    }
    const fj_allocator *const allocator = w.allocator;
    fj_generator *const g = code == FJ_OK ? allocator_allocate(allocator, sizeof *g) : NULL;
    if (g == NULL) {
        return error_plain(error, code == FJ_OK ? FJ_ERROR_MEMORY : code, reason);
    }
    memset(g, 0, sizeof *g);
    g->allocator = allocator;
    g->writer = w;
    if (flush != NULL) {
        g->flush = flush;
        g->context = context;
        g->buffer_size = buffer_size;
        g->own.data = allocator_allocate(allocator, buffer_size);
        g->own.capacity = buffer_size;
        if (g->own.data == NULL) {
            allocator_release(allocator, g);
            return error_plain(error, FJ_ERROR_MEMORY, NULL);
        }
        (void)writer_open(&g->writer, options, &g->own);
    }
    generator_keep_layout(g);
    *generator = g;
    return FJ_OK;
}

int32_t fj_generator_new(const fj_generate_options *options, fj_buffer *out,
                         fj_generator **generator, fj_error *error)
{
    if (generator == NULL || out == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "out or generator is NULL");
    }
    *generator = NULL;
    return generator_open(options, out, NULL, NULL, 0, generator, error);
}

int32_t fj_generator_new_flush(const fj_generate_options *options, fj_flush flush, void *context,
                               size_t buffer_size, fj_generator **generator, fj_error *error)
{
    if (generator == NULL || flush == NULL ||
        (buffer_size != 0 && buffer_size < GENERATOR_BUFFER_LEAST)) {
        return error_plain(error, FJ_ERROR_ARGUMENT,
                           "flush or generator is NULL, or buffer_size below 4,096");
    }
    *generator = NULL;
    return generator_open(options, NULL, flush, context,
                          buffer_size != 0 ? buffer_size : GENERATOR_BUFFER_DEFAULT, generator,
                          error);
}

void fj_generator_free(fj_generator *generator)
{
    if (generator != NULL) {
        (void)writer_close(&generator->writer, FJ_ERROR_STATE);
        const fj_allocator *const allocator = generator->allocator;
        allocator_release(allocator, generator->own.data);
        allocator_release(allocator, generator->levels);
        allocator_release(allocator, generator->keys);
        allocator_release(allocator, generator);
    }
}

/* ---- flushing ---- */

static int32_t generator_give(fj_generator *g, const char *data, size_t length)
{
    writer *const w = &g->writer;
    if (length > w->max_output) {
        return generator_fail(g, FJ_ERROR_LIMIT, NULL);
    }
    if (w->max_output != SIZE_MAX) {
        w->max_output -= length;
    }
    const int32_t code = length != 0 ? g->flush(g->context, data, length) : FJ_OK;
    return code == FJ_OK ? FJ_OK : generator_fail(g, code, "the flush function refused");
}

static int32_t generator_flush(fj_generator *g)
{
    writer *const w = &g->writer;
    const int32_t code = generator_give(g, w->start, (size_t)(w->cursor - w->start));
    const size_t capacity = g->own.capacity;
    w->cursor = w->start;
    w->limit = w->start + (capacity < w->max_output ? capacity : w->max_output);
    return code;
}

/* After everything that was written: what the writer said, and whether it is time to flush. */
static inline int32_t generator_wrote(fj_generator *g, int32_t code)
{
    if (code != FJ_OK) {
        return generator_fail(g, code, NULL);
    }
    if (g->flush != NULL && (size_t)(g->writer.cursor - g->writer.start) >= g->buffer_size / 2) {
        return generator_flush(g);
    }
    return FJ_OK;
}

/* ---- order ---- */

static enum order_place generator_where(fj_generator *g)
{
    const generator_level *const level = generator_inner(g);
    if (g->finished) {
        return ORDER_FINISHED;
    }
    if (level != NULL) {
        return order_inside(level->is_object, level->keyed);
    }
    return g->whole ? ORDER_WHOLE : ORDER_START;
}

/* FJ_OK if the call may come now, or the failure. */
static int32_t generator_order(fj_generator *g, enum order_call call)
{
    if (g == NULL) {
        return FJ_ERROR_ARGUMENT;
    }
    if (g->code != FJ_OK) {
        return g->code;
    }
    const char *const refusal = order_refusal(generator_where(g), call);
    return refusal != NULL ? generator_fail(g, FJ_ERROR_STATE, refusal) : FJ_OK;
}

/* Writes what stands before a value, if one may stand here. */
int32_t generator_value_begin(fj_generator *g)
{
    int32_t code = generator_order(g, ORDER_VALUE);
    if (code != FJ_OK) {
        return code;
    }
    const generator_level *const level = generator_inner(g);
    if (level != NULL && !level->is_object) {
        code = writer_element(&g->writer, level->count == 0);
    }
    return code == FJ_OK ? FJ_OK : generator_fail(g, code, NULL);
}

/* A value is whole. */
int32_t generator_value_end(fj_generator *g, int32_t code)
{
    code = generator_wrote(g, code);
    generator_level *const level = generator_inner(g);
    if (code != FJ_OK) {
        return code;
    }
    if (level == NULL) {
        g->whole = true;
    } else {
        level->count++;
        level->keyed = false;
    }
    return FJ_OK;
}

static bool generator_levels_reserve(fj_generator *g)
{
    if (g->writer.depth < g->levels_capacity) {
        return true;
    }
    const size_t capacity = g->levels_capacity == 0 ? 16 : g->levels_capacity * 2;
    generator_level *const levels =
        allocator_resize(g->allocator, g->levels, g->levels_capacity * sizeof *levels,
                         memory_array_size(capacity, sizeof *levels));
    if (levels == NULL) {
        return false;
    }
    g->levels = levels;
    g->levels_capacity = capacity;
    return true;
}

int32_t generator_begin(fj_generator *g, bool is_object)
{
    int32_t code = generator_value_begin(g);
    if (code != FJ_OK) {
        return code;
    }
    if (!generator_levels_reserve(g)) {
        return generator_fail(g, FJ_ERROR_MEMORY, NULL);
    }
    const generator_level *const around = generator_inner(g);
    const size_t key = around == NULL                   ? 0
                       : around->key_length == SIZE_MAX ? around->key
                                                        : around->key + around->key_length;
    code = is_object ? writer_object_begin(&g->writer) : writer_array_begin(&g->writer);
    if (code == FJ_OK) {
        g->levels[g->writer.depth - 1] = (generator_level){.key = key, .is_object = is_object};
    }
    return generator_wrote(g, code);
}

int32_t generator_end(fj_generator *g, bool is_object)
{
    const int32_t code = generator_order(g, is_object ? ORDER_END_OBJECT : ORDER_END_ARRAY);
    if (code != FJ_OK) {
        return code;
    }
    const bool empty = generator_inner(g)->count == 0;
    return generator_value_end(g, is_object ? writer_object_end(&g->writer, empty)
                                            : writer_array_end(&g->writer, empty));
}

/* ---- strings ---- */

/* One that is longer than a piece, flushed in between. Each piece is written with quotes, which are
 * taken away again but for the outermost. A piece ends with a whole character. */
static int32_t generator_pieces(fj_generator *g, const char *text, size_t length, uint32_t flags,
                                size_t piece)
{
    writer *const w = &g->writer;
    for (size_t done = 0; done < length;) {
        size_t n = length - done < piece ? length - done : piece;
        for (int i = 0;
             i < 3 && done + n < length && ((unsigned char)text[done + n] & 0xC0) == 0x80; i++) {
            n--;
        }
        const size_t before = (size_t)(w->cursor - w->start);
        const int32_t code = writer_string(w, text + done, n, flags);
        if (code != FJ_OK) {
            return code;
        }
        w->cursor--;
        if (done != 0) {
            char *const quote = w->start + before;
            memmove(quote, quote + 1, (size_t)(w->cursor - quote) - 1);
            w->cursor--;
        }
        done += n;
        if (generator_wrote(g, FJ_OK) != FJ_OK) {
            return g->code;
        }
    }
    return writer_raw(w, "\"", 1);
}

static int32_t generator_text(fj_generator *g, const char *text, size_t length, uint32_t flags)
{
    /* Six bytes of text for each at worst: that and half of the buffer are within the buffer. */
    const size_t piece = g->buffer_size / 16;
    if (g->flush != NULL && length > piece) {
        return generator_pieces(g, text, length, flags, piece);
    }
    return writer_string(&g->writer, text, length, flags);
}

/* The key is kept while its value is written, if it is short enough for an error's pointer. */
static bool generator_keep_key(fj_generator *g, generator_level *level, const char *text,
                               size_t length)
{
    level->key_length = SIZE_MAX;
    if (length >= sizeof((fj_error *)0)->pointer) {
        return true;
    }
    if (g->keys_capacity - level->key < length) {
        const size_t capacity = (level->key + length) * 2 + 64;
        char *const keys = allocator_resize(g->allocator, g->keys, g->keys_capacity, capacity);
        if (keys == NULL) {
            return false;
        }
        g->keys = keys;
        g->keys_capacity = capacity;
    }
    if (length != 0) {
        memcpy(g->keys + level->key, text, length);
    }
    level->key_length = length;
    return true;
}

int32_t generator_key(fj_generator *g, const char *text, size_t length, uint32_t flags)
{
    int32_t code = generator_order(g, ORDER_KEY);
    if (code != FJ_OK) {
        return code;
    }
    generator_level *const level = generator_inner(g);
    if (text == NULL && length != 0) {
        return generator_fail(g, FJ_ERROR_ARGUMENT, "text is NULL");
    }
    text = text != NULL ? text : "";
    if (!generator_keep_key(g, level, text, length)) {
        return generator_fail(g, FJ_ERROR_MEMORY, NULL);
    }
    level->keyed = true; /* it is the place of a failure from now on */
    code = writer_member(&g->writer, level->count == 0);
    if (code == FJ_OK) {
        code = generator_text(g, text, length, flags);
    }
    if (code == FJ_OK) {
        code = writer_colon(&g->writer);
    }
    return generator_wrote(g, code);
}

int32_t generator_string(fj_generator *g, const char *text, size_t length, uint32_t flags)
{
    const int32_t code = generator_value_begin(g);
    if (code != FJ_OK) {
        return code;
    }
    if (text == NULL && length != 0) {
        return generator_fail(g, FJ_ERROR_ARGUMENT, "text is NULL");
    }
    return generator_value_end(g, generator_text(g, text != NULL ? text : "", length, flags));
}

/* ---- the calls ---- */

int32_t fj_generator_begin_object(fj_generator *generator)
{
    return generator_begin(generator, true);
}

int32_t fj_generator_end_object(fj_generator *generator)
{
    return generator_end(generator, true);
}

int32_t fj_generator_begin_array(fj_generator *generator)
{
    return generator_begin(generator, false);
}

int32_t fj_generator_end_array(fj_generator *generator)
{
    return generator_end(generator, false);
}

int32_t fj_generator_key(fj_generator *generator, const char *text, size_t length)
{
    return generator_key(generator, text, length, 0);
}

int32_t fj_generator_string(fj_generator *generator, const char *text, size_t length)
{
    return generator_string(generator, text, length, 0);
}

int32_t fj_generator_null(fj_generator *generator)
{
    const int32_t code = generator_value_begin(generator);
    return code == FJ_OK ? generator_value_end(generator, writer_null(&generator->writer)) : code;
}

int32_t fj_generator_boolean(fj_generator *generator, int32_t value)
{
    const int32_t code = generator_value_begin(generator);
    return code == FJ_OK
               ? generator_value_end(generator, writer_boolean(&generator->writer, value != 0))
               : code;
}

int32_t fj_generator_int64(fj_generator *generator, int64_t value)
{
    const int32_t code = generator_value_begin(generator);
    return code == FJ_OK ? generator_value_end(generator, writer_int64(&generator->writer, value))
                         : code;
}

int32_t fj_generator_uint64(fj_generator *generator, uint64_t value)
{
    const int32_t code = generator_value_begin(generator);
    return code == FJ_OK ? generator_value_end(generator, writer_uint64(&generator->writer, value))
                         : code;
}

int32_t fj_generator_double(fj_generator *generator, double value)
{
    const int32_t code = generator_value_begin(generator);
    return code == FJ_OK
               ? generator_value_end(generator, writer_double(&generator->writer, value, true))
               : code;
}

/* Text that is written as it is; what is too long for the buffer goes past it. */
int32_t generator_verbatim(fj_generator *g, const char *text, size_t length)
{
    if (g->flush == NULL || length < g->buffer_size / 2) {
        return writer_raw(&g->writer, text, length);
    }
    const int32_t code = generator_flush(g);
    return code == FJ_OK ? generator_give(g, text, length) : code;
}

int32_t fj_generator_number(fj_generator *generator, const char *text, size_t length)
{
    int32_t code = generator_value_begin(generator);
    if (code != FJ_OK) {
        return code;
    }
    number n;
    number_fault fault;
    if ((text == NULL && length != 0) || length > PTRDIFF_MAX) {
        return generator_fail(generator, FJ_ERROR_ARGUMENT,
                              "text is NULL, or longer than memory can be");
    }
    if (length == 0 || number_scan(text, text + length, &n, &fault) != text + length) {
        return generator_fail(generator, FJ_ERROR_INVALID_NUMBER, NULL);
    }
    return generator_value_end(generator, generator_verbatim(generator, text, length));
}

/* ---- the end ---- */

static void generator_place(const fj_generator *g, uint32_t depth, fj_error *error)
{
    for (uint32_t i = 0; i < depth; i++) {
        const generator_level *const level = &g->levels[i];
        if (!level->is_object) {
            error_pointer_index(error, level->count);
        } else if (level->keyed && level->key_length != SIZE_MAX) {
            error_pointer_key(error, level->key_length != 0 ? g->keys + level->key : "",
                              level->key_length);
        } else {
            return;
        }
    }
}

int32_t fj_generator_finish(fj_generator *generator, fj_error *error)
{
    fj_generator *const g = generator;
    if (g == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "generator is NULL");
    }
    const uint32_t depth = g->writer.depth;
    (void)generator_order(g, ORDER_FINISH);
    if (g->code == FJ_OK && g->flush != NULL) {
        (void)generator_flush(g);
    }
    const int32_t code = writer_close(&g->writer, g->code);
    if (code != FJ_OK) {
        (void)generator_fail(g, code, NULL);
        (void)error_plain(error, code, g->reason);
        generator_place(g, code != FJ_ERROR_LIMIT ? depth : 0, error);
    }
    g->finished = true;
    return code;
}
