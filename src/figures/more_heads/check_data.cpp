// What a reader needs to compute the numbers of figure "more_heads" with a program of their own.
#include "figures/more_heads/more_heads.hpp"

namespace figures::more_heads {
namespace {

// A row for each.
Matrix rows_of(const std::vector<std::vector<double>>& thetas) {
  Matrix rows(std::ssize(thetas), thetas.empty() ? 0 : std::ssize(thetas.front()));
  for (Index row = 0; row < rows.rows(); ++row)
    for (Index column = 0; column < rows.cols(); ++column)
      rows(row, column) = thetas[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
  return rows;
}

void give_data(const Values& settings, const Result& result, const Behind& behind, CheckData& file) {
  file.given("Z", each_of(behind.data, &Sequence::Z));
  file.given("y", each_of(behind.data, [](const Sequence& sequence) -> Vector { return sequence.Y.col(0); }));
  file.given("a", behind.plane.a).given("b", behind.plane.b);
  file.given("reach", result.reach).given("grid", settings.integer("grid")).given("stiffness", kStiffness);
  file.given("margin", kMargin)
      .given("resting slope", kRestingSlope)
      .given("resting share", kRestingShare)
      .given("level curvature", kLevelCurvature);
  file.given("endless", kEndless).given("optimal", kOptimal);
}

void find_column(const Result& result, const Behind& behind, int heads, CheckData& file) {
  const auto index = static_cast<std::size_t>(heads - 1);
  const Column& column = result.of(heads);
  const std::string with = " with " + std::to_string(heads);
  file.given("ends" + with, rows_of(behind.ends[index])).given("places" + with, rows_of(behind.places[index]));
  file.found(
      "arrived, stuck, endless, open" + with,
      std::vector<std::int32_t>{column.count(Fate::arrived) + column.count(Fate::slow), column.count(Fate::stuck),
                                column.count(Fate::endless), column.count(Fate::open)});
  const Share share = share_of(column.caught(), column.starts());
  file.found("share caught" + with, std::vector{share.value, share.low, share.high});
  Matrix crowds(std::ssize(column.crowds), 4);
  for (Index row = 0; row < crowds.rows(); ++row) {
    const Crowd& crowd = column.crowds[static_cast<std::size_t>(row)];
    crowds.row(row) << crowd.count, crowd.loss, crowd.s, crowd.t;
  }
  if (crowds.size() > 0) file.found("valleys: starts, loss, place" + with, crowds);
  file.found("steepest" + with, column.steepest).found("lowest curvature" + with, column.lowest_curvature);
  file.found("least loss" + with, column.best).found("ground" + with, column.heights);
  file.found("valleys of the ground" + with, result.valleys(heads));
  file.found("most above the bowl" + with, column.most_above);
}

}  // namespace

Expected<Bytes> check(const Request& request, Progress& progress) {
  return check_file(request, progress,
                    [](const Request& asked, const Request&, Progress& quiet, CheckData& file) -> Expected<void> {
                      Reporter<Result> reporter(quiet, "");
                      Behind behind;
                      const auto result = run_behind(asked, reporter, behind);
                      if (!result) return std::unexpected(result.error());
                      give_data(asked.values, *result, behind, file);
                      file.found("loss of answering 0", result->zero_loss).found("optimum", result->optimum);
                      file.found("corner", result->corner());
                      for (int heads = 1; heads <= kMostHeads; ++heads) find_column(*result, behind, heads, file);
                      return {};
                    });
}

}  // namespace figures::more_heads
