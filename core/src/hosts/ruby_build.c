/*
 * Ruby build: walks the flat array and gives the sink the events of its text. See ruby_build.h.
 * Open containers are frames of the run: no recursion.
 */
#include "hosts/ruby_build.h"

#include "document/document.h"
#include "hosts/ruby_sink.h"

static int32_t build_text(ruby_sink *s, const fj_value *v, bool is_key)
{
    const size_t length = (size_t)value_length(v);
    const uint32_t flags =
        value_flags(v) & (READER_STRING_ASCII | READER_STRING_PLAIN | READER_STRING_SURROGATES);
    switch (value_kind(v)) {
    case FJ_BIGINT:
        return sink_bigint(s, v->as.text, length);
    case FJ_DECIMAL:
        return sink_decimal(s, v->as.text, length);
    default:
        return is_key ? sink_key(s, v->as.text, length, flags)
                      : sink_string(s, v->as.text, length, flags);
    }
}

/* One value; a container that is not empty only begins. */
static int32_t build_value(ruby_sink *s, const fj_value *v, bool is_key)
{
    const bool is_object = value_kind(v) == FJ_OBJECT;
    const size_t length = (size_t)value_length(v);
    switch (value_kind(v)) {
    case FJ_NULL:
        return sink_null(s);
    case FJ_FALSE:
    case FJ_TRUE:
        return sink_boolean(s, value_kind(v) == FJ_TRUE);
    case FJ_INT64:
        return sink_int64(s, v->as.int64);
    case FJ_UINT64:
        return sink_uint64(s, v->as.uint64);
    case FJ_DOUBLE:
        return sink_double(s, v->as.real);
    case FJ_ARRAY:
    case FJ_OBJECT:
        break;
    default:
        return build_text(s, v, is_key);
    }
    if (length == 0) {
        return is_object ? sink_object_end(s, 0) : sink_array_end(s, 0);
    }
    ruby_frame *const frame = ruby_run_frame(s->run);
    if (frame == NULL) {
        return FJ_ERROR_MEMORY;
    }
    *frame = (ruby_frame){.end = is_object ? length * 2 : length, .is_hash = is_object};
    return FJ_OK;
}

/* After a value: ends the containers that it was the last one of. */
static int32_t build_ends(ruby_sink *s)
{
    ruby_run *const run = s->run;
    int32_t code = FJ_OK;
    while (code == FJ_OK && run->frame_count != 0) {
        ruby_frame *const frame = &run->frames[run->frame_count - 1];
        if (++frame->position < frame->end) {
            break;
        }
        const size_t end = frame->end;
        code = frame->is_hash ? sink_object_end(s, end / 2) : sink_array_end(s, end);
        run->frame_count--;
    }
    return code;
}

int32_t ruby_build(ruby_room *room, ruby_run *run, const ruby_parse_request *request,
                   const fj_value *root, ruby_value *value, int *jump)
{
    ruby_sink sink = ruby_sink_for(room, run, request);
    int32_t code = FJ_OK;
    const fj_value *v = root;
    do {
        const size_t depth = run->frame_count;
        const ruby_frame *const frame = depth != 0 ? &run->frames[depth - 1] : NULL;
        code = build_value(&sink, v++, frame != NULL && frame->is_hash && frame->position % 2 == 0);
        if (code == FJ_OK && run->frame_count == depth) {
            code = build_ends(&sink);
        }
    } while (code == FJ_OK && run->frame_count != 0);
    *value = code == FJ_OK ? run->values[0] : ruby.nil;
    *jump = sink.jump;
    return code;
}
