/*
 * Tape, checking: whether a text would be read onto a tape, for texts that are not worth one. A
 * sink that keeps nothing; what it refuses beyond the grammar is an integer that no double can
 * hold.
 */
#include "hosts/tape.h"
#include "number/number_read.h"
#include "read/reader.h"

#define CHECK_DIGITS_SURE 308 /* with so many bytes every integer is below the largest double */

typedef struct check_sink {
    reader *reader;
} check_sink;

#define READER_SINK check_sink
#define READER_SINK_TEXT 1

static inline int32_t sink_text(check_sink *s, const char *text, size_t length, bool is_key)
{
    if (__builtin_expect(length <= CHECK_DIGITS_SURE || is_key || *text == '"', 1)) {
        return FJ_OK;
    }
    s->reader->place = text;
    return tape_integer_fits(text, length);
}

#include "read/sink_containers.h"

#include "read/engine.h"

int32_t tape_check(reader *r)
{
    check_sink sink = {.reader = r};
    return engine_run(r, &sink);
}
