/*
 * Report: what went wrong, on standard error.
 *
 *     data.json:2:9: error: expected ',' or '}' [unexpected_byte]
 *       2 | {"a": 1 2}
 *         |         ^
 *       at /a
 *
 * Long lines are cut to the width of the terminal around the place. Nothing here reads or changes
 * what is worked on.
 */
#ifndef FASTJSON_CLI_REPORT_H
#define FASTJSON_CLI_REPORT_H

#include <fastjson/fastjson.h>

#include "settings.h"

/* An error of the library in a text that is called `name`. `text` is what the error's offset counts
 * in; NULL: no line is shown. Gives the exit code that belongs to it. */
int report_error(const settings *given, const char *name, const char *text, size_t length,
                 const fj_error *error);

/* An error of the library in a JSON Pointer: it is no such thing, or nothing stands there. */
int report_pointer(const settings *given, const char *name, const char *pointer, size_t length,
                   const fj_error *error);

/* "fastjson: name: message" for what is no fault of a text; gives EXIT_IO. */
int report_io(const char *name, const char *message);

/* "fastjson COMMAND: message", with a hint where to read more; gives EXIT_USAGE. */
int report_usage(const settings *given, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
