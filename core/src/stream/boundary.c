/* Boundary: see boundary.h. Strings, scalars and comments; containers by vectors of any machine. */
#include "stream/boundary.h"

#include "scan/kernel.h"
#include "scan/vector.h"

/* ---- a container, 64 bytes at a time ---- */

#define BOUNDARY_TARGET
#define BOUNDARY_KERNEL boundary_container

typedef struct boundary_bits {
    uint64_t quotes;
    uint64_t backslashes;
    uint64_t opening;
    uint64_t closing;
} boundary_bits;

static inline void boundary_load(const char *p, boundary_bits *m)
{
    *m = (boundary_bits){0};
    for (unsigned i = 0; i < 4; i++) {
        const vector v = vector_load(p + VECTOR_SIZE * i);
        const unsigned at = VECTOR_SIZE * i;
        m->quotes |= (uint64_t)vector_mask(vector_equal(v, '"')) << at;
        m->backslashes |= (uint64_t)vector_mask(vector_equal(v, '\\')) << at;
        m->opening |= (uint64_t)vector_mask(vector_or(vector_equal(v, '{'), vector_equal(v, '[')))
                      << at;
        m->closing |= (uint64_t)vector_mask(vector_or(vector_equal(v, '}'), vector_equal(v, ']')))
                      << at;
    }
}

/* Bit i is the parity of bits 0 to i: six shifts, each doubling how far a bit has reached. */
static inline uint64_t boundary_prefix(uint64_t bits)
{
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    bits ^= bits << 32;
    return bits;
}

#include "stream/boundary_generic.h"

/* ---- byte by byte ---- */

/* Where in a comment the next byte stands. */
enum {
    COMMENT_NOT,
    COMMENT_SECOND, /* after a slash */
    COMMENT_BLOCK,
    COMMENT_STAR, /* after a star in a block */
    COMMENT_LINE,
};

/* One byte of a comment; gives false if the byte before began none. */
static bool boundary_comment_step(boundary *b, char c)
{
    switch (b->comment) {
    case COMMENT_SECOND:
        b->comment = c == '*' ? COMMENT_BLOCK : c == '/' ? COMMENT_LINE : COMMENT_NOT;
        return b->comment != COMMENT_NOT;
    case COMMENT_LINE:
        b->comment = c == '\n' ? COMMENT_NOT : COMMENT_LINE;
        return true;
    case COMMENT_STAR:
    case COMMENT_BLOCK:
        b->comment = c == '*'                                 ? COMMENT_STAR
                     : c == '/' && b->comment == COMMENT_STAR ? COMMENT_NOT
                                                              : COMMENT_BLOCK;
        return true;
    default:
        return false;
    }
}

const char *boundary_container_plain(boundary *b, const char *p, const char *end, char *copy)
{
    for (; p < end; p++) {
        if (copy != NULL) {
            *copy++ = *p;
        }
        if (b->comment != COMMENT_NOT && boundary_comment_step(b, *p)) {
            continue;
        }
        if (b->in_string != 0) {
            if (b->escaped != 0) {
                b->escaped = 0;
            } else if (*p == '\\') {
                b->escaped = 1;
            } else if (*p == '"') {
                b->in_string = 0;
            }
        } else if (*p == '"') {
            b->in_string = UINT64_MAX;
        } else if (*p == '{' || *p == '[') {
            b->depth++;
        } else if (*p == '}' || *p == ']') {
            if (--b->depth == 0) {
                return p + 1;
            }
        } else if (*p == '/' && b->comments) {
            b->comment = COMMENT_SECOND;
        }
    }
    return NULL;
}

/* After the opening quote. */
static const char *boundary_string(boundary *b, const char *p, const char *end)
{
    while (p < end) {
        if (b->escaped != 0) {
            b->escaped = 0;
            p++;
            continue;
        }
        if ((size_t)(end - p) >= VECTOR_SIZE) {
            const vector v = vector_load(p);
            const uint32_t found =
                vector_mask(vector_or(vector_equal(v, '"'), vector_equal(v, '\\')));
            if (found == 0) {
                p += VECTOR_SIZE;
                continue;
            }
            p += vector_first(found);
        }
        if (*p == '"') {
            return p + 1;
        }
        b->escaped = *p == '\\';
        p++;
    }
    return NULL;
}

static bool boundary_in_scalar(char c)
{
    const unsigned letter = (unsigned char)c | 0x20u;
    return (c >= '0' && c <= '9') || (letter >= 'a' && letter <= 'z') || c == '-' || c == '+' ||
           c == '.';
}

static const char *boundary_comment(boundary *b, const char *p, const char *end)
{
    for (; p < end; p++) {
        if (!boundary_comment_step(b, *p) || b->comment == COMMENT_NOT) {
            return p + 1;
        }
    }
    return NULL;
}

void boundary_begin(boundary *b, char first, bool comments)
{
    *b = (boundary){.comments = comments};
    switch (first) {
    case '{':
    case '[':
        b->kind = BOUNDARY_CONTAINER;
        break;
    case '"':
        b->kind = BOUNDARY_STRING;
        break;
    case '-':
    case 't':
    case 'f':
    case 'n':
    case 'N':
    case 'I':
        b->kind = BOUNDARY_SCALAR;
        break;
    case '/':
        b->kind = comments ? BOUNDARY_COMMENT : BOUNDARY_NONE;
        break;
    default:
        b->kind = first >= '0' && first <= '9' ? BOUNDARY_SCALAR : BOUNDARY_NONE;
        break;
    }
}

void boundary_move(boundary *b, uint64_t depth)
{
    b->begun = true;
    b->depth = depth;
    b->in_string = 0;
    b->escaped = 0;
}

static boundary_kernel *boundary_kernel_in_use(void)
{
#if defined(__x86_64__) && !defined(FASTJSON_PLAIN)
    /* Those of the two have what this one needs. */
    if (kernel_in_use->block >= KERNEL_BLOCK_AVX2) {
        return boundary_container_avx2;
    }
#endif
    return kernel_in_use->block == KERNEL_BLOCK_NONE ? boundary_container_plain
                                                     : boundary_container;
}

static const char *boundary_find_any(boundary *b, const char *p, const char *end, char *copy)
{
    if (p == end) {
        return NULL;
    }
    const bool first = !b->begun;
    b->begun = true;
    switch (b->kind) {
    case BOUNDARY_CONTAINER:
        return (b->comments ? boundary_container_plain : boundary_kernel_in_use())(b, p, end, copy);
    case BOUNDARY_STRING:
        return boundary_string(b, p + first, end);
    case BOUNDARY_SCALAR:
        while (p < end && boundary_in_scalar(*p)) {
            p++;
        }
        return p < end ? p : NULL;
    case BOUNDARY_COMMENT:
        if (first) {
            b->comment = COMMENT_SECOND;
        }
        return boundary_comment(b, p + first, end);
    default:
        return p + 1;
    }
}

const char *boundary_find(boundary *b, const char *p, const char *end)
{
    return boundary_find_any(b, p, end, NULL);
}

const char *boundary_find_copying(boundary *b, const char *p, const char *end, char *copy)
{
    const bool container = b->kind == BOUNDARY_CONTAINER;
    const char *const stop = boundary_find_any(b, p, end, container ? copy : NULL);
    if (!container) {
        memcpy(copy, p, (size_t)((stop != NULL ? stop : end) - p));
    }
    return stop;
}
