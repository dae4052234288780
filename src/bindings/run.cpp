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

}  // namespace

figures::Expected<figures::Bytes> make(Make what, const Asked& asked) {
  const figures::Figure* figure = figures::find(asked.figure);
  if (figure == nullptr) return std::unexpected(figures::Error{plot::tr("There is no figure of that name.")});
  figures::Values values(figure->parameters);
  const std::vector<std::string> notices = values.read_query(asked.query);
  if (!notices.empty()) return std::unexpected(figures::Error{plot::listed(notices, " ", std::identity())});
  const figures::Request request{
      .values = values, .text = asked.text, .previous = asked.previous, .pieces = asked.pieces};
  HookedProgress progress;
  switch (what) {
    case Make::result: return figure->compute(request, progress);
    case Make::job: {
      const figures::Job* job = find_job(*figure, asked.job);
      if (job == nullptr) return std::unexpected(figures::Error{plot::tr("The figure does no such job.")});
      return job->run(request, progress);
    }
    case Make::piece: {
      const bool is_there =
          figure->pieces != nullptr && asked.place >= 0 && asked.place < figure->pieces(values.for_result());
      return is_there ? figure->piece(request, progress, asked.place) : figures::Bytes();
    }
    case Make::join: return figure->join != nullptr ? figure->join(request) : figures::Bytes();
  }
  return figures::Bytes();
}

int pieces_of(const Asked& asked) {
  const figures::Figure* figure = figures::find(asked.figure);
  if (figure == nullptr || figure->pieces == nullptr) return 1;
  figures::Values values(figure->parameters);
  values.read_query(asked.query);
  const figures::Values settings = values.for_result();
  return figure->work(settings) >= kWorthSharing ? figure->pieces(settings) : 1;
}

}  // namespace bindings
