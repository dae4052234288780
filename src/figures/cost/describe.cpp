// What figure "cost" says to readers who cannot see the picture.
#include "figures/cost/cost.hpp"

namespace figures::cost {
namespace {

// The title says what time it comes to when the film has come to its end.
std::string title_of(const Shown& shown) {
  const Setting& setting = shown.setting;
  const std::string d = whole(setting.d);
  const std::string time = in_human_terms(shown.seconds());
  const std::string where = shown.where();
  if (setting.front < kGpt3Width) return tr("At d = %1 it takes %2", d, time);
  if (setting.d == kGpt3Width) return tr("Learning at GPT-3’s width, %2, takes %1", time, where);
  if (setting.d == kBertWidth) return tr("Learning at BERT’s width, %2, takes %1", time, where);
  return tr("Learning at d = %1, %3, takes %2", d, time, where);
}

std::string share_words(Part part, Route route, double share) {
  constexpr std::array kWords = {Phrase("%1 of them for the features"),
                                 Phrase("%1 of them for the Gram matrix"),
                                 Phrase("%1 of them for the Cholesky factor"),
                                 Phrase("%1 of them for solving for W"),
                                 Phrase("%1 of them for the singular values of W"),
                                 Phrase("%1 of them for the heads")};
  if (part == Part::sums && route == Route::dual) return tr("%1 of them for the kernel matrix", percent(share));
  return tr(kWords[static_cast<std::size_t>(part)], percent(share));
}

std::string cost_sentence(const Shown& shown) {
  const Part most = *std::ranges::max_element(kParts, {}, [&](Part part) { return shown.cost.of(part).work; });
  const double sequences = shown.sizes.N;
  const std::string N = number(sequences);
  const std::string work = number(shown.cost.work());
  const std::string times = gpt3s(shown.cost.work());
  const std::string share = share_words(most, shown.setting.route, shown.cost.of(most).work / shown.cost.work());
  return tr("%1 %2 multiply-adds, %3, %4.", counted("%1 sequence takes", "%1 sequences take", sequences, N), work,
            times, share);
}

std::string time_sentence(const Shown& shown) {
  return tr("That is %1 %2: %3.", duration(shown.seconds()), shown.where(), in_human_terms(shown.seconds()));
}

std::string other_sentence(const Shown& shown) {
  const Route route = other(shown.setting.route);
  const bool dual = route == Route::dual;
  const double ratio = cost_of(route, shown.sizes).work() / shown.cost.work();
  const std::string times = ratio >= 1 ? rounded(ratio, 2) : number(ratio, 2);
  if (times == "1")
    return dual ? tr("The dual way would take about as many operations.")
                : tr("The primal way would take about as many operations.");
  if (ratio >= 1)
    return dual ? tr("The dual way would take %1 times as many operations.", times)
                : tr("The primal way would take %1 times as many operations.", times);
  return dual ? tr("The dual way is cheaper: %1 of the operations.", times)
              : tr("The primal way is cheaper: %1 of the operations.", times);
}

std::string memory_sentence(const Shown& shown) {
  constexpr double kMuch = 1e12;
  const double bytes = shown.cost.bytes();
  return bytes < kMuch ? "" : tr("It needs %1 of memory.", plot::bytes(bytes));
}

std::string open_sentence(const Shown& shown) {
  const Setting& setting = shown.setting;
  if (setting.n == 1)
    return tr("One token has only %1 different features of %2: W stays open, however many sequences there are.",
              number(one_token_features(setting.d), 4), number(shown.sizes.unknowns(), 4));
  const double needed = just_enough(setting.d, setting.n, setting.all);
  if (shown.sizes.N >= needed) return "";
  return tr("So few leave W open: it takes %1 to have as many equations as unknowns.",
            number(needed) == number(shown.sizes.N) ? whole(needed) : number(needed));
}

std::string trial_sentence(const Shown& shown) {
  if (!shown.trial) return "";
  return passage({tr("Algorithm 1 at d = %1 was predicted to take %2 and took %3.", whole(shown.run.d),
                     duration(shown.trial->predicted), duration(shown.trial->took)),
                  overhead_words(*shown.trial)});
}

std::string formula_text(std::string_view formula, const Sizes& sizes) {
  return lettered(formula) + " = " + filled(formula, sizes);
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

std::string runs_text(const Kernel& kernel) { return counted("%1 run", "%1 runs", kernel.times); }

class Report {
 public:
  explicit Report(const Shown& shown)
      : shown_(shown),
        setting_(shown.setting),
        sizes_(shown.sizes),
        device_(shown.measured.value_or(Device{1, 1, 1})) {}

  Table table() {
    add_sizes();
    for (const Route route : {Route::primal, Route::dual}) add_route(route);
    add_count(tr("Primal: Gram matrix, the plain way"), plain_sums(sizes_), Part::sums);
    add_theorem();
    add_measured();
    return std::move(table_);
  }

 private:
  void add(std::string what, std::string formula, std::string value, std::string memory = "–", std::string time = "–") {
    table_.rows.push_back({std::move(what), std::move(formula), std::move(value), std::move(memory), std::move(time)});
  }

  std::string measured(std::string words) const { return shown_.measured ? std::move(words) : tr("not measured"); }

  void add_count(std::string what, const PartCost& cost, Part part) {
    add(std::move(what), formula_text(cost.work_formula, sizes_), number(cost.work, 4),
        cost.bytes_formula.empty() ? tr("in place") : bytes(cost.bytes), duration(shown_.device.seconds(cost, part)));
  }

  void add_route(Route route) {
    const RouteCost cost = cost_of(route, sizes_);
    for (const Part part : kParts) add_count(row_name(route, part), cost.of(part), part);
    add(sum_name(route, cheaper(sizes_) == route), tr("the sum"), number(cost.work(), 4), bytes(cost.bytes()),
        duration(shown_.device.seconds(cost)));
  }

  void add_sizes() {
    add(tr("Token size"), "d", whole(setting_.d));
    add(tr("Tokens in a sequence"), "n", whole(setting_.n));
    add(tr("Sequences counted with"), "N", number(sizes_.N, 4));
    add(tr("Tokens in all (GPT-3 was trained on %1)", number(kGpt3Tokens)), "N n", number(sizes_.N * sizes_.n, 4));
    add(tr("Pairs of coordinates"), "q = d(d+1)/2", number(sizes_.pairs(), 4));
    add(tr("Unknowns for each output"), "ψ = q d", number(sizes_.unknowns(), 4));
    add(tr("Most heads"), "d²", number(setting_.d * setting_.d, 4));
  }

  void add_theorem() {
    const double d = setting_.d;
    const double N = setting_.claimed_sequences();
    const double work = setting_.claimed_work();
    add(tr("Theorem: sequences, c = %1, ε = %2, δ = %3", number(setting_.c), number(setting_.eps), number(kDelta)),
        "c(d⁴ + ln 1/δ)/ε", number(setting_.asked(d), 4));
    add(tr("Theorem: time for its own N, constant unknown"), "N d⁴ n/ε", number(setting_.theorem_time(d), 4));
    add(tr("The same formula for the N counted with"), "N d⁴ n/ε", number(setting_.paper_time(d), 4));
    add(tr("“A million times GPT-3”: the N for which that formula says so at d = 12,288"), "N = 10⁶·GPT-3·ε/(d⁴ n)",
        number(N, 4));
    add(tr("The theorem’s N there, as a multiple of that one"), "c(d⁴ + ln 1/δ)/ε / N",
        number(setting_.asked(kGpt3Width) / N, 4));
    add(tr("Counted here, that N at d = 12,288 takes, the cheaper way"), gpt3s(work), number(work, 4));
    add(tr("Training GPT-3 (Brown et al. 2020, table D.1)"), tr("%1 flops, two a multiply-add", number(kGpt3Flops)),
        number(kGpt3, 4));
  }

  void add_kernel(std::string what, const Kernel& kernel, double rate) {
    add(std::move(what), tr("%1; residual %2", runs_text(kernel), number(kernel.residual, 2)), number(kernel.work, 4),
        "–", measured(tr("%1 a second", number(rate, 3))));
  }

  void add_measured() {
    const Result& result = shown_.result;
    add_kernel(tr("Measured: moments at d = %1", whole(kTokenSize)), result.products, device_.products);
    add_kernel(tr("Measured: Cholesky of %1 rows", whole(kRows)), result.cholesky, device_.cholesky);
    add_kernel(tr("Measured: SVD of %1 columns", whole(kColumns)), result.spectrum, device_.spectrum);
    for (const auto& [seconds, name] : {std::pair{1.0, Phrase("This device in a second")},
                                        {3600.0, Phrase("This device in an hour")},
                                        {kYear, Phrase("This device in a year")}}) {
      add(tr(name), tr("at the rate of Cholesky"), measured(number(seconds * device_.cholesky)));
    }
    const Kernel& run = result.algorithm;
    const auto times = static_cast<double>(run.times);
    const Trial trial = shown_.trial.value_or(Trial{});
    add(tr("Check: Algorithm 1 at d = %1, N = %2, a run", whole(shown_.run.d), whole(shown_.run.N)),
        tr("%1; its heads are off by %2", runs_text(run), number(run.residual, 2)),
        number(times > 0 ? run.work / times : 0, 4), "–",
        shown_.trial ? tr("predicted %1, took %2", duration(trial.predicted), duration(trial.took))
                     : tr("not measured"));
  }

  const Shown& shown_;
  const Setting& setting_;
  const Sizes& sizes_;
  Device device_;  // as measured; any rates where nobody did: they are not given then
  Table table_{.columns = {tr("What"), tr("Formula"), tr("Multiply-adds or number"), tr("Memory"),
                           tr("Time %1", shown_.where())},
               .rows = {}};
};

}  // namespace

std::string say(const Result& /*result*/, std::string_view id, const Context& context) {
  return id == "climb" ? "d = " + whole(Setting(context.values).d) : "";
}

Description describe(const Result& result, const Context& context) {
  const Shown shown(result, context);
  return {.title = title_of(shown),
          .sentence = passage({cost_sentence(shown), time_sentence(shown), memory_sentence(shown),
                               other_sentence(shown), open_sentence(shown), trial_sentence(shown)}),
          .table = Report(shown).table()};
}

}  // namespace figures::cost
