/* Terminal: see terminal.h. Widths follow the ranges of Unicode's EastAsianWidth and of its
 * combining marks, coarsely: they place a caret, no more. The C library's wcwidth would depend on
 * the locale. */
#include "terminal.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool terminal_colored(FILE *stream, int color)
{
    if (color != COLOR_AUTO) {
        return color == COLOR_ALWAYS;
    }
    const char *const no = getenv("NO_COLOR");
    const char *const term = getenv("TERM");
    return (no == NULL || no[0] == '\0') && (term == NULL || strcmp(term, "dumb") != 0) &&
           isatty(fileno(stream));
}

size_t terminal_width(FILE *stream)
{
    const char *const columns = getenv("COLUMNS");
    const unsigned long given = columns == NULL ? 0 : strtoul(columns, NULL, 10);
    if (given > 0 && given <= 10000) {
        return given;
    }
    struct winsize size;
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
        return size.ws_col;
    }
    return 80;
}

typedef struct range {
    uint32_t first, last;
} range;

/* Control characters apart: what turns the writing direction or hides. */
static const range orders[] = {{0x7F, 0x9F},     {0x061C, 0x061C}, {0x200E, 0x200F},
                               {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}};

static const range marks[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A},  {0x064B, 0x065F},
    {0x06D6, 0x06DC}, {0x0900, 0x0902}, {0x093C, 0x093C}, {0x0941, 0x0948},  {0x0E31, 0x0E31},
    {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF},  {0x200B, 0x200D},
    {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}, {0xE0100, 0xE01EF}};

static const range wide[] = {
    {0x1100, 0x115F},   {0x231A, 0x231B},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},  {0xA960, 0xA97F},
    {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},  {0xFFE0, 0xFFE6},
    {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};

static bool range_has(const range *ranges, size_t count, uint32_t c)
{
    for (size_t i = 0; i < count; i++) {
        if (c >= ranges[i].first && c <= ranges[i].last) {
            return true;
        }
    }
    return false;
}

#define RANGE_HAS(ranges, c) range_has(ranges, sizeof(ranges) / sizeof((ranges)[0]), c)

/* The length of the UTF-8 sequence (RFC 3629) at `at`, with its code point; 0: there is none. */
static size_t utf8_at(const unsigned char *at, const unsigned char *end, uint32_t *c)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned first = *at;
    size_t length = first < 0x80 ? 1 : first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length == 0 || first > 0xF4 || (size_t)(end - at) < length) {
        return 0;
    }
    *c = length == 1 ? first : first & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) {
            return 0;
        }
        *c = *c << 6 | (at[i] & 0x3Fu);
    }
    if (*c < least[length] || *c > 0x10FFFF || (*c >= 0xD800 && *c <= 0xDFFF)) {
        return 0;
    }
    return length;
}

shown shown_at(const char *at, const char *end)
{
    uint32_t c = 0;
    const size_t length = utf8_at((const unsigned char *)at, (const unsigned char *)end, &c);
    if (length == 0) {
        return (shown){1, "\xEF\xBF\xBD", 3, 1};
    }
    if (c == '\t') {
        return (shown){1, " ", 1, 1};
    }
    if (c < 0x20 || RANGE_HAS(orders, c)) {
        return (shown){length, "\xEF\xBF\xBD", 3, 1};
    }
    const size_t width = c < 0x300 ? 1 : RANGE_HAS(marks, c) ? 0 : RANGE_HAS(wide, c) ? 2 : 1;
    return (shown){length, at, length, width};
}

size_t shown_length_before(const char *begin, const char *at)
{
    for (size_t length = 1; length <= 4 && length <= (size_t)(at - begin); length++) {
        uint32_t c;
        const unsigned char *const from = (const unsigned char *)at - length;
        if (utf8_at(from, (const unsigned char *)at, &c) == length) {
            return length;
        }
    }
    return 1;
}

void terminal_print(FILE *stream, const char *text, size_t length)
{
    const char *const end = text + length;
    while (text < end) {
        const shown c = shown_at(text, end);
        fwrite(c.print, 1, c.print_length, stream);
        text += c.length;
    }
}
