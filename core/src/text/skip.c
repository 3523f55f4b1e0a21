/* Skip: see skip.h. */
#include "text/skip.h"

#include <string.h>

#include "scan/vector.h"

/* Sixteen bytes, or the last of the text with zeros after them. */
static inline vector skip_load(const char *p, const char *end)
{
    const size_t left = (size_t)(end - p);
    return left >= VECTOR_SIZE ? vector_load(p) : vector_load_short(p, left);
}

static inline const char *skip_ahead(const char *p, const char *end)
{
    return end - p > VECTOR_SIZE ? p + VECTOR_SIZE : end;
}

/* From after the opening quote to after the closing one. */
static const char *skip_string(const char *p, const char *end)
{
    while (p < end) {
        const vector v = skip_load(p, end);
        const uint32_t mask = vector_mask(vector_or(vector_equal(v, '"'), vector_equal(v, '\\')));
        if (mask == 0) {
            p = skip_ahead(p, end);
            continue;
        }
        p += vector_first(mask);
        if (*p == '"') {
            return p + 1;
        }
        p = end - p > 2 ? p + 2 : end;
    }
    return end;
}

static const char *skip_comment(const char *p, const char *end)
{
    if (end - p < 2) {
        return end;
    }
    if (p[1] == '/') {
        const char *const line = memchr(p, '\n', (size_t)(end - p));
        return line != NULL ? line : end;
    }
    for (p += 2; end - p >= 2; p++) {
        if (p[0] == '*' && p[1] == '/') {
            return p + 2;
        }
    }
    return end;
}

static inline uint32_t skip_mask(vector v, bool comments)
{
    const vector brackets = vector_or(vector_or(vector_equal(v, '{'), vector_equal(v, '}')),
                                      vector_or(vector_equal(v, '['), vector_equal(v, ']')));
    const vector marks = vector_or(brackets, vector_equal(v, '"'));
    return vector_mask(comments ? vector_or(marks, vector_equal(v, '/')) : marks);
}

static const char *skip_container(const char *p, const char *end, bool comments)
{
    size_t depth = 0;
    while (p < end) {
        uint32_t mask = skip_mask(skip_load(p, end), comments);
        const char *const block = p;
        p = skip_ahead(p, end);
        while (mask != 0) {
            const char *const at = block + vector_first(mask);
            mask &= mask - 1;
            const char *next = NULL;
            switch (*at) {
            case '"':
                next = skip_string(at + 1, end);
                break;
            case '/':
                next = skip_comment(at, end);
                break;
            case '{':
            case '[':
                depth++;
                break;
            default:
                if (--depth == 0) {
                    return at + 1;
                }
                break;
            }
            if (next != NULL) {
                /* Within the block its marks are left, but for those that were inside. */
                if (next >= p) {
                    p = next;
                    break;
                }
                mask &= ~UINT32_C(0) << (next - block);
            }
        }
    }
    return end;
}

const char *skip_value(const char *p, const char *end, bool comments)
{
    if (p >= end) {
        return end;
    }
    if (*p == '"') {
        return skip_string(p + 1, end);
    }
    if (*p == '{' || *p == '[') {
        return skip_container(p, end, comments);
    }
    while (p < end && (unsigned char)*p > ' ' && *p != ',' && *p != ']' && *p != '}' && *p != '/') {
        p++;
    }
    return p;
}
