/*
 * JSON Patch and merge patch against a plain model of their RFCs, and against themselves: all
 * operations at once are one after the other; in place is beside; a failure leaves everything as
 * it was; what comes out is a valid document that copies, compares and reads back equal.
 *
 * The input holds two texts with a zero byte between them, target and patch; or a target and bytes
 * from which a patch for it is made.
 */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define STEPS_MAX 64

static fj_builder *builder;

static fj_document *copy_of(const fj_value *value)
{
    fj_document *copy = NULL;
    const int32_t code = fj_document_copy(value, &copy, NULL);
    CHECK(code == FJ_OK, "copy: %s", fj_error_name(code));
    return copy;
}

static bytes dump_of(const fj_document *document)
{
    return subject_dump_document(document);
}

/* ---- what must hold for every document that was made ---- */

static void check_made(const fj_document *document)
{
    static fj_buffer once;
    static fj_buffer twice;
    const fj_value *const root = fj_document_root(document);
    bytes dump = dump_of(document);
    fj_document *copy = copy_of(root);
    bytes again = dump_of(copy);
    int32_t equal = 0;
    CHECK(bytes_equal(&dump, &again), "a copy of %s is %s", subject_show(dump.data, dump.length),
          subject_show(again.data, again.length));
    CHECK(fj_value_equal(root, fj_document_root(copy), &equal) == FJ_OK && equal == 1,
          "%s is not its copy", subject_show(dump.data, dump.length));
    const fj_generate_options write = {
        .size = sizeof write, .nan = FJ_NAN_LITERAL, .max_nesting = FJ_UNLIMITED};
    const fj_parse_options read = {.size = sizeof read,
                                   .allow_nan = 1,
                                   .big_numbers = FJ_NUMBERS_TEXT,
                                   .max_nesting = FJ_UNLIMITED,
                                   .max_number_digits = UINT64_MAX};
    CHECK(fj_generate(root, &write, &once, NULL) == FJ_OK &&
              fj_parse(once.data, once.length, &read, &copy, NULL) == FJ_OK &&
              fj_generate(fj_document_root(copy), &write, &twice, NULL) == FJ_OK &&
              once.length == twice.length && memcmp(once.data, twice.data, once.length) == 0,
          "%s, read and written again %s", subject_show(once.data, once.length),
          subject_show(twice.data, twice.length));
    fj_document_free(copy);
    bytes_free(&dump);
    bytes_free(&again);
}

/* ---- the model: one operation on values that are copied into a builder ---- */

typedef struct path {
    const char *steps[STEPS_MAX]; /* unescaped */
    size_t lengths[STEPS_MAX];
    size_t count;
    char text[1024]; /* as a JSON Pointer */
    size_t length;
    char room[1024];
    size_t used;
    bool full;
} path;

static void path_step(path *p, const char *step, size_t length)
{
    if (p->full || p->count == STEPS_MAX || p->used + length > sizeof p->room ||
        p->length + 2 * length + 1 > sizeof p->text) {
        p->full = true;
        return;
    }
    p->steps[p->count] = memcpy(p->room + p->used, length != 0 ? step : "", length);
    p->lengths[p->count++] = length;
    p->used += length;
    p->text[p->length++] = '/';
    for (size_t i = 0; i < length; i++) {
        const bool escaped = step[i] == '~' || step[i] == '/';
        p->text[p->length++] = escaped ? '~' : step[i];
        if (escaped) {
            p->text[p->length++] = step[i] == '~' ? '0' : '1';
        }
    }
}

/* The path to the value at that place in the document's flat array, keys left out. */
static void path_to(path *p, const fj_value *root, size_t place)
{
    const fj_value *const aim = root + place;
    const fj_value *v = root;
    while (v < aim && fj_value_kind(v) >= FJ_ARRAY) {
        const bool object = fj_value_kind(v) == FJ_OBJECT;
        const fj_value *item = v + 1;
        for (unsigned index = 0;; index++) {
            const fj_value *const value = item + object;
            const fj_value *const next =
                value + (fj_value_kind(value) >= FJ_ARRAY ? value->as.span : 1);
            if (aim < next) {
                const char *key = NULL;
                size_t length = 0;
                char number[16];
                if (object) {
                    (void)fj_value_text(item, &key, &length);
                    path_step(p, key, length);
                } else {
                    path_step(p, number, (size_t)snprintf(number, sizeof number, "%u", index));
                }
                v = value;
                break;
            }
            item = next;
        }
    }
}

/* The element that a step names, or one past the last; UINT64_MAX: none. */
static uint64_t step_index(const char *step, size_t length, uint64_t count)
{
    uint64_t index = 0;
    if (length == 1 && *step == '-') {
        return count;
    }
    if (length == 0 || length > 9 || (*step == '0' && length > 1)) {
        return UINT64_MAX;
    }
    for (size_t i = 0; i < length; i++) {
        if (step[i] < '0' || step[i] > '9') {
            return UINT64_MAX;
        }
        index = index * 10 + (uint64_t)(step[i] - '0');
    }
    return index <= count ? index : UINT64_MAX;
}

static const fj_value *model_find(const fj_value *v, const path *p, size_t steps)
{
    for (size_t i = 0; i < steps && v != NULL; i++) {
        if (fj_value_kind(v) == FJ_OBJECT) {
            v = fj_value_member(v, p->steps[i], p->lengths[i]);
        } else if (fj_value_kind(v) == FJ_ARRAY) {
            const uint64_t count = fj_value_length(v);
            const uint64_t index = step_index(p->steps[i], p->lengths[i], count);
            v = index < count ? fj_value_element(v, index) : NULL;
        } else {
            return NULL;
        }
    }
    return v;
}

enum verb { ADD, REMOVE, REPLACE, MOVE, COPY, TEST, VERBS };

/* Copies v with the value at step `at` and beyond added, removed or replaced. */
static void model_change(const fj_value *v, const path *p, size_t at, enum verb verb,
                         const fj_value *value)
{
    const bool last = at + 1 == p->count;
    const bool object = fj_value_kind(v) == FJ_OBJECT;
    bool done = false;
    uint64_t n = 0;
    if (at == p->count) {
        (void)fj_builder_value(builder, value);
        return;
    }
    const uint64_t index =
        object ? 0 : step_index(p->steps[at], p->lengths[at], fj_value_length(v));
    (void)(object ? fj_builder_begin_object(builder) : fj_builder_begin_array(builder));
    for (const fj_value *item = NULL; (item = fj_value_next(v, item)) != NULL; n++) {
        const char *key = NULL;
        size_t length = 0;
        (void)fj_value_text(item, &key, &length);
        const bool here = object ? length == p->lengths[at] &&
                                       (length == 0 || memcmp(key, p->steps[at], length) == 0)
                                 : n == index;
        done = done || here;
        if (here && last && verb == REMOVE) {
            continue;
        }
        if (object) {
            (void)fj_builder_key(builder, key, length);
        }
        if (!here) {
            (void)fj_builder_value(builder, item + object);
        } else if (last) {
            (void)fj_builder_value(builder, value);
            if (!object && verb == ADD) {
                (void)fj_builder_value(builder, item);
            }
        } else {
            model_change(item + object, p, at + 1, verb, value);
        }
    }
    if (!done && last && verb == ADD) {
        if (object) {
            (void)fj_builder_key(builder, p->steps[at], p->lengths[at]);
        }
        (void)fj_builder_value(builder, value);
    }
    (void)(object ? fj_builder_end_object(builder) : fj_builder_end_array(builder));
}

static int32_t model_made(fj_document **document)
{
    fj_document *made = NULL;
    const int32_t code = fj_builder_finish(builder, &made, NULL);
    CHECK(code == FJ_OK, "the model: %s", fj_error_name(code));
    fj_document_free(*document);
    *document = made;
    return code;
}

/* add, remove or replace. */
static int32_t model_simple(fj_document **document, const path *p, enum verb verb,
                            const fj_value *value)
{
    const fj_value *const root = fj_document_root(*document);
    if (p->count == 0) {
        if (verb == REMOVE) {
            return FJ_ERROR_PATCH;
        }
    } else if (verb == ADD) {
        const fj_value *const v = model_find(root, p, p->count - 1);
        const size_t last = p->count - 1;
        if (v == NULL || fj_value_kind(v) < FJ_ARRAY ||
            (fj_value_kind(v) == FJ_ARRAY &&
             step_index(p->steps[last], p->lengths[last], fj_value_length(v)) == UINT64_MAX)) {
            return FJ_ERROR_NOT_FOUND;
        }
    } else if (model_find(root, p, p->count) == NULL) {
        return FJ_ERROR_NOT_FOUND;
    }
    model_change(root, p, 0, verb, value);
    return model_made(document);
}

static int32_t model_apply(fj_document **document, enum verb verb, const path *p, const path *from,
                           const fj_value *value)
{
    int32_t equal = 0;
    if (verb == ADD || verb == REMOVE || verb == REPLACE) {
        return model_simple(document, p, verb, value);
    }
    const fj_value *const found = model_find(fj_document_root(*document), verb == TEST ? p : from,
                                             verb == TEST ? p->count : from->count);
    if (found == NULL) {
        return FJ_ERROR_NOT_FOUND;
    }
    if (verb == TEST) {
        (void)fj_value_equal(found, value, &equal);
        return equal ? FJ_OK : FJ_ERROR_PATCH_TEST;
    }
    if (verb == MOVE && p->length > from->length && p->text[from->length] == '/' &&
        memcmp(p->text, from->text, from->length) == 0) {
        return FJ_ERROR_PATCH;
    }
    if (verb == MOVE && p->length == from->length && memcmp(p->text, from->text, p->length) == 0) {
        return FJ_OK;
    }
    fj_document *moved = copy_of(found);
    int32_t code = FJ_OK;
    fj_document *rest = copy_of(fj_document_root(*document));
    if (verb == MOVE) {
        code = model_simple(&rest, from, REMOVE, NULL);
    }
    if (code == FJ_OK) {
        code = model_simple(&rest, p, ADD, fj_document_root(moved));
    }
    if (code == FJ_OK) {
        fj_document_free(*document);
        *document = rest;
    } else {
        fj_document_free(rest);
    }
    fj_document_free(moved);
    return code;
}

static const char *const verb_names[] = {"add", "remove", "replace", "move", "copy", "test"};

static void builder_text(const char *key, const char *text, size_t length)
{
    (void)fj_builder_key(builder, key, strlen(key));
    (void)fj_builder_string(builder, text, length);
}

/* ---- patches ---- */

/* The patch whole, beside and in place; `code` and `expected` are what must come of it. */
static void check_patch(const fj_value *target, const fj_value *patch, int32_t code,
                        const fj_document *expected)
{
    fj_document *result = NULL;
    fj_document *own = copy_of(target);
    bytes before = dump_of(own);
    fj_error error = {.size = sizeof error};
    const int32_t got = fj_document_patch(target, patch, NULL, &result, &error);
    CHECK(got == code, "the patch: %s, not %s", got == FJ_OK ? "applied" : error.message,
          fj_error_name(code));
    CHECK((result != NULL) == (got == FJ_OK), "a document after a failure");
    bytes wanted = got == FJ_OK ? dump_of(result) : dump_of(own);
    if (got == FJ_OK && expected != NULL) {
        bytes model = dump_of(expected);
        CHECK(bytes_equal(&model, &wanted), "%s patched to %s, not %s",
              subject_show(before.data, before.length), subject_show(wanted.data, wanted.length),
              subject_show(model.data, model.length));
        bytes_free(&model);
    }
    const int32_t again = fj_document_patch(fj_document_root(own), patch, NULL, &own, NULL);
    bytes after = dump_of(own);
    CHECK(again == got && bytes_equal(&after, &wanted), "in place: %s %s, not %s",
          fj_error_name(again), subject_show(after.data, after.length),
          subject_show(wanted.data, wanted.length));
    if (got == FJ_OK) {
        check_made(result);
    }
    bytes left = {NULL, 0, 0};
    (void)subject_dump(&left, target);
    CHECK(bytes_equal(&left, &before), "the target became %s",
          subject_show(left.data, left.length));
    bytes_free(&left);
    bytes_free(&before);
    bytes_free(&after);
    bytes_free(&wanted);
    fj_document_free(result);
    fj_document_free(own);
}

/* A path from a byte or two: to some value, or to something new beside or in it. */
static void path_choose(path *p, const fj_document *document, const uint8_t *bytes_in)
{
    static const char *const news[] = {"-", "a", "0", "1", "~/", "new", "", "01"};
    p->count = p->length = p->used = 0;
    p->full = false;
    if (bytes_in[0] == 255) {
        return;
    }
    path_to(p, fj_document_root(document), bytes_in[0] % fj_document_length(document));
    if (bytes_in[1] >= 128) {
        const char *const step = news[bytes_in[1] & 7];
        path_step(p, step, strlen(step));
    }
}

static void make_patch(const fj_document *target, const uint8_t *choice, size_t operations)
{
    static path to;
    static path from;
    fj_document *now = copy_of(fj_document_root(target));
    fj_builder *whole = NULL;
    fj_document *patch = NULL;
    int32_t code = FJ_OK;
    if (fj_builder_new(&whole) != FJ_OK) {
        return;
    }
    (void)fj_builder_begin_array(whole);
    for (size_t i = 0; i < operations && code == FJ_OK; i++, choice += 5) {
        const enum verb verb = (enum verb)(choice[0] % VERBS);
        path_choose(&to, now, choice + 1);
        path_choose(&from, now, choice + 3);
        size_t place = choice[3] % fj_document_length(target);
        fj_document *value = copy_of(fj_document_root(target) + place);
        (void)fj_builder_begin_object(builder);
        builder_text("op", verb_names[verb], strlen(verb_names[verb]));
        builder_text("path", to.text, to.length);
        builder_text("from", from.text, from.length);
        (void)fj_builder_key(builder, "value", 5);
        (void)fj_builder_value(builder, fj_document_root(value));
        (void)fj_builder_end_object(builder);
        fj_document *operation = NULL;
        const int32_t made = fj_builder_finish(builder, &operation, NULL);
        CHECK(made == FJ_OK, "an operation: %s", fj_error_name(made));
        if (made == FJ_OK && !to.full && !from.full && fj_document_length(now) < 20000) {
            (void)fj_builder_value(whole, fj_document_root(operation));
            code = model_apply(&now, verb, &to, &from, fj_document_root(value));
        }
        fj_document_free(operation);
        fj_document_free(value);
    }
    (void)fj_builder_end_array(whole);
    CHECK(fj_builder_finish(whole, &patch, NULL) == FJ_OK, "the patch");
    check_patch(fj_document_root(target), fj_document_root(patch), code, now);
    fj_builder_free(whole);
    fj_document_free(patch);
    fj_document_free(now);
}

/* ---- merge patches, as RFC 7396 has them in its section 2 ---- */

static void model_merge(const fj_value *target, const fj_value *patch)
{
    const char *key = NULL;
    size_t length = 0;
    if (fj_value_kind(patch) != FJ_OBJECT) {
        (void)fj_builder_value(builder, patch);
        return;
    }
    if (fj_value_kind(target) != FJ_OBJECT) {
        target = NULL;
    }
    (void)fj_builder_begin_object(builder);
    for (const fj_value *k = NULL; (k = fj_value_next(target, k)) != NULL;) {
        (void)fj_value_text(k, &key, &length);
        const fj_value *const change = fj_value_member(patch, key, length);
        if (fj_value_kind(change) == FJ_NULL) {
            continue;
        }
        (void)fj_builder_key(builder, key, length);
        if (change == NULL) {
            (void)fj_builder_value(builder, k + 1);
        } else {
            model_merge(k + 1, change);
        }
    }
    for (const fj_value *k = NULL; (k = fj_value_next(patch, k)) != NULL;) {
        (void)fj_value_text(k, &key, &length);
        if (fj_value_kind(k + 1) != FJ_NULL && fj_value_member(target, key, length) == NULL) {
            (void)fj_builder_key(builder, key, length);
            model_merge(NULL, k + 1);
        }
    }
    (void)fj_builder_end_object(builder);
}

static void check_merge(const fj_value *target, const fj_value *patch)
{
    fj_document *model = NULL;
    fj_document *result = NULL;
    fj_document *own = copy_of(target);
    model_merge(target, patch);
    (void)model_made(&model);
    int32_t code = fj_document_merge(target, patch, &result, NULL);
    CHECK(code == FJ_OK, "merge: %s", fj_error_name(code));
    code = fj_document_merge(fj_document_root(own), patch, &own, NULL);
    CHECK(code == FJ_OK, "merge in place: %s", fj_error_name(code));
    bytes wanted = dump_of(model);
    bytes beside = dump_of(result);
    bytes within = dump_of(own);
    CHECK(bytes_equal(&wanted, &beside) && bytes_equal(&wanted, &within),
          "merged to %s, in place %s, not %s", subject_show(beside.data, beside.length),
          subject_show(within.data, within.length), subject_show(wanted.data, wanted.length));
    check_made(result);
    bytes_free(&wanted);
    bytes_free(&beside);
    bytes_free(&within);
    fj_document_free(model);
    fj_document_free(result);
    fj_document_free(own);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static fj_document *target;
    static fj_document *patch;
    fuzz_input in;
    const size_t operations = size != 0 ? data[0] & 7u : 0;
    const size_t head = 1 + 5 * operations;
    if (size <= head || !fuzz_open(&in, data + head, size - head)) {
        return 0;
    }
    if (builder == NULL && fj_builder_new(&builder) != FJ_OK) {
        return 0;
    }
    if (in.parse.lone_surrogates == FJ_READ_SURROGATES_KEEP) {
        in.parse.lone_surrogates = FJ_READ_SURROGATES_ERROR; /* no builder takes them */
    }
    in.parse.borrow_text = 0;
    const char *const zero = memchr(in.text, 0, in.length);
    const size_t first = zero != NULL ? (size_t)(zero - in.text) : in.length;
    if (fj_parse(in.text, first, &in.parse, &target, NULL) != FJ_OK) {
        return 0;
    }
    if (operations != 0) {
        make_patch(target, data + 1, operations);
    }
    if (zero != NULL &&
        fj_parse(zero + 1, in.length - first - 1, &in.parse, &patch, NULL) == FJ_OK) {
        const fj_value *const t = fj_document_root(target);
        const fj_value *const p = fj_document_root(patch);
        check_merge(t, p);
        check_merge(p, t);
        fj_document *result = NULL;
        const int32_t code = fj_document_patch(t, p, NULL, &result, NULL);
        check_patch(t, p, code, result);
        fj_document_free(result);
    }
    fuzz_end_if_failed();
    return 0;
}
