#include "figures/turing/turing.hpp"

#include "figures/parameters.hpp"
#include "learner/machines/turing_machine.hpp"

namespace figures::turing {
namespace {

// The order of learner::turing_library, then the reader's own.
constexpr std::array kMachines = {Choice{"increment", "Add one"},
                                  Choice{"addition", "Add two numbers"},
                                  Choice{"copy", "Copy"},
                                  Choice{"palindrome", "Palindrome"},
                                  Choice{"beaver3", "Busy beaver 3"},
                                  Choice{"longest", "Longest run"},
                                  Choice{"beaver4", "Busy beaver 4"},
                                  Choice{"own", "Your own"}};
constexpr Condition kOwn{.id = "machine", .choices = 1U << 7};
constexpr std::array kSizes = {Choice{"own", "Of its size"}, Choice{"all", "Of 6 states, 3 symbols"}};
constexpr std::array kStageList = {Stage{"Lessons", "W"}, Stage{"Run", "z"}};
constexpr std::array kJobs = {Job{"check", check_job<run, Result, write_check>}};
constexpr std::array kLessonStops = {5.0,   10.0,  20.0,  30.0,  50.0,   70.0,   100.0, 150.0,
                                     200.0, 300.0, 500.0, 700.0, 1000.0, 1500.0, 2000.0};
constexpr std::array kLimitStops = {50.0, 100.0, 200.0, 500.0, 1000.0};

constexpr std::array kParts = {Choice{"step", "This step"}, Choice{"rules", "Its rules"}, Choice{"run", "The run"},
                               Choice{"traces", "Its teachers"}};

constexpr std::array kParameters = {
    choice("machine", "Machine", kMachines, "What is run. A press on its table makes it your own.", 2)
        .with_symbol("Z")
        .primary(),
    range("states", "States", 1, kMostStates, 3, "Rows of the table of your own machine; halting is not among them.")
        .with_symbol("Z")
        .shown_while(kOwn),
    range("symbols", "Symbols", 2, kMostSymbols, 2, "Columns of the table of your own machine, the blank among them.")
        .with_symbol("Z")
        .shown_while(kOwn),
    choice("part", "Part shown", kParts,
           "What is shown with the tape: the answer to this step, the rules, the run so far, or how it was learned.")
        .of_picture()
        .with_initial(1),
    numbers("rules", "Rules", 0, kLargestRule, kMostStates* kMostSymbols,
            "Your table, row by row. Digits: write (1 is blank), move (1 left, 2 stay, 3 right), next state (1 is A, 0 "
            "halts); 0 is no rule.")
        .with_step(1)
        .with_symbol("Z")
        .shown_while(kOwn),
    numbers("tape", "Tape at the start", 0, kMostSymbols - 1, kMostCells,
            "Symbols from cell 0 on, 0 being the blank; empty for the machine's own example.")
        .with_step(1)
        .with_symbol("Z"),
    range("head", "Head starts at", 0, kMostCells - 1, 0, "The cell under the head before the first step.")
        .with_symbol("z"),
    range("N", "Traces N", kLessonStops, 1500,
          "Random machines on random tapes, watched for up to 50 steps: all that the layer learns from.")
        .with_symbol("N")
        .primary(),
    choice("size", "Learned from machines", kSizes,
           "Machines as large as this one, or so large that one layer can step every machine here.")
        .with_symbol("W"),
    range("limit", "Steps at most", kLimitStops, 200, "A machine that has not halted by then is stopped."),
    film("at", "Run shown", 100, 13, "How far the run has come. A typed number means per cent of the run.")
        .with_step(0.1)
        .with_symbol("z")
        .primary(),
    kSeed,
    kNewData.with_label("New traces"),
};

// What the machines are called and do, in their order.
struct Known {
  Phrase name;
  Phrase purpose;
};
constexpr std::array kKnown{
    Known{Phrase("Binary increment"), Phrase("adds 1 to a binary number")},
    Known{Phrase("Unary addition"), Phrase("adds two numbers written as ones with a blank between")},
    Known{Phrase("Copy"), Phrase("writes a second copy of a row of ones behind a blank")},
    Known{Phrase("Palindrome"), Phrase("blanks the tape exactly if the word reads the same backwards")},
    Known{Phrase("Busy beaver 3"), Phrase("on a blank tape leaves the most ones that 3 states can")},
    Known{Phrase("Longest run of 3"),
          Phrase("on a blank tape runs longest of the 3-state machines that halt and move at every step")},
    Known{Phrase("Busy beaver 4"), Phrase("on a blank tape leaves the most ones that 4 states can, and runs longest")},
    Known{Phrase("Your machine"), Phrase("does what its table says")},
};
static_assert(kKnown.size() == kMachines.size());

// The reader's table. Rules that are missing are holes; those that are too many, or no rules of such a machine, are
// counted.
Numbers own_rules(const Values& values, const learner::TuringSize& size, Notice& notice) {
  const auto needed = static_cast<std::size_t>(size.states * size.symbols);
  const std::span<const double> list = values.list("rules");
  Numbers rules;
  for (const double number : list.first(std::min(needed, list.size()))) {
    const auto rule = static_cast<std::int32_t>(number);
    const bool known = rule == kHole || rule_of_number(rule, size);
    notice.strange_rules += known ? 0 : 1;
    rules.push_back(known ? rule : kHole);
  }
  rules.resize(needed, kHole);
  if (list.size() > needed) notice.rules = static_cast<std::int32_t>(list.size());
  return rules;
}

std::vector<double> doubles(const Numbers& list) { return {list.begin(), list.end()}; }

}  // namespace

std::int32_t number_of(const Rule& rule) {
  return 100 * (rule.write + 1) + 10 * (static_cast<int>(rule.move) + 1) + rule.next + 1;
}

std::optional<Rule> rule_of_number(std::int32_t number, const learner::TuringSize& size) {
  const int write = number / 100 - 1;
  const int move = number / 10 % 10 - 1;
  const int next = number % 10 - 1;
  if (write < 0 || write >= size.symbols || move < 0 || move > 2 || next >= size.states) return std::nullopt;
  return rule_of_number(number);
}

Rule rule_of_number(std::int32_t number) {
  static_assert(Rule::kHalt == -1);
  return {.write = number / 100 - 1, .move = static_cast<Move>(number / 10 % 10 - 1), .next = number % 10 - 1};
}

std::string symbol_letter(int symbol, int symbols) {
  if (symbol == 0) return "";
  if (symbol >= symbols) return "?";
  return symbols == 3 && symbol == 1 ? "0" : "1";
}

std::string symbol_word(int symbol, int symbols) { return symbol == 0 ? tr("blank") : symbol_letter(symbol, symbols); }

std::string state_letter(int state) {
  return std::string(1, state == Rule::kHalt ? 'H' : static_cast<char>('A' + state));
}

std::string rule_words(std::int32_t number, int symbols) {
  const Rule rule = rule_of_number(number);
  const Localized move = rule.move == Move::left    ? tr("move left")
                         : rule.move == Move::right ? tr("move right")
                                                    : tr("stay");
  const std::string next = rule.next == Rule::kHalt ? tr("halt") : tr("go\u00a0to\u00a0%1", state_letter(rule.next));
  return tr("write %1, %2, %3", symbol_word(rule.write, symbols), move, next);
}

std::string machine_name(int machine) { return tr(kKnown[static_cast<std::size_t>(machine)].name); }
std::string machine_purpose(int machine) { return tr(kKnown[static_cast<std::size_t>(machine)].purpose); }
bool is_readers_own(int machine) { return machine + 1 == std::ssize(kMachines); }

Configuration Setup::start() const {
  Configuration start{.tape = {}, .head = head, .state = 0};
  Index cell = 0;
  for (const std::int32_t symbol : tape) start.tape.write(cell++, symbol);
  return start;
}

Setup setup_of(const Values& values) {
  Setup setup{.machine = values.integer("machine"),
              .limit = values.integer("limit"),
              .planned = values.integer("N"),
              .head = values.integer("head")};
  const std::span<const double> tape = values.list("tape");
  learner::TuringSize size{.states = values.integer("states"), .symbols = values.integer("symbols")};
  Numbers rules;
  if (is_readers_own(setup.machine)) {
    rules = own_rules(values, size, setup.notice);
  } else {
    const auto known = learner::turing_library()[static_cast<std::size_t>(setup.machine)];
    size = known.machine.size();
    for (const auto& rule : known.machine.table) rules.push_back(number_of(*rule));
    if (tape.empty())
      for (const char letter : known.example)
        setup.tape.push_back(static_cast<std::int32_t>(known.machine.symbols.find(letter)));
  }
  for (const double symbol : tape) {
    const bool known = symbol < static_cast<double>(size.symbols);
    setup.notice.strange_cells += known ? 0 : 1;
    setup.tape.push_back(known ? static_cast<std::int32_t>(symbol) : 0);
  }
  setup.states = static_cast<std::int32_t>(size.states);
  setup.symbols = static_cast<std::int32_t>(size.symbols);
  const bool all = values.choice("size") == "all";
  setup.learned_states = all ? kMostStates : setup.states;
  setup.learned_symbols = all ? kMostSymbols : setup.symbols;
  for (int key = 0; key < setup.learned_states * setup.learned_symbols; ++key) {
    const int own = setup.state_of(key) * setup.symbols + setup.symbol_of(key);
    setup.table.push_back(setup.is_own(key) ? rules[static_cast<std::size_t>(own)] : number_of({}));
  }
  return setup;
}

void set_rule(Values& values, int state, int symbol, std::int32_t rule) {
  Setup setup = setup_of(values);
  setup.table[static_cast<std::size_t>(setup.key(state, symbol))] = rule;
  if (values.list("tape").empty() && !setup.tape.empty()) values.set_list("tape", doubles(setup.tape));
  values.choose("machine", "own");
  values.set("states", setup.states);
  values.set("symbols", setup.symbols);
  std::vector<double> rules;
  for (int key = 0; key < std::ssize(setup.table); ++key)
    if (setup.is_own(key)) rules.push_back(setup.rule(key));
  values.set_list("rules", rules);
}

void set_cell(Values& values, int cell, int symbol) {
  Numbers tape = setup_of(values).tape;
  const auto at = static_cast<std::size_t>(cell);
  if (at >= tape.size()) tape.resize(at + 1, 0);
  tape[at] = symbol;
  // One blank at least stays: an empty list would be the example.
  while (tape.size() > 1 && tape.back() == 0) tape.pop_back();
  values.set_list("tape", doubles(tape));
}

void Walk::step() { now_.apply(rule_of_number(rules_[static_cast<std::size_t>(trace_.key(done_++))])); }

Configuration configuration_at(const Result& result, int done) {
  Walk walk(result, result.answered, result.run);
  while (walk.done() < done) walk.step();
  return walk.now();
}

Moment moment_of(const Result& result, const Values& values) {
  const double steps = result.run.steps();
  const double reached = values.number("at") / 100 * steps;
  // `at` comes in thousandths of a run: what is as near to a whole step as that is the step.
  const double whole = std::round(reached);
  const bool rests = std::abs(reached - whole) <= steps / 2000 + 1e-9;
  const double done = rests ? whole : std::floor(reached);
  return {.done = static_cast<int>(done),
          .glide = rests ? 0 : static_cast<float>(reached - done),
          .question = std::min(static_cast<int>(done), result.run.steps() - 1)};
}

void show_step(const Result& result, Values& values, int done) {
  const int steps = result.run.steps();
  if (steps > 0) values.set("at", 100.0 * std::clamp(done, 0, steps) / steps);
}

bool is_astray(const Result& result, const Moment& moment) {
  if (result.first_wrong < 0) return false;
  return moment.done > result.first_wrong || (moment.done == result.first_wrong && moment.glide > 0);
}

bool tells_result(const Result& result, const Moment& moment) {
  return moment.done == result.run.steps() || (result.first_wrong >= 0 && moment.done > result.first_wrong);
}

Reach reach_of(const Result& result) {
  Reach reach{.low = 0, .high = std::max<Index>(1, std::ssize(result.tape))};
  Walk walk(result, result.answered, result.run);
  while (true) {
    reach.low = std::min(reach.low, walk.now().head);
    reach.high = std::max(reach.high, walk.now().head + 1);
    if (walk.ended()) return reach;
    walk.step();
  }
}

Reach start_reach(const Setup& setup) {
  constexpr Index kLeast = 8;
  return {0, std::max({kLeast, std::ssize(setup.tape) + 1, Index{setup.head} + 2})};
}

extern const Figure kFigure = declare<run, draw, describe, say>({
    .id = "turing",
    .name = "A Turing machine, learned",
    .question = "Can one layer run a machine that it was never taught?",
    .parameters = kParameters,
    .stages = kStageList,
    .jobs = kJobs,
    .shape = {.narrow = 1.64, .wide = 0.44},
    .work = work,
    .act = take_next_seed,
});

}  // namespace figures::turing
