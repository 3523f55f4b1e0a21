/* Changes a document by a JSON Patch (RFC 6902) and by a merge patch (RFC 7396). */
#include <fastjson/fastjson.h>
#include <stdio.h>
#include <string.h>

static fj_document *read(const char *text)
{
    fj_document *document = NULL;
    fj_parse(text, strlen(text), NULL, &document, NULL);
    return document;
}

static void print(const fj_document *document)
{
    fj_buffer out = {0};
    if (fj_generate(fj_document_root(document), NULL, &out, NULL) == FJ_OK) {
        printf("%.*s\n", (int)out.length, out.data);
    }
    fj_buffer_free(&out);
}

int main(void)
{
    fj_document *document = read("{\"name\": \"Zoe\", \"tags\": [\"a\"], \"old\": 1}");
    fj_document *const patch = read("[{\"op\": \"test\", \"path\": \"/name\", \"value\": \"Zoe\"},"
                                    "{\"op\": \"add\", \"path\": \"/tags/-\", \"value\": \"b\"},"
                                    "{\"op\": \"remove\", \"path\": \"/old\"}]");
    fj_document *const merge = read("{\"name\": \"Zoë\", \"tags\": null, \"new\": {\"x\": 1}}");
    fj_error error = {.size = sizeof error};

    /* the values that are read may lie in the document that is written */
    if (fj_document_patch(fj_document_root(document), fj_document_root(patch), NULL, &document,
                          &error) == FJ_OK) {
        print(document);
    }
    /* "old" is gone: all or nothing, the document stays as it was */
    if (fj_document_patch(fj_document_root(document), fj_document_root(patch), NULL, &document,
                          &error) != FJ_OK) {
        printf("%s at %.*s\n", fj_error_name(error.code), (int)error.pointer_length, error.pointer);
        print(document);
    }
    if (fj_document_merge(fj_document_root(document), fj_document_root(merge), &document, &error) ==
        FJ_OK) {
        print(document);
    }
    fj_document_free(document);
    fj_document_free(patch);
    fj_document_free(merge);
    return 0;
}
