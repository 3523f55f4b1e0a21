/*
 * Settings: what the options of a command line ask for, and the help that lists them.
 *
 * One table has every option, with the commands that take it: parsing and help cannot differ. An
 * option that a command does not take is refused.
 */
#ifndef FASTJSON_CLI_SETTINGS_H
#define FASTJSON_CLI_SETTINGS_H

#include <fastjson/fastjson.h>
#include <stdbool.h>

#include "cli.h"

struct settings {
    const char *command; /* its name, "" before it is known */
    fj_parse_options parse;
    fj_generate_options generate;
    bool layout;     /* the layout was chosen by an option */
    int color;       /* COLOR_... */
    bool quiet;      /* nothing on standard error about texts */
    bool verbose;    /* validate: name the valid ones too */
    bool check;      /* format: compare, write nothing */
    bool no_newline; /* no line feed after the output */
    bool raw;        /* get: a string's own text */
    bool verbatim;   /* get: the bytes as they stand */
    bool first;      /* get: FJ_GET_FIRST */
    bool to_array;   /* ndjson */
    bool to_lines;   /* ndjson */
    bool pointers;   /* diff: pointers only */
    bool patch;      /* diff: a JSON Patch */
    bool doubles;    /* --big-numbers=double was given: diff has another default */
};

/* What a command is called, what runs it, and the first lines of its help. */
typedef struct command {
    const char *name;
    unsigned bit; /* COMMAND_... in the table of options */
    int (*run)(settings *given, int count, char **arguments);
    const char *usage;
    const char *summary;
    const char *description;
} command;

#define COMMAND_VALIDATE 1u
#define COMMAND_FORMAT 2u
#define COMMAND_MINIFY 4u
#define COMMAND_GET 8u
#define COMMAND_NDJSON 16u
#define COMMAND_DIFF 32u

/* Reads the options of `count` arguments, the command's name being the first. *rest is then the
 * number of arguments that are no options, which stand last. Gives an exit code, or -1 if help was
 * asked for. */
int settings_read(settings *given, const command *which, int count, char **arguments, int *rest);

/* Prints the help of a command. */
void settings_help(const command *which);

/* The layout of format and get: two spaces, if no option chose another. */
void settings_layout(settings *given);

#endif
