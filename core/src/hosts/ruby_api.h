/*
 * The Ruby API: the public C functions and classes of the Ruby that runs in this process.
 *
 * Nothing of Ruby is linked or included. ruby_api_find looks every function up by name in the
 * running process; if one is missing nothing is used at all, and the binding stays with its
 * portable engine. The table is filled once, while the gem is being required (under Ruby's own
 * lock), and is read-only from then on: a process has one Ruby.
 *
 * Types stand for Ruby's own: VALUE and ID are pointer-sized integers.
 */
#ifndef FASTJSON_HOSTS_RUBY_API_H
#define FASTJSON_HOSTS_RUBY_API_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fastjson/fastjson.h"

typedef uintptr_t ruby_value;
typedef uintptr_t ruby_id;
typedef ruby_value ruby_method(int count, const ruby_value *arguments, ruby_value self);
typedef ruby_value ruby_protected(ruby_value argument);

/*
 * struct rb_data_type_struct, as it is since Ruby 2.7.
 *
 * `mark` pins what it marks, so that no copy of a reference on the machine stack goes stale. What
 * is referred to only after the marking of a collection that compacts while the program goes on
 * (GC.auto_compact of Ruby 3.1: an interned String that others hold, say) is not pinned: `compact`
 * takes up its new place.
 */
typedef struct ruby_data_type {
    const char *name;
    void (*mark)(void *);
    void (*free)(void *);
    size_t (*size)(const void *);
    void (*compact)(void *);
    void *reserved[1];
    const struct ruby_data_type *parent;
    void *data;
    ruby_value flags;
} ruby_data_type;

#define RUBY_DATA_FREE_IMMEDIATELY 1
#define RUBY_DATA_FROZEN_SHAREABLE 0x100 /* a frozen one may be used by several Ractors */

#define RUBY_EACH_CONTINUE \
    0 /* ST_CONTINUE, ST_STOP: what a function given to rb_hash_foreach returns */
#define RUBY_EACH_STOP 1

#define RUBY_NEVER __attribute__((noreturn)) void

/* result, name, parameters */
#define RUBY_API_FUNCTIONS(F)                                                              \
    F(ruby_value, rb_define_module, (const char *))                                        \
    F(void, rb_define_module_function, (ruby_value, const char *, ruby_method *, int))     \
    F(ruby_value, rb_define_module_under, (ruby_value, const char *))                      \
    F(ruby_value, rb_define_class_under, (ruby_value, const char *, ruby_value))           \
    F(void, rb_define_alloc_func, (ruby_value, ruby_value(*)(ruby_value)))                 \
    F(void, rb_define_method, (ruby_value, const char *, ruby_method *, int))              \
    F(void, rb_define_private_method, (ruby_value, const char *, ruby_method *, int))      \
    F(ruby_value, rb_const_get, (ruby_value, ruby_id))                                     \
    F(void, rb_ext_ractor_safe, (bool))                                                    \
    F(void *, rb_ractor_local_storage_value_newkey, (void))                                \
    F(ruby_value, rb_ractor_local_storage_value, (void *))                                 \
    F(void, rb_ractor_local_storage_value_set, (void *, ruby_value))                       \
    F(ruby_value, rb_data_typed_object_wrap, (ruby_value, void *, const ruby_data_type *)) \
    F(void *, rb_check_typeddata, (ruby_value, const ruby_data_type *))                    \
    F(void, rb_gc_mark, (ruby_value))                                                      \
    F(ruby_value, rb_gc_location, (ruby_value))                                            \
    F(void, rb_gc_writebarrier, (ruby_value, ruby_value))                                  \
    F(void, rb_gc_register_address, (ruby_value *))                                        \
    F(ruby_id, rb_intern, (const char *))                                                  \
    F(ruby_value, rb_id2sym, (ruby_id))                                                    \
    F(ruby_id, rb_sym2id, (ruby_value))                                                    \
    F(int, rb_respond_to, (ruby_value, ruby_id))                                           \
    F(ruby_value, rb_yield_values2, (int, const ruby_value *))                             \
    F(ruby_value, rb_sym2str, (ruby_value))                                                \
    F(ruby_value, rb_str_intern, (ruby_value))                                             \
    F(ruby_value, rb_str_new, (const char *, long))                                        \
    F(ruby_value, rb_utf8_str_new, (const char *, long))                                   \
    F(ruby_value, rb_enc_interned_str, (const char *, long, void *))                       \
    F(void *, rb_utf8_encoding, (void))                                                    \
    F(ruby_value, rb_enc_from_encoding, (void *))                                          \
    F(int, rb_utf8_encindex, (void))                                                       \
    F(int, rb_usascii_encindex, (void))                                                    \
    F(int, rb_ascii8bit_encindex, (void))                                                  \
    F(int, rb_enc_get_index, (ruby_value))                                                 \
    F(int, rb_enc_str_coderange, (ruby_value))                                             \
    F(ruby_value, rb_str_new_frozen, (ruby_value))                                         \
    F(ruby_value, rb_str_encode, (ruby_value, ruby_value, int, ruby_value))                \
    F(ruby_value, rb_str_to_str, (ruby_value))                                             \
    F(char *, rb_string_value_ptr, (volatile ruby_value *))                                \
    F(ruby_value, rb_str_substr, (ruby_value, long, long))                                 \
    F(ruby_value, rb_str_cat, (ruby_value, const char *, long))                            \
    F(ruby_value, rb_str_subseq, (ruby_value, long, long))                                 \
    F(ruby_value, rb_str_to_inum, (ruby_value, int, int))                                  \
    F(ruby_value, rb_big2str, (ruby_value, int))                                           \
    F(ruby_value, rb_ll2inum, (long long))                                                 \
    F(ruby_value, rb_ull2inum, (unsigned long long))                                       \
    F(long long, rb_num2ll, (ruby_value))                                                  \
    F(ruby_value, rb_float_new, (double))                                                  \
    F(double, rb_float_value, (ruby_value))                                                \
    F(ruby_value, rb_ary_new, (void))                                                      \
    F(ruby_value, rb_ary_new_capa, (long))                                                 \
    F(ruby_value, rb_ary_new_from_values, (long, const ruby_value *))                      \
    F(ruby_value, rb_ary_push, (ruby_value, ruby_value))                                   \
    F(ruby_value, rb_ary_entry, (ruby_value, long))                                        \
    F(ruby_value, rb_ary_subseq, (ruby_value, long, long))                                 \
    F(ruby_value, rb_hash_new, (void))                                                     \
    F(ruby_value, rb_hash_aset, (ruby_value, ruby_value, ruby_value))                      \
    F(void, rb_hash_bulk_insert, (long, const ruby_value *, ruby_value))                   \
    F(void, rb_hash_foreach,                                                               \
      (ruby_value, int (*)(ruby_value, ruby_value, ruby_value), ruby_value))               \
    F(ruby_value, rb_hash_size, (ruby_value))                                              \
    F(ruby_value, rb_hash_dup, (ruby_value))                                               \
    F(ruby_value, rb_hash_delete, (ruby_value, ruby_value))                                \
    F(ruby_value, rb_check_hash_type, (ruby_value))                                        \
    F(ruby_value, rb_obj_class, (ruby_value))                                              \
    F(ruby_value, rb_obj_is_kind_of, (ruby_value, ruby_value))                             \
    F(ruby_value, rb_obj_freeze, (ruby_value))                                             \
    F(ruby_value, rb_obj_method, (ruby_value, ruby_value))                                 \
    F(int, rb_method_boundp, (ruby_value, ruby_id, int))                                   \
    F(ruby_value, rb_class_name, (ruby_value))                                             \
    F(ruby_value, rb_inspect, (ruby_value))                                                \
    F(ruby_value, rb_funcallv, (ruby_value, ruby_id, int, const ruby_value *))             \
    F(ruby_value, rb_protect, (ruby_protected *, ruby_value, int *))                       \
    F(RUBY_NEVER, rb_jump_tag, (int))                                                      \
    F(ruby_value, rb_errinfo, (void))                                                      \
    F(void, rb_set_errinfo, (ruby_value))                                                  \
    F(ruby_value, rb_exc_new, (ruby_value, const char *, long))                            \
    F(RUBY_NEVER, rb_exc_raise, (ruby_value))                                              \
    F(ruby_value, rb_ivar_set, (ruby_value, ruby_id, ruby_value))                          \
    F(RUBY_NEVER, rb_error_arity, (int, int, int))

/* variables that hold a class */
#define RUBY_API_CLASSES(F) \
    F(rb_cString)           \
    F(rb_cSymbol)           \
    F(rb_cArray)            \
    F(rb_cHash)             \
    F(rb_cInteger)          \
    F(rb_cFloat)            \
    F(rb_cObject)           \
    F(rb_eTypeError)        \
    F(rb_eArgError)         \
    F(rb_eNoMemError)

typedef struct ruby_api {
#define RUBY_API_FUNCTION(result, name, parameters) result(*name) parameters;
    RUBY_API_FUNCTIONS(RUBY_API_FUNCTION)
#undef RUBY_API_FUNCTION
#define RUBY_API_CLASS(name) ruby_value name;
    RUBY_API_CLASSES(RUBY_API_CLASS)
#undef RUBY_API_CLASS
    ruby_value nil; /* the special constants, as this Ruby's own functions return them */
    ruby_value yes;
    ruby_value no;
    void *utf8;             /* the UTF-8 encoding; encodings are never moved or freed */
    ruby_value utf8_object; /* Encoding::UTF_8 */
    unsigned symbol_tag;    /* the lowest byte of symbols that are no objects */
    int utf8_index;
    int ascii_index;
    int binary_index;
} ruby_api;

extern ruby_api ruby; /* read-only after ruby_api_find */

/* Fills `ruby` from the running process. NULL when all is there, else the name of what is missing.
 */
const char *ruby_api_find(void);

#endif
