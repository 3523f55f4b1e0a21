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
 *     str            16 length   32 state bits; ASCII at `ascii_data`, other compact text at
 *                    `compact_data`
 */
#ifndef FASTJSON_HOSTS_CPYTHON_LAYOUT_H
#define FASTJSON_HOSTS_CPYTHON_LAYOUT_H

#include "hosts/cpython_api.h"

typedef struct cpython_layout {
    bool direct;
    bool immortal;           /* None, booleans and small integers are never counted */
    bool int_tagged;         /* the form of int from 3.12 on */
    uint32_t ascii_data;     /* offset of the text of a compact ASCII str */
    uint32_t compact_data;   /* offset of the text of any other compact str */
    uint32_t str_compact;    /* state bits that a compact, readable str has all of */
    uint32_t str_ascii;      /* state bit of ASCII */
    uint32_t str_kind_shift; /* state bits of the width: 1, 2 or 4 */
} cpython_layout;

/* Runs the probe. Needs the GIL; leaves no exception behind. */
void cpython_layout_probe(cpython_layout *layout, const cpython_api *api, py_object *none);

#endif
