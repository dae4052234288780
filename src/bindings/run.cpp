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

// What `use(figure, request)` returns, where there is such a figure and the query is its own.
figures::Expected<figures::Bytes> with(const Asked& asked, const auto& use) {
  const figures::Figure* figure = figures::find(asked.figure);
  if (figure == nullptr) return std::unexpected(figures::Error{plot::tr("There is no figure of that name.")});
  figures::Values values(figure->parameters);
  const std::vector<std::string> notices = values.read_query(asked.query);
  if (!notices.empty()) return std::unexpected(figures::Error{plot::listed(notices, " ", std::identity())});
  return use(*figure, figures::Request{
                          .values = values, .text = asked.text, .previous = asked.previous, .pieces = asked.pieces});
}

}  // namespace

figures::Expected<figures::Bytes> run(const Asked& asked) {
  return with(asked, [](const figures::Figure& figure, const figures::Request& request) {
    HookedProgress progress;
    return figure.compute(request, progress);
  });
}

figures::Expected<figures::Bytes> run_job(const Asked& asked, std::string_view job) {
  return with(asked,
              [&](const figures::Figure& figure, const figures::Request& request) -> figures::Expected<figures::Bytes> {
                const figures::Job* found = find_job(figure, job);
                if (found == nullptr) return std::unexpected(figures::Error{plot::tr("The figure does no such job.")});
                HookedProgress progress;
                return found->run(request, progress);
              });
}

int pieces_of(const Asked& asked) {
  int count = 1;
  with(asked, [&](const figures::Figure& figure, const figures::Request& request) {
    const figures::Values settings = request.values.for_result();
    if (figure.pieces != nullptr && figure.work(settings) >= kWorthSharing) count = figure.pieces(settings);
    return figures::Bytes();
  });
  return count;
}

figures::Expected<figures::Bytes> make_piece(const Asked& asked, int place) {
  return with(asked,
              [&](const figures::Figure& figure, const figures::Request& request) -> figures::Expected<figures::Bytes> {
                const bool is_there =
                    figure.pieces != nullptr && place >= 0 && place < figure.pieces(request.values.for_result());
                if (!is_there) return figures::Bytes();
                HookedProgress progress;
                return figure.piece(request, progress, place);
              });
}

figures::Expected<figures::Bytes> join_pieces(const Asked& asked) {
  return with(asked, [](const figures::Figure& figure, const figures::Request& request) {
    return figure.join != nullptr ? figure.join(request) : figures::Bytes();
  });
}

}  // namespace bindings
