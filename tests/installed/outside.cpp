// Learns a layer of linear attention from sequences that another one has answered, and answers a new one.
#include <cstdio>

#include "learner/features.hpp"
#include "learner/learn.hpp"
#include "learner/random.hpp"

int main() {
  learner::Random random(1);
  const learner::Model teacher = learner::random_heads(3, 2, 2, random);  // d = 3, two outputs, two heads

  std::vector<learner::Sequence> sequences;
  for (int k = 0; k < 200; ++k) {
    const learner::Matrix Z = random.gaussian(3, 5);  // a column for each of five tokens
    sequences.push_back({Z, learner::attend(teacher, Z, learner::Targets::last)});
  }
  const auto data = learner::make_dataset(sequences, learner::Targets::last);
  if (!data) return std::puts(data.error().text().c_str());
  const auto learned = learner::learn(*data);
  if (!learned) return std::puts(learned.error().text().c_str());

  const learner::Matrix Z = random.gaussian(3, 7);
  const learner::Matrix answer = learner::evaluate_folded(learner::fold(learned->W, 3), Z, learner::Targets::last);
  const double off = (answer - learner::attend(teacher, Z, learner::Targets::last)).norm() / answer.norm();
  std::printf("%lld heads needed, unique: %d, off by less than 1e-9: %d\n",
              static_cast<long long>(learned->distinct_heads), learned->lambda_min > 0, off < 1e-9);
}
