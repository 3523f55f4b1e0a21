/*
 * Threads: the same options and the same text, documents and buffers of each thread's own, all at
 * once; handles of every other kind; and one document that nobody changes, read by all. Of use
 * under ThreadSanitizer most of all (FASTJSON_SANITIZE=thread), where a race is a failure.
 *
 * argv[1]: rounds of each thread, default 100.
 */
#include <pthread.h>

#include "mutate.h"
#include "subject.h"

#include "fastjson/hosts.h"

#define THREADS 4

static bytes shared_text;
static fj_parse_options shared_parse;
static fj_generate_options shared_generate;
static fj_document *shared_document;
static fj_buffer expected;
static unsigned long rounds;

/* Handles of the thread's own, options and documents that are everyone's. */
static unsigned long handles_run(void)
{
    fj_document *document = NULL;
    fj_buffer out = {NULL, 0, 0};
    fj_builder *builder = NULL;
    fj_generator *generator = NULL;
    fj_stream *stream = NULL;
    fj_lines *lines = NULL;
    fj_tape *const tape = fj_tape_new();
    fj_generate_options unsorted = shared_generate;
    unsorted.sort_keys = 0;
    const fj_value *const root = fj_document_root(shared_document);
    const fj_value *found = NULL;
    size_t offset = 0;
    size_t length = 0;
    size_t used = 0;
    int32_t complete = 0;
    int32_t equal = 0;
    unsigned long bad = 0;
    bad += tape == NULL || fj_value_pointer(root, "/z/7/a", 6, &found, NULL) != FJ_OK;
    bad += fj_text_get(shared_text.data, shared_text.length, "/z/7/a", 6, FJ_GET_FIRST,
                       &shared_parse, &offset, &length, NULL) != FJ_OK;
    bad += fj_document_copy(root, &document, NULL) != FJ_OK;
    bad += fj_value_equal(root, fj_document_root(document), &equal) != FJ_OK || equal != 1;
    bad += fj_document_merge(root, found, &document, NULL) != FJ_OK;
    bad += fj_document_patch(root, root, NULL, &document, NULL) != FJ_ERROR_PATCH;
    bad += fj_builder_new(&builder) != FJ_OK || fj_builder_value(builder, root) != FJ_OK ||
           fj_builder_finish(builder, &document, NULL) != FJ_OK;
    bad += fj_generator_new(&unsorted, &out, &generator, NULL) != FJ_OK ||
           fj_generator_value(generator, root) != FJ_OK ||
           fj_generator_finish(generator, NULL) != FJ_OK;
    bad += fj_lines_new(&shared_generate, &out, &lines, NULL) != FJ_OK ||
           fj_lines_value(lines, root, NULL) != FJ_OK || fj_lines_finish(lines, NULL) != FJ_OK;
    bad += fj_stream_new(NULL, &shared_parse, &stream, NULL) != FJ_OK ||
           fj_stream_read(stream, shared_text.data, shared_text.length / 2, &used, &document,
                          NULL) != FJ_MORE;
    bad += fj_parse_unfinished(shared_text.data, shared_text.length / 2, &shared_parse, &document,
                               &complete, &used, NULL) != FJ_OK;
    if (tape != NULL) {
        fj_tape_view *const view = fj_tape_look(tape);
        view->words_capacity = 2 * shared_text.length + 16;
        view->words = malloc(view->words_capacity * sizeof *view->words);
        bad += fj_tape_read(tape, shared_text.data, shared_text.length, &shared_parse,
                            FJ_TAPE_BIGINT, NULL) != FJ_OK;
        free(view->words);
    }
    fj_tape_free(tape);
    fj_stream_free(stream);
    fj_lines_free(lines);
    fj_generator_free(generator);
    fj_builder_free(builder);
    fj_buffer_free(&out);
    fj_document_free(document);
    return bad;
}

static void *thread_run(void *argument)
{
    unsigned long *const bad = argument;
    fj_document *document = NULL;
    fj_buffer out = {NULL, 0, 0};
    fj_error error = {.size = sizeof error};
    for (unsigned long i = 0; i < rounds; i++) {
        const size_t cut = i % 4 ? shared_text.length : i % shared_text.length;
        const int32_t code = fj_parse(shared_text.data, cut, &shared_parse, &document, &error);
        *bad += (code == FJ_OK) != (cut == shared_text.length);
        if (code == FJ_OK) {
            *bad +=
                fj_generate(fj_document_root(document), &shared_generate, &out, &error) != FJ_OK;
            *bad +=
                out.length != expected.length || memcmp(out.data, expected.data, out.length) != 0;
        }
        *bad +=
            fj_generate(fj_document_root(shared_document), &shared_generate, &out, &error) != FJ_OK;
        *bad += out.length != expected.length || memcmp(out.data, expected.data, out.length) != 0;
        *bad += fj_validate(shared_text.data, shared_text.length, &shared_parse, NULL) != FJ_OK;
        *bad += fj_minify(shared_text.data, shared_text.length, &shared_parse, &out, NULL) != FJ_OK;
        *bad += fj_format(shared_text.data, shared_text.length, &shared_parse, &shared_generate,
                          &out, NULL) != FJ_OK;
        *bad += handles_run();
    }
    fj_buffer_free(&out);
    fj_document_free(document);
    return NULL;
}

int main(int argc, char **argv)
{
    rounds = argc > 1 ? strtoul(argv[1], NULL, 0) : 100;
    shared_parse = (fj_parse_options){.size = sizeof shared_parse,
                                      .allow_comments = 1,
                                      .lone_surrogates = FJ_READ_SURROGATES_KEEP};
    shared_generate = (fj_generate_options){.size = sizeof shared_generate, .sort_keys = 1};
    bytes_add_text(&shared_text, "{\"z\":/* shared */[");
    for (int i = 0; i < 100; i++) {
        char value[96];
        snprintf(value, sizeof value,
                 "%s{\"key %d\":%d.25,\"a\":\"\\u00e9\\n\",\"key\":1,\"key\":2}", i ? "," : "", i,
                 i);
        bytes_add_text(&shared_text, value);
    }
    bytes_add_text(&shared_text, "],\"a\":123456789012345678901234567890}");
    fj_parse(shared_text.data, shared_text.length, &shared_parse, &shared_document, NULL);
    fj_generate(fj_document_root(shared_document), &shared_generate, &expected, NULL);
    CHECK(expected.length != 0, "nothing to compare with");

    pthread_t threads[THREADS];
    unsigned long bad[THREADS] = {0};
    for (int i = 0; i < THREADS; i++) {
        if (pthread_create(&threads[i], NULL, thread_run, &bad[i]) != 0) {
            perror("pthread_create");
            return 2;
        }
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        CHECK(bad[i] == 0, "thread %d: %lu results of %lu rounds were wrong", i, bad[i], rounds);
    }
    fj_document_free(shared_document);
    fj_buffer_free(&expected);
    bytes_free(&shared_text);
    return check_finish();
}
