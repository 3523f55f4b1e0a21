/* Pointer text: see pointer_text.h. */
#include "pointer_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void pointer_add(pointer_text *p, const char *text, size_t length)
{
    if (p->capacity - p->length < length) {
        const size_t capacity = (p->length + length) * 2 + 64;
        char *const data = realloc(p->data, capacity);
        if (data == NULL) {
            p->failed = true;
            return;
        }
        p->data = data;
        p->capacity = capacity;
    }
    memcpy(p->data + p->length, text, length);
    p->length += length;
}

void pointer_add_key(pointer_text *p, const char *key, size_t length)
{
    pointer_add(p, "/", 1);
    for (size_t i = 0; i < length; i++) {
        if (key[i] == '~' || key[i] == '/') {
            pointer_add(p, key[i] == '~' ? "~0" : "~1", 2);
        } else {
            pointer_add(p, key + i, 1);
        }
    }
}

void pointer_add_index(pointer_text *p, uint64_t index)
{
    char step[32];
    const int length = snprintf(step, sizeof step, "/%llu", (unsigned long long)index);
    pointer_add(p, step, (size_t)length);
}

void pointer_free(pointer_text *p)
{
    free(p->data);
    *p = (pointer_text){0};
}

static int key_compare(const fj_value *a, const fj_value *b)
{
    const char *a_text = "", *b_text = "";
    size_t a_length = 0, b_length = 0;
    (void)fj_value_text(a, &a_text, &a_length);
    (void)fj_value_text(b, &b_text, &b_length);
    const int order = memcmp(a_text, b_text, a_length < b_length ? a_length : b_length);
    return order != 0 ? order : (a_length > b_length) - (a_length < b_length);
}

static int key_compare_places(const void *a, const void *b)
{
    return key_compare(*(const fj_value *const *)a, *(const fj_value *const *)b);
}

bool key_index_make(key_index *index, const fj_value *object)
{
    index->count = (size_t)fj_value_length(object);
    index->keys = calloc(index->count + 1, sizeof *index->keys);
    index->found = calloc(index->count + 1, sizeof *index->found);
    if (index->keys == NULL || index->found == NULL) {
        key_index_free(index);
        return false;
    }
    size_t count = 0;
    for (const fj_value *key = NULL; (key = fj_value_next(object, key)) != NULL;) {
        index->keys[count++] = key;
    }
    qsort(index->keys, count, sizeof *index->keys, key_compare_places);
    return true;
}

size_t key_index_find(const key_index *index, const fj_value *key)
{
    size_t low = 0, high = index->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = key_compare(index->keys[middle], key);
        if (order == 0) {
            return middle;
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return SIZE_MAX;
}

void key_index_free(key_index *index)
{
    free(index->keys);
    free(index->found);
    *index = (key_index){0};
}
