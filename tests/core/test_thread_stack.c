/*
 * A thread with a stack of 128 KiB, as musl gives by default, suffices for everything that reads or
 * writes, at the deepest nesting too: the library does not recurse with the text.
 *
 * The stack ends at an unmapped page, so that using more is a crash. Under AddressSanitizer, which
 * makes frames several times larger, the stack is four times as large.
 */
#include <fastjson/fastjson.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"

#if defined(__SANITIZE_ADDRESS__)
#define STACK ((size_t)512 << 10)
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define STACK ((size_t)512 << 10)
#endif
#endif
#ifndef STACK
#define STACK ((size_t)128 << 10)
#endif

#define DEPTH 100000

static char *deep_text(size_t *length)
{
    static const char begin[] = "{\"k\":[", end[] = "]}";
    char *const text = malloc(DEPTH / 2 * (sizeof begin + sizeof end) + 64);
    size_t at = 0;
    for (int i = 0; i < DEPTH / 2; i++, at += sizeof begin - 1) {
        memcpy(text + at, begin, sizeof begin - 1);
    }
    static const char inner[] = "1.5e300,\"\\u00e9\",123456789012345678901234567890";
    memcpy(text + at, inner, sizeof inner - 1);
    at += sizeof inner - 1;
    for (int i = 0; i < DEPTH / 2; i++, at += sizeof end - 1) {
        memcpy(text + at, end, sizeof end - 1);
    }
    *length = at;
    return text;
}

/* What reads text and writes text. */
static void use_texts(const char *text, size_t length, const fj_parse_options *parse,
                      const fj_generate_options *generate)
{
    fj_buffer out = {0};
    fj_error error = {.size = sizeof error};
    CHECK(fj_validate(text, length, parse, &error) == FJ_OK, "validate: %s", error.message);
    CHECK(fj_minify(text, length, parse, &out, &error) == FJ_OK, "minify: %s", error.message);
    CHECK(fj_format(text, length, parse, generate, &out, &error) == FJ_OK, "format: %s",
          error.message);
    CHECK(fj_validate(text, length - 1, parse, &error) == FJ_ERROR_UNEXPECTED_END, "validated");
    size_t offset, found;
    CHECK(fj_text_get(text, length, "/k/0/k/0", 8, FJ_GET_WHOLE, parse, &offset, &found, &error) ==
              FJ_OK,
          "get: %s", error.message);
    CHECK(offset == 12, "found at %zu", offset);
    fj_buffer_free(&out);
}

static void use_documents(const char *text, size_t length, const fj_parse_options *parse,
                          const fj_generate_options *generate)
{
    fj_document *document = NULL, *copy = NULL, *patched = NULL;
    fj_buffer out = {0};
    fj_error error = {.size = sizeof error};
    CHECK(fj_parse(text, length, parse, &document, &error) == FJ_OK, "parse: %s", error.message);
    const fj_value *const root = fj_document_root(document);
    CHECK(fj_generate(root, generate, &out, &error) == FJ_OK, "generate: %s", error.message);
    CHECK(out.length > length, "%zu bytes were written", out.length);
    CHECK(fj_document_copy(root, &copy, &error) == FJ_OK, "copy: %s", error.message);
    int32_t equal = 0;
    CHECK(fj_value_equal(root, fj_document_root(copy), &equal) == FJ_OK && equal, "not equal");
    CHECK(fj_document_merge(root, fj_document_root(copy), &patched, &error) == FJ_OK, "merge: %s",
          error.message);
    fj_document_free(document);
    fj_document_free(copy);
    fj_document_free(patched);
    fj_buffer_free(&out);
}

static void use_stream(const char *text, size_t length, const fj_parse_options *parse)
{
    const fj_sequence_options one = {.size = sizeof one, .kind = FJ_SEQUENCE_ONE};
    fj_stream *stream = NULL;
    fj_document *document = NULL;
    fj_error error = {.size = sizeof error};
    int32_t code = fj_stream_new(&one, parse, &stream, &error);
    int values = 0;
    for (size_t at = 0; at < length && code >= FJ_MORE && code <= FJ_OK;) {
        size_t used = 0;
        const size_t piece = length - at < 4096 ? length - at : 4096;
        code = fj_stream_read(stream, text + at, piece, &used, &document, &error);
        values += code == FJ_OK;
        at += used;
    }
    values += fj_stream_finish(stream, &document, &error) == FJ_OK;
    CHECK(values == 1, "%d values were read from pieces: %s", values, error.message);
    fj_stream_free(stream);
    fj_document_free(document);
}

/* Patches whose pointers lead all the way down, and a merge patch that does. */
static void use_patch(const char *text, size_t length, const fj_parse_options *parse)
{
    static const char begin[] = "[{\"op\":\"test\",\"path\":\"", end[] = "/0\",\"value\":1.5e300}]";
    static const char step[] = "/k/0";
    const size_t steps = DEPTH / 2;
    const size_t pointer_length = steps * (sizeof step - 1) - 2; /* ends with the innermost array */
    char *const patch_text = malloc(sizeof begin + sizeof end + steps * sizeof step);
    memcpy(patch_text, begin, sizeof begin - 1);
    char *const pointer = patch_text + sizeof begin - 1;
    for (size_t i = 0; i < steps; i++) {
        memcpy(pointer + i * (sizeof step - 1), step, sizeof step - 1);
    }
    memcpy(pointer + pointer_length, end, sizeof end - 1);
    const size_t patch_length = sizeof begin - 1 + pointer_length + sizeof end - 1;
    fj_document *document = NULL, *patch = NULL, *patched = NULL;
    fj_error error = {.size = sizeof error};
    CHECK(fj_parse(text, length, parse, &document, &error) == FJ_OK, "parse: %s", error.message);
    CHECK(fj_parse(patch_text, patch_length, parse, &patch, &error) == FJ_OK, "parse: %s",
          error.message);
    const fj_value *const root = fj_document_root(document);
    CHECK(fj_document_patch(root, fj_document_root(patch), NULL, &patched, &error) == FJ_OK,
          "patch: %s", error.message);
    const fj_value *found;
    CHECK(fj_value_pointer(root, pointer, pointer_length, &found, &error) == FJ_OK, "pointer: %s",
          error.message);
    for (int32_t scope = 0; scope < 2; scope++) {
        CHECK(fj_text_get_document(text, length, pointer, pointer_length, scope, parse, &patched,
                                   &error) == FJ_OK,
              "get: %s", error.message);
    }
    fj_document_free(document);
    fj_document_free(patch);
    fj_document_free(patched);
    free(patch_text);
}

/* What writes one call after the other. */
static void use_writers(const char *text, size_t length, const fj_parse_options *parse)
{
    const fj_generate_options plain = {.size = sizeof plain, .max_nesting = FJ_UNLIMITED};
    fj_document *document = NULL, *built = NULL;
    fj_builder *builder = NULL;
    fj_generator *generator = NULL;
    fj_lines *lines = NULL;
    fj_buffer out = {0};
    fj_error error = {.size = sizeof error};
    CHECK(fj_parse(text, length, parse, &document, &error) == FJ_OK, "parse: %s", error.message);
    const fj_value *const root = fj_document_root(document);
    CHECK(fj_generate(root, &plain, &out, &error) == FJ_OK, "generate: %s", error.message);
    CHECK(fj_generator_new(&plain, &out, &generator, &error) == FJ_OK, "%s", error.message);
    (void)fj_generator_begin_array(generator);
    (void)fj_generator_value(generator, root);
    (void)fj_generator_raw(generator, text, length, 0);
    (void)fj_generator_end_array(generator);
    CHECK(fj_generator_finish(generator, &error) == FJ_OK, "generator: %s", error.message);
    fj_generator_free(generator);
    CHECK(fj_builder_new(&builder) == FJ_OK, "no builder");
    for (int i = 0; i < DEPTH; i++) {
        (void)fj_builder_begin_object(builder);
        (void)fj_builder_key(builder, "a", 1);
        (void)fj_builder_null(builder);
        (void)fj_builder_key(builder, "a", 1); /* twice, in each of them */
    }
    (void)fj_builder_value(builder, root);
    for (int i = 0; i < DEPTH; i++) {
        (void)fj_builder_end_object(builder);
    }
    CHECK(fj_builder_finish(builder, &built, &error) == FJ_OK, "builder: %s", error.message);
    fj_builder_free(builder);
    CHECK(fj_generate(fj_document_root(built), &plain, &out, &error) == FJ_OK, "generate: %s",
          error.message);
    fj_buffer_free(&out);
    CHECK(fj_lines_new(&plain, &out, &lines, &error) == FJ_OK, "%s", error.message);
    CHECK(fj_lines_value(lines, root, &error) == FJ_OK, "lines: %s", error.message);
    fj_lines_free(lines);
    fj_document_free(document);
    fj_document_free(built);
    fj_buffer_free(&out);
}

/* Texts that fail or stop deep inside, and keys that must be distinct. */
static void use_faults(const char *text, size_t length, const fj_parse_options *parse)
{
    fj_parse_options distinct = *parse;
    distinct.duplicate_key = FJ_DUPLICATE_ERROR;
    fj_parse_options lenient = *parse;
    lenient.allow_comments = 1;
    lenient.max_string_bytes = 1000;
    const fj_parse_options *const all[] = {parse, &distinct, &lenient};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        fj_document *document = NULL;
        fj_error error = {.size = sizeof error};
        fj_sequence sequence = {0};
        int32_t complete = 1;
        size_t used = 0;
        CHECK(fj_parse(text, length / 2, all[i], &document, &error) == FJ_ERROR_UNEXPECTED_END &&
                  error.pointer_length > 500,
              "parse: %s", error.message);
        CHECK(fj_parse(text, length, all[i], &document, &error) == FJ_OK, "%s", error.message);
        CHECK(fj_parse_unfinished(text, length / 2, all[i], &document, &complete, &used, &error) ==
                      FJ_OK &&
                  !complete && used != 0,
              "unfinished: %s", error.message);
        CHECK(fj_parse_next(text, length, &sequence, NULL, all[i], &document, &error) == FJ_OK,
              "next: %s", error.message);
        sequence = (fj_sequence){0};
        CHECK(fj_parse_next(text, length - 1, &sequence, NULL, all[i], &document, &error) ==
                  FJ_ERROR_UNEXPECTED_END,
              "next: %s", error.message);
        fj_document_free(document);
    }
}

static void *thread_run(void *argument)
{
    (void)argument;
    const fj_parse_options parse = {.size = sizeof parse, .max_nesting = FJ_UNLIMITED};
    const fj_generate_options generate = {.size = sizeof generate,
                                          .max_nesting = FJ_UNLIMITED,
                                          .sort_keys = 1,
                                          .array_nl = "\n",
                                          .array_nl_length = 1};
    size_t length;
    char *const text = deep_text(&length);
    use_texts(text, length, &parse, &generate);
    use_documents(text, length, &parse, &generate);
    use_stream(text, length, &parse);
    use_patch(text, length, &parse);
    use_writers(text, length, &parse);
    use_faults(text, length, &parse);
    free(text);
    return NULL;
}

int main(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *const memory =
        mmap(NULL, page + STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory, page, PROT_NONE) != 0) {
        perror("mmap");
        return 2;
    }
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0 ||
        pthread_attr_setstack(&attributes, memory + page, STACK) != 0 ||
        pthread_create(&thread, &attributes, thread_run, NULL) != 0) {
        perror("pthread_create");
        return 2;
    }
    pthread_join(thread, NULL);
    return check_finish();
}
