// What the title, the sentences and the table of figure "language" share.
#pragma once

#include "figures/language/run.hpp"

namespace figures::language {

// What is said of a sketch.
struct SketchWords {
  Phrase name;
  Phrase left;        // its error, as an item of a list
  Phrase one, error;  // its error in the table, of one feature and of so many
};
const SketchWords& words_of(Sketch sketch, bool signs);

// The finding.
std::string title_of(const Result& result, const Setting& setting, const Values& values);

// "all 550 directions": those that a text can show.
inline std::string all_directions(const Setting& setting) {
  return setting.visible < setting.unknowns ? tr("all %1 directions that can be shown", whole(setting.visible))
                                            : tr("all %1 directions", whole(setting.unknowns));
}

// Of so few answers a per cent hides how many there are.
inline bool are_few_asked(const Result& result) { return result.test_rows < 100; }

// Every number that is published, and what each claim is held against.
void add_rows(Rows& add, const Result& result, const Setting& setting);

}  // namespace figures::language
