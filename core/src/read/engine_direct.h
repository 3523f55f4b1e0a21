/*
 * Engine, in one pass: the way for texts by the strict grammar.
 *
 * Included by engine.h, once a kernel: DIRECT_KERNEL is its name, DIRECT_TARGET what tells the
 * compiler of its instructions. In: the reader. Out: events into the sink; FJ_OK; a code of the
 * sink or a limit with its place; or ENGINE_FAULT_SOMEWHERE: the text breaks the grammar, at or
 * after what was read.
 *
 * Nothing is prepared and nothing is looked at twice: a string is found, checked and, where the
 * sink has a place for it, copied, a block a step. From each token on DIRECT_AHEAD bytes can be
 * read: the end of the text, where they could not, is read from a copy with zeros behind it. That
 * is looked at once a value, and after whatever may be long: a member of which nothing is takes
 * less.
 *
 * White space before a token is guessed to be as long as the last time: where that is so, the place
 * of the token does not wait for the bytes before it.
 *
 * For a sink that pauses (READER_SINK_PAUSES) the text of a container need not all be there: where
 * a token may reach beyond it the loop is left by FJ_MORE, and *pause says how to go on.
 */
#include "read/direct_names.h"

#define DIRECT_TAIL(p)                     \
    do {                                   \
        (p) = direct_tail(r, (p), &delta); \
        safe = end = r->end;               \
        ahead = r->ahead;                  \
    } while (0)

/* Where not all text is there yet, the reading pauses instead, to go on at p as `next` says. */
#if READER_SINK_PAUSES
#undef DIRECT_TAIL
#define DIRECT_PAUSE(next)      \
    do {                        \
        if (pause->more) {      \
            pause->at = (next); \
            goto paused;        \
        }                       \
    } while (0)
#define DIRECT_TAIL(p) goto fault /* what is read after the end of a text that is whole */
#else
#define DIRECT_PAUSE(next)
#endif

/* Makes sure that DIRECT_AHEAD bytes can be read at p, before `next`. */
#define DIRECT_TOKEN(p, next)              \
    do {                                   \
        if (ENGINE_UNLIKELY((p) > safe)) { \
            DIRECT_PAUSE(next);            \
            DIRECT_TAIL(p);                \
        }                                  \
    } while (0)

/* White space, of which less than a block is likely, before `next`. */
#define DIRECT_SPACE(p, next)                                                       \
    do {                                                                            \
        if ((unsigned char)*(p) <= ' ') {                                           \
            const DIRECT_MASK tokens = DIRECT(block_tokens)(DIRECT(block_load)(p)); \
            if (ENGINE_LIKELY((tokens & guess) == (guess ^ (guess >> 1)))) {        \
                (p) += indent;                                                      \
            } else if (ENGINE_LIKELY(tokens != 0)) {                                \
                indent = DIRECT(block_first)(tokens);                               \
                guess = ((DIRECT_MASK)2 << indent) - 1;                             \
                (p) += indent;                                                      \
            } else {                                                                \
                (p) = direct_space((p) + DIRECT_SIZE, ahead);                       \
                DIRECT_TOKEN(p, next);                                              \
            }                                                                       \
        }                                                                           \
    } while (0)

/* After an opening bracket, and before what may be a closing one: a step more, or less, than before
 * the members beside it. */
#define DIRECT_SPACE_BY(p, by, next)                      \
    do {                                                  \
        if ((unsigned char)*(p) <= ' ') {                 \
            indent = (indent + (by)) & (DIRECT_SIZE - 1); \
            guess = ((DIRECT_MASK)2 << indent) - 1;       \
            DIRECT_SPACE(p, next);                        \
        }                                                 \
    } while (0)
#define DIRECT_DEEPER(p, next)          \
    do {                                \
        const size_t before = indent;   \
        DIRECT_SPACE_BY(p, step, next); \
        step = indent - before;         \
    } while (0)
#define DIRECT_SHALLOWER(p, next) DIRECT_SPACE_BY(p, 0 - step, next)

/* A container at p, of which `of_object` is the lowest bit of its level. */
#define DIRECT_BEGIN(of_object, begin)                                                \
    do {                                                                              \
        place = p;                                                                    \
        if (ENGINE_UNLIKELY(depth >= max_nesting)) {                                  \
            code = FJ_ERROR_NESTING;                                                  \
            goto leave;                                                               \
        }                                                                             \
        if (ENGINE_UNLIKELY(depth >= r->levels_capacity) && !reader_levels_grow(r)) { \
            code = FJ_ERROR_MEMORY;                                                   \
            goto leave;                                                               \
        }                                                                             \
        r->levels[depth++] = level;                                                   \
        level = (of_object);                                                          \
        code = begin(sink);                                                           \
        if (ENGINE_UNLIKELY(code != FJ_OK)) {                                         \
            goto leave;                                                               \
        }                                                                             \
    } while (0)

/* A string that is plain and shorter than two blocks is dealt with here. */
#if READER_SINK_TEXT
#define DIRECT_STRING(p, is_key, before, after)                               \
    do {                                                                      \
        const char *const start = (p) + 1;                                    \
        DIRECT_MASK odd = DIRECT(block_odd)(DIRECT(block_load)(start));       \
        size_t length = DIRECT(block_first)(odd);                             \
        if (odd == 0) {                                                       \
            odd = DIRECT(block_odd)(DIRECT(block_load)(start + DIRECT_SIZE)); \
            length += DIRECT(block_first)(odd);                               \
        }                                                                     \
        place = (p);                                                          \
        if (ENGINE_LIKELY(start[length] == '"' && odd != 0)) {                \
            (p) = start + length + 1;                                         \
        } else {                                                              \
            const size_t seen = odd == 0 ? 2 * DIRECT_SIZE : 0;               \
            const char *const close = DIRECT(direct_check)(r, start, seen);   \
            if (ENGINE_UNLIKELY(close == NULL)) {                             \
                goto fault;                                                   \
            }                                                                 \
            (p) = close + 1;                                                  \
        }                                                                     \
        code = sink_text(sink, place, (size_t)((p)-place), is_key);           \
        if (ENGINE_UNLIKELY(code != FJ_OK)) {                                 \
            goto leave;                                                       \
        }                                                                     \
        DIRECT_TOKEN(p, after);                                               \
    } while (0)
#define sink_string false
#define sink_key true
#elif defined(READER_SINK_COPIES) && !READER_SINK_PAUSES

#define DIRECT_STRING(p, event, before, after)                                          \
    do {                                                                                \
        char *const out = READER_SINK_COPIES(sink);                                     \
        const char *const start = (p) + 1;                                              \
        const DIRECT_BLOCK block = DIRECT(block_load)(start);                           \
        DIRECT_MASK odd = DIRECT(block_odd)(block);                                     \
        DIRECT(block_store)(out, block);                                                \
        size_t length = DIRECT(block_first)(odd);                                       \
        if (odd == 0) {                                                                 \
            const DIRECT_BLOCK second = DIRECT(block_load)(start + DIRECT_SIZE);        \
            odd = DIRECT(block_odd)(second);                                            \
            DIRECT(block_store)(out + DIRECT_SIZE, second);                             \
            length += DIRECT(block_first)(odd);                                         \
        }                                                                               \
        place = (p);                                                                    \
        if (ENGINE_LIKELY(start[length] == '"' && odd != 0)) {                          \
            (p) = start + length + 1;                                                   \
            code = event(sink, out, length, READER_STRING_ASCII | READER_STRING_PLAIN); \
        } else {                                                                        \
            string_span span;                                                           \
            (p) = DIRECT(direct_copy)(r, start, out, &span);                            \
            if (ENGINE_UNLIKELY((p) == NULL)) {                                         \
                goto fault;                                                             \
            }                                                                           \
            code = event(sink, out, span.length, span.flags);                           \
        }                                                                               \
        if (ENGINE_UNLIKELY(code != FJ_OK)) {                                           \
            goto leave;                                                                 \
        }                                                                               \
        DIRECT_TOKEN(p, after);                                                         \
    } while (0)
#else
#define DIRECT_STRING(p, event, before, after)                                            \
    do {                                                                                  \
        const char *const start = (p) + 1;                                                \
        const DIRECT_BLOCK block = DIRECT(block_load)(start);                             \
        DIRECT_MASK odd = DIRECT(block_odd)(block);                                       \
        size_t length = DIRECT(block_first)(odd);                                         \
        if (odd == 0) {                                                                   \
            odd = DIRECT(block_odd)(DIRECT(block_load)(start + DIRECT_SIZE));             \
            length += DIRECT(block_first)(odd);                                           \
        }                                                                                 \
        place = (p);                                                                      \
        if (ENGINE_LIKELY(start[length] == '"' && odd != 0)) {                            \
            (p) = start + length + 1;                                                     \
            code = event(sink, start, length,                                             \
                         READER_STRING_ASCII | READER_STRING_PLAIN | READER_STRING_TEXT); \
        } else {                                                                          \
            string_span span;                                                             \
            (p) = DIRECT_SPAN(start, &span);                                              \
            if (ENGINE_UNLIKELY((p) == NULL)) {                                           \
                if (code != FJ_OK) {                                                      \
                    goto leave;                                                           \
                }                                                                         \
                DIRECT_PAUSE_STRING(p, before);                                           \
                goto fault;                                                               \
            }                                                                             \
            code = event(sink, span.bytes, span.length, span.flags);                      \
        }                                                                                 \
        if (ENGINE_UNLIKELY(code != FJ_OK)) {                                             \
            goto leave;                                                                   \
        }                                                                                 \
        DIRECT_TOKEN(p, after);                                                           \
    } while (0)

#if READER_SINK_PAUSES
/* It has no end yet, or a fault. */
#define DIRECT_PAUSE_STRING(p, before) \
    do {                               \
        (p) = place;                   \
        DIRECT_PAUSE(before);          \
    } while (0)
#define DIRECT_SPAN(start, span) DIRECT(direct_keep)(r, start, READER_SINK_COPIES(sink), span)
#else
#define DIRECT_PAUSE_STRING(p, before)
#define DIRECT_SPAN(start, span) DIRECT(direct_span)(r, start, span, &code)

/* A string for a sink that makes something of it at once: unescaped in scratch memory, if it has to
 * be. NULL: it is none, or there is no memory. */
static __attribute__((noinline)) DIRECT_TARGET const char *
DIRECT(direct_span)(reader *r, const char *start, string_span *span, int32_t *code)
{
    unsigned has;
    const char *const close = DIRECT(direct_find)(r, start, &has);
    if (ENGINE_UNLIKELY(close == NULL)) {
        return NULL;
    }
    span->bytes = start;
    span->length = (size_t)(close - start);
    span->flags = READER_STRING_PLAIN | READER_STRING_TEXT |
                  (has & DIRECT_HAS_HIGH ? 0 : READER_STRING_ASCII);
    if (has & DIRECT_HAS_BACKSLASH) {
        bool ascii;
        if (!reader_scratch_reserve(r, 0, span->length + UNESCAPE_SLACK)) {
            *code = FJ_ERROR_MEMORY;
            return NULL;
        }
        const char *const end = unescape(r->scratch, start, close, &ascii);
        if (ENGINE_UNLIKELY(end == NULL)) {
            return NULL;
        }
        span->bytes = r->scratch;
        span->length = (size_t)(end - r->scratch);
        span->flags = ascii ? READER_STRING_ASCII : 0;
    }
    return close + 1;
}
#endif
#endif

#if READER_SINK_TEXT
/* The number at p, if it has at most so many digits before the point, no exponent, and ends in the
 * block: it is within any range then. NULL: it is another one, or none. */
#define DIRECT_WHOLE (DIRECT_SIZE >= 20 ? 18u : DIRECT_SIZE - 2u)
ENGINE_INLINE DIRECT_TARGET const char *DIRECT(direct_number_short)(const char *p)
{
    const DIRECT_BLOCK block = DIRECT(block_load)(p);
    const unsigned sign = *p == '-';
    const uint64_t others = ~(uint64_t)DIRECT(block_digits)(block) >> sign;
    const unsigned digits = (unsigned)__builtin_ctzll(others);
    if (ENGINE_UNLIKELY(!((digits - 1 < DIRECT_WHOLE) & ((p[sign] != '0') | (digits == 1))))) {
        return NULL;
    }
    size_t length = sign + digits;
    if (p[length] == '.') {
        const unsigned decimals = (unsigned)__builtin_ctzll(others >> digits >> 1);
        length += 1 + decimals;
        if (ENGINE_UNLIKELY((decimals == 0) | (length >= DIRECT_SIZE))) {
            return NULL;
        }
    }
    return ENGINE_UNLIKELY((p[length] | 0x20) == 'e') ? NULL : p + length;
}

/* Any number. Out of the loop, and not told of the sink, which stays in registers so. */
static __attribute__((noinline)) const char *
DIRECT(direct_number_long)(reader *r, const char *p, const char *ahead, int32_t *code)
{
    const char *const passed = number_pass(p, ahead);
    if (passed != NULL) {
        return passed;
    }
    number n;
    number_fault fault;
    const char *const next = number_read(p, ahead, &n, &fault);
    return next == NULL || (n.kind == NUMBER_BIGINT && !engine_digits_within(r, p, n.length, code))
               ? NULL
               : next;
}

/* The number at p, or NULL; what it is worth does not matter if it is within range. */
ENGINE_INLINE DIRECT_TARGET const char *
DIRECT(direct_number)(reader *r, READER_SINK *sink, const char *p, const char *ahead, int32_t *code)
{
    const char *next = DIRECT(direct_number_short)(p);
    if (ENGINE_UNLIKELY(next == NULL)) {
        next = DIRECT(direct_number_long)(r, p, ahead, code);
        if (next == NULL) {
            return NULL;
        }
    }
    *code = sink_text(sink, p, (size_t)(next - p), false);
    return next;
}
#else
#ifdef DIRECT_SIXTEEN
#define NUMBER_READ DIRECT(number_read)
#define NUMBER_TARGET DIRECT_TARGET
#define NUMBER_SIXTEEN DIRECT_SIXTEEN
#include "number/number_read_body.h"
#define DIRECT_NUMBER_READ DIRECT(number_read)
#else
#define DIRECT_NUMBER_READ number_read
#endif

/* The number at p, or NULL. */
ENGINE_INLINE DIRECT_TARGET const char *
DIRECT(direct_number)(reader *r, READER_SINK *sink, const char *p, const char *ahead, int32_t *code)
{
    number n;
    number_fault fault;
    const char *const next = DIRECT_NUMBER_READ(p, ahead, &n, &fault);
    return ENGINE_LIKELY(next != NULL) ? engine_number_event(r, sink, &n, next, code) : NULL;
}
#undef DIRECT_NUMBER_READ
#endif

#if READER_SINK_PAUSES
#define DIRECT_PARAMETERS reader *r, READER_SINK *whole, engine_pause *pause
#else
#define DIRECT_PARAMETERS reader *r, READER_SINK *whole
#endif

static __attribute__((noinline)) DIRECT_TARGET int32_t DIRECT(engine_direct)(DIRECT_PARAMETERS)
{
#ifdef READER_SINK_LOCAL
    READER_SINK local = *whole; /* in registers: nobody else knows where it is */
    READER_SINK *const sink = &local;
#else
    READER_SINK *const sink = whole;
#endif
    const char *p = r->text;
    const char *end = r->end;
    const char *safe = p; /* from here to the next DIRECT_AHEAD bytes are there */
    const char *ahead = end;
    const char *place = p;
    ptrdiff_t delta = 0;
    size_t indent = 0;
    size_t step = 0;
    DIRECT_MASK guess = 1; /* of the bits up to the first token */
    int32_t code = FJ_OK;
    size_t depth = 0;
    uint64_t level = 0; /* of the innermost container: members so far << 1 | is object */
    const size_t max_nesting =
        r->options.max_nesting == FJ_UNLIMITED ? SIZE_MAX : r->options.max_nesting;

#if READER_SINK_PAUSES
    p += pause->offset;
    place = p;
    ahead = r->ahead;
    depth = pause->depth;
    level = pause->level;
#endif
    if ((size_t)(ahead - p) >= DIRECT_AHEAD) {
        safe = ahead - DIRECT_AHEAD;
    } else {
        DIRECT_PAUSE(pause->at);
        DIRECT_TAIL(p);
    }
#if READER_SINK_PAUSES
    /* Up to the next value it goes on here, so that the loop has one way in. */
    switch (pause->at) {
    case ENGINE_AT_FIRST:
        DIRECT_SPACE(p, ENGINE_AT_FIRST);
        if (level & 1) {
            if (*p == '"') {
                goto resume_key;
            }
        } else if (*p != ']') {
            goto resume_value;
        }
        goto resume_end;
    case ENGINE_AT_VALUE:
        goto resume_value;
    case ENGINE_AT_KEY:
        goto resume_key;
    case ENGINE_AT_COLON:
        goto resume_colon;
    case ENGINE_AT_SEPARATOR:
        goto resume_separator;
    default:
        level += 2;
        break;
    }

resume_separator:
    DIRECT_SPACE(p, ENGINE_AT_SEPARATOR);
    if (*p == ',') {
        p++;
        if (level & 1) {
            goto resume_key;
        }
        goto resume_value;
    }

resume_end:
    if (*p != (level & 1 ? '}' : ']')) {
        goto fault;
    }
    place = p;
    code = level & 1 ? sink_object_end(sink, level >> 1) : sink_array_end(sink, level >> 1);
    if (code != FJ_OK) {
        goto leave;
    }
    p++;
    level = r->levels[--depth] + 2;
    if (depth == 0) {
        goto done;
    }
    DIRECT_TOKEN(p, ENGINE_AT_SEPARATOR);
    goto resume_separator;

resume_key:
    DIRECT_SPACE(p, ENGINE_AT_KEY);
    DIRECT_TOKEN(p, ENGINE_AT_KEY);
    if (*p != '"') {
        goto fault;
    }
    DIRECT_STRING(p, sink_key, ENGINE_AT_KEY, ENGINE_AT_COLON);

resume_colon:
    DIRECT_SPACE(p, ENGINE_AT_COLON);
    if (*p != ':') {
        goto fault;
    }
    p++;

resume_value:
#endif
    DIRECT_SPACE(p, ENGINE_AT_VALUE);

value:
    DIRECT_TOKEN(p, ENGINE_AT_VALUE);
    if (*p == '"') {
        DIRECT_STRING(p, sink_string, ENGINE_AT_VALUE, ENGINE_AFTER_VALUE);
        goto after_value;
    }
    switch (*p) {
    case '-':
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
    case '5':
    case '6':
    case '7':
    case '8':
    case '9':
        place = p;
        p = DIRECT(direct_number)(r, sink, p, ahead, &code);
        if (ENGINE_UNLIKELY(p == NULL)) {
            goto fault;
        }
        break;
    case '{':
        DIRECT_BEGIN(1, sink_object_begin);
        p++;
        DIRECT_DEEPER(p, ENGINE_AT_FIRST);
        if (ENGINE_LIKELY(*p == '"')) {
            goto key;
        }
        if (*p == '}') {
            goto object_end;
        }
        goto fault;
    case '[':
        DIRECT_BEGIN(0, sink_array_begin);
        p++;
        DIRECT_DEEPER(p, ENGINE_AT_FIRST);
        if (*p == ']') {
            goto array_end;
        }
        goto value;
    case 't':
        place = p;
        if (ENGINE_UNLIKELY(memcmp(p, "true", 4) != 0)) {
            goto fault;
        }
        code = direct_true(sink, p);
        p += 4;
        break;
    case 'f':
        place = p;
        if (ENGINE_UNLIKELY(memcmp(p, "false", 5) != 0)) {
            goto fault;
        }
        code = direct_false(sink, p);
        p += 5;
        break;
    case 'n':
        place = p;
        if (ENGINE_UNLIKELY(memcmp(p, "null", 4) != 0)) {
            goto fault;
        }
        code = direct_null(sink, p);
        p += 4;
        break;
    default:
        goto fault;
    }
    if (ENGINE_UNLIKELY(code != FJ_OK)) {
        goto leave;
    }
    DIRECT_TOKEN(p, ENGINE_AFTER_VALUE);

after_value:
    if (ENGINE_UNLIKELY(depth == 0)) {
        goto done;
    }
    level += 2;
    if (level & 1) {
        if (ENGINE_LIKELY(*p == ',')) {
        object_comma:
            p++;
            DIRECT_SPACE(p, ENGINE_AT_KEY);
            goto key;
        }
        DIRECT_SHALLOWER(p, ENGINE_AT_SEPARATOR);
        if (ENGINE_LIKELY(*p == '}')) {
            goto object_end;
        }
        if (*p == ',') {
            goto object_comma;
        }
        goto fault;
    }
    if (ENGINE_LIKELY(*p == ',')) {
    array_comma:
        p++;
        DIRECT_SPACE(p, ENGINE_AT_VALUE);
        goto value;
    }
    DIRECT_SHALLOWER(p, ENGINE_AT_SEPARATOR);
    if (ENGINE_LIKELY(*p == ']')) {
        goto array_end;
    }
    if (*p == ',') {
        goto array_comma;
    }
    goto fault;

key:
    DIRECT_TOKEN(p, ENGINE_AT_KEY);
    if (ENGINE_UNLIKELY(*p != '"')) {
        goto fault;
    }
    DIRECT_STRING(p, sink_key, ENGINE_AT_KEY, ENGINE_AT_COLON);
    if (*p != ':') {
        if (p[0] == ' ' && p[1] == ':') {
            p++;
            __asm__ volatile("" : "+r"(p));
        } else {
            DIRECT_SPACE(p, ENGINE_AT_COLON);
            if (*p != ':') {
                goto fault;
            }
        }
    }
    p++;
    if (*p == ' ') {
        p++;
        __asm__ volatile(
            ""
            : "+r"(p)); /* a branch, so that the next load does not wait for this one */
    }
    DIRECT_SPACE(p, ENGINE_AT_VALUE);
    goto value;

array_end:
    place = p;
    code = sink_array_end(sink, level >> 1);
    goto container_end;

object_end:
    place = p;
    code = sink_object_end(sink, level >> 1);

container_end:
    if (ENGINE_UNLIKELY(code != FJ_OK)) {
        goto leave;
    }
    p++;
    DIRECT_TOKEN(p, ENGINE_AFTER_CONTAINER);
    level = r->levels[--depth];
    goto after_value;

done:
    if (ENGINE_LIKELY(!r->partial)) {
        DIRECT_SPACE(p, ENGINE_AFTER_VALUE);
    }
    if (ENGINE_LIKELY(p == end || r->partial)) {
        place = p;
        code = FJ_OK;
        goto leave;
    }

fault:
    code = ENGINE_FAULT_SOMEWHERE;

#if READER_SINK_PAUSES
    goto leave;

paused:
    if (pause->at == ENGINE_AFTER_CONTAINER) {
        pause->at = ENGINE_AFTER_VALUE;
        level = r->levels[--depth];
        if (depth == 0) {
            goto done;
        }
    }
    pause->depth = depth;
    pause->level = level;
    place = p;
    code = FJ_MORE;
#endif

leave:
#ifdef READER_SINK_LOCAL
    *whole = local;
#endif
    r->place = (const char *)((uintptr_t)place + (uintptr_t)delta);
    return code;
}

#undef DIRECT_TAIL
#undef DIRECT_PARAMETERS
#undef DIRECT_PAUSE
#undef DIRECT_PAUSE_STRING
#undef DIRECT_SPAN
#undef DIRECT_TOKEN
#undef DIRECT_SPACE
#undef DIRECT_BEGIN
#undef DIRECT_STRING
#undef DIRECT_KERNEL
#undef DIRECT_TARGET
#undef DIRECT_SIXTEEN
#if READER_SINK_TEXT
#undef DIRECT_WHOLE
#undef sink_string
#undef sink_key
#endif
