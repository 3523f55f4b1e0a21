/* The commands format and minify: text to text. A text that is invalid writes nothing. */
#include <stdio.h>
#include <string.h>

#include "paint.h"
#include "report.h"
#include "source.h"
#include "terminal.h"

/* What each makes of a text. */
typedef int32_t rewrite(const settings *given, const source *s, fj_buffer *out, fj_error *error);

static int32_t rewrite_format(const settings *given, const source *s, fj_buffer *out,
                              fj_error *error)
{
    return fj_format(s->text, s->length, &given->parse, &given->generate, out, error);
}

static int32_t rewrite_minify(const settings *given, const source *s, fj_buffer *out,
                              fj_error *error)
{
    return fj_minify(s->text, s->length, &given->parse, out, error);
}

/* Whether the text is what would be written, the line feed included. */
static bool is_written_so(const settings *given, const source *s, const fj_buffer *out)
{
    const size_t line_feed = given->no_newline ? 0 : 1;
    return s->length == out->length + line_feed && memcmp(s->text, out->data, out->length) == 0 &&
           (line_feed == 0 || s->text[s->length - 1] == '\n');
}

static int rewrite_one(const settings *given, rewrite *how, source *s, fj_buffer *out,
                       const char *name)
{
    const int code = source_read(s, given, name);
    if (code != EXIT_OK) {
        return code;
    }
    fj_error error = {.size = sizeof error};
    if (how(given, s, out, &error) != FJ_OK) {
        return report_error(given, s->name, s->text, s->length, &error);
    }
    if (given->check) {
        if (is_written_so(given, s, out)) {
            return EXIT_OK;
        }
        terminal_print(stdout, s->name, strlen(s->name));
        putchar('\n');
        return EXIT_INVALID;
    }
    paint_text(out->data, out->length, terminal_colored(stdout, given->color));
    if (!given->no_newline) {
        putchar('\n');
    }
    return EXIT_OK;
}

static int rewrite_all(const settings *given, rewrite *how, int count, char **arguments)
{
    static char standard[] = "-";
    source s = {0};
    fj_buffer out = {0};
    int code = EXIT_OK;
    for (int i = 0; i < (count > 0 ? count : 1); i++) {
        code = exit_worse(code,
                          rewrite_one(given, how, &s, &out, count > 0 ? arguments[i] : standard));
    }
    fj_buffer_free(&out);
    source_free(&s);
    return code;
}

int command_format(settings *given, int count, char **arguments)
{
    settings_layout(given);
    return rewrite_all(given, rewrite_format, count, arguments);
}

int command_minify(settings *given, int count, char **arguments)
{
    return rewrite_all(given, rewrite_minify, count, arguments);
}
