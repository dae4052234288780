#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "../difference.hpp"
#include "learner/features.hpp"
#include "learner/machines/automaton.hpp"
#include "learner/solve.hpp"

using namespace learner;

namespace {

bool says(const Error& error, std::string_view words) { return error.text().find(words) != std::string::npos; }

// All words over the letters, up to a length.
std::vector<std::string> words_up_to(const std::string& letters, size_t length) {
  std::vector<std::string> words{""};
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i].size() == length) break;
    for (const char letter : letters) words.push_back(words[i] + letter);
  }
  return words;
}

Automaton parity() { return named_automata().front().automaton; }

// A learned universal step: every key of `tables` random tables.
LookupLearner taught_step(Index states, Index letters, int tables) {
  LookupLearner learner(automaton_shape(states, letters));
  Random random(7);
  for (int i = 0; i < tables; ++i) {
    const Table table = automaton_table(random_automaton(states, letters, random));
    for (Index key = 0; key < table.cols(); ++key) REQUIRE(learner.add(table, key).has_value());
  }
  return learner;
}

}  // namespace

TEST_CASE("the named automata accept exactly the words their names say") {
  const std::map<std::string, std::function<bool(const std::string&)>> truth = {
      {"Parity", [](const std::string& w) { return std::count(w.begin(), w.end(), '1') % 2 == 0; }},
      {"Divisible by 3", [](const std::string& w) { return w.empty() || std::stoi(w, nullptr, 2) % 3 == 0; }},
      {"Contains ab", [](const std::string& w) { return w.find("ab") != std::string::npos; }},
      {"Never bb", [](const std::string& w) { return w.find("bb") == std::string::npos; }},
      {"Sum divisible by 3", [](const std::string& w) {
         int sum = 0;
         for (const char c : w) sum += c - '0';
         return sum % 3 == 0;
       }}};
  CHECK(named_automata().size() == truth.size());
  for (const auto& [name, accepted, automaton] : named_automata()) {
    REQUIRE(validate(automaton).has_value());
    for (const std::string& word : words_up_to(automaton.letters, 7)) {
      CHECK_MESSAGE(accepts(automaton, *read_word(automaton, word)) == truth.at(name)(word), name, " on ", word);
    }
  }
}

TEST_CASE("a learned universal step runs the named automata, unseen, to the right verdict on every word") {
  for (const auto& [states, letters] : {std::pair<Index, Index>{2, 2}, {3, 2}, {3, 3}}) {
    const LookupLearner learner = taught_step(states, letters, 40);
    for (const auto& [name, accepted, automaton] : named_automata()) {
      if (automaton.next.rows() != states || automaton.next.cols() != letters) continue;
      for (const std::string& word : words_up_to(automaton.letters, 5)) {
        auto run = *AutomatonRun::create(automaton, word, universal_step(learner, automaton));
        const auto path = states_along(automaton, *read_word(automaton, word));
        while (!run.finished()) {
          const AutomatonStep step = run.step();
          CHECK(step.next() == path[static_cast<size_t>(run.steps())]);
          CHECK(step.truth() == step.next());
        }
        CHECK(!run.first_wrong());
        CHECK(run.largest_rho() < Interpolation::kInside);
        CHECK(run.smallest_margin() > 1.0 - 1e-9);
        CHECK(run.state() == path.back());
      }
    }
  }
}

TEST_CASE(
    "a step learned from too little goes wrong somewhere, only where rho is above 0, and the first wrong step is "
    "kept") {
  const LookupLearner learner = taught_step(3, 3, 6);
  Random random(11);
  int wrong = 0;
  for (int i = 0; i < 50; ++i) {
    const Automaton automaton = random_automaton(3, 3, random);
    auto run = *AutomatonRun::create(automaton, "abcabccbacba", universal_step(learner, automaton));
    while (!run.finished()) {
      const AutomatonStep step = run.step();
      CHECK(run.state() == step.next());
      if (step.next() != step.truth()) CHECK(step.asked.rho > 1e-3);
    }
    if (!run.first_wrong()) continue;
    ++wrong;
    const AutomatonStep& first = *run.first_wrong();
    CHECK(first.truth() == automaton.next(first.state, first.letter));
    CHECK(first.next() != first.truth());
  }
  CHECK(wrong > 10);
}

TEST_CASE("one head for each state holds one automaton in the weights, exactly") {
  Random random(3);
  for (const auto& [states, letters] : {std::pair<Index, Index>{1, 1}, {2, 2}, {3, 4}, {7, 3}}) {
    const Automaton automaton = random_automaton(states, letters, random);
    const Model model = transition_model(automaton);
    CHECK(static_cast<Index>(model.heads.size()) == states);
    for (int state = 0; state < states; ++state) {
      for (int letter = 0; letter < letters; ++letter) {
        const auto [Z, Y] = transition_sequence(automaton, state, letter);
        CHECK(attend(model, Z, Targets::last) == Y);
        CHECK(Y == Vector::Unit(states, automaton.next(state, letter)));
      }
    }
  }
}

TEST_CASE("one automaton learned from all its transitions has the minimum-norm coefficients and runs every word") {
  const Automaton automaton = named_automata()[1].automaton;
  auto learner = *TransitionLearner::create(automaton);
  Moments moments({6, 3, Targets::last});
  for (int state = 0; state < 3; ++state) {
    for (int letter = 0; letter < 2; ++letter) {
      CHECK(learner.add(state, letter).value());
      REQUIRE(moments.add(transition_sequence(automaton, state, letter)).has_value());
    }
  }
  CHECK(!learner.add(2, 1).value());
  const auto least = *solve_minimum_norm(moments);
  CHECK(learner.rank() == 6);
  CHECK(least.rank == 6);
  CHECK(difference("p of the transitions", learner.folded(), least.p) < 1e-10);
  const auto ask = [&](int state, int letter) { return learner.ask(state, letter); };
  for (const std::string& word : words_up_to("01", 6)) {
    auto run = *AutomatonRun::create(automaton, word, ask);
    while (!run.finished()) run.step();
    CHECK(!run.first_wrong());
    CHECK(run.state() == (word.empty() ? 0 : std::stoi(word, nullptr, 2) % 3));
    CHECK(run.largest_rho() < Interpolation::kInside);
  }
}

TEST_CASE("in the weights, the transition that was not taught is the one with rho above 0") {
  const Automaton automaton = named_automata()[4].automaton;
  auto learner = *TransitionLearner::create(automaton);
  for (int key = 0; key < 8; ++key) REQUIRE(learner.add(key / 3, key % 3).value());
  for (int key = 0; key < 8; ++key) {
    CHECK(learner.ask(key / 3, key % 3).rho < Interpolation::kInside);
    CHECK(learner.ask(key / 3, key % 3).error < 1e-12);
  }
  CHECK(learner.ask(2, 2).rho > 0.1);
  CHECK(learner.ask(2, 2).error > 0.1);
  CHECK(learner.ask(2, 2).key == 8);
}

TEST_CASE("random automata depend on the seed only, and their table is read row by row") {
  Random first(4), again(4), other(5);
  const Automaton automaton = random_automaton(3, 4, first);
  REQUIRE(validate(automaton).has_value());
  CHECK(automaton.next == random_automaton(3, 4, again).next);
  CHECK(automaton.next != random_automaton(3, 4, other).next);
  const Table table = automaton_table(automaton);
  for (int s = 0; s < 3; ++s) {
    for (int a = 0; a < 4; ++a) CHECK(table(0, automaton_key(4, s, a)) == automaton.next(s, a));
  }
  // 40 automata x 12 transitions over 3 states: 160 each, within five standard errors.
  Eigen::Vector3i counts = Eigen::Vector3i::Zero();
  for (int i = 0; i < 40; ++i) {
    for (const int next : random_automaton(3, 4, first).next.reshaped()) ++counts(next);
  }
  CHECK((counts.array() - 160).abs().maxCoeff() < 5.0 * std::sqrt(480.0 * 2.0 / 9.0));
}

TEST_CASE("an automaton that is not whole is refused with the place and the cure") {
  const auto broken = [](auto change) {
    Automaton automaton = parity();
    change(automaton);
    return validate(automaton).error();
  };
  CHECK(says(broken([](Automaton& a) { a.next(1, 0) = Automaton::kHole; }), "State odd on letter '0' leads nowhere"));
  CHECK(
      says(broken([](Automaton& a) { a.next(0, 1) = 2; }), "State even on letter '1' leads to a state that does not"));
  CHECK(says(broken([](Automaton& a) { a.states.clear(); }), "no states"));
  CHECK(says(broken([](Automaton& a) { a.letters.clear(); }), "no letters"));
  CHECK(says(broken([](Automaton& a) { a.letters = "00"; }), "'0' is listed twice"));
  CHECK(says(broken([](Automaton& a) { a.letters = "012"; }), "2 states and 3 letters need 2 x 3"));
  CHECK(says(broken([](Automaton& a) { a.start = 2; }), "The start is a state that does not exist"));
  CHECK(says(broken([](Automaton& a) { a.start = -1; }), "The start is a state that does not exist"));
  CHECK(says(broken([](Automaton& a) { a.accepting.pop_back(); }), "one mark for each of the 2 states"));
}

TEST_CASE("a word with a foreign letter is refused with its place, and a run of a broken automaton too") {
  const auto ask = [](int, int) { return LookupAnswer{}; };
  CHECK(says(read_word(parity(), "01x1").error(), "Character 3 of the word is not a letter"));
  CHECK(says(AutomatonRun::create(parity(), "2", ask).error(), "use only the letters 01"));
  Automaton broken = parity();
  broken.next(0, 0) = Automaton::kHole;
  CHECK(says(AutomatonRun::create(broken, "0", ask).error(), "choose the state it goes to"));
  CHECK(says(TransitionLearner::create(broken).error(), "choose the state it goes to"));
  Random random(1);
  CHECK(says(TransitionLearner::create(random_automaton(8, 8, random)).error(), "their number together up to 15"));
}
