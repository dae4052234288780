#include "figures/samples/readout.hpp"

#include <cmath>

#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::samples {
namespace {

Readout say_error(const Result& result, const Reading& reading) {
  const std::string after = counted("%1 sequence", "%1 sequences", reading.N);
  return {number(reading.error), result.sets() > 1 ? tr("median error after %1", after) : tr("error after %1", after)};
}

Readout say_multiple(const Result& result, const Reading& reading) {
  const double share = reading.error / result.signal;
  if (is_exact(result, reading.excess)) {
    return {tr("exact"), result.floor > 0 ? std::string(tr("but for the noise"))
                                          : tr("to rounding: %1 of answering 0", number(share, 2))};
  }
  if (result.floor == 0) return {percent(share), tr("of answering 0; no noise, so no floor")};
  return {number(reading.error / result.floor) + " ×", result.softmax
                                                           ? tr("the floor, the best that linear attention can do")
                                                           : tr("the floor, the noise that nobody can know")};
}

Readout say_halving(const Result& result, const Reading& reading) {
  const bool excess = result.floor > 0;
  const std::string needed = number(std::round(reading.needed));
  switch (reading.halving) {
    case Halving::nothing: return {tr("enough"), tr("nothing is left that more sequences could mend")};
    case Halving::reached:
      if (reading.over_peak) {
        return {needed, excess ? tr("sequences halve the excess, past the peak")
                               : tr("sequences halve the error, past the peak")};
      }
      return {needed, excess ? tr("sequences halve the excess") : tr("sequences halve the error")};
    case Halving::beyond:
      return {tr("about %1", needed),
              excess ? tr("sequences would halve the excess") : tr("sequences would halve the error")};
    case Halving::never:
      return {tr("no number"), excess ? tr("of sequences halves the excess: $λ$ holds it up")
                                      : tr("of sequences halves the error: $λ$ holds it up")};
    case Halving::unknown: break;
  }
  return {tr("over %1", whole(static_cast<double>(result.most))),
          excess ? tr("to halve the excess: raise the largest $N$") : tr("to halve the error: raise the largest $N$")};
}

}  // namespace

std::array<Readout, 3> readouts_of(const Result& result, const Reading& reading) {
  return {say_error(result, reading), say_multiple(result, reading), say_halving(result, reading)};
}

}  // namespace figures::samples
