#include "learner/sequence.hpp"

#include <doctest/doctest.h>

#include <limits>

using namespace learner;

namespace {

Sequence ones(Index d, Index n, Index d_out, Index T) { return {Matrix::Ones(d, n), Matrix::Ones(d_out, T)}; }

bool says(const Error& error, std::string_view words) { return error.text().find(words) != std::string::npos; }

}  // namespace

TEST_CASE("a data set takes its shape from the first sequence and may mix lengths") {
  const auto data = make_dataset({ones(3, 4, 2, 1), ones(3, 9, 2, 1)}, Targets::last);
  REQUIRE(data.has_value());
  CHECK(data->shape == Shape{3, 2, Targets::last});
  CHECK(make_dataset({ones(3, 4, 2, 4), ones(3, 1, 2, 1)}, Targets::causal).has_value());
}

TEST_CASE("every flaw of a data set is named with its cure") {
  const auto text = [](std::vector<Sequence> sequences, Targets targets = Targets::last) {
    const auto data = make_dataset(std::move(sequences), targets);
    REQUIRE(!data.has_value());
    return data.error();
  };
  CHECK(says(text({}), "give at least one sequence"));
  CHECK(says(text({ones(40, 2, 1, 1)}), "keep between 1 and 16"));
  CHECK(says(text({ones(0, 2, 1, 1)}), "keep between 1 and 16"));
  CHECK(says(text({ones(2, 2, 0, 1)}), "give each target at least one number"));
  CHECK(says(text({ones(2, 0, 1, 1)}), "give it at least one token"));
  CHECK(says(text({ones(2, 3, 1, 1), ones(3, 3, 1, 1)}), "Sequence 2: its tokens have 3 coordinates"));
  CHECK(says(text({ones(2, 3, 1, 1), ones(2, 3, 2, 1)}), "give one column for each target"));
  CHECK(says(text({ones(2, 3, 1, 1)}, Targets::all), "1 x 3 belong to 3 tokens in mode 'all'"));
  CHECK(says(text({ones(2, 3, 1, 2)}), "1 x 1 belong to 3 tokens in mode 'last'"));
}

TEST_CASE("a number that is not finite is refused, wherever it stands") {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Sequence in_tokens = ones(2, 3, 1, 1);
    in_tokens.Z(1, 2) = bad;
    Sequence in_targets = ones(2, 3, 1, 1);
    in_targets.Y(0, 0) = bad;
    for (const Sequence& sequence : {in_tokens, in_targets}) {
      const auto valid = validate(Shape{2, 1, Targets::last}, sequence);
      REQUIRE(!valid.has_value());
      CHECK(says(valid.error(), "replace or remove it"));
    }
  }
}
