/*
 * Members: see members.h.
 *
 * Where the reader took prints, those are marked in a table of bits, and keys whose print was there
 * before are compared in full. Else up to MEMBERS_FEW keys are compared each against each, but by
 * prints of 16 bits, sixteen at a time. So many equal prints that somebody must have chosen them
 * so, and larger objects, go through a hash table.
 */
#include "document/members.h"

#include <string.h>

#include "allocator.h"
#include "document/key_hash.h"
#include "document/prints.h"
#include "scan/vector.h"

#define MEMBERS_PRINTED 512     /* up to so many by the reader's prints */
#define MEMBERS_FEW 128         /* up to so many by prints taken here */
#define MEMBERS_COINCIDENCES 16 /* equal prints of different keys that may be chance */

static inline bool key_equal(const fj_value *a, const fj_value *b)
{
    const size_t length = (size_t)value_length(a);
    return length == value_length(b) && memcmp(a->as.text, b->as.text, length) == 0;
}

/* Sixteen bits of what is cheap to see of a key: its length and its outer bytes. */
static inline unsigned key_print(const fj_value *key)
{
    const size_t length = (size_t)value_length(key);
    const char *const text = key->as.text;
    uint64_t word;
    if (length >= 8) {
        const uint64_t last = key_load(text + length - 8, 8);
        word = key_load(text, 8) ^ (last << 29 | last >> 35);
    } else if (length >= 4) {
        word = key_load(text, 4) | key_load(text + length - 4, 4) << 32;
    } else {
        word = length == 0 ? 0
                           : (uint64_t)(unsigned char)text[0] |
                                 (uint64_t)(unsigned char)text[length / 2] << 8 |
                                 (uint64_t)(unsigned char)text[length - 1] << 16;
    }
    word ^= (uint64_t)length << 59 | (uint64_t)length;
    return (unsigned)(word * UINT64_C(0x9E3779B97F4A7C15) >> 48);
}

/* A table of the keys seen so far, by hash; at most half of it is used. */
typedef struct key_table {
    const fj_value **slots;
    size_t mask;
    uint64_t seed[2];
} key_table;

static bool table_open(key_table *table, size_t count, const fj_allocator *allocator)
{
    size_t capacity = 16;
    while (capacity < count * 2) {
        capacity *= 2;
    }
    const size_t size = memory_array_size(capacity, sizeof *table->slots);
    table->slots = allocator_allocate(allocator, size);
    if (table->slots == NULL) {
        return false;
    }
    memset(table->slots, 0, size);
    table->mask = capacity - 1;
    key_hash_seed(table->seed);
    return true;
}

/* The slot of an equal key, or the free one for this key. */
static const fj_value **table_slot(key_table *table, const fj_value *key)
{
    size_t i = key_hash(key->as.text, (size_t)value_length(key), table->seed) & table->mask;
    while (table->slots[i] != NULL && !key_equal(table->slots[i], key)) {
        i = (i + 1) & table->mask;
    }
    return &table->slots[i];
}

/* Few members: true if the answer, in *twice (NULL: all distinct), is certain. */
static bool members_check_few(const fj_value *first, size_t count, const fj_value **twice)
{
    const fj_value *keys[MEMBERS_FEW];
    unsigned char low[MEMBERS_FEW]; /* of each print */
    unsigned char high[MEMBERS_FEW];
    unsigned coincidences = 0;
    const fj_value *key = first;
    for (size_t i = 0; i < count; i++) {
        const unsigned print = key_print(key);
        keys[i] = key;
        low[i] = (unsigned char)print;
        high[i] = (unsigned char)(print >> 8);
        for (size_t j = 0; j < i; j += VECTOR_SIZE) {
            uint32_t same = vector_mask(vector_equal(vector_load(low + j), low[i])) &
                            vector_mask(vector_equal(vector_load(high + j), high[i]));
            same &= i - j < VECTOR_SIZE ? ((uint32_t)1 << (i - j)) - 1 : 0xFFFFu;
            for (; __builtin_expect(same != 0, 0); same &= same - 1) {
                if (key_equal(keys[j + vector_first(same)], key)) {
                    *twice = key;
                    return true;
                }
                if (++coincidences > MEMBERS_COINCIDENCES) {
                    return false;
                }
            }
        }
        key = value_next(key + 1);
    }
    *twice = NULL;
    return true;
}

/* Whether keys before the `later`-th have its print and are equal to it. */
static bool members_stands_before(const fj_value *const *keys, const uint16_t *prints, size_t later)
{
    for (size_t i = 0; i < later; i++) {
        if (__builtin_expect(prints[i] == prints[later], 0) && key_equal(keys[i], keys[later])) {
            return true;
        }
    }
    return false;
}

/* By prints that were taken: true if the answer, in *twice, is certain. */
static bool members_check_printed(const fj_value *first, size_t count, const uint16_t *prints,
                                  const fj_value **twice)
{
    uint64_t seen[PRINTS_KINDS / 64] = {0};
    size_t later[MEMBERS_COINCIDENCES];
    size_t coincidences = 0;
    for (size_t i = 0; i < count; i++) {
        const uint64_t bit = (uint64_t)1 << (prints[i] & 63);
        if (__builtin_expect((seen[prints[i] >> 6] & bit) != 0, 0)) {
            if (coincidences == MEMBERS_COINCIDENCES) {
                return false;
            }
            later[coincidences++] = i;
        }
        seen[prints[i] >> 6] |= bit;
    }
    *twice = NULL;
    if (coincidences == 0) {
        return true;
    }
    const fj_value *keys[MEMBERS_PRINTED];
    const fj_value *key = first;
    for (size_t i = 0; i <= later[coincidences - 1]; i++) {
        keys[i] = key;
        key = value_next(key + 1);
    }
    for (size_t i = 0; i < coincidences && *twice == NULL; i++) {
        *twice = members_stands_before(keys, prints, later[i]) ? keys[later[i]] : NULL;
    }
    return true;
}

enum members_verdict members_check(const fj_value *first, size_t count, const uint16_t *prints,
                                   const fj_allocator *allocator, const fj_value **twice)
{
    if (count < 2) {
        return MEMBERS_DISTINCT;
    }
    if (prints != NULL && count <= MEMBERS_PRINTED &&
        members_check_printed(first, count, prints, twice)) {
        return *twice != NULL ? MEMBERS_TWICE : MEMBERS_DISTINCT;
    }
    if (count <= MEMBERS_FEW && members_check_few(first, count, twice)) {
        return *twice != NULL ? MEMBERS_TWICE : MEMBERS_DISTINCT;
    }
    key_table table;
    if (!table_open(&table, count, allocator)) {
        return MEMBERS_NO_MEMORY;
    }
    enum members_verdict verdict = MEMBERS_DISTINCT;
    const fj_value *key = first;
    for (size_t i = 0; i < count; i++) {
        const fj_value **const slot = table_slot(&table, key);
        if (*slot != NULL) {
            *twice = key;
            verdict = MEMBERS_TWICE;
            break;
        }
        *slot = key;
        key = value_next(key + 1);
    }
    allocator_release(allocator, table.slots);
    return verdict;
}
