/*
 * Ruby coder: the class FastJSON::Coder, options that were read once for both directions.
 *
 * A coder is made by its Ruby part, which gives the two option Hashes to `prepare`; after that
 * nothing in it changes, so that it may be used from any thread, and frozen from any Ractor.
 */
#include "error.h"
#include "hosts/ruby_error.h"
#include "hosts/ruby_generate.h"
#include "hosts/ruby_methods.h"
#include "hosts/ruby_parse.h"
#include "hosts/ruby_run.h"
#include "memory.h"

#include <string.h>

typedef struct ruby_coder {
    bool ready;
    bool parse_defaults;
    ruby_parse_request parse;
    ruby_generate_request generate;
} ruby_coder;

static ruby_id id_write;

/* ---- what the collector calls ---- */

static void coder_mark(void *data)
{
    const ruby_coder *const coder = data;
    ruby.rb_gc_mark(coder->parse.object_class);
    ruby.rb_gc_mark(coder->parse.array_class);
    ruby.rb_gc_mark(coder->parse.decimal);
    ruby.rb_gc_mark(coder->generate.block);
    ruby.rb_gc_mark(coder->generate.given);
}

static void coder_compact(void *data)
{
    ruby_coder *const coder = data;
    ruby_relocate(&coder->parse.object_class);
    ruby_relocate(&coder->parse.array_class);
    ruby_relocate(&coder->parse.decimal);
    ruby_relocate(&coder->generate.block);
    ruby_relocate(&coder->generate.given);
}

static size_t coder_size(const void *data)
{
    (void)data;
    return sizeof(ruby_coder);
}

static const ruby_data_type coder_type = {
    .name = "FastJSON::Coder",
    .mark = coder_mark,
    .free = memory_free,
    .size = coder_size,
    .compact = coder_compact,
    .flags = RUBY_DATA_FREE_IMMEDIATELY | RUBY_DATA_FROZEN_SHAREABLE,
};

static ruby_value coder_allocate(ruby_value class)
{
    ruby_coder *const coder = memory_allocate(sizeof *coder);
    if (coder == NULL) {
        ruby_raise_memory();
    }
    memset(coder, 0, sizeof *coder);
    return ruby.rb_data_typed_object_wrap(class, coder, &coder_type);
}

static inline const ruby_coder *coder_of(ruby_value self)
{
    const ruby_coder *const coder = ruby.rb_check_typeddata(self, &coder_type);
    if (RUBY_UNLIKELY(!coder->ready)) {
        ruby_raise_type("uninitialized FastJSON::Coder");
    }
    return coder;
}

/* ---- methods ---- */

/* prepare(parse_options, generate_options, block or nil, whether the block takes one argument) */
static ruby_value coder_prepare(int count, const ruby_value *arguments, ruby_value self)
{
    if (count != 4) {
        ruby.rb_error_arity(count, 4, 4);
    }
    ruby_coder *const coder = ruby.rb_check_typeddata(self, &coder_type);
    if (coder->ready) {
        ruby_raise_type("a FastJSON::Coder is prepared once");
    }
    ruby_parse_request_read(&coder->parse, arguments[0]);
    ruby_generate_request_read(&coder->generate, arguments[1]);
    const ruby_parse_request defaults = {.options.size = sizeof defaults.options};
    coder->parse_defaults = memcmp(&coder->parse, &defaults, sizeof defaults) == 0;
    coder->generate.block = arguments[2] == ruby.nil ? 0 : arguments[2];
    coder->generate.block_is_short = arguments[3] == ruby.yes;
    coder->ready = true;
    return self;
}

static ruby_value coder_parse(int count, const ruby_value *arguments, ruby_value self)
{
    if (RUBY_UNLIKELY(count != 1)) {
        ruby.rb_error_arity(count, 1, 1);
    }
    const ruby_coder *const coder = coder_of(self);
    const ruby_value result =
        ruby_parse_text(coder->parse_defaults ? NULL : &coder->parse, arguments[0]);
    RUBY_KEEP(self);
    return result;
}

/* generate(object, io = nil) */
static ruby_value coder_generate(int count, const ruby_value *arguments, ruby_value self)
{
    if (RUBY_UNLIKELY(count < 1 || count > 2)) {
        ruby.rb_error_arity(count, 1, 2);
    }
    const ruby_coder *const coder = coder_of(self);
    const ruby_value text = ruby_generate_text(&coder->generate, arguments[0]);
    RUBY_KEEP(self);
    if (count == 1 || arguments[1] == ruby.nil) {
        return text;
    }
    ruby.rb_funcallv(arguments[1], id_write, 1, &text);
    return arguments[1];
}

void ruby_coder_define(ruby_value module)
{
    id_write = ruby.rb_intern("write");
    const ruby_value class = ruby.rb_define_class_under(module, "Coder", ruby.rb_cObject);
    ruby.rb_define_alloc_func(class, coder_allocate);
    ruby.rb_define_private_method(class, "prepare", coder_prepare, -1);
    ruby.rb_define_method(class, "parse", coder_parse, -1);
    ruby.rb_define_method(class, "load", coder_parse, -1);
    ruby.rb_define_method(class, "generate", coder_generate, -1);
    ruby.rb_define_method(class, "dump", coder_generate, -1);
}
