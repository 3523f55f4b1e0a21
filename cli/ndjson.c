/*
 * The command ndjson: lines that are one JSON text each, checked, or made into an array, or made of
 * one.
 *
 * Lines are worked on one by one, in memory bounded by the longest. A blank line is no value and no
 * error.
 */
#include <stdio.h>
#include <string.h>

#include "lines.h"
#include "paint.h"
#include "report.h"
#include "source.h"
#include "terminal.h"

typedef struct ndjson {
    const settings *given;
    bool colored;
    fj_buffer out;
    fj_document *document;
    uint64_t written; /* values of the array */
} ndjson;

/* One line; its errors are told with its number in the file. */
static int ndjson_line(ndjson *n, lines *l, const char *line, size_t length)
{
    const fj_sequence_options options = {.size = sizeof options, .kind = FJ_SEQUENCE_LINES};
    fj_sequence place = {0};
    fj_error error = {.size = sizeof error};
    int32_t code =
        fj_parse_next(line, length, &place, &options, &n->given->parse, &n->document, &error);
    if (code == FJ_END) {
        return EXIT_OK; /* a blank line */
    }
    if (code == FJ_OK && n->given->to_array) {
        code = fj_generate(fj_document_root(n->document), &n->given->generate, &n->out, &error);
    }
    if (code != FJ_OK) {
        progress_end(&l->shown);
        if (error.line != 0) {
            error.line = l->number;
        }
        return report_error(n->given, l->name, line, length, &error);
    }
    if (n->given->to_array) {
        fputs(n->written++ == 0 ? "[\n" : ",\n", stdout);
        paint_text(n->out.data, n->out.length, n->colored);
    }
    return EXIT_OK;
}

/* All lines of a file. An array ends with the first error, lest a value be left out of it unseen.
 */
static int ndjson_file(ndjson *n, const char *name)
{
    lines l;
    int code = lines_open(&l, n->given, name);
    if (code != EXIT_OK) {
        return code;
    }
    for (;;) {
        const char *line;
        size_t length;
        const int got = lines_next(&l, &line, &length);
        if (got != EXIT_OK || line == NULL) {
            code = exit_worse(code, got);
            break;
        }
        code = exit_worse(code, ndjson_line(n, &l, line, length));
        if (code != EXIT_OK && n->given->to_array) {
            break;
        }
    }
    lines_close(&l);
    return code;
}

static int print_elements(ndjson *n, const source *s)
{
    const fj_value *const root = fj_document_root(n->document);
    if (fj_value_kind(root) != FJ_ARRAY) {
        fj_error error = {.code = FJ_ERROR_TYPE};
        error.message_length =
            (uint32_t)snprintf(error.message, sizeof error.message, "the text is no array");
        return report_error(n->given, s->name, NULL, 0, &error);
    }
    for (const fj_value *item = NULL; (item = fj_value_next(root, item)) != NULL;) {
        fj_error error = {.size = sizeof error};
        if (fj_generate(item, &n->given->generate, &n->out, &error) != FJ_OK) {
            return report_error(n->given, s->name, NULL, 0, &error);
        }
        paint_text(n->out.data, n->out.length, n->colored);
        putchar('\n');
    }
    return EXIT_OK;
}

static int ndjson_elements(ndjson *n, source *s, const char *name)
{
    const int code = source_read(s, n->given, name);
    if (code != EXIT_OK) {
        return code;
    }
    fj_error error = {.size = sizeof error};
    if (fj_parse(s->text, s->length, &n->given->parse, &n->document, &error) != FJ_OK) {
        return report_error(n->given, s->name, s->text, s->length, &error);
    }
    return print_elements(n, s);
}

int command_ndjson(settings *given, int count, char **arguments)
{
    static char standard[] = "-";
    if (given->to_array && given->to_lines) {
        return report_usage(given, "--to-array does not go with --to-lines");
    }
    ndjson n = {.given = given, .colored = terminal_colored(stdout, given->color)};
    source s = {0};
    int code = EXIT_OK;
    for (int i = 0; i < (count > 0 ? count : 1); i++) {
        const char *const name = count > 0 ? arguments[i] : standard;
        code = exit_worse(code,
                          given->to_lines ? ndjson_elements(&n, &s, name) : ndjson_file(&n, name));
        if (code != EXIT_OK && given->to_array) {
            break;
        }
    }
    if (code == EXIT_OK && given->to_array) {
        fputs(n.written == 0 ? "[]\n" : "\n]\n", stdout);
    }
    source_free(&s);
    fj_buffer_free(&n.out);
    fj_document_free(n.document);
    return code;
}
