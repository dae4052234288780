// lifted-learn: the learner for files of any size, on one machine or, with MPI, on many.
#include <csignal>
#include <cstdio>

#include "program/options.hpp"
#include "program/passes.hpp"
#include "program/ranks.hpp"
#include "program/run.hpp"

namespace {

// The second time it ends the program at once.
void stop_when_told() {
  struct sigaction action{};
  action.sa_handler = [](int) { program::stopped = 1; };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

}  // namespace

int main(int count, char** words) {
  const program::Ranks ranks(&count, &words);
  stop_when_told();
  const auto options = program::read_options(count, words);
  if (options && !options->help) return program::run(*options, ranks);
  if (options) std::fputs(program::kHelp, stdout);
  if (!options && ranks.rank() == 0) std::fprintf(stderr, "%s\n", options.error().text().c_str());
  return options ? 0 : 2;
}
