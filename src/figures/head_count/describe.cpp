// What figure "head_count" says to who cannot see it.
#include <algorithm>
#include <array>
#include <string>

#include "figures/head_count/head_count.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::head_count {
namespace {

using plot::counted;
using plot::number;
using plot::passage;
using plot::Phrase;
using plot::say;
using plot::whole;

using Result = HeadCountResult;

// Squared errors of doubles on data without noise lie near 1e-30.
constexpr double kExact = 1e-18;

std::string heads(double count) { return counted("%1 head", "%1 heads", count); }

std::string open_title(const Result& result) {
  if (result.full_error < kExact) return say("The data leave W open, and still every answer is right");
  if (result.fewest_error < std::min(0.1, result.full_error / 3))
    return say("Too few data for all of W, enough for %1", heads(result.heads));
  return say("Too few data to count the heads");
}

std::string noisy_title(const Result& result) {
  if (result.is_plain()) return say("Fresh data prefer the full fit to any few heads");
  if (result.heads != result.true_heads) {
    return say("The noise hides the count: %1 instead of %2", whole(result.heads), heads(result.true_heads));
  }
  const double factor = result.full_error / std::max(result.fewest_error, 1e-300);
  if (factor < 1.2) return say("%1 found under noise, no better than the full fit", heads(result.heads));
  return say("With the right %1 the error is %2 times smaller", heads(result.heads), number(factor, 2));
}

std::string title_of(const Result& result) {
  if (!result.counted())
    return say("Counting the heads behind %1 answers", whole(static_cast<double>(result.sequences)));
  if (result.open) return open_title(result);
  if (result.noise > 0) return noisy_title(result);
  if (result.is_plain())
    return say("At least %1; up to %2 were tried and missed", heads(result.slices()), whole(result.most_tried));
  if (result.heads < result.true_heads)
    return say("%1 made the data, and %2 do the same", heads(result.true_heads), whole(result.heads));
  return say("%1 really there; the plain SVD gives %2", counted("%1 head is", "%1 heads are", result.heads),
             whole(result.plain_heads));
}

std::string plain_sentence(const Result& result) {
  return say("The plain SVD of W gives %1; %2 made the data.", heads(result.plain_heads), heads(result.true_heads));
}

std::string open_sentence(const Result& result, const std::string& chosen) {
  const std::string rank = whole(static_cast<double>(result.rank));
  const std::string unknowns = whole(result.unknowns);
  return result.slices() == 1 ? say("The data decide only %1 of %2 directions of p, so S(x) of the smallest p proves "
                                    "nothing; held-out data chose %3.",
                                    rank, unknowns, chosen)
                              : say("The data decide only %1 of %2 directions of p, so S(x) of the smallest p proves "
                                    "nothing; held-out data chose %3; the largest gap of S(x) says %4.",
                                    rank, unknowns, chosen, whole(result.by_gap));
}

// How the heads were counted, and why so.
std::string held_out_sentence(const Result& result) {
  const std::string chosen =
      result.is_plain() ? say("the full fit over 1 to %1", heads(result.most_tried)) : heads(result.heads);
  if (result.open) return open_sentence(result, chosen);
  return result.slices() == 1
             ? say("Under noise no singular value is zero, so held-out data chose %1.", chosen)
             : say("Under noise no singular value is zero, so held-out data chose %1; the largest gap of S(x) says %2.",
                   chosen, whole(result.by_gap));
}

std::string count_sentence(const Result& result) {
  if (result.count_by == learner::HeadCountBy::held_out) return held_out_sentence(result);
  if (result.by_rank < result.slices())
    return say("The data are exact, so the rank of S(x) counts: %1.", whole(result.by_rank));
  if (result.slices() == 1) return say("With one output S(x) has one singular value and cannot count.");
  return say("All %1 singular values of S(x) differ from zero, so there are at least so many.", whole(result.slices()));
}

std::string path_sentence(const Result& result) {
  const std::string starts = counted("%1 random start", "%1 random starts", result.starts);
  switch (result.path) {
    case learner::HeadPath::value_null_space:
      return say("Null spaces of S(x) gave the V, least squares the Q, without a starting point.");
    case learner::HeadPath::query_null_space:
      return say("Null spaces of S(x) gave the Q, least squares the V, without a starting point.");
    case learner::HeadPath::alternating:
      return result.heads < result.slices()
                 ? say("Null spaces did not meet p; alternating least squares did, from %1.", starts)
                 : say("So many leave S(x) no null space; alternating least squares found them from %1.", starts);
    case learner::HeadPath::singular_values:
      if (result.count_by == learner::HeadCountBy::held_out || result.starts == 0) return "";
      return say("Alternating least squares tried up to %1 from %2 and met p with none, so the plain ones stay.",
                 heads(result.most_tried), starts);
    case learner::HeadPath::none: break;
  }
  return "";
}

std::string error_sentence(const Result& result) {
  const int cut = std::clamp<int>(result.heads, 1, static_cast<int>(result.cut_errors.size()));
  return say(
      "On fresh questions the full fit is wrong by %1 of the answers' mean square, the SVD cut to %2 by %3, the "
      "fewest heads by %4.",
      number(result.full_error), heads(cut), number(result.cut_errors(cut - 1)), number(result.fewest_error));
}

std::string sentence_of(const Result& result) {
  if (!result.counted()) {
    return say("Least squares for %1 unknowns from %2.", whole(result.unknowns),
               counted("%1 sequence", "%1 sequences", static_cast<double>(result.sequences)));
  }
  return passage({plain_sentence(result), count_sentence(result), path_sentence(result), error_sentence(result)});
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
  return result.count_by == learner::HeadCountBy::rank ? say("rank of S(x)") : say("held-out data");
}

std::string_view path_name(const Result& result) {
  switch (result.path) {
    case learner::HeadPath::value_null_space: return say("null spaces, V first");
    case learner::HeadPath::query_null_space: return say("null spaces, Q first");
    case learner::HeadPath::alternating: return say("alternating least squares");
    case learner::HeadPath::singular_values: return say("plain SVD");
    case learner::HeadPath::none: break;
  }
  return say("none needed");
}

void add_spectra(Rows& row, const Result& result) {
  for (learner::Index k = 0; k < result.sigma.size(); ++k) {
    const std::string count = whole(static_cast<double>(k) + 1);
    row(say("Singular value %1 of W", count), result.sigma(k));
    row(say("Error of W cut after it"), result.cut_errors(k));
    row(say("Distance of its p"), result.cut_distances(k));
  }
  row(say("Sum of their squares"), number(result.sigma.squaredNorm(), 9));
  row(say("Sum of the squares of the entries of W"), number(result.squared_norm, 9));
  for (learner::Index k = 0; k < result.slice_values.size(); ++k) {
    row(say("Singular value %1 of S(x)", whole(static_cast<double>(k) + 1)), result.slice_values(k));
  }
}

void add_heads(Rows& row, const Result& result) {
  row(say("Heads found"), whole(result.heads));
  row(say("Counted by"), std::string(count_name(result)));
  row(say("Found by"), std::string(path_name(result)));
  row(say("Random starts"), whole(result.starts));
  for (std::size_t k = 0; k < result.trials.size(); ++k) {
    row(say("Error on held-out data, noise included, with %1", heads(static_cast<double>(k) + 1)), result.trials[k]);
  }
  if (result.kernel.size() > result.heads && result.heads > 0) {
    row(say("Eigenvalue that should vanish"), std::max(0.0, result.kernel(result.heads - 1)));
    row(say("Eigenvalue after it"), result.kernel(result.heads));
  }
  row(say("Error, full fit"), result.full_error);
  row(say("Error, fewest heads"), result.fewest_error);
  row(say("Distance of p, full fit"), result.full_distance);
  row(say("Distance of p, fewest heads"), result.fewest_distance);
  row(say("Numbers kept, full fit"), whole(full_numbers(result)));
  row(say("Numbers kept, fewest heads"),
      whole(result.is_plain() ? full_numbers(result) : free_numbers(result, result.heads)));
  if (result.noise > 0 && !result.open) {
    row(say("Error that noise leaves, full fit"), noise_share(result, result.noise, full_numbers(result)));
    if (!result.is_plain()) {
      row(say("Error that noise leaves, fewest heads"),
          noise_share(result, result.noise, free_numbers(result, result.heads)));
    }
  }
  row(say("Fresh questions"), whole(static_cast<double>(result.fresh)));
}

void add_sweep(Rows& row, const Result& result) {
  for (learner::Index k = 0; k < result.full_sweep.size(); ++k) {
    const auto fit = static_cast<std::size_t>(k);
    const std::string noise = number(result.levels[fit % result.levels.size()]);
    const std::string model = whole(static_cast<double>(fit / result.levels.size()) + 1);
    const int cut = std::clamp<int>(result.heads, 1, static_cast<int>(result.cut_sweep.cols()));
    row(say("Noise %1, model %2: full fit", noise, model), result.full_sweep(k));
    row(say("Noise %1, model %2: cut to %3", noise, model, heads(cut)), result.cut_sweep(k, cut - 1));
    row(say("Noise %1, model %2: fewest heads", noise, model), result.fewest_sweep(k));
    row(say("Noise %1, model %2: heads by the gap", noise, model), whole(result.gap_sweep[fit]));
  }
}

Table table_of(const Result& result) {
  Table table{.columns = {say("Quantity"), say("Value")}, .rows = {}};
  Rows row(table);
  row(say("Token size d"), whole(result.d));
  row(say("Numbers in an answer"), whole(result.d_out));
  row(say("True heads"), whole(result.true_heads));
  row(say("Unknowns for each number"), whole(result.unknowns));
  row(say("Sequences"), whole(static_cast<double>(result.sequences)));
  row(say("Noise"), result.noise);
  if (result.reached < HeadCountStage::fit) return table;
  row(say("Rank of the Gram matrix"), whole(static_cast<double>(result.rank)));
  row(say("Heads of the plain SVD"), whole(result.plain_heads));
  row(say("Heads by the rank of S(x)"), whole(result.by_rank));
  row(say("Heads by the largest gap of S(x)"), whole(result.by_gap));
  for (std::size_t k = 0; k < result.enough.size(); ++k) {
    row(say("Always enough at d = %1", whole(static_cast<double>(k) + 2)), whole(result.enough[k]));
    row(say("Almost always enough at d = %1", whole(static_cast<double>(k) + 2)), whole(result.generic[k]));
  }
  if (result.counted()) add_heads(row, result);
  add_spectra(row, result);
  add_sweep(row, result);
  return table;
}

}  // namespace

Description describe_head_count(const Result& result, std::span<const double> times) {
  Description description{.title = title_of(result), .sentence = sentence_of(result), .table = table_of(result)};
  constexpr std::array kNames = {Phrase("Time: Data"), Phrase("Time: Fit"), Phrase("Time: Fewest heads"),
                                 Phrase("Time: Over the noise")};
  for (std::size_t stage = 0; stage < times.size() && stage < std::size(kNames); ++stage) {
    description.table.rows.push_back({say(kNames[stage]), plot::duration(times[stage] / 1000)});
  }
  return description;
}

}  // namespace figures::head_count
