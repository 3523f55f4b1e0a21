/* Comments: see comment.h. */
#include "read/comment.h"

#include "scan/space.h"
#include "scan/utf8.h"

const char *comment_skip(reader *r, const char *p, int32_t *code)
{
    const char *const end = r->end;
    for (;;) {
        p = scan_space(p, end);
        if (p == end || *p != '/') {
            return p;
        }
        if (end - p < 2 || (p[1] != '/' && p[1] != '*')) {
            r->place = p + 1;
            *code = r->place == end ? FJ_ERROR_UNEXPECTED_END : FJ_ERROR_UNEXPECTED_BYTE;
            return NULL;
        }
        const bool block = p[1] == '*';
        bool closed = !block;
        p += 2;
        while (p < end) {
            if (block ? *p == '*' && end - p > 1 && p[1] == '/' : *p == '\n') {
                p += block ? 2 : 1;
                closed = true;
                break;
            }
            const char *fault;
            const size_t n = (signed char)*p >= 0 ? 1 : utf8_sequence(p, end, &fault);
            if (n == 0) {
                r->place = fault;
                *code = fault == end ? FJ_ERROR_UNEXPECTED_END : FJ_ERROR_INVALID_UTF8;
                return NULL;
            }
            p += n;
        }
        if (!closed) {
            r->place = end;
            *code = FJ_ERROR_UNEXPECTED_END;
            return NULL;
        }
    }
}
