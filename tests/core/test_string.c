/*
 * Strings: every length, with every kind of special byte at every place, in every alignment to the
 * sixteen, thirty-two and sixty-four bytes that kernels take at once; and across their blocks.
 *
 * Expected: the oracle, which goes byte by byte by the tables of RFC 3629 and RFC 8259. argv[1]
 * "all": all lengths to 100; else those to 36 and every seventh.
 */
#include "mutate.h"
#include "subject.h"

#include "scan/kernel.h"

static const mutate_piece specials[] = {
    PIECE("\""), /* ends it: trailing content */
    PIECE("\\"), /* escapes what comes next, the closing quote at the end */
    PIECE("\\\""),
    PIECE("\\\\"),
    PIECE("\\\\\\\""),
    PIECE("\\n"),
    PIECE("\\u0041"),
    PIECE("\\u00e9"),
    PIECE("\\u20AC"),
    PIECE("\\ud83d\\ude00"),
    PIECE("\\ud83d"),
    PIECE("\\ude00"),
    PIECE("\\u12"),
    PIECE("\\x"),
    PIECE("\x1f"),
    PIECE("\0"),
    PIECE("\n"),
    PIECE("\x7f"),
    PIECE("\xC2\x80"),
    PIECE("\xDF\xBF"),
    PIECE("\xE0\xA0\x80"),
    PIECE("\xED\x9F\xBF"),
    PIECE("\xEF\xBF\xBF"),
    PIECE("\xF0\x90\x80\x80"),
    PIECE("\xF4\x8F\xBF\xBF"),
    /* bad UTF-8: cut, overlong, surrogates, beyond, never */
    PIECE("\x80"),
    PIECE("\xBF"),
    PIECE("\xC2"),
    PIECE("\xE2\x82"),
    PIECE("\xE2"),
    PIECE("\xF0\x9F\x98"),
    PIECE("\xF0\x9F"),
    PIECE("\xF0"),
    PIECE("\xC0\x80"),
    PIECE("\xC1\xBF"),
    PIECE("\xE0\x9F\xBF"),
    PIECE("\xF0\x8F\xBF\xBF"),
    PIECE("\xED\xA0\x80"),
    PIECE("\xED\xBF\xBF"),
    PIECE("\xF4\x90\x80\x80"),
    PIECE("\xF5\x80\x80\x80"),
    PIECE("\xFE"),
    PIECE("\xFF"),
    PIECE("\xE2\x82\xAC\x80"),
    PIECE("\xC3\xA9\xA9"),
};

#define COUNT(list) (sizeof list / sizeof *list)

#define PAGE 4096

static char text[3 * PAGE];

/* A string of `length` bytes 'a' between quotes, with the special in the place of the i-th. */
static size_t text_make(size_t length, size_t i, const mutate_piece *special)
{
    size_t n = 0;
    text[n++] = '"';
    memset(text + n, 'a', i);
    n += i;
    memcpy(text + n, special->text, special->length);
    n += special->length;
    memset(text + n, 'b', length - i - 1);
    n += length - i - 1;
    text[n++] = '"';
    return n;
}

static void test_lengths(bool all)
{
    static const fj_parse_options keep = {
        .size = sizeof keep,
        .allow_control_characters = 1,
        .allow_invalid_escape = 1,
        .lone_surrogates = FJ_READ_SURROGATES_KEEP,
    };
    size_t turn = 0;
    subject_against_oracle("\"\"", 2, NULL);
    for (size_t length = 1; length <= 100; length++) {
        if (!all && length > 36 && length % 7 != 0) {
            continue;
        }
        for (size_t i = 0; i < length; i++) {
            for (size_t s = 0; s < COUNT(specials); s++) {
                if (!check_takes()) {
                    continue;
                }
                const size_t n = text_make(length, i, &specials[s]);
                subject_kernel(turn++);
                subject_against_oracle(text, n, turn % 5 == 0 ? &keep : NULL);
            }
        }
    }
}

/* A text of white space in which a string begins `before` bytes before the end of a block. */
static void test_across_blocks(void)
{
    for (size_t before = 0; before <= 70; before++) {
        for (size_t s = 0; s < COUNT(specials); s++) {
            memset(text, ' ', sizeof text);
            text[0] = '[';
            const size_t start = PAGE - before;
            const char middle[] = "\"ab";
            memcpy(text + start, middle, 3);
            memcpy(text + start + 3, specials[s].text, specials[s].length);
            size_t n = start + 3 + specials[s].length;
            memcpy(text + n, "\" , \"c\"", 7);
            n += 7 + before * 3;
            text[n++] = ']';
            subject_kernel(before + s);
            subject_against_oracle(text, n, NULL);
        }
    }
}

/* Backslashes in a row: whether the quote after them is escaped depends on how many there are. */
static void test_backslashes(void)
{
    for (size_t count = 0; count <= 140; count++) {
        for (size_t ahead = 0; ahead < 3; ahead++) {
            size_t n = 0;
            text[n++] = '"';
            memset(text + n, 'x', ahead * 31);
            n += ahead * 31;
            memset(text + n, '\\', count);
            n += count;
            text[n++] = '"';
            for (size_t turn = 0; turn < subject_kernel(turn); turn++) {
                subject_against_oracle(text, n, NULL);
            }
        }
    }
}

/* All escapes of one letter and all of \u by the tables of RFC 8259, section 7. */
static void test_escapes(void)
{
    for (unsigned c = 0; c < 256; c++) {
        const char escape[] = {'"', '\\', (char)c, '"'};
        subject_against_oracle(escape, sizeof escape, NULL);
        for (unsigned at = 0; at < 4; at++) {
            char unicode[] = "\"\\u0123\"";
            unicode[3 + at] = (char)c;
            subject_against_oracle(unicode, 8, NULL);
        }
    }
    for (unsigned unit = 0; unit < 0x10000; unit += unit % 0x100 == 0xFF ? 0x1F : 0x1D) {
        if (!check_takes()) {
            continue;
        }
        char unicode[32];
        snprintf(unicode, sizeof unicode, "\"\\u%04x\\u%04X\"", unit, 0xDFFF - unit % 0x900);
        subject_against_oracle(unicode, 14, NULL);
    }
}

/* Every sequence of two bytes, and of three and four with the bytes at the edges of their ranges.
 */
static void test_utf8(void)
{
    static const unsigned char edges[] = {0x00, 0x22, 0x7F, 0x80, 0x8F, 0x90,
                                          0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xFF};
    char string[] = "\"....\"";
    for (unsigned lead = 0x80; lead < 0x100; lead++) {
        string[1] = (char)lead;
        for (size_t i = 0; i < sizeof edges; i++) {
            string[2] = (char)edges[i];
            for (size_t j = 0; j < sizeof edges; j++) {
                string[3] = (char)edges[j];
                string[4] = (char)edges[(i + j) % sizeof edges];
                if (!check_takes()) {
                    continue;
                }
                subject_kernel(lead + j);
                subject_against_oracle(string, 6, NULL);
            }
        }
    }
}

int main(int argc, char **argv)
{
    subject_begin();
    test_escapes();
    test_utf8();
    test_backslashes();
    test_across_blocks();
    test_lengths(argc > 1 && strcmp(argv[1], "all") == 0);
    return subject_finish();
}
