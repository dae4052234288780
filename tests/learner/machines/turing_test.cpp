#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>

#include "../bits.hpp"
#include "learner/machines/exactness.hpp"
#include "learner/machines/turing_machine.hpp"
#include "learner/machines/turing_run.hpp"

using namespace learner;

namespace {

bool says(const Error& error, std::string_view words) { return error.text().find(words) != std::string::npos; }

const TuringMachine& machine_of(std::string_view name) {
  static const auto library = turing_library();
  return std::ranges::find(library, name, &LibraryMachine::name)->machine;
}

Halting run_plain(std::string_view name, std::string_view input) {
  const TuringMachine& machine = machine_of(name);
  return simulate(machine, *configure(machine, input), 10000);
}

std::string result_of(std::string_view name, std::string_view input) {
  const Halting halting = run_plain(name, input);
  REQUIRE(halting.halted());
  return written(machine_of(name), halting.end.tape);
}

std::string binary(int number) { return number < 2 ? std::to_string(number) : binary(number / 2) + binary(number % 2); }

std::string ones(int count) { return std::string(static_cast<size_t>(count), '1'); }

// All words over 0 and 1 of up to `length` digits.
std::vector<std::string> words_up_to(size_t length) {
  std::vector<std::string> words{""};
  for (size_t i = 0; words[i].size() < length; ++i) {
    words.push_back(words[i] + "0");
    words.push_back(words[i] + "1");
  }
  return words;
}

bool is_palindrome(const std::string& word) { return std::equal(word.begin(), word.end(), word.rbegin()); }

LookupLearner taught(const TuringLessons& options, std::uint64_t lessons) {
  LookupLearner learner(turing_shape(options.size));
  for (std::uint64_t i = 0; i < lessons; ++i) REQUIRE(teach(learner, turing_lesson(options, i)).has_value());
  return learner;
}

// A sanitized program is 20 times slower: there a step that runs the machines of 3 states and 2 symbols only.
#ifdef LIFTED_SANITIZED
constexpr TuringSize kSize{3, 2};
constexpr std::uint64_t kLessons = 600;
#else
constexpr TuringSize kSize{6, 3};
constexpr std::uint64_t kLessons = 1500;
#endif

// One learned step for all cases below: 0.3 s.
const LookupLearner& learned_step() {
  static const LookupLearner learner = taught({.size = kSize}, kLessons);
  return learner;
}

bool fits(const TuringMachine& machine) {
  return machine.size().states <= kSize.states && machine.size().symbols <= kSize.symbols;
}

// Runs a machine by the learned step and by the plain simulator side by side.
void check_learned_run(std::string_view name, std::string_view input) {
  const TuringMachine& machine = machine_of(name);
  if (!fits(machine)) return;
  auto run = *TuringRun::create(learned_step(), *padded(machine, kSize), input, 10000);
  Configuration plain = *configure(machine, input);
  while (run.status() == TuringRun::Status::running) {
    const TuringStep step = run.step();
    const Rule& rule = rule_at(machine, plain);
    REQUIRE(step.rule == rule);
    REQUIRE(step.truth == rule);
    REQUIRE(step.asked.error < 1e-9);
    plain.apply(rule);
    REQUIRE(run.configuration().state == plain.state);
    REQUIRE(run.configuration().head == plain.head);
    REQUIRE(run.configuration().symbol() == plain.symbol());
  }
  CHECK(run.status() == TuringRun::Status::halted);
  CHECK(plain.halted());
  CHECK(written(run.machine(), run.configuration().tape) == written(machine, plain.tape));
  CHECK(run.largest_rho() < Interpolation::kInside);
  CHECK(run.smallest_margin() > 1.0 - 1e-9);
  CHECK(!run.first_wrong());
}

}  // namespace

TEST_CASE("binary increment adds 1 to every number") {
  for (int number = 0; number < 200; ++number)
    CHECK(result_of("Binary increment", binary(number)) == binary(number + 1));
  CHECK(result_of("Binary increment", "") == "1");
}

TEST_CASE("unary addition adds") {
  for (int a = 0; a < 8; ++a) {
    for (int b = 0; b < 8; ++b) CHECK(result_of("Unary addition", ones(a) + "_" + ones(b)) == ones(a + b));
  }
}

TEST_CASE("copy writes a second row of ones, in 2 n^2 + 3 n + 1 steps") {
  for (int n = 0; n < 12; ++n) {
    CHECK(result_of("Copy", ones(n)) == (n == 0 ? "" : ones(n) + "_" + ones(n)));
    CHECK(run_plain("Copy", ones(n)).steps == 2 * n * n + 3 * n + 1);
  }
}

TEST_CASE("the palindrome machine leaves a blank tape exactly for palindromes") {
  for (const std::string& word : words_up_to(9)) CHECK(result_of("Palindrome", word).empty() == is_palindrome(word));
}

TEST_CASE("the busy beavers leave as many ones, after as many steps, as is known of them") {
  struct Row {
    const char* name;
    Index ones, steps;
  };
  for (const auto [name, count, steps] :
       {Row{"Busy beaver 3", 6, 14}, Row{"Longest run of 3", 5, 21}, Row{"Busy beaver 4", 13, 107}}) {
    CHECK(run_plain(name, "").steps == steps);
    CHECK(std::ranges::count(result_of(name, ""), '1') == count);
  }
}

TEST_CASE("no machine of 2 states and 2 symbols among 20000 beats the busy beaver of 6 steps and 4 ones") {
  // Moves left or right only, as the record demands: S(2) = 6 and Sigma(2) = 4 are proven (Rado, 1962).
  Random random(1);
  Index most_steps = 0, most_ones = 0;
  for (int i = 0; i < 20000; ++i) {
    TuringMachine machine = random_turing_machine({2, 2}, random);
    for (auto& rule : machine.table) {
      if (rule->move == Move::stay) rule->move = Move::right;
    }
    const Halting halting = simulate(machine, *configure(machine, ""), 50);
    if (!halting.halted()) continue;
    most_steps = std::max(most_steps, halting.steps);
    most_ones = std::max<Index>(most_ones, std::ranges::count(written(machine, halting.end.tape), '1'));
  }
  CHECK(most_steps == 6);
  CHECK(most_ones == 4);
}

TEST_CASE("the tape is blank everywhere at first, has no end, and what is written stays") {
  Tape tape;
  CHECK(tape.read(-1000) == 0);
  CHECK(tape.begin() == tape.end());
  tape.write(-7, 2);
  tape.write(5, 1);
  tape.write(6, 0);
  CHECK(tape.begin() == -7);
  CHECK(tape.end() == 6);
  CHECK(tape.read(-7) == 2);
  CHECK(tape.read(5) == 1);
  CHECK(tape.read(0) == 0);
  tape.write(-7, 0);
  CHECK(tape.begin() == 5);
}

TEST_CASE("one learned step of 6 states and 3 symbols, taught on random machines, runs the whole library to halting") {
  const LookupLearner& learner = learned_step();
  std::printf("  %d lessons: %d examples of rank %d\n", static_cast<int>(kLessons),
              static_cast<int>(learner.examples()), static_cast<int>(learner.rank()));
  CHECK(learner.rank() == learner.shape().keys * key_rank(learner.shape()));
  for (int number = 0; number < 12; ++number) check_learned_run("Binary increment", binary(number));
  for (int a = 0; a < 4; ++a) {
    for (int b = 0; b < 4; ++b) check_learned_run("Unary addition", ones(a) + "_" + ones(b));
  }
  for (int n = 0; n < 4; ++n) check_learned_run("Copy", ones(n));
  for (const std::string& word : words_up_to(4)) check_learned_run("Palindrome", word);
  for (const char* name : {"Busy beaver 3", "Longest run of 3", "Busy beaver 4"}) check_learned_run(name, "");
}

TEST_CASE("steps of each machine's own size run it too, in far fewer lessons") {
  for (const auto& [name, example, machine] : turing_library()) {
    if (machine.size().states > 3) continue;
    const LookupLearner learner = taught({.size = machine.size()}, 400);
    CHECK(learner.rank() == learner.shape().keys * key_rank(learner.shape()));
    auto run = *TuringRun::create(learner, machine, example);
    while (run.status() == TuringRun::Status::running) run.step();
    CHECK(run.status() == TuringRun::Status::halted);
    CHECK(!run.first_wrong());
    CHECK(run.largest_rho() < Interpolation::kInside);
  }
}

TEST_CASE("with too few lessons the first wrong step is kept, its rho is above 0, and the run goes on astray") {
  const LookupLearner learner = taught({.size = {3, 2}}, 25);
  const TuringMachine& machine = machine_of("Busy beaver 3");
  auto run = *TuringRun::create(learner, machine, "", 30);
  std::optional<TuringStep> wrong;
  while (run.status() == TuringRun::Status::running) {
    const TuringStep step = run.step();
    CHECK(step.truth == *machine.table[static_cast<size_t>(step.state * 2 + step.symbol)]);
    CHECK(run.configuration().state == step.rule.next);
    if (!wrong && step.rule != step.truth) wrong = step;
  }
  REQUIRE(wrong.has_value());
  REQUIRE(run.first_wrong().has_value());
  CHECK(run.first_wrong()->index == wrong->index);
  CHECK(wrong->asked.rho > 1e-3);
  CHECK(run.largest_rho() >= wrong->asked.rho);
  CHECK(run.first_wrong()->truth == wrong->truth);
}

TEST_CASE("a lesson is the trace of a random machine: its questions, each once, in the order they come up") {
  const TuringLessons options{.size = {4, 3}, .cells = 5, .steps = 20, .seed = 3};
  int halted = 0;
  for (std::uint64_t i = 0; i < 50; ++i) {
    const TuringLesson lesson = turing_lesson(options, i);
    REQUIRE(validate(lesson.machine).has_value());
    CHECK(lesson.steps <= 20);
    halted += lesson.steps < 20;
    CHECK(!lesson.keys.empty());
    CHECK(lesson.keys.front() / 3 == lesson.machine.start);
    CHECK(lesson.keys.front() == turing_key(lesson.machine, lesson.start));
    CHECK(simulate(lesson.machine, lesson.start, 20).steps == lesson.steps);
    auto sorted = lesson.keys;
    std::ranges::sort(sorted);
    CHECK(std::ranges::adjacent_find(sorted) == sorted.end());
    CHECK(turing_lesson(options, i).keys == lesson.keys);
    CHECK(turing_lesson(options, i).machine.table == lesson.machine.table);
  }
  CHECK(halted > 10);
  CHECK(turing_lesson(options, 0).machine.table != turing_lesson(options, 1).machine.table);
  CHECK(turing_lesson({.size = {4, 3}, .cells = 0}, 0).keys.front() % 3 == 0);  // a blank tape
}

TEST_CASE("a machine that never halts is stopped at the limit") {
  const TuringMachine machine = *parse_turing_machine("_1", "1RA 1RA");
  const Halting halting = simulate(machine, *configure(machine, ""), 100);
  CHECK(!halting.halted());
  CHECK(halting.steps == 100);
  CHECK(halting.end.head == 100);

  const LookupLearner learner = taught({.size = {1, 2}}, 60);
  auto run = *TuringRun::create(learner, machine, "", 10);
  while (run.status() == TuringRun::Status::running) run.step();
  CHECK(run.status() == TuringRun::Status::stopped);
  CHECK(run.steps() == 10);
  CHECK(!run.first_wrong());
}

TEST_CASE("the palindrome machine halts in one step on a blank tape, and leaves a digit of what is no palindrome") {
  const TuringMachine& machine = machine_of("Palindrome");
  const Halting blank = run_plain("Palindrome", ""), other = run_plain("Palindrome", "10");
  CHECK(blank.halted());
  CHECK(blank.steps == 1);
  CHECK(written(machine, blank.end.tape).empty());
  CHECK(other.steps == 4);
  CHECK(written(machine, other.end.tape) == "0");
}

TEST_CASE("a machine written as text is read rule by rule, and what cannot be read is refused") {
  const TuringMachine machine = *parse_turing_machine("_01", " 1RB 0LH\n_SA  1RA 1RB 0RA ");
  CHECK(machine.states == std::vector<std::string>{"A", "B"});
  CHECK(*machine.table[0] == Rule{2, Move::right, 1});
  CHECK(*machine.table[1] == Rule{1, Move::left, Rule::kHalt});
  CHECK(*machine.table[2] == Rule{0, Move::stay, 0});
  for (const char* word : {"1R", "1RBB", "2RB", "1UB", "1Rb", "--"}) {
    CHECK(says(parse_turing_machine("_1", word).error(), "cannot be read: write a symbol out of _1"));
  }
  CHECK(says(parse_turing_machine("_1", "1RA ---").error(), "State A on symbol '1' has no rule"));
  CHECK(says(parse_turing_machine("_1", "1RA").error(), "1 rules where 1 states and 2 symbols need 2"));
  CHECK(says(parse_turing_machine("_1", "").error(), "no states"));
  CHECK(says(parse_turing_machine("_", "_RA").error(), "two symbols or more"));
  CHECK(says(parse_turing_machine("_1", "1RB 1RA").error(), "leads to a state that does not exist"));
  std::string many;
  for (int i = 0; i < 52; ++i) many += "1RA ";
  CHECK(says(parse_turing_machine("_1", many).error(), "more than 25 states"));
}

TEST_CASE("a machine that is not whole is refused with the place and the cure") {
  const auto broken = [](auto change) {
    TuringMachine machine = machine_of("Unary addition");
    change(machine);
    return validate(machine).error();
  };
  CHECK(says(broken([](auto& m) { m.table[3].reset(); }), "State B on symbol '1' has no rule: say what to write"));
  CHECK(says(broken([](auto& m) { m.table[0]->write = 2; }),
             "State A on symbol '_' writes a symbol that does not exist"));
  CHECK(says(broken([](auto& m) { m.table[0]->next = 3; }), "choose one of the 3 states, or halting"));
  CHECK(says(broken([](auto& m) { m.table.pop_back(); }), "5 rules where 3 states and 2 symbols need 6"));
  CHECK(says(broken([](auto& m) { m.symbols = "11"; }), "'1' is listed twice"));
  CHECK(says(broken([](auto& m) { m.start = 3; }), "The start is a state that does not exist"));
}

TEST_CASE("an input with a foreign symbol, and a machine too large for the learned step, are refused") {
  const TuringMachine& machine = machine_of("Unary addition");
  CHECK(says(configure(machine, "11+1").error(), "Character 3 of the input is not a symbol"));
  const LookupLearner learner(turing_shape({3, 2}));
  CHECK(says(TuringRun::create(learner, machine, "1 1").error(), "Character 2 of the input"));
  TuringMachine holed = machine;
  holed.table[0].reset();
  CHECK(says(TuringRun::create(learner, holed, "").error(), "has no rule"));
  CHECK(says(padded(machine, {2, 2}).error(), "3 states and 2 symbols, more than the 2 and 2"));
  CHECK(says(padded(machine, {3, 1}).error(), "learn a step of its size"));
}

TEST_CASE("a padded machine does the same, and its unused rules halt") {
  const TuringMachine& machine = machine_of("Unary addition");
  const TuringMachine larger = *padded(machine, {5, 4});
  REQUIRE(validate(larger).has_value());
  CHECK(larger.size() == TuringSize{5, 4});
  const Halting halting = simulate(larger, *configure(larger, "11_1"), 100);
  CHECK(written(larger, halting.end.tape) == "111");
  CHECK(halting.steps == run_plain("Unary addition", "11_1").steps);
  CHECK(*larger.table[2] == Rule{});
  CHECK(*larger.table[19] == Rule{});
}

TEST_CASE("a rule survives being written as an entry of the table and read back") {
  Random random(8);
  const TuringSize size{4, 3};
  CHECK(turing_shape(size) == LookupShape{12, {3, 3, 5}});
  const TuringMachine machine = random_turing_machine(size, random);
  REQUIRE(validate(machine).has_value());
  const Table table = turing_table(machine);
  for (Index key = 0; key < 12; ++key) {
    CHECK(rule_of({table.col(key).begin(), table.col(key).end()}, size) == *machine.table[static_cast<size_t>(key)]);
  }
}

TEST_CASE("the learned step and its run have the same bits natively and as WASM") {
  const LookupLearner learner = taught({.size = {3, 2}}, 120);
  print_bits("p of the learned step", learner.folded());
  auto run = *TuringRun::create(learner, machine_of("Busy beaver 3"), "", 30);
  Matrix answers(learner.shape().width() + 2, 30);
  answers.setZero();
  while (run.status() == TuringRun::Status::running) {
    const TuringStep step = run.step();
    answers.col(step.index) << step.asked.answer, step.asked.rho, step.asked.rounded.margin;
  }
  print_bits("answers, rho and margins along a run", answers);
  const auto curve = exactness_curve({.keys = 9, .blocks = {3}}, {.examples = {100, 200}});
  Matrix points(5, 2);
  for (Index i = 0; i < 2; ++i) {
    const auto& point = curve[static_cast<size_t>(i)];
    points.col(i) << static_cast<double>(point.rank), point.exact, point.tables, point.certified, point.error;
  }
  print_bits("exactness of 3 states and 3 letters", points);
  CHECK(points.allFinite());
}
