/*
 * Ruby build: a document to Ruby objects, the same ones that its text would give.
 *
 * In: the value to begin with, of a document that does not change meanwhile. Out: the value, which
 * the caller keeps from the collector. For what the library reads into documents: texts in pieces,
 * unfinished ones.
 */
#ifndef FASTJSON_HOSTS_RUBY_BUILD_H
#define FASTJSON_HOSTS_RUBY_BUILD_H

#include "hosts/ruby_options.h"
#include "hosts/ruby_run.h"

/* FJ_OK and *value; or a code. FJ_ERROR_HOST: Ruby code that was asked did not come back, *jump is
 * for rb_jump_tag. `run` is one that nothing else uses meanwhile. NULL request: the defaults. */
int32_t ruby_build(ruby_room *room, ruby_run *run, const ruby_parse_request *request,
                   const fj_value *root, ruby_value *value, int *jump);

#endif
