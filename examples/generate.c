/* Makes a document by hand, and writes it in several forms. */
#include <fastjson/fastjson.h>
#include <stdio.h>
#include <string.h>

static void print(const fj_value *value, const fj_generate_options *options)
{
    fj_buffer out = {0};
    fj_error error = {.size = sizeof error};
    if (fj_generate(value, options, &out, &error) == FJ_OK) {
        printf("%.*s\n", (int)out.length, out.data);
    } else {
        printf("%s\n", error.message);
    }
    fj_buffer_free(&out);
}

static void key(fj_builder *builder, const char *name)
{
    fj_builder_key(builder, name, strlen(name));
}

int main(void)
{
    fj_builder *builder = NULL;
    fj_document *document = NULL;
    if (fj_builder_new(&builder) != FJ_OK) {
        return 1;
    }
    fj_builder_begin_object(builder);
    key(builder, "name");
    fj_builder_string(builder, "Zoë", strlen("Zoë"));
    key(builder, "big");
    fj_builder_number(builder, "123456789012345678901234567890", 30);
    key(builder, "list");
    fj_builder_begin_array(builder);
    fj_builder_double(builder, 0.1);
    fj_builder_boolean(builder, 1);
    fj_builder_null(builder);
    fj_builder_end_array(builder);
    fj_builder_end_object(builder);
    /* the builder remembers its first failure: here is the one place to look */
    const int32_t code = fj_builder_finish(builder, &document, NULL);
    fj_builder_free(builder);
    if (code != FJ_OK) {
        fprintf(stderr, "%s\n", fj_error_name(code));
        return 1;
    }

    const fj_value *const root = fj_document_root(document);
    print(root, NULL);
    const fj_generate_options pretty = {.size = sizeof pretty,
                                        .indent = "  ",
                                        .indent_length = 2,
                                        .space = " ",
                                        .space_length = 1,
                                        .object_nl = "\n",
                                        .object_nl_length = 1,
                                        .array_nl = "\n",
                                        .array_nl_length = 1,
                                        .sort_keys = 1,
                                        .ascii_only = 1};
    print(root, &pretty);
    const fj_generate_options bounded = {.size = sizeof bounded, .max_output_bytes = 10};
    print(root, &bounded);
    fj_document_free(document);
    return 0;
}
