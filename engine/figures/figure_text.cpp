// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/figures/figure_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "engine/core/csv.h"
#include "engine/design/catalogue.h"
#include "engine/figures/computation.h"

namespace hopscope {
namespace {

using Json = nlohmann::ordered_json;

std::string numberText(double value) {
  return std::isfinite(value) ? fmt::format("{:.6g}", value) : "none";
}

Json numberJson(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

std::string inputText(const FigureRow& row, const std::string& name) {
  const std::string* text = inputNamed(row.inputs, name);
  return text == nullptr ? "" : *text;
}

/// Whether an input has one value for each value of another: then it needs no curve of its own.
bool follows(const FigureTable& table, const std::string& input, const std::string& leader) {
  std::map<std::string, std::string> valueAt;
  return std::all_of(table.rows.begin(), table.rows.end(), [&](const FigureRow& row) {
    const std::string value = inputText(row, input);
    return valueAt.emplace(inputText(row, leader), value).first->second == value;
  });
}

/// A label within a sentence: "Ways" becomes "ways", "CAM latency" stays.
std::string inSentence(std::string label) {
  const bool acronym = label.size() > 1 && (label[1] < 'a' || label[1] > 'z');
  if (!acronym && label[0] >= 'A' && label[0] <= 'Z') label[0] = static_cast<char>(label[0] + 32);
  return label;
}

/// "MiKANT", "load 0.3": words speak for themselves, by the labels that the computation's
/// parameters, or what a design can name, have.
std::string curveWord(const std::vector<Parameter>& parameters, const std::string& input,
                      const std::string& text) {
  double number = 0;
  const bool counts = std::from_chars(text.data(), text.data() + text.size(), number).ptr ==
                      text.data() + text.size();
  for (const Parameter& parameter : parameters) {
    if (parameter.name != input) continue;
    if (counts) return inSentence(parameter.label) + ' ' + text;
    for (const ParameterChoice& choice : parameter.choices)
      if (choice.name == text) return choice.label;
  }
  if (counts) return input.substr(input.rfind('.') + 1) + ' ' + text;
  static const std::map<std::string, std::string> labels = [] {
    std::map<std::string, std::string> all;
    for (const CatalogueGroup& group : catalogue())
      for (const CatalogueGroup::Item& item : group.items) all.emplace(item.name, item.label);
    return all;
  }();
  const auto label = labels.find(text);
  return label == labels.end() ? text : label->second;
}

/// The parameters of what computes that part.
std::vector<Parameter> parametersOf(const Recipe& recipe, const std::string& part) {
  for (const RecipePart& each : recipe.parts)
    if (each.name == part)
      if (const auto computation = findComputation(each.compute)) return computation->parameters;
  return {};
}

Json recipeJson(const Recipe& recipe) {
  Json json;
  json["ids"] = recipe.ids;
  json["title"] = recipe.title;
  json["source"] = recipe.source;
  json["tag"] = nameOf(recipe.tag);
  json["errata"] = recipe.errata;
  return json;
}

}  // namespace

std::string verdictOf(const FigureFinding& finding) {
  if (!finding.agrees) return "UNEXPECTED";
  return finding.asPrinted ? "pass" : "differs";
}

std::string sourceOf(const FigureFinding& finding) {
  return finding.printed.empty() ? finding.wanted : finding.printed;
}

std::string describe(const Recipe& recipe, const MadeFigure& figure) {
  std::string text =
      fmt::format("{}  {}\n{}; {}{}\n", fmt::join(recipe.ids, ", "), recipe.title, recipe.source,
                  nameOf(recipe.tag), figure.quick ? "; quick run" : "");
  for (const FigureFinding& finding : figure.findings) {
    text += fmt::format("  {:<10} {}: source {}, ours {}{}{}\n", verdictOf(finding), finding.what,
                        sourceOf(finding), numberText(finding.ours),
                        finding.unit.empty() ? "" : " ", finding.unit);
    if (!finding.reason.empty()) text += fmt::format("  {:<10} {}\n", "", finding.reason);
  }
  if (!recipe.errata.empty()) text += fmt::format("Errata: {}\n", recipe.errata);
  return text;
}

std::string findingsCsv(const MadeFigure& figure) {
  std::string csv = "quantity,source,wanted,ours,unit,verdict,reason\r\n";
  for (const FigureFinding& finding : figure.findings)
    csv += fmt::format("{},{},{},{},{},{},{}\r\n", csvCell(finding.what),
                       csvCell(sourceOf(finding)), csvCell(finding.wanted), csvCell(finding.ours),
                       csvCell(finding.unit), verdictOf(finding), csvCell(finding.reason));
  return csv;
}

std::string seriesCsv(const MadeFigure& figure) {
  std::string csv = "part,inputs,quantity,value,standard_error,unit\r\n";
  for (const FigureTable& table : figure.tables)
    for (const FigureRow& row : table.rows) {
      std::string inputs;
      for (const std::string& axis : table.axes)
        inputs += fmt::format("{}{}={}", inputs.empty() ? "" : " ", axis, inputText(row, axis));
      for (std::size_t i = 0; i < table.outputs.size() && i < row.numbers.size(); ++i)
        csv += fmt::format("{},{},{},{},{},{}\r\n", csvCell(table.part), csvCell(inputs),
                           csvCell(table.outputs[i].name), csvCell(row.numbers[i].value),
                           csvCell(row.numbers[i].error), csvCell(table.outputs[i].unit));
    }
  return csv;
}

std::string writeFigure(const Recipe& recipe, const MadeFigure& figure) {
  Json json = recipeJson(recipe);
  json["quick"] = figure.quick;
  json["as_expected"] = figure.asExpected();
  json["findings"] = Json::array();
  for (const FigureFinding& finding : figure.findings)
    json["findings"].push_back({{"quantity", finding.what},
                                {"source", sourceOf(finding)},
                                {"wanted", finding.wanted},
                                {"ours", numberJson(finding.ours)},
                                {"unit", finding.unit},
                                {"verdict", verdictOf(finding)},
                                {"reason", finding.reason}});
  json["parts"] = Json::array();
  for (const FigureTable& table : figure.tables) {
    Json rows = Json::array();
    for (const FigureRow& row : table.rows) {
      Json inputs = Json::object();
      for (const auto& [name, text] : row.inputs) inputs[name] = text;
      Json numbers = Json::object();
      for (std::size_t i = 0; i < table.outputs.size() && i < row.numbers.size(); ++i)
        numbers[table.outputs[i].name] = {{"value", numberJson(row.numbers[i].value)},
                                          {"standard_error", numberJson(row.numbers[i].error)}};
      rows.push_back({{"inputs", std::move(inputs)}, {"results", std::move(numbers)}});
    }
    json["parts"].push_back(
        {{"name", table.part}, {"axes", table.axes}, {"points", std::move(rows)}});
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string writeRecipes(const std::vector<Recipe>& recipes) {
  Json json = Json::array();
  for (const Recipe& recipe : recipes) json.push_back(recipeJson(recipe));
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

namespace {

/// Where a point lies across; NaN where its input is no number.
double placeOn(const FigureRow& row, const std::string& input) {
  const std::string& text = inputText(row, input);
  double x = NAN;
  std::from_chars(text.data(), text.data() + text.size(), x);
  return x;
}

/// The source's own number: what it is told to print, or what a check wants, where the recipe's
/// numbers are stated there. What was derived from it or is proposed here it does not print.
std::optional<double> printedNumber(const Recipe& recipe, const Check& check) {
  if (check.printed) return check.printed;
  if (recipe.tag == RecipeTag::stated && check.says.empty()) return check.value;
  return std::nullopt;
}

}  // namespace

FigureCurve printedPoints(const Recipe& recipe, const MadeFigure& figure) {
  FigureCurve points;
  if (!recipe.plot) return points;
  const RecipePlot& plot = *recipe.plot;
  const auto shown = std::find_if(
      figure.tables.begin(), figure.tables.end(),
      [&](const FigureTable& table) { return plot.part.empty() || table.part == plot.part; });
  if (shown == figure.tables.end()) return points;
  const std::less<const FigureRow*> lower{};
  const FigureRow* const first = shown->rows.data();
  const FigureRow* const end = first + shown->rows.size();
  for (const Check& check : recipe.expected) {
    const std::optional<double> printed = printedNumber(recipe, check);
    const bool drawn = std::find(plot.quantities.begin(), plot.quantities.end(), check.quantity) !=
                       plot.quantities.end();
    const bool holds = figure.quick ? check.inQuick : check.inFull;
    if (!printed || !drawn || !holds || check.compare != Check::Compare::value) continue;
    for (const FigureRow* row : select(check, figure.tables).rows) {
      const double x = placeOn(*row, plot.x);
      if (lower(row, first) || !lower(row, end) || !std::isfinite(x)) continue;
      points.x.push_back(x);
      points.y.push_back(*printed);
    }
  }
  return points;
}

std::vector<FigureCurve> curvesOf(const Recipe& recipe, const MadeFigure& figure) {
  std::vector<FigureCurve> curves;
  if (!recipe.plot) return curves;
  const RecipePlot& plot = *recipe.plot;
  for (const FigureTable& table : figure.tables) {
    if (!plot.part.empty() && table.part != plot.part) continue;
    const std::vector<Parameter> parameters = parametersOf(recipe, table.part);
    std::vector<std::string> naming;  // the inputs that tell curves apart
    for (const std::string& axis : table.axes)
      if (axis != plot.x && !follows(table, axis, plot.x)) naming.push_back(axis);
    for (std::size_t i = 0; i < table.outputs.size(); ++i) {
      if (std::find(plot.quantities.begin(), plot.quantities.end(), table.outputs[i].name) ==
          plot.quantities.end())
        continue;
      for (const FigureRow& row : table.rows) {
        std::string name = plot.quantities.size() > 1 ? table.outputs[i].label : "";
        for (const std::string& axis : naming)
          name += (name.empty() ? "" : ", ") + curveWord(parameters, axis, inputText(row, axis));
        if (name.empty()) name = table.outputs[i].label;
        auto curve = std::find_if(curves.begin(), curves.end(),
                                  [&](const FigureCurve& each) { return each.name == name; });
        if (curve == curves.end()) curve = curves.insert(curves.end(), {name, {}, {}, {}});
        curve->x.push_back(placeOn(row, plot.x));
        curve->y.push_back(row.numbers[i].value);
        curve->errors.push_back(row.numbers[i].error);
      }
    }
    if (plot.part.empty()) break;
  }
  for (FigureCurve& curve : curves)
    if (std::all_of(curve.errors.begin(), curve.errors.end(), [](double e) { return e == 0; }))
      curve.errors.clear();
  return curves;
}

}  // namespace hopscope
