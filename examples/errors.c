/* Shows what is wrong with a text, and where. */
#include <fastjson/fastjson.h>
#include <inttypes.h>
#include <stdio.h>

static const char text[] = "{\n  \"names\": [\"Zoë\", \"Bob\" \"Eve\"]\n}\n";

int main(void)
{
    fj_document *document = NULL;
    fj_error error = {.size = sizeof error}; /* the library writes no more than that */
    if (fj_parse(text, sizeof text - 1, NULL, &document, &error) == FJ_OK) {
        return 1;
    }
    printf("%s (%" PRId32 ", %s)\n", error.message, error.code, fj_error_name(error.code));
    printf("byte %" PRIu64 ", line %" PRIu64 ", column %" PRIu64 "\n", error.offset, error.line,
           error.column);
    printf("at %.*s\n", (int)error.pointer_length, error.pointer);

    /* after a failure the document has no value, and can be used again */
    printf("%s\n", fj_document_root(document) == NULL ? "no value" : "a value");
    printf("%s\n", fj_error_name(fj_parse("[]", 2, NULL, &document, NULL)));
    fj_document_free(document);
    return 0;
}
