/* Pointer: see pointer.h; and the way through a document by one. */
#include "document/pointer.h"

#include "document/document.h"
#include "error.h"

size_t pointer_fault(const char *pointer, size_t length)
{
    if (length != 0 && pointer[0] != '/') {
        return 0;
    }
    for (size_t i = 0; i < length; i++) {
        if (pointer[i] == '~' &&
            (i + 1 == length || (pointer[i + 1] != '0' && pointer[i + 1] != '1'))) {
            return i + 1;
        }
    }
    return SIZE_MAX;
}

bool pointer_next(const char **cursor, const char *end, pointer_step *step)
{
    const char *p = *cursor;
    if (p == end) {
        return false;
    }
    step->text = ++p;
    step->escaped = false;
    while (p < end && *p != '/') {
        step->escaped |= *p == '~';
        p++;
    }
    step->length = (size_t)(p - step->text);
    *cursor = p;
    return true;
}

bool pointer_step_is_escaped(const pointer_step *step, const char *key, size_t length)
{
    size_t k = 0;
    for (size_t i = 0; i < step->length; i++, k++) {
        char c = step->text[i];
        if (c == '~') {
            c = step->text[++i] == '0' ? '~' : '/';
        }
        if (k == length || key[k] != c) {
            return false;
        }
    }
    return k == length;
}

bool pointer_step_index(const pointer_step *step, uint64_t *index)
{
    if (step->length == 0 || (step->text[0] == '0' && step->length > 1)) {
        return false;
    }
    uint64_t value = 0;
    bool beyond = false;
    for (size_t i = 0; i < step->length; i++) {
        const unsigned digit = (unsigned)(unsigned char)step->text[i] - '0';
        if (digit > 9) {
            return false;
        }
        beyond |= __builtin_mul_overflow(value, (uint64_t)10, &value) ||
                  __builtin_add_overflow(value, (uint64_t)digit, &value);
    }
    *index = beyond ? UINT64_MAX : value;
    return true;
}

size_t pointer_step_unescape(const pointer_step *step, char *out)
{
    size_t n = 0;
    for (size_t i = 0; i < step->length; i++) {
        char c = step->text[i];
        if (c == '~') {
            c = step->text[++i] == '0' ? '~' : '/';
        }
        out[n++] = c;
    }
    return n;
}

/* ---- failures ---- */

const char *pointer_miss_text(enum pointer_miss miss)
{
    switch (miss) {
    case POINTER_NO_MEMBER:
        return "the object has no such member";
    case POINTER_NO_ELEMENT:
        return "beyond the end of the array";
    case POINTER_NO_INDEX:
        return "not an array index";
    default:
        return "neither an object nor an array";
    }
}

/* The place in the pointer's own text; only a struct of full size has it. */
static void pointer_place(fj_error *error, const char *pointer, size_t offset)
{
    if (error == NULL || error->size < sizeof *error) {
        return;
    }
    error->offset = offset;
    error->line = 1;
    error->column = 1;
    for (size_t i = 0; i < offset; i++) {
        error->column += ((unsigned char)pointer[i] & 0xC0) != 0x80;
    }
}

int32_t pointer_fail_syntax(const char *pointer, size_t fault, fj_error *error)
{
    (void)error_plain(error, FJ_ERROR_POINTER,
                      fault == 0 ? "it does not begin with '/'" : "'~' is not followed by 0 or 1");
    pointer_place(error, pointer, fault);
    return FJ_ERROR_POINTER;
}

int32_t pointer_fail_step(const char *pointer, const pointer_step *step, enum pointer_miss miss,
                          fj_error *error)
{
    (void)error_plain(error, FJ_ERROR_NOT_FOUND, pointer_miss_text(miss));
    const size_t offset = (size_t)(step->text - pointer) - 1;
    pointer_place(error, pointer, offset);
    if (error != NULL && error->size >= sizeof *error) {
        /* Cut at a whole step if it is too long. */
        size_t length = offset;
        while (length >= sizeof error->pointer) {
            do {
                length--;
            } while (pointer[length] != '/');
        }
        memcpy(error->pointer, pointer, length);
        error->pointer[length] = '\0';
        error->pointer_length = (uint32_t)length;
    }
    return FJ_ERROR_NOT_FOUND;
}

/* ---- the way through a document ---- */

static const fj_value *value_step(const fj_value *v, const pointer_step *step,
                                  enum pointer_miss *miss)
{
    if (value_kind(v) == FJ_OBJECT) {
        const fj_value *const end = v + v->as.span;
        *miss = POINTER_NO_MEMBER;
        for (const fj_value *key = v + 1; key < end; key = value_next(key + 1)) {
            if (pointer_step_is(step, key->as.text, (size_t)value_length(key))) {
                return key + 1;
            }
        }
        return NULL;
    }
    if (value_kind(v) != FJ_ARRAY) {
        *miss = POINTER_SCALAR;
        return NULL;
    }
    uint64_t index;
    *miss = POINTER_NO_ELEMENT;
    if (pointer_step_is_end(step)) {
        return NULL;
    }
    if (!pointer_step_index(step, &index)) {
        *miss = POINTER_NO_INDEX;
        return NULL;
    }
    return fj_value_element(v, index);
}

int32_t fj_value_pointer(const fj_value *value, const char *pointer, size_t length,
                         const fj_value **found, fj_error *error)
{
    if (found != NULL) {
        *found = NULL;
    }
    if (value == NULL || found == NULL || (pointer == NULL && length != 0)) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "value, found or pointer is NULL");
    }
    const char *cursor = pointer != NULL ? pointer : "";
    const char *const start = cursor;
    const char *const end = cursor + length;
    const size_t fault = pointer_fault(start, length);
    if (fault != SIZE_MAX) {
        return pointer_fail_syntax(start, fault, error);
    }
    pointer_step step;
    while (pointer_next(&cursor, end, &step)) {
        enum pointer_miss miss;
        value = value_step(value, &step, &miss);
        if (value == NULL) {
            return pointer_fail_step(start, &step, miss, error);
        }
    }
    *found = value;
    return FJ_OK;
}
