/*
 * Strings of CPython: UTF-8 into the memory of a new str, and the text of a str where it stands.
 *
 * A str keeps the narrowest form that holds its text (PEP 393): ASCII, or 1, 2 or 4 bytes a code
 * point. Which one is seen from the lead bytes alone, so that one pass measures and one pass
 * writes.
 */
#include <string.h>

#include "hosts/cpython.h"
#include "read/reader.h"

#define ALWAYS_INLINE inline __attribute__((always_inline))

/* ---- UTF-8 to str ---- */

static __attribute__((noinline)) py_object *string_wide(const cpython *host, const char *bytes,
                                                        size_t length)
{
    const unsigned char *const text = (const unsigned char *)bytes;
    unsigned highest;
    const size_t count = host->utf8->measure(text, length, &highest);
    const uint32_t maximum = highest < 0x80   ? 0x7F
                             : highest < 0xC4 ? 0xFF
                             : highest < 0xF0 ? 0xFFFF
                                              : 0x10FFFF;
    py_object *const string = host->py.PyUnicode_New((py_size)count, maximum);
    if (string == NULL) {
        return NULL;
    }
    if (maximum == 0x7F) {
        memcpy((char *)string + host->layout.ascii_data, bytes, length);
    } else {
        host->utf8->decode[(maximum > 0xFF) + (maximum > 0xFFFF)](
            text, length, (char *)string + host->layout.compact_data, count);
    }
    return string;
}

/* Short texts by overlapping words: nothing outside either is touched. */
static ALWAYS_INLINE void copy_short(char *out, const char *bytes, size_t length)
{
    if (length > 32) {
        memcpy(out, bytes, length);
    } else if (length >= 16) {
        char a[16];
        char b[16];
        memcpy(a, bytes, 16);
        memcpy(b, bytes + length - 16, 16);
        memcpy(out, a, 16);
        memcpy(out + length - 16, b, 16);
    } else if (length >= 8) {
        uint64_t a;
        uint64_t b;
        memcpy(&a, bytes, 8);
        memcpy(&b, bytes + length - 8, 8);
        memcpy(out, &a, 8);
        memcpy(out + length - 8, &b, 8);
    } else if (length >= 4) {
        uint32_t a;
        uint32_t b;
        memcpy(&a, bytes, 4);
        memcpy(&b, bytes + length - 4, 4);
        memcpy(out, &a, 4);
        memcpy(out + length - 4, &b, 4);
    } else {
        out[0] = bytes[0];
        out[length / 2] = bytes[length / 2];
        out[length - 1] = bytes[length - 1];
    }
}

py_object *cpython_string_new(const cpython *host, const char *bytes, size_t length, uint32_t flags)
{
    if (CPYTHON_UNLIKELY(!host->layout.direct)) {
        return host->py.PyUnicode_DecodeUTF8(
            bytes, (py_size)length, flags & READER_STRING_SURROGATES ? "surrogatepass" : NULL);
    }
    if (length <= 1) {
        /* These exist already, once each. */
        return host->py.PyUnicode_FromStringAndSize(bytes, (py_size)length);
    }
    if (CPYTHON_UNLIKELY((flags & READER_STRING_ASCII) == 0)) {
        return string_wide(host, bytes, length);
    }
    py_object *const string = host->py.PyUnicode_New((py_size)length, 0x7F);
    if (CPYTHON_LIKELY(string != NULL)) {
        copy_short((char *)string + host->layout.ascii_data, bytes, length);
    }
    return string;
}

/* ---- the text of a str ---- */

bool cpython_text_open(const cpython *host, py_object *string, cpython_text *text)
{
    const cpython_layout *const layout = &host->layout;
    text->copy = NULL;
    if (layout->direct && string->type == host->py.PyUnicode_Type) {
        const uint32_t state = (uint32_t)cpython_word(string, 32);
        if ((state & layout->str_compact) == layout->str_compact) {
            text->length = (size_t)cpython_word(string, 16);
            text->ascii = (state & layout->str_ascii) != 0;
            text->data =
                (const char *)string + (text->ascii ? layout->ascii_data : layout->compact_data);
            text->width = (uint8_t)(state >> layout->str_kind_shift & 7);
            return true;
        }
    }
    const py_size length = host->py.PyUnicode_GetLength(string);
    if (length < 0) {
        return false;
    }
    text->copy = host->py.PyUnicode_AsUCS4Copy(string);
    if (text->copy == NULL) {
        return false;
    }
    text->data = text->copy;
    text->length = (size_t)length;
    text->width = 4;
    text->ascii = false;
    return true;
}

void cpython_text_close(const cpython *host, cpython_text *text)
{
    if (text->copy != NULL) {
        host->py.PyMem_Free(text->copy);
        text->copy = NULL;
    }
}

/* A text as the UTF-16 code units that are left of it. */
typedef struct text_units {
    const cpython_text *text;
    size_t next;
    uint32_t low; /* the second half of a pair whose first was given; 0: none */
} text_units;

static bool text_unit(text_units *units, uint32_t *unit)
{
    if (units->low != 0) {
        *unit = units->low;
        units->low = 0;
        return true;
    }
    const cpython_text *const text = units->text;
    if (units->next >= text->length) {
        return false;
    }
    const size_t i = units->next++;
    uint32_t c = text->width == 1   ? ((const uint8_t *)text->data)[i]
                 : text->width == 2 ? ((const uint16_t *)text->data)[i]
                                    : ((const uint32_t *)text->data)[i];
    if (c >= 0x10000) {
        units->low = 0xDC00 + (c & 0x3FF);
        c = 0xD800 + ((c - 0x10000) >> 10);
    }
    *unit = c;
    return true;
}

int cpython_text_compare(const cpython_text *a, const cpython_text *b)
{
    if (a->width == 1 && b->width == 1) {
        const size_t shorter = a->length < b->length ? a->length : b->length;
        const int order = shorter == 0 ? 0 : memcmp(a->data, b->data, shorter);
        return order != 0 ? order : (a->length > b->length) - (a->length < b->length);
    }
    text_units x = {a, 0, 0};
    text_units y = {b, 0, 0};
    for (;;) {
        uint32_t u = 0;
        uint32_t v = 0;
        const bool more_x = text_unit(&x, &u);
        const bool more_y = text_unit(&y, &v);
        if (!more_x || !more_y) {
            return (int)more_x - (int)more_y;
        }
        if (u != v) {
            return u < v ? -1 : 1;
        }
    }
}
