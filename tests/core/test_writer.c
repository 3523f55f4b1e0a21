/* The writer's emitters: strings of all widths against a slow encoder written from the rules,
 * scalars, room and limits, options, the order of keys. Sources end where an unmapped page begins.
 */
#include <stdint.h>

#include "check.h"
#include "guard.h"
#include "scan/kernel.h"
#include "write/writer.h"

/* ---- the slow encoder ---- */

typedef struct bytes {
    char data[1 << 16];
    size_t length;
} bytes;

static void put(bytes *out, const char *format, unsigned value)
{
    out->length += (size_t)snprintf(out->data + out->length, 16, format, value);
}

static void put_utf8(bytes *out, uint32_t c)
{
    unsigned char *p = (unsigned char *)out->data + out->length;
    const int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    const unsigned leads[] = {0, 0xC0, 0xE0, 0xF0};
    for (int i = more; i > 0; i--) {
        p[i] = (unsigned char)(0x80 | (c & 0x3F));
        c >>= 6;
    }
    p[0] = (unsigned char)(leads[more] | c);
    out->length += (size_t)more + 1;
}

static int32_t slow_encode(bytes *out, const uint32_t *points, size_t count, int ascii_only,
                           int script_safe, int surrogates)
{
    out->length = 0;
    put(out, "%c", '"');
    for (size_t i = 0; i < count; i++) {
        uint32_t c = points[i];
        if (c >= 0xD800 && c <= 0xDFFF) {
            if (surrogates == FJ_WRITE_SURROGATES_ERROR) {
                return FJ_ERROR_LONE_SURROGATE;
            }
            if (surrogates == FJ_WRITE_SURROGATES_ESCAPE) {
                put(out, "\\u%04x", c);
                continue;
            }
            c = 0xFFFD;
        }
        switch (c) {
        case '\b':
            put(out, "\\%c", 'b');
            break;
        case '\f':
            put(out, "\\%c", 'f');
            break;
        case '\n':
            put(out, "\\%c", 'n');
            break;
        case '\r':
            put(out, "\\%c", 'r');
            break;
        case '\t':
            put(out, "\\%c", 't');
            break;
        case '"':
        case '\\':
            put(out, "\\%c", c);
            break;
        default:
            if (c < 0x20 || (script_safe && (c == 0x2028 || c == 0x2029)) ||
                (ascii_only && c > 0x7F && c < 0x10000)) {
                put(out, "\\u%04x", c);
            } else if (script_safe && c == '/') {
                put(out, "\\%c", c);
            } else if (ascii_only && c > 0xFFFF) {
                put(out, "\\u%04x", 0xD800 + (c - 0x10000) / 0x400);
                put(out, "\\u%04x", 0xDC00 + (c - 0x10000) % 0x400);
            } else {
                put_utf8(out, c);
            }
        }
    }
    put(out, "%c", '"');
    return FJ_OK;
}

/* ---- one string in every width ---- */

enum { MAX_POINTS = 4096 };

typedef struct sources {
    guard utf8;
    guard latin1;
    guard utf16;
    guard utf32;
    size_t utf8_length;
    size_t utf16_length;
    int has_surrogates;
    int is_latin1;
    int is_ascii;
    int is_plain;
} sources;

static bytes scratch;

static void sources_fill(sources *s, const uint32_t *points, size_t count)
{
    static uint16_t units[2 * MAX_POINTS];
    s->has_surrogates = 0;
    s->is_latin1 = 1;
    s->is_ascii = 1;
    s->is_plain = 1;
    s->utf16_length = 0;
    scratch.length = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t c = points[i];
        put_utf8(&scratch, c);
        s->has_surrogates |= c >= 0xD800 && c <= 0xDFFF;
        s->is_latin1 &= c < 0x100;
        s->is_ascii &= c < 0x80;
        s->is_plain &= c >= 0x20 && c != '"' && c != '\\';
        if (c < 0x10000) {
            units[s->utf16_length++] = (uint16_t)c;
        } else {
            units[s->utf16_length++] = (uint16_t)(0xD800 + (c - 0x10000) / 0x400);
            units[s->utf16_length++] = (uint16_t)(0xDC00 + (c - 0x10000) % 0x400);
        }
    }
    s->utf8_length = scratch.length;
    guard_text(&s->utf8, scratch.data, scratch.length);
    guard_text(&s->utf16, (const char *)units, s->utf16_length * 2);
    guard_text(&s->utf32, (const char *)points, count * 4);
    for (size_t i = 0; i < count; i++) {
        (s->latin1.end - count)[i] = (char)points[i];
    }
}

static void check_output(const fj_buffer *out, int32_t code, const bytes *expected,
                         int32_t expected_code, const char *what, size_t count, uint32_t first)
{
    if (expected_code != FJ_OK) {
        CHECK(code == expected_code && out->length == 0, "%s: %d, not %d", what, code,
              expected_code);
        return;
    }
    CHECK(code == FJ_OK && out->length == expected->length &&
              memcmp(out->data, expected->data, expected->length) == 0,
          "%s of %zu from U+%04X: code %d, %.*s, not %.*s", what, count, first, code,
          (int)out->length, out->data, (int)expected->length, expected->data);
}

/* What holds an output is sometimes new, so that every growth is met, and sometimes used again. */
static fj_buffer output;

static writer open_writer(const fj_generate_options *options)
{
    static unsigned turn;
    writer w;
    if (turn++ % 8 == 0) {
        fj_buffer_free(&output);
    }
    CHECK(writer_open(&w, options, &output) == FJ_OK, "opens");
    return w;
}

static sources source;
static bytes expected;

static void check_string(const uint32_t *points, size_t count, unsigned option_set)
{
    fj_generate_options o = {.size = sizeof o};
    o.ascii_only = option_set & 1;
    o.script_safe = option_set >> 1 & 1;
    o.lone_surrogates = (uint8_t)(option_set >> 2);
    const uint32_t first = count != 0 ? points[0] : 0;
    const int32_t code =
        slow_encode(&expected, points, count, o.ascii_only, o.script_safe, o.lone_surrogates);
    sources_fill(&source, points, count);
    const char *utf8 = source.utf8.end - source.utf8_length;

    writer w = open_writer(&o);
    int32_t got = writer_string(&w, utf8, source.utf8_length, WRITER_STRING_SURROGATES);
    got = writer_close(&w, got);
    check_output(&output, got, &expected, code, "WTF-8", count, first);

    w = open_writer(&o);
    got = writer_close(&w, writer_string(&w, utf8, source.utf8_length, 0));
    check_output(&output, got, &expected, source.has_surrogates ? FJ_ERROR_INVALID_UTF8 : code,
                 "UTF-8", count, first);
    if (!source.has_surrogates) {
        /* Whatever is said of it, if it is true, changes nothing. */
        for (uint32_t flags = 1; flags < 16; flags++) {
            if ((flags & WRITER_STRING_SURROGATES) ||
                ((flags & WRITER_STRING_ASCII) && !source.is_ascii) ||
                ((flags & WRITER_STRING_PLAIN) && !source.is_plain)) {
                continue;
            }
            w = open_writer(&o);
            got = writer_close(&w, writer_string(&w, utf8, source.utf8_length, flags));
            check_output(&output, got, &expected, code, "flagged UTF-8", count, first);
        }
    }
    w = open_writer(&o);
    got = writer_string_utf32(&w, (const uint32_t *)(void *)(source.utf32.end - count * 4), count);
    check_output(&output, writer_close(&w, got), &expected, code, "UTF-32", count, first);
    if (source.is_latin1) {
        w = open_writer(&o);
        got = writer_string_latin1(&w, (const uint8_t *)source.latin1.end - count, count);
        check_output(&output, writer_close(&w, got), &expected, code, "Latin-1", count, first);
    }
    /* A high surrogate before a low one is a pair in UTF-16, and no longer what the points were. */
    for (size_t i = 1; i < count; i++) {
        if (points[i - 1] - 0xD800 < 0x400 && points[i] - 0xDC00 < 0x400) {
            return;
        }
    }
    w = open_writer(&o);
    got = writer_string_utf16(
        &w, (const uint16_t *)(void *)(source.utf16.end - source.utf16_length * 2),
        source.utf16_length);
    check_output(&output, writer_close(&w, got), &expected, code, "UTF-16", count, first);
}

enum { OPTION_SETS = 12 };

static void test_every_code_point(void)
{
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        /* Each alone and amid clean text, by all options below U+3000 and around what is special.
         */
        const int special =
            c < 0x3000 || (c >= 0xD700 && c < 0xE100) || c % 0x400 < 2 || c % 0x400 == 0x3FF;
        if (!special && c % 7 != 0) {
            continue;
        }
        const uint32_t points[] = {'a', c, 'b'};
        for (unsigned set = 0; set < OPTION_SETS; set += special ? 1 : 5) {
            if (check_takes()) {
                check_string(points + 1, 1, set);
                check_string(points, 3, set);
            }
        }
    }
}

static void test_special_at_every_place(void)
{
    static const uint32_t specials[] = {'\n',   '"',    '/',    0x7F,   0xE9,
                                        0x2028, 0x20AC, 0xD83D, 0x1F600};
    uint32_t points[100];
    for (size_t length = 0; length < 100; length++) {
        for (size_t i = 0; i < length; i++) {
            points[i] = 'a' + (uint32_t)(i % 26);
        }
        for (unsigned set = 0; set < 4; set++) {
            check_string(points, length, set);
        }
        for (size_t at = 0; at < length; at++) {
            const uint32_t was = points[at];
            for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
                points[at] = specials[i];
                check_string(points, length, (unsigned)(at + i) % 4);
            }
            points[at] = was;
        }
    }
}

static uint64_t random_state = 0x9E3779B97F4A7C15;

static uint32_t random_below(uint32_t limit)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)((random_state >> 32) * limit >> 32);
}

static uint32_t random_point(uint32_t mix)
{
    switch (random_below(100) < mix ? random_below(7) : 7) {
    case 0:
        return random_below(0x20);
    case 1:
        return 0x80 + random_below(0x80);
    case 2:
        return 0x100 + random_below(0x700);
    case 3:
        return 0x800 + random_below(0xD000);
    case 4:
        return 0x10000 + random_below(0x100000);
    case 5:
        return (uint32_t) "\"\\/\x7F"[random_below(4)];
    case 6:
        return random_below(20) == 0 ? 0xD800 + random_below(0x800) : 0x2028;
    default:
        return ' ' + random_below(95);
    }
}

static void test_random_strings(void)
{
    static uint32_t points[MAX_POINTS];
    for (size_t round = check_share(30000); round > 0; round--) {
        const size_t count = random_below(round % 100 == 0 ? 2000 : 80);
        const uint32_t mix = (uint32_t[]){0, 2, 10, 50, 100}[random_below(5)];
        for (size_t i = 0; i < count; i++) {
            points[i] = random_point(mix);
        }
        check_string(points, count, random_below(OPTION_SETS));
    }
}

/* ---- UTF-8 that is none ---- */

/* By the definition: decode, then see whether encoding gives the same bytes back and the code point
 * is one that may be encoded. */
static int is_utf8(const unsigned char *s, size_t length)
{
    size_t i = 0;
    while (i < length) {
        const unsigned lead = s[i];
        const size_t more = lead < 0x80   ? 0
                            : lead < 0xC0 ? 9
                            : lead < 0xE0 ? 1
                            : lead < 0xF0 ? 2
                                          : 3;
        if (more == 9 || length - i <= more) {
            return 0;
        }
        uint32_t c = more == 0 ? lead : lead & (0x3Fu >> more);
        for (size_t k = 1; k <= more; k++) {
            c = c << 6 | (s[i + k] & 0x3F);
        }
        bytes again;
        again.length = 0;
        if (c > 0x10FFFF || (c >= 0xD800 && c < 0xE000)) {
            return 0;
        }
        put_utf8(&again, c);
        if (again.length != more + 1 || memcmp(again.data, s + i, more + 1) != 0) {
            return 0;
        }
        i += more + 1;
    }
    return 1;
}

static void check_utf8(const guard *memory, const unsigned char *sequence, size_t length,
                       size_t before, size_t after)
{
    char text[160];
    memset(text, 'x', sizeof text);
    memcpy(text + before, sequence, length);
    const size_t whole = before + length + after;
    const char *at = guard_text(memory, text, whole);
    for (int ascii = 0; ascii < 2; ascii++) {
        fj_generate_options o = {.size = sizeof o, .ascii_only = (uint8_t)ascii};
        writer w = open_writer(&o);
        const int32_t code = writer_close(&w, writer_string(&w, at, whole, 0));
        const int32_t wanted = is_utf8(sequence, length) ? FJ_OK : FJ_ERROR_INVALID_UTF8;
        CHECK(code == wanted && (code == FJ_OK) == (output.length != 0),
              "%02x %02x %02x %02x at %zu of %zu: %d", sequence[0], sequence[1], sequence[2],
              sequence[3], before, whole, code);
    }
}

static void test_invalid_utf8(void)
{
    static const unsigned char tails[] = {0x00, 0x7F, 0x80, 0x8F, 0x90,
                                          0x9F, 0xA0, 0xBF, 0xC0, 0xFF};
    guard memory = guard_make(4096);
    for (unsigned a = 0x80; a < 0x100; a++) {
        for (unsigned b = 0x20; b < 0x100; b++) {
            unsigned char s[4] = {(unsigned char)a, (unsigned char)b, 'x', 'x'};
            if (b == '"' || b == '\\') {
                continue;
            }
            check_utf8(&memory, s, 1, random_below(40), 0);
            check_utf8(&memory, s, 2, random_below(40), random_below(3) * 20);
            for (size_t i = 1; i < sizeof tails; i++) {
                s[2] = tails[i];
                s[3] = 'x';
                if (!check_takes()) {
                    continue;
                }
                check_utf8(&memory, s, 3, random_below(40), random_below(3) * 20);
                for (size_t k = 1; k < sizeof tails && a >= 0xE0; k++) {
                    s[3] = tails[k];
                    check_utf8(&memory, s, 4, random_below(40), random_below(3) * 20);
                }
            }
        }
    }
    /* Surrogates are let through by their flag only, and nothing else is by it. */
    writer w = open_writer(NULL);
    CHECK(writer_close(&w, writer_string(&w, "\xED\xA0\x80", 3, WRITER_STRING_SURROGATES)) == FJ_OK,
          "surrogate");
    CHECK_TEXT(output.data, output.length, "\"\\ud800\"");
    static const char *const wrong[] = {"\xED\xA0", "\xED\xC0\x80", "\xED\xA0\x41", "\xC0\x80",
                                        "\xFF"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        w = open_writer(NULL);
        const int32_t code =
            writer_string(&w, wrong[i], strlen(wrong[i]), WRITER_STRING_SURROGATES);
        CHECK(writer_close(&w, code) == FJ_ERROR_INVALID_UTF8, "%zu: %d", i, code);
    }
    const uint32_t beyond[] = {0x110000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0x80000041};
    for (size_t i = 0; i < sizeof beyond / sizeof *beyond; i++) {
        uint32_t text[40];
        for (size_t k = 0; k < 40; k++) {
            text[k] = 'a';
        }
        text[random_below(40)] = beyond[i];
        w = open_writer(NULL);
        CHECK(writer_close(&w, writer_string_utf32(&w, text, 40)) == FJ_ERROR_INVALID_UTF8, "U+%X",
              beyond[i]);
    }
    guard_free(&memory);
}

/* ---- scalars ---- */

static void check_double(double value, bool point_zero, const fj_generate_options *o, int32_t code,
                         const char *text)
{
    writer w = open_writer(o);
    const int32_t got = writer_close(&w, writer_double(&w, value, point_zero));
    CHECK(got == code, "%s: %d", text, got);
    CHECK_TEXT(output.data, output.length, text);
}

static void test_scalars(void)
{
    const fj_generate_options null = {.size = sizeof null, .nan = FJ_NAN_NULL};
    const fj_generate_options literal = {.size = sizeof literal, .nan = FJ_NAN_LITERAL};
    const fj_generate_options canonical = {.size = sizeof canonical, .canonical = 1};
    const double infinity = 1e308 * 10;
    const double nan = infinity - infinity;
    check_double(nan, true, NULL, FJ_ERROR_NAN, "");
    check_double(infinity, true, NULL, FJ_ERROR_NAN, "");
    check_double(nan, true, &null, FJ_OK, "null");
    check_double(-infinity, true, &null, FJ_OK, "null");
    check_double(nan, true, &literal, FJ_OK, "NaN");
    check_double(-nan, true, &literal, FJ_OK, "NaN");
    check_double(infinity, true, &literal, FJ_OK, "Infinity");
    check_double(-infinity, true, &literal, FJ_OK, "-Infinity");
    check_double(nan, true, &canonical, FJ_ERROR_NAN, "");
    check_double(1, true, NULL, FJ_OK, "1.0");
    check_double(1, false, NULL, FJ_OK, "1");
    check_double(1, true, &canonical, FJ_OK, "1");
    check_double(-0.0, true, NULL, FJ_OK, "-0.0");
    check_double(-0.0, true, &canonical, FJ_OK, "0");
    check_double(1e21, true, NULL, FJ_OK, "1e+21");
    check_double(0.1, true, NULL, FJ_OK, "0.1");

    writer w = open_writer(NULL);
    int32_t code = writer_array_begin(&w);
    code |= writer_element(&w, true) | writer_null(&w);
    code |= writer_element(&w, false) | writer_boolean(&w, true);
    code |= writer_element(&w, false) | writer_boolean(&w, false);
    code |= writer_element(&w, false) | writer_int64(&w, INT64_MIN);
    code |= writer_element(&w, false) | writer_int64(&w, INT64_MAX);
    code |= writer_element(&w, false) | writer_uint64(&w, UINT64_MAX);
    code |= writer_element(&w, false) | writer_digits(&w, "-12345678901234567890123", 24);
    code |= writer_element(&w, false) | writer_raw(&w, "{\"raw\": 1}", 10);
    code |= writer_array_end(&w, false);
    CHECK(writer_close(&w, code) == FJ_OK, "scalars");
    CHECK_TEXT(output.data, output.length,
               "[null,true,false,-9223372036854775808,9223372036854775807,18446744073709551615,"
               "-12345678901234567890123,{\"raw\": 1}]");
    CHECK(writer_close(&w, FJ_ERROR_HOST) == FJ_ERROR_HOST && output.length != 0,
          "closing again does nothing");
}

/* ---- room ---- */

/* One text of everything; its pieces are such that commas and brackets meet every boundary. */
static int32_t emit(writer *w, const char *text, size_t length, int depth)
{
    int32_t code = FJ_OK;
    for (int i = 0; i < depth && code == FJ_OK; i++) {
        code = writer_array_begin(w);
        if (code == FJ_OK) {
            code = writer_element(w, true);
        }
    }
    code = code ? code : writer_object_begin(w);
    code = code ? code : writer_member(w, true);
    code = code ? code : writer_string(w, text, length, 0);
    code = code ? code : writer_colon(w);
    code = code ? code : writer_double(w, -1.2345678901234567e-300, true);
    code = code ? code : writer_member(w, false);
    code = code ? code : writer_string(w, "\n\x01\xE2\x82\xAC", 5, 0);
    code = code ? code : writer_colon(w);
    code = code ? code : writer_null(w);
    code = code ? code : writer_object_end(w, false);
    for (int i = 0; i < depth && code == FJ_OK; i++) {
        code = writer_array_end(w, false);
    }
    return code;
}

static void test_room(void)
{
    static char text[300];
    static char whole[4096];
    memset(text, 'k', sizeof text);
    for (int layout = 0; layout < 2; layout++) {
        fj_generate_options o = {.size = sizeof o};
        if (layout) {
            o.indent = "  ";
            o.indent_length = 2;
            o.array_nl = o.object_nl = "\r\n";
            o.array_nl_length = o.object_nl_length = 2;
            o.space_before = " ";
            o.space_before_length = 1;
        }
        for (size_t length = 0; length < sizeof text; length += length < 70 ? 1 : 37) {
            writer w = open_writer(&o);
            CHECK(writer_close(&w, emit(&w, text, length, 9)) == FJ_OK, "whole");
            const size_t total = output.length;
            memcpy(whole, output.data, total);
            /* A capacity of every size to begin with. */
            for (size_t capacity = 0; capacity < total + 70; capacity += 1 + capacity / 64) {
                fj_buffer out = {malloc(capacity ? capacity : 1), 0, capacity};
                CHECK(writer_open(&w, &o, &out) == FJ_OK, "opens");
                CHECK(writer_close(&w, emit(&w, text, length, 9)) == FJ_OK && out.length == total &&
                          memcmp(out.data, whole, total) == 0,
                      "capacity %zu, length %zu", capacity, length);
                fj_buffer_free(&out);
            }
            /* A limit of every size: exact, with new memory and with more than enough of old. */
            for (size_t limit = 1; limit < total + 3; limit++) {
                o.max_output_bytes = limit;
                for (int fresh = 0; fresh < 2; fresh++) {
                    fj_buffer out = {0};
                    CHECK(writer_open(&w, &o, fresh ? &out : &output) == FJ_OK, "opens");
                    const int32_t code = writer_close(&w, emit(&w, text, length, 9));
                    const fj_buffer *got = fresh ? &out : &output;
                    CHECK(code == (total <= limit ? FJ_OK : FJ_ERROR_LIMIT) &&
                              got->length == (total <= limit ? total : 0),
                          "limit %zu of %zu: %d", limit, total, code);
                    CHECK(!fresh || out.capacity <= limit + 512, "%zu bytes for a limit of %zu",
                          out.capacity, limit);
                    fj_buffer_free(&out);
                }
                o.max_output_bytes = 0;
            }
        }
    }
}

static void test_sizes_that_cannot_be(void)
{
    fj_generate_options o = {.size = sizeof o};
    const char *volatile hidden =
        "x"; /* else the compiler sees, and says, that the size is a lie */
    const char *const one = hidden;
    static const size_t sizes[] = {PTRDIFF_MAX, PTRDIFF_MAX - 1, PTRDIFF_MAX - 64, SIZE_MAX,
                                   SIZE_MAX / 2 + 9};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (int round = 0; round < 8; round++) {
            o.ascii_only = round & 1;
            o.max_output_bytes = round & 2 ? 1000 : 0;
            writer w = open_writer(&o);
            int32_t code = round & 4 ? writer_null(&w) : FJ_OK;
            code = code ? code
                        : writer_string(&w, one, sizes[i],
                                        round & 1 ? 0 : WRITER_STRING_PLAIN | WRITER_STRING_VALID);
            CHECK(code == FJ_ERROR_MEMORY || code == FJ_ERROR_LIMIT, "%zu: %d", sizes[i], code);
            code = writer_raw(&w, one, sizes[i]);
            CHECK(code == FJ_ERROR_MEMORY || code == FJ_ERROR_LIMIT, "%zu: %d", sizes[i], code);
            code = writer_string_utf16(&w, (const uint16_t *)(const void *)&o, sizes[i]);
            CHECK(code == FJ_ERROR_MEMORY || code == FJ_ERROR_LIMIT, "%zu: %d", sizes[i], code);
            CHECK(writer_close(&w, code) == code && output.length == 0, "closed");
        }
    }
}

static void test_nesting(void)
{
    fj_generate_options o = {.size = sizeof o};
    for (uint32_t limit = 1; limit < 5; limit++) {
        o.max_nesting = limit;
        writer w = open_writer(&o);
        for (uint32_t i = 0; i < limit; i++) {
            CHECK(writer_array_begin(&w) == FJ_OK, "level %u", i);
        }
        CHECK(writer_array_begin(&w) == FJ_ERROR_NESTING, "limit %u", limit);
        CHECK(writer_object_begin(&w) == FJ_ERROR_NESTING, "limit %u", limit);
        writer_close(&w, FJ_ERROR_NESTING);
    }
    writer w = open_writer(NULL);
    for (int i = 0; i < 1024; i++) {
        CHECK((i % 2 ? writer_array_begin(&w) : writer_object_begin(&w)) == FJ_OK, "level %d", i);
    }
    CHECK(writer_array_begin(&w) == FJ_ERROR_NESTING, "1024 is the default");
    writer_close(&w, FJ_ERROR_NESTING);
}

/* ---- options ---- */

static int32_t open_code(const fj_generate_options *o)
{
    writer w;
    output.length = 7;
    const int32_t code = writer_open(&w, o, &output);
    CHECK(output.length == 0, "emptied");
    CHECK(writer_close(&w, FJ_ERROR_HOST) == FJ_ERROR_HOST, "closed");
    return code;
}

#define CHECK_OPTION(field, value, code)                            \
    do {                                                            \
        fj_generate_options o_ = {.size = sizeof o_};               \
        o_.field = value;                                           \
        CHECK(open_code(&o_) == (code), "%s = %s", #field, #value); \
    } while (0)

static void test_options(void)
{
    CHECK(open_code(NULL) == FJ_OK, "no options");
    CHECK_OPTION(size, sizeof(fj_generate_options), FJ_OK);
    CHECK_OPTION(size, 8, FJ_OK);
    CHECK_OPTION(size, 0, FJ_ERROR_OPTION);
    CHECK_OPTION(size, 4, FJ_ERROR_OPTION);
    CHECK_OPTION(size, UINT32_MAX, FJ_ERROR_OPTION);
    CHECK_OPTION(ascii_only, 2, FJ_ERROR_OPTION);
    CHECK_OPTION(script_safe, 2, FJ_ERROR_OPTION);
    CHECK_OPTION(sort_keys, 2, FJ_ERROR_OPTION);
    CHECK_OPTION(canonical, 2, FJ_ERROR_OPTION);
    CHECK_OPTION(strict, 1, FJ_OK);
    CHECK_OPTION(strict, 2, FJ_ERROR_OPTION);
    CHECK_OPTION(nan, FJ_NAN_LITERAL, FJ_OK);
    CHECK_OPTION(nan, 3, FJ_ERROR_OPTION);
    CHECK_OPTION(lone_surrogates, 2, FJ_OK);
    CHECK_OPTION(lone_surrogates, 3, FJ_ERROR_OPTION);
    CHECK_OPTION(reserved[0], 1, FJ_ERROR_OPTION);
    CHECK_OPTION(reserved[4], 1, FJ_ERROR_OPTION);
    CHECK_OPTION(indent_length, 1, FJ_ERROR_OPTION); /* of a NULL string */

    char layout[300];
    memset(layout, ' ', sizeof layout);
    fj_generate_options o = {.size = sizeof o};
    const char **const texts[] = {&o.indent, &o.space, &o.space_before, &o.object_nl, &o.array_nl};
    size_t *const lengths[] = {&o.indent_length, &o.space_length, &o.space_before_length,
                               &o.object_nl_length, &o.array_nl_length};
    for (int i = 0; i < 5; i++) {
        *texts[i] = layout;
        *lengths[i] = 256;
        CHECK(open_code(&o) == FJ_OK, "256 bytes");
        *lengths[i] = 257;
        CHECK(open_code(&o) == FJ_ERROR_OPTION, "257 bytes");
        *lengths[i] = SIZE_MAX;
        CHECK(open_code(&o) == FJ_ERROR_OPTION, "far too many bytes");
        *lengths[i] = 3;
        for (int c = 0; c < 256; c++) {
            layout[2] = (char)c;
            const bool is_space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
            CHECK(open_code(&o) == (is_space ? FJ_OK : FJ_ERROR_OPTION), "layout byte %d", c);
        }
        layout[2] = ' ';
        o.canonical = 1;
        CHECK(open_code(&o) == FJ_ERROR_OPTION, "canonical with a layout");
        o.canonical = 0;
        *texts[i] = NULL;
        *lengths[i] = 0;
    }
    o.canonical = 1;
    CHECK(open_code(&o) == FJ_OK, "canonical");
    o.sort_keys = 1;
    CHECK(open_code(&o) == FJ_OK, "canonical with sort_keys");
    o.nan = FJ_NAN_LITERAL;
    CHECK(open_code(&o) == FJ_ERROR_OPTION, "canonical with NaN");
    o.nan = FJ_NAN_NULL;
    o.ascii_only = 1;
    CHECK(open_code(&o) == FJ_ERROR_OPTION, "canonical with ascii_only");
    o.ascii_only = 0;
    o.script_safe = 1;
    CHECK(open_code(&o) == FJ_ERROR_OPTION, "canonical with script_safe");

    /* A caller that is newer than the library: what it has more must be zero. */
    struct {
        fj_generate_options known;
        unsigned char more[24];
    } newer = {.known = {.size = sizeof newer}};
    CHECK(open_code(&newer.known) == FJ_OK, "newer, unused");
    newer.more[23] = 1;
    CHECK(open_code(&newer.known) == FJ_ERROR_OPTION, "newer, used");

    writer w;
    CHECK(writer_open(&w, NULL, NULL) == FJ_ERROR_ARGUMENT, "no buffer");
    fj_buffer impossible = {NULL, 0, 10};
    CHECK(writer_open(&w, NULL, &impossible) == FJ_ERROR_ARGUMENT, "capacity of nothing");
    fj_buffer_free(NULL);
}

/* ---- the order of keys ---- */

static int sign(int value)
{
    return (value > 0) - (value < 0);
}

static size_t to_units(const uint32_t *points, size_t count, uint16_t *units)
{
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        if (points[i] < 0x10000) {
            units[n++] = (uint16_t)points[i];
        } else {
            units[n++] = (uint16_t)(0xD800 + (points[i] - 0x10000) / 0x400);
            units[n++] = (uint16_t)(0xDC00 + (points[i] - 0x10000) % 0x400);
        }
    }
    return n;
}

static void check_order(const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count,
                        const guard *left, const guard *right)
{
    uint16_t x[128];
    uint16_t y[128];
    const size_t x_count = to_units(a, a_count, x);
    const size_t y_count = to_units(b, b_count, y);
    int wanted = 0;
    for (size_t i = 0; wanted == 0 && (i < x_count || i < y_count); i++) {
        wanted = i == x_count ? -1 : i == y_count ? 1 : sign((int)x[i] - (int)y[i]);
    }
    scratch.length = 0;
    for (size_t i = 0; i < a_count; i++) {
        put_utf8(&scratch, a[i]);
    }
    const size_t a_length = scratch.length;
    const char *a_text = guard_text(left, scratch.data, a_length);
    scratch.length = 0;
    for (size_t i = 0; i < b_count; i++) {
        put_utf8(&scratch, b[i]);
    }
    const size_t b_length = scratch.length;
    const char *b_text = guard_text(right, scratch.data, b_length);
    CHECK(sign(writer_compare_keys(a_text, a_length, b_text, b_length)) == wanted,
          "order of %zu, %zu", a_count, b_count);
    CHECK(sign(writer_compare_keys(b_text, b_length, a_text, a_length)) == -wanted,
          "the other way");
}

static void test_key_order(void)
{
    static const uint32_t alphabet[] = {
        0,      'a',    'b',    0x7F,   0x80,   0x7FF,  0x800,   0xD7FF,  0xD800,  0xD83D,  0xDBFF,
        0xDC00, 0xDE00, 0xDFFF, 0xE000, 0xFB33, 0xFFFF, 0x10000, 0x1F600, 0x1F601, 0x10FFFF};
    const uint32_t letters = sizeof alphabet / sizeof *alphabet;
    guard left = guard_make(4096);
    guard right = guard_make(4096);
    for (size_t round = check_share(300000); round > 0; round--) {
        uint32_t a[40];
        uint32_t b[40];
        const size_t same = random_below(12);
        const size_t a_count = same + random_below(4);
        const size_t b_count = same + random_below(4);
        for (size_t i = 0; i < 40; i++) {
            a[i] = alphabet[random_below(letters)];
            b[i] = i < same ? a[i] : alphabet[random_below(letters)];
        }
        check_order(a, a_count, b, b_count, &left, &right);
    }
    /* Bytes of any kind: nothing beyond the ends is read, and a key equals itself. */
    for (size_t round = check_share(200000); round > 0; round--) {
        char a[24];
        char b[24];
        const size_t a_length = random_below(24);
        const size_t b_length = random_below(24);
        for (size_t i = 0; i < 24; i++) {
            a[i] = (char)(0xC0 + random_below(64));
            b[i] = random_below(3) ? a[i] : (char)random_below(256);
        }
        const char *x = guard_text(&left, a, a_length);
        const char *y = guard_text(&right, b, b_length);
        CHECK(sign(writer_compare_keys(x, a_length, y, b_length)) ==
                  -sign(writer_compare_keys(y, b_length, x, a_length)),
              "antisymmetric");
        CHECK(writer_compare_keys(x, a_length, x, a_length) == 0, "reflexive");
    }
    /* A long run of pairs against the same as lone halves ends, and takes no stack. */
    const size_t pairs = 1000000;
    char *const whole = malloc(pairs * 4);
    char *const halves = malloc(pairs * 6);
    for (size_t i = 0; i < pairs; i++) {
        memcpy(whole + i * 4, "\xF0\x9F\x98\x80", 4);
        memcpy(halves + i * 6, "\xED\xA0\xBD\xED\xB8\x80", 6);
    }
    CHECK(writer_compare_keys(whole, pairs * 4, halves, pairs * 6) == 0, "the same units");
    CHECK(writer_compare_keys(whole, pairs * 4 - 4, halves, pairs * 6) < 0, "fewer units");
    free(whole);
    free(halves);
    guard_free(&left);
    guard_free(&right);
}

static void test_strings(void)
{
    test_special_at_every_place();
    test_random_strings();
    test_invalid_utf8();
    test_room();
}

int main(void)
{
    source.utf8 = guard_make(MAX_POINTS * 4);
    source.latin1 = guard_make(MAX_POINTS);
    source.utf16 = guard_make(MAX_POINTS * 4);
    source.utf32 = guard_make(MAX_POINTS * 4);
    test_scalars();
    test_options();
    test_nesting();
    test_every_code_point();
    test_strings();
    if (kernel_in_use->block >= KERNEL_BLOCK_AVX2) {
        /* The way of all other machines, and of older ones of this kind. */
        kernel_in_use = kernel_list();
        test_strings();
    }
    test_sizes_that_cannot_be();
    test_key_order();
    fj_buffer_free(&output);
    return check_finish();
}
