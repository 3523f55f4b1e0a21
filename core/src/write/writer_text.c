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

#include "scan/kernel.h"
#if defined(__x86_64__) && !defined(FASTJSON_PLAIN)
#include "scan/block_avx2.h"
#define TEXT_AVX2 1
#endif

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

/* A character beyond ASCII and its length, 0 if it is not well-formed. Where there are four bytes
 * to look at they are looked at together: lengths first, then what would be overlong, a surrogate,
 * or beyond U+10FFFF. */
static inline size_t text_character(const char *s, const char *end, uint32_t *character)
{
    if (__builtin_expect(end - s >= 4, 1)) {
        const uint32_t word = vector_half_word(s);
        const uint32_t lead = word & 0xFF;
        if ((word & 0xC0C0F0) == 0x8080E0) {
            const uint32_t range = word & 0x200F;
            *character = (lead & 15) << 12 | (word >> 2 & 0xFC0) | (word >> 16 & 0x3F);
            return range != 0 && range != 0x200D ? 3 : 0;
        }
        if ((word & 0xC0E0) == 0x80C0) {
            *character = (lead & 31) << 6 | (word >> 8 & 0x3F);
            return (word & 0x1E) != 0 ? 2 : 0;
        }
        if ((word & 0xC0C0C0F8) == 0x808080F0) {
            *character = (lead & 7) << 18 | (word << 4 & 0x3F000) | (word >> 10 & 0xFC0) |
                         (word >> 24 & 0x3F);
            return *character - 0x10000 < 0x100000 ? 4 : 0;
        }
        return 0;
    }
    const char *fault;
    const size_t length = utf8_sequence(s, end, &fault);
    *character = 0;
    for (size_t i = 0; i < length; i++) {
        const uint32_t byte = (unsigned char)s[i];
        *character = i == 0 ? byte & (0x7Fu >> length) : *character << 6 | (byte & 0x3F);
    }
    return length;
}

/* Whether another character beyond ASCII follows, at once or after one clean ASCII character: then
 * it is not worth going back to vectors. Copies the one between. */
static inline bool text_goes_on(text_place *place, const char *end, bool script_safe)
{
    const unsigned char *const s = (const unsigned char *)place->s;
    if (end - place->s < 2) {
        return end != place->s && s[0] >= 0x80;
    }
    if (s[0] >= 0x80) {
        return true;
    }
    if (s[1] < 0x80 || writer_escape_needed(s[0]) || (script_safe && s[0] == '/')) {
        return false;
    }
    *place->p++ = *place->s++;
    return true;
}

/* Copies characters beyond ASCII. Takes as much room as it copies. False: not UTF-8. */
static inline bool text_copy_wide(text_place *place, const char *end)
{
    text_place at = *place;
    do {
        /* Two of two bytes: the alphabets of Europe and the Near East. */
        while (end - at.s >= 4) {
            const uint32_t word = vector_half_word(at.s);
            if ((word & 0xC0E0C0E0) != 0x80C080C0 || (word & 0x1E) == 0 || (word & 0x1E0000) == 0) {
                break;
            }
            memcpy(at.p, at.s, 4);
            at.s += 4;
            at.p += 4;
        }
        if (at.s == end || (unsigned char)*at.s < 0x80) {
            continue;
        }
        uint32_t character;
        const size_t length = text_character(at.s, end, &character);
        if (__builtin_expect(length == 0, 0)) {
            return false;
        }
        memcpy(at.p, at.s, 2);
        memcpy(at.p + length - 2, at.s + length - 2, 2);
        at.s += length;
        at.p += length;
    } while (text_goes_on(&at, end, false));
    *place = at;
    return true;
}

/* Characters that the options might concern: the first, and those that go on from it. */
static inline int32_t text_put_wide(writer *w, text_place *place, const char *end, bool surrogates)
{
    text_place at = *place;
    int32_t code = FJ_OK;
    do {
        uint32_t c = (unsigned char)*at.s;
        size_t length = 1;
        if (c >= 0x80) {
            length = text_character(at.s, end, &c);
            if (__builtin_expect(length == 0, 0)) {
                const unsigned char *const s = (const unsigned char *)at.s;
                if (!surrogates || end - at.s < 3 || s[0] != 0xED || (s[1] & 0xE0) != 0xA0 ||
                    !utf8_is_continuation(s[2])) {
                    return FJ_ERROR_INVALID_UTF8;
                }
                c = 0xD000u | (s[1] & 0x3Fu) << 6 | (s[2] & 0x3Fu);
                length = 3;
            }
        }
        at.p = writer_point_put(w, at.p, c, &code);
        if (at.p == NULL) {
            return code;
        }
        at.s += length;
        at.p = writer_text_reserve(w, at.p, (size_t)(end - at.s), &code);
        if (at.p == NULL) {
            return code;
        }
    } while (text_goes_on(&at, end, w->script_safe));
    *place = at;
    return FJ_OK;
}

#define TEXT_STEP (2 * VECTOR_SIZE)

static inline uint32_t text_step(const char *s, char *p, const enum text_mode mode)
{
    const vector a = vector_load(s);
    const vector b = vector_load(s + VECTOR_SIZE);
    vector_store(p, a);
    vector_store(p + VECTOR_SIZE, b);
    return vector_mask(text_special(a, mode, false)) | vector_mask(text_special(b, mode, false))
                                                           << VECTOR_SIZE;
}

#define TEXT_RUN text_run
#define TEXT_TARGET
#define TEXT_STEP_TAKE text_step
#include "write/writer_text_run.h"

#if TEXT_AVX2
static inline __attribute__((always_inline)) BLOCK_TARGET_avx2 uint32_t
text_step_avx2(const char *s, char *p, const enum text_mode mode)
{
    const block_avx2 block = block_load_avx2(s);
    block_store_avx2(p, block);
    return mode == TEXT_SURE ? block_ends_avx2(block) : block_odd_avx2(block);
}

#define TEXT_RUN text_run_avx2
#define TEXT_TARGET BLOCK_TARGET_avx2
#define TEXT_STEP_TAKE text_step_avx2
#include "write/writer_text_run.h"

static __attribute__((noinline)) BLOCK_TARGET_avx2 int32_t text_sure_avx2(writer *w,
                                                                          const char *text,
                                                                          size_t length)
{
    return text_run_avx2(w, text, length, 0, TEXT_SURE);
}

static __attribute__((noinline)) BLOCK_TARGET_avx2 int32_t text_checked_avx2(writer *w,
                                                                             const char *text,
                                                                             size_t length)
{
    return text_run_avx2(w, text, length, 0, TEXT_CHECKED);
}
#endif

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
#if TEXT_AVX2
    if (kernel_in_use->block >= KERNEL_BLOCK_AVX2) {
        return flags & w->known ? text_sure_avx2(w, text, length)
                                : text_checked_avx2(w, text, length);
    }
#endif
    return flags & w->known ? text_sure(w, text, length) : text_checked(w, text, length);
}
