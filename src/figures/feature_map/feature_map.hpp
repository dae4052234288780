// Figure "feature_map": from the tokens Z to the cubic features X and their folded vector H(Z), entry by entry; their
// weighted sum, term by term, beside attention itself; and how all of it grows with d. It begins with the sentence of
// the article, "cats eat fish".
//
// Letters: d token dimension, n tokens, Z d x n, G = Z Z^T d x d, z the last token, X d x d² with G_jk z_l in row j and
// column k d + l, H(Z) the psi = d²(d+1)/2 of them with j <= k, W d² x d² (rows a d + j), p d x psi.
// Source: arXiv 2410.10101, algorithm 1 and cor. 2.4.
#pragma once

#include "figures/check_data.hpp"
#include "figures/easing.hpp"
#include "figures/parameters.hpp"
#include "figures/three_words.hpp"
#include "plot/cells.hpp"

namespace figures::feature_map {

struct Result {
  // Views "sentence" and "map".
  Matrix Z;               // d x n
  Matrix G;               // d x d
  Matrix X;               // d x d²
  Vector H;               // psi
  Matrix W;               // d² x d²
  std::int64_t rank = 0;  // of G
  Matrix p;               // d x psi, W folded: the weights of the features
  Vector attended;        // the answer y of attention itself, from its definition: d
  Matrix by_head;         // what each head adds to it: d x heads
  Vector lifted;          // <W_a, X>, W_a the rows a d .. a d + d - 1 of W
  Matrix sums;            // d x (psi + 1), <p_a, H(Z)> after 0, 1, .. psi of its terms

  // View "growth".
  double counted_features = 0;  // psi, counted pair by pair

  int d() const { return static_cast<int>(Z.rows()); }
  int n() const { return static_cast<int>(Z.cols()); }
  double folded(Index a) const { return sums(a, H.size()); }
  // Features that can differ at all: with one token G_jk z_l = z_j z_k z_l, whatever the order.
  Index distinct_features() const { return n() == 1 ? d() * (d() + 1) * (d() + 2) / 6 : H.size(); }
  // The largest distance of the two other answers from attention's.
  double difference() const;

  void fields(auto& archive) { archive(Z, G, X, H, W, rank, p, attended, by_head, lifted, sums, counted_features); }
};

// Errors: none that a reader can cause.
Expected<Result> run(const Request& request, Reporter<Result>& reporter);
void draw(const Result& result, Drawing& drawing);
Description describe(const Result& result, const Context& context);
std::string say(const Result& result, std::string_view id, const Context& context);

// The sentence, or tokens and heads drawn at random.
inline bool is_sentence(const Values& values) { return values.choice("view") == "sentence"; }
// The reader's own numbers, each kind of tokens has its own: the parameter that holds them.
inline std::string_view list_of(const Values& values) { return is_sentence(values) ? "words" : "tokens"; }
struct Sizes {
  Index d = 2, n = 3, heads = 2;
};
Sizes sizes_of(const Values& values);
// The layer: of the sentence the head that counts edible animals, and plain attention; else the heads of the seed.
Expected<Model> model_of(const Values& values);
// See figures/check_data.hpp.
Expected<void> write_check(const Request& request, const Result& result, CheckData& file);

// --- The view "growth" ----------------------------------------------------------------------------------------------
// What a token dimension d costs.
struct Growth {
  double d = 0;
  double products = 0;    // d³, the entries of X
  double features = 0;    // psi
  double parameters = 0;  // d⁴, the entries of W for d outputs
  double gram_bytes = 0;  // 8 psi²
};

Growth growth_of(double d);

// "38 MB"; beyond the units that have names, "6.9·10²⁴ bytes".
std::string memory_text(double bytes);

void draw_growth(Drawing& drawing);

// --- The views "sentence" and "map"
// -------------------------------------------------------------------------------------------------
struct MapLayout {
  MatrixView Z, G, z, X;
  MatrixView H, p;           // one row each, cell under cell
  MatrixView sum;            // a column for each term of the sum, under its cells
  Rect outputs;              // which number of the answer the sum is, to be chosen
  Rect answer;               // what attention answers and what the sum comes to
  Size names = Size::small;  // the size of the sentence's words
  bool upright = false;      // top to bottom
};

// Left to right on a wide page, top to bottom on a phone. `named`: there is room for the names of the sentence.
MapLayout map_layout(const Canvas& canvas, const Rect& area, int d, int n, bool named);

// The film: four steps one after another, how much of each has been seen, 0 to 1.
inline constexpr int kStep = 100;  // of the parameter
inline constexpr std::array kSteps = {
    Phrase("Each token adds its outer product to G"), Phrase("Each entry of G times each number of z"),
    Phrase("Twins fold together: each product is kept once"), Phrase("Each product times its weight, added up")};
struct Film {
  float gram = 1;      // the tokens' outer products add up to G,
  float products = 1;  // G times z becomes X,
  float fold = 1;      // equal products of X fold together into H(Z),
  float sum = 1;       // and are weighed and added up
  // Steps that are complete, 0 to 4.
  int steps() const {
    return static_cast<int>(std::floor(gram) + std::floor(products) + std::floor(fold) + std::floor(sum));
  }
};
Film film_of(const Values& values);
// What is seen at this moment; in the end, what it comes to.
std::string map_title(const Result& result, const Values& settings, const Film& film);

// How far token t of n is on its way to G when `share` of the whole time has passed, 0 to 1; begins and ends gently.
float on_its_way(float share, Index t, Index n);
// How many have arrived.
int arrived(float share, Index n);

// Of `all` products or terms that go to their places one by one, the first slowest: which one's turn it is, how far it
// has come, 0 to 1, and how many are there. It is there from the middle of its turn.
struct Growing {
  int place = 0;
  float size = 0;
  int whole = 0;
};
Growing growing(float share, Index all);

// Whose entry; the order of the parameter's choices.
enum class Part : std::uint8_t { G, X, H };

// G_jk, or the product G_jk z_l in X or in H(Z), where j <= k. Indices from 0.
struct Entry {
  Part part = Part::X;
  int j = 0;
  int k = 0;
  int l = 0;

  // The same number, as G_kj: its other place in X.
  Entry twin() const { return {part, k, j, l}; }
  // "$G_{12} z_{3}$" and its value.
  std::string name() const;
  double value(const Result& result) const;
};

Entry chosen_entry(const Values& values, int d);
// The product whose turn it is, after the film's first step.
Entry entry_of(const Film& film, int d);

// The entry under the pointer, in whichever matrix; a press keeps it chosen.
std::optional<Entry> pointed_entry(Drawing& drawing, const MapLayout& layout, int d);

// Where an entry stands in X, and in H(Z); of an entry of G, the run of its products.
CellRange range_in_X(const Entry& entry, int d);
CellRange range_in_H(const Entry& entry, int d);
Entry entry_in_H(int column, int d);

// "$G_{12} z_{3}$ = −1.49 × 1.2 = −1.788"
std::string product_words(const Result& result, const Entry& entry);

// The reader's tokens as they are now, which the result may not have caught up with; and dragging them.
Matrix tokens_now(const Result& result, const Drawing& drawing);
void edit_tokens(const Result& result, Drawing& drawing, const MatrixView& view);

// What an entry is made of.
std::string gram_words(const Result& result, const Entry& entry);

// The tokens that are on their way to G at this moment of the film.
void draw_tokens(const Result& result, Canvas& canvas, const MapLayout& layout, const Film& film);
// The stair of the terms up to what attention answers, both numbers at its end, and the choice of another output.
// `traced`: columns of the stair that are pointed out, once they are there.
void draw_sum(const Result& result, Drawing& drawing, const MapLayout& layout, const Film& film, int output,
              const std::optional<CellRange>& traced);

// "−0.42"; what rounding leaves of a zero is a zero.
std::string said(double value);

// The colours of Z reach to the next whole number, so that they stand still while a number is dragged.
double token_limit(const Matrix& Z);
double largest(const Matrix& matrix);

}  // namespace figures::feature_map
