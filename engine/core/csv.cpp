// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/csv.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "engine/core/text.h"

namespace hopscope {

namespace {

bool isNumber(std::string_view text) {
  if (text.front() == '+' && text.size() > 1 && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  return read.ec == std::errc{} && read.ptr == end && std::isfinite(value);
}

}  // namespace

std::string csvCell(std::string_view text) {
  if (text.empty()) return {};
  constexpr std::string_view kFormula = "=+-@\t\r\n";
  std::string plain = asUtf8(text);
  if (kFormula.find(plain.front()) != std::string_view::npos && !isNumber(plain))
    plain.insert(plain.begin(), '\'');
  if (plain.find_first_of(",\"\r\n") == std::string::npos) return plain;
  std::string quoted = "\"";
  for (const char character : plain) {
    if (character == '"') quoted += '"';
    quoted += character;
  }
  return quoted + '"';
}

std::string csvCell(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}

}  // namespace hopscope
