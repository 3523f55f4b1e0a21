/* The probe of CPython's layouts; see cpython_layout.h. */
#include "hosts/cpython_layout.h"

#include <stdio.h>
#include <string.h>

/* Never read from an address that was not just given to us: every object here is larger than the
 * offsets that are read, whatever its layout (the smallest has its head and one word). */
static uint64_t word_at(const void *object, size_t offset)
{
    uint64_t word;
    memcpy(&word, (const char *)object + offset, sizeof word);
    return word;
}

static bool word_is(const void *object, size_t offset, const void *pointer)
{
    return word_at(object, offset) == (uint64_t)(uintptr_t)pointer;
}

static bool probe_head(cpython_layout *layout, const cpython_api *api, py_object *none)
{
    py_object *const list = api->PyList_New(0);
    if (list == NULL) {
        return false;
    }
    bool good = (uint32_t)word_at(list, 0) == 1 && word_is(list, 8, api->PyList_Type);
    for (uint64_t n = 2; n < 5; n++) {
        api->Py_IncRef(list);
        good = good && (uint32_t)word_at(list, 0) == n;
    }
    for (uint64_t n = 3; n > 0; n--) {
        api->Py_DecRef(list);
        good = good && (uint32_t)word_at(list, 0) == n;
    }
    api->Py_DecRef(list);

    const uint64_t before = word_at(none, 0);
    api->Py_IncRef(none);
    const uint64_t after = word_at(none, 0);
    api->Py_DecRef(none);
    layout->immortal = (int32_t)before < 0;
    return good && after == before + !layout->immortal;
}

static bool probe_list(const cpython_api *api, py_object *none)
{
    py_object *const list = api->PyList_New(2);
    py_object *const tuple = api->PyTuple_New(2);
    bool good = list != NULL && tuple != NULL;
    if (good) {
        for (py_size i = 0; i < 2; i++) {
            py_object *const item = i == 0 ? none : api->PyList_Type;
            api->Py_IncRef(item);
            api->Py_IncRef(item);
            good = api->PyList_SetItem(list, i, item) == 0 &&
                   api->PyTuple_SetItem(tuple, i, item) == 0 && good;
        }
    }
    if (good) {
        good = word_at(list, 16) == 2 && word_at(tuple, 16) == 2 && word_is(tuple, 24, none) &&
               word_is(tuple, 32, api->PyList_Type);
    }
    for (uint64_t size = 2; good && size < 40; size++) {
        const void *const items = (const void *)(uintptr_t)word_at(list, 24);
        good = word_at(list, 16) == size && items != NULL && word_is(items, 0, none) &&
               word_is(items, 8, api->PyList_Type) &&
               (size == 2 || word_is(items, 8 * (size_t)(size - 1), tuple)) &&
               api->PyList_Append(list, tuple) == 0;
    }
    if (list != NULL) {
        api->Py_DecRef(list);
    }
    if (tuple != NULL) {
        api->Py_DecRef(tuple);
    }
    return good;
}

static bool probe_float(const cpython_api *api)
{
    static const double values[] = {1.5, -0.0, 1e300, 12345.678};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        py_object *const object = api->PyFloat_FromDouble(values[i]);
        if (object == NULL) {
            return false;
        }
        const bool good = memcmp((const char *)object + 16, &values[i], sizeof values[i]) == 0;
        api->Py_DecRef(object);
        if (!good) {
            return false;
        }
    }
    return true;
}

/* Is this the int of the size `value` and the sign, in the form to 3.11 or the one from 3.12? Two
 * digits at most. */
static bool probe_int_is(const py_object *object, uint64_t value, bool negative, bool tagged)
{
    const uint64_t digits = value == 0 ? 0 : value >> 30 == 0 ? 1 : 2;
    const uint64_t size = word_at(object, 16);
    const uint64_t tag_sign = value == 0 ? 1 : negative ? 2 : 0;
    if (tagged ? (size >> 3 != digits || (size & 3) != tag_sign)
               : size != (negative ? 0 - digits : digits)) {
        return false;
    }
    uint32_t digit[2] = {0, 0};
    memcpy(digit, (const char *)object + 24, digits * sizeof *digit);
    return (digit[0] | (uint64_t)digit[1] << 30) == value;
}

static bool probe_int(const cpython_api *api, bool tagged)
{
    static const uint64_t values[] = {0,
                                      1,
                                      256,
                                      257,
                                      1000000007,
                                      (UINT64_C(1) << 30) - 1,
                                      UINT64_C(1) << 30,
                                      UINT64_C(123456789012345678),
                                      (UINT64_C(1) << 60) - 1};
    for (size_t i = 0; i < 2 * sizeof values / sizeof *values; i++) {
        const uint64_t value = values[i / 2];
        const bool negative = (i & 1) != 0 && value != 0;
        py_object *const object =
            api->PyLong_FromLongLong(negative ? -(long long)value : (long long)value);
        if (object == NULL) {
            return false;
        }
        const bool good = probe_int_is(object, value, negative, tagged);
        api->Py_DecRef(object);
        if (!good) {
            return false;
        }
    }
    py_object *const large = api->PyLong_FromUnsignedLongLong(UINT64_MAX);
    if (large == NULL) {
        return false;
    }
    const uint64_t size = word_at(large, 16);
    api->Py_DecRef(large);
    return (tagged ? size >> 3 : size) == 3;
}

/* Finds `text` of `size` bytes in a str at one of the offsets that are known; 0: nowhere. */
static uint32_t probe_str_data(const py_object *object, const void *text, size_t size,
                               const uint32_t *offsets)
{
    for (; *offsets != 0; offsets++) {
        if (memcmp((const char *)object + *offsets, text, size) == 0) {
            return *offsets;
        }
    }
    return 0;
}

/* Are these the state bits of ASCII (form 0) or of 1, 2 or 4 bytes a code point (forms 1 to 3)?
 * Bits beyond those that are named are not always initialised. */
static bool probe_str_state_is(const cpython_layout *layout, const py_object *object, size_t form)
{
    const uint32_t state = (uint32_t)word_at(object, 32);
    return (state & layout->str_compact) == layout->str_compact &&
           ((state & layout->str_ascii) != 0) == (form == 0) &&
           (state >> layout->str_kind_shift & 7) == (form == 0 ? 1 : 1u << (form - 1));
}

/* The width comes after the bits that say whether the str is interned: 2 of them, 16 from 3.14 on.
 * Then follow compact, ASCII, and to 3.11 ready. */
static bool probe_str_state(cpython_layout *layout, py_object *const object[4])
{
    static const uint32_t shifts[] = {2, 16};
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++) {
        layout->str_kind_shift = shifts[i];
        layout->str_compact = (uint32_t)8 << shifts[i];
        layout->str_ascii = (uint32_t)16 << shifts[i];
        const uint32_t ready = (uint32_t)32 << shifts[i];
        bool good = true;
        bool all_ready = true;
        for (size_t form = 0; form < 4; form++) {
            good = good && probe_str_state_is(layout, object[form], form);
            all_ready = all_ready && ((uint32_t)word_at(object[form], 32) & ready) != 0;
        }
        if (good) {
            layout->str_compact |= all_ready ? ready : 0;
            return true;
        }
    }
    return false;
}

static bool probe_str(cpython_layout *layout, const cpython_api *api)
{
    /* Long enough that no offset looked at is outside the object. */
    static const char ascii[] = "the quick brown fox jumps over the lazy dog";
    static const uint32_t ascii_offsets[] = {40, 48, 0};
    static const uint32_t compact_offsets[] = {56, 72, 0};
    enum { LENGTH = sizeof ascii - 1 };
    uint8_t one[LENGTH];
    uint16_t two[LENGTH];
    uint32_t four[LENGTH];
    char utf8[3][LENGTH * 4];
    for (unsigned i = 0; i < LENGTH; i++) {
        one[i] = (uint8_t)(0x80 + i);
        two[i] = (uint16_t)(0x900 + i);
        four[i] = 0x1F600 + i;
        utf8[0][2 * i] = (char)(0xC0 | one[i] >> 6);
        utf8[0][2 * i + 1] = (char)(0x80 | (one[i] & 0x3F));
        utf8[1][3 * i] = (char)(0xE0 | two[i] >> 12);
        utf8[1][3 * i + 1] = (char)(0x80 | (two[i] >> 6 & 0x3F));
        utf8[1][3 * i + 2] = (char)(0x80 | (two[i] & 0x3F));
        utf8[2][4 * i] = (char)(0xF0 | four[i] >> 18);
        utf8[2][4 * i + 1] = (char)(0x80 | (four[i] >> 12 & 0x3F));
        utf8[2][4 * i + 2] = (char)(0x80 | (four[i] >> 6 & 0x3F));
        utf8[2][4 * i + 3] = (char)(0x80 | (four[i] & 0x3F));
    }
    py_object *object[4];
    object[0] = api->PyUnicode_FromStringAndSize(ascii, LENGTH);
    object[1] = api->PyUnicode_FromStringAndSize(utf8[0], 2 * LENGTH);
    object[2] = api->PyUnicode_FromStringAndSize(utf8[1], 3 * LENGTH);
    object[3] = api->PyUnicode_FromStringAndSize(utf8[2], 4 * LENGTH);
    bool good = object[0] != NULL && object[1] != NULL && object[2] != NULL && object[3] != NULL;
    if (good) {
        layout->ascii_data = probe_str_data(object[0], ascii, LENGTH, ascii_offsets);
        layout->compact_data = probe_str_data(object[1], one, sizeof one, compact_offsets);
        good = layout->ascii_data != 0 && layout->compact_data != 0 &&
               memcmp((char *)object[2] + layout->compact_data, two, sizeof two) == 0 &&
               memcmp((char *)object[3] + layout->compact_data, four, sizeof four) == 0;
        for (size_t i = 0; i < 4; i++) {
            good = good && word_at(object[i], 16) == LENGTH;
        }
        good = good && probe_str_state(layout, object);
    }
    for (size_t i = 0; i < 4; i++) {
        if (object[i] != NULL) {
            api->Py_DecRef(object[i]);
        }
    }
    if (!good || api->PyUnicode_New == NULL) {
        return false;
    }
    /* New ones have the same form. */
    static const uint32_t maxima[] = {0x7F, 0xFF, 0xFFFF, 0x10FFFF};
    for (size_t i = 0; i < 4 && good; i++) {
        py_object *const fresh = api->PyUnicode_New(LENGTH, maxima[i]);
        if (fresh == NULL) {
            return false;
        }
        good = (uint32_t)word_at(fresh, 0) == 1 && word_at(fresh, 16) == LENGTH &&
               probe_str_state_is(layout, fresh, i);
        memset((char *)fresh + (i == 0 ? layout->ascii_data : layout->compact_data), 0,
               i == 0 ? LENGTH : (size_t)LENGTH << (i - 1));
        api->Py_DecRef(fresh);
    }
    return good;
}

/* Does reading in place give what PyDict_Next gives? `wanted`: whether it must be of the kind that
 * is read so. */
static bool probe_dict_reads(const cpython_api *api, py_object *dict, bool wanted)
{
    cpython_dict_entries entries;
    if (!cpython_dict_open(dict, &entries)) {
        return !wanted;
    }
    py_object *const *const first = entries.next;
    py_size position = 0;
    py_object *key;
    py_object *value;
    while (api->PyDict_Next(dict, &position, &key, &value)) {
        while (entries.next < entries.end && entries.next[1] == NULL) {
            entries.next += 2;
        }
        if (entries.next >= entries.end || entries.next[0] != key || entries.next[1] != value) {
            return false;
        }
        entries.next += 2;
        /* A walk may change from one way to the other in the middle. */
        if (position != (entries.next - first) / 2) {
            return false;
        }
    }
    while (entries.next < entries.end && entries.next[1] == NULL) {
        entries.next += 2;
    }
    return entries.next == entries.end;
}

/* From nothing to a size at which the index has two bytes an entry, with members deleted on the
 * way; then a dict with a key that is no str, and the dict of an instance, whose keys its class
 * keeps. */
static bool probe_dict_all(const cpython_api *api, py_object *none, py_object *dict)
{
    enum { MEMBERS = 400 };
    if (!probe_dict_reads(api, dict, false)) {
        return false;
    }
    char name[24];
    for (unsigned i = 0; i < MEMBERS; i++) {
        (void)snprintf(name, sizeof name, "%u", i);
        if (api->PyDict_SetItemString(dict, name, none) != 0 ||
            ((i & (i + 1)) == 0 && !probe_dict_reads(api, dict, true))) {
            return false;
        }
        if (i % 7 == 3 && (api->PyDict_DelItemString(dict, name) != 0 ||
                           (i < 100 && !probe_dict_reads(api, dict, true)))) {
            return false;
        }
    }
    if (!probe_dict_reads(api, dict, true) || api->PyDict_SetItem(dict, none, none) != 0) {
        return false;
    }
    cpython_dict_entries entries;
    return !cpython_dict_open(dict, &entries);
}

static bool probe_dict_instance(const cpython_api *api, py_object *none)
{
    py_object *const type = api->PyObject_CallFunction(api->PyType_Type, "s(){}", "probe");
    py_object *const object = type != NULL ? api->PyObject_CallFunctionObjArgs(type, NULL) : NULL;
    bool good = object != NULL && api->PyObject_SetAttrString(object, "a", none) == 0 &&
                api->PyObject_SetAttrString(object, "b", none) == 0;
    py_object *const dict = good ? api->PyObject_GetAttrString(object, "__dict__") : NULL;
    good = dict != NULL && probe_dict_reads(api, dict, false);
    py_object *const all[] = {dict, object, type};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (all[i] != NULL) {
            api->Py_DecRef(all[i]);
        }
    }
    return good;
}

/* Only in versions in which the place looked at holds a pointer. */
static bool probe_dict(const cpython_api *api, py_object *none)
{
    const char *const version = api->Py_GetVersion();
    if (strncmp(version, "3.11.", 5) < 0 || strncmp(version, "3.14.", 5) > 0) {
        return false;
    }
    py_object *const dict = api->PyDict_New();
    const bool good =
        dict != NULL && probe_dict_all(api, none, dict) && probe_dict_instance(api, none);
    if (dict != NULL) {
        api->Py_DecRef(dict);
    }
    api->PyErr_Clear();
    return good;
}

void cpython_layout_probe(cpython_layout *layout, const cpython_api *api, py_object *none)
{
    *layout = (cpython_layout){0};
    if (sizeof(void *) != 8 || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__) {
        return;
    }
    bool good = probe_head(layout, api, none) && probe_list(api, none) && probe_float(api);
    if (good && !probe_int(api, false)) {
        layout->int_tagged = true;
        good = probe_int(api, true);
    }
    good = good && probe_str(layout, api);
    if (!good) {
        *layout = (cpython_layout){0};
        api->PyErr_Clear();
    }
    layout->direct = good;
    layout->dict = good && probe_dict(api, none);
}
