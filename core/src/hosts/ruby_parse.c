/*
 * Ruby parse: one text to Ruby objects, by the sink of ruby_sink.h, and the method around it.
 *
 * No Ruby code runs in between, unless an option asks for it: so the text cannot change (then it is
 * held by a frozen copy) and Ruby's lock is not given up.
 */
#include "hosts/ruby_parse.h"

#include "error.h"
#include "hosts/ruby_error.h"
#include "hosts/ruby_methods.h"
#include "hosts/ruby_sink.h"

#include "read/engine.h"

ruby_value ruby_parse_source(const ruby_parse_request *request, ruby_value given)
{
    volatile ruby_value source = given;
    if (RUBY_UNLIKELY(ruby_is_special(source) || ruby_type(source) != RUBY_T_STRING)) {
        source = ruby.rb_str_to_str(source); /* to_str, or TypeError */
    }
    if (RUBY_UNLIKELY(!ruby_text_is_direct(source))) {
        source = ruby_text_transcode(source);
        if (source == 0) {
            fj_error error = {.size = sizeof error};
            error_plain(&error, FJ_ERROR_INVALID_UTF8, "the text cannot be transcoded to UTF-8");
            error.line = 1;
            error.column = 1;
            ruby_raise_parse(FJ_ERROR_INVALID_UTF8, &error);
        }
    }
    if (RUBY_UNLIKELY(request != NULL && request->calls)) {
        source = ruby.rb_str_new_frozen(source);
    }
    return source;
}

static __attribute__((noinline, cold)) void parse_fail(ruby_room *room, ruby_run *run, int32_t code,
                                                       int jump)
{
    fj_error error = {.size = sizeof error};
    code = reader_fail(&run->reader, code, &error); /* an earlier fault may be found by it */
    reader_close(&run->reader);
    ruby_run_give(room, run);
    if (jump != 0) {
        ruby.rb_jump_tag(jump);
    }
    ruby_raise_parse(code, &error);
}

static inline int32_t parse_run(ruby_sink *sink, const char *text, size_t length)
{
    reader *const r = &sink->run->reader;
    int32_t code =
        reader_open(r, text, length, sink->request != NULL ? &sink->request->options : NULL);
    if (RUBY_LIKELY(code == FJ_OK)) {
        code = engine_run(r, sink);
    }
    return code;
}

int32_t ruby_parse_slice(const ruby_parse_request *request, const char *text, size_t length,
                         ruby_value *value)
{
    ruby_room *const room = ruby_room_here();
    ruby_run *const run = room != NULL ? ruby_run_take(room) : NULL;
    if (run == NULL) {
        return FJ_ERROR_MEMORY;
    }
    const volatile ruby_value held = run->object;
    ruby_sink sink = ruby_sink_for(room, run, request);
    const int32_t code = parse_run(&sink, text, length);
    *value = code == FJ_OK ? run->values[0] : ruby.nil;
    const int jump = sink.jump;
    reader_close(&run->reader);
    ruby_run_give(room, run);
    RUBY_KEEP(held);
    if (RUBY_UNLIKELY(jump != 0)) {
        ruby.rb_jump_tag(jump);
    }
    return code;
}

ruby_value ruby_parse_text(const ruby_parse_request *request, ruby_value given)
{
    const volatile ruby_value source = ruby_parse_source(request, given);
    const ruby_bytes text = ruby_string_bytes(source);
    ruby_room *const room = ruby_room_here();
    ruby_run *const run = room != NULL ? ruby_run_take(room) : NULL;
    if (run == NULL) {
        ruby_raise_memory();
    }
    const volatile ruby_value held = run->object;
    ruby_sink sink = ruby_sink_for(room, run, request);
    const int32_t code = parse_run(&sink, text.data, text.length);
    if (RUBY_UNLIKELY(code != FJ_OK)) {
        parse_fail(room, run, code, sink.jump);
    }
    const ruby_value result = run->values[0];
    reader_close(&run->reader);
    ruby_run_give(room, run);
    RUBY_KEEP(source);
    RUBY_KEEP(held);
    return result;
}

ruby_value ruby_parse(int count, const ruby_value *arguments, ruby_value self)
{
    (void)self;
    if (RUBY_UNLIKELY(count < 1 || count > 2)) {
        ruby.rb_error_arity(count, 1, 2);
    }
    if (RUBY_LIKELY(count == 1 || arguments[1] == ruby.nil)) {
        return ruby_parse_text(NULL, arguments[0]);
    }
    ruby_parse_request request;
    ruby_parse_request_read(&request, arguments[1]);
    return ruby_parse_text(&request, arguments[0]);
}
