/* Escapes: the tables of escape.h. */
#include "read/escape.h"

const char escape_letters[256] = {
    ['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
    ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t',
};

#define X ESCAPE_HEX_NONE
const uint32_t escape_hex[256] = {
    X, X, X, X, X, X, X, X,  X,  X,  X,  X,  X,  X,  X,  X,  X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X,  X,  X,  X,  X,  X,  X,  X,  X,  X, X, X, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
    X, X, X, X, X, X, X, 10, 11, 12, 13, 14, 15, X,  X,  X,  X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X,  X,  X,  10, 11, 12, 13, 14, 15, X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X,  X,  X,  X,  X,  X,  X,  X,  X,  X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X,  X,  X,  X,  X,  X,  X,  X,  X,  X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X,  X,  X,  X,  X,  X,  X,  X,  X,  X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X,  X,  X,  X,  X,  X,  X,  X,  X,  X, X, X, X, X, X, X, X, X, X, X, X, X,
    X, X, X, X, X, X, X, X,  X,  X,  X,  X,  X,  X,  X,  X,  X, X, X, X, X, X, X, X,
};
