/*
 * Ruby many: the values of a text that has several, each given to a block.
 *
 * A value is found by its line or its brackets and read from that slice straight into objects. What
 * does not work out so, a scalar, a comment or anything that is wrong, goes to fj_parse_next: it
 * alone decides what is a fault and where.
 *
 * The block may do whatever it likes, not come back included: what is between two values is held
 * by an object of Ruby's.
 */
#include <string.h>

#include "error.h"
#include "hosts/ruby_build.h"
#include "hosts/ruby_error.h"
#include "hosts/ruby_methods.h"
#include "hosts/ruby_parse.h"
#include "memory.h"
#include "scan/space.h"
#include "stream/boundary.h"

typedef struct ruby_many {
    ruby_parse_request request;
    fj_sequence_options kind;
    fj_sequence sequence;
    fj_document *document; /* for fj_parse_next, or NULL */
    ruby_value source;     /* frozen */
} ruby_many;

static void many_mark(void *data)
{
    const ruby_many *const many = data;
    ruby.rb_gc_mark(many->request.object_class);
    ruby.rb_gc_mark(many->request.array_class);
    ruby.rb_gc_mark(many->request.decimal);
    ruby.rb_gc_mark(many->source);
}

static void many_compact(void *data)
{
    ruby_many *const many = data;
    ruby_relocate(&many->request.object_class);
    ruby_relocate(&many->request.array_class);
    ruby_relocate(&many->request.decimal);
    ruby_relocate(&many->source);
}

static void many_free(void *data)
{
    ruby_many *const many = data;
    fj_document_free(many->document);
    memory_free(many);
}

static size_t many_size(const void *data)
{
    (void)data;
    return sizeof(ruby_many);
}

static const ruby_data_type many_type = {
    .name = "FastJSON sequence",
    .mark = many_mark,
    .free = many_free,
    .size = many_size,
    .compact = many_compact,
    .flags = RUBY_DATA_FREE_IMMEDIATELY,
};

/* A slice of the text that is one value, if the text is right. */
typedef struct many_slice {
    const char *start;
    size_t length;
    const char *next; /* where the sequence goes on */
} many_slice;

/* The next line that is not blank. False: there is none, or it needs a closer look. */
static bool many_line(const ruby_many *many, const ruby_bytes *text, many_slice *slice)
{
    const char *const end = text->data + text->length;
    const char *line = text->data + many->sequence.offset;
    while (line != end) {
        const char *const feed = memchr(line, '\n', (size_t)(end - line));
        const char *const stop = feed != NULL ? feed : end;
        const char *const next = feed != NULL ? feed + 1 : end;
        const char *const start = scan_space(line, stop);
        if (start != stop) {
            *slice = (many_slice){start, (size_t)(stop - start), next};
            return *start != '/';
        }
        line = next;
    }
    return false;
}

/* The next container. False: something else comes, or the end. */
static bool many_container(const ruby_many *many, const ruby_bytes *text, many_slice *slice)
{
    const char *const end = text->data + text->length;
    const char *const start = scan_space(text->data + many->sequence.offset, end);
    if (start == end || (*start != '{' && *start != '[')) {
        return false;
    }
    boundary b;
    boundary_begin(&b, *start, many->request.options.allow_comments);
    const char *const stop = boundary_find(&b, start, end);
    *slice = (many_slice){start, stop != NULL ? (size_t)(stop - start) : 0, stop};
    return stop != NULL;
}

/* By fj_parse_next, and from its document. */
static __attribute__((noinline)) int32_t many_next_slowly(ruby_many *many, const ruby_bytes *text,
                                                          ruby_value *value)
{
    fj_error error = {.size = sizeof error};
    int32_t code = fj_parse_next(text->data, text->length, &many->sequence, &many->kind,
                                 &many->request.options, &many->document, &error);
    if (code == FJ_END) {
        return code;
    }
    if (code != FJ_OK) {
        ruby_raise_parse(code, &error);
    }
    ruby_room *const room = ruby_room_here();
    ruby_run *const run = room != NULL ? ruby_run_take(room) : NULL;
    if (run == NULL) {
        ruby_raise_memory();
    }
    const volatile ruby_value held = run->object;
    int jump;
    code = ruby_build(room, run, &many->request, fj_document_root(many->document), value, &jump);
    ruby_run_give(room, run);
    RUBY_KEEP(held);
    if (jump != 0) {
        ruby.rb_jump_tag(jump);
    }
    if (code != FJ_OK) {
        error_plain(&error, code, NULL);
        ruby_raise_parse(code, &error);
    }
    return FJ_OK;
}

static int32_t many_next(ruby_many *many, ruby_value *value)
{
    const ruby_bytes text = ruby_string_bytes(many->source);
    const uint64_t most = many->request.options.max_input_bytes;
    many_slice slice;
    const bool found = many->kind.kind == FJ_SEQUENCE_LINES ? many_line(many, &text, &slice)
                                                            : many_container(many, &text, &slice);
    if (RUBY_LIKELY(found && (most == 0 || slice.length <= most)) &&
        ruby_parse_slice(&many->request, slice.start, slice.length, value) == FJ_OK) {
        many->sequence.start = (uint64_t)(slice.start - text.data);
        many->sequence.offset = (uint64_t)(slice.next - text.data);
        return FJ_OK;
    }
    return many_next_slowly(many, &text, value);
}

/* each(source, whether one a line, parse_options) { |value, offset| } => nil */
ruby_value ruby_many_each(int count, const ruby_value *arguments, ruby_value self)
{
    (void)self;
    if (count != 3) {
        ruby.rb_error_arity(count, 3, 3);
    }
    ruby_parse_request request;
    ruby_parse_request_read(&request, arguments[2]);
    const volatile ruby_value source = ruby_parse_source(&request, arguments[0]);
    ruby_many *const many = memory_allocate(sizeof *many);
    if (many == NULL) {
        ruby_raise_memory();
    }
    memset(many, 0, sizeof *many);
    const volatile ruby_value held = ruby.rb_data_typed_object_wrap(0, many, &many_type);
    many->request = request;
    many->kind.size = sizeof many->kind;
    many->kind.kind = arguments[1] == ruby.yes ? FJ_SEQUENCE_LINES : FJ_SEQUENCE_VALUES;
    many->source = ruby.rb_str_new_frozen(source); /* the block may change it */
    ruby_value yielded[2];
    while (many_next(many, &yielded[0]) == FJ_OK) {
        yielded[1] = ruby.rb_ull2inum(many->sequence.offset);
        ruby.rb_yield_values2(2, yielded);
    }
    RUBY_KEEP(held);
    return ruby.nil;
}
