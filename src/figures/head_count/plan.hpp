// How much figure "head_count" tries and repeats, and the multiply-adds that this comes to.
#pragma once

#include <array>

#include "figures/head_count/problem.hpp"

namespace figures::head_count {

inline constexpr std::array kNoiseLevels = {0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0};

// Of alternating least squares, for each number of heads; and of the polish after a start or a null space.
inline constexpr Index kHeadStarts = 4;
inline constexpr Index kPolishSteps = 30;

// The most heads that alternating least squares is asked for on exact p: what almost every p needs, as far as that
// takes a second; for d = 6 to 8 most starts miss anyway.
Index most_tried(Index d, Index d_out);

// Of alternating least squares from a random start, where a polish follows.
Index start_steps(Index d);

// Where the data leave p open the polish is what finds the model: longer, as far as all counts together take a second.
Index open_polish_steps(const Setting& setting);

// How many models are swept over the noise, with so many heads each (0: the plain decomposition).
int model_count(const Setting& setting, double heads);

// Multiply-adds of the whole run, as far as they can be known before it; and the part of it before the sweep.
double planned_work(const Setting& setting);
double planned_main_share(const Setting& setting);

}  // namespace figures::head_count
