/*
 * Ruby methods: what the library defines in the module FastJSON, as Ruby calls it.
 */
#ifndef FASTJSON_HOSTS_RUBY_METHODS_H
#define FASTJSON_HOSTS_RUBY_METHODS_H

#include "hosts/ruby_api.h"

/* FastJSON.parse(source, options = nil) */
ruby_method ruby_parse;

/* FastJSON.generate(object, options = nil) */
ruby_method ruby_generate;

/* FastJSON::Coder */
void ruby_coder_define(ruby_value module);

/* FastJSON::Stream */
void ruby_stream_define(ruby_value module);

/* FastJSON::Texts, and its function `each` */
void ruby_texts_define(ruby_value module);
ruby_method ruby_many_each;

/* Finds names and classes; once, at attach. May raise. */
void ruby_generate_prepare(ruby_value module);

#endif
