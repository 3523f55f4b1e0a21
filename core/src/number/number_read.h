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

/* Eight bytes of the text. */
typedef struct number_chunk {
    uint64_t digits; /* the values of the bytes, where they are digits, up to the first other one */
    uint64_t others; /* the top bit of each byte that is no digit, right up to the first of them */
} number_chunk;

static inline number_chunk number_chunk_load(const char *p)
{
    /* Carries and borrows cross only from a byte that is no digit itself, to those above it. */
    uint64_t word = word_load(p);
    number_chunk chunk;
    chunk.digits = word - UINT64_C(0x3030303030303030);
    chunk.others =
        ((word + UINT64_C(0x4646464646464646)) | chunk.digits) & UINT64_C(0x8080808080808080);
    return chunk;
}

/* The value of eight digits, the leading one lowest: pairs, then fours, then all. */
static inline uint64_t number_chunk_value(uint64_t digits)
{
    const uint64_t mask = UINT64_C(0x000000ff000000ff);
    digits = digits * 10 + (digits >> 8);
    return (((digits & mask) * UINT64_C(0x000f424000000064)) +
            (((digits >> 16) & mask) * UINT64_C(0x0000271000000001))) >>
           32;
}

/* The digits before the first other byte, 0 to 7 of them; `others` is not 0. */
static inline unsigned number_chunk_count(uint64_t others)
{
    return (unsigned)__builtin_ctzll(others) >> 3;
}

/* Their value: shifted up, so that zeros lead. Twice, as a shift by 64 is none. */
static inline uint64_t number_chunk_part(uint64_t digits, unsigned count)
{
    return number_chunk_value(digits << 8 << (8 * (7 - count)));
}

/* Of a count of digits read at once. */
static const uint64_t number_powers_of_ten[17] = {1,
                                                  10,
                                                  100,
                                                  1000,
                                                  10000,
                                                  100000,
                                                  1000000,
                                                  10000000,
                                                  100000000,
                                                  1000000000,
                                                  10000000000,
                                                  100000000000,
                                                  1000000000000,
                                                  10000000000000,
                                                  100000000000000,
                                                  1000000000000000,
                                                  10000000000000000};

static inline uint64_t number_power_of_ten(unsigned exponent)
{
    return number_powers_of_ten[exponent];
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

#define NUMBER_READ number_read
#define NUMBER_TARGET
#include "number/number_read_body.h"

/* The first byte after a number of at most eighteen digits before and after the point, without an
 * exponent, which is within any range; NULL: it is another one, or none. */
static inline __attribute__((always_inline)) const char *number_pass(const char *p, const char *end)
{
    if (__builtin_expect((size_t)(end - p) < 2 * NUMBER_AHEAD, 0)) {
        return NULL;
    }
    p += *p == '-';
    const char *const digits = p;
    number_chunk chunk = number_chunk_load(p);
    const bool zero_leads = (chunk.digits & 0xff) == 0;
    if (chunk.others == 0) {
        p += 8;
        chunk = number_chunk_load(p);
        if (chunk.others == 0) {
            p += 8;
            chunk = number_chunk_load(p);
        }
    }
    if (__builtin_expect(chunk.others == 0, 0)) {
        return NULL;
    }
    p += number_chunk_count(chunk.others);
    if (__builtin_expect(p == digits || (zero_leads && p - digits > 1), 0)) {
        return NULL;
    }
    if (*p == '.') {
        const char *const fraction = ++p;
        chunk = number_chunk_load(p);
        if (chunk.others == 0) {
            p += 8;
            chunk = number_chunk_load(p);
            if (chunk.others == 0) {
                p += 8;
                chunk = number_chunk_load(p);
            }
        }
        if (__builtin_expect(chunk.others == 0, 0)) {
            return NULL;
        }
        p += number_chunk_count(chunk.others);
        if (__builtin_expect(p == fraction, 0)) {
            return NULL;
        }
    } else if (__builtin_expect(p - digits > 18, 0)) {
        return NULL;
    }
    return __builtin_expect((*p | 0x20) == 'e', 0) ? NULL : p;
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
