// simdjson's ways: the DOM with one parser used again and again, On-Demand for a pointer, its own
// minify. Its texts have their padding before the clock starts.
#include "way.h"

#ifndef BENCH_SIMDJSON
BENCH_MISSING(simdjson, "simdjson", "libsimdjson-dev")
#else

#include <simdjson.h>

namespace bench
{
namespace
{

struct state {
    simdjson::dom::parser parser;
    simdjson::dom::parser stream_parser;
    simdjson::ondemand::parser on_demand;
    std::vector<simdjson::padded_string> texts;
    simdjson::padded_string all;
    std::vector<std::unique_ptr<simdjson::dom::parser>> trees; // a parser owns its document
    std::vector<simdjson::dom::element> roots;
    std::string out;
};

bool pad(const document &document, state &s)
{
    if (s.texts.empty()) {
        for (const std::string_view text : document.texts) {
            s.texts.emplace_back(text);
        }
    }
    return true;
}

way parse_way(const document &document, const std::shared_ptr<state> &s)
{
    way parse;
    parse.task = "parse";
    parse.contender = "simdjson DOM";
    parse.prepare = [&document, s] { return pad(document, *s); };
    parse.run = [s] {
        for (const simdjson::padded_string &text : s->texts) {
            if (s->parser.parse(text).error() != simdjson::SUCCESS) {
                return false;
            }
        }
        return true;
    };
    parse.proof = [s](size_t i) {
        simdjson::dom::element root;
        return s->parser.parse(s->texts[i]).get(root) == simdjson::SUCCESS ? simdjson::minify(root)
                                                                           : std::string();
    };
    return parse;
}

way lines_way(const document &document, const std::shared_ptr<state> &s)
{
    way lines;
    lines.task = "parse";
    lines.contender = "simdjson, all lines by parse_many";
    lines.prepare = [&document, s] {
        s->all = simdjson::padded_string(document.all);
        return true;
    };
    lines.run = [&document, s] {
        simdjson::dom::document_stream stream;
        if (s->stream_parser.parse_many(s->all).get(stream) != simdjson::SUCCESS) {
            return false;
        }
        size_t count = 0;
        for (const auto each : stream) {
            if (each.error() != simdjson::SUCCESS) {
                return false;
            }
            count++;
        }
        return count == document.texts.size();
    };
    return lines;
}

way generate_way(const document &document, const std::shared_ptr<state> &s)
{
    way generate;
    generate.task = "generate";
    generate.contender = "simdjson DOM minify";
    generate.prepare = [&document, s] {
        pad(document, *s);
        for (const simdjson::padded_string &text : s->texts) {
            s->trees.push_back(std::make_unique<simdjson::dom::parser>());
            simdjson::dom::element root;
            if (s->trees.back()->parse(text).get(root) != simdjson::SUCCESS) {
                return false;
            }
            s->roots.push_back(root);
        }
        return true;
    };
    generate.run = [s] {
        for (const simdjson::dom::element &root : s->roots) {
            s->out = simdjson::minify(root);
        }
        return true;
    };
    generate.proof = [s](size_t i) { return simdjson::minify(s->roots[i]); };
    return generate;
}

std::string minified(const simdjson::padded_string &text)
{
    std::string out(text.size(), '\0');
    size_t length = 0;
    if (simdjson::minify(text.data(), text.size(), out.data(), length) != simdjson::SUCCESS) {
        return std::string();
    }
    out.resize(length);
    return out;
}

way minify_way(const document &document, const std::shared_ptr<state> &s)
{
    way minify;
    minify.task = "minify";
    minify.contender = "simdjson minify";
    minify.note = "does not validate";
    minify.prepare = [&document, s] {
        s->out.resize(document.all.size());
        return pad(document, *s);
    };
    minify.run = [s, &document] {
        if (s->out.size() < document.all.size()) {
            s->out.resize(document.all.size());
        }
        size_t length;
        for (const simdjson::padded_string &text : s->texts) {
            if (simdjson::minify(text.data(), text.size(), s->out.data(), length) !=
                simdjson::SUCCESS) {
                return false;
            }
        }
        return true;
    };
    minify.proof = [s](size_t i) { return minified(s->texts[i]); };
    return minify;
}

way pointer_in_tree(const document &document, const std::shared_ptr<state> &s)
{
    way pointer;
    pointer.task = "pointer";
    pointer.contender = "simdjson DOM";
    pointer.prepare = [&document, s] { return pad(document, *s); };
    pointer.run = [&document, s] {
        for (const simdjson::padded_string &text : s->texts) {
            if (s->parser.parse(text).at_pointer(document.pointer).error() != simdjson::SUCCESS) {
                return false;
            }
        }
        return true;
    };
    pointer.proof = [&document, s](size_t i) {
        simdjson::dom::element found;
        return s->parser.parse(s->texts[i]).at_pointer(document.pointer).get(found) ==
                       simdjson::SUCCESS
                   ? simdjson::minify(found)
                   : std::string();
    };
    return pointer;
}

way pointer_on_demand(const document &document, const std::shared_ptr<state> &s)
{
    way pointer;
    pointer.task = "pointer";
    pointer.contender = "simdjson On-Demand";
    pointer.note = "does not validate what it skips";
    pointer.prepare = [&document, s] { return pad(document, *s); };
    const auto find = [&document, s](size_t i, std::string_view &found) {
        simdjson::ondemand::document root;
        simdjson::ondemand::value value;
        return s->on_demand.iterate(s->texts[i]).get(root) == simdjson::SUCCESS &&
               root.at_pointer(document.pointer).get(value) == simdjson::SUCCESS &&
               simdjson::to_json_string(value).get(found) == simdjson::SUCCESS;
    };
    pointer.run = [s, find] {
        std::string_view found;
        for (size_t i = 0; i < s->texts.size(); i++) {
            if (!find(i, found)) {
                return false;
            }
        }
        return true;
    };
    pointer.proof = [find](size_t i) {
        std::string_view found;
        return find(i, found) ? std::string(found) : std::string();
    };
    return pointer;
}

} // namespace

std::string simdjson_version()
{
    return "simdjson " + std::to_string(simdjson::SIMDJSON_VERSION_MAJOR) + "." +
           std::to_string(simdjson::SIMDJSON_VERSION_MINOR) + "." +
           std::to_string(simdjson::SIMDJSON_VERSION_REVISION) + " (" +
           simdjson::get_active_implementation()->name() + ")";
}

void simdjson_ways(const document &document, ways &out)
{
    const auto s = std::make_shared<state>();
    out.push_back(parse_way(document, s));
    out.push_back(generate_way(document, s));
    out.push_back(minify_way(document, s));
    if (!document.pointer.empty()) {
        out.push_back(pointer_in_tree(document, s));
        out.push_back(pointer_on_demand(document, s));
    }
    if (document.lines) {
        out.push_back(lines_way(document, s));
    }
}

} // namespace bench
#endif
