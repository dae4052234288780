// What the walk reads: numbers as they are printed, and the patterns of its rules.
#include "figures/walk/printed.hpp"

#include <doctest/doctest.h>

#include "figures/walk/general.hpp"
#include "figures/walk/pattern.hpp"
#include "learner/random.hpp"
#include "plot/number.hpp"

namespace walk {

TEST_CASE("every number is read back as it was printed") {
  learner::Random random(3);
  for (int k = 0; k < 2000; ++k) {
    const double value = (random.uniform() - 0.5) * std::pow(10, 40 * random.uniform() - 30);
    for (const int digits : {2, 3, 4}) {
      const std::string text = plot::number(value, digits);
      CAPTURE(text);
      const Printed read = printed(text);
      CHECK(same(read, exact(value)));
      CHECK(numbers_in("loss " + text + ", of all.") == std::vector<std::string>{text});
    }
  }
  CHECK(printed("4,096").value == 4096);
  CHECK(printed("4,096").half == 0);
  CHECK(printed("0.50").half == doctest::Approx(0.005));
  CHECK(printed("2.3·10⁻²⁷").value == doctest::Approx(2.3e-27));
  CHECK(printed("10⁻⁶").value == doctest::Approx(1e-6));
  CHECK(printed("−1,000.5").value == -1000.5);
}

TEST_CASE("numbers are found in words, and digits of names are none") {
  using Found = std::vector<std::string>;
  CHECK(numbers_in("from (0.30, −1.10) to 2,048; W1 and x_2 and d⁴") == Found{"0.30", "−1.10", "2,048"});
  CHECK(numbers_in("1, 2, 3,000. 12 %") == Found{"1", "2", "3,000", "12"});
  CHECK(numbers_in("Learned 56 %; 44 % is left") == Found{"56", "44"});
  CHECK(without_numbers("At 1, 1 of 2·10⁻⁵") == "At #, # of #");
}

TEST_CASE("numbers are compared as far as they are printed") {
  CHECK(same(printed("0.33"), printed("0.333")));
  CHECK(!same(printed("0.34"), printed("0.333")));
  CHECK(!same(printed("3"), printed("2")));
  CHECK(same(printed("1"), printed("1.04")));
  CHECK(below(printed("0.3"), printed("0.3")));
  CHECK(!below(printed("3"), printed("3")));
  CHECK(!below(Printed(), printed("3")));
  CHECK(same(over(printed("1.0"), printed("3.0")), printed("0.333")));
}

TEST_CASE("a pattern fits whole sentences and says what stands in its places") {
  const Pattern pattern("From # run{|s} (of ~) @ %[, or less].");
  REQUIRE(pattern.fit("From 1 run (of two) 3.5 %, or less."));
  CHECK(*pattern.fit("From 12 runs (of all heads) 10⁻⁶ %.") == std::vector<std::string>{"12", "all heads", "10⁻⁶"});
  CHECK(!pattern.fit("From 12 runs (of all) 3 %"));
  CHECK(pattern.is_given(0));
  CHECK(!pattern.is_given(2));
  CHECK(sentences_of("At 0.5. So it is. λ = 3.") == std::vector<std::string>{"At 0.5.", "So it is.", "λ = 3."});
  CHECK(sentences_of("The bound (eq. 22) holds.") == std::vector<std::string>{"The bound (eq. 22) holds."});
}

}  // namespace walk
