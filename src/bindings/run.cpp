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

}  // namespace

figures::Expected<figures::Bytes> run(std::string_view id, std::string_view query, std::string_view text,
                                      std::span<const std::byte> previous, std::string_view job) {
  const figures::Figure* figure = figures::find(id);
  if (figure == nullptr) return std::unexpected(figures::Error{plot::tr("There is no figure of that name.")});
  figures::Values values(figure->parameters);
  const std::vector<std::string> notices = values.read_query(query);
  if (!notices.empty()) return std::unexpected(figures::Error{plot::listed(notices, " ", std::identity())});
  const figures::Job* other = job.empty() ? nullptr : find_job(*figure, job);
  if (other == nullptr && !job.empty())
    return std::unexpected(figures::Error{plot::tr("The figure does no such job.")});
  HookedProgress progress;
  return (other != nullptr ? other->run : figure->compute)({.values = values, .text = text, .previous = previous},
                                                           progress);
}

}  // namespace bindings
