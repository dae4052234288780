#include "figures/parameter.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>

#include "figures/json.hpp"
#include "plot/number.hpp"

namespace figures {
namespace {

bool has_value(const Parameter& parameter) { return parameter.kind != Kind::action; }

double highest(const Parameter& parameter) {
  switch (parameter.kind) {
    case Kind::choice: return static_cast<double>(parameter.choices.size()) - 1;
    case Kind::toggle: return 1;
    default: return parameter.max;
  }
}

double lowest(const Parameter& parameter) { return parameter.kind == Kind::range ? parameter.min : 0; }

double spacing(const Parameter& parameter) { return parameter.kind == Kind::range ? parameter.step : 1; }

// The nearest allowed value.
double allowed(const Parameter& parameter, double value) {
  const double low = lowest(parameter);
  const double step = spacing(parameter);
  if (step > 0) value = low + step * std::round((value - low) / step);
  return std::clamp(value, low, highest(parameter));
}

std::string quoted(std::string_view text) { return "“" + std::string(text) + "”"; }

std::string list_of_choices(const Parameter& parameter) {
  std::string list;
  for (const Choice& choice : parameter.choices) list += (list.empty() ? "" : ", ") + std::string(choice.id);
  return list;
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

// Reads one value; a sentence in `notice` when it cannot be taken.
bool read_value(const Parameter& parameter, std::string_view text, double& value, std::string& notice) {
  const std::string name(parameter.label);
  if (parameter.kind == Kind::choice) {
    const auto found = std::ranges::find(parameter.choices, text, &Choice::id);
    if (found == parameter.choices.end()) {
      notice = name + " cannot be " + quoted(text.substr(0, 40)) + ". Choose one of: " + list_of_choices(parameter) + ".";
      return false;
    }
    value = static_cast<double>(found - parameter.choices.begin());
    return true;
  }
  if (!read_number(text, value)) {
    notice = name + " must be a number, not " + quoted(text.substr(0, 40)) + ".";
    return false;
  }
  if (value < lowest(parameter) || value > highest(parameter)) {
    notice = name + " must lie between " + value_text(parameter, lowest(parameter)) + " and " +
             value_text(parameter, highest(parameter)) + ", not " + plot::number(value) + ".";
    return false;
  }
  value = allowed(parameter, value);
  return true;
}

// Cuts the next "name=value" off a query.
std::string_view next_pair(std::string_view& query) {
  const std::size_t end = query.find('&');
  const std::string_view pair = query.substr(0, end);
  query = end == std::string_view::npos ? std::string_view() : query.substr(end + 1);
  return pair;
}

}  // namespace

Values::Values(std::span<const Parameter> table) : table_(table), values_(table.size()) { reset(); }

std::size_t Values::index(std::string_view id) const {
  const auto found = std::ranges::find(table_, id, &Parameter::id);
  assert(found != table_.end());
  return static_cast<std::size_t>(found - table_.begin());
}

double Values::number(std::string_view id) const { return values_[index(id)]; }

std::string_view Values::choice(std::string_view id) const {
  const std::size_t at = index(id);
  return table_[at].choices[static_cast<std::size_t>(values_[at])].id;
}

void Values::set(std::string_view id, double value) {
  const std::size_t at = index(id);
  if (std::isfinite(value) && has_value(table_[at])) values_[at] = allowed(table_[at], value);
}

void Values::choose(std::string_view id, std::string_view choice) {
  const auto& choices = table_[index(id)].choices;
  const auto found = std::ranges::find(choices, choice, &Choice::id);
  assert(found != choices.end());
  set(id, static_cast<double>(found - choices.begin()));
}

void Values::reset() {
  std::ranges::transform(table_, values_.begin(), [](const Parameter& p) { return has_value(p) ? p.initial : 0; });
}

bool Values::is_shown(const Parameter& parameter) const {
  if (parameter.shown.id.empty()) return true;
  return (parameter.shown.choices >> integer(parameter.shown.id) & 1U) != 0;
}

std::vector<std::string> Values::read_query(std::string_view query) {
  std::vector<std::string> notices;
  while (!query.empty()) {
    const std::string_view pair = next_pair(query);
    if (pair.empty()) continue;
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const std::string_view id = pair.substr(0, equals);
    const std::string_view text = pair.substr(std::min(equals + 1, pair.size()));
    const auto found = std::ranges::find(table_, id, &Parameter::id);
    double value = 0;
    std::string notice;
    if (found == table_.end() || !has_value(*found)) {
      notices.push_back("This figure has no setting " + quoted(id.substr(0, 40)) + "; it was left out.");
    } else if (!read_value(*found, text, value, notice)) {
      notices.push_back(notice);
    } else {
      values_[static_cast<std::size_t>(found - table_.begin())] = value;
    }
  }
  return notices;
}

bool Values::is_listed(std::size_t at, Which which) const {
  const Parameter& parameter = table_[at];
  if (!has_value(parameter)) return false;
  switch (which) {
    case Which::all: return true;
    case Which::changed: return is_shown(parameter) && values_[at] != parameter.initial;
    case Which::result: return is_shown(parameter) && parameter.affects == Affects::result;
  }
  return false;
}

std::string Values::to_query(Which which) const {
  std::string query;
  for (std::size_t at = 0; at < table_.size(); ++at) {
    if (!is_listed(at, which)) continue;
    query += (query.empty() ? "" : "&") + std::string(table_[at].id) + "=" + query_value(table_[at], values_[at]);
  }
  return query;
}

int stop_count(const Parameter& parameter) {
  if (!parameter.stops.empty()) return static_cast<int>(parameter.stops.size());
  // A continuous range gets a hundred steps on a slider.
  const double step = spacing(parameter) > 0 ? spacing(parameter) : (parameter.max - parameter.min) / 100;
  return static_cast<int>(std::round((highest(parameter) - lowest(parameter)) / step)) + 1;
}

double stop_value(const Parameter& parameter, int stop) {
  const int last = stop_count(parameter) - 1;
  stop = std::clamp(stop, 0, last);
  if (!parameter.stops.empty()) return parameter.stops[static_cast<std::size_t>(stop)];
  if (last == 0) return lowest(parameter);
  return allowed(parameter, lowest(parameter) + (highest(parameter) - lowest(parameter)) * stop / last);
}

int nearest_stop(const Parameter& parameter, double value) {
  int best = 0;
  for (int stop = 1; stop < stop_count(parameter); ++stop) {
    if (std::abs(stop_value(parameter, stop) - value) < std::abs(stop_value(parameter, best) - value)) best = stop;
  }
  return best;
}

std::string value_text(const Parameter& parameter, double value) {
  switch (parameter.kind) {
    case Kind::choice: return std::string(parameter.choices[static_cast<std::size_t>(value)].label);
    case Kind::toggle: return value != 0 ? "on" : "off";
    case Kind::action: return "";
    case Kind::range: return plot::number(value);
  }
  return "";
}

}  // namespace figures
