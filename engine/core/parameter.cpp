// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/parameter.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/core/registry.h"
#include "engine/core/text.h"
#include "engine/core/units.h"

namespace hopscope {
namespace {

/// 1000000 -> "1,000,000"; reals as short as they are exact.
std::string number(double value) {
  if (std::abs(value) >= 1e15 || value != std::floor(value)) return fmt::format("{}", value);
  std::string digits = fmt::format("{:.0f}", std::abs(value));
  if (digits.size() > 4)
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, 1, ',');
  return value < 0 ? "-" + digits : digits;
}

Sentence range(const Parameter& parameter) {
  if (parameter.minimum == parameter.maximum) return sentence("{}", number(parameter.minimum));
  return sentence("{} to {}", number(parameter.minimum), number(parameter.maximum));
}

Sentence inQuotes(const Value& value) {
  const std::string shown = clipped(toText(value));
  return std::holds_alternative<std::string>(value) ? sentence("\"{}\"", shown)
                                                    : sentence("{}", shown);
}

Issue refusal(const Parameter& parameter, const Sentence& what, const std::string& path,
              const Sentence& hint = {}) {
  const Sentence all = sentence("Allowed: {}.", allowed(parameter));
  return {Severity::error, path, sentence("{} cannot be {}.", registryWords(parameter.label), what),
          hint.empty() ? all : sentence("{} {}", hint, all)};
}

bool inRange(const Parameter& parameter, double value) {
  return std::isfinite(value) && value >= parameter.minimum && value <= parameter.maximum;
}

std::optional<Issue> checkChoice(const Parameter& parameter, const std::string& value,
                                 const std::string& path) {
  std::vector<std::string> names;
  for (const ParameterChoice& choice : parameter.choices) {
    if (choice.name == value) return std::nullopt;
    names.push_back(choice.name);
  }
  const std::string near = nearestName(value, names);
  return refusal(parameter, inQuotes(value), path,
                 near.empty() ? Sentence() : sentence("Did you mean \"{}\"?", near));
}

/// Text of a duration or size: the unit must fit; the range is checked once the clock is known.
std::optional<Issue> checkQuantity(const Parameter& parameter, const std::string& value,
                                   const std::string& path) {
  const bool time = parameter.type == ParameterType::cycles;
  const auto quantity = parseQuantity(value);
  if (quantity) {
    const auto counted = time ? Dimension::cycles : Dimension::flits;
    const auto physical = time ? Dimension::time : Dimension::size;
    if (quantity->dimension == physical) return std::nullopt;
    if (quantity->dimension == counted || quantity->dimension == Dimension::number) {
      if (inRange(parameter, quantity->amount)) return std::nullopt;
    }
  }
  return refusal(parameter, inQuotes(value), path);
}

/// Is the value of a kind that this parameter can take at all?
bool fits(ParameterType type, const Value& value) {
  switch (type) {
    case ParameterType::boolean:
      return std::holds_alternative<bool>(value);
    case ParameterType::integer:
      return std::holds_alternative<std::int64_t>(value);
    case ParameterType::real:
      return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
    case ParameterType::integers:
      return std::holds_alternative<std::vector<std::int64_t>>(value);
    case ParameterType::choice:
    case ParameterType::text:
    case ParameterType::classes:
      return std::holds_alternative<std::string>(value);
    case ParameterType::cycles:
    case ParameterType::flits:
      return std::holds_alternative<std::int64_t>(value) ||
             std::holds_alternative<std::string>(value);
  }
  return false;
}

std::string_view withoutBlanks(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

template <typename Number>
std::optional<Number> readNumber(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  Number value{};
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size()) return std::nullopt;
  return value == Number{} ? Number{} : value;  // "-0" is no other number
}

/// "[8, 8]", "8,8", "8x8", "8 8".
std::optional<std::vector<std::int64_t>> readList(std::string_view text) {
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']')
    text = withoutBlanks(text.substr(1, text.size() - 2));
  std::vector<std::int64_t> list;
  while (!text.empty()) {
    std::int64_t item = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), item);
    if (read.ec != std::errc{}) return std::nullopt;
    list.push_back(item);
    const std::string_view rest = text.substr(static_cast<std::size_t>(read.ptr - text.data()));
    text = withoutBlanks(rest);
    if (text.empty()) break;
    constexpr std::string_view kTimes = "\u00d7";
    if (text.front() == ',' || text.front() == 'x') {
      text = withoutBlanks(text.substr(1));
    } else if (text.substr(0, kTimes.size()) == kTimes) {
      text = withoutBlanks(text.substr(kTimes.size()));
    } else if (rest.size() == text.size()) {
      return std::nullopt;
    }
    if (text.empty()) return std::nullopt;  // a separator at the end
  }
  return list;
}

std::optional<Value> readBoolean(std::string_view text) {
  if (text == "true" || text == "yes" || text == "on" || text == "1") return Value{true};
  if (text == "false" || text == "no" || text == "off" || text == "0") return Value{false};
  return std::nullopt;
}

/// A duration or size: a bare or counted whole number becomes an integer, all else stays text.
std::optional<Value> readQuantity(std::string_view text) {
  if (const auto integer = readNumber<std::int64_t>(text)) return Value{*integer};
  const auto quantity = parseQuantity(text);
  if (quantity && quantity->dimension != Dimension::time &&
      quantity->dimension != Dimension::size && quantity->amount == std::floor(quantity->amount) &&
      quantity->amount < 1e15 && quantity->dimension != Dimension::rate)
    return Value{static_cast<std::int64_t>(quantity->amount)};
  return Value{std::string(text)};
}

std::optional<Value> readValue(ParameterType type, std::string_view text) {
  const auto wrap = [](auto read) { return read ? std::optional<Value>(*read) : std::nullopt; };
  switch (type) {
    case ParameterType::boolean:
      return readBoolean(text);
    case ParameterType::integer:
      return wrap(readNumber<std::int64_t>(text));
    case ParameterType::real:
      return wrap(readNumber<double>(text));
    case ParameterType::integers:
      return wrap(readList(text));
    case ParameterType::choice:
    case ParameterType::text:
    case ParameterType::classes:
      return Value{std::string(text)};
    case ParameterType::cycles:
    case ParameterType::flits:
      return readQuantity(text);
  }
  return std::nullopt;
}

Sentence allowedValues(const Parameter& parameter) {
  const auto withUnit = [&](const Sentence& amount) {
    return parameter.unit.empty() ? amount
                                  : sentence("{} {}", amount, registryWords(parameter.unit));
  };
  switch (parameter.type) {
    case ParameterType::boolean:
      return sentence("true or false");
    case ParameterType::integer:
      return withUnit(sentence("whole numbers from {}", range(parameter)));
    case ParameterType::real:
      return withUnit(range(parameter));
    case ParameterType::integers:
      return sentence("a list of whole numbers, each {}", range(parameter));
    case ParameterType::cycles:
      return sentence("{} cycles, or a time such as \"90 ns\" or \"1.5 us\"", range(parameter));
    case ParameterType::flits:
      return sentence("{} flits, or a size such as \"18 KB\" or \"16 KiB\"", range(parameter));
    case ParameterType::text:
      return sentence("words");
    case ParameterType::classes:
      return sentence("classes such as \"web = 0.7 uniform; bulk = 0.3 tornado\"");
    case ParameterType::choice:
      break;
  }
  Sentence names;
  for (std::size_t i = 0; i < parameter.choices.size(); ++i) {
    const std::string& name = parameter.choices[i].name;
    names = i == 0                              ? sentence("{}", name)
            : i + 1 == parameter.choices.size() ? sentence("{} or {}", names, name)
                                                : sentence("{}, {}", names, name);
  }
  return names;
}

}  // namespace

bool isKeyword(const Parameter& parameter, const Value& value) {
  const auto* text = std::get_if<std::string>(&value);
  return text != nullptr &&
         std::any_of(parameter.keywords.begin(), parameter.keywords.end(),
                     [text](const ParameterChoice& keyword) { return keyword.name == *text; });
}

std::optional<Issue> check(const Parameter& parameter, const Value& value,
                           const std::string& path) {
  if (isKeyword(parameter, value)) return std::nullopt;
  if (!fits(parameter.type, value)) return refusal(parameter, inQuotes(value), path);
  if (parameter.type == ParameterType::text || parameter.type == ParameterType::classes)
    return std::nullopt;
  if (const auto* text = std::get_if<std::string>(&value))
    return parameter.type == ParameterType::choice ? checkChoice(parameter, *text, path)
                                                   : checkQuantity(parameter, *text, path);
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) {
    // Where the default is an empty list, it has a meaning of its own.
    const auto* fallback = std::get_if<std::vector<std::int64_t>>(&parameter.fallback);
    const bool mayBeEmpty = fallback != nullptr && fallback->empty();
    if (list->empty() && !mayBeEmpty) return refusal(parameter, sentence("an empty list"), path);
    for (const std::int64_t item : *list)
      if (!inRange(parameter, static_cast<double>(item)))
        return refusal(parameter, inQuotes(value), path);
    return std::nullopt;
  }
  double amount = 0;
  if (const auto* integer = std::get_if<std::int64_t>(&value))
    amount = static_cast<double>(*integer);
  else if (const auto* real = std::get_if<double>(&value))
    amount = *real;
  else
    return std::nullopt;  // a boolean has no range
  if (!inRange(parameter, amount)) return refusal(parameter, inQuotes(value), path);
  return std::nullopt;
}

std::variant<Value, Issue> parseValue(const Parameter& parameter, std::string_view text,
                                      const std::string& path) {
  text = withoutBlanks(text);
  if (Value keyword = std::string(text); isKeyword(parameter, keyword)) return keyword;
  const auto value = readValue(parameter.type, text);
  if (!value) return refusal(parameter, inQuotes(std::string(text)), path);
  if (auto issue = check(parameter, *value, path)) return *issue;
  return *value;
}

Sentence allowed(const Parameter& parameter) {
  Sentence text = allowedValues(parameter);
  for (const ParameterChoice& keyword : parameter.keywords)
    text = sentence("{}, or \"{}\"", text, keyword.name);
  return text;
}

Values defaultsOf(const std::vector<Parameter>& parameters) {
  Values values;
  for (const Parameter& parameter : parameters) values[parameter.name] = parameter.fallback;
  return values;
}

}  // namespace hopscope
