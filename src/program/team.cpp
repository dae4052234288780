#include "program/team.hpp"

#include <cstring>
#include <utility>

#include "learner/features.hpp"
#include "program/archive.hpp"

namespace program {
namespace {

using learner::fail;

std::string kind_of(const Gathered& gathered) {
  const auto& [d, d_out, targets] = gathered.shape;
  return std::to_string(d) + " numbers a token, " + std::to_string(d_out) + " a target, targets " +
         std::string(name_of(targets)) + (gathered.predicted ? ", with predictions" : ", no predictions");
}

std::string bytes_of_sequence(const Sequence& sequence) {
  Index n = sequence.n();
  return bytes_of(n, sequence.Z, sequence.Y);
}

Sequence sequence_of(const std::string& bytes, const Shape& shape) {
  Index n = 0;
  std::memcpy(&n, bytes.data(), sizeof n);
  Sequence sequence{.Z = Matrix(shape.d, n), .Y = Matrix(shape.d_out, learner::target_count(shape.targets, n))};
  read_from(bytes, n, sequence.Z, sequence.Y);
  return sequence;
}

}  // namespace

Expected<void> Team::merge() {
  const std::string own = kind_of(gathered_);
  std::string first = own;
  ranks_.share(first);
  if (first != own) return fail("The files are not of one kind: %1; and %2.", first, own);
  bring_together(
      ranks_, [this] { return bytes_of(gathered_); },
      [this](const std::string& bytes) {
        Gathered other(gathered_.shape);
        read_from(bytes, other);
        gathered_.moments.merge(other.moments);
        gathered_.target_sum += other.target_sum;
      });
  return {};
}

void Team::tell(Order order) {
  std::string bytes = bytes_of(order);
  ranks_.share(bytes);
}

void Team::end() { tell(Order::end); }

Expected<Errors> Team::errors(const Answering& answering, const Vector& mean) {
  tell(Order::errors);
  return errors_here(answering, mean);
}

// What the first one answers with goes to all.
Expected<Errors> Team::errors_here(const Answering& answering, const Vector& mean) {
  const auto& [d, d_out, targets] = gathered_.shape;
  Index heads = std::ssize(answering.heads.heads);
  std::string bytes = bytes_of(heads);
  ranks_.share(bytes);
  read_from(bytes, heads);
  Answering shared{.p = Matrix::Zero(d_out, learner::feature_count(d))};
  if (ranks_.rank() == 0) shared = answering;
  shared.heads.heads.resize(static_cast<std::size_t>(heads), {.V = Matrix(d_out, d), .Q = Matrix(d, d)});
  const auto share = [this](auto& numbers) {
    std::string own = bytes_of(numbers);
    ranks_.share(own);
    read_from(own, numbers);
  };
  share(shared.p);
  for (learner::Head& head : shared.heads.heads) {
    share(head.V);
    share(head.Q);
  }
  Vector shared_mean = ranks_.rank() == 0 ? mean : Vector::Zero(d_out);
  share(shared_mean);
  const Answer answer = [&, kind = targets](const Sequence& sequence) {
    return heads > 0 ? attend(shared.heads, sequence.Z, kind) : evaluate_folded(shared.p, sequence.Z, kind);
  };
  auto errors = look_back(input_, hold_out_, answer, shared_mean, shown_);
  if (!errors) return errors;
  bring_together(
      ranks_, [&] { return bytes_of(*errors); },
      [&](const std::string& others) {
        Errors other;
        read_from(others, other);
        errors->merge(other);
      });
  return errors;
}

Expected<void> Team::each(const std::function<void(std::span<const Sequence>)>& take) {
  auto done = input_.each([&](const Block& block) -> Expected<void> {
    shown_(block.read, 0);
    take(learned_of(block, hold_out_));
    return {};
  });
  if (!done) return done;
  tell(Order::rows);
  for (Index rank = 1; rank < ranks_.size(); ++rank) {
    ranks_.send("", rank);  // your turn
    for (std::string bytes = ranks_.receive(rank); !bytes.empty(); bytes = ranks_.receive(rank)) {
      const Sequence sequence = sequence_of(bytes, gathered_.shape);
      take({&sequence, 1});
    }
  }
  return {};
}

Expected<void> Team::send_rows() {
  ranks_.receive(0);
  auto done = input_.each([&](const Block& block) -> Expected<void> {
    for (const Sequence& sequence : learned_of(block, hold_out_)) ranks_.send(bytes_of_sequence(sequence), 0);
    return {};
  });
  if (done) ranks_.send("", 0);
  return done;
}

Expected<void> Team::serve() {
  while (true) {
    auto order = Order::end;
    std::string bytes = bytes_of(order);
    ranks_.share(bytes);
    read_from(bytes, order);
    if (order == Order::end) return {};
    if (order == Order::errors) {
      if (auto errors = errors_here({}, {}); !errors) return std::unexpected(errors.error());
    } else if (auto sent = send_rows(); !sent) {
      return sent;
    }
  }
}

}  // namespace program
