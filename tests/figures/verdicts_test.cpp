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
};

bool holds(const std::string& text, const std::string& words) { return text.find(words) != std::string::npos; }

}  // namespace

TEST_CASE("titles and sentences say what the table shows, in states that users met") {
  for (const Verdict& one : std::vector<Verdict>{
           // An error of 1.06 at the end of the axis has not sunk to 0.333.
           {"samples", "labels=softmax&most=64", {"At N = 64 the error is still"}, {"sinks to"}},
           {"samples", "labels=softmax", {"The error sinks to", "linear attention can do no better"}, {"still"}},
           // 40 sequences decide W, and are the worst of all for its error.
           {"samples", "most=16", {"too few to decide W: that takes 40", "Of all W that fit, the smallest"}, {}},
           {"samples",
            "most=16&lambda=0.1",
            {"16 sequences hold fewer equations than unknowns: the penalty decides W",
             "The W that the penalty chooses"},
            {"Of all W that fit", "too few to decide"}},
           {"head_count", "values=one&noise=0.1", {"With the right 2 heads the error is 14 % smaller"}, {"no better"}},
           {"head_count",
            "noise=0.001&H=5",
            {"prefer the full fit to 4 heads or fewer: no more were tried"},
            {"any few"}},
           {"algorithm", "n=1", {"Learned exactly for sequences of one token", "only 20 of 40 directions"}, {}},
           {"algorithm", "d=3", {"Learned exactly, in one pass"}, {"one token"}},
           // rho is a ratio of lengths, no share.
           {"certificate", "", {"ρ = 0.28 of its length"}, {"share"}},
           {"turing", "N=70", {"ρ = 0.54 of its length"}, {"54 %"}},
           {"machines", "task=weights&N=1", {"33 % right, but only", "the rest is luck"}, {"cannot know"}},
           {"machines",
            "task=memory&m=2&N=1&memory=0,0,0,0,0,0,0,0,0,0,0,0",
            {"meets nothing in this memory"},
            {"exactly"}},
       }) {
    const bench::Page page(*figures::find(one.figure), one.state);
    const auto description = page.view.describe();
    const std::string text = description.title + " | " + description.sentence;
    CAPTURE(one.state);
    CAPTURE(text);
    for (const std::string& words : one.said) CHECK(holds(text, words));
    for (const std::string& words : one.unsaid) CHECK_FALSE(holds(text, words));
  }
}
