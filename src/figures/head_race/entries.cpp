#include "figures/head_race/entries.hpp"

#include "plot/number.hpp"

namespace figures::head_race {

std::vector<Entry> entries_of(const Values& values) {
  std::vector<Entry> entries;
  for (const Offer& offer : kOffers) {
    if (!values.is_on(offer.id)) continue;
    entries.push_back(
        {.heads = offer.heads, .layers = offer.layers, .full = offer.full, .rate = values.number("rate")});
  }
  if (values.choice("own") != "none") {
    entries.push_back({.heads = values.integer("own_heads"),
                       .layers = values.integer("own_layers"),
                       .full = values.choice("own") == "full",
                       .own = true,
                       .rate = values.number("own_rate")});
  }
  return entries;
}

std::string short_name(const Entry& entry) {
  if (entry.own) return "yours";
  if (entry.full) return "full";
  if (entry.layers > 1) return plot::counted(entry.layers, "layer", "layers");
  return plot::counted(entry.heads, "head", "heads");
}

std::string long_name(const Entry& entry) {
  std::string name = plot::counted(entry.heads, "head", "heads");
  if (entry.layers > 1) name += " in " + plot::counted(entry.layers, "layer", "layers");
  if (entry.full) name = "softmax, MLP and layer norm, " + name;
  if (entry.own) name = "your own, " + name;
  return name;
}

}  // namespace figures::head_race
