// What figure "cost" says to who cannot see it.
#include <string>
#include <utility>

#include "figures/cost/picture.hpp"
#include "plot/number.hpp"

namespace figures::cost {
namespace {

using plot::number;
using plot::whole;

struct Report {
  const CostResult& result;
  Setting setting;
  Route route;
  std::optional<Device> device;
  std::optional<Trial> trial;
};

// --- Title ----------------------------------------------------------------------------------------------------------

std::string where(const Setting& setting) {
  const std::string d = "d = " + whole(setting.d);
  if (setting.d == kGpt3Width) return "At GPT-3’s width, " + d + ", ";
  if (setting.d == kBertWidth) return "At BERT’s width, " + d + ", ";
  return "At " + d + " ";
}

std::string data_of(const Setting& setting) {
  switch (setting.from) {
    case NumberFrom::theorem: return "the theorem’s N";
    case NumberFrom::enough: return "the least N";
    case NumberFrom::chosen: break;
  }
  return "N = " + number(setting.chosen);
}

std::string title_of(const Report& report) {
  const RouteCost cost = cost_of(report.route, report.setting.sizes());
  const std::string start = where(report.setting) + data_of(report.setting) + " takes ";
  if (report.device) return start + plot::duration(report.device->seconds(cost)) + " on this device";
  return start + number(cost.work(), 2) + " operations";
}

// --- Sentence -------------------------------------------------------------------------------------------------------

std::string_view phrase_of(Part part, Route route) {
  switch (part) {
    case Part::features: return "the features";
    case Part::sums: return route == Route::primal ? "the Gram matrix" : "the kernel matrix";
    case Part::factor: return "its Cholesky factor";
    case Part::solve: return "solving for W";
    case Part::spectrum: return "the singular values of W";
    case Part::heads: break;
  }
  return "the heads";
}

Part largest(const RouteCost& cost) {
  Part most = Part::features;
  for (int k = 0; k < kParts; ++k) {
    if (cost.of(static_cast<Part>(k)).work > cost.of(most).work) most = static_cast<Part>(k);
  }
  return most;
}

std::string cost_sentence(const Report& report) {
  const Sizes sizes = report.setting.sizes();
  const RouteCost cost = cost_of(report.route, sizes);
  const Part most = largest(cost);
  std::string words = number(sizes.N) + (sizes.N == 1 ? " sequence takes " : " sequences take ") + number(cost.work()) +
                      " multiply-adds, " + gpt3s(cost.work()) + ", " + plot::percent(cost.of(most).work / cost.work()) +
                      " of them for " + std::string(phrase_of(most, report.route)) + ".";
  if (report.device) words += " That is " + in_human_terms(report.device->seconds(cost)) + ".";
  return words;
}

std::string other_sentence(const Report& report) {
  const Sizes sizes = report.setting.sizes();
  const double ratio = cost_of(other(report.route), sizes).work() / cost_of(report.route, sizes).work();
  if (ratio >= 1)
    return " The " + std::string(name_of(other(report.route))) + " way would take " + rounded(ratio, 2) +
           " times as much.";
  return " The " + std::string(name_of(other(report.route))) + " way is cheaper: " + number(ratio, 2) + " of that.";
}

std::string memory_sentence(const Report& report) {
  constexpr double kMuch = 1e12;
  const double bytes = cost_of(report.route, report.setting.sizes()).bytes();
  return bytes < kMuch ? "" : " It needs " + plot::bytes(bytes) + " of memory.";
}

std::string open_sentence(const Report& report) {
  if (report.setting.from != NumberFrom::chosen) return "";
  const double needed = just_enough(report.setting.d, report.setting.n, report.setting.all);
  if (report.setting.chosen >= needed) return "";
  return " So few leave W open: it takes " + number(needed) + " to have as many equations as unknowns.";
}

std::string trial_sentence(const Report& report) {
  if (!report.trial) return "";
  return " Algorithm 1 at d = " + whole(report.result.algorithm.size) + " was predicted to take " +
         plot::duration(report.trial->predicted) + " and took " + plot::duration(report.trial->took) + "." +
         overhead_words(*report.trial);
}

// --- Table ----------------------------------------------------------------------------------------------------------

class Rows {
 public:
  void add(std::string what, std::string formula, std::string work, std::string bytes, std::string time) {
    table_.rows.push_back({std::move(what), std::move(formula), std::move(work), std::move(bytes), std::move(time)});
  }
  void add(std::string what, std::string formula, std::string value) {
    add(std::move(what), std::move(formula), std::move(value), "–", "–");
  }
  Table take() { return std::move(table_); }

 private:
  Table table_{.columns = {"What", "Formula", "Multiply-adds or number", "Memory", "Time on this device"}, .rows = {}};
};

std::string formula_text(std::string_view formula, const Sizes& sizes) {
  return lettered(formula) + " = " + filled(formula, sizes);
}

std::string seconds_text(const Report& report, double seconds) {
  return report.device ? plot::duration(seconds) : "not measured";
}

double seconds_of(const Report& report, const PartCost& cost, Part part) {
  return report.device ? report.device->seconds(cost, part) : 0;
}

void add_route(Rows& rows, const Report& report, Route route) {
  const Sizes sizes = report.setting.sizes();
  const RouteCost cost = cost_of(route, sizes);
  const std::string start = route == Route::primal ? "Primal: " : "Dual: ";
  for (int k = 0; k < kParts; ++k) {
    const auto part = static_cast<Part>(k);
    const PartCost& one = cost.of(part);
    const std::string_view note = part == Part::spectrum ? " (nominal count)" : "";
    rows.add(start + std::string(name_of(part, route)) + std::string(note), formula_text(one.work_formula, sizes),
             number(one.work, 4), one.bytes_formula.empty() ? "in place" : plot::bytes(one.bytes),
             seconds_text(report, seconds_of(report, one, part)));
  }
  const bool least = cheaper(sizes) == route;
  rows.add(start + (least ? "in all, the cheaper way" : "in all"), "the sum", number(cost.work(), 4),
           plot::bytes(cost.bytes()), seconds_text(report, report.device ? report.device->seconds(cost) : 0));
}

void add_sizes(Rows& rows, const Report& report) {
  const Setting& setting = report.setting;
  const Sizes sizes = setting.sizes();
  rows.add("Token size", "d", whole(setting.d));
  rows.add("Tokens in a sequence", "n", whole(setting.n));
  rows.add("Sequences counted with", "N, from: " + data_of(setting), number(sizes.N, 4));
  rows.add("Tokens in all (GPT-3 was trained on " + number(kGpt3Tokens) + ")", "N n", number(sizes.N * sizes.n, 4));
  rows.add("Pairs of coordinates", "q = d(d+1)/2", number(sizes.pairs(), 4));
  rows.add("Unknowns for each output", "ψ = q d", number(sizes.unknowns(), 4));
  rows.add("Most heads", "d²", number(setting.d * setting.d, 4));
}

void add_theorem(Rows& rows, const Report& report) {
  const Setting& setting = report.setting;
  const double asked = theorem_sequences(setting.d, setting.eps, setting.c);
  rows.add("Theorem: sequences, c = " + number(setting.c) + ", ε = " + number(setting.eps) + ", δ = " + number(kDelta),
           "c(d⁴ + ln 1/δ)/ε", number(asked, 4));
  rows.add("Theorem: time for its own N, constant unknown", "N d⁴ n/ε", number(setting.theorem_time(setting.d), 4));
  rows.add("The same formula for the N counted with", "N d⁴ n/ε", number(setting.paper_time(setting.d), 4));
  const double N = setting.claimed_sequences();
  rows.add("“A million times GPT-3”: the N for which that formula says so at d = 12,288", "N = 10⁶·GPT-3·ε/(d⁴ n)",
           number(N, 4));
  rows.add("The theorem’s N there, as a multiple of that one", "c(d⁴ + ln 1/δ)/ε / N",
           number(theorem_sequences(kGpt3Width, setting.eps, setting.c) / N, 4));
  rows.add("Counted here, that N at d = 12,288 takes, the cheaper way", gpt3s(claimed_cost(setting)),
           number(claimed_cost(setting), 4));
  rows.add("Training GPT-3 (Brown et al. 2020, table D.1)", number(kGpt3Flops) + " flops, two a multiply-add",
           number(kGpt3, 4));
}

void add_kernel(Rows& rows, const Report& report, std::string what, const Kernel& kernel, double rate) {
  rows.add(std::move(what), whole(static_cast<double>(kernel.times)) + " runs; residual " + number(kernel.residual, 2),
           number(kernel.work, 4), "–", report.device ? number(rate, 3) + " a second" : "not measured");
}

void add_measured(Rows& rows, const Report& report) {
  const CostResult& result = report.result;
  const Device device = report.device.value_or(Device{});
  add_kernel(rows, report, "Measured: moments at d = " + whole(result.products.size), result.products, device.products);
  add_kernel(rows, report, "Measured: Cholesky of " + whole(result.cholesky.size) + " rows", result.cholesky,
             device.cholesky);
  add_kernel(rows, report, "Measured: SVD of " + whole(result.spectrum.size) + " columns", result.spectrum,
             device.spectrum);
  for (const auto& [seconds, name] : {std::pair{1.0, "a second"}, {3600.0, "an hour"}, {kYear, "a year"}}) {
    rows.add("This device in " + std::string(name), "at the rate of Cholesky",
             report.device ? number(seconds * device.cholesky) : "not measured");
  }
  const std::string name = "Check: Algorithm 1 at d = " + whole(result.algorithm.size) + ", N = " + whole(result.N);
  const Kernel& run = result.algorithm;
  rows.add(name + ", a run",
           whole(static_cast<double>(run.times)) + " runs; its heads are off by " + number(run.residual, 2),
           number(run.times > 0 ? run.work / static_cast<double>(run.times) : 0, 4), "–",
           report.trial
               ? "predicted " + plot::duration(report.trial->predicted) + ", took " + plot::duration(report.trial->took)
               : "not measured");
}

}  // namespace

Description describe_cost(const CostResult& result, const Values& values, std::span<const double> times) {
  const Setting setting = setting_of(values);
  const Report report{.result = result,
                      .setting = setting,
                      .route = route_of(values, setting.sizes()),
                      .device = device_of(result, times),
                      .trial = trial_of(result, times)};
  Rows rows;
  add_sizes(rows, report);
  for (const Route route : {Route::primal, Route::dual}) add_route(rows, report, route);
  const Sizes sizes = setting.sizes();
  const PartCost plain = plain_sums(sizes);
  rows.add("Primal: Gram matrix, the plain way", formula_text(plain.work_formula, sizes), number(plain.work, 4),
           plot::bytes(plain.bytes), seconds_text(report, seconds_of(report, plain, Part::sums)));
  add_theorem(rows, report);
  add_measured(rows, report);
  return {.title = title_of(report),
          .sentence = cost_sentence(report) + memory_sentence(report) + other_sentence(report) + open_sentence(report) +
                      trial_sentence(report),
          .table = rows.take()};
}

}  // namespace figures::cost
