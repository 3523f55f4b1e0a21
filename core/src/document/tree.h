/*
 * Tree: a document that is being changed.
 *
 * In: a value of a flat array, which stays as it is. Out: a new flat array. An item is a value as
 * it stands in some flat array, until somebody goes into it: then it becomes a container of items,
 * one level of it only. So what is not touched costs nothing until the end, where it is copied in
 * one piece.
 *
 * Members are found by a hash table and keep their order; elements lie in chunks, so that one is
 * put in or taken out anywhere by moving a few hundred others at most. Nothing recurses, and all
 * memory hangs on the tree. Values and keys that are put in must live as long as the tree.
 */
#ifndef FASTJSON_TREE_H
#define FASTJSON_TREE_H

#include "document/document.h"

typedef struct tree_container tree_container;

typedef struct tree_item {
    const fj_value *value;     /* not opened; or NULL */
    tree_container *container; /* opened; or NULL */
} tree_item;

typedef struct tree {
    const fj_allocator *allocator;
    tree_item root;
    tree_container *containers; /* all that were made */
    struct tree_block *blocks;
    uint64_t seed[2];
} tree;

/* `root` NULL: an empty tree, whose root is to be set. */
void tree_open(tree *t, const fj_value *root, const fj_allocator *allocator);
void tree_close(tree *t);

/* FJ_ARRAY or FJ_OBJECT ... of an item of either sort. */
unsigned tree_item_kind(const tree_item *item);

/* Opens an array or object, if it is not open. FJ_OK or FJ_ERROR_MEMORY, as all others that
 * allocate. */
int32_t tree_item_open(tree *t, tree_item *item);

/* A new empty object. */
int32_t tree_object_new(tree *t, tree_item *item);

/* An opened object's member; NULL: none. The address is good until the object is changed. */
tree_item *tree_member(const tree *t, const tree_container *object, const char *key, size_t length);

/* Sets the member's value, or appends the member. */
int32_t tree_member_set(tree *t, tree_container *object, const fj_value *key,
                        const tree_item *item);

/* Takes the member out; `item` may be NULL. false: there is none. */
bool tree_member_remove(const tree *t, tree_container *object, const char *key, size_t length,
                        tree_item *item);

/* The elements of an opened array. `index` is within it; to insert, it may be the number of
 * elements. */
uint64_t tree_elements(const tree_container *array);
tree_item *tree_element(const tree_container *array, uint64_t index);
int32_t tree_element_insert(tree_container *array, uint64_t index, const tree_item *item);
void tree_element_remove(tree_container *array, uint64_t index, tree_item *item);

/* Memory that lives as long as the tree; NULL: none to be had. */
void *tree_allocate(tree *t, size_t size);

/* Writes an item as a flat array, in new memory from `home` that is the caller's to free, with room
 * for *capacity values (NULL: not asked for). FJ_OK, FJ_ERROR_MEMORY, or FJ_ERROR_LIMIT for more
 * than `most` values. */
int32_t tree_flatten(const tree *t, const tree_item *item, uint64_t most, const fj_allocator *home,
                     fj_value **values, size_t *length, size_t *capacity);

#endif
