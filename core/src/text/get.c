/*
 * Get: the value at a JSON Pointer in a text, without building the rest.
 *
 * In: a text and a pointer. Out: where the value stands, or a code. One walk follows the pointer;
 * what lies beside its way is skipped. FJ_GET_FIRST skips by validating and stops at the value.
 * FJ_GET_WHOLE validates the whole text beforehand, so that it can skip by brackets alone; then it
 * goes on to the end, because a later member with the same key takes the place of an earlier one.
 */
#include <string.h>

#include "allocator.h"
#include "document/document.h"
#include "document/pointer.h"
#include "error.h"
#include "read/comment.h"
#include "read/options.h"
#include "read/string.h"
#include "scan/space.h"
#include "text/skip.h"
#include "text/validate.h"

#define GET_STEPS_INLINE 32

/* One step, and the open container that it leads from. */
typedef struct get_level {
    pointer_step step;
    uint64_t index; /* that the step asks for, if it is an index */
    bool is_index;
    bool is_object;
    bool matched;   /* the step led somewhere */
    uint64_t count; /* members or elements so far */
} get_level;

typedef struct get {
    reader *reader;
    bool trusted; /* the text is known to be valid: FJ_GET_WHOLE */
    uint32_t max_nesting;
    get_level *levels;
    size_t steps;
    /* the answer */
    const char *start; /* NULL: not found */
    const char *end;
    size_t missed; /* the step that leads nowhere */
    enum pointer_miss miss;
    get_level inline_levels[GET_STEPS_INLINE];
} get;

/* ---- the pointer ---- */

static int32_t get_steps(get *g, const char *pointer, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++) {
        count += pointer[i] == '/';
    }
    if (count > GET_STEPS_INLINE) {
        g->levels = allocator_allocate(g->reader->options.allocator,
                                       memory_array_size(count, sizeof *g->levels));
        if (g->levels == NULL) {
            return FJ_ERROR_MEMORY;
        }
    }
    const char *cursor = pointer;
    while (g->steps < count) {
        get_level *const level = &g->levels[g->steps++];
        (void)pointer_next(&cursor, pointer + length, &level->step);
        level->is_index = pointer_step_index(&level->step, &level->index);
    }
    return FJ_OK;
}

/* ---- the walk: each gives the byte after what it takes, or NULL with *code and reader->place ----
 */

static const char *get_fail(get *g, const char *place, int32_t value, int32_t *code)
{
    *code = place == g->reader->end ? FJ_ERROR_UNEXPECTED_END : value;
    g->reader->place = place;
    return NULL;
}

static const char *get_space(get *g, const char *p, int32_t *code)
{
    reader *const r = g->reader;
    p = scan_space(p, r->end);
    if (r->options.allow_comments && p < r->end && *p == '/') {
        p = comment_skip(r, p, code);
    }
    return p;
}

/* Over one value, at `depth` open containers. */
static const char *get_skip(get *g, const char *p, size_t depth, int32_t *code)
{
    reader *const r = g->reader;
    if (g->trusted) {
        return skip_value(p, r->end, r->options.allow_comments);
    }
    if (r->strict && p < r->end && *p == '"') {
        return string_check(r, p + 1, code);
    }
    if (g->max_nesting != FJ_UNLIMITED) {
        r->options.max_nesting = g->max_nesting - (uint32_t)depth;
    }
    r->text = p;
    r->partial = true;
    *code = validate_run(r);
    return *code == FJ_OK ? r->place : NULL;
}

/* A key and its colon. *matches: it is the one that the step asks for. */
static const char *get_key(get *g, const char *p, const pointer_step *step, bool *matches,
                           int32_t *code)
{
    reader *const r = g->reader;
    string_span span;
    if (p == r->end || *p != '"') {
        return get_fail(g, p, FJ_ERROR_UNEXPECTED_BYTE, code);
    }
    const char *const start = p;
    p = string_read(r, p + 1, &span, code);
    if (p == NULL) {
        return NULL;
    }
    if (span.length > r->options.max_string_bytes) {
        r->place = start;
        *code = FJ_ERROR_LIMIT;
        return NULL;
    }
    *matches = pointer_step_is(step, span.bytes, span.length);
    p = get_space(g, p, code);
    if (p == NULL) {
        return NULL;
    }
    if (p == r->end || *p != ':') {
        return get_fail(g, p, FJ_ERROR_UNEXPECTED_BYTE, code);
    }
    return get_space(g, p + 1, code);
}

static void get_missed(get *g, size_t step, enum pointer_miss miss)
{
    g->start = NULL;
    g->missed = step;
    g->miss = miss;
}

/* The step was looked for in a container up to its end. */
static void get_container_missed(get *g, size_t depth)
{
    const get_level *const level = &g->levels[depth];
    get_missed(g, depth,
               level->is_object                                       ? POINTER_NO_MEMBER
               : level->is_index || pointer_step_is_end(&level->step) ? POINTER_NO_ELEMENT
                                                                      : POINTER_NO_INDEX);
}

/* After a comma, in a container at `level`: whether it goes on, ends here, or has too many. */
static const char *get_comma(get *g, const char *p, const get_level *level, bool *ends,
                             int32_t *code)
{
    const reader *const r = g->reader;
    p = get_space(g, p + 1, code);
    if (p == NULL) {
        return NULL;
    }
    if (r->options.allow_trailing_comma && p < r->end && *p == (level->is_object ? '}' : ']')) {
        *ends = true;
        return p;
    }
    if (level->count >= r->options.max_members && p < r->end && (!level->is_object || *p == '"') &&
        *p != ']') {
        g->reader->place = p;
        *code = FJ_ERROR_LIMIT;
        return NULL;
    }
    return p;
}

static int32_t get_walk(get *g)
{
    reader *const r = g->reader;
    int32_t code = FJ_OK;
    size_t depth = 0;
    get_level *level = NULL; /* of the innermost open container on the way */
    bool matches = true;
    bool ends;
    const char *p = get_space(g, r->text, &code);
    if (p == NULL) {
        return code;
    }

value: /* that the steps up to here lead to, at p */
    if (depth == g->steps || p == r->end || (*p != '{' && *p != '[')) {
        const bool there = depth == g->steps;
        const char *const start = p;
        p = get_skip(g, p, depth, &code);
        if (p == NULL) {
            return code;
        }
        g->start = start;
        g->end = p;
        if (!there) {
            get_missed(g, depth, POINTER_SCALAR);
        }
        if (!g->trusted) {
            return FJ_OK;
        }
        goto after_value;
    }
    if (g->max_nesting != FJ_UNLIMITED && depth >= g->max_nesting) {
        r->place = p;
        return FJ_ERROR_NESTING;
    }
    level = &g->levels[depth++];
    level->is_object = *p == '{';
    level->matched = false;
    level->count = 0;
    p = get_space(g, p + 1, &code);
    if (p == NULL) {
        return code;
    }
    if (p < r->end && *p == (level->is_object ? '}' : ']')) {
        goto container_end;
    }

item: /* a member or element of it */
    matches = level->is_index && level->count == level->index;
    if (level->is_object) {
        p = get_key(g, p, &level->step, &matches, &code);
        if (p == NULL) {
            return code;
        }
    }
    if (matches) {
        level->matched = true;
        goto value;
    }
    p = get_skip(g, p, depth, &code);
    if (p == NULL) {
        return code;
    }

after_value:
    if (depth == 0) {
        return FJ_OK;
    }
    level->count++;
    p = get_space(g, p, &code);
    if (p == NULL) {
        return code;
    }
    if (p < r->end && *p == ',') {
        ends = false;
        p = get_comma(g, p, level, &ends, &code);
        if (p == NULL) {
            return code;
        }
        if (!ends) {
            goto item;
        }
    } else if (p == r->end || *p != (level->is_object ? '}' : ']')) {
        get_fail(g, p, FJ_ERROR_UNEXPECTED_BYTE, &code);
        return code;
    }

container_end:
    p++;
    depth--;
    if (!level->matched) {
        get_container_missed(g, depth);
        if (!g->trusted) {
            return FJ_OK;
        }
    }
    level = depth != 0 ? &g->levels[depth - 1] : NULL;
    goto after_value;
}

/* ---- the calls ---- */

static int32_t get_find(get *g, const char *text, size_t length, const char *pointer,
                        size_t pointer_length, int32_t scope, const fj_parse_options *options,
                        fj_error *error)
{
    if (scope == FJ_GET_WHOLE) {
        const int32_t code = fj_validate(text, length, options, error);
        if (code != FJ_OK) {
            return code;
        }
    }
    reader r;
    int32_t code = reader_open(&r, text, length, options);
    if (code == FJ_OK && scope == FJ_GET_FIRST && r.options.duplicate_key == FJ_DUPLICATE_ERROR) {
        return error_plain(error, FJ_ERROR_OPTION,
                           "duplicate_key error needs the whole text: FJ_GET_WHOLE");
    }
    const char *const start = r.text;
    g->reader = &r;
    g->trusted = scope == FJ_GET_WHOLE;
    g->max_nesting = r.options.max_nesting;
    g->levels = g->inline_levels;
    if (code == FJ_OK) {
        code = get_steps(g, pointer, pointer_length);
    }
    if (code == FJ_OK) {
        code = get_walk(g);
    }
    if (code != FJ_OK) {
        r.text = start;
        code = reader_fail(&r, code, error);
    } else if (g->start == NULL) {
        code = pointer_fail_step(pointer, &g->levels[g->missed].step, g->miss, error);
    }
    reader_close(&r);
    if (g->levels != g->inline_levels) {
        allocator_release(r.options.allocator, g->levels);
    }
    return code;
}

int32_t fj_text_get(const char *text, size_t length, const char *pointer, size_t pointer_length,
                    int32_t scope, const fj_parse_options *options, size_t *offset,
                    size_t *found_length, fj_error *error)
{
    if (offset == NULL || found_length == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "offset or found_length is NULL");
    }
    *offset = 0;
    *found_length = 0;
    if ((pointer == NULL && pointer_length != 0) ||
        (scope != FJ_GET_WHOLE && scope != FJ_GET_FIRST)) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "pointer is NULL, or scope is unknown");
    }
    pointer = pointer != NULL ? pointer : "";
    const size_t fault = pointer_fault(pointer, pointer_length);
    if (fault != SIZE_MAX) {
        return pointer_fail_syntax(pointer, fault, error);
    }
    get g;
    g.start = NULL;
    g.end = NULL;
    g.steps = 0;
    const int32_t code = get_find(&g, text, length, pointer, pointer_length, scope, options, error);
    if (code == FJ_OK) {
        *offset = (size_t)(g.start - text);
        *found_length = (size_t)(g.end - g.start);
    }
    return code;
}

int32_t fj_text_get_document(const char *text, size_t length, const char *pointer,
                             size_t pointer_length, int32_t scope, const fj_parse_options *options,
                             fj_document **document, fj_error *error)
{
    size_t offset;
    size_t found_length;
    if (document == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "document is NULL");
    }
    fj_parse_options own = {.size = sizeof own};
    if (*document != NULL && (*document)->allocator != NULL &&
        (options == NULL || options_copy(&own, sizeof own, options))) {
        own.size = sizeof own;
        own.allocator = document_allocator(*document, own.allocator);
        options = &own;
    }
    const int32_t code = fj_text_get(text, length, pointer, pointer_length, scope, options, &offset,
                                     &found_length, error);
    if (code == FJ_OK) {
        return fj_parse(text + offset, found_length, options, document, error);
    }
    if (*document != NULL) {
        (void)fj_parse(NULL, 0, NULL, document, NULL); /* it holds no value after a failure */
    }
    return code;
}
