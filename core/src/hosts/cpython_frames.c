/* The open containers of a generating; see cpython_frames.h. */
#include "hosts/cpython_frames.h"

#include <string.h>

#include "memory.h"

bool cpython_frames_grow(cpython_frames *f)
{
    const size_t capacity = f->capacity * 2;
    const bool inlined = f->frames == f->inlined;
    cpython_frame *const frames =
        memory_resize(inlined ? NULL : f->frames, memory_array_size(capacity, sizeof *frames));
    if (frames == NULL) {
        return false;
    }
    if (inlined) {
        memcpy(frames, f->inlined, sizeof f->inlined);
    }
    f->frames = frames;
    f->capacity = capacity;
    return true;
}

static void release_members(const cpython *host, cpython_frame *frame)
{
    for (py_size i = 0; i < frame->length; i++) {
        cpython_member *const member = &frame->members[i];
        cpython_text_close(host, &member->text);
        host->py.Py_DecRef(member->key);
        host->py.Py_DecRef(member->value);
    }
    memory_free(frame->members);
    frame->members = NULL;
}

void cpython_frame_release(const cpython *host, cpython_frame *frame)
{
    if (frame->kind == FRAME_SORTED) {
        release_members(host, frame);
    } else if (frame->kind == FRAME_ITEMS || frame->kind == FRAME_DEFAULT) {
        host->py.Py_DecRef(frame->items);
    }
    if (frame->holds) {
        if (frame->key != NULL) {
            host->py.Py_DecRef(frame->key);
        }
        host->py.Py_DecRef(frame->container);
    }
}

void cpython_frames_close(const cpython *host, cpython_frames *f)
{
    while (f->depth > 0) {
        cpython_frame_release(host, &f->frames[--f->depth]);
    }
    if (f->frames != f->inlined) {
        memory_free(f->frames);
    }
    cpython_frames_open(f);
}

/* A new reference to the step that a frame is at; NULL without an exception: it is none. */
static py_object *frame_step(const cpython *host, const cpython_frame *frame)
{
    py_object *step = NULL;
    switch (frame->kind) {
    case FRAME_LIST:
    case FRAME_TUPLE:
        return frame->next > 0 ? host->py.PyLong_FromLongLong(frame->next - 1) : NULL;
    case FRAME_DICT:
    case FRAME_ITEMS:
        step = frame->key;
        break;
    case FRAME_SORTED:
        step = frame->next > 0 ? frame->members[frame->next - 1].key : NULL;
        break;
    default:
        break;
    }
    if (step != NULL) {
        host->py.Py_IncRef(step);
    }
    return step;
}

py_object *cpython_frames_path(const cpython *host, const cpython_frames *f, bool is_key)
{
    py_object *const path = host->py.PyList_New(0);
    const size_t depth = f->depth - (is_key && f->depth > 0);
    for (size_t i = 0; path != NULL && i < depth; i++) {
        py_object *const step = frame_step(host, &f->frames[i]);
        if (step == NULL) {
            continue;
        }
        /* A tuple with a key, so that an int that is a key is not taken for an index. */
        const bool index = f->frames[i].kind == FRAME_LIST || f->frames[i].kind == FRAME_TUPLE;
        py_object *const entry = host->py.PyObject_CallFunctionObjArgs(host->py.PyList_Type, NULL);
        bool good =
            entry != NULL && host->py.PyList_Append(entry, index ? host->no : host->yes) == 0 &&
            host->py.PyList_Append(entry, step) == 0 && host->py.PyList_Append(path, entry) == 0;
        if (entry != NULL) {
            host->py.Py_DecRef(entry);
        }
        host->py.Py_DecRef(step);
        if (!good) {
            host->py.Py_DecRef(path);
            return NULL;
        }
    }
    return path;
}

static bool members_in_order(const cpython_member *a, const cpython_member *b)
{
    return cpython_text_compare(&a->text, &b->text) <= 0;
}

/* Runs of eight by insertion, then merged two by two. */
void cpython_members_sort(cpython_member *members, size_t count, cpython_member *work)
{
    enum { RUN = 8 };
    for (size_t start = 0; start < count; start += RUN) {
        const size_t end = count - start < RUN ? count : start + RUN;
        for (size_t i = start + 1; i < end; i++) {
            const cpython_member member = members[i];
            size_t j = i;
            for (; j > start && !members_in_order(&members[j - 1], &member); j--) {
                members[j] = members[j - 1];
            }
            members[j] = member;
        }
    }
    for (size_t width = RUN; width < count; width *= 2) {
        for (size_t start = 0; start + width < count; start += 2 * width) {
            const size_t middle = start + width;
            const size_t end = count - middle < width ? count : middle + width;
            memcpy(work, members + start, width * sizeof *work);
            size_t left = 0;
            size_t right = middle;
            size_t out = start;
            while (left < width) {
                if (right == end || members_in_order(&work[left], &members[right])) {
                    members[out++] = work[left++];
                } else {
                    members[out++] = members[right++];
                }
            }
        }
    }
}
