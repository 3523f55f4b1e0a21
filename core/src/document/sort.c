/*
 * Sort: insertion into runs of eight, then merging from the bottom up; see sort.h.
 *
 * Members that come in order already, as they do from many programs, cost one comparison each. Most
 * comparisons are of two words: the keys themselves are looked at only where their first eight
 * bytes are the same.
 */
#include "document/sort.h"

#include <stdbool.h>
#include <string.h>

#include "allocator.h"
#include "document/document.h"
#include "scan/vector.h"
#include "write/writer.h"

#define SORT_RUN 8

/* The first eight bytes, most significant first, zeros after the end, in the order of UTF-16: there
 * U+E000 to U+FFFF, whose first bytes are EE and EF, come after what begins with F0 to F4. 0 says
 * nothing: lone surrogates have no place in this order. */
static uint64_t sort_prefix(const fj_value *key)
{
    const uint64_t length = value_length(key);
    if (value_flags(key) & FJ_STRING_SURROGATES) {
        return 0;
    }
    uint64_t word =
        length >= 8 ? vector_word(key->as.text) : vector_word_short(key->as.text, length);
    word = __builtin_bswap64(word);
    if (word & UINT64_C(0x8080808080808080)) {
        for (unsigned shift = 0; shift < 64; shift += 8) {
            const uint64_t byte = word >> shift & 0xFF;
            if (byte == 0xEE || byte == 0xEF) {
                word += UINT64_C(0x10) << shift;
            }
        }
    }
    return word;
}

static bool sort_is_after(const sort_entry *a, const sort_entry *b)
{
    if (a->prefix != b->prefix && a->prefix != 0 && b->prefix != 0) {
        return a->prefix > b->prefix;
    }
    return writer_compare_keys(a->key->as.text, value_length(a->key), b->key->as.text,
                               value_length(b->key)) > 0;
}

static void sort_insert(sort_entry *entries, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        const sort_entry entry = entries[i];
        size_t j = i;
        while (j > 0 && sort_is_after(&entries[j - 1], &entry)) {
            entries[j] = entries[j - 1];
            j--;
        }
        entries[j] = entry;
    }
}

/* Two runs that stand one after the other, `middle` where the second begins. */
static void sort_merge(sort_entry *out, const sort_entry *from, size_t middle, size_t count)
{
    size_t a = 0;
    size_t b = middle;
    while (a < middle && b < count) {
        *out++ = sort_is_after(&from[a], &from[b]) ? from[b++] : from[a++];
    }
    if (a < middle) {
        memcpy(out, from + a, (middle - a) * sizeof *out);
    } else if (b < count) {
        memcpy(out, from + b, (count - b) * sizeof *out);
    }
}

/* `scratch` has room for as many. */
static void sort_run(sort_entry *entries, sort_entry *scratch, size_t count)
{
    for (size_t i = 0; i < count; i += SORT_RUN) {
        sort_insert(entries + i, count - i < SORT_RUN ? count - i : SORT_RUN);
    }
    sort_entry *from = entries;
    sort_entry *to = scratch;
    for (size_t width = SORT_RUN; width < count; width *= 2) {
        for (size_t i = 0; i < count; i += 2 * width) {
            const size_t left = count - i;
            const size_t middle = left < width ? left : width;
            sort_merge(to + i, from + i, middle, left < 2 * width ? left : 2 * width);
        }
        sort_entry *const other = from;
        from = to;
        to = other;
    }
    if (from != entries) {
        memcpy(entries, from, count * sizeof *entries);
    }
}

static bool sort_is_needed(const sort_entry *entries, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (sort_is_after(&entries[i - 1], &entries[i])) {
            return true;
        }
    }
    return false;
}

/* Room for the members and as many more to merge into. */
static bool sort_reserve(sort_memory *memory, size_t count)
{
    size_t wanted;
    if (__builtin_mul_overflow(count, 2, &wanted) ||
        __builtin_add_overflow(wanted, memory->length, &wanted)) {
        return false;
    }
    if (wanted <= memory->capacity) {
        return true;
    }
    const size_t capacity = wanted < 64 ? 64 : memory_array_size(wanted, 2);
    sort_entry *const entries =
        allocator_resize(memory->allocator, memory->entries, memory->capacity * sizeof *entries,
                         memory_array_size(capacity, sizeof *entries));
    if (entries == NULL) {
        return false;
    }
    memory->entries = entries;
    memory->capacity = capacity;
    return true;
}

int32_t sort_members(sort_memory *memory, const fj_value *object, size_t *first)
{
    const size_t count = value_length(object);
    const fj_value *const end = object + object->as.span;
    if (!sort_reserve(memory, count)) {
        return FJ_ERROR_MEMORY;
    }
    sort_entry *const entries = memory->entries + memory->length;
    const fj_value *v = object + 1;
    for (size_t i = 0; i < count; i++) {
        if (end - v < 2 || value_kind(v) != FJ_STRING ||
            (v->as.text == NULL && value_length(v) != 0)) {
            return FJ_ERROR_TYPE;
        }
        entries[i] = (sort_entry){sort_prefix(v), v};
        v++;
        const uint64_t span = value_kind(v) >= FJ_ARRAY ? v->as.span : 1;
        if (span == 0 || span > (uint64_t)(end - v)) {
            return FJ_ERROR_TYPE;
        }
        v += span;
    }
    if (v != end) {
        return FJ_ERROR_TYPE;
    }
    if (sort_is_needed(entries, count)) {
        sort_run(entries, entries + count, count);
    }
    *first = memory->length;
    memory->length += count;
    return FJ_OK;
}

void sort_free(sort_memory *memory)
{
    allocator_release(memory->allocator, memory->entries);
    *memory = (sort_memory){.allocator = memory->allocator};
}
