// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/models/model_text.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace hopscope {
namespace {

std::string withUnit(double value, const std::string& unit) {
  const std::string number = std::isnan(value) ? "unknown" : fmt::format("{:.6g}", value);
  return unit.empty() || std::isnan(value) ? number : number + ' ' + unit;
}

}  // namespace

std::string describe(const Model& model, const Values& values, const std::vector<double>& numbers) {
  std::string text = model.label + '\n';
  for (const Parameter& parameter : model.parameters)
    text +=
        fmt::format("  {:<24} {}{}  {}\n", parameter.name + " =", toText(values.at(parameter.name)),
                    parameter.unit.empty() ? "" : ' ' + parameter.unit, parameter.label);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    text += fmt::format("{}: {}\n", model.outputs[i].label,
                        withUnit(numbers[i], model.outputs[i].unit));
  return text + fmt::format("{}\nSource: {}\n", model.help, model.source);
}

std::string writeModel(const Model& model, const Values& values,
                       const std::vector<double>& numbers) {
  nlohmann::ordered_json json;
  json["model"] = model.name;
  json["source"] = model.source;
  for (const Parameter& parameter : model.parameters)
    std::visit([&](const auto& value) { json["parameters"][parameter.name] = value; },
               values.at(parameter.name));
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    auto& result = json["results"][model.outputs[i].name];
    result["value"] = std::isfinite(numbers[i]) ? nlohmann::ordered_json(numbers[i]) : nullptr;
    result["unit"] = model.outputs[i].unit;
    result["label"] = model.outputs[i].label;
  }
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace hopscope
