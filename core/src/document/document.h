/*
 * Document: one flat array of values and the strings they point to, both kept for the next text.
 *
 * Strings lie in one block that is as long as the text and some slack, so that it never moves while
 * values point into it; only what is written of it is ever touched. A document that was read while
 * its text came has that text, and only strings with escapes in the other block.
 */
#ifndef FASTJSON_DOCUMENT_H
#define FASTJSON_DOCUMENT_H

#include <stdbool.h>

#include "fastjson/fastjson.h"

struct fj_document {
    fj_value *values;
    size_t length;   /* values in use; 0: no value */
    size_t capacity; /* values */
    char *strings;
    size_t strings_capacity; /* bytes */
    char *text;              /* NULL: none */
    size_t text_capacity;    /* bytes */
    uint16_t *prints;        /* scratch of the sink: see prints.h */
    size_t prints_capacity;
    const fj_allocator *allocator; /* of all its memory */
};

/* A document without a value; NULL: no memory. */
fj_document *document_make(const fj_allocator *allocator);

/* Where the call takes memory for itself from: see the public header. */
static inline const fj_allocator *document_allocator(const fj_document *document,
                                                     const fj_allocator *given)
{
    return given == NULL && document != NULL ? document->allocator : given;
}

/* Where the values of a document come from that is made with an allocator, or used again. */
static inline const fj_allocator *document_home(const fj_document *document,
                                                const fj_allocator *given)
{
    return document != NULL ? document->allocator : given;
}

/* Bytes after a string that a copy may overwrite. */
#define DOCUMENT_SLACK 64

static inline uint64_t value_head(unsigned kind, unsigned flags, uint64_t length)
{
    return kind | flags << 8 | length << 16;
}

static inline unsigned value_kind(const fj_value *v)
{
    return (unsigned)(v->head & 0xFF);
}

static inline unsigned value_flags(const fj_value *v)
{
    return (unsigned)(v->head >> 8 & 0xFF);
}

static inline uint64_t value_length(const fj_value *v)
{
    return v->head >> 16;
}

static inline const fj_value *value_next(const fj_value *v)
{
    return v + (value_kind(v) >= FJ_ARRAY ? v->as.span : 1);
}

struct reader;

#endif
