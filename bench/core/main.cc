// The core next to other libraries, in C and C++.
//
//   core [--seconds S] [--task TASK]... FILE...   a race of each task over each file; S: for each
//   way core [--seconds S] [--task TASK]... --threads FILE...   parse and generate from 1, 2 and 4
//   threads core --memory CONTENDER FILE                  bytes for one parse: peak, touched core
//   --first CONTENDER FILE                   ns of the first parse of a process core --names the
//   libraries and their versions, or why they are missing
//
// TASK: parse, generate, validate, minify, pointer; all of them if none is given. Rows are those of
// race.h. A file named *.ndjson is read line by line, and times are for one line. FILE.pointer, if
// there, holds the JSON Pointer that the task "pointer" looks for.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sys/resource.h>

#include "race.h"

namespace bench
{
namespace
{

std::string read_file(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    return std::string((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
}

bool ends_with(const std::string &text, const char *end)
{
    const size_t length = std::strlen(end);
    return text.size() >= length && text.compare(text.size() - length, length, end) == 0;
}

document read_document(const std::string &path)
{
    document document;
    document.name = path.substr(path.find_last_of('/') + 1);
    document.all = read_file(path);
    document.pointer = read_file(path + ".pointer");
    document.lines = ends_with(path, ".ndjson");
    return document;
}

// The texts are views of the document's own bytes, so they are found where the document stays.
bool find_texts(document &document)
{
    const std::string_view all = document.all;
    for (size_t at = 0; document.lines && at < all.size();) {
        const size_t end = std::min(all.find('\n', at), all.size());
        if (end > at) {
            document.texts.push_back(all.substr(at, end - at));
        }
        at = end + 1;
    }
    if (!document.lines && !all.empty()) {
        document.texts.push_back(all);
    }
    return !document.texts.empty();
}

const way *find_way(const ways &all, const std::string &contender)
{
    for (const way &way : all) {
        if (way.task == "parse" && way.contender == contender) {
            return &way;
        }
    }
    return nullptr;
}

// Of /proc/self/status, in bytes.
double status_bytes(const char *name)
{
    std::ifstream status("/proc/self/status");
    std::string word;
    double kilobytes = 0;
    while (status >> word) {
        if (word == name) {
            status >> kilobytes;
        }
    }
    return kilobytes * 1024;
}

long faults()
{
    rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

int print_memory(const way &way)
{
    std::ofstream("/proc/self/clear_refs") << "5"; // VmHWM begins anew
    const double before = status_bytes("VmRSS:");
    const long faults_before = faults();
    if (!way.run()) {
        return 1;
    }
    const double touched = static_cast<double>(faults() - faults_before) * 4096;
    const double peak = status_bytes("VmHWM:") - before;
    std::printf("%.0f\t%.0f\n", peak, std::max(peak, touched));
    return 0;
}

int print_first(const way &way)
{
    const double begin = wall_ns();
    if (!way.run()) {
        return 1;
    }
    std::printf("%.0f\n", wall_ns() - begin);
    return 0;
}

int run_once(const std::string &mode, const std::string &contender, const std::string &path)
{
    document document = read_document(path);
    find_texts(document);
    const ways all = all_ways(document);
    const way *way = find_way(all, contender);
    if (way == nullptr || (way->prepare && !way->prepare())) {
        std::fprintf(stderr, "core: no contender %s\n", contender.c_str());
        return 2;
    }
    return mode == "--memory" ? print_memory(*way) : print_first(*way);
}

void print_names()
{
    for (const std::string &name : {libfastjson_version(), simdjson_version(), yyjson_version(),
                                    rapidjson_version(), jansson_version(), json_c_version()}) {
        std::printf("%s\n", name.c_str());
    }
}

} // namespace
} // namespace bench

int main(int argc, char **argv)
{
    double seconds = 0.2;
    bool threads = false;
    std::vector<std::string> tasks;
    std::vector<std::string> files;
    for (int i = 1; i < argc; i++) {
        const std::string argument = argv[i];
        if (argument == "--seconds" && i + 1 < argc) {
            seconds = std::atof(argv[++i]);
        } else if (argument == "--task" && i + 1 < argc) {
            tasks.push_back(argv[++i]);
        } else if (argument == "--threads") {
            threads = true;
        } else if (argument == "--names") {
            bench::print_names();
            return 0;
        } else if ((argument == "--memory" || argument == "--first") && i + 2 < argc) {
            return bench::run_once(argument, argv[i + 1], argv[i + 2]);
        } else {
            files.push_back(argument);
        }
    }
    if (files.empty() || files[0][0] == '-' || seconds <= 0) {
        std::fprintf(stderr, "usage: core [--seconds S] [--task TASK]... [--threads] FILE...\n");
        return 2;
    }
    if (tasks.empty()) {
        tasks = threads ? std::vector<std::string>{"parse", "generate"}
                        : std::vector<std::string>{"parse", "generate", "validate", "minify",
                                                   "pointer"};
    }
    for (const std::string &path : files) {
        bench::document document = bench::read_document(path);
        if (!bench::find_texts(document)) {
            std::fprintf(stderr, "core: %s cannot be read\n", path.c_str());
            return 1;
        }
        for (const std::string &task : tasks) {
            const bench::ways those = bench::ways_to(task, document);
            if (threads) {
                bench::race_threads(task, document, seconds);
            } else if (!those.empty()) {
                bench::race(task, document, those, seconds);
            }
        }
    }
    return 0;
}
