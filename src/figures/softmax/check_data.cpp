// What a reader needs to compute the numbers of figure "softmax" with a program of their own.
#include "figures/softmax/softmax.hpp"
#include "plot/sort.hpp"

namespace figures::softmax {
namespace {

// A mean squared residual no larger than this is rounding, and is written as 0.
constexpr double kRounding = 1e-19;

double cleaned(double loss) { return loss > kRounding ? loss : 0; }

// As a list of heads, each d x d.
std::vector<Matrix> listed_heads(const Matrix& heads) {
  std::vector<Matrix> list;
  for (Index at = 0; at < heads.cols(); at += heads.rows()) list.push_back(heads.middleCols(at, heads.rows()));
  return list;
}

void give_layer(const std::string& name, const Heads& heads, CheckData& file) {
  file.given(name + " Theta", listed_heads(heads.Theta)).given(name + " W", listed_heads(heads.W));
}

void write_found(const std::string& name, const Found& found, std::vector<std::string>& names, CheckData& file) {
  if (found.empty()) return;
  names.push_back(name);
  give_layer(name, found.heads, file);
  file.found(name + ", error of Theta", found.theta_error).found(name + ", error of W", found.w_error);
}

void write_switches(const std::string& name, const Heads& heads, const Chosen& chosen, CheckData& file) {
  const Switches switches = switches_of(heads, chosen.u, chosen.v);
  file.found(name + ", log beta", switches.log_beta).found(name + ", jumps", switches.heights);
  file.found(name + ", start", switches.start);
}

void give_examples(const Setting& setting, const Result& result, CheckData& file) {
  const auto examples = examples_of(setting, result.truth);
  file.given("Z", each_of(examples, &Sequence::Z)).given("Y", each_of(examples, &Sequence::Y));
}

void write_questions(const Request& request, const Setting& setting, const Result& result, CheckData& file) {
  std::vector<std::string> names;
  write_found("questions", result.asked, names, file);
  write_found("polish", result.polish, names, file);
  write_found("best", result.best, names, file);
  file.given("found", names);
  const Chosen chosen = chosen_question(result, request.values);
  file.given("u", chosen.u).given("v", chosen.v);
  write_switches("hidden", result.truth, chosen, file);
  if (!result.shown().empty())
    write_switches(result.polished() ? "polish" : "questions", result.shown().heads, chosen, file);
  std::vector<Matrix> tokens;
  for (const Pair& pair : result.pairs) tokens.emplace_back(pair.u.size(), 2) << pair.u, pair.v;
  file.given("pairs", tokens).given("ratios", each_of(result.pairs, &Pair::ratios));
  const auto answers = each_of(result.pairs, &Pair::answers);
  setting.noise == 0 ? file.found("answers heard", answers) : file.given("answers heard", answers);
  if (setting.noise == 0 && !result.asked.empty()) {
    const auto [tokens_asked, one_token] = one_token_answers(setting, result.truth);
    file.given("one token", tokens_asked).given("answers to one token", one_token);
    file.found("Theta", listed_heads(result.asked.heads.Theta)).found("W", listed_heads(result.asked.heads.W));
  }
  if (result.bound == 0) return;
  give_examples(setting, result, file);
  file.found("least error to expect", result.bound);
}

void write_starts(const Setting& setting, const Result& result, CheckData& file) {
  give_examples(setting, result, file);
  std::vector<std::string> names;
  std::vector<double> losses;
  write_found("best", result.best, names, file);
  if (!result.best.empty()) losses.push_back(cleaned(result.least_loss));
  for (std::size_t at = 0; at < result.starts.size(); ++at) {
    const Start& start = result.starts[at];
    if (start.found.empty()) continue;
    write_found("start " + std::to_string(at + 1), start.found, names, file);
    losses.push_back(cleaned(start.losses(start.losses.size() - 1)));
  }
  file.given("found", names).given("rounding", kRounding).found("losses", losses);
}

void write_conditions(const Conditions& measured, CheckData& file) {
  const auto& [apart, theta_gap, w_gap, theta_span, w_span] = measured;
  file.found("gaps of singular values", std::vector{theta_gap, w_gap});
  file.found("independence", std::vector{theta_span, w_span});
  if (apart < std::numeric_limits<double>::infinity()) file.found("heads apart", apart);
}

void write_counts(const Setting& setting, const Result& result, CheckData& file) {
  std::vector<std::string> names;
  std::vector<std::int32_t> questions;
  int place = 0;
  for (const CountedLayer& layer : counted_layers(setting)) {
    names.push_back("layer " + std::to_string(++place));
    give_layer(names.back(), layer.truth, file);
    questions.push_back(layer.questions);
    if (!layer.found.empty()) give_layer(names.back() + " found", layer.found, file);
  }
  file.given("layers", names).given("questions", questions).given("recovered", kRecovered);
  Matrix counts(std::ssize(result.counts), 3);
  for (Index at = 0; at < counts.rows(); ++at) {
    const Count& count = result.counts[static_cast<std::size_t>(at)];
    counts.row(at) << count.layers, count.recovered, count.questions;
  }
  file.found("layers, recovered, questions", counts).found("median error", each_of(result.counts, &Count::median));
  file.found("layers that keep the conditions", each_of(result.counts, &Count::kept));
}

}  // namespace

Expected<void> write_check(const Request& request, const Result& result, CheckData& file) {
  const Values settings = request.values.for_result();
  const Setting setting(settings);
  file.given("road", settings.choice("road")).given("d", setting.d).given("k", setting.k);
  file.given("noise", setting.noise).given("inputs", settings.choice("inputs"));
  if (setting.method != Method::heads) {
    give_layer("hidden", result.truth, file);
    write_conditions(result.conditions, file);
  }
  switch (setting.method) {
    case Method::questions: write_questions(request, setting, result, file); break;
    case Method::examples: write_starts(setting, result, file); break;
    case Method::heads: write_counts(setting, result, file); break;
  }
  return {};
}

}  // namespace figures::softmax
