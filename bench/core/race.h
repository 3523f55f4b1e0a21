// The race: ways to do one task take turns in one process, and each is a row.
//
// Rows are TSV: area, task, document, contender, median ns, ratio, bytes, note. The ratio says how
// many times slower than libfastjson, by the median of the ratios of each round; a way that refuses
// the text or makes another value of it has a row with the reason and without a time.
#ifndef BENCH_CORE_RACE_H
#define BENCH_CORE_RACE_H

#include <string>

#include "way.h"

namespace bench
{

// The first way is libfastjson's. `seconds` is the time for all rounds of one way, about.
void race(const std::string &task, const document &document, const ways &contenders,
          double seconds);

// The same from 1, 2 and 4 threads at once, each with ways of its own: ns of the clock on the wall
// for one document, all threads together.
void race_threads(const std::string &task, const document &document, double seconds);

// All libraries' ways, or those to do one task.
ways all_ways(const document &document);
ways ways_to(const std::string &task, const document &document);

double wall_ns();

} // namespace bench

#endif
