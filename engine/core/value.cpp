// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/value.h"

#include <fmt/format.h>

#include <stdexcept>

namespace hopscope {
namespace {

const Value& valueAt(const Values& values, const std::string& name) {
  const auto found = values.find(name);
  if (found == values.end()) throw std::out_of_range("no value named " + name);
  return found->second;
}

struct TextOf {
  std::string operator()(bool value) const { return value ? "true" : "false"; }
  std::string operator()(std::int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(double value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const std::vector<std::int64_t>& value) const {
    std::string text = "[";
    for (const std::int64_t item : value) {
      if (text.size() > 1) text += ", ";
      text += fmt::format("{}", item);
    }
    return text + "]";
  }
};

}  // namespace

std::string toText(const Value& value) {
  return std::visit(TextOf{}, value);
}

std::int64_t integerAt(const Values& values, const std::string& name) {
  return std::get<std::int64_t>(valueAt(values, name));
}

double realAt(const Values& values, const std::string& name) {
  const Value& value = valueAt(values, name);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  return std::get<double>(value);
}

const std::string& textAt(const Values& values, const std::string& name) {
  return std::get<std::string>(valueAt(values, name));
}

const std::vector<std::int64_t>& integersAt(const Values& values, const std::string& name) {
  return std::get<std::vector<std::int64_t>>(valueAt(values, name));
}

}  // namespace hopscope
