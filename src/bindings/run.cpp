#include "bindings/run.hpp"

#include <emscripten/em_js.h>

namespace bindings {
namespace {

// clang-format off
EM_JS(void, hook_begin, (int stage), { if (Module["onBegin"]) Module["onBegin"](stage); });
EM_JS(void, hook_progress, (double fraction), { if (Module["onProgress"]) Module["onProgress"](fraction); });
EM_JS(int, hook_wants_preview, (), { return Module["wantsPreview"] && Module["wantsPreview"]() ? 1 : 0; });
EM_JS(void, hook_preview, (const void* data, int size), { if (Module["onPreview"]) Module["onPreview"](data, size); });
// clang-format on

class HookedProgress final : public figures::Progress {
 public:
  void begin(int stage) override { hook_begin(stage); }
  void report(double fraction) override { hook_progress(fraction); }
  bool wants_preview() override { return hook_wants_preview() != 0; }
  void preview(figures::Bytes result) override { hook_preview(result.data(), static_cast<int>(result.size())); }
};

const figures::Job* find_job(const figures::Figure& figure, std::string_view id) {
  for (const figures::Job& job : figure.jobs) {
    if (job.id == id) return &job;
  }
  return nullptr;
}

// Multiply-adds of a run that several workers share: about 150 ms on one. What is shorter does not gain by it.
constexpr double kWorthSharing = 1.5e8;

// A figure with settings of its own.
struct Opened {
  const figures::Figure& figure;
  figures::Values values;
  const Asked& asked;
  figures::Request request() const {
    return {.values = values, .text = asked.text, .previous = asked.previous, .pieces = asked.pieces};
  }
};

figures::Expected<Opened> open(const Asked& asked) {
  const figures::Figure* figure = figures::find(asked.figure);
  if (figure == nullptr) return std::unexpected(figures::Error{plot::tr("There is no figure of that name.")});
  Opened opened{*figure, figures::Values(figure->parameters), asked};
  const std::vector<std::string> notices = opened.values.read_query(asked.query);
  if (!notices.empty()) return std::unexpected(figures::Error{plot::listed(notices, " ", std::identity())});
  return opened;
}

int pieces_of(const Opened& opened) {
  return opened.figure.pieces != nullptr ? opened.figure.pieces(opened.values.for_result()) : 1;
}

}  // namespace

figures::Expected<figures::Bytes> run(const Asked& asked) {
  const auto opened = open(asked);
  if (!opened) return std::unexpected(opened.error());
  HookedProgress progress;
  return opened->figure.compute(opened->request(), progress);
}

figures::Expected<figures::Bytes> run_job(const Asked& asked, std::string_view job) {
  const auto opened = open(asked);
  if (!opened) return std::unexpected(opened.error());
  const figures::Job* found = find_job(opened->figure, job);
  if (found == nullptr) return std::unexpected(figures::Error{plot::tr("The figure does no such job.")});
  HookedProgress progress;
  return found->run(opened->request(), progress);
}

int pieces_of(const Asked& asked) {
  const auto opened = open(asked);
  return opened && opened->figure.work(opened->values.for_result()) >= kWorthSharing ? pieces_of(*opened) : 1;
}

figures::Expected<figures::Bytes> make_piece(const Asked& asked, int place) {
  const auto opened = open(asked);
  if (!opened) return std::unexpected(opened.error());
  if (place < 0 || place >= pieces_of(*opened) || opened->figure.piece == nullptr) return figures::Bytes();
  HookedProgress progress;
  return opened->figure.piece(opened->request(), progress, place);
}

figures::Expected<figures::Bytes> join_pieces(const Asked& asked) {
  const auto opened = open(asked);
  if (!opened) return std::unexpected(opened.error());
  return opened->figure.join != nullptr ? opened->figure.join(opened->request()) : figures::Bytes();
}

}  // namespace bindings
