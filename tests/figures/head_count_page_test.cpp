// The picture of figure "head_count": its film, the cut that is dragged, and what can be had beside it.
#include <doctest/doctest.h>

#include <Eigen/SVD>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "figures/head_count/head_count.hpp"
#include "figures/head_count/problem.hpp"
#include "figures/page.hpp"
#include "learner/features.hpp"
#include "learner/relative.hpp"
#include "plot/number.hpp"

namespace {

using namespace figures::head_count;
using learner::Index;
using learner::Matrix;
using learner::Model;
using learner::Vector;

const figures::Figure& figure() { return *figures::find("head_count"); }

struct Page : bench::Page {
  explicit Page(const std::string& query) : bench::Page(figure(), query) { look.height = 520; }
  std::string picture(double at) {
    view.values().set("at", at);
    return view.svg(headless, look);
  }
};

figures::Values values_of(const std::string& query) { return bench::values_of(figure(), query); }

Result run(const std::string& query) { return bench::result_of(figures::head_count::run, values_of(query)); }

bool says(const std::string& picture, const std::string& words) { return picture.find(words) != std::string::npos; }

// V and Q of head h, entry after entry.
Vector maps_of(const Result& result, Index h) {
  const Index d = result.query_maps.rows();
  const Matrix V = result.value_maps.middleCols(h * d, d);
  const Matrix Q = result.query_maps.middleCols(h * d, d);
  Vector all(V.size() + Q.size());
  all << V.reshaped(), Q.reshaped();
  return all;
}

}  // namespace

TEST_CASE("what falls in a direction is the singular values of sum_h (V_h x)(Q_h^T x)^T there") {
  for (const char* query : {"", "d=3&H=1&N=256&seed=4", "values=rank1&N=256"}) {
    CAPTURE(std::string(query));
    const Result result = run(query);
    const Setting setting(values_of(query));
    const auto problem = Problem::create(setting);
    REQUIRE(problem);
    const Matrix x = learner::random_directions(setting.d, kDirections, 1);
    REQUIRE(result.directions.cols() == kDirections);
    const double first = result.slice_values(0);
    for (Index k = 0; k < kDirections; ++k) {
      Matrix S = Matrix::Zero(setting.d_out, setting.d);
      for (const learner::Head& head : problem->heads().heads)
        S += (head.V * x.col(k)) * (head.Q.transpose() * x.col(k)).transpose();
      const Vector expected = Eigen::JacobiSVD<Matrix>(S).singularValues() / first;
      CHECK((result.directions.col(k) - expected).cwiseAbs().maxCoeff() < 1e-10);
    }
    CHECK(result.directions.row(0).mean() == relative(1, 1e-12));
  }
}

TEST_CASE("heads split off one by one, with the error that is left, then directions are asked, then the cut counts") {
  Page page("");
  const Result result = run("");
  CHECK(page.view.describe().title == "2 heads are really there; the plain SVD gives 16");
  // Nothing is known yet: a place for each value, and no value.
  CHECK(says(page.picture(0), "How many does the plain SVD give?"));
  CHECK_FALSE(says(page.picture(0), "<circle"));
  for (const int heads : {1, 5, 8, 15}) {
    const std::string picture = page.picture(std::ceil(kScenes[0] * heads / 16));
    CHECK(says(picture, ">" + std::to_string(heads) + (heads == 1 ? " head<" : " heads<")));
    // Powers of ten are other texts.
    const std::string error = plot::number(result.cut_errors(heads - 1), 2);
    if (heads < 10) CHECK(says(picture, "Error on fresh questions: " + error + "."));
    CHECK(says(picture, "How many are really there?"));
    CHECK_FALSE(says(picture, ">2 heads<"));
    CHECK(page.view.describe().title == "The plain SVD splits W, head after head");
  }
  CHECK(says(page.picture(kScenes[1]), "64 directions"));
  CHECK(page.view.describe().title == "S(x) is asked in one random direction after another");
  CHECK_FALSE(says(page.picture(kScenes[1]), ">2 heads<"));
  page.picture(kScenes[2] - 1);
  CHECK(page.view.describe().title == "One cut through both: what stands above it?");
  const std::string end = page.picture(kScenes[2]);
  CHECK(says(end, ">16 heads<"));
  CHECK(says(end, ">2 heads<"));
  CHECK(page.view.describe().title == "2 heads are really there; the plain SVD gives 16");
}

TEST_CASE("every direction falls once, the first alone, and all have arrived in the end") {
  int before = 0;
  for (int step = 0; step <= 1000; ++step) {
    const float asked = static_cast<float>(step) / 1000;
    const int arrived = asked_directions(asked);
    CHECK(arrived >= before);
    CHECK(arrived <= before + 1);
    before = arrived;
    for (int k = 1; k < kDirections; ++k) CHECK(fallen_share(asked, k) <= fallen_share(asked, k - 1));
  }
  CHECK(before == kDirections);
  CHECK(fallen_share(0, 0) == 0);
}

TEST_CASE("a head less stands above the cut with every step up on the left, and two on the right over ten decades") {
  const Result result = run("");
  for (Index k = 1; k < 16; ++k) {
    const double between = std::sqrt(result.sigma(k - 1) * result.sigma(k)) / result.sigma(0);
    CHECK(above_cut(result.sigma, between) == k);
  }
  for (double cut = 1e-13; cut < 0.4; cut *= 10) CHECK(above_cut(result.slice_values, cut) == 2);
  figures::Values values = values_of("");
  CHECK(cut_of(result, values) == 1e-9);
  values.set("cut", -2);
  CHECK(cut_of(result, values) == relative(0.01, 1e-12));
  // Under noise it stands in the widest gap of S(x).
  const Result noisy = run("noise=0.1&N=256");
  const double place = cut_of(noisy, values_of(""));
  CHECK(above_cut(noisy.slice_values, place) == noisy.by_gap);
  CHECK(place / (noisy.slice_values(2) / noisy.slice_values(0)) ==
        relative(noisy.slice_values(1) / noisy.slice_values(0) / place, 1e-9));
}

TEST_CASE("while the film lets the cut down, its slider says and shows where it is") {
  const Result result = run("N=256");
  const figures::Values settings = values_of("N=256");
  for (const char* at : {"at=270", "at=300", "at=300&cut=-3"}) {
    const figures::Values values = values_of(std::string("N=256&") + at);
    const figures::Context context{.settings = settings, .values = values, .times = {}};
    const double cut = cut_of(result, values);
    CHECK(stands(result, "cut", context) == std::log10(cut));
    CHECK(says(say(result, "cut", context), plot::number(cut, 1)));
    CHECK((cut > 1e-9) == (values.number("at") < 300 || values.number("cut") == -3));
  }
}

TEST_CASE("the cut is dragged through both spectra, and a finger takes its line and not the page") {
  for (const float width : {1000.F, 360.F}) {
    Page page("N=256");
    page.look = {.width = width, .height = width == 360 ? 576.F : 520.F};
    const auto drag = [&](plot::Point from, plot::Point to, bool touch) {
      page.view.values().set("cut", kAutomaticCut);
      for (const auto& [at, down] : {std::pair{from, false}, {from, true}, {to, true}, {to, false}}) {
        page.headless.pointer.next(at, true, down, touch);
        page.headless.frame(page.look, [&](plot::Canvas& canvas) { page.view.draw(canvas, false); });
      }
      return page.view.values().number("cut");
    };
    const float foot = page.look.height - 60;
    const float top = width == 360 ? 175.F : 140.F;
    double last = 0;
    for (const float y : {top, top + 80, top + 160, foot}) {
      const double left = drag({60, foot - 20}, {60, y}, false);
      CHECK(left < last);
      CHECK(drag({width - 30, foot - 20}, {width - 30, y}, false) == left);
      last = left;
    }
    CHECK(drag({60, foot}, {60, 0}, false) == doctest::Approx(-0.05));
    CHECK(drag({60, foot}, {60, 2000}, false) == -17);
    CHECK(drag({60, foot}, {60, top}, true) == kAutomaticCut);
    // The line itself: at 10^-9, where a mouse would put it.
    float line = top;
    while (line < foot && drag({60, line}, {60, line}, false) > -9) line += 2;
    CHECK(drag({60, line}, {60, top}, true) > -3);
    CHECK_FALSE(page.view.is_stale());
  }
}

TEST_CASE("the heads found are shown as the mix nearest to those that made the data, which answers the same") {
  const Result result = run("");
  const auto problem = Problem::create(Setting(values_of("")));
  REQUIRE(problem);
  for (Index h = 0; h < 2; ++h) {
    const learner::Head& head = problem->heads().heads[static_cast<std::size_t>(h)];
    CHECK((result.value_maps.middleCols(4 * h, 4) - head.V).norm() < 1e-10);
    CHECK((result.query_maps.middleCols(4 * h, 4) - head.Q).norm() < 1e-10);
  }
  // Mixing back and forth changes no coefficient.
  learner::Random random(9);
  const Model some = learner::random_heads(4, 4, 2, random);
  Model near = some;
  CHECK(mix_like(near, problem->heads()));
  CHECK(learner::relative_distance(learner::folded_coefficients(near), learner::folded_coefficients(some)) < 1e-12);
}

TEST_CASE("a picture of heads says that it shows the nearest mix only where there is one") {
  for (const auto& [query, words] : {std::pair("", "shown is the mix nearest"), {"d=2&H=8", "one mix of many"}}) {
    CAPTURE(std::string(query));
    Page page(query + std::string("&beside=heads"));
    CHECK(says(page.picture(300), words));
  }
}

TEST_CASE("from one noise to the next no head flips or turns") {
  std::vector<Vector> last;
  for (const char* noise : {"0", "0.001", "0.003", "0.01", "0.03", "0.1", "0.3"}) {
    CAPTURE(std::string(noise));
    const Result result = run("noise=" + std::string(noise));
    REQUIRE(result.heads == 2);
    std::vector<Vector> now;
    for (Index h = 0; h < 2; ++h) now.push_back(maps_of(result, h));
    for (std::size_t h = 0; h < last.size(); ++h) CHECK(now[h].dot(last[h]) > 0.95 * now[h].norm() * last[h].norm());
    last = std::move(now);
  }
}

TEST_CASE("heads of another number than made the data have their largest value positive, and answer the same") {
  learner::Random random(3);
  const Model some = learner::random_heads(3, 3, 4, random);
  const Model truth = learner::random_heads(3, 3, 2, random);
  Model shown = some;
  CHECK_FALSE(mix_like(shown, truth));
  for (const learner::Head& head : shown.heads) CHECK(head.V.maxCoeff() == head.V.cwiseAbs().maxCoeff());
  CHECK(learner::relative_distance(learner::folded_coefficients(shown), learner::folded_coefficients(some)) < 1e-14);
}

TEST_CASE("beside the spectra stands what the reader asks for, and nothing is learned again for it") {
  Page page("N=256");
  std::set<std::string> pictures = {page.picture(300)};
  const std::pair<const char*, const char*> panels[] = {{"errors", "Full fit"},
                                                        {"noise", "The same over the noise"},
                                                        {"heads", "2 heads by null spaces"},
                                                        {"needed", "How many could be needed"}};
  for (const auto& [id, words] : panels) {
    CHECK_FALSE(says(*pictures.begin(), words));
    page.view.values().choose("beside", id);
    const std::string picture = page.picture(300);
    CHECK(says(picture, words));
    pictures.insert(picture);
  }
  CHECK(pictures.size() == 5);
  CHECK_FALSE(page.view.is_stale());
}

TEST_CASE(
    "beside the heads stands what found them: null spaces, a fit in turns, or a fit to the data that went on from "
    "these") {
  const std::pair<const char*, const char*> panels[] = {
      {"noise=0.1&N=256", "gave a starting point (ours), of error"},
      {"noise=0.1&N=256&H=4", "Too many for null spaces: alternating fits of"},
      {"H=4", "Too many for null spaces: fitted in turns"},
      {"seed=249&values=shared", "Null spaces did not meet"},
      {"seed=273&values=one", "A null vector of one output says nothing of a single head"}};
  for (const auto& [query, words] : panels) {
    CAPTURE(query);
    Page page(query + std::string("&beside=heads"));
    CHECK(says(page.picture(300), words));
  }
}

TEST_CASE("a press on the curves chooses that noise, and the result is then out of date") {
  Page page("N=256&beside=noise");
  std::vector<double> chosen;
  for (const float x : {690.F, 760.F, 830.F, 915.F}) {
    page.press({x, 300});
    chosen.push_back(page.view.values().number("noise"));
    CHECK(page.view.is_stale());
  }
  CHECK(std::ranges::is_sorted(chosen));
  CHECK(chosen.front() == 0.001);
  CHECK(chosen.back() == 1);
}

TEST_CASE("controls say where the cut stands, and which step it is") {
  const Result result = run("d=3&N=128");
  figures::Values values = values_of("d=3&N=128");
  const auto said = [&](const char* id) { return say(result, id, bench::context(values)); };
  // The first stop is a choice of its own, and not the number that the figure comes to.
  CHECK(values.number("cut") == kAutomaticCut);
  CHECK(said("cut") == "auto: " + plot::number(1e-9, 1));
  values.set("cut", -9);
  CHECK(said("cut") == plot::number(1e-9, 1));
  values.set("cut", -4);
  CHECK(said("cut") == plot::number(1e-4, 1));
  CHECK(said("at").starts_with("3 of 3"));
  values.set("at", 10);
  CHECK(said("at").starts_with("1 of 3"));
  values.set("at", 200);
  CHECK(said("at").starts_with("2 of 3"));
  CHECK(said("keep") == "auto: " + std::to_string(result.heads));
  values.set("keep", 2);
  CHECK(said("keep") == "2");
  CHECK(said("H").empty());
}

TEST_CASE("where held-out data chose the full fit, its heads are nowhere called the fewest") {
  const auto picture = [](const std::string& query) {
    Page page(query);
    page.look = {.width = 800, .height = 600};
    return page.picture(figures::head_count::kScenes.back());
  };
  const std::string full = "N=256&H=16&noise=0.1&beside=", few = "noise=0.1&beside=";
  CHECK(says(picture(few + "errors"), ">Fewest heads: 2<"));
  CHECK_FALSE(says(picture(full + "errors"), "Fewest"));
  CHECK(says(picture(few + "noise"), ">fewest<"));
  CHECK_FALSE(says(picture(full + "noise"), ">fewest<"));
  // In a narrow column, too, the sentence is whole.
  CHECK(says(picture(full + "errors"), ">Held-out data chose the<"));
  CHECK(says(picture(full + "errors"), ">full fit.<"));
}
