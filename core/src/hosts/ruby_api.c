/*
 * The Ruby API: finds Ruby's public functions, classes and special constants in the running
 * process.
 */
#include "hosts/ruby_api.h"

#include <dlfcn.h>
#include <string.h>

ruby_api ruby;

/* A function pointer out of dlsym without the cast that ISO C forbids. */
static bool api_find(const char *name, void *slot)
{
    void *address = dlsym(RTLD_DEFAULT, name);
    memcpy(slot, &address, sizeof address);
    return address != NULL;
}

static bool api_find_class(const char *name, ruby_value *class)
{
    const ruby_value *variable = dlsym(RTLD_DEFAULT, name);
    if (variable == NULL) {
        return false;
    }
    *class = *variable;
    return true;
}

const char *ruby_api_find(void)
{
#define RUBY_API_FUNCTION(result, name, parameters) \
    if (!api_find(#name, &ruby.name)) {             \
        return #name;                               \
    }
    RUBY_API_FUNCTIONS(RUBY_API_FUNCTION)
#undef RUBY_API_FUNCTION
#define RUBY_API_CLASS(name)                  \
    if (!api_find_class(#name, &ruby.name)) { \
        return #name;                         \
    }
    RUBY_API_CLASSES(RUBY_API_CLASS)
#undef RUBY_API_CLASS
    ruby.nil = ruby.rb_ary_entry(ruby.rb_ary_new(), 0);
    ruby.yes = ruby.rb_obj_is_kind_of(ruby.rb_cString, ruby.rb_cObject);
    ruby.no = ruby.rb_obj_is_kind_of(ruby.rb_cString, ruby.rb_cString);
    ruby.symbol_tag = (uint8_t)ruby.rb_id2sym(ruby.rb_intern("to_s"));
    ruby.utf8 = ruby.rb_utf8_encoding();
    ruby.utf8_object = ruby.rb_enc_from_encoding(ruby.utf8);
    ruby.utf8_index = ruby.rb_utf8_encindex();
    ruby.ascii_index = ruby.rb_usascii_encindex();
    ruby.binary_index = ruby.rb_ascii8bit_encindex();
    return NULL;
}
