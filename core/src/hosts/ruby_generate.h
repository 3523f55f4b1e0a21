/*
 * Ruby generate: a Ruby object to JSON text. See ruby_generate.c.
 */
#ifndef FASTJSON_HOSTS_RUBY_GENERATE_H
#define FASTJSON_HOSTS_RUBY_GENERATE_H

#include "hosts/ruby_options.h"

/* The text as a String. NULL: the defaults. Raises. */
ruby_value ruby_generate_text(const ruby_generate_request *request, ruby_value object);

#endif
