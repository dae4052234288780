// A figure: what it is called, what a reader can choose, and three functions kept apart.
//
//   run(request, reporter) -> result       pure: the learner only; runs in a worker; the result travels as bytes
//                                          (request, reporter, previous): a run that can be resumed, see declare()
//   draw(result, drawing)                  const: shows, never computes
//   describe(result, context)              the sentence and the table for readers who cannot see the picture, and for
//                                          tests
//
// A new figure is a folder, a namespace of that name, and in it
//   extern const Figure kFigure = declare<run, draw, describe>({...});
// Its name goes into the list in figures.cpp. The figure's id is the folder's name. Its files need not name the
// standard headers below again; those that draw include what they draw with (plot/axes.hpp, ...).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "figures/archive.hpp"
#include "figures/parameter.hpp"
#include "learner/error.hpp"
#include "learner/matrix.hpp"
#include "learner/model.hpp"
#include "learner/moments.hpp"
#include "learner/random.hpp"
#include "learner/sequence.hpp"
#include "learner/tasks.hpp"
#include "plot/number.hpp"
#include "plot/rect.hpp"
#include "plot/theme.hpp"
#include "plot/utf8.hpp"
#include "plot/words.hpp"

namespace plot {
class Axes;
class Labels;
struct Canvas;
struct MatrixData;
struct TextStyle;
}  // namespace plot

namespace figures {

// The names that every figure uses without a prefix: all of plot, and what the learner's results are made of.
using namespace plot;
using learner::Error;
using learner::Expected;
using learner::Index;
using learner::Matrix;
using learner::Model;
using learner::Moments;
using learner::Random;
using learner::Sequence;
using learner::Split;
using learner::Vector;

// The learner's matrices and vectors as plot draws them.
MatrixData data_of(const Matrix& matrix);  // in heads_picture.cpp
inline std::span<const double> span_of(const Vector& vector) {
  return {vector.data(), static_cast<std::size_t>(vector.size())};
}
inline std::span<const double> column_of(const Matrix& matrix, Index column) {
  return {matrix.col(column).data(), static_cast<std::size_t>(matrix.rows())};
}

// What the learner has to say about data, in the reader's language, with Greek letters as the figures write them.
inline std::string message(const Error& error) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kGreek = {{{"Theta", "Θ"}, {"lambda", "λ"}}};
  const std::vector<std::string_view> values(error.values.begin(), error.values.end());
  std::string words = filled(translated(error.sentence), values);
  for (const auto& [name, letter] : kGreek)
    for (std::size_t at = words.find(name); at != std::string::npos; at = words.find(name, at))
      words.replace(at, name.size(), letter);
  return words;
}

// What a run starts from. `values` holds what the result depends on; all else has its initial value. `text` is what the
// reader pasted or dropped (UTF-8), or the article's own words; empty for figures that read none. `previous` may hold
// the bytes of an earlier result or preview; a figure that resumes goes on from them when their settings are those of
// `values`, all others and all other bytes are ignored. `pieces`: see pieces.hpp.
struct Request {
  const Values& values;
  std::string_view text = {};
  std::span<const std::byte> previous = {};
  std::span<const std::byte> pieces = {};
};

// How compute tells whoever waits where it stands. The learner has no clock: the host measures.
class Progress {
 public:
  virtual ~Progress() = default;
  // Stage `index` of Figure::stages begins; the one before it has ended.
  virtual void begin(int stage) = 0;
  // Done so far of the whole run, 0 to 1; never goes back.
  virtual void report(double fraction) = 0;
  // Whether a half-done result would be shown now; ask before building one.
  virtual bool wants_preview() = 0;
  virtual void preview(Bytes result) = 0;
};

// One step of the algorithm, timed and named: "Gram", symbol "G".
struct Stage {
  std::string_view name;
  std::string_view symbol;
};

struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

// The two-column table that most figures describe themselves with: a quantity and its value.
class Rows {
 public:
  explicit Rows(Table& table) : table_(table) { table.columns = {tr("Quantity"), tr("Value")}; }
  void operator()(std::string name, std::string value) { table_.rows.push_back({std::move(name), std::move(value)}); }
  void operator()(std::string name, double value) { (*this)(std::move(name), number(value, 4)); }
  void operator()(std::string name, std::integral auto value) { (*this)(std::move(name), static_cast<double>(value)); }

 private:
  Table& table_;
};

struct Description {
  std::string title;     // the finding, short: "Two heads learned from 4,096 sequences, error 2·10⁻²⁷"
  std::string sentence;  // the live sentence under the picture
  Table table;           // the numbers behind it
};

// What a result is shown with.
struct Context {
  const Values& settings;         // that the result was computed for
  const Values& values;           // as the reader has them now
  std::span<const double> times;  // milliseconds of each stage, in order; empty where nobody measured
};

// A range on its way to one of its values, at the speed with which it plays.
struct Play {
  std::string_view id;
  double target = 0;
};

// What a drawing may use and change. Values may be changed (direct manipulation); nothing else remembers anything.
struct Drawing {
  Canvas& canvas;
  Values& values;                 // as the reader has them now
  const Values& settings;         // that the result was computed for
  std::span<const double> times;  // as in Context
  bool preview = false;           // the result is half-done
  std::string_view playing = {};  // id of the range that plays now, or nothing
  std::optional<Play> play = {};  // what the reader has set off; to where it stands: it stops
};

// A result that can be shown.
class Picture {
 public:
  explicit Picture(Values settings) : settings_(std::move(settings)) {}
  virtual ~Picture() = default;
  // What it was computed for.
  const Values& settings() const { return settings_; }
  virtual void draw(Drawing& drawing) const = 0;
  virtual Description describe(const Context& context) const = 0;
  // What a parameter of the picture stands for in this result, "step 5 of 38"; empty where its value says it.
  virtual std::string say(std::string_view id, const Context& context) const = 0;
  // Where the control of a parameter of the picture stands: at its value, but where a film moves it.
  virtual double stands(std::string_view id, const Context& context) const = 0;
  // The bytes that it was opened from.
  virtual Written written() const = 0;

 private:
  Values settings_;
};

// The value of a parameter beside this picture, and as a reader sees it; nullptr: there is none yet.
double shown_number(const Parameter& parameter, const Values& values, const Picture* picture);
std::string value_text(const Parameter& parameter, const Values& values, const Picture* picture);

// The reader's own text as input, while `shown` holds.
struct TextInput {
  std::string_view label = {};
  std::string_view help = {};
  std::string_view sample = {};       // file of the site that is read until there is a text of the reader's own
  std::string_view placeholder = {};  // what an empty field says of that; none: the sample stands in the field
  std::string_view back = {};         // of the button that goes back to the sample
  std::string_view ending = {};       // of files that belong here, as ".csv"; none: all others
  std::size_t max_bytes = 0;
  Condition shown = {};
};

// What a figure's code does for menus and scripts besides its picture: the same request in, bytes out.
struct Job {
  std::string_view id;
  Expected<Bytes> (*run)(const Request&, Progress&);
};

// Height of the picture over its width, for a phone (below 600 px) and for a wide page.
struct Shape {
  double narrow = 1.3;
  double wide = 0.6;
};

struct Figure {
  std::string_view id;
  std::string_view name;      // "Algorithm 1, live"
  std::string_view question;  // what it answers, one sentence
  std::span<const Parameter> parameters;
  std::span<const Stage> stages;
  std::span<const TextInput> texts = {};  // at most one is shown at a time
  std::span<const Job> jobs = {};
  Shape shape = {};
  // Multiply-adds of a run with these values, for choosing where it may run.
  double (*work)(const Values&) = nullptr;
  // Of figures whose runs are cut into pieces, see pieces.hpp: how many they are, one of them, and a preview of some.
  int (*pieces)(const Values&) = nullptr;
  Expected<Bytes> (*piece)(const Request&, Progress&, int place) = nullptr;
  Expected<Bytes> (*join)(const Request&) = nullptr;
  // What an action (a Kind::action parameter) does to the values.
  void (*act)(std::string_view action, Values&) = nullptr;
  // Filled in by declare(). The bytes are the settings, then the result.
  bool resumes = false;  // a run may be broken off at any preview and go on from it: see Request::previous
  Expected<Bytes> (*compute)(const Request&, Progress&) = nullptr;
  Expected<std::unique_ptr<Picture>> (*opened)(std::span<const Parameter>, std::span<const std::byte>) = nullptr;

  Expected<std::unique_ptr<Picture>> open(std::span<const std::byte> bytes) const { return opened(parameters, bytes); }
};

// The list: article order. Everything that walks over figures walks over this. In a page, a figure whose part of the
// module is not loaded yet (web/article/parts.mjs) is all zeros.
std::span<const Figure* const> all();
const Figure* find(std::string_view id);  // nullptr when there is none

// A result on its way: the settings it belongs to (Values::to_query(Which::result)), then the result itself.
template <class Result>
struct Snapshot {
  std::string settings;
  Result result;
  void fields(auto& archive) { archive(settings, result); }
};

// Progress with a result of its own type.
template <class Result>
class Reporter {
 public:
  Reporter(Progress& progress, std::string settings) : progress_(progress), settings_(std::move(settings)) {}
  void begin(int stage) { progress_.begin(stage); }
  void report(double fraction) { progress_.report(fraction); }
  bool wants_preview() { return progress_.wants_preview(); }
  void preview(const Result& half_done) {
    Snapshot<Result> snapshot{settings_, half_done};
    if (Bytes bytes = to_bytes(snapshot); !bytes.empty()) progress_.preview(std::move(bytes));
  }

  // Progress counted: of so much work altogether, in any unit, so much has been done since the last call. The end is
  // reported by the run itself.
  void expect(double total) { total_ = total; }
  void spend(double work) {
    spent_ += work;
    report(std::min(0.999, spent_ / total_));
  }

 private:
  Progress& progress_;
  std::string settings_;
  double total_ = 1;
  double spent_ = 0;
};

// The result in the bytes, if they hold one of these settings.
template <class Result>
std::optional<Result> restore(std::span<const std::byte> bytes, std::string_view settings) {
  Snapshot<Result> snapshot;
  if (!from_bytes(bytes, snapshot) || snapshot.settings != settings) return std::nullopt;
  return std::move(snapshot.result);
}

// The bytes of a result. Errors: it holds a NaN.
template <class Result>
Expected<Bytes> packed(std::string settings, Result result) {
  Snapshot<Result> snapshot{std::move(settings), std::move(result)};
  Bytes bytes = to_bytes(snapshot);
  if (bytes.empty()) {
    std::string words = tr("The learner came to something that is no number. Choose other settings.");
#ifndef __EMSCRIPTEN__  // in a page it would only weigh
    words += " (The figure's Result, " + FirstNan::of(snapshot.result) + ".)";
#endif
    return std::unexpected(Error{std::move(words)});
  }
  return bytes;
}

// What is wrong with a declaration stops the compiler, at a call of the function that says it.
void the_figure_has_no_function_work();
void the_question_does_not_end_with_a_question_mark();
void an_action_needs_the_function_act();
void a_help_text_does_not_end_with_a_full_stop();
void the_id_is_an_attribute_of_the_element_already();
void two_parameters_have_one_id();
void a_condition_names_no_choice_of_this_figure();
void a_choice_is_listed_that_is_not_there();
void the_initial_value_is_outside_the_limits();
void stops_do_not_lead_from_min_to_max();

// Fields of links and attributes of the element with another meaning; web/element/attributes.js has HTML's, too.
constexpr std::array<std::string_view, 20> kTaken = {
    "bare", "plays",   "posters", "figure", "state", "theme", "controls", "lock",  "hide",  "more",
    "la",   "address", "shape",   "poster", "lang",  "id",    "class",    "style", "title", "exercise"};

constexpr void check(const Figure& figure) {
  if (figure.work == nullptr) the_figure_has_no_function_work();
  if (!figure.question.ends_with('?')) the_question_does_not_end_with_a_question_mark();
  for (const Parameter& parameter : figure.parameters) {
    if (!parameter.help.ends_with('.')) a_help_text_does_not_end_with_a_full_stop();
    if (parameter.kind == Kind::action && figure.act == nullptr) an_action_needs_the_function_act();
    if (std::ranges::find(kTaken, parameter.id) != kTaken.end()) the_id_is_an_attribute_of_the_element_already();
    const auto same = [&](const Parameter& other) { return other.id == parameter.id; };
    if (std::ranges::count_if(figure.parameters, same) != 1) two_parameters_have_one_id();
    const bool is_range = parameter.kind == Kind::range;
    if (is_range && (parameter.initial < parameter.min || parameter.initial > parameter.max))
      the_initial_value_is_outside_the_limits();
    if (!parameter.stops.empty() &&
        (parameter.stops.front() != parameter.min || parameter.stops.back() != parameter.max ||
         std::ranges::adjacent_find(parameter.stops, std::ranges::greater_equal()) != parameter.stops.end()))
      stops_do_not_lead_from_min_to_max();
    if (parameter.shown.id.empty()) continue;
    const auto asked = std::ranges::find(figure.parameters, parameter.shown.id, &Parameter::id);
    if (asked == figure.parameters.end() || asked->kind != Kind::choice) a_condition_names_no_choice_of_this_figure();
    if (parameter.shown.choices >> asked->choices.size() != 0) a_choice_is_listed_that_is_not_there();
  }
}

template <class Result>
Result result_of(void (*draw)(const Result&, Drawing&));

template <auto kDraw, auto kDescribe, auto kSay, auto kStands>
class PictureOf final : public Picture {
 public:
  using Result = decltype(result_of(kDraw));
  PictureOf(Values settings, Result result) : Picture(std::move(settings)), result_(std::move(result)) {}
  void draw(Drawing& drawing) const override { kDraw(result_, drawing); }
  Description describe(const Context& context) const override { return kDescribe(result_, context); }
  std::string say(std::string_view id, const Context& context) const override {
    if constexpr (kSay == nullptr) {
      return "";
    } else {
      return kSay(result_, id, context);
    }
  }
  double stands(std::string_view id, const Context& context) const override {
    if constexpr (kStands == nullptr) {
      return context.values.number(id);
    } else {
      return kStands(result_, id, context);
    }
  }
  Written written() const override {
    Snapshot<Result> snapshot{settings().to_query(Which::result), result_};
    return write(snapshot);
  }

 private:
  Result result_;
};

// Gives a figure its functions:
//   Expected<Result> run(const Request&, Reporter<Result>&);
//   void draw(const Result&, Drawing&);
//   Description describe(const Result&, const Context&);
// for a type with
//   struct Result { ...; void fields(auto& archive) { archive(a, b, ...); } };
// Where values of the picture mean something else in each result, it also has
//   std::string say(const Result&, std::string_view id, const Context&);
// and where its film moves a control, one that gives the control's place:
//   double stands(const Result&, std::string_view id, const Context&);
// A figure whose long runs can be paused has
//   Expected<Result> run(const Request&, Reporter<Result>&, std::optional<Result> previous);
// `previous` is an earlier result or preview of the same settings; the bytes come from outside, so what they hold must
// be checked, and ignored when it does not fit. Broken off at any preview and resumed, a run ends with the bytes that
// it would have had in one go.
template <auto kRun, auto kDraw, auto kDescribe, auto kSay = nullptr, auto kStands = nullptr>
consteval Figure declare(Figure figure) {
  check(figure);
  using Result = decltype(result_of(kDraw));
  static constexpr bool kResumes = requires(const Request& request, Reporter<Result>& reporter) {
    kRun(request, reporter, std::optional<Result>());
  };
  figure.resumes = kResumes;
  figure.compute = [](const Request& request, Progress& progress) -> Expected<Bytes> {
    const Values settings = request.values.for_result();
    const std::string query = settings.to_query(Which::result);
    const Request asked{.values = settings, .text = request.text, .pieces = request.pieces};
    Reporter<Result> reporter(progress, query);
    Expected<Result> result = [&] {
      if constexpr (kResumes) {
        return kRun(asked, reporter, restore<Result>(request.previous, query));
      } else {
        return kRun(asked, reporter);
      }
    }();
    if (!result) return std::unexpected(result.error());
    return packed(query, std::move(*result));
  };
  figure.opened = [](std::span<const Parameter> table,
                     std::span<const std::byte> bytes) -> Expected<std::unique_ptr<Picture>> {
    Snapshot<Result> snapshot;
    Values settings(table);
    if (!from_bytes(bytes, snapshot) || !settings.read_query(snapshot.settings).empty())
      return std::unexpected(Error{tr("The result could not be read. Run it again.")});
    return std::make_unique<PictureOf<kDraw, kDescribe, kSay, kStands>>(std::move(settings),
                                                                        std::move(snapshot.result));
  };
  return figure;
}

}  // namespace figures
