#include <algorithm>
#include <array>

#include "figures/figure.hpp"

namespace figures {

// Each figure is a folder with a namespace of its own; the build makes each a file that pages load when they need it.
// clang-format off
namespace landscape { extern const Figure kFigure; }
namespace feature_map { extern const Figure kFigure; }
namespace relaxation { extern const Figure kFigure; }
namespace algorithm { extern const Figure kFigure; }
namespace head_count { extern const Figure kFigure; }
namespace samples { extern const Figure kFigure; }
namespace certificate { extern const Figure kFigure; }
namespace language { extern const Figure kFigure; }
// clang-format on

namespace {

// Article order.
constexpr std::array kFigures = {&landscape::kFigure,  &feature_map::kFigure, &relaxation::kFigure, &algorithm::kFigure,
                                 &head_count::kFigure, &samples::kFigure,     &certificate::kFigure, &language::kFigure};

}  // namespace

std::span<const Figure* const> all() { return kFigures; }

const Figure* find(std::string_view id) {
  const auto found = std::ranges::find(kFigures, id, &Figure::id);
  return found == kFigures.end() ? nullptr : *found;
}

}  // namespace figures
