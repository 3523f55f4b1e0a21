/*
 * Ruby attach: makes the module's parse and generate real methods of the Ruby that runs.
 *
 * Everything that may raise runs under rb_protect, so that nothing jumps over the caller's FFI.
 */
#include <dlfcn.h>
#include <string.h>

#include "error.h"
#include "fastjson/hosts.h"
#include "hosts/ruby_error.h"
#include "hosts/ruby_layout.h"
#include "hosts/ruby_methods.h"
#include "hosts/ruby_options.h"
#include "hosts/ruby_run.h"

static ruby_value attach_protected(ruby_value module)
{
    ruby_error_prepare(module);
    ruby_options_prepare(module);
    ruby_room_prepare();
    ruby_generate_prepare(module);
    /* Methods defined now may be called in any Ractor; the flag ends with the running require. */
    ruby.rb_ext_ractor_safe(true);
    ruby.rb_define_module_function(module, "parse", ruby_parse, -1);
    ruby.rb_define_module_function(module, "generate", ruby_generate, -1);
    ruby_coder_define(module);
    ruby_stream_define(module);
    ruby_texts_define(module);
    ruby.rb_ext_ractor_safe(false);
    return ruby.yes;
}

static ruby_value attach_module(ruby_value name)
{
    return ruby.rb_define_module((const char *)name);
}

static ruby_value attach_probe(ruby_value plain)
{
    return (ruby_value)ruby_layout_probe((bool)plain);
}

/* Ruby calls us as long as it lives, at its very end too, when it frees the last objects: after the
 * FFI has closed the library. So the library stays loaded. */
static bool attach_stay_loaded(void)
{
    int32_t (*const self)(const char *, uint32_t, fj_error *) = fj_ruby_attach;
    void *address;
    memcpy(&address, &self, sizeof address);
    Dl_info info;
    return dladdr(address, &info) != 0 &&
           dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE) != NULL;
}

int32_t fj_ruby_attach(const char *module_name, uint32_t flags, fj_error *error)
{
    if (module_name == NULL || (flags & ~(uint32_t)FJ_RUBY_PLAIN) != 0) {
        return error_plain(error, FJ_ERROR_ARGUMENT, NULL);
    }
    if (!attach_stay_loaded()) {
        return error_plain(error, FJ_ERROR_HOST, "the library cannot be kept loaded");
    }
    const char *const missing = ruby_api_find();
    if (missing != NULL) {
        return error_plain(error, FJ_ERROR_HOST, missing);
    }
    int state = 0;
    const ruby_value module = ruby.rb_protect(attach_module, (ruby_value)module_name, &state);
    ruby_value result = 0;
    if (state == 0) {
        result = ruby.rb_protect(attach_probe, flags & FJ_RUBY_PLAIN, &state);
        if (state == 0 && result != 0) {
            return error_plain(error, FJ_ERROR_HOST, (const char *)result);
        }
    }
    if (state == 0) {
        ruby.rb_protect(attach_protected, module, &state);
    }
    if (state != 0) {
        ruby.rb_set_errinfo(ruby.nil);
        return error_plain(error, FJ_ERROR_HOST, "an exception while attaching");
    }
    return FJ_OK;
}
