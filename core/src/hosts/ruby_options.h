/*
 * Ruby options: an options Hash becomes the options of the core. One table a direction names them
 * all.
 *
 * Nothing is kept of the Hash, nothing in it is changed, and no option is ignored: an unknown name
 * is an ArgumentError, a value of the wrong type a TypeError. nil and false mean "off" or "none".
 */
#ifndef FASTJSON_HOSTS_RUBY_OPTIONS_H
#define FASTJSON_HOSTS_RUBY_OPTIONS_H

#include "hosts/ruby_layout.h"

#define RUBY_LAYOUT_BYTES 256 /* of one layout string, at most */

typedef struct ruby_parse_request {
    fj_parse_options options;
    uint8_t symbolize_names;
    uint8_t freeze;
} ruby_parse_request;

/* The layout strings are copied: to_json may change the ones that were given. */
typedef struct ruby_generate_request {
    fj_generate_options options;
    uint8_t unique_keys; /* allow_duplicate_key: false */
    ruby_value given;    /* the Hash, for what is handed to to_json; nil: none */
    char layout[5][RUBY_LAYOUT_BYTES];
} ruby_generate_request;

/* Finds the names' symbols; once, at attach. */
void ruby_options_prepare(ruby_value module);

/* `given` is nil or a Hash, or else what FastJSON.generate_options_from makes one of. */
void ruby_parse_request_read(ruby_parse_request *request, ruby_value given);
void ruby_generate_request_read(ruby_generate_request *request, ruby_value given);

#endif
