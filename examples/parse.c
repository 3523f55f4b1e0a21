/* Reads a text, walks over its values, sums up some of them. */
#include <fastjson/fastjson.h>
#include <inttypes.h>
#include <stdio.h>

static const char text[] = "{\"customer\": \"Zoë\", \"items\": ["
                           "{\"name\": \"tea\", \"price\": 4.5, \"count\": 2},"
                           "{\"name\": \"pot\", \"price\": 20, \"count\": 1}]}";

static const fj_value *member(const fj_value *object, const char *key, size_t length)
{
    return fj_value_member(object, key, length);
}

int main(void)
{
    fj_document *document = NULL;
    if (fj_parse(text, sizeof text - 1, NULL, &document, NULL) != FJ_OK) {
        return 1;
    }
    const fj_value *const order = fj_document_root(document);
    const char *name;
    size_t length;
    if (fj_value_text(member(order, "customer", 8), &name, &length) == FJ_OK) {
        printf("for %.*s\n", (int)length, name);
    }

    double total = 0;
    const fj_value *const items = member(order, "items", 5);
    for (const fj_value *item = NULL; (item = fj_value_next(items, item)) != NULL;) {
        double price = 0;
        int64_t count = 0;
        /* 20 is an integer and 4.5 a double: fj_value_double takes any number */
        if (fj_value_double(member(item, "price", 5), &price) != FJ_OK ||
            fj_value_int64(member(item, "count", 5), &count) != FJ_OK ||
            fj_value_text(member(item, "name", 4), &name, &length) != FJ_OK) {
            fprintf(stderr, "an item is not as expected\n");
            return 1;
        }
        printf("%" PRId64 " x %.*s\n", count, (int)length, name);
        total += price * (double)count;
    }
    printf("total %.2f\n", total);

    /* in an object the items are keys, each followed by its value */
    for (const fj_value *key = NULL; (key = fj_value_next(order, key)) != NULL;) {
        if (fj_value_text(key, &name, &length) == FJ_OK) {
            printf("member %.*s: kind %" PRId32 "\n", (int)length, name, fj_value_kind(key + 1));
        }
    }
    fj_document_free(document);
    return 0;
}
