/* Own: see own.h; and the plain copy. */
#include "document/own.h"

#include <string.h>

#include "allocator.h"
#include "error.h"
#include "scan/string_end.h"
#include "scan/utf8.h"

/* One block for all strings. Empty ones point to it too: no string has no address. */
static char *strings_copy(fj_value *values, size_t length, const fj_allocator *allocator,
                          size_t *capacity)
{
    size_t size = DOCUMENT_SLACK;
    for (size_t i = 0; i < length; i++) {
        if (value_has_text(&values[i]) &&
            __builtin_add_overflow(size, (size_t)value_length(&values[i]), &size)) {
            return NULL;
        }
    }
    char *const strings = allocator_allocate(allocator, size);
    if (strings == NULL) {
        return NULL;
    }
    char *next = strings;
    for (size_t i = 0; i < length; i++) {
        if (value_has_text(&values[i])) {
            const size_t n = (size_t)value_length(&values[i]);
            if (n != 0) {
                memcpy(next, values[i].as.text, n);
            }
            values[i].as.uint64 = (uint64_t)(uintptr_t)next;
            next += n;
        }
    }
    *capacity = size;
    return strings;
}

int32_t document_own(fj_value *values, size_t length, size_t capacity,
                     const fj_allocator *allocator, fj_document **document)
{
    fj_document *d = *document;
    if (d == NULL) {
        d = document_make(allocator);
        if (d == NULL) {
            return FJ_ERROR_MEMORY;
        }
    }
    size_t strings_capacity;
    char *const strings = strings_copy(values, length, d->allocator, &strings_capacity);
    if (strings == NULL) {
        if (d != *document) {
            fj_document_free(d);
        }
        return FJ_ERROR_MEMORY;
    }
    allocator_release(d->allocator, d->values);
    allocator_release(d->allocator, d->strings);
    d->values = values;
    d->length = length;
    d->capacity = capacity;
    d->strings = strings;
    d->strings_capacity = strings_capacity;
    *document = d;
    return FJ_OK;
}

int32_t fj_document_copy(const fj_value *value, fj_document **document, fj_error *error)
{
    if (value == NULL || document == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "value or document is NULL");
    }
    const size_t length = (size_t)(value_next(value) - value);
    const fj_allocator *const allocator = document_home(*document, NULL);
    fj_value *const values =
        allocator_allocate(allocator, memory_array_size(length, sizeof *values));
    if (values == NULL) {
        return error_plain(error, FJ_ERROR_MEMORY, NULL);
    }
    memcpy(values, value, length * sizeof *values);
    const int32_t code = document_own(values, length, length, NULL, document);
    if (code != FJ_OK) {
        allocator_release(allocator, values);
        return error_plain(error, code, NULL);
    }
    return FJ_OK;
}

bool string_flags_of(const char *text, size_t length, unsigned *flags)
{
    const char *const end = text + length;
    *flags = FJ_STRING_ASCII | FJ_STRING_PLAIN;
    for (const char *p = text; (p = scan_string_end(p, end)) < end;) {
        if ((signed char)*p < 0) {
            const char *fault;
            const size_t n = utf8_sequence(p, end, &fault);
            if (n == 0) {
                return false;
            }
            *flags &= ~(unsigned)FJ_STRING_ASCII;
            p += n;
        } else {
            *flags &= ~(unsigned)FJ_STRING_PLAIN;
            p++;
        }
    }
    return true;
}
