// Figure "head_count" against closed forms, against other algorithms of the learner, and against its own promises.
#include <doctest/doctest.h>

#include <Eigen/QR>
#include <Eigen/SVD>

#include <algorithm>
#include <string>

#include "figures/bench.hpp"
#include "figures/head_count/problem.hpp"
#include "learner/alternating.hpp"
#include "learner/features.hpp"
#include "learner/heads.hpp"
#include "learner/relative.hpp"
#include "learner/tasks.hpp"
#include "plot/number.hpp"

namespace {

using figures::Values;
using figures::head_count::kNoiseLevels;
using figures::head_count::Result;
using figures::head_count::Setting;
using learner::Head;
using learner::HeadCountBy;
using learner::HeadPath;
using learner::Index;
using learner::Matrix;
using learner::Vector;

const figures::Figure& figure() { return *figures::find("head_count"); }

Values settings(std::string_view query) { return bench::values_of(figure(), query); }

figures::Expected<Result> run(std::string_view query) {
  return bench::attempt(figures::head_count::run, settings(query));
}

// 1/2 sum over h of (vec V_h vec Q_hᵀ + V_h (x) Q_h), row-major vec: the smallest W with these heads' answers.
Matrix smallest_lift(const learner::Model& model) {
  const Index d = model.d();
  Matrix W = Matrix::Zero(model.d_out() * d, d * d);
  for (const Head& head : model.heads) {
    for (Index a = 0; a < model.d_out(); ++a) {
      for (Index j = 0; j < d; ++j) {
        for (Index k = 0; k < d; ++k) {
          for (Index l = 0; l < d; ++l) {
            W(a * d + j, k * d + l) += 0.5 * (head.V(a, j) * head.Q(k, l) + head.V(a, k) * head.Q(j, l));
          }
        }
      }
    }
  }
  return W;
}

// The Jacobian of the map (V, Q) -> p, a column for each entry of V_1, Q_1, V_2, ..
Matrix jacobian_of(const learner::Model& model) {
  const Index d = model.d(), d_out = model.d_out();
  std::vector<Vector> columns;
  for (const Head& head : model.heads) {
    for (Index i = 0; i < d_out * d; ++i) {
      const Matrix unit = Vector::Unit(d_out * d, i).reshaped(d_out, d);
      columns.push_back(learner::folded_coefficients(learner::Model{{{unit, head.Q}}}).reshaped());
    }
    for (Index i = 0; i < d * d; ++i) {
      const Matrix unit = Vector::Unit(d * d, i).reshaped(d, d);
      columns.push_back(learner::folded_coefficients(learner::Model{{{head.V, unit}}}).reshaped());
    }
  }
  Matrix jacobian(columns.front().size(), std::ssize(columns));
  for (Index i = 0; i < jacobian.cols(); ++i) jacobian.col(i) = columns[static_cast<std::size_t>(i)];
  return jacobian;
}

// Its rank at a random point.
Index jacobian_rank(Index d, Index d_out, Index heads) {
  learner::Random random(5);
  Eigen::ColPivHouseholderQR<Matrix> qr;
  qr.setThreshold(1e-10);
  return qr.compute(jacobian_of(learner::random_heads(d, d_out, heads, random))).rank();
}

double loss_of(const learner::Model& model, const std::vector<learner::Sequence>& data) {
  return learner::test_error(model, data, learner::Targets::last).squared_error;
}

// Least squares over V and Q from the model on, by Gauss-Newton steps of least norm, question by question, halved until
// they lower the loss.
learner::Model gauss_newton(learner::Model model, const std::vector<learner::Sequence>& data) {
  const Index d = model.d(), d_out = model.d_out();
  for (int step = 0; step < 60; ++step) {
    const Matrix jacobian = jacobian_of(model), p = learner::folded_coefficients(model);
    Matrix A(std::ssize(data) * d_out, jacobian.cols());
    Vector b(A.rows());
    for (Index i = 0; i < std::ssize(data); ++i) {
      const learner::Sequence& one = data[static_cast<std::size_t>(i)];
      const Vector H = learner::folded_features(one.Z, one.Z.cols() - 1, one.Z.cols());
      b.segment(i * d_out, d_out) = one.Y - p * H;
      for (Index k = 0; k < jacobian.cols(); ++k)
        A.block(i * d_out, k, d_out, 1) = jacobian.col(k).reshaped(p.rows(), p.cols()) * H;
    }
    Eigen::CompleteOrthogonalDecomposition<Matrix> solver;
    solver.setThreshold(1e-8);
    const Vector change = solver.compute(A).solve(b);
    const learner::Model before = model;
    double share = 1;
    do {
      model = before;
      Index at = 0;
      for (Head& head : model.heads) {
        head.V += share * change.segment(at, d_out * d).reshaped(d_out, d);
        head.Q += share * change.segment(at + d_out * d, d * d).reshaped(d, d);
        at += d_out * d + d * d;
      }
      share /= 2;
    } while (loss_of(model, data) > loss_of(before, data) && share > 1e-6);
  }
  return model;
}

figures::Description described(const Result& result, std::string_view query) {
  const Values values = settings(query);
  return figures::head_count::describe(result, bench::context(values));
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the default tells its story: 16 plain heads, two in S(x), two found exactly, two of the plain ones wrong") {
  const auto result = run("");
  REQUIRE(result);
  CHECK(result->plain_heads == 16);
  CHECK(result->by_rank == 2);
  CHECK(result->heads == 2);
  CHECK(result->path == HeadPath::value_null_space);
  CHECK(result->count_by == HeadCountBy::rank);
  CHECK(result->full_error < 1e-25);
  CHECK(result->fewest_error < 1e-25);
  CHECK(result->fewest_distance < 1e-12);
  CHECK(result->cut_errors(1) > 0.05);
  CHECK(result->cut_distances(1) > 0.25);
  CHECK(result->cut_distances(1) < 0.5);
  CHECK(described(*result, "").title == "2 heads are really there; the plain SVD gives 16");
}

TEST_CASE("the singular values of W are those of half the sum of both pairings of V and Q, for 6 models") {
  for (int seed = 1; seed <= 6; ++seed) {
    const Index d = 2 + seed % 3;
    const Index heads = 1 + seed % 3;
    CAPTURE(seed);
    const auto result =
        run("N=128&d=" + std::to_string(d) + "&H=" + std::to_string(heads) + "&seed=" + std::to_string(seed));
    REQUIRE(result);
    const auto task = learner::random_attention(
        {.d = d, .d_out = d, .n = 8, .heads = heads, .seed = static_cast<std::uint64_t>(seed)});
    const Eigen::JacobiSVD<Matrix> svd(smallest_lift(task->truth()));
    CHECK((svd.singularValues() - result->sigma).norm() < 1e-9 * result->sigma(0));
    CHECK(result->plain_heads == d * d);
    CHECK(result->squared_norm == relative(result->sigma.squaredNorm(), 1e-12));
  }
}

TEST_CASE("the error of every cut is that of its heads, asked one by one without features") {
  const auto result = run("d=3&H=2&noise=0.1&N=512&seed=4");
  REQUIRE(result);
  const auto clean = learner::random_attention({.d = 3, .d_out = 3, .n = 8, .heads = 2, .seed = 4});
  const auto fresh = clean->block(learner::Split::test, 0, 256);
  double squares = 0;
  for (const auto& sequence : fresh) squares += sequence.Y.squaredNorm();
  const auto noisy = learner::random_attention(
      {.d = 3, .d_out = 3, .n = 8, .heads = 2, .noise = 0.1 * std::sqrt(squares / (3 * 256)), .seed = 4});
  // Least squares on the rows themselves, by QR.
  Matrix features(512, learner::feature_count(3));
  Matrix targets(512, 3);
  const auto data = noisy->block(learner::Split::train, 0, 512);
  for (Index i = 0; i < 512; ++i) {
    const auto& sequence = data[static_cast<std::size_t>(i)];
    features.row(i) = learner::folded_features(sequence.Z, 7, 8).transpose();
    targets.row(i) = sequence.Y.col(0).transpose();
  }
  const Matrix p = features.colPivHouseholderQr().solve(targets).transpose();
  const auto spectrum = learner::head_spectrum(learner::unfold(p, 3), 3);
  for (Index k = 1; k <= 9; ++k) {
    const double error =
        learner::test_error(learner::heads_from(*spectrum, k), fresh, learner::Targets::last).relative();
    CHECK(result->cut_errors(k - 1) == relative(error, 1e-6));
  }
  CHECK(result->full_error == relative(result->cut_errors(8), 1e-6));
}

TEST_CASE("the numbers that heads choose freely are the rank of the Jacobian") {
  for (Index d = 2; d <= 4; ++d) {
    for (const Index d_out : {Index{1}, d}) {
      for (Index heads = 1; heads <= learner::generic_head_bound(d, d_out); ++heads) {
        CAPTURE(d);
        CAPTURE(d_out);
        CAPTURE(heads);
        Setting setting(settings("d=" + std::to_string(d)));
        setting.d_out = static_cast<int>(d_out);
        CHECK(setting.unknowns == learner::feature_count(d));
        CHECK(setting.free_numbers(static_cast<int>(heads)) == static_cast<double>(jacobian_rank(d, d_out, heads)));
      }
    }
  }
}

TEST_CASE("under noise both errors are what their numbers let through, and fewer numbers let through less") {
  const auto result = run("d=4&H=2&noise=0.03&N=2048");
  const Setting setting(settings("d=4&H=2&noise=0.03&N=2048"));
  REQUIRE(result);
  CHECK(result->count_by == HeadCountBy::held_out);
  CHECK(result->heads == 2);
  REQUIRE(result->sweep.size() == 28);
  double full = 0;
  double fewest = 0;
  for (std::size_t k = 0; k < 28; ++k) {
    const double noise = kNoiseLevels[k % 7];
    CAPTURE(noise);
    CHECK(result->sweep[k].fewest < result->sweep[k].full);
    full += result->sweep[k].full / setting.noise_share(noise, setting.full_numbers()) / 28;
    fewest += result->sweep[k].fewest / setting.noise_share(noise, setting.free_numbers(2)) / 28;
  }
  MESSAGE("measured over expected: full fit " << full << ", fewest heads " << fewest);
  CHECK(full == relative(1, 0.2));
  CHECK(fewest == relative(1, 0.3));
}

TEST_CASE("the chosen noise is one point of the curves") {
  const auto result = run("d=3&H=1&noise=0.1&N=512");
  REQUIRE(result);
  REQUIRE(kNoiseLevels[4] == 0.1);
  CHECK(result->sweep[4].full == result->full_error);
  CHECK(result->sweep[4].fewest == result->fewest_error);
  CHECK(result->sweep[4].cuts == result->cut_errors);
}

TEST_CASE("the gap of S(x) counts right at a tenth of noise and fails somewhere at full noise") {
  const auto result = run("N=1024");
  REQUIRE(result);
  int wrong = 0;
  for (std::size_t k = 0; k < result->sweep.size(); ++k) {
    if (kNoiseLevels[k % 7] <= 0.1) CHECK(result->sweep[k].gap == 2);
    wrong += result->sweep[k].gap != 2;
  }
  CHECK(wrong > 0);
}

TEST_CASE("as many true heads as possible are replaced by as many as almost every p needs") {
  const auto result = run("H=16&N=64");
  REQUIRE(result);
  CHECK(result->heads == learner::generic_head_bound(4));
  CHECK(result->path == HeadPath::alternating);
  CHECK(result->fewest_error < 1e-15);
  CHECK(described(*result, "H=16&N=64").title == "16 heads made the data; 7 answer alike");
}

TEST_CASE("each edge scene takes its path and says so") {
  struct Scene {
    const char* query;
    HeadPath path;
    int heads;
    const char* says;
  };
  const Scene scenes[] = {
      {"H=4", HeadPath::alternating, 4, "S(x) has no null space"},
      {"d=3&N=256&values=rank1&H=2", HeadPath::query_null_space, 2, "gave the Q, least squares the V"},
      {"N=256&values=one&H=1", HeadPath::query_null_space, 1, "cannot count"},
      {"d=2&N=64&H=1", HeadPath::value_null_space, 1, "S(x) has rank 1, so at least 1 head is needed. 1 was found"},
      {"d=2&N=64&H=4&seed=1", HeadPath::alternating, 2, "4 heads made the data"},
      {"noise=1", HeadPath::value_null_space, 2,
       "held-out data chose 2 heads. The largest gap of S(x) would count 3. Null spaces of S(x) gave a starting point"},
      {"N=256&H=16&noise=0.1", HeadPath::singular_values, 16, "held-out data chose the full fit"},
      {"d=6&N=128&H=25", HeadPath::known, 25, "tried up to 10 heads"},
      {"d=2&N=64&H=2&values=shared", HeadPath::alternating, 2, "answers in one direction count as one"},
  };
  for (const Scene& scene : scenes) {
    CAPTURE(scene.query);
    const auto result = run(scene.query);
    REQUIRE(result);
    CHECK(result->path == scene.path);
    CHECK(result->heads == scene.heads);
    CHECK(has(described(*result, scene.query).sentence, scene.says));
  }
}

TEST_CASE("no more heads are found than made the data, and those that S(x) does not prove are 'at most'") {
  for (const char* query : {"H=6&N=64", "H=6&N=64&seed=2", "H=5&N=64&seed=3", "H=5&N=64", "d=3&H=3&N=64",
                            "d=3&H=3&N=64&seed=2", "d=3&H=3&N=64&seed=3", "H=4&N=64", "values=shared&N=64"}) {
    CAPTURE(query);
    const auto result = run(query);
    REQUIRE(result);
    const Setting setting(settings(query));
    CHECK(result->heads <= setting.heads);
    const std::string title = described(*result, query).title;
    CHECK(has(title, "really there") == (result->heads == result->by_rank));
    if (result->heads == setting.heads && result->heads > result->by_rank) CHECK(has(title, "At most"));
  }
}

TEST_CASE("two heads with answers in one direction are one in the rank of S(x), and two all the same") {
  const auto result = run("values=shared");
  REQUIRE(result);
  CHECK(result->by_rank == 1);
  CHECK(result->heads == 2);
  CHECK(result->fewest_error < 1e-15);
  CHECK(described(*result, "values=shared").title == "At most 2 heads are needed; the plain SVD gives 4");
}

TEST_CASE("noise is not blamed for a count that the outputs or the search limit") {
  const auto one = run("H=16&values=one&noise=1&N=256");
  REQUIRE(one);
  CHECK(has(described(*one, "H=16&values=one&noise=1&N=256").title, "With one output 4 heads always do"));
  const auto many = run("H=6&noise=0.1&N=256");
  REQUIRE(many);
  CHECK_FALSE(has(described(*many, "H=6&noise=0.1&N=256").title, "noise hides"));
}

TEST_CASE("more heads than are always enough have no fewer free numbers than all of p has") {
  for (const char* values : {"full", "one"})
    for (int d = 2; d <= 5; ++d)
      for (int heads = 1; heads <= 20; ++heads) {
        const Setting setting(settings("values=" + std::string(values) + "&d=" + std::to_string(d)));
        const double numbers = setting.free_numbers(heads);
        CHECK(numbers >= setting.free_numbers(heads - 1));
        if (heads >= figures::head_count::always_enough(setting.d, setting.d_out == 1))
          CHECK(numbers == setting.full_numbers());
      }
}

TEST_CASE("heads that the search missed are told from heads that noise hides, over the seeds") {
  int missed = 0, hidden = 0;
  for (int seed = 61; seed <= 80; ++seed) {
    for (const char* setting : {"d=3&H=2&values=shared&N=64&n=4&noise=0.01", "d=3&H=3&values=one&N=64&n=8&noise=0.1",
                                "d=3&H=3&N=16&n=8&noise=0.01"}) {
      const std::string query = setting + ("&seed=" + std::to_string(seed));
      CAPTURE(query);
      const auto result = run(query);
      REQUIRE(result);
      const std::string title = described(*result, query).title;
      const bool is_missed = has(title, "the search missed") && !has(title, "can do as well");
      const bool is_hidden = has(title, "noisy sequences hide") || has(title, "under this noise held-out");
      const bool is_clear =
          result->heads == Setting(settings(query)).heads && result->fewest_error < result->full_error / 3;
      CHECK((result->makers_error >= 0) == !is_clear);
      if (result->makers_error < 0) {
        CHECK_FALSE((is_missed || is_hidden));
        continue;
      }
      CHECK_FALSE((has(title, "enough for") && !has(title, "; 3 made the data")));
      const Setting own(settings(query));
      const auto problem = *figures::head_count::Problem::create(own);
      const auto held_out = problem.held_out(own.noise);
      const auto makers = gauss_newton(problem.heads(), problem.data(own.noise));
      const double error = learner::test_error(makers, held_out, learner::Targets::last).relative();
      // With one a for all V_h the loss has long flat valleys: the error depends on where in them a fit ends.
      if (!result->open) CHECK(result->makers_error == relative(error, 0.2));
      missed += is_missed;
      hidden += is_hidden;
      if (is_missed && result->heads != own.heads)
        CHECK(error < result->trials[static_cast<std::size_t>(own.heads) - 1]);
      if (is_missed && result->heads == own.heads && !result->open)
        CHECK(problem.error_of(makers) < result->fewest_error);
      if (has(title, "noisy sequences hide"))
        CHECK(error > result->trials[static_cast<std::size_t>(result->heads) - 1]);
      if (has(title, "under this noise held-out"))
        CHECK(1.5 * error > result->trials[static_cast<std::size_t>(result->heads) - 1]);
    }
  }
  CHECK(missed > 2);
  CHECK(hidden > 2);
}

TEST_CASE(
    "with the right number of heads the search comes where a fit from the heads that made the data comes, or says so") {
  int reached = 0, short_of_it = 0;
  const auto check = [&](const std::string& query) {
    CAPTURE(query);
    const auto result = run(query);
    REQUIRE(result);
    const Setting own(settings(query));
    REQUIRE(result->heads == own.heads);
    const auto problem = *figures::head_count::Problem::create(own);
    const auto data = problem.data(own.noise);
    const learner::Model fitted = gauss_newton(problem.heads(), data);
    const double makers = problem.error_of(fitted);
    const std::string title = described(*result, query).title;
    const bool is_short = has(title, "the search did not find the best: the full fit’s error is");
    CHECK(is_short == (result->fewest_error > std::max(result->full_error, 1.01 * makers)));
    learner::Model found;
    for (Index h = 0; h < own.heads; ++h)
      found.heads.push_back(
          {result->value_maps.middleCols(h * own.d, own.d), result->query_maps.middleCols(h * own.d, own.d)});
    reached += loss_of(found, data) < 1.01 * loss_of(fitted, data);
    short_of_it += is_short;
  };
  // Where the V_h share a direction a fit in turns creeps.
  for (const char* query :
       {"noise=0.001&seed=249", "d=3&noise=0.001&seed=202", "d=3&noise=0.1&seed=253", "d=3&noise=0.01&seed=221",
        "d=4&N=256&noise=0.01&seed=236", "d=5&N=256&noise=0.001&seed=224", "d=4&H=3&N=1024&noise=0.1&seed=249"})
    check(std::string("values=shared&") + query);
  CHECK(reached == 7);
  check("values=shared&d=4&H=3&N=1024&noise=0.1&seed=229");
  check("values=shared&d=3&N=256&noise=0.003&seed=216");
  CHECK(short_of_it == 2);
  // No worse than what those heads come to: the count is not blamed, and neither is the search.
  check("values=one&d=3&N=256&noise=0.01&seed=231");
  CHECK(short_of_it == 2);
}

TEST_CASE("noise is not blamed for too few numbers, nor a search praised that found nothing") {
  const auto few = run("d=4&H=4&N=16&noise=0.001");
  REQUIRE(few);
  CHECK(described(*few, "d=4&H=4&N=16&noise=0.001").title == "Too few data to count the heads");
  const auto known = run("d=6&H=16");
  REQUIRE(known);
  CHECK(known->path == learner::HeadPath::known);
  const auto said = described(*known, "d=6&H=16");
  CHECK(bench::cell(said, "Found by") == "no search: those that made the data stay");
  CHECK(has(said.sentence, "; the heads that made the data, "));
}

TEST_CASE("null spaces are credited with a starting point where least squares on the data made the heads") {
  for (const char* query : {"n=1&d=6&N=48&seed=204", "N=32&seed=257", "noise=0.1&seed=273", "noise=0.1&H=4"}) {
    CAPTURE(query);
    const auto result = run(query);
    REQUIRE(result);
    const auto description = described(*result, query);
    CHECK(result->start_error > 1.2 * result->fewest_error);
    CHECK(has(description.sentence, "gave a starting point, and least squares on the data went on from there."));
    CHECK(has(description.sentence, "starting point, " + plot::number(result->start_error) + "; fewest heads"));
    CHECK(has(bench::cell(description, "Found by"), ", then least squares on the data"));
    CHECK(bench::cell(description, "Error of the starting point") == plot::number(result->start_error));
  }
  const auto exact = run("");
  REQUIRE(exact);
  CHECK(exact->start_error == -1);
  CHECK(bench::cell(described(*exact, ""), "Found by") == "null spaces, V first");
}

TEST_CASE("what proves nothing counts nothing, and one token shows only a part of W") {
  const char* query = "n=1&d=6&N=48&seed=204";
  const auto result = run(query);
  REQUIRE(result);
  const auto description = described(*result, query);
  CHECK(description.title == "Too few data for what one token shows of W, enough for 2 heads");
  CHECK(result->by_gap != result->by_rank);
  CHECK_FALSE(has(description.sentence, "largest gap"));
  const auto one = run("values=one&seed=273");
  REQUIRE(one);
  CHECK(has(described(*one, "values=one&seed=273").sentence,
            "With one output a null vector of S(x) says nothing of a single head"));
}

TEST_CASE("too few sequences for W: p stays open, and two heads are found all the same") {
  const auto result = run("N=32");
  REQUIRE(result);
  CHECK(result->open);
  CHECK(result->rank == 32);
  CHECK(result->full_error > 0.01);
  CHECK(result->heads == 2);
  CHECK(result->fewest_error < 1e-6);
  const auto description = described(*result, "N=32");
  CHECK(has(description.sentence, "only 32 of 40 directions of p"));
  CHECK(description.title == "Too few data for all of W, enough for 2 heads");
}

TEST_CASE("one token leaves p open and no answer wrong") {
  const auto result = run("n=1&N=128");
  REQUIRE(result);
  CHECK(result->open);
  CHECK(result->rank == 20);  // C(d + 2, 3)
  CHECK(result->full_distance > 0.1);
  CHECK(result->full_error < 1e-20);
  CHECK(has(described(*result, "n=1&N=128").title, "all answered rightly"));
}

TEST_CASE("the table has the numbers that the picture shows") {
  const auto result = run("d=3&H=1&noise=0.1&N=256");
  REQUIRE(result);
  const auto description = described(*result, "d=3&H=1&noise=0.1&N=256");
  CHECK(bench::cell(description, "Error, full fit") == plot::number(result->full_error));
  CHECK(bench::cell(description, "Error, fewest heads") == plot::number(result->fewest_error));
  CHECK(bench::cell(description, "Singular value 9 of W") == plot::number(result->sigma(8)));
  CHECK(bench::cell(description, "Singular value 3 of S(x)") == plot::number(result->slice_values(2)));
  CHECK(bench::cell(description, "Almost always enough at d = 8") == "22");
  CHECK(bench::cell(description, "Noise 0.3, model 2: full fit") == plot::number(result->sweep[12].full));
  CHECK(bench::cell(description, "Sum of their squares") ==
        bench::cell(description, "Sum of the squares of the entries of W"));
}

TEST_CASE("what is kept is the reader's number, within what there is, or else the fewest") {
  Result result;
  result.sigma = Vector::Ones(16);
  result.heads = 3;
  Values values(figure().parameters);
  CHECK(kept_heads(result, Setting(values), values) == 3);
  values.set("keep", 40);
  CHECK(kept_heads(result, Setting(values), values) == 16);
  values.set("keep", 5);
  CHECK(kept_heads(result, Setting(values), values) == 5);
}

TEST_CASE("previews show the count first and then growing curves") {
  Values values(figure().parameters);
  values.read_query("d=3&N=128");
  bench::Log log;
  log.previews = true;
  REQUIRE(bench::run(figure(), values, log));
  REQUIRE(log.shown.size() == 2 + 28);
  figures::View view(figure());
  REQUIRE(view.show(log.shown.front(), {}, true));
  CHECK(view.describe().title == "Counting the heads behind 128 answers");
  std::size_t rows = 0;
  for (const auto& preview : log.shown) {
    REQUIRE(view.show(preview, {}, true));
    CHECK(view.describe().table.rows.size() > rows);
    rows = view.describe().table.rows.size();
  }
}

TEST_CASE("many sequences of one token are not called too few data") {
  // As many as there are directions, and more.
  for (const char* query : {"d=4&n=1&N=20&noise=0.01&H=1&seed=401", "d=3&n=1&H=1&noise=0.1"}) {
    CAPTURE(query);
    const auto result = run(query);
    REQUIRE(result);
    CHECK(result->open);
    CHECK(described(*result, query).title == "Sequences of one token leave W open, however many there are");
  }
}
