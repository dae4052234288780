#pragma once

#include <optional>
#include <string>
#include <vector>

#include "learner/sequence.hpp"

namespace program {

// Where sequences come from: a table, or arrays of NumPy.
struct Files {
  std::string table;        // "-": standard input; empty where there are arrays
  std::string tokens = {};  // .npy, (N, n, d)
  std::string answers = {};
  std::string predictions = {};  // may be empty
};

struct Options {
  std::vector<Files> files;
  double lambda = 0.0;
  std::optional<learner::Targets> targets;  // none: as the data say
  bool fewest_heads = false;
  bool hold_out = false;
  std::string json;  // "-": standard output; empty: not written
  std::string npz;
  std::string state;         // empty: a name of the command's own
  double save_every = 60.0;  // seconds
  int threads = 0;           // 0: as many as there are processors, in several processes 1 each
  bool help = false;
};

// Errors: an option or a value that there is not; no files.
learner::Expected<Options> read_options(int count, char** words);

// What --help prints.
extern const char* const kHelp;

}  // namespace program
