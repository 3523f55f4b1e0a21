/*
 * Ruby parse: a sink that builds Ruby objects as the text is read, and the method around it.
 *
 * In: events (read/reader.h). Out: the value on a stack of values that Ruby's collector marks.
 * Arrays and Hashes are made at their end, from what lies on the stack, at their full size. No Ruby
 * code runs in between, so the text cannot change and Ruby's lock is not given up.
 */
#include "error.h"
#include "hosts/ruby_error.h"
#include "hosts/ruby_methods.h"
#include "hosts/ruby_options.h"
#include "hosts/ruby_run.h"
#include "hosts/ruby_text.h"

typedef struct ruby_sink {
    ruby_run *run;
    ruby_room *room;
    bool symbolize_names;
    bool freeze;
    bool unique_keys;
    int jump; /* what ended a call of Ruby code, for rb_jump_tag */
} ruby_sink;

static ruby_value parse_module;
static ruby_id id_decimal;

void ruby_parse_prepare(ruby_value module)
{
    ruby.rb_gc_register_address(&parse_module);
    parse_module = module;
    id_decimal = ruby.rb_intern("decimal");
}

#define READER_SINK ruby_sink

/* ---- keys ---- */

static inline uint64_t key_word(const char *bytes)
{
    uint64_t word;
    memcpy(&word, bytes, sizeof word);
    return word;
}

static inline uint64_t key_half(const char *bytes)
{
    uint32_t half;
    memcpy(&half, bytes, sizeof half);
    return half;
}

/* First and last bytes and the length: enough to spread the keys of one document. Keys that were
 * chosen to collide cost what a key costs that is not cached. */
static inline size_t key_slot(const char *bytes, size_t length)
{
    uint64_t first, last;
    if (RUBY_LIKELY(length >= 8)) {
        first = key_word(bytes);
        last = key_word(bytes + length - 8);
    } else if (length >= 4) {
        first = key_half(bytes);
        last = key_half(bytes + length - 4);
    } else {
        first = length > 0 ? (uint8_t)bytes[0] : 0;
        last =
            length > 0 ? (uint64_t)(uint8_t)bytes[length / 2] << 8 | (uint8_t)bytes[length - 1] : 0;
    }
    const uint64_t mixed = (first ^ (last << 23 | last >> 41)) + length;
    return (size_t)(mixed * 0x9e3779b97f4a7c15u >> 55) & (RUBY_KEYS - 1);
}

static inline bool key_is(const ruby_key *key, const char *bytes, size_t length)
{
    if (key->length != length) {
        return false;
    }
    if (length >= 8 && length <= 16) {
        return ((key_word(key->bytes) ^ key_word(bytes)) |
                (key_word(key->bytes + length - 8) ^ key_word(bytes + length - 8))) == 0;
    }
    return memcmp(key->bytes, bytes, length) == 0;
}

static ruby_value key_string(const char *bytes, size_t length)
{
    return ruby.rb_enc_interned_str(bytes, (long)length, ruby.utf8);
}

static __attribute__((noinline)) ruby_value key_make(ruby_sink *s, ruby_key *key, const char *bytes,
                                                     size_t length)
{
    if (!key_is(key, bytes, length)) {
        key->string = 0;
        key->symbol = 0;
        key->length = (uint8_t)length;
        memcpy(key->bytes, bytes, length);
    }
    const ruby_value string = key_string(bytes, length);
    key->string = string;
    if (!s->symbolize_names) {
        return string;
    }
    const ruby_value symbol = ruby.rb_str_intern(string);
    key->symbol = symbol;
    return symbol;
}

static inline ruby_value key_value(ruby_sink *s, const char *bytes, size_t length)
{
    if (RUBY_UNLIKELY(length > RUBY_KEY_LENGTH)) {
        const ruby_value string = key_string(bytes, length);
        return s->symbolize_names ? ruby.rb_str_intern(string) : string;
    }
    ruby_key *const key = &s->room->keys[key_slot(bytes, length)];
    const ruby_value known = s->symbolize_names ? key->symbol : key->string;
    if (RUBY_LIKELY(known != 0 && key_is(key, bytes, length))) {
        return known;
    }
    return key_make(s, key, bytes, length);
}

/* ---- the sink ---- */

static inline int32_t sink_push(ruby_sink *s, ruby_value value)
{
    return RUBY_LIKELY(ruby_run_push(s->run, value)) ? FJ_OK : FJ_ERROR_MEMORY;
}

static inline int32_t sink_null(ruby_sink *s)
{
    return sink_push(s, ruby.nil);
}

static inline int32_t sink_boolean(ruby_sink *s, bool value)
{
    return sink_push(s, value ? ruby.yes : ruby.no);
}

static inline int32_t sink_int64(ruby_sink *s, int64_t value)
{
    return sink_push(s, ruby_integer(value));
}

static inline int32_t sink_uint64(ruby_sink *s, uint64_t value)
{
    return sink_push(s, ruby.rb_ull2inum(value));
}

static inline int32_t sink_double(ruby_sink *s, double value)
{
    return sink_push(s, ruby_float(value));
}

static inline int32_t sink_bigint(ruby_sink *s, const char *digits, size_t length)
{
    return sink_push(s, ruby.rb_str_to_inum(ruby.rb_str_new(digits, (long)length), 10, 0));
}

/* big_numbers: :decimal. Ruby code runs here, and only here. */
static inline int32_t sink_decimal(ruby_sink *s, const char *digits, size_t length)
{
    const ruby_value text = ruby.rb_utf8_str_new(digits, (long)length);
    const ruby_value decimal = ruby_call(parse_module, id_decimal, 1, &text, &s->jump);
    return s->jump == 0 ? sink_push(s, decimal) : FJ_ERROR_HOST;
}

static inline int32_t sink_string(ruby_sink *s, const char *bytes, size_t length, uint32_t flags)
{
    if (RUBY_UNLIKELY(s->freeze)) {
        return sink_push(s, ruby.rb_enc_interned_str(bytes, (long)length, ruby.utf8));
    }
    if (RUBY_UNLIKELY(!ruby_layout_known.flags)) {
        return sink_push(s, ruby.rb_utf8_str_new(bytes, (long)length));
    }
    const ruby_value string = ruby.rb_str_new(bytes, (long)length);
    *(ruby_value *)string |= flags & READER_STRING_ASCII ? ruby_layout_known.string_ascii
                                                         : ruby_layout_known.string_valid;
    return sink_push(s, string);
}

static inline int32_t sink_key(ruby_sink *s, const char *bytes, size_t length, uint32_t flags)
{
    (void)flags;
    return sink_push(s, key_value(s, bytes, length));
}

static inline int32_t sink_array_begin(ruby_sink *s)
{
    (void)s;
    return FJ_OK;
}

static inline int32_t sink_object_begin(ruby_sink *s)
{
    (void)s;
    return FJ_OK;
}

/* Puts a container in the place of the values that it was made of, which were marked until now. */
static inline int32_t sink_container(ruby_sink *s, size_t values, ruby_value container)
{
    s->run->top -= values;
    if (RUBY_UNLIKELY(s->freeze)) {
        ruby.rb_obj_freeze(container);
    }
    return sink_push(s, container);
}

static inline int32_t sink_array_end(ruby_sink *s, size_t elements)
{
    return sink_container(s, elements,
                          ruby.rb_ary_new_from_values((long)elements, s->run->top - elements));
}

static inline int32_t sink_object_end(ruby_sink *s, size_t members)
{
    const ruby_value hash = ruby.rb_hash_new();
    if (members != 0) {
        ruby.rb_hash_bulk_insert((long)members * 2, s->run->top - members * 2, hash);
        if (RUBY_UNLIKELY(s->unique_keys) &&
            ruby.rb_hash_size(hash) != ruby_integer((int64_t)members)) {
            return FJ_ERROR_DUPLICATE_KEY;
        }
    }
    return sink_container(s, members * 2, hash);
}

#include "read/engine.h"

/* ---- the method ---- */

static ruby_value parse_source(ruby_value source)
{
    if (RUBY_UNLIKELY(ruby_is_special(source) || ruby_type(source) != RUBY_T_STRING)) {
        source = ruby.rb_str_to_str(source); /* to_str, or TypeError */
    }
    if (RUBY_LIKELY(ruby_text_is_direct(source))) {
        return source;
    }
    const ruby_value text = ruby_text_transcode(source);
    if (text == 0) {
        fj_error error = {.size = sizeof error};
        error_plain(&error, FJ_ERROR_INVALID_UTF8, "the text cannot be transcoded to UTF-8");
        error.line = 1;
        error.column = 1;
        ruby_raise_parse(FJ_ERROR_INVALID_UTF8, &error);
    }
    return text;
}

static __attribute__((noinline, cold)) void parse_fail(ruby_room *room, ruby_run *run, int32_t code,
                                                       int jump)
{
    fj_error error = {.size = sizeof error};
    code = reader_fail(&run->reader, code, &error); /* an earlier fault may be found by it */
    reader_close(&run->reader);
    ruby_run_give(room, run);
    if (jump != 0) {
        ruby.rb_jump_tag(jump);
    }
    ruby_raise_parse(code, &error);
}

ruby_value ruby_parse(int count, const ruby_value *arguments, ruby_value self)
{
    (void)self;
    if (RUBY_UNLIKELY(count < 1 || count > 2)) {
        ruby.rb_error_arity(count, 1, 2);
    }
    const bool defaults = count == 1 || arguments[1] == ruby.nil;
    ruby_parse_request request;
    if (!defaults) {
        memset(&request, 0, sizeof request);
        ruby_parse_request_read(&request, arguments[1]);
    }
    volatile ruby_value source = parse_source(arguments[0]);
    if (RUBY_UNLIKELY(!defaults && request.options.big_numbers != FJ_NUMBERS_DOUBLE)) {
        source = ruby.rb_str_new_frozen(source);
    }
    const ruby_bytes text = ruby_string_bytes(source);
    ruby_room *const room = ruby_room_here();
    ruby_run *const run = room != NULL ? ruby_run_take(room) : NULL;
    if (run == NULL) {
        ruby_raise_memory();
    }
    volatile ruby_value held = run->object;

    ruby_sink sink = {.run = run, .room = room};
    if (!defaults) {
        sink.symbolize_names = request.symbolize_names;
        sink.freeze = request.freeze;
        sink.unique_keys = request.options.duplicate_key == FJ_DUPLICATE_ERROR;
    }
    reader *const r = &run->reader;
    int32_t code = reader_open(r, text.data, text.length, defaults ? NULL : &request.options);
    if (RUBY_LIKELY(code == FJ_OK)) {
        code = engine_run(r, &sink);
    }
    if (RUBY_UNLIKELY(code != FJ_OK)) {
        parse_fail(room, run, code, sink.jump);
    }
    const ruby_value result = run->values[0];
    reader_close(r);
    ruby_run_give(room, run);
    RUBY_KEEP(source);
    RUBY_KEEP(held);
    return result;
}
