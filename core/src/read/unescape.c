/* Unescape: see unescape.h. */
#include "read/unescape.h"

#include "read/escape.h"
#include "scan/utf8.h"
#include "scan/vector.h"

/* "\uXXXX", and its other half if it is a high surrogate: the character it stands for. Gives the
 * byte after, or NULL. */
static inline __attribute__((always_inline)) const char *
unescape_unicode(const char *p, const char *close, uint32_t *character)
{
    if (close - p < 6) {
        return NULL;
    }
    uint32_t c = escape_hex4(p + 2);
    p += 6;
    if (__builtin_expect(c - 0xD800 < 0x800 || c >= ESCAPE_HEX_NONE, 0)) {
        if (c >= 0xDC00 || close - p < 6 || p[0] != '\\' || p[1] != 'u') {
            return NULL;
        }
        const uint32_t low = escape_hex4(p + 2);
        if (low - 0xDC00 >= 0x400) {
            return NULL;
        }
        c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
        p += 6;
    }
    *character = c;
    return p;
}

/* One escape, p at its backslash. Gives the byte after, or NULL. */
static inline __attribute__((always_inline)) const char *
unescape_one(const char *p, const char *end, char **out, bool *ascii)
{
    if (end - p < 2) {
        return NULL;
    }
    const char letter = escape_letters[(unsigned char)p[1]];
    if (letter != 0) {
        *(*out)++ = letter;
        return p + 2;
    }
    uint32_t c = 0;
    if (p[1] != 'u' || (p = unescape_unicode(p, end, &c)) == NULL) {
        return NULL;
    }
    *ascii = *ascii && c < 0x80;
    *out += utf8_encode(*out, c);
    return p;
}

const char *unescape_run(const char *p, const char *end, char **out, bool *ascii)
{
    do {
        p = unescape_one(p, end, out, ascii);
    } while (p != NULL && p < end && *p == '\\');
    return p;
}

const char *unescape_skip(const char *p, const char *end)
{
    do {
        uint32_t c;
        if (end - p < 2) {
            return NULL;
        }
        if (p[1] == 'u') {
            p = unescape_unicode(p, end, &c);
        } else {
            p = escape_letters[(unsigned char)p[1]] != 0 ? p + 2 : NULL;
        }
    } while (p != NULL && p < end && *p == '\\');
    return p;
}

char *unescape(char *out, const char *start, const char *close, bool *ascii)
{
    const char *p = start;
    uint32_t high = 0;
    bool escapes_ascii = true;
    for (;;) {
        if (close - p >= VECTOR_SIZE) {
            const vector v = vector_load(p);
            const uint32_t backslashes = vector_mask(vector_equal(v, '\\'));
            vector_store(out, v);
            if (backslashes == 0) {
                high |= vector_mask(v);
                p += VECTOR_SIZE;
                out += VECTOR_SIZE;
                continue;
            }
            const unsigned n = vector_first(backslashes);
            high |= vector_mask(v) & ((1u << n) - 1);
            p += n;
            out += n;
        } else {
            while (p < close && *p != '\\') {
                high |= (unsigned char)*p & 0x80u;
                *out++ = *p++;
            }
            if (p == close) {
                break;
            }
        }
        p = unescape_run(p, close, &out, &escapes_ascii);
        if (p == NULL) {
            return NULL;
        }
    }
    *ascii = high == 0 && escapes_ascii;
    return out;
}
