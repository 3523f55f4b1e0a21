/*
 * Patch: JSON Patch (RFC 6902).
 *
 * In: a target and an array of operations. Out: a document, or a code with the operation that
 * failed. The operations work on a tree over the target (tree.h), which itself never changes: all
 * of them or none.
 */
#include <stdio.h>
#include <string.h>

#include "allocator.h"
#include "document/own.h"
#include "document/pointer.h"
#include "document/tree.h"
#include "error.h"
#include "read/options.h"

#define PATCH_COPIED_DEFAULT 16777216u

enum patch_verb { PATCH_ADD, PATCH_REMOVE, PATCH_REPLACE, PATCH_MOVE, PATCH_COPY, PATCH_TEST };

static const struct {
    const char *name;
    bool needs_from;
    bool needs_value;
} patch_verbs[] = {
    [PATCH_ADD] = {"add", false, true},         [PATCH_REMOVE] = {"remove", false, false},
    [PATCH_REPLACE] = {"replace", false, true}, [PATCH_MOVE] = {"move", true, false},
    [PATCH_COPY] = {"copy", true, false},       [PATCH_TEST] = {"test", false, true},
};

#define PATCH_VERBS (sizeof patch_verbs / sizeof *patch_verbs)

typedef struct patch_pointer {
    const char *text;
    size_t length;
} patch_pointer;

typedef struct patch_operation {
    size_t verb;
    patch_pointer path;
    patch_pointer from;
    const fj_value *value;
} patch_operation;

typedef struct patch {
    tree tree;
    uint64_t copies_left; /* values that may still be copied */
    char *key;            /* the last step unescaped, where it is escaped */
    size_t key_capacity;
    /* what the error says */
    const char *reason;
    const char *member; /* of the operation: "path", ...; NULL: the operation */
    const char *verb;   /* NULL: not known yet */
} patch;

static int32_t patch_fail(patch *p, int32_t code, const char *member, const char *reason)
{
    p->member = member;
    p->reason = reason;
    return code;
}

/* ---- reading an operation ---- */

static bool text_is(const fj_value *v, const char *text)
{
    const size_t length = strlen(text);
    return value_kind(v) == FJ_STRING && value_length(v) == length &&
           memcmp(v->as.text, text, length) == 0;
}

static int32_t operation_pointer(patch *p, const fj_value *v, const char *member,
                                 patch_pointer *out)
{
    if (v == NULL || value_kind(v) != FJ_STRING) {
        return patch_fail(p, FJ_ERROR_PATCH, v != NULL ? member : NULL,
                          member[0] == 'p' ? "it has no path that is a string"
                                           : "it has no from that is a string");
    }
    out->length = (size_t)value_length(v);
    out->text = out->length != 0 ? v->as.text : "";
    const size_t fault = pointer_fault(out->text, out->length);
    if (fault != SIZE_MAX) {
        return patch_fail(p, FJ_ERROR_POINTER, member,
                          fault == 0 ? "it does not begin with '/'"
                                     : "'~' is not followed by 0 or 1");
    }
    return FJ_OK;
}

static int32_t operation_read(patch *p, const fj_value *v, patch_operation *out)
{
    if (value_kind(v) != FJ_OBJECT) {
        return patch_fail(p, FJ_ERROR_PATCH, NULL, "it is no object");
    }
    const fj_value *op = NULL;
    const fj_value *path = NULL;
    const fj_value *from = NULL;
    const fj_value *value = NULL;
    for (const fj_value *key = NULL; (key = fj_value_next(v, key)) != NULL;) {
        op = text_is(key, "op") ? key + 1 : op;
        path = text_is(key, "path") ? key + 1 : path;
        from = text_is(key, "from") ? key + 1 : from;
        value = text_is(key, "value") ? key + 1 : value;
    }
    if (op == NULL || value_kind(op) != FJ_STRING) {
        return patch_fail(p, FJ_ERROR_PATCH, op != NULL ? "op" : NULL,
                          "it has no op that is a string");
    }
    out->verb = 0;
    while (!text_is(op, patch_verbs[out->verb].name)) {
        if (++out->verb == PATCH_VERBS) {
            return patch_fail(p, FJ_ERROR_PATCH, "op",
                              "its op is none of add, remove, replace, move, copy, test");
        }
    }
    p->verb = patch_verbs[out->verb].name;
    int32_t code = operation_pointer(p, path, "path", &out->path);
    if (code == FJ_OK && patch_verbs[out->verb].needs_from) {
        code = operation_pointer(p, from, "from", &out->from);
    }
    if (code == FJ_OK && patch_verbs[out->verb].needs_value && value == NULL) {
        code = patch_fail(p, FJ_ERROR_PATCH, NULL, "it has no value");
    }
    out->value = value;
    return code;
}

/* ---- places in the tree ---- */

/* Where the last step leads from: `container` opened; or the root, which no step leads to. */
typedef struct patch_place {
    tree_container *container; /* NULL: the root */
    unsigned kind;
    const char *key; /* of an object: the last step, unescaped */
    size_t key_length;
    uint64_t index; /* of an array; its length for "-" */
} patch_place;

static int32_t place_key(patch *p, const pointer_step *step, patch_place *place)
{
    if (!step->escaped) {
        place->key = step->text;
        place->key_length = step->length;
        return FJ_OK;
    }
    if (p->key_capacity < step->length) {
        char *const key =
            allocator_resize(p->tree.allocator, p->key, p->key_capacity, step->length);
        if (key == NULL) {
            return FJ_ERROR_MEMORY;
        }
        p->key = key;
        p->key_capacity = step->length;
    }
    place->key_length = pointer_step_unescape(step, p->key);
    place->key = p->key;
    return FJ_OK;
}

/* Opens what the step leads from, and reads the step as such a container wants it. */
static int32_t place_enter(patch *p, tree_item *item, const pointer_step *step, const char *member,
                           patch_place *place)
{
    place->kind = tree_item_kind(item);
    if (place->kind < FJ_ARRAY) {
        return patch_fail(p, FJ_ERROR_NOT_FOUND, member, pointer_miss_text(POINTER_SCALAR));
    }
    const int32_t code = tree_item_open(&p->tree, item);
    if (code != FJ_OK) {
        return code;
    }
    place->container = item->container;
    if (place->kind == FJ_OBJECT) {
        return place_key(p, step, place);
    }
    if (pointer_step_is_end(step)) {
        place->index = tree_elements(place->container);
    } else if (!pointer_step_index(step, &place->index)) {
        return patch_fail(p, FJ_ERROR_NOT_FOUND, member, pointer_miss_text(POINTER_NO_INDEX));
    }
    return FJ_OK;
}

/* What stands at a place; NULL with the reason. */
static tree_item *place_item(patch *p, const patch_place *place, const char *member)
{
    if (place->container == NULL) {
        return &p->tree.root;
    }
    tree_item *item = NULL;
    enum pointer_miss miss = POINTER_NO_MEMBER;
    if (place->kind == FJ_OBJECT) {
        item = tree_member(&p->tree, place->container, place->key, place->key_length);
    } else if (place->index < tree_elements(place->container)) {
        item = tree_element(place->container, place->index);
    } else {
        miss = POINTER_NO_ELEMENT;
    }
    if (item == NULL) {
        (void)patch_fail(p, FJ_ERROR_NOT_FOUND, member, pointer_miss_text(miss));
    }
    return item;
}

static int32_t place_find(patch *p, const patch_pointer *pointer, const char *member,
                          patch_place *place)
{
    const char *cursor = pointer->text;
    const char *const end = cursor + pointer->length;
    pointer_step step;
    tree_item *item = &p->tree.root;
    *place = (patch_place){.container = NULL};
    while (pointer_next(&cursor, end, &step)) {
        const int32_t code = place_enter(p, item, &step, member, place);
        if (code != FJ_OK) {
            return code;
        }
        if (cursor != end) {
            item = place_item(p, place, member);
            if (item == NULL) {
                return FJ_ERROR_NOT_FOUND;
            }
        }
    }
    return FJ_OK;
}

/* ---- the operations ---- */

/* A member's key as a value; one that was unescaped gets memory that lasts. */
static int32_t place_new_key(patch *p, const patch_place *place, fj_value *key)
{
    const char *text = place->key;
    if (text == p->key && place->key_length != 0) {
        char *const copy = tree_allocate(&p->tree, place->key_length);
        if (copy == NULL) {
            return FJ_ERROR_MEMORY;
        }
        memcpy(copy, text, place->key_length);
        text = copy;
    }
    unsigned flags;
    if (!string_flags_of(text, place->key_length, &flags)) {
        flags = FJ_STRING_SURROGATES; /* only a string that was read so holds what is not UTF-8 */
    }
    key->head = value_head(FJ_STRING, flags, place->key_length);
    key->as.text = text;
    return FJ_OK;
}

static int32_t patch_add(patch *p, const patch_pointer *path, const tree_item *item)
{
    patch_place place;
    int32_t code = place_find(p, path, "path", &place);
    if (code != FJ_OK) {
        return code;
    }
    if (place.container == NULL) {
        p->tree.root = *item;
        return FJ_OK;
    }
    if (place.kind == FJ_OBJECT) {
        tree_item *const there =
            tree_member(&p->tree, place.container, place.key, place.key_length);
        if (there != NULL) {
            *there = *item;
            return FJ_OK;
        }
        fj_value key;
        code = place_new_key(p, &place, &key);
        return code == FJ_OK ? tree_member_set(&p->tree, place.container, &key, item) : code;
    }
    if (place.index > tree_elements(place.container)) {
        return patch_fail(p, FJ_ERROR_NOT_FOUND, "path", pointer_miss_text(POINTER_NO_ELEMENT));
    }
    return tree_element_insert(place.container, place.index, item);
}

static int32_t patch_remove(patch *p, const patch_pointer *path, const char *member,
                            tree_item *item)
{
    patch_place place;
    const int32_t code = place_find(p, path, member, &place);
    if (code != FJ_OK) {
        return code;
    }
    if (place.container == NULL) {
        return patch_fail(p, FJ_ERROR_PATCH, member, "the whole document cannot be removed");
    }
    if (place_item(p, &place, member) == NULL) {
        return FJ_ERROR_NOT_FOUND;
    }
    if (place.kind == FJ_OBJECT) {
        (void)tree_member_remove(&p->tree, place.container, place.key, place.key_length, item);
    } else {
        tree_element_remove(place.container, place.index, item);
    }
    return FJ_OK;
}

static int32_t patch_find(patch *p, const patch_pointer *pointer, const char *member,
                          tree_item **item)
{
    patch_place place;
    const int32_t code = place_find(p, pointer, member, &place);
    if (code != FJ_OK) {
        return code;
    }
    *item = place_item(p, &place, member);
    return *item != NULL ? FJ_OK : FJ_ERROR_NOT_FOUND;
}

/* A step has one spelling only, so that texts tell whether one place lies within the other. */
static bool pointer_is_within(const patch_pointer *inner, const patch_pointer *outer)
{
    return inner->length > outer->length && inner->text[outer->length] == '/' &&
           memcmp(inner->text, outer->text, outer->length) == 0;
}

static int32_t patch_move(patch *p, const patch_operation *o)
{
    tree_item *there;
    tree_item item;
    int32_t code = patch_find(p, &o->from, "from", &there);
    if (code != FJ_OK) {
        return code;
    }
    if (pointer_is_within(&o->path, &o->from)) {
        return patch_fail(p, FJ_ERROR_PATCH, "path", "a value cannot be moved into itself");
    }
    if (o->path.length == o->from.length &&
        memcmp(o->path.text, o->from.text, o->path.length) == 0) {
        return FJ_OK;
    }
    code = patch_remove(p, &o->from, "from", &item);
    return code == FJ_OK ? patch_add(p, &o->path, &item) : code;
}

/* A copy of its own: what is opened becomes flat values again; what is not can be shared. */
static int32_t patch_copy(patch *p, const patch_operation *o)
{
    tree_item *there;
    int32_t code = patch_find(p, &o->from, "from", &there);
    if (code != FJ_OK) {
        return code;
    }
    tree_item item = *there;
    size_t length;
    if (item.value != NULL) {
        length = (size_t)(value_next(item.value) - item.value);
    } else {
        fj_value *values;
        code = tree_flatten(&p->tree, &item, p->copies_left, p->tree.allocator, &values, &length,
                            NULL);
        if (code == FJ_OK) {
            fj_value *const kept = tree_allocate(&p->tree, length * sizeof *values);
            code = kept != NULL ? FJ_OK : FJ_ERROR_MEMORY;
            if (kept != NULL) {
                memcpy(kept, values, length * sizeof *values);
            }
            item = (tree_item){.value = kept};
            allocator_release(p->tree.allocator, values);
        }
    }
    if (code == FJ_ERROR_LIMIT || (code == FJ_OK && length > p->copies_left)) {
        return patch_fail(p, FJ_ERROR_LIMIT, "from", "more values are copied than max_copied");
    }
    if (code != FJ_OK) {
        return code;
    }
    p->copies_left -= length;
    return patch_add(p, &o->path, &item);
}

static int32_t patch_test(patch *p, const patch_operation *o)
{
    tree_item *there;
    int32_t code = patch_find(p, &o->path, "path", &there);
    if (code != FJ_OK) {
        return code;
    }
    int32_t equal;
    if (there->value != NULL) {
        code = fj_value_equal_with(there->value, o->value, p->tree.allocator, &equal);
    } else {
        fj_value *values;
        size_t length;
        code = tree_flatten(&p->tree, there, UINT64_MAX, p->tree.allocator, &values, &length, NULL);
        if (code != FJ_OK) {
            return code;
        }
        code = fj_value_equal_with(values, o->value, p->tree.allocator, &equal);
        allocator_release(p->tree.allocator, values);
    }
    if (code == FJ_OK && !equal) {
        code = patch_fail(p, FJ_ERROR_PATCH_TEST, "path", "the value there is another one");
    }
    return code;
}

static int32_t patch_apply(patch *p, const patch_operation *o)
{
    const tree_item item = {.value = o->value};
    tree_item *there;
    int32_t code;
    switch (o->verb) {
    case PATCH_ADD:
        return patch_add(p, &o->path, &item);
    case PATCH_REMOVE:
        return patch_remove(p, &o->path, "path", NULL);
    case PATCH_REPLACE:
        code = patch_find(p, &o->path, "path", &there);
        if (code == FJ_OK) {
            *there = item;
        }
        return code;
    case PATCH_MOVE:
        return patch_move(p, o);
    case PATCH_COPY:
        return patch_copy(p, o);
    default:
        return patch_test(p, o);
    }
}

/* ---- the whole ---- */

static int32_t patch_report(const patch *p, int32_t code, size_t index, fj_error *error)
{
    if (code == FJ_ERROR_MEMORY) {
        return error_plain(error, code, NULL);
    }
    char detail[160];
    snprintf(detail, sizeof detail, "operation %zu%s%s%s: %s%s%s", index,
             p->verb != NULL ? " (" : "", p->verb != NULL ? p->verb : "",
             p->verb != NULL ? ")" : "", p->member != NULL && p->verb != NULL ? p->member : "",
             p->member != NULL && p->verb != NULL ? ": " : "", p->reason);
    (void)error_plain(error, code, detail);
    error_pointer_index(error, index);
    if (p->member != NULL) {
        error_pointer_key(error, p->member, strlen(p->member));
    }
    return code;
}

static int32_t patch_run(patch *p, const fj_value *operations, fj_error *error)
{
    size_t index = 0;
    for (const fj_value *v = NULL; (v = fj_value_next(operations, v)) != NULL; index++) {
        patch_operation o = {.verb = 0};
        p->verb = NULL;
        int32_t code = operation_read(p, v, &o);
        if (code == FJ_OK) {
            code = patch_apply(p, &o);
        }
        if (code != FJ_OK) {
            return patch_report(p, code, index, error);
        }
    }
    return FJ_OK;
}

static int32_t patch_options(const fj_patch_options *given, uint64_t *max_copied,
                             const fj_allocator **allocator)
{
    fj_patch_options own = {.max_copied = 0};
    if (given != NULL && (!options_copy(&own, sizeof own, given) || own.reserved != 0 ||
                          !allocator_is_sound(own.allocator))) {
        return FJ_ERROR_OPTION;
    }
    *allocator = own.allocator;
    *max_copied = own.max_copied != 0 ? own.max_copied : PATCH_COPIED_DEFAULT;
    return FJ_OK;
}

int32_t fj_document_patch(const fj_value *target, const fj_value *operations,
                          const fj_patch_options *options, fj_document **document, fj_error *error)
{
    if (target == NULL || operations == NULL || document == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "target, patch or document is NULL");
    }
    patch p = {.key = NULL};
    const fj_allocator *given = NULL;
    int32_t code = patch_options(options, &p.copies_left, &given);
    if (code != FJ_OK) {
        return error_plain(error, code, "unknown patch option");
    }
    if (value_kind(operations) != FJ_ARRAY) {
        return error_plain(error, FJ_ERROR_PATCH, "it is no array");
    }
    const fj_allocator *const allocator = document_allocator(*document, given);
    const fj_allocator *const home = document_home(*document, given);
    tree_open(&p.tree, target, allocator);
    code = patch_run(&p, operations, error);
    if (code == FJ_OK) {
        fj_value *values;
        size_t length;
        size_t capacity;
        code = tree_flatten(&p.tree, &p.tree.root, UINT64_MAX, home, &values, &length, &capacity);
        if (code == FJ_OK) {
            code = document_own(values, length, capacity, home, document);
            if (code != FJ_OK) {
                allocator_release(home, values);
            }
        }
        if (code != FJ_OK) {
            (void)error_plain(error, code, NULL);
        }
    }
    allocator_release(allocator, p.key);
    tree_close(&p.tree);
    return code;
}
