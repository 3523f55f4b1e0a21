/*
 * Source: a file, or standard input, read whole into memory.
 *
 * While a long one is read and standard error is a terminal, a line there says how far it got; it
 * is taken away before anything else is printed.
 */
#ifndef FASTJSON_CLI_SOURCE_H
#define FASTJSON_CLI_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "settings.h"

typedef struct source {
    const char *name; /* as messages call it */
    char *text;
    size_t length;
    size_t capacity;
} source;

/* Reads the file of that name; "-" is standard input. A source of zeroes, or one used before, whose
 * memory is used again. Gives an exit code: EXIT_OK, or EXIT_IO after a report. */
int source_read(source *s, const settings *given, const char *name);

void source_free(source *s);

/* Progress: bytes of a long work, shown at most ten times a second, from the first half second on.
 */
typedef struct progress {
    const char *name;
    uint64_t total; /* 0: not known */
    int64_t begun, last;
    bool wanted, visible;
} progress;

progress progress_begin(const settings *given, const char *name, uint64_t total);
void progress_show(progress *p, uint64_t done);
void progress_end(progress *p);

#endif
