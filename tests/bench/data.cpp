#include "bench/data.hpp"

#include <cstdio>

#include "learner/descent/network.hpp"
#include "learner/features.hpp"
#include "learner/tasks.hpp"

namespace bench {
namespace {

constexpr double kNoise = 0.01;

learner::Task task_of(const Size& size) {
  return learner::random_attention({.d = size.d,
                                    .d_out = size.d,
                                    .n = size.n,
                                    .heads = Data::kHeads,
                                    .targets = size.targets,
                                    .noise = kNoise,
                                    .seed = 7})
      .value();
}

bool write(std::FILE* file, const Matrix& columns) {
  const auto count = static_cast<std::size_t>(columns.size());
  return std::fwrite(columns.data(), sizeof(double), count, file) == count;
}

}  // namespace

Data::Data(const Size& size) : size_(size) {
  const learner::Task task = task_of(size);
  truth_ = task.truth();
  sequences_ = task.block(learner::Split::train, 0, static_cast<std::uint64_t>(size.N));
}

const learner::Moments& Data::moments() const {
  if (!moments_) {
    moments_.emplace(shape());
    moments_->add(sequences_).value();
  }
  return *moments_;
}

learner::Vector Data::start() const {
  return learner::Network({.heads = kTrainedHeads}, shape()).initial(learner::Random(1));
}

bool Data::write(const std::string& path) const {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return false;
  bool good = true;
  for (const auto& sequence : sequences_) good = good && bench::write(file, sequence.Z);
  for (const auto& sequence : sequences_) good = good && bench::write(file, sequence.Y);
  good = good && bench::write(file, learner::folded_coefficients(truth_).transpose());
  good = good && bench::write(file, start());
  return std::fclose(file) == 0 && good;
}

}  // namespace bench
