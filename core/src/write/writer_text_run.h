/*
 * Writer, text: the loop of writer_text.c, included once for each way to take a step.
 *
 * TEXT_RUN is its name, TEXT_TARGET what the compiler is told of it. TEXT_STEP_TAKE(s, p, mode)
 * copies TEXT_STEP bytes, at most 32, and gives the mask of those that need more than that.
 */
static inline __attribute__((always_inline)) TEXT_TARGET int32_t
TEXT_RUN(writer *w, const char *text, size_t length, uint32_t flags, const enum text_mode mode)
{
    const bool script_safe = mode == TEXT_OPTIONS && w->script_safe;
    const bool surrogates = mode == TEXT_OPTIONS && (flags & WRITER_STRING_SURROGATES) != 0;
    const char *copied = text; /* from here to s the output is the source, byte for byte */
    int32_t code = FJ_OK;
    text_place at = {text, writer_text_reserve(w, w->cursor, length, &code)};
    if (at.p == NULL) {
        return code;
    }
    /* After room was found: a length that cannot be leads nowhere. An empty string may be NULL, to
     * which C lets nothing be added, not even 0. */
    const char *const end = length > 0 ? text + length : text;
    *at.p++ = '"';
    for (;;) {
        const size_t left = (size_t)(end - at.s);
        uint32_t found;
        if (mode != TEXT_OPTIONS && left >= TEXT_STEP) {
            found = TEXT_STEP_TAKE(at.s, at.p, mode);
            if (__builtin_expect(found == 0, 1)) {
                at.s += TEXT_STEP;
                at.p += TEXT_STEP;
                continue;
            }
        } else if (left >= VECTOR_SIZE) {
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
            code = text_put_wide(w, &at, end, surrogates);
            if (code != FJ_OK) {
                return code;
            }
            copied = at.s;
            continue;
        }
        if (mode == TEXT_SURE || (unsigned char)*at.s < 0x80) {
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

#undef TEXT_RUN
#undef TEXT_TARGET
#undef TEXT_STEP_TAKE
