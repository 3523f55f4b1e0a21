/*
 * Compact: the quick way of writing a container by the defaults, or by the usual indented layout,
 * where objects may be read in place and nobody's code runs meanwhile.
 *
 * It is cpython_write.c's loop over exact types once more, with the place in the text in registers
 * and strings copied by the vectors of one instruction set; one file each, all of them
 * cpython_compact_generic.h. What is out of the ordinary (a subclass, a dict with keys that are no
 * str, what only default() can write) it leaves, with everything that is open, to the general loop,
 * which goes on from there and comes back for the next container.
 */
#ifndef FASTJSON_HOSTS_CPYTHON_COMPACT_H
#define FASTJSON_HOSTS_CPYTHON_COMPACT_H

#include "hosts/cpython_frames.h"

struct cpython_source;

/* Writes *object, which is no scalar. `in_lines`: laid out as write/writer_lines.h has it. FJ_OK:
 * it is written, and all of its containers are left. Else a code, or CPYTHON_COMPACT_OTHER, with
 * the open ones as the general loop leaves them, and what is to be written next in *object. */
#define CPYTHON_COMPACT_OTHER (-1) /* no code: no scalar or container of an exact type */
typedef int32_t cpython_compact(struct cpython_source *source, py_object **object, bool in_lines);

cpython_compact cpython_compact_plain;
#if defined(__x86_64__) && !defined(FASTJSON_PLAIN)
cpython_compact cpython_compact_avx2;
cpython_compact cpython_compact_avx512;
#endif

/* The one of the kernel that is in use (scan/kernel.h). */
cpython_compact *cpython_compact_choose(void);

#endif
