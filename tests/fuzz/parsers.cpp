#include <bit>
#include <cmath>
#include <cstring>
#include <span>

#include "figures/catalogue.hpp"
#include "figures/json.hpp"
#include "figures/view.hpp"
#include "fuzz/target.hpp"
#include "learner/sequence_table.hpp"
#include "learner/text.hpp"
#include "plot/headless_context.hpp"
#include "plot/svg.hpp"
#include "plot/words.hpp"

extern "C" int imgui_scan(const char* text, const char* format, ...);  // .toolchain/imgui_scan.c

namespace fuzz {
namespace {

using learner::Matrix;

// A sentence for the reader: it ends, and has no broken letter where what it quotes had none.
void check_sentence(std::string_view sentence, bool from_utf8) {
  hold(sentence.ends_with('.'), "A message does not end with a full stop.", sentence);
  hold(!from_utf8 || is_utf8(sentence), "A message has a broken letter.", sentence);
}

bool same_bits(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.size()) * sizeof(double)) == 0;
}

// A table is refused with a sentence, or taken; then written and read again it has the same bits.
void read_table(Dice& dice) {
  const std::string text = dice.ConsumeRemainingBytesAsString();
  const auto data = learner::read_sequence_table(text);
  if (!data) return check_sentence(data.error().text(), is_utf8(text));
  hold(!data->sequences.empty(), "A table without sequences was taken.", text);
  for (const auto& sequence : data->sequences) {
    hold(learner::validate(data->shape, sequence).has_value(), "A sequence was taken that is none.", text);
  }
  std::string table = learner::sequence_table_head(data->shape, "a note,\r\nof \"two\" lines");
  learner::Index number = 0;
  for (const auto& sequence : data->sequences) learner::append_sequence_rows(table, ++number, sequence);
  const auto again = learner::read_sequence_table(table);
  hold(again.has_value(), "What was written is refused.", table);
  hold(again->shape == data->shape, "What was written has another shape.", table);
  hold(again->sequences.size() == data->sequences.size(), "What was written has other sequences.", table);
  for (std::size_t k = 0; k < data->sequences.size(); ++k) {
    hold(same_bits(again->sequences[k].Z, data->sequences[k].Z), "A token has other bits.", table);
    hold(same_bits(again->sequences[k].Y, data->sequences[k].Y), "A target has other bits.", table);
  }
}

// A text is refused with a sentence, or cut into tokens and windows that lie within it.
void read_text(Dice& dice) {
  learner::TextOptions options{
      .kind = dice.ConsumeBool() ? learner::TokenKind::words : learner::TokenKind::characters,
      .vocabulary = dice.ConsumeIntegralInRange(0, 40),
      .d = dice.ConsumeIntegralInRange(0, 17),
      .constant = dice.ConsumeBool(),
      .n = dice.ConsumeIntegralInRange(0, 9),
      .targets = dice.PickValueInArray({learner::Targets::last, learner::Targets::all, learner::Targets::causal}),
      .stride = dice.ConsumeIntegralInRange(0, 3)};
  const std::string text = dice.ConsumeRemainingBytesAsString();
  const auto tokens = learner::tokenise(text, options.kind);
  if (tokens) {
    hold(is_utf8(text), "Bytes that are no UTF-8 were taken for a text.", text);
    for (const std::string& token : *tokens) hold(!token.empty() && is_utf8(token), "A token is broken.", text);
  } else {
    check_sentence(tokens.error().text(), is_utf8(text));
  }
  const auto task = learner::TextTask::create(text, options);
  if (!task) return check_sentence(task.error().text(), is_utf8(text));
  hold(tokens.has_value(), "A task was made of what has no tokens.", text);
  for (const auto split : {learner::Split::train, learner::Split::test}) {
    const learner::Index count = task->window_count(split);
    hold(count >= 1, "A part has no window.", text);
    for (const learner::Index window : {learner::Index{0}, count - 1}) {
      hold(learner::validate(task->shape(), task->sequence(split, window)).has_value(), "A window is no sequence.",
           text);
      for (const auto id : task->token_ids(split, window)) {
        hold(id < task->vocabulary().tokens.size(), "A window has a token that is not in the vocabulary.", text);
      }
    }
  }
}

void check_within(const figures::Values& values) {
  for (const figures::Parameter& parameter : values.table()) {
    if (parameter.kind == figures::Kind::action) continue;
    if (parameter.kind == figures::Kind::numbers) {
      const auto list = values.list(parameter.id);
      hold(std::ssize(list) <= parameter.most && std::ssize(list) % parameter.group == 0, "A list has a wrong length.",
           parameter.id);
      for (const double value : list)
        hold(value >= parameter.min && value <= parameter.max, "A list leaves its limits.", parameter.id);
    } else {
      const double value = values.number(parameter.id);
      const bool named = parameter.kind == figures::Kind::choice;
      const double most = named                                     ? static_cast<double>(parameter.choices.size()) - 1
                          : parameter.kind == figures::Kind::toggle ? 1
                                                                    : parameter.max;
      hold(value >= (parameter.kind == figures::Kind::range ? parameter.min : 0) && value <= most,
           "A value leaves its limits.", parameter.id);
    }
  }
}

std::span<const figures::Figure* const> list() { return figures::all(); }

// A query gives values within their limits and sentences about the rest; what the values say of themselves reads back.
void read_query(Dice& dice) {
  const figures::Figure& figure = *list()[dice.ConsumeIntegralInRange<std::size_t>(0, list().size() - 1)];
  figures::View view(figure);
  const std::string lock = dice.ConsumeRandomLengthString(40);
  const std::string hide = dice.ConsumeRandomLengthString(40);
  const std::string query = dice.ConsumeRemainingBytesAsString();
  for (const std::string& notice : view.read_query(query)) check_sentence(notice, is_utf8(query));
  for (const std::string& notice : view.values().fix(lock, hide))
    check_sentence(notice, is_utf8(lock) && is_utf8(hide));
  check_within(view.values());
  figures::Values again(figure.parameters);
  const std::string said = view.values().to_query(figures::Which::all);
  hold(again.read_query(said).empty(), "The values' own query is not taken.", said);
  hold(again == view.values(), "The values' own query gives other values.", said);
  std::vector<std::string> strings;
  const std::string controls = figures::controls_json(view.values(), view.access(), view.playing());
  hold(read_json(controls, strings), "The controls are no JSON.", controls);
  hold(!has_word(controls, "nan") && !has_word(controls, "inf"), "A control says a number that is none.", controls);
}

// What is written as JSON, any strings and numbers, is JSON and has the same strings and numbers.
void write_json(Dice& dice) {
  figures::Json json;
  std::vector<std::string> written;
  json.open('[');
  while (dice.remaining_bytes() > 0) {
    const auto bits = dice.ConsumeIntegral<std::uint64_t>();
    const auto number = std::bit_cast<double>(bits);
    written.push_back(dice.ConsumeRandomLengthString(32));
    json.open('{')
        .field(written.back(), number)
        .key("list")
        .open('[')
        .boolean((bits & 1U) != 0)
        .null()
        .close(']')
        .close('}');
    written.emplace_back("list");
    if (!std::isfinite(number)) continue;
    const std::string digits = figures::shortest_decimal(number);
    hold(std::strtod(digits.c_str(), nullptr) == number, "A number does not read back.", digits);
  }
  const std::string text = json.close(']').take();
  std::vector<std::string> read;
  hold(read_json(text, read), "The text is no JSON.", text);
  hold(read == written, "The JSON has other strings.", text);
}

// The words of a language, of any bytes: something is always said, and every value stands in it or is left out.
void speak_any(Dice& dice) {
  plot::set_language(dice.ConsumeRandomLengthString(400));
  const double count = std::abs(static_cast<double>(dice.ConsumeIntegral<std::int32_t>()));
  (void)plot::counted("%1 head", "%1 heads", count);
  (void)plot::tr("%1 of %2", dice.ConsumeRandomLengthString(8), "2");
  (void)plot::translated(dice.ConsumeRemainingBytesAsString());
  plot::set_language("");
}

// ImGui's two version lines: whole numbers in any text.
void scan(Dice& dice) {
  const std::string text = dice.ConsumeRemainingBytesAsString();
  int major = -1;
  int minor = -1;
  const int found = imgui_scan(text.c_str(), "%d.%d", &major, &minor);
  hold(found >= 0 && found <= 2 && (found > 0) == (major >= 0) && (found > 1) == (minor >= 0),
       "Numbers were miscounted.", text);
}

// The reader's words in a picture: any bytes are drawn, and what goes out as SVG is SVG.
void draw_words(Dice& dice) {
  static plot::HeadlessContext headless;
  const plot::Look look{.width = 40 + static_cast<float>(dice.ConsumeIntegral<std::uint8_t>()),
                        .height = 120,
                        .dark = dice.ConsumeBool(),
                        .still = true};
  const plot::TextStyle style{.max_width = static_cast<float>(dice.ConsumeIntegral<std::uint8_t>()),
                              .verbatim = dice.ConsumeBool()};
  const std::string title = dice.ConsumeRandomLengthString(40);
  const std::string words = dice.ConsumeRemainingBytesAsString();
  const ImDrawData& data = headless.frame(look, [&](plot::Canvas& canvas) {
    plot::text(canvas, canvas.area, words, style);
    plot::paragraph(canvas, canvas.area, words, style);
    plot::tooltip(canvas, {20, 20}, words);
  });
  const std::string svg = plot::to_svg(data, headless.fonts(), {.title = title, .description = words});
  hold(is_svg(svg), "The picture is no SVG.", svg);
}

// Bytes in place of a figure's result: taken or refused.
void open_bytes(Dice& dice) {
  const figures::Figure& figure = *list()[dice.ConsumeIntegralInRange<std::size_t>(0, list().size() - 1)];
  const auto bytes = dice.ConsumeRemainingBytes<std::uint8_t>();
  (void)figure.open(std::as_bytes(std::span(bytes)));
}

}  // namespace

std::vector<Target> parsers() {
  return {{"table", read_table}, {"text", read_text}, {"query", read_query}, {"json", write_json},
          {"speak", speak_any},  {"scan", scan},      {"words", draw_words}, {"bytes", open_bytes}};
}

}  // namespace fuzz
