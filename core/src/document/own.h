/*
 * Own: gives a flat array of values to a document, with strings of its own.
 *
 * In: values whose strings lie anywhere. Out: the document that owns both, or a code and a document
 * that is as it was. What copies, patches and builds ends here.
 */
#ifndef FASTJSON_OWN_H
#define FASTJSON_OWN_H

#include "document/document.h"

/* Takes `values` (memory from document_home(*document, allocator), with room for `capacity` of them
 * and `length` in use) and copies all strings that they point to. *document NULL: a new one, of the
 * allocator. The array belongs to the document after FJ_OK, else still to the caller. */
int32_t document_own(fj_value *values, size_t length, size_t capacity,
                     const fj_allocator *allocator, fj_document **document);

/* What the bytes of a string are known to be: FJ_STRING_ASCII and FJ_STRING_PLAIN. false: not
 * UTF-8. */
bool string_flags_of(const char *text, size_t length, unsigned *flags);

static inline bool value_has_text(const fj_value *v)
{
    return value_kind(v) >= FJ_BIGINT && value_kind(v) <= FJ_STRING;
}

#endif
