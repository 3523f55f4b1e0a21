/*
 * Engine, byte by byte: the specification of reading, and the way for small texts and for options.
 *
 * Included by engine.h. In: the reader. Out: events into the sink; FJ_OK, or a code with the place.
 */
#ifndef FASTJSON_ENGINE_PLAIN_H
#define FASTJSON_ENGINE_PLAIN_H

/* Between tokens: white space, and comments if they are allowed. */
#define ENGINE_SPACE(p)                                                         \
    do {                                                                        \
        (p) = scan_space((p), end);                                             \
        if (!strict && r->options.allow_comments && (p) < end && *(p) == '/') { \
            (p) = comment_skip(r, (p), &code);                                  \
            if ((p) == NULL) {                                                  \
                return code;                                                    \
            }                                                                   \
        }                                                                       \
    } while (0)

#define ENGINE_FAULT(at, value)               \
    do {                                      \
        engine_fail(r, (at), (value), &code); \
        return code;                          \
    } while (0)

ENGINE_INLINE int32_t engine_plain(reader *r, READER_SINK *sink, const bool strict)
{
    const char *const end = r->end;
    const char *p = r->text;
    int32_t code = FJ_OK;
    size_t depth = 0;
    uint64_t level = 0; /* of the innermost container: members so far << 1 | is object */
    const size_t max_nesting =
        r->options.max_nesting == FJ_UNLIMITED ? SIZE_MAX : r->options.max_nesting;

    ENGINE_SPACE(p);

value:
    if (ENGINE_UNLIKELY(p >= end)) {
        ENGINE_FAULT(end, FJ_ERROR_UNEXPECTED_END);
    }
    switch (*p) {
    case '"':
        p = engine_string(r, sink, p, false, strict, &code);
        break;
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
        p = engine_number(r, sink, p, strict, &code);
        break;
    case '{':
    case '[': {
        if (ENGINE_UNLIKELY(depth >= max_nesting)) {
            r->place = p;
            return FJ_ERROR_NESTING;
        }
        if (ENGINE_UNLIKELY(depth >= r->levels_capacity) && !reader_levels_grow(r)) {
            return FJ_ERROR_MEMORY;
        }
        r->levels[depth++] = level;
        const bool object = *p == '{';
        level = object;
        code = object ? sink_object_begin(sink) : sink_array_begin(sink);
        if (ENGINE_UNLIKELY(code != FJ_OK)) {
            r->place = p;
            return code;
        }
        p++;
        ENGINE_SPACE(p);
        if (object) {
            if (ENGINE_LIKELY(p < end && *p == '"')) {
                goto key;
            }
            if (p < end && *p == '}') {
                goto object_end;
            }
            ENGINE_FAULT(p, FJ_ERROR_UNEXPECTED_BYTE);
        }
        if (p < end && *p == ']') {
            goto array_end;
        }
        goto value;
    }
    case 't':
        p = engine_true(r, sink, p, &code);
        break;
    case 'f':
        p = engine_false(r, sink, p, &code);
        break;
    case 'n':
        p = engine_null(r, sink, p, &code);
        break;
    case 'N':
        if (!strict && r->options.allow_nan) {
            p = engine_nonfinite(r, sink, p, "NaN", 3, __builtin_nan(""), &code);
            break;
        }
        ENGINE_FAULT(p, FJ_ERROR_UNEXPECTED_BYTE);
    case 'I':
        if (!strict && r->options.allow_nan) {
            p = engine_nonfinite(r, sink, p, "Infinity", 8, __builtin_inf(), &code);
            break;
        }
        ENGINE_FAULT(p, FJ_ERROR_UNEXPECTED_BYTE);
    default:
        ENGINE_FAULT(p, FJ_ERROR_UNEXPECTED_BYTE);
    }
    if (ENGINE_UNLIKELY(p == NULL || code != FJ_OK)) {
        return code;
    }

after_value:
    if (ENGINE_UNLIKELY(depth == 0)) {
        goto done;
    }
    level += 2;
    ENGINE_SPACE(p);
    if (ENGINE_UNLIKELY(p >= end)) {
        ENGINE_FAULT(end, FJ_ERROR_UNEXPECTED_END);
    }
    if (level & 1) {
        if (ENGINE_LIKELY(*p == ',')) {
            p++;
            ENGINE_SPACE(p);
            if (ENGINE_LIKELY(p < end && *p == '"')) {
                if (!strict && level >> 1 >= r->options.max_members) {
                    r->place = p;
                    return FJ_ERROR_LIMIT;
                }
                goto key;
            }
            if (!strict && r->options.allow_trailing_comma && p < end && *p == '}') {
                goto object_end;
            }
            ENGINE_FAULT(p, FJ_ERROR_UNEXPECTED_BYTE);
        }
        if (ENGINE_LIKELY(*p == '}')) {
            goto object_end;
        }
        ENGINE_FAULT(p, FJ_ERROR_UNEXPECTED_BYTE);
    }
    if (ENGINE_LIKELY(*p == ',')) {
        p++;
        ENGINE_SPACE(p);
        if (!strict && r->options.allow_trailing_comma && p < end && *p == ']') {
            goto array_end;
        }
        if (!strict && level >> 1 >= r->options.max_members && p < end && *p != ']') {
            r->place = p;
            return FJ_ERROR_LIMIT;
        }
        goto value;
    }
    if (ENGINE_LIKELY(*p == ']')) {
        goto array_end;
    }
    ENGINE_FAULT(p, FJ_ERROR_UNEXPECTED_BYTE);

key:
    p = engine_string(r, sink, p, true, strict, &code);
    if (ENGINE_UNLIKELY(p == NULL || code != FJ_OK)) {
        return code;
    }
    if (ENGINE_UNLIKELY(p >= end || *p != ':')) {
        ENGINE_SPACE(p);
        if (p >= end || *p != ':') {
            ENGINE_FAULT(p, FJ_ERROR_UNEXPECTED_BYTE);
        }
    }
    p++;
    ENGINE_SPACE(p);
    goto value;

array_end:
    code = sink_array_end(sink, level >> 1);
    goto container_end;

object_end:
    code = sink_object_end(sink, level >> 1);

container_end:
    if (ENGINE_UNLIKELY(code != FJ_OK)) {
        r->place = p;
        return code;
    }
    p++;
    level = r->levels[--depth];
    goto after_value;

done:
    if (!r->partial) {
        ENGINE_SPACE(p);
        if (ENGINE_UNLIKELY(p != end)) {
            r->place = p;
            return FJ_ERROR_TRAILING_CONTENT;
        }
    }
    r->place = p;
    return FJ_OK;
}

#undef ENGINE_SPACE
#undef ENGINE_FAULT

#endif
