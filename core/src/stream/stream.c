/*
 * Stream: several values, or one, in a text that comes in pieces cut anywhere.
 *
 * In: pieces, and at last the end. Out: what fj_parse_next, or for one value fj_parse, gives for
 * the whole text: the same documents, codes and places. A value that lies in one piece is read from
 * there; of one that does not, the text is held until its end is found, and a container is read
 * meanwhile if that is possible. Nothing else is kept but the place. A value that goes on and on is
 * judged when it has grown eightfold, so that what is wrong already is not held for ever; with
 * max_input_bytes that bound serves instead.
 */
#include <string.h>

#include "allocator.h"
#include "document/reading.h"
#include "error.h"
#include "scan/space.h"
#include "stream/boundary.h"
#include "stream/sequence.h"

enum stream_state {
    STREAM_BETWEEN, /* no value has begun */
    STREAM_INSIDE,  /* one has begun, or a comment, or a line; what was seen of it is held */
    STREAM_READY,   /* one is held whole; there was no memory to read it */
    STREAM_SKIPPED, /* a line that failed: up to its end nothing counts */
    STREAM_DROPPED, /* one value that failed: only the length of the text still counts */
    STREAM_ENDED,   /* the last value was given */
    STREAM_FAILED,
};

/* Of a container that is held: whether it is read while it comes. */
enum stream_reading {
    STREAM_READS_NOT,
    STREAM_READS_SOON, /* when enough of it is held */
    STREAM_READS,
    STREAM_HAS_READ, /* all of it: the document is there */
};

struct fj_stream {
    sequence_rules rules;
    enum stream_state state;
    bool finished; /* no piece may follow */
    bool whole;    /* FJ_SEQUENCE_ONE: the value is held from `held` on */
    boundary boundary;
    place at;       /* of the first byte that was not taken; */
    size_t behind;  /* not 0: of the value before it, which is held and has so many bytes */
    place after;    /* and this is how far what was not taken is behind that */
    uint64_t taken; /* bytes, of FJ_SEQUENCE_ONE */
    place item;     /* where what is held begins: a value, comment or line */
    place value;    /* FJ_SEQUENCE_ONE: of the value */
    char *held;
    size_t length;   /* bytes held */
    size_t base;     /* where the item begins in them: after the one value */
    size_t capacity; /* at least STREAM_BEHIND bytes more than are held */
    size_t size;     /* of the item that is READY, or of the one value, without the byte after it */
    enum stream_reading reads;
    reading *reading; /* NULL: there was none yet */
    size_t read_at;   /* so much of the container must be there before it is read on */
    size_t judge_at;  /* so long an item is judged before it ends */
    uint64_t start;   /* of the last value */
    uint64_t offset;  /* after it */
    fj_error failure;
};

#define STREAM_JUDGE_SCALAR 64u
#define STREAM_JUDGE 131072u
#define STREAM_JUDGE_FACTOR 4u /* and again when it is so many times longer */
#define STREAM_JUDGE_SHARE 32u /* by this part of what is there */
#define STREAM_WINDOW 16384
#define STREAM_WINDOW_READ 65536    /* of a container that is read: strings are cut less often */
#define STREAM_READ 512u            /* so much of a container, or so much more, is worth reading */
#define STREAM_BEHIND READING_AHEAD /* a byte for what ends a scalar, and what a reading needs */
#define STREAM_DOUBLED ((size_t)1 << 20) /* above, memory grows by quarters */

/* ---- opening and closing ---- */

void fj_stream_reset(fj_stream *s)
{
    if (s != NULL) {
        s->state = STREAM_BETWEEN;
        s->finished = false;
        s->whole = false;
        s->at = (place){0, 1, 1};
        s->behind = 0;
        s->taken = 0;
        s->length = 0;
        s->base = 0;
        s->reads = STREAM_READS_NOT;
        s->start = 0;
        s->offset = 0;
    }
}

int32_t fj_stream_new(const fj_sequence_options *sequence, const fj_parse_options *options,
                      fj_stream **stream, fj_error *error)
{
    if (stream == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "stream is NULL");
    }
    *stream = NULL;
    sequence_rules rules;
    const int32_t code = sequence_rules_open(&rules, sequence, options, error);
    if (code != FJ_OK) {
        return code;
    }
    if (rules.parse.borrow_text) {
        return error_plain(error, FJ_ERROR_OPTION, "borrow_text: no piece outlives its document");
    }
    fj_stream *const s = allocator_allocate(rules.parse.allocator, sizeof *s);
    if (s == NULL) {
        return error_plain(error, FJ_ERROR_MEMORY, NULL);
    }
    memset(s, 0, sizeof *s);
    s->rules = rules;
    fj_stream_reset(s);
    *stream = s;
    return FJ_OK;
}

void stream_set_reader(fj_stream *s, sequence_reader *reader, void *context)
{
    s->rules.reader = reader;
    s->rules.context = context;
}

void fj_stream_free(fj_stream *s)
{
    if (s != NULL) {
        const fj_allocator *const allocator = s->rules.parse.allocator;
        reading_free(s->reading);
        allocator_release(allocator, s->held);
        allocator_release(allocator, s);
    }
}

uint64_t fj_stream_start(const fj_stream *s)
{
    return s != NULL ? s->start : 0;
}

uint64_t fj_stream_offset(const fj_stream *s)
{
    return s != NULL ? s->offset : 0;
}

/* ---- what is held ---- */

/* Makes room for more text and STREAM_BEHIND bytes after it. false: no memory, and nothing is
 * changed. */
static bool stream_reserve(fj_stream *s, size_t length)
{
    if (length > PTRDIFF_MAX - STREAM_BEHIND - s->length) {
        return false;
    }
    const size_t need = s->length + length + STREAM_BEHIND;
    if (need > s->capacity) {
        size_t capacity =
            s->capacity < STREAM_DOUBLED ? s->capacity * 2 : s->capacity + s->capacity / 4;
        capacity = capacity > need ? capacity : need;
        capacity = capacity > 512 ? capacity : 512;
        char *const held =
            allocator_resize(s->rules.parse.allocator, s->held, s->capacity, capacity);
        if (held == NULL) {
            return false;
        }
        s->held = held;
        s->capacity = capacity;
    }
    return true;
}

/* Holds more text. */
static bool stream_hold(fj_stream *s, const char *p, size_t length)
{
    if (!stream_reserve(s, length)) {
        return false;
    }
    if (length != 0) {
        memcpy(s->held + s->length, p, length);
    }
    s->length += length;
    return true;
}

/* Makes `at` what it says. A large value is not counted as long as no place after it is asked for.
 */
static void stream_settle(fj_stream *s)
{
    if (s->behind != 0) {
        place_advance(&s->at, s->held, s->behind);
        s->behind = 0;
        s->at.offset += s->after.offset;
        s->at.column = s->after.line == 1 ? s->at.column + s->after.column - 1 : s->after.column;
        s->at.line += s->after.line - 1;
    }
}

/* Whether the item becomes longer than max_input_bytes by so many bytes more. */
static bool stream_too_long(const fj_stream *s, size_t more)
{
    const uint64_t max = s->rules.parse.max_input_bytes;
    const size_t length = s->length - s->base;
    return s->rules.kind != FJ_SEQUENCE_ONE && (length > max || more > max - length);
}

static bool stream_limited(const fj_stream *s)
{
    return s->rules.parse.max_input_bytes != UINT64_MAX;
}

/* ---- failures ---- */

static int32_t stream_memory(fj_document **document, fj_error *error)
{
    return sequence_failed(document, error_plain(error, FJ_ERROR_MEMORY, NULL));
}

/* After `failure` was filled, for good (but for lines: the next one is read). */
static int32_t stream_failed(fj_stream *s, fj_document **document, fj_error *error)
{
    const int32_t code = s->failure.code;
    if (s->rules.kind == FJ_SEQUENCE_ONE && stream_limited(s) && !s->finished &&
        s->state != STREAM_FAILED) {
        /* The text may yet be too long, which is then its first fault. */
        s->state = STREAM_DROPPED;
        return FJ_MORE;
    }
    if (s->rules.kind != FJ_SEQUENCE_LINES) {
        s->state = STREAM_FAILED;
    }
    s->length = 0;
    s->base = 0;
    sequence_error_copy(&s->failure, error);
    return sequence_failed(document, code);
}

/* ---- giving values ---- */

static bool stream_scalar(const fj_stream *s)
{
    return s->rules.kind != FJ_SEQUENCE_LINES && s->boundary.kind == BOUNDARY_SCALAR;
}

static enum sequence_judging stream_judging(const fj_stream *s)
{
    return s->rules.kind != FJ_SEQUENCE_VALUES ? SEQUENCE_ALONE
           : stream_scalar(s)                  ? SEQUENCE_SCALAR
                                               : SEQUENCE_VALUE;
}

/* Reads a value of `size` bytes of which `seen` may be looked at. FJ_OK; a fault's code, with the
 * failure filled; or FJ_ERROR_MEMORY. */
static int32_t stream_parse(fj_stream *s, const char *text, size_t size, size_t seen,
                            const place *start, fj_document **document)
{
    const bool known = s->rules.kind == FJ_SEQUENCE_VALUES && stream_scalar(s) && seen > size &&
                       !sequence_ends_scalar(&s->rules, text[size]);
    int32_t code = FJ_ERROR_UNEXPECTED_BYTE;
    if (!known && (s->rules.kind == FJ_SEQUENCE_LINES || s->boundary.kind != BOUNDARY_NONE)) {
        code = sequence_read(&s->rules, text, size, document);
    }
    if (code == FJ_OK || code == FJ_ERROR_MEMORY) {
        return code;
    }
    s->failure.size = sizeof s->failure;
    return sequence_judge(&s->rules, text, seen, stream_judging(s), start, NULL, &s->failure);
}

/* The same of a value that is held from its first byte on, and may have been read already. */
static int32_t stream_parse_held(fj_stream *s, size_t size, size_t seen, const place *start,
                                 fj_document **document)
{
    if (s->reads == STREAM_HAS_READ) {
        if (s->rules.kind != FJ_SEQUENCE_ONE) {
            stream_settle(s); /* as long as the text is here */
        }
        if (reading_take(s->reading, document, &s->held, &s->capacity)) {
            s->reads = STREAM_READS_NOT;
            s->behind = 0;
            return FJ_OK;
        }
    }
    return stream_parse(s, s->held, size, seen, start, document);
}

/* Reads the item that is held whole, and lets go of it. */
static int32_t stream_give_held(fj_stream *s, fj_document **document, fj_error *error)
{
    const int32_t code = stream_parse_held(s, s->size, s->length, &s->item, document);
    if (code == FJ_ERROR_MEMORY) {
        s->state = STREAM_READY;
        return stream_memory(document, error);
    }
    s->state = STREAM_BETWEEN;
    if (code != FJ_OK) {
        return stream_failed(s, document, error);
    }
    s->start = s->item.offset;
    s->offset =
        s->rules.kind == FJ_SEQUENCE_LINES ? s->at.offset : s->item.offset + (uint64_t)s->size;
    s->length = 0;
    return FJ_OK;
}

/* A fault at or after the item, of which the failure is filled: but the one value comes before it.
 */
static int32_t stream_wrong(fj_stream *s, fj_document **document, fj_error *error)
{
    if (s->whole && s->reads != STREAM_HAS_READ) {
        const fj_error later = s->failure;
        const boundary before = s->boundary;
        s->boundary.kind = BOUNDARY_CONTAINER; /* whatever it is: it was found to be a value */
        const int32_t code = stream_parse(s, s->held, s->size, s->base, &s->value, document);
        s->boundary = before; /* the call may be made again */
        if (code == FJ_ERROR_MEMORY) {
            return stream_memory(document, error);
        }
        if (code == FJ_OK) {
            s->failure = later;
        }
    }
    return stream_failed(s, document, error);
}

/* ---- what does not end ---- */

static bool stream_number_byte(char c)
{
    return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || (c | 0x20) == 'e';
}

/* Whether a number begins here and reaches the end of what is there: it may yet be worth something
 * else. */
static bool stream_number_goes_on(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        if (!stream_number_byte(text[i])) {
            return false;
        }
    }
    return true;
}

static int32_t stream_judge(const fj_stream *s, size_t length, size_t *fault, fj_error *error)
{
    const char *const text = s->held + s->base;
    return s->rules.kind != FJ_SEQUENCE_LINES && s->boundary.kind == BOUNDARY_COMMENT
               ? sequence_judge_comment(&s->rules, text, length, &s->item, fault, error)
               : sequence_judge(&s->rules, text, length, stream_judging(s), &s->item, fault, error);
}

/* Whether what is held is wrong already, whatever follows; the failure is then filled. Only the
 * beginning is looked at, so that texts that are right lose little time by it. */
static bool stream_wrong_already(fj_stream *s)
{
    size_t length = s->length - s->base;
    if (length < s->judge_at || stream_limited(s)) {
        return false;
    }
    s->judge_at = length > SIZE_MAX / STREAM_JUDGE_FACTOR ? SIZE_MAX : length * STREAM_JUDGE_FACTOR;
    length = stream_scalar(s) ? length : length / STREAM_JUDGE_SHARE;
    if (s->reads == STREAM_READS && reading_offset(s->reading) >= length) {
        return false;
    }
    size_t fault = 0;
    int32_t code = stream_judge(s, length, &fault, NULL);
    if (code == FJ_OK || code == FJ_ERROR_MEMORY || code == FJ_ERROR_UNEXPECTED_END ||
        ((code == FJ_ERROR_LIMIT || code == FJ_ERROR_NUMBER_OUT_OF_RANGE) &&
         stream_number_goes_on(s->held + s->base + fault, length - fault))) {
        return false;
    }
    s->failure.size = sizeof s->failure;
    code = stream_judge(s, length, NULL, &s->failure);
    return code != FJ_ERROR_MEMORY;
}

/* ---- lines ---- */

/* Takes a piece of a line that does not end in it. */
static int32_t stream_line_part(fj_stream *s, const char *p, const char *end,
                                fj_document **document, fj_error *error)
{
    const size_t length = (size_t)(end - p);
    if (s->state == STREAM_BETWEEN) {
        s->item = s->at;
        s->judge_at = STREAM_JUDGE;
    }
    if (stream_too_long(s, length)) {
        s->failure.size = sizeof s->failure;
        sequence_fail_at(FJ_ERROR_LIMIT, &s->item, p, length, &s->failure);
        s->state = STREAM_SKIPPED;
        s->at.offset += length;
        return stream_failed(s, document, error);
    }
    if (!stream_hold(s, p, length)) {
        return stream_memory(document, error);
    }
    s->state = STREAM_INSIDE;
    s->at.offset += length;
    if (stream_wrong_already(s)) {
        s->state = STREAM_SKIPPED;
        return stream_failed(s, document, error);
    }
    return FJ_MORE;
}

/* Reads a line from the piece that it lies in. */
static int32_t stream_line_whole(fj_stream *s, const char *line, const char *feed,
                                 fj_document **document, fj_error *error)
{
    const size_t size = (size_t)(feed - line);
    s->item = s->at;
    int32_t code = FJ_ERROR_LIMIT;
    if (size > s->rules.parse.max_input_bytes) {
        s->failure.size = sizeof s->failure;
        sequence_fail_at(code, &s->item, line, size, &s->failure);
    } else {
        code = stream_parse(s, line, size, size, &s->item, document);
    }
    if (code == FJ_ERROR_MEMORY) {
        return stream_memory(document, error);
    }
    s->at = (place){s->at.offset + size + 1, s->at.line + 1, 1};
    if (code != FJ_OK) {
        return stream_failed(s, document, error);
    }
    s->start = s->item.offset;
    s->offset = s->at.offset;
    return FJ_OK;
}

/* The end of a line whose beginning is held. */
static int32_t stream_line_end(fj_stream *s, const char *p, const char *feed,
                               fj_document **document, fj_error *error)
{
    const size_t length = (size_t)(feed - p);
    if (stream_too_long(s, length)) {
        s->failure.size = sizeof s->failure;
        sequence_fail_at(FJ_ERROR_LIMIT, &s->item, p, length, &s->failure);
        s->state = STREAM_SKIPPED; /* up to this line feed */
        return stream_failed(s, document, error);
    }
    if (!stream_hold(s, p, length)) {
        return stream_memory(document, error);
    }
    s->size = s->length;
    s->at = (place){s->at.offset + length + 1, s->at.line + 1, 1};
    if (sequence_line_blank(&s->rules, s->held, s->held + s->size)) {
        s->state = STREAM_BETWEEN;
        s->length = 0;
        return FJ_MORE;
    }
    return stream_give_held(s, document, error);
}

static int32_t stream_read_lines(fj_stream *s, const char *p, const char *end,
                                 fj_document **document, fj_error *error)
{
    int32_t code = FJ_MORE;
    while (p != end && code == FJ_MORE) {
        const char *const feed = memchr(p, '\n', (size_t)(end - p));
        const char *const stop = feed != NULL ? feed : end;
        if (s->state == STREAM_BETWEEN) {
            const char *const first = scan_space(p, stop);
            s->at.offset += (uint64_t)(first - p);
            s->at.column += (uint64_t)(first - p);
            p = first;
            if (p == end) {
                break;
            }
        }
        if (s->state == STREAM_SKIPPED) {
            s->at.offset += (uint64_t)(stop - p);
            if (feed != NULL) {
                s->at = (place){s->at.offset + 1, s->at.line + 1, 1};
                s->state = STREAM_BETWEEN;
            }
        } else if (feed == NULL) {
            return stream_line_part(s, p, end, document, error);
        } else if (s->state == STREAM_INSIDE) {
            code = stream_line_end(s, p, feed, document, error);
        } else if ((size_t)(feed - p) <= s->rules.parse.max_input_bytes &&
                   sequence_line_blank(&s->rules, p, feed)) {
            s->at = (place){s->at.offset + (uint64_t)(feed - p) + 1, s->at.line + 1, 1};
        } else {
            return stream_line_whole(s, p, feed, document, error);
        }
        p = feed != NULL ? feed + 1 : end;
    }
    return code;
}

/* ---- values ---- */

/* How a piece is being taken: `at` of the stream is the place of `mark`. */
typedef struct piece {
    const char *mark;
    const char *p;
    const char *end;
} piece;

static void stream_count(fj_stream *s, piece *in)
{
    place_advance(s->behind != 0 ? &s->after : &s->at, in->mark, (size_t)(in->p - in->mark));
    in->mark = in->p;
}

/* FJ_SEQUENCE_ONE: the value is whole and stays held until the text ends. */
static void stream_one_whole(fj_stream *s, size_t size)
{
    s->whole = true;
    s->value = s->item;
    s->size = size;
    s->base = s->length;
    s->state = STREAM_BETWEEN;
}

/* The item has ended at `stop`, and nothing of it is held. */
static int32_t stream_value_here(fj_stream *s, piece *in, const char *stop, fj_document **document,
                                 fj_error *error)
{
    const size_t size = (size_t)(stop - in->p);
    const size_t after = (size_t)(in->end - stop);
    size_t seen = size + (stream_scalar(s) && after != 0);
    if (s->boundary.kind == BOUNDARY_NONE) {
        seen = size + (after < 2 ? after : 2); /* a byte order mark has its own message */
    }
    int32_t code;
    if (stream_too_long(s, size)) {
        s->failure.size = sizeof s->failure;
        code = sequence_fail_at(FJ_ERROR_LIMIT, &s->item, in->p, size, &s->failure);
    } else if (s->boundary.kind == BOUNDARY_COMMENT) {
        s->failure.size = sizeof s->failure;
        code = sequence_judge_comment(&s->rules, in->p, size, &s->item, NULL, &s->failure);
    } else {
        code = stream_parse(s, in->p, size, seen, &s->item, document);
    }
    s->state = STREAM_BETWEEN;
    if (code == FJ_ERROR_MEMORY) {
        return stream_memory(document, error);
    }
    if (code != FJ_OK) {
        return stream_wrong(s, document, error);
    }
    in->p = stop;
    if (s->boundary.kind == BOUNDARY_COMMENT) {
        return FJ_MORE;
    }
    s->start = s->item.offset;
    s->offset = s->item.offset + size;
    return FJ_OK;
}

/* A comment that is held has ended, `length` bytes of it in this piece. */
static int32_t stream_comment_held(fj_stream *s, size_t length, fj_document **document,
                                   fj_error *error)
{
    const char *const text = s->held + s->base;
    const size_t size = s->length - s->base;
    s->failure.size = sizeof s->failure;
    const int32_t code = sequence_judge_comment(&s->rules, text, size, &s->item, NULL, &s->failure);
    if (code == FJ_ERROR_MEMORY) {
        s->length -= length;
        return stream_memory(document, error);
    }
    if (code != FJ_OK) {
        const int32_t wrong = stream_wrong(s, document, error);
        if (wrong == FJ_ERROR_MEMORY) {
            s->length -= length; /* nothing was taken */
        }
        return wrong;
    }
    s->at = s->item;
    place_advance(&s->at, text, size);
    s->state = STREAM_BETWEEN;
    s->length = s->base;
    return FJ_MORE;
}

/* The item has ended at `stop`; what came before this piece is held, or shall be. `copied`: so is
 * what lies in this piece, but for the length. */
static int32_t stream_value_held(fj_stream *s, piece *in, const char *stop, bool copied,
                                 fj_document **document, fj_error *error)
{
    const size_t length = (size_t)(stop - in->p);
    if (stream_too_long(s, length)) {
        s->failure.size = sizeof s->failure;
        sequence_fail_at(FJ_ERROR_LIMIT, &s->item, in->p, length, &s->failure);
        return stream_wrong(s, document, error);
    }
    if (copied) {
        s->length += length;
    } else if (!stream_hold(s, in->p, length)) {
        return stream_memory(document, error);
    }
    if (s->boundary.kind == BOUNDARY_COMMENT) {
        const int32_t code = stream_comment_held(s, length, document, error);
        if (code != FJ_ERROR_MEMORY) {
            in->p = in->mark = stop;
        }
        return code;
    }
    const size_t size = s->length;
    if (stream_scalar(s) && stop < in->end) {
        s->held[s->length++] = *stop; /* which there is always room for */
    }
    in->p = in->mark = stop;
    s->at = s->item;
    s->after = (place){0, 1, 1};
    s->behind = size;
    if (s->rules.kind == FJ_SEQUENCE_ONE) {
        stream_one_whole(s, size);
        return FJ_MORE;
    }
    s->size = size;
    return stream_give_held(s, document, error);
}

/* ---- a container, while it comes ---- */

/* Whether the item could be read before it ends. What has more faults than the grammar's, or
 * limits that the whole counts for, is read when it is there. */
static bool stream_can_read(const fj_stream *s, const fj_document *document)
{
    return s->boundary.kind == BOUNDARY_CONTAINER && s->rules.reader == NULL &&
           !stream_limited(s) && s->rules.parse.duplicate_key != FJ_DUPLICATE_ERROR &&
           reading_possible(&s->rules.parse, document);
}

/* Whether it is worth it, and so what comes next of the item is read. */
static bool stream_reads(const fj_stream *s)
{
    return s->reads == STREAM_READS || (s->reads == STREAM_READS_SOON && s->length >= STREAM_READ);
}

/* Reads on in the container that is held, of `all` bytes. A string that does not end, or is wrong,
 * is tried again when there is twice as much, so that no byte is looked at more than a few times.
 * Any other fault, and want of memory, is left to the reading of the whole. */
static void stream_read_on(fj_stream *s, size_t all)
{
    if (s->reads == STREAM_READS_SOON) {
        s->reads = reading_begin(&s->reading, &s->rules.parse) ? STREAM_READS : STREAM_READS_NOT;
    }
    if (s->reads != STREAM_READS) {
        return;
    }
    size_t length = all; /* no number ends where the text does */
    while (length > reading_offset(s->reading) && stream_number_byte(s->held[length - 1])) {
        length--;
    }
    const int32_t code = reading_go_on(s->reading, s->held, length, s->capacity, true);
    if (code == FJ_MORE) {
        const size_t left = all - reading_offset(s->reading);
        s->read_at = all + (left > STREAM_READ ? left : STREAM_READ);
    } else {
        s->reads = code == FJ_OK ? STREAM_HAS_READ : STREAM_READS_NOT;
    }
}

/* Adds to the container that is held, but for the length, and reads it or looks for its end. Gives
 * the place of that in what was added, or NULL. */
static const char *stream_find_reading(fj_stream *s, const char *p, size_t length)
{
    const size_t before = s->length;
    const size_t all = before + length;
    memcpy(s->held + before, p, length);
    size_t seen = before; /* before it is no end */
    if (all >= s->read_at) {
        stream_read_on(s, all);
        if (s->reads == STREAM_HAS_READ) {
            return p + (reading_offset(s->reading) - before);
        }
        if (s->reads == STREAM_READS && reading_offset(s->reading) > before) {
            seen = reading_offset(s->reading);
            boundary_move(&s->boundary, reading_depth(s->reading));
        }
    }
    const char *const stop = boundary_find(&s->boundary, s->held + seen, s->held + all);
    if (stop == NULL) {
        return NULL;
    }
    const size_t size = (size_t)(stop - s->held);
    const bool read = s->reads == STREAM_READS &&
                      reading_go_on(s->reading, s->held, size, s->capacity, false) == FJ_OK;
    s->reads = read ? STREAM_HAS_READ : STREAM_READS_NOT;
    return p + (size - before);
}

/* Something begins at in->p. */
static int32_t stream_begin(fj_stream *s, piece *in, fj_document **document, fj_error *error)
{
    stream_count(s, in);
    stream_settle(s);
    s->item = s->at;
    boundary_begin(&s->boundary, *in->p, s->rules.parse.allow_comments);
    s->judge_at = stream_scalar(s) ? STREAM_JUDGE_SCALAR : STREAM_JUDGE;
    s->state = STREAM_INSIDE;
    if (!s->whole) {
        s->reads = stream_can_read(s, *document) ? STREAM_READS_SOON : STREAM_READS_NOT;
        s->read_at = 0;
    }
    if (s->whole && s->boundary.kind != BOUNDARY_COMMENT) {
        s->failure.size = sizeof s->failure;
        sequence_fail_at(FJ_ERROR_TRAILING_CONTENT, &s->item, in->p, (size_t)(in->end - in->p),
                         &s->failure);
        s->state = STREAM_BETWEEN;
        return stream_wrong(s, document, error);
    }
    return FJ_OK;
}

static int32_t stream_read_values(fj_stream *s, piece *in, fj_document **document, fj_error *error)
{
    int32_t code = FJ_MORE;
    while (code == FJ_MORE && s->state != STREAM_DROPPED) {
        if (s->state == STREAM_BETWEEN) {
            in->p = scan_space(in->p, in->end);
            if (in->p == in->end) {
                break;
            }
            code = stream_begin(s, in, document, error);
            if (code != FJ_OK) {
                continue;
            }
        }
        const boundary before = s->boundary;
        const bool held = s->length != s->base;
        const bool reads = stream_reads(s);
        const bool cut = !held && s->reads != STREAM_READS_NOT && in->end - in->p > STREAM_WINDOW;
        const char *const end = cut ? in->p + STREAM_WINDOW : in->end;
        const size_t length = (size_t)(end - in->p);
        if (held && !stream_reserve(s, length)) {
            return stream_memory(document, error);
        }
        const char *const stop =
            !held   ? boundary_find(&s->boundary, in->p, end)
            : reads ? stream_find_reading(s, in->p, length)
                    : boundary_find_copying(&s->boundary, in->p, end, s->held + s->length);
        if (stop != NULL) {
            const bool keep = s->rules.kind == FJ_SEQUENCE_ONE &&
                              s->boundary.kind != BOUNDARY_COMMENT &&
                              s->boundary.kind != BOUNDARY_NONE;
            code = held || keep ? stream_value_held(s, in, stop, held, document, error)
                                : stream_value_here(s, in, stop, document, error);
            if (code == FJ_ERROR_MEMORY && s->state == STREAM_INSIDE) {
                s->boundary = before; /* nothing was taken */
            }
            continue;
        }
        if (stream_too_long(s, length)) {
            s->failure.size = sizeof s->failure;
            sequence_fail_at(FJ_ERROR_LIMIT, &s->item, in->p, length, &s->failure);
            return stream_wrong(s, document, error);
        }
        if (held) {
            s->length += length;
        } else if (!stream_hold(s, in->p, length)) {
            s->state = STREAM_BETWEEN;
            return stream_memory(document, error);
        }
        in->p = in->mark = end;
        code = stream_wrong_already(s) ? stream_wrong(s, document, error) : FJ_MORE;
        break;
    }
    return code;
}

/* What has to be copied anyway is looked at while it is in a near cache. Gives the bytes taken. */
static size_t stream_read_windows(fj_stream *s, const char *text, size_t length,
                                  fj_document **document, fj_error *error, int32_t *code)
{
    const char *p = text;
    const char *const end = text + length;
    do {
        const ptrdiff_t window = stream_reads(s) ? STREAM_WINDOW_READ : STREAM_WINDOW;
        const bool whole = s->state != STREAM_INSIDE || end - p <= window;
        piece in = {p, p, whole ? end : p + window};
        *code = stream_read_values(s, &in, document, error);
        in.p = s->state == STREAM_DROPPED ? in.end : in.p;
        stream_count(s, &in);
        p = in.p;
    } while (*code == FJ_MORE && p != end);
    return (size_t)(p - text);
}

/* ---- the calls ---- */

/* What every call begins with: whether there is anything to do. */
static int32_t stream_enter(fj_stream *s, fj_document **document, fj_error *error)
{
    if (s->state == STREAM_FAILED) {
        return stream_failed(s, document, error);
    }
    return s->state == STREAM_READY ? stream_give_held(s, document, error) : FJ_MORE;
}

int32_t fj_stream_read(fj_stream *s, const char *text, size_t length, size_t *used,
                       fj_document **document, fj_error *error)
{
    if (used != NULL) {
        *used = 0;
    }
    if (s == NULL || document == NULL || used == NULL || (text == NULL && length != 0) ||
        length > PTRDIFF_MAX) {
        return error_plain(error, FJ_ERROR_ARGUMENT,
                           "stream, document or used is NULL, or the text is or is too long");
    }
    if (s->finished) {
        return sequence_failed(document,
                               error_plain(error, FJ_ERROR_STATE, "the text is finished"));
    }
    int32_t code = stream_enter(s, document, error);
    if (code != FJ_MORE) {
        return code;
    }
    if (s->rules.kind == FJ_SEQUENCE_ONE && (s->taken > s->rules.parse.max_input_bytes ||
                                             length > s->rules.parse.max_input_bytes - s->taken)) {
        const place beginning = {0, 1, 1};
        s->state = STREAM_FAILED;
        s->failure.size = sizeof s->failure;
        sequence_fail_at(FJ_ERROR_LIMIT, &beginning, text, length, &s->failure);
        return stream_failed(s, document, error);
    }
    if (s->rules.kind == FJ_SEQUENCE_LINES) {
        const uint64_t before = s->at.offset;
        code = stream_read_lines(s, text, text + length, document, error);
        *used = (size_t)(s->at.offset - before);
    } else if (length != 0) {
        *used = stream_read_windows(s, text, length, document, error, &code);
        s->taken += *used;
    }
    return code;
}

/* The one value, when the text has ended. */
static int32_t stream_finish_one(fj_stream *s, fj_document **document, fj_error *error)
{
    if (!s->whole) {
        s->failure.size = sizeof s->failure;
        sequence_fail_at(FJ_ERROR_UNEXPECTED_END, &s->at, "", 0, &s->failure);
        return stream_failed(s, document, error);
    }
    s->boundary.kind = BOUNDARY_CONTAINER; /* whatever it is: it was found to be a value */
    const int32_t code = stream_parse_held(s, s->size, s->base, &s->value, document);
    if (code == FJ_ERROR_MEMORY) {
        return stream_memory(document, error);
    }
    if (code != FJ_OK) {
        return stream_failed(s, document, error);
    }
    s->start = s->value.offset;
    s->offset = s->start + s->size;
    s->state = STREAM_ENDED;
    return FJ_OK;
}

int32_t fj_stream_finish(fj_stream *s, fj_document **document, fj_error *error)
{
    if (s == NULL || document == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "stream or document is NULL");
    }
    s->finished = true;
    const int32_t code = stream_enter(s, document, error);
    if (code != FJ_MORE) {
        return code;
    }
    if (s->state == STREAM_DROPPED) {
        return stream_failed(s, document, error);
    }
    if (s->state == STREAM_INSIDE && s->rules.kind != FJ_SEQUENCE_LINES &&
        s->boundary.kind == BOUNDARY_COMMENT) {
        s->failure.size = sizeof s->failure;
        const int32_t fault = sequence_judge_comment(
            &s->rules, s->held + s->base, s->length - s->base, &s->item, NULL, &s->failure);
        if (fault == FJ_ERROR_MEMORY) {
            return stream_memory(document, error);
        }
        if (fault != FJ_OK) {
            return stream_wrong(s, document, error);
        }
        s->at = s->item;
        place_advance(&s->at, s->held + s->base, s->length - s->base);
        s->length = s->base;
        s->state = STREAM_BETWEEN;
    }
    if (s->rules.kind == FJ_SEQUENCE_ONE && s->state != STREAM_ENDED) {
        if (s->state == STREAM_INSIDE) {
            stream_one_whole(s, s->length);
        }
        return stream_finish_one(s, document, error);
    }
    if (s->state == STREAM_INSIDE) {
        s->size = s->length;
        s->at.column = 1; /* as if the line had its end */
        if (s->rules.kind != FJ_SEQUENCE_LINES ||
            !sequence_line_blank(&s->rules, s->held, s->held + s->size)) {
            return stream_give_held(s, document, error);
        }
    }
    const bool blank = s->rules.refuse_blank && s->state == STREAM_BETWEEN && s->at.column > 1;
    s->state = STREAM_ENDED;
    if (blank) { /* a last line of white space, without its end */
        s->failure.size = sizeof s->failure;
        sequence_fail_at(FJ_ERROR_UNEXPECTED_END, &s->at, "", 0, &s->failure);
        return stream_failed(s, document, error);
    }
    return FJ_END;
}
