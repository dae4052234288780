#include <cctype>
#include <cstdlib>

#include "fuzz/target.hpp"

namespace fuzz {
namespace {

// A reader of its own: what it takes for JSON was not written by what it checks.
class JsonReader {
 public:
  JsonReader(std::string_view rest, std::vector<std::string>& strings) : rest_(rest), strings_(strings) {}

  bool value(int depth = 0) {
    if (rest_.empty() || depth > 64) return false;
    switch (rest_.front()) {
      case '{': return list('}', [&] { return text() && take(":") && value(depth + 1); });
      case '[': return list(']', [&] { return value(depth + 1); });
      case '"': return text();
      default: return take("true") || take("false") || take("null") || number();
    }
  }
  bool at_end() const { return rest_.empty(); }

 private:
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  bool list(char end, const auto& item) {
    const std::string_view close(&end, 1);
    rest_.remove_prefix(1);
    if (take(close)) return true;
    do {
      if (!item()) return false;
    } while (take(","));
    return take(close);
  }
  bool digits() {
    const std::size_t count = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    rest_.remove_prefix(count);
    return count > 0;
  }
  bool number() {
    take("-");
    if (rest_.starts_with('0') && rest_.size() > 1 && std::isdigit(static_cast<unsigned char>(rest_[1])) != 0)
      return false;
    if (!digits() || (take(".") && !digits())) return false;
    if (!take("e") && !take("E")) return true;
    if (!take("+")) take("-");
    return digits();
  }
  bool text() {
    if (!take("\"")) return false;
    std::string& letters = strings_.emplace_back();
    while (!rest_.empty()) {
      const char letter = rest_.front();
      rest_.remove_prefix(1);
      if (letter == '"') return true;
      if (static_cast<unsigned char>(letter) < 0x20) return false;
      if (letter != '\\') {
        letters += letter;
      } else if (!escape(letters)) {
        return false;
      }
    }
    return false;
  }
  bool escape(std::string& letters) {
    if (rest_.empty()) return false;
    const char letter = rest_.front();
    rest_.remove_prefix(1);
    if (letter == '"' || letter == '\\' || letter == '/') return letters += letter, true;
    if (letter != 'u' || rest_.size() < 4) return false;
    const std::string code(rest_.substr(0, 4));
    rest_.remove_prefix(4);
    if (code.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) return false;
    letters += static_cast<char>(std::strtol(code.c_str(), nullptr, 16));  // ours escapes control characters only
    return true;
  }

  std::string_view rest_;
  std::vector<std::string>& strings_;
};

std::size_t utf8_length(unsigned char lead) {
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead < 0xe0) return 2;
  if (lead >= 0xe0 && lead < 0xf0) return 3;
  return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

bool is_letter(char letter) { return std::isalpha(static_cast<unsigned char>(letter)) != 0; }

bool is_entity(std::string_view text) {
  for (const std::string_view name : {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#39;", "&#10;"}) {
    if (text.starts_with(name)) return true;
  }
  return false;
}

}  // namespace

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(static_cast<unsigned char>(text.front()));
    if (length == 0 || length > text.size()) return false;
    for (std::size_t k = 1; k < length; ++k) {
      if ((static_cast<unsigned char>(text[k]) & 0xc0U) != 0x80U) return false;
    }
    text.remove_prefix(length);
  }
  return true;
}

bool read_json(std::string_view text, std::vector<std::string>& strings) {
  JsonReader reader(text, strings);
  return reader.value() && reader.at_end();
}

bool has_word(std::string_view text, std::string_view word) {
  const auto same = [&](std::size_t at) {
    for (std::size_t k = 0; k < word.size(); ++k) {
      if (std::tolower(static_cast<unsigned char>(text[at + k])) != word[k]) return false;
    }
    return true;
  };
  for (std::size_t at = 0; at + word.size() <= text.size(); ++at) {
    const std::size_t end = at + word.size();
    if (same(at) && (at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]))) return true;
  }
  return false;
}

bool is_svg(std::string_view text) {
  std::vector<std::string_view> open;
  if (!text.starts_with("<svg")) return false;
  for (std::size_t at = 0; at < text.size();) {
    if (static_cast<unsigned char>(text[at]) < 0x20 && text[at] != '\n') return false;
    if (text[at] == '&' && !is_entity(text.substr(at))) return false;
    if (text[at] != '<') {
      ++at;
      continue;
    }
    const std::size_t end = text.find('>', at);
    if (end == std::string_view::npos) return false;
    const std::string_view tag = text.substr(at + 1, end - at - 1);
    const std::string_view name = tag.substr(0, tag.find_first_of(" \n/", 1));
    for (const std::string_view never : {"<", "nan", "inf"}) {
      if (tag.find(never) != std::string_view::npos) return false;
    }
    if (tag.starts_with('/')) {
      if (open.empty() || open.back() != tag.substr(1)) return false;
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      open.push_back(name);
    }
    at = end + 1;
  }
  return open.empty();
}

}  // namespace fuzz
