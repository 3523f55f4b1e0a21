/* The number: what the text of a JSON number means, and the faults that such a text can have.
 *
 * Text goes in at number_read.h, comes out as a `number`; number_write.h is the way back; bigint.h
 * converts integers beyond 64 bits. All of it is integer arithmetic: neither the rounding mode nor
 * flushing of subnormals nor the locale changes a bit, and nothing here allocates.
 */
#ifndef FJ_NUMBER_NUMBER_H
#define FJ_NUMBER_NUMBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum number_kind {
    NUMBER_INT64,   /* an integer in int64's range: `int64` */
    NUMBER_UINT64,  /* an integer above INT64_MAX, up to UINT64_MAX: `uint64` */
    NUMBER_BIGINT,  /* an integer beyond both: its text only */
    NUMBER_DOUBLE,  /* a number with a fraction or an exponent, correctly rounded: `real` */
    NUMBER_DECIMAL, /* such a number, not converted: its text only */
};

enum number_fault_kind {
    NUMBER_FAULT_NONE,
    NUMBER_FAULT_END,   /* the text ends inside the number; place: where it ends */
    NUMBER_FAULT_BYTE,  /* place: the first byte that no number could have there */
    NUMBER_FAULT_RANGE, /* rounds beyond the largest double; place: the number's first byte */
};

typedef struct number {
    uint32_t kind; /* enum number_kind */
    bool negative; /* begins with '-'; so "-0" is int64 0 and negative */
    union {
        int64_t int64;
        uint64_t uint64;
        double real;
    };
    const char *text; /* the number as it stands in the text, sign included */
    size_t length;    /* of an integer without its sign: the number of digits */
} number;

typedef struct number_fault {
    uint32_t kind; /* enum number_fault_kind */
    const char *place;
} number_fault;

static inline double number_double_from_bits(uint64_t bits)
{
    double real;
    memcpy(&real, &bits, sizeof real);
    return real;
}

static inline uint64_t number_bits_from_double(double real)
{
    uint64_t bits;
    memcpy(&bits, &real, sizeof bits);
    return bits;
}

/* The double nearest to an integer, ties to even. A conversion by the processor would follow the
 * rounding mode above 2^53. */
static inline double number_double_from_uint64(uint64_t value)
{
    if (value < (uint64_t)1 << 53) {
        return (double)value;
    }
    unsigned shift = 11 - (unsigned)__builtin_clzll(value); /* 1..11: bits beyond 53 */
    uint64_t rest = value & (((uint64_t)1 << shift) - 1);
    uint64_t half = (uint64_t)1 << (shift - 1);
    uint64_t significand = value >> shift;
    significand += rest > half || (rest == half && (significand & 1));
    /* A carry out of the significand lands in the exponent, which is right. */
    return number_double_from_bits(((uint64_t)(1023 + 51 + shift) << 52) + significand);
}

static inline double number_double_from_int64(int64_t value)
{
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    uint64_t bits = number_bits_from_double(number_double_from_uint64(size));
    return number_double_from_bits(bits | (uint64_t)(value < 0) << 63);
}

#endif
