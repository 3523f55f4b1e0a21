/*
 * Ruby errors: from our codes to Ruby's exceptions. See ruby_error.h.
 */
#include "hosts/ruby_error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Set once, at attach. */
static ruby_value parser_error;
static ruby_value generator_error;
static ruby_value nesting_error;
static ruby_id id_code, id_offset, id_line, id_column, id_pointer;

void ruby_error_prepare(ruby_value module)
{
    /* Constants of the module keep the classes alive; being registered keeps them in place. */
    ruby.rb_gc_register_address(&parser_error);
    ruby.rb_gc_register_address(&generator_error);
    ruby.rb_gc_register_address(&nesting_error);
    parser_error = ruby.rb_const_get(module, ruby.rb_intern("ParserError"));
    generator_error = ruby.rb_const_get(module, ruby.rb_intern("GeneratorError"));
    nesting_error = ruby.rb_const_get(module, ruby.rb_intern("NestingError"));
    id_code = ruby.rb_intern("@code");
    id_offset = ruby.rb_intern("@offset");
    id_line = ruby.rb_intern("@line");
    id_column = ruby.rb_intern("@column");
    id_pointer = ruby.rb_intern("@pointer");
}

static _Noreturn void error_raise(ruby_value exception)
{
    ruby.rb_exc_raise(exception);
}

static ruby_value error_string(const char *text, size_t length)
{
    return ruby.rb_utf8_str_new(text, (long)length);
}

/* By rb_exc_new the message would be binary. */
static ruby_value error_new(ruby_value class, const char *message, size_t length)
{
    const ruby_value text = error_string(message, length);
    return ruby.rb_funcallv(class, ruby.rb_intern("new"), 1, &text);
}

static ruby_value error_instance(ruby_value class, int32_t code, const fj_error *error)
{
    const char *const name = fj_error_name(code);
    const ruby_value exception = error_new(class, error->message, error->message_length);
    ruby.rb_ivar_set(exception, id_code, error_string(name, strlen(name)));
    ruby.rb_ivar_set(exception, id_pointer, error_string(error->pointer, error->pointer_length));
    return exception;
}

static void error_common(int32_t code, const fj_error *error)
{
    if (code == FJ_ERROR_MEMORY) {
        ruby_raise_memory();
    }
    if (code == FJ_ERROR_OPTION || code == FJ_ERROR_ARGUMENT) {
        ruby_raise_argument("%.*s", (int)error->message_length, error->message);
    }
}

/* Faults that are in no text have no line. */
static ruby_value error_for_parse(int32_t code, const fj_error *error)
{
    error_common(code, error);
    const ruby_value class = code == FJ_ERROR_NESTING ? nesting_error : parser_error;
    const ruby_value exception = error_instance(class, code, error);
    if (error->line != 0) {
        ruby.rb_ivar_set(exception, id_offset, ruby.rb_ull2inum(error->offset));
        ruby.rb_ivar_set(exception, id_line, ruby.rb_ull2inum(error->line));
        ruby.rb_ivar_set(exception, id_column, ruby.rb_ull2inum(error->column));
    }
    return exception;
}

void ruby_raise_parse(int32_t code, const fj_error *error)
{
    error_raise(error_for_parse(code, error));
}

void ruby_raise_parse_values(int32_t code, const fj_error *error, ruby_value values)
{
    const ruby_value exception = error_for_parse(code, error);
    ruby.rb_ivar_set(exception, ruby.rb_intern("@values"), values);
    error_raise(exception);
}

void ruby_raise_generate(int32_t code, const fj_error *error)
{
    error_common(code, error);
    const bool nesting = code == FJ_ERROR_NESTING || code == FJ_ERROR_CIRCULAR;
    error_raise(error_instance(nesting ? nesting_error : generator_error, code, error));
}

#define ERROR_MESSAGE 512

#define ERROR_FORMAT(message, format)                      \
    char message[ERROR_MESSAGE];                           \
    va_list arguments;                                     \
    va_start(arguments, format);                           \
    vsnprintf(message, sizeof message, format, arguments); \
    va_end(arguments)

void ruby_raise_type(const char *format, ...)
{
    ERROR_FORMAT(message, format);
    error_raise(error_new(ruby.rb_eTypeError, message, strlen(message)));
}

void ruby_raise_argument(const char *format, ...)
{
    ERROR_FORMAT(message, format);
    error_raise(error_new(ruby.rb_eArgError, message, strlen(message)));
}

void ruby_raise_memory(void)
{
    static const char message[] = "failed to allocate memory";
    error_raise(error_new(ruby.rb_eNoMemError, message, sizeof message - 1));
}
