/* Text to number: what the reader promises, against the tests' own exact arithmetic (exact.h).
 *
 *   test_number_read [count of random texts]
 */
#include "check.h"
#include "environment.h"
#include "exact.h"
#include "guard.h"

#include "number/number_read.h"

#include <inttypes.h>

static guard memory;

typedef struct outcome {
    const char *next; /* as returned */
    number value;
    number_fault fault;
    const char *text;
} outcome;

/* Reads the text where it ends at an unmapped page. */
static outcome read_at_end(const char *text, size_t length)
{
    outcome result;
    memset(&result, 0, sizeof result);
    result.text = guard_text(&memory, text, length);
    result.next = number_read(result.text, memory.end, &result.value, &result.fault);
    return result;
}

/* Reads the text where `after` follows it up to an unmapped page: long ones lead the reader to its
 * unchecked way. */
static outcome read_before(const char *text, size_t length, const char *after, size_t after_length)
{
    outcome result;
    memset(&result, 0, sizeof result);
    guard_text(&memory, after, after_length);
    char *start = memory.end - after_length - length;
    memcpy(start, text, length);
    result.text = start;
    result.next = number_read(start, memory.end, &result.value, &result.fault);
    return result;
}

static uint64_t bits_of(const outcome *got)
{
    return number_bits_from_double(got->value.real);
}

static const char spaces[] = ",                                                ";
#define SPACES (sizeof spaces - 1)

/* The text must read as a double that the tests' arithmetic agrees to. */
static void check_double(const char *text, size_t length)
{
    static exact digits;
    int e = exact_read(text, length, &digits);
    outcome both[2] = {read_at_end(text, length), read_before(text, length, spaces, SPACES)};
    for (int i = 0; i < 2; i++) {
        outcome got = both[i];
        uint64_t bits = number_bits_from_double(got.value.real);
        bool infinite = bits << 1 == UINT64_C(0x7ff) << 53;
        CHECK(got.value.kind == NUMBER_DOUBLE && got.value.text == got.text &&
                  got.value.length == length && got.value.negative == (*text == '-') &&
                  bits >> 63 == (*text == '-'),
              "\"%.*s\" (way %d)", (int)length, text, i);
        CHECK(infinite ? got.next == NULL && got.fault.kind == NUMBER_FAULT_RANGE &&
                             got.fault.place == got.text
                       : got.next == got.text + length,
              "\"%.*s\" (way %d)", (int)length, text, i);
        CHECK(exact_rounds_to(&digits, e, bits & INT64_MAX), "\"%.*s\" (way %d): %016" PRIx64,
              (int)length, text, i, bits);
    }
}

static void test_faults_name_their_place(void)
{
    static const struct {
        const char *text;
        size_t place;
    } faults[] = {
        {"", 0},
        {"-", 1},
        {"+1", 0},
        {".5", 0},
        {"x", 0},
        {"-x", 1},
        {"--1", 1},
        {"01", 1},
        {"-01", 2},
        {"00", 1},
        {"-00", 2},
        {"01.5", 1},
        {"1.", 2},
        {"1.x", 2},
        {"1.e5", 2},
        {"-1.", 3},
        {"0.", 2},
        {"0.-1", 2},
        {"1e", 2},
        {"1ex", 2},
        {"1E", 2},
        {"1e+", 3},
        {"1e-", 3},
        {"1e+-1", 3},
        {"1.5e", 4},
        {"1.5e+x", 5},
        {"84eb234", 3},
        {"-Infinity", 1},
        {"NaN", 0},
        {"Infinity", 0},
        {"\xef\xbc\x91", 0},
        {"-\xef\xbc\x91", 1},
        {"12345678.", 9},
        {"123456789012345678.", 19},
        {"12345678901234567890.", 21},
        {"1234567890123456789e", 20},
        {"0.12345678901234567890123e+", 27},
        {"123456789012345678901234567890123456789e", 40},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const char *text = faults[i].text;
        size_t length = strlen(text);
        outcome got = read_at_end(text, length);
        uint32_t kind = faults[i].place == length ? NUMBER_FAULT_END : NUMBER_FAULT_BYTE;
        CHECK(got.next == NULL && got.fault.kind == kind &&
                  got.fault.place == got.text + faults[i].place,
              "\"%s\": kind %u at %td", text, got.fault.kind, got.fault.place - got.text);
        /* With more text behind it, the same place is a byte that cannot be there. */
        got = read_before(text, length, spaces, SPACES);
        CHECK(got.next == NULL && got.fault.kind == NUMBER_FAULT_BYTE &&
                  got.fault.place == got.text + faults[i].place,
              "\"%s\": kind %u at %td", text, got.fault.kind, got.fault.place - got.text);
        number_result scanned = number_read_text(got.text, memory.end);
        CHECK(scanned.fault == NUMBER_FAULT_BYTE && scanned.next == got.text + faults[i].place,
              "\"%s\"", text);
    }
}

static void test_number_ends_where_the_grammar_ends(void)
{
    static const struct {
        const char *text;
        size_t length;
    } cases[] = {{"1.2.3", 3}, {"1e2e3", 3}, {"0x1F", 1},     {"1_000", 1},  {"1\001", 1},
                 {"12a", 2},   {"-0-", 2},   {"0]", 1},       {"1,2", 1},    {"1e5.5", 3},
                 {"7:", 1},    {"1/2", 1},   {"1\xc3", 1},    {"12\xff", 2}, {"1.5\x80", 3},
                 {"3\xb0", 1}, {"3\xba", 1}, {"9\xfa\x31", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t length = strlen(cases[i].text);
        outcome got = read_at_end(cases[i].text, length);
        CHECK(got.next == got.text + cases[i].length, "\"%s\"", cases[i].text);
        got = read_before(cases[i].text, length, spaces, SPACES);
        CHECK(got.next == got.text + cases[i].length, "\"%s\"", cases[i].text);
    }
    /* Any byte but those that go on with a number ends it, on both ways. */
    for (int byte = 0; byte < 256; byte++) {
        char after[41];
        memset(after, byte, sizeof after);
        bool goes_on = (byte >= '0' && byte <= '9') || byte == '.' || (byte | 0x20) == 'e';
        for (unsigned digits = 1; digits <= 18 && !goes_on; digits++) {
            const char *text = "123456789123456789";
            for (size_t rest = 0; rest <= sizeof after; rest += 1) {
                outcome got = read_before(text, digits, after, rest);
                CHECK(got.next == got.text + digits, "%u digits, byte %d", digits, byte);
            }
        }
    }
}

static void check_integer(const char *text, uint32_t kind, uint64_t value)
{
    size_t length = strlen(text);
    outcome both[2] = {read_at_end(text, length), read_before(text, length, spaces, SPACES)};
    for (int i = 0; i < 2; i++) {
        outcome got = both[i];
        CHECK(got.next == got.text + length && got.value.kind == kind &&
                  (kind == NUMBER_BIGINT || got.value.uint64 == value) &&
                  got.value.text == got.text && got.value.length == length &&
                  got.value.negative == (*text == '-'),
              "\"%s\" (way %d): kind %u, %" PRIu64, text, i, got.value.kind, got.value.uint64);
    }
}

static void test_integers_are_exact(uint64_t *seed)
{
    check_integer("0", NUMBER_INT64, 0);
    check_integer("-0", NUMBER_INT64, 0);
    check_integer("9223372036854775807", NUMBER_INT64, INT64_MAX);
    check_integer("9223372036854775808", NUMBER_UINT64, (uint64_t)1 << 63);
    check_integer("-9223372036854775807", NUMBER_INT64, (uint64_t)-INT64_MAX);
    check_integer("-9223372036854775808", NUMBER_INT64, (uint64_t)INT64_MIN);
    check_integer("-9223372036854775809", NUMBER_BIGINT, 0);
    check_integer("9999999999999999999", NUMBER_UINT64, UINT64_C(9999999999999999999));
    check_integer("-9999999999999999999", NUMBER_BIGINT, 0);
    check_integer("10000000000000000000", NUMBER_UINT64, UINT64_C(10000000000000000000));
    check_integer("18446744073709551609", NUMBER_UINT64, UINT64_MAX - 6);
    check_integer("18446744073709551615", NUMBER_UINT64, UINT64_MAX);
    check_integer("18446744073709551616", NUMBER_BIGINT, 0);
    check_integer("18446744073709551620", NUMBER_BIGINT, 0);
    check_integer("-18446744073709551615", NUMBER_BIGINT, 0);
    check_integer("36893488147419103233", NUMBER_BIGINT, 0); /* 2^65 + 1: wraps to 1 */
    check_integer("99999999999999999999", NUMBER_BIGINT, 0);
    check_integer("100000000000000000000", NUMBER_BIGINT, 0);
    check_integer("184467440737095516160000000000", NUMBER_BIGINT, 0);
    char text[32];
    for (int i = 0; i < 20000; i++) {
        uint64_t value = exact_random(seed) >> exact_random(seed) % 64;
        snprintf(text, sizeof text, "%" PRIu64, value);
        check_integer(text, value > INT64_MAX ? NUMBER_UINT64 : NUMBER_INT64, value);
        int64_t down = -(int64_t)(value >> 1);
        snprintf(text, sizeof text, "%" PRId64, down);
        check_integer(text, NUMBER_INT64, (uint64_t)down);
    }
}

static void test_known_hard_doubles(void)
{
    static const struct {
        const char *text;
        uint64_t bits;
    } cases[] = {
        {"0.0", 0},
        {"-0.0", UINT64_C(0x8000000000000000)},
        {"0e0", 0},
        {"-0e-0", UINT64_C(0x8000000000000000)},
        {"1.0", UINT64_C(0x3ff0000000000000)},
        {"1e0", UINT64_C(0x3ff0000000000000)},
        {"0.1", UINT64_C(0x3fb999999999999a)},
        {"0.6", UINT64_C(0x3fe3333333333333)},
        {"1e22", UINT64_C(0x4480f0cf064dd592)},
        {"1e23", UINT64_C(0x44b52d02c7e14af6)},
        {"7e23", UINT64_C(0x44e287626ee52198)},
        {"8.5e2", UINT64_C(0x408a900000000000)},
        {"9007199254740993.0", UINT64_C(0x4340000000000000)},
        {"9007199254740993.00000000000000000001", UINT64_C(0x4340000000000001)},
        {"9007199254740995.0", UINT64_C(0x4340000000000002)},
        {"2.2250738585072011e-308", UINT64_C(0x000fffffffffffff)},
        {"2.2250738585072012e-308", UINT64_C(0x0010000000000000)},
        {"2.2250738585072014e-308", UINT64_C(0x0010000000000000)},
        {"4.9406564584124654e-324", 1},
        {"5e-324", 1},
        {"3e-324", 1},
        {"2e-324", 0},
        {"2.4703282292062327e-324", 0},
        {"2.4703282292062328e-324", 1},
        {"1.7976931348623157e308", UINT64_C(0x7fefffffffffffff)},
        {"1.7976931348623158e308", UINT64_C(0x7fefffffffffffff)},
        {"1.00000000000000011102230246251565404236316680908203125", UINT64_C(0x3ff0000000000000)},
        {"1.00000000000000011102230246251565404236316680908203124", UINT64_C(0x3ff0000000000000)},
        {"1.00000000000000011102230246251565404236316680908203126", UINT64_C(0x3ff0000000000001)},
        {"1e-9999999", 0},
        {"1e-99999999999999999999999999", 0},
        {"0e99999999999999999999999999", 0},
        {"0.000e2147483648", 0},
        {"0e18446744073709551617", 0},
        {"-0.0e9223372036854775808", UINT64_C(0x8000000000000000)},
        {"1e-18446744073709551615", 0},
        {"0.1e-400", 0},
        {"1e0000000000000000000000000000000001", UINT64_C(0x4024000000000000)},
        {"1E+0000001", UINT64_C(0x4024000000000000)},
        {"123e-2", UINT64_C(0x3ff3ae147ae147ae)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *text = cases[i].text;
        size_t length = strlen(text);
        outcome got = read_at_end(text, length);
        CHECK(bits_of(&got) == cases[i].bits && got.next == got.text + length &&
                  got.value.kind == NUMBER_DOUBLE,
              "%s: %016" PRIx64, text, bits_of(&got));
        got = read_before(text, length, spaces, SPACES);
        CHECK(bits_of(&got) == cases[i].bits && got.next == got.text + length, "%s: %016" PRIx64,
              text, bits_of(&got));
    }
    /* From the collections of hard cases for strtod (Paxson, Gay, Regan). */
    static const char *const hard[] = {
        "5e125",
        "69e267",
        "999e-26",
        "7861e-34",
        "75569e-254",
        "928609e-261",
        "9210917e80",
        "84863171e114",
        "653777767e273",
        "5232604057e-298",
        "27235667517e-109",
        "653532977297e-123",
        "3142213164987e-294",
        "46202199371337e-72",
        "231010996856685e-73",
        "9324754620109615e212",
        "78459735791271921e49",
        "272104041512242479e200",
        "6802601037806061975e198",
        "20505426358836677347e-221",
        "836168422905420598437e-234",
        "4891559871276714924261e222",
        "9e-265",
        "85e-37",
        "623e100",
        "3571e263",
        "81661e153",
        "920657e-23",
        "4603285e-24",
        "87575437e-309",
        "245540327e122",
        "6138508175e120",
        "83356057653e193",
        "619534293513e124",
        "2335141086879e218",
        "36167929443327e-159",
        "609610927149051e-255",
        "3743626360493413e-165",
        "94080055902682397e-242",
        "899810892172646163e283",
        "7120190517612959703e120",
        "25188282901709339043e-252",
        "308984926168550152811e-52",
        "6372891218502368041059e64",
        "6.9294956446009195e15",
        "0.500000000000000166533453693773481063544750213623046875",
        "3.518437208883201171875e13",
        "62.5364939768271845828",
        "8.10109172351e-10",
        "1.50000000000000011102230246251565",
        "0.000000000000000000000000000000000000001e+38",
        "2.22390568492330598E18",
        "3.2378839133029012895883524125015321748630094e+137",
        "1.4916681462400413486581930630925841957e-154",
        "3577e-3",
        "17.976931348623157e307",
        "2."
        "225073858507202124188701479202220329072405282794390378143031338374351073192441946867544064"
        "325638818513821882185024380699999477330130056498841077919287413419292972009704819519930679"
        "932909690427840647316820415659267286329336304746701233168529834221527445172608358596545663"
        "192828352447877877998943107797838336991592885945552137141811284582511455843192230798975043"
        "950868594124572308917389461693683723211913736589779777232866988403563902510444430354573967"
        "337065839810554204566938246584137476071559811765738776267476659123871999319040063173347090"
        "030127901881752034471902500280612777779167983910905785840064647159438105114891542827750411"
        "746821941339524666825034313061815878293790042053923750720833666932415800027583911188541886"
        "41513168478436313080237596295773983001708984375e-308",
        "1."
        "797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179"
        "775872070963302864166928879109465555478519404026306574886715058206819089020007083836762738"
        "548458177115317644757302700698555713669596228429148198608349364752927190741684443655107043"
        "4271155969950809304288017790417449779e308",
        "1."
        "797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179"
        "775872070963302864166928879109465555478519404026306574886715058206819089020007083836762738"
        "548458177115317644757302700698555713669596228429148198608349364752927190741684443655107043"
        "427115596995080930428801779041744977919999999e308",
    };
    for (size_t i = 0; i < sizeof hard / sizeof hard[0]; i++) {
        check_double(hard[i], strlen(hard[i]));
    }
}

static void test_range_is_a_fault_with_the_infinity(void)
{
    static const char *const cases[] = {
        "1e309",
        "-1e309",
        "1.7976931348623159e308",
        "1e400",
        "1e2147483648",
        "1E9223372036854775808",
        "1e18446744073709551617",
        "-9999999999999999999999e999999999999999999999999",
        "1e9999999",
        "0.1e310",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017"
        "977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273"
        "854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704"
        "342711559699508093042880177904174497792.0"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t length = strlen(cases[i]);
        outcome both[2] = {read_at_end(cases[i], length),
                           read_before(cases[i], length, spaces, SPACES)};
        for (int way = 0; way < 2; way++) {
            outcome got = both[way];
            uint64_t sign = (uint64_t)(cases[i][0] == '-') << 63;
            CHECK(got.next == NULL && got.fault.kind == NUMBER_FAULT_RANGE &&
                      got.fault.place == got.text && got.value.kind == NUMBER_DOUBLE &&
                      number_bits_from_double(got.value.real) == (sign | NUMBER_BITS_INFINITY) &&
                      got.value.length == length,
                  "%s", cases[i]);
        }
        const char *text = guard_text(&memory, cases[i], length);
        number_result scanned = number_read_text(text, memory.end);
        CHECK(scanned.fault == NUMBER_FAULT_NONE && scanned.next == memory.end, "%s", cases[i]);
    }
}

static void test_every_power_of_ten(void)
{
    char text[512];
    for (int e = -360; e <= 308; e++) {
        check_double(text, (size_t)snprintf(text, sizeof text, "1e%d", e));
        check_double(text, (size_t)snprintf(text, sizeof text, "-9.999999999999999999E%+d", e - 1));
        check_double(text, (size_t)snprintf(text, sizeof text, "18446744073709551615e%d", e - 19));
        /* and in full, without an exponent */
        size_t length = 0;
        if (e >= 0) {
            text[length++] = '1';
            memset(text + length, '0', (size_t)e);
            length += (size_t)e;
            memcpy(text + length, ".0", 2);
            length += 2;
        } else {
            memcpy(text, "0.", 2);
            memset(text + 2, '0', (size_t)(-e - 1));
            length = (size_t)(1 - e);
            text[length++] = '1';
        }
        check_double(text, length);
    }
}

/* The point halfway between two neighbours goes to the even one, a little less or more does not. */
static void check_halfway(uint64_t bits)
{
    static exact digits;
    static char text[EXACT_WORDS * 10 + 64];
    exact_set(&digits, 2 * exact_significand(bits) + 1);
    int n = exact_exponent(bits) - 1;
    exact_multiply_power(&digits, n >= 0 ? 2 : 5, (unsigned)abs(n));
    exact_print(digits, text);
    size_t length = strlen(text);
    int e = n >= 0 ? 0 : n;
    uint64_t expected[3] = {bits, bits + (bits & 1), bits + 1};
    for (int side = -1; side <= 1; side++) {
        size_t whole = length;
        int power = e;
        size_t borrowed = length - 1; /* below 2^54 the last digit is 5, beyond it may be 0 */
        if (side < 0) {
            for (; text[borrowed] == '0'; borrowed--) {
                text[borrowed] = '9';
            }
            text[borrowed]--;
            memcpy(text + whole, "9999999999", 10);
            whole += 10;
            power -= 10;
        } else if (side > 0) {
            memcpy(text + whole, "0000000001", 10);
            whole += 10;
            power -= 10;
        }
        size_t all = whole + (size_t)sprintf(text + whole, "e%d", power);
        outcome got = read_at_end(text, all);
        CHECK(bits_of(&got) == expected[side + 1], "side %d of halfway above %016" PRIx64, side,
              bits);
        got = read_before(text, all, spaces, SPACES);
        CHECK(bits_of(&got) == expected[side + 1], "side %d of halfway above %016" PRIx64, side,
              bits);
        if (side < 0) {
            text[borrowed]++;
            memset(text + borrowed + 1, '0', length - 1 - borrowed);
        }
    }
}

static void test_halfway_points(uint64_t *seed, long count)
{
    static const uint64_t special[] = {0,
                                       1,
                                       2,
                                       UINT64_C(0x000ffffffffffffe),
                                       UINT64_C(0x000fffffffffffff),
                                       UINT64_C(0x0010000000000000),
                                       UINT64_C(0x3fefffffffffffff),
                                       UINT64_C(0x3ff0000000000000),
                                       UINT64_C(0x4340000000000000),
                                       UINT64_C(0x7feffffffffffffe)};
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
        check_halfway(special[i]);
    }
    /* of every exponent the first, the last and one between */
    for (uint64_t biased = 0; biased < 0x7ff; biased++) {
        const uint64_t first = biased << 52, last = first | UINT64_C(0xfffffffffffff);
        check_halfway(first);
        check_halfway(first | exact_random(seed) >> 12);
        if (biased <
            0x7fe) { /* the next one is infinity: test_range_is_a_fault_with_the_infinity */
            check_halfway(last);
        }
    }
    for (long i = 0; i < count; i++) {
        uint64_t bits = exact_random(seed) >> 1;
        bits = i % 4 == 0 ? bits >> 11 : bits; /* subnormal */
        if (bits >> 52 < 0x7fe) {
            check_halfway(bits);
        }
    }
}

static size_t random_text(uint64_t *seed, char *text)
{
    size_t length = 0;
    uint64_t shape = exact_random(seed);
    unsigned whole = 1 + (unsigned)(shape % 24), part = shape >> 8 & 31, zeros = 0;
    if ((shape >> 16 & 63) == 0) {
        part = (unsigned)(shape >> 24) % 1200; /* seldom, very long ones */
    }
    if (shape >> 48 & 1) {
        text[length++] = '-';
    }
    if (shape >> 49 & 1) {
        text[length++] = '0';
        zeros = (unsigned)(shape >> 50) % 12;
        part += 1 + zeros;
    } else {
        for (unsigned i = 0; i < whole; i++) {
            unsigned digit = (unsigned)(exact_random(seed) % (i == 0 ? 9 : 10)) + (i == 0);
            text[length++] = (char)('0' + digit);
        }
    }
    bool exponent = shape >> 54 & 1 || part == 0;
    if (part > 0) {
        text[length++] = '.';
        for (unsigned i = 0; i < part; i++) {
            text[length++] = i < zeros ? '0' : (char)('0' + exact_random(seed) % 10);
        }
    }
    if (exponent) {
        int e = (int)(exact_random(seed) % 700) - 360;
        if (shape >> 55 & 1) {
            e /= 16;
        }
        length += (size_t)sprintf(text + length, shape >> 56 & 1 ? "e%d" : "E%+d", e);
    }
    return length;
}

static void test_random_texts(uint64_t *seed, long count)
{
    char text[2048];
    for (long i = 0; i < count; i++) {
        check_double(text, random_text(seed, text));
    }
    /* 17 digits, as most writers give them */
    for (long i = 0; i < count; i++) {
        uint64_t bits = exact_random(seed);
        if ((bits >> 52 & 0x7ff) == 0x7ff) {
            continue;
        }
        int length = snprintf(text, sizeof text, "%.16e", number_double_from_bits(bits));
        outcome got = read_at_end(text, (size_t)length);
        CHECK(bits_of(&got) == bits, "%s", text);
        got = read_before(text, (size_t)length, spaces, SPACES);
        CHECK(bits_of(&got) == bits, "%s", text);
    }
}

/* Texts of every length, with every number of bytes between them and the unmapped page. */
static void test_never_reads_past_the_end(void)
{
    static const char *const forms[] = {"%.*s",    "-%.*s",   "0.%.*s",           "-1.%.*se5",
                                        "%.*s.5",  "-%.*s.5", "-%.*s.12345678",   "-%.*se+1",
                                        "%.*se-3", "1e%.*s",  "%.*sE+00000000012"};
    const char *digits = "1234567890123456789012345678901234567890123456789012345678901234567890";
    char text[128];
    for (size_t form = 0; form < sizeof forms / sizeof forms[0]; form++) {
        for (int count = 1; count <= 70; count++) {
            size_t length = (size_t)snprintf(text, sizeof text, forms[form], count, digits);
            outcome at_end = read_at_end(text, length);
            for (size_t after = 1; after <= SPACES; after++) {
                outcome got = read_before(text, length, spaces, after);
                CHECK(got.value.kind == at_end.value.kind &&
                          got.value.uint64 == at_end.value.uint64 && got.value.length == length &&
                          (got.next == NULL) == (at_end.next == NULL),
                      "\"%s\" with %zu bytes after it", text, after);
            }
            /* cut short anywhere: no fault of the machine, and a prefix is never more than it is */
            for (size_t cut = 0; cut < length; cut++) {
                outcome got = read_at_end(text, cut);
                CHECK(got.next == NULL || got.next == memory.end, "\"%.*s\"", (int)cut, text);
            }
        }
    }
}

static void test_scan_is_the_grammar_without_values(uint64_t *seed)
{
    char text[2048];
    for (int i = 0; i < 20000; i++) {
        size_t length = random_text(seed, text);
        number value;
        number_fault fault;
        char *start = guard_text(&memory, text, length);
        CHECK(number_scan(start, memory.end, &value, &fault) == memory.end &&
                  value.kind == NUMBER_DECIMAL && value.text == start && value.length == length &&
                  value.negative == (*start == '-'),
              "%.*s", (int)length, text);
        size_t digits = strcspn(text, ".eE");
        start = guard_text(&memory, text, digits);
        CHECK(number_scan(start, memory.end, &value, &fault) == memory.end &&
                  value.kind == NUMBER_INT64,
              "%.*s", (int)digits, text);
    }
}

static void test_integer_to_double_is_nearest(uint64_t *seed)
{
    for (int i = 0; i < 50000; i++) {
        static exact digits;
        uint64_t value = exact_random(seed) >> exact_random(seed) % 64;
        value = i % 3 == 0 ? value & ~(exact_random(seed) & 0xfff) : value; /* more ties */
        value = i < 4 ? UINT64_MAX - (uint64_t)i : value;
        exact_set(&digits, value);
        for (int which = 0; which < ENVIRONMENT_COUNT; which++) {
            environment_enter(which);
            uint64_t bits = number_bits_from_double(number_double_from_uint64(value));
            uint64_t down =
                number_bits_from_double(number_double_from_int64(-(int64_t)(value >> 1)));
            uint64_t half = number_bits_from_double(number_double_from_uint64(value >> 1));
            environment_enter(0);
            CHECK(exact_rounds_to(&digits, 0, bits), "%" PRIu64 ": %016" PRIx64, value, bits);
            CHECK(down == (half == 0 ? 0 : half | (uint64_t)1 << 63), "%" PRIu64, value >> 1);
        }
    }
    CHECK(number_double_from_int64(INT64_MIN) == -0x1p63, "INT64_MIN");
}

static void test_environment_changes_nothing(uint64_t *seed, long count)
{
    char text[2048];
    for (long i = 0; i < count; i++) {
        size_t length = random_text(seed, text);
        outcome usual = read_at_end(text, length);
        uint64_t bits = bits_of(&usual);
        for (int which = 1; which < ENVIRONMENT_COUNT; which++) {
            environment_enter(which);
            outcome at_end = read_at_end(text, length);
            outcome before = read_before(text, length, spaces, SPACES);
            environment_enter(0);
            CHECK(bits_of(&at_end) == bits && bits_of(&before) == bits, "%.*s in environment %d",
                  (int)length, text, which);
        }
    }
}

static void test_products_agree(uint64_t *seed)
{
    for (int i = 0; i < 100000; i++) {
        uint64_t a = exact_random(seed) >> exact_random(seed) % 64;
        uint64_t b = exact_random(seed) >> exact_random(seed) % 64;
        a = i % 5 == 0 ? ~a : a;
        b = i % 7 == 0 ? ~b : b;
        wide one = wide_multiply(a, b), other = wide_multiply_portable(a, b);
        CHECK(one.high == other.high && one.low == other.low, "%" PRIx64 " * %" PRIx64, a, b);
    }
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? strtol(argv[1], NULL, 10) : (long)check_share(100000);
    uint64_t seed = UINT64_C(0x9e3779b97f4a7c15) + (uint64_t)count;
    memory = guard_make(EXACT_WORDS * 10 + 4096);
    test_faults_name_their_place();
    test_number_ends_where_the_grammar_ends();
    test_integers_are_exact(&seed);
    test_known_hard_doubles();
    test_range_is_a_fault_with_the_infinity();
    test_every_power_of_ten();
    test_halfway_points(&seed, count / 20);
    test_random_texts(&seed, count);
    test_never_reads_past_the_end();
    test_scan_is_the_grammar_without_values(&seed);
    test_integer_to_double_is_nearest(&seed);
    test_environment_changes_nothing(&seed, count / 10);
    test_products_agree(&seed);
    guard_free(&memory);
    return check_finish();
}
