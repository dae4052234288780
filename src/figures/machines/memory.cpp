// The memory of figure "machines": what the learned layer recalls, its tokens, to drag, and the answers.

#include "figures/machines/machines.hpp"
#include "plot/cells.hpp"
#include "plot/panel.hpp"

namespace figures::machines {
namespace {

// --- What it recalls ------------------------------------------------------------------------------------------------

std::string how_recalled(const Recall& recall) {
  if (recall.truth.cwiseAbs().maxCoeff() == 0) {
    const double learned = recall.learned.cwiseAbs().maxCoeff();
    const std::string meets = recall.meets_nothing() ? std::string(tr("The question meets no key.")) : "";
    const std::string answer =
        learned == 0 ? tr("The true answer is 0, and so is the learned one.")
                     : tr("The true answer is 0, the learned one is off by %1 at most.", number(learned, 2));
    return passage({meets, answer});
  }
  const std::string error = number(recall.error, 2);
  const std::string rho = number(recall.rho, 2);
  if (!recall.is_exact())
    return tr(
        "Recalled wrongly, by up to %1: the part of the question outside what the examples span is ρ = %2 of its "
        "length.",
        error, rho);
  if (recall.rho == 0) return tr("Recalled to %1. ρ = 0, so no layer that fits the examples answers otherwise.", error);
  return tr(
      "Recalled to %1, though ρ = %2: another model that fits the examples might err here, the smallest does not.",
      error, rho);
}

// What else than the stored value is in the true answer.
std::string beside(const Recall& recall) {
  std::string others;
  if (recall.crosstalk > kExactRecall) {
    others = tr("The keys are not orthonormal, so others than the one asked for answer too, by up to %1.",
                number(recall.crosstalk, 2));
  }
  std::string own;
  if (recall.asked >= 0 && std::abs(recall.own() - 1) > kExactRecall && !recall.stored.isZero(0)) {
    own = tr("The key asked for is not of length 1: its stored value counts ‖k‖² = %1 times in the true answer.",
             number(recall.own(), 7));
  }
  std::string self;
  if (const double largest = recall.self.cwiseAbs().maxCoeff(); largest > 0) {
    self = tr(
        "The token that asks is among those looked up: it adds ‖q‖²ζ, up to %1, which the paper's eq. 14 leaves out.",
        number(largest, 2));
  }
  return passage({others, own, self});
}

// --- Tokens ---------------------------------------------------------------------------------------------------------

constexpr double kColourLimit = 1.5;

// In em.
constexpr float kTokenNames = 3.6F;
constexpr float kLargest = 4.2F;
constexpr float kVerdict = 4;
constexpr float kSentence = 3;  // under it, where there is room

constexpr float kAside = 1.25F * kGrid;  // pixels between two answers

float header_height(const Canvas& canvas) { return 1.8F * canvas.em; }

void edit_entries(Drawing& drawing, const Recall& recall, const MatrixView& view) {
  Canvas& canvas = drawing.canvas;
  constexpr float kPixelsToOne = 48;
  constexpr double kGrain = 0.01;  // what dragged entries are multiples of
  const auto entry = drag_entry(canvas, "machines.memory", view, data_of(recall.Z), kPixelsToOne);
  if (!entry) return;
  tooltip(canvas, {entry->cell.right(), entry->cell.y},
          tr("$Z_{%1,%2}$ = %3\ndrag sideways to change it", std::to_string(entry->row + 1),
             std::to_string(entry->column + 1), number(recall.Z(entry->row, entry->column), 4)));
  if (!entry->value) return;
  Matrix Z = recall.Z;
  Z(entry->row, entry->column) = std::round(*entry->value / kGrain) * kGrain;
  drawing.values.set_list("memory", {Z.data(), Z.data() + Z.size()});  // token after token
  if (entry->column == view.columns - 1 && entry->row < view.rows / 2) drawing.values.set("ask", 0);
}

void draw_headers(Drawing& drawing, const Recall& recall, const MatrixView& view, const Rect& header) {
  Canvas& canvas = drawing.canvas;
  const int keys = view.columns - 1;
  const Rect row{view.cells.x, header.y, view.cell(0, keys).x - view.cells.x, header.h - 4};
  // One region for all: on touch those of narrow columns would cover one another.
  const Region region = plot::region(canvas, "machines.keys", row);
  const float share = (canvas.pointer.at.x - row.x) / row.w;
  const int under = std::clamp(static_cast<int>(share * static_cast<float>(keys)), 0, keys - 1);
  for (int key = 0; key < keys; ++key) {
    const Rect box = row.column(key, keys, 1);
    const bool hovered = region.hovered && key == under;
    if (recall.asked == key) fill(canvas, box, tint(Ink::query, 0.2F, canvas.dark), {4});
    if (hovered || recall.asked == key)
      outline(canvas, box, canvas.colour(hovered ? Ink::accent : Ink::query), 1.5F, {4});
    text(canvas, box, "$k_{" + std::to_string(key + 1) + "}$", centred());
  }
  if (region.hovered) tooltip(canvas, {row.right(), row.y}, tr("Press to ask for key %1.", std::to_string(under + 1)));
  if (region.clicked) drawing.values.set("ask", under + 1);
  const Rect last = view.cell(0, view.columns - 1);
  const std::string_view asks = tr("asks");
  const bool fits = text_width(canvas, asks, {.size = Size::small}) <= last.w;
  text(canvas, Rect{last.x, header.y, last.w, header.h - 4}, fits ? asks : "$z$", centred(Ink::query, Size::small));
}

void draw_tokens(Drawing& drawing, const Recall& recall, const Rect& box, Rect header) {
  Canvas& canvas = drawing.canvas;
  const MatrixData data = data_of(recall.Z);
  const int m = data.rows / 2;
  const auto view = matrix(canvas, box, data, {.symbol = "Z", .limit = kColourLimit, .block_rows = m, .name = false});
  cell_numbers(canvas, view, data);
  mark_cells(canvas, view, {0, data.columns - 1, data.rows, 1}, {.ink = Ink::query});
  draw_headers(drawing, recall, view, header);
  const float half = view.cells.h / 2;
  const float left = box.x - kTokenNames * canvas.em;
  text(canvas, Rect{left, view.cells.y, kTokenNames * canvas.em, half}, tr("keys"), kSmall);
  text(canvas, Rect{left, view.cells.y + half, kTokenNames * canvas.em, half}, tr("values"), kSmall);
  edit_entries(drawing, recall, view);
}

// Numbers in a box of their shape, upright or level.
MatrixView draw_vector(Canvas& canvas, const Rect& box, const Vector& vector, bool upright) {
  const auto size = static_cast<int>(vector.size());
  const MatrixData data{.values = span_of(vector), .rows = upright ? size : 1, .columns = upright ? 1 : size};
  const auto view = matrix(canvas, box, data, {.limit = kColourLimit, .name = false});
  cell_numbers(canvas, view, data);
  return view;
}

// --- The answers ----------------------------------------------------------------------------------------------------

// What is compared: what is stored, what is true, what was learned.
struct Answer {
  std::string_view name;
  const Vector& numbers;
  Ink ink;
};

std::array<Answer, 3> answers_of(const Recall& recall) {
  return {{{tr("stored"), recall.stored, Ink::ink},
           {tr("true"), recall.truth, Ink::truth},
           {tr("learned"), recall.learned, recall.is_exact() ? Ink::W : Ink::error}}};
}

void draw_answer(Canvas& canvas, const Answer& answer, const Rect& box) {
  if (answer.numbers.size() == 0) {
    text(canvas, box, tr("none"), centred(Ink::quiet, Size::small));
    return;
  }
  const auto view = draw_vector(canvas, box, answer.numbers, true);
  mark_cells(canvas, view, {0, 0, view.rows, view.columns}, {.ink = answer.ink, .dashed = answer.ink == Ink::truth});
}

// None narrower than its name.
float answer_width(const Canvas& canvas, const Answer& answer, float entry) {
  return std::max(entry, text_width(canvas, answer.name, {.size = Size::small}));
}

// As columns beside the values.
void draw_answers(Canvas& canvas, const Recall& recall, float x, const Rect& values, float entry) {
  for (const Answer& answer : answers_of(recall)) {
    const float width = answer_width(canvas, answer, entry), middle = x + width / 2;
    text(canvas, Point{middle, values.y - 8}, answer.name,
         {.ink = answer.ink, .size = Size::small, .along = Along::centre, .upright = Upright::bottom});
    draw_answer(canvas, answer, {middle - entry / 2, values.y, entry + 1, values.h + 1});
    x += width + kAside;
  }
}

// Square entries, as large as there is room for beside the answers and over the verdict.
float entry_size(const Canvas& canvas, const Rect& box, const Recall& recall, int m) {
  float beside = 2 * kGrid;
  for (const Answer& answer : answers_of(recall)) beside += answer_width(canvas, answer, 0) + kAside;
  const float width = (box.w - kTokenNames * canvas.em - beside) / static_cast<float>(m + 1);
  const float verdict = canvas.narrow() ? kVerdict : kVerdict + kSentence;
  const float height = (box.h - header_height(canvas) - verdict * canvas.em) / static_cast<float>(2 * m + 1);
  return std::clamp(std::min(width, height), 16.F, kLargest * canvas.em);
}

}  // namespace

Recall recall_memory(const Result& result, const Values& values) {
  Recall recall;
  recall.point = point_at(result, values.number("N"));
  recall.Z = result.Z;
  const auto edited = values.list("memory");
  recall.edited = std::ssize(edited) == result.Z.size();
  recall.misfit = !edited.empty() && !recall.edited;
  if (recall.edited) std::ranges::copy(edited, recall.Z.data());
  const Index m = recall.Z.cols() - 1;
  recall.asked = std::min(values.integer("ask"), static_cast<int>(m)) - 1;
  if (recall.asked >= 0) recall.Z.col(m).head(m) = recall.Z.col(recall.asked).head(m);

  const Vector h = memory_features(recall.Z);
  const Index rank = result.points[recall.point].rank;
  const auto basis = result.basis.leftCols(rank);
  const Vector along = basis.transpose().lazyProduct(h);
  recall.learned = result.directions.leftCols(rank).lazyProduct(along);
  recall.length = h.norm();
  if (recall.length > 0) recall.rho = cleaned_rho((h - basis.lazyProduct(along)).norm() / recall.length);

  const auto stored = recall.Z.bottomRows(m);
  recall.meets = recall.Z.topRows(m).transpose().lazyProduct(recall.Z.col(m).head(m));
  recall.truth = stored.lazyProduct(recall.meets);
  recall.self = stored.col(m) * recall.meets(m);
  recall.error = (recall.learned - recall.truth).cwiseAbs().maxCoeff();
  if (recall.asked < 0) return recall;
  recall.stored = stored.col(recall.asked);
  const Vector own = recall.stored * recall.own();
  recall.crosstalk = (recall.truth - recall.self - own).cwiseAbs().maxCoeff();
  return recall;
}

std::string recall_sentence(const Recall& recall) {
  const std::string_view misfit =
      recall.misfit ? tr("The edited memory was of another size; a new one stands in for it.") : Localized("");
  return passage({misfit, how_recalled(recall), beside(recall)});
}

void draw_memory(const Result& result, Drawing& drawing, Rect box) {
  Canvas& canvas = drawing.canvas;
  const Recall recall = recall_memory(result, drawing.values);
  const std::string from = teachers(result, drawing.settings, result.points[recall.point]);
  heading(canvas, box, tr("Your memory"),
          canvas.narrow() ? std::string(tr("Drag an entry sideways; press a key to ask."))
                          : tr("Learned from %1. Drag an entry sideways; press a key to ask.", from));
  const auto m = static_cast<int>(result.Z.cols()) - 1;
  const float entry = entry_size(canvas, box, recall, m);
  const Rect header = box.take_top(header_height(canvas), 0);
  const float rows = entry * static_cast<float>(2 * m);
  Rect top = box.take_top(rows, 1.5F * kGrid);
  top.take_left(kTokenNames * canvas.em, 0);
  const Rect tokens = top.take_left(entry * static_cast<float>(m + 1) + 1, 2 * kGrid);
  draw_tokens(drawing, recall, tokens, header);
  // How much each token has to say: the products of its key with the one that asks.
  const Rect meets = box.take_top(entry, 1.5F * kGrid);
  const Rect cells = draw_vector(canvas, {tokens.x, meets.y, tokens.w, meets.h}, recall.meets, false).cells;
  text(canvas, Rect{tokens.x - kTokenNames * canvas.em, cells.y, kTokenNames * canvas.em, cells.h}, "$⟨k, q⟩$", kSmall);
  draw_answers(canvas, recall, top.x, {top.x, top.y + rows / 2, top.w, rows / 2}, entry);
  const std::string error = number(recall.error, 2);
  headline_number(canvas, box, recall.is_exact() ? tr("Recalled, error %1", error) : tr("Wrong: error %1", error),
                  canvas.narrow() ? std::string() : recall_sentence(recall));
}

}  // namespace figures::machines
