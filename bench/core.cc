// The core next to other libraries, in C and C++: parse, generate, validate, minify.
//
//   core [--seconds S] FILE...      S: time for each file and task, 1 by default
//
// Prints one row a contender, as TSV: area, task, document, contender, median ns, ratio (how many
// times slower than libfastjson). A file named *.ndjson is read line by line. Contenders take turns
// in one process; times are of the process's CPU, and the ratio is the median of the ratios of each
// round.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fastjson/fastjson.h>

#ifdef BENCH_RAPIDJSON
#include <rapidjson/document.h>
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>
#endif
#ifdef BENCH_SIMDJSON
#include <simdjson.h>
#endif

namespace
{

double cpu_ns()
{
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

void must(bool holds, const char *what)
{
    if (!holds) {
        std::fprintf(stderr, "bench: %s failed\n", what);
        std::exit(1);
    }
}

struct contender {
    std::string name;
    std::function<void()> run;
};

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

// The first contender is libfastjson: the others' ratios are to it.
void race(const char *task, const std::string &document, const std::vector<contender> &contenders,
          double seconds)
{
    std::vector<std::vector<double>> times(contenders.size());
    std::vector<std::vector<double>> ratios(contenders.size());
    const double start = cpu_ns();
    while (cpu_ns() - start < seconds * 1e9 || times[0].size() < 9) {
        for (size_t i = 0; i < contenders.size(); i++) {
            const double begin = cpu_ns();
            int runs = 0;
            do {
                contenders[i].run();
                runs++;
            } while (cpu_ns() - begin < 1e5);
            times[i].push_back((cpu_ns() - begin) / runs);
            ratios[i].push_back(times[i].back() / times[0].back());
        }
    }
    for (size_t i = 0; i < contenders.size(); i++) {
        std::printf("core\t%s\t%s\t%s\t%.0f\t%.2f\n", task, document.c_str(),
                    contenders[i].name.c_str(), median(times[i]), median(ratios[i]));
    }
    std::fflush(stdout);
}

std::vector<std::string_view> texts_of(const std::string &name, std::string_view all)
{
    std::vector<std::string_view> texts;
    if (name.size() < 7 || name.compare(name.size() - 7, 7, ".ndjson") != 0) {
        texts.push_back(all);
        return texts;
    }
    for (size_t at = 0; at < all.size();) {
        const size_t end = std::min(all.find('\n', at), all.size());
        if (end > at) {
            texts.push_back(all.substr(at, end - at));
        }
        at = end + 1;
    }
    return texts;
}

struct document_free {
    void operator()(fj_document *document) const
    {
        fj_document_free(document);
    }
};

void bench(const std::string &path, double seconds)
{
    std::ifstream file(path, std::ios::binary);
    const std::string all((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    const std::string name = path.substr(path.find_last_of('/') + 1);
    const std::vector<std::string_view> texts = texts_of(name, all);
    must(!texts.empty(), path.c_str());

    fj_document *used = nullptr;
    fj_buffer out = {nullptr, 0, 0};
    std::vector<std::unique_ptr<fj_document, document_free>> documents;
    for (const std::string_view text : texts) {
        fj_document *document = nullptr;
        must(fj_parse(text.data(), text.size(), nullptr, &document, nullptr) == FJ_OK, "parse");
        documents.emplace_back(document);
    }
    std::vector<contender> parse = {
        {"libfastjson", [&] {
             for (const std::string_view text : texts) {
                 must(fj_parse(text.data(), text.size(), nullptr, &used, nullptr) == FJ_OK,
                      "parse");
             }
         }}};
    std::vector<contender> generate = {{"libfastjson", [&] {
                                            for (const auto &document : documents) {
                                                must(fj_generate(fj_document_root(document.get()),
                                                                 nullptr, &out, nullptr) == FJ_OK,
                                                     "generate");
                                            }
                                        }}};
    std::vector<contender> validate = {
        {"libfastjson", [&] {
             for (const std::string_view text : texts) {
                 must(fj_validate(text.data(), text.size(), nullptr, nullptr) == FJ_OK, "validate");
             }
         }}};
    std::vector<contender> minify = {
        {"libfastjson", [&] {
             for (const std::string_view text : texts) {
                 must(fj_minify(text.data(), text.size(), nullptr, &out, nullptr) == FJ_OK,
                      "minify");
             }
         }}};
    validate.push_back({"libfastjson parse", parse[0].run});
    minify.push_back({"libfastjson validate", validate[0].run});

#ifdef BENCH_RAPIDJSON
    std::string copy;
    std::vector<std::unique_ptr<rapidjson::Document>> trees;
    for (const std::string_view text : texts) {
        trees.push_back(std::make_unique<rapidjson::Document>());
        trees.back()->Parse(text.data(), text.size());
        must(!trees.back()->HasParseError(), "RapidJSON");
    }
    parse.push_back({"RapidJSON in-situ", [&] {
                         for (const std::string_view text : texts) {
                             copy.assign(text);
                             rapidjson::Document tree;
                             tree.ParseInsitu(copy.data());
                             must(!tree.HasParseError(), "RapidJSON");
                         }
                     }});
    rapidjson::StringBuffer buffer;
    generate.push_back({"RapidJSON Writer", [&] {
                            for (const auto &tree : trees) {
                                buffer.Clear();
                                rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
                                tree->Accept(writer);
                            }
                        }});
    validate.push_back({"RapidJSON SAX", [&] {
                            for (const std::string_view text : texts) {
                                copy.assign(text);
                                rapidjson::Reader reader;
                                rapidjson::StringStream stream(copy.c_str());
                                rapidjson::BaseReaderHandler<> handler;
                                must(!reader.Parse(stream, handler).IsError(), "RapidJSON");
                            }
                        }});
#endif
#ifdef BENCH_SIMDJSON
    simdjson::dom::parser parser;
    std::vector<simdjson::padded_string> padded;
    for (const std::string_view text : texts) {
        padded.emplace_back(text);
    }
    parse.push_back({"simdjson DOM", [&] {
                         for (const simdjson::padded_string &text : padded) {
                             must(parser.parse(text).error() == simdjson::SUCCESS, "simdjson");
                         }
                     }});
#endif

    race("parse", name, parse, seconds);
    race("generate", name, generate, seconds);
    race("validate", name, validate, seconds);
    race("minify", name, minify, seconds);
    fj_document_free(used);
    fj_buffer_free(&out);
}

} // namespace

int main(int argc, char **argv)
{
    double seconds = 1;
    int first = 1;
    if (argc > 2 && std::strcmp(argv[1], "--seconds") == 0) {
        seconds = std::atof(argv[2]);
        first = 3;
    }
    if (first >= argc || seconds <= 0) {
        std::fprintf(stderr, "usage: core [--seconds S] FILE...\n");
        return 2;
    }
    std::printf("area\ttask\tdocument\tcontender\tmedian_ns\tratio\n");
    for (int i = first; i < argc; i++) {
        bench(argv[i], seconds);
    }
    return 0;
}
