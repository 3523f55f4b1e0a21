/*
 * Builder: a document made by hand, one call a value.
 *
 * In: calls in the order of a text. Out: a document. What would be malformed is refused as it
 * comes. The strings' block grows and moves: until the end a string holds its offset in place of
 * its address. Objects with a key that stands twice are marked, and made right at the end
 * (repeat.h).
 */
#include <string.h>

#include "allocator.h"
#include "document/members.h"
#include "document/own.h"
#include "document/repeat.h"
#include "error.h"
#include "number/number_read.h"
#include "order.h"

/* An open container's value: kind as it will be; as.span the index of the one around it; length the
 * members or elements so far. */
struct fj_builder {
    const fj_allocator *allocator;
    fj_value *values;
    size_t length;
    size_t capacity;
    char *strings;
    size_t strings_length;
    size_t strings_capacity;
    size_t open;   /* the innermost open container */
    size_t depth;  /* of open containers */
    bool keyed;    /* a key waits for its value */
    bool repeated; /* an object has a key twice */
    int32_t code;  /* the first failure */
    const char *reason;
};

int32_t fj_builder_new_with(const fj_allocator *allocator, fj_builder **builder)
{
    if (builder == NULL) {
        return FJ_ERROR_ARGUMENT;
    }
    *builder = NULL;
    if (!allocator_is_sound(allocator)) {
        return FJ_ERROR_ARGUMENT;
    }
    *builder = allocator_allocate(allocator, sizeof **builder);
    if (*builder == NULL) {
        return FJ_ERROR_MEMORY;
    }
    **builder = (fj_builder){.allocator = allocator};
    return FJ_OK;
}

int32_t fj_builder_new(fj_builder **builder)
{
    return fj_builder_new_with(NULL, builder);
}

void fj_builder_free(fj_builder *builder)
{
    if (builder != NULL) {
        const fj_allocator *const allocator = builder->allocator;
        allocator_release(allocator, builder->values);
        allocator_release(allocator, builder->strings);
        allocator_release(allocator, builder);
    }
}

static int32_t builder_fail(fj_builder *b, int32_t code, const char *reason)
{
    b->code = code;
    b->reason = reason;
    return code;
}

/* ---- room ---- */

static bool values_reserve(fj_builder *b, size_t count)
{
    if (b->capacity - b->length >= count) {
        return true;
    }
    size_t capacity;
    if (__builtin_add_overflow(b->capacity * 2, count + 16, &capacity)) {
        return false;
    }
    fj_value *const values = allocator_resize(b->allocator, b->values, b->capacity * sizeof *values,
                                              memory_array_size(capacity, sizeof *values));
    if (values == NULL) {
        return false;
    }
    b->values = values;
    b->capacity = capacity;
    return true;
}

/* Copies bytes to the strings' block, which is there afterwards even if all are empty; *offset says
 * where. */
static bool strings_append(fj_builder *b, const char *text, size_t length, uint64_t *offset)
{
    if (b->strings == NULL || b->strings_capacity - b->strings_length < length) {
        size_t capacity;
        if (__builtin_add_overflow(b->strings_capacity * 2, length, &capacity) ||
            __builtin_add_overflow(capacity, (size_t)64, &capacity)) {
            return false;
        }
        char *const strings =
            allocator_resize(b->allocator, b->strings, b->strings_capacity, capacity);
        if (strings == NULL) {
            return false;
        }
        b->strings = strings;
        b->strings_capacity = capacity;
    }
    if (length != 0) {
        memcpy(b->strings + b->strings_length, text, length);
    }
    *offset = b->strings_length;
    b->strings_length += length;
    return true;
}

/* ---- order ---- */

static enum order_place builder_place(const fj_builder *b)
{
    if (b->depth != 0) {
        return order_inside(value_kind(&b->values[b->open]) == FJ_OBJECT, b->keyed);
    }
    return b->length != 0 ? ORDER_WHOLE : ORDER_START;
}

/* FJ_OK if the call may come now, or the failure. */
static int32_t builder_order(fj_builder *b, enum order_call call)
{
    if (b == NULL) {
        return FJ_ERROR_ARGUMENT;
    }
    if (b->code != FJ_OK) {
        return b->code;
    }
    const char *const refusal = order_refusal(builder_place(b), call);
    return refusal != NULL ? builder_fail(b, FJ_ERROR_STATE, refusal) : FJ_OK;
}

/* Whether a value may stand here, with memory for one. */
static int32_t builder_value_begin(fj_builder *b)
{
    const int32_t code = builder_order(b, ORDER_VALUE);
    if (code != FJ_OK) {
        return code;
    }
    return values_reserve(b, 1) ? FJ_OK : builder_fail(b, FJ_ERROR_MEMORY, NULL);
}

/* Counts what has been added in the container around it. */
static void builder_value_end(fj_builder *b)
{
    b->keyed = false;
    if (b->depth != 0) {
        b->values[b->open].head += UINT64_C(1) << 16;
    }
}

static int32_t builder_scalar(fj_builder *b, uint64_t head, uint64_t payload)
{
    const int32_t code = builder_value_begin(b);
    if (code == FJ_OK) {
        b->values[b->length++] = (fj_value){.head = head, .as.uint64 = payload};
        builder_value_end(b);
    }
    return code;
}

static int32_t builder_begin(fj_builder *b, unsigned kind)
{
    const int32_t code = builder_value_begin(b);
    if (code == FJ_OK) {
        b->values[b->length] = (fj_value){.head = value_head(kind, 0, 0), .as.span = b->open};
        b->open = b->length++;
        b->depth++;
        b->keyed = false;
    }
    return code;
}

/* Marks an object with a key that stands twice. The strings are given their addresses while keys
 * are looked at. false: no memory. */
static bool builder_mark(fj_builder *b, fj_value *object)
{
    const size_t members = (size_t)value_length(object);
    if (members < 2) {
        return true;
    }
    const fj_value *twice;
    fj_value *const end = b->values + b->length;
    for (fj_value *key = object + 1; key < end; key += value_next(key + 1) - key) {
        key->as.text = b->strings + key->as.uint64;
    }
    const enum members_verdict verdict =
        members_check(object + 1, members, NULL, b->allocator, &twice);
    for (fj_value *key = object + 1; key < end; key += value_next(key + 1) - key) {
        key->as.uint64 = (uint64_t)(key->as.text - b->strings);
    }
    if (verdict == MEMBERS_TWICE) {
        object->head |= REPEAT_MARK;
        b->repeated = true;
    }
    return verdict != MEMBERS_NO_MEMORY;
}

static int32_t builder_end(fj_builder *b, unsigned kind)
{
    const int32_t code = builder_order(b, kind == FJ_OBJECT ? ORDER_END_OBJECT : ORDER_END_ARRAY);
    if (code != FJ_OK) {
        return code;
    }
    fj_value *const container = b->values + b->open;
    const size_t around = (size_t)container->as.span;
    if (kind == FJ_OBJECT && !builder_mark(b, container)) {
        return builder_fail(b, FJ_ERROR_MEMORY, NULL);
    }
    container->as.span = (uint64_t)(b->values + b->length - container);
    b->open = around;
    b->depth--;
    builder_value_end(b);
    return FJ_OK;
}

/* ---- the calls ---- */

int32_t fj_builder_begin_object(fj_builder *builder)
{
    return builder_begin(builder, FJ_OBJECT);
}

int32_t fj_builder_end_object(fj_builder *builder)
{
    return builder_end(builder, FJ_OBJECT);
}

int32_t fj_builder_begin_array(fj_builder *builder)
{
    return builder_begin(builder, FJ_ARRAY);
}

int32_t fj_builder_end_array(fj_builder *builder)
{
    return builder_end(builder, FJ_ARRAY);
}

int32_t fj_builder_null(fj_builder *builder)
{
    return builder_scalar(builder, FJ_NULL, 0);
}

int32_t fj_builder_boolean(fj_builder *builder, int32_t value)
{
    return builder_scalar(builder, value ? FJ_TRUE : FJ_FALSE, 0);
}

int32_t fj_builder_int64(fj_builder *builder, int64_t value)
{
    return builder_scalar(builder, FJ_INT64, (uint64_t)value);
}

int32_t fj_builder_uint64(fj_builder *builder, uint64_t value)
{
    return builder_scalar(builder, value > INT64_MAX ? FJ_UINT64 : FJ_INT64, value);
}

int32_t fj_builder_double(fj_builder *builder, double value)
{
    return builder_scalar(builder, FJ_DOUBLE, number_bits_from_double(value));
}

/* Text that is known to be sound, as a value of a kind. */
static int32_t builder_text(fj_builder *b, unsigned kind, unsigned flags, const char *text,
                            size_t length)
{
    uint64_t offset;
    if (!strings_append(b, text, length, &offset)) {
        return builder_fail(b, FJ_ERROR_MEMORY, NULL);
    }
    b->values[b->length++] =
        (fj_value){.head = value_head(kind, flags, length), .as.uint64 = offset};
    return FJ_OK;
}

/* A string or key whose turn it is. */
static int32_t builder_utf8(fj_builder *b, const char *text, size_t length)
{
    unsigned flags;
    if ((text == NULL && length != 0) || length >> 48 != 0) {
        return builder_fail(b, FJ_ERROR_ARGUMENT, "text is NULL, or longer than memory can be");
    }
    text = text != NULL ? text : "";
    if (!string_flags_of(text, length, &flags)) {
        return builder_fail(b, FJ_ERROR_INVALID_UTF8, NULL);
    }
    return builder_text(b, FJ_STRING, flags, text, length);
}

int32_t fj_builder_key(fj_builder *builder, const char *text, size_t length)
{
    fj_builder *const b = builder;
    int32_t code = builder_order(b, ORDER_KEY);
    if (code != FJ_OK) {
        return code;
    }
    if (!values_reserve(b, 1)) {
        return builder_fail(b, FJ_ERROR_MEMORY, NULL);
    }
    code = builder_utf8(b, text, length);
    b->keyed = code == FJ_OK;
    return code;
}

int32_t fj_builder_string(fj_builder *builder, const char *text, size_t length)
{
    int32_t code = builder_value_begin(builder);
    if (code == FJ_OK) {
        code = builder_utf8(builder, text, length);
    }
    if (code == FJ_OK) {
        builder_value_end(builder);
    }
    return code;
}

int32_t fj_builder_number(fj_builder *builder, const char *text, size_t length)
{
    int32_t code = builder_value_begin(builder);
    if (code != FJ_OK) {
        return code;
    }
    number n;
    number_fault fault;
    if ((text == NULL && length != 0) || length > PTRDIFF_MAX) {
        return builder_fail(builder, FJ_ERROR_ARGUMENT,
                            "text is NULL, or longer than memory can be");
    }
    if (length == 0 || number_scan(text, text + length, &n, &fault) != text + length) {
        return builder_fail(builder, FJ_ERROR_INVALID_NUMBER, NULL);
    }
    if (n.kind == NUMBER_DECIMAL) {
        code = builder_text(builder, FJ_DECIMAL, 0, text, length);
    } else {
        (void)number_read(text, text + length, &n, &fault);
        if (n.kind == NUMBER_INT64) {
            return fj_builder_int64(builder, n.int64);
        }
        if (n.kind == NUMBER_UINT64) {
            return fj_builder_uint64(builder, n.uint64);
        }
        code = builder_text(builder, FJ_BIGINT, 0, text, length);
    }
    if (code == FJ_OK) {
        builder_value_end(builder);
    }
    return code;
}

int32_t fj_builder_value(fj_builder *builder, const fj_value *value)
{
    fj_builder *const b = builder;
    int32_t code = builder_value_begin(b);
    if (code != FJ_OK) {
        return code;
    }
    if (value == NULL) {
        return builder_fail(b, FJ_ERROR_ARGUMENT, "value is NULL");
    }
    const size_t count = (size_t)(value_next(value) - value);
    if (!values_reserve(b, count)) {
        return builder_fail(b, FJ_ERROR_MEMORY, NULL);
    }
    for (size_t i = 0; i < count; i++) {
        fj_value v = value[i];
        if (value_has_text(&v) &&
            !strings_append(b, value[i].as.text, (size_t)value_length(&v), &v.as.uint64)) {
            return builder_fail(b, FJ_ERROR_MEMORY, NULL);
        }
        b->values[b->length + i] = v;
        b->values[b->length + i].head &= value_kind(&v) == FJ_OBJECT ? ~REPEAT_MARK : ~UINT64_C(0);
    }
    b->length += count;
    builder_value_end(b);
    return FJ_OK;
}

/* ---- the end ---- */

/* A document of another allocator gets copies: what was built becomes that allocator's memory. */
static bool builder_move(fj_builder *b, fj_document *d)
{
    fj_value *const values =
        allocator_allocate(d->allocator, memory_array_size(b->length, sizeof *values));
    char *const strings = allocator_allocate(d->allocator, b->strings_length);
    if (values == NULL || strings == NULL) {
        allocator_release(d->allocator, values);
        allocator_release(d->allocator, strings);
        return false;
    }
    memcpy(values, b->values, b->length * sizeof *values);
    if (b->strings_length != 0) {
        memcpy(strings, b->strings, b->strings_length);
    }
    allocator_release(d->allocator, d->values);
    allocator_release(d->allocator, d->strings);
    d->values = values;
    d->capacity = b->length;
    d->strings = strings;
    d->strings_capacity = b->strings_length;
    return true;
}

/* The document's former memory goes back into the builder. */
static void builder_exchange(fj_builder *b, fj_document *d)
{
    const fj_document old = *d;
    d->values = b->values;
    d->capacity = b->capacity;
    d->strings = b->strings;
    d->strings_capacity = b->strings_capacity;
    b->values = old.values;
    b->capacity = old.values != NULL ? old.capacity : 0;
    b->strings = old.strings;
    b->strings_capacity = old.strings != NULL ? old.strings_capacity : 0;
}

static void builder_address(fj_value *values, size_t length, const char *strings)
{
    for (size_t i = 0; i < length; i++) {
        if (value_has_text(&values[i])) {
            values[i].as.text = strings + values[i].as.uint64;
        }
    }
}

/* Makes each key stand once. */
static bool builder_settle(fj_builder *b)
{
    fj_value *const values =
        allocator_allocate(b->allocator, memory_array_size(b->length, sizeof *values));
    if (values == NULL) {
        return false;
    }
    builder_address(b->values, b->length, b->strings);
    const size_t length = repeat_settle(b->values, values, b->allocator);
    for (size_t i = 0; i < length; i++) {
        if (value_has_text(&values[i])) {
            values[i].as.uint64 = (uint64_t)(values[i].as.text - b->strings);
        }
    }
    allocator_release(b->allocator, b->values);
    b->values = values;
    b->capacity = b->length;
    b->length = length;
    return length != 0;
}

/* Takes what was built out of the builder. */
static int32_t builder_give(fj_builder *b, fj_document **document)
{
    uint64_t nothing;
    if ((b->strings == NULL && !strings_append(b, "", 0, &nothing)) ||
        (b->repeated && !builder_settle(b))) {
        return FJ_ERROR_MEMORY;
    }
    fj_document *const d = *document != NULL ? *document : document_make(b->allocator);
    if (d == NULL) {
        return FJ_ERROR_MEMORY;
    }
    if (d->allocator == b->allocator) {
        builder_exchange(b, d);
    } else if (!builder_move(b, d)) {
        return FJ_ERROR_MEMORY; /* *document was there */
    }
    d->length = b->length;
    builder_address(d->values, d->length, d->strings);
    *document = d;
    return FJ_OK;
}

int32_t fj_builder_finish(fj_builder *builder, fj_document **document, fj_error *error)
{
    fj_builder *const b = builder;
    if (b == NULL || document == NULL) {
        return error_plain(error, FJ_ERROR_ARGUMENT, "builder or document is NULL");
    }
    int32_t code = builder_order(b, ORDER_FINISH);
    const char *const reason = b->reason;
    if (code == FJ_OK) {
        code = builder_give(b, document);
    }
    b->length = 0;
    b->strings_length = 0;
    b->open = 0;
    b->depth = 0;
    b->keyed = false;
    b->repeated = false;
    b->code = FJ_OK;
    b->reason = NULL;
    return code == FJ_OK ? FJ_OK : error_plain(error, code, reason);
}
