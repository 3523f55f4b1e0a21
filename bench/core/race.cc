// See race.h. Single-threaded rounds are timed by the process's CPU, which a busy neighbour
// disturbs least.
#include "race.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <thread>

#include "sameness.h"

namespace bench
{
namespace
{

constexpr double LEAST_SAMPLE_NS = 1e6;

// Rounds at the least: BENCH_ROUNDS, or 5.
size_t least_rounds()
{
    const char *asked = std::getenv("BENCH_ROUNDS");
    return asked == nullptr ? 5 : static_cast<size_t>(std::max(1, std::atoi(asked)));
}

double clock_ns(clockid_t clock)
{
    timespec t;
    clock_gettime(clock, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

double cpu_ns()
{
    return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

double median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

void print_row(const std::string &task, const std::string &document, const std::string &contender,
               const std::vector<double> &times, const std::vector<double> &ratios,
               const std::string &note)
{
    std::printf("core\t%s\t%s\t%s\t", task.c_str(), document.c_str(), contender.c_str());
    if (times.empty()) {
        std::printf("-\t-\t-\t%s\n", note.c_str());
    } else {
        const double middle = median(times);
        std::printf("%.*f\t%.4g\t-\t%s\n", middle < 1000 ? 1 : 0, middle, median(ratios),
                    note.c_str());
    }
    std::fflush(stdout);
}

// Empty when the way may be timed, else the reason why not. Adds to the note what is not quite the
// same.
std::string refusal(const document &document, way &way)
{
    if (way.prepare && !way.prepare()) {
        return "refuses the text";
    }
    if (!way.run()) {
        return "refuses the text";
    }
    if (!way.proof) {
        return std::string();
    }
    bool inexact = false;
    for (size_t i = 0; i < document.texts.size(); i++) {
        switch (compare(way.proof(i), document.texts[i],
                        way.task == "pointer" ? document.pointer : std::string())) {
        case sameness::same:
            break;
        case sameness::inexact:
            inexact = true;
            break;
        case sameness::different:
            return "makes another value of it";
        }
    }
    if (inexact) {
        way.note += way.note.empty() ? "" : "; ";
        way.note += "some reals differ in their last digits";
    }
    return std::string();
}

// Runs it for at least the length of a sample; ns for one run. The run before the clock starts
// brings the caches from the neighbour's state to its own. The clock, which takes longer than a
// small text, is read after twice as many runs each time.
double sample(const way &way)
{
    way.run();
    const double begin = cpu_ns();
    double end = begin;
    long runs = 0;
    for (long more = 1; end - begin < LEAST_SAMPLE_NS; more = runs) {
        for (long i = 0; i < more; i++) {
            way.run();
        }
        runs += more;
        end = cpu_ns();
    }
    return (end - begin) / static_cast<double>(runs);
}

// All threads run their way again and again until the time is over; ns of the wall for one text.
double sample_threads(const std::vector<way> &threads, size_t texts, double ns)
{
    std::atomic<bool> go{false};
    std::atomic<bool> stop{false};
    std::atomic<long> runs{0};
    std::vector<std::thread> running;
    for (const way &way : threads) {
        running.emplace_back([&way, &go, &stop, &runs] {
            while (!go) {
            }
            long mine = 0;
            do { // once at least, however busy the machine
                way.run();
                mine++;
            } while (!stop);
            runs += mine;
        });
    }
    const double begin = wall_ns();
    go = true;
    const timespec pause = {static_cast<time_t>(ns / 1e9), static_cast<long>(ns) % 1000000000L};
    nanosleep(&pause, nullptr);
    stop = true;
    for (std::thread &thread : running) {
        thread.join();
    }
    return (wall_ns() - begin) / static_cast<double>(runs) / static_cast<double>(texts);
}

} // namespace

double wall_ns()
{
    return clock_ns(CLOCK_MONOTONIC);
}

ways all_ways(const document &document)
{
    ways all;
    libfastjson_ways(document, all);
    simdjson_ways(document, all);
    yyjson_ways(document, all);
    rapidjson_ways(document, all);
    jansson_ways(document, all);
    json_c_ways(document, all);
    return all;
}

ways ways_to(const std::string &task, const document &document)
{
    ways those;
    for (way &way : all_ways(document)) {
        if (way.task == task) {
            those.push_back(way);
        }
    }
    return those;
}

void race(const std::string &task, const document &document, const ways &contenders, double seconds)
{
    ways those;
    for (way each : contenders) {
        const std::string reason = refusal(document, each);
        if (reason.empty()) {
            those.push_back(each);
        } else {
            print_row(task, document.name, each.contender, {}, {}, reason);
        }
    }
    if (those.empty() || those[0].contender != contenders[0].contender) {
        std::fprintf(stderr, "core: libfastjson cannot do %s of %s\n", task.c_str(),
                     document.name.c_str());
        return;
    }
    std::vector<std::vector<double>> times(those.size());
    std::vector<std::vector<double>> ratios(those.size());
    const double begin = cpu_ns();
    while (cpu_ns() - begin < seconds * 1e9 * static_cast<double>(those.size()) ||
           times[0].size() < least_rounds()) {
        for (size_t i = 0; i < those.size(); i++) {
            times[i].push_back(sample(those[i]));
            ratios[i].push_back(times[i].back() / times[0].back());
        }
    }
    for (size_t i = 0; i < those.size(); i++) {
        const double texts = static_cast<double>(document.texts.size());
        std::vector<double> each;
        for (const double time : times[i]) {
            each.push_back(time / texts);
        }
        print_row(task, document.name, those[i].contender, each, ratios[i], those[i].note);
    }
}

void race_threads(const std::string &task, const document &document, double seconds)
{
    constexpr size_t MOST = 4;
    std::vector<ways> each(MOST);
    for (ways &those : each) {
        for (way &way : ways_to(task, document)) {
            if (refusal(document, way).empty()) {
                those.push_back(way);
            }
        }
    }
    for (const size_t count : {1, 2, 4}) {
        std::vector<std::vector<double>> times(each[0].size());
        std::vector<std::vector<double>> ratios(each[0].size());
        for (size_t round = 0; round < least_rounds(); round++) {
            for (size_t i = 0; i < each[0].size(); i++) {
                std::vector<way> threads;
                for (size_t t = 0; t < count; t++) {
                    threads.push_back(each[t][i]);
                }
                times[i].push_back(
                    sample_threads(threads, document.texts.size(),
                                   seconds * 1e9 / static_cast<double>(least_rounds())));
                ratios[i].push_back(times[i].back() / times[0].back());
            }
        }
        const std::string name =
            task + ", " + std::to_string(count) + (count == 1 ? " thread" : " threads");
        for (size_t i = 0; i < each[0].size(); i++) {
            print_row(name, document.name, each[0][i].contender, times[i], ratios[i],
                      each[0][i].note);
        }
    }
}

} // namespace bench
