/*
 * Writer, keys: UTF-8 in the order of UTF-16 code units, as RFC 8785 sorts members.
 *
 * It is the order of bytes but for code points beyond the BMP, whose first unit, a surrogate, comes
 * before U+E000. So bytes decide, and units are looked at only where both keys differ in a
 * character of U+D000 or above. Lone surrogates of three bytes are the units that they are. It
 * allocates nothing and reads no byte outside the keys, whatever they hold.
 */
#include "scan/vector.h"
#include "write/writer.h"

static bool is_continuation(unsigned char c)
{
    return (c & 0xC0) == 0x80;
}

/* A key as the code units that are left of it. */
typedef struct key_units {
    const unsigned char *next;
    const unsigned char *end;
    uint32_t low; /* the second half of a pair whose first was given; 0: none */
} key_units;

static bool key_has_unit(const key_units *key)
{
    return key->low != 0 || key->next < key->end;
}

/* A byte that begins no whole character is a unit of its own. */
static uint32_t key_next_unit(key_units *key)
{
    const unsigned char *const s = key->next;
    const size_t left = (size_t)(key->end - s);
    if (key->low != 0) {
        const uint32_t low = key->low;
        key->low = 0;
        return low;
    }
    if (s[0] >= 0xF0 && left >= 4) {
        const uint32_t c =
            (s[0] & 7u) << 18 | (s[1] & 0x3Fu) << 12 | (s[2] & 0x3Fu) << 6 | (s[3] & 0x3Fu);
        key->next += 4;
        key->low = 0xDC00 + (c & 0x3FF);
        return 0xD800 + ((c - 0x10000) >> 10 & 0x3FF);
    }
    if (s[0] >= 0xE0 && left >= 3) {
        key->next += 3;
        return (s[0] & 15u) << 12 | (s[1] & 0x3Fu) << 6 | (s[2] & 0x3Fu);
    }
    if (s[0] >= 0xC0 && left >= 2) {
        key->next += 2;
        return (s[0] & 31u) << 6 | (s[1] & 0x3Fu);
    }
    key->next++;
    return s[0];
}

/* More than one step only where a lone surrogate meets a pair that begins with the same unit. */
static int key_compare_units(key_units a, key_units b)
{
    while (key_has_unit(&a) && key_has_unit(&b)) {
        const uint32_t x = key_next_unit(&a);
        const uint32_t y = key_next_unit(&b);
        if (x != y) {
            return x < y ? -1 : 1;
        }
    }
    return (int)key_has_unit(&a) - (int)key_has_unit(&b);
}

static size_t key_common(const char *a, const char *b, size_t length)
{
    size_t i = 0;
    for (; length - i >= 8; i += 8) {
        const uint64_t difference = vector_word(a + i) ^ vector_word(b + i);
        if (difference != 0) {
            return i + (unsigned)__builtin_ctzll(difference) / 8;
        }
    }
    while (i < length && a[i] == b[i]) {
        i++;
    }
    return i;
}

int writer_compare_keys(const char *a, size_t a_length, const char *b, size_t b_length)
{
    const size_t shorter = a_length < b_length ? a_length : b_length;
    size_t i = key_common(a, b, shorter);
    if (i == shorter) {
        return a_length == b_length ? 0 : a_length < b_length ? -1 : 1;
    }
    const unsigned char *const x = (const unsigned char *)a;
    const unsigned char *const y = (const unsigned char *)b;
    const int bytes = x[i] < y[i] ? -1 : 1;
    /* Back to the start of the character: the bytes before i are the same in both. */
    const size_t differs = i;
    while (i > 0 && differs - i < 3 && is_continuation(x[i]) && is_continuation(y[i])) {
        i--;
    }
    if (x[i] < 0xED || y[i] < 0xED) {
        return bytes;
    }
    return key_compare_units((key_units){x + i, x + a_length, 0},
                             (key_units){y + i, y + b_length, 0});
}
