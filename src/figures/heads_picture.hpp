// What the figures on heads draw and call alike: a spectrum, the maps of heads side by side, and products.
#pragma once

#include "figures/figure.hpp"
#include "plot/axes.hpp"

namespace figures {

// "$G_{12}$", and "$G_{12}$ $z_{1}$"; j, k and l count from 0.
std::string gram_name(Index j, Index k);
std::string product_name(Index j, Index k, Index l);

struct SpectrumStyle {
  Ink ink = Ink::ink;
  int kept = -1;  // the first so many in `ink`, the rest quiet; -1: all
  std::string_view x_name = {};
  std::string_view y_name = {};
  std::string_view symbol = "σ";          // of a value, in its tooltip
  std::optional<plot::Range> range = {};  // of the values; else that of this spectrum
};

// From the largest value down to what is rounding beside it.
Range spectrum_range(const Vector& values);

// Singular values over a log axis, falling, each with its number on hover. Values that are 0 are hollow marks on the
// lower edge. Returns the axes, for lines between the values: value k (from 1) stands at x = k.
Axes draw_spectrum(Canvas& canvas, const Rect& box, const Vector& values, const SpectrumStyle& style);

// As many heads as fit, V_h over Q_h, with numbers where cells are large, and how many of `all` these are where not all
// do, of those given if these are more; `value_maps` d_out x (d·heads), `query_maps` d x (d·heads). Of the first
// `there` the cells are drawn, of the others the place. Returns the places.
struct HeadPlace {
  Rect V;
  Rect Q;
};
std::vector<HeadPlace> draw_head_maps(Canvas& canvas, const Rect& box, const Matrix& value_maps,
                                      const Matrix& query_maps, int there = 1 << 20, int all = 0);

}  // namespace figures
