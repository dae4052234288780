#include "learner/descent/network.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace learner {
namespace {

// Sizes past these would keep a figure waiting for minutes or fill a tab's memory.
constexpr Index kMaxHeads = 256, kMaxLayers = 64, kMaxWidth = 256, kMaxHidden = 1024;

Expected<void> within(const char* what, Index value, Index low, Index high) {
  if (value >= low && value <= high) return {};
  return fail("The network cannot have %1 %2: choose from %3 to %4.", value, what, low, high);
}

}  // namespace

AttentionShape Architecture::attention(const Shape& shape, Index layer) const {
  const Index inner = token_width(shape);
  const bool last = layer == layers - 1;
  return {.d = inner,
          .d_out = last && !has_readout() ? shape.d_out : inner,
          .heads = heads,
          .targets = !last && shape.targets == Targets::last ? Targets::all : shape.targets,
          .score_scale = scaled ? 1.0 / std::sqrt(static_cast<double>(inner)) : 1.0,
          .head_scale = averaged ? 1.0 / static_cast<double>(heads) : 1.0};
}

Architecture experiment_network(Index heads, Index layers) {
  return {.heads = heads, .layers = layers, .scaled = true, .averaged = true, .residual = layers > 1};
}

Architecture full_network(Index heads, Index layers, Index width) {
  assert(width > 0);
  return {.heads = heads,
          .layers = layers,
          .softmax = true,
          .scaled = true,
          .averaged = true,
          .residual = true,
          .normalised = true,
          .hidden = 4 * width,
          .width = width};
}

Expected<void> validate(const Architecture& architecture, const Shape& shape) {
  const auto& [heads, layers, softmax, scaled, averaged, residual, normalised, hidden, width] = architecture;
  Expected<void> valid = validate(shape);
  if (valid) valid = within("heads", heads, 1, kMaxHeads);
  if (valid) valid = within("layers", layers, 1, kMaxLayers);
  if (valid) valid = within("hidden units", hidden, 0, kMaxHidden);
  if (valid) valid = within("coordinates of width", width, 0, kMaxWidth);
  return valid;
}

Network::Network(const Architecture& architecture, const Shape& shape) : architecture_(architecture), shape_(shape) {
  assert(validate(architecture, shape).has_value());
  const auto& [heads, layers, softmax, scaled, averaged, residual, normalised, hidden, width] = architecture;
  const Index inner = architecture.token_width(shape);
  if (width > 0) blocks_.emplace_back(LinearMap(shape.d, width, false), false, false);
  for (Index layer = 0; layer < layers; ++layer) {
    const AttentionShape attention = architecture.attention(shape, layer);
    if (softmax) {
      blocks_.emplace_back(SoftmaxAttention(attention), normalised, residual);
    } else if (FoldedAttention::pays(attention)) {
      blocks_.emplace_back(FoldedAttention(attention), normalised, residual);
    } else {
      blocks_.emplace_back(LinearAttention(attention), normalised, residual);
    }
    if (hidden > 0) blocks_.emplace_back(Perceptron(inner, hidden), normalised, residual);
  }
  if (architecture.has_readout()) blocks_.emplace_back(LinearMap(inner, shape.d_out, false), normalised, false);

  Index count = 0;
  for (const Block& block : blocks_) count += block.parameters();
  result_.gradient = Vector::Zero(count);
  passed_.resize(blocks_.size());
}

Vector Network::initial(Random random) const {
  Vector theta(parameters());
  Index first = 0;
  for (const Block& block : blocks_) {
    theta.segment(first, block.parameters()) = block.initial(random);
    first += block.parameters();
  }
  return theta;
}

// Packs of up to kLanes sequences of one length, shorter ones first, else in the order given.
template <class Visit>
void Network::for_each_pack(Pack sequences, const Visit& visit) {
  const auto shorter = [](const Sequence* a, const Sequence* b) { return a->n() < b->n(); };
  if (!std::is_sorted(sequences.begin(), sequences.end(), shorter)) {
    by_length_.clear();  // no stable_sort: libstdc++ 12's is deprecated as C++23; no two of these are equal
    for (std::size_t i = 0; i < sequences.size(); ++i) by_length_.emplace_back(sequences[i]->n(), i);
    std::sort(by_length_.begin(), by_length_.end());
    order_.clear();
    for (const auto& [n, i] : by_length_) order_.push_back(sequences[i]);
    sequences = order_;
  }
  while (!sequences.empty()) {
    std::size_t count = 1;
    const std::size_t most = std::min<std::size_t>(kLanes, sequences.size());
    while (count < most && sequences[count]->n() == sequences[0]->n()) ++count;
    visit(sequences.first(count));
    sequences = sequences.subspan(count);
  }
}

// Copies tokens and targets into lanes. Lanes without a sequence hold zeros.
void Network::gather(Pack pack) {
  const Sequence& first = *pack.front();
  x_.assign(static_cast<std::size_t>(first.Z.size()), Lanes{});
  y_.assign(static_cast<std::size_t>(first.Y.size()), Lanes{});
  for (std::size_t lane = 0; lane < pack.size(); ++lane) {
    const auto& [Z, Y] = *pack[lane];
    assert(Z.size() == first.Z.size() && Y.size() == first.Y.size());
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i].set(static_cast<Index>(lane), Z.data()[i]);
    for (std::size_t i = 0; i < y_.size(); ++i) y_[i].set(static_cast<Index>(lane), Y.data()[i]);
  }
}

std::span<const Lanes> Network::forward(const Vector& theta) {
  assert(theta.size() == parameters());
  std::span<const Lanes> x = x_;
  std::span<const double> rest(theta.data(), static_cast<std::size_t>(theta.size()));
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    passed_[b] = x;
    x = blocks_[b].forward(rest, x);
    rest = rest.subspan(static_cast<std::size_t>(blocks_[b].parameters()));
  }
  return x;
}

void Network::backward(const Vector& theta, std::span<const Lanes> dy) {
  const std::span<const double> parameters(theta.data(), static_cast<std::size_t>(theta.size()));
  std::size_t first = parameters.size();
  for (std::size_t b = blocks_.size(); b-- > 0;) {
    first -= static_cast<std::size_t>(blocks_[b].parameters());
    dy = blocks_[b].backward(parameters.subspan(first), passed_[b], dy, std::span(gradient_).subspan(first), b > 0);
  }
}

// difference_ = answers - targets where a lane has a sequence, else 0; returns the sum of squares.
double Network::subtract_targets(std::span<const Lanes> answers, std::size_t sequences) {
  difference_.resize(answers.size());
  Lanes present{}, squares{};
  for (std::size_t lane = 0; lane < sequences; ++lane) present.set(static_cast<Index>(lane), 1.0);
  for (std::size_t i = 0; i < answers.size(); ++i) {
    difference_[i] = present * (answers[i] - y_[i]);
    squares += difference_[i] * difference_[i];
  }
  return sum(squares);
}

Matrix Network::predict(const Vector& theta, const Matrix& Z) {
  const Sequence sequence{Z, Matrix()};
  const Sequence* const only = &sequence;
  gather(Pack(&only, 1));
  const std::span<const Lanes> answers = forward(theta);
  Matrix result(shape_.d_out, target_count(shape_.targets, Z.cols()));
  for (Index i = 0; i < result.size(); ++i) result.data()[i] = answers[static_cast<std::size_t>(i)][0];
  return result;
}

const LossGradient& Network::loss_gradient(const Vector& theta, std::span<const Sequence* const> batch) {
  assert(!batch.empty());
  Index numbers = 0;
  for (const Sequence* sequence : batch) numbers += sequence->Y.size();
  const double share = 1.0 / static_cast<double>(numbers);
  result_.loss = 0.0;
  gradient_.assign(static_cast<std::size_t>(parameters()), Lanes{});
  for_each_pack(batch, [&](Pack pack) {
    gather(pack);
    result_.loss += share * subtract_targets(forward(theta), pack.size());
    for (Lanes& entry : difference_) entry = (2.0 * share) * entry;
    backward(theta, difference_);
  });
  for (std::size_t i = 0; i < gradient_.size(); ++i) result_.gradient(static_cast<Index>(i)) = sum(gradient_[i]);
  return result_;
}

TestError Network::test_error(const Vector& theta, std::span<const Sequence> sequences) {
  TestError error{.d_out = shape_.d_out};
  std::vector<const Sequence*> all;
  all.reserve(sequences.size());
  for (const Sequence& sequence : sequences) all.push_back(&sequence);
  for_each_pack(all, [&](Pack pack) {
    gather(pack);
    error.squared_error += subtract_targets(forward(theta), pack.size());
    for (const Sequence* sequence : pack) {
      error.squared_targets += sequence->Y.squaredNorm();
      error.rows += sequence->rows();
    }
  });
  return error;
}

std::optional<Model> Network::model(const Vector& theta) const {
  if (architecture_.layers > 1 || architecture_.softmax || architecture_.width > 0 || architecture_.has_readout()) {
    return std::nullopt;
  }
  const AttentionShape attention = architecture_.attention(shape_, 0);
  const auto [d, d_out, heads, targets, score_scale, head_scale] = attention;
  Model model;
  for (Index h = 0; h < heads; ++h) {
    const double* V = theta.data() + h * attention.head_parameters();
    const Matrix scaled = (score_scale * head_scale) * Eigen::Map<const RowMajor>(V, d_out, d);
    model.heads.push_back({scaled, Eigen::Map<const RowMajor>(V + d_out * d, d, d)});
  }
  return model;
}

}  // namespace learner
