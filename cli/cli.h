/*
 * What all parts of the command-line tool share: its exit codes, and its commands.
 *
 * The tool uses the public header of the library and nothing else of it.
 */
#ifndef FASTJSON_CLI_H
#define FASTJSON_CLI_H

#define EXIT_OK 0
#define EXIT_INVALID 1 /* a text is invalid, a value is not there, two values differ */
#define EXIT_USAGE 2
#define EXIT_IO 3 /* a file cannot be read, the output cannot be written, no memory */

/* The worse of two, when several files are worked on. */
static inline int exit_worse(int a, int b)
{
    return a > b ? a : b;
}

typedef struct settings settings;

/* A command is given its settings and the arguments that are no options; it gives an exit code. */
int command_validate(settings *given, int count, char **arguments);
int command_format(settings *given, int count, char **arguments);
int command_minify(settings *given, int count, char **arguments);
int command_get(settings *given, int count, char **arguments);
int command_ndjson(settings *given, int count, char **arguments);
int command_diff(settings *given, int count, char **arguments);

#endif
