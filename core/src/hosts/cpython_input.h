/*
 * Input: the UTF-8 text in an object that a reading was given.
 *
 * In: bytes, bytearray, memoryview or str. Out: where the text stands; in place wherever nobody can
 * change it meanwhile, else in a copy. It holds what it needs until it is closed. The object itself
 * is the caller's to hold.
 */
#ifndef FASTJSON_HOSTS_CPYTHON_INPUT_H
#define FASTJSON_HOSTS_CPYTHON_INPUT_H

#include "hosts/cpython.h"

typedef struct cpython_input {
    const char *text;
    size_t length;
    py_object *owner; /* a reference of ours to a copy, or NULL */
    bool exported;    /* the buffer is to be released */
    py_buffer buffer;
} cpython_input;

/* calls_back: somebody's code may run while the text is being read. false: an exception is set, and
 * the input may be closed all the same. */
bool cpython_input_open(const cpython *host, py_object *object, bool calls_back, cpython_input *in);
void cpython_input_close(const cpython *host, cpython_input *in);

#endif
