#include "program/state.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "program/archive.hpp"
#include "program/npy.hpp"

namespace program {
namespace {

using learner::fail;

constexpr std::string_view kMagic = "lifted-learn state 1\n";

std::string head_of(const std::string& command, const Shape& shape) {
  return std::string(kMagic) + command + "\n" + std::to_string(shape.d) + " " + std::to_string(shape.d_out) + " " +
         std::string(name_of(shape.targets)) + "\n";
}

}  // namespace

Expected<void> save_state(const std::string& path, const std::string& command, Gathered& gathered) {
  const std::string beside = path + ".new";
  const auto file = open_file(beside, "wb");
  if (!file) return std::unexpected(file.error());
  bool written = true;
  const auto write = [&](std::string_view piece) {
    written = written && std::fwrite(piece.data(), 1, piece.size(), file->get()) == piece.size();
  };
  write(head_of(command, gathered.shape));
  Writer writer(write);
  writer(gathered);
  written = written && std::fflush(file->get()) == 0 && std::rename(beside.c_str(), path.c_str()) == 0;
  if (!written) return fail("%1 cannot be written: %2.", path, std::strerror(errno));
  return {};
}

Expected<std::optional<Gathered>> load_state(const std::string& path, const std::string& command) {
  if (::access(path.c_str(), F_OK) != 0) return std::nullopt;
  const auto file = open_file(path, "rb");
  if (!file) return std::unexpected(file.error());
  struct stat size{};
  ::fstat(::fileno(file->get()), &size);
  std::string bytes(static_cast<std::size_t>(size.st_size), '\0');
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file->get()));
  const auto cure = "remove it, or name another by --state.";
  std::string_view rest = bytes;
  const auto line = [&] {
    const std::string_view found = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), found.size() + 1));
    return found;
  };
  if (std::string(line()) + "\n" != kMagic) return fail("%1 holds no sums of lifted-learn: %2", path, cure);
  if (line() != command) return fail("%1 holds the sums of another command: %2", path, cure);
  const std::string sizes(line());
  int d = 0;
  int d_out = 0;
  char name[8] = "";
  const bool read = std::sscanf(sizes.c_str(), "%d %d %7s", &d, &d_out, name) == 3;
  for (const auto targets : {learner::Targets::last, learner::Targets::all, learner::Targets::causal}) {
    const Shape shape{.d = d, .d_out = d_out, .targets = targets};
    if (!read || name_of(targets) != name || !validate(shape)) continue;
    Gathered gathered(shape);
    Reader reader(rest);
    reader(gathered);
    if (reader.done()) return gathered;
  }
  return fail("%1 is damaged: %2", path, cure);
}

}  // namespace program
