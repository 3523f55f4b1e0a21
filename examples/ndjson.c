/* Reads lines of JSON that come in pieces, as from a socket, and writes those of interest as lines.
 */
#include <fastjson/fastjson.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "{\"level\": \"info\", \"n\": 1}\n"
                           "{\"level\": \"error\", \"n\": 2}\n"
                           "{\"level\": oops}\n"
                           "\n"
                           "{\"level\": \"error\", \"n\": 3}"; /* the last line needs no end */

static int is_error(const fj_value *value)
{
    const char *level;
    size_t length;
    return fj_value_text(fj_value_member(value, "level", 5), &level, &length) == FJ_OK &&
           length == 5 && memcmp(level, "error", 5) == 0;
}

int main(void)
{
    const fj_sequence_options lines_of_json = {.size = sizeof lines_of_json,
                                               .kind = FJ_SEQUENCE_LINES};
    fj_stream *stream = NULL;
    fj_lines *lines = NULL;
    fj_buffer out = {0};
    fj_document *document = NULL;
    fj_error error = {.size = sizeof error};
    if (fj_stream_new(&lines_of_json, NULL, &stream, &error) != FJ_OK ||
        fj_lines_new(NULL, &out, &lines, &error) != FJ_OK) {
        return 1;
    }
    const char *at = text;
    size_t left = sizeof text - 1;
    int32_t code = FJ_MORE;
    while (code != FJ_END) {
        if (left > 0) {
            size_t used = 0;
            code = fj_stream_read(stream, at, left < 10 ? left : 10, &used, &document, &error);
            at += used;
            left -= used;
        } else {
            code = fj_stream_finish(stream, &document, &error);
        }
        if (code == FJ_OK && is_error(fj_document_root(document))) {
            fj_lines_value(lines, fj_document_root(document), &error);
        } else if (code > FJ_OK) { /* a stream of lines goes on with the next line */
            printf("line %" PRIu64 ", column %" PRIu64 ": %s\n", error.line, error.column,
                   error.message);
        }
    }
    printf("%.*s", (int)out.length, out.data);
    fj_document_free(document);
    fj_lines_free(lines);
    fj_stream_free(stream);
    fj_buffer_free(&out);
    return 0;
}
