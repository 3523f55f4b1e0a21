/*
 * The command diff: two texts compared by value, and the JSON Pointer of each place that differs.
 *
 * Members are matched by key whatever their order, elements by index. Time is n log n in the
 * members of an object. The walk recurses: settings.c keeps the nesting of diff within what a stack
 * holds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "paint.h"
#include "pointer_text.h"
#include "report.h"
#include "source.h"
#include "terminal.h"

#define VALUE_WIDTH 60 /* columns of a value in a line */

typedef struct diff {
    const settings *given;
    bool colored;
    pointer_text pointer;
    fj_buffer out;
    fj_builder *patch; /* NULL: lines are printed */
    bool different;
    int32_t code; /* the first failure: memory, or a value that cannot be written */
} diff;

static void diff_failed(diff *d, int32_t code)
{
    if (d->code == FJ_OK) {
        d->code = code;
    }
}

/* A pointer as it is, or as a JSON string if it is empty or a line could not hold it. */
static void print_pointer(diff *d)
{
    const pointer_text *const p = &d->pointer;
    bool plain = p->length > 0;
    for (size_t i = 0; i < p->length; i++) {
        plain = plain && (unsigned char)p->data[i] >= 0x20 && p->data[i] != 0x7F;
    }
    if (plain) {
        fwrite(p->data, 1, p->length, stdout);
        return;
    }
    const fj_value string = {.head = FJ_STRING | (uint64_t)p->length << 16,
                             .as.text = p->length > 0 ? p->data : ""};
    const int32_t code = fj_generate(&string, NULL, &d->out, NULL);
    if (code != FJ_OK) {
        diff_failed(d, code);
        return;
    }
    fwrite(d->out.data, 1, d->out.length, stdout);
}

/* A value in one line, cut. */
static void print_value(diff *d, const fj_value *value)
{
    const fj_generate_options options = {
        .size = sizeof options, .max_nesting = FJ_UNLIMITED, .nan = FJ_NAN_LITERAL};
    const int32_t code = fj_generate(value, &options, &d->out, NULL);
    if (code != FJ_OK) {
        diff_failed(d, code);
        return;
    }
    const char *at = d->out.data;
    const char *const end = at + d->out.length;
    size_t width = 0;
    while (at < end && width < VALUE_WIDTH) {
        const shown c = shown_at(at, end);
        at += c.length;
        width += c.width;
    }
    terminal_print(stdout, d->out.data, (size_t)(at - d->out.data));
    if (at < end) {
        fputs("...", stdout);
    }
}

static void print_line(diff *d, const fj_value *a, const fj_value *b)
{
    const char *const color = b == NULL ? PAINT_BAD : a == NULL ? PAINT_GOOD : PAINT_CHANGE;
    if (d->given->pointers) {
        print_pointer(d);
        putchar('\n');
        return;
    }
    fputs(d->colored ? color : "", stdout);
    putchar(b == NULL ? '-' : a == NULL ? '+' : '~');
    fputs(d->colored ? PAINT_RESET " " : " ", stdout);
    print_pointer(d);
    fputs(": ", stdout);
    print_value(d, a != NULL ? a : b);
    if (a != NULL && b != NULL) {
        fputs(" -> ", stdout);
        print_value(d, b);
    }
    putchar('\n');
}

static void add_text(fj_builder *patch, const char *key, const char *text, size_t length)
{
    (void)fj_builder_key(patch, key, strlen(key));
    (void)fj_builder_string(patch, text, length);
}

/* The builder keeps its first failure, so that only its end is looked at. */
static void add_operation(diff *d, const fj_value *a, const fj_value *b)
{
    const char *const name = b == NULL ? "remove" : a == NULL ? "add" : "replace";
    (void)fj_builder_begin_object(d->patch);
    add_text(d->patch, "op", name, strlen(name));
    add_text(d->patch, "path", d->pointer.data, d->pointer.length);
    if (b != NULL) {
        (void)fj_builder_key(d->patch, "value", 5);
        (void)fj_builder_value(d->patch, b);
    }
    (void)fj_builder_end_object(d->patch);
}

/* a NULL: only in the second; b NULL: only in the first. */
static void diff_found(diff *d, const fj_value *a, const fj_value *b)
{
    d->different = true;
    if (d->patch != NULL) {
        add_operation(d, a, b);
    } else if (!d->given->quiet) {
        print_line(d, a, b);
    }
}

static void diff_values(diff *d, const fj_value *a, const fj_value *b);

static void diff_member(diff *d, const fj_value *key, const fj_value *a, const fj_value *b)
{
    const size_t before = d->pointer.length;
    const char *text = "";
    size_t length = 0;
    (void)fj_value_text(key, &text, &length);
    pointer_add_key(&d->pointer, text, length);
    diff_values(d, a, b);
    d->pointer.length = before;
}

static void diff_objects(diff *d, const fj_value *a, const fj_value *b)
{
    key_index index;
    if (!key_index_make(&index, b)) {
        diff_failed(d, FJ_ERROR_MEMORY);
        return;
    }
    for (const fj_value *key = NULL; (key = fj_value_next(a, key)) != NULL;) {
        const size_t place = key_index_find(&index, key);
        if (place != SIZE_MAX) {
            index.found[place] = true;
            diff_member(d, key, key + 1, index.keys[place] + 1);
        } else {
            diff_member(d, key, key + 1, NULL);
        }
    }
    for (const fj_value *key = NULL; (key = fj_value_next(b, key)) != NULL;) {
        if (!index.found[key_index_find(&index, key)]) {
            diff_member(d, key, NULL, key + 1);
        }
    }
    key_index_free(&index);
}

static void diff_element(diff *d, uint64_t number, const fj_value *a, const fj_value *b)
{
    const size_t before = d->pointer.length;
    pointer_add_index(&d->pointer, number);
    diff_values(d, a, b);
    d->pointer.length = before;
}

static void diff_arrays(diff *d, const fj_value *a, const fj_value *b)
{
    const fj_value *x = NULL, *y = NULL;
    uint64_t number = 0;
    for (;; number++) {
        const fj_value *const next_x = fj_value_next(a, x), *const next_y = fj_value_next(b, y);
        if (next_x == NULL || next_y == NULL) {
            break;
        }
        x = next_x;
        y = next_y;
        diff_element(d, number, x, y);
    }
    for (uint64_t i = number; (y = fj_value_next(b, y)) != NULL; i++) {
        diff_element(d, i, NULL, y);
    }
    /* The elements that a patch removes: the last first, so that none moves before its turn. */
    for (uint64_t i = fj_value_length(a); d->patch != NULL && i > number; i--) {
        diff_element(d, i - 1, a, NULL);
    }
    for (uint64_t i = number; d->patch == NULL && (x = fj_value_next(a, x)) != NULL; i++) {
        diff_element(d, i, x, NULL);
    }
}

static void diff_values(diff *d, const fj_value *a, const fj_value *b)
{
    if (d->code != FJ_OK) {
        return;
    }
    if (d->pointer.failed) {
        diff_failed(d, FJ_ERROR_MEMORY);
        return;
    }
    if (a == NULL || b == NULL) {
        diff_found(d, a, b);
    } else if (fj_value_kind(a) == FJ_OBJECT && fj_value_kind(b) == FJ_OBJECT) {
        diff_objects(d, a, b);
    } else if (fj_value_kind(a) == FJ_ARRAY && fj_value_kind(b) == FJ_ARRAY) {
        diff_arrays(d, a, b);
    } else {
        int32_t equal = 0;
        const int32_t code = fj_value_equal(a, b, &equal);
        if (code != FJ_OK) {
            diff_failed(d, code);
        } else if (!equal) {
            diff_found(d, a, b);
        }
    }
}

static void print_patch(diff *d)
{
    fj_document *document = NULL;
    int32_t code = fj_builder_finish(d->patch, &document, NULL);
    if (code == FJ_OK) {
        const fj_generate_options options = {
            .size = sizeof options, .max_nesting = FJ_UNLIMITED, .nan = FJ_NAN_LITERAL};
        code = fj_generate(fj_document_root(document), &options, &d->out, NULL);
    }
    if (code == FJ_OK) {
        paint_text(d->out.data, d->out.length, d->colored);
        putchar('\n');
    } else {
        diff_failed(d, code);
    }
    fj_document_free(document);
}

static int diff_documents(const settings *given, const fj_value *a, const fj_value *b)
{
    diff d = {.given = given, .colored = terminal_colored(stdout, given->color)};
    if (given->patch) {
        diff_failed(&d, fj_builder_new(&d.patch));
        (void)fj_builder_begin_array(d.patch);
    }
    diff_values(&d, a, b);
    if (given->patch && d.code == FJ_OK) {
        (void)fj_builder_end_array(d.patch);
        print_patch(&d);
    }
    pointer_free(&d.pointer);
    fj_buffer_free(&d.out);
    fj_builder_free(d.patch);
    if (d.code != FJ_OK) {
        return report_io("diff", fj_error_name(d.code));
    }
    return d.different ? EXIT_INVALID : EXIT_OK;
}

static int diff_read(const settings *given, source *s, const char *name, fj_document **document)
{
    const int code = source_read(s, given, name);
    if (code != EXIT_OK) {
        return code;
    }
    fj_error error = {.size = sizeof error};
    if (fj_parse(s->text, s->length, &given->parse, document, &error) != FJ_OK) {
        return report_error(given, s->name, s->text, s->length, &error);
    }
    return EXIT_OK;
}

int command_diff(settings *given, int count, char **arguments)
{
    if (count != 2) {
        return report_usage(given, "two files are needed");
    }
    if (strcmp(arguments[0], "-") == 0 && strcmp(arguments[1], "-") == 0) {
        return report_usage(given, "only one of the files can be standard input");
    }
    if (given->pointers && given->patch) {
        return report_usage(given, "--pointers does not go with --patch");
    }
    /* 0.1 and 0.10000000000000000001 are not equal; as doubles they would be. */
    if (given->parse.big_numbers == FJ_NUMBERS_DOUBLE && !given->doubles) {
        given->parse.big_numbers = FJ_NUMBERS_DECIMAL;
    }
    source a = {0}, b = {0};
    fj_document *first = NULL, *second = NULL;
    int code = diff_read(given, &a, arguments[0], &first);
    code = exit_worse(code, diff_read(given, &b, arguments[1], &second));
    if (code == EXIT_OK) {
        code = diff_documents(given, fj_document_root(first), fj_document_root(second));
    }
    fj_document_free(first);
    fj_document_free(second);
    source_free(&a);
    source_free(&b);
    return code;
}
