/* The checks of the core's tests: count, and print the place of those that fail.
 *
 * A test program calls CHECK and ends with `return check_finish();`, which prints
 * "N passed, N failed" as its last line and gives the exit status.
 */
#ifndef FJ_TESTS_CHECK_H
#define FJ_TESTS_CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A test that fails everywhere should still be readable. */
#define CHECK_PRINTED_MAX 40

static unsigned long check_passed;
static unsigned long check_failed;

/* CHECK(condition, "format", values...): the message says what the values were. */
#define CHECK(condition, ...)                                      \
    do {                                                           \
        if (condition) {                                           \
            check_passed++;                                        \
        } else if (check_failed++ < CHECK_PRINTED_MAX) {           \
            printf("%s:%d: %s: ", __FILE__, __LINE__, #condition); \
            printf(__VA_ARGS__);                                   \
            printf("\n");                                          \
        }                                                          \
    } while (0)

/* The bytes, which need no terminator, are those of the C string. */
#define CHECK_TEXT(bytes, length, expected)                                  \
    CHECK((length) == strlen(expected) &&                                    \
              ((length) == 0 || memcmp((bytes), (expected), (length)) == 0), \
          "got \"%.*s\", not \"%s\"", (int)(length), (const char *)(bytes),  \
          (const char *)(expected))

/* So many random inputs, or as many percent of them as FASTJSON_TEST_SHARE says: what tests the
 * same code built in another way need not try all. */
static inline size_t check_share(size_t count)
{
    const char *const share = getenv("FASTJSON_TEST_SHARE");
    return share != NULL ? count * strtoul(share, NULL, 10) / 100 + 1 : count;
}

/* Whether to take this one of the many inputs a loop makes: all, or as many percent as above,
 * picked at random (Knuth's MMIX generator), so that loops within loops leave out nothing for good.
 */
static inline int check_takes(void)
{
    static unsigned long long state;
    static unsigned long share;
    if (share == 0) {
        const char *const given = getenv("FASTJSON_TEST_SHARE");
        share = given != NULL ? strtoul(given, NULL, 10) + 1 : 101;
    }
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % 100 + 1 < share;
}

static inline int check_finish(void)
{
    if (check_failed > CHECK_PRINTED_MAX) {
        printf("... and %lu more\n", check_failed - CHECK_PRINTED_MAX);
    }
    printf("%lu passed, %lu failed\n", check_passed, check_failed);
    return check_failed != 0 || check_passed == 0;
}

#endif
