/* Options of reading: see options.h. */
#include "read/options.h"

#include <string.h>

#include "allocator.h"

static const fj_parse_options read_options_default = {
    .size = sizeof(fj_parse_options),
    .max_nesting = READ_NESTING_DEFAULT,
    .max_input_bytes = UINT64_MAX,
    .max_number_digits = READ_DIGITS_DEFAULT,
    .max_string_bytes = UINT64_MAX,
    .max_members = UINT64_MAX,
};

bool options_copy(void *own, uint32_t own_size, const void *given)
{
    uint32_t size;
    memcpy(&size, given, sizeof size);
    if (size < 2 * sizeof(uint32_t) || size > 65536) {
        return false;
    }
    if (size < own_size && size % sizeof(void *) != 0) {
        return false; /* no version ends there: it would cut a pointer */
    }
    const unsigned char *bytes = given;
    for (uint32_t i = own_size; i < size; i++) {
        if (bytes[i] != 0) {
            return false;
        }
    }
    const uint32_t known = size < own_size ? size : own_size;
    memset(own, 0, own_size);
    memcpy(own, given, known);
    return true;
}

int32_t read_options_resolve(const fj_parse_options *given, fj_parse_options *resolved)
{
    if (given == NULL) {
        *resolved = read_options_default;
        return FJ_OK;
    }
    if (!options_copy(resolved, sizeof *resolved, given)) {
        return FJ_ERROR_OPTION;
    }
    fj_parse_options *const o = resolved;
    unsigned reserved = 0;
    for (size_t i = 0; i < sizeof o->reserved; i++) {
        reserved |= o->reserved[i];
    }
    if (o->allow_nan > 1 || o->allow_comments > 1 || o->allow_trailing_comma > 1 ||
        o->allow_control_characters > 1 || o->allow_invalid_escape > 1 ||
        o->duplicate_key > FJ_DUPLICATE_ERROR || o->big_numbers > FJ_NUMBERS_TEXT ||
        o->lone_surrogates > FJ_READ_SURROGATES_KEEP || o->borrow_text > 1 || reserved != 0 ||
        !allocator_is_sound(o->allocator)) {
        return FJ_ERROR_OPTION;
    }
    o->max_nesting = o->max_nesting ? o->max_nesting : READ_NESTING_DEFAULT;
    o->max_input_bytes = o->max_input_bytes ? o->max_input_bytes : UINT64_MAX;
    o->max_number_digits = o->max_number_digits ? o->max_number_digits : READ_DIGITS_DEFAULT;
    o->max_string_bytes = o->max_string_bytes ? o->max_string_bytes : UINT64_MAX;
    o->max_members = o->max_members ? o->max_members : UINT64_MAX;
    return FJ_OK;
}

bool read_options_strict(const fj_parse_options *o)
{
    return !(o->allow_nan | o->allow_comments | o->allow_trailing_comma |
             o->allow_control_characters | o->allow_invalid_escape | o->big_numbers |
             o->lone_surrogates) &&
           o->max_string_bytes == UINT64_MAX && o->max_members == UINT64_MAX;
}
