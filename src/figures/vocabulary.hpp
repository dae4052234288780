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
#include "plot/matrix.hpp"
#include "plot/number.hpp"
#include "plot/panel.hpp"
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

}  // namespace figures
