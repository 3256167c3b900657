// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/ids.h"
#include "engine/core/issue.h"
#include "engine/core/value.h"

namespace hopscope {

/// What a quantity measures.
enum class Dimension : std::uint8_t {
  time,    ///< in picoseconds
  cycles,  ///< of the network's clock
  size,    ///< in bytes
  flits,
  rate,    ///< in bits per second
  number,  ///< no unit
};

struct Quantity {
  double amount = 0;
  Dimension dimension = Dimension::number;

  bool operator==(const Quantity&) const = default;
};

/// Reads "90 ns", "1.5us", "18 KB" (1,000 B), "16 KiB" (1,024 B), "200 Gb/s", "5 cycles", "32
/// flits" or a bare number. Decimal point whatever the locale; between number and unit may stand
/// spaces, no-break ones too. Nothing where the text is no finite number >= 0 with a known unit.
std::optional<Quantity> parseQuantity(std::string_view text);

/// The one clock of a network and the width of its links.
struct Clock {
  double frequencyGhz = 1;
  double flitBytes = 25;

  double picosecondsPerCycle() const { return 1000 / frequencyGhz; }
};

enum class Rounding : std::uint8_t { up, down };

/// A duration in whole cycles, rounded up: a number is in cycles already, text has a unit. A
/// rounding by more than 1 % appends a warning, a value that is no duration an error (and gives 0).
Cycle toCycles(const Value& value, const Clock& clock, const std::string& path, Issues& issues);

/// A size in whole flits: buffers round down (what fits), packets up (what it takes). Warnings and
/// errors as with toCycles.
std::int64_t toFlits(const Value& value, const Clock& clock, Rounding rounding,
                     const std::string& path, Issues& issues);

/// A duration in whole picoseconds (nearest); a number is in cycles. Errors as with toCycles.
Picoseconds toPicoseconds(const Value& value, const Clock& clock, const std::string& path,
                          Issues& issues);

/// A bandwidth in flits per cycle; nothing for another dimension than a rate.
std::optional<double> toFlitsPerCycle(const Quantity& quantity, const Clock& clock);

}  // namespace hopscope
