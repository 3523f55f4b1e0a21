/*
 * Pointer text: the JSON Pointer (RFC 6901) of the place that a walk has reached, one step more or
 * less at a time, and keys of one object found in another.
 */
#ifndef FASTJSON_CLI_POINTER_TEXT_H
#define FASTJSON_CLI_POINTER_TEXT_H

#include <fastjson/fastjson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pointer_text {
    char *data;
    size_t length, capacity;
    bool failed; /* memory could not be had; what is there is too short */
} pointer_text;

/* Adds a step; the length before it takes it away again: p->length = before. */
void pointer_add_key(pointer_text *p, const char *key, size_t length);
void pointer_add_index(pointer_text *p, uint64_t index);

void pointer_free(pointer_text *p);

/* The members of an object by key. */
typedef struct key_index {
    const fj_value **keys; /* sorted by their bytes */
    bool *found;           /* of each, whether it was asked for */
    size_t count;
} key_index;

/* false: memory could not be had. */
bool key_index_make(key_index *index, const fj_value *object);

/* The key's place in the index; SIZE_MAX: it is not there. */
size_t key_index_find(const key_index *index, const fj_value *key);

void key_index_free(key_index *index);

#endif
