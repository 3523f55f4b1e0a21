/*
 * Errors: names, messages and places; see error.h.
 *
 * Two stages: what happened (a code becomes a sentence) and where (one walk over the text up to the
 * fault counts lines and follows keys and indexes). Neither allocates.
 */
#include "error.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "read/escape.h"
#include "scan/utf8.h"

/* ---- what ---- */

static const struct {
    const char *name;
    const char *sentence;
} error_texts[] = {
    [FJ_OK] = {"ok", "no error"},
    [FJ_ERROR_ARGUMENT] = {"argument", "a NULL or impossible argument"},
    [FJ_ERROR_OPTION] = {"option", "unknown option, or a value outside its range"},
    [FJ_ERROR_MEMORY] = {"memory", "out of memory"},
    [FJ_ERROR_UNEXPECTED_END] = {"unexpected_end", "unexpected end of text"},
    [FJ_ERROR_UNEXPECTED_BYTE] = {"unexpected_byte", "unexpected"},
    [FJ_ERROR_INVALID_NUMBER] = {"invalid_number", "invalid number at"},
    [FJ_ERROR_TRAILING_CONTENT] = {"trailing_content", "trailing content after the value:"},
    [FJ_ERROR_INVALID_ESCAPE] = {"invalid_escape", "invalid escape at"},
    [FJ_ERROR_INVALID_SURROGATE] = {"invalid_surrogate",
                                    "escaped surrogate without its other half before"},
    [FJ_ERROR_CONTROL_CHARACTER] = {"control_character",
                                    "unescaped control character in a string:"},
    [FJ_ERROR_INVALID_UTF8] = {"invalid_utf8", "invalid UTF-8 at"},
    [FJ_ERROR_NESTING] = {"nesting", "nested deeper than max_nesting allows"},
    [FJ_ERROR_NUMBER_OUT_OF_RANGE] = {"number_out_of_range",
                                      "number is larger than the largest double"},
    [FJ_ERROR_DUPLICATE_KEY] = {"duplicate_key", "key occurs twice in one object"},
    [FJ_ERROR_LIMIT] = {"limit", "larger than a limit allows"},
    [FJ_ERROR_NAN] = {"nan", "NaN and infinity have no JSON form"},
    [FJ_ERROR_LONE_SURROGATE] = {"lone_surrogate", "string holds a lone surrogate"},
    [FJ_ERROR_TYPE] = {"type", "value has no JSON form"},
    [FJ_ERROR_CHANGED] = {"changed", "container changed while it was being generated"},
    [FJ_ERROR_CIRCULAR] = {"circular", "container contains itself"},
    [FJ_ERROR_HOST] = {"host", "exception in the host language"},
    [FJ_ERROR_POINTER] = {"pointer", "not a JSON Pointer"},
    [FJ_ERROR_NOT_FOUND] = {"not_found", "nothing stands at the JSON Pointer"},
    [FJ_ERROR_PATCH] = {"patch", "JSON Patch cannot be applied"},
    [FJ_ERROR_PATCH_TEST] = {"patch_test", "test of the JSON Patch does not hold"},
    [FJ_ERROR_STATE] = {"state", "call in the wrong order"},
};

#define ERROR_COUNT ((int32_t)(sizeof error_texts / sizeof *error_texts))

const char *fj_error_name(int32_t code)
{
    return code >= 0 && code < ERROR_COUNT ? error_texts[code].name : "unknown";
}

/* Whether the message of a code names the byte at its place. */
static bool error_names_byte(int32_t code)
{
    switch (code) {
    case FJ_ERROR_UNEXPECTED_BYTE:
    case FJ_ERROR_INVALID_NUMBER:
    case FJ_ERROR_TRAILING_CONTENT:
    case FJ_ERROR_INVALID_ESCAPE:
    case FJ_ERROR_INVALID_SURROGATE:
    case FJ_ERROR_CONTROL_CHARACTER:
    case FJ_ERROR_INVALID_UTF8:
        return true;
    default:
        return false;
    }
}

/* The caller's struct may be shorter than ours: work on our own, then give what fits. */
static void error_give(fj_error *error, const fj_error *own)
{
    uint32_t size = error->size;
    if (size < offsetof(fj_error, offset)) {
        return;
    }
    const size_t fits = size < sizeof *own ? size : sizeof *own;
    memcpy(error, own, fits);
    error->size = size;
}

static void error_message(fj_error *own, const char *format_sentence, const char *detail)
{
    const int n =
        detail != NULL
            ? snprintf(own->message, sizeof own->message, "%s: %s", format_sentence, detail)
            : snprintf(own->message, sizeof own->message, "%s", format_sentence);
    own->message_length =
        n > 0 && (size_t)n < sizeof own->message ? (uint32_t)n : (uint32_t)strlen(own->message);
}

int32_t error_plain(fj_error *error, int32_t code, const char *detail)
{
    if (error != NULL) {
        fj_error own;
        memset(&own, 0, sizeof own);
        own.code = code;
        error_message(
            &own, code >= 0 && code < ERROR_COUNT ? error_texts[code].sentence : "unknown", detail);
        error_give(error, &own);
    }
    return code;
}

/* ---- where: the JSON Pointer ---- */

/* Appends a whole step. A pointer that could not take one takes no later one either: its last byte,
 * beyond the NUL that ends it, is then not NUL. */
static bool pointer_step(fj_error *own, const char *step, size_t length)
{
    char *const mark = &own->pointer[sizeof own->pointer - 1];
    if (*mark != '\0' || own->pointer_length + length >= sizeof own->pointer) {
        *mark = own->pointer_length < sizeof own->pointer - 1 ? '\1' : '\0';
        return false;
    }
    memcpy(own->pointer + own->pointer_length, step, length);
    own->pointer_length += (uint32_t)length;
    own->pointer[own->pointer_length] = '\0';
    return true;
}

/* How many bytes at p are one character; *whole: whether they are well-formed UTF-8. A surrogate,
 * as WTF-8 has it, is one character that is not. */
static size_t pointer_character(const char *p, const char *end, bool *whole)
{
    const char *fault;
    const size_t n = (signed char)*p >= 0 ? 1 : utf8_sequence(p, end, &fault);
    *whole = n != 0;
    const bool surrogate = end - p >= 3 && (unsigned char)p[0] == 0xED &&
                           utf8_is_continuation((unsigned char)p[1]) &&
                           utf8_is_continuation((unsigned char)p[2]);
    return *whole ? n : surrogate ? 3 : 1;
}

/* A pointer is text for people and hosts: what is not UTF-8 in a key is U+FFFD there. */
static bool pointer_key(fj_error *own, const char *key, size_t length)
{
    char step[sizeof own->pointer + 4];
    const char *const end = key + length;
    size_t n = 0;
    step[n++] = '/';
    for (const char *p = key; p != end;) {
        if (n >= sizeof own->pointer) {
            break; /* longer than a pointer can be */
        }
        bool whole;
        const size_t bytes = pointer_character(p, end, &whole);
        if (!whole) {
            n += utf8_encode(step + n, 0xFFFD);
        } else if (*p == '~' || *p == '/') {
            step[n++] = '~';
            step[n++] = *p == '~' ? '0' : '1';
        } else {
            memcpy(step + n, p, bytes);
            n += bytes;
        }
        p += bytes;
    }
    return pointer_step(own, step, n);
}

static bool pointer_index(fj_error *own, uint64_t index)
{
    char step[24];
    const int n = snprintf(step, sizeof step, "/%llu", (unsigned long long)index);
    return n > 0 && pointer_step(own, step, (size_t)n);
}

void error_pointer_key(fj_error *error, const char *key, size_t length)
{
    if (error != NULL && error->size >= sizeof *error) {
        (void)pointer_key(error, key, length);
    }
}

void error_pointer_index(fj_error *error, uint64_t index)
{
    if (error != NULL && error->size >= sizeof *error) {
        (void)pointer_index(error, index);
    }
}

/* ---- where: the walk ---- */

/* A step takes at least one byte of the pointer (an empty key): deeper levels cannot show in it. */
#define WALK_LEVELS (sizeof((fj_error *)0)->pointer)

typedef struct walk_level {
    const char *key; /* after its opening quote; NULL before the first key */
    size_t key_length;
    uint64_t index;
    bool is_object;
    bool inside; /* past the colon (object): the fault lies in the value */
} walk_level;

typedef struct walk {
    const char *p;
    const char *end; /* the fault */
    bool comments;
    size_t depth;
    walk_level levels[WALK_LEVELS];
} walk;

/* From an opening quote to after the closing one, or to the end. Gives the length of what is
 * between. */
static size_t walk_string(walk *w)
{
    const char *const start = ++w->p;
    while (w->p < w->end && *w->p != '"') {
        w->p += *w->p == '\\' && w->end - w->p > 1 ? 2 : 1;
    }
    const size_t length = (size_t)(w->p - start);
    w->p += w->p < w->end;
    return length;
}

static void walk_comment(walk *w)
{
    const bool block = w->end - w->p > 1 && w->p[1] == '*';
    const char *const start = w->p + 2;
    for (; w->p < w->end; w->p++) {
        if (block ? *w->p == '/' && w->p > start && w->p[-1] == '*' : *w->p == '\n') {
            w->p++;
            return;
        }
    }
}

static void walk_run(walk *w)
{
    while (w->p < w->end) {
        walk_level *const level =
            w->depth > 0 && w->depth <= WALK_LEVELS ? &w->levels[w->depth - 1] : NULL;
        switch (*w->p) {
        case '"': {
            const char *const key = w->p + 1;
            const size_t length = walk_string(w);
            if (level != NULL && level->is_object && !level->inside) {
                level->key = key;
                level->key_length = length;
            }
            continue;
        }
        case '{':
        case '[':
            if (w->depth < WALK_LEVELS) {
                w->levels[w->depth] = (walk_level){.is_object = *w->p == '{'};
            }
            w->depth++;
            break;
        case '}':
        case ']':
            w->depth -= w->depth > 0;
            break;
        case ':':
            if (level != NULL) {
                level->inside = true;
            }
            break;
        case ',':
            if (level != NULL) {
                level->index++;
                level->inside = false;
                level->key = NULL;
            }
            break;
        case '/':
            if (w->comments) {
                walk_comment(w);
                continue;
            }
            break;
        default:
            break;
        }
        w->p++;
    }
}

/* Unescapes a key that was read already, so that its escapes are whole. SIZE_MAX: longer than
 * `room`. */
static size_t key_unescape(const char *key, size_t length, char *out, size_t room)
{
    size_t n = 0;
    for (size_t i = 0; i < length;) {
        if (n + 4 > room) {
            return SIZE_MAX;
        }
        if (key[i] != '\\' || i + 1 >= length) {
            out[n++] = key[i++];
            continue;
        }
        const char c = key[i + 1];
        i += 2;
        if (c != 'u' || length - i < 4) {
            const char letter = escape_letters[(unsigned char)c];
            out[n++] = letter != 0 ? letter : c;
            continue;
        }
        unsigned unit = escape_hex4(key + i);
        unit = unit < ESCAPE_HEX_NONE ? unit : 0xFFFD;
        i += 4;
        if (unit >= 0xD800 && unit < 0xDC00 && length - i >= 6 && key[i] == '\\' &&
            key[i + 1] == 'u') {
            const unsigned low = escape_hex4(key + i + 2);
            if (low >= 0xDC00 && low < 0xE000) {
                unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
                i += 6;
            }
        }
        n += utf8_encode(out + n, unit >= 0xD800 && unit < 0xE000 ? 0xFFFD : unit);
    }
    return n;
}

static void error_walk_pointer(fj_error *own, const char *text, size_t offset, bool comments)
{
    walk w;
    w.p = text;
    w.end = text + offset;
    w.comments = comments;
    w.depth = 0;
    walk_run(&w);
    for (size_t i = 0; i < w.depth && i < WALK_LEVELS; i++) {
        const walk_level *const level = &w.levels[i];
        bool taken;
        if (level->is_object) {
            char key[sizeof own->pointer + 4]; /* the longest key that fits, and a character */
            size_t n = 0;
            if (level->key == NULL) {
                return; /* the fault lies before or in a key: the object is the place */
            }
            n = key_unescape(level->key, level->key_length, key, sizeof key);
            taken = level->inside && n != SIZE_MAX && pointer_key(own, key, n);
        } else {
            taken = pointer_index(own, level->index);
        }
        if (!taken) {
            return;
        }
    }
}

static void error_line_column(fj_error *own, const char *text, size_t offset)
{
    own->line = 1;
    own->column = 1;
    for (size_t i = 0; i < offset; i++) {
        if (text[i] == '\n') {
            own->line++;
            own->column = 1;
        } else if (((unsigned char)text[i] & 0xC0) != 0x80) {
            own->column++;
        }
    }
}

/* ---- both ---- */

/* The byte at the fault in a form that fits a line of valid UTF-8. */
static void error_byte(char *out, size_t room, const char *text, size_t length, size_t offset)
{
    const unsigned char c = (unsigned char)text[offset];
    if (length - offset >= 3 && memcmp(text + offset, "\xEF\xBB\xBF", 3) == 0) {
        snprintf(out, room, "byte order mark (U+FEFF)");
    } else if (c >= 0x20 && c < 0x7F) {
        snprintf(out, room, "'%c'", c);
    } else {
        snprintf(out, room, "byte 0x%02X", c);
    }
}

int32_t error_in_text(fj_error *error, int32_t code, const char *text, size_t length, size_t offset,
                      const fj_parse_options *options)
{
    if (error == NULL) {
        return code;
    }
    fj_error own;
    memset(&own, 0, sizeof own);
    own.code = code;
    own.offset = offset;
    const char *const sentence =
        code >= 0 && code < ERROR_COUNT ? error_texts[code].sentence : "unknown";
    if (error_names_byte(code) && offset < length) {
        char place[64];
        error_byte(place, sizeof place, text, length, offset);
        const int n = snprintf(own.message, sizeof own.message, "%s %s", sentence, place);
        own.message_length = n > 0 ? (uint32_t)n : 0;
    } else {
        error_message(&own, sentence, NULL);
    }
    error_line_column(&own, text, offset);
    error_walk_pointer(&own, text, offset, options != NULL && options->allow_comments);
    error_give(error, &own);
    return code;
}
