/*
 * Ruby shapes: see ruby_shape.h. No Ruby code runs here.
 */
#include "hosts/ruby_shape.h"

/* Keys are the same objects again: by their addresses. */
static inline uint64_t shape_print(const ruby_value *pairs, size_t members)
{
    uint64_t print = members;
    for (size_t i = 0; i < members; i++) {
        print = (print ^ pairs[i * 2]) * 0x9e3779b97f4a7c15u;
    }
    return print;
}

static inline bool shape_has_keys(const ruby_pairs *pattern, const ruby_value *pairs,
                                  size_t members)
{
    uint64_t differences = pattern->count ^ members;
    if (RUBY_UNLIKELY(differences != 0)) {
        return false;
    }
    for (size_t i = 0; i < members; i++) {
        differences |= pattern->first[i * pattern->stride] ^ pairs[i * 2];
    }
    return differences == 0;
}

static ruby_value shape_copy(ruby_value pattern, const ruby_value *pairs, size_t members)
{
    const ruby_value hash = ruby.rb_hash_dup(pattern);
    ruby_pairs to;
    if (RUBY_UNLIKELY(!ruby_hash_pairs(hash, &to))) {
        return 0;
    }
    for (size_t i = 0; i < members; i++) {
        const ruby_value value = pairs[i * 2 + 1];
        to.first[i * to.stride + 1] = value;
        if (!ruby_is_special(value)) {
            ruby.rb_gc_writebarrier(hash, value);
        }
    }
    return hash;
}

static __attribute__((noinline)) void shape_learn(ruby_shape *shape, ruby_value hash,
                                                  const ruby_value *pairs, size_t members)
{
    const volatile ruby_value pattern = ruby.rb_hash_dup(hash);
    ruby_pairs to;
    if (!ruby_hash_pairs(pattern, &to) || !shape_has_keys(&to, pairs, members)) {
        return;
    }
    for (size_t i = 0; i < members; i++) {
        to.first[i * to.stride + 1] = ruby.nil;
    }
    shape->pattern = ruby.rb_obj_freeze(pattern);
    shape->pattern_print = shape->print;
    shape->patience = RUBY_SHAPE_PATIENCE;
}

ruby_value ruby_shape_hash(ruby_shape *shapes, const ruby_value *pairs, size_t members,
                           bool *keys_differ)
{
    const uint64_t print = shape_print(pairs, members);
    ruby_shape *const shape = &shapes[print >> 32 & (RUBY_SHAPES - 1)];
    if (RUBY_LIKELY(shape->pattern_print == print && shape->pattern != 0)) {
        ruby_pairs known;
        if (RUBY_LIKELY(ruby_hash_pairs(shape->pattern, &known) &&
                        shape_has_keys(&known, pairs, members))) {
            shape->patience = RUBY_SHAPE_PATIENCE;
            const ruby_value copy = shape_copy(shape->pattern, pairs, members);
            if (RUBY_LIKELY(copy != 0)) {
                *keys_differ = true;
                return copy;
            }
        }
    }
    const volatile ruby_value hash = ruby.rb_hash_new();
    ruby.rb_hash_bulk_insert((long)members * 2, pairs, hash);
    *keys_differ = ruby.rb_hash_size(hash) == ruby_integer((int64_t)members);
    if (shape->pattern != 0 && shape->patience > 0) {
        shape->patience--;
    } else if (shape->print != print) {
        shape->print = print;
    } else if (*keys_differ) {
        shape_learn(shape, hash, pairs, members);
    }
    return hash;
}
