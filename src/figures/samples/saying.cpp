#include "figures/samples/saying.hpp"

#include <cmath>

#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::samples {
namespace {

using plot::say;
using Result = SamplesResult;
using Saying = SamplesSaying;

Saying say_error(const Result& result, const SamplesReading& reading) {
  const std::string after = plot::counted("%1 sequence", "%1 sequences", reading.N);
  return {plot::number(reading.error),
          result.sets() > 1 ? say("median error after %1", after) : say("error after %1", after)};
}

Saying say_multiple(const Result& result, const SamplesReading& reading) {
  const double share = reading.error / result.signal;
  if (is_exact(result, reading.excess)) {
    return {say("exact"), result.floor > 0 ? std::string(say("but for the noise"))
                                           : say("to rounding: %1 of answering 0", plot::number(share, 2))};
  }
  if (result.floor == 0) return {plot::percent(share), say("of answering 0; no noise, so no floor")};
  return {plot::number(reading.error / result.floor) + " ×",
          result.softmax ? say("the floor, the best that linear attention can do")
                         : say("the floor, the noise that nobody can know")};
}

Saying say_halving(const Result& result, const SamplesReading& reading) {
  const bool excess = result.floor > 0;
  const std::string needed = plot::number(std::round(reading.needed));
  switch (reading.halving) {
    case Halving::nothing: return {say("enough"), say("nothing is left that more sequences could mend")};
    case Halving::reached:
      if (reading.over_peak) {
        return {needed, excess ? say("sequences halve the excess, past the peak")
                               : say("sequences halve the error, past the peak")};
      }
      return {needed, excess ? say("sequences halve the excess") : say("sequences halve the error")};
    case Halving::beyond:
      return {say("about %1", needed),
              excess ? say("sequences would halve the excess") : say("sequences would halve the error")};
    case Halving::never:
      return {say("no number"), excess ? say("of sequences halves the excess: $λ$ holds it up")
                                       : say("of sequences halves the error: $λ$ holds it up")};
    case Halving::unknown: break;
  }
  return {
      say("over %1", plot::whole(static_cast<double>(result.most))),
      excess ? say("to halve the excess: raise the largest $N$") : say("to halve the error: raise the largest $N$")};
}

}  // namespace

std::array<SamplesSaying, 3> sayings_of(const SamplesResult& result, const SamplesReading& reading) {
  return {say_error(result, reading), say_multiple(result, reading), say_halving(result, reading)};
}

}  // namespace figures::samples
