/*
 * Layout: where CPython's objects keep what we read, proved on the interpreter that runs.
 *
 * The probe makes objects of known value through the functions, and looks whether they lie in
 * memory as expected. Only if all of it holds is `direct` set, and objects are read and filled in
 * place; else the plain functions do all the work, with the same results. What is looked at
 * (offsets in bytes):
 *
 *     every object   0 references (the low half negative: immortal)   8 type
 *     list           16 size   24 pointer to the items
 *     tuple          16 size   24 the items
 *     float          16 the double
 *     int            16 size with the sign (to 3.11) or digits << 3 | sign (from 3.12)
 *                    24 digits of 30 bits
 *     dict           32 pointer to the keys, which have 9 log2 of the bytes of the index, 10 kind
 * (1: all keys are str, the values stand beside them), 24 number of entries, 32 the index, and
 *                    after it the entries: key, value; value NULL: deleted (from 3.11; looked at
 * apart) str            16 length   32 state bits; ASCII at `ascii_data`, other compact text at
 *                    `compact_data`
 */
#ifndef FASTJSON_HOSTS_CPYTHON_LAYOUT_H
#define FASTJSON_HOSTS_CPYTHON_LAYOUT_H

#include "hosts/cpython_api.h"

typedef struct cpython_layout {
    bool direct;
    bool dict;               /* dicts of str keys are read in place */
    bool immortal;           /* None, booleans and small integers are never counted */
    bool int_tagged;         /* the form of int from 3.12 on */
    uint32_t ascii_data;     /* offset of the text of a compact ASCII str */
    uint32_t compact_data;   /* offset of the text of any other compact str */
    uint32_t str_compact;    /* state bits that a compact, readable str has all of */
    uint32_t str_ascii;      /* state bit of ASCII */
    uint32_t str_kind_shift; /* state bits of the width: 1, 2 or 4 */
} cpython_layout;

/* The entries of a dict, two words each: key, value (NULL: deleted). */
typedef struct cpython_dict_entries {
    py_object *const *next;
    py_object *const *end;
} cpython_dict_entries;

/* false: the dict is of another kind. Only where `dict` is set. */
static inline bool cpython_dict_open(const py_object *dict, cpython_dict_entries *entries)
{
    const char *keys;
    uint8_t index_bytes;
    uint8_t kind;
    py_size count;
    __builtin_memcpy(&keys, (const char *)dict + 32, sizeof keys);
    __builtin_memcpy(&index_bytes, keys + 9, 1);
    __builtin_memcpy(&kind, keys + 10, 1);
    if (kind != 1) {
        return false;
    }
    __builtin_memcpy(&count, keys + 24, sizeof count);
    entries->next = (py_object *const *)(const void *)(keys + 32 + ((size_t)1 << index_bytes));
    entries->end = entries->next + 2 * count;
    return true;
}

/* Runs the probe. Needs the GIL; leaves no exception behind. */
void cpython_layout_probe(cpython_layout *layout, const cpython_api *api, py_object *none);

#endif
