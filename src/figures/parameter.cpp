#include "figures/parameter.hpp"

#include <bit>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "figures/figure.hpp"
#include "figures/json.hpp"

namespace figures {
namespace {

bool has_value(const Parameter& parameter) { return parameter.kind != Kind::action; }

// Of a choice, the index of its last alternative. The lowest is `min` for all kinds: 0 where a table says nothing.
double highest(const Parameter& parameter) {
  return parameter.kind == Kind::choice ? static_cast<double>(parameter.choices.size()) - 1 : parameter.max;
}

// The nearest allowed value.
double allowed(const Parameter& parameter, double value) {
  if (const double step = parameter.step; step > 0) {
    value = parameter.min + step * std::round((value - parameter.min) / step);
    // -1.5 + 170 · 0.01 is not the number that 0.2 stands for: a link would have seventeen digits.
    constexpr double kPlaces = 1e9;
    if (std::abs(value) < 1e6) value = std::round(value * kPlaces) / kPlaces;
  }
  return std::clamp(value, parameter.min, highest(parameter));
}

// The name of a value in a query: the id of a choice, else the shortest decimal.
std::string query_value(const Parameter& parameter, double value) {
  if (parameter.kind == Kind::choice) return std::string(parameter.choices[static_cast<std::size_t>(value)].id);
  return shortest_decimal(value);
}

// A decimal number and nothing else. strtod alone would take spaces, "inf" and hexadecimals too; libc++ 19 has no
// std::from_chars for doubles.
bool read_number(std::string_view text, double& value) {
  if (text.empty() || text.find_first_not_of("0123456789+-.eE") != std::string_view::npos) return false;
  const std::string ended(text);
  char* end = nullptr;
  value = std::strtod(ended.c_str(), &end);
  return end == ended.c_str() + ended.size() && std::isfinite(value);
}

// As sentences about one value name it.
std::string label_of(const Parameter& parameter) {
  const Localized label = translated(parameter.label);
  return parameter.kind == Kind::numbers ? tr("Each of %1", label) : std::string(label);
}

// Reads one value; a sentence in `notice` when it cannot be taken.
bool read_value(const Parameter& parameter, std::string_view text, double& value, std::string& notice) {
  const std::string name = label_of(parameter);
  if (parameter.kind == Kind::choice) {
    const auto found = std::ranges::find(parameter.choices, text, &Choice::id);
    if (found == parameter.choices.end()) {
      notice = tr("%1 cannot be “%2”. Choose one of: %3.", name, beginning(text),
                  listed(parameter.choices, ", ", [](const Choice& choice) { return std::string(choice.id); }));
      return false;
    }
    value = static_cast<double>(found - parameter.choices.begin());
    return true;
  }
  if (!read_number(text, value)) {
    notice = tr("%1 must be a number, not “%2”.", name, beginning(text));
    return false;
  }
  if (value < parameter.min || value > highest(parameter)) {
    notice = tr("%1 must lie between %2 and %3, not %4.", name, value_text(parameter, parameter.min),
                value_text(parameter, highest(parameter)), number(value));
    return false;
  }
  // Finer steps than whole numbers are those of a hand on a slider: a number between them is taken as it was typed.
  if (parameter.step < 1) return true;
  const double given = std::exchange(value, allowed(parameter, value));
  constexpr double kRounding = 1e-15;  // beyond 2^53 doubles are farther apart than whole numbers
  if (std::abs(value - given) <= kRounding * std::abs(given)) return true;
  const double other = value + (given < value ? -parameter.step : parameter.step);
  notice = tr("%1 can be %2 or %3, but not %4.", name, value_text(parameter, std::min(value, other)),
              value_text(parameter, std::max(value, other)), beginning(text));
  return false;
}

// Reads "0.5,-1,2"; nothing at all is the empty list.
bool read_list(const Parameter& parameter, std::string_view text, std::vector<double>& list, std::string& notice) {
  while (!text.empty()) {
    if (!read_value(parameter, take_part(text, ','), list.emplace_back(), notice)) return false;
    if (list.size() > static_cast<std::size_t>(parameter.most)) {
      notice = tr("%1 can have at most %2 numbers.", translated(parameter.label), whole(parameter.most));
      return false;
    }
  }
  if (list.size() % static_cast<std::size_t>(parameter.group) == 0) return true;
  notice = tr("%1 must have a multiple of %2 numbers, not %3.", translated(parameter.label), whole(parameter.group),
              whole(static_cast<double>(list.size())));
  return false;
}

}  // namespace

std::string no_parameter(std::span<const Parameter> table, std::string_view id) {
  std::string who = "This figure", all;
  for (const Figure* figure : figures::all())
    if (figure->parameters.data() == table.data()) who = "Figure \"" + std::string(figure->id) + "\"";
  for (const Parameter& parameter : table) all += (all.empty() ? "" : ", ") + std::string(parameter.id);
  return who + " has no parameter \"" + std::string(id) + "\"; it has " + all + ".";
}

Values::Values(std::span<const Parameter> table)
    : table_(table), values_(table.size()), lists_(table.size()), access_(table.size()) {
  reset();
}

std::size_t Values::index(std::string_view id) const {
  const auto found = std::ranges::find(table_, id, &Parameter::id);
  if (found == table_.end()) {
    std::fprintf(stderr, "%s\n", no_parameter(table_, id).c_str());
    std::abort();
  }
  return static_cast<std::size_t>(found - table_.begin());
}

double Values::number(std::string_view id) const { return values_[index(id)]; }

std::string_view Values::choice(std::string_view id) const {
  const std::size_t at = index(id);
  return table_[at].choices[static_cast<std::size_t>(values_[at])].id;
}

const std::vector<double>& Values::list(std::string_view id) const { return lists_[index(id)]; }

void Values::set(std::string_view id, double value) {
  const std::size_t at = index(id);
  const Kind kind = table_[at].kind;
  if (!is_free(at) || !std::isfinite(value) || kind == Kind::action || kind == Kind::numbers) return;
  values_[at] = allowed(table_[at], value);
}

void Values::set_list(std::string_view id, std::vector<double> list) {
  const std::size_t at = index(id);
  const Parameter& parameter = table_[at];
  assert(parameter.kind == Kind::numbers);
  if (!is_free(at)) return;
  list.resize(std::min(list.size(), static_cast<std::size_t>(parameter.most)));
  list.resize(list.size() - list.size() % static_cast<std::size_t>(parameter.group));
  const std::vector<double>& before = lists_[at];
  for (std::size_t k = 0; k < list.size(); ++k)
    if (k >= before.size() || list[k] != before[k]) list[k] = allowed(parameter, std::isfinite(list[k]) ? list[k] : 0);
  lists_[at] = std::move(list);
}

void Values::choose(std::string_view id, std::string_view choice) {
  const auto& choices = table_[index(id)].choices;
  const auto found = std::ranges::find(choices, choice, &Choice::id);
  assert(found != choices.end());
  set(id, static_cast<double>(found - choices.begin()));
}

void Values::reset() {
  std::ranges::transform(table_, values_.begin(), [](const Parameter& p) { return has_value(p) ? p.initial : 0; });
  for (auto& list : lists_) list.clear();
}

std::vector<std::string> Values::fix(std::string_view lock, std::string_view hide) {
  std::vector<std::string> notices;
  std::ranges::fill(access_, Access::free);
  fix_each(lock, Access::locked, notices);
  fix_each(hide, Access::hidden, notices);
  return notices;
}

void Values::fix_each(std::string_view ids, Access access, std::vector<std::string>& notices) {
  while (!ids.empty()) {
    const std::string_view id = take_part(ids, ',');
    const auto found = std::ranges::find(table_, id, &Parameter::id);
    if (id == "all") {
      std::ranges::fill(access_, access);
    } else if (found != table_.end()) {
      access_[static_cast<std::size_t>(found - table_.begin())] = access;
    } else if (!id.empty()) {
      notices.push_back(tr("This figure has no control “%1” to lock or hide.", beginning(id)));
    }
  }
}

bool Values::keeps(const Values& other) const {
  for (std::size_t at = 0; at < table_.size(); ++at) {
    if (!is_free(at) && (values_[at] != other.values_[at] || lists_[at] != other.lists_[at])) return false;
  }
  return true;
}

bool Values::is_shown(const Parameter& parameter) const {
  if (parameter.shown.id.empty()) return true;
  return (parameter.shown.choices >> integer(parameter.shown.id) & 1U) != 0 &&
         is_shown(table_[index(parameter.shown.id)]);
}

// Makes the choice that a parameter is shown with, if nobody has chosen; from then on it is made.
void Values::reveal(std::size_t at, std::vector<bool>& given) {
  const Condition& condition = table_[at].shown;
  if (condition.id.empty()) return;
  const std::size_t on = index(condition.id);
  reveal(on, given);
  const bool chosen = given[on] || values_[on] != table_[on].initial;
  given[on] = true;
  if (chosen || (condition.choices >> static_cast<unsigned>(values_[on]) & 1U) != 0) return;
  values_[on] = std::countr_zero(condition.choices);
}

std::vector<std::string> Values::read_query(std::string_view query) {
  std::vector<std::string> notices;
  std::vector<bool> given(table_.size());
  while (!query.empty()) {
    const std::string_view pair = take_part(query, '&');
    if (pair.empty()) continue;
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const std::string_view id = pair.substr(0, equals);
    const std::string_view text = pair.substr(std::min(equals + 1, pair.size()));
    const auto found = std::ranges::find(table_, id, &Parameter::id);
    if (found == table_.end() || !has_value(*found)) {
      notices.push_back(tr("This figure has no setting “%1”; it was left out.", beginning(id)));
      continue;
    }
    const auto at = static_cast<std::size_t>(found - table_.begin());
    std::string notice;
    double value = 0;
    std::vector<double> list;
    if (found->kind == Kind::numbers) {
      if (read_list(*found, text, list, notice)) lists_[at] = std::move(list);
    } else if (read_value(*found, text, value, notice)) {
      values_[at] = value;
    }
    given[at] = notice.empty();
    if (!notice.empty()) notices.push_back(notice);
  }
  for (std::size_t at = 0; at < table_.size(); ++at)
    if (given[at]) reveal(at, given);
  return notices;
}

bool Values::is_listed(std::size_t at, Which which) const {
  const Parameter& parameter = table_[at];
  if (!has_value(parameter)) return false;
  if (which == Which::all || !is_shown(parameter)) return which == Which::all;
  if (which == Which::result) return parameter.affects == Affects::result;
  return parameter.kind == Kind::numbers ? !lists_[at].empty() : values_[at] != parameter.initial;
}

Values Values::for_result() const {
  Values values(table_);
  for (std::size_t at = 0; at < table_.size(); ++at) {
    if (!is_listed(at, Which::result)) continue;
    values.values_[at] = values_[at];
    values.lists_[at] = lists_[at];
  }
  return values;
}

std::string Values::to_query(Which which) const {
  std::string query;
  for (std::size_t at = 0; at < table_.size(); ++at) {
    if (!is_listed(at, which)) continue;
    query += (query.empty() ? "" : "&") + std::string(table_[at].id) + "=";
    query += table_[at].kind == Kind::numbers ? listed(lists_[at], ",", shortest_decimal)
                                              : query_value(table_[at], values_[at]);
  }
  return query;
}

int stop_count(const Parameter& parameter) {
  if (!parameter.stops.empty()) return static_cast<int>(parameter.stops.size());
  // A continuous range gets a hundred steps on a slider.
  const double step = parameter.step > 0 ? parameter.step : (parameter.max - parameter.min) / 100;
  return static_cast<int>(std::round((highest(parameter) - parameter.min) / step)) + 1;
}

double stop_value(const Parameter& parameter, int stop) {
  const int last = stop_count(parameter) - 1;
  stop = std::clamp(stop, 0, last);
  if (!parameter.stops.empty()) return parameter.stops[static_cast<std::size_t>(stop)];
  if (last == 0) return parameter.min;
  return allowed(parameter, parameter.min + (highest(parameter) - parameter.min) * stop / last);
}

int nearest_stop(const Parameter& parameter, double value) {
  if (!parameter.stops.empty()) {
    const auto away = [value](double stop) { return std::abs(stop - value); };
    return static_cast<int>(std::ranges::min_element(parameter.stops, {}, away) - parameter.stops.begin());
  }
  // Evenly spaced, and there may be thousands of them.
  const int last = stop_count(parameter) - 1;
  const double range = highest(parameter) - parameter.min;
  const double at = range > 0 ? (value - parameter.min) / range * last : 0;
  return static_cast<int>(std::round(std::clamp(at, 0.0, static_cast<double>(last))));
}

std::string value_text(const Parameter& parameter, double value) {
  if (parameter.kind == Kind::choice) return translated(parameter.choices[static_cast<std::size_t>(value)].label);
  if (parameter.kind == Kind::toggle) return value != 0 ? tr("on") : tr("off");
  return parameter.kind == Kind::action ? "" : number(value);
}

double shown_number(const Parameter& parameter, const Values& values, const Picture* picture) {
  if (picture == nullptr || parameter.affects != Affects::picture) return values.number(parameter.id);
  return picture->stands(parameter.id, {.settings = picture->settings(), .values = values, .times = {}});
}

std::string value_text(const Parameter& parameter, const Values& values, const Picture* picture) {
  if (picture != nullptr && parameter.affects == Affects::picture) {
    const std::string words =
        picture->say(parameter.id, {.settings = picture->settings(), .values = values, .times = {}});
    if (!words.empty()) return words;
  }
  return value_text(parameter, shown_number(parameter, values, picture));
}

}  // namespace figures
