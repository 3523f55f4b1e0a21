/* JSON Patch (RFC 6902) and JSON Merge Patch (RFC 7396): the RFCs' own examples, failures, and long
 * runs against a plain model. */
#include "check.h"
#include "document_text.h"

#include <time.h>

typedef struct patch_case {
    const char *target;
    const char *patch;
    const char *result; /* NULL: the code */
    int32_t code;
} patch_case;

/* RFC 6902, appendix A, and what it says besides. */
static const patch_case patch_cases[] = {
    {"{\"foo\":\"bar\"}", "[{\"op\":\"add\",\"path\":\"/baz\",\"value\":\"qux\"}]",
     "{\"foo\":\"bar\",\"baz\":\"qux\"}", 0},
    {"{\"foo\":[\"bar\",\"baz\"]}", "[{\"op\":\"add\",\"path\":\"/foo/1\",\"value\":\"qux\"}]",
     "{\"foo\":[\"bar\",\"qux\",\"baz\"]}", 0},
    {"{\"baz\":\"qux\",\"foo\":\"bar\"}", "[{\"op\":\"remove\",\"path\":\"/baz\"}]",
     "{\"foo\":\"bar\"}", 0},
    {"{\"foo\":[\"bar\",\"qux\",\"baz\"]}", "[{\"op\":\"remove\",\"path\":\"/foo/1\"}]",
     "{\"foo\":[\"bar\",\"baz\"]}", 0},
    {"{\"baz\":\"qux\",\"foo\":\"bar\"}",
     "[{\"op\":\"replace\",\"path\":\"/baz\",\"value\":\"boo\"}]",
     "{\"baz\":\"boo\",\"foo\":\"bar\"}", 0},
    {"{\"foo\":{\"bar\":\"baz\",\"waldo\":\"fred\"},\"qux\":{\"corge\":\"grault\"}}",
     "[{\"op\":\"move\",\"from\":\"/foo/waldo\",\"path\":\"/qux/thud\"}]",
     "{\"foo\":{\"bar\":\"baz\"},\"qux\":{\"corge\":\"grault\",\"thud\":\"fred\"}}", 0},
    {"{\"foo\":[\"all\",\"grass\",\"cows\",\"eat\"]}",
     "[{\"op\":\"move\",\"from\":\"/foo/1\",\"path\":\"/foo/3\"}]",
     "{\"foo\":[\"all\",\"cows\",\"eat\",\"grass\"]}", 0},
    {"{\"baz\":\"qux\",\"foo\":[\"a\",2,\"c\"]}",
     "[{\"op\":\"test\",\"path\":\"/baz\",\"value\":\"qux\"},"
     "{\"op\":\"test\",\"path\":\"/foo/1\",\"value\":2}]",
     "{\"baz\":\"qux\",\"foo\":[\"a\",2,\"c\"]}", 0},
    {"{\"baz\":\"qux\"}", "[{\"op\":\"test\",\"path\":\"/baz\",\"value\":\"bar\"}]", NULL,
     FJ_ERROR_PATCH_TEST},
    {"{\"foo\":\"bar\"}", "[{\"op\":\"add\",\"path\":\"/child\",\"value\":{\"grandchild\":{}}}]",
     "{\"foo\":\"bar\",\"child\":{\"grandchild\":{}}}", 0},
    {"{\"foo\":\"bar\"}", "[{\"op\":\"add\",\"path\":\"/baz\",\"value\":\"qux\",\"xyz\":123}]",
     "{\"foo\":\"bar\",\"baz\":\"qux\"}", 0},
    {"{\"foo\":\"bar\"}", "[{\"op\":\"add\",\"path\":\"/baz/bat\",\"value\":\"qux\"}]", NULL,
     FJ_ERROR_NOT_FOUND},
    {"{\"foo\":1}", "[{\"op\":\"add\",\"path\":\"/baz\",\"value\":\"qux\",\"op\":\"remove\"}]",
     NULL, FJ_ERROR_NOT_FOUND},
    {"{\"/\":9,\"~1\":10}", "[{\"op\":\"test\",\"path\":\"/~01\",\"value\":10}]",
     "{\"/\":9,\"~1\":10}", 0},
    {"{\"/\":9,\"~1\":10}", "[{\"op\":\"test\",\"path\":\"/~01\",\"value\":\"10\"}]", NULL,
     FJ_ERROR_PATCH_TEST},
    {"{\"foo\":[\"bar\"]}", "[{\"op\":\"add\",\"path\":\"/foo/-\",\"value\":[\"abc\",\"def\"]}]",
     "{\"foo\":[\"bar\",[\"abc\",\"def\"]]}", 0},
    /* places */
    {"[]",
     "[{\"op\":\"add\",\"path\":\"/0\",\"value\":1},{\"op\":\"add\",\"path\":\"/1\",\"value\":2},"
     "{\"op\":\"add\",\"path\":\"/0\",\"value\":0}]",
     "[0,1,2]", 0},
    {"[1]", "[{\"op\":\"add\",\"path\":\"/2\",\"value\":1}]", NULL, FJ_ERROR_NOT_FOUND},
    {"[1]", "[{\"op\":\"add\",\"path\":\"/01\",\"value\":1}]", NULL, FJ_ERROR_NOT_FOUND},
    {"[1]", "[{\"op\":\"add\",\"path\":\"/x\",\"value\":1}]", NULL, FJ_ERROR_NOT_FOUND},
    {"[1]", "[{\"op\":\"remove\",\"path\":\"/-\"}]", NULL, FJ_ERROR_NOT_FOUND},
    {"[1]", "[{\"op\":\"replace\",\"path\":\"/-\",\"value\":1}]", NULL, FJ_ERROR_NOT_FOUND},
    {"[1]", "[{\"op\":\"replace\",\"path\":\"/1\",\"value\":1}]", NULL, FJ_ERROR_NOT_FOUND},
    {"{}", "[{\"op\":\"replace\",\"path\":\"/a\",\"value\":1}]", NULL, FJ_ERROR_NOT_FOUND},
    {"{}", "[{\"op\":\"test\",\"path\":\"/a\",\"value\":null}]", NULL, FJ_ERROR_NOT_FOUND},
    {"{}", "[{\"op\":\"remove\",\"path\":\"/a\"}]", NULL, FJ_ERROR_NOT_FOUND},
    {"1", "[{\"op\":\"add\",\"path\":\"/a\",\"value\":1}]", NULL, FJ_ERROR_NOT_FOUND},
    {"{\"a\":1}", "[{\"op\":\"add\",\"path\":\"/a\",\"value\":2}]", "{\"a\":2}", 0},
    {"{}", "[{\"op\":\"add\",\"path\":\"/\",\"value\":2}]", "{\"\":2}", 0},
    {"{}",
     "[{\"op\":\"add\",\"path\":\"/a~1b~0\",\"value\":{}},"
     "{\"op\":\"add\",\"path\":\"/a~1b~0/~1\",\"value\":3},"
     "{\"op\":\"copy\",\"from\":\"/a~1b~0\",\"path\":\"/~0c\"}]",
     "{\"a/b~\":{\"/\":3},\"~c\":{\"/\":3}}", 0},
    {"{}", "[{\"op\":\"add\",\"path\":\"/\xC3\xA9\\\"\",\"value\":1}]", "{\"\xC3\xA9\\\"\":1}", 0},
    {"{\"a\":1}", "[{\"op\":\"add\",\"path\":\"/-\",\"value\":2}]", "{\"a\":1,\"-\":2}", 0},
    {"{\"a\":null}", "[{\"op\":\"test\",\"path\":\"/a\",\"value\":null}]", "{\"a\":null}", 0},
    /* the whole document */
    {"{\"a\":1}",
     "[{\"op\":\"replace\",\"path\":\"\",\"value\":[1]},"
     "{\"op\":\"add\",\"path\":\"/-\",\"value\":2}]",
     "[1,2]", 0},
    {"{\"a\":[1]}", "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"\"}]", "[1]", 0},
    {"{\"a\":[1]}",
     "[{\"op\":\"copy\",\"from\":\"\",\"path\":\"/b\"},"
     "{\"op\":\"add\",\"path\":\"/a/0\",\"value\":0}]",
     "{\"a\":[0,1],\"b\":{\"a\":[1]}}", 0},
    {"1", "[{\"op\":\"test\",\"path\":\"\",\"value\":1.0}]", "1", 0},
    {"1", "[{\"op\":\"remove\",\"path\":\"\"}]", NULL, FJ_ERROR_PATCH},
    {"1", "[]", "1", 0},
    /* move */
    {"{\"a\":{\"b\":{}}}", "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/a/b/c\"}]", NULL,
     FJ_ERROR_PATCH},
    {"{\"a\":1,\"ab\":{}}", "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/ab/c\"}]",
     "{\"ab\":{\"c\":1}}", 0},
    {"{\"a\":1,\"b\":2}", "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/a\"}]",
     "{\"a\":1,\"b\":2}", 0},
    {"{\"b\":2}", "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/a\"}]", NULL, FJ_ERROR_NOT_FOUND},
    {"{\"a\":1,\"b\":2}", "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/b\"}]", "{\"b\":1}", 0},
    {"[1,2,3]", "[{\"op\":\"move\",\"from\":\"/0\",\"path\":\"/-\"}]", "[2,3,1]", 0},
    {"[1,2,3]", "[{\"op\":\"move\",\"from\":\"/0\",\"path\":\"/3\"}]", NULL, FJ_ERROR_NOT_FOUND},
    {"[[1],2]", "[{\"op\":\"move\",\"from\":\"/0\",\"path\":\"/0/0\"}]", NULL, FJ_ERROR_PATCH},
    /* a copy is one: what becomes of one leaves the other alone */
    {"{\"a\":{\"x\":[1]}}",
     "[{\"op\":\"add\",\"path\":\"/a/y\",\"value\":2},{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/"
     "b\"},"
     "{\"op\":\"add\",\"path\":\"/b/x/0\",\"value\":0},{\"op\":\"remove\",\"path\":\"/a/y\"},"
     "{\"op\":\"test\",\"path\":\"/b\",\"value\":{\"y\":2,\"x\":[0,1]}}]",
     "{\"a\":{\"x\":[1]},\"b\":{\"x\":[0,1],\"y\":2}}", 0},
    {"{\"a\":[]}",
     "[{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/a/-\"},"
     "{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/a/-\"}]",
     "{\"a\":[[],[[]]]}", 0},
    /* a value of the patch used twice */
    {"[]",
     "[{\"op\":\"add\",\"path\":\"/0\",\"value\":{\"k\":[]}},"
     "{\"op\":\"copy\",\"from\":\"/0\",\"path\":\"/1\"},"
     "{\"op\":\"add\",\"path\":\"/0/k/0\",\"value\":1}]",
     "[{\"k\":[1]},{\"k\":[]}]", 0},
    /* what is no patch */
    {"{}", "{}", NULL, FJ_ERROR_PATCH},
    {"{}", "[1]", NULL, FJ_ERROR_PATCH},
    {"{}", "[{}]", NULL, FJ_ERROR_PATCH},
    {"{}", "[{\"op\":1,\"path\":\"\"}]", NULL, FJ_ERROR_PATCH},
    {"{}", "[{\"op\":\"Add\",\"path\":\"\",\"value\":1}]", NULL, FJ_ERROR_PATCH},
    {"{}", "[{\"op\":\"add\",\"value\":1}]", NULL, FJ_ERROR_PATCH},
    {"{}", "[{\"op\":\"add\",\"path\":null,\"value\":1}]", NULL, FJ_ERROR_PATCH},
    {"{}", "[{\"op\":\"add\",\"path\":\"/a\"}]", NULL, FJ_ERROR_PATCH},
    {"{}", "[{\"op\":\"test\",\"path\":\"/a\"}]", NULL, FJ_ERROR_PATCH},
    {"{}", "[{\"op\":\"copy\",\"path\":\"/a\"}]", NULL, FJ_ERROR_PATCH},
    {"{}", "[{\"op\":\"move\",\"path\":\"/a\",\"from\":5}]", NULL, FJ_ERROR_PATCH},
    {"{}", "[{\"op\":\"add\",\"path\":\"a\",\"value\":1}]", NULL, FJ_ERROR_POINTER},
    {"{}", "[{\"op\":\"add\",\"path\":\"/~\",\"value\":1}]", NULL, FJ_ERROR_POINTER},
    {"{}", "[{\"op\":\"copy\",\"path\":\"/a\",\"from\":\"b\"}]", NULL, FJ_ERROR_POINTER},
};

/* The target is given as a document of its own, and as the document that takes the result. */
static void test_patch_cases(void)
{
    for (size_t i = 0; i < sizeof patch_cases / sizeof *patch_cases; i++) {
        const patch_case *const c = &patch_cases[i];
        fj_document *target = document_of(c->target, NULL);
        fj_document *patch = document_of(c->patch, NULL);
        fj_document *result = NULL;
        fj_error error = {.size = sizeof error};
        int32_t code = fj_document_patch(fj_document_root(target), fj_document_root(patch), NULL,
                                         &result, &error);
        CHECK(code == c->code, "%s %s: %s: %s", c->target, c->patch, fj_error_name(code),
              error.message);
        CHECK((result != NULL) == (code == FJ_OK), "%s %s", c->target, c->patch);
        check_value(fj_document_root(target), 0, c->target);
        if (result != NULL && c->result != NULL) {
            check_value(fj_document_root(result), 0, c->result);
        }
        fj_document_free(result);
        code = fj_document_patch(fj_document_root(target), fj_document_root(patch), NULL, &target,
                                 &error);
        fj_document_free(patch);
        CHECK(code == c->code, "%s %s: %s", c->target, c->patch, fj_error_name(code));
        check_value(fj_document_root(target), 0,
                    code == FJ_OK && c->result ? c->result : c->target);
        fj_document_free(target);
    }
}

typedef struct message_case {
    const char *patch;
    const char *message;
    const char *pointer;
} message_case;

static const message_case message_cases[] = {
    {"[{\"op\":\"add\",\"path\":\"/x\",\"value\":1},{\"op\":\"remove\",\"path\":\"/y\"}]",
     "nothing stands at the JSON Pointer: operation 1 (remove): path: the object has no such "
     "member",
     "/1/path"},
    {"[{\"op\":\"move\",\"path\":\"/y\",\"from\":\"/a/7\"}]",
     "nothing stands at the JSON Pointer: operation 0 (move): from: beyond the end of the array",
     "/0/from"},
    {"[{\"op\":\"test\",\"path\":\"/a\",\"value\":1}]",
     "test of the JSON Patch does not hold: operation 0 (test): path: the value there is another "
     "one",
     "/0/path"},
    {"[{\"op\":\"fix\",\"path\":\"/a\"}]",
     "JSON Patch cannot be applied: operation 0: its op is none of add, remove, replace, move, "
     "copy, "
     "test",
     "/0/op"},
    {"[{\"op\":\"add\",\"path\":\"/a\"}]",
     "JSON Patch cannot be applied: operation 0 (add): it has no value", "/0"},
    {"[{\"op\":\"add\",\"path\":\"a\",\"value\":1}]",
     "not a JSON Pointer: operation 0 (add): path: it does not begin with '/'", "/0/path"},
    {"[7]", "JSON Patch cannot be applied: operation 0: it is no object", "/0"},
    {"7", "JSON Patch cannot be applied: it is no array", ""},
};

static void test_patch_messages(void)
{
    fj_document *target = document_of("{\"a\":[1,2]}", NULL);
    for (size_t i = 0; i < sizeof message_cases / sizeof *message_cases; i++) {
        fj_document *patch = document_of(message_cases[i].patch, NULL);
        fj_document *result = NULL;
        fj_error error = {.size = sizeof error};
        CHECK(fj_document_patch(fj_document_root(target), fj_document_root(patch), NULL, &result,
                                &error) != FJ_OK,
              "%s", message_cases[i].patch);
        CHECK_TEXT(error.message, error.message_length, message_cases[i].message);
        CHECK_TEXT(error.pointer, error.pointer_length, message_cases[i].pointer);
        CHECK(result == NULL, "a document after a failure");
        fj_document_free(patch);
    }
    fj_document_free(target);
}

/* Forty operations that each double the document: a trillion values, refused early. */
static void test_patch_copies_are_bounded(void)
{
    char text[8192] = "[";
    size_t n = 1;
    for (int i = 0; i < 40; i++) {
        n += (size_t)sprintf(text + n, "%s{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/a/-\"}",
                             i != 0 ? "," : "");
    }
    memcpy(text + n, "]", 2);
    fj_document *target = document_of("{\"a\":[1]}", NULL);
    fj_document *patch = document_of(text, NULL);
    fj_document *result = NULL;
    fj_error error = {.size = sizeof error};
    CHECK(fj_document_patch(fj_document_root(target), fj_document_root(patch), NULL, &result,
                            &error) == FJ_ERROR_LIMIT,
          "%s", error.message);
    /* Operation k copies 2^(k+1) values: the first 23 make 2^24 - 2. */
    CHECK_TEXT(error.pointer, error.pointer_length, "/23/from");
    fj_document_free(patch);
    patch = document_of("[{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/b\"}]", NULL);
    fj_patch_options options = {.size = sizeof options, .max_copied = 1};
    CHECK(fj_document_patch(fj_document_root(target), fj_document_root(patch), &options, &result,
                            NULL) == FJ_ERROR_LIMIT,
          "2 values where 1 is allowed");
    options.max_copied = 2;
    CHECK(fj_document_patch(fj_document_root(target), fj_document_root(patch), &options, &result,
                            NULL) == FJ_OK,
          "2 values where 2 are allowed");
    options.reserved = 1;
    CHECK(fj_document_patch(fj_document_root(target), fj_document_root(patch), &options, &result,
                            NULL) == FJ_ERROR_OPTION,
          "an unknown option");
    fj_document_free(target);
    fj_document_free(patch);
    fj_document_free(result);
}

/* ---- long runs ---- */

static uint64_t random_state = 88172645463325252;

static size_t random_below(size_t limit)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (size_t)(random_state % limit);
}

typedef struct text {
    char *data;
    size_t length;
    size_t capacity;
} text;

static char *text_room(text *t, size_t size)
{
    if (t->capacity - t->length < size) {
        t->capacity = (t->capacity + size) * 2;
        t->data = realloc(t->data, t->capacity);
    }
    return t->data + t->length;
}

#define TEXT_ADD(t, ...) ((t)->length += (size_t)sprintf(text_room((t), 200), __VA_ARGS__))

static void patch_against(const text *target, const text *patch, const text *expected)
{
    fj_document *t = NULL;
    fj_document *p = NULL;
    fj_document *result = NULL;
    fj_error error = {.size = sizeof error};
    fj_buffer out = {0};
    CHECK(fj_parse(target->data, target->length, NULL, &t, &error) == FJ_OK, "%s", error.message);
    CHECK(fj_parse(patch->data, patch->length, NULL, &p, &error) == FJ_OK, "%s", error.message);
    const clock_t start = clock();
    const int32_t code =
        fj_document_patch(fj_document_root(t), fj_document_root(p), NULL, &result, &error);
    const double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    CHECK(code == FJ_OK, "%s", error.message);
    /* Some tenths of it: what is quadratic would take minutes. */
    CHECK(seconds < 10, "%zu bytes patched by %zu bytes in %.3f s", target->length, patch->length,
          seconds);
    CHECK(fj_generate(fj_document_root(result), NULL, &out, &error) == FJ_OK, "%s", error.message);
    CHECK(out.length == expected->length && memcmp(out.data, expected->data, out.length) == 0,
          "%.200s, not %.200s", out.data, expected->data);
    fj_buffer_free(&out);
    fj_document_free(t);
    fj_document_free(p);
    fj_document_free(result);
}

/* The model of an array: pieces of a few hundred numbers, so that a change anywhere moves few. */
enum { PIECE_MAX = 512 };

typedef struct piece {
    struct piece *next;
    size_t length;
    size_t numbers[PIECE_MAX];
} piece;

static size_t *model_number(piece *p, size_t at)
{
    for (; at >= p->length; p = p->next) {
        at -= p->length;
    }
    return p->numbers + at;
}

static void model_insert(piece *p, size_t at, size_t number)
{
    for (; at > p->length; p = p->next) {
        at -= p->length;
    }
    if (p->length == PIECE_MAX) { /* its second half becomes a piece */
        piece *const half = malloc(sizeof *half);
        half->next = p->next;
        half->length = PIECE_MAX / 2;
        memcpy(half->numbers, p->numbers + PIECE_MAX / 2, sizeof half->numbers / 2);
        p->next = half;
        p->length = PIECE_MAX / 2;
        if (at > PIECE_MAX / 2) {
            at -= PIECE_MAX / 2;
            p = half;
        }
    }
    memmove(p->numbers + at + 1, p->numbers + at, (p->length++ - at) * sizeof *p->numbers);
    p->numbers[at] = number;
}

static void model_remove(piece *p, size_t at)
{
    for (; at >= p->length; p = p->next) {
        at -= p->length;
    }
    memmove(p->numbers + at, p->numbers + at + 1, (--p->length - at) * sizeof *p->numbers);
}

/* An array of numbers as the model: inserted, removed, replaced, moved, copied anywhere. */
static void test_patch_random_array(size_t count, size_t operations)
{
    piece *const model = calloc(1, sizeof *model);
    size_t length = count;
    text target = {0};
    text patch = {0};
    text expected = {0};
    TEXT_ADD(&target, "[");
    piece *last = model;
    for (size_t i = 0; i < count; i++) {
        model_insert(last, last->length, i);
        last = last->next != NULL ? last->next : last;
        TEXT_ADD(&target, "%s%zu", i != 0 ? "," : "", i);
    }
    TEXT_ADD(&target, "]");
    TEXT_ADD(&patch, "[");
    for (size_t i = 0; i < operations; i++) {
        const size_t verb = length != 0 ? random_below(6) : 0;
        const size_t at = random_below(length + (verb == 0) + (length == 0));
        const size_t to = random_below(length + 1);
        TEXT_ADD(&patch, i != 0 ? "," : "");
        const size_t moved = length != 0 && at < length ? *model_number(model, at) : 0;
        switch (verb) {
        case 0:
            model_insert(model, at, count + i);
            length++;
            TEXT_ADD(&patch, "{\"op\":\"add\",\"path\":\"/%zu\",\"value\":%zu}", at, count + i);
            break;
        case 1:
        case 2:
            model_remove(model, at);
            length--;
            if (verb == 2) {
                const size_t place = to <= length ? to : length;
                model_insert(model, place, moved);
                length++;
                TEXT_ADD(&patch, "{\"op\":\"move\",\"from\":\"/%zu\",\"path\":\"/%zu\"}", at,
                         place);
            } else {
                TEXT_ADD(&patch, "{\"op\":\"remove\",\"path\":\"/%zu\"}", at);
            }
            break;
        case 3:
            *model_number(model, at) = count + i;
            TEXT_ADD(&patch, "{\"op\":\"replace\",\"path\":\"/%zu\",\"value\":%zu}", at, count + i);
            break;
        case 4:
            model_insert(model, to, moved);
            length++;
            TEXT_ADD(&patch, "{\"op\":\"copy\",\"from\":\"/%zu\",\"path\":\"/%zu\"}", at, to);
            break;
        default:
            TEXT_ADD(&patch, "{\"op\":\"test\",\"path\":\"/%zu\",\"value\":%zu.0}", at, moved);
            break;
        }
    }
    TEXT_ADD(&patch, "]");
    TEXT_ADD(&expected, "[");
    size_t written = 0;
    for (piece *p = model, *next; p != NULL; p = next) {
        for (size_t i = 0; i < p->length; i++) {
            TEXT_ADD(&expected, "%s%zu", written++ != 0 ? "," : "", p->numbers[i]);
        }
        next = p->next;
        free(p);
    }
    TEXT_ADD(&expected, "]");
    patch_against(&target, &patch, &expected);
    free(target.data);
    free(patch.data);
    free(expected.data);
}

/* An object: the model keeps for each key its value and when it was added, which is its place. */
static void test_patch_random_object(size_t count, size_t operations)
{
    typedef struct member {
        size_t value;
        size_t order; /* 0: not there */
    } member;
    const size_t keys = count * 2;
    member *const model = calloc(keys, sizeof *model);
    size_t *const by_order = calloc(count + operations + 2, sizeof *by_order); /* key + 1 */
    size_t order = 0;
    text target = {0};
    text patch = {0};
    text expected = {0};
    TEXT_ADD(&target, "{");
    for (size_t i = 0; i < count; i++) {
        model[i] = (member){i, ++order};
        TEXT_ADD(&target, "%s\"~key %zu\":%zu", i != 0 ? "," : "", i, i);
    }
    TEXT_ADD(&target, "}");
    TEXT_ADD(&patch, "[");
    size_t done = 0;
    while (done < operations) {
        const size_t key = random_below(keys);
        const size_t other = random_below(keys);
        member *const m = &model[key];
        const size_t verb = random_below(5);
        if (m->order == 0 && verb != 0) {
            continue;
        }
        TEXT_ADD(&patch, done++ != 0 ? "," : "");
        switch (verb) {
        case 0:
            m->order = m->order != 0 ? m->order : ++order;
            m->value = done;
            TEXT_ADD(&patch, "{\"op\":\"add\",\"path\":\"/~0key %zu\",\"value\":%zu}", key, done);
            break;
        case 1:
            m->order = 0;
            TEXT_ADD(&patch, "{\"op\":\"remove\",\"path\":\"/~0key %zu\"}", key);
            break;
        case 2: {
            const size_t value = m->value;
            if (key != other) {
                m->order = 0;
                model[other].order = model[other].order != 0 ? model[other].order : ++order;
                model[other].value = value;
            }
            TEXT_ADD(&patch, "{\"op\":\"move\",\"from\":\"/~0key %zu\",\"path\":\"/~0key %zu\"}",
                     key, other);
            break;
        }
        case 3:
            m->value = done;
            TEXT_ADD(&patch, "{\"op\":\"replace\",\"path\":\"/~0key %zu\",\"value\":%zu}", key,
                     done);
            break;
        default:
            TEXT_ADD(&patch, "{\"op\":\"test\",\"path\":\"/~0key %zu\",\"value\":%zu}", key,
                     m->value);
            break;
        }
    }
    TEXT_ADD(&patch, "]");
    for (size_t i = 0; i < keys; i++) {
        by_order[model[i].order] = model[i].order != 0 ? i + 1 : 0;
    }
    TEXT_ADD(&expected, "{");
    for (size_t i = 1; i <= order; i++) {
        if (by_order[i] != 0) {
            const size_t key = by_order[i] - 1;
            TEXT_ADD(&expected, "%s\"~key %zu\":%zu", expected.length > 1 ? "," : "", key,
                     model[key].value);
        }
    }
    TEXT_ADD(&expected, "}");
    patch_against(&target, &patch, &expected);
    free(target.data);
    free(patch.data);
    free(expected.data);
    free(model);
    free(by_order);
}

/* All taken out, then tests and additions: what was removed must not be walked over again and
 * again. */
static void test_patch_emptied_object(void)
{
    const size_t count = 100000;
    text target = {0};
    text patch = {0};
    text expected = {0};
    TEXT_ADD(&target, "{\"o\":{");
    TEXT_ADD(&patch, "[");
    for (size_t i = 0; i < count; i++) {
        TEXT_ADD(&target, "%s\"%zu\":%zu", i != 0 ? "," : "", i, i);
        TEXT_ADD(&patch, "{\"op\":\"remove\",\"path\":\"/o/%zu\"},", i);
    }
    TEXT_ADD(&target, "}}");
    for (size_t i = 0; i < count; i++) {
        TEXT_ADD(&patch, "{\"op\":\"test\",\"path\":\"/o\",\"value\":{}},");
        TEXT_ADD(&patch, "{\"op\":\"add\",\"path\":\"/o/x\",\"value\":1},");
        TEXT_ADD(&patch, "{\"op\":\"remove\",\"path\":\"/o/x\"}%s", i + 1 < count ? "," : "]");
    }
    TEXT_ADD(&expected, "{\"o\":{}}");
    patch_against(&target, &patch, &expected);
    free(target.data);
    free(patch.data);
    free(expected.data);
}

/* Moves that put one array into the next, 100,000 deep. */
static void test_patch_deep(void)
{
    const size_t levels = 100000;
    text patch = {0};
    TEXT_ADD(&patch, "[");
    for (size_t i = 0; i < levels; i++) {
        TEXT_ADD(&patch, "%s{\"op\":\"add\",\"path\":\"/0\",\"value\":[]},", i != 0 ? "," : "");
        TEXT_ADD(&patch, "{\"op\":\"move\",\"from\":\"/1\",\"path\":\"/0/0\"}");
    }
    TEXT_ADD(&patch, "]");
    fj_document *d = document_of("[7]", NULL);
    fj_document *p = document_of(patch.data, NULL);
    fj_error error = {.size = sizeof error};
    CHECK(fj_document_patch(fj_document_root(d), fj_document_root(p), NULL, &d, &error) == FJ_OK,
          "%s", error.message);
    CHECK(fj_document_length(d) == levels + 2, "%zu values", fj_document_length(d));
    size_t depth = 0;
    for (const fj_value *v = fj_document_root(d); fj_value_kind(v) == FJ_ARRAY; v++) {
        depth += fj_value_length(v) == 1;
    }
    CHECK(depth == levels + 1, "%zu levels", depth);
    fj_document_free(d);
    fj_document_free(p);
    free(patch.data);
}

/* ---- merge patch ---- */

/* RFC 7396, appendix A; then the example of section 3. */
static const char *const merge_cases[][3] = {
    {"{\"a\":\"b\"}", "{\"a\":\"c\"}", "{\"a\":\"c\"}"},
    {"{\"a\":\"b\"}", "{\"b\":\"c\"}", "{\"a\":\"b\",\"b\":\"c\"}"},
    {"{\"a\":\"b\"}", "{\"a\":null}", "{}"},
    {"{\"a\":\"b\",\"b\":\"c\"}", "{\"a\":null}", "{\"b\":\"c\"}"},
    {"{\"a\":[\"b\"]}", "{\"a\":\"c\"}", "{\"a\":\"c\"}"},
    {"{\"a\":\"c\"}", "{\"a\":[\"b\"]}", "{\"a\":[\"b\"]}"},
    {"{\"a\":{\"b\":\"c\"}}", "{\"a\":{\"b\":\"d\",\"c\":null}}", "{\"a\":{\"b\":\"d\"}}"},
    {"{\"a\":[{\"b\":\"c\"}]}", "{\"a\":[1]}", "{\"a\":[1]}"},
    {"[\"a\",\"b\"]", "[\"c\",\"d\"]", "[\"c\",\"d\"]"},
    {"{\"a\":\"b\"}", "[\"c\"]", "[\"c\"]"},
    {"{\"a\":\"foo\"}", "null", "null"},
    {"{\"a\":\"foo\"}", "\"bar\"", "\"bar\""},
    {"{\"e\":null}", "{\"a\":1}", "{\"e\":null,\"a\":1}"},
    {"[1,2]", "{\"a\":\"b\",\"c\":null}", "{\"a\":\"b\"}"},
    {"{}", "{\"a\":{\"bb\":{\"ccc\":null}}}", "{\"a\":{\"bb\":{}}}"},
    {"{\"title\":\"Goodbye!\",\"author\":{\"givenName\":\"John\",\"familyName\":\"Doe\"},"
     "\"tags\":[\"example\",\"sample\"],\"content\":\"This will be unchanged\"}",
     "{\"title\":\"Hello!\",\"phoneNumber\":\"+01-123-456-7890\",\"author\":{\"familyName\":null},"
     "\"tags\":[\"example\"]}",
     "{\"title\":\"Hello!\",\"author\":{\"givenName\":\"John\"},\"tags\":[\"example\"],"
     "\"content\":\"This will be unchanged\",\"phoneNumber\":\"+01-123-456-7890\"}"},
    {"{\"a\":[null],\"b\":{\"c\":{\"d\":1}}}",
     "{\"a\":[null,{\"x\":null}],\"b\":{\"c\":{\"e\":2}}}",
     "{\"a\":[null,{\"x\":null}],\"b\":{\"c\":{\"d\":1,\"e\":2}}}"},
};

static void test_merge(void)
{
    for (size_t i = 0; i < sizeof merge_cases / sizeof *merge_cases; i++) {
        fj_document *target = document_of(merge_cases[i][0], NULL);
        fj_document *patch = document_of(merge_cases[i][1], NULL);
        fj_document *result = NULL;
        fj_error error = {.size = sizeof error};
        CHECK(fj_document_merge(fj_document_root(target), fj_document_root(patch), &result,
                                &error) == FJ_OK,
              "%s", error.message);
        check_value(fj_document_root(result), 0, merge_cases[i][2]);
        check_value(fj_document_root(target), 0, merge_cases[i][0]);
        /* Into the patch's own document. */
        CHECK(fj_document_merge(fj_document_root(target), fj_document_root(patch), &patch, NULL) ==
                  FJ_OK,
              "a code");
        check_value(fj_document_root(patch), 0, merge_cases[i][2]);
        fj_document_free(target);
        fj_document_free(patch);
        fj_document_free(result);
    }
    fj_document *patch = document_of("{\"a\":{\"b\":null,\"c\":1}}", NULL);
    fj_document *result = NULL;
    CHECK(fj_document_merge(NULL, fj_document_root(patch), &result, NULL) == FJ_OK, "no target");
    check_value(fj_document_root(result), 0, "{\"a\":{\"c\":1}}");
    CHECK(fj_document_merge(NULL, NULL, &result, NULL) == FJ_ERROR_ARGUMENT, "no patch");
    fj_document_free(patch);
    fj_document_free(result);
}

static void test_merge_deep(void)
{
    const size_t levels = 100000;
    text target = {0};
    text patch = {0};
    for (size_t i = 0; i < levels; i++) {
        TEXT_ADD(&target, "{\"k\":");
        TEXT_ADD(&patch, "{\"k\":");
    }
    TEXT_ADD(&target, "{\"a\":1}");
    TEXT_ADD(&patch, "{\"b\":2}");
    for (size_t i = 0; i < levels; i++) {
        TEXT_ADD(&target, "}");
        TEXT_ADD(&patch, "}");
    }
    const fj_parse_options options = {.size = sizeof options, .max_nesting = FJ_UNLIMITED};
    fj_document *t = document_of(target.data, &options);
    fj_document *p = document_of(patch.data, &options);
    CHECK(fj_document_merge(fj_document_root(t), fj_document_root(p), &t, NULL) == FJ_OK, "a code");
    CHECK(fj_document_length(t) == 2 * levels + 5, "%zu values", fj_document_length(t));
    check_value(fj_document_root(t) + 2 * levels, 0, "{\"a\":1,\"b\":2}");
    fj_document_free(t);
    fj_document_free(p);
    free(target.data);
    free(patch.data);
}

int main(void)
{
    test_patch_cases();
    test_patch_messages();
    test_patch_copies_are_bounded();
    for (size_t count = 0; count < 40; count++) {
        test_patch_random_array(count, 300);
        test_patch_random_object(count + 1, 300);
    }
    test_patch_random_array(3000, 20000);
    test_patch_random_array(check_share(100000), check_share(100000));
    test_patch_random_object(check_share(100000), check_share(100000));
    test_patch_emptied_object();
    test_patch_deep();
    test_merge();
    test_merge_deep();
    return check_finish();
}
