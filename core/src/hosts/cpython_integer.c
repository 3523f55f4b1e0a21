/*
 * Integers of CPython beyond 64 bits, by way of hexadecimal digits.
 *
 * CPython converts to and from base 16 in linear time and without the limit that it sets on decimal
 * digits (sys.set_int_max_str_digits), which must not decide what can be read or written here.
 */
#include <string.h>

#include "hosts/cpython.h"
#include "memory.h"
#include "number/bigint.h"
#include "write/writer.h"

py_object *cpython_integer_new(const cpython *host, const char *digits, size_t length)
{
    const bool negative = length > 0 && *digits == '-';
    digits += negative;
    length -= negative;
    const size_t words = bigint_words_bound_decimal(length);
    const size_t bound = bigint_hex_bound(words);
    uint64_t *const work = memory_allocate(memory_array_size(words, sizeof *work));
    char *const hex = memory_allocate(bound < SIZE_MAX - 2 ? bound + 2 : SIZE_MAX);
    py_object *object = NULL;
    if (work == NULL || hex == NULL) {
        (void)host->py.PyErr_NoMemory();
    } else {
        hex[0] = '-';
        const size_t count = bigint_hex_from_decimal(digits, length, work, hex + 1);
        if (count == SIZE_MAX) {
            host->py.PyErr_SetString(host->py.PyExc_SystemError, "an integer that has no digits");
        } else {
            hex[count + 1] = '\0';
            object = host->py.PyLong_FromString(negative ? hex : hex + 1, NULL, 16);
        }
    }
    memory_free(hex);
    memory_free(work);
    return object;
}

/* `digits`: "0x..." or "-0x...". */
static int32_t write_hex(const cpython *host, writer *w, const char *digits, size_t length)
{
    const bool negative = *digits == '-';
    digits += 2 + negative;
    length -= 2u + negative;
    const size_t words = bigint_words_bound_hex(length);
    const size_t bound = bigint_decimal_bound(words);
    uint64_t *const work = memory_allocate(memory_array_size(words, sizeof *work));
    char *const text = memory_allocate(bound < SIZE_MAX - 1 ? bound + 1 : SIZE_MAX);
    int32_t code = FJ_ERROR_MEMORY;
    if (work != NULL && text != NULL) {
        text[0] = '-';
        const size_t count = bigint_decimal_from_hex(digits, length, work, text + 1);
        if (count == SIZE_MAX) {
            host->py.PyErr_SetString(host->py.PyExc_SystemError, "an integer that has no digits");
            code = FJ_ERROR_HOST;
        } else {
            code = writer_digits(w, negative ? text : text + 1, count + negative);
        }
    }
    memory_free(text);
    memory_free(work);
    return code;
}

int32_t cpython_integer_write(const cpython *host, writer *w, py_object *object)
{
    py_object *const hex = host->py.PyNumber_ToBase(object, 16);
    if (hex == NULL) {
        return FJ_ERROR_HOST;
    }
    py_object *const bytes = host->py.PyUnicode_AsUTF8String(hex);
    host->py.Py_DecRef(hex);
    if (bytes == NULL) {
        return FJ_ERROR_HOST;
    }
    char *digits;
    py_size length;
    int32_t code = FJ_ERROR_HOST;
    if (host->py.PyBytes_AsStringAndSize(bytes, &digits, &length) == 0) {
        code = write_hex(host, w, digits, (size_t)length);
    }
    host->py.Py_DecRef(bytes);
    return code;
}
