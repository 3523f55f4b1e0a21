/*
 * The C driver: answers a request file as tests/harness/README.md describes, through the public
 * header alone.
 *
 *     driver REQUESTS hash|bytes > ANSWERS
 */
#include "sha256.h"
#include "wire.h"

static void print_field(const char *data, size_t length, bool whole)
{
    putchar('\t');
    if (whole) {
        print_base64(data, length);
    } else {
        char hex[65];
        sha256_hex(data, length, hex);
        fputs(hex, stdout);
    }
}

/* ---- requests */

enum form {
    FORM_COMPACT,
    FORM_PRETTY,
    FORM_ASCII,
    FORM_SCRIPT,
    FORM_SORTED,
    FORM_CANONICAL,
    FORMS
};

static fj_generate_options form_options(enum form form, uint32_t max_nesting)
{
    fj_generate_options options = {.size = sizeof options, .max_nesting = max_nesting};
    switch (form) {
    case FORM_PRETTY:
        options.indent = "  ";
        options.indent_length = 2;
        options.space = " ";
        options.object_nl = options.array_nl = "\n";
        options.space_length = options.object_nl_length = options.array_nl_length = 1;
        break;
    case FORM_ASCII:
        options.ascii_only = 1;
        break;
    case FORM_SCRIPT:
        options.script_safe = 1;
        break;
    case FORM_SORTED:
        options.sort_keys = 1;
        break;
    case FORM_CANONICAL:
        options.canonical = 1;
        break;
    default:
        break;
    }
    return options;
}

typedef struct session {
    fj_document *document;
    fj_buffer out;
    bytes text, dump;
    bool whole;
} session;

static void answer(session *s, const char *name, char *option_text, const char *base64,
                   size_t length)
{
    s->text.length = 0;
    bytes_from_base64(&s->text, base64, length);
    /* a copy of exactly its size, so that a sanitizer sees a read past the end */
    char *const text = malloc(s->text.length + (s->text.length == 0));
    if (text == NULL) {
        die("out of memory");
    }
    if (s->text.length > 0) {
        memcpy(text, s->text.data, s->text.length);
    }
    const fj_parse_options options = options_read(option_text);
    fj_error error = {.size = sizeof error};
    const int32_t code = fj_parse(text, s->text.length, &options, &s->document, &error);
    fj_error other = {.size = sizeof other};
    if (fj_validate(text, s->text.length, &options, &other) != code ||
        (code != FJ_OK && (other.offset != error.offset || other.line != error.line ||
                           other.column != error.column))) {
        die("fj_validate and fj_parse disagree");
    }
    free(text);
    fputs(name, stdout);
    if (code != FJ_OK) {
        printf("\t%s\t%llu\t%llu\t%llu", fj_error_name(code), (unsigned long long)error.offset,
               (unsigned long long)error.line, (unsigned long long)error.column);
        print_field(error.pointer, error.pointer_length, true);
        puts("\t-\t-\t-\t-\t-\t-\t-");
        return;
    }
    fputs("\tok\t-\t-\t-\t-", stdout);
    s->dump.length = 0;
    dump(&s->dump, s->document);
    print_field(s->dump.data, s->dump.length, s->whole);
    for (int form = 0; form < FORMS; form++) {
        if (form == FORM_PRETTY && options.max_nesting == FJ_UNLIMITED) {
            fputs("\t-", stdout); /* the indent of n levels takes n * n bytes */
            continue;
        }
        const fj_generate_options generate = form_options((enum form)form, options.max_nesting);
        const int32_t failed =
            fj_generate(fj_document_root(s->document), &generate, &s->out, &error);
        if (failed != FJ_OK) {
            printf("\t!%s", fj_error_name(failed));
        } else {
            print_field(s->out.data, s->out.length, s->whole);
        }
    }
    putchar('\n');
}

int main(int argc, char **argv)
{
    FILE *const requests = argc == 3 ? fopen(argv[1], "rb") : NULL;
    if (requests == NULL) {
        die("usage: driver REQUESTS hash|bytes");
    }
    session s = {.whole = strcmp(argv[2], "bytes") == 0};
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    while ((length = getline(&line, &capacity, requests)) > 0) {
        line[length - 1] = '\0';
        char *const options = strchr(line, '\t');
        char *const base64 = options != NULL ? strchr(options + 1, '\t') : NULL;
        if (base64 == NULL) {
            die("a request without its three fields");
        }
        *options = *base64 = '\0';
        answer(&s, line, options + 1, base64 + 1, strlen(base64 + 1));
    }
    free(line);
    fclose(requests);
    fj_document_free(s.document);
    fj_buffer_free(&s.out);
    free(s.text.data);
    free(s.dump.data);
    return 0;
}
