/*
 * Oracle: what a JSON text is by RFC 8259, RFC 3629 and RFC 6901, told slowly.
 *
 * In: a text and parse options. Out: the code, the offset of the first byte after which no text
 * could be valid, the JSON Pointer there, or, of a valid text, a dump of the value. It is a plain
 * recursive descent, one byte at a time, over its own tables; it shares nothing with the library
 * but the header.
 *
 * The dump spells a value with its type: n t f, i5; u18446744073709551615; b<digits>; for the three
 * sizes of integers, d and 16 hex digits for a double's bits, #1.50; for a number kept as text,
 * s3:abc for a string with its length in bytes, [..] and {key value ..}.
 */
#ifndef FJ_TESTS_ORACLE_H
#define FJ_TESTS_ORACLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fastjson/fastjson.h"

/* ---- bytes that grow ---- */

typedef struct bytes {
    char *data;
    size_t length;
    size_t capacity;
} bytes;

static inline void bytes_add(bytes *b, const void *data, size_t length)
{
    if (b->capacity - b->length < length || b->data == NULL) {
        b->capacity = 2 * b->capacity + length + 64;
        b->data = realloc(b->data, b->capacity);
        if (b->data == NULL) {
            perror("bytes_add");
            exit(2);
        }
    }
    if (length != 0) {
        memcpy(b->data + b->length, data, length);
    }
    b->length += length;
}

static inline void bytes_add_text(bytes *b, const char *text)
{
    bytes_add(b, text, strlen(text));
}

static inline void bytes_add_byte(bytes *b, unsigned byte)
{
    const char c = (char)byte;
    bytes_add(b, &c, 1);
}

static inline void bytes_free(bytes *b)
{
    free(b->data);
    *b = (bytes){NULL, 0, 0};
}

static inline bool bytes_equal(const bytes *a, const bytes *b)
{
    return a->length == b->length && (a->length == 0 || memcmp(a->data, b->data, a->length) == 0);
}

static inline void bytes_add_string(bytes *dump, const char *text, size_t length)
{
    char head[32];
    snprintf(head, sizeof head, "s%zu:", length);
    bytes_add_text(dump, head);
    bytes_add(dump, text, length);
}

static inline void bytes_add_double(bytes *dump, double value)
{
    uint64_t bits;
    char text[32];
    memcpy(&bits, &value, sizeof bits);
    snprintf(text, sizeof text, "d%016llx", (unsigned long long)bits);
    bytes_add_text(dump, text);
}

/* ---- the reader ---- */

typedef struct oracle {
    const unsigned char *text;
    size_t length;
    size_t at;
    fj_parse_options options; /* limits resolved */
    uint32_t depth;
    int32_t code;
    size_t place;
    size_t path_bytes; /* as the fields of fj_error */
    bool path_full;    /* a step did not fit: none after it counts */
    char path[512];
    bytes dump;
} oracle;

static inline bool oracle_fail(oracle *o, int32_t code, size_t place)
{
    o->code = code;
    o->place = place;
    return false;
}

/* For faults of the grammar: at the end of the text they are all one. */
static inline bool oracle_fault(oracle *o, int32_t code)
{
    return oracle_fail(o, o->at == o->length ? FJ_ERROR_UNEXPECTED_END : code, o->at);
}

/* The byte here, or -1 at the end. */
static inline int oracle_byte(const oracle *o)
{
    return o->at < o->length ? o->text[o->at] : -1;
}

/* One character beyond ASCII, by the ABNF of RFC 3629, section 4. */
static inline bool oracle_character(oracle *o)
{
    static const struct {
        int lead[2];
        int second[2];
        int tails; /* after the second byte */
    } table[] = {
        {{0xC2, 0xDF}, {0x80, 0xBF}, 0}, {{0xE0, 0xE0}, {0xA0, 0xBF}, 1},
        {{0xE1, 0xEC}, {0x80, 0xBF}, 1}, {{0xED, 0xED}, {0x80, 0x9F}, 1},
        {{0xEE, 0xEF}, {0x80, 0xBF}, 1}, {{0xF0, 0xF0}, {0x90, 0xBF}, 2},
        {{0xF1, 0xF3}, {0x80, 0xBF}, 2}, {{0xF4, 0xF4}, {0x80, 0x8F}, 2},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const int lead = oracle_byte(o);
        if (lead < table[i].lead[0] || lead > table[i].lead[1]) {
            continue;
        }
        o->at++;
        if (oracle_byte(o) < table[i].second[0] || oracle_byte(o) > table[i].second[1]) {
            return oracle_fault(o, FJ_ERROR_INVALID_UTF8);
        }
        o->at++;
        for (int tail = 0; tail < table[i].tails; tail++, o->at++) {
            if (oracle_byte(o) < 0x80 || oracle_byte(o) > 0xBF) {
                return oracle_fault(o, FJ_ERROR_INVALID_UTF8);
            }
        }
        return true;
    }
    return oracle_fault(o, FJ_ERROR_INVALID_UTF8);
}

static inline bool oracle_comment(oracle *o)
{
    o->at++;
    const int second = oracle_byte(o);
    if (second != '*' && second != '/') {
        return oracle_fault(o, FJ_ERROR_UNEXPECTED_BYTE);
    }
    o->at++;
    for (;;) {
        const int byte = oracle_byte(o);
        if (byte < 0) {
            return second == '/' || oracle_fault(o, FJ_ERROR_UNEXPECTED_END);
        }
        if (byte >= 0x80) {
            if (!oracle_character(o)) {
                return false;
            }
            continue;
        }
        o->at++;
        if (second == '/' ? byte == '\n' : byte == '*' && oracle_byte(o) == '/') {
            o->at += second == '*';
            return true;
        }
    }
}

static inline bool oracle_space(oracle *o)
{
    for (;;) {
        const int byte = oracle_byte(o);
        if (byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r') {
            o->at++;
        } else if (byte == '/' && o->options.allow_comments) {
            if (!oracle_comment(o)) {
                return false;
            }
        } else {
            return true;
        }
    }
}

static inline int oracle_hex(int byte)
{
    return byte >= '0' && byte <= '9'   ? byte - '0'
           : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
           : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10
                                        : -1;
}

/* Four hex digits. `low` 1: of a low surrogate; 0: of anything that may stand alone or come first;
 * -1: of anything at all. */
static inline bool oracle_hex4(oracle *o, int low, unsigned *unit)
{
    *unit = 0;
    for (int i = 0; i < 4; i++, o->at++) {
        const int digit = oracle_hex(oracle_byte(o));
        if (digit < 0) {
            return oracle_fault(o, FJ_ERROR_INVALID_ESCAPE);
        }
        *unit = *unit << 4 | (unsigned)digit;
        const bool low_so_far = i == 0   ? *unit == 0xD
                                : i == 1 ? *unit >= 0xDC && *unit <= 0xDF
                                         : true;
        if ((low == 1 && !low_so_far) || (low == 0 && i == 1 && low_so_far)) {
            return oracle_fault(o, FJ_ERROR_INVALID_SURROGATE);
        }
    }
    return true;
}

static inline void oracle_encode(bytes *out, unsigned c)
{
    if (c < 0x80) {
        bytes_add_byte(out, c);
    } else if (c < 0x800) {
        bytes_add_byte(out, 0xC0 + c / 64);
        bytes_add_byte(out, 0x80 + c % 64);
    } else if (c < 0x10000) {
        bytes_add_byte(out, 0xE0 + c / 4096);
        bytes_add_byte(out, 0x80 + c / 64 % 64);
        bytes_add_byte(out, 0x80 + c % 64);
    } else {
        bytes_add_byte(out, 0xF0 + c / 262144);
        bytes_add_byte(out, 0x80 + c / 4096 % 64);
        bytes_add_byte(out, 0x80 + c / 64 % 64);
        bytes_add_byte(out, 0x80 + c % 64);
    }
}

/* After "\u". */
static inline bool oracle_unicode(oracle *o, bytes *out)
{
    const bool strict = o->options.lone_surrogates == FJ_READ_SURROGATES_ERROR;
    unsigned unit;
    unsigned low;
    if (!oracle_hex4(o, strict ? 0 : -1, &unit)) {
        return false;
    }
    if (unit < 0xD800 || unit > 0xDFFF) {
        oracle_encode(out, unit);
        return true;
    }
    if (strict) {
        for (const char *expected = "\\u"; *expected != 0; expected++, o->at++) {
            if (oracle_byte(o) != *expected) {
                return oracle_fault(o, FJ_ERROR_INVALID_SURROGATE);
            }
        }
        if (!oracle_hex4(o, 1, &low)) {
            return false;
        }
        oracle_encode(out, 0x10000 + (unit - 0xD800) * 0x400 + (low - 0xDC00));
        return true;
    }
    /* Is the other half there? */
    oracle ahead = *o;
    if (unit < 0xDC00 && ahead.length - ahead.at >= 6 &&
        memcmp(ahead.text + ahead.at, "\\u", 2) == 0) {
        ahead.at += 2;
        if (oracle_hex4(&ahead, 1, &low)) {
            o->at = ahead.at;
            oracle_encode(out, 0x10000 + (unit - 0xD800) * 0x400 + (low - 0xDC00));
            return true;
        }
    }
    oracle_encode(out, o->options.lone_surrogates == FJ_READ_SURROGATES_KEEP ? unit : 0xFFFD);
    return true;
}

static inline bool oracle_escape(oracle *o, bytes *out)
{
    static const char from[] = "\"\\/bfnrt";
    static const char to[] = "\"\\/\b\f\n\r\t";
    const int byte = oracle_byte(o);
    const char *const found = byte > 0 ? strchr(from, byte) : NULL;
    if (found != NULL) {
        bytes_add_byte(out, (unsigned)to[found - from]);
        o->at++;
        return true;
    }
    if (byte == 'u') {
        o->at++;
        return oracle_unicode(o, out);
    }
    if (byte < 0 || !o->options.allow_invalid_escape ||
        (byte < 0x20 && !o->options.allow_control_characters)) {
        return oracle_fault(o, FJ_ERROR_INVALID_ESCAPE);
    }
    const size_t start = o->at;
    if (byte < 0x80) {
        o->at++;
    } else if (!oracle_character(o)) {
        return false;
    }
    bytes_add(out, o->text + start, o->at - start);
    return true;
}

/* From the opening quote. */
static inline bool oracle_string(oracle *o, bytes *out)
{
    const size_t start = o->at++;
    for (;;) {
        const int byte = oracle_byte(o);
        const size_t before = o->at;
        if (byte < 0) {
            return oracle_fault(o, FJ_ERROR_UNEXPECTED_END);
        }
        if (byte == '"') {
            break;
        }
        if (byte == '\\') {
            o->at++;
            if (!oracle_escape(o, out)) {
                return false;
            }
            continue;
        }
        if (byte < 0x20 && !o->options.allow_control_characters) {
            return oracle_fault(o, FJ_ERROR_CONTROL_CHARACTER);
        }
        if (byte < 0x80) {
            o->at++;
        } else if (!oracle_character(o)) {
            return false;
        }
        bytes_add(out, o->text + before, o->at - before);
    }
    o->at++;
    return out->length <= o->options.max_string_bytes || oracle_fail(o, FJ_ERROR_LIMIT, start);
}

static inline bool oracle_is_digit(int byte)
{
    return byte >= '0' && byte <= '9';
}

static inline bool oracle_digits(oracle *o)
{
    if (!oracle_is_digit(oracle_byte(o))) {
        return oracle_fault(o, FJ_ERROR_INVALID_NUMBER);
    }
    while (oracle_is_digit(oracle_byte(o))) {
        o->at++;
    }
    return true;
}

static inline bool oracle_word(oracle *o, const char *word, const char *dump)
{
    for (; *word != 0; word++, o->at++) {
        if (oracle_byte(o) != *word) {
            return oracle_fault(o, FJ_ERROR_UNEXPECTED_BYTE);
        }
    }
    bytes_add_text(&o->dump, dump);
    return true;
}

/* Whether digits without leading zeros are at most those of the limit. */
static inline bool oracle_at_most(const char *digits, size_t length, const char *limit)
{
    return length < strlen(limit) ||
           (length == strlen(limit) && memcmp(digits, limit, length) <= 0);
}

static inline bool oracle_number(oracle *o)
{
    const size_t start = o->at;
    const bool negative = oracle_byte(o) == '-';
    bool real = false;
    o->at += negative;
    if (negative && oracle_byte(o) == 'I' && o->options.allow_nan) {
        return oracle_word(o, "Infinity", "dfff0000000000000");
    }
    if (oracle_byte(o) == '0') {
        o->at++;
        if (oracle_is_digit(oracle_byte(o))) {
            return oracle_fault(o, FJ_ERROR_INVALID_NUMBER);
        }
    } else if (!oracle_digits(o)) {
        return false;
    }
    if (oracle_byte(o) == '.') {
        real = true;
        o->at++;
        if (!oracle_digits(o)) {
            return false;
        }
    }
    if (oracle_byte(o) == 'e' || oracle_byte(o) == 'E') {
        real = true;
        o->at++;
        o->at += oracle_byte(o) == '+' || oracle_byte(o) == '-';
        if (!oracle_digits(o)) {
            return false;
        }
    }
    const char *const text = (const char *)o->text + start;
    const size_t length = o->at - start;
    const char *const digits = text + negative;
    const size_t count = length - negative;
    const bool kept = o->options.big_numbers == FJ_NUMBERS_TEXT ||
                      (real && o->options.big_numbers == FJ_NUMBERS_DECIMAL);
    const bool small =
        oracle_at_most(digits, count, negative ? "9223372036854775808" : "9223372036854775807");
    const bool unsigned64 = !negative && oracle_at_most(digits, count, "18446744073709551615");
    if (kept || (!real && !small && !unsigned64)) {
        uint64_t digit_count = 0;
        for (size_t i = 0; i < count; i++) {
            digit_count += oracle_is_digit(digits[i]);
        }
        if (digit_count > o->options.max_number_digits) {
            return oracle_fail(o, FJ_ERROR_LIMIT, start);
        }
    }
    if (!kept && real) {
        char *const copy = malloc(length + 1); /* strtod wants an end */
        if (copy == NULL) {
            exit(2);
        }
        memcpy(copy, text, length);
        copy[length] = 0;
        const double value = strtod(copy, NULL); /* glibc's is exact */
        free(copy);
        if (value - value != 0 && !o->options.allow_nan) {
            return oracle_fail(o, FJ_ERROR_NUMBER_OUT_OF_RANGE, start);
        }
        bytes_add_double(&o->dump, value);
        return true;
    }
    bytes_add_byte(&o->dump, (unsigned)(kept ? '#' : small ? 'i' : unsigned64 ? 'u' : 'b'));
    if (!kept && count == 1 && *digits == '0') {
        bytes_add_byte(&o->dump, '0'); /* -0 too */
    } else {
        bytes_add(&o->dump, text, length);
    }
    bytes_add_byte(&o->dump, ';');
    return true;
}

/* ---- containers, and the pointer that they make ---- */

typedef struct oracle_mark {
    size_t bytes;
    bool full;
} oracle_mark;

static inline oracle_mark oracle_step(oracle *o, const char *step, size_t length)
{
    const oracle_mark mark = {o->path_bytes, o->path_full};
    bytes escaped = {NULL, 0, 0};
    bytes_add_byte(&escaped, '/');
    for (size_t i = 0; i < length; i++) {
        if (step[i] == '~' || step[i] == '/') {
            bytes_add_text(&escaped, step[i] == '~' ? "~0" : "~1");
        } else if ((unsigned char)step[i] == 0xED && i + 1 < length &&
                   (unsigned char)step[i + 1] >= 0xA0) {
            bytes_add_text(&escaped, "\xEF\xBF\xBD"); /* a pointer is valid UTF-8 */
            i += 2;
        } else {
            bytes_add_byte(&escaped, (unsigned char)step[i]);
        }
    }
    if (o->path_full || o->path_bytes + escaped.length > sizeof o->path - 1) {
        o->path_full = true;
    } else {
        memcpy(o->path + o->path_bytes, escaped.data, escaped.length);
        o->path_bytes += escaped.length;
    }
    bytes_free(&escaped);
    return mark;
}

static inline oracle_mark oracle_step_index(oracle *o, uint64_t index)
{
    char text[24];
    snprintf(text, sizeof text, "%llu", (unsigned long long)index);
    return oracle_step(o, text, strlen(text));
}

static inline void oracle_back(oracle *o, oracle_mark mark)
{
    o->path_bytes = mark.bytes;
    o->path_full = mark.full;
}

static inline bool oracle_value(oracle *o);

static inline bool oracle_array(oracle *o)
{
    oracle_mark mark = oracle_step_index(o, 0);
    bytes_add_byte(&o->dump, '[');
    if (!oracle_space(o)) {
        return false;
    }
    for (uint64_t index = 0; index > 0 || oracle_byte(o) != ']';) {
        if (!oracle_value(o) || !oracle_space(o)) {
            return false;
        }
        if (oracle_byte(o) == ']') {
            break;
        }
        if (oracle_byte(o) != ',') {
            return oracle_fault(o, FJ_ERROR_UNEXPECTED_BYTE);
        }
        o->at++;
        oracle_back(o, mark);
        mark = oracle_step_index(o, ++index);
        if (!oracle_space(o)) {
            return false;
        }
        if (oracle_byte(o) == ']' && o->options.allow_trailing_comma) {
            break;
        }
        if (oracle_byte(o) >= 0 && oracle_byte(o) != ']' && index >= o->options.max_members) {
            return oracle_fail(o, FJ_ERROR_LIMIT, o->at);
        }
    }
    o->at++;
    oracle_back(o, mark);
    bytes_add_byte(&o->dump, ']');
    return true;
}

typedef struct oracle_members {
    struct {
        bytes key;
        bytes value;
    } * list;
    size_t count;
} oracle_members;

/* One member into the list: a key that stood before gets the new value. */
static inline bool oracle_member(oracle *o, oracle_members *members)
{
    const size_t start = o->at;
    bytes key = {NULL, 0, 0};
    if (oracle_byte(o) != '"') {
        return oracle_fault(o, FJ_ERROR_UNEXPECTED_BYTE);
    }
    if (!oracle_string(o, &key)) {
        bytes_free(&key);
        return false;
    }
    size_t i = 0;
    while (i < members->count && !bytes_equal(&members->list[i].key, &key)) {
        i++;
    }
    if (i == members->count) {
        members->list = realloc(members->list, (i + 1) * sizeof *members->list);
        if (members->list == NULL) {
            exit(2);
        }
        members->count++;
        members->list[i].key = key;
    } else {
        bytes_free(&key);
        bytes_free(&members->list[i].value);
        if (o->options.duplicate_key == FJ_DUPLICATE_ERROR) {
            members->list[i].value = (bytes){NULL, 0, 0};
            return oracle_fail(o, FJ_ERROR_DUPLICATE_KEY, start);
        }
    }
    members->list[i].value = (bytes){NULL, 0, 0};
    if (!oracle_space(o)) {
        return false;
    }
    if (oracle_byte(o) != ':') {
        return oracle_fault(o, FJ_ERROR_UNEXPECTED_BYTE);
    }
    o->at++;
    oracle_step(o, members->list[i].key.data, members->list[i].key.length);
    const bytes around = o->dump;
    o->dump = (bytes){NULL, 0, 0};
    const bool read = oracle_space(o) && oracle_value(o) && oracle_space(o);
    members->list[i].value = o->dump;
    o->dump = around;
    return read;
}

static inline bool oracle_object_members(oracle *o, oracle_members *members)
{
    const oracle_mark mark = {o->path_bytes, o->path_full};
    if (!oracle_space(o)) {
        return false;
    }
    for (uint64_t index = 0; index > 0 || oracle_byte(o) != '}';) {
        if (!oracle_member(o, members)) {
            return false;
        }
        if (oracle_byte(o) == '}') {
            break;
        }
        if (oracle_byte(o) != ',') {
            return oracle_fault(o, FJ_ERROR_UNEXPECTED_BYTE);
        }
        o->at++;
        oracle_back(o, mark);
        if (!oracle_space(o)) {
            return false;
        }
        if (oracle_byte(o) == '}' && o->options.allow_trailing_comma) {
            break;
        }
        index++;
        if (oracle_byte(o) == '"' && index >= o->options.max_members) {
            return oracle_fail(o, FJ_ERROR_LIMIT, o->at);
        }
    }
    o->at++;
    oracle_back(o, mark);
    return true;
}

static inline bool oracle_object(oracle *o)
{
    oracle_members members = {NULL, 0};
    const bool read = oracle_object_members(o, &members);
    bytes_add_byte(&o->dump, '{');
    for (size_t i = 0; i < members.count; i++) {
        bytes_add_string(&o->dump, members.list[i].key.data, members.list[i].key.length);
        bytes_add(&o->dump, members.list[i].value.data, members.list[i].value.length);
        bytes_free(&members.list[i].key);
        bytes_free(&members.list[i].value);
    }
    bytes_add_byte(&o->dump, '}');
    free(members.list);
    return read;
}

static inline bool oracle_value(oracle *o)
{
    const int byte = oracle_byte(o);
    if (byte == '[' || byte == '{') {
        if (o->depth >= o->options.max_nesting) {
            return oracle_fail(o, FJ_ERROR_NESTING, o->at);
        }
        o->at++;
        o->depth++;
        const bool read = byte == '[' ? oracle_array(o) : oracle_object(o);
        o->depth--;
        return read;
    }
    if (byte == '"') {
        bytes text = {NULL, 0, 0};
        const bool read = oracle_string(o, &text);
        bytes_add_string(&o->dump, text.data, text.length);
        bytes_free(&text);
        return read;
    }
    if (byte == '-' || oracle_is_digit(byte)) {
        return oracle_number(o);
    }
    switch (byte) {
    case 'n':
        return oracle_word(o, "null", "n");
    case 't':
        return oracle_word(o, "true", "t");
    case 'f':
        return oracle_word(o, "false", "f");
    case 'N':
        if (o->options.allow_nan) {
            return oracle_word(o, "NaN", "d7ff8000000000000");
        }
        break;
    case 'I':
        if (o->options.allow_nan) {
            return oracle_word(o, "Infinity", "d7ff0000000000000");
        }
        break;
    default:
        break;
    }
    return oracle_fault(o, FJ_ERROR_UNEXPECTED_BYTE);
}

/* Reads a text. `options` (NULL: the defaults) are complete and in range. The dump is the caller's
 * to free. */
static inline oracle oracle_read(const char *text, size_t length, const fj_parse_options *options)
{
    oracle o;
    memset(&o, 0, sizeof o);
    o.text = (const unsigned char *)text;
    o.length = length;
    if (options != NULL) {
        o.options = *options;
    }
    o.options.max_nesting = o.options.max_nesting ? o.options.max_nesting : 1024;
    o.options.max_number_digits = o.options.max_number_digits ? o.options.max_number_digits : 4300;
    o.options.max_string_bytes =
        o.options.max_string_bytes ? o.options.max_string_bytes : UINT64_MAX;
    o.options.max_members = o.options.max_members ? o.options.max_members : UINT64_MAX;
    if (o.options.max_input_bytes != 0 && length > o.options.max_input_bytes) {
        oracle_fail(&o, FJ_ERROR_LIMIT, 0);
    } else if (oracle_space(&o) && oracle_value(&o) && oracle_space(&o) && o.at != o.length) {
        oracle_fail(&o, FJ_ERROR_TRAILING_CONTENT, o.at);
    }
    o.path[o.path_bytes] = 0;
    return o;
}

static inline void oracle_free(oracle *o)
{
    bytes_free(&o->dump);
}

#endif
