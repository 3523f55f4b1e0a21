/*
 * The Ruby layout, the probe: makes values through Ruby's functions, looks at them, and believes a
 * layout only if it explains them all.
 */
#include "hosts/ruby_layout.h"

ruby_layout ruby_layout_known;

ruby_bytes ruby_string_bytes_plain(ruby_value string)
{
    volatile ruby_value kept = string;
    const char *const data = ruby.rb_string_value_ptr(&kept);
    const ruby_value size = ruby.rb_funcallv(kept, ruby.rb_intern("bytesize"), 0, NULL);
    return (ruby_bytes){data, (size_t)ruby.rb_num2ll(size)};
}

size_t ruby_array_length_plain(ruby_value array)
{
    return (size_t)ruby.rb_num2ll(ruby.rb_funcallv(array, ruby.rb_intern("length"), 0, NULL));
}

/* ---- objects: flags and class first ---- */

static bool probe_object(ruby_value object, unsigned type, ruby_value class)
{
    return (object & 7) == 0 && object != ruby.nil && object != ruby.no &&
           ruby_type(object) == type && ruby_class(object) == class &&
           ruby.rb_obj_class(object) == class;
}

static bool probe_objects(void)
{
    static const char unknown_name[] = "fastjson probe: a symbol that nobody has";
    const ruby_value text = ruby.rb_str_new("text", 4);
    return probe_object(text, RUBY_T_STRING, ruby.rb_cString) &&
           probe_object(ruby.rb_ary_new(), RUBY_T_ARRAY, ruby.rb_cArray) &&
           probe_object(ruby.rb_hash_new(), RUBY_T_HASH, ruby.rb_cHash) &&
           probe_object(ruby.rb_ull2inum(UINT64_MAX), RUBY_T_BIGNUM, ruby.rb_cInteger) &&
           probe_object(ruby.rb_float_new(1e-300), RUBY_T_FLOAT, ruby.rb_cFloat) &&
           probe_object(ruby.rb_str_intern(ruby.rb_str_new(unknown_name, sizeof unknown_name - 1)),
                        RUBY_T_SYMBOL, ruby.rb_cSymbol);
}

/* Small integers, doubles and symbols must not look like objects, nor like one another. */
static bool probe_tags(void)
{
    const ruby_value symbol = ruby.rb_id2sym(ruby.rb_intern("to_s"));
    return ruby_is_fixnum(ruby.rb_ll2inum(0)) && ruby_is_fixnum(ruby.rb_ll2inum(-7)) &&
           ruby_is_symbol(symbol) && ruby_is_symbol(ruby.rb_id2sym(ruby.rb_intern("to_json"))) &&
           !ruby_is_symbol(ruby.nil) && !ruby_is_symbol(ruby.yes) && !ruby_is_symbol(ruby.no) &&
           ruby_is_special(symbol) && !ruby_is_fixnum(symbol) && !ruby_is_flonum(symbol) &&
           !ruby_is_fixnum(ruby.nil) && !ruby_is_flonum(ruby.nil) && !ruby_is_fixnum(ruby.yes) &&
           !ruby_is_flonum(ruby.yes) && !ruby_is_fixnum(ruby.no) && !ruby_is_flonum(ruby.no) &&
           ruby_is_special(ruby.yes);
}

/* ---- numbers ---- */

static bool probe_fixnum(void)
{
    static const int64_t values[] = {
        0, 1, -1, 2, 1000000, -1000000, INT32_MAX, INT32_MIN, INT64_MAX / 2, INT64_MIN / 2};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (ruby.rb_ll2inum(values[i]) != ((ruby_value)values[i] << 1 | 1)) {
            return false;
        }
    }
    return (ruby.rb_ll2inum(INT64_MAX / 2 + 1) & 7) == 0 &&
           (ruby.rb_ll2inum(INT64_MIN / 2 - 1) & 7) == 0;
}

/* Every exponent, both signs, full and empty fractions: what ruby_float makes is what Ruby makes.
 */
static bool probe_flonum(void)
{
    for (uint64_t exponent = 0; exponent < 2047; exponent++) {
        for (unsigned variant = 0; variant < 6; variant++) {
            const uint64_t fraction = variant % 3 == 0   ? 0
                                      : variant % 3 == 1 ? 0xfffffffffffffu
                                                         : 0x5a5a5a5a5a5a5u;
            const uint64_t bits = (uint64_t)(variant / 3) << 63 | exponent << 52 | fraction;
            double real;
            memcpy(&real, &bits, sizeof real);
            const ruby_value value = ruby.rb_float_new(real);
            if (!ruby_is_flonum(value)) {
                continue;
            }
            const double back = ruby_flonum(value);
            if (memcmp(&back, &real, sizeof real) != 0 ||
                (bits != 0 && ruby_float(real) != value)) {
                return false;
            }
        }
    }
    return ruby_is_flonum(ruby.rb_float_new(1.5)) && ruby_float(1.5) == ruby.rb_float_new(1.5);
}

/* ---- strings ---- */

#define PROBE_STRING_LENGTH 2000

static bool probe_string(ruby_value string, const char *bytes, size_t length)
{
    const ruby_bytes seen = ruby_string_bytes(string);
    return seen.length == length && memcmp(seen.data, bytes, length) == 0;
}

static bool probe_strings(const ruby_embedding *candidate)
{
    char bytes[PROBE_STRING_LENGTH];
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = (char)('a' + i % 23);
    }
    ruby_layout_known.string = *candidate;
    for (size_t length = 0; length < sizeof bytes; length += length < 200 ? 1 : 150) {
        const ruby_value string = ruby.rb_str_new(bytes, (long)length);
        /* rb_string_value_ptr says where the bytes are: only then is anything read through a word.
         */
        volatile ruby_value kept = string;
        const char *const data = ruby.rb_string_value_ptr(&kept);
        const bool heap = (ruby_flags(string) & candidate->heap_bit) != 0;
        const char *const inside =
            (const char *)((const ruby_value *)string + candidate->data_word);
        if (heap ? (const char *)ruby_word(string, 3) != data : inside != data) {
            return false;
        }
        if (!probe_string(string, bytes, length)) {
            return false;
        }
        if (length > 100) { /* a shared part of it, and a frozen one that Ruby keeps */
            const ruby_value part = ruby.rb_str_substr(string, 50, (long)length - 50);
            const ruby_value kept_one = ruby.rb_enc_interned_str(bytes, (long)length, ruby.utf8);
            if (!probe_string(part, bytes + 50, length - 50) ||
                !probe_string(kept_one, bytes, length)) {
                return false;
            }
        }
    }
    return true;
}

/* UTF-8 strings are those of rb_str_new with some bits set. */
static bool probe_string_flags(void)
{
    static const char beyond[] = "\xc3\xa9";
    const ruby_value raw_ascii = ruby.rb_str_new("a", 1);
    const ruby_value raw_beyond = ruby.rb_str_new(beyond, 2);
    const ruby_value ascii = ruby.rb_utf8_str_new("a", 1);
    const ruby_value valid = ruby.rb_utf8_str_new(beyond, 2);
    const ruby_value unknown = ruby_flags(ascii);
    if (ruby.rb_enc_str_coderange(ascii) != RUBY_RANGE_ASCII ||
        ruby.rb_enc_str_coderange(valid) != RUBY_RANGE_VALID) {
        return false;
    }
    const ruby_value encoding = unknown ^ ruby_flags(raw_ascii);
    ruby_layout_known.string_ascii = encoding | RUBY_RANGE_ASCII;
    ruby_layout_known.string_valid = encoding | RUBY_RANGE_VALID;
    /* 7 bits of encoding index, 2 bits of code range */
    ruby_layout_known.string_mask = (ruby_value)0x7f << 22 | RUBY_RANGE_ASCII | RUBY_RANGE_VALID;
    return (ruby_flags(raw_ascii) & encoding) == 0 &&
           ruby_flags(ascii) == (ruby_flags(raw_ascii) | ruby_layout_known.string_ascii) &&
           ruby_flags(valid) == (ruby_flags(raw_beyond) | ruby_layout_known.string_valid) &&
           encoding == (ruby_value)ruby.utf8_index << 22;
}

/* ---- arrays ---- */

#define PROBE_ARRAY_LENGTH 80

static bool probe_array(ruby_value array, long first, size_t length)
{
    if (ruby_array_length(array) != length) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (ruby_array_element(array, i) != ruby.rb_ary_entry(array, (long)i) ||
            ruby_array_element(array, i) != ruby.rb_ll2inum(first + (long)i)) {
            return false;
        }
    }
    return true;
}

static bool probe_arrays(const ruby_embedding *candidate)
{
    ruby_layout_known.array = *candidate;
    const ruby_value grown = ruby.rb_ary_new();
    for (size_t length = 0; length < PROBE_ARRAY_LENGTH; length++) {
        ruby_value values[PROBE_ARRAY_LENGTH];
        for (size_t i = 0; i < length; i++) {
            values[i] = ruby.rb_ll2inum((long long)i);
        }
        const ruby_value array = ruby.rb_ary_new_from_values((long)length, values);
        const bool inside = (ruby_flags(array) & candidate->heap_bit) != 0;
        if (!inside && (ruby_word(array, 2) != length || (ruby_word(array, 4) & 7) != 0 ||
                        (length > 0 && ruby_word(array, 4) < 4096))) {
            return false;
        }
        if (!probe_array(array, 0, length) || !probe_array(grown, 0, length)) {
            return false;
        }
        ruby.rb_ary_push(grown, ruby.rb_ll2inum((long long)length));
        if (length > 40 &&
            !probe_array(ruby.rb_ary_subseq(array, 30, (long)length - 30), 30, length - 30)) {
            return false;
        }
    }
    return true;
}

/* Empty arrays with room inside, which become what Ruby makes of the same elements. */
static bool probe_short_arrays(void)
{
    const ruby_embedding *const known = &ruby_layout_known.array;
    ruby_value values[RUBY_ARRAY_SHORT];
    for (size_t length = 1; length <= RUBY_ARRAY_SHORT; length++) {
        values[length - 1] = ruby.rb_ll2inum((long long)length - 1);
        const ruby_value empty = ruby.rb_ary_new_capa((long)length);
        if (!(ruby_flags(empty) & known->heap_bit) || (ruby_flags(empty) & known->mask) != 0) {
            return false;
        }
        const ruby_value made = ruby_array_short(values, length);
        const ruby_value other = ruby.rb_ary_new_from_values((long)length, values);
        if (ruby_flags(made) != ruby_flags(other) || !probe_array(made, 0, length)) {
            return false;
        }
        ruby.rb_ary_push(made, ruby.rb_ll2inum((long long)length));
        if (!probe_array(made, 0, length + 1)) {
            return false;
        }
    }
    return true;
}

/* ---- hashes ---- */

#define PROBE_HASH_LENGTH 40

typedef struct probe_pairs {
    ruby_value values[PROBE_HASH_LENGTH * 2];
    size_t count; /* of values */
} probe_pairs;

static int probe_pair(ruby_value key, ruby_value value, ruby_value argument)
{
    probe_pairs *const seen = (probe_pairs *)argument;
    if (seen->count + 2 > sizeof seen->values / sizeof *seen->values) {
        return RUBY_EACH_STOP;
    }
    seen->values[seen->count++] = key;
    seen->values[seen->count++] = value;
    return RUBY_EACH_CONTINUE;
}

static bool probe_pointer(ruby_value word)
{
    return word >= 4096 && word % sizeof(ruby_value) == 0;
}

/* Whether what is seen is what Ruby gives; a Hash that something was deleted from need not be seen.
 */
static bool probe_hash(ruby_value hash, size_t length, bool deleted)
{
    const bool is_table = (ruby_flags(hash) & RUBY_HASH_IS_TABLE) != 0;
    const ruby_value table = ruby_word(hash, 2);
    if (!probe_pointer(table) && (is_table || length > 0)) {
        return false;
    }
    if (is_table && !probe_pointer(((const ruby_value *)table)[RUBY_TABLE_ENTRIES])) {
        return false;
    }
    ruby_pairs pairs;
    if (!ruby_hash_pairs(hash, &pairs)) {
        return deleted;
    }
    probe_pairs seen = {.count = 0};
    ruby.rb_hash_foreach(hash, probe_pair, (ruby_value)&seen);
    if (pairs.count != length || seen.count != length * 2) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (memcmp(pairs.first + i * pairs.stride, &seen.values[i * 2], 2 * sizeof(ruby_value)) !=
            0) {
            return false;
        }
    }
    return true;
}

/* A copy whose values are written, and what it was copied from, which must not change. */
static bool probe_copy(ruby_value hash, size_t length)
{
    const ruby_value copy = ruby.rb_hash_dup(hash);
    if (!probe_hash(copy, length, false)) {
        return false;
    }
    ruby_pairs from, to;
    if (!ruby_hash_pairs(hash, &from) || !ruby_hash_pairs(copy, &to) || from.first == to.first) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        if (to.first[i * to.stride] != from.first[i * from.stride]) {
            return false;
        }
        to.first[i * to.stride + 1] = ruby.rb_ll2inum((long long)(i + 1000));
    }
    for (size_t i = 0; i < length; i++) {
        if (from.first[i * from.stride + 1] != ruby.rb_ll2inum((long long)(i + 100))) {
            return false;
        }
    }
    return probe_hash(hash, length, false) && probe_hash(copy, length, false);
}

static bool probe_hashes(void)
{
    const ruby_value grown = ruby.rb_hash_new();
    ruby_value values[PROBE_HASH_LENGTH * 2];
    ruby_layout_known.copies = true;
    for (size_t length = 0; length <= PROBE_HASH_LENGTH; length++) {
        const ruby_value hash = ruby.rb_hash_new();
        ruby.rb_hash_bulk_insert((long)length * 2, values, hash);
        if (!probe_hash(hash, length, false) || !probe_hash(grown, length, false)) {
            return false;
        }
        ruby_layout_known.copies &= length == 0 || probe_copy(hash, length);
        for (size_t i = 0; i < length; i += length / 3 + 1) { /* the first, and others */
            ruby.rb_hash_delete(hash, values[i * 2]);
            const size_t left = (size_t)ruby_fixnum(ruby.rb_hash_size(hash));
            if (!probe_hash(hash, left, true)) {
                return false;
            }
        }
        if (length < PROBE_HASH_LENGTH) {
            values[length * 2] = ruby.rb_ll2inum((long long)(length * 7));
            values[length * 2 + 1] = ruby.rb_ll2inum((long long)(length + 100));
            ruby.rb_hash_aset(grown, values[length * 2], values[length * 2 + 1]);
        }
    }
    return true;
}

const char *ruby_layout_probe(bool plain)
{
    /* The bits that Ruby's public headers name: FL_USER1 is bit 13. */
    static const ruby_embedding string_candidates[] = {
        {.heap_bit = 1u << 13, .mask = 0x1fu << 14, .shift = 14, .data_word = 2},
        {.heap_bit = 1u << 13, .mask = 0, .shift = 0, .data_word = 3},
    };
    static const ruby_embedding array_candidates[] = {
        {.heap_bit = 1u << 13, .mask = 0x03u << 15, .shift = 15, .data_word = 2},
        {.heap_bit = 1u << 13, .mask = 0x7fu << 15, .shift = 15, .data_word = 2},
    };
    memset(&ruby_layout_known, 0, sizeof ruby_layout_known);
    if (!probe_objects() || !probe_tags()) {
        return "objects of an unknown layout";
    }
    if (plain) {
        return NULL;
    }
    ruby_layout_known.fixnum = probe_fixnum();
    ruby_layout_known.flonum = true;
    ruby_layout_known.flonum = probe_flonum();
    for (size_t i = 0; i < 2 && !ruby_layout_known.strings; i++) {
        ruby_layout_known.strings = true;
        ruby_layout_known.strings = probe_strings(&string_candidates[i]);
    }
    ruby_layout_known.flags = probe_string_flags();
    for (size_t i = 0; i < 2 && !ruby_layout_known.arrays; i++) {
        ruby_layout_known.arrays = true;
        ruby_layout_known.arrays = probe_arrays(&array_candidates[i]);
    }
    ruby_layout_known.short_arrays = ruby_layout_known.arrays && probe_short_arrays();
    ruby_layout_known.hashes = true;
    ruby_layout_known.hashes = probe_hashes();
    ruby_layout_known.copies &= ruby_layout_known.hashes;
    return NULL;
}
