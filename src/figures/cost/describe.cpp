// What figure "cost" says to who cannot see it.
#include <string>
#include <utility>

#include "figures/cost/picture.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::cost {
namespace {

struct Report {
  const Result& result;
  Setting setting;
  Route route;
  std::optional<Device> device;
  std::optional<Trial> trial;
};

// --- Title ----------------------------------------------------------------------------------------------------------

std::string data_of(const Setting& setting) {
  switch (setting.from) {
    case NumberFrom::theorem: return tr("the theorem’s N");
    case NumberFrom::enough: return tr("the least N");
    case NumberFrom::chosen: break;
  }
  return "N = " + number(setting.chosen);
}

std::string title_of(const Report& report) {
  const Setting& setting = report.setting;
  const RouteCost cost = cost_of(report.route, setting.sizes());
  const std::string d = whole(setting.d);
  const std::string data = data_of(setting);
  if (report.device) {
    const std::string time = duration(report.device->seconds(cost));
    if (setting.d == kGpt3Width) return tr("At GPT-3’s width, d = %1, %2 takes %3 on this device", d, data, time);
    if (setting.d == kBertWidth) return tr("At BERT’s width, d = %1, %2 takes %3 on this device", d, data, time);
    return tr("At d = %1 %2 takes %3 on this device", d, data, time);
  }
  const std::string work = number(cost.work(), 2);
  if (setting.d == kGpt3Width) return tr("At GPT-3’s width, d = %1, %2 takes %3 operations", d, data, work);
  if (setting.d == kBertWidth) return tr("At BERT’s width, d = %1, %2 takes %3 operations", d, data, work);
  return tr("At d = %1 %2 takes %3 operations", d, data, work);
}

// --- Sentence -------------------------------------------------------------------------------------------------------

std::string share_words(Part part, Route route, double share) {
  const std::string percent = plot::percent(share);
  switch (part) {
    case Part::features: return tr("%1 of them for the features", percent);
    case Part::sums:
      return route == Route::primal ? tr("%1 of them for the Gram matrix", percent)
                                    : tr("%1 of them for the kernel matrix", percent);
    case Part::factor: return tr("%1 of them for its Cholesky factor", percent);
    case Part::solve: return tr("%1 of them for solving for W", percent);
    case Part::spectrum: return tr("%1 of them for the singular values of W", percent);
    case Part::heads: break;
  }
  return tr("%1 of them for the heads", percent);
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
  const std::string N = number(sizes.N);
  const std::string work = number(cost.work());
  const std::string share = share_words(most, report.route, cost.of(most).work / cost.work());
  // A power of ten has no form of its own for its count.
  if (N != whole(sizes.N)) {
    return tr("%1 sequences take %2 multiply-adds, %3 times the training of GPT-3, %4.", N, work, gpt3s(cost.work()),
              share);
  }
  return tr("%1 %2 multiply-adds, %3 times the training of GPT-3, %4.",
            counted("%1 sequence takes", "%1 sequences take", sizes.N), work, gpt3s(cost.work()), share);
}

std::string time_sentence(const Report& report) {
  if (!report.device) return "";
  const RouteCost cost = cost_of(report.route, report.setting.sizes());
  return tr("That is %1.", in_human_terms(report.device->seconds(cost)));
}

std::string other_sentence(const Report& report) {
  const Sizes sizes = report.setting.sizes();
  const bool dual = other(report.route) == Route::dual;
  const double ratio = cost_of(other(report.route), sizes).work() / cost_of(report.route, sizes).work();
  if (ratio >= 1) {
    const std::string times = rounded(ratio, 2);
    return dual ? tr("The dual way would take %1 times as much.", times)
                : tr("The primal way would take %1 times as much.", times);
  }
  const std::string times = number(ratio, 2);
  return dual ? tr("The dual way is cheaper: %1 of that.", times) : tr("The primal way is cheaper: %1 of that.", times);
}

std::string memory_sentence(const Report& report) {
  constexpr double kMuch = 1e12;
  const double bytes = cost_of(report.route, report.setting.sizes()).bytes();
  return bytes < kMuch ? "" : tr("It needs %1 of memory.", plot::bytes(bytes));
}

std::string open_sentence(const Report& report) {
  if (report.setting.from != NumberFrom::chosen) return "";
  const double needed = just_enough(report.setting.d, report.setting.n, report.setting.all);
  if (report.setting.chosen >= needed) return "";
  return tr("So few leave W open: it takes %1 to have as many equations as unknowns.", number(needed));
}

std::string trial_sentence(const Report& report) {
  if (!report.trial) return "";
  return passage({tr("Algorithm 1 at d = %1 was predicted to take %2 and took %3.", whole(report.result.algorithm.size),
                     duration(report.trial->predicted), duration(report.trial->took)),
                  overhead_words(*report.trial)});
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
  Table table_{
      .columns = {tr("What"), tr("Formula"), tr("Multiply-adds or number"), tr("Memory"), tr("Time on this device")},
      .rows = {}};
};

std::string formula_text(std::string_view formula, const Sizes& sizes) {
  return lettered(formula) + " = " + filled(formula, sizes);
}

std::string seconds_text(const Report& report, double seconds) {
  return report.device ? duration(seconds) : tr("not measured");
}

double seconds_of(const Report& report, const PartCost& cost, Part part) {
  return report.device ? report.device->seconds(cost, part) : 0;
}

std::string row_name(Route route, Part part) {
  const std::string_view name = name_of(part, route);
  const bool nominal = part == Part::spectrum;
  if (route == Route::primal) return nominal ? tr("Primal: %1 (nominal count)", name) : tr("Primal: %1", name);
  return nominal ? tr("Dual: %1 (nominal count)", name) : tr("Dual: %1", name);
}

std::string sum_name(Route route, bool least) {
  if (route == Route::primal) return least ? tr("Primal: in all, the cheaper way") : tr("Primal: in all");
  return least ? tr("Dual: in all, the cheaper way") : tr("Dual: in all");
}

void add_route(Rows& rows, const Report& report, Route route) {
  const Sizes sizes = report.setting.sizes();
  const RouteCost cost = cost_of(route, sizes);
  for (int k = 0; k < kParts; ++k) {
    const auto part = static_cast<Part>(k);
    const PartCost& one = cost.of(part);
    rows.add(row_name(route, part), formula_text(one.work_formula, sizes), number(one.work, 4),
             one.bytes_formula.empty() ? tr("in place") : bytes(one.bytes),
             seconds_text(report, seconds_of(report, one, part)));
  }
  rows.add(sum_name(route, cheaper(sizes) == route), tr("the sum"), number(cost.work(), 4), bytes(cost.bytes()),
           seconds_text(report, report.device ? report.device->seconds(cost) : 0));
}

void add_sizes(Rows& rows, const Report& report) {
  const Setting& setting = report.setting;
  const Sizes sizes = setting.sizes();
  rows.add(tr("Token size"), "d", whole(setting.d));
  rows.add(tr("Tokens in a sequence"), "n", whole(setting.n));
  rows.add(tr("Sequences counted with"), tr("N, from: %1", data_of(setting)), number(sizes.N, 4));
  rows.add(tr("Tokens in all (GPT-3 was trained on %1)", number(kGpt3Tokens)), "N n", number(sizes.N * sizes.n, 4));
  rows.add(tr("Pairs of coordinates"), "q = d(d+1)/2", number(sizes.pairs(), 4));
  rows.add(tr("Unknowns for each output"), "ψ = q d", number(sizes.unknowns(), 4));
  rows.add(tr("Most heads"), "d²", number(setting.d * setting.d, 4));
}

void add_theorem(Rows& rows, const Report& report) {
  const Setting& setting = report.setting;
  const double asked = theorem_sequences(setting.d, setting.eps, setting.c);
  rows.add(tr("Theorem: sequences, c = %1, ε = %2, δ = %3", number(setting.c), number(setting.eps), number(kDelta)),
           "c(d⁴ + ln 1/δ)/ε", number(asked, 4));
  rows.add(tr("Theorem: time for its own N, constant unknown"), "N d⁴ n/ε", number(setting.theorem_time(setting.d), 4));
  rows.add(tr("The same formula for the N counted with"), "N d⁴ n/ε", number(setting.paper_time(setting.d), 4));
  const double N = setting.claimed_sequences();
  rows.add(tr("“A million times GPT-3”: the N for which that formula says so at d = 12,288"), "N = 10⁶·GPT-3·ε/(d⁴ n)",
           number(N, 4));
  rows.add(tr("The theorem’s N there, as a multiple of that one"), "c(d⁴ + ln 1/δ)/ε / N",
           number(theorem_sequences(kGpt3Width, setting.eps, setting.c) / N, 4));
  rows.add(tr("Counted here, that N at d = 12,288 takes, the cheaper way"),
           tr("%1 times the training of GPT-3", gpt3s(claimed_cost(setting))), number(claimed_cost(setting), 4));
  rows.add(tr("Training GPT-3 (Brown et al. 2020, table D.1)"), tr("%1 flops, two a multiply-add", number(kGpt3Flops)),
           number(kGpt3, 4));
}

void add_kernel(Rows& rows, const Report& report, std::string what, const Kernel& kernel, double rate) {
  const std::string runs = whole(static_cast<double>(kernel.times));
  rows.add(std::move(what), tr("%1 runs; residual %2", runs, number(kernel.residual, 2)), number(kernel.work, 4), "–",
           report.device ? tr("%1 a second", number(rate, 3)) : tr("not measured"));
}

void add_trial(Rows& rows, const Report& report) {
  const Kernel& run = report.result.algorithm;
  rows.add(tr("Check: Algorithm 1 at d = %1, N = %2, a run", whole(run.size), whole(report.result.N)),
           tr("%1 runs; its heads are off by %2", whole(static_cast<double>(run.times)), number(run.residual, 2)),
           number(run.times > 0 ? run.work / static_cast<double>(run.times) : 0, 4), "–",
           report.trial ? tr("predicted %1, took %2", duration(report.trial->predicted), duration(report.trial->took))
                        : tr("not measured"));
}

void add_measured(Rows& rows, const Report& report) {
  const Result& result = report.result;
  const Device device = report.device.value_or(Device{});
  add_kernel(rows, report, tr("Measured: moments at d = %1", whole(result.products.size)), result.products,
             device.products);
  add_kernel(rows, report, tr("Measured: Cholesky of %1 rows", whole(result.cholesky.size)), result.cholesky,
             device.cholesky);
  add_kernel(rows, report, tr("Measured: SVD of %1 columns", whole(result.spectrum.size)), result.spectrum,
             device.spectrum);
  for (const auto& [seconds, name] : {std::pair{1.0, Phrase("This device in a second")},
                                      {3600.0, Phrase("This device in an hour")},
                                      {kYear, Phrase("This device in a year")}}) {
    rows.add(tr(name), tr("at the rate of Cholesky"),
             report.device ? number(seconds * device.cholesky) : tr("not measured"));
  }
  add_trial(rows, report);
}

}  // namespace

Description describe(const Result& result, const Context& context) {
  const Setting setting = setting_of(context.values);
  const Report report{.result = result,
                      .setting = setting,
                      .route = route_of(context.values, setting.sizes()),
                      .device = device_of(result, context.times),
                      .trial = trial_of(result, context.times)};
  Rows rows;
  add_sizes(rows, report);
  for (const Route route : {Route::primal, Route::dual}) add_route(rows, report, route);
  const Sizes sizes = setting.sizes();
  const PartCost plain = plain_sums(sizes);
  rows.add(tr("Primal: Gram matrix, the plain way"), formula_text(plain.work_formula, sizes), number(plain.work, 4),
           bytes(plain.bytes), seconds_text(report, seconds_of(report, plain, Part::sums)));
  add_theorem(rows, report);
  add_measured(rows, report);
  return {.title = title_of(report),
          .sentence = passage({cost_sentence(report), time_sentence(report), memory_sentence(report),
                               other_sentence(report), open_sentence(report), trial_sentence(report)}),
          .table = rows.take()};
}

}  // namespace figures::cost
