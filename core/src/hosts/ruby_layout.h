/*
 * The Ruby layout: reading and making Ruby's simplest values without a call.
 *
 * How this Ruby tags small integers and doubles, and where its strings and arrays keep length and
 * bytes, is worked out at start by looking at values that Ruby's own functions made. A shortcut is
 * taken only if every one of them agreed with it; the plain function is always the other branch.
 * Never assumes anything from a version number.
 *
 *   object   word 0: flags (bits 0-4 the type), word 1: class
 *   string   word 2: length, word 3: pointer (heap), or the bytes themselves from word 2 or 3 on
 *   array    word 2: length, word 4: pointer (heap), or the elements themselves from word 2 on
 *   hash     word 2: pointer to a few pairs (how many, in the flags), or to a struct st_table as
 *            Ruby's st.h shows it (its entries are three words: hash, key, value)
 *
 * Strings: `flags` hold the encoding's index and what is known of the bytes (the code range).
 */
#ifndef FASTJSON_HOSTS_RUBY_LAYOUT_H
#define FASTJSON_HOSTS_RUBY_LAYOUT_H

#include <string.h>

#include "hosts/ruby_api.h"

#define RUBY_T_FLOAT 0x04u
#define RUBY_T_STRING 0x05u
#define RUBY_T_ARRAY 0x07u
#define RUBY_T_HASH 0x08u
#define RUBY_T_BIGNUM 0x0au
#define RUBY_T_SYMBOL 0x14u

#define RUBY_LIKELY(x) __builtin_expect(!!(x), 1)
#define RUBY_UNLIKELY(x) __builtin_expect(!!(x), 0)

/* What is known of a string's bytes: the values of rb_enc_str_coderange. */
#define RUBY_RANGE_ASCII 0x100000
#define RUBY_RANGE_VALID 0x200000
#define RUBY_RANGE_BROKEN 0x300000

/* The length of an embedded string or array in its flags; mask 0: strings only, a word of its own.
 */
typedef struct ruby_embedding {
    ruby_value heap_bit; /* set (strings), or not set (arrays): the bytes are elsewhere */
    ruby_value mask;
    unsigned shift;
    unsigned data_word; /* where the embedded bytes or elements begin */
} ruby_embedding;

typedef struct ruby_layout {
    bool fixnum;       /* integers up to 62 bits: value << 1 | 1 */
    bool flonum;       /* most doubles: rotated, with the tag 10 */
    bool strings;      /* `string` holds; else rb_string_value_ptr and String#bytesize */
    bool arrays;       /* `array` holds; else rb_ary_entry and Array#length */
    bool flags;        /* the flags of strings below hold */
    bool short_arrays; /* an empty array with room for RUBY_ARRAY_SHORT may be filled directly */
    bool hashes;       /* hashes are as said above; else rb_hash_foreach */
    bool copies;       /* and rb_hash_dup makes a table of its own, in the same order */
    ruby_embedding string;
    ruby_embedding array;
    ruby_value string_mask;  /* encoding and code range in a string's flags */
    ruby_value string_ascii; /* UTF-8 or what rb_str_new gave, made UTF-8 of ASCII bytes only */
    ruby_value string_valid; /* the same, of well-formed bytes beyond ASCII */
} ruby_layout;

extern ruby_layout ruby_layout_known; /* read-only after ruby_layout_probe */

/* Fills ruby_layout_known. `plain`: no shortcut is taken, for tests. NULL, or what makes this Ruby
 * one that cannot be served at all (its objects do not begin with flags and class). Needs
 * ruby_api_find. */
const char *ruby_layout_probe(bool plain);

static inline ruby_value ruby_word(ruby_value object, unsigned index)
{
    return ((const ruby_value *)object)[index];
}

/* nil, true, false, small integers and doubles, symbols known to the parser: no object behind them
 */
static inline bool ruby_is_special(ruby_value value)
{
    return (value & 7) != 0 || value == ruby.nil || value == ruby.no;
}

static inline bool ruby_is_fixnum(ruby_value value)
{
    return (value & 1) != 0;
}

static inline bool ruby_is_flonum(ruby_value value)
{
    return (value & 3) == 2;
}

static inline bool ruby_is_symbol(ruby_value value) /* of a special value */
{
    return (uint8_t)value == ruby.symbol_tag;
}

static inline ruby_value ruby_flags(ruby_value object)
{
    return ruby_word(object, 0);
}

static inline unsigned ruby_type(ruby_value object)
{
    return (unsigned)(ruby_flags(object) & 0x1f);
}

/* The class that method look-up begins with: a singleton class, if the object has one. */
static inline ruby_value ruby_class(ruby_value object)
{
    return ruby_word(object, 1);
}

static inline ruby_value ruby_integer(int64_t value)
{
    const ruby_value tagged = (ruby_value)value << 1 | 1;
    if (RUBY_LIKELY(ruby_layout_known.fixnum && (int64_t)tagged >> 1 == value)) {
        return tagged;
    }
    return ruby.rb_ll2inum(value);
}

static inline int64_t ruby_fixnum(ruby_value value)
{
    return RUBY_LIKELY(ruby_layout_known.fixnum) ? (int64_t)value >> 1 : ruby.rb_num2ll(value);
}

/* A flonum is the double's bits rotated left by three, the two exponent bits that are then lowest
 * being implied by the one that is left; exponents near zero only. 0.0 is one by exception. */
#define RUBY_FLONUM_ZERO 0x8000000000000002u

static inline ruby_value ruby_float(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    const unsigned top = (unsigned)(bits >> 60) & 7;
    if (RUBY_LIKELY(ruby_layout_known.flonum && (top == 3 || top == 4) &&
                    bits != 0x3000000000000000u)) {
        return ((bits << 3 | bits >> 61) & ~(ruby_value)3) | 2;
    }
    return ruby.rb_float_new(value);
}

static inline double ruby_flonum(ruby_value value)
{
    if (RUBY_UNLIKELY(!ruby_layout_known.flonum)) {
        return ruby.rb_float_value(value);
    }
    if (value == RUBY_FLONUM_ZERO) {
        return 0.0;
    }
    const uint64_t rotated = (2 - (value >> 63)) | (value & ~(ruby_value)3);
    const uint64_t bits = rotated >> 3 | rotated << 61;
    double real;
    memcpy(&real, &bits, sizeof real);
    return real;
}

typedef struct ruby_bytes {
    const char *data;
    size_t length;
} ruby_bytes;

ruby_bytes ruby_string_bytes_plain(ruby_value string);
size_t ruby_array_length_plain(ruby_value array);

/* The bytes of a String. Valid until Ruby code runs or the string is changed. */
static inline ruby_bytes ruby_string_bytes(ruby_value string)
{
    const ruby_layout *const known = &ruby_layout_known;
    if (RUBY_UNLIKELY(!known->strings)) {
        return ruby_string_bytes_plain(string);
    }
    const ruby_value flags = ruby_flags(string);
    ruby_bytes bytes;
    if (flags & known->string.heap_bit) {
        bytes.data = (const char *)ruby_word(string, 3);
        bytes.length = ruby_word(string, 2);
    } else {
        bytes.data = (const char *)((const ruby_value *)string + known->string.data_word);
        bytes.length = known->string.mask != 0 ? (flags & known->string.mask) >> known->string.shift
                                               : ruby_word(string, 2);
    }
    return bytes;
}

static inline size_t ruby_array_length(ruby_value array)
{
    const ruby_layout *const known = &ruby_layout_known;
    if (RUBY_UNLIKELY(!known->arrays)) {
        return ruby_array_length_plain(array);
    }
    const ruby_value flags = ruby_flags(array);
    return flags & known->array.heap_bit ? (flags & known->array.mask) >> known->array.shift
                                         : ruby_word(array, 2);
}

/* The element at an index below the length. */
static inline ruby_value ruby_array_element(ruby_value array, size_t index)
{
    const ruby_layout *const known = &ruby_layout_known;
    if (RUBY_UNLIKELY(!known->arrays)) {
        return ruby.rb_ary_entry(array, (long)index);
    }
    if (ruby_flags(array) & known->array.heap_bit) {
        return ruby_word(array, known->array.data_word + (unsigned)index);
    }
    return ((const ruby_value *)ruby_word(array, 4))[index];
}

#define RUBY_ARRAY_SHORT 3

/* An Array of 1 to RUBY_ARRAY_SHORT elements, which the caller keeps marked. Needs short_arrays. */
static inline ruby_value ruby_array_short(const ruby_value *elements, size_t count)
{
    const ruby_layout *const known = &ruby_layout_known;
    const ruby_value array = ruby.rb_ary_new_capa((long)count);
    ruby_value *const words = (ruby_value *)array;
    for (size_t i = 0; i < count; i++) {
        words[known->array.data_word + i] = elements[i];
    }
    words[0] |= (ruby_value)count << known->array.shift;
    for (size_t i = 0; i < count; i++) {
        if (!ruby_is_special(elements[i])) {
            ruby.rb_gc_writebarrier(array, elements[i]);
        }
    }
    return array;
}

/* ---- hashes ---- */

#define RUBY_HASH_IS_TABLE ((ruby_value)1 << 15) /* FL_USER3 */
#define RUBY_HASH_SIZE 16                        /* bits of the flags: how many pairs are there */
#define RUBY_HASH_BOUND 20                       /* and how many were there */
#define RUBY_HASH_NUMBER 15

#define RUBY_TABLE_COUNT 2 /* num_entries, entries_start, entries_bound, entries */
#define RUBY_TABLE_START 4
#define RUBY_TABLE_BOUND 5
#define RUBY_TABLE_ENTRIES 6

/* The pairs of a Hash in their order: a key, the value in the word behind it. */
typedef struct ruby_pairs {
    ruby_value *first;
    size_t stride; /* words from key to key */
    size_t count;
} ruby_pairs;

/* The pairs of a Hash, if nothing was deleted from it. false: ask Ruby. Valid until Ruby's
 * collector or Ruby code runs. */
static inline bool ruby_hash_pairs(ruby_value hash, ruby_pairs *pairs)
{
    if (RUBY_UNLIKELY(!ruby_layout_known.hashes)) {
        return false;
    }
    const ruby_value flags = ruby_flags(hash);
    ruby_value *const table = (ruby_value *)ruby_word(hash, 2);
    if (flags & RUBY_HASH_IS_TABLE) {
        const size_t start = table[RUBY_TABLE_START];
        pairs->first = (ruby_value *)table[RUBY_TABLE_ENTRIES] + start * 3 + 1;
        pairs->stride = 3;
        pairs->count = table[RUBY_TABLE_COUNT];
        return table[RUBY_TABLE_BOUND] - start == pairs->count;
    }
    pairs->first = table; /* never followed in an empty one, which may have no table */
    pairs->stride = 2;
    pairs->count = flags >> RUBY_HASH_SIZE & RUBY_HASH_NUMBER;
    return (flags >> RUBY_HASH_BOUND & RUBY_HASH_NUMBER) == pairs->count;
}

#endif
