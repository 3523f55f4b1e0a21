/* Integers of any size: both ways, against long division on the decimal digits themselves.
 *
 *   test_number_bigint [count of random integers]
 */
#include "check.h"
#include "exact.h"
#include "guard.h"

#include "number/bigint.h"

#include <inttypes.h>

/* The hexadecimal digits of a decimal text, by dividing it by 16 until nothing is left. */
static size_t hex_by_division(const char *decimal, size_t length, char *hex)
{
    static unsigned char digits[8192];
    size_t start = 0, count = 0;
    for (size_t i = 0; i < length; i++) {
        digits[i] = (unsigned char)(decimal[i] - '0');
    }
    do {
        unsigned rest = 0;
        for (size_t i = start; i < length; i++) {
            rest = rest * 10 + digits[i];
            digits[i] = (unsigned char)(rest / 16);
            rest %= 16;
        }
        hex[count++] = "0123456789abcdef"[rest];
        while (start < length && digits[start] == 0) {
            start++;
        }
    } while (start < length);
    for (size_t i = 0; i < count / 2; i++) {
        char other = hex[i];
        hex[i] = hex[count - 1 - i];
        hex[count - 1 - i] = other;
    }
    return count;
}

/* Memory of exactly the size that the library asks for, up to an unmapped page. */
static guard work_memory, out_memory;

static uint64_t *work_of(size_t words)
{
    return (uint64_t *)(void *)(work_memory.end - words * sizeof(uint64_t));
}

static void check_both_ways(const char *decimal, size_t length)
{
    static char hex[8192];
    size_t hex_length = hex_by_division(decimal, length, hex);

    size_t words = bigint_words_bound_decimal(length);
    uint64_t *work = work_of(words);
    char *out = out_memory.end - bigint_hex_bound(words);
    size_t got = bigint_hex_from_decimal(decimal, length, work, out);
    CHECK(got == hex_length && memcmp(out, hex, got) == 0, "%.*s (%zu digits): %.*s",
          (int)(length < 80 ? length : 80), decimal, length, (int)(got < 80 ? got : 80), out);

    size_t leading = 0;
    while (leading + 1 < length && decimal[leading] == '0') {
        leading++;
    }
    words = bigint_words_bound_hex(hex_length);
    work = work_of(words);
    out = out_memory.end - bigint_decimal_bound(words);
    got = bigint_decimal_from_hex(hex, hex_length, work, out);
    CHECK(got == length - leading && memcmp(out, decimal + leading, got) == 0,
          "%.*s (%zu digits): %.*s", (int)(length < 80 ? length : 80), decimal, length,
          (int)(got < 80 ? got : 80), out);
}

static void test_every_length(uint64_t *seed, long count)
{
    static char decimal[8192];
    for (size_t length = 1; length <= 400; length++) {
        memset(decimal, '9', length);
        check_both_ways(decimal, length);
        memset(decimal, '0', length);
        check_both_ways(decimal, length); /* leading zeros are read, never written */
        decimal[0] = '1';
        check_both_ways(decimal, length);
        decimal[length - 1] = '1';
        check_both_ways(decimal, length);
    }
    for (long i = 0; i < count; i++) {
        size_t length = 1 + exact_random(seed) % 300;
        for (size_t n = 0; n < length; n++) {
            decimal[n] = (char)('0' + exact_random(seed) % 10);
        }
        check_both_ways(decimal, length);
    }
    for (size_t length = 4299; length <= 4301; length++) {
        for (size_t n = 0; n < length; n++) {
            decimal[n] = (char)('1' + exact_random(seed) % 9);
        }
        check_both_ways(decimal, length);
    }
}

/* Powers of two and their neighbours: words that are all ones, or all zeros. */
static void test_powers_of_two(void)
{
    static exact value;
    static char decimal[EXACT_WORDS * 10 + 1];
    for (unsigned bits = 0; bits < 1000; bits++) {
        exact_set(&value, 1);
        exact_multiply_power(&value, 2, bits);
        exact_print(value, decimal);
        size_t length = strlen(decimal);
        check_both_ways(decimal, length);
        decimal[length - 1]--; /* no power of two ends in 0 */
        check_both_ways(decimal, length);
        decimal[length - 1] = (char)(decimal[length - 1] + 2);
        check_both_ways(decimal, length);
    }
}

static void test_words_are_lowest_first(void)
{
    uint64_t words[4];
    char out[64];
    size_t count = bigint_words_from_decimal("340282366920938463481821351505477763073", 39, words);
    CHECK(count == 3 && words[0] == 1 && words[1] == 1 && words[2] == 1, "2^128 + 2^64 + 1: %zu",
          count);
    size_t length = bigint_hex_from_words(words, count, out);
    CHECK_TEXT(out, length, "100000000000000010000000000000001");
    words[3] = 0; /* words may lead with zeros */
    length = bigint_decimal_from_words(words, 4, out);
    CHECK_TEXT(out, length, "340282366920938463481821351505477763073");
    CHECK(bigint_words_from_decimal("0000", 4, words) == 0, "zero");
    CHECK(bigint_words_from_hex("0000000000000000000000", 22, words) == 0, "zero");
    length = bigint_decimal_from_words(words, 0, out);
    CHECK_TEXT(out, length, "0");
    length = bigint_hex_from_words(words, 0, out);
    CHECK_TEXT(out, length, "0");
    count = bigint_words_from_hex("DeadBEEF00000000000000000", 25, words);
    CHECK(count == 2 && words[0] == 0 && words[1] == UINT64_C(0xdeadbeef0), "%zu", count);
}

static void test_what_is_no_digit_is_refused(void)
{
    uint64_t words[8];
    for (int byte = 0; byte < 256; byte++) {
        bool decimal = byte >= '0' && byte <= '9';
        bool hex = decimal || (byte >= 'a' && byte <= 'f') || (byte >= 'A' && byte <= 'F');
        for (int place = 0; place < 40; place++) {
            char text[40];
            memset(text, '1', sizeof text);
            text[place] = (char)byte;
            CHECK((bigint_words_from_decimal(text, 40, words) == SIZE_MAX) == !decimal,
                  "byte %d at %d", byte, place);
            CHECK((bigint_words_from_hex(text, 40, words) == SIZE_MAX) == !hex, "byte %d at %d",
                  byte, place);
        }
    }
    CHECK(bigint_words_from_decimal("", 0, words) == SIZE_MAX, "no digits");
    CHECK(bigint_words_from_hex("", 0, words) == SIZE_MAX, "no digits");
}

static void test_bounds_do_not_wrap(void)
{
    CHECK(bigint_words_bound_decimal(SIZE_MAX) >= SIZE_MAX / 20, "words");
    CHECK(bigint_words_bound_hex(SIZE_MAX) >= SIZE_MAX / 16, "words");
    CHECK(bigint_decimal_bound(SIZE_MAX) == SIZE_MAX, "decimal digits");
    CHECK(bigint_hex_bound(SIZE_MAX) == SIZE_MAX, "hexadecimal digits");
    for (size_t words = 1; words != 0; words *= 2) {
        CHECK(bigint_decimal_bound(words) >= words, "%zu words", words);
        CHECK(bigint_hex_bound(words) >= words, "%zu words", words);
    }
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : 2000;
    uint64_t seed = UINT64_C(0x2545f4914f6cdd1d) + (uint64_t)count;
    work_memory = guard_make(8192);
    out_memory = guard_make(16384);
    test_words_are_lowest_first();
    test_what_is_no_digit_is_refused();
    test_bounds_do_not_wrap();
    test_powers_of_two();
    test_every_length(&seed, count);
    guard_free(&work_memory);
    guard_free(&out_memory);
    return check_finish();
}
