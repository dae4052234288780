// The contestants that are written in C++, natively and as WebAssembly. run.mjs talks to them, and to those in other
// languages, in lines; each is answered by one line of JSON:
//   prepare TASK TARGETS D N n FILE   draws the data (other languages read them from FILE); softmax tasks: m for FILE
//   run MILLISECONDS                  does the task until so much time is used -> mean ms a run, and of its stages
//   answer                            -> the numbers the last run came to
//   write FILE                        natively: writes the data
//   version                           -> what it is built with
// A task that the contestant does not do is answered by {"skip": reason}.
#include <cstdio>
#include <memory>
#include <sstream>
#include <string>

#include "bench/jobs.hpp"
#include "learner/threads.hpp"

#ifdef __EMSCRIPTEN__
#include <emscripten/emscripten.h>
#else
#include <iostream>
#endif

namespace bench {
namespace {

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

std::string dotted(int major, int minor, int patch) {
  return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

std::string version() {
  const std::string clang = "clang " + dotted(__clang_major__, __clang_minor__, __clang_patchlevel__);
#ifdef __EMSCRIPTEN__
  return clang + ", Emscripten " + dotted(__EMSCRIPTEN_major__, __EMSCRIPTEN_minor__, __EMSCRIPTEN_tiny__);
#else
  return clang;
#endif
}

class Contestant {
 public:
  explicit Contestant(std::span<const Job> jobs) : jobs_(jobs) {}

  std::string reply(const std::string& line) {
    std::istringstream words(line);
    std::string verb;
    words >> verb;
    if (verb == "version") return "{\"version\": \"" + version() + "\"}";
    if (verb == "prepare") return prepare(words);
    if (job_ == nullptr) return R"({"error": "prepare comes first"})";
    if (verb == "run") return run(words);
    if (verb == "answer") return answer();
    if (verb == "write") return write(words);
    return R"({"error": "the verbs are version, prepare, run, answer, write"})";
  }

 private:
  std::string prepare(std::istringstream& words) {
    std::string task, targets;
    Size size;
    words >> task >> targets >> size.d >> size.N >> size.n;
    if (!(words >> size.m)) size.m = 0;
    for (const Targets each : {Targets::last, Targets::all, Targets::causal}) {
      if (learner::name_of(each) == targets) size.targets = each;
    }
    job_ = nullptr;
    for (const Job& job : jobs_) {
      if (job.task == task) job_ = &job;
    }
    if (job_ == nullptr) return R"({"skip": "not its task"})";
    data_ = std::make_unique<Data>(size);
    return "{}";
  }

  std::string run(std::istringstream& words) {
    double least = 0.0;
    words >> least;
    int runs = 0;
    Laps laps;
    do {
      answer_ = job_->run(*data_, laps);
      ++runs;
    } while (laps.total() < least);
    std::string text = "{\"ms\": " + number(laps.total() / runs) + ", \"runs\": " + std::to_string(runs);
    const std::size_t stages = laps.stages().size() / static_cast<std::size_t>(runs);
    for (std::size_t k = 0; k < stages; ++k) {
      double sum = 0.0;
      for (std::size_t i = k; i < laps.stages().size(); i += stages) sum += laps.stages()[i].second;
      text +=
          (k == 0 ? ", \"stages\": {\"" : ", \"") + std::string(laps.stages()[k].first) + "\": " + number(sum / runs);
    }
    return text + "}}";
  }

  std::string answer() const {
    std::string text = "{\"answer\": [";
    for (Index i = 0; i < answer_.rows(); ++i) {
      for (Index j = 0; j < answer_.cols(); ++j) text += (i + j == 0 ? "" : ",") + number(answer_(i, j));
    }
    return text + "]}";
  }

  std::string write(std::istringstream& words) const {
    std::string path;
    words >> path;
    return data_->write(path) ? "{}" : R"({"error": "the data could not be written"})";
  }

  std::span<const Job> jobs_;
  const Job* job_ = nullptr;
  std::unique_ptr<Data> data_;
  Matrix answer_;
};

}  // namespace
}  // namespace bench

#ifdef __EMSCRIPTEN__
extern "C" EMSCRIPTEN_KEEPALIVE const char* bench_reply(const char* line) {
  static bench::Contestant contestant(bench::learner_jobs());
  static std::string text;
  text = contestant.reply(line);
  return text.c_str();
}
#else
int main(int count, char** arguments) {
  const std::string kind = count > 1 ? arguments[1] : "";
  const bool naive = kind == "naive";
  if (kind.empty()) learner::use_threads(learner::processors());  // "alone": one thread
  bench::Contestant contestant(naive ? bench::naive_jobs() : bench::learner_jobs());
  for (std::string line; std::getline(std::cin, line);) std::cout << contestant.reply(line) << std::endl;
}
#endif
