// The names that every figure uses without a prefix: all of plot, and what the learner's results are made of.
#pragma once

#include "learner/error.hpp"
#include "learner/matrix.hpp"
#include "learner/model.hpp"
#include "learner/moments.hpp"
#include "learner/random.hpp"
#include "learner/sequence.hpp"
#include "learner/tasks.hpp"
#include "plot/axes.hpp"
#include "plot/canvas.hpp"
#include "plot/curve.hpp"
#include "plot/labels.hpp"
#include "plot/marker.hpp"
#include "plot/matrix.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
#include "plot/utf8.hpp"
#include "plot/words.hpp"

namespace figures {

using namespace plot;
using learner::Error;
using learner::Expected;
using learner::Index;
using learner::Matrix;
using learner::Model;
using learner::Moments;
using learner::Random;
using learner::Sequence;
using learner::Split;
using learner::Vector;

// The learner's matrices and vectors as plot draws them.
inline MatrixData data_of(const Matrix& matrix) {
  return {.values = {matrix.data(), static_cast<std::size_t>(matrix.size())},
          .rows = static_cast<int>(matrix.rows()),
          .columns = static_cast<int>(matrix.cols())};
}
inline std::span<const double> span_of(const Vector& vector) {
  return {vector.data(), static_cast<std::size_t>(vector.size())};
}

// Second text: units, captions, notes.
inline constexpr TextStyle kQuiet{.ink = Ink::quiet, .size = Size::small};

}  // namespace figures
