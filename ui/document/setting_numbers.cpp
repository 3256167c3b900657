// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/setting_numbers.h"

#include <variant>

#include "engine/design/catalogue.h"

namespace hopscope {

std::optional<double> numberOf(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&value)) return *real;
  return {};
}

bool sameValue(const Value& a, const Value& b) {
  const std::optional<double> number = numberOf(a);
  return a == b || (number && number == numberOf(b));
}

std::int64_t wholeSetting(const Design& design, std::string_view path, std::int64_t otherwise) {
  const Value value = effectiveValue(design, path);
  const auto* whole = std::get_if<std::int64_t>(&value);
  return whole != nullptr ? *whole : otherwise;
}

}  // namespace hopscope
