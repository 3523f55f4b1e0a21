/* Tree, inner part: what a container is made of; for tree.c, tree_array.c and tree_flatten.c only.
 */
#ifndef FASTJSON_TREE_CONTAINER_H
#define FASTJSON_TREE_CONTAINER_H

#include "document/tree.h"

/* A member that was taken out has an item of neither sort, and stays until the members are packed.
 */
typedef struct tree_member_entry {
    fj_value key;
    tree_item item;
} tree_member_entry;

typedef struct tree_chunk {
    tree_item *items;
    size_t count;
    size_t capacity;
} tree_chunk;

struct tree_container {
    const fj_allocator *allocator;
    tree_container *next; /* in tree.containers */
    unsigned kind;
    size_t count; /* members or elements */
    /* object */
    tree_member_entry *members;
    size_t used;             /* members, those taken out included */
    size_t members_capacity; /* not all of it is used: see members_pack */
    size_t members_room;     /* what there is memory for */
    size_t *slots; /* by hash: the member's index + 1, 0: free; NULL: few members, no table */
    size_t mask;
    /* array */
    tree_chunk *chunks;
    size_t chunks_used;
    size_t chunks_capacity;
};

/* Fills the container from an array's values. */
int32_t tree_array_fill(tree_container *array, const fj_value *value);
void tree_array_free(tree_container *array);

#endif
