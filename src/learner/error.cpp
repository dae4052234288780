#include "learner/error.hpp"

namespace learner {

std::string Error::text() const {
  std::string words;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const bool place =
        sentence[at] == '%' && at + 1 < sentence.size() && sentence[at + 1] >= '1' && sentence[at + 1] <= '9';
    const auto value = place ? static_cast<std::size_t>(sentence[at + 1] - '1') : values.size();
    if (value < values.size()) {
      words += values[value];
      ++at;
    } else {
      words += sentence[at];
    }
  }
  return words;
}

}  // namespace learner
