/*
 * What the C drivers share: bytes that grow, base64, the dump of a document's values, and options
 * in design terms. Everything is as tests/harness/README.md describes; the public header alone is
 * used.
 */
#ifndef TESTS_CONSISTENCY_WIRE_H
#define TESTS_CONSISTENCY_WIRE_H

#include <fastjson/fastjson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline void die(const char *what)
{
    fprintf(stderr, "driver: %s\n", what);
    exit(2);
}

/* ---- bytes that grow */

typedef struct bytes {
    char *data;
    size_t length, capacity;
} bytes;

static inline void bytes_add(bytes *b, const void *data, size_t length)
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

static inline void bytes_text(bytes *b, const char *text)
{
    bytes_add(b, text, strlen(text));
}

static const char base64_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static inline void bytes_from_base64(bytes *b, const char *text, size_t length)
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

static inline void print_base64(const char *data, size_t length)
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

/* ---- the dump: values stand one after the other; ends of containers come from their spans */

static inline void dump_counted(bytes *out, char kind, const fj_value *v)
{
    char head[32];
    snprintf(head, sizeof head, "%c%llu:", kind, (unsigned long long)(v->head >> 16));
    bytes_text(out, head);
    bytes_add(out, v->as.text, (size_t)(v->head >> 16));
}

static inline void dump_scalar(bytes *out, const fj_value *v)
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

static inline void dump(bytes *out, const fj_document *document)
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

/* ---- options */

static inline uint64_t option_limit(const char *value)
{
    return strcmp(value, "unlimited") == 0 ? UINT64_MAX : strtoull(value, NULL, 10);
}

static inline uint32_t option_nesting(const char *value)
{
    return strcmp(value, "unlimited") == 0 ? FJ_UNLIMITED : (uint32_t)strtoul(value, NULL, 10);
}

/* The number of one of several words, divided by blanks. */
static inline uint8_t option_word(const char *value, const char *words)
{
    const size_t length = strlen(value);
    uint8_t number = 0;
    for (const char *word = words; *word != '\0'; number++) {
        const size_t size = strcspn(word, " ");
        if (size == length && memcmp(word, value, length) == 0) {
            return number;
        }
        word += size + (word[size] == ' ');
    }
    die("an option with an unknown value in a request");
    return 0;
}

static inline void option_parse(fj_parse_options *options, const char *key, const char *value)
{
    const struct {
        const char *key;
        uint8_t *flag;
    } flags[] = {
        {"allow_nan", &options->allow_nan},
        {"allow_comments", &options->allow_comments},
        {"allow_trailing_comma", &options->allow_trailing_comma},
        {"allow_control_characters", &options->allow_control_characters},
        {"allow_invalid_escape", &options->allow_invalid_escape},
    };
    const struct {
        const char *key;
        uint64_t *limit;
    } limits[] = {
        {"max_input_bytes", &options->max_input_bytes},
        {"max_number_digits", &options->max_number_digits},
        {"max_string_bytes", &options->max_string_bytes},
        {"max_members", &options->max_members},
    };
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (strcmp(key, flags[i].key) == 0) {
            *flags[i].flag = option_word(value, "0 1");
            return;
        }
    }
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        if (strcmp(key, limits[i].key) == 0) {
            *limits[i].limit = option_limit(value);
            return;
        }
    }
    if (strcmp(key, "max_nesting") == 0) {
        options->max_nesting = option_nesting(value);
    } else if (strcmp(key, "duplicate_key") == 0) {
        options->duplicate_key = option_word(value, "last error");
    } else if (strcmp(key, "big_numbers") == 0) {
        options->big_numbers = option_word(value, "double decimal text");
    } else if (strcmp(key, "lone_surrogates") == 0) {
        options->lone_surrogates = option_word(value, "error replace keep");
    } else {
        die("an unknown option for reading in a request");
    }
}

/* Layout strings are spelled by letters (s space, t tab, n LF, r CR), and are kept in `kept`. */
static inline void option_generate(fj_generate_options *options, char kept[5][257], const char *key,
                                   const char *value)
{
    const struct {
        const char *key;
        uint8_t *flag;
    } flags[] = {
        {"ascii_only", &options->ascii_only},
        {"script_safe", &options->script_safe},
        {"sort_keys", &options->sort_keys},
        {"canonical", &options->canonical},
    };
    static const char letters[] = "stnr";
    const struct {
        const char *key;
        const char **text;
        size_t *length;
    } layouts[5] = {
        {"indent", &options->indent, &options->indent_length},
        {"space", &options->space, &options->space_length},
        {"space_before", &options->space_before, &options->space_before_length},
        {"object_nl", &options->object_nl, &options->object_nl_length},
        {"array_nl", &options->array_nl, &options->array_nl_length},
    };
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        if (strcmp(key, flags[i].key) == 0) {
            *flags[i].flag = option_word(value, "0 1");
            return;
        }
    }
    for (size_t i = 0; i < 5; i++) {
        if (strcmp(key, layouts[i].key) == 0) {
            const size_t length = strlen(value);
            for (size_t k = 0; k < length && k < 256; k++) {
                const char *const letter = strchr(letters, value[k]);
                if (letter == NULL || *letter == '\0') {
                    die("a layout string of other letters in a request");
                }
                kept[i][k] = " \t\n\r"[letter - letters];
            }
            *layouts[i].text = kept[i];
            *layouts[i].length = length;
            return;
        }
    }
    if (strcmp(key, "max_nesting") == 0) {
        options->max_nesting = option_nesting(value);
    } else if (strcmp(key, "max_output_bytes") == 0) {
        options->max_output_bytes = option_limit(value);
    } else if (strcmp(key, "nan") == 0) {
        options->nan = option_word(value, "error null literal");
    } else if (strcmp(key, "lone_surrogates") == 0) {
        options->lone_surrogates = option_word(value, "escape error replace");
    } else {
        die("an unknown option for writing in a request");
    }
}

/* Splits the next `key=value` off a list; NULL at its end. The list `-` is empty. */
static inline char *option_next(char **list, char **value)
{
    char *const key = *list;
    if (*key == '\0' || strcmp(key, "-") == 0) {
        return NULL;
    }
    char *const end = key + strcspn(key, ",");
    *list = *end == ',' ? end + 1 : end;
    *end = '\0';
    char *const equals = strchr(key, '=');
    if (equals == NULL) {
        die("an option without a value in a request");
    }
    *equals = '\0';
    *value = equals + 1;
    return key;
}

static inline fj_parse_options options_read(char *list)
{
    fj_parse_options options = {.size = sizeof options};
    char *value;
    for (char *key; (key = option_next(&list, &value)) != NULL;) {
        option_parse(&options, key, value);
    }
    return options;
}

#endif
