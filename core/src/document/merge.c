/*
 * Merge: JSON Merge Patch (RFC 7396).
 *
 * In: a target and a patch. Out: a document. The RFC's recursion is a list of pairs, an object of
 * the tree and one of the patch, that are still to be merged.
 */
#include "allocator.h"
#include "document/own.h"
#include "document/tree.h"
#include "error.h"

typedef struct merge_pair {
    tree_container *target;
    const fj_value *patch;
} merge_pair;

typedef struct merge {
    tree tree;
    merge_pair *pairs;
    size_t count;
    size_t capacity;
} merge;

/* Makes an object of what stands there, and lets the patch's members wait for it. */
static int32_t merge_into(merge *m, tree_item *item, const fj_value *patch)
{
    const bool is_object =
        (item->value != NULL || item->container != NULL) && tree_item_kind(item) == FJ_OBJECT;
    const int32_t code =
        is_object ? tree_item_open(&m->tree, item) : tree_object_new(&m->tree, item);
    if (code != FJ_OK) {
        return code;
    }
    if (m->count == m->capacity) {
        const size_t capacity = m->capacity == 0 ? 16 : m->capacity * 2;
        merge_pair *const pairs =
            allocator_resize(m->tree.allocator, m->pairs, m->capacity * sizeof *pairs,
                             memory_array_size(capacity, sizeof *pairs));
        if (pairs == NULL) {
            return FJ_ERROR_MEMORY;
        }
        m->pairs = pairs;
        m->capacity = capacity;
    }
    m->pairs[m->count++] = (merge_pair){.target = item->container, .patch = patch};
    return FJ_OK;
}

static int32_t merge_member(merge *m, tree_container *target, const fj_value *key)
{
    const fj_value *const value = key + 1;
    const size_t length = (size_t)value_length(key);
    if (value_kind(value) == FJ_NULL) {
        (void)tree_member_remove(&m->tree, target, key->as.text, length, NULL);
        return FJ_OK;
    }
    tree_item item = {.value = value};
    if (value_kind(value) != FJ_OBJECT) {
        return tree_member_set(&m->tree, target, key, &item);
    }
    tree_item *const there = tree_member(&m->tree, target, key->as.text, length);
    if (there != NULL) {
        return merge_into(m, there, value);
    }
    item = (tree_item){NULL, NULL};
    const int32_t code = merge_into(m, &item, value);
    return code == FJ_OK ? tree_member_set(&m->tree, target, key, &item) : code;
}

static int32_t merge_run(merge *m, const fj_value *patch)
{
    int32_t code = FJ_OK;
    if (value_kind(patch) == FJ_OBJECT) {
        code = merge_into(m, &m->tree.root, patch);
    } else {
        m->tree.root = (tree_item){.value = patch};
    }
    while (code == FJ_OK && m->count != 0) {
        const merge_pair pair = m->pairs[--m->count];
        for (const fj_value *key = NULL;
             code == FJ_OK && (key = fj_value_next(pair.patch, key)) != NULL;) {
            code = merge_member(m, pair.target, key);
        }
    }
    return code;
}

int32_t fj_document_merge(const fj_value *target, const fj_value *patch, fj_document **document,
                          fj_error *error)
{
    if (patch == NULL || document == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "patch or document is NULL");
    }
    merge m = {.pairs = NULL};
    const fj_allocator *const allocator = document_home(*document, NULL);
    tree_open(&m.tree, target, allocator);
    int32_t code = merge_run(&m, patch);
    if (code == FJ_OK) {
        fj_value *values;
        size_t length;
        size_t capacity;
        code =
            tree_flatten(&m.tree, &m.tree.root, UINT64_MAX, allocator, &values, &length, &capacity);
        if (code == FJ_OK) {
            code = document_own(values, length, capacity, allocator, document);
            if (code != FJ_OK) {
                allocator_release(allocator, values);
            }
        }
    }
    allocator_release(allocator, m.pairs);
    tree_close(&m.tree);
    return code == FJ_OK ? FJ_OK : error_plain(error, code, NULL);
}
