/*
 * Texts of more than 4 GiB: sizes, offsets and columns that no 32 bits hold.
 *
 *     test_huge [MiB]      of each text; the default is small, tools/test --long gives 4,200
 *
 * The text is one piece of memory mapped again and again, so that it takes next to none; what is
 * made of it takes up to twice its size.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "fastjson/fastjson.h"

#define PIECE ((size_t)1 << 20)

typedef struct huge {
    char *text;
    size_t pieces;
    size_t length;
} huge;

/* `pieces` MiB full of one byte, with a page of one's own at either end. */
static huge huge_make(size_t pieces, char fill)
{
    huge h = {.pieces = pieces, .length = pieces * PIECE};
    const int file = memfd_create("huge", 0);
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    h.text = mmap(NULL, h.length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (file < 0 || h.text == MAP_FAILED || ftruncate(file, (off_t)PIECE) != 0) {
        perror("huge_make");
        exit(2);
    }
    for (size_t i = 0; i < pieces; i++) {
        if (mmap(h.text + i * PIECE, PIECE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file,
                 0) == MAP_FAILED) {
            perror("huge_make");
            exit(2);
        }
    }
    memset(h.text, fill, PIECE);
    const size_t ends[2] = {0, h.length - page};
    for (int i = 0; i < 2; i++) {
        if (mmap(h.text + ends[i], page, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED) {
            perror("huge_make");
            exit(2);
        }
        memset(h.text + ends[i], fill, page);
    }
    close(file);
    return h;
}

static void huge_free(huge *h)
{
    munmap(h->text, h->length);
}

/* What every way of reading says of a text that is at fault. */
static void check_fault(const huge *h, int32_t code, uint64_t offset, uint64_t column)
{
    fj_error error = {.size = sizeof error};
    fj_document *document = NULL;
    fj_buffer out = {0};
    CHECK(fj_validate(h->text, h->length, NULL, &error) == code && error.offset == offset &&
              error.line == 1 && error.column == column,
          "validate: %s at %llu, column %llu", fj_error_name(error.code),
          (unsigned long long)error.offset, (unsigned long long)error.column);
    CHECK(fj_parse(h->text, h->length, NULL, &document, &error) == code && error.offset == offset,
          "parse: %s at %llu", fj_error_name(error.code), (unsigned long long)error.offset);
    fj_document_free(document);
    CHECK(fj_minify(h->text, h->length, NULL, &out, &error) == code && error.offset == offset,
          "minify: %s at %llu", fj_error_name(error.code), (unsigned long long)error.offset);
    fj_buffer_free(&out);
}

static void try_string(size_t pieces)
{
    huge h = huge_make(pieces, 'a');
    h.text[0] = '"';
    h.text[h.length - 1] = '"';
    fj_error error = {.size = sizeof error};
    CHECK(fj_validate(h.text, h.length, NULL, NULL) == FJ_OK, "a string");

    const fj_parse_options limit = {.size = sizeof limit, .max_string_bytes = h.length - 3};
    CHECK(fj_validate(h.text, h.length, &limit, NULL) == FJ_ERROR_LIMIT, "one byte too many");
    const fj_parse_options input = {.size = sizeof input, .max_input_bytes = h.length - 1};
    CHECK(fj_validate(h.text, h.length, &input, NULL) == FJ_ERROR_LIMIT, "a text too long");

    fj_document *document = NULL;
    CHECK(fj_parse(h.text, h.length, NULL, &document, &error) == FJ_OK, "%s", error.message);
    const fj_value *const root = fj_document_root(document);
    CHECK(fj_value_length(root) == h.length - 2, "%llu bytes",
          (unsigned long long)fj_value_length(root));
    fj_buffer out = {0};
    const fj_generate_options output = {.size = sizeof output, .max_output_bytes = h.length - 1};
    CHECK(fj_generate(root, &output, &out, &error) == FJ_ERROR_LIMIT, "an output too long");
    fj_buffer_free(&out);
    CHECK(fj_generate(root, NULL, &out, &error) == FJ_OK && out.length == h.length &&
              out.data[0] == '"' && out.data[out.length - 1] == '"',
          "generated %zu bytes", out.length);
    fj_buffer_free(&out);
    fj_document_free(document);

    h.text[h.length - 1] = 'a';
    check_fault(&h, FJ_ERROR_UNEXPECTED_END, h.length, h.length + 1);
    h.text[h.length - 3] = '\n';
    check_fault(&h, FJ_ERROR_CONTROL_CHARACTER, h.length - 3, h.length - 2);
    huge_free(&h);
}

static void try_space(size_t pieces)
{
    huge h = huge_make(pieces, ' ');
    h.text[0] = '[';
    memcpy(h.text + h.length - 4, "1,2]", 4);
    fj_error error = {.size = sizeof error};
    fj_document *document = NULL;
    CHECK(fj_parse(h.text, h.length, NULL, &document, &error) == FJ_OK &&
              fj_value_length(fj_document_root(document)) == 2,
          "%s", error.message);
    fj_document_free(document);
    fj_buffer out = {0};
    CHECK(fj_minify(h.text, h.length, NULL, &out, &error) == FJ_OK, "%s", error.message);
    CHECK_TEXT(out.data, out.length, "[1,2]");
    fj_buffer_free(&out);
    size_t offset = 0;
    size_t length = 0;
    CHECK(fj_text_get(h.text, h.length, "/1", 2, FJ_GET_WHOLE, NULL, &offset, &length, &error) ==
                  FJ_OK &&
              offset == h.length - 2 && length == 1,
          "%s at %zu", error.message, offset);

    /* Two values, the second beyond the white space, in one text and in pieces. */
    h.text[0] = '7';
    memcpy(h.text + h.length - 4, "true", 4);
    const fj_sequence_options rules = {.size = sizeof rules, .kind = FJ_SEQUENCE_VALUES};
    fj_sequence sequence = {0};
    document = NULL;
    CHECK(fj_parse_next(h.text, h.length, &sequence, &rules, NULL, &document, &error) == FJ_OK &&
              fj_parse_next(h.text, h.length, &sequence, &rules, NULL, &document, &error) ==
                  FJ_OK &&
              sequence.start == h.length - 4 && sequence.offset == h.length,
          "at %llu", (unsigned long long)sequence.start);
    fj_stream *stream = NULL;
    fj_stream_new(&rules, NULL, &stream, NULL);
    size_t values = 0;
    for (size_t done = 0; done < h.length;) {
        const size_t piece = h.length - done < 3 * PIECE ? h.length - done : 3 * PIECE;
        size_t used = 0;
        values += fj_stream_read(stream, h.text + done, piece, &used, &document, NULL) == FJ_OK;
        done += used;
    }
    values += fj_stream_finish(stream, &document, NULL) == FJ_OK;
    CHECK(values == 2 && fj_stream_start(stream) == h.length - 4, "%zu values, the last at %llu",
          values, (unsigned long long)fj_stream_start(stream));
    fj_stream_free(stream);
    fj_document_free(document);

    memcpy(h.text + h.length - 4, "   x", 4);
    h.text[0] = '[';
    check_fault(&h, FJ_ERROR_UNEXPECTED_BYTE, h.length - 1, h.length);
    huge_free(&h);
}

/* A number may be as long; what is too long is said before it is converted. */
static void try_digits(size_t pieces)
{
    huge h = huge_make(pieces, '1');
    check_fault(&h, FJ_ERROR_LIMIT, 0, 1);
    huge_free(&h);
}

int main(int argc, char **argv)
{
    const long pieces = argc > 1 ? atol(argv[1]) : 4;
    try_string((size_t)pieces);
    try_space((size_t)pieces);
    try_digits((size_t)pieces);
    return check_finish();
}
