/*
 * Boundary: where a value ends that begins at depth 0, found without reading it.
 *
 * In: text from a value's first byte on, whole or piece by piece, cut anywhere. Out: the byte after
 * the value. It looks at quotes, backslashes and brackets only, so on text that is wrong it gives
 * some place after the fault, or none: every byte before a fault is seen as the reader sees it. It
 * judges nothing and reads nothing at or after the end.
 */
#ifndef FASTJSON_STREAM_BOUNDARY_H
#define FASTJSON_STREAM_BOUNDARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum boundary_kind {
    BOUNDARY_CONTAINER, /* ends with the bracket that closes the first one */
    BOUNDARY_STRING,    /* ends with the closing quote */
    BOUNDARY_SCALAR,    /* a number or literal: ends before what can be part of neither */
    BOUNDARY_COMMENT,   /* ends after star slash, or after the line */
    BOUNDARY_NONE,      /* no value begins so: ends after one byte */
};

typedef struct boundary {
    enum boundary_kind kind;
    bool comments;      /* they may stand in a container */
    bool begun;         /* the first byte has been seen */
    uint8_t comment;    /* where in a comment: BOUNDARY_COMMENT_... in boundary.c */
    uint64_t depth;     /* open brackets */
    uint64_t in_string; /* all ones: the next byte is inside a string */
    uint64_t escaped;   /* 1: the next byte is escaped by a backslash before it */
} boundary;

/* Prepares for a value, or with `comments` a comment, that begins with this byte. */
void boundary_begin(boundary *b, char first, bool comments);

/* A container that has been read up to a place between its tokens, with so many brackets open. */
void boundary_move(boundary *b, uint64_t depth);

/* Goes on from p, which is the first byte, or where the piece before ended. Gives the byte after
 * the value, or NULL: it does not end before `end`. */
const char *boundary_find(boundary *b, const char *p, const char *end);

/* The same, and copies what it goes over; `copy` has room for all up to `end`. */
const char *boundary_find_copying(boundary *b, const char *p, const char *end, char *copy);

/* The part of it that is measured, for a container without comments: 64 bytes at a time. `copy`
 * NULL: nothing is copied. */
typedef const char *boundary_kernel(boundary *b, const char *p, const char *end, char *copy);

boundary_kernel boundary_container;
boundary_kernel boundary_container_avx2;

/* The specification of both, byte by byte; and the way where comments may stand. */
boundary_kernel boundary_container_plain;

#endif
