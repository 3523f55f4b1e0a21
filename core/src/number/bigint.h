/* Integers of any size: decimal digits to and from hexadecimal digits, and to and from words.
 *
 * In: digits alone, no sign, no prefix, no terminator; words are 64 bits, the lowest first. Out:
 * the same value in the other form, without leading zeros (zero is "0", or no words at all), in
 * memory that the caller gives: the *_bound functions say how much. Hexadecimal digits are written
 * in lower case and read in either. Nothing is allocated.
 *
 * The work is quadratic in the number of digits: the caller limits that. Hosts use this because
 * hexadecimal is what their own integers take and give in linear time and without a limit.
 */
#ifndef FJ_NUMBER_BIGINT_H
#define FJ_NUMBER_BIGINT_H

#include <stddef.h>
#include <stdint.h>

/* The number of words, or of digits, that always suffices. SIZE_MAX where that would overflow,
 * which no input that fits in memory reaches. */
size_t bigint_words_bound_decimal(size_t digits);
size_t bigint_words_bound_hex(size_t digits);
size_t bigint_decimal_bound(size_t words);
size_t bigint_hex_bound(size_t words);

/* All return how many words or digits were written. A conversion from digits returns SIZE_MAX when
 * `count` is 0 or a byte is not a digit; the output is then undefined. */
size_t bigint_words_from_decimal(const char *digits, size_t count, uint64_t *words);
size_t bigint_words_from_hex(const char *digits, size_t count, uint64_t *words);
size_t bigint_hex_from_words(const uint64_t *words, size_t count, char *out);

/* Uses `words` as its working memory: the value is gone afterwards. */
size_t bigint_decimal_from_words(uint64_t *words, size_t count, char *out);

/* `work` holds bigint_words_bound_decimal(count) or bigint_words_bound_hex(count) words, `out` the
 * bigint_hex_bound or bigint_decimal_bound of that many. */
size_t bigint_hex_from_decimal(const char *digits, size_t count, uint64_t *work, char *out);
size_t bigint_decimal_from_hex(const char *digits, size_t count, uint64_t *work, char *out);

#endif
