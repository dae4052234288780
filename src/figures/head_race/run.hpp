// Trains every model in every run, a few epochs at a time in turn: the learner's part of figure "head_race".
#pragma once

#include <optional>

#include "figures/head_race/head_race.hpp"

namespace figures::head_race {

inline constexpr std::int32_t kFresh = 64;

// Goes on from `previous` where that fits the request, after any step. Errors: those of the learner.
// Cost: work multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter, std::optional<Result> previous);

}  // namespace figures::head_race
