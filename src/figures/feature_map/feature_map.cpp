#include "figures/feature_map/feature_map.hpp"

#include <array>

#include "figures/feature_map/run.hpp"
#include "figures/parameters.hpp"

namespace figures::feature_map {
namespace {

constexpr std::array kViews = {
    Choice{.id = "map", .label = "From Z to H"},
    Choice{.id = "growth", .label = "How it grows"},
};
constexpr std::array kParts = {
    Choice{.id = "g", .label = "G"},
    Choice{.id = "x", .label = "X"},
    Choice{.id = "h", .label = "H(Z)"},
};
constexpr std::array kStages = {
    Stage{.name = "Features", .symbol = "Hf"},
    Stage{.name = "Answers", .symbol = "y"},
};
constexpr std::array kDimensionStops = {2.0,  3.0,   4.0,   6.0,   8.0,   12.0,   16.0,   24.0,   32.0,   48.0,
                                        64.0, 128.0, 256.0, 512.0, 768.0, 1024.0, 2048.0, 4096.0, 8192.0, 12288.0};

constexpr Condition kMap = {.id = "view", .choices = 1};
constexpr Condition kGrowth = {.id = "view", .choices = 2};

// An index that the picture sets; beyond d it counts as d.
constexpr Parameter index_of(std::string_view id, std::string_view label, double initial, std::string_view help) {
  return {.id = id,
          .label = label,
          .min = 1,
          .max = 4,
          .initial = initial,
          .help = help,
          .affects = Affects::picture,
          .shown = kMap,
          .by_hand = true};
}

constexpr std::array kParameters = {
    Parameter{.id = "view",
              .label = "Show",
              .kind = Kind::choice,
              .choices = kViews,
              .help = "The features of a few tokens, or their number for tokens of any size."},
    Parameter{.id = "d",
              .label = "Token size d",
              .min = 2,
              .max = 4,
              .initial = 3,
              .symbol = "d",
              .help = "Numbers in one token, the rows of Z.",
              .shown = kMap},
    Parameter{.id = "n",
              .label = "Tokens n",
              .min = 1,
              .max = 6,
              .initial = 4,
              .symbol = "n",
              .help = "The columns of Z; the last one asks.",
              .shown = kMap},
    Parameter{.id = "H",
              .label = "Heads H",
              .min = 1,
              .max = 16,
              .initial = 2,
              .symbol = "H",
              .help = "Heads of the attention layer that W stands for. W has the same size for all.",
              .shown = kMap},
    Parameter{.id = "seed",
              .label = "Seed",
              .min = 1,
              .max = 9999,
              .initial = 1,
              .help = "Draws the tokens, until they are edited, and the heads.",
              .shown = kMap},
    Parameter{.id = "tokens",
              .label = "Numbers in Z",
              .kind = Kind::numbers,
              .min = -3,
              .max = 3,
              .step = 0,
              .most = 24,
              .symbol = "Z",
              .help = "The entries of Z, token by token, from −3 to 3. Empty: drawn from the seed.",
              .shown = kMap},
    Parameter{.id = "part",
              .label = "Entry of",
              .kind = Kind::choice,
              .initial = 1,
              .choices = kParts,
              .help = "Which matrix the entry explained in the picture belongs to.",
              .affects = Affects::picture,
              .shown = kMap,
              .by_hand = true},
    index_of("j", "Entry: j", 1, "The first row of Z that the entry multiplies."),
    index_of("k", "Entry: k", 3, "The second row of Z that the entry multiplies."),
    index_of("l", "Entry: l", 2, "The number of the last token that the entry multiplies; G has none."),
    index_of("a", "Output a", 1, "Whose weights are shown under X."),
    Parameter{.id = "at",
              .label = "Token size d",
              .min = 2,
              .max = 12288,
              .initial = 768,
              .stops = kDimensionStops,
              .symbol = "d",
              .help = "The token size whose numbers are listed.",
              .shown = kGrowth},
    Parameter{.id = "again",
              .label = "New numbers",
              .kind = Kind::action,
              .help = "Takes the next seed: other tokens and other heads.",
              .shown = kMap},
    Parameter{.id = "undo",
              .label = "Undo edits",
              .kind = Kind::action,
              .help = "Goes back to the tokens that the seed draws.",
              .shown = kMap},
};

void act(std::string_view action, Values& values) {
  take_next_seed(action, values);
  values.set_list("tokens", {});
}

}  // namespace

extern const Figure kFigure;
const Figure kFigure = declare<run, draw, describe>({
    .id = "feature_map",
    .name = "From Z to H",
    .question = "What do the cubic features look like, and is ⟨W, X⟩ really attention?",
    .parameters = kParameters,
    .stages = kStages,
    .shape = {.narrow = 2.7, .wide = 0.64},
    .work = work,
    .act = act,
});

}  // namespace figures::feature_map
