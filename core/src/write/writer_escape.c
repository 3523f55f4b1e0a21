/* Writer, escapes: the table. See writer_escape.h. */
#include "write/writer_escape.h"

/* clang-format off */
#define CONTROL(a, b) {'\\', 'u', '0', '0', a, b, 0, 6}
#define SHORT(letter) {'\\', letter, 0, 0, 0, 0, 0, 2}

const char writer_escapes[WRITER_ESCAPES][8] = {
    CONTROL('0', '0'), CONTROL('0', '1'), CONTROL('0', '2'), CONTROL('0', '3'),
    CONTROL('0', '4'), CONTROL('0', '5'), CONTROL('0', '6'), CONTROL('0', '7'),
    SHORT('b'),        SHORT('t'),        SHORT('n'),        CONTROL('0', 'b'),
    SHORT('f'),        SHORT('r'),        CONTROL('0', 'e'), CONTROL('0', 'f'),
    CONTROL('1', '0'), CONTROL('1', '1'), CONTROL('1', '2'), CONTROL('1', '3'),
    CONTROL('1', '4'), CONTROL('1', '5'), CONTROL('1', '6'), CONTROL('1', '7'),
    CONTROL('1', '8'), CONTROL('1', '9'), CONTROL('1', 'a'), CONTROL('1', 'b'),
    CONTROL('1', 'c'), CONTROL('1', 'd'), CONTROL('1', 'e'), CONTROL('1', 'f'),
    ['"'] = SHORT('"'), ['\\'] = SHORT('\\'),
};
/* clang-format on */
