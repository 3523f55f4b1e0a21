/*
 * Document sink: the reader's events become the flat array of a document.
 *
 * In: events (read/reader.h). Out: values in order of the text. An open container keeps the index
 * of the one around it in its own value until it is closed, so that no other stack is needed.
 *
 * Included by a file that reads, which defines DOCUMENT_SINK_STAYS: 1, strings that stand in the
 * text as they are stay there, and more than a key's bytes can be read; 0, that is so only where
 * the options have it.
 */
#ifndef FASTJSON_DOCUMENT_SINK_H
#define FASTJSON_DOCUMENT_SINK_H

#include <string.h>

#include "allocator.h"
#include "document/document.h"
#include "document/members.h"
#include "document/prints.h"
#include "document/repeat.h"
#include "read/reader.h"
#include "scan/vector.h"

typedef struct document_sink {
    fj_value *values;
    fj_value *next;
    fj_value *limit;
    char *strings;          /* where the next string goes */
    const char *text_ahead; /* from here on fewer than VECTOR_SIZE bytes of text are left */
    uint16_t *print;        /* where the next key's print goes */
    uint16_t *prints;
    uint16_t *prints_limit;
    size_t open; /* the index of the innermost open container */
    bool borrow;
    bool duplicate_error;
    bool repeated;                 /* an object has a key twice: to be settled when all is read */
    const fj_allocator *allocator; /* of the document */
    const fj_allocator *scratch;   /* of the call */
} document_sink;

#define READER_SINK document_sink
#define READER_SINK_COPIES sink_strings
#define READER_SINK_LOCAL 1

/* What the reader learnt about a string and the document keeps. */
#define DOCUMENT_FLAGS (READER_STRING_ASCII | READER_STRING_PLAIN | READER_STRING_SURROGATES)

static __attribute__((noinline)) bool sink_grow_whole(document_sink *s)
{
    const size_t length = (size_t)(s->next - s->values);
    const size_t capacity = (size_t)(s->limit - s->values) * 2;
    fj_value *const values =
        allocator_resize(s->allocator, s->values, (capacity / 2) * sizeof *values,
                         memory_array_size(capacity, sizeof *values));
    if (values == NULL) {
        return false;
    }
    s->values = values;
    s->next = values + length;
    s->limit = values + capacity;
    return true;
}

/* By a copy, so that the sink itself can live in registers. */
static inline bool sink_grow(document_sink *s)
{
    document_sink copy = *s;
    const bool grown = sink_grow_whole(&copy);
    *s = copy;
    return grown;
}

static inline int32_t sink_value(document_sink *s, uint64_t head, uint64_t payload)
{
    if (__builtin_expect(s->next == s->limit, 0) && !sink_grow(s)) {
        return FJ_ERROR_MEMORY;
    }
    s->next->head = head;
    s->next->as.uint64 = payload;
    s->next++;
    return FJ_OK;
}

static inline int32_t sink_null(document_sink *s)
{
    return sink_value(s, FJ_NULL, 0);
}

static inline int32_t sink_boolean(document_sink *s, bool value)
{
    return sink_value(s, value ? FJ_TRUE : FJ_FALSE, 0);
}

static inline int32_t sink_int64(document_sink *s, int64_t value)
{
    return sink_value(s, FJ_INT64, (uint64_t)value);
}

static inline int32_t sink_uint64(document_sink *s, uint64_t value)
{
    return sink_value(s, FJ_UINT64, value);
}

static inline int32_t sink_double(document_sink *s, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return sink_value(s, FJ_DOUBLE, bits);
}

/* A string is copied and unescaped where it is to stay. */
static inline char *sink_strings(document_sink *s)
{
    return s->strings; /* no string is longer than its text, and there is the slack */
}

/* Whether strings stay in the text that stand there as they are. */
static inline bool sink_borrows(const document_sink *s)
{
    return DOCUMENT_SINK_STAYS || s->borrow;
}

/* The strings' block has room: no string is longer than its text. */
static inline int32_t sink_bytes(document_sink *s, unsigned kind, const char *bytes, size_t length,
                                 uint32_t flags)
{
    const char *text = bytes;
    if (!(sink_borrows(s) && (flags & READER_STRING_TEXT))) {
        char *const copy = s->strings;
        if (__builtin_expect(length <= 2 * VECTOR_SIZE && (flags & READER_STRING_TEXT) &&
                                 bytes < s->text_ahead,
                             1)) {
            vector_store(copy, vector_load(bytes));
            if (length > VECTOR_SIZE) {
                /* The last sixteen, over the first where they meet. */
                vector_store(copy + length - VECTOR_SIZE,
                             vector_load(bytes + length - VECTOR_SIZE));
            }
        } else if (bytes != copy) {
            memcpy(copy, bytes, length);
        }
        s->strings = copy + length;
        text = copy;
    }
    const unsigned known =
        (flags & DOCUMENT_FLAGS) | (flags & READER_STRING_SURROGATES ? 0 : FJ_STRING_VALID);
    return sink_value(s, value_head(kind, kind == FJ_STRING ? known : 0, length),
                      (uint64_t)(uintptr_t)text);
}

static inline int32_t sink_bigint(document_sink *s, const char *digits, size_t length)
{
    return sink_bytes(s, FJ_BIGINT, digits, length, READER_STRING_TEXT);
}

static inline int32_t sink_decimal(document_sink *s, const char *digits, size_t length)
{
    return sink_bytes(s, FJ_DECIMAL, digits, length, READER_STRING_TEXT);
}

static inline int32_t sink_string(document_sink *s, const char *bytes, size_t length,
                                  uint32_t flags)
{
    return sink_bytes(s, FJ_STRING, bytes, length, flags);
}

/* Room for more prints, and for the lanes after the last one. */
static __attribute__((noinline)) bool sink_grow_prints_whole(document_sink *s)
{
    const size_t length = (size_t)(s->print - s->prints);
    const size_t capacity = length * 2 + 64;
    uint16_t *const prints =
        allocator_resize(s->allocator, s->prints, (length + PRINTS_LANES) * sizeof *s->prints,
                         memory_array_size(capacity + PRINTS_LANES, sizeof *s->prints));
    if (prints == NULL) {
        return false;
    }
    s->prints = prints;
    s->print = prints + length;
    s->prints_limit = prints + capacity;
    return true;
}

static inline bool sink_grow_prints(document_sink *s)
{
    document_sink copy = *s;
    const bool grown = sink_grow_prints_whole(&copy);
    *s = copy;
    return grown;
}

#if !DOCUMENT_SINK_STAYS
/* Of a key that stays where it is sixteen bytes may not be there. */
static __attribute__((noinline)) uint16_t sink_print_borrowed(const char *bytes, size_t length)
{
    char wide[VECTOR_SIZE] = {0};
    memcpy(wide, bytes, length < 8 ? length : 8);
    return print_take(length < 8 ? wide : bytes, length);
}
#endif

static inline int32_t sink_key(document_sink *s, const char *bytes, size_t length, uint32_t flags)
{
    if (__builtin_expect(s->print == s->prints_limit, 0) && !sink_grow_prints(s)) {
        return FJ_ERROR_MEMORY;
    }
#if DOCUMENT_SINK_STAYS
    *s->print++ = print_take(bytes, length); /* near a token more than its bytes can be read */
    return sink_bytes(s, FJ_STRING, bytes, length, flags);
#else
    const char *const copy = s->strings;
    const int32_t code = sink_bytes(s, FJ_STRING, bytes, length, flags);
    *s->print++ = s->borrow && (flags & READER_STRING_TEXT) ? sink_print_borrowed(bytes, length)
                                                            : print_take(copy, length);
    return code;
#endif
}

static inline int32_t sink_begin(document_sink *s)
{
    const size_t index = (size_t)(s->next - s->values);
    const int32_t code = sink_value(s, FJ_NULL, s->open);
    s->open = index;
    return code;
}

static inline void sink_end(document_sink *s, unsigned kind, uint64_t mark, size_t count)
{
    fj_value *const container = s->values + s->open;
    s->open = (size_t)container->as.span;
    container->head = value_head(kind, 0, count) | mark;
    container->as.span = (uint64_t)(s->next - container);
}

static inline int32_t sink_array_begin(document_sink *s)
{
    return sink_begin(s);
}

static inline int32_t sink_array_end(document_sink *s, size_t elements)
{
    sink_end(s, FJ_ARRAY, 0, elements);
    return FJ_OK;
}

static inline int32_t sink_object_begin(document_sink *s)
{
    return sink_begin(s);
}

/* Prints were equal, or there are many: looks at the keys. Gives the mark of an object in which one
 * stands twice. */
static __attribute__((noinline)) int32_t sink_check_members(document_sink *s, size_t members,
                                                            uint64_t *mark)
{
    fj_value *const first = s->values + s->open + 1;
    const fj_value *twice;
    switch (members_check(first, members, s->print, s->scratch, &twice)) {
    case MEMBERS_DISTINCT:
        return FJ_OK;
    case MEMBERS_NO_MEMORY:
        return FJ_ERROR_MEMORY;
    case MEMBERS_TWICE:
        break;
    }
    if (s->duplicate_error) {
        return FJ_ERROR_DUPLICATE_KEY;
    }
    s->repeated = true;
    *mark = REPEAT_MARK;
    return FJ_OK;
}

static inline int32_t sink_object_end(document_sink *s, size_t members)
{
    uint64_t mark = 0;
    s->print -= members;
    if (members > 1 && (members > PRINTS_FEW || !prints_differ(s->print, members))) {
        document_sink copy = *s;
        const int32_t code = sink_check_members(&copy, members, &mark);
        *s = copy;
        if (__builtin_expect(code != FJ_OK, 0)) {
            return code;
        }
    }
    sink_end(s, FJ_OBJECT, mark, members);
    return FJ_OK;
}

/* Makes sure of the strings' block and of some values. What was there before is not kept. */
static bool document_reserve(fj_document *d, size_t length)
{
    const size_t strings = length + DOCUMENT_SLACK; /* length <= PTRDIFF_MAX: no overflow */
    if (d->strings_capacity < strings) {
        allocator_release(d->allocator, d->strings);
        d->strings_capacity = 0;
        d->strings = allocator_allocate(d->allocator, strings);
        if (d->strings == NULL) {
            return false;
        }
        d->strings_capacity = strings;
    }
    const size_t values = length / 16 + 16;
    if (d->capacity < values) {
        allocator_release(d->allocator, d->values);
        d->capacity = 0;
        d->values = allocator_allocate(d->allocator, memory_array_size(values, sizeof *d->values));
        if (d->values == NULL) {
            return false;
        }
        d->capacity = values;
    }
    if (d->prints == NULL) {
        d->prints_capacity = PRINTS_FEW;
        d->prints =
            allocator_allocate(d->allocator, (PRINTS_FEW + PRINTS_LANES) * sizeof *d->prints);
    }
    return d->prints != NULL;
}

/* Makes each key stand once, in values of its own, which take the place of the old ones. */
static __attribute__((noinline)) bool document_settle(fj_document *d, const fj_allocator *scratch)
{
    fj_value *const values =
        allocator_allocate(d->allocator, memory_array_size(d->capacity, sizeof *values));
    if (values == NULL) {
        return false;
    }
    d->length = repeat_settle(d->values, values, scratch);
    allocator_release(d->allocator, d->values);
    d->values = values;
    return d->length != 0;
}

static inline const char *sink_text_ahead(const reader *r)
{
    return r->ahead - r->text >= VECTOR_SIZE ? r->ahead - VECTOR_SIZE + 1 : r->text;
}

/* The sink at the beginning of a text, of which the document has memory. */
static inline document_sink sink_make(const fj_document *d, const reader *r)
{
    return (document_sink){
        .values = d->values,
        .next = d->values,
        .limit = d->values + d->capacity,
        .strings = d->strings,
        .text_ahead = sink_text_ahead(r),
        .print = d->prints,
        .prints = d->prints,
        .prints_limit = d->prints + d->prints_capacity,
        .open = 0,
        .borrow = r->options.borrow_text,
        .allocator = d->allocator,
        .scratch = r->options.allocator,
        .duplicate_error = r->options.duplicate_key == FJ_DUPLICATE_ERROR,
    };
}

/* What has been made belongs to the document. Gives the code, or that there is no memory. */
static inline int32_t sink_leave(const document_sink *s, fj_document *d, int32_t code)
{
    d->values = s->values;
    d->capacity = (size_t)(s->limit - s->values);
    d->prints = s->prints;
    d->prints_capacity = (size_t)(s->prints_limit - s->prints);
    d->length = code == FJ_OK ? (size_t)(s->next - s->values) : 0;
    if (__builtin_expect(code == FJ_OK && s->repeated, 0) && !document_settle(d, s->scratch)) {
        d->length = 0;
        return FJ_ERROR_MEMORY;
    }
    return code;
}

#endif
