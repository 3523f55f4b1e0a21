/*
 * Pointer: the steps of a JSON Pointer (RFC 6901), one at a time, without memory of its own.
 *
 * In: the pointer's text, checked once by pointer_fault. Out: steps as they stand in it; comparing
 * a step with a key undoes ~0 and ~1 on the way. It knows nothing of what the steps lead through.
 */
#ifndef FASTJSON_POINTER_H
#define FASTJSON_POINTER_H

#include <stdbool.h>
#include <string.h>

#include "fastjson/fastjson.h"

typedef struct pointer_step {
    const char *text; /* after its '/' */
    size_t length;
    bool escaped; /* holds ~0 or ~1 */
} pointer_step;

/* Why a step leads nowhere. */
enum pointer_miss {
    POINTER_NO_MEMBER,
    POINTER_NO_ELEMENT,
    POINTER_NO_INDEX,
    POINTER_SCALAR,
};

/* The offset of the first byte that no JSON Pointer could have there (the length, if it ends too
 * early); SIZE_MAX: it is one. */
size_t pointer_fault(const char *pointer, size_t length);

/* The step that begins at *cursor ('/' or `end`), which moves on. false: there is none. */
bool pointer_next(const char **cursor, const char *end, pointer_step *step);

bool pointer_step_is_escaped(const pointer_step *step, const char *key, size_t length);

static inline bool pointer_step_is(const pointer_step *step, const char *key, size_t length)
{
    if (step->escaped) {
        return pointer_step_is_escaped(step, key, length);
    }
    return step->length == length && (length == 0 || memcmp(step->text, key, length) == 0);
}

/* Whether the step is an array index; one beyond 64 bits, which no array has, is UINT64_MAX. */
bool pointer_step_index(const pointer_step *step, uint64_t *index);

/* "-": the element after the last. */
static inline bool pointer_step_is_end(const pointer_step *step)
{
    return step->length == 1 && *step->text == '-';
}

/* Writes the key that the step stands for; `out` has room for step->length bytes. Gives its length.
 */
size_t pointer_step_unescape(const pointer_step *step, char *out);

/* What a miss is called. Static. */
const char *pointer_miss_text(enum pointer_miss miss);

/* Fill `error` (NULL is allowed) and give the code back: for a pointer that is none, with the
 * fault's offset; for a step that leads nowhere. */
int32_t pointer_fail_syntax(const char *pointer, size_t fault, fj_error *error);
int32_t pointer_fail_step(const char *pointer, const pointer_step *step, enum pointer_miss miss,
                          fj_error *error);

#endif
