/*
 * Ruby stream: the class FastJSON::Stream, values from a text that comes in pieces.
 *
 * fj_stream reads each value into a document, from which the objects are built. One piece is read
 * as a whole: its values come back as an Array. When a fault is met, the values before it come with
 * the exception, and what follows it in the piece is kept for the next call.
 */
#include <string.h>

#include "error.h"
#include "hosts/ruby_build.h"
#include "hosts/ruby_error.h"
#include "hosts/ruby_methods.h"
#include "hosts/ruby_parse.h"
#include "memory.h"

typedef struct ruby_stream {
    ruby_parse_request request;
    fj_stream *stream; /* NULL: not prepared */
    fj_document *document;
    ruby_value rest; /* what was not read of the last piece, or 0 */
    bool lines;      /* one value a line: a fault ends with its line */
    bool busy;
    bool finished; /* fj_stream_finish was called */
} ruby_stream;

/* ---- what the collector calls ---- */

static void stream_mark(void *data)
{
    const ruby_stream *const s = data;
    ruby.rb_gc_mark(s->request.object_class);
    ruby.rb_gc_mark(s->request.array_class);
    ruby.rb_gc_mark(s->request.decimal);
    ruby.rb_gc_mark(s->rest);
}

static void stream_compact(void *data)
{
    ruby_stream *const s = data;
    ruby_relocate(&s->request.object_class);
    ruby_relocate(&s->request.array_class);
    ruby_relocate(&s->request.decimal);
    ruby_relocate(&s->rest);
}

static void stream_free(void *data)
{
    ruby_stream *const s = data;
    fj_stream_free(s->stream);
    fj_document_free(s->document);
    memory_free(s);
}

static size_t stream_size(const void *data)
{
    (void)data;
    return sizeof(ruby_stream);
}

static const ruby_data_type stream_type = {
    .name = "FastJSON::Stream",
    .mark = stream_mark,
    .free = stream_free,
    .size = stream_size,
    .compact = stream_compact,
    .flags = RUBY_DATA_FREE_IMMEDIATELY,
};

static ruby_value stream_allocate(ruby_value class)
{
    ruby_stream *const s = memory_allocate(sizeof *s);
    if (s == NULL) {
        ruby_raise_memory();
    }
    memset(s, 0, sizeof *s);
    return ruby.rb_data_typed_object_wrap(class, s, &stream_type);
}

static ruby_stream *stream_of(ruby_value self)
{
    ruby_stream *const s = ruby.rb_check_typeddata(self, &stream_type);
    if (s->stream == NULL) {
        ruby_raise_type("uninitialized FastJSON::Stream");
    }
    return s;
}

static void stream_arity(int count, int wanted)
{
    if (count != wanted) {
        ruby.rb_error_arity(count, wanted, wanted);
    }
}

/* ---- reading ---- */

/* What a call of feed or finish works with. */
typedef struct stream_call {
    ruby_stream *stream;
    ruby_value values; /* an Array */
    ruby_room *room;
    ruby_run *run;
    ruby_value piece; /* that is being read */
    size_t offset;    /* in it */
    fj_error error;
    int jump;
} stream_call;

static int32_t stream_take(stream_call *call)
{
    ruby_value value;
    const fj_value *const root = fj_document_root(call->stream->document);
    const int32_t code =
        ruby_build(call->room, call->run, &call->stream->request, root, &value, &call->jump);
    if (code == FJ_OK) {
        ruby.rb_ary_push(call->values, value);
        call->run->top = call->run->values;
    } else {
        error_plain(&call->error, code, NULL);
    }
    return code;
}

static void stream_begin(stream_call *call, ruby_value self)
{
    memset(call, 0, sizeof *call);
    call->stream = stream_of(self);
    if (call->stream->busy) {
        ruby_raise_type("FastJSON::Stream: a call from within a call");
    }
    call->values = ruby.rb_ary_new();
    call->room = ruby_room_here();
    call->run = call->room != NULL ? ruby_run_take(call->room) : NULL;
    if (call->run == NULL) {
        ruby_raise_memory();
    }
    call->error.size = sizeof call->error;
    call->stream->busy = true;
}

/* Reads a piece to its end, or to a fault. */
static int32_t stream_read(stream_call *call, ruby_value piece)
{
    ruby_stream *const s = call->stream;
    const ruby_bytes text = ruby_string_bytes(piece);
    call->piece = piece;
    int32_t code;
    do {
        size_t used;
        code = fj_stream_read(s->stream, text.data + call->offset, text.length - call->offset,
                              &used, &s->document, &call->error);
        call->offset += used;
        if (code == FJ_OK) {
            code = stream_take(call);
        }
    } while (code == FJ_OK && call->offset < text.length);
    return code;
}

/* Keeps what was not read of a piece, if reading can go on there. */
static void stream_keep(stream_call *call, int32_t code)
{
    ruby_stream *const s = call->stream;
    s->rest = 0;
    if (call->piece != 0 && (s->lines || call->jump != 0 || code == FJ_ERROR_MEMORY)) {
        const size_t left = ruby_string_bytes(call->piece).length - call->offset;
        if (left != 0) {
            s->rest = ruby.rb_str_subseq(call->piece, (long)call->offset, (long)left);
        }
    }
}

/* Gives the values; or raises, and lets the exception bring them. */
static ruby_value stream_end(stream_call *call, int32_t code)
{
    call->stream->busy = false;
    ruby_run_give(call->room, call->run);
    stream_keep(call, code);
    if (call->jump != 0) {
        ruby.rb_jump_tag(call->jump);
    }
    if (code != FJ_OK && code != FJ_END && code != FJ_MORE) {
        ruby_raise_parse_values(code, &call->error, call->values);
    }
    return call->values;
}

/* feed(piece) => Array of values */
static ruby_value stream_feed(int count, const ruby_value *arguments, ruby_value self)
{
    stream_arity(count, 1);
    const ruby_parse_request frozen = {.calls = true};
    volatile ruby_value piece = ruby_parse_source(&frozen, arguments[0]);
    const volatile ruby_value rest = stream_of(self)->rest;
    stream_call call;
    if (rest != 0) {
        const ruby_bytes before = ruby_string_bytes(rest);
        const ruby_bytes after = ruby_string_bytes(piece);
        const ruby_value both = ruby.rb_str_new(before.data, (long)before.length);
        piece = ruby.rb_str_cat(both, after.data, (long)after.length);
        RUBY_KEEP(rest);
    }
    stream_begin(&call, self);
    const volatile ruby_value held = call.run->object;
    const volatile ruby_value values = call.values;
    const int32_t code = stream_read(&call, piece);
    RUBY_KEEP(piece);
    RUBY_KEEP(held);
    RUBY_KEEP(values);
    return stream_end(&call, code);
}

/* finish() => Array of values */
static ruby_value stream_finish(int count, const ruby_value *arguments, ruby_value self)
{
    (void)arguments;
    stream_arity(count, 0);
    stream_call call;
    stream_begin(&call, self);
    ruby_stream *const s = call.stream;
    const volatile ruby_value held = call.run->object;
    const volatile ruby_value values = call.values;
    const volatile ruby_value rest = s->rest;
    int32_t code = rest != 0 && !s->finished ? stream_read(&call, rest) : FJ_OK;
    while (code == FJ_OK || code == FJ_MORE) {
        s->finished = true;
        code = fj_stream_finish(s->stream, &s->document, &call.error);
        if (code == FJ_OK) {
            code = stream_take(&call);
        }
    }
    RUBY_KEEP(rest);
    RUBY_KEEP(held);
    RUBY_KEEP(values);
    return stream_end(&call, code);
}

/* offset => Integer */
static ruby_value stream_offset(int count, const ruby_value *arguments, ruby_value self)
{
    (void)arguments;
    stream_arity(count, 0);
    return ruby.rb_ull2inum(fj_stream_offset(stream_of(self)->stream));
}

/* prepare(kind as FJ_SEQUENCE_..., parse_options) */
static ruby_value stream_prepare(int count, const ruby_value *arguments, ruby_value self)
{
    stream_arity(count, 2);
    ruby_stream *const s = ruby.rb_check_typeddata(self, &stream_type);
    if (s->stream != NULL) {
        ruby_raise_type("a FastJSON::Stream is prepared once");
    }
    ruby_parse_request_read(&s->request, arguments[1]);
    const fj_sequence_options kind = {.size = sizeof kind,
                                      .kind = (uint8_t)ruby.rb_num2ll(arguments[0])};
    fj_error error = {.size = sizeof error};
    const int32_t code = fj_stream_new(&kind, &s->request.options, &s->stream, &error);
    if (code != FJ_OK) {
        ruby_raise_parse(code, &error);
    }
    s->lines = kind.kind == FJ_SEQUENCE_LINES;
    return self;
}

void ruby_stream_define(ruby_value module)
{
    const ruby_value class = ruby.rb_define_class_under(module, "Stream", ruby.rb_cObject);
    ruby.rb_define_alloc_func(class, stream_allocate);
    ruby.rb_define_private_method(class, "prepare", stream_prepare, -1);
    ruby.rb_define_method(class, "feed", stream_feed, -1);
    ruby.rb_define_method(class, "finish", stream_finish, -1);
    ruby.rb_define_method(class, "offset", stream_offset, -1);
}
