// What a race costs, counted before it starts.
#pragma once

#include "figures/head_race/entries.hpp"

namespace figures::head_race {

// Multiply-adds of one epoch of one model, and of measuring it on the fresh sequences.
double epoch_work(const Entry& entry, const Values& values);
double measure_work(const Entry& entry, const Values& values);

// Of data and closed form, for all runs.
double data_work(const Values& values);

// Of the whole race.
double work(const Values& values);

}  // namespace figures::head_race
