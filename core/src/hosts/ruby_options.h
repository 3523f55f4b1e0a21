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
    uint8_t calls;           /* Ruby code runs while objects are made */
    ruby_value object_class; /* 0: Hash */
    ruby_value array_class;  /* 0: Array */
    ruby_value decimal;      /* whom to ask for what a number's text is to become; 0: nobody */
    ruby_id decimal_method;
} ruby_parse_request;

/* How an object of another class is made, filled and frozen. */
typedef struct ruby_filling {
    ruby_id make;
    ruby_id put;
    ruby_id freeze;
    int width; /* arguments of `put` */
} ruby_filling;

extern ruby_filling ruby_filling_object; /* read-only after ruby_options_prepare */
extern ruby_filling ruby_filling_array;

/* The layout strings are copied: to_json may change the ones that were given. */
typedef struct ruby_generate_request {
    fj_generate_options options;
    uint8_t unique_keys;    /* allow_duplicate_key: false */
    uint8_t surrogates;     /* lone_surrogates was given: WTF-8 is taken */
    uint8_t block_is_short; /* the block takes one argument only */
    ruby_value block;       /* a Proc: what strict refuses is given to it; 0: none */
    ruby_value given;       /* the Hash, for what is handed to to_json; nil: none */
    char layout[5][RUBY_LAYOUT_BYTES];
} ruby_generate_request;

/* Finds the names' symbols; once, at attach. */
void ruby_options_prepare(ruby_value module);

/* `given` is nil or a Hash, or else what FastJSON.generate_options_from makes one of. The whole of
 * a request is set. */
void ruby_parse_request_read(ruby_parse_request *request, ruby_value given);
void ruby_generate_request_read(ruby_generate_request *request, ruby_value given);

#endif
