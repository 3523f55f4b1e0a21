// A way to do a task: what a library's file (libfastjson.cc, simdjson.cc, ...) gives to main.cc.
//
// In go the texts of one document; out come the ways, each of which can be run again and again and
// can show what it made. A way never measures and never prints.
#ifndef BENCH_CORE_WAY_H
#define BENCH_CORE_WAY_H

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bench
{

// A document as the tasks see it: one text, or the lines of one.
struct document {
    std::string name;
    std::string all;
    std::vector<std::string_view> texts; // they lie in `all`
    std::string pointer;                 // what the task "pointer" looks for; empty: nothing
    bool lines = false;                  // more texts than one, a line each
};

struct way {
    std::string task;      // parse, generate, validate, minify, pointer
    std::string contender; // the library, and how it is used
    // Once over all texts; false when the library refuses one.
    std::function<bool()> run;
    // What it makes of one text, as JSON text, for comparison; not timed. Empty function: nothing
    // is made (validate), or what is made is checked by another way.
    std::function<std::string(std::size_t)> proof;
    // What has to be there before the first run, as trees to be written; not timed. May be empty.
    std::function<bool()> prepare;
    std::string note; // what a reader of the row should know
};

using ways = std::vector<way>;

// Each library appends its ways. The document must outlive them. What a library needs beyond the
// document (a padded copy, trees) the way makes in `prepare`.
void libfastjson_ways(const document &document, ways &out);
void rapidjson_ways(const document &document, ways &out);
void simdjson_ways(const document &document, ways &out);
void yyjson_ways(const document &document, ways &out);
void jansson_ways(const document &document, ways &out);
void json_c_ways(const document &document, ways &out);

// The version, as "simdjson 3.0.1"; "simdjson" and a reason after a tab when it was not there at
// build time.
std::string libfastjson_version();
std::string rapidjson_version();
std::string simdjson_version();
std::string yyjson_version();
std::string jansson_version();
std::string json_c_version();

// What a library's file gives when the library is missing.
#define BENCH_MISSING(library, name, package)         \
    namespace bench                                   \
    {                                                 \
    void library##_ways(const document &, ways &)     \
    {                                                 \
    }                                                 \
    std::string library##_version()                   \
    {                                                 \
        return name "\t" package " is not installed"; \
    }                                                 \
    }

} // namespace bench

#endif
