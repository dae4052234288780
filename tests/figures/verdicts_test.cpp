// What figures said of states that users met, and what they say instead: titles and sentences come from the numbers of
// the table beside them.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "figures/figure.hpp"
#include "figures/page.hpp"

namespace {

struct Verdict {
  std::string figure;
  std::string state;
  std::vector<std::string> said;
  std::vector<std::string> unsaid;
  std::string table = {};  // that it learns from
};

bool holds(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

// Sequences of one token of these numbers, with these targets.
std::string table_of(const std::string& head, int rows, const auto& row) {
  std::string table = "sequence,token," + head + "\n";
  for (int k = 1; k <= rows; ++k) table += std::to_string(k) + ",1," + row(k) + "\n";
  return table;
}
// Of numbers that do not depend on each other.
int scattered(int k) { return k * k * 7 % 23 - 11; }

}  // namespace

TEST_CASE("titles and sentences say what the table shows, in states that users met") {
  for (const Verdict& one : std::vector<Verdict>{
           // An error of 1.06 at the end of the axis has not sunk to 0.333.
           {"samples", "labels=softmax&most=64", {"At N = 64 the error is still"}, {"sinks to"}},
           {"samples", "labels=softmax", {"The error sinks towards", "linear attention can do no better"}, {"still"}},
           // 40 sequences decide W, and are the worst of all for its error.
           {"samples", "most=16", {"too few to decide W: that takes 40", "Of all W that fit, the smallest"}, {}},
           {"samples",
            "most=16&lambda=0.1",
            {"16 sequences hold fewer equations than unknowns: the penalty decides W",
             "The W that the penalty chooses"},
            {"Of all W that fit", "too few to decide", "raise the largest N"}},
           {"head_count",
            "values=one&noise=0.1",
            {"With 2 heads, the right number, the error is 14 % smaller"},
            {"no better"}},
           {"head_count",
            "noise=0.001&H=5",
            {"prefer the full fit to 4 heads or fewer: no more were tried"},
            {"any few"}},
           {"algorithm", "n=1", {"Learned exactly for sequences of one token, from", "only 20 of 40 directions"}, {}},
           {"algorithm", "d=3", {"Learned exactly, in one pass"}, {"one token"}},
           // The ten directions of one token are seen; it is the noise that was learned.
           {"algorithm", "d=3&n=1&N=16&noise=1", {"answering 0 does as well or better"}, {"too much open"}},
           // Who has given a number that is always 1 is not advised to give one.
           {"algorithm",
            "source=numbers",
            {"Guessing the mean does better", "Raise λ. Give more sequences."},
            {"always 1"},
            table_of("x1,x2,y1", 60,
                     // What is held out follows another law.
                     [](int k) {
                       return std::to_string(scattered(k)) + ",1," +
                              std::to_string(scattered(k) * (k % 10 == 0 ? -1 : 1));
                     })},
           {"algorithm",
            "source=numbers",
            {"Guessing the mean does better", "Solved for 1 unknown, for one output", "always 1"},
            {"1 unknowns"},
            table_of(
                "x1,y1", 60,
                [](int k) { return std::to_string(scattered(k)) + "," + std::to_string(90 + scattered(5 * k + 2)); })},
           {"algorithm",
            "source=numbers",
            {"Learned from your numbers, to "},
            {"100 %"},
            table_of("x1,y1", 20, [](int k) { return std::to_string(k) + "," + std::to_string(k * k * k) + ".001"; })},
           // No rows lead by so much, and a smaller lead is to be had.
           {"phases",
            "m=1&d=4&k=8&scale=0.3&N=50000&margin=20",
            {"show none of the 4 directions of tokens. Lower the margin."},
            {"no row that it can use", "more examples"}},
           // The learner is told the number of heads, and no examples tell apart heads of one Theta.
           {"softmax", "noise=0.1", {"It is the noise", "Lower the noise."}, {"fewer heads"}},
           {"softmax",
            "road=examples&d=2&m=2&k=4&structure=twins",
            {"No examples can tell the W of heads 1 and 2 apart"},
            {"longer"}},
           {"softmax", "structure=dependent&d=2&m=2&k=4&seed=2&noise=0.01", {"found roughly"}, {"recovered"}},
           // Examples of two tokens cannot tell heads Θ, −Θ from Θ, 0: who answers them all has found one of many
           // layers.
           {"softmax",
            "road=examples&seed=41&d=3&m=2&k=2&N=16&structure=dependent&inputs=gaussian",
            {"answered the examples, which need not decide the layer", "longer ones"},
            {"arrived", "recover it all the same"}},
           // Five of the eight were cut short.
           {"softmax",
            "road=examples&seed=173&d=2&m=4&k=8&N=8",
            {"None of 8 random starts arrived within 120 steps"},
            {}},
           {"head_count", "seed=169&d=4&H=8&N=512&n=8", {"so at least 4 heads are needed"}, {"largest gap"}},
           // rho is a ratio of lengths, no share.
           {"certificate", "", {"ρ = 0.28 of its length"}, {"share"}},
           {"turing", "N=70", {"ρ = 0.54 of its length"}, {"54 %"}},
           {"machines",
            "task=weights&N=1",
            {"33 % right, but only", "are decided by what it was taught"},
            {"cannot know"}},
           {"machines",
            "task=memory&m=2&N=1&memory=0,0,0,0,0,0,0,0,0,0,0,0",
            {"meets nothing in this memory"},
            {"exactly"}},
       }) {
    const bench::Page page(*figures::find(one.figure), one.state, one.table);
    const auto description = page.view.describe();
    const std::string text = description.title + " | " + description.sentence;
    CAPTURE(one.state);
    CAPTURE(text);
    for (const std::string& words : one.said) CHECK(holds(text, words));
    for (const std::string& words : one.unsaid) CHECK_FALSE(holds(text, words));
  }
}
