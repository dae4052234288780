#include "learner/machines/turing_library.hpp"

#include <cassert>
#include <string_view>

namespace learner {
namespace {

TuringMachine read(std::string_view symbols, std::string_view lines) {
  auto machine = parse_turing_machine(symbols, lines);
  assert(machine.has_value());  // the library is ours, and a test reads every machine in it
  return *machine;
}

}  // namespace

// Columns: the rule for each symbol, the blank first.
std::vector<LibraryMachine> turing_library() {
  std::vector<LibraryMachine> library;
  library.push_back({"Binary increment", "1011",
                     read("_01",
                          "_LB 0RA 1RA\n"      // A: to the right end
                          "1LH 1LH 0LB\n")});  // B: carry the 1 to the left
  library.push_back({"Unary addition", "111_11",
                     read("_1",
                          "1RB 1RA\n"      // A: over the first number, then fill the gap
                          "_LC 1RB\n"      // B: to the end of the second
                          "_SH _SH\n")});  // C: take away the one too many
  library.push_back({"Copy", "111",
                     read("_1",
                          "_SH _RB\n"      // A: take the next one, if there is one
                          "_RC 1RB\n"      // B: to the gap
                          "1LD 1RC\n"      // C: to the end of the copy, which grows by one
                          "_LE 1LD\n"      // D: back to the gap
                          "1RA 1LE\n")});  // E: back to where the one was taken, and restore it
  library.push_back({"Palindrome", "0110",
                     read("_01",
                          "_SH _RB _RC\n"      // A: take the first digit and remember it in the state
                          "_LD 0RB 1RB\n"      // B: with a 0, to the right end
                          "_LE 0RC 1RC\n"      // C: with a 1
                          "_SH _LF 1SH\n"      // D: the last digit has to be 0, or gone
                          "_SH 0SH _LF\n"      // E: the last digit has to be 1, or gone
                          "_RA 0LF 1LF\n")});  // F: back to the left end
  library.push_back({"Busy beaver 3", "", read("01", "1RB 1RH  0RC 1RB  1LC 1LA")});
  library.push_back({"Longest run of 3", "", read("01", "1RB 1RH  1LB 0RC  1LC 1LA")});
  library.push_back({"Busy beaver 4", "", read("01", "1RB 1LB  1LA 0LC  1RH 1LD  1RD 0RA")});
  return library;
}

}  // namespace learner
