// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/decimal.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace hopscope {

namespace {

constexpr int kLargestExponent = 1000;

bool isDigit(char character) {
  return character >= '0' && character <= '9';
}

/// Appends a zero; false where it does not fit.
bool shift(std::int64_t& digits) {
  return !__builtin_mul_overflow(digits, std::int64_t{10}, &digits);
}

}  // namespace

std::optional<Decimal> readDecimal(std::string_view text) {
  Decimal number;
  const bool negative = !text.empty() && text.front() == '-';
  if (negative || (!text.empty() && text.front() == '+')) text.remove_prefix(1);
  bool any = false, point = false;
  int zeros = 0;  // not taken in yet: those at the end of a fraction say nothing
  for (; !text.empty() && (isDigit(text.front()) || text.front() == '.'); text.remove_prefix(1)) {
    if (text.front() == '.') {
      if (point) return {};
      point = true;
      continue;
    }
    any = true;
    if (point && text.front() == '0') {
      ++zeros;
      continue;
    }
    for (; zeros > 0; --zeros, --number.exponent)
      if (!shift(number.digits)) return {};
    const std::int64_t digit = negative ? '0' - text.front() : text.front() - '0';
    if (!shift(number.digits) || __builtin_add_overflow(number.digits, digit, &number.digits))
      return {};
    if (point) --number.exponent;
  }
  if (!any) return {};
  if (text.empty()) return number;
  if (text.front() != 'e' && text.front() != 'E') return {};
  text.remove_prefix(1);
  if (text.size() > 1 && text.front() == '+' && isDigit(text[1])) text.remove_prefix(1);
  int exponent = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), exponent);
  if (read.ec != std::errc{} || read.ptr != text.data() + text.size() ||
      std::max(exponent, -exponent) > kLargestExponent)
    return {};
  number.exponent += exponent;
  return number;
}

std::optional<DecimalTriple> commonScale(const std::array<Decimal, 3>& numbers) {
  DecimalTriple triple;
  triple.exponent = std::numeric_limits<int>::max();
  for (const Decimal& number : numbers)
    if (number.digits != 0) triple.exponent = std::min(triple.exponent, number.exponent);
  if (triple.exponent == std::numeric_limits<int>::max()) triple.exponent = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    triple.digits[i] = numbers[i].digits;
    for (int e = numbers[i].exponent; numbers[i].digits != 0 && e > triple.exponent; --e)
      if (!shift(triple.digits[i])) return {};
  }
  return triple;
}

std::string toText(const Decimal& number) {
  const bool negative = number.digits < 0;
  std::string digits = std::to_string(number.digits).substr(negative ? 1 : 0);
  if (number.digits != 0 && number.exponent > 0)
    digits.append(static_cast<std::size_t>(number.exponent), '0');
  if (number.exponent < 0) {
    const auto places = static_cast<std::size_t>(-number.exponent);
    if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
    digits.insert(digits.size() - places, 1, '.');
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.') digits.pop_back();
  }
  return (negative ? "-" : "") + digits;
}

}  // namespace hopscope
