/* Text to number, by the grammar of RFC 8259, section 6.
 *
 * In: a place in the text where a number should stand, and the text's end. Out: the number and the
 * first byte after it, or a fault and its place. What follows the number is the caller's business.
 * No byte at or after the end is read, nothing is allocated.
 *
 * number_read is inlined into the reader's loop. It takes numbers of usual size with at least
 * NUMBER_AHEAD bytes before the end, eight bytes a step and unchecked; all others, and everything
 * that looks wrong, go to number_read_checked, which starts over and is the specification.
 */
#ifndef FJ_NUMBER_READ_H
#define FJ_NUMBER_READ_H

#include "number.h"
#include "number_decimal.h"
#include "wide.h"

/* No number of at most 19 digits in all, with an exponent of at most 7, makes the unchecked way
 * look further than this: sign, 19 digits, point, "e+", a load of 8. */
#define NUMBER_AHEAD 32

/* What the out-of-line readers return. */
typedef struct number_result {
    const char *next; /* the first byte after the number; of a fault, its place */
    uint64_t bits;    /* INT64 and UINT64: the value; DOUBLE: its bits, sign included */
    uint32_t kind;    /* enum number_kind */
    uint32_t fault; /* enum number_fault_kind; RANGE: next is the end of the number all the same */
} number_result;

number_result number_read_checked(const char *p, const char *end);

/* The grammar alone, for callers that keep the text: INT64 means "an integer" and DECIMAL "with a
 * fraction or an exponent"; bits is 0 and no range is checked. */
number_result number_read_text(const char *p, const char *end);

/* How many of the eight bytes, from the first, are digits. */
static inline unsigned number_digits_count(uint64_t chunk)
{
    /* A carry or borrow crosses only from a byte that is no digit itself: the first one is right.
     */
    uint64_t others =
        ((chunk + UINT64_C(0x4646464646464646)) | (chunk - UINT64_C(0x3030303030303030))) &
        UINT64_C(0x8080808080808080);
    return others == 0 ? 8 : (unsigned)__builtin_ctzll(others) >> 3;
}

/* The value of the first `count` bytes, which are digits: shifted up, so that zeros lead. */
static inline uint64_t number_digits_value(uint64_t chunk, unsigned count)
{
    unsigned half = 4 * (8 - count);
    chunk = (chunk & UINT64_C(0x0f0f0f0f0f0f0f0f)) << half << half; /* twice: 64 is no shift */
    chunk = chunk * 10 + (chunk >> 8);
    const uint64_t mask = UINT64_C(0x000000ff000000ff);
    return (uint32_t)((((chunk & mask) * UINT64_C(0x000f424000000064)) +
                       (((chunk >> 16) & mask) * UINT64_C(0x0000271000000001))) >>
                      32);
}

static inline uint64_t number_power_of_ten(unsigned exponent)
{
    static const uint32_t powers[9] = {1,      10,      100,      1000,     10000,
                                       100000, 1000000, 10000000, 100000000};
    return powers[exponent];
}

static inline const char *number_finish(const char *start, number_result result, number *out,
                                        number_fault *fault)
{
    out->kind = result.kind;
    out->negative =
        result.next != start && *start == '-'; /* else there may be no byte to look at */
    out->uint64 = result.bits;
    out->text = start;
    out->length = (size_t)(result.next - start);
    if (__builtin_expect(result.fault != NUMBER_FAULT_NONE, 0)) {
        fault->kind = result.fault;
        fault->place = result.fault == NUMBER_FAULT_RANGE ? start : result.next;
        return NULL;
    }
    return result.next;
}

/* Returns the first byte after the number, or NULL and the fault. After NUMBER_FAULT_RANGE `out` is
 * filled all the same, with the infinity: a caller that allows it goes on at text + length. */
static inline const char *number_read(const char *p, const char *end, number *out,
                                      number_fault *fault)
{
    const char *start = p;
    if (__builtin_expect((size_t)(end - p) < NUMBER_AHEAD, 0)) {
        goto checked;
    }
    bool negative = *p == '-';
    p += negative;
    const char *digits = p;

    uint64_t chunk = word_load(p);
    unsigned count = number_digits_count(chunk);
    uint64_t value = number_digits_value(chunk, count);
    unsigned total = count;
    p += count;
    if (count == 8) {
        chunk = word_load(p);
        count = number_digits_count(chunk);
        value = value * number_power_of_ten(count) + number_digits_value(chunk, count);
        total += count;
        p += count;
        if (count == 8) {
            chunk = word_load(p);
            count = number_digits_count(chunk);
            value = value * number_power_of_ten(count) + number_digits_value(chunk, count);
            total += count;
            p += count;
        }
    }
    if (__builtin_expect(total == 0 || total > 19 || (*digits == '0' && total > 1), 0)) {
        goto checked;
    }

    int64_t exponent = 0;
    if (*p == '.') {
        const char *fraction = ++p;
        chunk = word_load(p);
        count = number_digits_count(chunk);
        if (__builtin_expect(count == 0, 0)) {
            goto checked;
        }
        value = value * number_power_of_ten(count) + number_digits_value(chunk, count);
        total += count;
        p += count;
        /* At 20 digits the value may have wrapped, and the next load might leave NUMBER_AHEAD. */
        while (count == 8 && total <= 19) {
            chunk = word_load(p);
            count = number_digits_count(chunk);
            value = value * number_power_of_ten(count) + number_digits_value(chunk, count);
            total += count;
            p += count;
        }
        if (__builtin_expect(total > 19, 0)) {
            goto checked;
        }
        exponent = fraction - p;
    } else if ((*p | 0x20) != 'e') {
        if (__builtin_expect(total > 18, 0)) {
            goto checked;
        }
        out->kind = NUMBER_INT64;
        out->negative = negative;
        out->int64 = negative ? -(int64_t)value : (int64_t)value;
        out->text = start;
        out->length = (size_t)(p - start);
        return p;
    }
    if ((*p | 0x20) == 'e') {
        p++;
        bool down = *p == '-';
        p += *p == '-' || *p == '+';
        chunk = word_load(p);
        count = number_digits_count(chunk);
        if (__builtin_expect(count == 0 || count == 8, 0)) {
            goto checked;
        }
        int64_t written = (int64_t)number_digits_value(chunk, count);
        exponent += down ? -written : written;
        p += count;
    }
    uint64_t bits = number_bits_from_decimal(value, exponent);
    out->kind = NUMBER_DOUBLE;
    out->negative = negative;
    out->real = number_double_from_bits(bits | (uint64_t)negative << 63);
    out->text = start;
    out->length = (size_t)(p - start);
    if (__builtin_expect(bits == NUMBER_BITS_INFINITY, 0)) {
        fault->kind = NUMBER_FAULT_RANGE;
        fault->place = start;
        return NULL;
    }
    return p;

checked:
    return number_finish(start, number_read_checked(start, end), out, fault);
}

/* The same without conversion. The kind is NUMBER_INT64 or NUMBER_DECIMAL, to be understood as
 * "an integer" and "with a fraction or an exponent"; the value is 0. Returns as number_read does.
 */
static inline const char *number_scan(const char *p, const char *end, number *out,
                                      number_fault *fault)
{
    return number_finish(p, number_read_text(p, end), out, fault);
}

#endif
