/*
 * Ruby text: transcoding, and calls that cannot jump over us. See ruby_text.h.
 */
#include "hosts/ruby_text.h"

static ruby_value text_transcode(ruby_value string)
{
    return ruby.rb_str_encode(string, ruby.utf8_object, 0, ruby.nil);
}

ruby_value ruby_text_transcode(ruby_value string)
{
    int state = 0;
    const ruby_value result = ruby.rb_protect(text_transcode, string, &state);
    if (state != 0) {
        ruby.rb_set_errinfo(ruby.nil);
        return 0;
    }
    return result;
}

ruby_value ruby_text_utf8(ruby_value string)
{
    if (ruby.rb_enc_str_coderange(string) == RUBY_RANGE_ASCII) {
        return string;
    }
    volatile ruby_value text = string;
    if (!ruby_text_is_direct(string)) {
        text = ruby_text_transcode(string);
    } else if (ruby.rb_enc_get_index(string) != ruby.utf8_index) {
        const ruby_bytes bytes = ruby_string_bytes(string);
        text = ruby.rb_utf8_str_new(bytes.data, (long)bytes.length);
    }
    return text != 0 && ruby.rb_enc_str_coderange(text) != RUBY_RANGE_BROKEN ? text : 0;
}

typedef struct text_call {
    ruby_value receiver;
    ruby_id method;
    int count;
    const ruby_value *arguments;
} text_call;

static ruby_value call_protected(ruby_value argument)
{
    const text_call *const call = (const text_call *)argument;
    return ruby.rb_funcallv(call->receiver, call->method, call->count, call->arguments);
}

ruby_value ruby_call(ruby_value receiver, ruby_id method, int count, const ruby_value *arguments,
                     int *state)
{
    text_call call = {receiver, method, count, arguments};
    return ruby.rb_protect(call_protected, (ruby_value)&call, state);
}
