/*
 * Ruby errors: raises what a code stands for. None of these functions returns.
 *
 * In: a code and a filled fj_error. Out: an instance of FastJSON::ParserError, GeneratorError or
 * NestingError with its code, place and JSON Pointer in instance variables. Callers own nothing by
 * then.
 */
#ifndef FASTJSON_HOSTS_RUBY_ERROR_H
#define FASTJSON_HOSTS_RUBY_ERROR_H

#include "hosts/ruby_api.h"

/* Finds the error classes in the module. May raise NameError. */
void ruby_error_prepare(ruby_value module);

_Noreturn void ruby_raise_parse(int32_t code, const fj_error *error);

/* The same; the exception also brings the values that were read before the fault. */
_Noreturn void ruby_raise_parse_values(int32_t code, const fj_error *error, ruby_value values);

_Noreturn void ruby_raise_generate(int32_t code, const fj_error *error);

/* TypeError and ArgumentError, with a printf format. */
_Noreturn void ruby_raise_type(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void ruby_raise_argument(const char *format, ...) __attribute__((format(printf, 1, 2)));

_Noreturn void ruby_raise_memory(void);

#endif
