/* The command validate: each file one JSON text, or where it is not. */
#include <stdio.h>
#include <string.h>

#include "report.h"
#include "source.h"
#include "terminal.h"

static int validate_one(const settings *given, source *s, const char *name)
{
    const int code = source_read(s, given, name);
    if (code != EXIT_OK) {
        return code;
    }
    fj_error error = {.size = sizeof error};
    if (fj_validate(s->text, s->length, &given->parse, &error) != FJ_OK) {
        return report_error(given, s->name, s->text, s->length, &error);
    }
    if (given->verbose) {
        const bool colored = terminal_colored(stdout, given->color);
        terminal_print(stdout, s->name, strlen(s->name));
        printf(": %svalid%s\n", colored ? PAINT_GOOD : "", colored ? PAINT_RESET : "");
    }
    return EXIT_OK;
}

int command_validate(settings *given, int count, char **arguments)
{
    static char standard[] = "-";
    source s = {0};
    int code = EXIT_OK;
    for (int i = 0; i < (count > 0 ? count : 1); i++) {
        code = exit_worse(code, validate_one(given, &s, count > 0 ? arguments[i] : standard));
    }
    source_free(&s);
    return code;
}
