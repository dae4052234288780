// Parameters: what a reader can choose in a figure, declared once as data.
//
// From one table of these come the ImGui controls in the canvas, the HTML form, the element's attributes, the URL
// state, the JSON, validation with its messages, and the ranges the fuzz tests draw from.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace figures {

enum class Kind : std::uint8_t {
  range,    // a number between min and max
  choice,   // one of a few named alternatives; the value is its index
  toggle,   // off (0) or on (1)
  action,   // a button; has no value, see Figure::act
  numbers,  // a list of numbers, each between min and max; the picture edits it, a form shows it as text
};

// What has to be done again when the value changes.
enum class Affects : std::uint8_t {
  result,   // the learner must run again
  picture,  // only another view of the same result
};

struct Choice {
  std::string_view id;     // in URLs and attributes
  std::string_view label;  // for people
};

// "Only while parameter `id` is shown and has one of the choices in `choices`" (bit k = choice k). An empty id: always.
struct Condition {
  std::string_view id = {};
  std::uint32_t choices = 0;
};

struct Parameter {
  std::string_view id;
  std::string_view label;
  Kind kind = Kind::range;
  double min = 0;
  double max = 1;
  // Allowed values are min + k·step; 0 allows every number in between. Of a step below 1 that is so of what a hand
  // sets; typed and in links every number between the limits is allowed.
  double step = 1;
  double initial = 0;
  // Where a slider stops, ascending, from min to max; empty: every step. Typed values need not be stops.
  std::span<const double> stops = {};
  // How many values a second a range runs through while it plays, a button beside its slider; 0: it does not play. Only
  // for what affects the picture: the way to the last value must have been computed.
  double plays = 0;
  // What plays is a film of the result, from what was before the answer to the answer; it stands above the picture. Or
  // a lever, among the controls, which from its end goes back.
  bool lever = false;
  bool replays = false;    // a film that every other result plays anew; else it stays where it is
  bool ends_film = false;  // a hand on it ends the film, which would have the last word on what is shown
  // Of numbers: at most so many, in whole groups of so many. A list starts empty, which a figure may read as its own
  // choice.
  int most = 0;
  int group = 1;
  std::span<const Choice> choices = {};
  std::string_view symbol = {};  // the letter of the formula it stands for, as in the page's id "sym-<symbol>"
  std::string_view help = {};    // one sentence
  Affects affects = Affects::result;
  Condition shown = {};      // else the value is kept and the control hidden
  bool only_narrow = false;  // a control only where the picture is narrow, as on a phone
  bool is_primary = false;   // shown at the picture, at most three at a time; all others stand behind "More"

  // The same parameter with one thing changed, for tables that read as one line each:
  //   range("n", "Tokens n", 1, 6, 4, "Tokens in one sequence.").with_symbol("n").primary()
  // `auto` has it instantiated before the first constant that needs it.
  template <class T>
  constexpr auto with(T Parameter::* field, T value) const {
    Parameter copy = *this;
    copy.*field = value;
    return copy;
  }
  constexpr Parameter with_id(std::string_view name) const { return with(&Parameter::id, name); }
  constexpr Parameter with_label(std::string_view text) const { return with(&Parameter::label, text); }
  constexpr Parameter with_help(std::string_view text) const { return with(&Parameter::help, text); }
  constexpr Parameter with_initial(double value) const { return with(&Parameter::initial, value); }
  constexpr Parameter with_limits(double low, double high) const {
    return with(&Parameter::min, low).with(&Parameter::max, high);
  }
  // Every number between the limits is allowed where `spacing` is 0.
  constexpr Parameter with_step(double spacing) const { return with(&Parameter::step, spacing); }
  constexpr Parameter with_stops(std::span<const double> list) const { return with(&Parameter::stops, list); }
  constexpr Parameter with_symbol(std::string_view letter) const { return with(&Parameter::symbol, letter); }
  constexpr Parameter with_group(int size) const { return with(&Parameter::group, size); }
  constexpr Parameter playing(double values_a_second) const { return with(&Parameter::plays, values_a_second); }
  constexpr Parameter as_lever() const { return with(&Parameter::lever, true); }
  constexpr Parameter replaying() const { return with(&Parameter::replays, true); }
  constexpr Parameter ending_film() const { return with(&Parameter::ends_film, true); }
  constexpr bool is_film() const { return plays > 0 && !lever; }
  constexpr Parameter of_picture() const { return with(&Parameter::affects, Affects::picture); }
  constexpr Parameter where_narrow() const { return with(&Parameter::only_narrow, true); }
  constexpr Parameter primary() const { return with(&Parameter::is_primary, true); }
  constexpr Parameter shown_while(Condition condition) const { return with(&Parameter::shown, condition); }
};

constexpr Parameter range(std::string_view id, std::string_view label, double min, double max, double initial,
                          std::string_view help) {
  return {.id = id, .label = label, .min = min, .max = max, .initial = initial, .help = help};
}
// From the first of the stops to the last: whole numbers where all stops are whole, else any.
constexpr Parameter range(std::string_view id, std::string_view label, std::span<const double> stops, double initial,
                          std::string_view help) {
  const auto is_whole = [](double stop) { return stop == static_cast<double>(static_cast<std::int64_t>(stop)); };
  return range(id, label, stops.front(), stops.back(), initial, help)
      .with_step(std::ranges::all_of(stops, is_whole) ? 1 : 0)
      .with_stops(stops);
}
// A film of the result, from 0 or the first of the stops to its end; `speed` in values a second.
constexpr Parameter film(std::string_view id, std::string_view label, double end, double speed, std::string_view help) {
  return range(id, label, 0, end, end, help).playing(speed).of_picture();
}
constexpr Parameter film(std::string_view id, std::string_view label, std::span<const double> stops, double speed,
                         std::string_view help) {
  return range(id, label, stops, stops.back(), help).playing(speed).of_picture();
}
constexpr Parameter choice(std::string_view id, std::string_view label, std::span<const Choice> choices,
                           std::string_view help, double initial = 0) {
  return {.id = id, .label = label, .kind = Kind::choice, .initial = initial, .choices = choices, .help = help};
}
constexpr Parameter toggle(std::string_view id, std::string_view label, std::string_view help, bool on = false) {
  return {.id = id, .label = label, .kind = Kind::toggle, .initial = on ? 1.0 : 0.0, .help = help};
}
constexpr Parameter action(std::string_view id, std::string_view label, std::string_view help) {
  return {.id = id, .label = label, .kind = Kind::action, .help = help};
}
// At most `most` numbers, any between the limits.
constexpr Parameter numbers(std::string_view id, std::string_view label, double min, double max, int most,
                            std::string_view help) {
  return {
      .id = id, .label = label, .kind = Kind::numbers, .min = min, .max = max, .step = 0, .most = most, .help = help};
}

// What a reader may do with a parameter: the page around a figure can fix some.
enum class Access : std::uint8_t {
  free,
  locked,  // shown, and stays as it is
  hidden,  // not shown, and stays as it is
};

// Which settings a query lists.
enum class Which : std::uint8_t {
  changed,  // shown, and not as the figure comes
  all,      // every one
  result,   // shown, and the learner's business: two states with one such query have one result
};

// One value for each parameter of a table, always within its limits. The table must outlive it.
class Values {
 public:
  explicit Values(std::span<const Parameter> table);  // the initial values

  std::span<const Parameter> table() const { return table_; }

  // The value of a parameter of the table; another id ends the program with no_parameter().
  double number(std::string_view id) const;
  int integer(std::string_view id) const { return static_cast<int>(number(id)); }
  bool is_on(std::string_view id) const { return number(id) != 0; }
  std::string_view choice(std::string_view id) const;          // id of the choice taken
  const std::vector<double>& list(std::string_view id) const;  // of Kind::numbers
  std::uint64_t seed() const { return static_cast<std::uint64_t>(number("seed")); }

  // What a reader does, in the picture or by a control; a parameter that is not free keeps its value.
  //
  // Sets a value, moved to the nearest allowed one.
  void set(std::string_view id, double value);
  void choose(std::string_view id, std::string_view choice);
  // Each number that changes is moved to the nearest allowed one; what is beyond `most`, or makes no whole group, is
  // left out.
  void set_list(std::string_view id, std::vector<double> list);

  // The initial values, also of what is not free.
  void reset();

  // Fixes the parameters of two lists, "d,seed" or "all", and frees all others; `hide` counts more than `lock`. An id
  // that is not in the table adds one sentence to what comes back.
  std::vector<std::string> fix(std::string_view lock, std::string_view hide);
  std::span<const Access> access() const { return access_; }  // one for each parameter, in order
  void fix_as(const Values& other) { access_ = other.access_; }
  // Whether every parameter that is not free has the same value in both.
  bool keeps(const Values& other) const;

  bool is_shown(const Parameter& parameter) const;

  // Reads "d=4&source=text" over the present values. A name that is not in the table, a value that is no number or
  // outside the limits leaves the present value and adds one sentence for the reader to what comes back.
  // Percent-escapes are not decoded: ids and numbers need none. This is how the page speaks: it may set what is fixed.
  // What only another choice would show brings that choice, unless the query or the reader has made one: "context=8" is
  // about a text.
  std::vector<std::string> read_query(std::string_view query);

  // These values without what does not count for the result: all else has its initial value.
  Values for_result() const;

  // The other way round, in table order, numbers with the fewest digits that read back exactly.
  std::string to_query(Which which = Which::changed) const;

  bool operator==(const Values& other) const { return values_ == other.values_ && lists_ == other.lists_; }

 private:
  std::size_t index(std::string_view id) const;
  bool is_free(std::size_t at) const { return access_[at] == Access::free; }
  void fix_each(std::string_view ids, Access access, std::vector<std::string>& notices);
  bool is_listed(std::size_t at, Which which) const;
  void reveal(std::size_t at, std::vector<bool>& given);

  std::span<const Parameter> table_;
  std::vector<double> values_;
  std::vector<std::vector<double>> lists_;  // of Kind::numbers; empty for all others
  std::vector<Access> access_;
};

// Figure "cost" has no parameter "size"; it has d, N, ...: what the program ends with when code asks for such an id.
std::string no_parameter(std::span<const Parameter> table, std::string_view id);

// The position (0..count-1) of a slider nearest to a value, and back; one convention for canvas and form.
int stop_count(const Parameter& parameter);
double stop_value(const Parameter& parameter, int stop);
int nearest_stop(const Parameter& parameter, double value);

// A value as a reader sees it: "4,096", "10⁻⁶", "last token", "on".
std::string value_text(const Parameter& parameter, double value);

}  // namespace figures
