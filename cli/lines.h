/*
 * Lines: a file, or standard input, read line after line in memory bounded by its longest line.
 */
#ifndef FASTJSON_CLI_LINES_H
#define FASTJSON_CLI_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "settings.h"
#include "source.h"

typedef struct lines {
    const char *name; /* as messages call it */
    int file;
    char *data; /* what was read and not yet given: from `begin` to `end` */
    size_t begin, end, capacity;
    bool ended;        /* nothing more comes from the file */
    uint64_t number;   /* of the line given last, from 1 */
    uint64_t consumed; /* bytes given */
    progress shown;
} lines;

/* Opens the file of that name; "-" is standard input. EXIT_OK, or EXIT_IO after a report. */
int lines_open(lines *l, const settings *given, const char *name);

/* The next line, without its line feed; it lives until the next call. *line NULL: there is none.
 * EXIT_OK, or EXIT_IO after a report. */
int lines_next(lines *l, const char **line, size_t *length);

void lines_close(lines *l);

#endif
