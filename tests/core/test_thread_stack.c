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
