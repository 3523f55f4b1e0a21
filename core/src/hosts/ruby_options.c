/*
 * Ruby options: the tables of names, and what each kind of value must be. See ruby_options.h.
 */
#include "hosts/ruby_options.h"

#include "hosts/ruby_error.h"
#include "write/writer.h"

enum option_kind {
    OPTION_FLAG,       /* uint8_t: true, false, nil */
    OPTION_FLAG_NOT,   /* uint8_t: false gives 1; true, nil give 0 */
    OPTION_NAN,        /* uint8_t: true gives FJ_NAN_LITERAL, false leaves it as it is */
    OPTION_CHOICE,     /* uint8_t: one of the names, a Symbol; nil the first */
    OPTION_NESTING,    /* uint32_t: an Integer; 0, false and nil are no limit */
    OPTION_COUNT,      /* uint64_t: an Integer; 0, false and nil are no limit */
    OPTION_DIGITS,     /* the same, where the core's 0 is not "no limit" */
    OPTION_LAYOUT,     /* one of the five layout strings: a String; nil is the empty one */
    OPTION_SURROGATES, /* a choice; that it was given counts as well */
    OPTION_CLASS, /* ruby_value: a class, or what has a method `new`; nil, false and the usual 0 */
    OPTION_DECIMAL, /* a class of numbers */
    OPTION_ABSENT,  /* known to json, not served: false and nil only */
};

typedef struct option {
    const char *name;
    uint16_t kind;
    uint16_t offset;          /* in the request; OPTION_LAYOUT: which */
    const char *const *names; /* OPTION_CHOICE, ending with NULL */
    ruby_value symbol;
} option;

static const char *const duplicate_names[] = {"last", "error", NULL};
static const char *const number_names[] = {"double", "decimal", "text", NULL};
static const char *const read_surrogate_names[] = {"error", "replace", "keep", NULL};
static const char *const write_surrogate_names[] = {"escape", "error", "replace", NULL};
static const char *const nan_names[] = {"error", "null", "literal", NULL};

#define PARSE_OPTION(name, kind, names)                                   \
    {                                                                     \
#name, kind, offsetof(ruby_parse_request, options.name), names, 0 \
    }

/* Symbols are filled in at attach; nothing changes afterwards. */
static option parse_options[] = {
    {"symbolize_names", OPTION_FLAG, offsetof(ruby_parse_request, symbolize_names), NULL, 0},
    {"freeze", OPTION_FLAG, offsetof(ruby_parse_request, freeze), NULL, 0},
    PARSE_OPTION(max_nesting, OPTION_NESTING, NULL),
    PARSE_OPTION(allow_nan, OPTION_FLAG, NULL),
    PARSE_OPTION(allow_comments, OPTION_FLAG, NULL),
    PARSE_OPTION(allow_trailing_comma, OPTION_FLAG, NULL),
    PARSE_OPTION(allow_control_characters, OPTION_FLAG, NULL),
    PARSE_OPTION(allow_invalid_escape, OPTION_FLAG, NULL),
    {"allow_duplicate_key", OPTION_FLAG_NOT, offsetof(ruby_parse_request, options.duplicate_key),
     NULL, 0},
    PARSE_OPTION(duplicate_key, OPTION_CHOICE, duplicate_names),
    PARSE_OPTION(big_numbers, OPTION_CHOICE, number_names),
    PARSE_OPTION(lone_surrogates, OPTION_CHOICE, read_surrogate_names),
    PARSE_OPTION(max_input_bytes, OPTION_COUNT, NULL),
    PARSE_OPTION(max_number_digits, OPTION_DIGITS, NULL),
    PARSE_OPTION(max_string_bytes, OPTION_COUNT, NULL),
    PARSE_OPTION(max_members, OPTION_COUNT, NULL),
    {"object_class", OPTION_CLASS, offsetof(ruby_parse_request, object_class), NULL, 0},
    {"array_class", OPTION_CLASS, offsetof(ruby_parse_request, array_class), NULL, 0},
    {"decimal_class", OPTION_DECIMAL, 0, NULL, 0},
    {"create_additions", OPTION_ABSENT, 0, NULL, 0},
};

#define GENERATE_OPTION(name, kind, names)                                   \
    {                                                                        \
#name, kind, offsetof(ruby_generate_request, options.name), names, 0 \
    }

static option generate_options[] = {
    {"indent", OPTION_LAYOUT, 0, NULL, 0},
    {"space", OPTION_LAYOUT, 1, NULL, 0},
    {"space_before", OPTION_LAYOUT, 2, NULL, 0},
    {"object_nl", OPTION_LAYOUT, 3, NULL, 0},
    {"array_nl", OPTION_LAYOUT, 4, NULL, 0},
    GENERATE_OPTION(max_nesting, OPTION_NESTING, NULL),
    {"allow_nan", OPTION_NAN, offsetof(ruby_generate_request, options.nan), NULL, 0},
    GENERATE_OPTION(nan, OPTION_CHOICE, nan_names),
    GENERATE_OPTION(ascii_only, OPTION_FLAG, NULL),
    GENERATE_OPTION(script_safe, OPTION_FLAG, NULL),
    {"escape_slash", OPTION_FLAG, offsetof(ruby_generate_request, options.script_safe), NULL, 0},
    GENERATE_OPTION(sort_keys, OPTION_FLAG, NULL),
    GENERATE_OPTION(canonical, OPTION_FLAG, NULL),
    GENERATE_OPTION(lone_surrogates, OPTION_SURROGATES, write_surrogate_names),
    GENERATE_OPTION(strict, OPTION_FLAG, NULL),
    {"allow_duplicate_key", OPTION_FLAG_NOT, offsetof(ruby_generate_request, unique_keys), NULL, 0},
    GENERATE_OPTION(max_output_bytes, OPTION_COUNT, NULL),
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

ruby_filling ruby_filling_object;
ruby_filling ruby_filling_array;

static ruby_value options_module;
static ruby_value number_text; /* FastJSON::NumberText */
static ruby_id id_generate_options_from, id_decimal, id_decimal_maker, id_new;

static void options_find_symbols(option *table, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        table[i].symbol = ruby.rb_id2sym(ruby.rb_intern(table[i].name));
    }
}

void ruby_options_prepare(ruby_value module)
{
    options_find_symbols(parse_options, COUNT(parse_options));
    options_find_symbols(generate_options, COUNT(generate_options));
    ruby.rb_gc_register_address(&options_module);
    options_module = module;
    ruby.rb_gc_register_address(&number_text);
    number_text = ruby.rb_const_get(module, ruby.rb_intern("NumberText"));
    id_generate_options_from = ruby.rb_intern("generate_options_from");
    id_decimal = ruby.rb_intern("decimal");
    id_decimal_maker = ruby.rb_intern("decimal_maker");
    id_new = ruby.rb_intern("new");
    const ruby_id freeze = ruby.rb_intern("freeze");
    ruby_filling_object = (ruby_filling){id_new, ruby.rb_intern("[]="), freeze, 2};
    ruby_filling_array = (ruby_filling){id_new, ruby.rb_intern("<<"), freeze, 1};
}

/* ---- values ---- */

static bool option_is_off(ruby_value value)
{
    return value == ruby.nil || value == ruby.no;
}

static _Noreturn void option_refuse(const option *o, const char *wanted)
{
    ruby_raise_type("option %s: wanted %s", o->name, wanted);
}

static uint8_t option_flag(const option *o, ruby_value value)
{
    if (value != ruby.yes && !option_is_off(value)) {
        option_refuse(o, "true or false");
    }
    return value == ruby.yes;
}

static uint64_t option_count(const option *o, ruby_value value)
{
    if (option_is_off(value)) {
        return 0;
    }
    if (!ruby_is_fixnum(value)) {
        option_refuse(o, "an Integer, false or nil");
    }
    const int64_t count = ruby_fixnum(value);
    if (count < 0) {
        ruby_raise_argument("option %s: must not be negative", o->name);
    }
    return (uint64_t)count;
}

static uint8_t option_choice(const option *o, ruby_value value)
{
    if (value == ruby.nil) {
        return 0;
    }
    char wanted[64] = "";
    for (uint8_t i = 0; o->names[i] != NULL; i++) {
        if (value == ruby.rb_id2sym(ruby.rb_intern(o->names[i]))) {
            return i;
        }
        strcat(wanted, i == 0 ? ":" : ", :");
        strcat(wanted, o->names[i]);
    }
    ruby_raise_argument("option %s: wanted one of %s", o->name, wanted);
}

static void option_layout(const option *o, ruby_generate_request *request, ruby_value value)
{
    fj_generate_options *const options = &request->options;
    const char **const texts[] = {&options->indent, &options->space, &options->space_before,
                                  &options->object_nl, &options->array_nl};
    size_t *const lengths[] = {&options->indent_length, &options->space_length,
                               &options->space_before_length, &options->object_nl_length,
                               &options->array_nl_length};
    if (value == ruby.nil) {
        *lengths[o->offset] = 0;
        return;
    }
    if (ruby_is_special(value) || ruby_type(value) != RUBY_T_STRING) {
        option_refuse(o, "a String or nil");
    }
    const ruby_bytes bytes = ruby_string_bytes(value);
    if (bytes.length > RUBY_LAYOUT_BYTES) {
        ruby_raise_argument("option %s: longer than %d bytes", o->name, RUBY_LAYOUT_BYTES);
    }
    char *const copy = request->layout[o->offset];
    for (size_t i = 0; i < bytes.length; i++) {
        const char c = bytes.data[i];
        if (c != ' ' && c != '\t' && c != '\n' && c != '\r') {
            ruby_raise_argument("option %s: must be white space", o->name);
        }
        copy[i] = c;
    }
    *texts[o->offset] = copy;
    *lengths[o->offset] = bytes.length;
}

static void option_class(const option *o, ruby_value *field, ruby_value value)
{
    const bool usual =
        value ==
        (o->offset == offsetof(ruby_parse_request, object_class) ? ruby.rb_cHash : ruby.rb_cArray);
    if (usual || option_is_off(value)) {
        value = 0;
    } else if (!ruby.rb_respond_to(value, id_new)) {
        option_refuse(o, "a Class or nil");
    }
    *field = value;
}

/* FastJSON.decimal_maker says how a class of numbers wants to be asked. */
static void option_decimal_class(ruby_parse_request *request, ruby_value value)
{
    if (option_is_off(value)) {
        request->decimal = 0;
        return;
    }
    const ruby_value maker = ruby.rb_funcallv(options_module, id_decimal_maker, 1, &value);
    request->decimal = ruby.rb_ary_entry(maker, 0);
    request->decimal_method = ruby.rb_sym2id(ruby.rb_ary_entry(maker, 1));
}

static void option_read(const option *o, void *request, ruby_value value)
{
    char *const field = (char *)request + o->offset;
    uint64_t count;
    uint8_t byte;
    switch (o->kind) {
    case OPTION_FLAG:
        byte = option_flag(o, value);
        break;
    case OPTION_FLAG_NOT:
        byte = value == ruby.nil ? 0 : !option_flag(o, value);
        break;
    case OPTION_NAN:
        if (!option_flag(o, value)) {
            return;
        }
        byte = FJ_NAN_LITERAL;
        break;
    case OPTION_SURROGATES:
        ((ruby_generate_request *)request)->surrogates = value != ruby.nil;
        byte = option_choice(o, value);
        break;
    case OPTION_CHOICE:
        byte = option_choice(o, value);
        break;
    case OPTION_CLASS:
        option_class(o, (ruby_value *)(void *)field, value);
        return;
    case OPTION_DECIMAL:
        option_decimal_class(request, value);
        return;
    case OPTION_NESTING:
        count = option_count(o, value);
        const uint32_t nesting =
            count == 0 || count >= FJ_UNLIMITED ? FJ_UNLIMITED : (uint32_t)count;
        memcpy(field, &nesting, sizeof nesting);
        return;
    case OPTION_COUNT:
    case OPTION_DIGITS:
        count = option_count(o, value);
        count = o->kind == OPTION_DIGITS && count == 0 ? UINT64_MAX : count;
        memcpy(field, &count, sizeof count);
        return;
    case OPTION_LAYOUT:
        option_layout(o, request, value);
        return;
    default:
        if (!option_is_off(value)) {
            ruby_raise_argument("option %s: only false is served", o->name);
        }
        return;
    }
    *field = (char)byte;
}

/* ---- the Hash ---- */

typedef struct options_walk {
    const option *table;
    size_t count;
    void *request;
} options_walk;

static _Noreturn void options_unknown(ruby_value key)
{
    const ruby_bytes name = ruby_string_bytes(ruby.rb_inspect(key));
    const int length = name.length < 100 ? (int)name.length : 100;
    ruby_raise_argument("unknown option: %.*s", length, name.data);
}

static int options_each(ruby_value key, ruby_value value, ruby_value argument)
{
    const options_walk *const walk = (const options_walk *)argument;
    for (size_t i = 0; i < walk->count; i++) {
        if (walk->table[i].symbol == key) {
            option_read(&walk->table[i], walk->request, value);
            return RUBY_EACH_CONTINUE;
        }
    }
    options_unknown(key);
}

static bool options_is_hash(ruby_value given)
{
    return !ruby_is_special(given) && ruby_type(given) == RUBY_T_HASH;
}

static void options_walk_hash(const option *table, size_t count, void *request, ruby_value hash)
{
    options_walk walk = {table, count, request};
    ruby.rb_hash_foreach(hash, options_each, (ruby_value)&walk);
}

/* What options mean together. */
static void parse_request_finish(ruby_parse_request *request)
{
    fj_parse_options *const options = &request->options;
    if (request->symbolize_names && options->lone_surrogates == FJ_READ_SURROGATES_KEEP) {
        ruby_raise_argument("option lone_surrogates: a Symbol cannot keep one (symbolize_names)");
    }
    if (request->decimal != 0) {
        if (options->big_numbers == FJ_NUMBERS_TEXT) {
            ruby_raise_argument("option decimal_class: does not go with big_numbers: :text");
        }
        options->big_numbers = FJ_NUMBERS_DECIMAL;
    } else if (options->big_numbers == FJ_NUMBERS_DECIMAL) {
        request->decimal = options_module;
        request->decimal_method = id_decimal;
    } else if (options->big_numbers == FJ_NUMBERS_TEXT) {
        request->decimal = number_text;
        request->decimal_method = id_new;
    }
    request->calls =
        request->decimal != 0 || request->object_class != 0 || request->array_class != 0;
}

void ruby_parse_request_read(ruby_parse_request *request, ruby_value given)
{
    memset(request, 0, sizeof *request);
    request->options.size = sizeof request->options;
    if (given == ruby.nil) {
        return;
    }
    if (!options_is_hash(given)) {
        given = ruby.rb_check_hash_type(given);
        if (given == ruby.nil) {
            ruby_raise_type("options: wanted a Hash");
        }
    }
    options_walk_hash(parse_options, COUNT(parse_options), request, given);
    parse_request_finish(request);
}

void ruby_generate_request_read(ruby_generate_request *request, ruby_value given)
{
    memset(request, 0, offsetof(ruby_generate_request, layout));
    request->options.size = sizeof request->options;
    request->given = given;
    if (given == ruby.nil) {
        return;
    }
    if (!options_is_hash(given)) {
        given = ruby.rb_funcallv(options_module, id_generate_options_from, 1, &given);
        if (!options_is_hash(given)) {
            ruby_raise_type("options: wanted a Hash");
        }
        request->given = given;
    }
    options_walk_hash(generate_options, COUNT(generate_options), request, given);
    if (!writer_options_serve(&request->options)) {
        ruby_raise_argument(
            "option canonical: does not go with layout, ascii_only, script_safe and nan: :literal");
    }
}
