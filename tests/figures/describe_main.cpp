// describe --list prints the catalogue as JSON.
// describe [--bytes | --job ID | --svg WIDTHxHEIGHT light|dark] FIGURE QUERY [TEXTFILE] runs the figure natively and
// prints what it says as JSON, or the bytes of its result or of an job, for tests that hold the page against it, or
// its picture, to look at.
// describe --each FIGURE [TEXTFILE] takes a query from every line of its input and prints for each a line of JSON: the
// whole state, the controls and the description, or a list of sentences where there is no result.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <vector>

#include "figures/catalogue.hpp"
#include "figures/view.hpp"

namespace {

class Silence final : public figures::Progress {
  void begin(int) override {}
  void report(double) override {}
  bool wants_preview() override { return false; }
  void preview(figures::Bytes) override {}
};

int fail(const std::string& words) {
  std::fprintf(stderr, "%s\n", words.c_str());
  return 1;
}

int fail_without(const std::string& figure) {
  return fail("no figure of the list in src/figures/figures.cpp has the id " + figure);
}

std::string contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

int print_description(const figures::Figure& figure, const figures::Values& values, const figures::Bytes& bytes) {
  const auto picture = figure.open(bytes);
  if (!picture) return fail(picture.error().text());
  std::printf("%s\n", figures::description_json((*picture)->describe({(*picture)->settings(), values, {}})).c_str());
  return 0;
}

int print_picture(const figures::Figure& figure, const figures::Values& values, const figures::Bytes& bytes,
                  plot::Look look) {
  figures::View view(figure);
  view.values() = values;
  if (!view.show(bytes, {}, false)) return fail("the result could not be read");
  plot::HeadlessContext headless;
  std::printf("%s", view.svg(headless, look).c_str());
  return 0;
}

// Answers query after query; settings that were run last are not run again.
class Teller {
 public:
  Teller(const figures::Figure& figure, std::string text) : figure_(figure), text_(std::move(text)) {}

  std::string operator()(const std::string& query) {
    figures::Values values(figure_.parameters);
    const auto notices = values.read_query(query);
    if (!notices.empty()) return figures::sentences_json(notices);
    if (!run(values)) return figures::sentences_json({bytes_.error().text()});
    const auto picture = figure_.open(*bytes_);
    if (!picture) return figures::sentences_json({picture.error().text()});
    return "{\"state\":\"" + values.to_query(figures::Which::all) +
           "\",\"controls\":" + figures::controls_json(values, values.access(), {}, picture->get()) +
           ",\"description\":" + figures::description_json((*picture)->describe({(*picture)->settings(), values, {}})) +
           "}";
  }

 private:
  bool run(const figures::Values& values) {
    const std::string settings = values.to_query(figures::Which::result);
    if (settings != settings_ || !has_run_) {
      Silence silence;
      bytes_ = figure_.compute({.values = values, .text = text_}, silence);
      settings_ = settings;
      has_run_ = true;
    }
    return bytes_.has_value();
  }

  const figures::Figure& figure_;
  std::string text_;
  bool has_run_ = false;
  std::string settings_;
  figures::Expected<figures::Bytes> bytes_;
};

int print_each(const std::vector<std::string>& words) {
  if (words.size() < 2) return fail("usage: describe --each FIGURE [TEXTFILE] < QUERIES");
  const figures::Figure* figure = figures::find(words[1]);
  if (figure == nullptr) return fail_without(words[1]);
  Teller teller(*figure, words.size() > 2 ? contents(words[2]) : "");
  for (std::string query; std::getline(std::cin, query);) std::printf("%s\n", teller(query).c_str());
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.size() == 1 && words.front() == "--list") return std::printf("%s\n", figures::catalogue_json().c_str()) < 0;
  if (!words.empty() && words.front() == "--each") return print_each(words);
  const bool wants_bytes = !words.empty() && words.front() == "--bytes";
  if (wants_bytes) words.erase(words.begin());
  std::string job;
  if (words.size() > 1 && words.front() == "--job") {
    job = words[1];
    words.erase(words.begin(), words.begin() + 2);
  }
  plot::Look look;
  const bool wants_picture = words.size() > 3 && words.front() == "--svg" &&
                             std::sscanf(words[1].c_str(), "%fx%f", &look.width, &look.height) == 2;
  if (wants_picture) {
    look.dark = words[2] == "dark";
    words.erase(words.begin(), words.begin() + 3);
  }
  if (words.size() < 2)
    return fail("usage: describe [--bytes | --job ID | --svg WIDTHxHEIGHT light|dark] FIGURE QUERY [TEXTFILE]");
  const figures::Figure* figure = figures::find(words[0]);
  if (figure == nullptr) return fail_without(words[0]);
  figures::Values values(figure->parameters);
  const auto notices = values.read_query(words[1]);
  if (!notices.empty()) return fail(notices.front());
  const std::string text = words.size() > 2 ? contents(words[2]) : "";
  Silence silence;
  const figures::Request request{.values = values, .text = text};
  const auto found = std::ranges::find(figure->jobs, job, &figures::Job::id);
  if (!job.empty() && found == figure->jobs.end()) return fail("there is no such job");
  const auto bytes = job.empty() ? figure->compute(request, silence) : found->run(request, silence);
  if (!bytes) return fail(bytes.error().text());
  if (wants_picture) return print_picture(*figure, values, *bytes, look);
  if (!wants_bytes && job.empty()) return print_description(*figure, values, *bytes);
  return std::fwrite(bytes->data(), 1, bytes->size(), stdout) == bytes->size() ? 0 : 1;
}
