// What figure "softmax" says in numbers beside the picture, and to readers who cannot see it.

#include "figures/softmax/softmax.hpp"

#include "figures/advice.hpp"

namespace figures::softmax {
namespace {

std::string error_text(double error) { return number(error, 2); }

std::string asked_title(const Result& result, const Setting& setting) {
  // Noise is named where something was found in spite of it, or nothing because of it.
  const bool noisy = setting.noise > 0 && (!result.asked.empty() || result.noise_hides);
  const std::string noise = number(setting.noise);
  const std::string algebra = error_text(result.asked.error());
  const std::string polish = error_text(result.polish.error());
  if (result.polished() && result.asked.empty()) {
    return noisy ? tr("Noise %1: the algebra finds nothing, random examples a layer that is off by %2", noise, polish)
                 : tr("The algebra finds nothing, random examples a layer that is off by %1", polish);
  }
  if (result.polished()) {
    return noisy ? tr("Noise %1: the algebra is off by %2, the polish by %3", noise, algebra, polish)
                 : tr("Without noise the algebra is off by %1, the polish by %2", algebra, polish);
  }
  if (result.asked.empty()) {
    return noisy ? tr("Noise %1: the questions do not give the layer away", noise)
                 : tr("The questions do not give the layer away");
  }
  const std::string heads = heads_text(setting.m);
  const std::string questions = counted("%1 question", "%1 questions", result.questions);
  if (noisy && result.asked.error() >= kRecovered)
    return tr("Noise %1: %2 found roughly from %3, error %4", noise, heads, questions, algebra);
  return noisy ? tr("Noise %1: %2 recovered from %3, error %4", noise, heads, questions, algebra)
               : tr("%1 recovered from %2, error %3", heads, questions, algebra);
}

// What the learner says against examples, its advice only where it can be followed.
std::string too_few_text(const Error& error, const Values& values) {
  if (error.kind != learner::ErrorKind::few_examples || can_raise(values, "N")) return message(error);
  return tr("%1 examples give %2 equations for the %3 entries of Θ and W.", error.values[0], error.values[1],
            error.values[2]);
}

std::string polish_sentence(const Result& result, const Setting& setting) {
  if (!result.polished()) return too_few_text(result.unpolished, setting.values);
  const std::string examples = counted("%1 random example", "%1 random examples", setting.examples);
  const Phrase ends = result.asked.empty() ? Phrase(
                                                 "Levenberg–Marquardt on %1, from random starts since there was "
                                                 "nothing to polish, ends with an error of "
                                                 "%2.")
                                           : Phrase("Levenberg–Marquardt on %1, from there, ends with an error of %2.");
  return passage({tr(ends, examples, error_text(result.polish.error())),
                  result.bound > 0 ? tr("On average no unbiased method can expect less than %1 from these examples.",
                                        error_text(result.bound))
                                   : ""});
}

// Two hidden heads, and the columns of Θ in which they are alike: when only the sign of such a column is flipped, both
// switch at one place.
struct Alike {
  Index one, other;
  std::vector<Index> columns;
};

std::vector<Alike> alike_heads(const Heads& heads) {
  constexpr double kAlike = 1e-9;
  const Index d = heads.Theta.rows();
  std::vector<Alike> found;
  for (Index one = 0; one < heads.Theta.cols() / d; ++one) {
    for (Index other = 0; other < one; ++other) {
      Alike alike{other, one, {}};
      for (Index j = 0; j < d; ++j) {
        const auto apart = heads.Theta.col(one * d + j) - heads.Theta.col(other * d + j);
        if (apart.cwiseAbs().maxCoeff() < kAlike) alike.columns.push_back(j);
      }
      if (!alike.columns.empty()) found.push_back(std::move(alike));
    }
  }
  return found;
}

std::string alike_sentence(const Alike& alike, Index d) {
  const std::string one = whole(alike.one + 1);
  const std::string other = whole(alike.other + 1);
  if (std::ssize(alike.columns) == d)
    return tr("Heads %1 and %2 have the same Θ: no question tells them apart.", one, other);
  return tr(
      "Heads %1 and %2 share column %3 of Θ: while only that sign is flipped they switch at one place, and the "
      "learner asks no other questions that would tell them apart. Random examples do, if a start arrives.",
      one, other, whole(alike.columns.front() + 1));
}

// A hidden head that passes nothing on of some token's sign: a row of its W is 0.
std::optional<Index> idle_head(const Heads& heads) {
  const Index d = heads.W.rows();
  for (Index head = 0; head < heads.W.cols() / d; ++head) {
    if (heads.W.middleCols(head * d, d).rowwise().norm().minCoeff() == 0) return head;
  }
  return std::nullopt;
}

std::string asked_sentence(const Result& result, const Setting& setting) {
  std::string words;
  if (!result.asked.empty()) {
    words =
        tr("From %1, all but %2 of two distinct tokens at most, the learner has every entry of Θ and W of %3, by "
           "linear algebra and the roots of polynomials, refined by a few steps of Gauss–Newton. The largest relative "
           "error is %4; the other %2 sequences check the layer.",
           counted("%1 sequence", "%1 sequences", result.questions), whole(result.checks), heads_text(setting.m),
           error_text(result.asked.error()));
  }
  const bool mixed = setting.inputs == learner::Inputs::gaussian && !result.asked.empty();
  return passage({trouble_text(result, setting), words,
                  mixed ? tr("The questions are of signs; the random sequences that check are of Gaussian tokens.")
                        : Localized(""),
                  polish_sentence(result, setting)});
}

bool all_ended(const Result& result) {
  return !result.starts.empty() && std::ranges::all_of(result.starts, &Start::ended);
}

std::string starts_title(const Result& result, const Setting& setting) {
  if (result.starts.empty()) return tr("The examples are too few");
  const std::string starts = counted("%1 random start", "%1 random starts", setting.starts);
  if (!all_ended(result)) return tr("%1 on their way", starts);
  const auto count = std::ranges::count_if(result.starts, &Start::arrived);
  if (setting.starts == 1 && count == 1 && !result.determined)
    return tr("The one random start answered the examples, which do not decide the layer");
  if (setting.starts == 1)
    return count == 1 ? tr("The one random start arrived") : tr("The one random start did not arrive");
  if (count == 0) return tr("None of %1 random starts arrived", whole(setting.starts));
  const std::string arrived = whole(count);
  if (!result.determined) return tr("%1 of %2 answered the examples, which do not decide the layer", arrived, starts);
  if (count == setting.starts) return tr("%1 of %2 arrived, none got stuck", arrived, starts);
  const bool cut = std::ranges::any_of(result.starts, &Start::cut);
  if (cut) return tr("%1 of %2 arrived within %3 steps", arrived, starts, whole(setting.steps));
  return count + 1 == setting.starts ? tr("%1 of %2 arrived, the other got stuck", arrived, starts)
                                     : tr("%1 of %2 arrived, the others got stuck", arrived, starts);
}

std::string best_start_sentence(const Result& result) {
  if (!all_ended(result)) return "";
  const auto best = std::ranges::min_element(result.starts, {}, [](const Start& start) {
    return start.losses.size() == 0 ? 0.0 : start.losses(start.losses.size() - 1);
  });
  return best->found.empty() ? "" : tr("The layer of the best start is off by %1.", error_text(best->found.error()));
}

// What no examples can tell of the hidden layer.
std::string untold_sentence(const Heads& truth) {
  const Index d = truth.Theta.rows();
  for (const Alike& alike : alike_heads(truth))
    if (std::ssize(alike.columns) == d)
      return tr("No examples can tell the W of heads %1 and %2 apart, which have the same Θ.", whole(alike.one + 1),
                whole(alike.other + 1));
  for (Index head = 0; head < truth.W.cols() / d; ++head)
    if (truth.W.middleCols(head * d, d).isZero(0))
      return tr("No examples can tell the Θ of head %1, which answers nothing, as its W is 0.", whole(head + 1));
  return "";
}

std::string_view open_words(const Values& values) {
  constexpr std::array kWords = {
      Phrase("These examples leave something of the layer open."),
      Phrase("These examples leave something of the layer open: give more."),
      Phrase("These examples leave something of the layer open: give longer ones."),
      Phrase("These examples leave something of the layer open: give more, or longer ones.")};
  return tr(kWords[(can_raise(values, "N") ? 1U : 0U) + (can_raise(values, "k") ? 2U : 0U)]);
}

std::string starts_sentence(const Result& result, const Setting& setting) {
  const std::string trouble = trouble_text(result, setting);
  if (result.starts.empty()) return trouble.empty() ? std::string(tr("The starts have not begun.")) : trouble;
  const auto arrived = std::ranges::count_if(result.starts, &Start::arrived);
  const Phrase phrase =
      setting.inputs == learner::Inputs::gaussian
          ? Phrase("%1 with %2 of %3 Gaussian tokens: %4 ended as low as a fit that starts at the hidden layer.")
          : Phrase("%1 with %2 of %3 tokens: %4 ended as low as a fit that starts at the hidden layer.");
  const std::string arrivals =
      tr(phrase, counted("%1 random start", "%1 random starts", setting.starts),
         counted("%1 example", "%1 examples", setting.examples), whole(setting.k), whole(arrived));
  std::string open;
  if (all_ended(result) && !result.determined) open = untold_sentence(result.truth);
  if (all_ended(result) && !result.determined && open.empty()) open = open_words(setting.values);
  return passage({arrivals, best_start_sentence(result), open, trouble});
}

std::string heads_title(const Result& result, const Setting& setting) {
  if (result.counts.empty()) return tr("Asking about layers with more and more heads");
  const Count& last = result.counts.back();
  if (last.layers > 0 && last.recovered == 0)
    return last.noise_hides ? tr("Noise hides layers of %1 from the questions", heads_text(last.heads))
                            : tr("The questions recover no layer of %1", heads_text(last.heads));
  if (last.questions == 0)
    return tr("Sequences of %1 tokens are too short for %2 heads", whole(setting.k), whole(last.heads));
  return tr("Each further head costs a few more questions: %1 for 1, %2 for %3", whole(result.counts.front().questions),
            whole(last.questions), whole(last.heads));
}

std::string recovered_sentence(const Result& result) {
  const auto all = [](const Count& count) { return count.recovered == kLayers; };
  const std::string layers = whole(kLayers);
  if (result.counts.empty())
    return tr("Of %1 random layers with each number of heads, the questions recovered.", layers);
  if (std::ranges::all_of(result.counts, all))
    return tr("Of %1 random layers with each number of heads, the questions recovered all.", layers);
  return tr("Of %1 random layers with each number of heads, the questions recovered %2.", layers,
            listed(result.counts, ", ", [](const Count& count) {
              return tr("%1 with %2", whole(count.recovered), heads_text(count.heads));
            }));
}

std::string heads_sentence(const Result& result, const Setting& setting) {
  const bool too_short = !result.counts.empty() && result.counts.back().layers == 0;
  return passage({recovered_sentence(result),
                  tr("The theorem’s time, (dk)^(m³) up to constants in the exponent, covers every layer that is not "
                     "degenerate and needs only random examples; the questions are chosen."),
                  counted_conditions_sentence(result),
                  too_short ? tr("Questions about m heads take sequences of more than m tokens.") : std::string_view(),
                  too_short && can_raise(setting.values, "k") ? tr("Raise k.") : std::string_view()});
}

std::string number_list(const Vector& values, int digits = 3) {
  return listed(values, "; ", [digits](double value) { return number(value, digits); });
}

void add_found(Rows& rows, Phrase by, const Found& found) {
  if (found.empty()) return;
  rows(tr("%1: relative error of Θ, head by head", tr(by)), number_list(found.theta_error));
  rows(tr("%1: relative error of W, head by head", tr(by)), number_list(found.w_error));
}

// The places of the switches: of the layer that was found beside those of the hidden one.
void add_switches(Rows& rows, const Result& result, const Setting& setting, const Chosen& chosen) {
  const auto token_text = [](const Vector& token) {
    return listed(token, ", ", [](double bit) { return bit > 0 ? "1" : "−1"; });
  };
  rows(tr("Token u shown"), token_text(chosen.u));
  rows(tr("Token v shown"), token_text(chosen.v));
  rows(tr("The learner asked about them"), chosen.asked != nullptr ? tr("yes") : tr("no"));
  const auto add = [&](const Switches& switches, std::string places, std::string jumps) {
    rows(std::move(places), number_list(switches.log_beta.cwiseMax(-600.0).cwiseMin(600.0).array().exp(), 6));
    rows(std::move(jumps), number_list(switches.heights.row(chosen.coordinate).transpose(), 6));
  };
  const std::string y = "y" + subscript(chosen.coordinate + 1);
  const Switches truth = switches_of(result.truth, chosen.u, chosen.v);
  add(truth, tr("Places β of the switches, hidden"), tr("Jumps of %1, hidden", y));
  if (!result.shown().empty())
    add(switches_of(result.shown().heads, chosen.u, chosen.v), tr("Places β of the switches, found"),
        tr("Jumps of %1, found", y));
  rows(tr("Check, the sum of switches against attention itself: largest difference"),
       switches_error(result.truth, truth, chosen, setting.k));
}

void add_questions(Rows& rows, const Result& result, const Setting& setting, const Values& values) {
  if (!result.asked.empty()) {
    rows(tr("Sequences asked"), whole(result.questions));
    rows(tr("Of them random ones, as a check"), whole(result.checks));
  }
  add_found(rows, Phrase("Questions"), result.asked);
  for (const Alike& alike : alike_heads(result.truth)) {
    rows(tr("Columns of Θ that hidden heads %1 and %2 share", whole(alike.one + 1), whole(alike.other + 1)),
         listed(alike.columns, ", ", [](Index column) { return whole(column + 1); }));
  }
  add_switches(rows, result, setting, chosen_question(result, values));
  if (!result.polished()) return;
  rows(tr("Random examples of the polish"), whole(setting.examples));
  add_found(rows, Phrase("Polish"), result.polish);
  add_found(rows, Phrase("Fit that starts at the hidden layer"), result.best);
  if (result.bound > 0) rows(tr("Least error that anybody can expect on average (Cramér and Rao)"), result.bound);
}

// "12 steps, residual 0.003, arrived, error 0.1".
std::string start_value(const Start& start) {
  const Index last = start.losses.size() - 1;
  std::string value = tr("%1, residual %2", counted("%1 step", "%1 steps", last), number(start.losses(last), 4));
  if (start.ended) value += ", " + state_text(start);
  if (!start.found.empty()) value += ", " + tr("error %1", error_text(start.found.error()));
  return value;
}

void add_starts(Rows& rows, const Result& result, const Setting& setting) {
  rows(tr("Random examples"), whole(setting.examples));
  if (result.starts.empty()) return;
  rows(tr("Mean squared residual of a fit that starts at the hidden layer"), result.least_loss);
  rows(tr("The examples decide every head"), result.determined ? tr("yes") : tr("no"));
  for (std::size_t k = 0; k < result.starts.size(); ++k)
    if (result.starts[k].losses.size() > 0) rows(tr("Start %1", whole(k + 1)), start_value(result.starts[k]));
  add_found(rows, Phrase("Fit that starts at the hidden layer"), result.best);
}

void add_counts(Rows& rows, const Result& result, const Setting& setting, std::span<const double> times) {
  const HeadsTime time = times_of(result, times);
  for (std::size_t k = 0; k < result.counts.size(); ++k) {
    const Count& count = result.counts[k];
    const std::string heads = heads_text(count.heads);
    if (count.layers == 0) {
      rows(tr("%1: questions", heads), tr("sequences are too short"));
    } else {
      rows(tr("%1: layers recovered by questions", heads), tr("%1 of %2", whole(count.recovered), whole(count.layers)));
      rows(tr("%1: questions for one layer", heads), whole(count.questions));
      rows(tr("%1: layers that keep the theorem's conditions", heads),
           tr("%1 of %2", whole(count.kept), whole(count.layers)));
      rows(tr("%1: median error", heads), count.median);
    }
    if (time.questions[k] > 0) rows(tr("%1: time by questions, one layer", heads), duration(time.questions[k]));
    if (count.starts > 0) {
      rows(tr("%1: random starts on examples", heads), count.arrived
                                                           ? tr("%1, the last one arrived", whole(count.starts))
                                                           : tr("%1, none arrived", whole(count.starts)));
    }
    if (time.examples[k] > 0) rows(tr("%1: time by examples", heads), duration(time.examples[k]));
    rows(heads + ": (dk)^(m³)", tr("10 to the power %1", number(theorem_exponent(setting, count.heads))));
  }
}

}  // namespace

// Where it is not the noise the reason is in the hidden layer, which the learner cannot see and the figure can.
std::string trouble_text(const Result& result, const Setting& setting) {
  if (result.trouble.sentence.empty() || !result.asked.empty()) return "";
  if (setting.method == Method::examples) return too_few_text(result.trouble, setting.values);
  if (setting.k <= setting.m)
    return passage({tr("%1 heads take sequences of at least %2 tokens.", whole(setting.m), whole(setting.m + 1)),
                    can_raise(setting.values, "k") ? tr("Raise k.") : std::string_view()});
  if (result.noise_hides)
    return passage({tr("It is the noise: the same questions without noise give the layer away."),
                    can_lower(setting.values, "noise") ? tr("Lower the noise.") : std::string_view()});
  const Index d = setting.d;
  const auto idle = idle_head(result.truth);
  const auto alike = alike_heads(result.truth);
  const auto most = std::ranges::max_element(alike, {}, [](const Alike& pair) { return pair.columns.size(); });
  if (most != alike.end()) return alike_sentence(*most, d);
  if (idle)
    return tr(
        "Head %1 answers nothing to one sign of a token at least, since a row of its W is 0: to the "
        "learner's questions what it looks for there does not show.",
        whole(*idle + 1));
  return tr(
      "The places and jumps of the switches do not follow from the answers exactly enough: two of the switches "
      "are close together, far outside of what is asked, or small.");
}

std::string heads_text(int heads) { return counted("%1 head", "%1 heads", heads); }

std::vector<Fact> facts_of(const Result& result, const Setting& setting) {
  std::vector<Fact> facts;
  if (result.polished() && !result.asked.empty())
    facts.push_back({tr("largest error, by questions"), number(result.asked.error(), 2)});
  if (result.polished()) facts.push_back({tr("after the polish"), number(result.polish.error(), 2)});
  if (result.polished() && result.bound > 0)
    facts.push_back({tr("least on average, of anybody"), number(result.bound, 2)});
  if (!result.starts.empty()) {
    const auto arrived = std::ranges::count_if(result.starts, &Start::arrived);
    facts.push_back({tr("starts that arrived"), tr("%1 of %2", whole(arrived), whole(setting.starts))});
    facts.push_back({tr("least residual of a start"), number(least_residual(result), 2)});
    facts.push_back({tr("residual of the hidden layer, fitted"), number(result.least_loss, 2)});
  }
  if (!result.conditions.are_kept() || setting.structure != learner::Structure::none)
    facts.push_back({tr("conditions of the theorem, kept"),
                     tr("%1 of %2", whole(result.conditions.kept()), whole(Conditions::kCount))});
  return facts;
}

Description describe(const Result& result, const Context& context) {
  const Setting setting(context.settings);
  const std::string_view misfit =
      setting.misfit ? tr("The edited layer was of another size; a random one stands in for it.") : Localized("");
  Description description;
  Rows rows(description.table);
  rows(tr("Token size d"), whole(setting.d));
  rows(tr("Tokens k"), whole(setting.k));
  rows(tr("Noise"), number(setting.noise));
  rows(tr("Random tokens"), setting.inputs == learner::Inputs::gaussian ? tr("Gaussian") : tr("signs"));
  if (setting.method != Method::heads) rows(tr("Heads m"), whole(setting.m));
  switch (setting.method) {
    case Method::questions:
      description.title = film_of(context.values).open < 1
                              ? tr("Asking a layer of %1 about two tokens at a time", heads_text(setting.m))
                              : asked_title(result, setting);
      description.sentence = passage({misfit, asked_sentence(result, setting), conditions_sentence(result, setting)});
      add_questions(rows, result, setting, context.values);
      add_conditions(rows, result.conditions);
      break;
    case Method::examples:
      description.title = starts_title(result, setting);
      description.sentence = passage({misfit, starts_sentence(result, setting), conditions_sentence(result, setting)});
      add_starts(rows, result, setting);
      add_conditions(rows, result.conditions);
      break;
    case Method::heads:
      description.title = heads_title(result, setting);
      description.sentence = heads_sentence(result, setting);
      add_counts(rows, result, setting, context.times);
      break;
  }
  return description;
}

std::string say(const Result& result, std::string_view id, const Context& context) {
  const Setting setting(context.settings);
  if (id == "mix" && film_of(context.values).heard == 1)
    return film_of(context.values).open < 1 ? tr("all heard") : tr("the layer found");
  if (id == "coordinate" && setting.method == Method::questions)
    return whole(chosen_question(result, context.values).coordinate + 1);
  const auto start = chosen_start(result, context.values);
  return id == "start" && start ? whole(*start + 1) : "";
}

}  // namespace figures::softmax
