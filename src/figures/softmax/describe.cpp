// What figure "softmax" says in numbers beside the picture, and to readers who cannot see it.

#include "figures/advice.hpp"
#include "figures/softmax/words.hpp"
#include "plot/panel.hpp"

namespace figures::softmax {
namespace {

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
  if (setting.noise == 0 && result.found_another())
    return tr("Another layer of %1 answers all %2 alike", heads, questions);
  if (result.asked.error() >= kRecovered)
    return noisy ? tr("Noise %1: %2 found roughly from %3, error %4", noise, heads, questions, algebra)
                 : tr("%1 found roughly from %2, error %3", heads, questions, algebra);
  return noisy ? tr("Noise %1: %2 recovered from %3, error %4", noise, heads, questions, algebra)
               : tr("%1 recovered from %2, error %3", heads, questions, algebra);
}

std::string polish_sentence(const Result& result, const Setting& setting) {
  if (!result.polished()) return too_few_text(result.unpolished, setting.values);
  const std::string examples = counted("%1 random example", "%1 random examples", setting.examples);
  const bool is_said =
      setting.inputs == learner::Inputs::signs && (trading_heads(result.truth) || cancelling_heads(result.truth));
  const std::string error = error_text(result.polish.error());
  return passage(
      {result.asked.empty()
           ? tr("Levenberg–Marquardt on %1, from %2 since there was nothing to polish, ends with an error of %3.",
                examples, counted("%1 random start", "%1 random starts", setting.starts), error)
           : tr("Levenberg–Marquardt on %1, from there, ends with an error of %2.", examples, error),
       setting.noise == 0 && !result.determined && result.asked.empty() && !is_said ? open_sentence(result, setting)
                                                                                    : "",
       result.bound > 0
           ? tr("In root mean square over draws of the noise no unbiased method can be off by less than %1.",
                error_text(result.bound))
           : "",
       result.polish.error() < result.bound ? tr("This draw is a lucky one.") : std::string_view()});
}

std::string alike_sentence(const Alike& alike, Index d) {
  const std::string one = whole(alike.one + 1);
  const std::string other = whole(alike.other + 1);
  if (std::ssize(alike.columns) == d)
    return tr("Heads %1 and %2 have the same Θ: no question tells them apart.", one, other);
  return tr(
      "Heads %1 and %2 share column %3 of Θ: while only that sign is flipped they switch at one place, and the "
      "learner asks no other questions that would tell them apart. Random examples may.",
      one, other, whole(alike.columns.front() + 1));
}

// Two hidden heads with one and the same row of W, and which.
struct SameRow {
  Index one, other, row;
};
std::optional<SameRow> same_row(const Heads& heads) {
  constexpr double kAlike = 1e-9;
  const Index d = heads.W.rows();
  for (Index one = 0; one < heads.W.cols() / d; ++one)
    for (Index other = one + 1; other < heads.W.cols() / d; ++other)
      for (Index row = 0; row < d; ++row)
        if ((heads.W.row(row).segment(one * d, d) - heads.W.row(row).segment(other * d, d)).norm() < kAlike)
          return SameRow{one, other, row};
  return std::nullopt;
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
    const bool another = setting.noise == 0 && result.found_another();
    const Phrase found =
        another
            ? Phrase(
                  "From %1, %2 of them random ones that check the layer and all others of two distinct tokens at "
                  "most, the learner has a layer of %3 that answers them all as the hidden one does, and is another. "
                  "The largest relative error is %4.")
        : result.asked.error() < kRecovered
            ? Phrase(
                  "From %1, %2 of them random ones that check the layer and all others of two distinct tokens at "
                  "most, the learner has every entry of Θ and W of %3, by linear algebra and the roots of "
                  "polynomials, refined by a few steps of Gauss–Newton. The largest relative error is %4.")
            : Phrase(
                  "From %1, %2 of them random ones that check the layer and all others of two distinct tokens at "
                  "most, the learner finds Θ and W of %3 roughly, by linear algebra and the roots of polynomials, "
                  "refined by a few steps of Gauss–Newton. The largest relative error is %4.");
    words = tr(found, counted("%1 sequence", "%1 sequences", result.questions), whole(result.checks),
               heads_text(setting.m), error_text(result.asked.error()));
    if (another) words = passage({words, traded_text(result.truth)});
  }
  const std::string_view mixed =
      setting.inputs == learner::Inputs::signs || result.asked.empty() ? std::string_view()
      : setting.inputs == learner::Inputs::gaussian
          ? tr("The questions are of signs; the random sequences that check are of Gaussian tokens.")
          : tr("The questions are of signs; the random sequences that check are of tokens on a sphere.");
  return passage({trouble_text(result, setting), words, mixed, polish_sentence(result, setting),
                  result.asked.empty() ? "" : near_text(result.shown(), result.truth)});
}

std::string number_list(const Vector& values, int digits = 3) {
  return listed(values, "; ", [digits](double value) { return number(value, digits); });
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
    rows(tr("Error of the layer found on those, root mean square"), result.check_error);
  }
  add_found(rows, Phrase("Questions"), result.asked);
  for (const Alike& alike : alike_heads(result.truth)) {
    rows(tr("Columns of Θ that hidden heads %1 and %2 share", whole(alike.one + 1), whole(alike.other + 1)),
         listed(alike.columns, ", ", [](Index column) { return whole(column + 1); }));
  }
  add_switches(rows, result, setting, chosen_question(result, values));
  if (!result.polished()) return;
  rows(tr("Random examples of the polish"), whole(setting.examples));
  rows(tr("The examples decide every head"), result.determined ? tr("yes") : tr("not shown"));
  add_found(rows, Phrase("Polish"), result.polish);
  add_found(rows, Phrase("Fit that starts at the hidden layer"), result.best);
  if (result.bound > 0) rows(tr("Least root mean square error of any unbiased method (Cramér and Rao)"), result.bound);
}

}  // namespace

std::string too_few_text(const Error& error, const Values& values) {
  if (error.kind != learner::ErrorKind::few_examples || can_raise(values, "N")) return message(error);
  return tr("%1 examples give %2 equations for the %3 entries of Θ and W.", error.values[0], error.values[1],
            error.values[2]);
}

std::string traded_text(const Heads& truth) {
  const auto traders = trading_heads(truth);
  if (!traders) return "";
  if (traders->is_one_row)
    return tr(
        "Heads %1 and %2 have the same W, and their Θ differ in row %3 alone: a layer in which they differ by the same "
        "in another row instead, with the same mean, answers every sequence of signs as this one does. Gaussian tokens "
        "tell the two layers apart.",
        whole(traders->one + 1), whole(traders->other + 1), whole(traders->row + 1));
  return tr(
      "Heads %1 and %2 have the same W, and their Θ differ in rows %3 and %4 alone: a layer in which they have traded "
      "what they look for when a token asks whose signs %3 and %4 are equal answers every sequence of signs as this "
      "one does. Gaussian tokens tell the two layers apart.",
      whole(traders->one + 1), whole(traders->other + 1), whole(traders->row + 1), whole(traders->other_row + 1));
}

std::string cancelled_text(const Heads& truth) {
  const auto cancelling = cancelling_heads(truth);
  if (!cancelling) return "";
  constexpr std::array kPhrases = {
      Phrase("When a token asks whose signs %2 and %3 are equal, heads %1 look for the same, and their W add up to 0: "
             "no sequence of signs can tell what they look for then. Gaussian tokens can."),
      Phrase("When a token asks whose signs %2 and %3 differ, heads %1 look for the same, and their W add up to 0: no "
             "sequence of signs can tell what they look for then. Gaussian tokens can.")};
  std::vector<std::string> heads;
  for (const Index head : cancelling->heads) heads.push_back(whole(head + 1));
  return tr(kPhrases[cancelling->where_equal ? 0U : 1U], series(heads), whole(cancelling->row + 1),
            whole(cancelling->other_row + 1));
}

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

std::string near_text(const Found& found, const Heads& truth) {
  const auto near = near_heads(truth);
  if (!near || found.empty() || found.error() < kRecovered) return "";
  for (Index head = 0; head < found.w_error.size(); ++head)
    if (head != near->one && head != near->other &&
        std::max(found.theta_error(head), found.w_error(head)) >= kRecovered)
      return "";
  return tr(
      "The Θ of heads %1 and %2 are nearly the same, %3 of the largest apart: answers show little but the sum of "
      "the two W.",
      whole(near->one + 1), whole(near->other + 1), number(near->apart, 3));
}

void add_found(Rows& rows, Phrase by, const Found& found) {
  if (found.empty()) return;
  rows(tr("%1: relative error of Θ, head by head", tr(by)), number_list(found.theta_error));
  rows(tr("%1: relative error of W, head by head", tr(by)), number_list(found.w_error));
}

// Where it is not the noise the reason is in the hidden layer, which the learner cannot see and the figure can.
std::string trouble_text(const Result& result, const Setting& setting) {
  if (result.trouble.sentence.empty() || !result.asked.empty()) return "";
  if (setting.method == Method::examples) return too_few_text(result.trouble, setting.values);
  const Index d = setting.d;
  const auto alike = alike_heads(result.truth);
  const auto most = std::ranges::max_element(alike, {}, [](const Alike& pair) { return pair.columns.size(); });
  // Then longer sequences do not help either.
  const bool has_twins = most != alike.end() && std::ssize(most->columns) == d;
  std::string traded = has_twins ? "" : traded_text(result.truth);
  if (traded.empty() && !has_twins) traded = cancelled_text(result.truth);
  const auto idle = idle_head(result.truth);
  if (setting.k <= setting.m && !has_twins && traded.empty())
    return passage({tr("%1 heads take sequences of at least %2 tokens.", whole(setting.m), whole(setting.m + 1)),
                    !can_raise(setting.values, "k") ? std::string_view()
                    : setting.noise > 0             ? tr("Raise k; noise may hide the layer even then.")
                                                    : tr("Raise k: that may be enough.")});
  if (result.noise_hides)
    return passage({tr("It is the noise: the same questions without noise give the layer away."),
                    can_lower(setting.values, "noise") ? tr("Lower the noise.") : std::string_view()});
  if (!traded.empty()) return traded;
  if (most != alike.end()) return alike_sentence(*most, d);
  if (idle)
    return tr(
        "Head %1 answers nothing to one sign of a token at least, since a row of its W is 0: to the "
        "learner's questions what it looks for there does not show.",
        whole(*idle + 1));
  if (const auto same = same_row(result.truth))
    return tr(
        "Row %1 of W is the same in heads %2 and %3: while only that sign is flipped both jump alike, and it is by "
        "their jumps that the learner follows heads from token to token.",
        whole(same->row + 1), whole(same->one + 1), whole(same->other + 1));
  return tr(
      "The places and jumps of the switches do not follow from the answers exactly enough: two of the switches "
      "are close together, far outside of what is asked, or small.");
}

std::vector<Fact> facts_of(const Result& result, const Setting& setting) {
  std::vector<Fact> facts;
  if (result.polished() && !result.asked.empty())
    facts.push_back({tr("largest error, by questions"), number(result.asked.error(), 2)});
  if (result.polished()) facts.push_back({tr("after the polish"), number(result.polish.error(), 2)});
  if (result.polished() && result.bound > 0)
    facts.push_back({tr("least root mean square, unbiased"), number(result.bound, 2)});
  if (!result.starts.empty()) {
    const auto arrived = std::ranges::count_if(result.starts, &Start::arrived);
    facts.push_back({tr("starts that arrived"), tr("%1 of %2", whole(arrived), whole(setting.starts))});
    facts.push_back({tr("least residual of a start"), number(least_residual(result), 2)});
    facts.push_back({tr("residual of the hidden layer, fitted"), number(result.least_loss, 2)});
  }
  if (!result.conditions.are_kept() || setting.structure != learner::Structure::none)
    facts.push_back({tr("the theorem’s conditions kept"),
                     tr("%1 of %2", whole(result.conditions.kept()), whole(Conditions::kCount))});
  return facts;
}

void describe_questions(const Result& result, const Setting& setting, const Values& values, Description& description) {
  description.title = film_of(values).open < 1
                          ? tr("Asking a layer of %1 about two tokens at a time", heads_text(setting.m))
                          : asked_title(result, setting);
  description.sentence = asked_sentence(result, setting);
  Rows rows(description.table);
  add_questions(rows, result, setting, values);
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
  constexpr std::array kTokens = {Phrase("signs"), Phrase("Gaussian"), Phrase("on a sphere")};
  rows(tr("Random tokens"), tr(kTokens[static_cast<std::size_t>(setting.inputs)]));
  if (setting.method != Method::heads) rows(tr("Heads m"), whole(setting.m));
  switch (setting.method) {
    case Method::questions: describe_questions(result, setting, context.values, description); break;
    case Method::examples: describe_starts(result, setting, description); break;
    case Method::heads: describe_heads(result, setting, context.times, description); return description;
  }
  description.sentence = passage({misfit, description.sentence, conditions_sentence(result, setting)});
  add_conditions(rows, result.conditions);
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
