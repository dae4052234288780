// What figure "turing" says, in the picture and to who cannot see it.
#pragma once

#include <string>

#include "figures/turing/turing.hpp"

namespace figures::turing {

// "111_111": from the first to the last cell that is not blank; empty for a blank tape.
std::string tape_words(const Result& result, const std::vector<std::int32_t>& rules, const Trace& trace);

// What could not be taken as it was given, for each a sentence; nothing where all was.
std::string notice_sentences(const Result& result);

// How the learned run ended, and what is on the tape.
std::string end_sentence(const Result& result);

// "Step 3 of 28: B reads 1".
std::string question_words(const Result& result, int step);

// Whether the answer to a key was determined, and what is wrong with it.
std::string verdict_sentence(const Result& result, std::size_t key);

// A row of the history: what stood there and what the next step did.
std::string row_words(const Result& result, int done);

}  // namespace figures::turing
