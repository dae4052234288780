// What the figures that read a text say of it.
#pragma once

#include "figures/figure.hpp"

namespace figures {

inline constexpr TextInput kReadersWords{.label = "Your words",
                                         .help = "Paste or drop any text. It stays in this page.",
                                         .sample = "article.txt",
                                         .placeholder = "The article's own words are used until you paste others.",
                                         .back = "Use the article's words",
                                         .max_bytes = 5'000'000};

}  // namespace figures
