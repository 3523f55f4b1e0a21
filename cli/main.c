/*
 * fastjson: JSON on the command line. Finds the command, reads its options, runs it.
 *
 * In: arguments, files, standard input. Out: JSON on standard output, what went wrong on standard
 * error, an exit code of cli.h. It never writes to a file.
 */
#include <fastjson/fastjson.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "paint.h"
#include "report.h"
#include "settings.h"

static const command commands[] = {
    {"validate", COMMAND_VALIDATE, command_validate, "[OPTION...] [FILE...]",
     "say whether files are JSON",
     "Says whether each file, or standard input, is one JSON text (RFC 8259): by the exit code,\n"
     "and of what is not, where and why."},
    {"format", COMMAND_FORMAT, command_format, "[OPTION...] [FILE...]",
     "write anew: indented, sorted, canonical, ASCII",
     "Writes each file, or standard input, anew: indented by two spaces unless an option says\n"
     "otherwise. Reals are written with their shortest digits; --big-numbers=text keeps every\n"
     "number as it is written."},
    {"minify", COMMAND_MINIFY, command_minify, "[OPTION...] [FILE...]", "take white space away",
     "Writes each file, or standard input, without white space and comments; all else stays\n"
     "byte for byte."},
    {"get", COMMAND_GET, command_get, "[OPTION...] POINTER [FILE...]",
     "write the value at a JSON Pointer",
     "Writes the value at the JSON Pointer (RFC 6901) of each file, or of standard input.\n"
     "An empty pointer, '', is the whole text."},
    {"ndjson", COMMAND_NDJSON, command_ndjson, "[OPTION...] [FILE...]",
     "check lines of JSON, or convert them from or to an array",
     "Says whether each line of each file, or of standard input, is one JSON text; blank lines\n"
     "are ignored. With --to-array the values of all lines of all files become one array; with\n"
     "--to-lines the elements of an array become lines."},
    {"diff", COMMAND_DIFF, command_diff, "[OPTION...] FILE FILE", "compare two texts by value",
     "Compares two files by value: numbers exactly (1, 1.0 and 10e-1 are equal, reals of any\n"
     "size), objects whatever the order of their members. For each place that differs there is\n"
     "a line with its JSON Pointer (the place of the whole text is \"\"):\n\n"
     "  - POINTER: VALUE            only in the first\n"
     "  + POINTER: VALUE            only in the second\n"
     "  ~ POINTER: VALUE -> VALUE   in both\n\n"
     "Long values are cut. One FILE may be -, which is standard input."},
};

#define COMMANDS (sizeof commands / sizeof commands[0])

static void print_help(void)
{
    printf("Usage: fastjson COMMAND [OPTION...] [FILE...]\n\nCommands\n");
    for (size_t i = 0; i < COMMANDS; i++) {
        printf("  %-10s %s\n", commands[i].name, commands[i].summary);
    }
    printf(
        "\n  fastjson COMMAND --help   the options of a command\n"
        "  fastjson --version        the versions of the tool and of the library\n\n"
        "Without a FILE, or for -, standard input is read.\n"
        "Exit codes: 0 fine, 1 invalid, not found or different, 2 wrong usage, 3 input or output "
        "failed.\n");
}

static const command *command_find(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return &commands[i];
        }
    }
    return NULL;
}

static int command_run(settings *given, const command *which, int count, char **arguments)
{
    int rest = 0;
    given->command = which->name;
    const int code = settings_read(given, which, count, arguments, &rest);
    if (code < 0) {
        settings_help(which);
        return paint_end();
    }
    if (code != EXIT_OK) {
        return code;
    }
    const int done = which->run(given, rest, arguments + count - rest);
    return exit_worse(done, paint_end());
}

/* "fastjson", "fastjson --help", "fastjson help format" and the like. */
static int general(settings *given, int count, char **arguments)
{
    const char *const first = count > 1 ? arguments[1] : "";
    if (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0) {
        printf("fastjson %s (library ABI %u.%u)\n", fj_version(), fj_abi_version() >> 16,
               fj_abi_version() & 0xFFFF);
        return paint_end();
    }
    if (strcmp(first, "help") == 0 && count > 2) {
        const command *const which = command_find(arguments[2]);
        if (which == NULL) {
            return report_usage(given, "there is no command '%s'", arguments[2]);
        }
        settings_help(which);
        return paint_end();
    }
    if (strcmp(first, "--help") == 0 || strcmp(first, "-h") == 0 || strcmp(first, "help") == 0) {
        print_help();
        return paint_end();
    }
    if (count < 2) {
        return report_usage(given, "a command is missing");
    }
    return report_usage(given, "there is no command '%s'", first);
}

int main(int count, char **arguments)
{
    settings given = {.command = "",
                      .parse = {.size = sizeof given.parse, .borrow_text = 1},
                      .generate = {.size = sizeof given.generate}};
    if (fj_abi_version() >> 16 != FJ_ABI_VERSION >> 16 || fj_abi_version() < FJ_ABI_VERSION) {
        fprintf(stderr,
                "fastjson: the library libfastjson.so that was loaded has ABI %u.%u, not %u.%u\n",
                fj_abi_version() >> 16, fj_abi_version() & 0xFFFF, FJ_ABI_VERSION >> 16,
                FJ_ABI_VERSION & 0xFFFF);
        return EXIT_IO;
    }
    if (!isatty(
            STDOUT_FILENO)) { /* whole pieces at once, so that a failure is met where it is told */
        setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    }
    const command *const which = count > 1 ? command_find(arguments[1]) : NULL;
    if (which == NULL) {
        return general(&given, count, arguments);
    }
    return command_run(&given, which, count - 1, arguments + 1);
}
