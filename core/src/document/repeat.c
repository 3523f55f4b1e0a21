/* Repeat: one walk over all values with a stack of open containers; see repeat.h. */
#include "document/repeat.h"

#include <string.h>

#include "allocator.h"
#include "document/key_hash.h"

typedef struct repeat_member {
    const fj_value *key;
    const fj_value *value;
} repeat_member;

/* An open container. */
typedef struct repeat_frame {
    size_t out;           /* its index in the output */
    const fj_value *next; /* what comes next, unless it is marked: */
    const fj_value *end;
    size_t member; /* the next of its members, which are the uppermost of all */
    size_t first_member;
    bool marked;
} repeat_frame;

typedef struct repeat_walk {
    const fj_allocator *allocator;
    fj_value *out;
    size_t length;
    repeat_frame *frames;
    size_t depth;
    size_t frames_capacity;
    repeat_member *members; /* of all open marked objects */
    size_t members_count;
    size_t members_capacity;
    size_t *slots; /* by hash: the number of a member, counted from 1 in its object; 0: free */
    size_t slots_capacity;
    uint64_t seed[2];
} repeat_walk;

static bool repeat_reserve(const repeat_walk *w, void **block, size_t *capacity, size_t needed,
                           size_t element)
{
    if (needed <= *capacity) {
        return true;
    }
    size_t more = *capacity < 32 ? 64 : *capacity * 2;
    more = more < needed ? needed : more;
    void *const moved = allocator_resize(w->allocator, *block, *capacity * element,
                                         memory_array_size(more, element));
    if (moved == NULL) {
        return false;
    }
    *block = moved;
    *capacity = more;
    return true;
}

/* Puts the object's members upon the others: each key once, in order of the first ones. */
static bool repeat_list(repeat_walk *w, const fj_value *object)
{
    const size_t count = (size_t)value_length(object);
    size_t size = 16;
    while (size / 2 < count) {
        size *= 2;
    }
    void *members = w->members;
    void *slots = w->slots;
    const bool room = repeat_reserve(w, &members, &w->members_capacity, w->members_count + count,
                                     sizeof *w->members);
    w->members = members;
    if (!room || !repeat_reserve(w, &slots, &w->slots_capacity, size, sizeof *w->slots)) {
        return false;
    }
    w->slots = slots;
    memset(w->slots, 0, size * sizeof *w->slots);
    repeat_member *const list = w->members + w->members_count;
    size_t kept = 0;
    const fj_value *key = object + 1;
    for (size_t i = 0; i < count; i++) {
        const size_t length = (size_t)value_length(key);
        size_t slot = (size_t)key_hash(key->as.text, length, w->seed) & (size - 1);
        while (w->slots[slot] != 0) {
            const fj_value *const other = list[w->slots[slot] - 1].key;
            if (value_length(other) == length &&
                (length == 0 || memcmp(other->as.text, key->as.text, length) == 0)) {
                break;
            }
            slot = (slot + 1) & (size - 1);
        }
        if (w->slots[slot] == 0) {
            list[kept].key = key;
            w->slots[slot] = ++kept;
        }
        list[w->slots[slot] - 1].value = key + 1;
        key = value_next(key + 1);
    }
    w->members_count += kept;
    return true;
}

/* One value into the output; a container is opened. */
static bool repeat_value(repeat_walk *w, const fj_value *v)
{
    const size_t index = w->length++;
    w->out[index] = *v;
    if (value_kind(v) < FJ_ARRAY) {
        return true;
    }
    void *frames = w->frames;
    const bool room =
        repeat_reserve(w, &frames, &w->frames_capacity, w->depth + 1, sizeof *w->frames);
    w->frames = frames;
    const size_t first = w->members_count;
    const bool marked = (v->head & REPEAT_MARK) != 0;
    if (!room || (marked && !repeat_list(w, v))) {
        return false;
    }
    if (marked) {
        w->out[index].head = value_head(FJ_OBJECT, 0, w->members_count - first);
    }
    w->frames[w->depth++] = (repeat_frame){.out = index,
                                           .next = v + 1,
                                           .end = v + v->as.span,
                                           .member = first,
                                           .first_member = first,
                                           .marked = marked};
    return true;
}

static bool repeat_run(repeat_walk *w, const fj_value *root)
{
    if (!repeat_value(w, root)) {
        return false;
    }
    while (w->depth != 0) {
        repeat_frame *const frame = &w->frames[w->depth - 1];
        const fj_value *value;
        if (frame->marked && frame->member < w->members_count) {
            const repeat_member *const member = &w->members[frame->member++];
            w->out[w->length++] = *member->key;
            value = member->value;
        } else if (!frame->marked && frame->next < frame->end) {
            value = frame->next;
            frame->next = value_next(value);
        } else {
            w->out[frame->out].as.span = w->length - frame->out;
            w->members_count = frame->first_member;
            w->depth--;
            continue;
        }
        if (!repeat_value(w, value)) {
            return false;
        }
    }
    return true;
}

size_t repeat_settle(const fj_value *root, fj_value *out, const fj_allocator *allocator)
{
    repeat_walk w = {.allocator = allocator, .out = out};
    key_hash_seed(w.seed);
    const bool done = repeat_run(&w, root);
    allocator_release(allocator, w.frames);
    allocator_release(allocator, w.members);
    allocator_release(allocator, w.slots);
    return done ? w.length : 0;
}
