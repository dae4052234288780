// What figure "head_count" says to who cannot see it.
#include <algorithm>
#include <string>

#include "figures/head_count/head_count.hpp"
#include "plot/number.hpp"

namespace figures::head_count {
namespace {

using plot::counted;
using plot::number;
using plot::whole;

using Result = HeadCountResult;

// Squared errors of doubles on data without noise lie near 1e-30.
constexpr double kExact = 1e-18;

std::string heads(double count) { return counted(count, "head", "heads"); }

std::string open_title(const Result& result) {
  if (result.full_error < kExact) return "The data leave W open, and still every answer is right";
  if (result.fewest_error < std::min(0.1, result.full_error / 3))
    return "Too few data for all of W, enough for " + heads(result.heads);
  return "Too few data to count the heads";
}

std::string noisy_title(const Result& result) {
  if (result.is_plain()) return "Fresh data prefer the full fit to any few heads";
  if (result.heads != result.true_heads) {
    return "The noise hides the count: " + whole(result.heads) + " instead of " + heads(result.true_heads);
  }
  const double factor = result.full_error / std::max(result.fewest_error, 1e-300);
  if (factor < 1.2) return heads(result.heads) + " found under noise, no better than the full fit";
  return "With the right " + heads(result.heads) + " the error is " + number(factor, 2) + " times smaller";
}

std::string title_of(const Result& result) {
  if (!result.counted())
    return "Counting the heads behind " + whole(static_cast<double>(result.sequences)) + " answers";
  if (result.open) return open_title(result);
  if (result.noise > 0) return noisy_title(result);
  if (result.is_plain())
    return "At least " + heads(result.slices()) + "; up to " + whole(result.most_tried) + " were tried and missed";
  if (result.heads < result.true_heads) {
    return heads(result.true_heads) + " made the data, and " + whole(result.heads) + " do the same";
  }
  return heads(result.heads) + (result.heads == 1 ? " is" : " are") + " really there; the plain SVD gives " +
         whole(result.plain_heads);
}

std::string plain_sentence(const Result& result) {
  return "The plain SVD of W gives " + heads(result.plain_heads) + "; " + heads(result.true_heads) + " made the data.";
}

// How the heads were counted, and why so.
std::string held_out_sentence(const Result& result) {
  const std::string why = result.open
                              ? " The data decide only " + whole(static_cast<double>(result.rank)) + " of " +
                                    whole(result.unknowns) +
                                    " directions of p, so S(x) of the smallest p proves nothing; held-out data chose "
                              : " Under noise no singular value is zero, so held-out data chose ";
  const std::string chosen =
      result.is_plain() ? "the full fit over 1 to " + heads(result.most_tried) : heads(result.heads);
  if (result.slices() == 1) return why + chosen + ".";
  return why + chosen + "; the largest gap of S(x) says " + whole(result.by_gap) + ".";
}

std::string count_sentence(const Result& result) {
  if (result.count_by == learner::HeadCountBy::held_out) return held_out_sentence(result);
  if (result.by_rank < result.slices()) {
    return " The data are exact, so the rank of S(x) counts: " + whole(result.by_rank) + ".";
  }
  if (result.slices() == 1) return " With one output S(x) has one singular value and cannot count.";
  return " All " + whole(result.slices()) + " singular values of S(x) differ from zero, so there are at least so many.";
}

std::string path_sentence(const Result& result) {
  const std::string starts = counted(result.starts, "random start", "random starts");
  switch (result.path) {
    case learner::HeadPath::value_null_space:
      return " Null spaces of S(x) gave the V, least squares the Q, without a starting point.";
    case learner::HeadPath::query_null_space:
      return " Null spaces of S(x) gave the Q, least squares the V, without a starting point.";
    case learner::HeadPath::alternating:
      return (result.heads < result.slices()
                  ? " Null spaces did not meet p; alternating least squares did, from "
                  : " So many leave S(x) no null space; alternating least squares found them from ") +
             starts + ".";
    case learner::HeadPath::singular_values:
      if (result.count_by == learner::HeadCountBy::held_out || result.starts == 0) return "";
      return " Alternating least squares tried up to " + heads(result.most_tried) + " from " + starts +
             " and met p with none, so the plain ones stay.";
    case learner::HeadPath::none: break;
  }
  return "";
}

std::string error_sentence(const Result& result) {
  const int cut = std::clamp<int>(result.heads, 1, static_cast<int>(result.cut_errors.size()));
  return " On fresh questions the full fit is wrong by " + number(result.full_error) +
         " of the answers' mean square, the SVD cut to " + heads(cut) + " by " + number(result.cut_errors(cut - 1)) +
         ", the fewest heads by " + number(result.fewest_error) + ".";
}

std::string sentence_of(const Result& result) {
  if (!result.counted()) {
    return "Least squares for " + whole(result.unknowns) + " unknowns from " +
           counted(static_cast<double>(result.sequences), "sequence", "sequences") + ".";
  }
  return plain_sentence(result) + count_sentence(result) + path_sentence(result) + error_sentence(result);
}

class Rows {
 public:
  explicit Rows(Table& table) : table_(table) {}
  void operator()(std::string name, std::string value) { table_.rows.push_back({std::move(name), std::move(value)}); }
  void operator()(std::string name, double value) { (*this)(std::move(name), number(value)); }

 private:
  Table& table_;
};

std::string_view count_name(const Result& result) {
  return result.count_by == learner::HeadCountBy::rank ? "rank of S(x)" : "held-out data";
}

std::string_view path_name(const Result& result) {
  switch (result.path) {
    case learner::HeadPath::value_null_space: return "null spaces, V first";
    case learner::HeadPath::query_null_space: return "null spaces, Q first";
    case learner::HeadPath::alternating: return "alternating least squares";
    case learner::HeadPath::singular_values: return "plain SVD";
    case learner::HeadPath::none: break;
  }
  return "none needed";
}

void add_spectra(Rows& row, const Result& result) {
  for (learner::Index k = 0; k < result.sigma.size(); ++k) {
    const std::string count = whole(static_cast<double>(k) + 1);
    row("Singular value " + count + " of W", result.sigma(k));
    row("Error of W cut after it", result.cut_errors(k));
    row("Distance of its p", result.cut_distances(k));
  }
  row("Sum of their squares", number(result.sigma.squaredNorm(), 9));
  row("Sum of the squares of the entries of W", number(result.squared_norm, 9));
  for (learner::Index k = 0; k < result.slice_values.size(); ++k) {
    row("Singular value " + whole(static_cast<double>(k) + 1) + " of S(x)", result.slice_values(k));
  }
}

void add_heads(Rows& row, const Result& result) {
  row("Heads found", whole(result.heads));
  row("Counted by", std::string(count_name(result)));
  row("Found by", std::string(path_name(result)));
  row("Random starts", whole(result.starts));
  for (std::size_t k = 0; k < result.trials.size(); ++k) {
    row("Error on held-out data, noise included, with " + heads(static_cast<double>(k) + 1), result.trials[k]);
  }
  if (result.kernel.size() > result.heads && result.heads > 0) {
    row("Eigenvalue that should vanish", std::max(0.0, result.kernel(result.heads - 1)));
    row("Eigenvalue after it", result.kernel(result.heads));
  }
  row("Error, full fit", result.full_error);
  row("Error, fewest heads", result.fewest_error);
  row("Distance of p, full fit", result.full_distance);
  row("Distance of p, fewest heads", result.fewest_distance);
  row("Numbers kept, full fit", whole(full_numbers(result)));
  row("Numbers kept, fewest heads",
      whole(result.is_plain() ? full_numbers(result) : free_numbers(result, result.heads)));
  if (result.noise > 0 && !result.open) {
    row("Error that noise leaves, full fit", noise_share(result, result.noise, full_numbers(result)));
    if (!result.is_plain()) {
      row("Error that noise leaves, fewest heads",
          noise_share(result, result.noise, free_numbers(result, result.heads)));
    }
  }
  row("Fresh questions", whole(static_cast<double>(result.fresh)));
}

void add_sweep(Rows& row, const Result& result) {
  for (learner::Index k = 0; k < result.full_sweep.size(); ++k) {
    const auto fit = static_cast<std::size_t>(k);
    const std::string which = "Noise " + number(result.levels[fit % result.levels.size()]) + ", model " +
                              whole(static_cast<double>(fit / result.levels.size()) + 1);
    const int cut = std::clamp<int>(result.heads, 1, static_cast<int>(result.cut_sweep.cols()));
    row(which + ": full fit", result.full_sweep(k));
    row(which + ": cut to " + heads(cut), result.cut_sweep(k, cut - 1));
    row(which + ": fewest heads", result.fewest_sweep(k));
    row(which + ": heads by the gap", whole(result.gap_sweep[fit]));
  }
}

Table table_of(const Result& result) {
  Table table{.columns = {"Quantity", "Value"}, .rows = {}};
  Rows row(table);
  row("Token size d", whole(result.d));
  row("Numbers in an answer", whole(result.d_out));
  row("True heads", whole(result.true_heads));
  row("Unknowns for each number", whole(result.unknowns));
  row("Sequences", whole(static_cast<double>(result.sequences)));
  row("Noise", result.noise);
  if (result.reached < HeadCountStage::fit) return table;
  row("Rank of the Gram matrix", whole(static_cast<double>(result.rank)));
  row("Heads of the plain SVD", whole(result.plain_heads));
  row("Heads by the rank of S(x)", whole(result.by_rank));
  row("Heads by the largest gap of S(x)", whole(result.by_gap));
  for (std::size_t k = 0; k < result.enough.size(); ++k) {
    row("Always enough at d = " + whole(static_cast<double>(k) + 2), whole(result.enough[k]));
    row("Almost always enough at d = " + whole(static_cast<double>(k) + 2), whole(result.generic[k]));
  }
  if (result.counted()) add_heads(row, result);
  add_spectra(row, result);
  add_sweep(row, result);
  return table;
}

}  // namespace

Description describe_head_count(const Result& result, std::span<const double> times) {
  Description description{.title = title_of(result), .sentence = sentence_of(result), .table = table_of(result)};
  constexpr std::string_view kNames[] = {"Data", "Fit", "Fewest heads", "Over the noise"};
  for (std::size_t stage = 0; stage < times.size() && stage < std::size(kNames); ++stage) {
    description.table.rows.push_back({"Time: " + std::string(kNames[stage]), plot::duration(times[stage] / 1000)});
  }
  return description;
}

}  // namespace figures::head_count
