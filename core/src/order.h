/*
 * Order: which call may come next where a text is made one call a value (builder, generator).
 *
 * In: where the text stands, and what is to come. Out: nothing if it may, else the reason why not.
 * Who keeps the open containers says where the text stands.
 */
#ifndef FASTJSON_ORDER_H
#define FASTJSON_ORDER_H

#include <stddef.h>

enum order_place {
    ORDER_START,  /* nothing was written */
    ORDER_ARRAY,  /* in an array */
    ORDER_OBJECT, /* in an object, where a key may stand */
    ORDER_KEYED,  /* after a key */
    ORDER_WHOLE,  /* after the root */
    ORDER_FINISHED,
};

enum order_call { ORDER_VALUE, ORDER_KEY, ORDER_END_ARRAY, ORDER_END_OBJECT, ORDER_FINISH };

static inline enum order_place order_inside(int is_object, int keyed)
{
    return !is_object ? ORDER_ARRAY : keyed ? ORDER_KEYED : ORDER_OBJECT;
}

/* The reason why the call is refused there, static; NULL: it is not. */
static inline const char *order_refusal(enum order_place place, enum order_call call)
{
    if (place == ORDER_FINISHED && (call == ORDER_VALUE || call == ORDER_FINISH)) {
        return "the text is finished";
    }
    switch (call) {
    case ORDER_VALUE:
        return place == ORDER_WHOLE    ? "a second root"
               : place == ORDER_OBJECT ? "a value where a key must stand"
                                       : NULL;
    case ORDER_KEY:
        return place == ORDER_OBJECT  ? NULL
               : place == ORDER_KEYED ? "a key without its value"
                                      : "a key outside of an object";
    case ORDER_END_ARRAY:
        return place == ORDER_ARRAY ? NULL : "the end of an array where none is open";
    case ORDER_END_OBJECT:
        return place == ORDER_OBJECT  ? NULL
               : place == ORDER_KEYED ? "a key without its value"
                                      : "the end of an object where none is open";
    default:
        return place == ORDER_WHOLE   ? NULL
               : place == ORDER_START ? "there is no value"
                                      : "a container is still open";
    }
}

#endif
