/*
 * Frames: the open containers of a generating, innermost last.
 *
 * In: a container when it is entered. Out: what of it is next. A frame holds references of its own
 * where a callback could take the container away; without callbacks nothing can change while the
 * GIL is held.
 */
#ifndef FASTJSON_HOSTS_CPYTHON_FRAMES_H
#define FASTJSON_HOSTS_CPYTHON_FRAMES_H

#include "hosts/cpython.h"

#define CPYTHON_FRAMES_INLINE 32

enum cpython_frame_kind {
    FRAME_LIST,
    FRAME_TUPLE,
    FRAME_DICT,    /* an exact dict, by PyDict_Next */
    FRAME_ITEMS,   /* a subclass of dict: `items` is the list that its items() gave */
    FRAME_SORTED,  /* members in order of their keys */
    FRAME_DEFAULT, /* what default() gave for `container` is being written */
};

/* A member with the text of its key, for sorting. All references are the entry's own. */
typedef struct cpython_member {
    py_object *key; /* a str */
    py_object *value;
    cpython_text text;
} cpython_member;

typedef struct cpython_frame {
    uint8_t kind;
    bool holds; /* references to the container and to `key` */
    py_object *container;
    py_object *key;   /* dict, items: the present key, or NULL */
    py_object *items; /* items: the list; default: the result; owned */
    cpython_member *members;
    py_size next;    /* list, tuple, items, sorted: of elements; dict: PyDict_Next's position */
    py_size length;  /* when it was entered */
    py_size written; /* members so far */
    /* Of cpython_compact.h alone: the items or entries that are left. */
    py_object *const *at;
    py_object *const *stop;
    py_object *const *pairs; /* sorted: where they begin (cpython_pairs.h); else NULL */
} cpython_frame;

typedef struct cpython_frames {
    cpython_frame *frames;
    size_t depth;
    size_t capacity;
    cpython_frame inlined[CPYTHON_FRAMES_INLINE];
} cpython_frames;

static inline void cpython_frames_open(cpython_frames *f)
{
    f->frames = f->inlined;
    f->depth = 0;
    f->capacity = CPYTHON_FRAMES_INLINE;
}

/* More room. false: no memory. */
bool cpython_frames_grow(cpython_frames *f);

/* Closes all that is open and frees what was allocated. */
void cpython_frames_close(const cpython *host, cpython_frames *f);

/* Gives back what the innermost frame holds, and leaves it. */
void cpython_frame_release(const cpython *host, cpython_frame *frame);

/* The path to the value at fault, outermost first, as a new list of [is it a key, key or index].
 * is_key: a key is at fault, and the place is the object around it. NULL: an exception is set. */
py_object *cpython_frames_path(const cpython *host, const cpython_frames *f, bool is_key);

/* Orders members, stably, by UTF-16 code units of their keys (RFC 8785, section 3.2.3). `work`
 * holds as many as there are. */
void cpython_members_sort(cpython_member *members, size_t count, cpython_member *work);

#endif
