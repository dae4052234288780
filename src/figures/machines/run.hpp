// Runs figure "machines": examples taught one after the other, unseen machines asked on the way, with previews.
#pragma once

#include "figures/machines/machines.hpp"

namespace figures::machines {

// Errors: those of the learner, each a sentence with its cure. Cost: machines_work multiply-adds.
Expected<MachinesResult> run_machines(const Request& request, Reporter<MachinesResult>& reporter);

// Multiply-adds of the run.
double machines_work(const Values& values);

// The numbers of examples at which the learner of these values is looked at, rising.
std::vector<learner::Index> example_counts(const Values& values);

// Part of run_machines: a task of memories.
Expected<MachinesResult> run_memory(const Values& values, Reporter<MachinesResult>& reporter);
double memory_work(const Values& values);

// Unseen machines or memories that the curve is measured on.
inline constexpr int kUnseen = 200;

}  // namespace figures::machines
