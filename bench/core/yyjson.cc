// yyjson's ways, with its growing allocator used again and again, which is its counterpart of a
// document that is parsed into again.
#include "way.h"

#ifndef BENCH_YYJSON
BENCH_MISSING(yyjson, "yyjson", "yyjson's source")
#else

#include <cstdlib>
#include <yyjson.h>

namespace bench
{
namespace
{

struct state {
    yyjson_alc *memory = yyjson_alc_dyn_new();
    std::vector<yyjson_doc *> trees;

    state() = default;
    state(const state &) = delete;
    state &operator=(const state &) = delete;
    ~state()
    {
        for (yyjson_doc *tree : trees) {
            yyjson_doc_free(tree);
        }
        yyjson_alc_dyn_free(memory);
    }
};

yyjson_doc *read(std::string_view text, const yyjson_alc *memory)
{
    // The text is only written to with YYJSON_READ_INSITU.
    return yyjson_read_opts(const_cast<char *>(text.data()), text.size(), 0, memory, nullptr);
}

std::string taken(char *text, size_t length)
{
    const std::string copy = text == nullptr ? std::string() : std::string(text, length);
    std::free(text);
    return copy;
}

way parse_way(const document &document, const std::shared_ptr<state> &s)
{
    way parse;
    parse.task = "parse";
    parse.contender = "yyjson";
    parse.run = [&document, s] {
        for (const std::string_view text : document.texts) {
            yyjson_doc *tree = read(text, s->memory);
            if (tree == nullptr) {
                return false;
            }
            yyjson_doc_free(tree);
        }
        return true;
    };
    parse.proof = [&document](size_t i) {
        yyjson_doc *tree = read(document.texts[i], nullptr);
        size_t length = 0;
        char *text = yyjson_write(tree, 0, &length);
        yyjson_doc_free(tree);
        return taken(text, length);
    };
    return parse;
}

way generate_way(const document &document, const std::shared_ptr<state> &s)
{
    way generate;
    generate.task = "generate";
    generate.contender = "yyjson";
    generate.prepare = [&document, s] {
        for (const std::string_view text : document.texts) {
            s->trees.push_back(read(text, nullptr));
            if (s->trees.back() == nullptr) {
                return false;
            }
        }
        return true;
    };
    generate.run = [s] {
        for (const yyjson_doc *tree : s->trees) {
            size_t length;
            char *text = yyjson_write_opts(tree, 0, s->memory, &length, nullptr);
            if (text == nullptr) {
                return false;
            }
            s->memory->free(s->memory->ctx, text);
        }
        return true;
    };
    generate.proof = [s](size_t i) {
        size_t length = 0;
        char *text = yyjson_write(s->trees[i], 0, &length);
        return taken(text, length);
    };
    return generate;
}

way pointer_way(const document &document, const std::shared_ptr<state> &s)
{
    way pointer;
    pointer.task = "pointer";
    pointer.contender = "yyjson";
    pointer.run = [&document, s] {
        for (const std::string_view text : document.texts) {
            yyjson_doc *tree = read(text, s->memory);
            const bool found = yyjson_doc_ptr_getn(tree, document.pointer.data(),
                                                   document.pointer.size()) != nullptr;
            yyjson_doc_free(tree);
            if (!found) {
                return false;
            }
        }
        return true;
    };
    pointer.proof = [&document](size_t i) {
        yyjson_doc *tree = read(document.texts[i], nullptr);
        size_t length = 0;
        char *text = yyjson_val_write(
            yyjson_doc_ptr_getn(tree, document.pointer.data(), document.pointer.size()), 0,
            &length);
        yyjson_doc_free(tree);
        return taken(text, length);
    };
    return pointer;
}

} // namespace

std::string yyjson_version()
{
    return "yyjson " YYJSON_VERSION_STRING;
}

void yyjson_ways(const document &document, ways &out)
{
    const auto s = std::make_shared<state>();
    out.push_back(parse_way(document, s));
    out.push_back(generate_way(document, s));
    if (!document.pointer.empty()) {
        out.push_back(pointer_way(document, s));
    }
}

} // namespace bench
#endif
