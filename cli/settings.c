/* Settings: see settings.h. */
#include "settings.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "terminal.h"

#define READS                                                                            \
    (COMMAND_VALIDATE | COMMAND_FORMAT | COMMAND_MINIFY | COMMAND_GET | COMMAND_NDJSON | \
     COMMAND_DIFF)
#define WRITES (COMMAND_FORMAT | COMMAND_GET | COMMAND_NDJSON)
#define LAYS_OUT (COMMAND_FORMAT | COMMAND_GET)

/* What an option means, beyond the single letters that getopt gives as they are. */
enum meaning {
    LONG_ALLOW_NAN = 256,
    LONG_ALLOW_COMMENTS,
    LONG_ALLOW_TRAILING_COMMA,
    LONG_ALLOW_CONTROL_CHARACTERS,
    LONG_ALLOW_INVALID_ESCAPE,
    LONG_DUPLICATE_KEY,
    LONG_BIG_NUMBERS,
    LONG_LONE_SURROGATES,
    LONG_MAX_NESTING,
    LONG_MAX_INPUT_BYTES,
    LONG_MAX_NUMBER_DIGITS,
    LONG_MAX_STRING_BYTES,
    LONG_MAX_MEMBERS,
    LONG_MAX_OUTPUT_BYTES,
    LONG_SCRIPT_SAFE,
    LONG_NAN,
    LONG_CHECK,
    LONG_VERBATIM,
    LONG_FIRST,
    LONG_TO_ARRAY,
    LONG_TO_LINES,
    LONG_PATCH,
    LONG_COLOR
};

typedef struct entry {
    int value; /* a letter, or LONG_... */
    unsigned commands;
    const char *name;
    const char *argument; /* NULL: none; in brackets: may be left out */
    const char *help;
} entry;

static const entry entries[] = {
    {'i', LAYS_OUT, "indent", "N|tab",
     "indent by N spaces (0 to 256), or by a tab; the default is 2"},
    {'c', LAYS_OUT, "compact", NULL, "no white space"},
    {'S', WRITES, "sort-keys", NULL, "members in the order of their keys' UTF-16 code units"},
    {'C', WRITES, "canonical", NULL, "canonical JSON (RFC 8785): sorted, compact"},
    {'a', WRITES, "ascii", NULL, "escape everything beyond ASCII"},
    {LONG_SCRIPT_SAFE, WRITES, "script-safe", NULL,
     "escape / and U+2028, U+2029: safe inside an HTML script"},
    {LONG_NAN, WRITES, "nan", "error|null|literal", "how NaN and infinities are written"},
    {LONG_MAX_OUTPUT_BYTES, WRITES, "max-output-bytes", "N", "refuse to write more"},
    {'n', LAYS_OUT | COMMAND_MINIFY, "no-newline", NULL, "no line feed after the output"},
    {LONG_CHECK, COMMAND_FORMAT, "check", NULL,
     "write nothing; name the files that formatting would change, and exit 1"},
    {'v', COMMAND_VALIDATE, "verbose", NULL, "name the valid files as well"},
    {'r', COMMAND_GET, "raw", NULL, "of a string its text, without quotes and escapes"},
    {LONG_VERBATIM, COMMAND_GET, "verbatim", NULL, "the bytes as they stand in the text"},
    {LONG_FIRST, COMMAND_GET, "first", NULL,
     "stop reading after the value; what follows is not looked at"},
    {LONG_TO_ARRAY, COMMAND_NDJSON, "to-array", NULL, "write the values of all lines as one array"},
    {LONG_TO_LINES, COMMAND_NDJSON, "to-lines", NULL, "write the elements of an array, one a line"},
    {'p', COMMAND_DIFF, "pointers", NULL, "print the JSON Pointers alone"},
    {LONG_PATCH, COMMAND_DIFF, "patch", NULL,
     "print a JSON Patch (RFC 6902) that makes the second of the first"},
    {LONG_ALLOW_NAN, READS, "allow-nan", NULL,
     "read NaN, Infinity, -Infinity, and reals beyond double"},
    {LONG_ALLOW_COMMENTS, READS, "allow-comments", NULL, "read /* */ and // comments"},
    {LONG_ALLOW_TRAILING_COMMA, READS, "allow-trailing-comma", NULL,
     "read one comma before ] or }"},
    {LONG_ALLOW_CONTROL_CHARACTERS, READS, "allow-control-characters", NULL,
     "read U+0000 to U+001F unescaped in strings"},
    {LONG_ALLOW_INVALID_ESCAPE, READS, "allow-invalid-escape", NULL,
     "read a backslash before any other character as that character"},
    {LONG_DUPLICATE_KEY, READS, "duplicate-key", "last|error",
     "what to make of a key that comes twice in an object"},
    {LONG_BIG_NUMBERS, READS, "big-numbers", "double|decimal|text",
     "reals as double, as decimals of any size, or all numbers as they are written"},
    {LONG_LONE_SURROGATES, READS, "lone-surrogates", "error|replace|keep",
     "what to make of half a surrogate pair"},
    {LONG_MAX_NESTING, READS, "max-nesting", "N",
     "levels of arrays and objects; the default is 1024"},
    {LONG_MAX_INPUT_BYTES, READS, "max-input-bytes", "N", "refuse a longer text"},
    {LONG_MAX_NUMBER_DIGITS, READS, "max-number-digits", "N",
     "refuse a longer integer; the default is 4300"},
    {LONG_MAX_STRING_BYTES, READS, "max-string-bytes", "N", "refuse a longer string"},
    {LONG_MAX_MEMBERS, READS, "max-members", "N", "refuse a larger array or object"},
    {LONG_COLOR, READS, "color", "[auto|always|never]",
     "colour; auto: on a terminal, unless NO_COLOR is set"},
    {'q', READS, "quiet", NULL, "say nothing about what is wrong; the exit code does"},
    {'h', READS, "help", NULL, "this"},
};

#define ENTRIES (sizeof entries / sizeof entries[0])

static const char spaces[256] = {
#define S8 ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' '
#define S64 S8, S8, S8, S8, S8, S8, S8, S8
    S64, S64, S64, S64};

static void layout_set(fj_generate_options *generate, const char *indent, size_t length)
{
    generate->indent = indent;
    generate->indent_length = length;
    generate->space = " ";
    generate->space_length = 1;
    generate->object_nl = generate->array_nl = "\n";
    generate->object_nl_length = generate->array_nl_length = 1;
}

void settings_layout(settings *given)
{
    if (!given->layout) {
        layout_set(&given->generate, spaces, 2);
    }
}

/* A decimal number of at most `most`; false: it is none. */
static bool read_number(const char *text, uint64_t most, uint64_t *number)
{
    if (text[0] < '0' || text[0] > '9') {
        return false;
    }
    char *end;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    *number = value;
    return *end == '\0' && errno == 0 && value <= most;
}

/* The largest number that an option takes. */
static uint64_t number_most(const settings *given, int value)
{
    switch (value) {
    case 'i':
        return sizeof spaces;
    case LONG_MAX_NESTING:
        return given->command[0] == 'd' ? 10000 : UINT32_MAX - 1;
    default:
        return UINT64_MAX;
    }
}

/* A limit: no more than that, and not 0. */
static bool take_limit(const settings *given, int value, const char *text, uint64_t *limit)
{
    return read_number(text, number_most(given, value), limit) && *limit > 0;
}

/* Which of the words, separated by '|', the text is; -1: none. */
static int read_word(const char *text, const char *words)
{
    const size_t length = strlen(text);
    for (int index = 0;; index++) {
        const size_t word = strcspn(words, "|");
        if (word == length && memcmp(words, text, length) == 0) {
            return index;
        }
        if (words[word] == '\0') {
            return -1;
        }
        words += word + 1;
    }
}

static bool take_indent(settings *given, const char *text)
{
    uint64_t number = 0;
    const bool tab = strcmp(text, "tab") == 0;
    if (!tab && !read_number(text, number_most(given, 'i'), &number)) {
        return false;
    }
    layout_set(&given->generate, tab ? "\t" : spaces, tab ? 1 : (size_t)number);
    given->layout = true;
    return true;
}

/* One of the words of an option that it lists; they are in the order of the library's numbers. */
static bool take_word(uint8_t *field, const char *text, const char *words)
{
    const int word = read_word(text, words);
    *field = (uint8_t)(word < 0 ? 0 : word);
    return word >= 0;
}

/* The option with an argument; false: the argument is wrong. */
static bool take_argument(settings *given, int value, const char *text)
{
    fj_parse_options *const parse = &given->parse;
    uint64_t nesting;
    uint8_t color;
    switch (value) {
    case 'i':
        return take_indent(given, text);
    case LONG_NAN:
        return take_word(&given->generate.nan, text, "error|null|literal");
    case LONG_DUPLICATE_KEY:
        return take_word(&parse->duplicate_key, text, "last|error");
    case LONG_BIG_NUMBERS:
        given->doubles = strcmp(text, "double") == 0;
        return take_word(&parse->big_numbers, text, "double|decimal|text");
    case LONG_LONE_SURROGATES:
        return take_word(&parse->lone_surrogates, text, "error|replace|keep");
    case LONG_COLOR:
        if (!take_word(&color, text, "auto|always|never")) {
            return false;
        }
        given->color = color;
        return true;
    case LONG_MAX_NESTING:
        if (!take_limit(given, value, text, &nesting)) {
            return false;
        }
        parse->max_nesting = given->generate.max_nesting = (uint32_t)nesting;
        return true;
    case LONG_MAX_INPUT_BYTES:
        return take_limit(given, value, text, &parse->max_input_bytes);
    case LONG_MAX_NUMBER_DIGITS:
        return take_limit(given, value, text, &parse->max_number_digits);
    case LONG_MAX_STRING_BYTES:
        return take_limit(given, value, text, &parse->max_string_bytes);
    case LONG_MAX_MEMBERS:
        return take_limit(given, value, text, &parse->max_members);
    case LONG_MAX_OUTPUT_BYTES:
        return take_limit(given, value, text, &given->generate.max_output_bytes);
    default:
        return false;
    }
}

/* The option without an argument. */
static void take_switch(settings *given, int value)
{
    switch (value) {
    case 'c':
        given->layout = true;
        layout_set(&given->generate, NULL, 0);
        given->generate.space_length = 0;
        given->generate.object_nl_length = given->generate.array_nl_length = 0;
        break;
    case 'S':
        given->generate.sort_keys = 1;
        break;
    case 'C':
        given->generate.canonical = 1;
        break;
    case 'a':
        given->generate.ascii_only = 1;
        break;
    case LONG_SCRIPT_SAFE:
        given->generate.script_safe = 1;
        break;
    case 'n':
        given->no_newline = true;
        break;
    case LONG_CHECK:
        given->check = true;
        break;
    case 'v':
        given->verbose = true;
        break;
    case 'r':
        given->raw = true;
        break;
    case LONG_VERBATIM:
        given->verbatim = true;
        break;
    case LONG_FIRST:
        given->first = true;
        break;
    case LONG_TO_ARRAY:
        given->to_array = true;
        break;
    case LONG_TO_LINES:
        given->to_lines = true;
        break;
    case 'p':
        given->pointers = true;
        break;
    case LONG_PATCH:
        given->patch = true;
        break;
    case LONG_ALLOW_NAN:
        given->parse.allow_nan = 1;
        break;
    case LONG_ALLOW_COMMENTS:
        given->parse.allow_comments = 1;
        break;
    case LONG_ALLOW_TRAILING_COMMA:
        given->parse.allow_trailing_comma = 1;
        break;
    case LONG_ALLOW_CONTROL_CHARACTERS:
        given->parse.allow_control_characters = 1;
        break;
    case LONG_ALLOW_INVALID_ESCAPE:
        given->parse.allow_invalid_escape = 1;
        break;
    case LONG_COLOR: /* alone, as in ls */
        given->color = COLOR_ALWAYS;
        break;
    default: /* 'q', the last of them */
        given->quiet = true;
        break;
    }
}

/* Canonical text has one layout: what contradicts it is refused here, in the words of the command
 * line. */
static int check_together(settings *given)
{
    fj_generate_options *const generate = &given->generate;
    if (!generate->canonical) {
        return EXIT_OK;
    }
    if (generate->indent_length > 0 || generate->object_nl_length > 0) {
        return report_usage(given, "--canonical does not go with --indent");
    }
    if (generate->ascii_only || generate->script_safe || generate->nan == FJ_NAN_LITERAL) {
        return report_usage(given,
                            "--canonical does not go with --ascii, --script-safe or --nan=literal");
    }
    given->layout = true;
    return EXIT_OK;
}

static const entry *entry_of(int value)
{
    for (size_t i = 0; i < ENTRIES; i++) {
        if (entries[i].value == value) {
            return &entries[i];
        }
    }
    return NULL;
}

/* What getopt_long needs, made of the entries that the command takes. */
static void describe(const command *which, struct option *longs, char *letters)
{
    *letters++ = ':'; /* a missing argument is ':' and not '?' */
    for (size_t i = 0; i < ENTRIES; i++) {
        const entry *const e = &entries[i];
        if ((e->commands & which->bit) == 0) {
            continue;
        }
        const int has = e->argument == NULL     ? no_argument
                        : e->argument[0] == '[' ? optional_argument
                                                : required_argument;
        *longs++ = (struct option){e->name, has, NULL, e->value};
        if (e->value < 256) {
            *letters++ = (char)e->value;
            if (has == required_argument) {
                *letters++ = ':';
            }
        }
    }
    *longs = (struct option){0};
    *letters = '\0';
}

/* What an option takes, in words. */
static int refuse_argument(const settings *given, const entry *e, const char *text)
{
    if (e->argument[0] != 'N') {
        return report_usage(given, "--%s cannot be '%s'; it takes %s", e->name, text, e->argument);
    }
    const bool indent = e->value == 'i';
    return report_usage(given, "--%s cannot be '%s'; it takes a number from %d to %llu%s", e->name,
                        text, indent ? 0 : 1, (unsigned long long)number_most(given, e->value),
                        indent ? ", or tab" : "");
}

int settings_read(settings *given, const command *which, int count, char **arguments, int *rest)
{
    struct option longs[ENTRIES + 1];
    char letters[2 * ENTRIES + 2];
    describe(which, longs, letters);
    opterr = 0;
    optind = 1;
    for (int value; (value = getopt_long(count, arguments, letters, longs, NULL)) != -1;) {
        const entry *const e = entry_of(value);
        if (value == 'h') {
            return -1;
        } else if (value == ':') {
            return report_usage(given, "%s needs an argument", arguments[optind - 1]);
        } else if (e == NULL && optopt != 0 && optopt < 256 && optopt != '?' &&
                   strncmp(arguments[optind - 1], "--", 2) != 0) {
            return report_usage(given, "unknown option -%c", optopt);
        } else if (e == NULL) {
            return report_usage(given, "unknown, ambiguous or malformed option %s",
                                arguments[optind - 1]);
        } else if (optarg == NULL) {
            take_switch(given, value);
        } else if (!take_argument(given, value, optarg)) {
            return refuse_argument(given, e, optarg);
        }
    }
    *rest = count - optind;
    return check_together(given);
}

void settings_help(const command *which)
{
    printf("Usage: fastjson %s %s\n\n%s\n\nOptions\n", which->name, which->usage,
           which->description);
    for (size_t i = 0; i < ENTRIES; i++) {
        const entry *const e = &entries[i];
        if ((e->commands & which->bit) == 0) {
            continue;
        }
        const char *const argument = e->argument == NULL ? "" : e->argument;
        const bool optional = argument[0] == '[';
        if (e->value < 256) {
            printf("  -%c, ", e->value);
        } else {
            printf("      ");
        }
        printf("--%s%s", e->name, optional ? "[=" : *argument != '\0' ? "=" : "");
        printf("%s\n          %s\n", optional ? argument + 1 : argument, e->help);
    }
}
