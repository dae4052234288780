// describe --list, or describe [--bytes | --svg WIDTHxHEIGHT light|dark] FIGURE QUERY [TEXTFILE]: runs the figure natively and prints what
// it says as JSON, or the bytes of its result, for tests that hold the page against it, or its picture, to look at. --list prints the catalogue as JSON.
#include <cstdio>
#include <fstream>
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

std::string contents(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

int print_description(const figures::Figure& figure, const figures::Values& values, const figures::Bytes& bytes) {
  const auto picture = figure.open(bytes);
  if (!picture) return fail(picture.error().text);
  std::printf("%s\n", figures::description_json((*picture)->describe(values, {})).c_str());
  return 0;
}

int print_picture(const figures::Figure& figure, const figures::Values& values, const figures::Bytes& bytes,
                  plot::Look look) {
  figures::View view(figure);
  view.values() = values;
  if (!view.show(bytes, {}, false)) return fail("the result could not be read");
  plot::Blind blind;
  std::printf("%s", view.svg(blind, look).c_str());
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.size() == 1 && words.front() == "--list") return std::printf("%s\n", figures::catalogue_json().c_str()) < 0;
  const bool wants_bytes = !words.empty() && words.front() == "--bytes";
  if (wants_bytes) words.erase(words.begin());
  plot::Look look;
  const bool wants_picture = words.size() > 3 && words.front() == "--svg" &&
                             std::sscanf(words[1].c_str(), "%fx%f", &look.width, &look.height) == 2;
  if (wants_picture) {
    look.dark = words[2] == "dark";
    words.erase(words.begin(), words.begin() + 3);
  }
  const figures::Figure* figure = words.size() >= 2 ? figures::find(words[0]) : nullptr;
  if (figure == nullptr)
    return fail("usage: describe [--bytes | --svg WIDTHxHEIGHT light|dark] FIGURE QUERY [TEXTFILE]");
  figures::Values values(figure->parameters);
  const auto notices = values.read_query(words[1]);
  if (!notices.empty()) return fail(notices.front());
  const std::string text = words.size() > 2 ? contents(words[2]) : "";
  Silence silence;
  const auto bytes = figure->compute({.values = values, .text = text}, silence);
  if (!bytes) return fail(bytes.error().text);
  if (wants_picture) return print_picture(*figure, values, *bytes, look);
  if (!wants_bytes) return print_description(*figure, values, *bytes);
  return std::fwrite(bytes->data(), 1, bytes->size(), stdout) == bytes->size() ? 0 : 1;
}
