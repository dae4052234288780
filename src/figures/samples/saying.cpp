#include "figures/samples/saying.hpp"

#include <cmath>

#include "plot/number.hpp"

namespace figures::samples {
namespace {

using Result = SamplesResult;
using Saying = SamplesSaying;

Saying say_error(const Result& result, const SamplesReading& reading) {
  const std::string what = result.sets() > 1 ? "median error after " : "error after ";
  return {plot::number(reading.error), what + plot::counted(reading.N, "sequence", "sequences")};
}

Saying say_multiple(const Result& result, const SamplesReading& reading) {
  const double share = reading.error / result.signal;
  if (is_exact(result, reading.excess)) {
    return {"exact",
            result.floor > 0 ? "but for the noise" : "to rounding: " + plot::number(share, 2) + " of answering 0"};
  }
  if (result.floor == 0) return {plot::percent(share), "of answering 0; no noise, so no floor"};
  return {plot::number(reading.error / result.floor) + " ×", result.softmax
                                                                 ? "the floor, the best that linear attention can do"
                                                                 : "the floor, the noise that nobody can know"};
}

Saying say_halving(const Result& result, const SamplesReading& reading) {
  const std::string it = result.floor > 0 ? "the excess" : "the error";
  const std::string needed = plot::number(std::round(reading.needed));
  switch (reading.halving) {
    case Halving::nothing: return {"enough", "nothing is left that more sequences could mend"};
    case Halving::reached: return {needed, "sequences halve " + it + (reading.over_peak ? ", past the peak" : "")};
    case Halving::beyond: return {"about " + needed, "sequences would halve " + it};
    case Halving::never: return {"no number", "of sequences halves " + it + ": $λ$ holds it up"};
    case Halving::unknown: break;
  }
  return {"over " + plot::whole(static_cast<double>(result.most)), "to halve " + it + ": raise the largest $N$"};
}

}  // namespace

std::array<SamplesSaying, 3> sayings_of(const SamplesResult& result, const SamplesReading& reading) {
  return {say_error(result, reading), say_multiple(result, reading), say_halving(result, reading)};
}

}  // namespace figures::samples
