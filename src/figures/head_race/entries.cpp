#include "figures/head_race/entries.hpp"

#include "plot/words.hpp"

namespace figures::head_race {
namespace {

using plot::counted;
using plot::say;

std::string size_name(const Entry& entry) {
  const std::string heads = counted("%1 head", "%1 heads", entry.heads);
  return entry.layers > 1 ? say("%1 in %2", heads, counted("%1 layer", "%1 layers", entry.layers)) : heads;
}

std::string kind_name(const Entry& entry) {
  const std::string size = size_name(entry);
  return entry.full ? say("softmax, MLP and layer norm, %1", size) : size;
}

}  // namespace

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
  if (entry.own) return say("yours");
  if (entry.full) return say("full");
  if (entry.layers > 1) return counted("%1 layer", "%1 layers", entry.layers);
  return counted("%1 head", "%1 heads", entry.heads);
}

std::string long_name(const Entry& entry) {
  const std::string kind = kind_name(entry);
  return entry.own ? say("your own, %1", kind) : kind;
}

std::string first_name(const Entry& entry) {
  if (entry.own) return say("Your own, %1", kind_name(entry));
  const std::string size = size_name(entry);
  return entry.full ? say("Softmax, MLP and layer norm, %1", size) : size;
}

}  // namespace figures::head_race
