/* Every kernel's index is that of the plain one: the same offsets, the same judgement, whatever the
 * bytes are and wherever blocks begin. The plain one itself is held against a scan byte by byte. */
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "scan/kernel.h"
#include "scan/utf8.h"

#define TEXT_MAX (3 * INDEX_BLOCK)

static uint64_t random_state = 0x9E3779B97F4A7C15u;

static uint32_t random_number(uint32_t below)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 33) % below;
}

typedef struct index_result {
    size_t count;
    bool fault;
    size_t offsets[TEXT_MAX];
} index_result;

static void index_text(index_kernel *run, const char *text, size_t length, index_result *result)
{
    static uint32_t offsets[INDEX_ROOM];
    index_state state;
    memset(&state, 0, sizeof state);
    result->count = 0;
    for (size_t done = 0; done == 0 || done < length;) {
        const size_t n = length - done > INDEX_BLOCK ? INDEX_BLOCK : length - done;
        const size_t count =
            index_block(run, &state, text + done, n, done == 0, done + n == length, offsets);
        for (size_t i = 0; i < count; i++) {
            result->offsets[result->count++] = done + offsets[i];
        }
        done += n;
        if (n == 0) {
            break;
        }
    }
    result->fault = state.fault != 0;
}

/* By the definition in index.h, one byte after the other. */
static void index_slowly(const char *text, size_t length, index_result *result)
{
    bool inside = false;
    bool escaped = false;
    bool scalar = false;
    result->count = 0;
    result->fault = false;
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        const bool quote = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        if (inside && (unsigned char)c < 0x20) {
            result->fault = true;
        }
        const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
        const bool structural = c != '\0' && strchr("{}[]:,\x0C\x1A", c) != NULL;
        const bool is_scalar = !space && !structural && c != '"';
        if (quote || (!inside && (structural || (is_scalar && !scalar)))) {
            result->offsets[result->count++] = i;
        }
        inside ^= quote;
        scalar = is_scalar;
    }
    result->fault |= inside;
    for (const char *p = text; p < text + length;) {
        const char *fault;
        const size_t n = (signed char)*p >= 0 ? 1 : utf8_sequence(p, text + length, &fault);
        if (n == 0) {
            result->fault = true;
            return;
        }
        p += n;
    }
}

static bool same(const index_result *a, const index_result *b)
{
    return a->fault == b->fault && a->count == b->count &&
           memcmp(a->offsets, b->offsets, a->count * sizeof *a->offsets) == 0;
}

/* A byte that a kernel looks at may be taken for one that differs in the high bits: those come
 * often. */
static size_t random_text(char *text)
{
    static const char *const pieces[] = {"\"",
                                         "\\",
                                         "\\\"",
                                         "\\\\",
                                         "{",
                                         "}",
                                         "[",
                                         "]",
                                         ":",
                                         ",",
                                         " ",
                                         "\n",
                                         "\t",
                                         "\r",
                                         "1",
                                         "true",
                                         "-2.5",
                                         "key",
                                         "\xC3\xA9",
                                         "\xE2\x82\xAC",
                                         "\xF0\x9F\x98\x80",
                                         "    ",
                                         "\"a\":",
                                         "\x0C",
                                         "\x1A",
                                         "\x7F",
                                         "\x5B\x5D",
                                         "\x3A",
                                         "\x11",
                                         "\x71",
                                         "\x70"};
    const size_t wanted = random_number(8) == 0 ? random_number(TEXT_MAX - 8) : random_number(300);
    const uint32_t kinds = random_number(4);
    size_t length = 0;
    while (length < wanted) {
        if (kinds == 0 || (kinds == 1 && random_number(40) == 0)) {
            text[length++] = (char)random_number(256);
        } else {
            const char *const piece = pieces[random_number(sizeof pieces / sizeof *pieces)];
            const size_t n = strlen(piece);
            memcpy(text + length, piece, n);
            length += n;
        }
    }
    if (kinds == 3 && length != 0) {
        text[random_number((uint32_t)length)] = (char)random_number(256);
    }
    return length;
}

int main(int argc, char **argv)
{
    const long rounds = argc > 1 ? atol(argv[1]) : 20000;
    static index_result slow;
    static index_result result;
    static char space[TEXT_MAX + 64];
    size_t kernels = 0;
    for (const kernel *k = kernel_list(); k->name != NULL; k++) {
        kernels++;
    }
    CHECK(kernels >= 1, "no kernel");
    for (long round = 0; round < rounds; round++) {
        char *const text = space + random_number(33);
        const size_t length = random_text(text);
        index_slowly(text, length, &slow);
        for (const kernel *k = kernel_list(); k->name != NULL; k++) {
            index_text(k->index, text, length, &result);
            CHECK(same(&slow, &result),
                  "%s, round %ld, %zu bytes, %zu and %zu offsets, fault %d and %d", k->name, round,
                  length, slow.count, result.count, slow.fault, result.fault);
        }
    }
    /* Each sequence of three bytes around the end of a chunk, one of them above ASCII. */
    memset(space, 'a', sizeof space);
    space[0] = '"';
    space[199] = '"';
    for (unsigned lead = 0x80; lead < 0x100; lead++) {
        for (unsigned next = 0; next < 0x100; next++) {
            for (size_t place = 60; place < 64; place++) {
                space[place] = (char)lead;
                space[place + 1] = (char)next;
                space[place + 2] = (char)(random_number(2) ? 0x80 + random_number(64) : 'a');
                index_slowly(space, 200, &slow);
                for (const kernel *k = kernel_list(); k->name != NULL; k++) {
                    index_text(k->index, space, 200, &result);
                    CHECK(same(&slow, &result), "%s, %02X %02X at %zu", k->name, lead, next, place);
                }
                memset(space + place, 'a', 3);
            }
        }
    }
    return check_finish();
}
