/*
 * Ruby handlers: see ruby_handler.h.
 */
#include "hosts/ruby_handler.h"

#include "hosts/ruby_text.h"

/* Set once, at attach. */
static ruby_value symbol_to_json;
static ruby_value number_text; /* FastJSON::NumberText */
static ruby_id id_to_json, id_owner;

void ruby_handler_prepare(ruby_value module)
{
    ruby.rb_gc_register_address(&number_text);
    number_text = ruby.rb_const_get(module, ruby.rb_intern("NumberText"));
    id_to_json = ruby.rb_intern("to_json");
    id_owner = ruby.rb_intern("owner");
    symbol_to_json = ruby.rb_id2sym(id_to_json);
}

static uint32_t handler_by_type(ruby_value object)
{
    switch (ruby_type(object)) {
    case RUBY_T_STRING:
        return RUBY_HANDLER_STRING;
    case RUBY_T_ARRAY:
        return RUBY_HANDLER_ARRAY;
    case RUBY_T_HASH:
        return RUBY_HANDLER_HASH;
    case RUBY_T_FLOAT:
        return RUBY_HANDLER_FLOAT;
    case RUBY_T_SYMBOL:
        return RUBY_HANDLER_SYMBOL;
    default:
        return RUBY_HANDLER_TO_S;
    }
}

static ruby_value owner_find(ruby_value object)
{
    const ruby_value method = ruby.rb_obj_method(object, symbol_to_json);
    return ruby.rb_class_name(ruby.rb_funcallv(method, id_owner, 0, NULL));
}

/* The json library's modules are JSON::Ext::Generator::GeneratorMethods::Object and the like. */
static bool owner_is_json(ruby_value name)
{
    static const char prefix[] = "JSON::";
    static const char inside[] = "::GeneratorMethods";
    if (ruby_is_special(name) || ruby_type(name) != RUBY_T_STRING) {
        return false; /* a module without a name */
    }
    const ruby_bytes bytes = ruby_string_bytes(name);
    return bytes.length > sizeof prefix - 1 && memcmp(bytes.data, prefix, sizeof prefix - 1) == 0 &&
           memmem(bytes.data, bytes.length, inside, sizeof inside - 1) != NULL;
}

static uint32_t handler_new(ruby_value object, int *state)
{
    if (ruby_class(object) == number_text) {
        return RUBY_HANDLER_NUMBER;
    }
    if (!ruby.rb_method_boundp(ruby_class(object), id_to_json, 0)) {
        return handler_by_type(object);
    }
    const volatile ruby_value name = ruby.rb_protect(owner_find, object, state);
    if (*state != 0) {
        return 0;
    }
    return owner_is_json(name) ? handler_by_type(object) : RUBY_HANDLER_TO_JSON;
}

uint32_t ruby_handler_find(ruby_run *run, ruby_value object, int *state)
{
    const ruby_value class = ruby_class(object);
    ruby_handler *const slot = &run->handlers[(class >> 3 ^ class >> 6) % RUBY_HANDLERS];
    if (RUBY_LIKELY(slot->class == class)) {
        return slot->kind;
    }
    const uint32_t kind = handler_new(object, state);
    if (kind != 0) {
        slot->class = class;
        slot->kind = kind;
        run->handled = true;
    }
    return kind;
}
