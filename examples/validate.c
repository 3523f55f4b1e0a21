/* Says of texts whether they are JSON; strictly, and with options. */
#include <fastjson/fastjson.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    static const char *const texts[] = {"{\"a\": [1, 2.5e3, null]}",  "[1, 2,]", "[1 /* one */]",
                                        "{\"a\": 1, \"\\u0061\": 2}", "NaN",     "\"tab\there\""};
    const fj_parse_options loose = {.size = sizeof loose,
                                    .allow_comments = 1,
                                    .allow_trailing_comma = 1,
                                    .duplicate_key = FJ_DUPLICATE_ERROR};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        const size_t length = strlen(texts[i]);
        printf("%s: %s, %s\n", texts[i], fj_error_name(fj_validate(texts[i], length, NULL, NULL)),
               fj_error_name(fj_validate(texts[i], length, &loose, NULL)));
    }
    return 0;
}
