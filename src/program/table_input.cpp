#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "learner/sequence_table_reader.hpp"
#include "program/input.hpp"
#include "program/npy.hpp"

namespace program {
namespace {

using learner::fail;
using learner::Line;
using learner::SequenceTableReader;

constexpr std::size_t kPiece = 1 << 20;  // bytes read at a time
constexpr std::size_t kLongestLine = 1 << 24;
// Of one token each, after which "last" is taken for what is asked: nothing has shown it.
constexpr Index kUnsettled = 4 * kBlockSequences;

// The lines of a file, whatever ends them.
class FileLines {
 public:
  FileLines(std::FILE* file, std::FILE* copy) : file_(file), copy_(copy) {}

  std::optional<Line> next() {
    while (true) {
      const std::size_t end = text_.find_first_of("\r\n", at_);
      const bool found = end != std::string::npos && (text_[end] == '\n' || end + 1 < text_.size() || ended_);
      if (found) {
        const bool both = text_.compare(end, 2, "\r\n") == 0;
        return line(end, end + (both ? 2 : 1));
      }
      if (ended_) break;
      if (text_.size() - at_ > kLongestLine) break;
      refill();
    }
    if (at_ == text_.size()) return std::nullopt;
    return line(text_.size(), text_.size());
  }

  double read() const { return read_; }

 private:
  Line line(std::size_t end, std::size_t next) {
    const Line found{.text = std::string_view(text_).substr(at_, end - at_), .number = ++number_};
    at_ = next;
    return found;
  }

  void refill() {
    text_.erase(0, at_);
    at_ = 0;
    const std::size_t kept = text_.size();
    text_.resize(kept + kPiece);
    const std::size_t got = std::fread(text_.data() + kept, 1, kPiece, file_);
    text_.resize(kept + got);
    if (copy_ != nullptr) std::fwrite(text_.data() + kept, 1, got, copy_);
    read_ += static_cast<double>(got);
    ended_ = got < kPiece;
  }

  std::FILE* file_;
  std::FILE* copy_;
  std::string text_;
  std::size_t at_ = 0;
  Index number_ = 0;
  double read_ = 0.0;
  bool ended_ = false;
};

class TableInput : public Input {
 public:
  TableInput(std::string path, std::optional<learner::Targets> targets) : path_(std::move(path)), targets_(targets) {
    struct stat state{};
    if (path_ == "-" || ::stat(path_.c_str(), &state) != 0) return;
    again_ = S_ISREG(state.st_mode);
    bytes_ = static_cast<double>(state.st_size);
  }

  double bytes() const override { return bytes_; }

  // Standard input and pipes come once: a copy without a name, in the folder for temporary files, is what is read
  // again.
  Expected<void> each(const TakeBlock& take) override {
    if (copy_) {
      std::rewind(copy_.get());
      return read(copy_.get(), nullptr, take);
    }
    OpenFile opened;
    if (path_ != "-") {
      auto file = open_file(path_, "rb");
      if (!file) return std::unexpected(file.error());
      opened = std::move(*file);
      if (again_) return read(opened.get(), nullptr, take);
    }
    copy_.reset(std::tmpfile());
    if (!copy_) return fail("No temporary file can be made for what is read: %1.", std::strerror(errno));
    auto done = read(opened ? opened.get() : stdin, copy_.get(), take);
    if (done && std::ferror(copy_.get()) != 0)
      return fail("There is no room for a temporary file of what was read: give a file instead of standard input.");
    return done;
  }

 private:
  std::unexpected<learner::Error> named(const learner::Error& error) const {
    return fail("%1: %2", path_ == "-" ? "Standard input" : path_, error.text());
  }

  Expected<void> read(std::FILE* file, std::FILE* copy, const TakeBlock& take) {
    Block block;
    std::optional<learner::Targets> settled;
    FileLines lines(file, copy);
    SequenceTableReader reader(
        [&](Sequence&& sequence, Matrix&& predictions) {
          block.sequences.push_back(std::move(sequence));
          if (predictions.size() > 0) block.predictions.push_back(std::move(predictions));
        },
        {.sequences = false, .tokens = false});
    const auto hand_over = [&]() -> Expected<void> {
      const auto targets = reader.targets();
      if (!targets) return named(targets.error());
      if (!settled) settled = targets_.value_or(*targets);
      if (*targets != *settled)
        return fail("%1 has targets of the kind %2, not %3: give --targets %2.", path_, name_of(*targets),
                    name_of(*settled));
      block.shape = reader.header()->shape;
      block.shape.targets = *settled;
      block.read = bytes_ > 0.0 ? lines.read() / bytes_ : 0.0;
      auto taken = take(block);
      block.first += std::ssize(block.sequences);
      block.sequences.clear();
      block.predictions.clear();
      return taken;
    };
    if (targets_) {  // as if the table said so
      const std::string said = "# targets: " + std::string(name_of(*targets_));
      if (auto taken = reader.take({.text = said, .number = 0}); !taken) return named(taken.error());
    }
    while (const auto line = lines.next()) {
      if (auto taken = reader.take(*line); !taken) return named(taken.error());
      const Index most = reader.settled() ? kBlockSequences : kUnsettled;
      if (std::ssize(block.sequences) < most) continue;
      if (auto taken = hand_over(); !taken) return taken;
    }
    if (std::ferror(file) != 0) return fail("%1 cannot be read to its end: %2.", path_, std::strerror(errno));
    if (auto shape = reader.end(); !shape) return named(shape.error());
    return hand_over();
  }

  std::string path_;
  std::optional<learner::Targets> targets_;
  double bytes_ = 0.0;
  bool again_ = false;  // can be opened again
  OpenFile copy_;
};

}  // namespace

std::unique_ptr<Input> table_input(const std::string& path, std::optional<learner::Targets> targets) {
  return std::make_unique<TableInput>(path, targets);
}

}  // namespace program
