/*
 * Terminal: whether to use colour, how wide the screen is, and text made fit to be shown on it.
 *
 * Text from a file may hold what a terminal takes as an order (escapes, other control characters,
 * marks that turn the writing direction) or what is no UTF-8: in messages all that is shown as
 * U+FFFD.
 */
#ifndef FASTJSON_CLI_TERMINAL_H
#define FASTJSON_CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define COLOR_AUTO 0 /* on a terminal, unless NO_COLOR is set or TERM is dumb */
#define COLOR_ALWAYS 1
#define COLOR_NEVER 2

#define PAINT_RESET "\033[0m"
#define PAINT_BOLD "\033[1m"
#define PAINT_BAD "\033[1;31m"
#define PAINT_GOOD "\033[1;32m"
#define PAINT_CHANGE "\033[1;33m"
#define PAINT_FAINT "\033[2m"
#define PAINT_KEY "\033[1;34m"
#define PAINT_STRING "\033[32m"
#define PAINT_NUMBER "\033[36m"
#define PAINT_LITERAL "\033[35m"

/* Whether what goes to `stream` shall be coloured. */
bool terminal_colored(FILE *stream, int color);

/* The columns of the terminal behind `stream`: COLUMNS if set, else what the terminal says,
 * else 80. */
size_t terminal_width(FILE *stream);

/* One character as it can be shown: its bytes in the text, what to print, and the columns that
 * takes. */
typedef struct shown {
    size_t length;
    const char *print;
    size_t print_length;
    size_t width;
} shown;

/* The character that begins at `at`, which is before `end`. */
shown shown_at(const char *at, const char *end);

/* The length in bytes of the character that ends at `at`, which is after `begin`. */
size_t shown_length_before(const char *begin, const char *at);

/* Prints text of any bytes so that it can be shown. */
void terminal_print(FILE *stream, const char *text, size_t length);

#endif
