/* Reading: see reading.h. */
#define DOCUMENT_SINK_STAYS 1
#define READER_SINK_PAUSES 1
#include "document/reading.h"
#include "document/document_sink.h"
#include "document/own.h"
#include "read/engine.h"
#include "read/options.h"

_Static_assert(READING_AHEAD >= DIRECT_AHEAD, "what the direct loop reads after a text");
_Static_assert(DOCUMENT_SLACK >= DIRECT_SLACK, "what it writes after a string");

struct reading {
    reader reader;
    document_sink sink;
    engine_pause pause;
    bool begun;            /* the sink has been made */
    uintptr_t text;        /* where the text was, of which strings stay there */
    fj_document *document; /* NULL: the last one was given away */
};

bool reading_possible(const fj_parse_options *options, const fj_document *document)
{
    return read_options_strict(options) && !options->borrow_text &&
           kernel_in_use->block != KERNEL_BLOCK_NONE &&
           (document == NULL || document->allocator == options->allocator);
}

bool reading_begin(reading **given, const fj_parse_options *options)
{
    reading *r = *given;
    if (r == NULL) {
        r = allocator_allocate(options->allocator, sizeof *r);
        if (r == NULL) {
            return false;
        }
        r->document = NULL;
        *given = r;
    } else {
        reader_close(&r->reader);
    }
    r->begun = false;
    r->pause = (engine_pause){.at = ENGINE_AT_VALUE};
    if (r->document == NULL) {
        r->document = document_make(options->allocator);
    }
    return reader_open(&r->reader, NULL, 0, options) == FJ_OK && r->document != NULL;
}

/* Strings that lie in these bytes have been moved with them. */
static void reading_move(reading *r, uintptr_t from, size_t length, uintptr_t to)
{
    for (fj_value *v = r->sink.values; v != r->sink.next; v++) {
        if (value_has_text(v) && (uintptr_t)v->as.uint64 - from < length) {
            v->as.uint64 += to - from;
        }
    }
}

/* Makes room for the escaped strings of what is left of the text. */
static bool reading_reserve(reading *r, size_t left, size_t room)
{
    fj_document *const d = r->document;
    const size_t used = (size_t)(r->sink.strings - d->strings); /* no more than text was read */
    if (used + left + DOCUMENT_SLACK <= d->strings_capacity) {
        return true;
    }
    const size_t capacity = (used + left > room ? used + left : room) + DOCUMENT_SLACK;
    const uintptr_t before = (uintptr_t)d->strings;
    char *const strings = allocator_resize(d->allocator, d->strings, d->strings_capacity, capacity);
    if (strings == NULL) {
        return false;
    }
    d->strings = strings;
    d->strings_capacity = capacity;
    r->sink.strings = strings + used;
    if ((uintptr_t)strings != before) {
        reading_move(r, before, used, (uintptr_t)strings);
    }
    return true;
}

int32_t reading_go_on(reading *r, char *text, size_t length, size_t room, bool more)
{
    reader *const in = &r->reader;
    in->text = text;
    in->end = text + length;
    in->ahead = in->end;
    if (!more) {
        memset(text + length, 0, READING_AHEAD);
        in->ahead += READING_AHEAD;
    }
    if (!r->begun) {
        if (!document_reserve(r->document, length)) {
            return FJ_ERROR_MEMORY;
        }
        r->sink = sink_make(r->document, in);
        r->begun = true;
    } else {
        if ((uintptr_t)text != r->text) {
            reading_move(r, r->text, r->pause.offset, (uintptr_t)text);
        }
        if (!reading_reserve(r, length - r->pause.offset, room)) {
            return FJ_ERROR_MEMORY;
        }
    }
    r->text = (uintptr_t)text;
    r->pause.more = more;
    const int32_t code = engine_go_on(in, &r->sink, &r->pause);
    return sink_leave(&r->sink, r->document, code);
}

size_t reading_offset(const reading *r)
{
    return r->pause.offset;
}

size_t reading_depth(const reading *r)
{
    return r->pause.depth;
}

bool reading_take(reading *r, fj_document **document, char **text, size_t *capacity)
{
    fj_document *const own = r->document;
    if (*document != NULL && (*document)->allocator != own->allocator) {
        return false;
    }
    char *former = NULL;
    size_t former_capacity = 0;
    if (*document == NULL) {
        *document = own;
        r->document = NULL;
    } else {
        former = (*document)->text;
        former_capacity = (*document)->text_capacity;
        const fj_document theirs = **document;
        **document = *own;
        *own = theirs;
        own->length = 0;
        own->text = NULL;
    }
    (*document)->text = *text;
    (*document)->text_capacity = *capacity;
    *text = former;
    *capacity = former_capacity;
    return true;
}

void reading_free(reading *r)
{
    if (r != NULL) {
        const fj_allocator *const allocator = r->reader.options.allocator;
        reader_close(&r->reader);
        fj_document_free(r->document);
        allocator_release(allocator, r);
    }
}
