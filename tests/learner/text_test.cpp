#include "learner/text.hpp"

#include <doctest/doctest.h>

#include <cstdio>

#include "learner/features.hpp"
#include "learner/solve.hpp"

using namespace learner;

namespace {

using Words = std::vector<std::string>;

bool says(const Error& error, std::string_view words) { return error.text().find(words) != std::string::npos; }

Words words(std::string_view text) { return tokenise(text, TokenKind::words).value(); }
Words characters(std::string_view text) { return tokenise(text, TokenKind::characters).value(); }

std::string repeat(std::string_view piece, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += piece;
  return text;
}

Moments moments_of(const TextTask& task) {
  Moments moments(task.shape());
  REQUIRE(moments.add(task.block(Split::train, 0, task.window_count(Split::train))).has_value());
  return moments;
}

}  // namespace

TEST_CASE("numbers are spread evenly from the first on, also where a product has more than 32 bits") {
  CHECK(spread(0, 3, 10) == 0);
  CHECK(spread(1, 3, 10) == 3);
  CHECK(spread(2, 3, 10) == 6);
  CHECK(spread(65'535, 65'536, 20'000'000) == 19'999'694);
}

TEST_CASE("characters are code points, and white space counts") {
  CHECK(characters("aé 語😀\n") == Words{"a", "é", " ", "語", "😀", "\n"});
  CHECK(characters("\xef\xbb\xbfok") == Words{"o", "k"});
}

TEST_CASE("words are lower-cased runs of letters, digits and apostrophes; punctuation stands alone") {
  CHECK(words("Don't stop: 3 times!") == Words{"don't", "stop", ":", "3", "times", "!"});
  CHECK(words("  «Été» — ΩΜΈΓΑ, Привет Ђ… ") ==
        Words{"«", "été", "»", "—", "ωμΈγα", ",", "привет", "ђ", "…"});  // accented Greek capitals stay as they are
  CHECK(words("a\u00a0b\u200bc\tD\r\nE") == Words{"a", "b", "c", "d", "e"});
  CHECK(words("l\u2019eau x×y") == Words{"l\u2019eau", "x", "×", "y"});
  CHECK(words("...") == Words{".", ".", "."});
}

TEST_CASE("what is not text is refused with a cure") {
  const auto error = [](std::string_view text) {
    const auto tokens = tokenise(text, TokenKind::words);
    REQUIRE(!tokens.has_value());
    return tokens.error();
  };
  CHECK(says(error(""), "paste or drop a few paragraphs"));
  CHECK(says(error(" \n\t\u00a0"), "paste or drop a few paragraphs"));
  CHECK(says(error("\xef\xbb\xbf"), "paste or drop a few paragraphs"));
  CHECK(says(error(std::string_view("PK\x03\x04\0\0", 6)), "save it as plain UTF-8 text first"));
  CHECK(says(error(std::string(kMaxTextBytes + 1, 'a')), "give at most 5000000"));
}

TEST_CASE("bytes that are not UTF-8 are found and their place is named") {
  for (const std::string_view bad : {"\xff", "\x80", "\xc3", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80",
                                     "\xf4\x90\x80\x80", "\xf0\x9f\x98", "\xe8\xaa("}) {
    const auto tokens = tokenise("ok " + std::string(bad), TokenKind::characters);
    REQUIRE(!tokens.has_value());
    CHECK(says(tokens.error(), "not UTF-8 from byte 4 on: save it as UTF-8 text"));
  }
  CHECK(characters("\x7f\u07ff\uffff\U0010ffff").size() == 4);  // the edges of what is allowed
}

TEST_CASE("the vocabulary holds the most frequent tokens of the training part, the rest is other") {
  // 100 tokens; the last 20 are held out and full of z, which the training part never shows.
  const std::string text = repeat("aaab", 19) + "bcde" + repeat("az", 10);
  const auto task = TextTask::create(text, {.vocabulary = 4, .d = 4, .n = 2});
  REQUIRE(task.has_value());
  CHECK(task->vocabulary().tokens == Words{"<other>", "a", "b", "c"});
  CHECK(task->vocabulary().counts == std::vector<Index>{2, 57, 20, 1});
  CHECK(task->token_count() == 100);
  CHECK(task->target_ids(Split::test, 0).front() == 1);  // a z [a]
  CHECK(task->target_ids(Split::test, 1).front() == 0);  // z a [z]
}

TEST_CASE("windows move along the text, and none crosses the cut between training and held out") {
  const std::string text = repeat("abcdefghij", 10);
  for (const Targets targets : {Targets::last, Targets::causal}) {
    const auto task = *TextTask::create(text, {.d = 5, .n = 3, .targets = targets});
    CHECK(task.window_count(Split::train) == 80 - 3);
    CHECK(task.window_count(Split::test) == 20 - 3);
    CHECK(TextTask::create(text, {.d = 5, .n = 3, .targets = targets, .stride = 4})->window_count(Split::train) == 20);
    for (const Split split : {Split::train, Split::test}) {
      for (Index i = 0; i < task.window_count(split); ++i) {
        const auto [Z, Y] = task.sequence(split, i);
        const auto ids = task.target_ids(split, i);
        REQUIRE(Y.cols() == target_count(targets, 3));
        CHECK(Y.rightCols(1) == task.embeddings().col(static_cast<Index>(ids.back())));
        const auto letter = static_cast<char>('a' + (i + 3) % 10);  // both parts start with a
        CHECK(task.vocabulary().tokens[ids.back()] == std::string(1, letter));
        if (targets == Targets::causal) CHECK(Z.rightCols(2) == Y.leftCols(2));
      }
    }
  }
}

TEST_CASE("embeddings have length about 1 and depend on the seed only") {
  const std::string text = repeat("the quick brown fox jumps over the lazy dog. ", 20);
  const auto task = *TextTask::create(text, {.d = 16, .n = 4});
  CHECK((task.embeddings().colwise().norm().array() - 1.0).abs().maxCoeff() < 1e-15);
  CHECK(TextTask::create(text, {.d = 16, .n = 8})->embeddings() == task.embeddings());
  CHECK(TextTask::create(text, {.d = 16, .n = 4, .seed = 2})->embeddings() != task.embeddings());
}

TEST_CASE("options and texts that cannot work are refused with a cure") {
  const auto error = [](std::string_view text, const TextOptions& options) {
    const auto task = TextTask::create(text, options);
    REQUIRE(!task.has_value());
    return task.error();
  };
  const std::string text = repeat("ab ", 100);
  CHECK(says(error("word", {.kind = TokenKind::words}), "at least two different ones"));
  CHECK(says(error("two words", {.kind = TokenKind::words}), "give at least 45"));
  CHECK(says(error(repeat("no ", 100), {.kind = TokenKind::words}), "at least two different ones"));
  CHECK(says(error("", {}), "paste or drop"));
  CHECK(says(error(text, {.targets = Targets::all}), "choose 'last' or 'causal'"));
  CHECK(says(error(text, {.vocabulary = 1}), "between 2 and 65536"));
  CHECK(says(error(text, {.d = 17}), "keep between 1 and 16"));
  CHECK(says(error(text, {.n = 0}), "between 1 and 4096"));
  CHECK(says(error(text, {.stride = 0}), "1 token or more"));
}

TEST_CASE("a periodic text whose windows differ as sets is learned exactly; answering 0 is worse than the mean") {
  const auto task = *TextTask::create(repeat("aabb", 100), {.d = 4, .n = 3});
  const auto solution = solve_minimum_norm(moments_of(task));
  REQUIRE(solution.has_value());
  const NextTokenReport learned = evaluate_next_token(task, solution->p);
  CHECK(learned.rows == task.window_count(Split::test));
  CHECK(learned.relative_error < 1e-20);
  CHECK(learned.accuracy == 1.0);
  CHECK(learned.trivial_accuracy == doctest::Approx(0.5).epsilon(0.05));

  const NextTokenReport nothing = evaluate_next_token(task, Matrix::Zero(4, feature_count(4)));
  CHECK(nothing.trivial_error == learned.trivial_error);
  CHECK(nothing.relative_error > 1.0);
}

TEST_CASE("windows that differ only in the order of the tokens before the last get one answer") {
  const auto task = *TextTask::create(repeat("abcacb", 100), {.d = 4, .n = 4});  // abca is followed by c, acba by b
  CHECK(evaluate_next_token(task, solve_minimum_norm(moments_of(task))->p).accuracy < 0.9);
}

TEST_CASE("a target outside the vocabulary is never counted as right") {
  const std::string text = repeat("ab", 40) + repeat("z", 20);
  const auto task = *TextTask::create(text, {.d = 3, .n = 2});
  const NextTokenReport report = evaluate_next_token(task, solve_minimum_norm(moments_of(task))->p);
  CHECK(report.accuracy == 0.0);
  CHECK(report.trivial_accuracy == 0.0);
}

TEST_CASE("English is better predicted by attention than by its mean") {
  const std::string_view sentence =
      "it was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness, "
      "it was the epoch of belief, it was the epoch of incredulity, it was the season of light, it was the season of "
      "darkness, it was the spring of hope, it was the winter of despair, we had everything before us, we had nothing "
      "before us, we were all going direct to heaven, we were all going direct the other way. ";
  const auto task = *TextTask::create(repeat(sentence, 4), {.d = 8, .n = 6});
  const auto solution = solve_ridge(moments_of(task), {.lambda = 1e-3});
  REQUIRE(solution.has_value());
  const NextTokenReport report = evaluate_next_token(task, solution->p);
  std::printf("  text: relative error %.3f, accuracy %.3f against %.3f\n", report.relative_error, report.accuracy,
              report.trivial_accuracy);
  CHECK(report.relative_error < 1.0);
  CHECK(report.accuracy > report.trivial_accuracy);
}

TEST_CASE("with a constant every token ends in 1, targets leave it out, and the mean token can be answered exactly") {
  const std::string text = repeat("the cat sat on the mat. ", 40);
  const auto task = *TextTask::create(text, {.d = 5, .constant = true, .n = 3});
  const Sequence sequence = task.sequence(Split::train, 2);
  CHECK(sequence.Z.rows() == 5);
  CHECK(sequence.Z.row(4) == Matrix::Ones(1, 3));
  CHECK(sequence.Y.rows() == 4);
  CHECK(task.shape().d_out == 4);
  // The bias stands in the coefficients of G_jk z_l with j = k = l = d: there G_jk z_l = n.
  Matrix p = Matrix::Zero(4, feature_count(5));
  p.col(folded_index(4, 4, 4, 5)) = task.mean_embedding() / 3;
  const NextTokenReport report = evaluate_next_token(task, p);
  CHECK(report.relative_error == doctest::Approx(1.0).epsilon(1e-14));
  CHECK_FALSE(TextTask::create(text, {.d = 1, .constant = true}));
}
