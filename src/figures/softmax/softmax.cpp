#include "figures/softmax/softmax.hpp"

#include "figures/tabs.hpp"

namespace figures::softmax {
namespace {

constexpr int kMostDimensions = 6;
constexpr int kMostTokens = 12;

// The order of Method.
constexpr std::array kMethods = {
    Choice{"questions", "Questions"},
    Choice{"examples", "Random examples"},
    Choice{"heads", "More heads"},
};

// The order of Step.
constexpr std::array kStageList = {
    Stage{.name = "Questions", .symbol = "Theta"},  Stage{.name = "Polish", .symbol = "W"},
    Stage{.name = "Starts", .symbol = "Theta"},     Stage{.name = "Warming up", .symbol = "H"},
    Stage{.name = "1 head, asked", .symbol = "H"},  Stage{.name = "1 head, examples", .symbol = "H"},
    Stage{.name = "2 heads, asked", .symbol = "H"}, Stage{.name = "2 heads, examples", .symbol = "H"},
    Stage{.name = "3 heads, asked", .symbol = "H"}, Stage{.name = "3 heads, examples", .symbol = "H"},
    Stage{.name = "4 heads, asked", .symbol = "H"}, Stage{.name = "4 heads, examples", .symbol = "H"},
};
static_assert(kStageList.size() == static_cast<std::size_t>(Step::firstHeads) + 2 * kMostHeads);

constexpr std::array kJobs = {Job{"check", check_job<run, Result, write_check>}};

constexpr std::array kSmallNoiseStops = {0.0, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1};
constexpr std::array kExampleStops = {4.0, 8.0, 16.0, 32.0, 64.0};

constexpr std::array kOffStops = {0.0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1, 0.3, 1.0};

constexpr Condition kStructured = {.id = "structure", .choices = 0b111110};
constexpr Condition kQuestions = {.id = "road", .choices = 1};
constexpr Condition kExamples = {.id = "road", .choices = 2};
constexpr Condition kOneLayer = {.id = "road", .choices = 1 | 2};

constexpr Parameter token(std::string_view id, std::string_view label) {
  return numbers(id, label, -1, 1, kMostDimensions,
                 "Its entries, 1 or −1. Empty: a question that shows the switches well.")
      .with_step(2)
      .of_picture()
      .shown_while(kQuestions);
}

constexpr Parameter matrix(std::string_view id, std::string_view label, std::string_view symbol) {
  return numbers(id, label, -4, 4, kMostHeads * kMostDimensions * kMostDimensions,
                 "The entries of the hidden layer, head after head, row by row. Empty: drawn from the seed.")
      .with_step(0.01)
      .with_symbol(symbol)
      .shown_while(kOneLayer);
}

// The order of learner::Structure.
constexpr std::array kStructures = {
    Choice{"none", "Any numbers"},  Choice{"diagonal", "Diagonal"},   Choice{"blocks", "Two blocks"},
    Choice{"rank_one", "Rank one"}, Choice{"dependent", "Dependent"}, Choice{"twins", "Twins"},
};

// The order of learner::Inputs.
constexpr std::array kInputs = {Choice{"signs", "Signs"}, Choice{"gaussian", "Gaussian"},
                                Choice{"sphere", "On a sphere"}};

constexpr std::array kParts = {Choice{"answers", "The answers"}, Choice{"layer", "The layer"}};

constexpr std::array kParameters = {
    choice("road", "Road", kMethods,
           "Questions of two distinct tokens, chosen by the learner; random examples, with nothing to choose; or both, "
           "with more and more heads.")
        .primary(),
    token_size(2, kMostDimensions, 3, "Entries of a token, each 1 or −1."),
    range("m", "Heads m", 1, kMostHeads, 3, "Heads of the hidden layer. The learner is told how many.")
        .with_symbol("H")
        .shown_while(kOneLayer)
        .primary(),
    range("k", "Tokens k", 2, kMostTokens, 8,
          "Tokens in a sequence. Questions need at least one more than there are heads."),
    noise(0, "Standard deviation of what is added to every number of an answer.")
        .with_limits(0, 0.1)
        .with_stops(kSmallNoiseStops)
        .primary(),
    toggle("polish", "Polish", "Improves what the questions found, by Levenberg–Marquardt on random examples.")
        .shown_while(kQuestions),
    sequences(64, kExampleStops,
              "Sequences of random tokens, each with the answers to all of them: what the starts and the polish fit.")
        .with_label("Examples N"),
    kSeed,
    choice("structure", "Kind of hidden Θ", kStructures,
           "Drawn as any numbers; numbers on the diagonal or in two blocks only; a column times a row; any, but the "
           "last minus the sum of the others, or the same as the first.")
        .with_symbol("Theta"),
    range("off", "Off by", kOffStops, 0, "How far from that kind: this share of any numbers is mixed into each Θ.")
        .with_symbol("Theta")
        .shown_while(kStructured),
    choice("inputs", "Random tokens", kInputs,
           "What random examples are made of: entries 1 or −1; entries normally distributed; or points spread evenly "
           "over the sphere of radius √d. Questions always have signs.")
        .with_symbol("Z"),
    film("mix", "Asked, as r grows", kMixes, 16,
         "How far the questions have come, from few copies of u to many; then what they give away.")
        .shown_while(kQuestions),
    token("u", "Token u"),
    token("v", "Token v"),
    range("coordinate", "Shown: coordinate of the answer", 0, kMostDimensions, 0,
          "Which number of the answer is drawn thick; 0 for one that shows the switches well.")
        .with_symbol("y")
        .of_picture()
        .shown_while(kQuestions),
    range("start", "Shown: start", 0, 8, 0, "The start whose layer is shown; 0 is the best.")
        .of_picture()
        .shown_while(kExamples),
    parts_of(kParts).shown_while(kOneLayer),
    matrix("theta", "Hidden Θ", "Theta"),
    matrix("w", "Hidden W", "W"),
    kNewData,
    action("undo", "Undo edits", "Undoes your changes to the hidden layer.").shown_while(kOneLayer),
};

void act(std::string_view action, Values& values) {
  take_next_seed(action, values);
  if (action == "undo" || action == kNewData.id)
    for (const char* list : {"theta", "w"}) values.set_list(list, {});
}

// Each d x d block transposed: in memory a list row by row, where the matrix is one column by column.
Matrix with_transposed_blocks(const Matrix& heads) {
  const Index d = heads.rows();
  Matrix transposed(d, heads.cols());
  for (Index at = 0; at < heads.cols(); at += d) transposed.middleCols(at, d) = heads.middleCols(at, d).transpose();
  return transposed;
}

constexpr int kUsualSteps = 60;    // that a start takes as a rule,
constexpr int kMostSteps = 120;    // and at most: stuck ones creep for long
constexpr double kBudget = 1.2e9;  // multiply-adds that all starts together may cost

int starts_for(double step) { return static_cast<int>(std::clamp(kBudget / (kUsualSteps * step), 1.0, 8.0)); }

}  // namespace

Setting::Setting(const Values& given)
    : values(given),
      starts(starts_for(step_work(m))),
      steps(std::min(kMostSteps, static_cast<int>(2 * kBudget / (starts * step_work(m))))) {
  for (const char* list : {"theta", "w"}) {
    const auto size = std::ssize(values.list(list));
    misfit = misfit || (size != 0 && size != m * d * d);
  }
}

// See learner/softmax/normal_equations.hpp.
double Setting::step_work(int heads) const {
  const double size = d;
  const double square = static_cast<double>(heads) * heads * size * size;
  return examples * k * (square * size * size / 4 + square * size * size + 2 * square) +
         square * heads * size * size * size * size * size / 2 + 9 * square * heads * size;
}

double Setting::questions_work(int heads) const {
  const double asked = d * 1.5 * d * std::min(2.0 * heads + 2, k * k / 3.0);  // pairs of tokens, times ratios
  const double unknowns = heads * d;
  return asked * heads * k * (d * d + k * d + 25 * k) + 20 * d * asked * unknowns * unknowns;
}

int Setting::starts_with(int heads) const { return starts_for(kMostHeads * step_work(heads)); }

double Setting::starts_work(int count, int heads) const { return count * kUsualSteps * step_work(heads); }

double Setting::work() const {
  switch (method) {
    case Method::questions: return questions_work(m) + (polish ? starts_work(starts, m) : 0);
    case Method::examples: return starts_work(starts, m);
    case Method::heads: break;
  }
  double sum = 0;
  for (int heads = 1; heads <= kMostHeads; ++heads)
    sum += kLayers * questions_work(heads) + starts_work(starts_with(heads), heads);
  return sum;
}

std::optional<Near> near_heads(const Heads& heads) {
  constexpr double kSame = 1e-12, kNear = 1e-3;
  const Index d = heads.Theta.rows(), m = heads.Theta.cols() / d;
  double largest = 0;
  for (Index head = 0; head < m; ++head) largest = std::max(largest, heads.Theta.middleCols(head * d, d).norm());
  std::optional<Near> nearest;
  for (Index one = 0; one < m; ++one) {
    for (Index other = one + 1; other < m; ++other) {
      const auto difference = heads.Theta.middleCols(one * d, d) - heads.Theta.middleCols(other * d, d);
      const double apart = difference.norm() / largest;
      if (apart > kSame && apart < (nearest ? nearest->apart : kNear)) nearest = Near{one, other, apart};
    }
  }
  return nearest;
}

std::optional<Traders> trading_heads(const Heads& heads) {
  constexpr double kAlike = 1e-9;
  const Index d = heads.W.rows();
  for (Index one = 0; one < heads.W.cols(); one += d) {
    for (Index other = one + d; other < heads.W.cols(); other += d) {
      const auto W = heads.W.middleCols(one, d);
      if (W.norm() <= kAlike || (W - heads.W.middleCols(other, d)).norm() > kAlike) continue;
      const Matrix apart = heads.Theta.middleCols(one, d) - heads.Theta.middleCols(other, d);
      std::vector<Index> rows;
      for (Index row = 0; row < d; ++row)
        if (apart.row(row).norm() > kAlike) rows.push_back(row);
      const bool is_one_row = rows.size() == 1;
      if (is_one_row) rows.push_back(rows[0] == 0 ? 1 : 0);
      if (rows.size() == 2 && (apart.row(rows[0]) + apart.row(rows[1])).norm() > kAlike &&
          (apart.row(rows[0]) - apart.row(rows[1])).norm() > kAlike)
        return Traders{one / d, other / d, rows[0], rows[1], is_one_row};
    }
  }
  return std::nullopt;
}

std::optional<Cancelling> cancelling_heads(const Heads& heads) {
  constexpr double kAlike = 1e-9;
  const Index d = heads.W.rows();
  const Index m = heads.W.cols() / d;
  // Whether the Θ of two heads differ by (z, -sign z) in the two rows alone.
  const auto meets = [&](Index one, Index other, Index row, Index other_row, double sign) {
    Matrix apart = heads.Theta.middleCols(one * d, d) - heads.Theta.middleCols(other * d, d);
    apart.row(row) += sign * apart.row(other_row);
    apart.row(other_row).setZero();
    return apart.norm() <= kAlike;
  };
  for (std::uint32_t set = 3; set < 1U << m; ++set) {
    std::vector<Index> group;
    Matrix sum = Matrix::Zero(d, d);
    for (Index head = 0; head < m; ++head) {
      if ((set >> head & 1U) == 0) continue;
      group.push_back(head);
      sum += heads.W.middleCols(head * d, d);
    }
    if (group.size() < 2 || sum.norm() > kAlike) continue;
    for (Index row = 0; row < d; ++row)
      for (Index other_row = row + 1; other_row < d; ++other_row)
        for (const double sign : {1.0, -1.0})
          if (std::ranges::all_of(group, [&](Index head) { return meets(group[0], head, row, other_row, sign); }))
            return Cancelling{group, row, other_row, sign > 0};
  }
  return std::nullopt;
}

bool Result::found_another() const {
  constexpr double kExact = 1e-12;
  return asked.error() >= kRecovered && check_error <= kExact * truth.W.norm();
}

double Found::error() const { return empty() ? 0 : std::max(theta_error.maxCoeff(), w_error.maxCoeff()); }

std::vector<double> list_of(const Matrix& heads) {
  const Matrix rows = with_transposed_blocks(heads);
  return {rows.data(), rows.data() + rows.size()};
}

Heads edited(Heads heads, const Values& values) {
  const auto edit = [&values](const char* id, Matrix& matrix) {
    const auto list = values.list(id);
    if (std::ssize(list) != matrix.size()) return;
    matrix = with_transposed_blocks(Eigen::Map<const Matrix>(list.data(), matrix.rows(), matrix.cols()));
  };
  edit("theta", heads.Theta);
  edit("w", heads.W);
  return heads;
}

learner::SoftmaxLayer layer_of(const Heads& heads) {
  const Index d = heads.Theta.rows();
  learner::SoftmaxLayer layer;
  for (Index at = 0; at < heads.Theta.cols(); at += d)
    layer.heads.push_back({heads.Theta.middleCols(at, d), heads.W.middleCols(at, d)});
  return layer;
}

extern const Figure kFigure = declare<run, draw, describe, say>({
    .id = "softmax",
    .name = "Finding a hidden softmax layer",
    .question = "Can a hidden layer of softmax attention be found again?",
    .parameters = kParameters,
    .stages = kStageList,
    .jobs = kJobs,
    .shape = {.narrow = 1.6, .wide = 0.64},
    .work = [](const Values& values) { return Setting(values).work(); },
    .act = act,
});

}  // namespace figures::softmax
