/* The command get: the value at a JSON Pointer, without building the rest of the text. */
#include <stdio.h>
#include <string.h>

#include "paint.h"
#include "report.h"
#include "source.h"
#include "terminal.h"

typedef struct get {
    const settings *given;
    const char *pointer;
    size_t pointer_length;
    source s;
    fj_document *document;
    fj_buffer out;
} get;

/* An error of finding: its place is in the pointer if nothing stands there, else in the text. */
static int get_failed(const get *g, const fj_error *error)
{
    if (error->code == FJ_ERROR_NOT_FOUND || error->code == FJ_ERROR_POINTER) {
        return report_pointer(g->given, g->s.name, g->pointer, g->pointer_length, error);
    }
    return report_error(g->given, g->s.name, g->s.text, g->s.length, error);
}

static int32_t scope_of(const settings *given)
{
    return given->first ? FJ_GET_FIRST : FJ_GET_WHOLE;
}

static int get_verbatim(const get *g)
{
    fj_error error = {.size = sizeof error};
    size_t offset, length;
    if (fj_text_get(g->s.text, g->s.length, g->pointer, g->pointer_length, scope_of(g->given),
                    &g->given->parse, &offset, &length, &error) != FJ_OK) {
        return get_failed(g, &error);
    }
    fwrite(g->s.text + offset, 1, length, stdout);
    return EXIT_OK;
}

static int get_written(get *g)
{
    fj_error error = {.size = sizeof error};
    if (fj_text_get_document(g->s.text, g->s.length, g->pointer, g->pointer_length,
                             scope_of(g->given), &g->given->parse, &g->document, &error) != FJ_OK) {
        return get_failed(g, &error);
    }
    const fj_value *const value = fj_document_root(g->document);
    const char *text;
    size_t length;
    if (g->given->raw && fj_value_kind(value) == FJ_STRING &&
        fj_value_text(value, &text, &length) == FJ_OK) {
        fwrite(text, 1, length, stdout);
        return EXIT_OK;
    }
    if (fj_generate(value, &g->given->generate, &g->out, &error) != FJ_OK) {
        return report_error(g->given, g->s.name, NULL, 0, &error);
    }
    paint_text(g->out.data, g->out.length, terminal_colored(stdout, g->given->color));
    return EXIT_OK;
}

static int get_one(get *g, const char *name)
{
    int code = source_read(&g->s, g->given, name);
    if (code == EXIT_OK) {
        code = g->given->verbatim ? get_verbatim(g) : get_written(g);
    }
    if (code == EXIT_OK && !g->given->no_newline) {
        putchar('\n');
    }
    return code;
}

/* Whether the pointer is one at all: asked of a text in which only "" stands for something. */
static int32_t pointer_check(const get *g, fj_error *error)
{
    size_t offset, length;
    return fj_text_get("0", 1, g->pointer, g->pointer_length, FJ_GET_WHOLE, NULL, &offset, &length,
                       error);
}

int command_get(settings *given, int count, char **arguments)
{
    static char standard[] = "-";
    if (count < 1) {
        return report_usage(given, "a JSON Pointer is missing");
    }
    if (given->raw && given->verbatim) {
        return report_usage(given, "--raw does not go with --verbatim");
    }
    settings_layout(given);
    get g = {.given = given, .pointer = arguments[0], .pointer_length = strlen(arguments[0])};
    fj_error error = {.size = sizeof error};
    if (pointer_check(&g, &error) == FJ_ERROR_POINTER) {
        return report_pointer(given, "POINTER", g.pointer, g.pointer_length, &error);
    }
    int code = EXIT_OK;
    for (int i = 0; i < (count > 1 ? count - 1 : 1); i++) {
        code = exit_worse(code, get_one(&g, count > 1 ? arguments[i + 1] : standard));
    }
    fj_buffer_free(&g.out);
    fj_document_free(g.document);
    source_free(&g.s);
    return code;
}
