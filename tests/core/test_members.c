/*
 * Members: whether an object has a key twice, for every number of members on either side of the
 * ways to tell (document/members.c), with prints that coincide and without.
 *
 * Objects of n keys, of which some share one print, read as they are and with one key written once
 * more at every kind of place: the fault's place is that of the later one, and with the last value
 * to be kept it stands at the first one's place.
 */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "document/prints.h"
#include "fastjson/fastjson.h"

#define KEYS_MAX 1100
#define ALIKE_MAX 40
#define KEY_SIZE 8

static char alike[ALIKE_MAX][KEY_SIZE + 1]; /* keys of one print */
static const char *keys[KEYS_MAX + 1];
static char others[KEYS_MAX][KEY_SIZE + 1];
static char text[KEYS_MAX * 32];
static size_t offsets[KEYS_MAX + 1]; /* of each key in the text */
static fj_document *document;

static void keys_make(void)
{
    unsigned number = 0;
    for (unsigned i = 0; i < ALIKE_MAX; number++) {
        char room[32] = {0};
        for (unsigned j = 0; j < KEY_SIZE; j++) {
            room[j] = (char)('a' + (number >> 4 * j & 15));
        }
        if (print_take(room, KEY_SIZE) == 4321) {
            memcpy(alike[i++], room, KEY_SIZE + 1);
        }
    }
    for (unsigned i = 0; i < KEYS_MAX; i++) {
        (void)snprintf(others[i], sizeof others[i], "%X", i * 7919);
    }
}

/* `count` keys, as many of them alike as asked, spread evenly. */
static void keys_choose(size_t count, size_t same)
{
    for (size_t i = 0, taken = 0; i < count; i++) {
        const bool is_alike = taken < same && i * same / count >= taken;
        keys[i] = is_alike ? alike[taken++] : others[i];
    }
}

static size_t text_make(size_t count)
{
    size_t length = 0;
    text[length++] = '{';
    for (size_t i = 0; i < count; i++) {
        offsets[i] = length + (i != 0);
        length += (size_t)snprintf(text + length, sizeof text - length, "%s\"%s\":%zu",
                                   i != 0 ? "," : "", keys[i], i);
    }
    text[length++] = '}';
    return length;
}

/* The key at a place of the root, and its value. */
static void check_kept(const char *key, size_t members, size_t place, size_t value)
{
    const fj_value *const root = fj_document_root(document);
    CHECK(fj_value_length(root) == members, "%llu members instead of %zu",
          (unsigned long long)fj_value_length(root), members);
    const fj_value *at = NULL;
    for (size_t i = 0; i <= place; i++) {
        at = fj_value_next(root, at);
    }
    CHECK(at != NULL && fj_value_length(at) == strlen(key) &&
              memcmp(at->as.text, key, strlen(key)) == 0,
          "another key at %zu than %s", place, key);
    int64_t number = -1;
    CHECK(at != NULL && fj_value_int64(at + 1, &number) == FJ_OK && (size_t)number == value,
          "%s is %lld", key, (long long)number);
}

static void check_object(size_t count, size_t same)
{
    static const fj_parse_options refuse = {.size = sizeof refuse,
                                            .duplicate_key = FJ_DUPLICATE_ERROR};
    fj_error error = {.size = sizeof error};
    keys_choose(count, same);
    size_t length = text_make(count);
    CHECK(fj_parse(text, length, &refuse, &document, &error) == FJ_OK, "%zu keys, %zu alike: %s",
          count, same, error.message);
    check_kept(keys[count / 2], count, count / 2, count / 2);

    const size_t places[][2] = {
        {0, count}, {count - 1, count}, {count / 2, count}, {0, 1}, {count / 3, count - 1}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const size_t first = places[i][0];
        const size_t later = places[i][1];
        if (first >= later) {
            continue;
        }
        keys_choose(count, same);
        memmove(keys + later + 1, keys + later, (count - later) * sizeof *keys);
        keys[later] = keys[first];
        length = text_make(count + 1);
        CHECK(fj_parse(text, length, &refuse, &document, &error) == FJ_ERROR_DUPLICATE_KEY &&
                  error.offset == offsets[later],
              "%zu keys, %zu alike, %zu again at %zu: code %d at %llu instead of %zu", count, same,
              first, later, error.code, (unsigned long long)error.offset, offsets[later]);
        CHECK(fj_parse(text, length, NULL, &document, &error) == FJ_OK, "%s", error.message);
        check_kept(keys[first], count, first, later);
    }
}

int main(void)
{
    static const size_t sames[] = {0, 2, 3, 15, 16, 17, 18, ALIKE_MAX};
    keys_make();
    for (size_t count = 1; count < KEYS_MAX; count += count < 140 ? 1 : 61) {
        for (size_t i = 0; i < sizeof sames / sizeof *sames; i++) {
            if (sames[i] <= count && (count < 40 || check_takes())) {
                check_object(count, sames[i]);
            }
        }
    }
    for (size_t count = 510; count < 516; count++) {
        check_object(count, 0);
        check_object(count, 17);
    }
    fj_document_free(document);
    return check_finish();
}
