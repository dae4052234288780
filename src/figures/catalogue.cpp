#include "figures/catalogue.hpp"

#include "figures/json.hpp"

namespace figures {
namespace {

constexpr std::array<std::string_view, 5> kKindNames = {"range", "choice", "switch", "action", "numbers"};

void write_numbers(Json& json, std::string_view name, std::span<const double> numbers) {
  json.key(name).open('[');
  for (const double number : numbers) json.number(number);
  json.close(']');
}

void write_texts(Json& json, std::span<const std::string> texts) {
  json.open('[');
  for (const std::string& text : texts) json.text(text);
  json.close(']');
}

// A condition as {id, choices: [ids]}, its choices named by the table it speaks of.
void write_condition(Json& json, const Condition& condition, std::span<const Parameter> table) {
  json.key("shown");
  if (condition.id.empty()) {
    json.null();
    return;
  }
  json.open('{').field("id", condition.id).key("choices").open('[');
  for (const Parameter& parameter : table) {
    if (parameter.id != condition.id) continue;
    for (std::size_t k = 0; k < parameter.choices.size(); ++k) {
      if ((condition.choices >> k & 1U) != 0) json.text(parameter.choices[k].id);
    }
  }
  json.close(']').close('}');
}

void write_parameter(Json& json, const Parameter& parameter, std::span<const Parameter> table) {
  json.open('{')
      .field("id", parameter.id)
      .field("label", translated(parameter.label))
      .field("kind", kKindNames[static_cast<std::size_t>(parameter.kind)]);
  json.field("min", parameter.min).field("max", parameter.max).field("step", parameter.step);
  json.field("initial", parameter.initial).field("plays", parameter.plays);
  json.key("film").boolean(parameter.is_film());
  json.key("lever").boolean(parameter.lever);
  json.field("most", parameter.most).field("group", parameter.group);
  write_numbers(json, "stops", parameter.stops);
  json.key("choices").open('[');
  for (const Choice& choice : parameter.choices) {
    json.open('{').field("id", choice.id).field("label", translated(choice.label)).close('}');
  }
  json.close(']').field("symbol", parameter.symbol).field("help", translated(parameter.help));
  json.key("narrow").boolean(parameter.only_narrow).key("primary").boolean(parameter.is_primary);
  json.field("affects", parameter.affects == Affects::result ? "result" : "picture");
  write_condition(json, parameter.shown, table);
  json.close('}');
}

void write_text_inputs(Json& json, const Figure& figure) {
  json.key("texts").open('[');
  for (const TextInput& text : figure.texts) {
    json.open('{').field("label", translated(text.label)).field("help", translated(text.help));
    json.field("sample", text.sample).field("placeholder", translated(text.placeholder));
    json.field("back", translated(text.back)).field("ending", text.ending);
    json.field("maxBytes", static_cast<double>(text.max_bytes));
    write_condition(json, text.shown, figure.parameters);
    json.close('}');
  }
  json.close(']').key("jobs").open('[');
  for (const Job& job : figure.jobs) json.text(job.id);
  json.close(']');
}

void write_figure(Json& json, const Figure& figure) {
  json.open('{')
      .field("id", figure.id)
      .field("name", translated(figure.name))
      .field("question", translated(figure.question));
  json.key("shape").open('{').field("narrow", figure.shape.narrow).field("wide", figure.shape.wide).close('}');
  json.key("stages").open('[');
  for (const Stage& stage : figure.stages) {
    json.open('{').field("name", translated(stage.name)).field("symbol", stage.symbol).close('}');
  }
  json.close(']');
  write_text_inputs(json, figure);
  json.key("resumes").boolean(figure.resumes).key("parameters").open('[');
  for (const Parameter& parameter : figure.parameters) write_parameter(json, parameter, figure.parameters);
  json.close(']').close('}');
}

}  // namespace

std::string catalogue_json() {
  Json json;
  json.open('[');
  for (const Figure* figure : all()) {
    if (!figure->id.empty()) write_figure(json, *figure);
  }
  return json.close(']').take();
}

std::string controls_json(const Values& values, std::span<const Access> access, std::string_view playing,
                          const Picture* picture) {
  Json json;
  json.open('[');
  for (std::size_t at = 0; at < access.size(); ++at) {
    const Parameter& parameter = values.table()[at];
    json.open('{').field("id", parameter.id);
    if (parameter.kind == Kind::numbers) {
      const auto& list = values.list(parameter.id);
      json.field("value", static_cast<double>(list.size()));
      write_numbers(json, "list", list);
    } else {
      json.field("value", values.number(parameter.id));
      json.field("stop", nearest_stop(parameter, shown_number(parameter, values, picture)));
      json.field("stops", stop_count(parameter)).field("text", value_text(parameter, values, picture));
    }
    json.key("shown").boolean(values.is_shown(parameter) && access[at] != Access::hidden);
    json.key("locked").boolean(access[at] == Access::locked);
    json.key("playing").boolean(parameter.id == playing).close('}');
  }
  return json.close(']').take();
}

std::string description_json(const Description& description) {
  Json json;
  json.open('{').field("title", description.title).field("sentence", description.sentence);
  json.key("table").open('{').key("columns");
  write_texts(json, description.table.columns);
  json.key("rows").open('[');
  for (const auto& row : description.table.rows) write_texts(json, row);
  return json.close(']').close('}').close('}').take();
}

std::string sentences_json(const std::vector<std::string>& sentences) {
  Json json;
  write_texts(json, sentences);
  return json.take();
}

}  // namespace figures
