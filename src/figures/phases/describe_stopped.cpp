// Why a phase of figure "phases" cannot go on, and what helps.
#include "figures/advice.hpp"
#include "figures/phases/phases.hpp"

namespace figures::phases {
namespace {

// No example had a row to test. More examples are advised where the most there are should hold a few, else shorter
// ones.
std::string no_rows_text(const Values& settings) {
  constexpr double kFew = 5;
  const double most = std::ranges::find(settings.table(), "N", &Parameter::id)->max;
  const bool more = can_raise(settings, "N") && most * tested_share(settings) > kFew;
  return passage({tr("%1 give it no row that it can use.", counted("%1 example", "%1 examples", settings.number("N"))),
                  more                       ? tr("Ask for more examples.")
                  : can_lower(settings, "k") ? tr("Choose a smaller k.")
                                             : std::string_view()});
}

}  // namespace

Index most_distinct(const Values& values) {
  const Index d = values.integer("d");
  return values.choice("rows") == "all" ? d : 1 + std::max<Index>(1, d / values.integer("m"));
}

double tested_share(const Values& values) {
  const double tokens = std::exp2(values.number("d"));
  Vector shares = Vector::Unit(most_distinct(values) + 1, 0);  // of examples so far, with 0, 1, .. different tokens
  for (int token = 0; token < values.integer("k"); ++token) {
    for (Index distinct = shares.size() - 1; distinct > 0; --distinct) {
      const auto before = static_cast<double>(distinct - 1);
      shares(distinct) = (shares(distinct) * (before + 1) + shares(distinct - 1) * (tokens - before)) / tokens;
    }
    shares(0) = 0;
  }
  return shares.tail(shares.size() - 2).sum();
}

// Of the learner's advice what the parameters allow.
std::string stopped_text(const Result& result, const Values& settings) {
  using learner::ErrorKind;
  const auto& [sentence, values, kind] = result.stopped;
  if (kind == ErrorKind::no_rows) return no_rows_text(settings);
  const bool more = can_raise(settings, "N");
  const double part = result.reached == 3 ? 3 : 1;  // phase 4 takes a third of the tolerance
  const bool other = kind == ErrorKind::few_directions ? can_lower(settings, "margin")
                     : kind == ErrorKind::no_agreement
                         ? can_exceed(settings, "tolerance", part * std::strtod(values.front().c_str(), nullptr))
                         : true;
  if (kind == ErrorKind::other || (more && other)) return message(result.stopped);
  if (kind == ErrorKind::few_examples) return tr("The net needs %1 examples to fit and validate with.", values[0]);
  const std::string_view examples = more ? tr("Ask for more examples.") : std::string_view();
  if (kind == ErrorKind::few_directions)
    return passage({tr("Rows of large margin show only %1 of %2 directions of tokens.", values[0], values[1]),
                    other ? tr("Lower the margin.") : examples});
  return passage({tr("The heads agree on no row: the smallest residual is %1.", values.front()),
                  other ? tr("Raise the tolerance of agreement above it.") : examples});
}

}  // namespace figures::phases
