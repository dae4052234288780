// The picture of figure "phases": how far off each phase ends, and under it the phase at work or chosen, large.
#include "figures/phases/picture.hpp"
#include "plot/panel.hpp"

namespace figures::phases {
namespace {

// What the large view shows, while what became of the phase cannot be told yet.
std::string caption_of(const Result& result, const Moment& moment, bool narrow) {
  const int phase = moment.phase;
  if (phase > result.reached) return "";
  switch (phase) {
    case 1: return tr("The more examples, the better the average?");
    case 3: return tr("Every entry of $∑ W_i$: on the line it is the truth");
    case 5: return tr("How far each head leaves the span found");
    case 6:
      return narrow ? tr("Rings: true heads. Dots: found in the net")
                    : tr("Rings: true heads. Dots: found in the net. Part of each gap points out of the picture");
    default: {
      const BodyResult& body = result.body(phase);
      return tr("%1 of %2", whole(std::floor(cuts_after(body, moment.share))), constraints(body));
    }
  }
}

void draw_large(const Result& result, Drawing& drawing, Rect box, const Moment& moment) {
  const int phase = moment.phase;
  Canvas& canvas = drawing.canvas;
  const bool behind = drawing.values.is_on("behind");
  const bool told = moment.share >= kTold && phase != kPhases;  // what the last one finds, the title tells
  const bool there = phase <= result.reached || (phase == 1 && !result.errors.empty());
  if (behind || !there) {
    heading(canvas, box, finding_of(result, phase), meaning_of(result, drawing.settings, phase));
  } else {
    const std::string words = told ? finding_of(result, phase) : caption_of(result, moment, canvas.narrow());
    const TextStyle style{.ink = told ? Ink::ink : Ink::quiet, .face = told ? Face::semibold : Face::regular};
    paragraph(canvas, box.take_top(paragraph_height(canvas, box.w, words, style), 6), words, style);
  }
  if (!there) return draw_no_rows(phase == result.reached + 1 ? result.no_rows : NoRows(), canvas, box);
  if (behind) return draw_behind(result, drawing, box, moment);
  switch (phase) {
    case 1:
    case 3: return draw_sum_panel(result, drawing, box, moment);
    case 5: return draw_span_panel(result, canvas, box, moment.share);
    case 6: return draw_net_panel(result, canvas, box, moment.share);
    default: return draw_body_panel(result.body(phase), canvas, box, moment.share);
  }
}

}  // namespace

void draw(const Result& result, Drawing& drawing) {
  const Moment moment = moment_of(result, drawing.values);
  const Result now = seen(result, moment);
  Rect area = drawing.canvas.area.inset(2);
  draw_path(now, result, drawing, area.take_top((drawing.canvas.narrow() ? 0.39F : 0.4F) * area.h, 2 * kGrid), moment);
  draw_large(result, drawing, area, moment);
}

}  // namespace figures::phases
