// Runs figure "machines": examples taught one after the other, unseen machines asked on the way, with previews.
#pragma once

#include <array>

#include "figures/machines/machines.hpp"

namespace figures::machines {

// Errors: those of the learner, each a sentence with its cure. Cost: work multiply-adds.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);

// Multiply-adds of the run.
double work(const Values& values);

// All numbers of examples that are looked at for some size.
inline constexpr std::array kExampleCounts = {1.0,   2.0,   3.0,   4.0,   6.0,   8.0,   12.0,   16.0,  24.0,
                                              32.0,  40.0,  48.0,  64.0,  96.0,  126.0, 144.0,  160.0, 189.0,
                                              240.0, 288.0, 384.0, 512.0, 576.0, 768.0, 1024.0, 1536.0};

// The numbers of examples at which the learner of these values is looked at, rising.
std::vector<learner::Index> example_counts(const Values& values);

// Part of run: a task of memories.
Expected<Result> run_memory(const Values& values, Reporter<Result>& reporter);
double memory_work(const Values& values);

// Unseen machines or memories that the curve is measured on.
inline constexpr int kUnseen = 200;

}  // namespace figures::machines
