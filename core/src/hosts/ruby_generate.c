/*
 * Ruby generate: a source that walks Ruby objects and drives the writer, and the method around it.
 *
 * Open containers are frames of the run, not C recursion: only max_nesting bounds the depth. A
 * Hash's pairs are copied to the run's values before any of them is written, an Array's length is
 * looked at again before each element: whatever to_json does to them, nothing stale is read.
 *
 * Ruby code runs only where source_call stands; it cannot jump over us, and it may call us again.
 */
#include <stdio.h>

#include "error.h"
#include "hosts/ruby_error.h"
#include "hosts/ruby_generate.h"
#include "hosts/ruby_handler.h"
#include "hosts/ruby_members.h"
#include "hosts/ruby_methods.h"
#include "hosts/ruby_options.h"
#include "hosts/ruby_text.h"
#include "number/number_read.h"

typedef struct ruby_source {
    ruby_run *run;
    const ruby_generate_request *request; /* NULL: the defaults */
    ruby_value block; /* of a Coder: what strict refuses is given to it; 0: none */
    bool asked;       /* the value is what the block gave: it is not asked again */
    bool strict;
    bool sort_keys;
    bool unique_keys;
    bool beyond_ascii;  /* a string that was written is not ASCII only */
    int jump;           /* what ended a call of Ruby code, for rb_jump_tag */
    const char *detail; /* what completes the error's message, or NULL */
    char memory[128];   /* for `detail` */
} ruby_source;

static ruby_id id_to_json, id_to_s, id_generator_state, id_depth_is, id_call;
static ruby_value generate_module;

void ruby_generate_prepare(ruby_value module)
{
    ruby.rb_gc_register_address(&generate_module);
    generate_module = module;
    id_to_json = ruby.rb_intern("to_json");
    id_to_s = ruby.rb_intern("to_s");
    id_generator_state = ruby.rb_intern("generator_state");
    id_depth_is = ruby.rb_intern("depth=");
    id_call = ruby.rb_intern("call");
    ruby_handler_prepare(module);
}

/* ---- calling Ruby ---- */

static int32_t source_call(ruby_source *s, ruby_value receiver, ruby_id method, int count,
                           const ruby_value *arguments, ruby_value *result)
{
    *result = ruby_call(receiver, method, count, arguments, &s->jump);
    return s->jump == 0 ? FJ_OK : FJ_ERROR_HOST;
}

static int32_t source_refuse(ruby_source *s, int32_t code, const char *what, ruby_value object)
{
    const ruby_bytes name = ruby_string_bytes(ruby.rb_class_name(ruby.rb_obj_class(object)));
    snprintf(s->memory, sizeof s->memory, "%s%.*s", what,
             (int)(name.length < 64 ? name.length : 64), name.data);
    s->detail = s->memory;
    return code;
}

static bool source_is_string(ruby_value value)
{
    return !ruby_is_special(value) && ruby_type(value) == RUBY_T_STRING;
}

/* ---- strings ---- */

/* A String holds a lone surrogate as three bytes only, which are no UTF-8: without the option they
 * are refused like any other such bytes. */
static inline bool source_surrogates_ok(const ruby_source *s)
{
    return s->request != NULL && s->request->surrogates;
}

/* Not UTF-8, or not known to be well-formed. */
static __attribute__((noinline)) int32_t source_string_other(ruby_source *s, ruby_value string)
{
    writer *const w = &s->run->writer;
    volatile ruby_value text = string;
    if (ruby.rb_enc_str_coderange(text) == RUBY_RANGE_ASCII) {
        const ruby_bytes bytes = ruby_string_bytes(text);
        return writer_string(w, bytes.data, bytes.length,
                             WRITER_STRING_ASCII | WRITER_STRING_VALID);
    }
    s->beyond_ascii = true;
    if (!ruby_text_is_direct(text)) {
        text = ruby_text_transcode(text);
        if (text == 0) {
            s->detail = "a String cannot be transcoded";
            return FJ_ERROR_INVALID_UTF8;
        }
    }
    const bool known = ruby.rb_enc_get_index(text) == ruby.utf8_index &&
                       ruby.rb_enc_str_coderange(text) == RUBY_RANGE_VALID;
    const uint32_t flags = known                     ? WRITER_STRING_VALID
                           : source_surrogates_ok(s) ? WRITER_STRING_SURROGATES
                                                     : 0;
    const ruby_bytes bytes = ruby_string_bytes(text);
    const int32_t code = writer_string(w, bytes.data, bytes.length, flags);
    RUBY_KEEP(text);
    return code;
}

static inline int32_t source_string(ruby_source *s, ruby_value string)
{
    const ruby_layout *const known = &ruby_layout_known;
    const ruby_value flags = ruby_flags(string) & known->string_mask;
    if (RUBY_UNLIKELY(!known->flags)) {
        return source_string_other(s, string);
    }
    const ruby_bytes bytes = ruby_string_bytes(string);
    writer *const w = &s->run->writer;
    if (RUBY_LIKELY(flags == known->string_ascii)) {
        return writer_string(w, bytes.data, bytes.length,
                             WRITER_STRING_ASCII | WRITER_STRING_VALID);
    }
    if (RUBY_LIKELY(flags == known->string_valid)) {
        s->beyond_ascii = true;
        return writer_string(w, bytes.data, bytes.length, WRITER_STRING_VALID);
    }
    return source_string_other(s, string);
}

/* What to_json gave: JSON text already, but it must be UTF-8 like the rest. */
static int32_t source_raw(ruby_source *s, ruby_value string)
{
    volatile ruby_value text = ruby_text_utf8(string);
    if (text == 0) {
        s->detail = "to_json gave a String that is not UTF-8";
        return FJ_ERROR_INVALID_UTF8;
    }
    s->beyond_ascii |= ruby.rb_enc_str_coderange(text) != RUBY_RANGE_ASCII;
    const ruby_bytes bytes = ruby_string_bytes(text);
    const int32_t code = writer_raw(&s->run->writer, bytes.data, bytes.length);
    RUBY_KEEP(text);
    return code;
}

/* ---- keys ---- */

static bool source_is_symbol(ruby_value value)
{
    return ruby_is_special(value) ? ruby_is_symbol(value) : ruby_class(value) == ruby.rb_cSymbol;
}

/* What the block makes of a value, or of a key. */
static int32_t source_ask(ruby_source *s, ruby_value object, bool is_key, ruby_value *result)
{
    const ruby_value arguments[2] = {object, is_key ? ruby.yes : ruby.no};
    return source_call(s, s->block, id_call, s->request->block_is_short ? 1 : 2, arguments, result);
}

/* The String that stands for a key in the text. */
static __attribute__((noinline)) int32_t source_key_other(ruby_source *s, ruby_value given,
                                                          ruby_value *string)
{
    ruby_value key = given;
    if (s->strict && s->block != 0 && !source_is_symbol(key) && !source_is_string(key)) {
        const int32_t asked = source_ask(s, given, true, &key);
        if (asked != FJ_OK) {
            return asked;
        }
    }
    if (source_is_symbol(key)) {
        *string = ruby.rb_sym2str(key);
        return FJ_OK;
    }
    if (s->strict && !source_is_string(key)) {
        return source_refuse(s, FJ_ERROR_TYPE, "strict: a key: ", key);
    }
    const int32_t code = source_call(s, key, id_to_s, 0, NULL, string);
    if (code == FJ_OK && !source_is_string(*string)) {
        return source_refuse(s, FJ_ERROR_TYPE, "a key's to_s gave no String: ", key);
    }
    return code;
}

static inline int32_t source_key_string(ruby_source *s, ruby_value key, ruby_value *string)
{
    if (RUBY_LIKELY(!ruby_is_special(key) && ruby_class(key) == ruby.rb_cString)) {
        *string = key;
        return FJ_OK;
    }
    return source_key_other(s, key, string);
}

/* sort_keys, allow_duplicate_key: false: keys become Strings in UTF-8, in place, before the first
 * is written. */
static int32_t source_members(ruby_source *s, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i += 2) {
        ruby_value string;
        const int32_t code = source_key_string(s, s->run->values[i], &string);
        if (code != FJ_OK) {
            return code;
        }
        ruby_value text = ruby_text_utf8(string);
        if (text == 0 && source_surrogates_ok(s) && ruby_text_is_direct(string)) {
            text = string;
        }
        if (text == 0) {
            s->detail = ruby_text_is_direct(string) ? NULL : "a key cannot be transcoded";
            return FJ_ERROR_INVALID_UTF8;
        }
        s->run->values[i] = text;
    }
    return ruby_members_order(s->run, begin, end, s->sort_keys, s->unique_keys);
}

/* ---- containers ---- */

/* With a limit the cause of too deep a nesting; without one, looked for at depths that double. */
static bool source_is_circular(const ruby_run *run, ruby_value container)
{
    for (size_t i = run->frame_count; i-- > 0;) {
        if (run->frames[i].container == container) {
            return true;
        }
    }
    return false;
}

static int32_t source_frame(ruby_source *s, ruby_value container, bool is_hash, ruby_frame **frame)
{
    ruby_run *const run = s->run;
    const size_t depth = run->frame_count;
    if (RUBY_UNLIKELY(depth >= 1024 && (depth & (depth - 1)) == 0) &&
        source_is_circular(run, container)) {
        return FJ_ERROR_CIRCULAR;
    }
    ruby_frame *const f = ruby_run_frame(run);
    if (f == NULL) {
        return FJ_ERROR_MEMORY;
    }
    *f = (ruby_frame){.container = container, .is_hash = is_hash};
    *frame = f;
    return FJ_OK;
}

static __attribute__((noinline, cold)) int32_t source_begin_failed(ruby_source *s, int32_t code,
                                                                   ruby_value container)
{
    return code == FJ_ERROR_NESTING && source_is_circular(s->run, container) ? FJ_ERROR_CIRCULAR
                                                                             : code;
}

static int32_t source_array(ruby_source *s, ruby_value array)
{
    int32_t code = writer_array_begin(&s->run->writer);
    if (RUBY_UNLIKELY(code != FJ_OK)) {
        return source_begin_failed(s, code, array);
    }
    if (ruby_array_length(array) == 0) {
        return writer_array_end(&s->run->writer, true);
    }
    ruby_frame *frame;
    return source_frame(s, array, false, &frame);
}

static int source_pair(ruby_value key, ruby_value value, ruby_value argument)
{
    ruby_run *const run = (ruby_run *)argument;
    if (RUBY_UNLIKELY(run->limit - run->top < 2)) {
        return RUBY_EACH_STOP;
    }
    run->top[0] = key;
    run->top[1] = value;
    run->top += 2;
    return RUBY_EACH_CONTINUE;
}

/* Copies the pairs of a Hash to the run's values. */
static int32_t source_copy(ruby_run *run, ruby_value hash, const ruby_pairs *direct, size_t size)
{
    if (RUBY_UNLIKELY((size_t)(run->limit - run->top) < size * 2) &&
        !ruby_run_grow(run, size * 2)) {
        return FJ_ERROR_MEMORY;
    }
    if (RUBY_LIKELY(direct != NULL)) {
        const ruby_value *from = direct->first;
        ruby_value *to = run->top;
        for (size_t i = 0; i < size; i++, from += direct->stride, to += 2) {
            to[0] = from[0];
            to[1] = from[1];
        }
        run->top = to;
        return FJ_OK;
    }
    const ruby_value *const begin = run->top;
    ruby.rb_hash_foreach(hash, source_pair, (ruby_value)run);
    return (size_t)(run->top - begin) == size * 2 ? FJ_OK : FJ_ERROR_MEMORY;
}

static int32_t source_hash(ruby_source *s, ruby_value hash)
{
    ruby_run *const run = s->run;
    int32_t code = writer_object_begin(&run->writer);
    if (RUBY_UNLIKELY(code != FJ_OK)) {
        return source_begin_failed(s, code, hash);
    }
    ruby_pairs pairs;
    const bool direct = ruby_hash_pairs(hash, &pairs);
    const size_t size =
        RUBY_LIKELY(direct) ? pairs.count : (size_t)ruby_fixnum(ruby.rb_hash_size(hash));
    if (size == 0) {
        return writer_object_end(&run->writer, true);
    }
    ruby_frame *frame;
    code = source_frame(s, hash, true, &frame);
    if (RUBY_UNLIKELY(code != FJ_OK)) {
        return code;
    }
    frame->begin = frame->position = frame->end = (size_t)(run->top - run->values);
    code = source_copy(run, hash, RUBY_LIKELY(direct) ? &pairs : NULL, size);
    if (RUBY_UNLIKELY(code != FJ_OK)) {
        return code;
    }
    const size_t end = (size_t)(run->top - run->values);
    if (RUBY_UNLIKELY(s->sort_keys || s->unique_keys)) {
        code = source_members(s, frame->begin, end);
    }
    frame->end = end;
    return code;
}

/* ---- values ---- */

static int32_t source_to_json(ruby_source *s, ruby_value object)
{
    ruby_run *const run = s->run;
    if (run->state == 0) {
        const ruby_value given = s->request != NULL ? s->request->given : ruby.nil;
        ruby_value state;
        const int32_t code = source_call(s, generate_module, id_generator_state, 1, &given, &state);
        if (code != FJ_OK) {
            return code;
        }
        run->state = state;
    }
    const ruby_value depth = ruby_integer((int64_t)run->frame_count);
    ruby_value result;
    int32_t code = source_call(s, run->state, id_depth_is, 1, &depth, &result);
    if (code == FJ_OK) {
        code = source_call(s, object, id_to_json, 1, &run->state, &result);
    }
    if (code != FJ_OK) {
        return code;
    }
    if (!source_is_string(result)) {
        return source_refuse(s, FJ_ERROR_TYPE, "to_json gave no String: ", object);
    }
    return source_raw(s, result);
}

static int32_t source_to_s(ruby_source *s, ruby_value object)
{
    ruby_value string;
    const int32_t code = source_call(s, object, id_to_s, 0, NULL, &string);
    if (code == FJ_OK && !source_is_string(string)) {
        return source_refuse(s, FJ_ERROR_TYPE, "to_s gave no String: ", object);
    }
    return code == FJ_OK ? source_string(s, string) : code;
}

static inline int32_t source_value(ruby_source *s, ruby_value value);

/* What strict refuses: an error, or what the block makes of it. */
static __attribute__((noinline)) int32_t source_strict(ruby_source *s, ruby_value object)
{
    if (s->block == 0 || s->asked) {
        return source_refuse(s, FJ_ERROR_TYPE,
                             s->asked ? "strict: the block gave: " : "strict: ", object);
    }
    ruby_value result;
    int32_t code = source_ask(s, object, false, &result);
    if (code == FJ_OK) {
        const volatile ruby_value held = result;
        s->asked = true;
        code = source_value(s, result);
        s->asked = false;
        RUBY_KEEP(held);
    }
    return code;
}

/* A number's text is written as it is, once it is known to be one; its canonical form by the core.
 */
static __attribute__((noinline)) int32_t source_number_text(ruby_source *s, ruby_value string)
{
    writer *const w = &s->run->writer;
    const ruby_bytes bytes = ruby_string_bytes(string);
    const char *const end = bytes.data + bytes.length;
    const number_result read = number_read_text(bytes.data, end);
    if (read.fault != NUMBER_FAULT_NONE || read.next != end) {
        return FJ_ERROR_TYPE;
    }
    if (!w->canonical) {
        return writer_digits(w, bytes.data, bytes.length);
    }
    const fj_value value = {.head = FJ_DECIMAL | (uint64_t)bytes.length << 16,
                            .as.text = bytes.data};
    fj_buffer out = {0};
    int32_t code =
        fj_generate(&value, s->request != NULL ? &s->request->options : NULL, &out, NULL);
    if (code == FJ_OK) {
        code = writer_digits(w, out.data, out.length);
    }
    fj_buffer_free(&out);
    return code;
}

static inline int32_t source_double(ruby_source *s, double value, ruby_value object)
{
    const int32_t code = writer_double(&s->run->writer, value, true);
    if (RUBY_UNLIKELY(code == FJ_ERROR_NAN) && s->block != 0 && !s->asked) {
        return source_strict(s, object);
    }
    return code;
}

/* An object of none of Ruby's core classes. */
static __attribute__((noinline)) int32_t source_object(ruby_source *s, ruby_value object)
{
    const uint32_t kind = ruby_handler_find(s->run, object, &s->jump);
    if (s->strict && kind >= RUBY_HANDLER_TO_JSON) {
        return source_strict(s, object);
    }
    switch (kind) {
    case 0:
        return FJ_ERROR_HOST;
    case RUBY_HANDLER_STRING:
        return source_string(s, object);
    case RUBY_HANDLER_ARRAY:
        return source_array(s, object);
    case RUBY_HANDLER_HASH:
        return source_hash(s, object);
    case RUBY_HANDLER_FLOAT:
        return source_double(s, ruby.rb_float_value(object), object);
    case RUBY_HANDLER_SYMBOL:
        return source_string(s, ruby.rb_sym2str(object));
    case RUBY_HANDLER_NUMBER:
        return source_number_text(s, object);
    case RUBY_HANDLER_TO_JSON:
        return source_to_json(s, object);
    default:
        return source_to_s(s, object);
    }
}

static int32_t source_bignum(ruby_source *s, ruby_value integer)
{
    volatile ruby_value digits = ruby.rb_big2str(integer, 10);
    const ruby_bytes bytes = ruby_string_bytes(digits);
    const int32_t code = writer_digits(&s->run->writer, bytes.data, bytes.length);
    RUBY_KEEP(digits);
    return code;
}

static inline int32_t source_value(ruby_source *s, ruby_value value)
{
    writer *const w = &s->run->writer;
    if (ruby_is_special(value)) {
        if (RUBY_LIKELY(ruby_is_fixnum(value))) {
            return writer_int64(w, ruby_fixnum(value));
        }
        if (RUBY_LIKELY(ruby_is_flonum(value))) {
            return source_double(s, ruby_flonum(value), value);
        }
        if (value == ruby.nil) {
            return writer_null(w);
        }
        if (value == ruby.yes || value == ruby.no) {
            return writer_boolean(w, value == ruby.yes);
        }
        return ruby_is_symbol(value) ? source_string(s, ruby.rb_sym2str(value)) : FJ_ERROR_TYPE;
    }
    const ruby_value class = ruby_class(value);
    if (RUBY_LIKELY(class == ruby.rb_cString)) {
        return source_string(s, value);
    }
    if (class == ruby.rb_cHash) {
        return source_hash(s, value);
    }
    if (class == ruby.rb_cArray) {
        return source_array(s, value);
    }
    if (class == ruby.rb_cFloat) {
        return source_double(s, ruby.rb_float_value(value), value);
    }
    if (class == ruby.rb_cInteger) {
        return source_bignum(s, value);
    }
    if (class == ruby.rb_cSymbol) {
        return source_string(s, ruby.rb_sym2str(value));
    }
    return source_object(s, value);
}

/* ---- the walk ---- */

/* Elements up to the end of the array, or to the next container that opens. */
static int32_t source_elements(ruby_source *s)
{
    ruby_run *const run = s->run;
    const size_t depth = run->frame_count;
    ruby_frame *const f = &run->frames[depth - 1];
    int32_t code;
    do {
        const size_t index = f->position;
        if (index >= ruby_array_length(f->container)) {
            run->frame_count--;
            return writer_array_end(&run->writer, index == 0);
        }
        f->position = index + 1;
        code = writer_element(&run->writer, index == 0);
        if (RUBY_LIKELY(code == FJ_OK)) {
            code = source_value(s, ruby_array_element(f->container, index));
        }
    } while (RUBY_LIKELY(code == FJ_OK) && run->frame_count == depth);
    return code;
}

static int32_t source_pairs(ruby_source *s)
{
    ruby_run *const run = s->run;
    writer *const w = &run->writer;
    const size_t depth = run->frame_count;
    ruby_frame *const f = &run->frames[depth - 1];
    int32_t code;
    do {
        const size_t position = f->position;
        if (position == f->end) {
            run->frame_count--;
            run->top = run->values + f->begin;
            return writer_object_end(w, position == f->begin);
        }
        f->position = position + 2;
        ruby_value key;
        code = writer_member(w, position == f->begin);
        if (RUBY_LIKELY(code == FJ_OK)) {
            code = source_key_string(s, run->values[position], &key);
        }
        if (RUBY_LIKELY(code == FJ_OK)) {
            code = source_string(s, key);
        }
        if (RUBY_LIKELY(code == FJ_OK)) {
            code = writer_colon(w);
        }
        if (RUBY_LIKELY(code == FJ_OK)) {
            code = source_value(s, run->values[position + 1]);
        }
    } while (RUBY_LIKELY(code == FJ_OK) && run->frame_count == depth);
    return code;
}

static int32_t source_run(ruby_source *s, ruby_value root)
{
    ruby_run *const run = s->run;
    int32_t code = source_value(s, root);
    while (RUBY_LIKELY(code == FJ_OK) && run->frame_count != 0) {
        code = run->frames[run->frame_count - 1].is_hash ? source_pairs(s) : source_elements(s);
    }
    return code;
}

/* ---- the method ---- */

/* What a pointer shows of a key: "?" for one that cannot be transcoded to UTF-8. */
static ruby_bytes generate_step(ruby_value key)
{
    if (source_is_string(key) && !ruby_text_is_direct(key)) {
        key = ruby_text_transcode(key);
    }
    return source_is_string(key) ? ruby_string_bytes(key) : (ruby_bytes){"?", 1};
}

/* The place of a failure: what each open container was at. */
static void generate_pointer(const ruby_run *run, fj_error *error)
{
    for (size_t i = 0; i < run->frame_count && i < sizeof error->pointer; i++) {
        const ruby_frame *const f = &run->frames[i];
        if (!f->is_hash && f->position > 0) {
            error_pointer_index(error, f->position - 1);
        }
        if (!f->is_hash || f->position == f->begin) {
            continue;
        }
        ruby_value key = run->values[f->position - 2];
        if (source_is_symbol(key)) {
            key = ruby.rb_sym2str(key);
        }
        const ruby_bytes bytes = generate_step(key);
        error_pointer_key(error, bytes.data, bytes.length);
    }
}

static __attribute__((noinline, cold)) void generate_fail(ruby_source *s, ruby_room *room,
                                                          int32_t code)
{
    ruby_run *const run = s->run;
    fj_error error = {.size = sizeof error};
    error_plain(&error, code, code != FJ_ERROR_LIMIT ? s->detail : NULL);
    if (code != FJ_ERROR_LIMIT &&
        s->jump == 0) { /* of a limit it is the whole text that is too long */
        generate_pointer(run, &error);
    }
    ruby_run_give(room, run);
    if (s->jump != 0) {
        ruby.rb_jump_tag(s->jump);
    }
    ruby_raise_generate(code, &error);
}

static inline ruby_value generate_result(const ruby_source *s)
{
    const fj_buffer *const out = &s->run->buffer;
    if (RUBY_UNLIKELY(!ruby_layout_known.flags || (s->beyond_ascii && s->request != NULL))) {
        const ruby_value string = ruby.rb_utf8_str_new(out->data, (long)out->length);
        ruby.rb_enc_str_coderange(string);
        return string;
    }
    const ruby_value string = ruby.rb_str_new(out->data, (long)out->length);
    *(ruby_value *)string |=
        s->beyond_ascii ? ruby_layout_known.string_valid : ruby_layout_known.string_ascii;
    return string;
}

ruby_value ruby_generate_text(const ruby_generate_request *request, ruby_value object)
{
    ruby_room *const room = ruby_room_here();
    ruby_run *const run = room != NULL ? ruby_run_take(room) : NULL;
    if (run == NULL) {
        ruby_raise_memory();
    }
    const volatile ruby_value held = run->object;

    ruby_source source;
    source.run = run;
    source.request = request;
    source.block = request != NULL ? request->block : 0;
    source.asked = false;
    source.strict = request != NULL && request->options.strict;
    source.unique_keys = request != NULL && request->unique_keys;
    source.beyond_ascii = false;
    source.jump = 0;
    source.detail = NULL;
    int32_t code =
        writer_open(&run->writer, request != NULL ? &request->options : NULL, &run->buffer);
    source.sort_keys = run->writer.sort_keys;
    if (RUBY_LIKELY(code == FJ_OK)) {
        run->kept = request != NULL ? request->given : 0;
        code = source_run(&source, object);
    }
    code = writer_close(&run->writer, code);
    if (RUBY_UNLIKELY(code != FJ_OK)) {
        generate_fail(&source, room, code);
    }
    const ruby_value result = generate_result(&source);
    ruby_run_give(room, run);
    RUBY_KEEP(held);
    return result;
}

ruby_value ruby_generate(int count, const ruby_value *arguments, ruby_value self)
{
    (void)self;
    if (RUBY_UNLIKELY(count < 1 || count > 2)) {
        ruby.rb_error_arity(count, 1, 2);
    }
    if (RUBY_LIKELY(count == 1 || arguments[1] == ruby.nil)) {
        return ruby_generate_text(NULL, arguments[0]);
    }
    ruby_generate_request request;
    ruby_generate_request_read(&request, arguments[1]);
    return ruby_generate_text(&request, arguments[0]);
}
