// libFuzzer's two functions: which target runs, and the run.
#include <cstdio>
#include <cstdlib>

#include "fuzz/target.hpp"

namespace fuzz {
namespace {

std::vector<Target> all() {
  std::vector<Target> targets = parsers();
  for (Target& figure : every_figure()) targets.push_back(std::move(figure));
  return targets;
}

const Target* chosen = nullptr;

[[noreturn]] void list(const std::vector<Target>& targets, int status) {
  for (const Target& target : targets) std::printf("%s\n", target.name.c_str());
  std::exit(status);
}

}  // namespace

void hold(bool good, std::string_view sentence, std::string_view what) {
  if (good) return;
  std::fprintf(stderr, "%.*s\n%.*s\n", static_cast<int>(sentence.size()), sentence.data(),
               static_cast<int>(what.size()), what.data());
  std::abort();
}

}  // namespace fuzz

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  static const std::vector<fuzz::Target> targets = fuzz::all();
  constexpr std::string_view kKey = "--target=";
  for (int k = 1; k < *count; ++k) {
    const std::string_view word = (*arguments)[k];
    if (word == "--list") fuzz::list(targets, 0);
    if (!word.starts_with(kKey)) continue;
    for (const fuzz::Target& target : targets) {
      if (target.name == word.substr(kKey.size())) fuzz::chosen = &target;
    }
  }
  if (fuzz::chosen == nullptr) {
    std::fprintf(stderr, "usage: fuzz --target=NAME …, with one of these names:\n");
    fuzz::list(targets, 2);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Dice dice(data, size);
  fuzz::chosen->run(dice);
  return 0;
}
