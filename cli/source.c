/* Source: see source.h. It is read, not mapped: a file that shrinks meanwhile would kill the
 * process. */
#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "report.h"
#include "terminal.h"

#define PIECE ((size_t)1 << 20)

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

progress progress_begin(const settings *given, const char *name, uint64_t total)
{
    const int64_t now = milliseconds();
    return (progress){.name = name,
                      .total = total,
                      .begun = now,
                      .last = now,
                      .wanted = !given->quiet && isatty(STDERR_FILENO)};
}

void progress_show(progress *p, uint64_t done)
{
    const int64_t now = p->wanted ? milliseconds() : 0;
    if (!p->wanted || now - p->begun < 500 || now - p->last < 100) {
        return;
    }
    p->last = now;
    p->visible = true;
    fputc('\r', stderr);
    terminal_print(stderr, p->name, strlen(p->name));
    fprintf(stderr, ": %.1f MB", (double)done / 1e6);
    if (p->total >= done && p->total > 0) {
        fprintf(stderr, " of %.1f MB, %d %%", (double)p->total / 1e6,
                (int)(100.0 * (double)done / (double)p->total));
    }
    fprintf(stderr, ", %.0f MB/s\033[K", (double)done / 1e3 / (double)(now - p->begun));
    fflush(stderr);
}

void progress_end(progress *p)
{
    if (p->visible) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
    }
    p->visible = false;
}

static bool source_grow(source *s, size_t capacity)
{
    char *const text = capacity > s->length ? realloc(s->text, capacity) : NULL;
    if (text == NULL) {
        return false;
    }
    s->text = text;
    s->capacity = capacity;
    return true;
}

/* Reads to the end; NULL or what went wrong. */
static const char *source_fill(source *s, int file, progress *p)
{
    for (;;) {
        if (s->capacity - s->length < PIECE &&
            !source_grow(s, s->capacity + s->capacity / 2 + PIECE)) {
            return "out of memory";
        }
        const ssize_t got = read(file, s->text + s->length, PIECE);
        if (got == 0) {
            return NULL;
        }
        if (got < 0 && errno != EINTR) {
            return strerror(errno);
        }
        if (got > 0) {
            s->length += (size_t)got;
            progress_show(p, s->length);
        }
    }
}

int source_read(source *s, const settings *given, const char *name)
{
    const bool standard = strcmp(name, "-") == 0;
    s->name = standard ? "standard input" : name;
    s->length = 0;
    const int file = standard ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return report_io(s->name, strerror(errno));
    }
    struct stat about;
    uint64_t size = 0;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
        size = (uint64_t)about.st_size;
        if (size + PIECE > s->capacity) {
            (void)source_grow(s, (size_t)size + PIECE + 1); /* if not, it grows as it is read */
        }
    }
    progress p = progress_begin(given, s->name, size);
    const char *const failure = source_fill(s, file, &p);
    progress_end(&p);
    if (!standard) {
        close(file);
    }
    return failure == NULL ? EXIT_OK : report_io(s->name, failure);
}

void source_free(source *s)
{
    free(s->text);
    *s = (source){0};
}
