// libfastjson's ways.
#include <memory>

#include <fastjson/fastjson.h>

#include "way.h"

namespace bench
{
namespace
{

struct state {
    fj_document *used = nullptr; // parsed into again and again
    std::vector<fj_document *> trees;
    fj_buffer out = {nullptr, 0, 0};

    state() = default;
    state(const state &) = delete;
    state &operator=(const state &) = delete;
    ~state()
    {
        for (fj_document *tree : trees) {
            fj_document_free(tree);
        }
        fj_document_free(used);
        fj_buffer_free(&out);
    }
};

std::string text_of(const fj_document *document)
{
    fj_buffer out = {nullptr, 0, 0};
    std::string text;
    if (fj_generate(fj_document_root(document), nullptr, &out, nullptr) == FJ_OK) {
        text.assign(out.data, out.length);
    }
    fj_buffer_free(&out);
    return text;
}

void pointer_way(const document &document, const std::shared_ptr<state> &s, int32_t scope,
                 const char *name, const char *note, ways &out)
{
    way pointer;
    pointer.task = "pointer";
    pointer.contender = name;
    pointer.note = note;
    pointer.run = [&document, s, scope] {
        size_t offset;
        size_t length;
        for (const std::string_view text : document.texts) {
            if (fj_text_get(text.data(), text.size(), document.pointer.data(),
                            document.pointer.size(), scope, nullptr, &offset, &length,
                            nullptr) != FJ_OK) {
                return false;
            }
        }
        return true;
    };
    pointer.proof = [&document, scope](size_t i) {
        size_t offset = 0;
        size_t length = 0;
        const std::string_view text = document.texts[i];
        fj_text_get(text.data(), text.size(), document.pointer.data(), document.pointer.size(),
                    scope, nullptr, &offset, &length, nullptr);
        return std::string(text.substr(offset, length));
    };
    out.push_back(pointer);
}

void lines_way(const document &document, const std::shared_ptr<state> &s, ways &out)
{
    way lines;
    lines.task = "parse";
    lines.contender = "libfastjson, all lines by fj_parse_next";
    lines.run = [&document, s] {
        fj_sequence sequence = {};
        fj_sequence_options options = {};
        options.size = sizeof options;
        options.kind = FJ_SEQUENCE_LINES;
        size_t count = 0;
        int32_t code;
        while ((code = fj_parse_next(document.all.data(), document.all.size(), &sequence, &options,
                                     nullptr, &s->used, nullptr)) == FJ_OK) {
            count++;
        }
        return code == FJ_END && count == document.texts.size();
    };
    out.push_back(lines);
}

} // namespace

std::string libfastjson_version()
{
    return std::string("libfastjson ") + fj_version() + " (" + fj_kernel_name() + ")";
}

void libfastjson_ways(const document &document, ways &out)
{
    const auto s = std::make_shared<state>();
    way parse;
    parse.task = "parse";
    parse.contender = "libfastjson";
    parse.run = [&document, s] {
        for (const std::string_view text : document.texts) {
            if (fj_parse(text.data(), text.size(), nullptr, &s->used, nullptr) != FJ_OK) {
                return false;
            }
        }
        return true;
    };
    parse.proof = [&document, s](size_t i) {
        const std::string_view text = document.texts[i];
        fj_parse(text.data(), text.size(), nullptr, &s->used, nullptr);
        return text_of(s->used);
    };

    way generate;
    generate.task = "generate";
    generate.contender = "libfastjson";
    generate.prepare = [&document, s] {
        for (const std::string_view text : document.texts) {
            fj_document *tree = nullptr;
            if (fj_parse(text.data(), text.size(), nullptr, &tree, nullptr) != FJ_OK) {
                return false;
            }
            s->trees.push_back(tree);
        }
        return true;
    };
    generate.run = [s] {
        for (const fj_document *tree : s->trees) {
            if (fj_generate(fj_document_root(tree), nullptr, &s->out, nullptr) != FJ_OK) {
                return false;
            }
        }
        return true;
    };
    generate.proof = [s](size_t i) { return text_of(s->trees[i]); };

    way validate;
    validate.task = "validate";
    validate.contender = "libfastjson";
    validate.run = [&document] {
        for (const std::string_view text : document.texts) {
            if (fj_validate(text.data(), text.size(), nullptr, nullptr) != FJ_OK) {
                return false;
            }
        }
        return true;
    };

    way minify;
    minify.task = "minify";
    minify.contender = "libfastjson";
    minify.run = [&document, s] {
        for (const std::string_view text : document.texts) {
            if (fj_minify(text.data(), text.size(), nullptr, &s->out, nullptr) != FJ_OK) {
                return false;
            }
        }
        return true;
    };
    minify.proof = [&document, s](size_t i) {
        const std::string_view text = document.texts[i];
        fj_minify(text.data(), text.size(), nullptr, &s->out, nullptr);
        return std::string(s->out.data, s->out.length);
    };

    for (const way &each : {parse, generate, validate, minify}) {
        out.push_back(each);
    }
    if (!document.pointer.empty()) {
        pointer_way(document, s, FJ_GET_WHOLE, "libfastjson", "validates the whole text", out);
        pointer_way(document, s, FJ_GET_FIRST, "libfastjson, first scope", "stops after the value",
                    out);
    }
    if (document.lines) {
        lines_way(document, s, out);
    }
    way parse_as_validate = parse;
    parse_as_validate.task = "validate";
    parse_as_validate.contender = "libfastjson's own parse";
    out.push_back(parse_as_validate);
    way validate_as_minify = validate;
    validate_as_minify.task = "minify";
    validate_as_minify.contender = "libfastjson's own validate";
    out.push_back(validate_as_minify);
}

} // namespace bench
