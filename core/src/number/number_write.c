/* Double to text: the shortest digits that round-trip, the nearest to the value when several do.
 *
 * The digits are found by Schubfach: R. Giulietti, "The Schubfach way to render doubles" (2020).
 * The usual way needs one product of it in 128 bits, and is left where these bits cannot tell; the
 * exact way decides then. The digits are laid out from registers, whole words at a time. In: finite
 * doubles. Integer arithmetic only.
 */
#include "number_write.h"

#include "number_sixteen.h"
#include "powers.h"

/* (tens * 10 + unit) * 10^exponent */
typedef struct decimal {
    uint64_t tens;
    uint64_t unit;
    int exponent;
} decimal;

/* The upper two words of 192 bits, the third having been looked at for its carry. */
typedef struct fixed {
    uint64_t whole;
    uint64_t part;
} fixed;

/* To the next odd integer when something is left over; the paper shows that up to one unit of the
 * second word comes from the power's own rounding. */
static inline uint64_t fixed_round_to_odd(fixed value)
{
    return value.whole | (value.part > 1);
}

/* Without a branch: what the choices here depend on cannot be foreseen. */
static inline uint64_t choose(bool condition, uint64_t a, uint64_t b)
{
    return b ^ ((a ^ b) & (0 - (uint64_t)condition));
}

static inline void power_rounded_up(int exponent, uint64_t *high, uint64_t *low)
{
    const uint64_t *power = number_powers[exponent - NUMBER_POWER_SMALLEST];
    *high = power[0];
    *low = power[1] + (exponent < -27 || exponent > 55); /* the others are already: see powers.h */
}

/* The paper's way, for all doubles but zero. It has three products where this has one: the bounds
 * of the rounding interval differ from the value by the power itself, shifted, so that an exact sum
 * gives the same 192 bits. */
static decimal decimal_exact(uint64_t fraction, unsigned biased)
{
    uint64_t c = biased == 0 ? fraction : fraction | (uint64_t)1 << 52;
    int q = (int)(biased == 0 ? 1 : biased) - 1075;
    /* Below a power of two the neighbour is only half as far away. */
    bool irregular = fraction == 0 && biased > 1;

    /* floor(log10(2^q)), of 3/4 of it when irregular; log2(10^-k) */
    int k = (q * 1262611 - (irregular ? 524031 : 0)) >> 22;
    int h = q + ((-k * 1741647) >> 19) + 1;
    uint64_t high, low;
    power_rounded_up(-k, &high, &low);

    /* value = power * 4c * 2^h, above its lowest 128 - 64 bits */
    uint64_t c4 = c << (h + 2);
    wide upper = wide_multiply(high, c4);
    wide lower = wide_multiply(low, c4);
    fixed value = {upper.high, upper.low + lower.high};
    value.whole += value.part < lower.high;

    /* Half the distance to the neighbours: power * 2 * 2^h, and half of that below if irregular. */
    unsigned shift = (unsigned)h + 1;
    fixed half = {high >> (64 - shift), high << shift | low >> (64 - shift)};
    uint64_t half_rest = low << shift;
    unsigned below_shift = shift - irregular;
    fixed half_below = {high >> (64 - below_shift),
                        high << below_shift | low >> (64 - below_shift)};
    uint64_t below_rest = low << below_shift;

    fixed top;
    uint64_t rest = lower.low + half_rest;
    uint64_t carry = rest < half_rest;
    top.part = value.part + half.part;
    top.whole = value.whole + half.whole + (top.part < half.part);
    top.part += carry;
    top.whole += top.part < carry;

    fixed bottom;
    uint64_t borrow = lower.low < below_rest;
    bottom.part = value.part - half_below.part;
    bottom.whole = value.whole - half_below.whole - (value.part < half_below.part);
    bottom.whole -= bottom.part < borrow;
    bottom.part -= borrow;

    uint64_t odd = c & 1;
    uint64_t v = fixed_round_to_odd(value);
    uint64_t least = fixed_round_to_odd(bottom) + odd;
    uint64_t most = fixed_round_to_odd(top) - odd;

    uint64_t s = v >> 2;
    uint64_t tens = s / 10;
    bool tens_below = least <= 40 * tens;
    bool tens_above = 40 * tens + 40 <= most;
    if (tens_below != tens_above && s >= 10) {
        decimal result = {tens + tens_above, 0, k};
        return result;
    }
    bool unit_below = least <= 4 * s;
    bool unit_above = 4 * s + 4 <= most;
    uint64_t middle = 4 * s + 2;
    bool nearer_above = v > middle || (v == middle && (s & 1));
    s += unit_below != unit_above ? unit_above : nearer_above;
    decimal result = {s / 10, s % 10, k};
    return result;
}

/* The same with 60 to 64 bits of fraction, for normal doubles that are not powers of two. False:
 * these bits do not tell. */
static inline bool decimal_shortest(uint64_t fraction, unsigned biased, decimal *result)
{
    int q = (int)biased - 1075;
    int k = (q * 1262611) >> 22;
    int h = q + ((-k * 1741647) >> 19) + 1; /* 1 to 4 */
    uint64_t high, low;
    power_rounded_up(-k, &high, &low);

    /* value = s + part / 2^64, in units of 10^k; the distance to each neighbour is 1 to 10 units */
    uint64_t c = (fraction | (uint64_t)1 << 52) << h;
    wide product = wide_multiply(high, c);
    uint64_t part = wide_multiply(low, c).high + product.low;
    uint64_t s = product.high + (part < product.low);

    /* In units of 2^-60: how far it is above a multiple of ten, and half the distance of doubles.
     * At most one multiple of ten is as near as that. */
    const uint64_t ten = UINT64_C(10) << 60;
    uint64_t tens = s / 10;
    uint64_t unit = s - 10 * tens;
    uint64_t above = unit << 60 | part >> 4;
    uint64_t half = high >> (5 - h);
    bool down = above < half;
    bool up = above + half > ten;
    /* Each of these may be off by two: so near to even, the exact way decides. */
    bool near = (above - half + 4 <= 8) | (above + half - ten + 4 <= 8) |
                (!(down | up) & (part - ((uint64_t)1 << 63) + 4 <= 8));
    /* Rounded to 10 the unit would be so near to the next ten that `up` holds. */
    result->tens = tens + up;
    result->unit = choose(down | up, 0, unit + (part >> 63));
    result->exponent = k;
    return !near;
}

/* The bytes of a word below the n-th, n in 0..7. */
static inline uint64_t word_mask(unsigned n)
{
    return ((uint64_t)1 << 8 * n) - 1;
}

/* Puts a point before the n-th byte; the last byte falls off. */
static inline uint64_t word_insert_point(uint64_t word, unsigned n)
{
    uint64_t mask = word_mask(n);
    return (word & mask) | (uint64_t)'.' << 8 * n | (word & ~mask) << 8;
}

/* 10^15, the least number of 16 digits. */
#define TENS_LEAST UINT64_C(1000000000000000)

/* 17 significant digits as text; `count` of them are not trailing zeros. */
typedef struct digit_text {
    sixteen digits;
    char last;
    unsigned count;
} digit_text;

/* `tens` has 16 digits. */
static inline digit_text digit_text_make(uint64_t tens, uint64_t unit)
{
    digit_text text = {sixteen_make(tens), (char)('0' + unit), 0};
    text.count = (unsigned)choose(unit != 0, 17, text.digits.count);
    return text;
}

static inline void digit_text_store(char *out, digit_text text)
{
    word_store(out, text.digits.high);
    word_store(out + 8, text.digits.low);
    out[16] = text.last;
}

/* Stores the digits with a point after the first `point`, 1 to 16: all where they stand after the
 * point, then a word with the point over them. */
static inline void digit_text_store_pointed(char *out, digit_text text, unsigned point)
{
    digit_text_store(out + 1, text);
    if (__builtin_expect(point < 8, 1)) {
        word_store(out, word_insert_point(text.digits.high, point));
        return;
    }
    word_store(out, text.digits.high);
    if (point < 16) {
        word_store(out + 8, word_insert_point(text.digits.low, point - 8));
    } else {
        word_store(out + 8, text.digits.low);
        out[16] = '.';
    }
}

/* 0.digits * 10^point in decimal or exponent layout. */
static inline char *write_digits(char *out, digit_text text, int point, bool point_zero)
{
    if (point > 0 && point < (int)text.count) {
        digit_text_store_pointed(out, text, (unsigned)point);
        return out + text.count + 1;
    }
    if (point > 0 && point <= 21) {
        digit_text_store(out, text);
        memcpy(out + 17, "0000", 4);
        out += point;
        memcpy(out, ".0", 2);
        return out + (point_zero ? 2 : 0);
    }
    if (point <= 0 && point > -6) {
        memcpy(out, "0.000000", 8);
        out += 2 - point;
        digit_text_store(out, text);
        return out + text.count;
    }
    digit_text_store_pointed(out, text, 1);
    out += text.count == 1 ? 1 : 1 + text.count;
    int exponent = point - 1;
    *out++ = 'e';
    *out++ = exponent < 0 ? '-' : '+';
    return number_write_uint64(out, (uint64_t)(exponent < 0 ? -exponent : exponent));
}

static inline char *write_decimal(char *out, decimal value, bool point_zero)
{
    /* Of the 17 digits that normal numbers have here, the first may be missing. */
    bool fewer = value.tens < TENS_LEAST;
    uint64_t tens = choose(fewer, value.tens * 10 + value.unit, value.tens);
    uint64_t unit = choose(fewer, 0, value.unit);
    return write_digits(out, digit_text_make(tens, unit), value.exponent + 17 - fewer, point_zero);
}

/* Called last and apart, so that the usual way has nothing to save. */
static __attribute__((noinline)) char *write_exact(char *out, uint64_t fraction, unsigned biased,
                                                   bool point_zero)
{
    decimal value = decimal_exact(fraction, biased);
    while (value.tens < TENS_LEAST) { /* subnormal numbers may have a single digit */
        value.tens = value.tens * 10 + value.unit;
        value.unit = 0;
        value.exponent--;
    }
    return write_decimal(out, value, point_zero);
}

static __attribute__((noinline)) char *write_zero(char *out, bool negative, bool point_zero)
{
    out += negative && point_zero; /* the sign is there already */
    memcpy(out, "0.0", 3);
    return out + (point_zero ? 3 : 1);
}

char *number_write_double(char *out, double value, bool point_zero)
{
    uint64_t bits = number_bits_from_double(value);
    bool negative = bits >> 63;
    unsigned biased = bits >> 52 & 0x7ff;
    uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);

    *out = '-';
    if (bits << 1 == 0) {
        return write_zero(out, negative, point_zero);
    }
    out += negative;
    /* An integer below 2^53 is its own shortest text. */
    unsigned shift = 1075 - biased;
    if (shift <= 52) {
        uint64_t c = fraction | (uint64_t)1 << 52;
        if ((c & (((uint64_t)1 << shift) - 1)) == 0) {
            out = number_write_uint64(out, c >> shift);
            memcpy(out, ".0", 2);
            return out + (point_zero ? 2 : 0);
        }
    }
    decimal shortest;
    if (__builtin_expect(fraction == 0 || biased == 0, 0) ||
        __builtin_expect(!decimal_shortest(fraction, biased, &shortest), 0)) {
        return write_exact(out, fraction, biased, point_zero);
    }
    return write_decimal(out, shortest, point_zero);
}
