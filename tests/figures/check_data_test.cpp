// What a figure's job "check" writes for a reader's own program.
#include "figures/check_data.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using figures::CheckData;
using figures::Matrix;
using figures::Vector;

std::string text_of(CheckData& file) {
  const auto bytes = file.take();
  REQUIRE(bytes);
  return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
}

}  // namespace

TEST_CASE("numbers in their fewest digits, vectors as lists, matrices as lists of rows, words as words") {
  Matrix matrix(2, 3);
  matrix << 1, 2, 3, 4, 5, 6.5;
  CheckData file;
  file.given("Z", std::vector<Matrix>{matrix, matrix.leftCols(1)})
      .given("targets", "a\"b")
      .given("noisy", true)
      .given("G", matrix * 2)
      .given("nothing", Matrix(0, 3));
  file.found("rank", 3)
      .found("tenth", 0.1)
      .found("third", 1.0 / 3)
      .found("large", 1e22)
      .found("infinite", 1.0 / 0.0)
      .found("sigma", Vector{{1, -0.5}})
      .found("list", std::vector<double>{2, 3});
  CHECK(text_of(file) ==
        R"({"given":{"Z":[[[1,2,3],[4,5,6.5]],[[1],[4]]],"targets":"a\"b","noisy":true,"G":[[2,4,6],[8,10,13]],)"
        R"("nothing":[]},"found":{"rank":3,"tenth":0.1,"third":0.3333333333333333,"large":1e+22,"infinite":null,)"
        R"("sigma":[1,-0.5],"list":[2,3]}})");
}

TEST_CASE("data too large for a notebook are refused with a sentence") {
  CheckData file;
  file.given("Z", Matrix::Constant(1000, 1100, 1.0 / 3));
  const auto bytes = file.take();
  REQUIRE_FALSE(bytes);
  CHECK(bytes.error().text().find("too large for a notebook") != std::string::npos);
}
