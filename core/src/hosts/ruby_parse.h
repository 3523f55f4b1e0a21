/*
 * Ruby parse: one text to Ruby objects. See ruby_parse.c.
 */
#ifndef FASTJSON_HOSTS_RUBY_PARSE_H
#define FASTJSON_HOSTS_RUBY_PARSE_H

#include "hosts/ruby_options.h"

/* A method's argument as a String whose bytes are to be read as UTF-8: itself, or what to_str
 * gives, or that transcoded; frozen if the request lets Ruby code run. Raises what cannot be one.
 */
ruby_value ruby_parse_source(const ruby_parse_request *request, ruby_value given);

/* One text, which may be anything that ruby_parse_source takes. NULL: the defaults. Raises. */
ruby_value ruby_parse_text(const ruby_parse_request *request, ruby_value given);

/* One text of bytes that stay as they are. FJ_OK and its value, or a code, which is not necessarily
 * that of the first fault. Raises only what Ruby code raised. */
int32_t ruby_parse_slice(const ruby_parse_request *request, const char *text, size_t length,
                         ruby_value *value);

#endif
