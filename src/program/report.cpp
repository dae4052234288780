#include "program/report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <string_view>
#include <utility>

#include "learner/chance.hpp"
#include "learner/table_cells.hpp"
#include "program/npy.hpp"

namespace program {
namespace {

// --- JSON ------------------------------------------------------------------------------------------------------------

std::string text_of(double number) { return std::isfinite(number) ? learner::exact_decimal(number, 1) : "null"; }
std::string text_of(bool value) { return value ? "true" : "false"; }
std::string text_of(std::int64_t number) { return std::to_string(number); }
std::string text_of(std::string_view words) { return "\"" + std::string(words) + "\""; }

std::string list_of(Index count, const auto& item) {
  std::string text = "[";
  for (Index k = 0; k < count; ++k) text += (k > 0 ? ", " : "") + item(k);
  return text + "]";
}
std::string text_of(const Vector& numbers) {
  return list_of(numbers.size(), [&](Index k) { return text_of(numbers(k)); });
}
std::string text_of(const Matrix& matrix) {
  return list_of(matrix.rows(), [&](Index row) { return text_of(Vector(matrix.row(row).transpose())); });
}

// Members of an object, in order.
class Members {
 public:
  Members& add(std::string_view name, const auto& value) { return raw(name, text_of(value)); }
  Members& raw(std::string_view name, const std::string& text) {
    text_ += (text_.empty() ? "\"" : ",\n\"") + std::string(name) + "\": " + text;
    return *this;
  }
  std::string object() const { return "{\n" + text_ + "\n}"; }

 private:
  std::string text_;
};

// --- Words -----------------------------------------------------------------------------------------------------------

std::string rounded(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", number);
  return text;
}
std::string count_of(std::int64_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}
std::string with_margin(const ErrorSum& sum) {
  const std::string mean = rounded(sum.error.mean());
  return sum.sequences < 2 ? mean : mean + " ± " + rounded(learner::student_95(sum.sequences) * sum.standard_error());
}

// --- Both ------------------------------------------------------------------------------------------------------------

learner::Model heads_of(const Report& report) {
  if (report.fewest) return report.fewest->model;
  learner::Model model;
  const Index d = report.shape.d;
  for (Index h = 0; h < report.learned.value_maps.cols() / d; ++h)
    model.heads.push_back(
        {.V = report.learned.value_maps.middleCols(h * d, d), .Q = report.learned.query_maps.middleCols(h * d, d)});
  return model;
}

// The square of rounding is no error to compare with.
bool is_exact(const ErrorSum& sum) { return sum.error.relative() < learner::kExactShare; }

std::string held_out_object(const Errors& errors, bool predicted) {
  Members members;
  const auto add = [&](std::string_view name, const ErrorSum& sum) {
    members.add(std::string(name) + "Error", sum.error.mean());
    members.add(std::string(name) + "StandardError", sum.standard_error());
  };
  members.add("examples", static_cast<std::int64_t>(errors.held_learned.sequences));
  members.add("rows", std::int64_t{errors.held_learned.error.rows});
  add("learned", errors.held_learned);
  add("mean", errors.held_mean);
  if (predicted) add("prediction", errors.held_predicted);
  return members.object();
}

}  // namespace

std::string json_of(const Report& report) {
  const learner::Learned& learned = report.learned;
  const learner::Model heads = heads_of(report);
  Members members;
  members.add("d", std::int64_t{report.shape.d}).add("outputs", std::int64_t{report.shape.d_out});
  members.add("examples", report.examples).add("targets", name_of(report.shape.targets)).add("lambda", report.lambda);
  members.add("rows", learned.rows).add("unknowns", learned.unknowns).add("rank", learned.rank);
  members.add("minimumNorm", learned.minimum_norm).add("condition", learned.condition);
  members.add("digits", std::int64_t{learned.digits}).add("rankInDoubt", learned.rank_in_doubt);
  members.add("trainingError", learned.error).add("relativeTrainingError", learned.relative_error);
  members.add("meanError", report.errors.mean.error.mean());
  if (report.predicted) members.add("predictionError", report.errors.predicted.error.mean());
  if (report.errors.held_learned.sequences > 0)
    members.raw("heldOut", held_out_object(report.errors, report.predicted));
  members.add("neededHeads", learned.distinct_heads).add("evidence", learned.evidence);
  if (report.of_fewest) {
    members.add("headsTrainingError", report.of_fewest->learned.error.mean());
    if (report.of_fewest->held_learned.sequences > 0)
      members.add("headsHeldOutError", report.of_fewest->held_learned.error.mean());
  }
  Members certificate;
  certificate.add("unique", learned.lambda_min > 0).add("smallestEigenvalue", learned.lambda_min);
  certificate.add("largestEigenvalue", learned.lambda_max).add("rank", learned.certified_rank);
  certificate.add("eigenvalues", learned.eigenvalues);
  members.raw("certificate", certificate.object()).add("seconds", report.seconds);
  members.add("singularValues", learned.sigma).add("W", learned.W);
  members.raw("heads", list_of(std::ssize(heads.heads), [&](Index h) {
                const learner::Head& head = heads.heads[static_cast<std::size_t>(h)];
                return Members().add("V", head.V).add("Q", head.Q).object();
              }));
  return members.object() + "\n";
}

Expected<void> write_arrays(const std::string& path, const Report& report) {
  const learner::Learned& learned = report.learned;
  const learner::Model heads = heads_of(report);
  const Index count = std::ssize(heads.heads);
  NamedArray V{.name = "V", .shape = {count, report.shape.d_out, report.shape.d}, .numbers = {}};
  NamedArray Q{.name = "Q", .shape = {count, report.shape.d, report.shape.d}, .numbers = {}};
  for (const learner::Head& head : heads.heads) {
    std::ranges::copy(named("", head.V).numbers, std::back_inserter(V.numbers));
    std::ranges::copy(named("", head.Q).numbers, std::back_inserter(Q.numbers));
  }
  return write_npz(path, {named("W", learned.W), named("singular_values", learned.sigma), std::move(V), std::move(Q),
                          named("evidence", learned.evidence), named("eigenvalues", learned.eigenvalues)});
}

std::string words_of(const Report& report) {
  const learner::Learned& learned = report.learned;
  std::string text = "Learned from " + count_of(learned.rows, "answer", "answers") + " in " +
                     count_of(report.examples, "sequence", "sequences") + ", " +
                     count_of(report.shape.d, "number", "numbers") + " a token, targets " +
                     std::string(name_of(report.shape.targets)) + ".\n";
  const bool least = report.lambda == 0 && !learned.rank_in_doubt;
  text += least ? "The least training error of any layer of linear attention" : "Training error";
  text += ": " + rounded(learned.error) + ", or " + rounded(100 * learned.relative_error) +
          " % of the answers’ mean square; always answering the mean: " + rounded(report.errors.mean.error.mean()) +
          ".\n";
  if (report.predicted) {
    const double other = report.errors.predicted.error.mean();
    text += "The predictions that came along: " + rounded(other);
    if (is_exact(report.errors.learned) || is_exact(report.errors.predicted))
      text += ".\n";
    else
      text += ", " + rounded(other / learned.error) + " times that.\n";
  }
  if (report.errors.held_learned.sequences > 0) {
    const auto held = static_cast<std::int64_t>(report.errors.held_learned.sequences);
    text += "On " + count_of(held, "sequence", "sequences") +
            (held > 1 ? " held out (± 95 % of chance): " : " held out: ") + with_margin(report.errors.held_learned) +
            "; the mean " + with_margin(report.errors.held_mean);
    if (report.predicted) text += "; the predictions " + with_margin(report.errors.held_predicted);
    text += ".\n";
  }
  text += "The data decide " + std::to_string(learned.certified_rank) + " of " +
          count_of(learned.unknowns, "direction", "directions") + " of the features" +
          (learned.lambda_min > 0 ? ": one function only fits them best.\n" : ".\n");
  if (learned.rank_in_doubt)
    text +=
        "Rounding may hide directions: the rank may be too small. Subtract a usual value from each number of the "
        "tokens, such as the first year.\n";
  text += "W splits into " + count_of(learned.head_count, "head", "heads");
  if (report.fewest) {
    const std::string heads = std::to_string(report.fewest->heads);
    const bool plain = report.fewest->path == learner::HeadPath::singular_values;
    // That is a claim about a search, so there has to have been one.
    const std::string starts = count_of(report.fewest->starts, "random start", "random starts");
    text +=
        (!plain ? "; the fewest found: "
         : !report.fewest->trials.empty()
             ? "; held out, no layer of up to " + count_of(std::ssize(report.fewest->trials), "head", "heads") +
                   " that was tried answers as well: "
         : report.fewest->starts == 0 ? "; fewer were not searched for: "
                                      : "; none of " + starts + " found fewer than ") +
        heads +
        (report.more_needed ? " or more; with " + heads + " the training error is " : ", with the training error ") +
        rounded(report.of_fewest->learned.error.mean());
  }
  return text + ". Digits of W that survive rounding: " + std::to_string(learned.digits) + ".\n";
}

}  // namespace program
