/*
 * Ruby text: from a Ruby String to UTF-8 bytes, and what is known about them.
 *
 * UTF-8, US-ASCII and binary Strings are taken as they are; others are transcoded. Nothing is ever
 * replaced: what cannot be transcoded is refused.
 */
#ifndef FASTJSON_HOSTS_RUBY_TEXT_H
#define FASTJSON_HOSTS_RUBY_TEXT_H

#include "hosts/ruby_layout.h"

/* Whether the bytes of a String can be read as UTF-8 without being transcoded. */
static inline bool ruby_text_is_direct(ruby_value string)
{
    const int index = RUBY_LIKELY(ruby_layout_known.flags) ? (int)(ruby_flags(string) >> 22 & 0x7f)
                                                           : ruby.rb_enc_get_index(string);
    return index == ruby.utf8_index || index == ruby.ascii_index || index == ruby.binary_index;
}

/* The String in UTF-8. 0: it cannot be transcoded. Runs under rb_protect; may run transcoders. */
ruby_value ruby_text_transcode(ruby_value string);

/* The String as well-formed UTF-8: itself, a copy, or transcoded. 0: it is not, or cannot be. */
ruby_value ruby_text_utf8(ruby_value string);

/* A call of a method under rb_protect. *state is not 0 if it did not return; then the result means
 * nothing, and rb_jump_tag(*state) goes on with whatever ended it. */
ruby_value ruby_call(ruby_value receiver, ruby_id method, int count, const ruby_value *arguments,
                     int *state);

#endif
