/*
 * Ruby texts: the module FastJSON::Texts, functions on texts that make no objects or few.
 *
 * Arguments are positional here; the public methods, with their keywords and defaults, are Ruby
 * (lib/fastjson/texts.rb). What a call needs of memory hangs on its run, so that nothing is lost
 * by an exception.
 */
#include "error.h"
#include "hosts/ruby_build.h"
#include "hosts/ruby_error.h"
#include "hosts/ruby_methods.h"
#include "hosts/ruby_parse.h"
#include "hosts/ruby_text.h"

/* A call: its text, options and run. */
typedef struct texts_call {
    ruby_parse_request request;
    ruby_value source;
    ruby_value held; /* the run's object */
    ruby_bytes text;
    ruby_room *room;
    ruby_run *run;
    fj_error error;
} texts_call;

/* Raises before anything is taken that would have to be given back. */
static void texts_open(texts_call *call, ruby_value source, ruby_value options)
{
    ruby_parse_request_read(&call->request, options);
    call->source = ruby_parse_source(&call->request, source);
    call->text = ruby_string_bytes(call->source);
    call->room = ruby_room_here();
    call->run = call->room != NULL ? ruby_run_take(call->room) : NULL;
    if (call->run == NULL) {
        ruby_raise_memory();
    }
    call->held = call->run->object;
    call->error.size = sizeof call->error;
}

static void texts_close(texts_call *call)
{
    ruby_run_give(call->room, call->run);
    RUBY_KEEP(call->source);
    RUBY_KEEP(call->held);
}

static void texts_check(texts_call *call, int32_t code)
{
    if (RUBY_UNLIKELY(code != FJ_OK)) {
        texts_close(call);
        ruby_raise_parse(code, &call->error);
    }
}

/* What was written, as a String. */
static ruby_value texts_result(texts_call *call)
{
    const fj_buffer *const out = &call->run->buffer;
    const ruby_value string = ruby.rb_utf8_str_new(out->data, (long)out->length);
    texts_close(call);
    return string;
}

static void texts_arity(int count, int wanted)
{
    if (RUBY_UNLIKELY(count != wanted)) {
        ruby.rb_error_arity(count, wanted, wanted);
    }
}

/* ---- text to text ---- */

/* validate(source, parse_options) */
static ruby_value texts_validate(int count, const ruby_value *arguments, ruby_value self)
{
    (void)self;
    texts_arity(count, 2);
    texts_call call;
    texts_open(&call, arguments[0], arguments[1]);
    texts_check(&call,
                fj_validate(call.text.data, call.text.length, &call.request.options, &call.error));
    texts_close(&call);
    return ruby.yes;
}

/* minify(source, parse_options) */
static ruby_value texts_minify(int count, const ruby_value *arguments, ruby_value self)
{
    (void)self;
    texts_arity(count, 2);
    texts_call call;
    texts_open(&call, arguments[0], arguments[1]);
    texts_check(&call, fj_minify(call.text.data, call.text.length, &call.request.options,
                                 &call.run->buffer, &call.error));
    return texts_result(&call);
}

/* format(source, generate_options, parse_options) */
static ruby_value texts_format(int count, const ruby_value *arguments, ruby_value self)
{
    (void)self;
    texts_arity(count, 3);
    texts_call call;
    ruby_generate_request generate;
    ruby_generate_request_read(&generate, arguments[1]);
    texts_open(&call, arguments[0], arguments[2]);
    const int32_t code = fj_format(call.text.data, call.text.length, &call.request.options,
                                   &generate.options, &call.run->buffer, &call.error);
    if (code != FJ_OK && call.error.line == 0) { /* of the writing */
        texts_close(&call);
        ruby_raise_generate(code, &call.error);
    }
    texts_check(&call, code);
    return texts_result(&call);
}

/* ---- changing a text ---- */

/* Reads the call's text and another one into the run's documents. */
static int32_t texts_read_both(texts_call *call, ruby_value other)
{
    const ruby_bytes bytes = ruby_string_bytes(other);
    int32_t code = fj_parse(call->text.data, call->text.length, &call->request.options,
                            &call->run->documents[0], &call->error);
    if (code == FJ_OK) {
        code = fj_parse(bytes.data, bytes.length, &call->request.options, &call->run->documents[1],
                        &call->error);
    }
    return code;
}

static ruby_value texts_patched(int count, const ruby_value *arguments, bool merge)
{
    texts_arity(count, 3);
    texts_call call;
    const volatile ruby_value other = ruby_parse_source(NULL, arguments[1]);
    texts_open(&call, arguments[0], arguments[2]);
    int32_t code = texts_read_both(&call, other);
    if (code == FJ_OK) {
        fj_document **const documents = call.run->documents;
        const fj_value *const target = fj_document_root(documents[0]);
        const fj_value *const patch = fj_document_root(documents[1]);
        code = merge ? fj_document_merge(target, patch, &documents[0], &call.error)
                     : fj_document_patch(target, patch, NULL, &documents[0], &call.error);
    }
    if (code == FJ_OK) {
        code = fj_generate(fj_document_root(call.run->documents[0]), NULL, &call.run->buffer,
                           &call.error);
    }
    RUBY_KEEP(other);
    texts_check(&call, code);
    return texts_result(&call);
}

/* patch(source, patch, parse_options) */
static ruby_value texts_patch(int count, const ruby_value *arguments, ruby_value self)
{
    (void)self;
    return texts_patched(count, arguments, false);
}

/* merge_patch(source, patch, parse_options) */
static ruby_value texts_merge_patch(int count, const ruby_value *arguments, ruby_value self)
{
    (void)self;
    return texts_patched(count, arguments, true);
}

/* same?(a, b, parse_options) */
static ruby_value texts_same(int count, const ruby_value *arguments, ruby_value self)
{
    (void)self;
    texts_arity(count, 3);
    texts_call call;
    const volatile ruby_value other = ruby_parse_source(NULL, arguments[1]);
    texts_open(&call, arguments[0], arguments[2]);
    int32_t code = texts_read_both(&call, other);
    int32_t equal = 0;
    if (code == FJ_OK) {
        fj_document *const *const documents = call.run->documents;
        code =
            fj_value_equal(fj_document_root(documents[0]), fj_document_root(documents[1]), &equal);
        error_plain(&call.error, code, NULL);
    }
    RUBY_KEEP(other);
    texts_check(&call, code);
    texts_close(&call);
    return equal != 0 ? ruby.yes : ruby.no;
}

/* ---- text to objects ---- */

/* get(source, pointer, whether to stop at the value, parse_options) */
static ruby_value texts_get(int count, const ruby_value *arguments, ruby_value self)
{
    (void)self;
    texts_arity(count, 4);
    texts_call call;
    const volatile ruby_value pointer = ruby_parse_source(NULL, arguments[1]);
    texts_open(&call, arguments[0], arguments[3]);
    const ruby_bytes path = ruby_string_bytes(pointer);
    size_t offset, length;
    texts_check(&call, fj_text_get(call.text.data, call.text.length, path.data, path.length,
                                   arguments[2] == ruby.yes ? FJ_GET_FIRST : FJ_GET_WHOLE,
                                   &call.request.options, &offset, &length, &call.error));
    texts_close(&call);
    RUBY_KEEP(pointer);
    ruby_value value;
    const int32_t code = ruby_parse_slice(&call.request, call.text.data + offset, length, &value);
    RUBY_KEEP(call.source);
    if (RUBY_UNLIKELY(code != FJ_OK)) { /* it was read once already: memory */
        error_plain(&call.error, code, NULL);
        ruby_raise_parse(code, &call.error);
    }
    return value;
}

/* unfinished(source, parse_options) => [value, complete, used] */
static ruby_value texts_unfinished(int count, const ruby_value *arguments, ruby_value self)
{
    (void)self;
    texts_arity(count, 2);
    texts_call call;
    texts_open(&call, arguments[0], arguments[1]);
    int32_t complete;
    size_t used;
    texts_check(&call, fj_parse_unfinished(call.text.data, call.text.length, &call.request.options,
                                           &call.run->documents[0], &complete, &used, &call.error));
    const fj_value *const root = fj_document_root(call.run->documents[0]);
    ruby_value result[3] = {ruby.nil, complete != 0 ? ruby.yes : ruby.no,
                            ruby_integer((int64_t)used)};
    int jump = 0;
    const int32_t code =
        root != NULL ? ruby_build(call.room, call.run, &call.request, root, &result[0], &jump)
                     : FJ_OK;
    if (jump != 0) {
        texts_close(&call);
        ruby.rb_jump_tag(jump);
    }
    error_plain(&call.error, code, NULL);
    texts_check(&call, code);
    const ruby_value values = ruby.rb_ary_new_from_values(3, result);
    texts_close(&call);
    return values;
}

void ruby_texts_define(ruby_value module)
{
    const ruby_value texts = ruby.rb_define_module_under(module, "Texts");
    ruby.rb_define_module_function(texts, "validate", texts_validate, -1);
    ruby.rb_define_module_function(texts, "minify", texts_minify, -1);
    ruby.rb_define_module_function(texts, "format", texts_format, -1);
    ruby.rb_define_module_function(texts, "patch", texts_patch, -1);
    ruby.rb_define_module_function(texts, "merge_patch", texts_merge_patch, -1);
    ruby.rb_define_module_function(texts, "same?", texts_same, -1);
    ruby.rb_define_module_function(texts, "get", texts_get, -1);
    ruby.rb_define_module_function(texts, "unfinished", texts_unfinished, -1);
    ruby.rb_define_module_function(texts, "each", ruby_many_each, -1);
}
