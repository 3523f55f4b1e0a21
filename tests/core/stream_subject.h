/*
 * Stream subject: what a reading of several values gave, as one text that can be compared.
 *
 * For each value its place and its dump, for each fault its code and place, to the end.
 * stream_whole reads the text in one go (fj_parse_next, or fj_parse), stream_pushed in pieces, each
 * of them at the end of accessible memory.
 */
#ifndef FJ_TESTS_STREAM_SUBJECT_H
#define FJ_TESTS_STREAM_SUBJECT_H

#include "subject.h"

typedef struct stream_rules {
    fj_sequence_options sequence;
    fj_parse_options parse;
} stream_rules;

static fj_document *stream_document;
static guard stream_guard;

static inline stream_rules stream_kind(uint8_t kind)
{
    return (stream_rules){.sequence = {.size = sizeof(fj_sequence_options), .kind = kind},
                          .parse = {.size = sizeof(fj_parse_options)}};
}

static inline void stream_log_value(bytes *log, uint64_t start, uint64_t offset)
{
    char text[64];
    snprintf(text, sizeof text, "%llu-%llu ", (unsigned long long)start,
             (unsigned long long)offset);
    bytes_add_text(log, text);
    bytes dump = subject_dump_document(stream_document);
    bytes_add(log, dump.data, dump.length);
    bytes_free(&dump);
    bytes_add_text(log, "\n");
}

static inline void stream_log_fault(bytes *log, int32_t code, const fj_error *error)
{
    char text[700];
    CHECK(code == error->code, "code %d, in the error %d", code, error->code);
    CHECK(fj_document_root(stream_document) == NULL, "a value after %s", fj_error_name(code));
    snprintf(text, sizeof text, "%s at %llu %llu:%llu %s\n", fj_error_name(code),
             (unsigned long long)error->offset, (unsigned long long)error->line,
             (unsigned long long)error->column, error->pointer);
    bytes_add_text(log, text);
}

static inline void stream_begin(void)
{
    subject_begin();
    stream_guard = guard_make(SUBJECT_TEXT_MAX);
}

static inline int stream_end(void)
{
    fj_document_free(stream_document);
    guard_free(&stream_guard);
    return subject_finish();
}

static inline bytes stream_whole(const char *given, size_t length, const stream_rules *rules)
{
    bytes log = {NULL, 0, 0};
    const char *const text = guard_text(&subject_guard, given, length);
    if (rules->sequence.kind == FJ_SEQUENCE_ONE) {
        fj_error error = {.size = sizeof error};
        const int32_t code = fj_parse(text, length, &rules->parse, &stream_document, &error);
        if (code == FJ_OK) {
            stream_log_value(&log, 0, 0);
        } else {
            stream_log_fault(&log, code, &error);
        }
        return log;
    }
    fj_sequence at = {0};
    for (size_t turns = 0;; turns++) {
        fj_error error = {.size = sizeof error};
        const uint64_t before = at.offset;
        const int32_t code = fj_parse_next(text, length, &at, &rules->sequence, &rules->parse,
                                           &stream_document, &error);
        if (code == FJ_END) {
            return log;
        }
        if (turns > length) {
            CHECK(false, "no end of %s", subject_show(text, length));
            return log;
        }
        if (code == FJ_OK) {
            CHECK(at.offset > before && at.start >= before && at.start < at.offset,
                  "offsets %llu, %llu, %llu", (unsigned long long)before,
                  (unsigned long long)at.start, (unsigned long long)at.offset);
            stream_log_value(&log, at.start, at.offset);
            continue;
        }
        stream_log_fault(&log, code, &error);
        subject_check_error(&error, text, length);
        if (rules->sequence.kind == FJ_SEQUENCE_VALUES) {
            CHECK(at.offset == before, "%s moved on", fj_error_name(code));
            return log;
        }
        CHECK(at.offset == length || text[at.offset - 1] == '\n', "not at a line: %llu",
              (unsigned long long)at.offset);
    }
}

/* One result of the stream. true: go on. */
static inline bool stream_take(bytes *log, const fj_stream *stream, const stream_rules *rules,
                               int32_t code, const fj_error *error)
{
    if (code == FJ_OK) {
        const bool one = rules->sequence.kind == FJ_SEQUENCE_ONE;
        stream_log_value(log, one ? 0 : fj_stream_start(stream),
                         one ? 0 : fj_stream_offset(stream));
        return true;
    }
    stream_log_fault(log, code, error);
    return rules->sequence.kind == FJ_SEQUENCE_LINES;
}

/* The pieces end at `cuts`, and the last one with the text. */
static inline bytes stream_pushed_by(fj_stream *stream, const char *text, size_t length,
                                     const size_t *cuts, size_t count, const stream_rules *rules)
{
    bytes log = {NULL, 0, 0};
    size_t done = 0;
    for (size_t i = 0; i <= count; i++) {
        const size_t cut = i < count ? cuts[i] : length;
        size_t rest = cut - done;
        const char *piece = guard_text(&stream_guard, text + done, rest);
        for (size_t turns = 0;; turns++) {
            fj_error error = {.size = sizeof error};
            size_t used = 0;
            const int32_t code =
                fj_stream_read(stream, piece, rest, &used, &stream_document, &error);
            CHECK(used <= rest && turns <= length + 1, "used %zu of %zu", used, rest);
            piece += used;
            rest -= used;
            if (code == FJ_MORE) {
                CHECK(rest == 0, "%zu bytes were not taken", rest);
                break;
            }
            if (!stream_take(&log, stream, rules, code, &error) || turns > length + 1) {
                return log;
            }
        }
        done = cut;
    }
    for (size_t turns = 0;; turns++) {
        fj_error error = {.size = sizeof error};
        const int32_t code = fj_stream_finish(stream, &stream_document, &error);
        if (code == FJ_END || turns > length + 1) {
            CHECK(code == FJ_END, "no end of %s", subject_show(text, length));
            return log;
        }
        if (!stream_take(&log, stream, rules, code, &error)) {
            return log;
        }
    }
}

static inline fj_stream *stream_make(const stream_rules *rules)
{
    fj_stream *stream = NULL;
    fj_error error = {.size = sizeof error};
    const int32_t code = fj_stream_new(&rules->sequence, &rules->parse, &stream, &error);
    CHECK(code == FJ_OK, "fj_stream_new: %s", error.message);
    return stream;
}

/* Pushes with these cuts and compares. */
static inline void stream_compare(fj_stream *stream, const char *text, size_t length,
                                  const size_t *cuts, size_t count, const stream_rules *rules,
                                  const bytes *expected)
{
    fj_stream_reset(stream);
    bytes log = stream_pushed_by(stream, text, length, cuts, count, rules);
    CHECK(bytes_equal(&log, expected), "%s, kind %u, %zu cuts, the first at %zu: %s, not %s",
          subject_show(text, length), rules->sequence.kind, count, count != 0 ? cuts[0] : 0,
          subject_show(log.data, log.length), subject_show(expected->data, expected->length));
    bytes_free(&log);
}

#endif
