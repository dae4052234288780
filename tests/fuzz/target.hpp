// What the fuzzer runs: functions that take any bytes at all, and end the program where something does not hold.
//
//   build/sanitized/fuzz --target=NAME [libFuzzer's own options] [folder or file]
//   build/sanitized/fuzz --list
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fuzz {

// Draws what it needs from the fuzzer's bytes; when they are used up, the smallest of everything.
using Dice = FuzzedDataProvider;

struct Target {
  std::string name;
  std::function<void(Dice&)> run;
};

// What reads text or bytes from outside, in learner, plot and figures, and the JSON that goes out.
std::vector<Target> parsers();

// Every figure of the list, under its id: settings from its own table, computed, described, drawn, pressed.
std::vector<Target> every_figure();

// Ends the program with a sentence, as libFuzzer takes for a find, unless `good`.
void hold(bool good, std::string_view sentence, std::string_view what = {});

// --- What is looked at in all that goes out (checks.cpp) -------------------------------------------------------------

bool is_utf8(std::string_view text);

// Whether the text is one JSON value and nothing else; the strings in it are appended to `strings`, unescaped.
bool read_json(std::string_view text, std::vector<std::string>& strings);

// Whether the text has this word, in letters of any case, with no letter before or behind it.
bool has_word(std::string_view text, std::string_view word);

// Whether every tag of an SVG is closed, every "&" an entity, no control character in it and no number "nan" or "inf".
bool is_svg(std::string_view text);

}  // namespace fuzz
