/* Integers of any size between their forms, 19 decimal digits a step: see bigint.h. */
#include "bigint.h"

#include "wide.h"

/* As many digits as a word always holds, and that power of ten. It has its top bit set, which is
 * what the division below asks of a divisor. */
#define BIGINT_STEP 19
#define BIGINT_STEP_POWER UINT64_C(10000000000000000000)

/* floor((2^128 - 1) / 10^19) - 2^64 */
#define BIGINT_STEP_RECIPROCAL UINT64_C(0xd83c94fb6d2ac34a)

size_t bigint_words_bound_decimal(size_t digits)
{
    return digits / BIGINT_STEP + 1;
}

size_t bigint_words_bound_hex(size_t digits)
{
    return digits / 16 + 1;
}

size_t bigint_decimal_bound(size_t words)
{
    /* 64 * log10(2) is 19.27; and "0" needs one even without words. */
    return words > SIZE_MAX / 20 - 1 ? SIZE_MAX : words * 20 + 1;
}

size_t bigint_hex_bound(size_t words)
{
    return words > SIZE_MAX / 16 - 1 ? SIZE_MAX : words * 16 + 1;
}

static size_t words_trim(const uint64_t *words, size_t count)
{
    while (count > 0 && words[count - 1] == 0) {
        count--;
    }
    return count;
}

size_t bigint_words_from_decimal(const char *digits, size_t count, uint64_t *words)
{
    if (count == 0) {
        return SIZE_MAX;
    }
    size_t length = 0;
    /* The first step takes what is more than a multiple of 19, so that all others are whole. */
    size_t step = count % BIGINT_STEP == 0 ? BIGINT_STEP : count % BIGINT_STEP;
    for (size_t i = 0; i < count; step = BIGINT_STEP) {
        uint64_t carry = 0;
        for (size_t end = i + step; i < end; i++) {
            unsigned digit = (unsigned)digits[i] - '0';
            if (digit > 9) {
                return SIZE_MAX;
            }
            carry = carry * 10 + digit;
        }
        for (size_t n = 0; n < length; n++) {
            wide product = wide_multiply(words[n], BIGINT_STEP_POWER);
            product.low += carry;
            carry = product.high + (product.low < carry);
            words[n] = product.low;
        }
        if (carry != 0) {
            words[length++] = carry;
        }
    }
    return length;
}

static unsigned hex_digit(char byte)
{
    unsigned digit = (unsigned)byte - '0';
    if (digit <= 9) {
        return digit;
    }
    unsigned letter = ((unsigned)byte | 0x20) - 'a';
    return letter <= 5 ? letter + 10 : 16;
}

size_t bigint_words_from_hex(const char *digits, size_t count, uint64_t *words)
{
    if (count == 0) {
        return SIZE_MAX;
    }
    size_t length = 0;
    uint64_t word = 0;
    unsigned shift = 0;
    for (size_t i = count; i-- > 0;) {
        unsigned digit = hex_digit(digits[i]);
        if (digit == 16) {
            return SIZE_MAX;
        }
        word |= (uint64_t)digit << shift;
        shift += 4;
        if (shift == 64) {
            words[length++] = word;
            word = 0;
            shift = 0;
        }
    }
    if (word != 0) {
        words[length++] = word;
    }
    return words_trim(words, length);
}

size_t bigint_hex_from_words(const uint64_t *words, size_t count, char *out)
{
    static const char digits[16] = {'0', '1', '2', '3', '4', '5', '6', '7',
                                    '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};
    count = words_trim(words, count);
    if (count == 0) {
        *out = '0';
        return 1;
    }
    char *p = out;
    int shift = 60 - (__builtin_clzll(words[count - 1]) & ~3);
    while (count-- > 0) {
        for (; shift >= 0; shift -= 4) {
            *p++ = digits[words[count] >> shift & 15];
        }
        shift = 60;
    }
    return (size_t)(p - out);
}

/* Divides by 10^19 in place, returns the remainder. N. Möller and T. Granlund, "Improved division
 * by invariant integers" (2011), algorithm 4: a processor's own division takes five times as long.
 */
static uint64_t words_divide_step(uint64_t *words, size_t count)
{
    uint64_t rest = 0;
    while (count-- > 0) {
        wide quotient = wide_multiply(rest, BIGINT_STEP_RECIPROCAL);
        quotient.low += words[count];
        quotient.high += rest + (quotient.low < words[count]) + 1;
        rest = words[count] - quotient.high * BIGINT_STEP_POWER;
        if (rest > quotient.low) {
            quotient.high--;
            rest += BIGINT_STEP_POWER;
        }
        if (rest >= BIGINT_STEP_POWER) {
            quotient.high++;
            rest -= BIGINT_STEP_POWER;
        }
        words[count] = quotient.high;
    }
    return rest;
}

size_t bigint_decimal_from_words(uint64_t *words, size_t count, char *out)
{
    count = words_trim(words, count);
    /* From the last digits up, into the far end of the memory; then moved to its beginning. */
    char *end = out + bigint_decimal_bound(count);
    char *p = end;
    while (count > 0) {
        uint64_t step = words_divide_step(words, count);
        count = words_trim(words, count);
        /* All 19 digits, except that the leading step has no leading zeros. */
        for (unsigned i = 0; i < BIGINT_STEP && (count > 0 || step > 0); i++) {
            *--p = (char)('0' + step % 10);
            step /= 10;
        }
    }
    if (p == end) {
        *--p = '0';
    }
    memmove(out, p, (size_t)(end - p));
    return (size_t)(end - p);
}

size_t bigint_hex_from_decimal(const char *digits, size_t count, uint64_t *work, char *out)
{
    size_t length = bigint_words_from_decimal(digits, count, work);
    return length == SIZE_MAX ? SIZE_MAX : bigint_hex_from_words(work, length, out);
}

size_t bigint_decimal_from_hex(const char *digits, size_t count, uint64_t *work, char *out)
{
    size_t length = bigint_words_from_hex(digits, count, work);
    return length == SIZE_MAX ? SIZE_MAX : bigint_decimal_from_words(work, length, out);
}
