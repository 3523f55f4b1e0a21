/*
 * Ruby handlers: how the instances of a class are generated that is none of Ruby's core classes.
 *
 * By ancestry and by who defined its to_json: the json library's own (which it puts into every
 * class) does not count, any other does. Core classes themselves never get here: like json we do
 * not ask String, Hash, Array, Integer, Float, nil, true or false for a to_json. Answers are kept
 * for the duration of one call, so that a method defined between two calls is seen.
 */
#ifndef FASTJSON_HOSTS_RUBY_HANDLER_H
#define FASTJSON_HOSTS_RUBY_HANDLER_H

#include "hosts/ruby_run.h"

enum ruby_handler_kind {
    RUBY_HANDLER_STRING = 1, /* as the core class that it descends from */
    RUBY_HANDLER_ARRAY,
    RUBY_HANDLER_HASH,
    RUBY_HANDLER_FLOAT,
    RUBY_HANDLER_SYMBOL,
    RUBY_HANDLER_NUMBER, /* FastJSON::NumberText */
    RUBY_HANDLER_TO_JSON,
    RUBY_HANDLER_TO_S,
};

void ruby_handler_prepare(ruby_value module);

/* enum ruby_handler_kind; 0: Ruby code that was asked raised or threw, *state says what. */
uint32_t ruby_handler_find(ruby_run *run, ruby_value object, int *state);

#endif
