/* JSON Pointers (RFC 6901) through documents: the RFC's own examples, and every way to lead
 * nowhere. */
#include "check.h"
#include "document_text.h"

static const char rfc_document[] =
    "{\"foo\":[\"bar\",\"baz\"],\"\":0,\"a/b\":1,\"c%d\":2,\"e^f\":3,\"g|h\":4,\"i\\\\j\":5,"
    "\"k\\\"l\":6,\" \":7,\"m~n\":8}";

/* RFC 6901, section 5. */
static void test_rfc(void)
{
    static const char *const cases[][2] = {
        {"", rfc_document},    {"/foo", "[\"bar\",\"baz\"]"},
        {"/foo/0", "\"bar\""}, {"/", "0"},
        {"/a~1b", "1"},        {"/c%d", "2"},
        {"/e^f", "3"},         {"/g|h", "4"},
        {"/i\\j", "5"},        {"/k\"l", "6"},
        {"/ ", "7"},           {"/m~0n", "8"},
    };
    fj_document *d = document_of(rfc_document, NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const fj_value *found = NULL;
        fj_error error = {.size = sizeof error};
        CHECK(fj_value_pointer(fj_document_root(d), cases[i][0], strlen(cases[i][0]), &found,
                               &error) == FJ_OK,
              "%s: %s", cases[i][0], error.message);
        check_value(found, 0, cases[i][1]);
    }
    fj_document_free(d);
}

typedef struct failure {
    const char *pointer;
    int32_t code;
    uint64_t offset;
    const char *way; /* error.pointer */
    const char *reason;
} failure;

static const failure failures[] = {
    {"a", FJ_ERROR_POINTER, 0, "", "not a JSON Pointer: it does not begin with '/'"},
    {"#/a", FJ_ERROR_POINTER, 0, "", "not a JSON Pointer: it does not begin with '/'"},
    {"/a~", FJ_ERROR_POINTER, 3, "", "not a JSON Pointer: '~' is not followed by 0 or 1"},
    {"/a~2", FJ_ERROR_POINTER, 3, "", "not a JSON Pointer: '~' is not followed by 0 or 1"},
    {"/a/~/b", FJ_ERROR_POINTER, 4, "", "not a JSON Pointer: '~' is not followed by 0 or 1"},
    {"/b", FJ_ERROR_NOT_FOUND, 0, "", "the object has no such member"},
    {"/a~1", FJ_ERROR_NOT_FOUND, 0, "", "the object has no such member"},
    {"/a/2", FJ_ERROR_NOT_FOUND, 2, "/a", "beyond the end of the array"},
    {"/a/-", FJ_ERROR_NOT_FOUND, 2, "/a", "beyond the end of the array"},
    {"/a/99999999999999999999", FJ_ERROR_NOT_FOUND, 2, "/a", "beyond the end of the array"},
    {"/a/18446744073709551616", FJ_ERROR_NOT_FOUND, 2, "/a", "beyond the end of the array"},
    {"/a/00", FJ_ERROR_NOT_FOUND, 2, "/a", "not an array index"},
    {"/a/01", FJ_ERROR_NOT_FOUND, 2, "/a", "not an array index"},
    {"/a/-0", FJ_ERROR_NOT_FOUND, 2, "/a", "not an array index"},
    {"/a/+1", FJ_ERROR_NOT_FOUND, 2, "/a", "not an array index"},
    {"/a/1e0", FJ_ERROR_NOT_FOUND, 2, "/a", "not an array index"},
    {"/a/ 1", FJ_ERROR_NOT_FOUND, 2, "/a", "not an array index"},
    {"/a/", FJ_ERROR_NOT_FOUND, 2, "/a", "not an array index"},
    {"/a/x/y", FJ_ERROR_NOT_FOUND, 2, "/a", "not an array index"},
    {"/a/1/x/0", FJ_ERROR_NOT_FOUND, 6, "/a/1/x", "neither an object nor an array"},
    {"/~1~0/z/q", FJ_ERROR_NOT_FOUND, 7, "/~1~0/z", "neither an object nor an array"},
    {"/~1~0//", FJ_ERROR_NOT_FOUND, 5, "/~1~0", "the object has no such member"},
};

static void test_failures(void)
{
    fj_document *d = document_of("{\"a\":[0,{\"x\":null}],\"/~\":{\"z\":\"s\"}}", NULL);
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        const failure *const f = &failures[i];
        const fj_value *found = fj_document_root(d);
        fj_error error = {.size = sizeof error};
        const int32_t code =
            fj_value_pointer(fj_document_root(d), f->pointer, strlen(f->pointer), &found, &error);
        CHECK(code == f->code && error.code == code, "%s: %s", f->pointer, fj_error_name(code));
        CHECK(found == NULL, "%s: found all the same", f->pointer);
        CHECK(error.offset == f->offset, "%s: offset %llu", f->pointer,
              (unsigned long long)error.offset);
        CHECK(error.line == 1 && error.column == f->offset + 1, "%s: column %llu", f->pointer,
              (unsigned long long)error.column);
        CHECK_TEXT(error.pointer, error.pointer_length, f->way);
        CHECK(strstr(error.message, f->reason) != NULL, "%s: %s", f->pointer, error.message);
    }
    fj_document_free(d);
}

static void test_steps_in_objects_are_keys(void)
{
    fj_document *d = document_of("{\"-\":1,\"01\":2,\"\":{\"\":3},\"~1\":4,\"\xC3\xA9\":5}", NULL);
    static const char *const cases[][2] = {
        {"/-", "1"}, {"/01", "2"}, {"//", "3"}, {"/~01", "4"}, {"/\xC3\xA9", "5"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const fj_value *found = NULL;
        CHECK(fj_value_pointer(fj_document_root(d), cases[i][0], strlen(cases[i][0]), &found,
                               NULL) == FJ_OK,
              "%s", cases[i][0]);
        if (found != NULL) {
            check_value(found, 0, cases[i][1]);
        }
    }
    fj_document_free(d);
}

static void test_arguments(void)
{
    fj_document *d = document_of("[1]", NULL);
    const fj_value *found;
    fj_error small = {.size = 16}; /* a struct of another version, cut short */
    CHECK(fj_value_pointer(NULL, "", 0, &found, NULL) == FJ_ERROR_ARGUMENT, "value NULL");
    CHECK(fj_value_pointer(fj_document_root(d), NULL, 1, &found, NULL) == FJ_ERROR_ARGUMENT,
          "pointer NULL");
    CHECK(fj_value_pointer(fj_document_root(d), "", 0, NULL, NULL) == FJ_ERROR_ARGUMENT,
          "found NULL");
    CHECK(fj_value_pointer(fj_document_root(d), NULL, 0, &found, NULL) == FJ_OK,
          "the empty pointer");
    CHECK(found == fj_document_root(d), "the empty pointer leads elsewhere");
    CHECK(fj_value_pointer(fj_document_root(d), "/9", 2, &found, &small) == FJ_ERROR_NOT_FOUND,
          "a code");
    CHECK(small.size == 16 && small.code == FJ_ERROR_NOT_FOUND, "size %u", small.size);
    fj_document_free(d);
}

/* 100,000 steps, and an error whose way is cut at a whole step. */
static void test_long(void)
{
    const size_t levels = 100000;
    char *const text = malloc(levels * 2 + 1);
    char *const pointer = malloc(levels * 2 + 1);
    memset(text, '[', levels);
    memset(text + levels, ']', levels);
    text[2 * levels] = '\0';
    for (size_t i = 0; i < levels; i++) {
        memcpy(pointer + 2 * i, "/0", 2);
    }
    const fj_parse_options options = {.size = sizeof options, .max_nesting = FJ_UNLIMITED};
    fj_document *d = document_of(text, &options);
    const fj_value *found = NULL;
    fj_error error = {.size = sizeof error};
    CHECK(fj_value_pointer(fj_document_root(d), pointer, 2 * (levels - 1), &found, &error) == FJ_OK,
          "%s", error.message);
    CHECK(fj_value_length(found) == 0 && found == fj_document_root(d) + levels - 1, "elsewhere");
    CHECK(fj_value_pointer(fj_document_root(d), pointer, 2 * levels, &found, &error) ==
              FJ_ERROR_NOT_FOUND,
          "a code");
    CHECK(error.offset == 2 * (levels - 1), "offset %llu", (unsigned long long)error.offset);
    CHECK(error.pointer_length == 510 && error.pointer[509] == '0', "%u", error.pointer_length);
    fj_document_free(d);
    free(text);
    free(pointer);
}

int main(void)
{
    test_rfc();
    test_failures();
    test_steps_in_objects_are_keys();
    test_arguments();
    test_long();
    return check_finish();
}
