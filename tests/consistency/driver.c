/*
 * The C driver: answers a request file as tests/harness/README.md describes, through the public
 * header alone.
 *
 *     driver REQUESTS hash|bytes > ANSWERS
 */
#include <fastjson/fastjson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sha256.h"

static void die(const char *what)
{
    fprintf(stderr, "driver: %s\n", what);
    exit(2);
}

/* ---- bytes that grow */

typedef struct bytes {
    char *data;
    size_t length, capacity;
} bytes;

static void bytes_add(bytes *b, const void *data, size_t length)
{
    if (b->capacity - b->length < length) {
        b->capacity = (b->length + length) * 2 + 64;
        b->data = realloc(b->data, b->capacity);
        if (b->data == NULL) {
            die("out of memory");
        }
    }
    if (length > 0) {
        memcpy(b->data + b->length, data, length);
    }
    b->length += length;
}

static void bytes_text(bytes *b, const char *text)
{
    bytes_add(b, text, strlen(text));
}

static const char base64_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void bytes_from_base64(bytes *b, const char *text, size_t length)
{
    unsigned long held = 0;
    unsigned bits = 0;
    for (size_t i = 0; i < length && text[i] != '='; i++) {
        const char *const digit = strchr(base64_digits, text[i]);
        if (digit == NULL || text[i] == '\0') {
            die("a request is not in base64");
        }
        held = held << 6 | (unsigned long)(digit - base64_digits);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            const char byte = (char)(held >> bits & 0xFF);
            bytes_add(b, &byte, 1);
        }
    }
}

static void print_base64(const char *data, size_t length)
{
    for (size_t i = 0; i < length; i += 3) {
        unsigned long group = 0;
        for (size_t k = 0; k < 3; k++) {
            group = group << 8 | (i + k < length ? (unsigned char)data[i + k] : 0u);
        }
        for (size_t k = 0; k < 4; k++) {
            putchar(i + k > length ? '=' : base64_digits[group >> (18 - 6 * k) & 63]);
        }
    }
}

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

/* ---- the dump: values stand one after the other; ends of containers come from their spans */

static void dump_counted(bytes *out, char kind, const fj_value *v)
{
    char head[32];
    snprintf(head, sizeof head, "%c%llu:", kind, (unsigned long long)(v->head >> 16));
    bytes_text(out, head);
    bytes_add(out, v->as.text, (size_t)(v->head >> 16));
}

static void dump_scalar(bytes *out, const fj_value *v)
{
    char text[40] = "";
    uint64_t bits;
    switch (v->head & 0xFF) {
    case FJ_NULL:
        bytes_text(out, "n");
        return;
    case FJ_TRUE:
        bytes_text(out, "t");
        return;
    case FJ_FALSE:
        bytes_text(out, "f");
        return;
    case FJ_INT64:
        snprintf(text, sizeof text, "i%lld;", (long long)v->as.int64);
        break;
    case FJ_UINT64:
        snprintf(text, sizeof text, "i%llu;", (unsigned long long)v->as.uint64);
        break;
    case FJ_DOUBLE:
        memcpy(&bits, &v->as.real, sizeof bits);
        snprintf(text, sizeof text, "d%016llx", (unsigned long long)bits);
        break;
    case FJ_BIGINT:
        bytes_text(out, "i");
        bytes_add(out, v->as.text, (size_t)(v->head >> 16));
        bytes_text(out, ";");
        return;
    case FJ_DECIMAL:
        dump_counted(out, '#', v);
        return;
    case FJ_STRING:
        dump_counted(out, 's', v);
        return;
    default:
        die("a value of unknown kind");
    }
    bytes_text(out, text);
}

static void dump(bytes *out, const fj_document *document)
{
    const fj_value *const root = fj_document_root(document);
    const fj_value *const end = root + fj_document_length(document);
    bytes ends = {0}; /* a stack of const fj_value *: where each open container ends */
    bytes closers = {0};
    for (const fj_value *v = root; v <= end; v++) {
        const fj_value *top;
        while (ends.length > 0) {
            memcpy(&top, ends.data + ends.length - sizeof top, sizeof top);
            if (top != v) {
                break;
            }
            ends.length -= sizeof top;
            bytes_add(out, &closers.data[--closers.length], 1);
        }
        if (v == end) {
            break;
        }
        const unsigned kind = v->head & 0xFF;
        if (kind != FJ_ARRAY && kind != FJ_OBJECT) {
            dump_scalar(out, v);
            continue;
        }
        bytes_text(out, kind == FJ_ARRAY ? "[" : "{");
        bytes_text(&closers, kind == FJ_ARRAY ? "]" : "}");
        top = v + v->as.span;
        bytes_add(&ends, &top, sizeof top);
    }
    if (ends.length != 0) {
        die("a container ends beyond the document");
    }
    free(ends.data);
    free(closers.data);
}

/* ---- requests */

static void option_set(fj_parse_options *options, const char *key, const char *value)
{
    if (strcmp(key, "max_nesting") == 0) {
        options->max_nesting =
            strcmp(value, "unlimited") == 0 ? FJ_UNLIMITED : (uint32_t)strtoul(value, NULL, 10);
    } else if (strcmp(key, "big_numbers") == 0) {
        options->big_numbers = strcmp(value, "decimal") == 0 ? FJ_NUMBERS_DECIMAL : FJ_NUMBERS_TEXT;
    } else if (strcmp(key, "allow_comments") == 0) {
        options->allow_comments = (uint8_t)(*value - '0');
    } else {
        die("an unknown option in a request");
    }
}

static fj_parse_options options_read(char *text)
{
    fj_parse_options options = {.size = sizeof options};
    if (strcmp(text, "-") == 0) {
        return options;
    }
    for (char *pair = strtok(text, ","); pair != NULL; pair = strtok(NULL, ",")) {
        char *const equals = strchr(pair, '=');
        if (equals == NULL) {
            die("an option without a value in a request");
        }
        *equals = '\0';
        option_set(&options, pair, equals + 1);
    }
    return options;
}

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
