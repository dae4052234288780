// A figure: what it is called, what a reader can choose, and three functions kept apart.
//
//   compute(request, progress) -> result   pure: the learner only; runs in a worker; the result travels as bytes
//                                          (request, progress, previous) where kResumes: goes on from `previous`
//   draw(result, drawing)                  const: shows, never computes
//   describe(result, times)                the sentence and the table for who cannot see the picture, and for tests;
//                                          or (result, values, times), where what only affects the picture is said too
//
// A new figure is a folder, a namespace of that name, and in it `const Figure kFigure = declare<Name>({...});`; its
// name goes into the list in figures.cpp. The figure's id is the folder's name.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "figures/archive.hpp"
#include "figures/parameter.hpp"
#include "learner/error.hpp"
#include "plot/canvas.hpp"
#include "plot/words.hpp"

namespace figures {

using learner::Error;
using learner::Expected;

// What the learner has to say about data, in the reader's language.
inline std::string say(const Error& error) {
  const std::vector<std::string_view> values(error.values.begin(), error.values.end());
  return plot::filled(plot::translated(error.sentence), values);
}

// What compute starts from. `text` is what the reader pasted or dropped (UTF-8), or the article's own words; empty
// for figures that read none. `previous` may hold the bytes of an earlier result or preview; a figure that resumes goes
// on from them when their settings are those of `values`, all others and all other bytes are ignored.
struct Request {
  const Values& values;
  std::string_view text = {};
  std::span<const std::byte> previous = {};
};

// How compute tells whoever waits where it stands. The learner has no clock: the host measures.
class Progress {
 public:
  virtual ~Progress() = default;
  // Stage `index` of Figure::stages begins; the one before it has ended.
  virtual void begin(int stage) = 0;
  // Done so far of the whole run, 0 to 1; never goes back.
  virtual void report(double fraction) = 0;
  // Whether a half-done result would be shown now; ask before building one.
  virtual bool wants_preview() = 0;
  virtual void preview(Bytes result) = 0;
};

// One step of the algorithm, timed and named: "Gram", symbol "G".
struct Stage {
  std::string_view name;
  std::string_view symbol;
};

struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

struct Description {
  std::string title;     // the finding, short: "Two heads learned from 4,096 sequences, error 2·10⁻²⁷"
  std::string sentence;  // the live sentence under the picture
  Table table;           // the numbers behind it
};

// What a drawing may use and change. Values may be changed (direct manipulation); nothing else remembers anything.
struct Drawing {
  plot::Canvas& canvas;
  Values& values;
  std::span<const double> times;  // milliseconds of each stage, in order; empty where nobody measured
  bool preview = false;           // the result is half-done
};

// A result that can be shown.
class Picture {
 public:
  explicit Picture(std::string settings) : settings_(std::move(settings)) {}
  virtual ~Picture() = default;
  // The settings it was computed for: Values::to_query(Which::result).
  const std::string& settings() const { return settings_; }
  virtual void draw(Drawing& drawing) const = 0;
  virtual Description describe(const Values& values, std::span<const double> times) const = 0;

 private:
  std::string settings_;
};

// The reader's own text as input, while `shown` holds.
struct TextInput {
  std::string_view label = {};
  std::string_view help = {};
  std::string_view sample = {};       // file of the site that is read until there is a text of the reader's own
  std::string_view placeholder = {};  // what an empty field says of that; none: the sample stands in the field
  std::string_view back = {};         // of the button that goes back to the sample
  std::string_view ending = {};       // of files that belong here, as ".csv"; none: all others
  std::size_t max_bytes = 0;
  Condition shown = {};
};

// What a figure's code does for menus and scripts besides its picture: the same request in, bytes out.
struct Errand {
  std::string_view id;
  Expected<Bytes> (*run)(const Request&, Progress&);
};

// Height of the picture over its width, for a phone (below 600 px) and for a wide page.
struct Shape {
  double narrow = 1.3;
  double wide = 0.6;
};

struct Figure {
  std::string_view id;
  std::string_view name;      // "Algorithm 1, live"
  std::string_view question;  // what it answers, one sentence
  std::span<const Parameter> parameters;
  std::span<const Stage> stages;
  std::span<const TextInput> texts = {};  // at most one is shown at a time
  std::span<const Errand> errands = {};
  Shape shape = {};
  // Multiply-adds of a run with these values, for choosing where it may run.
  double (*work)(const Values&) = nullptr;
  // What an action (a Kind::action parameter) does to the values.
  void (*act)(std::string_view action, Values&) = nullptr;
  // Filled in by declare(). The bytes are the settings, then the result.
  bool resumes = false;  // a run may be broken off at any preview and go on from it: see Request::previous
  Expected<Bytes> (*compute)(const Request&, Progress&) = nullptr;
  Expected<std::unique_ptr<Picture>> (*open)(std::span<const std::byte>) = nullptr;
};

// The list: article order. Everything that walks over figures walks over this. In a page, a figure whose part of the
// module is not loaded yet (web/article/parts.mjs) is all zeros.
std::span<const Figure* const> all();
const Figure* find(std::string_view id);  // nullptr when there is none

// Gives a figure its functions from a type T with
//   struct Result { ...; void fields(auto& archive) { archive(a, b, ...); } };
//   static Expected<Result> compute(const Request&, Reporter<Result>&);
//   static void draw(const Result&, Drawing&);
//   static Description describe(const Result&, std::span<const double> times);
// where describe may take the Values between the two: they may differ from those of the result in what affects the
// picture only. A figure whose long runs can be paused has
//   static constexpr bool kResumes = true;
//   static Expected<Result> compute(const Request&, Reporter<Result>&, std::optional<Result> previous);
// `previous` is an earlier result or preview of the same settings; the bytes come from outside, so what they hold must
// be checked, and ignored when it does not fit. Broken off at any preview and resumed, a run ends with the bytes that
// it would have had in one go.
template <class T>
constexpr Figure declare(Figure figure);

template <class T>
concept Resumes = requires { requires T::kResumes; };

// A result on its way: the settings it belongs to, then the result itself.
template <class Result>
struct Parcel {
  std::string settings;
  Result result;
  void fields(auto& archive) { archive(settings, result); }
};

// Progress with a result of its own type.
template <class Result>
class Reporter {
 public:
  Reporter(Progress& progress, std::string settings) : progress_(progress), settings_(std::move(settings)) {}
  void begin(int stage) { progress_.begin(stage); }
  void report(double fraction) { progress_.report(fraction); }
  bool wants_preview() { return progress_.wants_preview(); }
  void preview(const Result& half_done) {
    Parcel<Result> parcel{settings_, half_done};
    progress_.preview(to_bytes(parcel));
  }

 private:
  Progress& progress_;
  std::string settings_;
};

template <class T>
class PictureOf final : public Picture {
 public:
  explicit PictureOf(Parcel<typename T::Result> parcel)
      : Picture(std::move(parcel.settings)), result_(std::move(parcel.result)) {}
  void draw(Drawing& drawing) const override { T::draw(result_, drawing); }
  Description describe(const Values& values, std::span<const double> times) const override {
    if constexpr (requires { T::describe(result_, values, times); }) {
      return T::describe(result_, values, times);
    } else {
      return T::describe(result_, times);
    }
  }

 private:
  typename T::Result result_;
};

// The result in the bytes, if they hold one of these settings.
template <class Result>
std::optional<Result> left_behind(std::span<const std::byte> bytes, std::string_view settings) {
  Parcel<Result> parcel;
  if (!from_bytes(bytes, parcel) || parcel.settings != settings) return std::nullopt;
  return std::move(parcel.result);
}

template <class T>
constexpr Figure declare(Figure figure) {
  using Result = typename T::Result;
  figure.resumes = Resumes<T>;
  figure.compute = [](const Request& request, Progress& progress) -> Expected<Bytes> {
    const std::string settings = request.values.to_query(Which::result);
    Reporter<Result> reporter(progress, settings);
    Expected<Result> result = [&] {
      if constexpr (Resumes<T>) {
        return T::compute(request, reporter, left_behind<Result>(request.previous, settings));
      } else {
        return T::compute(request, reporter);
      }
    }();
    if (!result) return std::unexpected(result.error());
    Parcel<Result> parcel{settings, std::move(*result)};
    return to_bytes(parcel);
  };
  figure.open = [](std::span<const std::byte> bytes) -> Expected<std::unique_ptr<Picture>> {
    Parcel<Result> parcel;
    if (!from_bytes(bytes, parcel))
      return std::unexpected(Error{plot::say("The result could not be read. Run it again.")});
    return std::make_unique<PictureOf<T>>(std::move(parcel));
  };
  return figure;
}

}  // namespace figures
