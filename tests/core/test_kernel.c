/* Every kernel reads as the plain one does, byte by byte: the same values, codes and places,
 * whatever byte stands wherever in a text, and wherever a block or the end of the text falls. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "fastjson/fastjson.h"
#include "scan/kernel.h"

#define TEXT_MAX 1024

typedef struct outcome {
    int32_t parsed;
    int32_t minified;
    uint64_t offset;
    char pointer[64];
    fj_buffer out;
    fj_buffer small;
} outcome;

static fj_document *document;

static void outcome_find(outcome *o, const char *text, size_t length)
{
    fj_error error = {.size = sizeof error};
    o->parsed = fj_parse(text, length, NULL, &document, &error);
    o->offset = o->parsed != FJ_OK ? error.offset : 0;
    memset(o->pointer, 0, sizeof o->pointer);
    if (o->parsed != FJ_OK) {
        memcpy(o->pointer, error.pointer, sizeof o->pointer - 1);
    }
    o->out.length = 0;
    if (o->parsed == FJ_OK) {
        fj_generate(fj_document_root(document), NULL, &o->out, NULL);
    }
    o->minified = fj_minify(text, length, NULL, &o->small, NULL);
    CHECK(o->minified == o->parsed && fj_validate(text, length, NULL, NULL) == o->parsed,
          "parse %d, minify %d: %.*s", o->parsed, o->minified, (int)length, text);
}

static bool same_bytes(const fj_buffer *a, const fj_buffer *b)
{
    return a->length == b->length && (a->length == 0 || memcmp(a->data, b->data, a->length) == 0);
}

/* Whether all kernels say the same of a text, which is given at its own end of the memory. */
static void compare(const char *text, size_t length)
{
    static outcome plain;
    static outcome other;
    const kernel *const before = kernel_in_use;
    for (const kernel *k = kernel_list(); k->name != NULL; k++) {
        outcome *const o = k == kernel_list() ? &plain : &other;
        kernel_in_use = k;
        outcome_find(o, text, length);
        CHECK(o == &plain ||
                  (o->parsed == plain.parsed && o->offset == plain.offset &&
                   strcmp(o->pointer, plain.pointer) == 0 && same_bytes(&o->out, &plain.out) &&
                   same_bytes(&o->small, &plain.small)),
              "%s: code %d and %d at %llu and %llu, %zu bytes: %.*s", k->name, o->parsed,
              plain.parsed, (unsigned long long)o->offset, (unsigned long long)plain.offset, length,
              (int)length, text);
    }
    kernel_in_use = before;
}

static const char *const documents[] = {
    "{\"id\":12345,\"name\":\"Alice "
    "Smith\",\"active\":true,\"score\":-98.5e1,\"tags\":[\"a\",\"b\\n\"]}",
    "{\n    \"key one\" : [ 1, 2.25, null, false, true ],\n    \"key two, which is longer than "
    "thirty two "
    "bytes, as few are\": {\n        \"caf\xC3\xA9\": \"\\u00e9\\ud83d\\ude00\"\n    },\n    \"\": "
    "{}, \"e\": "
    "[]\n}\n",
    "[[[[\"a string that is longer than sixty four bytes, so that it takes more than one block, "
    "\xE2\x82\xAC and \\\"more\\\" of it\"]]],      -0.0,1e300,\t\r\n "
    "123456789012345678901234567890]",
};

/* Every byte in the place of each byte. */
static void try_every_byte(void)
{
    for (size_t d = 0; d < sizeof documents / sizeof *documents; d++) {
        const size_t length = strlen(documents[d]);
        char *const text = malloc(length);
        memcpy(text, documents[d], length);
        for (size_t i = 0; i < length; i++) {
            for (unsigned byte = 0; byte < 256; byte++) {
                if (!check_takes()) {
                    continue;
                }
                text[i] = (char)byte;
                compare(text, length);
            }
            text[i] = documents[d][i];
        }
        free(text);
    }
}

/* Every beginning and, in brackets, every length of filling before and after. */
static void try_every_length(void)
{
    static const char fillings[] = {' ', '\n', '[', '1', '"', 'x'};
    char *const whole = malloc(TEXT_MAX);
    for (size_t d = 0; d < sizeof documents / sizeof *documents; d++) {
        const size_t length = strlen(documents[d]);
        for (size_t cut = 0; cut <= length; cut++) {
            char *const text = malloc(cut + 1);
            memcpy(text, documents[d], cut);
            compare(text, cut);
            free(text);
        }
        for (size_t f = 0; f < sizeof fillings; f++) {
            for (size_t before = 0; before <= 140; before++) {
                const size_t after = (before * 7) % 140;
                size_t n = 0;
                whole[n++] = '[';
                if (fillings[f] == 'x') {
                    whole[n++] = '"';
                }
                memset(whole + n, fillings[f], before);
                n += before;
                if (fillings[f] == 'x') {
                    memcpy(whole + n, "\",", 2);
                    n += 2;
                }
                memcpy(whole + n, documents[d], length);
                n += length;
                memset(whole + n, ' ', after);
                n += after;
                whole[n++] = ']';
                char *const text = malloc(n);
                memcpy(text, whole, n);
                compare(text, n);
                free(text);
            }
        }
    }
    free(whole);
}

/* Every lead and second byte, with a third that continues and one that does not, around a block's
 * end. */
static void try_sequences(void)
{
    enum { LENGTH = 72 };
    char *const text = malloc(LENGTH);
    memset(text, 'a', LENGTH);
    text[0] = '"';
    text[LENGTH - 1] = '"';
    for (unsigned lead = 0x80; lead < 0x100; lead++) {
        for (unsigned next = 0; next < 0x100; next++) {
            for (size_t place = 28; place < 34; place++) {
                if (!check_takes()) {
                    continue;
                }
                text[place] = (char)lead;
                text[place + 1] = (char)next;
                text[place + 2] = (char)(place & 1 ? 0xBF : 'a');
                text[place + 3] = (char)(lead >= 0xF0 && place & 1 ? 0x80 : 'a');
                compare(text, LENGTH);
                memset(text + place, 'a', 4);
            }
        }
    }
    /* Cut by the closing quote. */
    for (size_t n = 1; n < 4; n++) {
        for (size_t length = n + 2; length < LENGTH; length++) {
            char *const cut = malloc(length);
            memset(cut, 'a', length);
            cut[0] = '"';
            memcpy(cut + length - 1 - n, "\xF0\x9F\x98\x80", n);
            cut[length - 1] = '"';
            compare(cut, length);
            free(cut);
        }
    }
    free(text);
}

static uint64_t random_state = 0x9E3779B97F4A7C15u;

static uint32_t random_number(uint32_t below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 33) % below;
}

static size_t random_digits(char *text, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        text[i] = (char)('0' + random_number(10));
    }
    return count;
}

/* Numbers with digits of every count before and after the point: the kernels take them in different
 * pieces. */
static void try_numbers(long rounds)
{
    char *const whole = malloc(8192);
    for (long round = 0; round < rounds; round++) {
        size_t n = 0;
        whole[n++] = '[';
        for (int i = 0; i < 100; i++) {
            whole[n] = ' ';
            n += random_number(3) == 0;
            whole[n] = '-';
            n += random_number(2);
            if (random_number(4) == 0) {
                whole[n++] = '0';
            } else {
                whole[n++] = (char)('1' + random_number(9));
                n += random_digits(whole + n, random_number(random_number(4) == 0 ? 24 : 5));
            }
            if (random_number(8) != 0) {
                whole[n++] = '.';
                n += random_digits(whole + n, 1 + random_number(21));
            }
            if (random_number(6) == 0) {
                whole[n++] = random_number(2) ? 'e' : 'E';
                whole[n] = random_number(2) ? '-' : '+';
                n += random_number(2);
                n += random_digits(whole + n, 1 + random_number(2));
            }
            whole[n++] = ',';
        }
        if (random_number(20) == 0) {
            whole[random_number((uint32_t)n)] = ".eE-+0,x"[random_number(8)];
        }
        whole[n - 1] = ']';
        char *const text = malloc(n);
        memcpy(text, whole, n);
        compare(text, n);
        free(text);
    }
    free(whole);
}

int main(int argc, char **argv)
{
    const long rounds =
        argc > 1 ? atol(argv[1]) : (long)check_share(3000); /* of a hundred numbers each */
    CHECK(strcmp(kernel_list()->name, "plain") == 0, "the first kernel is the plain one");
    try_every_byte();
    try_every_length();
    try_sequences();
    try_numbers(rounds);
    fj_document_free(document);
    return check_finish();
}
