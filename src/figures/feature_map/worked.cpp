// The chosen entry of figure "feature_map", worked out cell by cell.
#include <algorithm>
#include <cmath>

#include "figures/feature_map/picture.hpp"
#include "plot/number.hpp"
#include "plot/words.hpp"

namespace figures::feature_map {
namespace {

constexpr float kLeastCell = 27;
constexpr float kMostCell = 44;

// Widths beside the cells, in em.
constexpr float kName = 5.6F;
constexpr float kSum = 3.4F;
constexpr float kSign = 1.7F;

class Worked {
 public:
  // Small pictures have no hover of their own: their rows and columns are not those of Z.
  Worked(const Result& result, Canvas& canvas, const Rect& box, const Entry& entry)
      : result_(result), canvas_(canvas), box_(box), entry_(entry) {
    canvas_.still = true;
    canvas_.pointed_symbol.clear();
    const float fixed = (kName + kSum + 2 * kSign) * canvas.em;
    cell_ = std::min(std::floor((box.w - fixed) / static_cast<float>(result.n + 3)), kMostCell);
  }

  float height() const { return 3 * cell_ + 2 * kGap + 1.4F * line_height(canvas_, Size::small); }
  bool fits() const { return cell_ >= kLeastCell && height() + line_height(canvas_, Size::small) <= box_.h; }

  void draw() {
    const Matrix first = result_.Z.row(entry_.j);
    const Matrix second = result_.Z.row(entry_.k);
    const Matrix products = first.cwiseProduct(second);
    const double tokens = token_limit(result_.Z);
    const double grams = std::max(result_.G.cwiseAbs().maxCoeff(), 1e-300);
    row(0, tr("row %1 of $Z$", whole(entry_.j + 1)), first, "Z", tokens);
    const std::string other = whole(entry_.k + 1);
    row(1, entry_.j == entry_.k ? tr("row %1 again", other) : tr("row %1 of $Z$", other), second, "Z", tokens);
    row(2, tr("products"), products, "", grams);
    float x = box_.x + kName * canvas_.em + cell_ * static_cast<float>(result_.n);
    x = sign(x, kSum, tr("sum"));
    x = number(x, result_.G(entry_.j, entry_.k), "G", entry_name({Part::G, entry_.j, entry_.k, 0}), grams);
    if (entry_.part == Part::G) return;
    x = sign(x, kSign, "×");
    x = number(x, result_.Z(entry_.l, result_.n - 1), "z", "$z_{" + whole(entry_.l + 1) + "}$", tokens);
    x = sign(x, kSign, "=");
    number(x, entry_value(result_, entry_), "", "", std::max(result_.X.cwiseAbs().maxCoeff(), 1e-300));
  }

 private:
  static constexpr float kGap = 3;

  float top(int line) const { return box_.y + static_cast<float>(line) * (cell_ + kGap); }

  void cells(const Rect& place, const Matrix& values, std::string_view symbol, double limit, int places) {
    const auto view = matrix(canvas_, place, data_of(values), {.symbol = symbol, .limit = limit, .name = false});
    cell_numbers(canvas_, view, data_of(values), {.places = places});
  }

  void row(int line, const std::string& name, const Matrix& values, std::string_view symbol, double limit) {
    const Rect words{box_.x, top(line), kName * canvas_.em, cell_};
    text(canvas_, words, name, {.ink = Ink::quiet, .size = Size::small, .upright = Upright::middle});
    cells({words.right(), words.y, cell_ * static_cast<float>(values.cols()), cell_}, values, symbol, limit, 2);
  }

  // What is done, in the line of the products; returns where it ends.
  float sign(float x, float width, std::string_view words) {
    const Rect place{x, top(2), width * canvas_.em, cell_};
    text(canvas_, place, words, {.ink = Ink::quiet, .along = Along::centre, .upright = Upright::middle});
    return place.right();
  }

  // One cell with its name over it.
  float number(float x, double value, std::string_view symbol, const std::string& name, double limit) {
    cells({x, top(2), cell_, cell_}, Matrix::Constant(1, 1, value), symbol, limit, 3);
    text(canvas_, Point{x + cell_ / 2, top(2) - line_height(canvas_, Size::small) - 2}, name,
         {.size = Size::small, .along = Along::centre});
    return x + cell_;
  }

  const Result& result_;
  Canvas canvas_;
  const Rect& box_;
  Entry entry_;
  float cell_ = 0;
};

}  // namespace

double token_limit(const Matrix& Z) { return std::max(1.0, std::ceil(Z.cwiseAbs().maxCoeff())); }

bool draw_worked_entry(const Result& result, Canvas& canvas, Rect& box, const Entry& entry) {
  Worked worked(result, canvas, box, entry);
  if (!worked.fits()) return false;
  worked.draw();
  box.take_top(worked.height(), 0);
  return true;
}

}  // namespace figures::feature_map
