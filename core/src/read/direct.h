/*
 * Direct: what the one-pass engine (engine_direct.h) does that does not depend on its sink. Strings
 * that are not short and plain come here; one copy a kernel (direct_generic.h).
 */
#ifndef FASTJSON_READ_DIRECT_H
#define FASTJSON_READ_DIRECT_H

#include "read/reader.h"
#include "read/string.h"

#define DIRECT_AHEAD 192 /* bytes that can be read at a token, whatever the text's end */

/* Goes on with a copy of the text's last bytes, from p, at most DIRECT_AHEAD, with as many zeros
 * behind it. Changes the reader's end, and gives p's place in the copy; *delta is how much nearer
 * to the text's end the original is. */
const char *direct_tail(reader *r, const char *p, ptrdiff_t *delta);

/* The first byte from p that is no white space, within what can be read. */
const char *direct_space(const char *p, const char *ahead);

/* A string from its first byte, of which `out` gets a copy without escapes; up to DIRECT_SLACK
 * bytes more are written. Gives the byte after its closing quote, or NULL if it is none. */
#define DIRECT_SLACK 64
typedef const char *direct_copy(const reader *r, const char *start, char *out, string_span *span);
direct_copy direct_copy_vector;
direct_copy direct_copy_avx2;
direct_copy direct_copy_avx512;

/* The same; but a string without escapes stays in the text, where the span says that it is. */
direct_copy direct_keep_vector;
direct_copy direct_keep_avx2;
direct_copy direct_keep_avx512;

/* A string from its first byte: gives its closing quote, or NULL if it is none. What stands after
 * backslashes is not looked at. */
#define DIRECT_HAS_HIGH 1u
#define DIRECT_HAS_BACKSLASH 2u
typedef const char *direct_find(const reader *r, const char *start, unsigned *has);
direct_find direct_find_vector;
direct_find direct_find_avx2;
direct_find direct_find_avx512;

/* The same, and what stands after backslashes is right. So many bytes were `seen` to be plain. */
typedef const char *direct_check(const reader *r, const char *start, size_t seen);
direct_check direct_check_vector;
direct_check direct_check_avx2;
direct_check direct_check_avx512;

#endif
