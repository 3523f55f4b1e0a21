/*
 * Writing from CPython: a source that walks the interpreter's own objects.
 *
 * In: None, booleans, int, float, str, list, tuple, dict, and subclasses of these by the value of
 * the base; anything else goes to `default`, if it is given. Out: bytes or str. Types are compared
 * by address first. There is no recursion: open containers are frames (cpython_frames.h), so that
 * only max_nesting bounds the depth. A call of default() counts as a level, as does what it gives.
 */
#include <string.h>

#include "error.h"
#include "hosts/cpython.h"
#include "hosts/cpython_compact.h"
#include "hosts/cpython_frames.h"
#include "hosts/cpython_options.h"
#include "hosts/cpython_source.h"
#include "memory.h"
#include "write/writer.h"

/* ---- members in order ---- */

/* The text of any served key as a new str. NULL: *code says why. */
static py_object *source_key_str(cpython_source *s, py_object *key, int32_t *code)
{
    const cpython *const host = s->host;
    py_object *const type = cpython_type(host, key);
    *code = FJ_ERROR_HOST;
    if (host->py.PyType_IsSubtype(type, host->py.PyUnicode_Type)) {
        host->py.Py_IncRef(key);
        return key;
    }
    /* Written like any value, at the end of the text, and taken off again. */
    const size_t start = (size_t)(s->w.cursor - s->w.start);
    *code = source_key_other(s, key, type);
    if (*code != FJ_OK) {
        return NULL;
    }
    const char *const text = s->w.start + start;
    py_object *const string =
        host->py.PyUnicode_FromStringAndSize(text + 1, s->w.cursor - text - 2);
    s->w.cursor = s->w.start + start;
    *code = string != NULL ? FJ_OK : FJ_ERROR_HOST;
    return string;
}

/* Takes one member into the sorted frame. */
static int32_t sorted_add(cpython_source *s, cpython_frame *frame, py_object *key, py_object *value)
{
    const cpython *const host = s->host;
    if (s->options->skip_keys && !key_is_served(s, key, cpython_type(host, key))) {
        return FJ_OK;
    }
    int32_t code;
    cpython_member *const member = &frame->members[frame->length];
    member->key = source_key_str(s, key, &code);
    if (member->key == NULL) {
        return code;
    }
    if (!cpython_text_open(host, member->key, &member->text)) {
        host->py.Py_DecRef(member->key);
        return FJ_ERROR_HOST;
    }
    host->py.Py_IncRef(value);
    member->value = value;
    frame->length++;
    return FJ_OK;
}

/* One pair of what items() gave, borrowed. */
static int32_t items_pair(const cpython *host, py_object *items, py_size index, py_object **key,
                          py_object **value)
{
    py_object *const pair = host->py.PyList_GetItem(items, index);
    if (pair == NULL) {
        return FJ_ERROR_HOST;
    }
    if (!host->py.PyType_IsSubtype(cpython_type(host, pair), host->py.PyTuple_Type) ||
        host->py.PyTuple_Size(pair) != 2) {
        host->py.PyErr_SetString(host->py.PyExc_ValueError, "items must return 2-tuples");
        return FJ_ERROR_HOST;
    }
    *key = host->py.PyTuple_GetItem(pair, 0);
    *value = host->py.PyTuple_GetItem(pair, 1);
    return *key != NULL && *value != NULL ? FJ_OK : FJ_ERROR_HOST;
}

/* Turns the innermost frame, of an exact dict or of items, into a sorted one. */
static __attribute__((noinline)) int32_t source_sort(cpython_source *s, py_size size)
{
    const cpython *const host = s->host;
    cpython_frame *const frame = &s->frames.frames[s->frames.depth - 1];
    py_object *const items = frame->items;
    const size_t bytes = memory_array_size((size_t)size, 2 * sizeof *frame->members);
    cpython_member *const members = memory_allocate(bytes != 0 ? bytes : 1);
    if (members == NULL) {
        return FJ_ERROR_MEMORY;
    }
    frame->kind = FRAME_SORTED;
    frame->items = NULL;
    frame->members = members;
    frame->length = 0;
    int32_t code = FJ_OK;
    py_size position = 0;
    for (py_size i = 0; code == FJ_OK && i < size; i++) {
        py_object *key;
        py_object *value;
        if (items != NULL) {
            code = items_pair(host, items, i, &key, &value);
        } else if (!host->py.PyDict_Next(frame->container, &position, &key, &value)) {
            break;
        }
        if (code == FJ_OK) {
            code = sorted_add(s, frame, key, value);
        }
    }
    if (items != NULL) {
        host->py.Py_DecRef(items);
    }
    cpython_members_sort(members, (size_t)frame->length, members + size);
    return code;
}

static inline int32_t source_dict(cpython_source *s, py_object *dict)
{
    int32_t code = source_enter(s, FRAME_DICT, dict);
    if (CPYTHON_UNLIKELY(code != FJ_OK)) {
        return code;
    }
    code = writer_object_begin(&s->w);
    const py_size size = s->host->py.PyDict_Size(dict);
    s->frames.frames[s->frames.depth - 1].length = size;
    if (CPYTHON_UNLIKELY(s->sorted) && code == FJ_OK) {
        code = source_sort(s, size);
    }
    return code;
}

/* Somebody's code is about to run: what is open is held, and what is opened for it. Afterwards
 * (source_go_on) new frames need hold nothing, until code runs again. */
static void source_hold(cpython_source *s)
{
    s->holds = true;
    for (size_t i = 0; i < s->frames.depth; i++) {
        cpython_frame *const frame = &s->frames.frames[i];
        if (frame->holds) {
            continue;
        }
        s->host->py.Py_IncRef(frame->container);
        if (frame->key != NULL) {
            s->host->py.Py_IncRef(frame->key);
        }
        frame->holds = true;
    }
}

static void source_go_on(cpython_source *s)
{
    s->holds = false;
}

/* A subclass: what its items() says, taken once. */
static __attribute__((noinline)) int32_t source_mapping(cpython_source *s, py_object *mapping)
{
    const cpython *const host = s->host;
    source_hold(s);
    host->py.Py_IncRef(mapping);
    py_object *const items = host->py.PyMapping_Items(mapping);
    int32_t code = items != NULL ? source_enter(s, FRAME_DICT, mapping) : FJ_ERROR_HOST;
    host->py.Py_DecRef(mapping);
    source_go_on(s);
    if (code != FJ_OK) {
        if (items != NULL) {
            host->py.Py_DecRef(items);
        }
        return code;
    }
    cpython_frame *const frame = &s->frames.frames[s->frames.depth - 1];
    frame->kind = FRAME_ITEMS;
    frame->items = items;
    frame->length = host->py.PyList_Size(items);
    code = writer_object_begin(&s->w);
    return s->sorted && code == FJ_OK ? source_sort(s, frame->length) : code;
}

/* ---- everything else ---- */

enum source_step { STEP_DONE, STEP_ENTERED, STEP_AGAIN };

/* Writes a value that is not of an exact type known to the loop: by ancestry, or by default().
 * AGAIN: *object is what to write in its place. */
static __attribute__((noinline)) int32_t source_other(cpython_source *s, py_object **object,
                                                      enum source_step *step)
{
    const cpython_api *const py = &s->host->py;
    py_object *const type = cpython_type(s->host, *object);
    *step = STEP_DONE;
    if (py->PyType_IsSubtype(type, py->PyUnicode_Type)) {
        return source_str_any(s, *object);
    }
    if (py->PyType_IsSubtype(type, py->PyLong_Type)) {
        return source_int_any(s, *object);
    }
    if (py->PyType_IsSubtype(type, py->PyFloat_Type)) {
        return writer_double(&s->w, py->PyFloat_AsDouble(*object), true);
    }
    *step = STEP_ENTERED;
    if (py->PyType_IsSubtype(type, py->PyDict_Type)) {
        return source_mapping(s, *object);
    }
    const bool list = py->PyType_IsSubtype(type, py->PyList_Type);
    if (list || py->PyType_IsSubtype(type, py->PyTuple_Type)) {
        const int32_t code = source_enter(s, list ? FRAME_LIST : FRAME_TUPLE, *object);
        if (code != FJ_OK) {
            return code;
        }
        s->frames.frames[s->frames.depth - 1].length =
            list ? py->PyList_Size(*object) : py->PyTuple_Size(*object);
        return writer_array_begin(&s->w);
    }
    if (s->default_ == NULL || s->w.strict) {
        s->culprit = *object;
        return FJ_ERROR_TYPE;
    }
    source_hold(s);
    const int32_t code = source_enter(s, FRAME_DEFAULT, *object);
    if (code != FJ_OK) {
        return code;
    }
    py_object *const result = py->PyObject_CallFunctionObjArgs(s->default_, *object, NULL);
    source_go_on(s);
    cpython_frame *const frame = &s->frames.frames[s->frames.depth - 1];
    if (result == NULL) {
        s->frames.depth--;
        py->Py_DecRef(frame->container);
        return FJ_ERROR_HOST;
    }
    frame->items = result;
    *object = result;
    *step = STEP_AGAIN;
    return FJ_OK;
}

/* Objects lie all over the heap: each is asked for this many values before its turn. */
#define SOURCE_AHEAD 4

#define SOURCE_CONTAINER (-1) /* no code: the value is no scalar of an exact type */

CPYTHON_INLINE int32_t source_scalar(cpython_source *s, py_object *object)
{
    const cpython *const host = s->host;
    py_object *const type = cpython_type(host, object);
    if (type == host->py.PyUnicode_Type) {
        return source_str(s, object);
    }
    if (type == host->py.PyLong_Type) {
        return source_int(s, object);
    }
    if (type == host->py.PyFloat_Type) {
        return source_float(s, object);
    }
    if (object == host->none) {
        return writer_null(&s->w);
    }
    if (type == host->py.PyBool_Type) {
        return writer_boolean(&s->w, object == host->yes);
    }
    return SOURCE_CONTAINER;
}

/* The scalars of a run of items, up to the first that is none, which is left in *object with what
 * stands before it written. Nothing that is called here can change a container. */
CPYTHON_INLINE int32_t source_items(cpython_source *s, cpython_frame *frame,
                                    py_object *const *items, py_object **object)
{
    const py_size length = frame->length;
    py_size i = frame->next;
    int32_t code = FJ_OK;
    while (i < length) {
        if (CPYTHON_LIKELY(i + SOURCE_AHEAD < length)) {
            __builtin_prefetch(items[i + SOURCE_AHEAD]);
        }
        *object = items[i];
        code = source_element(s, i == 0);
        i++;
        if (CPYTHON_UNLIKELY(code != FJ_OK)) {
            break;
        }
        code = source_scalar(s, *object);
        if (code != FJ_OK) {
            break;
        }
    }
    frame->next = i;
    return code;
}

/* The same for the members of an exact dict. FJ_OK: there are no more. */
CPYTHON_INLINE int32_t source_members(cpython_source *s, cpython_frame *frame, py_object **object)
{
    const cpython_api *const py = &s->host->py;
    py_size position = frame->next;
    py_size written = frame->written;
    py_object *key = NULL;
    int32_t code = FJ_OK;
    while (py->PyDict_Next(frame->container, &position, &key, object)) {
        code = writer_member(&s->w, written++ == 0);
        if (CPYTHON_LIKELY(code == FJ_OK)) {
            code = source_key(s, key);
        }
        if (CPYTHON_LIKELY(code == FJ_OK)) {
            code = writer_colon(&s->w);
        }
        if (CPYTHON_LIKELY(code == FJ_OK)) {
            code = source_scalar(s, *object);
        }
        if (code != FJ_OK) {
            break;
        }
    }
    frame->next = position;
    frame->written = written;
    frame->key = key;
    return code;
}

/* The same where the entries of the dict are read in place. `next` counts entries. */
CPYTHON_INLINE int32_t source_entries(cpython_source *s, cpython_frame *frame,
                                      cpython_dict_entries entries, py_object **object)
{
    py_object *const *const first = entries.next;
    py_object *const *entry = first + 2 * frame->next;
    py_size written = frame->written;
    int32_t code = FJ_OK;
    while (entry < entries.end) {
        if (CPYTHON_LIKELY(entry + 2 * SOURCE_AHEAD < entries.end)) {
            __builtin_prefetch(entry[2 * SOURCE_AHEAD + 1]);
        }
        py_object *const key = entry[0];
        *object = entry[1];
        entry += 2;
        if (CPYTHON_UNLIKELY(*object == NULL)) {
            continue;
        }
        frame->key = key;
        code = writer_member(&s->w, written++ == 0);
        if (CPYTHON_LIKELY(code == FJ_OK)) {
            code = source_str(s, key); /* of this kind of dict all keys are exact */
        }
        if (CPYTHON_LIKELY(code == FJ_OK)) {
            code = writer_colon(&s->w);
        }
        if (CPYTHON_LIKELY(code == FJ_OK)) {
            code = source_scalar(s, *object);
        }
        if (code != FJ_OK) {
            break;
        }
    }
    frame->next = (entry - first) / 2;
    frame->written = written;
    return code;
}

/* Gives back the key that a frame that holds was at. */
static void frame_forget_key(const cpython *host, cpython_frame *frame)
{
    py_object *const key = frame->key;
    frame->key = NULL;
    if (key != NULL) {
        host->py.Py_DecRef(key);
    }
}

/* ---- the loop ---- */

static int32_t source_run(cpython_source *s, py_object *object)
{
    cpython *const host = s->host;
    const cpython_api *const py = &host->py;
    cpython_frames *const f = &s->frames;
    writer *const w = &s->w;
    cpython_frame *frame;
    int32_t code;

value:
    code = source_scalar(s, object);
    if (code != SOURCE_CONTAINER) {
        goto next;
    }

container:
    if (CPYTHON_LIKELY(s->quick)) {
        code = host->compact(s, &object, w->lines);
        if (CPYTHON_LIKELY(code != CPYTHON_COMPACT_OTHER)) {
            goto next;
        }
    }
    {
        py_object *const type = cpython_type(host, object);
        if (type == py->PyDict_Type) {
            code = source_dict(s, object);
        } else if (type == py->PyList_Type) {
            code = source_enter(s, FRAME_LIST, object);
            if (CPYTHON_LIKELY(code == FJ_OK)) {
                f->frames[f->depth - 1].length = list_size(host, object);
                code = writer_array_begin(w);
            }
        } else if (type == py->PyTuple_Type) {
            code = source_enter(s, FRAME_TUPLE, object);
            if (CPYTHON_LIKELY(code == FJ_OK)) {
                f->frames[f->depth - 1].length = tuple_size(host, object);
                code = writer_array_begin(w);
            }
        } else {
            enum source_step step;
            code = source_other(s, &object, &step);
            if (step == STEP_AGAIN && code == FJ_OK) {
                goto value;
            }
        }
    }

next:
    if (CPYTHON_UNLIKELY(code != FJ_OK)) {
        return code;
    }
    if (f->depth == 0) {
        return FJ_OK;
    }
    frame = &f->frames[f->depth - 1];
    switch (frame->kind) {
    case FRAME_LIST:
        if (CPYTHON_LIKELY(host->layout.direct && !frame->holds)) {
            code = source_items(s, frame,
                                (py_object *const *)(uintptr_t)cpython_word(frame->container, 24),
                                &object);
            if (code == SOURCE_CONTAINER) {
                goto container;
            }
            if (CPYTHON_UNLIKELY(code != FJ_OK)) {
                return code;
            }
        }
        if (CPYTHON_UNLIKELY(frame->holds) && list_size(host, frame->container) != frame->length) {
            frame->next = 0; /* the place is the list */
            return FJ_ERROR_CHANGED;
        }
        if (frame->next == frame->length) {
            code = writer_array_end(w, frame->length == 0);
            break;
        }
        object = py->PyList_GetItem(frame->container, frame->next);
        code = source_element(s, frame->next++ == 0);
        if (CPYTHON_UNLIKELY(code != FJ_OK)) {
            return code;
        }
        goto value;

    case FRAME_TUPLE:
        if (CPYTHON_LIKELY(host->layout.direct)) {
            code = source_items(s, frame, (py_object *const *)(const void *)frame->container + 3,
                                &object);
            if (code == SOURCE_CONTAINER) {
                goto container;
            }
            if (CPYTHON_UNLIKELY(code != FJ_OK)) {
                return code;
            }
        }
        if (frame->next == frame->length) {
            code = writer_array_end(w, frame->length == 0);
            break;
        }
        object = py->PyTuple_GetItem(frame->container, frame->next);
        code = source_element(s, frame->next++ == 0);
        if (CPYTHON_UNLIKELY(code != FJ_OK)) {
            return code;
        }
        goto value;

    case FRAME_DICT: {
        py_object *key;
        if (CPYTHON_LIKELY(!frame->holds && s->plain)) {
            cpython_dict_entries entries;
            if (CPYTHON_LIKELY(host->layout.dict &&
                               cpython_dict_open(frame->container, &entries))) {
                code = source_entries(s, frame, entries, &object);
            } else {
                code = source_members(s, frame, &object);
            }
            if (code == SOURCE_CONTAINER) {
                goto container;
            }
            if (CPYTHON_UNLIKELY(code != FJ_OK)) {
                return code;
            }
            code = writer_object_end(w, frame->written == 0);
            break;
        }
        if (CPYTHON_UNLIKELY(frame->holds)) {
            frame_forget_key(host, frame);
            if (py->PyDict_Size(frame->container) != frame->length) {
                return FJ_ERROR_CHANGED;
            }
        }
        do {
            if (!py->PyDict_Next(frame->container, &frame->next, &key, &object)) {
                code = writer_object_end(w, frame->written == 0);
                goto leave;
            }
        } while (CPYTHON_UNLIKELY(!s->plain) && s->options->skip_keys &&
                 !key_is_served(s, key, cpython_type(host, key)));
        if (CPYTHON_UNLIKELY(frame->holds)) {
            py->Py_IncRef(key);
        }
        frame->key = key;
        code = source_member(s, frame->written++ == 0);
        if (CPYTHON_LIKELY(code == FJ_OK)) {
            code = source_key(s, key);
        }
        if (CPYTHON_UNLIKELY(code != FJ_OK)) {
            return code;
        }
        code = writer_colon(w);
        if (CPYTHON_UNLIKELY(code != FJ_OK)) {
            return code;
        }
        goto value;
    }

    case FRAME_ITEMS: {
        py_object *key;
        frame_forget_key(host, frame);
        do {
            if (frame->next >= py->PyList_Size(frame->items)) {
                code = writer_object_end(w, frame->written == 0);
                goto leave;
            }
            code = items_pair(host, frame->items, frame->next++, &key, &object);
            if (code != FJ_OK) {
                return code;
            }
        } while (!s->plain && s->options->skip_keys &&
                 !key_is_served(s, key, cpython_type(host, key)));
        py->Py_IncRef(key);
        frame->key = key;
        code = source_member(s, frame->written++ == 0);
        if (code == FJ_OK) {
            code = source_key(s, frame->key);
        }
        if (code == FJ_OK) {
            code = writer_colon(w);
        }
        if (code != FJ_OK) {
            return code;
        }
        goto value;
    }

    case FRAME_SORTED:
        if (frame->next == frame->length) {
            code = writer_object_end(w, frame->length == 0);
            break;
        }
        object = frame->members[frame->next].value;
        code = source_member(s, frame->next == 0);
        if (code == FJ_OK) {
            code = source_str(s, frame->members[frame->next++].key);
        }
        if (code == FJ_OK) {
            code = writer_colon(w);
        }
        if (code != FJ_OK) {
            return code;
        }
        goto value;

    default: /* FRAME_DEFAULT: its value is written */
        break;
    }

leave:
    source_leave(s);
    goto next;
}

/* ---- a call ---- */

/* Whether the quick loop writes what is asked for. */
static bool source_is_quick(const cpython_source *s)
{
    const writer *const w = &s->w;
    return s->host->compact != NULL &&
           (s->options == NULL ||
            ((w->compact || w->lines) && s->plain &&
             !(w->ascii_only | w->script_safe | w->canonical | w->strict) &&
             w->lone_surrogates == FJ_WRITE_SURROGATES_ESCAPE && w->max_output == SIZE_MAX));
}

/* The text as bytes or str. The writer is closed. */
static py_object *write_result(const cpython_source *s, const fj_buffer *out, bool as_bytes)
{
    const cpython *const host = s->host;
    if (as_bytes) {
        return host->py.PyBytes_FromStringAndSize(out->data, (py_size)out->length);
    }
    return cpython_string_new(host, out->data, out->length,
                              s->ascii || s->w.ascii_only ? FJ_STRING_ASCII : 0);
}

static __attribute__((noinline, cold)) void write_raise(cpython_source *s, int32_t code)
{
    const cpython_api *const py = &s->host->py;
    if (code == FJ_ERROR_HOST) {
        return; /* it is set */
    }
    if (code == FJ_ERROR_MEMORY) {
        (void)py->PyErr_NoMemory();
        return;
    }
    if (code == FJ_ERROR_LIMIT) { /* it is the whole text that is too long: no place in the value */
        cpython_frames_close(s->host, &s->frames);
    }
    fj_error error = {.size = sizeof error};
    (void)error_plain(&error, code, NULL);
    py_object *const path = cpython_frames_path(s->host, &s->frames, s->culprit_is_key);
    if (path == NULL) {
        return;
    }
    py_object *const culprit = s->culprit != NULL ? s->culprit : s->host->none;
    py_object *const exception = py->PyObject_CallFunction(
        s->host->encode_error, "issOOO", (int)code, fj_error_name(code), error.message, path,
        culprit, s->culprit_is_key ? s->host->yes : s->host->no);
    py->Py_DecRef(path);
    if (exception != NULL) {
        py->PyErr_SetObject(cpython_type(s->host, exception), exception);
        py->Py_DecRef(exception);
    }
}

/* The host's buffer is taken out while it is used; the first to end puts one back. */
void cpython_output_give(cpython *host, fj_buffer *out)
{
    if (host->output.data == NULL && out->capacity <= CPYTHON_KEPT_BYTES) {
        host->output = *out;
    } else {
        fj_buffer_free(out);
    }
}

static py_object *write_value(cpython_source *s, py_object *value, bool as_bytes)
{
    cpython *const host = s->host;
    fj_buffer out = host->output;
    host->output = (fj_buffer){0};
    py_object *result = NULL;
    int32_t code = writer_open(&s->w, s->options != NULL ? &s->options->core : NULL, &out);
    if (CPYTHON_LIKELY(code == FJ_OK)) {
        s->sorted = s->w.sort_keys;
        s->quick = source_is_quick(s);
        code = source_run(s, value);
        code = writer_close(&s->w, code);
    }
    if (CPYTHON_LIKELY(code == FJ_OK)) {
        result = write_result(s, &out, as_bytes);
    } else {
        write_raise(s, code);
    }
    cpython_output_give(host, &out);
    cpython_frames_close(host, &s->frames);
    cpython_pairs_close(&s->pairs);
    return result;
}

/* Everything but the host's buffer, which write_value and write_lines take. */
static void source_open(cpython_source *s, cpython *host, const cpython_generate_options *options)
{
    s->host = host;
    s->options = options;
    s->default_ = options != NULL ? options->default_ : NULL;
    s->culprit = NULL;
    s->culprit_is_key = false;
    s->ascii = true;
    s->sorted = false;
    s->quick = false;
    s->holds = false;
    s->plain = options == NULL || (options->separator_length == 0 && !options->skip_keys);
    cpython_pairs_open(&s->pairs);
    cpython_frames_open(&s->frames);
}

py_object *cpython_write(cpython *host, py_object *value, const cpython_generate_options *options,
                         bool as_bytes)
{
    cpython_source source;
    /* With callbacks on the heap: a default() that writes again must not use up the C stack. */
    const bool heap = options != NULL && options->default_ != NULL;
    cpython_source *const s = heap ? memory_allocate(sizeof *s) : &source;
    if (s == NULL) {
        return host->py.PyErr_NoMemory();
    }
    source_open(s, host, options);
    py_object *const result = write_value(s, value, as_bytes);
    if (heap) {
        memory_free(s);
    }
    return result;
}

/* ---- a value a line ---- */

static bool layout_has_line_end(const char *text, size_t length)
{
    return length != 0 &&
           (memchr(text, '\n', length) != NULL || memchr(text, '\r', length) != NULL);
}

static bool lines_allow(const cpython *host, const cpython_generate_options *options)
{
    if (options != NULL) {
        const fj_generate_options *const o = &options->core;
        if (layout_has_line_end(o->indent, o->indent_length) ||
            layout_has_line_end(o->space, o->space_length) ||
            layout_has_line_end(o->space_before, o->space_before_length) ||
            layout_has_line_end(o->object_nl, o->object_nl_length) ||
            layout_has_line_end(o->array_nl, o->array_nl_length) ||
            layout_has_line_end(options->separator, options->separator_length)) {
            host->py.PyErr_SetString(host->py.PyExc_ValueError,
                                     "a value of one line has no line end in its layout");
            return false;
        }
    }
    return true;
}

static int32_t lines_run(cpython_source *s, py_object *iterator)
{
    const cpython_api *const py = &s->host->py;
    py_object *value;
    while ((value = py->PyIter_Next(iterator)) != NULL) {
        int32_t code = source_run(s, value);
        if (CPYTHON_LIKELY(code == FJ_OK)) {
            code = writer_raw(&s->w, "\n", 1);
        }
        if (CPYTHON_UNLIKELY(code != FJ_OK)) {
            code = writer_fault(&s->w, code);
            write_raise(s, code); /* while the value is there */
            py->Py_DecRef(value);
            return code;
        }
        py->Py_DecRef(value);
    }
    return py->PyErr_Occurred() != NULL ? FJ_ERROR_HOST : FJ_OK;
}

/* The iterator's code runs between the values, so nothing of ours lies on the C stack. */
py_object *cpython_write_lines(cpython *host, py_object *values,
                               const cpython_generate_options *options)
{
    py_object *const iterator =
        lines_allow(host, options) ? host->py.PyObject_GetIter(values) : NULL;
    if (iterator == NULL) {
        return NULL;
    }
    py_object *result = NULL;
    cpython_source *const s = memory_allocate(sizeof *s);
    if (s == NULL) {
        (void)host->py.PyErr_NoMemory();
    } else {
        source_open(s, host, options);
        fj_buffer out = host->output;
        host->output = (fj_buffer){0};
        int32_t code = writer_open(&s->w, options != NULL ? &options->core : NULL, &out);
        if (code == FJ_OK) {
            s->sorted = s->w.sort_keys;
            s->quick = source_is_quick(s);
            code = writer_close(&s->w, lines_run(s, iterator));
            if (code == FJ_ERROR_LIMIT && host->py.PyErr_Occurred() == NULL) {
                write_raise(s, code);
            }
        } else {
            write_raise(s, code);
        }
        if (code == FJ_OK) {
            result = write_result(s, &out, false);
        }
        cpython_output_give(host, &out);
        cpython_frames_close(host, &s->frames);
        cpython_pairs_close(&s->pairs);
        memory_free(s);
    }
    host->py.Py_DecRef(iterator);
    return result;
}
