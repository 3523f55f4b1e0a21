/* Paint: see paint.h. */
#include "paint.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli.h"
#include "report.h"
#include "terminal.h"

/* The end of the string that begins at `at`, a quote. */
static const char *string_end(const char *at, const char *end)
{
    for (at++; at < end && *at != '"'; at++) {
        at += *at == '\\';
    }
    return at < end ? at + 1 : end;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_key(const char *after, const char *end)
{
    while (after < end && is_space(*after)) {
        after++;
    }
    return after < end && *after == ':';
}

/* The end of a token, with its colour; NULL: none. */
static const char *token_end(const char *at, const char *end, const char **color)
{
    if (*at == '"') {
        const char *const after = string_end(at, end);
        *color = is_key(after, end) ? PAINT_KEY : PAINT_STRING;
        return after;
    }
    const bool scalar = strchr("-+.0123456789", *at) != NULL;
    const bool literal = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z');
    if (!scalar && !literal) {
        *color = NULL;
        return at + 1;
    }
    *color = scalar ? PAINT_NUMBER : PAINT_LITERAL;
    while (at < end && strchr(",]}:", *at) == NULL && !is_space(*at)) {
        at++;
    }
    return at;
}

void paint_text(const char *text, size_t length, bool colored)
{
    if (!colored) {
        fwrite(text, 1, length, stdout);
        return;
    }
    const char *const end = text + length;
    while (text < end) {
        const char *color;
        const char *const after = token_end(text, end, &color);
        if (color != NULL) {
            fputs(color, stdout);
        }
        fwrite(text, 1, (size_t)(after - text), stdout);
        if (color != NULL) {
            fputs(PAINT_RESET, stdout);
        }
        text = after;
    }
}

int paint_end(void)
{
    errno = 0;
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return report_io("standard output",
                         errno != 0 ? strerror(errno) : "not all could be written");
    }
    return EXIT_OK;
}
