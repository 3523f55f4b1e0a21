// Whether what a library made of a text is the value that the text has.
//
// Values are compared as fj_value_equal does: numbers by their exact value, objects without order.
// Some libraries read reals to the last digit but one unless asked otherwise: that is told apart
// from a wrong value.
#ifndef BENCH_CORE_SAMENESS_H
#define BENCH_CORE_SAMENESS_H

#include <string>
#include <string_view>

namespace bench
{

enum class sameness { same, inexact, different };

// `made` is JSON text, `text` the text that was read, `pointer` the place in it that was asked for
// ("": all).
sameness compare(const std::string &made, std::string_view text, const std::string &pointer);

} // namespace bench

#endif
