/*
 * Value: reading one: its kind, what it holds, and the way to the values inside it.
 *
 * In: a value of a document, or NULL. Out: what was asked for, or a code. Nothing is allocated and
 * nothing is converted that would lose anything, but to a double, which is asked for by name.
 */
#include <string.h>

#include "document/document.h"
#include "number/number_read.h"

int32_t fj_value_kind(const fj_value *value)
{
    return value != NULL ? (int32_t)value_kind(value) : 0;
}

uint64_t fj_value_length(const fj_value *value)
{
    return value != NULL ? value_length(value) : 0;
}

int32_t fj_value_boolean(const fj_value *value, int32_t *out)
{
    if (out == NULL) {
        return FJ_ERROR_ARGUMENT;
    }
    const int32_t kind = fj_value_kind(value);
    if (kind != FJ_TRUE && kind != FJ_FALSE) {
        return FJ_ERROR_TYPE;
    }
    *out = kind == FJ_TRUE;
    return FJ_OK;
}

/* ---- numbers ---- */

/* Reads a number kept as text. Its kind is 0xFFFFFFFF if the text is no number (NaN and the
 * infinities are words, not numbers). A real beyond double is infinite. */
static number value_number(const fj_value *v)
{
    const char *const text = v->as.text;
    const size_t length = (size_t)value_length(v);
    number n = {.kind = UINT32_MAX};
    number_fault fault = {0};
    if (length == 0) {
        return n;
    }
    const char *const next = number_read(text, text + length, &n, &fault);
    if ((next == NULL && fault.kind != NUMBER_FAULT_RANGE) || n.length != length) {
        n.kind = UINT32_MAX;
    }
    return n;
}

int32_t fj_value_int64(const fj_value *value, int64_t *out)
{
    if (out == NULL) {
        return FJ_ERROR_ARGUMENT;
    }
    switch (fj_value_kind(value)) {
    case FJ_INT64:
        *out = value->as.int64;
        return FJ_OK;
    case FJ_UINT64:
        if (value->as.uint64 > INT64_MAX) {
            return FJ_ERROR_NUMBER_OUT_OF_RANGE;
        }
        *out = (int64_t)value->as.uint64;
        return FJ_OK;
    case FJ_BIGINT:
    case FJ_DECIMAL: {
        const number n = value_number(value);
        if (n.kind == NUMBER_INT64) {
            *out = n.int64;
            return FJ_OK;
        }
        return n.kind == NUMBER_UINT64 || n.kind == NUMBER_BIGINT ? FJ_ERROR_NUMBER_OUT_OF_RANGE
                                                                  : FJ_ERROR_TYPE;
    }
    default:
        return FJ_ERROR_TYPE;
    }
}

int32_t fj_value_uint64(const fj_value *value, uint64_t *out)
{
    if (out == NULL) {
        return FJ_ERROR_ARGUMENT;
    }
    if (fj_value_kind(value) == FJ_UINT64) {
        *out = value->as.uint64;
        return FJ_OK;
    }
    int64_t signed_value;
    const int32_t code = fj_value_int64(value, &signed_value);
    if (code == FJ_OK) {
        if (signed_value < 0) {
            return FJ_ERROR_NUMBER_OUT_OF_RANGE;
        }
        *out = (uint64_t)signed_value;
        return FJ_OK;
    }
    if (code == FJ_ERROR_NUMBER_OUT_OF_RANGE) {
        const number n = value_number(value);
        if (n.kind == NUMBER_UINT64) {
            *out = n.uint64;
            return FJ_OK;
        }
    }
    return code;
}

/* The double nearest to an integer's digits: as a real its text is read by the exact way. */
static int32_t value_bigint_double(const char *text, size_t length, double *out)
{
    const bool negative = *text == '-';
    const char *const digits = text + negative;
    length -= negative;
    if (length > 309) { /* no leading zeros: at least 10^309 */
        return FJ_ERROR_NUMBER_OUT_OF_RANGE;
    }
    char real[312];
    memcpy(real, digits, length);
    memcpy(real + length, "e0", 2);
    number n;
    number_fault fault = {0};
    if (number_read(real, real + length + 2, &n, &fault) == NULL) {
        return FJ_ERROR_NUMBER_OUT_OF_RANGE;
    }
    *out = number_double_from_bits(number_bits_from_double(n.real) | (uint64_t)negative << 63);
    return FJ_OK;
}

static int32_t value_text_double(const fj_value *v, double *out)
{
    static const struct {
        const char *text;
        size_t length;
        uint64_t bits;
    } words[] = {
        {"NaN", 3, UINT64_C(0x7FF8000000000000)},
        {"Infinity", 8, UINT64_C(0x7FF0000000000000)},
        {"-Infinity", 9, UINT64_C(0xFFF0000000000000)},
    };
    const size_t length = (size_t)value_length(v);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (length == words[i].length && memcmp(v->as.text, words[i].text, length) == 0) {
            *out = number_double_from_bits(words[i].bits);
            return FJ_OK;
        }
    }
    const number n = value_number(v);
    switch (n.kind) {
    case NUMBER_INT64:
        *out = n.int64 == 0 && n.negative ? -0.0 : number_double_from_int64(n.int64);
        return FJ_OK;
    case NUMBER_UINT64:
        *out = number_double_from_uint64(n.uint64);
        return FJ_OK;
    case NUMBER_BIGINT:
        return value_bigint_double(v->as.text, length, out);
    case NUMBER_DOUBLE:
        if ((number_bits_from_double(n.real) >> 52 & 0x7FF) == 0x7FF) {
            return FJ_ERROR_NUMBER_OUT_OF_RANGE;
        }
        *out = n.real;
        return FJ_OK;
    default:
        return FJ_ERROR_TYPE;
    }
}

int32_t fj_value_double(const fj_value *value, double *out)
{
    if (out == NULL) {
        return FJ_ERROR_ARGUMENT;
    }
    switch (fj_value_kind(value)) {
    case FJ_DOUBLE:
        *out = value->as.real;
        return FJ_OK;
    case FJ_INT64:
        *out = number_double_from_int64(value->as.int64);
        return FJ_OK;
    case FJ_UINT64:
        *out = number_double_from_uint64(value->as.uint64);
        return FJ_OK;
    case FJ_BIGINT:
    case FJ_DECIMAL:
        return value_text_double(value, out);
    default:
        return FJ_ERROR_TYPE;
    }
}

int32_t fj_value_text(const fj_value *value, const char **text, size_t *length)
{
    if (text == NULL || length == NULL) {
        return FJ_ERROR_ARGUMENT;
    }
    const int32_t kind = fj_value_kind(value);
    if (kind != FJ_STRING && kind != FJ_BIGINT && kind != FJ_DECIMAL) {
        return FJ_ERROR_TYPE;
    }
    *text = value->as.text;
    *length = (size_t)value_length(value);
    return FJ_OK;
}

/* ---- containers ---- */

const fj_value *fj_value_next(const fj_value *container, const fj_value *item)
{
    const int32_t kind = fj_value_kind(container);
    if (kind < FJ_ARRAY) {
        return NULL;
    }
    const fj_value *next = container + 1;
    if (item != NULL) {
        next = value_next(item + (kind == FJ_OBJECT));
    }
    return next < container + container->as.span ? next : NULL;
}

const fj_value *fj_value_member(const fj_value *object, const char *key, size_t length)
{
    if (fj_value_kind(object) != FJ_OBJECT || (key == NULL && length != 0)) {
        return NULL;
    }
    const fj_value *const end = object + object->as.span;
    for (const fj_value *k = object + 1; k < end; k = value_next(k + 1)) {
        if (value_length(k) == length && (length == 0 || memcmp(k->as.text, key, length) == 0)) {
            return k + 1;
        }
    }
    return NULL;
}

const fj_value *fj_value_element(const fj_value *array, uint64_t index)
{
    if (fj_value_kind(array) != FJ_ARRAY || index >= value_length(array)) {
        return NULL;
    }
    if (array->as.span == value_length(array) + 1) {
        return array + 1 + index; /* no element is longer than one value */
    }
    const fj_value *element = array + 1;
    while (index-- != 0) {
        element = value_next(element);
    }
    return element;
}
