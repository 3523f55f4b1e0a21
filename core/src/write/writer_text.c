/*
 * Writer, text: UTF-8 of any length into a JSON string. See writer_string.h.
 *
 * One loop, made three times by what is known and what is asked for:
 *   TEXT_SURE     well-formed; beyond ASCII nothing is looked at
 *   TEXT_CHECKED  well-formed or an error: found out in the same pass
 *   TEXT_OPTIONS  ascii_only, script_safe or surrogates: each character that they might concern is
 * decoded
 *
 * The loop copies a vector, then looks whether it should have. The source is never read past its
 * end: the last bytes come by a vector that overlaps what is done already, or by smaller loads.
 */
#include "write/writer_text.h"

enum text_mode { TEXT_SURE, TEXT_CHECKED, TEXT_OPTIONS };

static inline vector text_special(vector v, const enum text_mode mode, bool script_safe)
{
    vector special = writer_escaped(v);
    if (mode != TEXT_SURE) {
        special = vector_or(special, v);
    }
    if (mode == TEXT_OPTIONS && script_safe) {
        special = vector_or(special, vector_equal(v, '/'));
    }
    return special;
}

/* Where a loop is: what is left of the source, where the next byte goes. */
typedef struct text_place {
    const char *s;
    char *p;
} text_place;

/* Copies characters beyond ASCII, and single ASCII characters between them. False: not UTF-8. */
static inline bool text_copy_wide(text_place *place, const char *end)
{
    const char *s = place->s;
    char *p = place->p;
    bool valid = true;
    do {
        const char *fault;
        const size_t length = utf8_sequence(s, end, &fault);
        if (__builtin_expect(length == 0, 0)) {
            valid = false;
            break;
        }
        if (end - s >= 4) {
            memcpy(p, s, 4);
        } else {
            for (size_t i = 0; i < length; i++) {
                p[i] = s[i];
            }
        }
        s += length;
        p += length;
        /* A space or a comma inside such text: not worth a new vector. */
        if (end - s >= 2 && (unsigned char)s[1] >= 0x80 && (unsigned char)*s < 0x80 &&
            !writer_escape_needed((unsigned char)*s)) {
            *p++ = *s++;
        }
    } while (s < end && (unsigned char)*s >= 0x80);
    place->s = s;
    place->p = p;
    return valid;
}

/* One character that the options might concern. */
static inline int32_t text_put_character(const writer *w, text_place *place, const char *end,
                                         bool surrogates)
{
    const unsigned char *const s = (const unsigned char *)place->s;
    int32_t code = FJ_OK;
    uint32_t c = s[0];
    size_t length = 1;
    if (c >= 0x80) {
        const char *fault;
        length = utf8_sequence(place->s, end, &fault);
        if (length == 0) {
            if (!surrogates || c != 0xED || end - place->s < 3 || s[1] < 0xA0 || s[1] > 0xBF ||
                !utf8_is_continuation(s[2])) {
                return FJ_ERROR_INVALID_UTF8;
            }
            length = 3;
        }
        c = length == 2 ? (c & 31) << 6 | (s[1] & 0x3Fu)
            : length == 3
                ? (c & 15) << 12 | (s[1] & 0x3Fu) << 6 | (s[2] & 0x3Fu)
                : (c & 7) << 18 | (s[1] & 0x3Fu) << 12 | (s[2] & 0x3Fu) << 6 | (s[3] & 0x3Fu);
    }
    char *const p = writer_point_put(w, place->p, c, &code);
    if (p != NULL) {
        place->p = p;
        place->s += length;
    }
    return code;
}

static inline __attribute__((always_inline)) int32_t
text_run(writer *w, const char *text, size_t length, uint32_t flags, const enum text_mode mode)
{
    const bool script_safe = mode == TEXT_OPTIONS && w->script_safe;
    const bool surrogates = mode == TEXT_OPTIONS && (flags & WRITER_STRING_SURROGATES) != 0;
    const char *const end = text + length;
    const char *copied = text; /* from here to s the output is the source, byte for byte */
    int32_t code = FJ_OK;
    text_place at = {text, writer_text_reserve(w, w->cursor, length, &code)};
    if (at.p == NULL) {
        return code;
    }
    *at.p++ = '"';
    for (;;) {
        const size_t left = (size_t)(end - at.s);
        uint32_t found;
        if (left >= VECTOR_SIZE) {
            const vector v = vector_load(at.s);
            vector_store(at.p, v);
            found = vector_mask(text_special(v, mode, script_safe));
            if (__builtin_expect(found == 0, 1)) {
                at.s += VECTOR_SIZE;
                at.p += VECTOR_SIZE;
                continue;
            }
        } else if (left == 0) {
            break;
        } else {
            vector v;
            const size_t back = VECTOR_SIZE - left;
            if ((size_t)(at.s - copied) >= back) {
                v = vector_load(at.s - back);
                vector_store(at.p - back, v);
                found = vector_mask(text_special(v, mode, script_safe)) >> back;
            } else {
                v = vector_load_short(at.s, left);
                vector_store(at.p, v);
                found = vector_mask(text_special(v, mode, script_safe)) & ((1u << left) - 1);
            }
            if (__builtin_expect(found == 0, 1)) {
                at.s = end;
                at.p += left;
                break;
            }
        }
        const unsigned clean = vector_first(found);
        at.s += clean;
        at.p += clean;
        if (mode == TEXT_OPTIONS) {
            code = text_put_character(w, &at, end, surrogates);
            if (code != FJ_OK) {
                return code;
            }
        } else if (mode == TEXT_SURE || (unsigned char)*at.s < 0x80) {
            at.p = writer_escape_put(at.p, (unsigned char)*at.s++);
        } else {
            if (!text_copy_wide(&at, end)) {
                return FJ_ERROR_INVALID_UTF8;
            }
            continue; /* as long in the output as in the source: the room is still there */
        }
        copied = at.s;
        at.p = writer_text_reserve(w, at.p, (size_t)(end - at.s), &code);
        if (at.p == NULL) {
            return code;
        }
    }
    *at.p = '"';
    w->cursor = at.p + 1;
    return FJ_OK;
}

static int32_t text_copy(writer *w, const char *text, size_t length)
{
    int32_t code = FJ_OK;
    char *const p = writer_text_reserve(w, w->cursor, length, &code);
    if (p != NULL) {
        *p = '"';
        if (length != 0) {
            memcpy(p + 1, text, length);
        }
        p[length + 1] = '"';
        w->cursor = p + length + 2;
    }
    return code;
}

static __attribute__((noinline)) int32_t text_sure(writer *w, const char *text, size_t length)
{
    return text_run(w, text, length, 0, TEXT_SURE);
}

static __attribute__((noinline)) int32_t text_checked(writer *w, const char *text, size_t length)
{
    return text_run(w, text, length, 0, TEXT_CHECKED);
}

static __attribute__((noinline)) int32_t text_options(writer *w, const char *text, size_t length,
                                                      uint32_t flags)
{
    return text_run(w, text, length, flags, TEXT_OPTIONS);
}

int32_t writer_text(writer *w, const char *text, size_t length, uint32_t flags)
{
    if (writer_string_is_copy(w, flags)) {
        return text_copy(w, text, length);
    }
    if (w->script_safe || w->ascii_only || (flags & WRITER_STRING_SURROGATES)) {
        return text_options(w, text, length, flags);
    }
    if (flags & w->known) {
        return text_sure(w, text, length);
    }
    return text_checked(w, text, length);
}
