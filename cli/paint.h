/*
 * Paint: JSON text on standard output, coloured by what it is made of: keys, strings, numbers,
 * literals.
 *
 * The text is one that the library wrote. Without colour it goes out byte for byte.
 */
#ifndef FASTJSON_CLI_PAINT_H
#define FASTJSON_CLI_PAINT_H

#include <stdbool.h>
#include <stddef.h>

void paint_text(const char *text, size_t length, bool colored);

/* Ends standard output: what could not be written is reported. Gives EXIT_OK or EXIT_IO. */
int paint_end(void);

#endif
