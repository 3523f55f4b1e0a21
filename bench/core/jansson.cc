// jansson's ways.
#include "way.h"

#ifndef BENCH_JANSSON
BENCH_MISSING(jansson, "jansson", "libjansson-dev")
#else

#include <cstdlib>
#include <jansson.h>

namespace bench
{
namespace
{

struct state {
    std::vector<json_t *> trees;

    state() = default;
    state(const state &) = delete;
    state &operator=(const state &) = delete;
    ~state()
    {
        for (json_t *tree : trees) {
            json_decref(tree);
        }
    }
};

json_t *read(std::string_view text)
{
    return json_loadb(text.data(), text.size(), JSON_DECODE_ANY | JSON_ALLOW_NUL, nullptr);
}

std::string text_of(const json_t *tree)
{
    char *text = json_dumps(tree, JSON_COMPACT | JSON_ENCODE_ANY);
    const std::string copy = text == nullptr ? std::string() : std::string(text);
    std::free(text);
    return copy;
}

} // namespace

std::string jansson_version()
{
    return "jansson " JANSSON_VERSION;
}

void jansson_ways(const document &document, ways &out)
{
    const auto s = std::make_shared<state>();
    way parse;
    parse.task = "parse";
    parse.contender = "jansson";
    parse.run = [&document] {
        for (const std::string_view text : document.texts) {
            json_t *tree = read(text);
            if (tree == nullptr) {
                return false;
            }
            json_decref(tree);
        }
        return true;
    };
    parse.proof = [&document](size_t i) {
        json_t *tree = read(document.texts[i]);
        const std::string text = text_of(tree);
        json_decref(tree);
        return text;
    };

    way generate;
    generate.task = "generate";
    generate.contender = "jansson";
    generate.prepare = [&document, s] {
        for (const std::string_view text : document.texts) {
            s->trees.push_back(read(text));
            if (s->trees.back() == nullptr) {
                return false;
            }
        }
        return true;
    };
    generate.run = [s] {
        for (const json_t *tree : s->trees) {
            char *text = json_dumps(tree, JSON_COMPACT | JSON_ENCODE_ANY);
            if (text == nullptr) {
                return false;
            }
            std::free(text);
        }
        return true;
    };
    generate.proof = [s](size_t i) { return text_of(s->trees[i]); };
    out.push_back(parse);
    out.push_back(generate);
}

} // namespace bench
#endif
