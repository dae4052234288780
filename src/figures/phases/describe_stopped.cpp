// Why a phase of figure "phases" cannot go on, and what helps.
#include "figures/advice.hpp"
#include "figures/phases/phases.hpp"
#include "learner/softmax/net_search.hpp"

namespace figures::phases {
namespace {

// Whether there are examples that N of them have probably left out: of d signs k times there are 2^(dk), and of four
// times as many 98 % are met.
bool leave_some_out(const Values& settings) {
  return settings.number("N") < 4 * std::exp2(settings.number("d") * settings.number("k"));
}

// No row can be used. The shortest examples help: of 183 states k = 2 went on in 160, one token less in 56. More
// examples may where they lack rows of few tokens and the most there are should hold some.
std::string no_rows_text(const Error& error, const Values& settings) {
  constexpr double kSome = 5;
  const bool lack = has_none_to_test(error);
  const double most = std::ranges::find(settings.table(), "N", &Parameter::id)->max;
  const bool shorter = can_lower(settings, "k");
  const bool more =
      can_raise(settings, "N") && (lack ? most * tested_share(settings) > kSome : leave_some_out(settings));
  const std::string examples = counted("%1 example", "%1 examples", settings.number("N"));
  return passage({lack ? tr("%1 give it no row that it can use.", examples)
                       : tr("No row of %1 can be explained by weights of at least %2.", examples, error.values.front()),
                  shorter ? tr("Choose k = 2.")
                  : more  ? tr("Ask for more examples.")
                          : std::string_view()});
}

}  // namespace

// The learner names how many tokens may differ, or the least weight, which is below 1.
bool has_none_to_test(const Error& stopped) { return std::strtod(stopped.values.front().c_str(), nullptr) >= 2; }

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

namespace {

// What helps this phase: of the learner's advice what the parameters allow, and of that what helps most surely. Of 24
// states a larger tolerance and a smaller margin helped all, 50,000 examples 10. Where no row agrees within 0.03 or
// more, with 5 tokens or more, k = 2 brought 53 of 57 through all phases, and a tolerance of 1 brought 41. Of 241 with
// 3 to 5 tokens the next tolerance above the residual brought 146, and 1 brought 219.
std::string phase_text(const Result& result, const Values& settings) {
  using learner::ErrorKind;
  const auto& [sentence, values, kind] = result.stopped;
  const std::string_view examples = can_raise(settings, "N") ? tr("Ask for more examples.") : std::string_view();
  switch (kind) {
    case ErrorKind::no_rows: return no_rows_text(result.stopped, settings);
    case ErrorKind::few_examples:
      return passage({tr("The net needs %1 examples to fit and validate with.", values[0]), examples});
    case ErrorKind::few_directions:
      return passage({values[0] == "0"
                          ? tr("Rows of large margin show none of the %1 directions of tokens.", values[1])
                          : tr("Rows of large margin show only %1 of %2 directions of tokens.", values[0], values[1]),
                      can_lower(settings, "margin") ? tr("Lower the margin.") : examples});
    case ErrorKind::no_agreement: {
      const bool shorter =
          settings.number("k") >= 5 && settings.number("tolerance") >= 0.03 && can_lower(settings, "k");
      const bool other = can_exceed(settings, "tolerance", 3 * std::strtod(values.front().c_str(), nullptr));
      // Of 48 states of phase 4 the exact sum helped 44, one head less 19 of 41, and 50,000 examples 16.
      const std::string_view without = !is_sum_given(settings) && movable(settings, "sum") != nullptr
                                           ? tr("Give it the exact sum of the W.")
                                       : leave_some_out(settings) ? examples
                                                                  : std::string_view();
      return passage(
          {result.heads() == 1
               ? tr("No row can be explained by one set of weights: the smallest residual is %1.", values.front())
               : tr("The heads agree on no row: the smallest residual is %1.", values.front()),
           shorter ? tr("Choose k = 2.")
           : other ? tr("Raise the tolerance of agreement well above three times it: phase 4 takes a third, "
                        "and the residual may grow with the tolerance.")
                   : without});
    }
    // Here with two signs in a token. In 10 such states another seed helped 19 times of 20, three signs 9 of 10, one
    // head less each time, and 50,000 examples in none; in another they did.
    case ErrorKind::flat_body:
      return passage({tr("The body shows %1 of %2 directions.", values[0], values[1]),
                      movable(settings, "seed") != nullptr ? tr("Try another seed.")
                      : can_lower(settings, "m")           ? tr("Choose a smaller m.")
                      : can_raise(settings, "d")           ? tr("Choose a larger d.")
                                                           : std::string_view()});
    default: return message(result.stopped);
  }
}

}  // namespace

// And what a later phase will ask for: it would stop there.
std::string stopped_text(const Result& result, const Values& settings) {
  const learner::NetOptions net;
  const auto needed = static_cast<double>(net.fit_examples + net.validation_examples);
  const bool is_later = result.reached < 5 && settings.number("N") < needed && can_exceed(settings, "N", needed - 1);
  return passage({phase_text(result, settings),
                  is_later ? tr("Phase 6 will need %1 examples.", plot::whole(needed)) : std::string()});
}

}  // namespace figures::phases
