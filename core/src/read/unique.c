/* Unique: a sink that keeps the keys of open objects; see unique.h. */
#include "read/unique.h"

#include <string.h>

#include "allocator.h"
#include "document/key_hash.h"

typedef struct unique_key {
    uint64_t object; /* the number of its object, in order of the text, from 1 */
    size_t start;    /* in the block of bytes */
    size_t length;
} unique_key;

typedef struct unique_sink {
    const fj_allocator *allocator;
    unique_key *keys;
    size_t count;
    size_t capacity; /* of keys; there are twice as many slots */
    size_t *slots;   /* by hash: the index of a key, plus 1; 0: free */
    char *bytes;     /* of all keys, one after the other: never more than the text has */
    size_t used;
    uint64_t *objects; /* the number of each open object */
    size_t depth;
    size_t depth_capacity;
    uint64_t last; /* the number of the latest object */
    uint64_t seed[2];
} unique_sink;

#define READER_SINK unique_sink

static size_t unique_slot(const unique_sink *s, uint64_t object, const char *bytes, size_t length)
{
    const size_t mask = s->capacity * 2 - 1;
    /* The object takes part: the same keys in a thousand objects must not meet in one slot. */
    size_t i = (size_t)key_hash_fold(key_hash(bytes, length, s->seed) ^ object,
                                     UINT64_C(0x9E3779B97F4A7C15)) &
               mask;
    for (; s->slots[i] != 0; i = (i + 1) & mask) {
        const unique_key *const key = &s->keys[s->slots[i] - 1];
        if (key->object == object && key->length == length &&
            (length == 0 || memcmp(s->bytes + key->start, bytes, length) == 0)) {
            break;
        }
    }
    return i;
}

static bool unique_grow(unique_sink *s)
{
    const size_t capacity = s->capacity ? s->capacity * 2 : 64;
    const size_t slots_size = memory_array_size(capacity * 2, sizeof *s->slots);
    unique_key *const keys = allocator_resize(s->allocator, s->keys, s->capacity * sizeof *keys,
                                              memory_array_size(capacity, sizeof *keys));
    if (keys == NULL) {
        return false;
    }
    s->keys = keys;
    size_t *const slots = allocator_allocate(s->allocator, slots_size);
    if (slots == NULL) {
        return false;
    }
    allocator_release(s->allocator, s->slots);
    memset(slots, 0, slots_size);
    s->slots = slots;
    s->capacity = capacity;
    for (size_t i = 0; i < s->count; i++) {
        const unique_key *const key = &keys[i];
        slots[unique_slot(s, key->object, s->bytes + key->start, key->length)] = i + 1;
    }
    return true;
}

static inline int32_t sink_key(unique_sink *s, const char *bytes, size_t length, uint32_t flags)
{
    (void)flags;
    if (s->count == s->capacity && !unique_grow(s)) {
        return FJ_ERROR_MEMORY;
    }
    const uint64_t object = s->objects[s->depth - 1];
    const size_t slot = unique_slot(s, object, bytes, length);
    if (s->slots[slot] != 0) {
        return FJ_ERROR_DUPLICATE_KEY;
    }
    s->keys[s->count++] = (unique_key){.object = object, .start = s->used, .length = length};
    s->slots[slot] = s->count;
    memcpy(s->bytes + s->used, bytes, length);
    s->used += length;
    return FJ_OK;
}

static inline int32_t sink_object_begin(unique_sink *s)
{
    if (s->depth == s->depth_capacity) {
        const size_t capacity = s->depth_capacity ? s->depth_capacity * 2 : 64;
        uint64_t *const objects =
            allocator_resize(s->allocator, s->objects, s->depth_capacity * sizeof *objects,
                             memory_array_size(capacity, sizeof *objects));
        if (objects == NULL) {
            return FJ_ERROR_MEMORY;
        }
        s->objects = objects;
        s->depth_capacity = capacity;
    }
    s->objects[s->depth++] = ++s->last;
    return FJ_OK;
}

static inline int32_t sink_object_end(unique_sink *s, size_t members)
{
    (void)members;
    s->depth--;
    return FJ_OK;
}

#define SINK_OBJECTS 1
#include "read/sink_containers.h"

static inline int32_t sink_null(unique_sink *s)
{
    (void)s;
    return FJ_OK;
}

static inline int32_t sink_boolean(unique_sink *s, bool value)
{
    (void)s, (void)value;
    return FJ_OK;
}

static inline int32_t sink_int64(unique_sink *s, int64_t value)
{
    (void)s, (void)value;
    return FJ_OK;
}

static inline int32_t sink_uint64(unique_sink *s, uint64_t value)
{
    (void)s, (void)value;
    return FJ_OK;
}

static inline int32_t sink_double(unique_sink *s, double value)
{
    (void)s, (void)value;
    return FJ_OK;
}

static inline int32_t sink_bigint(unique_sink *s, const char *digits, size_t length)
{
    (void)s, (void)digits, (void)length;
    return FJ_OK;
}

static inline int32_t sink_decimal(unique_sink *s, const char *digits, size_t length)
{
    (void)s, (void)digits, (void)length;
    return FJ_OK;
}

static inline int32_t sink_string(unique_sink *s, const char *bytes, size_t length, uint32_t flags)
{
    (void)s, (void)bytes, (void)length, (void)flags;
    return FJ_OK;
}

#include "read/engine.h"

int32_t unique_diagnose(const reader *failed, const char **place)
{
    const size_t length = (size_t)(failed->end - failed->text);
    fj_parse_options options = failed->options;
    options.size = sizeof options; /* the caller's struct may have been of another version */
    reader r;
    int32_t code = reader_open(&r, failed->text, length, &options);
    unique_sink sink = {.allocator = r.options.allocator};
    if (code == FJ_OK) {
        r.partial = failed->partial;
        key_hash_seed(sink.seed);
        sink.bytes = allocator_allocate(sink.allocator, length);
        code = sink.bytes == NULL ? FJ_ERROR_MEMORY
               : r.strict ? engine_run_strict(&r, &sink) /* the indexed loop would ask here */
                          : engine_run(&r, &sink);
    }
    *place = r.place;
    allocator_release(sink.allocator, sink.keys);
    allocator_release(sink.allocator, sink.slots);
    allocator_release(sink.allocator, sink.bytes);
    allocator_release(sink.allocator, sink.objects);
    reader_close(&r);
    return code;
}
