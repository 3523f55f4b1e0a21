/*
 * The demo in C: times reading and writing of one document, libfastjson beside jansson (C has no
 * JSON of its own), and names what was written by its SHA-256.
 *
 *     demo FILE compact|canonical ROUNDS
 *
 * Prints two rows: task, ours in ns, the peer's in ns or "-", SHA-256, the peer's name.
 */
#include <fastjson/fastjson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "sha256.h"
#ifdef PEER_JANSSON
#include <jansson.h>
#define PEER "jansson " JANSSON_VERSION
#else
#define PEER "none installed"
#endif

enum task { OUR_PARSE, PEER_PARSE, OUR_GENERATE, PEER_GENERATE, TASKS };

typedef struct state {
    char *text;
    size_t length;
    fj_document *document;
    fj_buffer out;
    void *peer; /* the document in the peer's form; NULL: it cannot read it, or there is none */
} state;

static void die(const char *what)
{
    fprintf(stderr, "demo: %s\n", what);
    exit(1);
}

static void *peer_parse(const state *s)
{
#ifdef PEER_JANSSON
    return json_loadb(s->text, s->length, JSON_DECODE_ANY, NULL);
#else
    (void)s;
    return NULL;
#endif
}

static void peer_free(void *value)
{
#ifdef PEER_JANSSON
    json_decref(value);
#else
    (void)value;
#endif
}

static void peer_generate(void *value)
{
#ifdef PEER_JANSSON
    free(json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY));
#else
    (void)value;
#endif
}

static void perform(state *s, enum task task)
{
    switch (task) {
    case OUR_PARSE:
        if (fj_parse(s->text, s->length, NULL, &s->document, NULL) != FJ_OK) {
            die("the document was refused");
        }
        break;
    case PEER_PARSE:
        peer_free(peer_parse(s));
        break;
    case OUR_GENERATE:
        if (fj_generate(fj_document_root(s->document), NULL, &s->out, NULL) != FJ_OK) {
            die("the document could not be written");
        }
        break;
    default:
        peer_generate(s->peer);
        break;
    }
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double timed(state *s, enum task task, int times)
{
    const double start = now();
    for (int i = 0; i < times; i++) {
        perform(s, task);
    }
    return (now() - start) / times;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void read_file(state *s, const char *path)
{
    FILE *const file = fopen(path, "rb");
    if (file == NULL) {
        die("the file cannot be opened");
    }
    for (size_t n = 1; n > 0; s->length += n) {
        s->text = realloc(s->text, s->length + 65536);
        if (s->text == NULL) {
            die("out of memory");
        }
        n = fread(s->text + s->length, 1, 65536, file);
    }
    fclose(file);
}

static void print_row(const char *task, double ours, double peer, const char *sha)
{
    printf("%s\t%.0f\t", task, ours);
    if (peer > 0) {
        printf("%.0f", peer);
    } else {
        printf("-");
    }
    printf("\t%s\t%s\n", sha, PEER);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        die("usage: demo FILE compact|canonical ROUNDS");
    }
    state s = {0};
    read_file(&s, argv[1]);
    const int rounds = atoi(argv[3]);
    double *const samples = calloc((size_t)rounds * TASKS, sizeof *samples);
    double medians[TASKS] = {0};
    int times[TASKS];
    s.peer = peer_parse(&s);
    for (int task = 0; task < TASKS; task++) {
        const double once = timed(&s, (enum task)task, 1);
        times[task] = once > 2e6 ? 1 : (int)(2e6 / (once + 1)) + 1; /* at least 2 ms a sample */
    }
    for (int round = 0; round < rounds; round++) {
        for (int task = 0; task < TASKS; task++) {
            if (s.peer != NULL || task == OUR_PARSE || task == OUR_GENERATE) {
                samples[task * rounds + round] = timed(&s, (enum task)task, times[task]);
            }
        }
    }
    for (int task = 0; task < TASKS; task++) {
        qsort(samples + task * rounds, (size_t)rounds, sizeof *samples, compare);
        medians[task] = samples[task * rounds + rounds / 2];
    }
    fj_generate_options options = {.size = sizeof options};
    options.canonical = strcmp(argv[2], "canonical") == 0;
    if (fj_generate(fj_document_root(s.document), &options, &s.out, NULL) != FJ_OK) {
        die("the document could not be written");
    }
    char sha[65];
    sha256_hex(s.out.data, s.out.length, sha);
    print_row("parse", medians[OUR_PARSE], medians[PEER_PARSE], sha);
    print_row("generate", medians[OUR_GENERATE], medians[PEER_GENERATE], sha);
    peer_free(s.peer);
    fj_document_free(s.document);
    fj_buffer_free(&s.out);
    free(samples);
    free(s.text);
    return 0;
}
