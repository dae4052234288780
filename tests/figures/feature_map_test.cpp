// Figure "feature_map" against the learner asked another way, against sums done one by one, and under a pointer.
#include <doctest/doctest.h>

#include <cmath>
#include <regex>
#include <string>

#include "figures/bench.hpp"
#include "figures/feature_map/feature_map.hpp"
#include "figures/json.hpp"
#include "learner/features.hpp"
#include "learner/singular_values.hpp"
#include "learner/tasks.hpp"

namespace {

using figures::Values;
using figures::feature_map::Result;
using learner::Index;
using learner::Matrix;

const figures::Figure& figure() { return *figures::find("feature_map"); }

Values values_of(std::string_view query) { return bench::values_of(figure(), query); }

Result run(std::string_view query) { return bench::result_of(figures::feature_map::run, values_of(query)); }

figures::Description described(std::string_view query) {
  const Values values = values_of(query);
  return figures::feature_map::describe(run(query), bench::context(values));
}

// A rounding error relative to what was added up.
bool is_near(double a, double b, double size) { return std::abs(a - b) <= 1e-13 * std::max(1.0, size); }

double entry_by_hand(const Matrix& Z, Index j, Index k, Index l) {
  double sum = 0;
  for (Index t = 0; t < Z.cols(); ++t) sum += Z(j, t) * Z(k, t);
  return sum * Z(l, Z.cols() - 1);
}

void check_features(const Result& result) {
  const Index d = result.d();
  const double size = result.G.cwiseAbs().maxCoeff() * 3;
  Index place = 0;
  for (Index j = 0; j < d; ++j) {
    for (Index k = 0; k < d; ++k) {
      for (Index l = 0; l < d; ++l) {
        const double expected = entry_by_hand(result.Z, j, k, l);
        CHECK(is_near(result.X(j, k * d + l), expected, size));
        if (j <= k) CHECK(is_near(result.H(place++), expected, size));
      }
    }
  }
  CHECK(place == result.H.size());
}

// Attention summed head by head and token by token, as in the definition.
double attention_by_hand(const learner::Model& model, const Matrix& Z, Index a) {
  double sum = 0;
  for (const learner::Head& head : model.heads) {
    for (Index t = 0; t < Z.cols(); ++t) {
      double score = 0;
      for (Index k = 0; k < Z.rows(); ++k) {
        for (Index l = 0; l < Z.rows(); ++l) score += Z(k, t) * head.Q(k, l) * Z(l, Z.cols() - 1);
      }
      for (Index j = 0; j < Z.rows(); ++j) sum += head.V(a, j) * Z(j, t) * score;
    }
  }
  return sum;
}

std::string random_query(learner::Random& random) {
  const auto pick = [&](int low, int high) {
    return std::to_string(low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1))));
  };
  return "d=" + pick(2, 4) + "&n=" + pick(1, 6) + "&H=" + pick(1, 16) + "&seed=" + pick(1, 9999);
}

bool overlap(const plot::Rect& a, const plot::Rect& b) {
  return a.x < b.right() - 1 && b.x < a.right() - 1 && a.y < b.bottom() - 1 && b.y < a.bottom() - 1;
}

void check_apart(const figures::feature_map::MapLayout& layout, float width, float height) {
  const std::vector<plot::Rect> places = {layout.Z.cells, layout.G.cells,   layout.z.cells,
                                          layout.X.cells, layout.H.cells,   layout.p.cells,
                                          layout.outputs, layout.sum.cells, layout.answer};
  CHECK(layout.sum.cells.h > 0.2F * height);  // the stair is what it is all about
  for (std::size_t a = 0; a < places.size(); ++a) {
    CAPTURE(a);
    CHECK(places[a].x >= 0);
    CHECK(places[a].right() <= width + 1);
    CHECK(places[a].bottom() <= height + 1);
    for (std::size_t b = 0; b < a; ++b) CHECK_FALSE(overlap(places[a], places[b]));
  }
}

// The figure drawn without a window, under a pointer.
struct Stage {
  figures::View view{figure()};
  plot::HeadlessContext headless;
  plot::Look look{.width = 1080, .height = 700};

  explicit Stage(std::string_view query = "") {
    view.values() = values_of(query);
    compute();
  }
  void compute() {
    bench::Log log;
    const auto bytes = bench::run(figure(), view.values(), log);
    REQUIRE(bytes);
    REQUIRE(view.show(*bytes, {}, false));
  }
  void pointer(plot::Point at, bool down, bool touch = false) {
    headless.pointer.next(at, true, down, touch);
    headless.frame(look, [&](plot::Canvas& canvas) { view.draw(canvas, false); });
  }
  figures::feature_map::MapLayout layout() {
    figures::feature_map::MapLayout found;
    const Values& values = view.values();
    headless.frame(look, [&](plot::Canvas& canvas) {
      found = figures::feature_map::map_layout(canvas, canvas.area.inset(2), values.integer("d"), values.integer("n"),
                                               false);
    });
    return found;
  }
  void click(plot::Point at) {
    pointer(at, false);
    pointer(at, true);
    pointer(at, false);
  }
  void drag(plot::Point from, plot::Point to, bool touch = false) {
    pointer(from, false, touch);
    pointer(from, true, touch);
    pointer({(from.x + to.x) / 2, (from.y + to.y) / 2}, true, touch);
    pointer(to, true, touch);
    pointer(to, false, touch);
    pointer(to, false, touch);
  }
};

}  // namespace

TEST_CASE("every feature of the default and of seeded states is the sum of products it is said to be") {
  check_features(run(""));
  check_features(run("view=map"));
  learner::Random random(11);
  for (int draw = 0; draw < 40; ++draw) {
    const std::string query = random_query(random);
    CAPTURE(query);
    check_features(run(query));
  }
}

TEST_CASE("the three answers agree with attention summed token by token") {
  learner::Random random(12);
  for (int draw = 0; draw < 40; ++draw) {
    const std::string query = random_query(random);
    CAPTURE(query);
    const Values values = values_of(query);
    const Result result = run(query);
    const auto task = learner::random_attention({.d = result.d(),
                                                 .d_out = result.d(),
                                                 .n = result.n(),
                                                 .heads = values.integer("H"),
                                                 .seed = static_cast<std::uint64_t>(values.integer("seed"))});
    REQUIRE(task);
    const double size = result.W.norm() * result.X.norm();
    for (Index a = 0; a < result.d(); ++a) {
      const double expected = attention_by_hand(task->truth(), result.Z, a);
      CHECK(is_near(result.attended(a), expected, size));
      CHECK(is_near(result.by_head.row(a).sum(), expected, size));
      CHECK(is_near(result.lifted(a), expected, size));
      CHECK(is_near(result.folded(a), expected, size));
    }
    const Matrix lifted = learner::evaluate_lifted(result.W, result.Z, learner::Targets::last);
    CHECK((lifted - result.lifted).norm() <= 1e-13 * std::max(1.0, size));
    CHECK(result.difference() <= 1e-13 * std::max(1.0, size));
  }
}

TEST_CASE("tokens from a seed are whole tenths within the limits of Z") {
  for (int seed = 1; seed <= 200; ++seed) {
    const Matrix Z = run("d=4&n=6&seed=" + std::to_string(seed)).Z;
    for (const double entry : Z.reshaped()) {
      CHECK(std::abs(entry) <= 3);
      CHECK(entry == std::round(10 * entry) / 10);
    }
  }
}

TEST_CASE("the rank of G is the number of singular values of Z that are not zero") {
  for (const char* query : {"n=1", "n=2", "n=6", "d=4&n=3", "d=2&n=2&tokens=0.5,1,1,2", "d=2&n=1&tokens=0,0"}) {
    CAPTURE(query);
    const Result result = run(query);
    const auto spectrum = learner::singular_values(result.Z);
    REQUIRE(spectrum);
    Index rank = 0;
    for (const double sigma : spectrum->sigma) rank += sigma > 1e-6 ? 1 : 0;
    CHECK(result.rank == rank);
  }
}

TEST_CASE("one token leaves only d(d+1)(d+2)/6 different features, and the figure says so") {
  for (int d = 2; d <= 4; ++d) {
    const std::string query = "n=1&d=" + std::to_string(d);
    const Result result = run(query);
    std::vector<double> sorted(result.H.begin(), result.H.end());
    std::ranges::sort(sorted);
    const auto equal = [](double a, double b) { return std::abs(a - b) < 1e-12; };
    const auto distinct = std::ranges::unique(sorted, equal).begin() - sorted.begin();
    CHECK(distinct <= d * (d + 1) * (d + 2) / 6);
    const auto words = described(query);
    CHECK(words.title.ends_with("are only " + std::to_string(d * (d + 1) * (d + 2) / 6)));
    CHECK(words.sentence.find("G of rank 1") != std::string::npos);
  }
}

TEST_CASE("it begins with the article's sentence, whose products and weights are those of its tables") {
  const Result words = run("");
  CHECK(words.Z == Matrix{{1, 0, 1}, {0, 1, 1}});
  CHECK(words.G == Matrix{{2, 1}, {1, 2}});
  CHECK(words.H == learner::Vector{{2, 2, 1, 1, 2, 2}});
  // The head that counts edible animals weighs G_12 z_2 alone; plain attention is G z.
  CHECK(words.p == Matrix{{1, 0, 0, 1 + 1, 0, 0}, {0, 0, 1, 0, 0, 1}});
  CHECK(words.attended == learner::Vector{{3 + 1, 3}});
  CHECK(words.difference() == 0);
  CHECK(words.by_head == Matrix{{1, 3}, {0, 3}});
  CHECK(described("").sentence.contains("brings back animals: (1, 0); the other is plain attention: (3, 3)."));
  CHECK(run("words=1,0.5,0,1,2,-1").Z == Matrix{{1, 0, 2}, {0.5, 1, -1}});
  // Its numbers, its words, and the products by name.
  Stage stage;
  for (const float width : {1080.F, 360.F}) {
    CAPTURE(width);
    stage.look = {.width = width, .height = width < 600 ? 522.F : 670.F};
    const std::string svg = stage.view.svg(stage.headless, stage.look);
    for (const char* word : {">cats<", ">eat<", ">fish<", ">animal<", ">food<", ">2<", ">4<", ">2 heads: 1 + 3<"})
      CHECK(svg.contains(word));
    CHECK_FALSE(svg.contains(">1.0<"));
  }
}

TEST_CASE("what the two heads of the sentence answer, as printed, adds up to the answer, as printed, or is not there") {
  const std::regex sum("2 heads: (\\S+) \\+ \\(?([^)<]+)\\)?</text>\\s*<text[^>]*>([^<]+)<");
  const auto value = [](std::string text) {
    text = std::regex_replace(text, std::regex("−"), "-");
    // Whole units of the last place: 0.1 + 0.2 is not 0.3.
    const std::size_t point = text.find('.');
    const auto places = point == std::string::npos ? 0 : text.size() - point - 1;
    return std::pair{std::lround(std::stod(text) * std::pow(10, places)), places};
  };
  std::vector<std::string> states = {"-0.1,-0.8,-0.6,0.9,-1.8,-1.9", "-2.72,1.86,0.29,-0.95,-0.54,2.89",
                                     "0.0081,0.0087,-0.0033,0.0035,0.0012,-0.008", "0,0,0,0,0,0", "3,3,3,3,3,3"};
  learner::Random random(7);
  for (const int grain : {1, 10, 100, 1000, 10000}) {
    for (int k = 0; k < 30; ++k) {
      std::string& words = states.emplace_back();
      for (int entry = 0; entry < 6; ++entry)
        words += (entry == 0 ? "" : ",") +
                 figures::shortest_decimal(std::floor(grain * (random.uniform() * 6 - 3) + 0.5) / grain);
    }
  }
  int added = 0;
  for (const std::string& words : states) {
    for (const char* output : {"1", "2"}) {
      Stage edited("words=" + words + "&a=" + output);
      for (const float width : {1100.F, 360.F}) {
        edited.look = {.width = width, .height = 0.62F * std::max(width, 800.F)};
        const std::string svg = edited.view.svg(edited.headless, edited.look);
        std::smatch found;
        if (!std::regex_search(svg, found, sum)) continue;
        ++added;
        CAPTURE(words);
        CAPTURE(found[0].str());
        const auto [one, places] = value(found[1]);
        const auto [other, other_places] = value(found[2]);
        const auto [both, places_of_both] = value(found[3]);
        CHECK(one + other == both);
        CHECK(places == places_of_both);
        CHECK(other_places == places_of_both);
        CHECK_FALSE(svg.contains(">0.000<"));
      }
    }
  }
  CHECK(added > std::ssize(states));
}

TEST_CASE("an old link that holds twelve numbers and no more is about drawn tokens, three numbers each") {
  const std::string twelve = "tokens=1,0.5,0,1,2,-1,0,0,1,2,3,0.1";
  CHECK(run(twelve).Z == Matrix{{1, 1, 0, 2}, {0.5, 2, 0, 3}, {0, -1, 1, 0.1}});
  CHECK(values_of(twelve).choice("view") == "map");
  // The words' own numbers stay the words'.
  CHECK(values_of("words=1,0.5,0,1,2,-1").choice("view") == "sentence");
  CHECK(run("view=map&words=1,0.5,0,1,2,-1").Z == run("view=map").Z);
  Values values(figure().parameters);
  CHECK(values.read_query("words=1,2") ==
        std::vector<std::string>{"Numbers in Z must have a multiple of 6 numbers, not 2."});
}

TEST_CASE("the reader's numbers are used when they fill Z, and else the figure says why not") {
  CHECK(run("d=2&n=2&tokens=0.5,-1,2,3").Z == Matrix{{0.5, 2}, {-1, 3}});
  CHECK(described("d=2&n=2&tokens=0.5,-1,2,3").sentence.find("not fill") == std::string::npos);
  CHECK(run("d=2&n=3&tokens=0.5,-1,2,3").Z == run("d=2&n=3").Z);
  CHECK(described("d=2&n=3&tokens=0.5,-1,2,3").sentence.find("Your 4 numbers do not fit 2 × 3") != std::string::npos);
}

TEST_CASE("the table lists the products that a reader finds by hand") {
  // G = [[0.25, 1], [1, 4]], z = (0.5, 2).
  const auto table = described("d=2&n=1&tokens=0.5,2").table;
  const auto value = [&](std::string_view name) {
    for (const auto& row : table.rows) {
      if (row[0] == name) return row[1];
    }
    return std::string("no such row");
  };
  CHECK(value("G, row 1") == "0.25, 1");
  CHECK(value("X, row 1") == "0.125, 0.5, 0.5, 2");
  CHECK(value("X, row 2") == "0.5, 2, 2, 8");
  CHECK(value("H(Z)") == "0.125, 0.5, 0.5, 2, 2, 8");
  CHECK(value("Features ψ") == "6");
  CHECK(value("Rank of G") == "1");
}

TEST_CASE("products of numbers that are finer than hundredths are not 0") {
  // G = 10⁻⁶ [[10, 5], [5, 5]], z = (0.003, 0.001).
  const auto table = described("d=2&n=2&tokens=0.001,0.002,0.003,0.001").table;
  const auto row = std::ranges::find(table.rows, "X, row 1", [](const auto& cells) { return cells[0]; });
  REQUIRE(row != table.rows.end());
  CHECK((*row)[1] == "3·10⁻⁸, 10⁻⁸, 1.5·10⁻⁸, 5·10⁻⁹");
  CHECK(run("d=2&n=2&tokens=1,0,0,0.0000001").rank == 2);
}

TEST_CASE("Z full of zeros is shown and described like any other") {
  Stage stage("d=2&n=2&tokens=0,0,0,0");
  CHECK(bench::draw(stage.headless, stage.view, stage.look) > 500);
  CHECK(run("d=2&n=2&tokens=0,0,0,0").difference() == 0);
  CHECK(stage.view.describe().sentence.find("equal to the last bit") != std::string::npos);
}

TEST_CASE("what a dimension costs is what counting gives") {
  for (const int d : {2, 3, 16, 100, 768, 12288}) {
    const double size = d;
    const figures::feature_map::Growth growth = figures::feature_map::growth_of(size);
    CHECK(run("view=growth&at=" + std::to_string(d)).counted_features == growth.features);
    if (d <= 768) CHECK(growth.features == static_cast<double>(learner::feature_count(d)));
    CHECK(growth.products == std::pow(size, 3));
    CHECK(growth.parameters == std::pow(size, 4));
    CHECK(growth.gram_bytes == 8 * std::pow(growth.features, 2));
  }
  CHECK(figures::feature_map::growth_of(16).features == 2176);
  CHECK(described("view=growth&at=16").title == "At d = 16 the Gram matrix alone takes 38 MB");
}

TEST_CASE("a click on an entry of G, X or H(Z) keeps it") {
  for (const float width : {1080.F, 360.F}) {
    Stage stage("d=3&n=4");
    stage.look = {.width = width, .height = width < 600 ? 558.F : 700.F};
    const figures::feature_map::MapLayout layout = stage.layout();
    stage.click(layout.X.cell(2, 1).centre());
    CHECK(stage.view.values().to_query() == "view=map&j=3&k=1");  // X₃,(1,2)
    stage.click(layout.G.cell(1, 1).centre());
    CHECK(stage.view.values().to_query() == "view=map&part=g&j=2&k=2");
    // The last of H(Z): j = k = l = 3.
    stage.click(layout.H.cell(0, layout.H.columns - 1).centre());
    CHECK(stage.view.values().to_query() == "view=map&part=h&j=3&l=3");
    CHECK_FALSE(stage.view.is_stale());
  }
}

TEST_CASE("every cell of H(Z) stands for the entry of its place, on a wide page and on a phone") {
  for (const float width : {1080.F, 360.F}) {
    Stage stage("d=3&n=4");
    stage.look = {.width = width, .height = width < 600 ? 558.F : 700.F};
    const figures::feature_map::MapLayout layout = stage.layout();
    Index place = 0;
    for (; place < 18; ++place) {
      // The feature, its weight, its term of the sum: one chain.
      for (const plot::MatrixView* row : {&layout.H, &layout.p, &layout.sum}) {
        stage.click(layout.X.cell(0, 0).centre());
        stage.click(row->cell(0, static_cast<int>(place)).centre());
        const Values& values = stage.view.values();
        CHECK(values.choice("part") == "h");
        CHECK(learner::folded_index(values.integer("j") - 1, values.integer("k") - 1, values.integer("l") - 1, 3) ==
              place);
      }
    }
  }
}

TEST_CASE("a mouse drags an entry of Z up by a tenth for six pixels, within its limits") {
  Stage stage("d=3&n=4");
  const Matrix before = run("d=3&n=4").Z;
  const plot::Point at = stage.layout().Z.cell(1, 2).centre();
  stage.drag(at, {at.x, at.y - 60});
  const auto list = stage.view.values().list("tokens");
  REQUIRE(list.size() == 12);
  Matrix expected = before;
  expected(1, 2) += 1;
  for (Index k = 0; k < 12; ++k)
    CHECK(list[static_cast<std::size_t>(k)] == doctest::Approx(expected.data()[k]).epsilon(1e-12));
  CHECK(stage.view.is_stale());
  stage.compute();
  stage.drag(at, {at.x, at.y - 3000});
  CHECK(stage.view.values().list("tokens")[7] == 3);
  stage.view.act("undo");
  CHECK(stage.view.values().list("tokens").empty());
}

TEST_CASE("a second edit before the result of the first keeps both") {
  Stage stage("d=2&n=2");
  const figures::feature_map::MapLayout layout = stage.layout();
  const plot::Point one = layout.Z.cell(0, 0).centre();
  const plot::Point two = layout.Z.cell(1, 1).centre();
  stage.drag(one, {one.x, one.y - 30});
  const double first = stage.view.values().list("tokens")[0];
  stage.drag(two, {two.x, two.y + 30});
  CHECK(stage.view.values().list("tokens")[0] == first);
  CHECK(stage.view.values().list("tokens")[3] != run("d=2&n=2").Z(1, 1));
}

TEST_CASE("a finger drags sideways, and up and down means nothing") {
  Stage stage("d=3&n=4");
  stage.look = {.width = 360, .height = 558};
  const plot::Point at = stage.layout().Z.cell(0, 0).centre();
  stage.drag(at, {at.x + 1, at.y - 60}, true);
  const auto list = stage.view.values().list("tokens");
  CHECK((list.empty() || list[0] == run("d=3&n=4").Z(0, 0)));
  stage.drag(at, {at.x + 60, at.y + 40}, true);
  CHECK(stage.view.values().list("tokens")[0] == doctest::Approx(run("d=3&n=4").Z(0, 0) + 1));
}

TEST_CASE("a click on an output shows its weights, and indices beyond d count as d") {
  Stage stage("d=3&n=4");
  const figures::feature_map::MapLayout layout = stage.layout();
  for (const int a : {2, 3, 1, 3}) {
    stage.click(layout.outputs.row(a - 1, 3, 0).centre());
    CHECK(stage.view.values().integer("a") == a);
  }
  stage.view.set("d", 2);
  stage.view.set("l", 4);
  stage.compute();
  CHECK(bench::draw(stage.headless, stage.view, stage.look) > 500);
}

TEST_CASE("the sum has the terms that weights and products have by hand, and ends at attention's answer") {
  learner::Random random(13);
  for (int draw = 0; draw < 20; ++draw) {
    const std::string query = random_query(random);
    CAPTURE(query);
    const Result result = run(query);
    const double size = result.W.norm() * result.X.norm();
    for (Index a = 0; a < result.d(); ++a) {
      Index place = 0;
      double sum = 0;
      for (Index j = 0; j < result.d(); ++j) {
        for (Index k = j; k < result.d(); ++k) {
          for (Index l = 0; l < result.d(); ++l, ++place) {
            CHECK(is_near(result.sums(a, place), sum, size));
            const double twin = j == k ? 0 : result.W(a * result.d() + k, j * result.d() + l);
            sum += (result.W(a * result.d() + j, k * result.d() + l) + twin) * entry_by_hand(result.Z, j, k, l);
          }
        }
      }
      CHECK(is_near(result.sums(a, place), result.attended(a), size));
    }
  }
}

TEST_CASE("the film counts tokens, products, features and terms in, and tells the result only at its end") {
  using namespace figures::feature_map;
  const auto told = [](int film) { return described("view=map&film=" + std::to_string(film)).title; };
  CHECK(told(0) == "Each token adds its outer product to G");
  CHECK(told(399).starts_with("Each product times its weight"));
  CHECK(told(400) == "What 2 heads answer is a weighted sum of 18 products");
  CHECK(described("").title == "What 2 heads answer is a weighted sum of 6 products");
  for (const int all : {1, 4, 6}) {
    CHECK(arrived(0, all) == 0);
    CHECK(arrived(1, all) == all);
    int before = 0;
    for (int k = 1; k <= 100; ++k) {
      const int now = arrived(static_cast<float>(k) / 100, all);
      CHECK(now >= before);
      CHECK(now - before <= 1);  // one after another
      before = now;
    }
  }
  for (const int all : {6, 8, 18, 40, 64}) {
    CHECK(growing(0, all).whole == 0);
    CHECK(growing(1, all).whole == all);
    Growing before;
    for (int k = 1; k <= 1000; ++k) {
      const Growing now = growing(static_cast<float>(k) / 1000, all);
      CHECK(now.whole - now.place == (now.size == 1 ? 1 : 0));
      CHECK((now.place == before.place ? now.size >= before.size : now.place == before.place + 1));
      before = now;
    }
    CHECK(before.place == all - 1);
  }
}

TEST_CASE("the picture says how many products there are, why fewer are kept, and what it all comes to") {
  Stage stage("view=map");
  for (const float width : {1080.F, 360.F}) {
    stage.look = {.width = width, .height = width < 600 ? 558.F : 670.F};
    const std::string svg = stage.view.svg(stage.headless, stage.look);
    const int d = stage.view.values().integer("d"), pairs = d * (d + 1) / 2;
    CAPTURE(width);
    CHECK(svg.contains("is a weighted sum of " + std::to_string(pairs * d) + " products<"));
    CHECK(svg.contains("all " + std::to_string(d * d * d) + " products"));
    CHECK(svg.contains(">faded: counted"));
  }
}

TEST_CASE("the answer of attention waits at the end of the stair, and the sum comes to the same number") {
  Stage stage("view=map");
  for (const float width : {1080.F, 360.F}) {
    stage.look = {.width = width, .height = width < 600 ? 558.F : 670.F};
    const std::string_view answer = ">−12.17<";
    const auto times_said = [&](int film) {
      stage.view.values().set("film", film);
      stage.view.values().set("a", 2);
      const std::string svg = stage.view.svg(stage.headless, stage.look);
      int count = 0;
      for (std::size_t at = svg.find(answer); at != std::string::npos; at = svg.find(answer, at + 1)) ++count;
      return count;
    };
    CHECK(times_said(0) == 1);
    CHECK(times_said(300) == 1);
    CHECK(times_said(350) == 1);
    CHECK(times_said(400) == 2);
  }
}

TEST_CASE("from the start of the film the stair's steps have their places, and fill as their terms are added") {
  Stage stage("film=0");
  const std::string grey = plot::css_colour(plot::tint(plot::Ink::hairline, 0.5F, false));
  for (const int film : {0, 150, 250, 320, 400}) {
    stage.view.values().set("film", film);
    CHECK(stage.view.svg(stage.headless, stage.look).contains(grey) == (film < 400));
  }
}

TEST_CASE("the film's second step has every product of X by its turn, column by column, later ones every feature") {
  using namespace figures::feature_map;
  for (int d = 2; d <= 4; ++d) {
    const Result result = run("d=" + std::to_string(d));
    const auto psi = static_cast<int>(result.H.size());
    const auto share = [](int k, int all) {
      return std::sqrt((static_cast<float>(k) + 0.5F) / static_cast<float>(all));
    };
    for (int k = 0; k < d * d * d; ++k) {
      const Entry entry = entry_of({.products = share(k, d * d * d), .fold = 0, .sum = 0}, d);
      CHECK(range_in_X(entry, d).row + d * range_in_X(entry, d).column == k);
      CHECK(entry.value(result) == result.X.data()[k]);
    }
    for (int k = 0; k < psi; ++k) {
      for (const Film& film : {Film{.fold = share(k, psi), .sum = 0}, Film{.sum = share(k, psi)}}) {
        const Entry entry = entry_of(film, d);
        CHECK(range_in_H(entry, d).column == k);
        CHECK(entry.value(result) == doctest::Approx(result.H(k)));
      }
    }
  }
}

TEST_CASE(
    "only the product whose turn it is has numbers: its factors, its weight and what it adds; weights come last") {
  Stage stage("d=3&n=4");
  const Values fresh = stage.view.values();
  const auto says = [&](int film, std::string_view words) {
    stage.view.values().set("film", film);
    return stage.view.svg(stage.headless, stage.look).find(words) != std::string::npos;
  };
  for (const float width : {1080.F, 360.F}) {
    stage.look = {.width = width, .height = width < 600 ? 558.F : 670.F};
    const figures::feature_map::MapLayout layout = stage.layout();
    stage.view.values() = fresh;
    CHECK_FALSE(says(99, ">4.3<"));
    CHECK(says(110, ">4.3<"));    // G₁₁
    CHECK(says(210, ">−7.74<"));  // G₁₁ z₁, folded
    CHECK_FALSE(says(299, ">−0.199<"));
    CHECK(says(310, ">−0.199<"));
    CHECK(says(400, ">2.67<"));
    CHECK(says(400, ">3.204<"));
    CHECK(says(400, ">0.621<"));
    CHECK(says(400, ">+1.99<"));
    CHECK_FALSE(says(400, ">−2.41<"));  // of G, not on the way
    // What is not there cannot be pressed.
    for (const int film : {299, 300}) {
      stage.view.values().set("film", film);
      for (const plot::MatrixView* row : {&layout.p, &layout.sum}) {
        stage.view.values().set("part", 1);
        stage.click(row->cell(0, 17).centre());
        CHECK((stage.view.values().choice("part") == "h") == (film == 300));
      }
    }
  }
}

TEST_CASE("in the middle of the film numbers are dragged and entries kept") {
  Stage stage("view=map&film=150");
  const figures::feature_map::MapLayout layout = stage.layout();
  const plot::Point at = layout.Z.cell(1, 2).centre();
  stage.drag(at, {at.x, at.y - 60});
  CHECK(stage.view.values().list("tokens")[7] == doctest::Approx(run("view=map").Z(1, 2) + 1));
  stage.compute();
  CHECK(stage.view.values().integer("film") == 150);
  stage.click(layout.H.cell(0, 17).centre());
  CHECK(stage.view.values().choice("part") == "h");
  // The chain is drawn where the pointer is, with words of what has not come yet.
  const auto vertices_at = [&](plot::Point point) {
    stage.pointer(point, false);
    return stage.headless.frame(stage.look, [&](plot::Canvas& canvas) { stage.view.draw(canvas, false); })
        .TotalVtxCount;
  };
  CHECK(vertices_at(layout.H.cell(0, 17).centre()) > vertices_at({2, 690}));
}

TEST_CASE("a press in the plot chooses the dimension under it and catches the marks") {
  Stage stage("view=growth&at=100");
  stage.click({500, 300});
  const int chosen = stage.view.values().integer("at");
  CHECK(chosen != 100);
  int caught = 0;
  for (float x = 640; x < 740; x += 2) {
    stage.click({x, 300});
    caught += stage.view.values().integer("at") == 768 ? 1 : 0;
  }
  CHECK(caught >= 5);  // 14 px
}

TEST_CASE("the matrices of no state overlap or leave the picture") {
  plot::HeadlessContext headless;
  for (const float width : {320.F, 360.F, 599.F, 600.F, 760.F, 1080.F, 1400.F}) {
    const float height = width * static_cast<float>(width < 600 ? figure().shape.narrow : figure().shape.wide);
    headless.frame({.width = width, .height = height}, [&](plot::Canvas& canvas) {
      for (int d = 2; d <= 4; ++d) {
        for (int n = 1; n <= 6; ++n) {
          CAPTURE(width);
          CAPTURE(d);
          CAPTURE(n);
          check_apart(figures::feature_map::map_layout(canvas, canvas.area.inset(2), d, n, false), width, height);
        }
      }
      check_apart(figures::feature_map::map_layout(canvas, canvas.area.inset(2), 2, 3, true), width, height);
    });
  }
}

TEST_CASE("a small number of the map is said to three digits, and what rounding leaves of a zero is 0") {
  CHECK(figures::feature_map::said(1.23456e-5) == "1.23·10⁻⁵");
  CHECK(figures::feature_map::said(-1.6e-6) == "−1.6·10⁻⁶");
  CHECK(figures::feature_map::said(0.123456) == "0.123456");
  CHECK(figures::feature_map::said(1e-15) == "0");
}
