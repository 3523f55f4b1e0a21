/* Lines: see lines.h. */
#include "lines.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report.h"

#define PIECE ((size_t)1 << 16)

int lines_open(lines *l, const settings *given, const char *name)
{
    const bool standard = strcmp(name, "-") == 0;
    *l = (lines){.name = standard ? "standard input" : name,
                 .file = standard ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC)};
    if (l->file < 0) {
        return report_io(l->name, strerror(errno));
    }
    struct stat about;
    const bool sized = fstat(l->file, &about) == 0 && S_ISREG(about.st_mode);
    l->shown = progress_begin(given, l->name, sized ? (uint64_t)about.st_size : 0);
    return EXIT_OK;
}

/* Reads one piece more; NULL or what went wrong. */
static const char *lines_fill(lines *l)
{
    if (l->begin > 0 && l->begin >= l->end / 2) {
        memmove(l->data, l->data + l->begin, l->end - l->begin);
        l->end -= l->begin;
        l->begin = 0;
    }
    if (l->capacity - l->end < PIECE) {
        const size_t capacity = l->capacity * 2 + PIECE;
        char *const data = capacity > l->capacity ? realloc(l->data, capacity) : NULL;
        if (data == NULL) {
            return "out of memory";
        }
        l->data = data;
        l->capacity = capacity;
    }
    ssize_t got;
    do {
        got = read(l->file, l->data + l->end, PIECE);
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
        return strerror(errno);
    }
    l->ended = got == 0;
    l->end += (size_t)got;
    return NULL;
}

/* Gives `length` bytes, of which a line feed behind them is none. */
static void lines_give(lines *l, size_t length, size_t line_feed, const char **line, size_t *given)
{
    *line = l->data + l->begin;
    *given = length;
    l->begin += length + line_feed;
    l->consumed += length + line_feed;
    l->number++;
    progress_show(&l->shown, l->consumed);
}

int lines_next(lines *l, const char **line, size_t *length)
{
    size_t searched = 0;
    for (;;) {
        const size_t there = l->end - l->begin;
        const char *const feed =
            there > searched ? memchr(l->data + l->begin + searched, '\n', there - searched) : NULL;
        if (feed != NULL) {
            lines_give(l, (size_t)(feed - (l->data + l->begin)), 1, line, length);
            return EXIT_OK;
        }
        if (l->ended) {
            *line = NULL;
            *length = 0;
            if (there > 0) {
                lines_give(l, there, 0, line, length);
            }
            return EXIT_OK;
        }
        searched = there;
        const char *const failure = lines_fill(l);
        if (failure != NULL) {
            progress_end(&l->shown);
            return report_io(l->name, failure);
        }
    }
}

void lines_close(lines *l)
{
    progress_end(&l->shown);
    if (l->file > STDIN_FILENO) {
        close(l->file);
    }
    free(l->data);
    *l = (lines){.file = -1};
}
