// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace hopscope {

/// A number as it is written, without rounding: digits times ten to the exponent.
struct Decimal {
  std::int64_t digits = 0;
  int exponent = 0;

  bool operator==(const Decimal&) const = default;
};

/// Reads "-1234567890123", "0.05" or "1e-3". Nothing where the text is no number, or has more
/// digits than fit into 64 bits.
std::optional<Decimal> readDecimal(std::string_view text);

/// Three numbers with one exponent.
struct DecimalTriple {
  std::array<std::int64_t, 3> digits{};
  int exponent = 0;
};

/// Nothing where their digits do not fit into 64 bits then.
std::optional<DecimalTriple> commonScale(const std::array<Decimal, 3>& numbers);

/// "0.15", "1234567890123": all digits, no exponent.
std::string toText(const Decimal& number);

}  // namespace hopscope
