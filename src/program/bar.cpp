#include "program/bar.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace program {
namespace {

constexpr int kCells = 24;
constexpr auto kBetween = std::chrono::milliseconds(100);

// "1:05", "2:00:05"
std::string time_of(double seconds) {
  const auto all = static_cast<long>(seconds + 0.5);
  char text[32];
  if (all < 3600)
    std::snprintf(text, sizeof text, "%ld:%02ld", all / 60, all % 60);
  else
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", all / 3600, all / 60 % 60, all % 60);
  return text;
}

}  // namespace

Bar::Bar(bool wanted) : wanted_(wanted && ::isatty(STDERR_FILENO) != 0) {}

void Bar::begin(std::string task) {
  task_ = std::move(task);
  begun_ = Clock::now();
}

void Bar::show(double fraction, const std::string& amount) {
  const auto now = Clock::now();
  if (!wanted_ || now - shown_ < kBetween) return;
  shown_ = now;
  const double passed = std::chrono::duration<double>(now - begun_).count();
  std::string line = task_ + " ";
  if (fraction > 0.0) {
    fraction = std::min(fraction, 1.0);  // a file may grow while it is read
    const int full = static_cast<int>(fraction * kCells);
    line += "[" + std::string(static_cast<std::size_t>(full), '#') +
            std::string(static_cast<std::size_t>(kCells - full), '.') + "] ";
    line += std::to_string(static_cast<int>(100 * fraction)) + " %";
    if (passed > 1.0) line += ", " + time_of(passed / fraction - passed) + " left";
  }
  if (!amount.empty()) line += (fraction > 0.0 ? ", " : "") + amount;
  std::fprintf(stderr, "\r\033[K%s", line.c_str());
  visible_ = true;
}

void Bar::clear() {
  if (visible_) std::fputs("\r\033[K", stderr);
  visible_ = false;
}

}  // namespace program
