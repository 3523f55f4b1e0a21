/* Every allocation of the document functions fails once: FJ_ERROR_MEMORY or success, what was there
 * before is still there, and nothing leaks (blocks are counted, and sanitizers look as well).
 *
 * Linked with --wrap for memory.h's functions: see CMakeLists.txt. */
#include "check.h"
#include "document_text.h"
#include "memory.h"

#include <stdint.h>

void *__real_memory_allocate(size_t size);
void *__real_memory_resize(void *block, size_t size);
void __real_memory_free(void *block);
void *__wrap_memory_allocate(size_t size);
void *__wrap_memory_resize(void *block, size_t size);
void __wrap_memory_free(void *block);

static unsigned long memory_calls;
static unsigned long memory_fail_at; /* the call that gets nothing; 0: none */
static long memory_blocks;

static int memory_refuses(void)
{
    return ++memory_calls == memory_fail_at;
}

void *__wrap_memory_allocate(size_t size)
{
    void *const block = memory_refuses() ? NULL : __real_memory_allocate(size);
    memory_blocks += block != NULL;
    return block;
}

void *__wrap_memory_resize(void *block, size_t size)
{
    void *const moved = memory_refuses() ? NULL : __real_memory_resize(block, size);
    memory_blocks += block == NULL && moved != NULL;
    return moved;
}

void __wrap_memory_free(void *block)
{
    memory_blocks -= block != NULL;
    __real_memory_free(block);
}

/* Forty members, some of them containers, so that tables, lists and chunks are needed. */
static char *large_text(int reversed)
{
    char *const text = malloc(4096);
    size_t n = (size_t)sprintf(text, "{");
    for (int i = 0; i < 40; i++) {
        const int k = reversed ? 39 - i : i;
        n += (size_t)sprintf(text + n, "%s\"member %d\":[%d,{\"\\u00e9\":[[]]}]", i ? "," : "", k,
                             k);
    }
    (void)sprintf(text + n, "}");
    return text;
}

typedef struct fixture {
    fj_document *target;
    fj_document *other;
    fj_document *patch;
    fj_document *merge;
    const char *text;
} fixture;

static int32_t run_copy(const fixture *f, fj_document **result)
{
    return fj_document_copy(fj_document_root(f->target), result, NULL);
}

static int32_t run_patch(const fixture *f, fj_document **result)
{
    return fj_document_patch(fj_document_root(f->target), fj_document_root(f->patch), NULL, result,
                             NULL);
}

static int32_t run_merge(const fixture *f, fj_document **result)
{
    return fj_document_merge(fj_document_root(f->target), fj_document_root(f->merge), result, NULL);
}

static int32_t run_get(const fixture *f, fj_document **result)
{
    fj_document *found = NULL;
    char pointer[128] = "/member 39/1/\xC3\xA9/0";
    const int32_t code = fj_text_get_document(f->text, strlen(f->text), pointer, strlen(pointer),
                                              FJ_GET_WHOLE, NULL, &found, NULL);
    if (code == FJ_OK) {
        CHECK(fj_value_length(fj_document_root(found)) == 0, "not []");
        const int32_t copied = fj_document_copy(fj_document_root(found), result, NULL);
        fj_document_free(found);
        return copied;
    }
    fj_document_free(found);
    return code;
}

/* More steps than fit without memory. */
static int32_t run_get_long(const fixture *f, fj_document **result)
{
    char text[256];
    char pointer[256] = "";
    (void)f, (void)result;
    size_t n = 0;
    for (int i = 0; i < 50; i++) {
        n += (size_t)sprintf(text + n, "[");
        strcat(pointer, "/0");
    }
    n += (size_t)sprintf(text + n, "1");
    for (int i = 0; i < 50; i++) {
        n += (size_t)sprintf(text + n, "]");
    }
    size_t offset;
    size_t length;
    const int32_t code =
        fj_text_get(text, n, pointer, strlen(pointer), FJ_GET_FIRST, NULL, &offset, &length, NULL);
    CHECK(code != FJ_OK || (offset == 50 && length == 1), "%zu, %zu", offset, length);
    return code;
}

static int32_t run_builder(const fixture *f, fj_document **result)
{
    fj_builder *b = NULL;
    int32_t code = fj_builder_new(&b);
    if (code != FJ_OK) {
        return code;
    }
    fj_builder_begin_object(b);
    for (int round = 0; round < 2; round++) { /* each key twice */
        for (char k = 'a'; k < 'u'; k++) {
            fj_builder_key(b, &k, 1);
            fj_builder_string(b, "a string of some length to make the block grow", 46);
        }
    }
    fj_builder_key(b, "value", 5);
    fj_builder_value(b, fj_document_root(f->target));
    fj_builder_end_object(b);
    code = fj_builder_finish(b, result, NULL);
    fj_builder_free(b);
    return code;
}

static int32_t run_generator(const fixture *f, fj_document **result)
{
    fj_buffer out = {0};
    fj_generator *g = NULL;
    int32_t code = fj_generator_new(NULL, &out, &g, NULL);
    if (code == FJ_OK) {
        for (int i = 0; i < 40; i++) {
            fj_generator_begin_object(g);
            fj_generator_key(g, "a key", 5);
        }
        fj_generator_value(g, fj_document_root(f->target));
        for (int i = 0; i < 40; i++) {
            fj_generator_end_object(g);
        }
        code = fj_generator_finish(g, NULL);
        CHECK((out.length != 0) == (code == FJ_OK), "%zu bytes", out.length);
        fj_generator_free(g);
    }
    fj_buffer_free(&out);
    return code == FJ_OK ? fj_document_copy(fj_document_root(f->target), result, NULL) : code;
}

static int32_t nothing_flushed(void *context, const char *data, size_t length)
{
    (void)context, (void)data, (void)length;
    return FJ_OK;
}

static int32_t run_flush(const fixture *f, fj_document **result)
{
    fj_generator *g = NULL;
    int32_t code = fj_generator_new_flush(NULL, nothing_flushed, NULL, 0, &g, NULL);
    (void)result;
    if (code == FJ_OK) {
        fj_generator_value(g, fj_document_root(f->target));
        code = fj_generator_finish(g, NULL);
        fj_generator_free(g);
    }
    return code;
}

static int32_t run_equal(const fixture *f, fj_document **result)
{
    int32_t equal = 7;
    (void)result;
    const int32_t code =
        fj_value_equal(fj_document_root(f->target), fj_document_root(f->other), &equal);
    CHECK(equal == (code == FJ_OK), "%s: equal %d", fj_error_name(code), equal);
    return code;
}

/* The n-th allocation fails, for all n; until there is no n-th. */
static void check_all(const char *name, int32_t (*run)(const fixture *, fj_document **),
                      const fixture *f)
{
    unsigned long failures = 0;
    for (int again = 0; again < 2; again++) { /* into a new document, and into one that is there */
        for (unsigned long n = 1;; n++) {
            const long before = memory_blocks;
            fj_document *result = again ? document_of("[\"before\"]", NULL) : NULL;
            memory_calls = 0;
            memory_fail_at = n;
            const int32_t code = run(f, &result);
            const int refused = memory_calls >= n;
            memory_fail_at = 0;
            if (refused && code == FJ_ERROR_MEMORY) {
                failures++;
                CHECK(again || result == NULL, "%s: a document after failure %lu", name, n);
                if (again) {
                    check_value(fj_document_root(result), 0, "[\"before\"]");
                }
            } else {
                CHECK(code == FJ_OK, "%s, allocation %lu: %s", name, n, fj_error_name(code));
            }
            fj_document_free(result);
            CHECK(memory_blocks == before, "%s, allocation %lu: %ld blocks are left", name, n,
                  memory_blocks - before);
            if (!refused || n > 10000) {
                break;
            }
        }
    }
    CHECK(failures >= 2, "%s: nothing ever failed", name);
}

int main(void)
{
    static const char patch[] =
        "[{\"op\":\"copy\",\"from\":\"\",\"path\":\"/a~1b\"},"
        "{\"op\":\"add\",\"path\":\"/a~1b/~0x\",\"value\":[]},"
        "{\"op\":\"add\",\"path\":\"/a~1b/member 3/1/y\",\"value\":{\"deep\":[1]}},"
        "{\"op\":\"copy\",\"from\":\"/a~1b\",\"path\":\"/c\"},"
        "{\"op\":\"move\",\"from\":\"/member 1\",\"path\":\"/c/~0x/-\"},"
        "{\"op\":\"add\",\"path\":\"/c/~0x/0\",\"value\":1},{\"op\":\"add\",\"path\":\"/c/~0x/"
        "0\",\"value\":1},"
        "{\"op\":\"add\",\"path\":\"/c/~0x/0\",\"value\":1},{\"op\":\"add\",\"path\":\"/c/~0x/"
        "0\",\"value\":1},"
        "{\"op\":\"test\",\"path\":\"/c/~0x\",\"value\":[1,1,1,1,[1,{\"\\u00e9\":[[]]}]]},"
        "{\"op\":\"remove\",\"path\":\"/member 2\"}]";
    static const char merge[] = "{\"member 1\":null,\"n\":{\"m\":{\"k\":1},\"o\":null},"
                                "\"member 2\":{\"a\":{\"b\":{}}},\"member 3\":[1]}";
    char *const text = large_text(0);
    char *const reversed = large_text(1);
    fixture f = {.target = document_of(text, NULL),
                 .other = document_of(reversed, NULL),
                 .patch = document_of(patch, NULL),
                 .merge = document_of(merge, NULL),
                 .text = text};
    check_all("copy", run_copy, &f);
    check_all("patch", run_patch, &f);
    check_all("merge", run_merge, &f);
    check_all("get", run_get, &f);
    check_all("get, long way", run_get_long, &f);
    check_all("builder", run_builder, &f);
    check_all("generator", run_generator, &f);
    check_all("generator, flushing", run_flush, &f);
    check_all("equal", run_equal, &f);
    fj_document_free(f.target);
    fj_document_free(f.other);
    fj_document_free(f.patch);
    fj_document_free(f.merge);
    CHECK(memory_blocks == 0, "%ld blocks are left", memory_blocks);
    free(text);
    free(reversed);
    return check_finish();
}
