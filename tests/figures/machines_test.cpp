// Figure "machines" against plain simulators, other algorithms of the learner, and its own promises.
#include "figures/machines/machines.hpp"

#include <doctest/doctest.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <regex>
#include <set>
#include <string>

#include "figures/page.hpp"
#include "learner/features.hpp"
#include "learner/least_squares.hpp"
#include "learner/machines/automaton.hpp"
#include "learner/machines/exactness.hpp"
#include "learner/solve.hpp"
#include "learner/tasks.hpp"

namespace {

using figures::Values;
using figures::machines::CurvePoint;
using figures::machines::Recall;
using figures::machines::Result;
using figures::machines::Trace;
using figures::machines::TraceEnd;
using learner::Index;
using learner::Matrix;
using learner::Vector;

const figures::Figure& figure() { return *figures::find("machines"); }

Values values_of(std::string_view query) { return bench::values_of(figure(), query); }

Result run(const Values& values) { return bench::result_of(figures::machines::run, values); }

Result run(std::string_view query) { return run(values_of(query)); }

Trace trace(const Result& result, std::string_view query) {
  return figures::machines::trace_word(result, values_of(query));
}

Recall recall(const Result& result, std::string_view query) {
  return figures::machines::recall_memory(result, values_of(query));
}

figures::Description describe(std::string_view query) {
  const Values values = values_of(query);
  return figures::machines::describe(run(values), bench::context(values));
}

// The first number of examples from which on every answer to an unseen machine is right.
std::int64_t exact_from(const Result& result) {
  std::int64_t from = -1;
  for (const CurvePoint& point : result.points) {
    if (point.exact < 1) from = -1;
    if (point.exact == 1 && from < 0) from = point.N;
  }
  return from;
}

// The same machine for the learner's own simulator.
learner::Automaton automaton_of(const Result& result, const std::vector<bool>& accepting) {
  learner::Automaton automaton;
  automaton.next = result.next;
  for (int state = 0; state < result.states(); ++state)
    automaton.states.push_back(figures::machines::state_name(state));
  for (int letter = 0; letter < result.letters(); ++letter) automaton.letters += figures::machines::letter_name(letter);
  automaton.accepting.assign(accepting.begin(), accepting.begin() + result.states());
  return automaton;
}

// A random list for a parameter of numbers.
std::string random_list(learner::Random& random, int length, int least, int most) {
  std::string list;
  for (int k = 0; k < length; ++k) {
    list += (k == 0 ? "" : ",") +
            std::to_string(least + static_cast<int>(random.below(static_cast<std::uint32_t>(most - least + 1))));
  }
  return list;
}

// Draws one frame with the pointer somewhere, pressed or not; changes `values` as the picture does.
struct Hand {
  explicit Hand(std::string_view query) : view(figure()) {
    view.values() = values_of(query);
    bench::Log log;
    auto bytes = bench::run(figure(), view.values(), log);
    REQUIRE(bytes);
    REQUIRE(view.show(*bytes, {}, false));
  }
  void frame(plot::Point at, bool down) {
    headless.pointer.next(at, true, down, false);
    headless.frame(look, [&](plot::Canvas& canvas) { view.draw(canvas, false); });
  }
  void click(plot::Point at) {
    frame(at, false);
    frame(at, true);
    frame(at, false);
  }
  // Presses here and there until what is pressed is `id`; nothing is changed by that.
  bool find(const std::string& id, plot::Point& where) {
    const Values before = view.values();
    bool found = false;
    for (float y = 5; y < look.height && !found; y += 16) {
      for (float x = 5; x < look.width && !found; x += 19) {
        headless.pointer = {};
        frame({x, y}, true);
        found = headless.pointer.held == id;
        where = {x, y};
        view.values() = before;
      }
    }
    headless.pointer = {};
    return found;
  }
  figures::View view;
  plot::HeadlessContext headless;
  plot::Look look{.width = 1080, .height = 690};
};

}  // namespace

TEST_CASE("taught 16 other machines the step runs the default machine as the plain simulator does, with rho = 0") {
  const Result result = run("");
  const Trace run = trace(result, "");
  CHECK(run.end == TraceEnd::word);
  CHECK(run.steps.size() == 12);
  CHECK(run.first_wrong() == -1);
  CHECK(run.largest_rho() == 0);
  CHECK(run.largest_error() < 1e-12);
  CHECK(result.points[run.point].N == 96);
  CHECK(result.needed == 78);
  CHECK(result.unknowns == 405);
  CHECK(result.points[run.point].rank == 78);
  const auto states = learner::states_along(automaton_of(result, run.accepting), run.word);
  CHECK(run.truth == states);
  for (std::size_t k = 0; k <= run.steps.size(); ++k) CHECK(run.state_after(k) == states[k]);
}

TEST_CASE("the learned step is exact on 200 unseen automata at the sizes that the article states") {
  struct Row {
    const char* query;
    std::int64_t N;
  };
  for (const auto& [query, N] :
       {Row{"states=2&letters=2", 48}, Row{"states=3&letters=2", 96}, Row{"states=3&letters=3", 189},
        Row{"states=2&letters=2&lessons=pairs", 64}, Row{"states=3&letters=2&lessons=pairs", 160},
        Row{"states=3&letters=3&lessons=pairs", 288}}) {
    for (const char* seed : {"&seed=1", "&seed=2", "&seed=3"}) {
      CAPTURE(query);
      CAPTURE(seed);
      const Result result = run(std::string(query) + seed);
      const CurvePoint& point = result.points[figures::machines::point_at(result, static_cast<double>(N))];
      CHECK(point.N == N);
      CHECK(point.exact == 1);
      CHECK(point.certified == 1);
      CHECK(point.error < 1e-9);
      CHECK(point.questions > 0);
      CHECK(point.rank == result.needed);
      CHECK(exact_from(result) <= N);
      CHECK(result.points.front().exact < 0.7);
    }
  }
}

TEST_CASE("an edited machine and word run as the plain simulator runs them, whatever they are") {
  learner::Random random(5);
  for (int draw = 0; draw < 12; ++draw) {
    const int states = 2 + draw % 2;
    const int letters = 2 + draw / 2 % 2;
    const std::string query = "states=" + std::to_string(states) + "&letters=" + std::to_string(letters) +
                              "&N=288&table=" + random_list(random, 12, 1, states) +
                              "&accepting=" + random_list(random, 4, 0, 1) +
                              "&word=" + random_list(random, 12, 1, letters);
    CAPTURE(query);
    const Result result = run(query);
    const Trace run = trace(result, query);
    const learner::Automaton automaton = automaton_of(result, run.accepting);
    const auto truth = learner::states_along(automaton, run.word);
    CHECK(run.truth == truth);
    REQUIRE(run.steps.size() == 12);
    for (std::size_t k = 0; k <= 12; ++k) CHECK(run.state_after(k) == truth[k]);
    CHECK(run.largest_rho() == 0);
    const bool accepts = learner::accepts(automaton, run.word);
    const std::string said = figures::machines::trace_sentence(run);
    CHECK((said.find("accepted") != std::string::npos) == accepts);
    CHECK((said.find("rejected") != std::string::npos) != accepts);
  }
}

TEST_CASE("with too few examples the run is the learner's own, step by step, and its first wrong step is named") {
  const std::string query = "states=3&letters=2&seed=4&N=32";
  const Result result = run(query);
  const Trace run = trace(result, query);
  // The same lessons taught again, to a learner that an AutomatonRun asks.
  const learner::LookupShape shape = learner::automaton_shape(3, 2);
  learner::LookupLearner learner(shape);
  const learner::Table table = learner::automaton_table(automaton_of(result, run.accepting));
  learner::exactness_curve(shape,
                           {.examples = {32},
                            .unseen = 1,
                            .teaching = learner::Teaching::whole,
                            .seed = 4,
                            .never = table,
                            .at_point = [&](const learner::LookupLearner& taught, const auto&) { learner = taught; }});
  const learner::Automaton automaton = automaton_of(result, run.accepting);
  std::string word;
  for (const int letter : run.word) word += figures::machines::letter_name(letter);
  auto other = learner::AutomatonRun::create(automaton, word, learner::universal_step(learner, automaton));
  REQUIRE(other);
  for (const auto& step : run.steps) {
    const learner::AutomatonStep asked = other->step();
    CHECK(asked.state == step.state);
    CHECK(asked.next() == step.next);
    CHECK(asked.truth() == step.told);
    CHECK(std::abs(asked.asked.rho - step.rho) < 1e-9);
    CHECK(std::abs(asked.asked.error - step.error) < 1e-12);
    CHECK((asked.asked.answer - step.answer).norm() < 1e-12);
  }
  REQUIRE(other->first_wrong());
  CHECK(run.first_wrong() == other->first_wrong()->place);
  CHECK(run.steps[static_cast<std::size_t>(run.first_wrong())].rho > 0);
  CHECK(describe(query).title.find("goes wrong at step " + std::to_string(run.first_wrong() + 1)) != std::string::npos);
}

TEST_CASE("no answer is wrong where rho = 0, for any machine, size, way of teaching and number of examples") {
  learner::Random random(6);
  int wrong = 0;
  int certain = 0;
  for (int draw = 0; draw < 10; ++draw) {
    const int states = 2 + draw % 2;
    const std::string query = "states=" + std::to_string(states) + "&lessons=" + (draw % 3 == 0 ? "pairs" : "whole") +
                              "&seed=" + std::to_string(1 + draw) + "&table=" + random_list(random, 12, 1, states);
    const Result result = run(query);
    for (const CurvePoint& point : result.points) {
      CHECK(point.exact >= point.certified);
      for (int state = 0; state < states; ++state) {
        for (int letter = 0; letter < 2; ++letter) {
          const auto entry = figures::machines::ask(result, point, state, letter);
          const bool right = entry.next == result.next(state, letter);
          wrong += right ? 0 : 1;
          if (entry.rho > learner::Interpolation::kInside) continue;
          ++certain;
          CHECK(right);
        }
      }
    }
  }
  CHECK(wrong > 50);
  CHECK(certain > 50);
}

TEST_CASE("of coordinates that are equal but for rounding none is taken, and the run ends there") {
  learner::Random random(8);
  int ties = 0;
  for (int draw = 0; draw < 12; ++draw) {
    const int states = 2 + draw % 3;
    const std::string query = "states=" + std::to_string(states) + "&lessons=" + (draw % 2 == 0 ? "pairs" : "whole") +
                              "&seed=" + std::to_string(1 + draw) + "&table=" + random_list(random, 12, 1, states);
    const Result result = run(query);
    for (const CurvePoint& point : result.points) {
      for (int key = 0; key < 2 * states; ++key) {
        const auto entry = figures::machines::ask(result, point, key / 2, key % 2);
        Index largest = 0;
        const double most = entry.answer.maxCoeff(&largest);
        const bool tied = (entry.answer.array() > most - 1e-9).count() > 1;
        ties += tied ? 1 : 0;
        CHECK(entry.next == (tied ? figures::machines::kHole : static_cast<int>(largest)));
      }
    }
  }
  CHECK(ties > 0);
  const std::string_view query = "seed=1823&N=1&states=4&letters=2&word=2,1";
  const Trace stopped = trace(run(query), query);
  REQUIRE(stopped.steps.size() == 1);
  CHECK(stopped.state_after(1) == stopped.steps[0].state);
  CHECK(stopped.astray(1));
}

TEST_CASE("machines of two states and two letters come up again, and the words count different ones") {
  for (int seed = 201; seed < 209; ++seed) {
    const std::string query = "states=2&letters=2&N=64&seed=" + std::to_string(seed);
    const Result result = run(query);
    const auto lessons =
        learner::lessons_of(learner::automaton_shape(2, 2),
                            {.examples = {64},
                             .teaching = learner::Teaching::whole,
                             .seed = static_cast<std::uint64_t>(seed),
                             .never = learner::automaton_table(automaton_of(result, trace(result, query).accepting))});
    std::set<std::vector<int>> machines;
    for (const auto& lesson : lessons)
      machines.insert({lesson.table.reshaped().begin(), lesson.table.reshaped().end()});
    CHECK(machines.size() <= 15);
    CHECK(describe(query + "&step=0")
              .title.starts_with("Learned from " + std::to_string(machines.size()) + " other machines"));
  }
}

TEST_CASE("the reader's machine is not among those taught, even if it would have come first") {
  learner::Random first = learner::Random(1).split(1);
  const learner::Table table = learner::random_table(learner::automaton_shape(3, 2), first);
  std::string list;
  for (int state = 0; state < 3; ++state) {
    for (int letter = 0; letter < 3; ++letter) {
      list += (list.empty() ? "" : ",") + std::to_string(1 + (letter < 2 ? table(0, state * 2 + letter) : 0));
    }
  }
  const Result result = run("table=" + list);
  const CurvePoint& six = result.points[figures::machines::point_at(result, 6)];
  REQUIRE(six.N == 6);
  CHECK(six.rho.minCoeff() > 0.1);
  CHECK(result.points.back().exact == 1);
  CHECK(result.points[figures::machines::point_at(result, 96)].rho.maxCoeff() < learner::Interpolation::kInside);
}

TEST_CASE("one automaton in the weights knows what it was taught and nothing else") {
  for (const char* query :
       {"task=weights", "task=weights&states=4&letters=3&seed=3", "task=weights&states=2&table=2,0,0,1,1,1"}) {
    CAPTURE(query);
    const Result result = run(query);
    const auto transitions = (result.next.array() >= 0).count();
    CHECK(result.needed == transitions);
    REQUIRE(std::ssize(result.points) == transitions + 1);
    for (const CurvePoint& point : result.points) {
      CHECK(point.rank == point.N);
      CHECK(point.certified == doctest::Approx(static_cast<double>(point.N) / static_cast<double>(transitions)));
    }
    CHECK(result.points.back().exact == 1);
    CHECK(result.points.back().error < 1e-12);
  }
  // A hole takes away a question, which is no rank of what automata can ask.
  const Values holed = values_of("task=weights&states=2&table=0,0,0,1,1,1");
  const auto told = figures::machines::describe(run(holed), bench::context(holed));
  CHECK(std::ranges::none_of(told.table.rows,
                             [](const auto& row) { return row.front() == "Rank of all questions there are"; }));
  CHECK(trace(run("task=weights"), "task=weights").first_wrong() == -1);
  CHECK(trace(run("task=weights&N=1"), "task=weights&N=1").largest_rho() > 0.5);
}

TEST_CASE("an empty word, a foreign letter, a hole and one example each get a sentence of their own") {
  const auto empty = describe("word=0");
  CHECK(empty.sentence.find("The empty word asks nothing") == 0);
  CHECK(empty.sentence.find("accepted") != std::string::npos);
  CHECK(describe("word=0&accepting=0,1").sentence.find("rejected") != std::string::npos);

  const auto foreign = describe("word=1,2,3,1");
  CHECK(foreign.title.find("A letter that the table lacks") == 0);
  CHECK(foreign.sentence.find("Letter 3, c, is not in this table") == 0);
  CHECK(describe("word=1,2,3,1&letters=3&N=189").title.find("without a mistake") != std::string::npos);

  const auto hole = describe("table=2,0");
  CHECK(hole.sentence.find("From q1 on b the table says nothing: the run stops before letter 5") == 0);
  CHECK(hole.sentence.find("unlike them all: ρ is ") != std::string::npos);
  const Result result = run("table=2,0");
  CHECK(result.next(0, 1) == figures::machines::kHole);
  CHECK(result.points[figures::machines::point_at(result, 96)].rho.minCoeff() > 0.01);

  const auto one = describe("N=1");
  CHECK(one.title.find("goes wrong at step 1") != std::string::npos);
  CHECK(one.sentence.find("ρ = ") != std::string::npos);
  CHECK(describe("task=weights&table=0,0,0,0,0,0,0,0,0,0,0,0").sentence.find("says nothing") != std::string::npos);
}

TEST_CASE("a state that no longer exists is a hole, and comes back when there are more states again") {
  Values values = values_of("states=3&table=3,1,1,2,3,1");
  CHECK(figures::machines::table_of(values)(0, 0) == 2);
  values.set("states", 2);
  CHECK(figures::machines::table_of(values)(0, 0) == figures::machines::kHole);
  CHECK(figures::machines::table_of(values)(1, 0) == 1);
  values.set("states", 4);
  CHECK(figures::machines::table_of(values)(0, 0) == 2);
  values.set("states", 2);
  figures::machines::cycle_entry(values, 0, 0);
  CHECK(figures::machines::table_of(values)(0, 0) == 0);
}

TEST_CASE("a memory's answers and rho are those of least squares on the same examples") {
  for (const char* query :
       {"task=memory&m=2&N=24", "task=memory&m=3&N=96", "task=memory&m=2&keys=orthonormal&N=24&seed=3"}) {
    CAPTURE(query);
    const Values values = values_of(query);
    const Result result = run(values);
    const auto N = static_cast<std::uint64_t>(values.integer("N"));
    const auto task = learner::associative_memory({.key_dimension = values.integer("m"),
                                                   .gaussian_share = values.choice("keys") == "gaussian" ? 1.0 : 0.0,
                                                   .seed = static_cast<std::uint64_t>(values.integer("seed"))});
    REQUIRE(task);
    const auto solved = learner::solve_dual(task->block(learner::Split::train, 0, N), learner::Targets::last);
    REQUIRE(solved);
    Values asked = values;
    for (const int key : {1, 2}) {
      asked.set("ask", key);
      const Recall recalled = figures::machines::recall_memory(result, asked);
      const Matrix other = learner::predict(*solved, recalled.Z, learner::Targets::last);
      const Index m = recalled.Z.cols() - 1;
      CHECK((recalled.learned - other.bottomRows(m)).norm() < 1e-8);
      CHECK(other.topRows(m).norm() < 1e-8);
      const Matrix truth = learner::attend(task->truth(), recalled.Z, learner::Targets::last);
      CHECK((recalled.truth - truth.bottomRows(m)).norm() < 1e-12);
      CHECK(recalled.error == doctest::Approx((recalled.learned - recalled.truth).cwiseAbs().maxCoeff()));
      CHECK((recalled.stored - recalled.Z.col(key - 1).tail(m)).norm() == 0);
    }
  }
}

TEST_CASE("as many Gaussian memories as unknowns teach every memory, one fewer none") {
  for (const auto& [m, psi] : {std::pair{2, 40}, std::pair{3, 126}, std::pair{4, 288}}) {
    const std::string query = "task=memory&m=" + std::to_string(m) + "&N=" + std::to_string(psi);
    const Result result = run(query);
    CHECK(result.unknowns == psi);
    CHECK(result.needed == psi);
    CHECK(exact_from(result) == psi);
    for (const CurvePoint& point : result.points) {
      CHECK(point.exact == (point.N >= psi ? 1 : 0));
      CHECK(point.certified == (point.N >= psi ? 1 : 0));
    }
    CHECK(recall(result, query).is_exact());
    CHECK(recall(result, query).rho == 0);
    CHECK(describe(query).title.find("it recalls yours exactly") != std::string::npos);
  }
}

TEST_CASE("orthonormal memories leave 40 of 288 directions open, and the smallest fit recalls even what is in them") {
  const std::string query = "task=memory&keys=orthonormal&m=4&N=384";
  const Result result = run(query);
  CHECK(result.needed == 248);
  CHECK(recall(result, query).rho == 0);
  Values values = values_of(query);
  Matrix Z = result.Z;
  Z(0, 0) += 0.8;
  values.set_list("memory", {Z.data(), Z.data() + Z.size()});
  const Recall edited = figures::machines::recall_memory(result, values);
  CHECK(edited.edited);
  CHECK(edited.rho > 0.01);
  CHECK(edited.is_exact());
  CHECK(edited.crosstalk > 0.01);
  CHECK(figures::machines::recall_sentence(edited).find("another model that fits the examples might err") !=
        std::string::npos);
  CHECK(figures::machines::recall_sentence(edited).find("keys are not orthonormal") != std::string::npos);
}

TEST_CASE("what stands beside the question answers too, which eq. 14 leaves out") {
  const std::string query = "task=memory&m=2&N=64";
  const Result result = run(query);
  Values values = values_of(query);
  Matrix Z = result.Z;
  Z(2, 2) = 0.5;  // zeta
  values.set_list("memory", {Z.data(), Z.data() + Z.size()});
  const Recall asked = figures::machines::recall_memory(result, values);
  CHECK(asked.is_exact());
  CHECK(asked.self(0) == doctest::Approx(0.5 * Z.col(2).head(2).squaredNorm()));
  CHECK((asked.truth - asked.stored - asked.self).norm() < 1e-12);
  CHECK(figures::machines::recall_sentence(asked).find("eq. 14 leaves out") != std::string::npos);
  CHECK(figures::machines::recall_sentence(recall(result, query)).find("eq. 14") == std::string::npos);
}

TEST_CASE("whether a memory is recalled does not depend on the unit of its numbers") {
  for (const char* N : {"1", "189"}) {
    const std::string query = "task=memory&m=2&ask=1&N=" + std::string(N) + "&memory=";
    const Result result = run(query);
    for (const char* memory : {"1,0,1,0,0,1,0,1,0,0,0,0", "0.01,0,0.01,0,0,0.01,0,0.01,0,0,0,0"}) {
      CAPTURE(memory);
      CHECK(recall(result, query + memory).is_exact() == (std::string_view(N) == "189"));
    }
  }
}

TEST_CASE("an edited memory of another size is not taken for one of this size") {
  const Result result = run("task=memory&m=2");
  const Recall misfit = recall(result, "task=memory&m=2&memory=1,2,3");
  CHECK(misfit.misfit);
  CHECK(misfit.Z == recall(result, "task=memory&m=2").Z);
}

TEST_CASE("clicks change the entry, the state, the letter and the word under them") {
  Hand hand("");
  plot::Point at;
  REQUIRE(hand.find("machines.entry.1.0", at));
  hand.click(at);
  CHECK(figures::machines::table_of(hand.view.values())(1, 0) == figures::machines::kHole);
  hand.click(at);
  CHECK(figures::machines::table_of(hand.view.values())(1, 0) == 0);
  REQUIRE(hand.find("machines.state.1", at));
  hand.click(at);
  CHECK(figures::machines::accepting_of(hand.view.values()) == std::vector<bool>{true, true, false, false});
  REQUIRE(hand.find("machines.word", at));
  hand.click(at);
  CHECK(figures::machines::word_of(hand.view.values())[0] == 1);
  REQUIRE(hand.find("machines.delete", at));
  for (int k = 0; k < 11; ++k) hand.click(at);
  CHECK(figures::machines::word_of(hand.view.values()).size() == 1);
  hand.click(at);
  CHECK(figures::machines::word_of(hand.view.values()).empty());
  REQUIRE(hand.find("machines.append", at));
  hand.click(at);
  CHECK(figures::machines::word_of(hand.view.values()) == std::vector<int>{0});
}

TEST_CASE("within a step the film tells neither its answer nor the result; both stand when it is done") {
  const Result result = run("N=24");
  const Trace whole = trace(result, "N=24");
  REQUIRE(whole.first_wrong() == 0);
  CHECK(whole.is_read());
  CHECK(whole.glide == 1);
  const Trace within = trace(result, "N=24&step=2.4");
  CHECK(within.shown == 3);
  CHECK(within.glide == doctest::Approx(0.4));
  CHECK(within.done() == 2);
  CHECK_FALSE(within.is_read());
  CHECK(trace(result, "N=24&step=0").shown == 0);
  CHECK_FALSE(trace(result, "N=24&step=0").astray(0));
  CHECK(whole.astray(1));

  CHECK(describe("step=0").title == "Learned from 16 other machines: can it run yours?");
  CHECK(describe("step=11.5").title == describe("step=0").title);
  CHECK(describe("step=11.5").sentence.find("right") == std::string::npos);
  CHECK(describe("step=12").title == "A layer taught by 16 other machines runs your machine without a mistake");
  CHECK(describe("word=1,2,1&step=3").title == describe("word=1,2,1").title);

  Hand hand("N=24&step=0.6");
  const auto pictured = [&] { return hand.view.svg(hand.headless, hand.look); };
  CHECK(pictured().find("Wrong at step 1") == std::string::npos);
  hand.view.set("step", 1);
  CHECK(pictured().find("Wrong at step 1") != std::string::npos);
  CHECK(pictured().find("true run") != std::string::npos);
  hand.view.set("N", 96);
  CHECK(pictured().find("true run") == std::string::npos);
}

TEST_CASE("a letter of an arrow is dragged to another state, or pressed for the next one") {
  Hand hand("");
  plot::Point letter;
  plot::Point state;
  REQUIRE(hand.find("machines.arrow.0.0", letter));
  REQUIRE(hand.find("machines.state.2", state));
  REQUIRE(figures::machines::table_of(hand.view.values())(0, 0) == 1);
  const auto drop = [&](plot::Point at) {
    hand.frame(letter, false);
    hand.frame(letter, true);
    hand.frame(at, true);
    hand.frame(at, false);
  };
  drop({state.x, state.y + 200});
  CHECK(hand.view.values().list("table").empty());
  drop(state);
  CHECK(figures::machines::table_of(hand.view.values())(0, 0) == 2);
  CHECK(figures::machines::table_of(hand.view.values())(0, 1) == 0);
  hand.view.act("undo");
  hand.click(letter);
  CHECK(figures::machines::table_of(hand.view.values())(0, 0) == 2);
}

TEST_CASE("a drag on the curve chooses N, a click on a column the step") {
  Hand hand("part=others");
  plot::Point at;
  REQUIRE(hand.find("machines.N", at));
  hand.frame(at, false);
  hand.frame(at, true);
  hand.frame({at.x + 40, at.y}, true);
  const double chosen = hand.view.values().number("N");
  CHECK(chosen < 96);
  hand.frame({at.x + 140, at.y}, true);
  CHECK(hand.view.values().number("N") > chosen);
  hand.frame({at.x + 140, at.y}, false);
  CHECK_FALSE(hand.view.is_stale());
  REQUIRE(hand.find("machines.steps", at));
  hand.click(at);
  CHECK(hand.view.values().integer("step") == 0);
  hand.click({at.x + 240, at.y});
  CHECK(hand.view.values().integer("step") > 2);
}

TEST_CASE("a memory's entry is dragged sideways, its keys are asked by a click") {
  const Result result = run("task=memory&m=2");
  Hand hand("task=memory&m=2");
  plot::Point at;
  REQUIRE(hand.find("machines.keys", at));
  hand.click({at.x + 50, at.y});
  CHECK(hand.view.values().integer("ask") == 2);
  REQUIRE(hand.find("machines.memory.7", at));
  hand.frame(at, false);
  hand.frame(at, true);
  hand.frame({at.x + 48, at.y}, true);
  hand.frame({at.x + 48, at.y}, false);
  const Recall edited = figures::machines::recall_memory(result, hand.view.values());
  CHECK(edited.edited);
  CHECK(edited.Z(3, 1) == doctest::Approx(result.Z(3, 1) + 1).epsilon(0.02));
  CHECK(edited.asked == 1);
  REQUIRE(hand.find("machines.memory.8", at));
  hand.frame(at, false);
  hand.frame(at, true);
  hand.frame({at.x - 24, at.y}, true);
  hand.frame({at.x - 24, at.y}, false);
  CHECK(hand.view.values().integer("ask") == 0);
  CHECK(figures::machines::recall_memory(result, hand.view.values()).stored.size() == 0);
  hand.view.act("undo");
  CHECK(hand.view.values().list("memory").empty());
}

TEST_CASE("another machine is another one each time, and its table is complete") {
  Values values = values_of("states=3&letters=3");
  std::set<std::string> seen;
  for (int k = 0; k < 5; ++k) {
    figure().act("another", values);
    CHECK((figures::machines::table_of(values).array() >= 0).all());
    seen.insert(values.to_query());
  }
  CHECK(seen.size() == 5);
}

// The true rule's coefficients and the examples in all psi features, where the figure's learner uses the few that
// questions of one key share.
TEST_CASE("where the examples leave answers open, the learned rule is the true one projected on what was taught") {
  for (const int seed : {1, 2, 3, 4}) {
    CAPTURE(seed);
    const Values values = values_of("N=48&seed=" + std::to_string(seed));
    const Result result = run(values);
    const CurvePoint& point = result.points[figures::machines::point_at(result, 48)];
    const learner::LookupShape shape = learner::automaton_shape(result.states(), result.letters());
    const learner::Table own = result.next.transpose().reshaped(1, result.next.size());
    const auto lessons = learner::lessons_of(shape, {.examples = {48},
                                                     .teaching = learner::Teaching::whole,
                                                     .seed = static_cast<std::uint64_t>(seed),
                                                     .never = own});
    REQUIRE(lessons.size() == 48);
    const auto features = [&](const learner::Table& table, Index key) {
      return figures::machines::memory_features(learner::lookup_sequence(shape, table, key).Z);
    };
    Matrix taught(learner::feature_count(shape.d()), 48);
    for (Index k = 0; k < 48; ++k) {
      const learner::Lesson& lesson = lessons[static_cast<std::size_t>(k)];
      taught.col(k) = features(lesson.table, lesson.key);
    }
    const Matrix truth = learner::folded_coefficients(learner::lookup_model(shape)) *
                         learner::unfold_weights(shape.d()).cwiseSqrt().asDiagonal();
    const Eigen::CompleteOrthogonalDecomposition<Matrix> span(taught);
    REQUIRE(point.certified < 0.5);
    REQUIRE(point.exact > 0.6);
    for (Index key = 0; key < shape.keys; ++key) {
      const Vector seen = taught * span.solve(features(own, key));
      const Vector projected = truth * seen;
      CHECK((projected - point.answers.col(key)).norm() < 1e-9);
    }
  }
}

TEST_CASE("the picture names its marks, says why no letter can be added, and begins with a question") {
  const auto picture = [](const std::string& query) {
    bench::Page page(figure(), query);
    return page.view.svg(page.headless, {.width = 1000, .height = 640});
  };
  CHECK_FALSE(picture("").contains(">wrong<"));
  CHECK(picture("N=48").contains(">wrong<"));
  CHECK(picture("").contains(">learned,<"));
  CHECK_FALSE(picture("N=48").contains(">learned,<"));
  for (const auto& [query, adds] : {std::pair{"", false}, std::pair{"word=0,1", true}}) {
    CHECK(picture(query).contains(">Add a letter<") == adds);
    CHECK(picture(query).contains(">Full: 12 letters<") == !adds);
  }
  CHECK(picture("step=0").contains("In q1 it will read a: where does it go?"));
  CHECK_FALSE(picture("").contains("where does it go?"));
}

TEST_CASE("no machine of which it was taught a part is called one that it never saw") {
  for (const auto& [query, of] :
       {std::pair{"", "machines it never saw"}, std::pair{"lessons=pairs", "questions it was not taught"},
        std::pair{"states=2&letters=2&N=8", "machines it never saw"},
        std::pair{"states=2&letters=2&N=6", "questions it was not taught"}}) {
    CAPTURE(query);
    bench::Page page(figure(), "part=others&" + std::string(query));
    CHECK(page.view.svg(page.headless, {.width = 1000, .height = 640}).contains(of));
  }
}

TEST_CASE("the control of the examples says how many the picture shows") {
  for (const auto& [query, N] : {std::pair{"", 96}, std::pair{"task=weights&step=12", 6},
                                 std::pair{"task=weights&N=2", 2}, std::pair{"states=2&letters=2", 64}}) {
    CAPTURE(query);
    const Values values = values_of(query);
    CHECK(figures::machines::stands(run(values), "N", bench::context(values)) == N);
  }
}

TEST_CASE("what it learned from reads right for no, one, two and more transitions, and one memory") {
  const auto learned_from = [](const std::string& query) {
    const Values values = values_of("task=weights&states=2&" + query);
    const Result result = run(values);
    const CurvePoint& point = result.points[figures::machines::point_at(result, values.number("N"))];
    return figures::machines::teachers(result, values, point);
  };
  CHECK(learned_from("table=0,0,0,0,0,0") == "no transition");
  CHECK(learned_from("table=2,0,0,0,0,0") == "your machine’s only transition");
  CHECK(learned_from("table=2,1,0,0,0,0&N=1") == "1 of your machine’s 2 transitions");
  CHECK(learned_from("table=2,1,0,0,0,0") == "both of your machine’s transitions");
  CHECK(learned_from("table=2,1,0,1,1,0") == "all 4 of your machine’s transitions");
  const auto picture = [](const std::string& query) {
    bench::Page page(figure(), query);
    return page.view.svg(page.headless, {.width = 1000, .height = 640});
  };
  const std::string empty = picture("task=weights&states=2&table=0,0,0,0,0,0&part=others");
  CHECK(empty.contains(">Nothing to learn<"));
  CHECK(empty.contains(">Each entry of the table is a hole.<"));
  CHECK_FALSE(empty.contains("0 % right"));
  const auto rows = describe("task=weights&states=2&table=0,0,0,0,0,0").table.rows;
  CHECK(rows.back().back() == "–, –, 0, 0");
  CHECK(picture("task=memory&N=1").contains(">Learned from 1 other memory. Drag an entry"));
  CHECK(
      describe("word=1").sentence.contains("The one step is right; the run ends in q2 and the word is rejected. ρ = 0 "
                                           "throughout, so no layer"));
  // Orthonormal memories span 110 of the 126 directions: no question of theirs needs more.
  const std::string span = picture("task=memory&keys=orthonormal");
  CHECK(run("task=memory&keys=orthonormal").unknowns == 126);
  CHECK(span.contains(">rank needed: 110<"));
  CHECK_FALSE(span.contains("full rank"));
}

TEST_CASE("a state of the learned run is red exactly where the true run is in another") {
  const std::regex state("<text fill=\"([^\"]*)\"[^>]*>(q[1-4]|–)<");
  for (const std::string query : {"", "N=24", "N=48", "N=16&seed=3"}) {
    CAPTURE(query);
    bench::Page page(figure(), query);
    const std::string svg = page.view.svg(page.headless, {.width = 1000, .height = 640});
    std::vector<std::pair<std::string, std::string>> states;  // colour and name: the learned run, then the true one
    for (std::sregex_iterator match(svg.begin(), svg.end(), state), end; match != end && states.size() < 26; ++match)
      states.emplace_back((*match)[1], (*match)[2]);
    REQUIRE(states.size() == 26);
    for (std::size_t k = 0; k < 13; ++k)
      CHECK((states[k].first == states[0].first) == (states[k].second == states[k + 13].second));
  }
}
