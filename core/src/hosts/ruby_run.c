/*
 * The Ruby run: its life, and the room that it waits in. See ruby_run.h.
 */
#include "hosts/ruby_run.h"

#include "memory.h"

static void *room_key; /* Ruby's handle for the rooms: set once, at attach */

/* ---- what the collector calls ---- */

static void run_mark(void *data)
{
    const ruby_run *const run = data;
    for (const ruby_value *value = run->values; value < run->top; value++) {
        ruby.rb_gc_mark(*value);
    }
    for (size_t i = 0; i < run->frame_count; i++) {
        ruby.rb_gc_mark(run->frames[i].container);
    }
    for (size_t i = 0; i < RUBY_HANDLERS; i++) {
        ruby.rb_gc_mark(run->handlers[i].class);
    }
    ruby.rb_gc_mark(run->state);
    ruby.rb_gc_mark(run->kept);
}

static void run_compact(void *data)
{
    ruby_run *const run = data;
    for (ruby_value *value = run->values; value < run->top; value++) {
        ruby_relocate(value);
    }
    for (size_t i = 0; i < run->frame_count; i++) {
        ruby_relocate(&run->frames[i].container);
    }
    for (size_t i = 0; i < RUBY_HANDLERS; i++) {
        ruby_relocate(&run->handlers[i].class);
    }
    ruby_relocate(&run->state);
    ruby_relocate(&run->kept);
    ruby_relocate(&run->object);
}

static void run_free_documents(ruby_run *run)
{
    for (size_t i = 0; i < RUBY_RUN_DOCUMENTS; i++) {
        fj_document_free(run->documents[i]);
        run->documents[i] = NULL;
    }
}

static void run_free(void *data)
{
    ruby_run *const run = data;
    reader_close(&run->reader);
    writer_close(&run->writer, FJ_ERROR_HOST);
    fj_buffer_free(&run->buffer);
    run_free_documents(run);
    memory_free(run->values);
    memory_free(run->frames);
    memory_free(run);
}

static size_t run_size(const void *data)
{
    const ruby_run *const run = data;
    return sizeof *run + run->buffer.capacity + run->frame_capacity * sizeof *run->frames +
           (size_t)(run->limit - run->values) * sizeof *run->values;
}

static void room_mark(void *data)
{
    const ruby_room *const room = data;
    for (const ruby_run *run = room->runs; run != NULL; run = run->next) {
        ruby.rb_gc_mark(run->object);
    }
    for (size_t i = 0; i < RUBY_KEYS; i++) {
        ruby.rb_gc_mark(room->keys[i].string);
        ruby.rb_gc_mark(room->keys[i].symbol);
    }
    for (size_t i = 0; i < RUBY_SHAPES; i++) {
        ruby.rb_gc_mark(room->shapes[i].pattern);
    }
}

static void room_compact(void *data)
{
    ruby_room *const room = data;
    for (size_t i = 0; i < RUBY_KEYS; i++) {
        ruby_relocate(&room->keys[i].string);
        ruby_relocate(&room->keys[i].symbol);
    }
    for (size_t i = 0; i < RUBY_SHAPES; i++) {
        ruby_relocate(&room->shapes[i].pattern);
    }
}

static void room_free(void *data)
{
    memory_free(data); /* the runs are objects of their own */
}

static size_t room_size(const void *data)
{
    (void)data;
    return sizeof(ruby_room);
}

static const ruby_data_type run_type = {
    .name = "FastJSON run",
    .mark = run_mark,
    .free = run_free,
    .size = run_size,
    .compact = run_compact,
    .flags = RUBY_DATA_FREE_IMMEDIATELY,
};

static const ruby_data_type room_type = {
    .name = "FastJSON room",
    .mark = room_mark,
    .free = room_free,
    .size = room_size,
    .compact = room_compact,
    .flags = RUBY_DATA_FREE_IMMEDIATELY,
};

/* ---- rooms ---- */

void ruby_room_prepare(void)
{
    room_key = ruby.rb_ractor_local_storage_value_newkey();
}

static __attribute__((noinline)) ruby_room *room_new(void)
{
    ruby_room *const room = memory_allocate(sizeof *room);
    if (room == NULL) {
        return NULL;
    }
    memset(room, 0, sizeof *room);
    /* Class 0: an object that Ruby code cannot see. */
    const ruby_value object = ruby.rb_data_typed_object_wrap(0, room, &room_type);
    ruby.rb_ractor_local_storage_value_set(room_key, object);
    return room;
}

ruby_room *ruby_room_here(void)
{
    const ruby_value object = ruby.rb_ractor_local_storage_value(room_key);
    return RUBY_LIKELY(object != ruby.nil) ? ruby.rb_check_typeddata(object, &room_type)
                                           : room_new();
}

/* ---- runs ---- */

static __attribute__((noinline)) ruby_run *run_new(void)
{
    ruby_run *const run = memory_allocate(sizeof *run);
    if (run == NULL) {
        return NULL;
    }
    memset(run, 0, offsetof(ruby_run, reader) + offsetof(reader, levels_inline));
    run->object = ruby.rb_data_typed_object_wrap(0, run, &run_type);
    return run;
}

ruby_run *ruby_run_take(ruby_room *room)
{
    ruby_run *const run = room->runs;
    if (RUBY_UNLIKELY(run == NULL)) {
        return run_new();
    }
    room->runs = run->next;
    room->run_count--;
    run->next = NULL;
    return run;
}

/* Whether the run has grown beyond what is kept. */
static bool run_is_large(const ruby_run *run)
{
    return run->buffer.capacity > RUBY_RUN_KEPT_BYTES ||
           (size_t)(run->limit - run->values) > RUBY_RUN_KEPT_VALUES ||
           run->frame_capacity > RUBY_RUN_KEPT_VALUES ||
           fj_document_length(run->documents[0]) > RUBY_RUN_KEPT_VALUES ||
           fj_document_length(run->documents[1]) > RUBY_RUN_KEPT_VALUES;
}

static __attribute__((noinline)) void run_shrink(ruby_run *run)
{
    fj_buffer_free(&run->buffer);
    run_free_documents(run);
    memory_free(run->values);
    memory_free(run->frames);
    run->values = run->top = run->limit = NULL;
    run->frames = NULL;
    run->frame_capacity = 0;
}

void ruby_run_give(ruby_room *room, ruby_run *run)
{
    run->top = run->values;
    run->frame_count = 0;
    run->state = 0;
    run->kept = 0;
    if (RUBY_UNLIKELY(run->handled)) {
        memset(run->handlers, 0, sizeof run->handlers);
        run->handled = false;
    }
    if (RUBY_UNLIKELY(run_is_large(run))) {
        run_shrink(run);
    }
    if (room->run_count < RUBY_ROOM_RUNS) {
        run->next = room->runs;
        room->runs = run;
        room->run_count++;
    } else {
        run_shrink(run);
    }
}

bool ruby_run_grow(ruby_run *run, size_t count)
{
    const size_t used = (size_t)(run->top - run->values);
    size_t capacity = (size_t)(run->limit - run->values);
    capacity = capacity < 64 ? 256 : capacity * 2;
    if (capacity < used + count) {
        capacity = used + count;
    }
    ruby_value *const values =
        memory_resize(run->values, memory_array_size(capacity, sizeof *values));
    if (values == NULL) {
        return false;
    }
    run->values = values;
    run->top = values + used;
    run->limit = values + capacity;
    return true;
}

ruby_frame *ruby_run_frame(ruby_run *run)
{
    if (RUBY_UNLIKELY(run->frame_count == run->frame_capacity)) {
        const size_t capacity = run->frame_capacity < 16 ? 32 : run->frame_capacity * 2;
        ruby_frame *const frames =
            memory_resize(run->frames, memory_array_size(capacity, sizeof *frames));
        if (frames == NULL) {
            return NULL;
        }
        run->frames = frames;
        run->frame_capacity = capacity;
    }
    return &run->frames[run->frame_count++];
}
