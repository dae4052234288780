#include "figures/archive.hpp"

#include <cmath>

namespace figures {
namespace {

double between(double from, double to, double share) {
  if (from == to || !std::isfinite(from) || !std::isfinite(to)) return to;
  if (from * to > 0)
    return std::copysign(std::pow(std::abs(from), 1 - share) * std::pow(std::abs(to), share), to);
  return std::lerp(from, to, share);
}

}  // namespace

Bytes mixed(const Written& from, const Written& to, double share) {
  Bytes bytes = to.bytes;
  for (std::size_t run = 0; run < to.numbers.size(); ++run) {
    const std::byte* old = from.bytes.data() + from.numbers[run].first;
    std::byte* at = bytes.data() + to.numbers[run].first;
    for (std::size_t k = 0; k < to.numbers[run].count; ++k, old += sizeof(double), at += sizeof(double)) {
      double start = 0;
      double end = 0;
      std::memcpy(&start, old, sizeof start);
      std::memcpy(&end, at, sizeof end);
      const double here = between(start, end, share);
      std::memcpy(at, &here, sizeof here);
    }
  }
  return bytes;
}

}  // namespace figures
