// Writes JSON text, in order, with commas where they belong.
#pragma once

#include <string>
#include <string_view>

namespace figures {

// The fewest decimal digits that read back as this very number. Not std::to_chars: its tables add 107 KB to the
// module. Precondition: finite.
std::string shortest_decimal(double value);

class Json {
 public:
  Json& open(char bracket) { return put({&bracket, 1}); }  // '{' or '['
  Json& close(char bracket);                               // '}' or ']'
  Json& key(std::string_view name);
  Json& text(std::string_view value);
  Json& number(double value);  // the shortest decimal that reads back exactly; null when not finite
  Json& digits(std::string_view number) { return put(number); }  // a number that is text already
  Json& boolean(bool value) { return put(value ? "true" : "false"); }
  Json& null() { return put("null"); }

  Json& field(std::string_view name, std::string_view value) { return key(name).text(value); }
  Json& field(std::string_view name, double value) { return key(name).number(value); }

  std::string take() { return std::move(out_); }

 private:
  Json& put(std::string_view words);  // after a comma where one belongs

  std::string out_;
};

}  // namespace figures
