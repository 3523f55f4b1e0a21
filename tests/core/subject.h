/*
 * Subject: the library under test, seen through all entry points that read text.
 *
 * In: a text and parse options. Out: what fj_parse, fj_validate and fj_minify made of it, checked
 * against each other on the way: the same code and the same error, and minified text that reads to
 * the same values. The text ends at an unmapped page, so that reading past its end is a crash.
 *
 * Every kernel that the processor has can be put to use (subject_kernel). Only texts of some length
 * get as far as a kernel: subject_read reads short ones once more behind white space.
 */
#ifndef FJ_TESTS_SUBJECT_H
#define FJ_TESTS_SUBJECT_H

#include "check.h"
#include "guard.h"
#include "oracle.h"
#include "scan/kernel.h"

#define SUBJECT_TEXT_MAX ((size_t)1 << 20)

static guard subject_guard;
static fj_document *subject_document; /* used again and again, as users do */
static fj_buffer subject_minified;
static fj_buffer subject_minified_again;

static inline void subject_begin(void)
{
    subject_guard = guard_make(SUBJECT_TEXT_MAX);
}

/* Makes all reading use the kernel of that number, counted round. Gives how many there are. */
static inline size_t subject_kernel(size_t number)
{
    size_t count = 0;
    while (kernel_list()[count].name != NULL) {
        count++;
    }
    kernel_in_use = &kernel_list()[number % count];
    return count;
}

static inline int subject_finish(void)
{
    fj_document_free(subject_document);
    subject_document = NULL;
    fj_buffer_free(&subject_minified);
    fj_buffer_free(&subject_minified_again);
    guard_free(&subject_guard);
    return check_finish();
}

/* A text in a form that a terminal takes, for messages. */
static inline const char *subject_show(const char *text, size_t length)
{
    static char shown[4][400];
    static unsigned turn;
    char *const out = shown[turn++ & 3];
    size_t n = 0;
    for (size_t i = 0; i < length && n < sizeof shown[0] - 8; i++) {
        const unsigned char c = (unsigned char)text[i];
        n += (size_t)snprintf(out + n, 8, c >= 0x20 && c < 0x7F ? "%c" : "\\x%02x", c);
    }
    if (n >= sizeof shown[0] - 8) {
        memcpy(out + n, "...", 4);
    }
    out[n < sizeof shown[0] - 8 ? n : n + 3] = 0;
    return out;
}

/* ---- a document as the oracle's dump ---- */

static inline const fj_value *subject_dump_string(bytes *dump, const fj_value *v)
{
    const size_t length = (size_t)(v->head >> 16);
    const unsigned flags = (unsigned)(v->head >> 8 & 0xFF);
    bool ascii = true;
    bool plain = true;
    bool surrogates = false;
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)v->as.text[i];
        ascii = ascii && c < 0x80;
        plain = plain && c >= 0x20 && c != '"' && c != '\\';
        surrogates =
            surrogates || (c == 0xED && i + 1 < length && (unsigned char)v->as.text[i + 1] >= 0xA0);
    }
    CHECK((v->head & 0xFF) == FJ_STRING, "kind %u", (unsigned)(v->head & 0xFF));
    CHECK(((flags & FJ_STRING_ASCII) != 0) == ascii, "flags %u of \"%s\"", flags,
          subject_show(v->as.text, length));
    CHECK(plain || !(flags & FJ_STRING_PLAIN), "flags %u of \"%s\"", flags,
          subject_show(v->as.text, length));
    CHECK(!surrogates || (flags & FJ_STRING_SURROGATES), "flags %u of \"%s\"", flags,
          subject_show(v->as.text, length));
    bytes_add_string(dump, v->as.text, length);
    return v + 1;
}

/* Gives the value after v. Checks the layout that the header promises on the way. */
static inline const fj_value *subject_dump(bytes *dump, const fj_value *v)
{
    char text[64];
    const uint64_t length = v->head >> 16;
    const unsigned kind = (unsigned)(v->head & 0xFF);
    const fj_value *p = v + 1;
    if (kind != FJ_STRING) {
        CHECK((v->head >> 8 & 0xFF) == 0, "flags of kind %u", kind);
    }
    switch (kind) {
    case FJ_NULL:
    case FJ_FALSE:
    case FJ_TRUE:
        CHECK(length == 0 && v->as.uint64 == 0, "kind %u: payload", kind);
        bytes_add_text(dump, kind == FJ_NULL ? "n" : kind == FJ_TRUE ? "t" : "f");
        return p;
    case FJ_INT64:
        CHECK(length == 0, "int64: length");
        snprintf(text, sizeof text, "i%lld;", (long long)v->as.int64);
        bytes_add_text(dump, text);
        return p;
    case FJ_UINT64:
        CHECK(length == 0 && v->as.uint64 > INT64_MAX, "uint64: %llu",
              (unsigned long long)v->as.uint64);
        snprintf(text, sizeof text, "u%llu;", (unsigned long long)v->as.uint64);
        bytes_add_text(dump, text);
        return p;
    case FJ_DOUBLE:
        CHECK(length == 0, "double: length");
        bytes_add_double(dump, v->as.real);
        return p;
    case FJ_BIGINT:
    case FJ_DECIMAL:
        bytes_add_byte(dump, kind == FJ_BIGINT ? 'b' : '#');
        bytes_add(dump, v->as.text, (size_t)length);
        bytes_add_byte(dump, ';');
        return p;
    case FJ_STRING:
        return subject_dump_string(dump, v);
    case FJ_ARRAY:
    case FJ_OBJECT:
        bytes_add_byte(dump, kind == FJ_ARRAY ? '[' : '{');
        for (uint64_t i = 0; i < length; i++) {
            if (kind == FJ_OBJECT) {
                p = subject_dump_string(dump, p);
            }
            p = subject_dump(dump, p);
        }
        bytes_add_byte(dump, kind == FJ_ARRAY ? ']' : '}');
        CHECK(p == v + v->as.span, "span %llu, not %llu", (unsigned long long)v->as.span,
              (unsigned long long)(p - v));
        return p;
    default:
        CHECK(false, "unknown kind %u", kind);
        return p;
    }
}

static inline bytes subject_dump_document(const fj_document *document)
{
    bytes dump = {NULL, 0, 0};
    const fj_value *const root = fj_document_root(document);
    const fj_value *const end = subject_dump(&dump, root);
    CHECK((size_t)(end - root) == fj_document_length(document), "document length %zu, not %zu",
          fj_document_length(document), (size_t)(end - root));
    return dump;
}

/* ---- errors ---- */

/* What holds for every error whatever it is. */
static inline void subject_check_error(const fj_error *e, const char *text, size_t length)
{
    uint64_t line = 1;
    uint64_t column = 1;
    CHECK(e->size == sizeof *e, "size %u", e->size);
    CHECK(e->offset <= length, "offset %llu of %zu", (unsigned long long)e->offset, length);
    for (size_t i = 0; i < e->offset && i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        column = c == '\n' ? 1 : column + (c < 0x80 || c >= 0xC0);
        line += c == '\n';
    }
    CHECK(e->line == line && e->column == column, "%llu:%llu, not %llu:%llu in %s",
          (unsigned long long)e->line, (unsigned long long)e->column, (unsigned long long)line,
          (unsigned long long)column, subject_show(text, length));
    CHECK(e->message_length > 0 && e->message_length < sizeof e->message &&
              strlen(e->message) == e->message_length,
          "message \"%s\" of %u bytes", e->message, e->message_length);
    for (uint32_t i = 0; i < e->message_length; i++) {
        CHECK((unsigned char)e->message[i] >= 0x20 && (unsigned char)e->message[i] < 0x7F,
              "message \"%s\"", subject_show(e->message, e->message_length));
    }
    CHECK(e->pointer_length < sizeof e->pointer && e->pointer[e->pointer_length] == 0,
          "pointer of %u bytes", e->pointer_length);
    CHECK(e->pointer_length == 0 || e->pointer[0] == '/', "pointer \"%s\"", e->pointer);
}

static inline bool subject_error_equal(const fj_error *a, const fj_error *b)
{
    return a->code == b->code && a->offset == b->offset && a->line == b->line &&
           a->column == b->column && a->message_length == b->message_length &&
           a->pointer_length == b->pointer_length &&
           memcmp(a->message, b->message, a->message_length) == 0 &&
           memcmp(a->pointer, b->pointer, a->pointer_length) == 0;
}

/* ---- reading ---- */

typedef struct subject {
    int32_t code;
    fj_error error;
    bytes dump; /* of a valid text */
} subject;

static inline void subject_free(subject *s)
{
    bytes_free(&s->dump);
}

/* The minified text must read to the same values, and be as small as it gets. */
static inline void subject_check_minified(const subject *s, const char *text, size_t length,
                                          const fj_parse_options *options)
{
    const fj_buffer *const m = &subject_minified;
    fj_error error = {.size = sizeof error};
    int32_t code = fj_parse(m->data, m->length, options, &subject_document, &error);
    CHECK(code == FJ_OK, "%s minified to %s: code %d", subject_show(text, length),
          subject_show(m->data, m->length), code);
    if (code == FJ_OK) {
        bytes again = subject_dump_document(subject_document);
        CHECK(bytes_equal(&again, &s->dump), "%s minified to %s", subject_show(text, length),
              subject_show(m->data, m->length));
        bytes_free(&again);
    }
    CHECK(m->length <= length, "%s minified to more: %s", subject_show(text, length),
          subject_show(m->data, m->length));
    code = fj_minify(m->data, m->length, options, &subject_minified_again, NULL);
    CHECK(code == FJ_OK && subject_minified_again.length == m->length &&
              memcmp(subject_minified_again.data, m->data, m->length) == 0,
          "%s minified twice", subject_show(text, length));
}

/* Reads by all entry points. The result is the caller's to free. */
static inline subject subject_read_once(const char *given, size_t length,
                                        const fj_parse_options *options)
{
    if (length > SUBJECT_TEXT_MAX) {
        fprintf(stderr, "subject_read: a text of %zu bytes\n", length);
        exit(2);
    }
    const char *const text = guard_text(&subject_guard, given, length);
    subject s;
    memset(&s, 0, sizeof s);
    s.error.size = sizeof s.error;
    s.code = fj_parse(text, length, options, &subject_document, &s.error);
    if (s.code == FJ_OK) {
        s.dump = subject_dump_document(subject_document);
    } else {
        CHECK(s.error.code == s.code, "code %d, in the error %d", s.code, s.error.code);
        CHECK(fj_document_root(subject_document) == NULL &&
                  fj_document_length(subject_document) == 0,
              "%s failed and left a value", subject_show(text, length));
        subject_check_error(&s.error, text, length);
    }

    fj_error error = {.size = sizeof error};
    int32_t code = fj_validate(text, length, options, &error);
    CHECK(code == s.code, "validate %d, parse %d: %s", code, s.code, subject_show(text, length));
    CHECK(code == FJ_OK || subject_error_equal(&error, &s.error),
          "validate at %llu \"%s\" %s, parse at %llu \"%s\" %s: %s",
          (unsigned long long)error.offset, error.pointer, error.message,
          (unsigned long long)s.error.offset, s.error.pointer, s.error.message,
          subject_show(text, length));

    error = (fj_error){.size = sizeof error};
    code = fj_minify(text, length, options, &subject_minified, &error);
    CHECK(code == s.code, "minify %d, parse %d: %s", code, s.code, subject_show(text, length));
    CHECK(code == FJ_OK || subject_error_equal(&error, &s.error),
          "minify at %llu \"%s\" %s, parse at %llu \"%s\" %s: %s", (unsigned long long)error.offset,
          error.pointer, error.message, (unsigned long long)s.error.offset, s.error.pointer,
          s.error.message, subject_show(text, length));
    CHECK(code == FJ_OK || subject_minified.length == 0, "minify failed and left %zu bytes",
          subject_minified.length);
    if (code == FJ_OK && s.code == FJ_OK) {
        subject_check_minified(&s, text, length, options);
    }
    return s;
}

/* As subject_read_once, and once more behind so much white space that the text is no small one: all
 * must be the same, only further on. */
static inline subject subject_read(const char *given, size_t length,
                                   const fj_parse_options *options)
{
    static size_t turn;
    subject s = subject_read_once(given, length, options);
    const size_t ahead = 256 + turn++ % 67;
    const bool limited =
        options != NULL && options->size >= sizeof *options && options->max_input_bytes != 0;
    if (limited || s.code == FJ_ERROR_OPTION || length > SUBJECT_TEXT_MAX - ahead) {
        return s;
    }
    char *const text = malloc(ahead + length);
    if (text == NULL) {
        exit(2);
    }
    memset(text, ' ', ahead);
    if (length != 0) {
        memcpy(text + ahead, given, length);
    }
    subject further = subject_read_once(text, ahead + length, options);
    fj_error expected = s.error;
    expected.offset += ahead;
    expected.column += expected.line == 1 ? ahead : 0;
    CHECK(further.code == s.code, "behind space %s, alone %s: %s", fj_error_name(further.code),
          fj_error_name(s.code), subject_show(given, length));
    CHECK(s.code == FJ_OK || subject_error_equal(&further.error, &expected),
          "behind space at %llu, \"%s\", not at %llu, \"%s\": %s",
          (unsigned long long)further.error.offset, further.error.pointer,
          (unsigned long long)expected.offset, expected.pointer, subject_show(given, length));
    CHECK(bytes_equal(&further.dump, &s.dump), "behind space %s, alone %s",
          subject_show(further.dump.data, further.dump.length),
          subject_show(s.dump.data, s.dump.length));
    subject_free(&further);
    free(text);
    return s;
}

/* Reads by all entry points and by the oracle; all must agree. */
static inline void subject_against_oracle(const char *text, size_t length,
                                          const fj_parse_options *options)
{
    subject s = subject_read(text, length, options);
    oracle o = oracle_read(text, length, options);
    CHECK(s.code == o.code, "%s, not %s, at %llu, not %zu: %s", fj_error_name(s.code),
          fj_error_name(o.code), (unsigned long long)s.error.offset, o.place,
          subject_show(text, length));
    if (s.code != FJ_OK && o.code != FJ_OK) {
        CHECK(s.error.offset == o.place, "%s at %llu, not %zu: %s", fj_error_name(s.code),
              (unsigned long long)s.error.offset, o.place, subject_show(text, length));
        CHECK(s.error.pointer_length == o.path_bytes &&
                  memcmp(s.error.pointer, o.path, o.path_bytes) == 0,
              "pointer \"%s\", not \"%s\": %s", s.error.pointer, o.path,
              subject_show(text, length));
    }
    if (s.code == FJ_OK && o.code == FJ_OK) {
        CHECK(bytes_equal(&s.dump, &o.dump), "read %s, not %s: %s",
              subject_show(s.dump.data, s.dump.length), subject_show(o.dump.data, o.dump.length),
              subject_show(text, length));
    }
    oracle_free(&o);
    subject_free(&s);
}

#endif
