// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/core/parameter.h"

/// Short forms for declaring parameters.
namespace hopscope::declare {

inline Parameter number(ParameterType type, std::string name, std::string label, Value fallback,
                        double minimum, double maximum, std::string unit, std::string help) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.label = std::move(label);
  parameter.type = type;
  parameter.fallback = std::move(fallback);
  parameter.minimum = minimum;
  parameter.maximum = maximum;
  parameter.unit = std::move(unit);
  parameter.help = std::move(help);
  return parameter;
}

inline Parameter choice(std::string name, std::string label, std::string fallback,
                        std::vector<ParameterChoice> choices, std::string help) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.label = std::move(label);
  parameter.type = ParameterType::choice;
  parameter.fallback = std::move(fallback);
  parameter.choices = std::move(choices);
  parameter.help = std::move(help);
  return parameter;
}

inline Parameter text(std::string name, std::string label, std::string fallback, std::string help) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.label = std::move(label);
  parameter.type = ParameterType::text;
  parameter.fallback = std::move(fallback);
  parameter.help = std::move(help);
  return parameter;
}

inline Parameter boolean(std::string name, std::string label, bool fallback, std::string help) {
  Parameter parameter;
  parameter.name = std::move(name);
  parameter.label = std::move(label);
  parameter.type = ParameterType::boolean;
  parameter.fallback = fallback;
  parameter.help = std::move(help);
  return parameter;
}

inline Parameter perRouter(Parameter parameter) {
  parameter.perRouter = true;
  return parameter;
}

/// It has an effect only where the setting at `path` is one of `choices`.
inline Parameter onlyWhere(const char* path, std::vector<std::string> choices,
                           Parameter parameter) {
  parameter.onlyWhere = EffectCondition{path, std::move(choices)};
  return parameter;
}

}  // namespace hopscope::declare
