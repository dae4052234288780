// The list of figures, and one figure's controls and description, as JSON for whoever is not C++.
#pragma once

#include <string>

#include "figures/figure.hpp"

namespace figures {

// Every figure of the list with its parameters, stages, shape and text input.
std::string catalogue_json();

// One object for each parameter: {id, value, stop, stops, text, shown, locked, playing}; `text` is the value as a
// reader sees it beside `picture`, if there is one. For Kind::numbers `value` counts them and `list` stands in place of
// stop, stops and text. `access`: one for each parameter. `playing`: id of the range that plays.
std::string controls_json(const Values& values, std::span<const Access> access, std::string_view playing = {},
                          const Picture* picture = nullptr);

// {title, sentence, table: {columns, rows}}
std::string description_json(const Description& description);

// A list of sentences.
std::string sentences_json(const std::vector<std::string>& sentences);

}  // namespace figures
