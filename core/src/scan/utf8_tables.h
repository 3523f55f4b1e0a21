/*
 * UTF-8 by three table look-ups (Keiser and Lemire, "Validating UTF-8 In Less Than One Instruction
 * Per Byte", 2020): a byte and the one before it are judged by the high and low half of the one
 * before and the high half of the byte. Each table gives the kinds of faults that its half allows;
 * what all three allow is one. Each table is for sixteen bytes, to be repeated as wide as the
 * machine's look-up is.
 */
#ifndef FASTJSON_SCAN_UTF8_TABLES_H
#define FASTJSON_SCAN_UTF8_TABLES_H

#include <stdint.h>

#define UTF8_TOO_SHORT 0x01  /* 11______ 0_______ or 11______ 11______ */
#define UTF8_TOO_LONG 0x02   /* 0_______ 10______ */
#define UTF8_OVERLONG_3 0x04 /* 11100000 100_____ */
#define UTF8_TOO_LARGE 0x08  /* 11110100 1001____ and above */
#define UTF8_SURROGATE 0x10  /* 11101101 101_____ */
#define UTF8_OVERLONG_2 0x20 /* 1100000_ 10______ */
#define UTF8_OVERLONG_4 0x40 /* 11110000 1000____ */
#define UTF8_LARGE_1000 0x40 /* 11110101 1000____ and above; shares its bit with the one above */
#define UTF8_TWO_CONTS 0x80  /* 10______ 10______: a fault unless a longer sequence is under way */
#define UTF8_CARRY (UTF8_TOO_SHORT | UTF8_TOO_LONG | UTF8_TWO_CONTS)

/* By the high half of the byte before. */
static const uint8_t utf8_table_high[16] = {UTF8_TOO_LONG,
                                            UTF8_TOO_LONG,
                                            UTF8_TOO_LONG,
                                            UTF8_TOO_LONG,
                                            UTF8_TOO_LONG,
                                            UTF8_TOO_LONG,
                                            UTF8_TOO_LONG,
                                            UTF8_TOO_LONG,
                                            UTF8_TWO_CONTS,
                                            UTF8_TWO_CONTS,
                                            UTF8_TWO_CONTS,
                                            UTF8_TWO_CONTS,
                                            UTF8_TOO_SHORT | UTF8_OVERLONG_2,
                                            UTF8_TOO_SHORT,
                                            UTF8_TOO_SHORT | UTF8_OVERLONG_3 | UTF8_SURROGATE,
                                            UTF8_TOO_SHORT | UTF8_TOO_LARGE | UTF8_LARGE_1000 |
                                                UTF8_OVERLONG_4};

/* By its low half. */
static const uint8_t utf8_table_low[16] = {
    UTF8_CARRY | UTF8_OVERLONG_3 | UTF8_OVERLONG_2 | UTF8_OVERLONG_4,
    UTF8_CARRY | UTF8_OVERLONG_2,
    UTF8_CARRY,
    UTF8_CARRY,
    UTF8_CARRY | UTF8_TOO_LARGE,
    UTF8_CARRY | UTF8_TOO_LARGE | UTF8_LARGE_1000,
    UTF8_CARRY | UTF8_TOO_LARGE | UTF8_LARGE_1000,
    UTF8_CARRY | UTF8_TOO_LARGE | UTF8_LARGE_1000,
    UTF8_CARRY | UTF8_TOO_LARGE | UTF8_LARGE_1000,
    UTF8_CARRY | UTF8_TOO_LARGE | UTF8_LARGE_1000,
    UTF8_CARRY | UTF8_TOO_LARGE | UTF8_LARGE_1000,
    UTF8_CARRY | UTF8_TOO_LARGE | UTF8_LARGE_1000,
    UTF8_CARRY | UTF8_TOO_LARGE | UTF8_LARGE_1000,
    UTF8_CARRY | UTF8_TOO_LARGE | UTF8_LARGE_1000 | UTF8_SURROGATE,
    UTF8_CARRY | UTF8_TOO_LARGE | UTF8_LARGE_1000,
    UTF8_CARRY | UTF8_TOO_LARGE | UTF8_LARGE_1000};

/* By the high half of the byte itself. */
static const uint8_t utf8_table_next[16] = {
    UTF8_TOO_SHORT,
    UTF8_TOO_SHORT,
    UTF8_TOO_SHORT,
    UTF8_TOO_SHORT,
    UTF8_TOO_SHORT,
    UTF8_TOO_SHORT,
    UTF8_TOO_SHORT,
    UTF8_TOO_SHORT,
    UTF8_TOO_LONG | UTF8_OVERLONG_2 | UTF8_TWO_CONTS | UTF8_OVERLONG_3 | UTF8_LARGE_1000 |
        UTF8_OVERLONG_4,
    UTF8_TOO_LONG | UTF8_OVERLONG_2 | UTF8_TWO_CONTS | UTF8_OVERLONG_3 | UTF8_TOO_LARGE,
    UTF8_TOO_LONG | UTF8_OVERLONG_2 | UTF8_TWO_CONTS | UTF8_SURROGATE | UTF8_TOO_LARGE,
    UTF8_TOO_LONG | UTF8_OVERLONG_2 | UTF8_TWO_CONTS | UTF8_SURROGATE | UTF8_TOO_LARGE,
    UTF8_TOO_SHORT,
    UTF8_TOO_SHORT,
    UTF8_TOO_SHORT,
    UTF8_TOO_SHORT};

#endif
