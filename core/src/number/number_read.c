/* Text to number, the checked and exact way: any length, any number of digits, any exponent.
 *
 * In: text up to its end. Out: a number_result. It reads byte by byte, never at or past the end,
 * and names the first byte that no number could have. Reals of more digits than 64 bits hold are
 * decided by Eisel-Lemire where the digits left out cannot matter, else by comparing big integers.
 */
#include "number_read.h"

/* Where the parts of a number stand. */
typedef struct number_parts {
    const char *digits; /* the integer part */
    size_t digits_count;
    const char *fraction;
    size_t fraction_count;
    int64_t exponent; /* as written, limited to what no text can make up for by zeros */
    bool negative;
    bool integral; /* neither fraction nor exponent */
} number_parts;

/* Far beyond what the number of digits in any text can shift, and no sum of these wraps. */
#define NUMBER_EXPONENT_LIMIT (INT64_MAX / 8)

static inline bool digit_at(const char *p, const char *end)
{
    return p != end && (uint8_t)(*p - '0') <= 9;
}

static inline const char *digits_skip(const char *p, const char *end)
{
    while (end - p >= 8) {
        number_chunk chunk = number_chunk_load(p);
        if (chunk.others != 0) {
            return p + number_chunk_count(chunk.others);
        }
        p += 8;
    }
    while (digit_at(p, end)) {
        p++;
    }
    return p;
}

static inline number_result fault_at(const char *p, const char *end)
{
    number_result result = {p, 0, 0, p == end ? NUMBER_FAULT_END : NUMBER_FAULT_BYTE};
    return result;
}

/* The grammar. Fills `parts`, returns the end of the number, or the fault. */
static inline number_result parts_find(const char *p, const char *end, number_parts *parts)
{
    parts->fraction = NULL;
    parts->fraction_count = 0;
    parts->exponent = 0;
    parts->integral = true;
    parts->negative = p != end && *p == '-';
    p += parts->negative;
    parts->digits = p;
    if (!digit_at(p, end)) {
        return fault_at(p, end);
    }
    if (*p == '0') {
        p++;
        if (digit_at(p, end)) {
            return fault_at(p, end);
        }
    } else {
        p = digits_skip(p, end);
    }
    parts->digits_count = (size_t)(p - parts->digits);
    if (p != end && *p == '.') {
        parts->integral = false;
        parts->fraction = ++p;
        if (!digit_at(p, end)) {
            return fault_at(p, end);
        }
        p = digits_skip(p, end);
        parts->fraction_count = (size_t)(p - parts->fraction);
    }
    if (p != end && (*p | 0x20) == 'e') {
        parts->integral = false;
        p++;
        bool down = p != end && *p == '-';
        p += p != end && (*p == '-' || *p == '+');
        if (!digit_at(p, end)) {
            return fault_at(p, end);
        }
        int64_t exponent = 0;
        do {
            if (exponent < NUMBER_EXPONENT_LIMIT / 16) {
                exponent = exponent * 10 + (*p - '0');
            }
            p++;
        } while (digit_at(p, end));
        parts->exponent = down ? -exponent : exponent;
    }
    number_result found = {p, 0, parts->integral ? NUMBER_INT64 : NUMBER_DECIMAL,
                           NUMBER_FAULT_NONE};
    return found;
}

/* Big integers, for deciding on which side of a halfway point a long decimal lies.
 *
 * 800 digits and one more that stands for the rest are 2661 bits. What they are compared with is
 * scaled to the same exponent, so it has as many bits when they are close, and 5^1142 * 2^54
 * (2706 bits) bounds it when they are not. Either may be shifted by up to 64 bits more.
 */
#define NUMBER_BIG_DIGITS 800
#define NUMBER_BIG_WORDS 64

typedef struct big {
    unsigned count; /* of words in use; the highest is not 0 */
    uint64_t words[NUMBER_BIG_WORDS];
} big;

static void big_push(big *value, uint64_t word)
{
    if (word != 0 && value->count < NUMBER_BIG_WORDS) {
        value->words[value->count++] = word;
    }
}

static void big_multiply_add(big *value, uint64_t factor, uint64_t carry)
{
    for (unsigned i = 0; i < value->count; i++) {
        wide product = wide_multiply(value->words[i], factor);
        product.low += carry;
        carry = product.high + (product.low < carry);
        value->words[i] = product.low;
    }
    big_push(value, carry);
}

static void big_multiply_power_of_five(big *value, unsigned exponent)
{
    for (; exponent >= 27; exponent -= 27) {
        big_multiply_add(value, UINT64_C(7450580596923828125), 0); /* 5^27 */
    }
    uint64_t rest = 1;
    for (; exponent > 0; exponent--) {
        rest *= 5;
    }
    big_multiply_add(value, rest, 0);
}

static void big_shift_left(big *value, unsigned bits)
{
    unsigned words = bits / 64;
    if (value->count == 0 || words >= NUMBER_BIG_WORDS - value->count) {
        return; /* cannot happen with the sizes above */
    }
    big_multiply_add(value, (uint64_t)1 << bits % 64, 0);
    memmove(value->words + words, value->words, value->count * sizeof value->words[0]);
    memset(value->words, 0, words * sizeof value->words[0]);
    value->count += words;
}

static int big_compare(const big *a, const big *b)
{
    if (a->count != b->count) {
        return a->count < b->count ? -1 : 1;
    }
    for (unsigned i = a->count; i-- > 0;) {
        if (a->words[i] != b->words[i]) {
            return a->words[i] < b->words[i] ? -1 : 1;
        }
    }
    return 0;
}

/* The digits of a number as one row, across the point. */
static inline size_t parts_count(const number_parts *parts)
{
    return parts->digits_count + parts->fraction_count;
}

static inline unsigned parts_digit(const number_parts *parts, size_t i)
{
    return (unsigned)((i < parts->digits_count ? parts->digits[i]
                                               : parts->fraction[i - parts->digits_count]) -
                      '0');
}

static bool parts_any_digit(const number_parts *parts, size_t i)
{
    for (; i < parts_count(parts); i++) {
        if (parts_digit(parts, i) != 0) {
            return true;
        }
    }
    return false;
}

/* Up to `limit` digits from the i-th, at most 19. */
static uint64_t parts_value(const number_parts *parts, size_t i, size_t limit, size_t *taken)
{
    uint64_t value = 0;
    size_t count = 0;
    for (; count < limit && i < parts_count(parts); count++, i++) {
        value = value * 10 + parts_digit(parts, i);
    }
    *taken = count;
    return value;
}

/* Whether the number, whose first significant digit is the i-th, lies below (-1), on (0) or above
 * (1) the point halfway between the double of these bits and the next one up. */
static int halfway_compare(const number_parts *parts, size_t i, uint64_t bits)
{
    big decimal = {0};
    size_t end =
        parts_count(parts) - i > NUMBER_BIG_DIGITS ? i + NUMBER_BIG_DIGITS : parts_count(parts);
    while (i < end) {
        size_t taken;
        uint64_t value = parts_value(parts, i, end - i < 19 ? end - i : 19, &taken);
        uint64_t scale = 1;
        for (size_t n = 0; n < taken; n++) {
            scale *= 10;
        }
        big_multiply_add(&decimal, scale, value);
        i += taken;
    }
    /* The number is decimal * 10^exponent, apart from the digits left out: no halfway point has as
     * many, so that one digit weighs as much as any rest. */
    int64_t exponent =
        parts->exponent - (int64_t)parts->fraction_count + (int64_t)(parts_count(parts) - end);
    if (parts_any_digit(parts, end)) {
        big_multiply_add(&decimal, 10, 1);
        exponent--;
    }

    unsigned biased = (unsigned)(bits >> 52);
    uint64_t significand = bits & (((uint64_t)1 << 52) - 1);
    significand |= (uint64_t)(biased != 0) << 52;
    big halfway = {1, {2 * significand + 1}};
    int64_t halfway_exponent = (int64_t)(biased == 0 ? 1 : biased) - 1075 - 1;

    /* decimal * 5^exponent * 2^exponent against halfway * 2^halfway_exponent */
    if (exponent >= 0) {
        big_multiply_power_of_five(&decimal, (unsigned)exponent);
    } else {
        big_multiply_power_of_five(&halfway, (unsigned)-exponent);
    }
    int64_t shift = halfway_exponent - exponent;
    if (shift >= 0) {
        big_shift_left(&halfway, (unsigned)shift);
    } else {
        big_shift_left(&decimal, (unsigned)-shift);
    }
    return big_compare(&decimal, &halfway);
}

/* The bits of the double nearest to the number, without sign. */
static uint64_t parts_bits(const number_parts *parts)
{
    size_t first = 0;
    while (first < parts_count(parts) && parts_digit(parts, first) == 0) {
        first++;
    }
    size_t taken;
    uint64_t value = parts_value(parts, first, 19, &taken);
    size_t left = parts_count(parts) - first - taken;
    int64_t exponent = parts->exponent - (int64_t)parts->fraction_count + (int64_t)left;
    uint64_t low = number_bits_from_decimal(value, exponent);
    if (left == 0 || !parts_any_digit(parts, first + taken)) {
        return low;
    }
    /* The number lies between value and value + 1, which are closer than two doubles are. */
    if (number_bits_from_decimal(value + 1, exponent) == low) {
        return low;
    }
    int side = halfway_compare(parts, first, low);
    return low + (side > 0 || (side == 0 && (low & 1)));
}

/* Sets kind and bits of an integer. */
static void parts_integer(const number_parts *parts, number_result *result)
{
    result->kind = NUMBER_BIGINT;
    if (parts->digits_count > 20) {
        return;
    }
    size_t taken;
    uint64_t value = parts_value(parts, 0, 19, &taken);
    if (parts->digits_count == 20) {
        unsigned last = parts_digit(parts, 19);
        if (value > (UINT64_MAX - last) / 10) {
            return;
        }
        value = value * 10 + last;
    }
    if (value <= INT64_MAX || (parts->negative && value == (uint64_t)1 << 63)) {
        result->kind = NUMBER_INT64;
        result->bits = parts->negative ? 0 - value : value;
    } else if (!parts->negative) {
        result->kind = NUMBER_UINT64;
        result->bits = value;
    }
}

number_result number_read_checked(const char *p, const char *end)
{
    number_parts parts;
    number_result result = parts_find(p, end, &parts);
    if (result.fault != NUMBER_FAULT_NONE) {
        return result;
    }
    if (parts.integral) {
        parts_integer(&parts, &result);
        return result;
    }
    uint64_t bits = parts_bits(&parts);
    result.kind = NUMBER_DOUBLE;
    result.bits = bits | (uint64_t)parts.negative << 63;
    result.fault = bits == NUMBER_BITS_INFINITY ? NUMBER_FAULT_RANGE : NUMBER_FAULT_NONE;
    return result;
}

number_result number_read_text(const char *p, const char *end)
{
    number_parts parts;
    return parts_find(p, end, &parts);
}
