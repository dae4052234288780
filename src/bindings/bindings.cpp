// Everything JavaScript may call, and nothing else. web/types/module.d.ts is the same list with types.
//
// Strings are UTF-8 and end with a zero; a string or result that is returned stays valid until the next call. Every
// argument is checked here: a call that makes no sense returns a failure or an empty string, never aborts the page.
#include <emscripten/emscripten.h>

#include <memory>
#include <optional>
#include <string>

#include "bindings/run.hpp"
#include "figures/catalogue.hpp"
#include "shell/session.hpp"

namespace {

std::unique_ptr<shell::Session> session;  // one module instance shows one figure
std::string answer;                       // the string returned last
figures::Bytes result;
std::string error;

const char* give(std::string text) {
  answer = std::move(text);
  return answer.c_str();
}

std::string_view view(const char* text) { return text == nullptr ? std::string_view() : std::string_view(text); }

std::size_t count(const void* start, int bytes) {
  return start != nullptr && bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
}
std::string_view view(const char* bytes, int size) { return {bytes == nullptr ? "" : bytes, count(bytes, size)}; }

constexpr int kGood = 0;
constexpr int kBad = 1;

int keep(figures::Expected<figures::Bytes> run) {
  result = run ? std::move(*run) : figures::Bytes();
  error = run ? std::string() : figures::message(run.error());
  return run ? kGood : kBad;
}

}  // namespace

#define LIFTED_EXPORT extern "C" EMSCRIPTEN_KEEPALIVE

// --- The list ---------------------------------------------------------------------------------------------------

LIFTED_EXPORT const char* la_figures() { return give(figures::catalogue_json()); }

// From now on every text is in the language of these bytes, see plot::set_language; none: English.
LIFTED_EXPORT void la_set_language(const char* language, int size) { plot::set_language(view(language, size)); }

// The letters of the language in a face, plot::Face, for canvases made from now on, see plot::set_letters.
LIFTED_EXPORT void la_set_letters(int face, const char* letters, const unsigned char* font, int size) {
  if (face < 0 || face >= plot::kFaceCount) return;
  plot::set_letters(static_cast<plot::Face>(face), view(letters), {font, count(font, size)});
}

// --- Running: in a worker, or in place ----------------------------------------------------------------------------

// Runs figure `id` with the settings of `query` on `size` bytes of text, from the beginning or on from the `left` bytes
// of an earlier result or preview; `pieces`: all that la_piece has made, or none. 0: la_result holds bytes. 1: la_error
// speaks.
LIFTED_EXPORT int la_compute(const char* id, const char* query, const char* text, int size, const std::byte* previous,
                             int left, const std::byte* pieces, int made) {
  return keep(bindings::make(bindings::Make::result, {.figure = view(id),
                                                      .query = view(query),
                                                      .text = view(text, size),
                                                      .previous = {previous, count(previous, left)},
                                                      .pieces = {pieces, count(pieces, made)}}));
}
// What a figure does besides (see "jobs" in the list): as la_compute, la_result holds what the job brings.
LIFTED_EXPORT int la_job(const char* job, const char* id, const char* query, const char* text, int size) {
  return keep(bindings::make(bindings::Make::job,
                             {.figure = view(id), .query = view(query), .text = view(text, size), .job = view(job)}));
}
// Into how many pieces that can be made at the same time the run is cut; 1: it is not.
LIFTED_EXPORT int la_pieces(const char* id, const char* query) {
  return bindings::pieces_of({.figure = view(id), .query = view(query)});
}
// As la_compute, the piece at a place, from 0.
LIFTED_EXPORT int la_piece(const char* id, const char* query, const char* text, int size, const std::byte* previous,
                           int left, int place) {
  return keep(bindings::make(bindings::Make::piece, {.figure = view(id),
                                                     .query = view(query),
                                                     .text = view(text, size),
                                                     .previous = {previous, count(previous, left)},
                                                     .place = place}));
}
// As la_compute, a preview of the pieces so far, some of which may be half-done: no bytes where there is none yet.
LIFTED_EXPORT int la_join(const char* id, const char* query, const std::byte* previous, int left,
                          const std::byte* pieces, int made) {
  return keep(bindings::make(bindings::Make::join, {.figure = view(id),
                                                    .query = view(query),
                                                    .previous = {previous, count(previous, left)},
                                                    .pieces = {pieces, count(pieces, made)}}));
}
LIFTED_EXPORT const void* la_result() { return result.data(); }
LIFTED_EXPORT int la_result_size() { return static_cast<int>(result.size()); }
LIFTED_EXPORT const char* la_error() { return error.c_str(); }

// --- Showing: one figure in one canvas ----------------------------------------------------------------------------

// Makes the figure with its initial values, without a canvas yet.
LIFTED_EXPORT int la_open(const char* id) {
  const figures::Figure* figure = figures::find(view(id));
  if (figure == nullptr) return kBad;
  session.reset();  // first: the one ImGui context belongs to the session that made it
  session = std::make_unique<shell::Session>(*figure);
  return kGood;
}
// Takes Module.canvas. 1: the browser gives no WebGL2.
LIFTED_EXPORT int la_attach() { return session && session->attach() ? kGood : kBad; }
LIFTED_EXPORT void la_detach() {
  if (session) session->detach();
}
// After the browser has restored a lost context.
LIFTED_EXPORT void la_restore() {
  if (session) session->restore();
}
// CSS pixels, and device pixels per CSS pixel.
LIFTED_EXPORT void la_resize(double width, double height, double density) {
  if (session) session->resize(width, height, density);
}
LIFTED_EXPORT void la_look(int dark, int reduced_motion, int strip, int coarse) {
  if (session) {
    session->look(
        {.dark = dark != 0, .reduced_motion = reduced_motion != 0, .strip = strip != 0, .coarse = coarse != 0});
  }
}
// Height in CSS pixels that the strip of controls needs in a canvas of this width.
LIFTED_EXPORT double la_strip_height(double width) { return session ? session->strip_height(width) : 0; }
// CSS pixels from the canvas's top left; bit 0 of `buttons` is the primary button.
LIFTED_EXPORT void la_pointer(double x, double y, int buttons, int touch) {
  if (session) session->pointer(x, y, (buttons & 1) != 0, touch != 0);
}
LIFTED_EXPORT void la_leave() {
  if (session) session->leave();
}
// Draws; see shell::FrameFlag for the bits returned.
LIFTED_EXPORT int la_frame(double seconds) { return session ? static_cast<int>(session->frame(seconds)) : 0; }

// Gives the figure a result that la_compute made, with `count` stage times in milliseconds.
LIFTED_EXPORT int la_show(const std::byte* bytes, int size, const double* times, int count, int preview) {
  if (!session || bytes == nullptr || size < 0 || count < 0 || (count > 0 && times == nullptr)) return kBad;
  const bool shown =
      session->view().show({bytes, static_cast<std::size_t>(size)}, {times, times + count}, preview != 0);
  return shown ? kGood : kBad;
}
// Title, sentence and table; with `english` not 0 in English, whatever the language.
LIFTED_EXPORT const char* la_describe(int english) {
  std::optional<plot::InEnglish> spoken;
  if (english != 0) spoken.emplace();
  return give(session ? figures::description_json(session->view().describe()) : "null");
}
LIFTED_EXPORT const char* la_svg(double width, double height, int dark) {
  return give(session ? session->svg(width, height, dark != 0) : "");
}

// --- Settings -----------------------------------------------------------------------------------------------------

// 0: what differs from the figure's own values; 1: all values; 2: what the result depends on, the same text for two
// states with one result.
LIFTED_EXPORT const char* la_state(int which) {
  if (!session) return give("");
  const figures::Values& values = session->view().values();
  if (which == 2) return give(values.for_result().to_query(figures::Which::result));
  return give(values.to_query(which != 0 ? figures::Which::all : figures::Which::changed));
}
// Back comes a JSON list of sentences about what could not be taken.
LIFTED_EXPORT const char* la_set_state(const char* query) {
  if (!session) return give("[]");
  return give(figures::sentences_json(session->view().read_query(view(query))));
}
// Which controls a reader cannot change: ids with commas between, or "all". Back comes a JSON list of sentences about
// ids that the figure does not have.
LIFTED_EXPORT const char* la_fix(const char* lock, const char* hide) {
  if (!session) return give("[]");
  return give(figures::sentences_json(session->view().values().fix(view(lock), view(hide))));
}
LIFTED_EXPORT void la_reset() {
  if (session) session->view().values().reset();
}
LIFTED_EXPORT void la_act(const char* action) {
  if (session) session->view().act(view(action));
}
// Plays ranges one after another: "step=300&lift=0", see figures::View.
LIFTED_EXPORT void la_play(const char* story) {
  if (session) session->view().play(view(story));
}
// How fast ranges play, in multiples of their own speed.
LIFTED_EXPORT void la_set_pace(double pace) {
  if (session) session->view().set_pace(pace);
}
LIFTED_EXPORT const char* la_controls() {
  if (!session) return give("[]");
  figures::View& shown = session->view();
  return give(figures::controls_json(shown.values(), shown.access(), shown.playing(), shown.picture()));
}
LIFTED_EXPORT void la_set_stop(const char* id, int stop) {
  if (session) session->view().set_stop(view(id), stop);
}
LIFTED_EXPORT void la_step(const char* id, int way) {
  if (session) session->view().step(view(id), way);
}
LIFTED_EXPORT void la_set(const char* id, double value) {
  if (session) session->view().set(view(id), value);
}
// Multiply-adds of a run with the present values.
LIFTED_EXPORT double la_work() { return session ? session->view().work() : 0; }
// --- The same symbol highlighted in the page and in the picture
// -------------------------------------------------------------

LIFTED_EXPORT const char* la_pointed_symbol() { return give(session ? session->pointed_symbol() : ""); }
LIFTED_EXPORT void la_highlight(const char* symbol) {
  if (session) session->highlight(view(symbol));
}
