// json-c's ways, with one tokener used again and again.
#include "way.h"

#ifndef BENCH_JSON_C
BENCH_MISSING(json_c, "json-c", "libjson-c-dev")
#else

#include <json.h>

namespace bench
{
namespace
{

constexpr int PLAIN = JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE;

struct state {
    json_tokener *tokener = json_tokener_new_ex(1024);
    std::vector<json_object *> trees;

    state() = default;
    state(const state &) = delete;
    state &operator=(const state &) = delete;
    ~state()
    {
        for (json_object *tree : trees) {
            json_object_put(tree);
        }
        json_tokener_free(tokener);
    }
};

// False for a text that is refused; a text that is null is a tree that is nullptr.
bool read(state &s, std::string_view text, json_object **tree)
{
    json_tokener_reset(s.tokener);
    *tree = json_tokener_parse_ex(s.tokener, text.data(), static_cast<int>(text.size()));
    const json_tokener_error code = json_tokener_get_error(s.tokener);
    return code == json_tokener_success || code == json_tokener_continue;
}

std::string text_of(json_object *tree)
{
    return json_object_to_json_string_ext(tree, PLAIN);
}

} // namespace

std::string json_c_version()
{
    return std::string("json-c ") + ::json_c_version();
}

void json_c_ways(const document &document, ways &out)
{
    const auto s = std::make_shared<state>();
    way parse;
    parse.task = "parse";
    parse.contender = "json-c";
    parse.run = [&document, s] {
        for (const std::string_view text : document.texts) {
            json_object *tree;
            if (!read(*s, text, &tree)) {
                return false;
            }
            json_object_put(tree);
        }
        return true;
    };
    parse.proof = [&document, s](size_t i) {
        json_object *tree;
        read(*s, document.texts[i], &tree);
        const std::string text = text_of(tree);
        json_object_put(tree);
        return text;
    };

    way generate;
    generate.task = "generate";
    generate.contender = "json-c";
    generate.prepare = [&document, s] {
        for (const std::string_view text : document.texts) {
            json_object *tree;
            if (!read(*s, text, &tree)) {
                return false;
            }
            s->trees.push_back(tree);
        }
        return true;
    };
    generate.run = [s] {
        for (json_object *tree : s->trees) {
            json_object_to_json_string_ext(tree, PLAIN);
        }
        return true;
    };
    generate.proof = [s](size_t i) { return text_of(s->trees[i]); };
    out.push_back(parse);
    out.push_back(generate);
}

} // namespace bench
#endif
