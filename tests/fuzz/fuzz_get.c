/*
 * The value at a pointer: FJ_GET_WHOLE against fj_parse and fj_value_pointer, in everything;
 * FJ_GET_FIRST against it where they must agree. The pointer is made of bytes, or leads to a value
 * that the text has, with some bytes after it.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static fj_document *document;
static fj_document *part;
static fj_document *other;

static char pointer[4096];
static size_t pointer_length;

static void pointer_add(const char *step, size_t length)
{
    pointer[pointer_length++] = '/';
    for (size_t i = 0; i < length; i++) {
        if (step[i] == '~' || step[i] == '/') {
            pointer[pointer_length++] = '~';
            pointer[pointer_length++] = step[i] == '~' ? '0' : '1';
        } else {
            pointer[pointer_length++] = step[i];
        }
    }
}

/* Walks down, a byte a level, until the bytes or the levels end. */
static void pointer_walk(const uint8_t *way, size_t levels)
{
    const fj_value *v = fj_document_root(document);
    for (size_t i = 0; i < levels && fj_value_length(v) != 0; i++) {
        const uint64_t which = way[i] % fj_value_length(v);
        const char *key = NULL;
        size_t length = 0;
        if (fj_value_kind(v) == FJ_ARRAY) {
            char index[24];
            pointer_add(index, (size_t)snprintf(index, sizeof index, "%u", (unsigned)which));
            v = fj_value_element(v, which);
        } else if (fj_value_kind(v) == FJ_OBJECT) {
            const fj_value *k = fj_value_next(v, NULL);
            for (uint64_t n = 0; n < which; n++) {
                k = fj_value_next(v, k);
            }
            (void)fj_value_text(k, &key, &length);
            if (2 * length + pointer_length + 64 > sizeof pointer) {
                return;
            }
            pointer_add(key, length);
            v = k + 1;
        } else {
            return;
        }
    }
}

/* By RFC 6901, section 3. */
static bool pointer_is_none(void)
{
    for (size_t i = 0; i < pointer_length; i++) {
        if (pointer[i] == '~' &&
            (i + 1 == pointer_length || (pointer[i + 1] != '0' && pointer[i + 1] != '1'))) {
            return true;
        }
    }
    return pointer_length != 0 && pointer[0] != '/';
}

/* What was found must be where it was found. */
static void check_place(const fuzz_input *in, const char *text, size_t offset, size_t length,
                        const bytes *dump)
{
    fj_parse_options options = in->parse;
    options.borrow_text = 0;
    CHECK(offset <= in->length && length <= in->length - offset && length != 0, "%zu bytes at %zu",
          length, offset);
    const int32_t code = fj_parse(text + offset, length, &options, &other, NULL);
    CHECK(code == FJ_OK, "%s: found %s: %s", subject_show(in->text, in->length),
          subject_show(text + offset, length), fj_error_name(code));
    if (code == FJ_OK && dump != NULL) {
        bytes again = subject_dump_document(other);
        CHECK(bytes_equal(&again, dump), "%s at %s: %s", subject_show(in->text, in->length),
              subject_show(pointer, pointer_length), subject_show(text + offset, length));
        bytes_free(&again);
    }
}

static void check_whole(const fuzz_input *in, const char *text, int32_t code,
                        const fj_error *failed)
{
    size_t offset = 0;
    size_t length = 0;
    fj_error error = {.size = sizeof error};
    fj_error expected = *failed;
    const fj_value *value = NULL;
    int32_t want = code;
    bytes dump = {NULL, 0, 0};
    if (code == FJ_OK || pointer_is_none()) { /* which is told first */
        expected = (fj_error){.size = sizeof expected};
        static const fj_value nothing = {.head = FJ_NULL};
        want = fj_value_pointer(code == FJ_OK ? fj_document_root(document) : &nothing, pointer,
                                pointer_length, &value, &expected);
    }
    if (want == FJ_OK) {
        (void)subject_dump(&dump, value);
    }
    int32_t got = fj_text_get(text, in->length, pointer, pointer_length, FJ_GET_WHOLE, &in->parse,
                              &offset, &length, &error);
    CHECK(got == want && (got == FJ_OK || subject_error_equal(&error, &expected)),
          "%s at %s: %s, not %s", subject_show(in->text, in->length),
          subject_show(pointer, pointer_length), got == FJ_OK ? "found" : error.message,
          want == FJ_OK ? "found" : expected.message);
    if (got == FJ_OK && want == FJ_OK) {
        check_place(in, text, offset, length, &dump);
    }
    error = (fj_error){.size = sizeof error};
    got = fj_text_get_document(text, in->length, pointer, pointer_length, FJ_GET_WHOLE, &in->parse,
                               &part, &error);
    CHECK(got == want && (got == FJ_OK || subject_error_equal(&error, &expected)),
          "%s at %s: document: %s, not %s", subject_show(in->text, in->length),
          subject_show(pointer, pointer_length), fj_error_name(got), fj_error_name(want));
    if (got == FJ_OK && want == FJ_OK) {
        bytes again = subject_dump_document(part);
        CHECK(bytes_equal(&again, &dump), "%s at %s: another value",
              subject_show(in->text, in->length), subject_show(pointer, pointer_length));
        bytes_free(&again);
    }
    bytes_free(&dump);
}

static void check_first(const fuzz_input *in, const char *text, int32_t code,
                        const fj_error *failed)
{
    size_t offset = 0;
    size_t length = 0;
    size_t whole_offset = 0;
    size_t whole_length = 0;
    fj_error error = {.size = sizeof error};
    fj_error expected = {.size = sizeof expected};
    const int32_t got = fj_text_get(text, in->length, pointer, pointer_length, FJ_GET_FIRST,
                                    &in->parse, &offset, &length, &error);
    if (in->parse.duplicate_key == FJ_DUPLICATE_ERROR) {
        CHECK(got == (pointer_is_none() ? FJ_ERROR_POINTER : FJ_ERROR_OPTION),
              "duplicates with FJ_GET_FIRST: %s", fj_error_name(got));
        return;
    }
    if (got == FJ_OK) {
        check_place(in, text, offset, length, NULL);
    } else if (got != FJ_ERROR_NOT_FOUND && got != FJ_ERROR_POINTER) {
        /* what it saw of the text is wrong, so the text is, at that place */
        CHECK(got == code && subject_error_equal(&error, failed), "%s at %s: %s, parse %s",
              subject_show(in->text, in->length), subject_show(pointer, pointer_length),
              error.message, code == FJ_OK ? "finds nothing" : failed->message);
    }
    fj_parse_options strict = in->parse;
    strict.duplicate_key = FJ_DUPLICATE_ERROR;
    if (code == FJ_OK && fj_validate(text, in->length, &strict, NULL) == FJ_OK) {
        const int32_t whole = fj_text_get(text, in->length, pointer, pointer_length, FJ_GET_WHOLE,
                                          &in->parse, &whole_offset, &whole_length, &expected);
        CHECK(got == whole && offset == whole_offset && length == whole_length &&
                  (got == FJ_OK || subject_error_equal(&error, &expected)),
              "%s at %s: first %s at %zu, whole %s at %zu", subject_show(in->text, in->length),
              subject_show(pointer, pointer_length), fj_error_name(got), offset,
              fj_error_name(whole), whole_offset);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in;
    const size_t head = size != 0 ? 1 + (data[0] & 15u) : 0;
    if (size <= head || !fuzz_open(&in, data + head, size - head)) {
        return 0;
    }
    fj_error error = {.size = sizeof error};
    const char *const text = guard_text(&subject_guard, in.text, in.length);
    const int32_t code = fj_parse(text, in.length, &in.parse, &document, &error);
    pointer_length = 0;
    size_t levels = data[0] >> 4 & 7;
    levels = levels < head - 1 ? levels : head - 1;
    if (code == FJ_OK) {
        pointer_walk(data + 1, levels);
    }
    memcpy(pointer + pointer_length, data + 1 + levels, head - 1 - levels);
    pointer_length += head - 1 - levels;
    check_whole(&in, text, code, &error);
    check_first(&in, text, code, &error);
    fuzz_end_if_failed();
    return 0;
}
