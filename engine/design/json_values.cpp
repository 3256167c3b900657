// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/json_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/core/ids.h"
#include "engine/core/registry.h"
#include "engine/core/text.h"

namespace hopscope {
namespace {

/// A whole number that fits, however it is written.
std::optional<std::int64_t> wholeNumber(const Json& json) {
  if (json.is_number_unsigned()) {
    const auto value = json.get<std::uint64_t>();
    if (value > static_cast<std::uint64_t>(INT64_MAX)) return std::nullopt;
    return static_cast<std::int64_t>(value);
  }
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (!json.is_number_float()) return std::nullopt;
  const double value = json.get<double>();
  constexpr double kExact = 9'007'199'254'740'992;  // beyond, a double is no longer one integer
  if (!(std::abs(value) <= kExact) || value != std::floor(value)) return std::nullopt;
  return static_cast<std::int64_t>(value);
}

std::optional<Value> listOf(const Json& json) {
  std::vector<std::int64_t> list;
  for (const Json& item : json) {
    const auto number = wholeNumber(item);
    if (!number) return std::nullopt;
    list.push_back(*number);
  }
  return Value{std::move(list)};
}

/// The words of a list, one after the other.
std::optional<Value> wordsOf(const Json& json) {
  if (json.is_string()) return Value{json.get<std::string>()};
  if (!json.is_array()) return std::nullopt;
  std::string words;
  for (const Json& item : json) {
    if (!item.is_string()) return std::nullopt;
    words += (words.empty() ? "" : " ") + item.get<std::string>();
  }
  return Value{std::move(words)};
}

/// The nearest value of a parameter's type; nothing where the document has another type.
std::optional<Value> convert(const Json& json, ParameterType type) {
  const auto wrap = [](auto read) { return read ? std::optional<Value>(*read) : std::nullopt; };
  switch (type) {
    case ParameterType::boolean:
      return json.is_boolean() ? std::optional<Value>(json.get<bool>()) : std::nullopt;
    case ParameterType::integer:
      return wrap(wholeNumber(json));
    case ParameterType::real:
      if (json.is_number_float()) return Value{json.get<double>()};
      return wrap(wholeNumber(json));
    case ParameterType::integers:
      return json.is_array() ? listOf(json) : std::nullopt;
    case ParameterType::choice:
    case ParameterType::classes:
      break;
    case ParameterType::text:
      return wordsOf(json);
    case ParameterType::cycles:
    case ParameterType::flits:
      if (!json.is_string()) return wrap(wholeNumber(json));
      break;
  }
  return json.is_string() ? std::optional<Value>(json.get<std::string>()) : std::nullopt;
}

Sentence asWritten(const Json& json) {
  return json.is_number() ? sentence("{}", clipped(json.dump()))
                          : sentence("written as {}", kindInWords(json));
}

}  // namespace

void refuse(Issues& issues, const std::string& path, Sentence text, Sentence remedy) {
  issues.push_back({Severity::error, path, std::move(text), std::move(remedy)});
}

void flatten(const Json& json, const std::string& path, std::vector<RawSetting>& out) {
  if (!json.is_object() || json.empty()) {
    out.emplace_back(path, &json);
    return;
  }
  for (const auto& [key, member] : json.items())
    flatten(member, fmt::format("{}.{}", path, key), out);
}

std::optional<Value> toValue(const Json& json, const Parameter& parameter, const std::string& path,
                             Issues& issues) {
  if (json.is_string())
    if (Value keyword = json.get<std::string>(); isKeyword(parameter, keyword)) return keyword;
  auto value = convert(json, parameter.type);
  if (!value) {
    refuse(issues, path,
           sentence("{} cannot be {}.", registryWords(parameter.label), asWritten(json)),
           sentence("Allowed: {}.", allowed(parameter)));
    return std::nullopt;
  }
  if (auto issue = check(parameter, *value, path)) issues.push_back(std::move(*issue));
  return value;
}

std::optional<std::uint32_t> toId(const Json& json, const std::string& path, Issues& issues) {
  const auto number = wholeNumber(json);
  if (number && *number >= 0 && *number < std::int64_t{kNone})
    return static_cast<std::uint32_t>(*number);
  refuse(issues, path, sentence("An id cannot be {}.", asWritten(json)),
         sentence("Ids are whole numbers from 0 to 4,294,967,294."));
  return std::nullopt;
}

std::vector<std::uint32_t> toIds(const Json& json, const std::string& path, Issues& issues) {
  std::vector<std::uint32_t> ids;
  if (!json.is_array()) {
    refuse(issues, path, sentence("A list of ids is needed here, not {}.", kindInWords(json)),
           sentence("Write it as [0, 1, 2]."));
    return ids;
  }
  for (std::size_t i = 0; i < json.size(); ++i)
    if (const auto id = toId(json[i], fmt::format("{}[{}]", path, i), issues)) ids.push_back(*id);
  return ids;
}

std::optional<std::string> toText(const Json& json, const std::string& path, Issues& issues) {
  if (json.is_string()) return json.get<std::string>();
  refuse(issues, path, sentence("Text is needed here, not {}.", kindInWords(json)), {});
  return std::nullopt;
}

Sentence kindInWords(const Json& json) {
  if (json.is_object()) return sentence("an object");
  if (json.is_array()) return sentence("a list");
  if (json.is_string()) return sentence("text (\"{}\")", clipped(json.get<std::string>()));
  if (json.is_boolean()) return sentence("{}", json.get<bool>());
  return json.is_null() ? sentence("null") : sentence("a number");
}

Sentence suggestion(const std::string& typed, const std::vector<std::string>& known) {
  const std::string near = nearestName(typed, known);
  if (!near.empty()) return sentence("Did you mean \"{}\"?", near);
  return sentence("Known here: {}.", fmt::join(known, ", "));
}

bool checkObject(const Json& json, const std::string& path, Issues& issues) {
  if (json.is_object()) return true;
  issues.push_back(
      {Severity::error, path, sentence("An object is needed here, not {}.", kindInWords(json))});
  return false;
}

bool checkKeys(const Json& json, const std::string& path, const std::vector<std::string>& known,
               Issues& issues) {
  if (!checkObject(json, path, issues)) return false;
  bool fine = true;
  for (const auto& [key, member] : json.items())
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      issues.push_back({Severity::error, fmt::format("{}.{}", path, clipped(key)),
                        sentence("There is no \"{}\" here.", clipped(key)),
                        suggestion(key, known)});
      fine = false;
    }
  return fine;
}

Json toJson(const Value& value) {
  return std::visit([](const auto& inner) { return Json(inner); }, value);
}

void put(Json& root, const std::string& path, Json value) {
  Json* node = &root;
  std::size_t from = 0;
  for (std::size_t dot = path.find('.'); dot != std::string::npos; dot = path.find('.', from)) {
    node = &(*node)[path.substr(from, dot - from)];
    if (!node->is_null() && !node->is_object()) return;  // a setting below another's own value
    from = dot + 1;
  }
  (*node)[path.substr(from)] = std::move(value);
}

}  // namespace hopscope
