// Figure "softmax" in a page: what clicks and drags do, and what is shown while it runs or cannot.
#include <doctest/doctest.h>

#include <set>
#include <string>

#include "figures/page.hpp"
#include "figures/softmax/softmax.hpp"

namespace {

using figures::Values;
using figures::softmax::Result;

const figures::Figure& figure() { return *figures::find("softmax"); }

Values values_of(const std::string& query) { return bench::values_of(figure(), query); }

Result run(const std::string& query) { return bench::result_of(figures::softmax::run, values_of(query)); }

struct Page : bench::Page {
  explicit Page(const std::string& query) : bench::Page(figure(), query) {}
};

}  // namespace

TEST_CASE("two equal heads are a sentence in the picture, not a wrong layer") {
  const std::string one = "0.5,-0.3,0.1,0.9";
  const std::string query = "d=2&m=2&theta=" + one + "," + one;
  const auto result = run(query);
  CHECK(result.asked.empty());
  CHECK(result.trouble.text().ends_with('.'));
  CHECK_FALSE(result.pairs.empty());
  const auto description = figures::softmax::describe(result, bench::context(values_of(query)));
  CHECK(description.title.find("do not give the layer away") != std::string::npos);
  CHECK(description.sentence.starts_with("Heads 1 and 2 have the same Θ: no question tells them apart. The theorem"));
  Page page(query);
  CHECK(bench::draw(page.headless, page.view, {.width = 360, .height = 900}) > 500);
}

TEST_CASE("one head that noise hides is not told apart from others") {
  const auto result = run("d=2&m=1&noise=0.1");
  CHECK(result.asked.empty());
  CHECK(result.trouble.text() ==
        "The answers do not show 1 head: it answers nothing, or noise hides it. Lower the noise.");
}

TEST_CASE("without noise nobody speaks of it: switches that meet are said to, by the column that heads share") {
  const std::string query = "d=2&m=2&theta=0.5,-0.3,0.1,0.9,0.5,-0.3,0.1,-0.9";
  const auto result = run(query);
  REQUIRE(result.asked.empty());
  const auto description = figures::softmax::describe(result, bench::context(values_of(query)));
  CHECK(description.sentence.starts_with("Heads 1 and 2 share column 1 of Θ: while only that sign is flipped"));
  CHECK(bench::cell(description, "Columns of Θ that hidden heads 1 and 2 share") == "1");
  const std::string idle = "d=2&m=2&theta=0.5,-0.3,0.1,0.9,0.2,-0.7,0.3,-0.9&w=1,2,3,4,0,0,0,0";
  const auto nothing = figures::softmax::describe(run(idle), bench::context(values_of(idle)));
  CHECK(nothing.sentence.starts_with("Head 2 answers nothing to one sign of a token at least"));
  const std::string twins = "d=2&m=2&noise=0.001&theta=0.5,-0.3,0.1,0.9,0.5,-0.3,0.1,0.9";
  CHECK(figures::softmax::describe(run(twins), bench::context(values_of(twins)))
            .sentence.starts_with("Heads 1 and 2 have the same Θ: no question tells them apart. The theorem"));
  for (const char* one : {"d=2&m=1&theta=0,0,0,0&w=0,0,0,0", "d=2&m=2&theta=4,-4,4,4,-4,4,-4,-4"}) {
    CAPTURE(std::string(one));
    const auto words = figures::softmax::describe(run(one), bench::context(values_of(one)));
    CHECK(words.sentence.find("noise") == std::string::npos);
  }
}

TEST_CASE("the one start of eight that did not arrive is the other") {
  const std::string query = "road=examples&seed=4";
  CHECK(figures::softmax::describe(run(query), bench::context(values_of(query))).title ==
        "7 of 8 random starts arrived, the other got stuck");
}

TEST_CASE("previews show the starts on their way") {
  const Values values = values_of("road=examples&m=2");
  bench::Log log;
  log.previews = true;
  REQUIRE(bench::run(figure(), values, log));
  REQUIRE(log.shown.size() > 3);
  figures::View view(figure());
  REQUIRE(view.show(log.shown.front(), {}, true));
  CHECK(view.describe().title.find("on their way") != std::string::npos);
}

TEST_CASE("a click on a bit flips it, and nothing is learned again") {
  Page page("");
  std::set<std::string> seen;
  for (float y = 60; y < 100; y += 10) {
    for (float x = 10; x < 220; x += 9) {
      page.press({x, y});
      seen.insert(page.view.values().to_query());
    }
  }
  CHECK(page.view.values().list("u").size() == 3);
  CHECK(page.view.values().list("v").size() == 3);
  CHECK(seen.size() > 6);
  CHECK_FALSE(page.view.is_stale());
}

TEST_CASE(
    "a click on a curve shows its start, or its coordinate of the answer; a click beside the curves does nothing") {
  for (const auto& [road, parameter] : {std::pair("examples", "start"), std::pair("questions", "coordinate")}) {
    Page page(std::string("road=") + road);
    std::set<int> shown;
    int missed = 0;
    for (float y = 110; y < 620; y += 10) {
      for (const float x : {150.F, 350.F}) {
        page.view.values().reset();
        page.view.values().choose("road", road);
        page.press({x, y});
        const int chosen = page.view.values().integer(parameter);
        missed += chosen == 0 ? 1 : 0;
        shown.insert(chosen);
      }
    }
    CAPTURE(std::string(road));
    CHECK(shown.size() > 1);
    CHECK(missed > 0);
  }
}

TEST_CASE("a drag over a hidden entry changes the hidden layer, found entries cannot be dragged") {
  Page page("");
  std::set<std::string_view> changed;
  int drags = 0;
  for (float x = 620; x < 1000; x += 12) {
    page.view.values().reset();
    page.frame({x, 170}, false);
    page.frame({x, 170}, true);
    page.frame({x + 48, 170}, true);
    page.frame({x + 48, 170}, false);
    page.frame({0, 0}, false);
    const bool theta = !page.view.values().list("theta").empty();
    const bool w = !page.view.values().list("w").empty();
    CHECK_FALSE((theta && w));
    if (theta) changed.insert("theta");
    if (w) changed.insert("w");
    drags += theta || w ? 1 : 0;
    if (theta) CHECK(page.view.values().list("theta").size() == 27);
    if (!theta && !w) continue;
    CHECK(page.view.is_stale());
    CHECK(page.view.values().list("u").size() == 3);
  }
  CHECK(changed.size() == 2);
  CHECK(drags < 20);
}

TEST_CASE("new data and undo give up the edits") {
  figures::View view(figure());
  view.values().set_list("theta", std::vector<double>(27, 0.5));
  view.act("undo");
  CHECK(view.values().list("theta").empty());
  view.values().set_list("w", std::vector<double>(27, 0.5));
  view.act("again");
  CHECK(view.values().list("w").empty());
  CHECK(view.values().integer("seed") == 2);
}

TEST_CASE("the film tells the result only at its end, and r is dragged through the rows") {
  Page page("");
  CHECK(page.view.describe().title.find("recovered") != std::string::npos);
  const std::string end = page.view.svg(page.headless, page.look);
  page.view.values().set("mix", 0);
  CHECK(page.view.describe().title.find("recovered") == std::string::npos);
  const std::string start = page.view.svg(page.headless, page.look);
  CHECK(end.find("error 7.8·10") != std::string::npos);    // an error of what was found,
  CHECK(start.find("error 7.8·10") == std::string::npos);  // which is not there yet
  const auto drag = [&](float to) {
    page.frame({200, 200}, false);
    page.frame({200, 200}, true);
    page.frame({to, 200}, true);
    page.frame({to, 200}, false);
    return page.view.values().integer("mix");
  };
  const int middle = drag(300);
  CHECK(middle > 10);
  CHECK(middle < figures::softmax::kAllHeard);
  CHECK(drag(150) < middle);
  CHECK(drag(990) == figures::softmax::kMixes);
  CHECK_FALSE(page.view.is_stale());
}

TEST_CASE("the first frame asks: a mark for each hidden head, its two matrices and the layer, and the first question") {
  Page page("mix=0");
  const auto count = [&](std::string_view word) {
    const std::string svg = page.view.svg(page.headless, page.look);
    int times = 0;
    for (std::size_t at = svg.find(word); at != std::string::npos; at = svg.find(word, at + 1)) ++times;
    return times;
  };
  CHECK(count(">?<") == 3 + 2 * 3 + 1 + 1);  // and the heading's
  CHECK(count(">asks next:<") == 1);
  page.view.values().set("mix", 100);
  CHECK(count(">?<") == 0);
  CHECK(count(">asks next:<") == 0);
}

TEST_CASE("every jump is twice an entry of W, and says of which, on a phone too") {
  const auto jumps = run("");
  const auto chosen = figures::softmax::chosen_question(jumps, values_of(""));
  const auto switches = figures::softmax::switches_of(jumps.truth, chosen.u, chosen.v);
  for (const plot::Look& look : {plot::Look{.width = 980, .height = 627}, plot::Look{.width = 352, .height = 461}}) {
    CAPTURE(look.width);
    Page page("");
    const std::string svg = page.view.svg(page.headless, look);
    const learner::Index bit = *chosen.flipped(), d = jumps.truth.W.rows();
    const double twice = chosen.u(bit) - chosen.v(bit);
    for (learner::Index head = 0; head < switches.heights.cols(); ++head) {
      const double height = switches.heights(chosen.coordinate, head);
      const double entry = jumps.truth.W(bit, head * d + chosen.coordinate);
      CHECK(std::abs(height - twice * entry) < 1e-12);
      const std::string product = ">" + plot::number(twice) + " × " + plot::number(entry, 2) + "<";
      const std::string number = (height > 0 ? ">+" : ">") + plot::number(height, 2) + "<";
      CAPTURE(product);
      CHECK((svg.find(product) != std::string::npos || (look.width < 600 && svg.find(number) != std::string::npos)));
    }
  }
}

TEST_CASE("when the jump of a head has been heard, its row of W is there, and no other") {
  Page page("");
  const auto times = [&](double mix, std::string_view entry) {
    page.view.values().set("mix", mix);
    const std::string svg = page.view.svg(page.headless, page.look);
    int count = 0;
    for (std::size_t at = svg.find(entry); at != std::string::npos; at = svg.find(entry, at + 1)) ++count;
    return count;
  };
  // The first entries of the rows of heads 3 and 1, which jump at 0.33 and 1.2.
  CHECK(times(15, ">1.6<") == 0);
  CHECK(times(30, ">1.6<") == 1);
  CHECK(times(30, ">−1.2<") == 0);
  CHECK(times(50, ">−1.2<") == 1);
  CHECK(times(50, ">−1.4<") == 0);  // another row of head 2
}

TEST_CASE("when the jump of a head has been heard, the sum over its column of Theta is there until the entries are") {
  Page page("");
  const std::string sum = ">0.56<";  // 0.2 + 0.4 − 0.1, of head 3, which jumps at 0.33: −½ ln 0.33
  const auto svg = [&](double mix) {
    page.view.values().set("mix", mix);
    return page.view.svg(page.headless, page.look);
  };
  CHECK(svg(15).find(sum) == std::string::npos);
  CHECK(svg(30).find(sum) != std::string::npos);
  CHECK(svg(80).find(sum) != std::string::npos);
  CHECK(svg(100).find(sum) == std::string::npos);
  CHECK(svg(0).find(">0 of 54<") != std::string::npos);
  CHECK(svg(30).find(">3 of 54<") != std::string::npos);  // a row of W
  CHECK(svg(figures::softmax::kAllFound).find(">54 of 54<") != std::string::npos);
}

TEST_CASE("what a jump tells of Theta is the sum over the framed column, with the signs of u") {
  const auto result = run("d=4");
  for (const auto& pair : result.pairs) {
    const figures::softmax::Question question{pair.u, pair.v, 0};
    const auto bit = question.flipped();
    if (!bit) continue;
    const auto switches = figures::softmax::switches_of(result.truth, pair.u, pair.v);
    for (learner::Index i = 0; i < switches.log_beta.size(); ++i) {
      const double told = -switches.log_beta(i) / (pair.u(*bit) - pair.v(*bit));
      CHECK(told == doctest::Approx(pair.u.dot(result.truth.Theta.col(4 * i + *bit))));
    }
  }
}

TEST_CASE("the hidden layer is shown, and can be changed, only when all of it has been found") {
  Page page("");
  const auto changed = [&](double mix) {
    bool any = false;
    for (float x = 830; x < 1000; x += 6) {
      page.view.values().reset();
      page.view.values().set("mix", mix);
      page.frame({x, 170}, false);
      page.frame({x, 170}, true);
      page.frame({x + 48, 170}, true);
      page.frame({x + 48, 170}, false);
      page.frame({0, 0}, false);
      any = any || !page.view.values().list("theta").empty() || !page.view.values().list("w").empty();
    }
    return any;
  };
  CHECK_FALSE(changed(50));
  CHECK(changed(100));
  page.view.values().reset();
  page.view.values().set("mix", 50);
  page.press({930, 170});
  CHECK(page.view.playing() == "mix");  // to the end, where it is opened
}

TEST_CASE("entries of heads that are off by more than what counts as recovered are not counted") {
  auto result = run("");
  const Values values = values_of("");
  const auto chosen = figures::softmax::chosen_question(result, values);
  const auto known = figures::softmax::known_of(result, figures::softmax::Setting(values), values, chosen);
  CHECK(figures::softmax::known_entries(known, result.asked) == 54);
  result.asked.theta_error(1) = 2 * figures::softmax::kRecovered;
  CHECK(figures::softmax::known_entries(known, result.asked) == 45);
}
