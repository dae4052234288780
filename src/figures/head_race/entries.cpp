#include "figures/head_race/entries.hpp"

#include "plot/words.hpp"

namespace figures::head_race {
namespace {

std::string size_name(const Entry& entry) {
  const std::string heads = counted("%1 head", "%1 heads", entry.heads);
  return entry.layers > 1 ? tr("%1 in %2", heads, counted("%1 layer", "%1 layers", entry.layers)) : heads;
}

std::string kind_name(const Entry& entry) {
  const std::string size = size_name(entry);
  return entry.full ? tr("softmax, MLP and layer norm, %1", size) : size;
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
  if (entry.own) return tr("yours");
  if (entry.full) return tr("full");
  if (entry.layers > 1) return counted("%1 layer", "%1 layers", entry.layers);
  return counted("%1 head", "%1 heads", entry.heads);
}

std::string long_name(const Entry& entry) {
  const std::string kind = kind_name(entry);
  return entry.own ? tr("your own, %1", kind) : kind;
}

std::string first_name(const Entry& entry) {
  if (entry.own) return tr("Your own, %1", kind_name(entry));
  const std::string size = size_name(entry);
  return entry.full ? tr("Softmax, MLP and layer norm, %1", size) : size;
}

}  // namespace figures::head_race
