/* Writes a long text as it goes, in little memory: an array of squares, to standard output. */
#include <fastjson/fastjson.h>
#include <stdio.h>

static int32_t flush(void *context, const char *data, size_t length)
{
    return fwrite(data, 1, length, context) == length ? FJ_OK : FJ_ERROR_HOST;
}

int main(void)
{
    const fj_generate_options options = {
        .size = sizeof options, .array_nl = "\n", .array_nl_length = 1};
    fj_generator *generator = NULL;
    fj_error error = {.size = sizeof error};
    if (fj_generator_new_flush(&options, flush, stdout, 4096, &generator, &error) != FJ_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    fj_generator_begin_array(generator);
    for (int64_t i = 1; i <= 5; i++) {
        fj_generator_int64(generator, i * i);
    }
    fj_generator_raw(generator, "{\"made\": \"elsewhere\"}", 21, 0); /* 0: it is checked */
    fj_generator_end_array(generator);
    /* a call that would make something malformed is refused, and so is all that follows */
    const int32_t code = fj_generator_finish(generator, &error);
    fj_generator_free(generator);
    printf("\n%s\n", fj_error_name(code));
    return code != FJ_OK;
}
