/* Finds values by JSON Pointer (RFC 6901): in a document, and in a text without reading it whole.
 */
#include <fastjson/fastjson.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "{\"a/b\": [10, {\"~\": \"found\"}], \"rest\": [1, 2, 3]}";

int main(void)
{
    fj_document *document = NULL;
    fj_error error = {.size = sizeof error};
    if (fj_parse(text, sizeof text - 1, NULL, &document, &error) != FJ_OK) {
        return 1;
    }
    static const char *const pointers[] = {"/a~1b/0", "/a~1b/1/~0", "/rest/7", "rest"};
    for (size_t i = 0; i < sizeof pointers / sizeof pointers[0]; i++) {
        const fj_value *found = NULL;
        fj_buffer out = {0};
        if (fj_value_pointer(fj_document_root(document), pointers[i], strlen(pointers[i]), &found,
                             &error) == FJ_OK &&
            fj_generate(found, NULL, &out, &error) == FJ_OK) {
            printf("%s: %.*s\n", pointers[i], (int)out.length, out.data);
        } else {
            printf("%s: %s, at byte %d of the pointer\n", pointers[i], fj_error_name(error.code),
                   (int)error.offset);
        }
        fj_buffer_free(&out);
    }
    fj_document_free(document);

    size_t offset, length;
    if (fj_text_get(text, sizeof text - 1, "/a~1b/1", 7, FJ_GET_FIRST, NULL, &offset, &length,
                    &error) == FJ_OK) {
        printf("it stands at %zu: %.*s\n", offset, (int)length, text + offset);
    }
    return 0;
}
