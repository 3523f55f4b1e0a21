// RapidJSON's ways. In-situ parsing destroys its text: the copy it needs is part of the time.
#include "way.h"

#ifndef BENCH_RAPIDJSON
BENCH_MISSING(rapidjson, "RapidJSON", "rapidjson-dev")
#else

#include <rapidjson/document.h>
#include <rapidjson/pointer.h>
#include <rapidjson/reader.h>
#include <rapidjson/stringbuffer.h>
#include <rapidjson/writer.h>

namespace bench
{
namespace
{

struct state {
    std::string copy;
    std::vector<std::unique_ptr<rapidjson::Document>> trees;
    rapidjson::StringBuffer buffer;
};

template <unsigned flags>
bool parse_in_situ(state &s, std::string_view text, rapidjson::Document &tree)
{
    s.copy.assign(text);
    tree.ParseInsitu<flags>(s.copy.data());
    return !tree.HasParseError();
}

std::string text_of(const rapidjson::Value &value)
{
    rapidjson::StringBuffer buffer;
    rapidjson::Writer<rapidjson::StringBuffer> writer(buffer);
    value.Accept(writer);
    return std::string(buffer.GetString(), buffer.GetSize());
}

template <unsigned flags>
way parse_way(const document &document, const std::shared_ptr<state> &s, const char *name)
{
    way parse;
    parse.task = "parse";
    parse.contender = name;
    parse.run = [&document, s] {
        for (const std::string_view text : document.texts) {
            rapidjson::Document tree;
            if (!parse_in_situ<flags>(*s, text, tree)) {
                return false;
            }
        }
        return true;
    };
    parse.proof = [&document, s](size_t i) {
        rapidjson::Document tree;
        return parse_in_situ<flags>(*s, document.texts[i], tree) ? text_of(tree) : std::string();
    };
    return parse;
}

way generate_way(const document &document, const std::shared_ptr<state> &s)
{
    way generate;
    generate.task = "generate";
    generate.contender = "RapidJSON Writer";
    generate.prepare = [&document, s] {
        for (const std::string_view text : document.texts) {
            s->trees.push_back(std::make_unique<rapidjson::Document>());
            s->trees.back()->Parse<rapidjson::kParseFullPrecisionFlag>(text.data(), text.size());
            if (s->trees.back()->HasParseError()) {
                return false;
            }
        }
        return true;
    };
    generate.run = [s] {
        for (const auto &tree : s->trees) {
            s->buffer.Clear();
            rapidjson::Writer<rapidjson::StringBuffer> writer(s->buffer);
            tree->Accept(writer);
        }
        return true;
    };
    generate.proof = [s](size_t i) { return text_of(*s->trees[i]); };
    return generate;
}

way validate_way(const document &document, const std::shared_ptr<state> &s)
{
    way validate;
    validate.task = "validate";
    validate.contender = "RapidJSON SAX";
    validate.note = "takes invalid UTF-8";
    validate.run = [&document, s] {
        for (const std::string_view text : document.texts) {
            rapidjson::Reader reader;
            rapidjson::MemoryStream memory(text.data(), text.size());
            rapidjson::EncodedInputStream<rapidjson::UTF8<>, rapidjson::MemoryStream> stream(
                memory);
            rapidjson::BaseReaderHandler<> handler;
            if (reader.Parse(stream, handler).IsError()) {
                return false;
            }
        }
        return true;
    };
    return validate;
}

way minify_way(const document &document, const std::shared_ptr<state> &s)
{
    way minify;
    minify.task = "minify";
    minify.contender = "RapidJSON Reader to Writer";
    minify.run = [&document, s] {
        for (const std::string_view text : document.texts) {
            s->copy.assign(text);
            s->buffer.Clear();
            rapidjson::Reader reader;
            rapidjson::StringStream stream(s->copy.c_str());
            rapidjson::Writer<rapidjson::StringBuffer> writer(s->buffer);
            if (reader.Parse<rapidjson::kParseFullPrecisionFlag>(stream, writer).IsError()) {
                return false;
            }
        }
        return true;
    };
    minify.proof = [&document, s](size_t i) {
        s->copy.assign(document.texts[i]);
        s->buffer.Clear();
        rapidjson::Reader reader;
        rapidjson::StringStream stream(s->copy.c_str());
        rapidjson::Writer<rapidjson::StringBuffer> writer(s->buffer);
        reader.Parse<rapidjson::kParseFullPrecisionFlag>(stream, writer);
        return std::string(s->buffer.GetString(), s->buffer.GetSize());
    };
    return minify;
}

way pointer_way(const document &document, const std::shared_ptr<state> &s)
{
    const auto place = std::make_shared<rapidjson::Pointer>(document.pointer.c_str());
    way pointer;
    pointer.task = "pointer";
    pointer.contender = "RapidJSON in-situ and Pointer";
    pointer.run = [&document, s, place] {
        for (const std::string_view text : document.texts) {
            rapidjson::Document tree;
            if (!parse_in_situ<rapidjson::kParseDefaultFlags>(*s, text, tree) ||
                place->Get(tree) == nullptr) {
                return false;
            }
        }
        return true;
    };
    pointer.proof = [&document, s, place](size_t i) {
        rapidjson::Document tree;
        parse_in_situ<rapidjson::kParseDefaultFlags>(*s, document.texts[i], tree);
        const rapidjson::Value *found = place->Get(tree);
        return found == nullptr ? std::string() : text_of(*found);
    };
    return pointer;
}

} // namespace

std::string rapidjson_version()
{
    return "RapidJSON " RAPIDJSON_VERSION_STRING;
}

void rapidjson_ways(const document &document, ways &out)
{
    const auto s = std::make_shared<state>();
    out.push_back(parse_way<rapidjson::kParseDefaultFlags>(document, s, "RapidJSON in-situ"));
    out.push_back(parse_way<rapidjson::kParseFullPrecisionFlag>(document, s,
                                                                "RapidJSON in-situ, exact reals"));
    out.push_back(generate_way(document, s));
    out.push_back(validate_way(document, s));
    out.push_back(minify_way(document, s));
    if (!document.pointer.empty()) {
        out.push_back(pointer_way(document, s));
    }
}

} // namespace bench
#endif
