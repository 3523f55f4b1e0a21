/* Report: see report.h. */
#include "report.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "terminal.h"

#define DOTS "..."
#define DOTS_WIDTH 3

/* The part of a line that fits, with the place in it. */
typedef struct window {
    const char *begin, *end;
    bool cut_left, cut_right;
    size_t caret; /* columns before the place, the dots not counted */
} window;

/* Goes right from `at` to the end of the line, at most `width` columns; they are taken from
 * `width`. */
static const char *window_right(const char *at, const char *end, size_t *width)
{
    while (at < end && *at != '\n') {
        const shown c = shown_at(at, end);
        if (c.width > *width) {
            break;
        }
        *width -= c.width;
        at += c.length;
    }
    return at;
}

static const char *window_left(const char *begin, const char *at, size_t *width)
{
    while (at > begin && at[-1] != '\n') {
        const size_t length = shown_length_before(begin, at);
        const shown c = shown_at(at - length, at);
        if (c.width > *width) {
            break;
        }
        *width -= c.width;
        at -= length;
    }
    return at;
}

/* Never looks further than the window is wide: a line may be as long as the text. */
static window window_around(const char *text, size_t length, size_t offset, size_t width)
{
    const char *const at = text + (offset < length ? offset : length);
    const char *const end = text + length;
    width = width < 4 * DOTS_WIDTH ? DOTS_WIDTH : width - 2 * DOTS_WIDTH;
    window w;
    /* a third behind the place, what is left before it, and what that leaves behind it again */
    size_t right = width / 3 + 1, left = width - right;
    w.end = window_right(at, end, &right);
    left += right;
    const size_t most = left;
    w.begin = window_left(text, at, &left);
    w.caret = most - left;
    w.end = window_right(w.end, end, &left);
    w.cut_left = w.begin > text && w.begin[-1] != '\n';
    w.cut_right = w.end < end && *w.end != '\n';
    if (w.end > w.begin && w.end[-1] == '\r' && w.end > at) {
        w.end--;
    }
    return w;
}

static void paint(bool colored, const char *code)
{
    if (colored) {
        fputs(code, stderr);
    }
}

static void repeat(char c, size_t count)
{
    while (count-- > 0) {
        fputc(c, stderr);
    }
}

/* The line with a caret below the place; `number` 0: the line has none. */
static void print_place(bool colored, const char *text, size_t length, size_t offset,
                        uint64_t number)
{
    char label[32] = "  ";
    if (number != 0) {
        snprintf(label, sizeof label, "  %llu |", (unsigned long long)number);
    }
    const size_t gutter = strlen(label) + 1, width = terminal_width(stderr);
    const window w = window_around(text, length, offset, width > gutter + 20 ? width - gutter : 20);
    paint(colored, PAINT_FAINT);
    fprintf(stderr, "%s %s", label, w.cut_left ? DOTS : "");
    paint(colored, PAINT_RESET);
    terminal_print(stderr, w.begin, (size_t)(w.end - w.begin));
    paint(colored, PAINT_FAINT);
    fprintf(stderr, "%s\n", w.cut_right ? DOTS : "");
    repeat(' ', gutter - 2);
    fputs(number != 0 ? "| " : "  ", stderr);
    paint(colored, PAINT_RESET);
    repeat(' ', w.caret + (w.cut_left ? DOTS_WIDTH : 0));
    paint(colored, PAINT_GOOD);
    fputc('^', stderr);
    paint(colored, PAINT_RESET);
    fputc('\n', stderr);
}

/* "name:line:column: error: message [code]"; line 0: without a place. */
static void print_head(bool colored, const char *name, const fj_error *error, uint64_t line)
{
    paint(colored, PAINT_BOLD);
    terminal_print(stderr, name, strlen(name));
    if (line != 0) {
        fprintf(stderr, ":%llu:%llu", (unsigned long long)line, (unsigned long long)error->column);
    }
    fputs(": ", stderr);
    paint(colored, PAINT_BAD);
    fputs("error: ", stderr);
    paint(colored, PAINT_RESET);
    terminal_print(stderr, error->message, error->message_length);
    paint(colored, PAINT_FAINT);
    fprintf(stderr, " [%s]", fj_error_name(error->code));
    paint(colored, PAINT_RESET);
    fputc('\n', stderr);
}

static int exit_of(int32_t code)
{
    switch (code) {
    case FJ_ERROR_MEMORY:
        return EXIT_IO;
    case FJ_ERROR_ARGUMENT:
    case FJ_ERROR_OPTION:
    case FJ_ERROR_POINTER:
        return EXIT_USAGE;
    default:
        return EXIT_INVALID;
    }
}

int report_error(const settings *given, const char *name, const char *text, size_t length,
                 const fj_error *error)
{
    if (given->quiet) {
        return exit_of(error->code);
    }
    const bool colored = terminal_colored(stderr, given->color);
    fflush(stdout);
    print_head(colored, name, error, error->line);
    if (text != NULL && error->line != 0) {
        print_place(colored, text, length, (size_t)error->offset, error->line);
    }
    if (error->pointer_length > 0) {
        fputs("  at ", stderr);
        terminal_print(stderr, error->pointer, error->pointer_length);
        fputc('\n', stderr);
    }
    return exit_of(error->code);
}

int report_pointer(const settings *given, const char *name, const char *pointer, size_t length,
                   const fj_error *error)
{
    if (!given->quiet) {
        const bool colored = terminal_colored(stderr, given->color);
        fflush(stdout);
        print_head(colored, name, error, 0);
        print_place(colored, pointer, length, (size_t)error->offset, 0);
    }
    return exit_of(error->code);
}

int report_io(const char *name, const char *message)
{
    fflush(stdout);
    fputs("fastjson: ", stderr);
    terminal_print(stderr, name, strlen(name));
    fprintf(stderr, ": %s\n", message);
    return EXIT_IO;
}

int report_usage(const settings *given, const char *format, ...)
{
    const char *const space = given->command[0] == '\0' ? "" : " ";
    char message[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    fprintf(stderr, "fastjson%s%s: ", space, given->command);
    terminal_print(stderr, message, strlen(message));
    fprintf(stderr, "\nSee: fastjson%s%s --help\n", space, given->command);
    return EXIT_USAGE;
}
