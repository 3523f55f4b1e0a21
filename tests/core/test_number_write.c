/* Number to text: what the writer promises, against the tests' own exact arithmetic (exact.h).
 *
 *   test_number_write [count of random values]
 */
#include "check.h"
#include "environment.h"
#include "exact.h"
#include "guard.h"

#include "number/number_read.h"
#include "number/number_sixteen.h"
#include "number/number_write.h"

#include <inttypes.h>

static guard memory;

/* Writes into NUMBER_TEXT_MAX bytes that end at an unmapped page; copies the text out. */
static size_t write_double(uint64_t bits, bool point_zero, char *text)
{
    char *out = memory.end - NUMBER_TEXT_MAX;
    memset(out - 8, '#', NUMBER_TEXT_MAX + 8);
    char *end = number_write_double(out, number_double_from_bits(bits), point_zero);
    size_t length = (size_t)(end - out);
    memcpy(text, out, length);
    text[length] = 0;
    CHECK(memcmp(out - 8, "########", 8) == 0, "%s: wrote before its memory", text);
    return length;
}

static void test_layout(void)
{
    static const struct {
        double value;
        const char *pointed; /* with point_zero */
        const char *plain;
    } cases[] = {
        {0.0, "0.0", "0"},
        {-0.0, "-0.0", "0"},
        {1.0, "1.0", "1"},
        {-1.0, "-1.0", "-1"},
        {10.0, "10.0", "10"},
        {123456.0, "123456.0", "123456"},
        {0.1, "0.1", "0.1"},
        {-0.5, "-0.5", "-0.5"},
        {1.5, "1.5", "1.5"},
        {8.3, "8.3", "8.3"},
        {44.411101, "44.411101", "44.411101"},
        {0.30000000000000004, "0.30000000000000004", "0.30000000000000004"},
        {1.9999999999999996, "1.9999999999999996", "1.9999999999999996"},
        {0.9999999999999994, "0.9999999999999994", "0.9999999999999994"},
        {-65.613616999999977, "-65.61361699999998", "-65.61361699999998"},
        {43.420273000000009, "43.42027300000001", "43.42027300000001"},
        {1494506397.4445422, "1494506397.4445422", "1494506397.4445422"},
        {-148102320.5172414, "-148102320.5172414", "-148102320.5172414"},
        {30.896298939813246, "30.896298939813246", "30.896298939813246"},
        {1234567890123456.7, "1234567890123456.8", "1234567890123456.8"},
        {123456789012345.67, "123456789012345.67", "123456789012345.67"},
        {12345678.901234567, "12345678.901234567", "12345678.901234567"},
        {1234567.8901234567, "1234567.8901234567", "1234567.8901234567"},
        {4503599627370495.5, "4503599627370495.5", "4503599627370495.5"},
        {9007199254740991.0, "9007199254740991.0", "9007199254740991"},
        {9007199254740992.0, "9007199254740992.0", "9007199254740992"},
        {9007199254740994.0, "9007199254740994.0", "9007199254740994"},
        {1e15, "1000000000000000.0", "1000000000000000"},
        {1e16, "10000000000000000.0", "10000000000000000"},
        {1e17, "100000000000000000.0", "100000000000000000"},
        {11111111111111112.0, "11111111111111112.0", "11111111111111112"},
        {123456789012345680.0, "123456789012345680.0", "123456789012345680"},
        {1e20, "100000000000000000000.0", "100000000000000000000"},
        {123456789012345680000.0, "123456789012345680000.0", "123456789012345680000"},
        {999999999999999900000.0, "999999999999999900000.0", "999999999999999900000"},
        {1e21, "1e+21", "1e+21"},
        {-1.2345e21, "-1.2345e+21", "-1.2345e+21"},
        {1e22, "1e+22", "1e+22"},
        {1e23, "1e+23", "1e+23"},
        {2e34, "2e+34", "2e+34"},
        {1e100, "1e+100", "1e+100"},
        {0.01, "0.01", "0.01"},
        {0.001, "0.001", "0.001"},
        {0.0001, "0.0001", "0.0001"},
        {0.00001, "0.00001", "0.00001"},
        {1e-6, "0.000001", "0.000001"},
        {-1.2345678901234567e-6, "-0.0000012345678901234567", "-0.0000012345678901234567"},
        {9.999999999999997e-7, "9.999999999999997e-7", "9.999999999999997e-7"},
        {1e-7, "1e-7", "1e-7"},
        {1.5e-7, "1.5e-7", "1.5e-7"},
        {1e-10, "1e-10", "1e-10"},
        {-4.9146330958076294e-46, "-4.914633095807629e-46", "-4.914633095807629e-46"},
        {-1.4659621844640452e+278, "-1.465962184464045e+278", "-1.465962184464045e+278"},
        {-1.2345678901234567e-300, "-1.2345678901234568e-300", "-1.2345678901234568e-300"},
        {1.7976931348623157e308, "1.7976931348623157e+308", "1.7976931348623157e+308"},
        {2.2250738585072014e-308, "2.2250738585072014e-308", "2.2250738585072014e-308"},
        {2.225073858507201e-308, "2.225073858507201e-308", "2.225073858507201e-308"},
        {5e-324, "5e-324", "5e-324"},
        {1e-323, "1e-323", "1e-323"},
        {9.5367431640625e-7, "9.5367431640625e-7", "9.5367431640625e-7"}, /* 2^-20 */
        {9007199254740993e3, "9007199254740993000.0", "9007199254740993000"},
        {5e22, "5e+22", "5e+22"},
        {9.5e-3, "0.0095", "0.0095"},
        {2e-44, "2e-44", "2e-44"},
    };
    char text[NUMBER_TEXT_MAX + 1];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t bits = number_bits_from_double(cases[i].value);
        size_t length = write_double(bits, true, text);
        CHECK_TEXT(text, length, cases[i].pointed);
        length = write_double(bits, false, text);
        CHECK_TEXT(text, length, cases[i].plain);
    }
}

/* The significant digits of a text, without zeros at either end, as an integer; and its power. */
static uint64_t digits_of(const char *text, int *power)
{
    uint64_t digits = 0;
    int e = 0, zeros = 0;
    bool fraction = false;
    for (; *text != 0 && *text != 'e'; text++) {
        if (*text == '.') {
            fraction = true;
        } else if (*text != '-') {
            e -= fraction;
            if (*text == '0') {
                zeros++;
                continue;
            }
            for (; zeros > 0; zeros--) {
                digits *= 10;
            }
            digits = digits * 10 + (unsigned)(*text - '0');
        }
    }
    *power = e + zeros + (*text == 'e' ? (int)strtol(text + 1, NULL, 10) : 0);
    return digits;
}

static bool rounds_to(uint64_t digits, int power, uint64_t bits)
{
    static exact value;
    exact_set(&value, digits);
    return exact_rounds_to(&value, power, bits);
}

/* digits * 10^power against the double itself. */
static int compare_to(uint64_t digits, int power, uint64_t bits)
{
    static exact value;
    exact_set(&value, digits);
    return exact_compare_scaled(&value, power, exact_significand(bits), exact_exponent(bits));
}

/* Proves for one finite double, not zero: the text means it, no shorter one does, and of those that
 * are as short it is the nearest; and that the layout is the one of its value. */
static void check_shortest(uint64_t bits)
{
    char text[NUMBER_TEXT_MAX + 1], plain[NUMBER_TEXT_MAX + 1];
    size_t length = write_double(bits, true, text);
    size_t plain_length = write_double(bits, false, plain);
    uint64_t positive = bits & INT64_MAX;
    CHECK((text[0] == '-') == bits >> 63, "%016" PRIx64 ": %s", bits, text);

    int power;
    uint64_t digits = digits_of(text, &power);
    CHECK(rounds_to(digits, power, positive), "%016" PRIx64 ": %s", bits, text);

    /* One digit less: the neighbours of the value are within one of the cut digits. */
    if (digits >= 10) {
        for (uint64_t shorter = digits / 10 - 1; shorter <= digits / 10 + 1; shorter++) {
            CHECK(!rounds_to(shorter, power + 1, positive),
                  "%016" PRIx64 ": %s, but %" PRIu64 "e%d is shorter", bits, text, shorter,
                  power + 1);
        }
    }
    /* The same number of digits: nearer than each other one that would do. */
    if (rounds_to(digits + 1, power, positive)) {
        int side = compare_to(10 * digits + 5, power - 1, positive);
        CHECK(side > 0 || (side == 0 && digits % 2 == 0),
              "%016" PRIx64 ": %s, but the next one up is nearer", bits, text);
    }
    if (rounds_to(digits - 1, power, positive)) {
        int side = compare_to(10 * digits - 5, power - 1, positive);
        CHECK(side < 0 || (side == 0 && digits % 2 == 0),
              "%016" PRIx64 ": %s, but the next one down is nearer", bits, text);
    }

    /* The layout, built here from the digits by the steps of Number::toString. */
    char s[24], expected[64];
    int k = snprintf(s, sizeof s, "%" PRIu64, digits), n = k + power;
    char *sign = bits >> 63 ? "-" : "";
    bool integral = false;
    if (k <= n && n <= 21) {
        snprintf(expected, sizeof expected, "%s%s%.*s", sign, s, n - k, "000000000000000000000");
        integral = true;
    } else if (0 < n && n <= 21) {
        snprintf(expected, sizeof expected, "%s%.*s.%s", sign, n, s, s + n);
    } else if (-6 < n && n <= 0) {
        snprintf(expected, sizeof expected, "%s0.%.*s%s", sign, -n, "000000", s);
    } else {
        snprintf(expected, sizeof expected, "%s%c%s%se%+d", sign, s[0], k > 1 ? "." : "", s + 1,
                 n - 1);
    }
    CHECK_TEXT(plain, plain_length, expected);
    if (integral) {
        strcat(expected, ".0");
    }
    CHECK_TEXT(text, length, expected);

    number value;
    number_fault fault;
    const char *start = guard_text(&memory, text, length);
    const char *next = number_read(start, memory.end, &value, &fault);
    CHECK(next == memory.end && value.kind == NUMBER_DOUBLE &&
              number_bits_from_double(value.real) == bits,
          "%016" PRIx64 ": %s reads as another number", bits, text);
}

static void check_around(uint64_t bits)
{
    for (uint64_t near = bits - 2; near != bits + 3; near++) {
        if (near - 1 < NUMBER_BITS_INFINITY - 1) { /* neither zero nor infinite */
            check_shortest(near);
        }
    }
}

static void test_doubles_are_shortest_and_nearest(uint64_t *seed, long count)
{
    for (uint64_t biased = 0; biased < 0x7ff; biased++) {
        check_around(biased << 52);
    }
    for (int i = 0; i < 52; i++) {
        check_around((uint64_t)1 << i);
    }
    for (int e = -324; e <= 308; e++) {
        char text[16];
        snprintf(text, sizeof text, "1e%d", e);
        check_around(number_bits_from_double(strtod(text, NULL)));
    }
    check_around(NUMBER_BITS_INFINITY - 3);
    for (long i = 0; i < count; i++) {
        uint64_t bits = exact_random(seed);
        if ((bits & NUMBER_BITS_INFINITY) != NUMBER_BITS_INFINITY && bits << 1 != 0) {
            check_shortest(bits);
        }
        /* decimals as people write them: up to 9 digits, a point somewhere */
        char text[32];
        uint64_t pick = exact_random(seed);
        snprintf(text, sizeof text, "%" PRIu64 "e-%u", pick % 1000000000 + 1,
                 (unsigned)(pick >> 40) % 12);
        uint64_t short_bits = number_bits_from_double(strtod(text, NULL));
        check_shortest(short_bits);
        int power;
        char ours[NUMBER_TEXT_MAX + 1];
        write_double(short_bits, true, ours);
        uint64_t digits = digits_of(ours, &power);
        CHECK(digits <= 1000000000, "%s became %s", text, ours);
        /* and integers around what a double can hold */
        uint64_t whole = pick >> (pick & 15);
        check_shortest(number_bits_from_double((double)(whole | 1)));
    }
}

static void check_integer(uint64_t value)
{
    char expected[32];
    char *out = memory.end - NUMBER_TEXT_MAX;
    char *end = number_write_uint64(out, value);
    snprintf(expected, sizeof expected, "%" PRIu64, value);
    CHECK_TEXT(out, (size_t)(end - out), expected);
    int64_t both[2];
    memcpy(&both[0], &value, sizeof value);
    both[1] = value > INT64_MAX ? INT64_MIN : -(int64_t)value;
    for (int i = 0; i < 2; i++) {
        end = number_write_int64(out, both[i]);
        snprintf(expected, sizeof expected, "%" PRId64, both[i]);
        CHECK_TEXT(out, (size_t)(end - out), expected);
    }
}

static void test_integers(uint64_t *seed, long count)
{
    for (uint64_t value = 0; value < 100000; value++) {
        check_integer(value);
    }
    uint64_t power = 1;
    for (int i = 0; i < 20; i++, power *= 10) {
        for (uint64_t factor = 1; factor <= 9 && factor <= UINT64_MAX / power; factor++) {
            check_integer(power * factor - 1);
            check_integer(power * factor);
            check_integer(power * factor + 1);
        }
    }
    for (int i = 0; i < 64; i++) {
        check_integer(((uint64_t)1 << i) - 1);
        check_integer((uint64_t)1 << i);
    }
    check_integer(UINT64_MAX);
    for (long i = 0; i < count; i++) {
        check_integer(exact_random(seed) >> exact_random(seed) % 64);
    }
}

/* The lanes of number_digits_of are proved where a lane can go wrong: all of the first two steps.
 */
static void test_eight_digits(void)
{
    char out[16], expected[16];
    for (uint64_t four = 0; four < 10000; four++) {
        for (int place = 0; place < 2; place++) {
            uint64_t value = place ? four * 10000 + (9999 - four) : (9999 - four) * 10000 + four;
            char *end = number_write_eight(out, value);
            snprintf(expected, sizeof expected, "%08" PRIu64, value);
            CHECK_TEXT(out, (size_t)(end - out), expected);
        }
    }
}

/* The kernel for this CPU and its plain twin. */
static void test_sixteen_digits_agree(uint64_t *seed, long count)
{
    char expected[24], text[16];
    for (long i = 0; i < count; i++) {
        uint64_t value = exact_random(seed) % UINT64_C(10000000000000000);
        for (uint64_t power = 1; power < value; power *= 10) {
            uint64_t cut = value / power * power;
            sixteen one = sixteen_make(cut), other = sixteen_make_portable(cut);
            CHECK(one.high == other.high && one.low == other.low && one.count == other.count,
                  "%" PRIu64, cut);
            snprintf(expected, sizeof expected, "%016" PRIu64, cut);
            word_store(text, one.high);
            word_store(text + 8, one.low);
            CHECK_TEXT(text, sizeof text, expected);
            while (strlen(expected) > 1 && expected[strlen(expected) - 1] == '0') {
                expected[strlen(expected) - 1] = 0;
            }
            CHECK(one.count == strlen(expected), "%" PRIu64 ": %u", cut, one.count);
        }
    }
    /* every group of four, in each place */
    for (uint64_t four = 1; four < 10000; four++) {
        for (uint64_t place = 1; place < UINT64_C(10000000000000000); place *= 10000) {
            sixteen one = sixteen_make(four * place), other = sixteen_make_portable(four * place);
            CHECK(one.high == other.high && one.low == other.low && one.count == other.count,
                  "%" PRIu64, four * place);
        }
    }
}

static void test_environment_changes_nothing(uint64_t *seed, long count)
{
    char usual[NUMBER_TEXT_MAX + 1], text[NUMBER_TEXT_MAX + 1];
    for (long i = 0; i < count; i++) {
        uint64_t bits = exact_random(seed);
        bits = i % 4 == 0 ? bits >> 12 : bits; /* subnormal */
        if ((bits & NUMBER_BITS_INFINITY) == NUMBER_BITS_INFINITY) {
            continue;
        }
        write_double(bits, true, usual);
        for (int which = 1; which < ENVIRONMENT_COUNT; which++) {
            environment_enter(which);
            size_t length = write_double(bits, true, text);
            environment_enter(0);
            CHECK_TEXT(text, length, usual);
        }
    }
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : (long)check_share(100000);
    uint64_t seed = UINT64_C(0xd1b54a32d192ed03) + (uint64_t)count;
    memory = guard_make(4096);
    test_layout();
    test_eight_digits();
    test_sixteen_digits_agree(&seed, count);
    test_integers(&seed, count);
    test_doubles_are_shortest_and_nearest(&seed, count);
    test_environment_changes_nothing(&seed, count);
    guard_free(&memory);
    return check_finish();
}
