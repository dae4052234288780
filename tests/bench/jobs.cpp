#include "bench/jobs.hpp"

#include <algorithm>
#include <vector>

#include "learner/certificate.hpp"
#include "learner/descent/network.hpp"
#include "learner/descent/optimiser.hpp"
#include "learner/features.hpp"
#include "learner/fewest_heads.hpp"
#include "learner/heads.hpp"
#include "learner/softmax/sign_task.hpp"
#include "learner/softmax/softmax_fit.hpp"
#include "learner/softmax/softmax_layer.hpp"
#include "learner/softmax/two_token.hpp"
#include "learner/solve.hpp"

namespace bench {
namespace {

learner::Moments empty_moments(const Data& data) { return learner::Moments(data.shape()); }

Matrix algorithm(const Data& data, Laps& laps) {
  laps.start();
  learner::Moments moments = empty_moments(data);
  moments.add(data.sequences()).value();
  laps.lap("gram");
  const learner::Solution solution = learner::solve_ridge(moments).value();
  laps.lap("solve");
  const auto spectrum = learner::head_spectrum(learner::unfold(solution.p, data.size().d), data.size().d).value();
  const learner::Model model = learner::heads_from(spectrum, spectrum.rank);
  laps.lap("heads");
  return learner::folded_coefficients(model);
}

Matrix gram(const Data& data, Laps& laps) {
  laps.start();
  learner::Moments moments = empty_moments(data);
  moments.add(data.sequences()).value();
  const Matrix gram = moments.gram();
  laps.lap("gram");
  return probe(gram);
}

Matrix moments(const Data& data, Laps& laps) {
  laps.start();
  learner::Moments moments = empty_moments(data);
  moments.add(data.sequences()).value();
  laps.lap("moments");
  return moments.cross();
}

Matrix certificate(const Data& data, Laps& laps) {
  const learner::Moments& moments = data.moments();
  laps.start();
  const auto certificate = learner::certify(moments).value();
  laps.lap("spectrum");
  return certificate.spectrum;
}

Matrix extremes(const Data& data, Laps& laps) {
  const learner::Moments& moments = data.moments();
  laps.start();
  const auto certificate = learner::certify_extremes(moments).value();
  laps.lap("extremes");
  return Matrix::Constant(1, 1, certificate.lambda_max / certificate.lambda_min);
}

Matrix heads(const Data& data, Laps& laps) {
  const Matrix p = learner::folded_coefficients(data.truth());
  laps.start();
  const auto report = learner::fewest_heads(p, data.size().d).value();
  laps.lap("heads");
  // A wrong count is a wrong answer.
  return report.heads == Data::kHeads ? learner::folded_coefficients(report.model) : Matrix::Zero(1, 1);
}

// Training takes mini-batches in random order; here they come as they stand, so that all contestants take the same.
Matrix descent(const Data& data, Laps& laps) {
  constexpr Index kBatch = 64;
  constexpr double kRate = 0.001;
  std::vector<const learner::Sequence*> order;
  for (const auto& sequence : data.sequences()) order.push_back(&sequence);
  learner::Vector theta = data.start();
  laps.start();
  learner::Network network({.heads = Data::kTrainedHeads}, data.shape());
  learner::Optimiser adam({}, theta.size());
  for (std::size_t first = 0; first < order.size(); first += kBatch) {
    const std::size_t count = std::min<std::size_t>(kBatch, order.size() - first);
    theta += adam.change(network.loss_gradient(theta, std::span(order).subspan(first, count)).gradient, kRate);
  }
  laps.lap("epoch");
  return theta;
}

// Multiplications of the moments that no implementation can spare: G and sum z y^T of every sequence, and the distinct
// entries of both moments for every term.
double needed_products(const Size& size) {
  const auto q = static_cast<double>(learner::pair_count(size.d));
  const auto d = static_cast<double>(size.d);
  const auto n = static_cast<double>(size.n);
  const auto N = static_cast<double>(size.N);
  const double answers = d * d;  // d_out = d
  const double cross = q * answers;
  switch (size.targets) {
    case Targets::all: return N * (n * (q + answers) + q * (q + 1.0) * (q + 2.0) / 6.0 + cross);
    case Targets::last: return N * (n * q + q + answers + q * q * (q + 1.0) / 2.0 + cross);
    case Targets::causal: return N * n * (q + answers + q * q * (q + 1.0) / 2.0 + cross);
  }
  return 0.0;
}

// 1e9 needed multiplications and additions a second, and the peak at the same moment.
Matrix kernel(const Data& data, Laps& laps) {
  Laps own;
  moments(data, own);
  laps.start();
  const double peak = peak_gflops();
  laps.lap("peak");
  return Matrix{{2e-6 * needed_products(data.size()) / own.total(), peak}};
}

// Softmax layers of m heads that are recovered one after the other; a run's time is that of all.
constexpr std::uint64_t kLayers = 5;

std::vector<learner::SignTask> hidden_layers(const Size& size) {
  std::vector<learner::SignTask> tasks;
  for (std::uint64_t seed = 1; seed <= kLayers; ++seed)
    tasks.push_back(learner::random_sign_task({.d = size.d, .k = size.n, .heads = size.m, .seed = seed}).value());
  return tasks;
}

// What a run comes to: how many layers were recovered, the largest relative error of a Theta among them, and the mean
// of some count.
class Tally {
 public:
  void add(const learner::SignTask& task, const learner::SoftmaxLayer& found, Index count) {
    recovered_ += 1.0;
    worst_ = std::max(worst_, learner::match_heads(task.truth(), found).theta_error);
    counted_ += static_cast<double>(count);
  }
  Matrix numbers() const { return Matrix{{recovered_, worst_, counted_ / std::max(1.0, recovered_)}}; }

 private:
  double recovered_ = 0.0, worst_ = 0.0, counted_ = 0.0;
};

// Counts questions.
Matrix questions(const Data& data, Laps& laps) {
  const auto tasks = hidden_layers(data.size());
  Tally tally;
  laps.start();
  for (const auto& task : tasks) {
    if (const auto found = learner::recover_by_questions(task, data.size().m))
      tally.add(task, found->layer, found->sequences);
  }
  laps.lap("questions");
  return tally.numbers();
}

// From N random examples, by Levenberg-Marquardt. Counts starts.
Matrix examples(const Data& data, Laps& laps) {
  const auto tasks = hidden_layers(data.size());
  Tally tally;
  laps.start();
  for (const auto& task : tasks) {
    const auto block = task.block(learner::Split::train, 0, static_cast<std::uint64_t>(data.size().N));
    const auto found = learner::fit_softmax(block, data.size().m);
    if (found && found->exact && found->identifiable) tally.add(task, found->layer, found->starts);
  }
  laps.lap("examples");
  return tally.numbers();
}

constexpr Job kJobs[] = {
    {"algorithm", algorithm}, {"gram", gram},         {"moments", moments}, {"certificate", certificate},
    {"extremes", extremes},   {"heads", heads},       {"descent", descent}, {"kernel", kernel},
    {"questions", questions}, {"examples", examples},
};

}  // namespace

std::span<const Job> learner_jobs() { return kJobs; }

void Laps::lap(std::string_view stage) {
  const auto now = Clock::now();
  stages_.emplace_back(stage, std::chrono::duration<double, std::milli>(now - mark_).count());
  mark_ = now;
}

double Laps::total() const {
  double sum = 0.0;
  for (const auto& stage : stages_) sum += stage.second;
  return sum;
}

Matrix probe(const Matrix& A) {
  learner::Vector u(A.cols());
  for (Index i = 0; i < u.size(); ++i) u(i) = static_cast<double>(7 * i % 13 - 6) / 6.0;
  return A * u;
}

}  // namespace bench
