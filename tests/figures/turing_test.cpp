// Figure "turing" against a plain simulator of its own, the regression done by its kernel, and its own promises.
#include "figures/turing/turing.hpp"

#include <doctest/doctest.h>

#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "figures/bench.hpp"
#include "learner/machines/turing_run.hpp"

namespace {

using figures::Values;
using figures::turing::End;
using figures::turing::Result;
using learner::Index;
using learner::Matrix;
using learner::Vector;

const figures::Figure& figure() { return *figures::find("turing"); }

Values values_of(std::string_view query) { return bench::values_of(figure(), query); }

Result run(const Values& values) { return bench::result_of(figures::turing::run, values); }

Result run(std::string_view query) { return run(values_of(query)); }

figures::Description said(std::string_view query) {
  const Values values = values_of(query);
  return figures::turing::describe(run(values), bench::context(values));
}

bool contains(const std::string& text, std::string_view words) { return text.find(words) != std::string::npos; }

// --- A plain simulator: a table written as text, a tape that is a map. Nothing of the learner or the figure. ---------

struct Machine {
  const char* id;
  const char* letters;             // its symbols, the blank first
  std::vector<std::string> rules;  // state by state, symbol by symbol: write, move, next
};

const std::vector<Machine>& machines() {
  static const std::vector<Machine> kMachines = {
      {"increment", "_01", {"_LB", "0RA", "1RA", "1LH", "1LH", "0LB"}},
      {"addition", "_1", {"1RB", "1RA", "_LC", "1RB", "_SH", "_SH"}},
      {"copy", "_1", {"_SH", "_RB", "_RC", "1RB", "1LD", "1RC", "_LE", "1LD", "1RA", "1LE"}},
      {"palindrome",
       "_01",
       {"_SH", "_RB", "_RC", "_LD", "0RB", "1RB", "_LE", "0RC", "1RC", "_SH", "_LF", "1SH", "_SH", "0SH", "_LF", "_RA",
        "0LF", "1LF"}},
      {"beaver3", "_1", {"1RB", "1RH", "_RC", "1RB", "1LC", "1LA"}},
      {"longest", "_1", {"1RB", "1RH", "1LB", "_RC", "1LC", "1LA"}},
      {"beaver4", "_1", {"1RB", "1LB", "1LA", "_LC", "1RH", "1LD", "1RD", "_RA"}},
  };
  return kMachines;
}

class Simulator {
 public:
  Simulator(const Machine& machine, const std::vector<int>& tape, long head) : machine_(machine), head_(head) {
    for (std::size_t k = 0; k < tape.size(); ++k) tape_[static_cast<long>(k)] = machine.letters[tape[k]];
  }
  bool halted() const { return state_ == 'H'; }
  char letter(long cell) const { return tape_.contains(cell) ? tape_.at(cell) : '_'; }
  char read() const { return letter(head_); }
  char state() const { return state_; }
  long head() const { return head_; }
  int symbol() const { return symbol_of(read()); }
  int symbol_of(char letter) const { return static_cast<int>(std::string(machine_.letters).find(letter)); }
  void step() {
    const auto symbols = static_cast<int>(std::string(machine_.letters).size());
    const std::string& rule = machine_.rules[static_cast<std::size_t>((state_ - 'A') * symbols + symbol())];
    tape_[head_] = rule[0];
    head_ += rule[1] == 'L' ? -1 : rule[1] == 'R' ? 1 : 0;
    state_ = rule[2];
  }
  std::string written() const {
    std::string all;
    for (const auto& [cell, letter] : tape_) all += letter;
    const std::size_t first = all.find_first_not_of('_');
    return first == std::string::npos ? "" : all.substr(first, all.find_last_not_of('_') - first + 1);
  }

 private:
  const Machine& machine_;
  std::map<long, char> tape_;
  long head_;
  char state_ = 'A';
};

std::string list_of(const std::vector<int>& list) {
  std::string text;
  for (const int number : list) text += (text.empty() ? "" : ",") + std::to_string(number);
  return text;
}

// Every step of the learned run stands where the simulator stands; returns what is left on the tape.
std::string check_run(const Machine& machine, const std::vector<int>& tape, long head, const std::string& more = "") {
  const std::string query = "machine=" + std::string(machine.id) + "&tape=" + list_of(tape) +
                            "&head=" + std::to_string(head) + "&limit=1000" + more;
  CAPTURE(query);
  const Result result = run(query);
  Simulator plain(machine, tape, head);
  REQUIRE(result.run.end == End::halted);
  CHECK(result.first_wrong == -1);
  figures::turing::Walk walk(result, result.answered, result.run);
  for (const std::int32_t key : result.run.keys) {
    REQUIRE_FALSE(plain.halted());
    REQUIRE(key == (plain.state() - 'A') * result.learned_symbols + plain.symbol());
    REQUIRE(walk.now().head == plain.head());
    for (long cell = -12; cell < 40; ++cell) REQUIRE(walk.now().tape.read(cell) == plain.symbol_of(plain.letter(cell)));
    plain.step();
    walk.step();
  }
  CHECK(plain.halted());
  CHECK(walk.now().halted());
  return plain.written();
}

// --- The regression again, by its kernel -----------------------------------------------------------------------------

// Answers and rho of every key of a table, from the pairs that the lessons taught: least norm is Y K⁺ k.
struct ByKernel {
  Matrix outputs;
  Vector rho;
  Index examples = 0;
  Index rank = 0;
  std::vector<std::int32_t> taught;  // examples of each key
};

ByKernel by_kernel(const Result& result, std::uint64_t seed, const learner::Table& table) {
  const learner::TuringSize size{result.learned_states, result.learned_symbols};
  const learner::LookupShape shape = learner::turing_shape(size);
  std::vector<learner::Sequence> seen;
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(result.lessons); ++i) {
    const learner::TuringLesson lesson = learner::turing_lesson({.size = size, .seed = seed}, i);
    for (const Index key : lesson.keys)
      seen.push_back(learner::lookup_sequence(shape, learner::turing_table(lesson.machine), key));
  }
  const auto meet = [](const Matrix& a, const Matrix& b) {
    return (a * a.transpose()).cwiseProduct(b * b.transpose()).sum() * a.col(a.cols() - 1).dot(b.col(b.cols() - 1));
  };
  const auto count = static_cast<Index>(seen.size());
  Matrix K(count, count);
  Matrix Y(shape.width(), count);
  for (Index i = 0; i < count; ++i) {
    Y.col(i) = seen[static_cast<std::size_t>(i)].Y;
    for (Index j = 0; j < count; ++j)
      K(i, j) = meet(seen[static_cast<std::size_t>(i)].Z, seen[static_cast<std::size_t>(j)].Z);
  }
  Eigen::CompleteOrthogonalDecomposition<Matrix> inverse;
  inverse.setThreshold(1e-11);
  inverse.compute(K);
  ByKernel found{Matrix(shape.width(), shape.keys), Vector(shape.keys), count, inverse.rank(), {}};
  for (Index key = 0; key < shape.keys; ++key) {
    found.taught.push_back(static_cast<std::int32_t>(std::ranges::count_if(
        seen, [key](const learner::Sequence& one) { return one.Z(key, one.Z.cols() - 1) == 1; })));
  }
  for (Index key = 0; key < shape.keys; ++key) {
    const Matrix Z = learner::lookup_sequence(shape, table, key).Z;
    Vector k(count);
    for (Index i = 0; i < count; ++i) k(i) = meet(Z, seen[static_cast<std::size_t>(i)].Z);
    const Vector weights = inverse.solve(k);
    found.outputs.col(key) = Y * weights;
    found.rho(key) = std::sqrt(std::max(0.0, 1 - k.dot(weights) / meet(Z, Z)));
  }
  return found;
}

learner::Table table_of(const Result& result) {
  learner::Table table(3, static_cast<Index>(result.table.size()));
  for (Index key = 0; key < table.cols(); ++key) {
    const std::int32_t rule = result.table[static_cast<std::size_t>(key)];
    table.col(key) << rule / 100 - 1, rule / 10 % 10 - 1,
        (rule % 10 + result.learned_states) % (result.learned_states + 1);
  }
  return table;
}

// --- A pointer over the figure ---------------------------------------------------------------------------------------

struct Desk {
  plot::HeadlessContext headless;
  figures::View view{figure()};
  plot::Look look{.width = 1080, .height = 800};

  explicit Desk(std::string_view query) {
    view.values() = values_of(query);
    compute();
  }
  void compute() {
    bench::Log log;
    const auto bytes = bench::run(figure(), view.values(), log);
    REQUIRE(bytes);
    REQUIRE(view.show(*bytes, {}, false));
  }
  void frame(plot::Point at, bool down, bool touch = false) {
    headless.pointer.next(at, at.x >= 0, down, touch);
    headless.frame(look, [this](plot::Canvas& canvas) { view.draw(canvas, false); });
  }
  void click(plot::Point at, bool touch = false) {
    frame(at, false, touch);
    frame(at, true, touch);
    frame(at, false, touch);
    frame({-10, -10}, false, touch);
  }
  void drag(plot::Point from, plot::Point to) {
    frame(from, false);
    frame(from, true);
    frame({(from.x + to.x) / 2, (from.y + to.y) / 2}, true);
    frame(to, true);
    frame(to, false);
    frame({-10, -10}, false);
  }
  std::vector<double> list(std::string_view id) {
    const auto list = view.values().list(id);
    return {list.begin(), list.end()};
  }
  // The first place that a click changes something at; walks over the picture from `from`, nothing kept.
  template <class Changed>
  plot::Point find(const plot::Rect& where, Changed changed) {
    const Values before = view.values();
    for (float y = where.y; y < where.bottom(); y += 6) {
      for (float x = where.x; x < where.right(); x += 10) {
        click({x, y});
        const bool found = changed(view.values());
        view.values() = before;
        if (found) return {x, y};
      }
    }
    FAIL("nothing there can be clicked");
    return {};
  }
};

}  // namespace

TEST_CASE("seven machines run to halting on unseen tapes, every step checked against a plain simulator") {
  for (const int number : {0, 1, 2, 5, 7, 11, 22, 63}) {
    std::vector<int> bits;
    for (int rest = number; rest > 0; rest /= 2) bits.insert(bits.begin(), rest % 2 + 1);
    std::string next;
    for (int rest = number + 1; rest > 0; rest /= 2) next.insert(next.begin(), static_cast<char>('0' + rest % 2));
    CHECK(check_run(machines()[0], bits.empty() ? std::vector<int>{0} : bits, 0) == next);
  }
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      std::vector<int> tape(static_cast<std::size_t>(a), 1);
      tape.push_back(0);
      tape.insert(tape.end(), static_cast<std::size_t>(b), 1);
      CHECK(check_run(machines()[1], tape, 0) == std::string(static_cast<std::size_t>(a + b), '1'));
    }
  }
  for (std::size_t n = 1; n < 5; ++n) {
    const std::string ones(n, '1');
    CHECK(check_run(machines()[2], std::vector<int>(n, 1), 0) == ones + "_" + ones);
  }
  CHECK(check_run(machines()[3], {1, 2, 1}, 0).empty());
  CHECK_FALSE(check_run(machines()[3], {1, 2, 2}, 0).empty());
  for (std::size_t beaver = 4; beaver < 7; ++beaver) {
    check_run(machines()[beaver], {0}, 0);
    check_run(machines()[beaver], {0}, 5);
  }
  CHECK(check_run(machines()[6], {0}, 3).size() == 14);  // thirteen ones and the blank among them
}

TEST_CASE("one layer for 6 states and 3 symbols, learned once, runs machines of smaller sizes too") {
  for (const std::size_t k : {0UZ, 2UZ, 6UZ}) {
    check_run(machines()[k], k < 4 ? std::vector<int>{1, 1} : std::vector<int>{0}, 0, "&size=all");
  }
}

TEST_CASE("learned answers and rho are those of the kernel of whole sequences") {
  for (const char* query :
       {"machine=beaver3&N=30", "machine=beaver3&N=100&seed=5", "machine=own&states=2&N=15&rules=231,212,211,230",
        "machine=own&states=1&symbols=3&N=20&rules=120,231,331", "machine=increment&N=50"}) {
    CAPTURE(std::string(query));
    const Values values = values_of(query);
    const Result result = run(values);
    const ByKernel again = by_kernel(result, static_cast<std::uint64_t>(values.integer("seed")), table_of(result));
    CHECK(result.skipped == 0);
    CHECK((result.outputs - again.outputs).cwiseAbs().maxCoeff() < 1e-7);
    // A square root of what is left of 1 keeps half the digits.
    CHECK((result.rho - again.rho).cwiseAbs().maxCoeff() < 1e-5);
    CHECK(result.rho.maxCoeff() > 0.01);
    CHECK(result.examples == again.examples);
    CHECK(result.rank == again.rank);
    CHECK(result.taught == again.taught);
    // Rounding takes the largest of each block.
    const learner::LookupShape shape = learner::turing_shape({result.learned_states, result.learned_symbols});
    for (std::size_t key = 0; key < result.answered.size(); ++key) {
      const auto rounded = learner::round_to_entry(shape, result.outputs.col(static_cast<Index>(key)));
      CHECK(figures::turing::rule_of_number(result.answered[key]) ==
            learner::rule_of(rounded.values, {result.learned_states, result.learned_symbols}));
    }
  }
}

TEST_CASE("with every direction seen all answers are one-hot, and rho is 0") {
  for (const char* query :
       {"", "machine=beaver4", "machine=palindrome", "machine=own&states=2&rules=232,311,111,230"}) {
    CAPTURE(std::string(query));
    const Result result = run(query);
    CHECK(result.rank == result.needed);
    CHECK(result.rho.maxCoeff() == 0);
    for (Index key = 0; key < result.outputs.cols(); ++key) {
      for (const double output : result.outputs.col(key))
        CHECK(std::min(std::abs(output), std::abs(output - 1)) < 1e-9);
      CHECK(std::abs(result.outputs.col(key).sum() - 3) < 1e-9);
    }
  }
}

TEST_CASE("each point of the curve is what a run with that many traces ends at") {
  const Result all = run("N=500&seed=3");
  for (const auto& point : all.growth) {
    if (point.lessons != 10 && point.lessons != 50 && point.lessons != 200 && point.lessons != 500) continue;
    const Result fewer = run("seed=3&N=" + std::to_string(point.lessons));
    CHECK(fewer.rank == point.rank);
    int right = 0;
    double rho = 0;
    for (std::size_t key = 0; key < fewer.table.size(); ++key) {
      right += fewer.answered[key] == fewer.table[key] ? 1 : 0;
      rho = std::max(rho, fewer.rho(static_cast<Index>(key)));
    }
    CHECK(right == point.right);
    CHECK(rho == point.rho);
  }
  for (std::size_t k = 1; k < all.growth.size(); ++k) CHECK(all.growth[k].rank >= all.growth[k - 1].rank);
  CHECK(all.growth.back().lessons == 500);
  CHECK(all.growth.back().rank == all.rank);
}

TEST_CASE("too few traces make wrong steps; the first is named with its rho, and what follows goes astray") {
  const Result result = run("N=200");
  REQUIRE(result.first_wrong >= 0);
  Simulator plain(machines()[2], {1, 1, 1}, 0);
  for (int step = 0; step < result.first_wrong; ++step) {
    const auto key = static_cast<std::size_t>(result.run.keys[static_cast<std::size_t>(step)]);
    CHECK(result.answered[key] == result.table[key]);
    CHECK(static_cast<int>(key) == (plain.state() - 'A') * 2 + plain.symbol());
    plain.step();
  }
  // The whole run is that of a machine whose rules are the learned answers, wrong ones too.
  Machine learned{"learned", "_1", {}};
  for (const std::int32_t rule : result.answered) {
    const int next = rule % 10;
    learned.rules.push_back(
        {"_1"[rule / 100 - 1], "LSR"[rule / 10 % 10 - 1], next == 0 ? 'H' : static_cast<char>('A' + next - 1)});
  }
  Simulator astray(learned, {1, 1, 1}, 0);
  for (const std::int32_t key : result.run.keys) {
    REQUIRE(key == (astray.state() - 'A') * 2 + astray.symbol());
    astray.step();
  }
  CHECK(astray.halted() == (result.run.end == End::halted));
  const auto wrong = static_cast<std::size_t>(result.run.keys[static_cast<std::size_t>(result.first_wrong)]);
  CHECK(result.answered[wrong] != result.table[wrong]);
  CHECK(result.rho(static_cast<Index>(wrong)) > 0.01);
  CHECK(result.truth.steps() == 28);
  const figures::Description words = said("N=200");
  CHECK(contains(words.title,
                 "Step " + std::to_string(result.first_wrong + 1) + " of Copy went wrong: 200 traces were too few"));
  CHECK(contains(words.sentence, "instead of"));
  CHECK(contains(words.sentence, "outside what the lessons span"));
}

TEST_CASE("a sentence on a run that went wrong names the first wrong step before it says what became of the run") {
  const std::string sentence = said("machine=increment&N=5").sentence;
  REQUIRE(contains(sentence, "Still running after"));
  CHECK(sentence.find("In step 1, state A on 1, the layer was wrong") < sentence.find("Still running after"));
}

TEST_CASE("the machine that is run is never among those it was taught from") {
  // Of one state and two symbols there are 144 machines, so that some lesson is sure to be this one.
  const Result result = run("machine=own&states=1&rules=231,220&N=2000");
  CHECK(result.skipped > 0);
  CHECK(result.lessons == 2000);
  CHECK(run("").skipped == 0);
}

TEST_CASE("a machine that comes back to where it stood goes round for ever, and is told from one that runs away") {
  // To and fro between two cells.
  const Result round = run("machine=own&states=2&rules=132,132,111,111");
  CHECK(round.run.end == End::loop);
  CHECK((round.run.steps() - round.run.again) % 2 == 0);
  CHECK(contains(said("machine=own&states=2&rules=132,132,111,111").sentence, "for ever"));
  const Result away = run("machine=own&states=1&rules=231,231&limit=100");
  CHECK(away.run.end == End::limit);
  CHECK(away.run.steps() == 100);
  CHECK(contains(said("machine=own&states=1&rules=231,231&limit=100").sentence,
                 "it never halts: it does the same again"));
  CHECK(run("machine=own&states=1&rules=111").run.away.at > 0);
  // With eight ones Copy halts later.
  CHECK_FALSE(run("machine=copy&tape=1,1,1,1,1,1,1,1&limit=50").run.away.at > 0);
  CHECK(contains(said("machine=copy&tape=1,1,1,1,1,1,1,1&limit=50").sentence, "does not tell whether it ever halts"));
  int runaways = 0;
  // Every loop found is one: stepping on by its length leads back.
  for (int seed = 0; seed < 40; ++seed) {
    learner::Random random(static_cast<std::uint64_t>(seed));
    std::string rules;
    const learner::TuringMachine machine = learner::random_turing_machine({2, 2}, random);
    for (const auto& rule : machine.table)
      rules += (rules.empty() ? "" : ",") + std::to_string(figures::turing::number_of(*rule));
    const std::string query = "machine=own&states=2&tape=1,0,1,1&rules=" + rules;
    const Result result = run(query);
    // Whatever runs away still runs after four times the steps, and in the end repeats its questions.
    if (const Result early = run(query + "&limit=50"); early.run.away.at > 0) {
      ++runaways;
      CHECK(early.run.end == End::limit);
      CHECK(result.run.end == End::limit);
      const auto& keys = result.run.keys;
      int period = 1;
      while (period < 50 && !std::equal(keys.begin() + 50 + period, keys.end(), keys.begin() + 50)) ++period;
      CHECK(period < 50);
    }
    if (result.run.end != End::loop) continue;
    const auto then = figures::turing::configuration_at(result, result.run.again);
    const auto now = figures::turing::configuration_at(result, result.run.steps());
    CHECK(then.head == now.head);
    CHECK(then.state == now.state);
    for (Index cell = -60; cell < 60; ++cell) CHECK(then.tape.read(cell) == now.tape.read(cell));
  }
  CHECK(runaways > 0);
}

TEST_CASE("a hole stops the run before it and says where to write") {
  const Result result = run("machine=own&states=2&rules=232,0,0,0");
  CHECK(result.run.end == End::hole);
  CHECK(result.run.steps() == 1);
  const figures::Description words = said("machine=own&states=2&rules=232,0,0,0");
  CHECK(contains(words.sentence, "After 1 step state B reads blank, and the table has no rule"));
  CHECK(run("machine=own").run.steps() == 0);
  CHECK(contains(said("machine=own").sentence, "At the start, state A reads blank"));
}

TEST_CASE("a run that is right although the lessons leave its answers open is not said to be certain") {
  const std::string query = "machine=own&states=2&N=30&seed=2&rules=132,132,111,111";
  const Result open = run(query);
  REQUIRE(open.first_wrong < 0);
  CHECK(open.largest_rho() == doctest::Approx(0.3656).epsilon(0.001));
  const figures::Description words = said(query);
  CHECK(contains(words.title, "leave some answers open"));
  CHECK(contains(words.sentence, "outside what the lessons span reaches ρ = 0.37 of its length"));
  const figures::Description sure = said("machine=increment");
  CHECK_FALSE(contains(sure.title, "leave some answers open"));
  CHECK(contains(sure.sentence, "Every step is right, and ρ = 0 at each."));
}

TEST_CASE("an empty tape, and a head that leaves the cells that can be written, are run and told") {
  CHECK(contains(said("machine=copy&tape=0").sentence, "Halted after 1 step; the tape is blank."));
  CHECK(contains(said("machine=own&states=1&tape=0,0&rules=120,120").sentence, "the tape is blank"));
  const Result left = run("machine=own&states=1&rules=211,211&limit=50");
  CHECK(figures::turing::reach_of(left).low == -50);
  CHECK(figures::turing::configuration_at(left, 50).head == -50);
}

TEST_CASE("links with foreign symbols or rules, or too many of them, are read as far as they can be, and told") {
  Values values(figure().parameters);
  CHECK(contains(values.read_query("tape=1,1,7").front(), "must lie between 0 and 2"));
  CHECK(contains(values.read_query("tape=" + list_of(std::vector<int>(25, 1))).front(), "at most 24 numbers"));
  CHECK(contains(values.read_query("rules=" + list_of(std::vector<int>(19, 120))).front(), "at most 18 numbers"));
  CHECK(values == Values(figure().parameters));
  const figures::Description foreign = said("machine=copy&tape=1,2,1");
  CHECK(contains(foreign.sentence, "1 cell holds a symbol that this machine does not have; read as blank."));
  CHECK(run("machine=copy&tape=1,2,1").tape == std::vector<std::int32_t>{1, 0, 1});
  CHECK(contains(said("machine=own&states=1&rules=231,231,231").sentence, "3 rules, more than the 2"));
  CHECK(contains(said("machine=own&states=1&rules=231,299").sentence,
                 "1 rule in the link does not fit a machine of this size and became a hole: press it"));
  CHECK(contains(said("machine=own&states=2&rules=331,233").sentence, "2 rules in the link do not fit"));
}

TEST_CASE("a rule as a number is the rule again") {
  for (const learner::TuringSize size :
       {learner::TuringSize{1, 2}, learner::TuringSize{6, 3}, learner::TuringSize{3, 2}}) {
    int known = 0;
    for (std::int32_t number = 0; number <= figures::turing::kLargestRule; ++number) {
      const auto rule = figures::turing::rule_of_number(number, size);
      if (!rule) continue;
      ++known;
      CHECK(figures::turing::number_of(*rule) == number);
    }
    CHECK(known == size.symbols * 3 * (size.states + 1));
  }
}

TEST_CASE("every step of every run can be shown, and is what the walk says") {
  for (const char* query :
       {"", "machine=own&states=1&rules=231,231&limit=1000", "machine=beaver4", "machine=increment"}) {
    const Result result = run(query);
    Values values = values_of(query);
    for (int step = 0; step <= result.run.steps(); ++step) {
      figures::turing::show_step(result, values, step);
      const auto moment = figures::turing::moment_of(result, values);
      REQUIRE(moment.done == step);
      REQUIRE(moment.glide == 0);
    }
  }
}

TEST_CASE("a click on the tape writes the next symbol in one cell, round and round, and the machine stays") {
  for (const bool touch : {false, true}) {
    Desk desk("machine=palindrome&N=50&at=0");
    const plot::Point at =
        desk.find({40, 100, 400, 40}, [](const Values& values) { return !values.list("tape").empty(); });
    desk.click(at, touch);
    const std::vector<double> first = desk.list("tape");
    const std::vector<double> example = {1, 2, 2, 1};
    int cell = -1;
    for (std::size_t k = 0; k < std::max(first.size(), example.size()); ++k) {
      const double was = k < example.size() ? example[k] : 0;
      const double is = k < first.size() ? first[k] : 0;
      if (was == is) continue;
      CHECK(cell == -1);
      CHECK(is == (static_cast<int>(was) + 1) % 3);
      cell = static_cast<int>(k);
    }
    REQUIRE(cell >= 0);
    desk.compute();
    desk.click(at, touch);
    desk.compute();
    desk.click(at, touch);
    CHECK(run(desk.view.values()).tape == std::vector<std::int32_t>{1, 2, 2, 1});
    CHECK(desk.view.values().choice("machine") == "palindrome");
    CHECK(desk.view.values().number("head") == 0);
  }
}

TEST_CASE("the head's start is moved by a press over a cell and by a drag") {
  Desk desk("N=50&at=0");
  const plot::Point at = desk.find({40, 52, 500, 30}, [](const Values& values) { return values.number("head") == 2; });
  desk.click(at);
  CHECK(desk.view.values().number("head") == 2);
  CHECK(desk.list("tape").empty());
  desk.compute();
  CHECK(run(desk.view.values()).head == 2);
  desk.drag(at, {at.x + 380, at.y});
  CHECK(desk.view.values().number("head") > 6);
}

TEST_CASE(
    "clicks on a rule change its write, its move and its next state, each round its own circle, and make it one's "
    "own") {
  Desk desk("machine=beaver3&N=50");
  const Values before = desk.view.values();
  std::vector<std::int32_t> kinds(3);
  // Over the first row of the table.
  for (float x = 660; x < 960; x += 8) {
    for (float y = 108; y < 130; y += 8) {
      desk.view.values() = before;
      desk.click({x, y});
      if (desk.view.values().choice("machine") != "own") continue;
      const std::vector<double> rules = desk.list("rules");
      REQUIRE(rules.size() == 6);
      const std::vector<double> was = {232, 230, 133, 232, 213, 211};
      for (std::size_t k = 0; k < 6; ++k) {
        if (rules[k] == was[k]) continue;
        const double change = rules[k] - was[k];
        const bool write = change == 100 || change == -100;
        const bool move = change == 10 || change == -20;
        ++kinds[write ? 0 : move ? 1 : 2];
        if (!write && !move) CHECK((change == 1 || change == -3 || rules[k] == 0));
      }
      CHECK(desk.view.values().number("states") == 3);
      CHECK(desk.view.values().number("symbols") == 2);
    }
  }
  for (const int kind : kinds) CHECK(kind > 0);
}

TEST_CASE("a rule clicked through all its next states becomes a hole and then a rule again") {
  Desk desk("machine=own&states=2&rules=232,232,232,230&N=50");
  const plot::Point at =
      desk.find({750, 108, 60, 30}, [](const Values& values) { return values.list("rules")[0] == 230; });
  std::vector<double> seen;
  for (int click = 0; click < 3; ++click) {
    desk.click(at);
    seen.push_back(desk.list("rules")[0]);
    desk.compute();
  }
  CHECK(seen == std::vector<double>{230, 0, 131});
}

TEST_CASE("the button for the first wrong step goes there") {
  Desk desk("machine=beaver4&N=150&part=run");
  const Result result = run("machine=beaver4&N=150");
  REQUIRE(result.first_wrong >= 0);
  desk.click(desk.find({650, 768, 20, 30}, [&](const Values& values) { return values.number("at") < 100; }));
  CHECK(figures::turing::moment_of(result, desk.view.values()).done == result.first_wrong);
}

TEST_CASE("after an edit of the tape a button brings the example back") {
  Desk desk("tape=1,0,1&head=2&N=50");
  desk.click(desk.find({510, 0, 90, 30}, [](const Values& values) { return values.list("tape").empty(); }));
  CHECK(desk.list("tape").empty());
  CHECK(desk.view.values().number("head") == 0);
}

TEST_CASE("a step on or back is one of the machine, at rest, and a click in the diagram goes to its row") {
  Desk desk("at=0&part=run");
  desk.look.reduced_motion = true;
  const Result result = run("at=0");
  const auto moment = [&] { return figures::turing::moment_of(result, desk.view.values()); };
  const auto step = [&](int way, int done) {
    desk.view.step("at", way);
    desk.frame({-10, -10}, false);
    CHECK(moment().done == done);
    CHECK(moment().glide == 0);
  };
  for (int k = 1; k <= 28; ++k) step(1, k);
  step(1, 28);
  for (int k = 27; k >= 0; --k) step(-1, k);
  step(-1, 0);
  desk.view.set("at", 13);
  REQUIRE(moment().glide > 0);
  step(-1, 3);
  const auto is_17 = [&](const Values& values) { return figures::turing::moment_of(result, values).done == 17; };
  desk.click(desk.find({800, 110, 10, 660}, is_17));
  CHECK(moment().done == 17);
  CHECK_FALSE(desk.view.is_stale());
}

TEST_CASE("a step on glides, and a second one ends it before it sets off") {
  Desk desk("at=0");
  const Result result = run("at=0");
  double seconds = 1;
  const auto pass = [&](double time) {
    seconds += time;
    desk.headless.frame(desk.look, [&](plot::Canvas& canvas) {
      canvas.seconds = seconds;
      desk.view.draw(canvas, false);
    });
    return figures::turing::moment_of(result, desk.view.values());
  };
  desk.view.step("at", 1);
  pass(0);
  CHECK(pass(0.1).glide > 0);
  desk.view.step("at", 1);
  pass(0);
  CHECK(pass(0.1).done == 1);
  for (int k = 0; k < 10; ++k) pass(0.1);
  CHECK(pass(0).done == 2);
  CHECK(desk.view.playing().empty());
}

TEST_CASE("the film tells what comes of the run when it shows it, and a wrong step at once") {
  const std::string few = "machine=beaver4&N=150";
  const Result result = run(few);
  REQUIRE(result.first_wrong == 6);
  REQUIRE(result.run.steps() == 8);
  const auto moment = [&](const std::string& query) { return figures::turing::moment_of(result, values_of(query)); };
  const auto caption = [&](const std::string& query) { return figures::turing::caption_of(result, moment(query)); };
  CHECK_FALSE(caption(few + "&at=62.5").wrong);
  CHECK_FALSE(figures::turing::is_astray(result, moment(few + "&at=75")));
  CHECK(figures::turing::is_astray(result, moment(few + "&at=80")));
  for (const char* at : {"&at=75", "&at=80", "&at=87.5", "&at=100"}) CHECK(caption(few + at).wrong);
  // What it did instead of what the table says, from the rules as numbers.
  const std::int32_t key = result.run.key(6);
  CHECK(contains(caption(few + "&at=80").words,
                 figures::turing::rule_words(result.answered[static_cast<std::size_t>(key)], 2)));
  CHECK(contains(caption(few + "&at=80").meaning,
                 figures::turing::rule_words(result.table[static_cast<std::size_t>(key)], 2)));
  CHECK_FALSE(contains(said(few + "&at=75").title, "wrong"));
  CHECK(contains(said(few + "&at=87.5").title, "Step 7 of Busy beaver 4 went wrong"));

  CHECK(said("at=0").title == "Learned from 1,500 traces of other machines: can it run Copy?");
  CHECK(said("at=50").title == said("at=0").title);
  CHECK_FALSE(contains(said("at=50").sentence, "Halted"));
  CHECK(contains(said("").title, "runs it to its end: 28 right steps"));
  CHECK(figures::turing::caption_of(run(""), {.done = 28, .glide = 0, .question = 27}).words ==
        "It halts, every step right");
}

TEST_CASE("every cell that looks as if it could be written can be, and no other; later a press leads to the start") {
  Desk desk("machine=own&states=1&rules=211,211&limit=50&N=5&at=0");
  const auto inked = [&](plot::Point at) {
    desk.frame(at, false);
    bool hand = false;
    desk.headless.frame(desk.look, [&](plot::Canvas& canvas) {
      desk.view.draw(canvas, false);
      hand = canvas.hand;
    });
    return hand;
  };
  // At the start cells are buttons from 0 on, over the columns of the run, and the one before them is none.
  const float right = 600;  // of the tape
  int pressed = 0;
  for (float x = 4; x < 1076; x += 7) {
    const Values before = desk.view.values();
    desk.click({x, 110});
    const bool wrote = !desk.view.values().list("tape").empty();
    desk.view.values() = before;
    CHECK(wrote == inked({x, 110}));
    CHECK(wrote == (x > 33 && x < right));
    pressed += wrote;
  }
  CHECK(pressed > 75);
  desk.view.set("at", 50);
  desk.click({300, 110});
  CHECK(desk.list("tape").empty());
  CHECK(desk.view.values().number("at") == 0);
}

TEST_CASE("the view of the tape knows nothing of what is still to come") {
  // Whether the head will run away or stop at once, a press at the start writes the same cell.
  for (const char* rules : {"211,211", "231,231", "120,120"}) {
    Desk desk("machine=own&states=1&limit=50&N=5&at=0&rules=" + std::string(rules));
    desk.click({200, 110});
    CHECK(desk.list("tape") == std::vector<double>{0, 0, 1});
  }
}

TEST_CASE("on a phone the head stands over its column of the run in every step, wherever that goes") {
  for (const char* query : {"part=run", "part=run&machine=beaver4", "part=run&machine=increment"}) {
    CAPTURE(std::string(query));
    Desk desk(query);
    const Result result = run(query);
    double least = 1e9, most = -1e9;
    for (int step = 1; step <= result.run.steps(); ++step) {
      figures::turing::show_step(result, desk.view.values(), step);
      const std::string svg = desk.view.svg(desk.headless, {.width = 360, .height = 540});
      // The tip of the arrow under the head is drawn first, the mark in the last row of the run last.
      const std::size_t tip = svg.rfind('M', svg.find("-9h9z")), mark = svg.find("d=\"M", svg.rfind("\"#006f76\""));
      REQUIRE(tip != std::string::npos);
      REQUIRE(mark != std::string::npos);
      const double apart = std::stod(svg.substr(mark + 4)) - std::stod(svg.substr(tip + 1));
      least = std::min(least, apart);
      most = std::max(most, apart);
    }
    CHECK(most < 0);
    CHECK(most - least < 1.6);  // marks stand on whole pixels
  }
}

TEST_CASE("the parts take turns at every width; the answer has its own place where there is room, else a tab") {
  for (const auto& [width, height, has_place] :
       {std::tuple{1080.F, 475.F, true}, {700.F, 308.F, false}, {360.F, 590.F, false}}) {
    CAPTURE(width);
    Desk desk("machine=beaver4&N=150&at=50&part=traces");
    desk.look.width = width;
    desk.look.height = height;
    std::set<std::string> pressed;
    for (float x = 4; x < width; x += 12) {
      for (float y = 4; y < 320; y += 24) {
        desk.click({x, y});
        pressed.emplace(desk.view.values().choice("part"));
        desk.view.values() = values_of("machine=beaver4&N=150&at=50&part=traces");
      }
    }
    CHECK(pressed.contains("rules"));
    CHECK(pressed.contains("run"));
    CHECK(pressed.contains("step") != has_place);
    for (const char* part : {"step", "rules", "run", "traces"}) {
      CAPTURE(std::string(part));
      desk.view.values().choose("part", part);
      const std::string svg = desk.view.svg(desk.headless, {.width = width, .height = height});
      const bool is_step = std::string_view(part) == "step";
      CHECK(contains(svg, "before rounding") == (has_place || is_step));
      CHECK(contains(svg, "Press to change") == (std::string_view(part) == "rules" || (has_place && is_step)));
      CHECK(contains(svg, "Press a row") == (std::string_view(part) == "run"));
      CHECK(contains(svg, "each of a random") == (std::string_view(part) == "traces"));
    }
  }
}

TEST_CASE("where the run is shown is said as a step") {
  const Result result = run("");
  Values values = values_of("");
  figures::turing::show_step(result, values, 5);
  CHECK(figures::turing::say(result, "at", bench::context(values)) ==
        "step 5 of " + std::to_string(result.run.steps()));
}

TEST_CASE("what a machine is for is shown where its head starts on the first symbol of the word") {
  for (const auto& [start, is_for] :
       {std::pair{"", true}, std::pair{"&tape=1,2,2,1", true}, std::pair{"&tape=1,2,2,1&head=1", false},
        std::pair{"&tape=0,1,1&head=1", true}}) {
    CAPTURE(start);
    Desk desk("machine=palindrome" + std::string(start));
    CHECK(desk.view.svg(desk.headless, {.width = 1000, .height = 640}).contains("blanks the tape") == is_for);
  }
}
