#include <cstdlib>

#include "program/ranks.hpp"

namespace program {

Ranks::Ranks(int*, char***) {}
Ranks::~Ranks() = default;
void Ranks::share(std::string&) const {}
void Ranks::send(const std::string&, Index) const {}
std::string Ranks::receive(Index) const { return {}; }
void Ranks::end_all(int code) const { std::_Exit(code); }

}  // namespace program
