// What the sentences and the table of figure "turing" share.
#pragma once

#include "figures/turing/turing.hpp"

namespace figures::turing {

// Text beside the picture has no mathematics between dollars.
std::string plain(std::string words);

std::string steps_of(const Trace& trace);
// What a key reads, what the layer does then, and what the machine's table says.
std::string reads(const Result& result, int key);
std::string learned_words(const Result& result, int key);
std::string table_words(const Result& result, int key);

// "111_111": from the first to the last cell that is not blank; empty for a blank tape.
std::string tape_words(const Result& result, const Numbers& rules, const Trace& trace);

// The run, the rules, and what they were learned from.
void add_rows(Rows& row, const Result& result);

}  // namespace figures::turing
