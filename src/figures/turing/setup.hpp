// What figure "turing" is asked to run: the machine, its tape and where its head starts, as the values say it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "figures/parameter.hpp"
#include "figures/turing/turing.hpp"
#include "learner/machines/turing_tape.hpp"

namespace figures::turing {

struct Setup {
  int machine = 0;   // index of the choice
  bool own = false;  // the reader's
  std::string name;
  std::string does;
  learner::TuringSize size;         // its own
  std::vector<std::int32_t> table;  // |Q||Gamma| rules, see rule.hpp
  std::vector<std::int32_t> tape;   // cells 0, 1, ..
  int head = 0;
  bool example = false;  // tape and head are the machine's own example
  Notice notice;

  int key(int state, int symbol) const { return state * static_cast<int>(size.symbols) + symbol; }
};

Setup setup_of(const Values& values);

// Changes by hand. Of a table, the machine becomes the reader's own, with everything else as it was.
void set_rule(Values& values, int state, int symbol, std::int32_t rule);
void set_cell(Values& values, int cell, int symbol);
void use_example(Values& values);

learner::Configuration configuration_of(std::span<const std::int32_t> tape, int head);

}  // namespace figures::turing
