/*
 * Ruby sink: from the events of a reading (read/reader.h) to Ruby objects.
 *
 * In: events. Out: the value on a stack of values that Ruby's collector marks. Arrays and Hashes
 * are made at their end, from what lies on the stack, at their full size. Ruby code runs only
 * where the request says so (`calls`): by sink_ask, which it cannot jump over.
 *
 * Two files include it: ruby_parse.c reads texts by it, ruby_build.c documents.
 */
#ifndef FASTJSON_HOSTS_RUBY_SINK_H
#define FASTJSON_HOSTS_RUBY_SINK_H

#include "hosts/ruby_options.h"
#include "hosts/ruby_run.h"
#include "hosts/ruby_text.h"

typedef struct ruby_sink {
    ruby_run *run;
    ruby_room *room;
    const ruby_parse_request *request; /* NULL: the defaults */
    bool symbolize_names;
    bool freeze;
    bool unique_keys;
    bool classes; /* object_class or array_class */
    int jump;     /* what ended a call of Ruby code, for rb_jump_tag */
} ruby_sink;

static inline ruby_sink ruby_sink_for(ruby_room *room, ruby_run *run,
                                      const ruby_parse_request *request)
{
    ruby_sink sink = {.run = run, .room = room, .request = request};
    if (request != NULL) {
        sink.symbolize_names = request->symbolize_names;
        sink.freeze = request->freeze;
        sink.unique_keys = request->options.duplicate_key == FJ_DUPLICATE_ERROR;
        sink.classes = request->object_class != 0 || request->array_class != 0;
    }
    return sink;
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

/* Ruby code runs here, and only here. */
static inline int32_t sink_ask(ruby_sink *s, ruby_value receiver, ruby_id method, int count,
                               const ruby_value *arguments, ruby_value *result)
{
    *result = ruby_call(receiver, method, count, arguments, &s->jump);
    return RUBY_LIKELY(s->jump == 0) ? FJ_OK : FJ_ERROR_HOST;
}

/* big_numbers: :decimal, :text, and decimal_class. */
static __attribute__((noinline)) int32_t sink_decimal(ruby_sink *s, const char *digits,
                                                      size_t length)
{
    const volatile ruby_value text = ruby.rb_utf8_str_new(digits, (long)length);
    const ruby_value argument = text;
    const ruby_parse_request *const request = s->request;
    ruby_value decimal;
    const int32_t code =
        sink_ask(s, request->decimal, request->decimal_method, 1, &argument, &decimal);
    RUBY_KEEP(text);
    if (code == FJ_OK && s->freeze && !ruby_is_special(decimal)) {
        ruby.rb_obj_freeze(decimal);
    }
    return code == FJ_OK ? sink_push(s, decimal) : code;
}

static inline int32_t sink_string(ruby_sink *s, const char *bytes, size_t length, uint32_t flags)
{
    if (RUBY_UNLIKELY(s->freeze)) {
        return sink_push(s, ruby.rb_enc_interned_str(bytes, (long)length, ruby.utf8));
    }
    if (RUBY_UNLIKELY(!ruby_layout_known.flags || (flags & READER_STRING_SURROGATES) != 0)) {
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

/* object_class, array_class: an object of that class, filled by its own methods. */
static __attribute__((noinline)) int32_t sink_instance(ruby_sink *s, ruby_value class,
                                                       const ruby_filling *filling, size_t values)
{
    ruby_value made, ignored;
    int32_t code = sink_ask(s, class, filling->make, 0, NULL, &made);
    const volatile ruby_value held = made;
    const size_t first = (size_t)(s->run->top - s->run->values) - values;
    for (size_t i = 0; code == FJ_OK && i < values; i += (size_t)filling->width) {
        ruby_value arguments[2] = {s->run->values[first + i], 0};
        if (filling->width == 2) {
            arguments[1] = s->run->values[first + i + 1];
        }
        code = sink_ask(s, made, filling->put, filling->width, arguments, &ignored);
    }
    if (code == FJ_OK && s->freeze) {
        code = sink_ask(s, made, filling->freeze, 0, NULL, &ignored);
    }
    if (code == FJ_OK) {
        s->run->top -= values;
        code = sink_push(s, made);
    }
    RUBY_KEEP(held);
    return code;
}

static inline int32_t sink_array_end(ruby_sink *s, size_t elements)
{
    if (RUBY_UNLIKELY(s->classes) && s->request->array_class != 0) {
        return sink_instance(s, s->request->array_class, &ruby_filling_array, elements);
    }
    const ruby_value *const values = s->run->top - elements;
    if (RUBY_LIKELY(elements - 1 < RUBY_ARRAY_SHORT && ruby_layout_known.short_arrays)) {
        return sink_container(s, elements, ruby_array_short(values, elements));
    }
    return sink_container(s, elements, ruby.rb_ary_new_from_values((long)elements, values));
}

/* The members as object_class gets them: of keys that come twice the last value, at the first's
 * place. */
static int sink_pair(ruby_value key, ruby_value value, ruby_value argument)
{
    ruby_run *const run = (ruby_run *)argument;
    run->top[0] = key;
    run->top[1] = value;
    run->top += 2;
    return RUBY_EACH_CONTINUE;
}

static __attribute__((noinline)) int32_t sink_object_instance(ruby_sink *s, ruby_value hash,
                                                              size_t members)
{
    ruby_run *const run = s->run;
    const volatile ruby_value held = hash;
    const size_t count = (size_t)ruby_fixnum(ruby.rb_hash_size(hash));
    if (count < members) {
        run->top -= members * 2;
        ruby.rb_hash_foreach(hash, sink_pair, (ruby_value)run);
        members = count;
    }
    RUBY_KEEP(held);
    return sink_instance(s, s->request->object_class, &ruby_filling_object, members * 2);
}

static inline int32_t sink_object_end(ruby_sink *s, size_t members)
{
    const ruby_value *const pairs = s->run->top - members * 2;
    ruby_value hash;
    if (RUBY_LIKELY(members - 1 < RUBY_SHAPE_MEMBERS && ruby_layout_known.copies)) {
        bool keys_differ;
        hash = ruby_shape_hash(s->room->shapes, pairs, members, &keys_differ);
        if (RUBY_UNLIKELY(s->unique_keys && !keys_differ)) {
            return FJ_ERROR_DUPLICATE_KEY;
        }
    } else {
        hash = ruby.rb_hash_new();
        if (members != 0) {
            ruby.rb_hash_bulk_insert((long)members * 2, pairs, hash);
            if (RUBY_UNLIKELY(s->unique_keys) &&
                ruby.rb_hash_size(hash) != ruby_integer((int64_t)members)) {
                return FJ_ERROR_DUPLICATE_KEY;
            }
        }
    }
    if (RUBY_UNLIKELY(s->classes) && s->request->object_class != 0) {
        return sink_object_instance(s, hash, members);
    }
    return sink_container(s, members * 2, hash);
}

#endif
