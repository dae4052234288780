#include "figures/head_race/protocol.hpp"

#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::head_race {
namespace {

// Figures 1 and 3 of the paper; it has no d = 3, which is held against d = 4.
struct PaperSizes {
  double T = 100;
  double N, batch, rate;
  double epochs = 500;
};

PaperSizes paper_sizes(int d) {
  return d == 2 ? PaperSizes{.N = 512, .batch = 32, .rate = 0.01} : PaperSizes{.N = 2048, .batch = 64, .rate = 0.001};
}

void compare(std::string& words, Phrase name, double ours, double paper) {
  if (ours == paper) return;
  words += (words.empty() ? "" : ", ") + tr(name, number(ours), number(paper));
}

}  // namespace

std::string shared_protocol() {
  return tr(
      "Adam, 10 % warm-up, half a cosine down to 1 %, gradients clipped at 5, every token asks and sees the past, "
      "mean over heads");
}

std::string own_protocol(const Result& result) {
  const PaperSizes paper = paper_sizes(result.d);
  std::string words;
  compare(words, Phrase("T %1 (%2)"), result.T, paper.T);
  compare(words, Phrase("N %1 (%2)"), result.N, paper.N);
  compare(words, Phrase("epochs %1 (%2)"), result.epochs, paper.epochs);
  compare(words, Phrase("batch %1 (%2)"), result.batch, paper.batch);
  compare(words, Phrase("rate %1 (%2)"), result.rate, paper.rate);
  return words + (words.empty() ? "" : ", ") + std::string(tr("64-bit numbers (32)"));
}

std::string runs_words(const Result& result) {
  if (result.runs == 1) return tr("One run.");
  return result.one_task ? tr("%1 runs on one task from different starts.", whole(result.runs))
                         : tr("%1 runs, each with a task of its own.", whole(result.runs));
}

std::string solving_time(const Result& result, std::span<const double> times) {
  if (times.size() < 2 || !(times[1] > 0)) return "";
  return duration(times[1] / 1000 / result.runs);
}

}  // namespace figures::head_race
