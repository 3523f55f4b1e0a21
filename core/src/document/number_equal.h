/*
 * Numbers of a document compared by what they are worth, exactly, whatever their kinds.
 *
 * In: two values that are numbers: int64, uint64, double, or the text of an integer or real. Out:
 * whether they are the same number. Nothing is rounded on the way and nothing is allocated.
 */
#ifndef FASTJSON_NUMBER_EQUAL_H
#define FASTJSON_NUMBER_EQUAL_H

#include <stdbool.h>

#include "document/document.h"

static inline bool value_is_number(const fj_value *v)
{
    return value_kind(v) >= FJ_INT64 && value_kind(v) <= FJ_DECIMAL;
}

bool number_equal(const fj_value *a, const fj_value *b);

#endif
