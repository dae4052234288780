#include "program/passes.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

namespace program {
namespace {

using learner::fail;

std::string_view bytes_in(const Matrix& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), sizeof(double) * static_cast<std::size_t>(numbers.size())};
}

}  // namespace

volatile std::sig_atomic_t stopped = 0;

// FNV-1a, eight bytes at a time.
std::uint64_t hash_of(std::string_view bytes, std::uint64_t before) {
  constexpr std::uint64_t kPrime = 0x100000001b3;
  std::uint64_t hash = before ^ 0xcbf29ce484222325;
  for (std::size_t at = 0; at < bytes.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, std::min(sizeof word, bytes.size() - at));
    hash = (hash ^ word) * kPrime;
  }
  return hash ^ hash >> 32;
}

std::vector<Sequence> learned_of(const Block& block, bool hold_out) {
  std::vector<Sequence> learned;
  for (Index place = block.first; const Sequence& sequence : block.sequences)
    if (!is_held_out(place++) || !hold_out) learned.push_back(sequence);
  return learned;
}

Expected<void> gather(Input& input, bool hold_out, std::optional<Gathered>& gathered, const Show& show) {
  const Index known = gathered ? gathered->seen : 0;
  const std::uint64_t known_hash = gathered ? gathered->hash : 0;
  std::uint64_t hash = 0;
  Index seen = 0;
  const auto other_data = [] {
    return fail("These are not the data that the sums so far were made of: remove the file of --state to begin anew.");
  };
  auto done = input.each([&](const Block& block) -> Expected<void> {
    if (!gathered) gathered.emplace(block.shape);
    if (!(gathered->shape == block.shape)) return other_data();
    gathered->predicted = !block.predictions.empty();
    std::vector<Sequence> fresh;
    for (Index place = block.first; const Sequence& sequence : block.sequences) {
      if (seen == known && known > 0 && hash != known_hash) return other_data();
      hash = hash_of(bytes_in(sequence.Y), hash_of(bytes_in(sequence.Z), hash));
      const bool learned = !hold_out || !is_held_out(place);
      ++place;
      if (++seen > known && learned) fresh.push_back(sequence);
    }
    if (auto added = gathered->moments.add(fresh); !added) return added;
    for (const Sequence& sequence : fresh) gathered->target_sum += sequence.Y.rowwise().sum();
    if (seen > known) {
      gathered->seen = seen;
      gathered->hash = hash;
    }
    show(block.read, seen);
    if (stopped != 0) return fail("");
    return {};
  });
  if (done && (seen < known || (seen == known && known > 0 && hash != known_hash))) return other_data();
  return done;
}

void ErrorSum::add(const Matrix& prediction, const Matrix& target) {
  const long double e = (prediction - target).squaredNorm();
  error.d_out = target.rows();
  error.add(prediction, target);
  const auto n = static_cast<long double>(target.size());
  ++sequences;
  ee += e * e;
  en += e * n;
  nn += n * n;
}

void ErrorSum::merge(const ErrorSum& other) {
  error.d_out = std::max(error.d_out, other.error.d_out);
  error.squared_error += other.error.squared_error;
  error.squared_targets += other.error.squared_targets;
  error.rows += other.error.rows;
  sequences += other.sequences;
  ee += other.ee;
  en += other.en;
  nn += other.nn;
}

double ErrorSum::standard_error() const {
  if (sequences < 2) return std::numeric_limits<double>::quiet_NaN();
  const long double mean = error.mean();
  const double numbers = static_cast<double>(error.rows * error.d_out) / sequences;
  const long double spread = std::max(0.0L, ee - 2.0L * mean * en + mean * mean * nn);
  return static_cast<double>(std::sqrt(spread / (sequences - 1.0L) / sequences)) / numbers;
}

void Errors::merge(const Errors& other) {
  learned.merge(other.learned);
  mean.merge(other.mean);
  predicted.merge(other.predicted);
  held_learned.merge(other.held_learned);
  held_mean.merge(other.held_mean);
  held_predicted.merge(other.held_predicted);
}

Expected<Errors> look_back(Input& input, bool hold_out, const Answer& answer, const Vector& mean, const Show& show) {
  Errors errors;
  Index seen = 0;
  auto done = input.each([&](const Block& block) -> Expected<void> {
    for (std::size_t k = 0; k < block.sequences.size(); ++k) {
      const Sequence& sequence = block.sequences[k];
      const bool held = hold_out && is_held_out(block.first + static_cast<Index>(k));
      (held ? errors.held_learned : errors.learned).add(answer(sequence), sequence.Y);
      (held ? errors.held_mean : errors.mean).add(mean.replicate(1, sequence.rows()), sequence.Y);
      if (!block.predictions.empty())
        (held ? errors.held_predicted : errors.predicted).add(block.predictions[k], sequence.Y);
      if (held && errors.held_out.size() < kKeptSequences) errors.held_out.push_back(sequence);
    }
    show(block.read, seen += std::ssize(block.sequences));
    return {};
  });
  if (!done) return std::unexpected(done.error());
  return errors;
}

}  // namespace program
