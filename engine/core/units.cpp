// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/core/units.h"

#include <array>
#include <charconv>
#include <cmath>

#include "engine/core/text.h"

namespace hopscope {
namespace {

struct Unit {
  std::string_view name;
  Dimension dimension;
  double factor;
};

constexpr std::array kUnits = {
    Unit{"", Dimension::number, 1},
    Unit{"ps", Dimension::time, 1},
    Unit{"ns", Dimension::time, 1e3},
    Unit{"us", Dimension::time, 1e6},
    Unit{"\u00b5s", Dimension::time, 1e6},
    Unit{"\u03bcs", Dimension::time, 1e6},
    Unit{"ms", Dimension::time, 1e9},
    Unit{"s", Dimension::time, 1e12},
    Unit{"cycle", Dimension::cycles, 1},
    Unit{"cycles", Dimension::cycles, 1},
    Unit{"flit", Dimension::flits, 1},
    Unit{"flits", Dimension::flits, 1},
    Unit{"B", Dimension::size, 1},
    Unit{"KB", Dimension::size, 1e3},
    Unit{"kB", Dimension::size, 1e3},
    Unit{"MB", Dimension::size, 1e6},
    Unit{"GB", Dimension::size, 1e9},
    Unit{"KiB", Dimension::size, 1024},
    Unit{"MiB", Dimension::size, 1024.0 * 1024},
    Unit{"GiB", Dimension::size, 1024.0 * 1024 * 1024},
    Unit{"Mb/s", Dimension::rate, 1e6},
    Unit{"Gb/s", Dimension::rate, 1e9},
    Unit{"Tb/s", Dimension::rate, 1e12},
    Unit{"MB/s", Dimension::rate, 8e6},
    Unit{"GB/s", Dimension::rate, 8e9},
};

/// Removes spaces at both ends: ASCII, no-break (U+00A0) and narrow no-break (U+202F).
std::string_view trimmed(std::string_view text) {
  constexpr std::array<std::string_view, 4> kSpaces = {" ", "\t", "\u00a0", "\u202f"};
  for (bool found = true; found;) {
    found = false;
    for (const std::string_view space : kSpaces) {
      if (text.substr(0, space.size()) == space) {
        text.remove_prefix(space.size());
        found = true;
      }
      if (text.size() >= space.size() && text.substr(text.size() - space.size()) == space) {
        text.remove_suffix(space.size());
        found = true;
      }
    }
  }
  return text;
}

/// More than any duration or size that a simulation could reach; keeps conversions in range.
constexpr double kLargest = 9e15;

/// Reads a value as a quantity; an error issue where it is none of the two dimensions.
std::optional<Quantity> quantityOf(const Value& value, Dimension physical, Dimension counted,
                                   const Sentence& what, const Sentence& examples,
                                   const std::string& path, Issues& issues) {
  std::optional<Quantity> quantity;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    quantity = Quantity{static_cast<double>(*integer), counted};
  } else if (const auto* real = std::get_if<double>(&value)) {
    quantity = Quantity{*real, counted};
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    quantity = parseQuantity(*text);
    if (quantity && quantity->dimension == Dimension::number) quantity->dimension = counted;
  }
  if (quantity && quantity->dimension != physical && quantity->dimension != counted)
    quantity.reset();
  if (!quantity)
    issues.push_back({Severity::error, path, sentence("\"{}\" is not {}.", toText(value), what),
                      sentence("Write a number or one with a unit, such as {}.", examples)});
  return quantity;
}

/// Rounds to a whole number and warns where that changes the value by more than 1 %.
std::int64_t rounded(double exact, Rounding rounding, const std::string& asWritten,
                     const char* unit, const std::string& path, Issues& issues) {
  if (!(std::abs(exact) <= kLargest)) {
    issues.push_back({Severity::error, path, sentence("\"{}\" is too much.", clipped(asWritten)),
                      sentence("At most {:.0f} {} are allowed.", kLargest, registryWords(unit))});
    return 0;
  }
  // A quotient like 90 ns / 0.1 ns must not round up over its last binary digit.
  const double nearest = std::round(exact);
  const bool whole = std::abs(exact - nearest) <= 1e-9 * std::max(1.0, std::abs(exact));
  const double result = whole                      ? nearest
                        : rounding == Rounding::up ? std::ceil(exact)
                                                   : std::floor(exact);
  if (!whole && std::abs(result - exact) > 0.01 * std::abs(exact))
    issues.push_back({Severity::warning, path,
                      sentence("\"{}\" is {:.4g} {}; the simulation uses {:.0f}.", asWritten, exact,
                               registryWords(unit), result),
                      sentence("Change the value or the clock where that matters.")});
  return static_cast<std::int64_t>(result);
}

}  // namespace

std::optional<Quantity> parseQuantity(std::string_view text) {
  text = trimmed(text);
  // from_chars would accept "inf", "nan" and a sign; a quantity begins with a digit or a point.
  if (text.empty() || !((text[0] >= '0' && text[0] <= '9') || text[0] == '.')) return std::nullopt;
  double amount = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), amount);
  if (read.ec != std::errc{} || !std::isfinite(amount)) return std::nullopt;
  const std::string_view name =
      trimmed(text.substr(static_cast<std::size_t>(read.ptr - text.data())));
  for (const Unit& unit : kUnits)
    if (unit.name == name) return Quantity{amount * unit.factor, unit.dimension};
  return std::nullopt;
}

Cycle toCycles(const Value& value, const Clock& clock, const std::string& path, Issues& issues) {
  const auto quantity =
      quantityOf(value, Dimension::time, Dimension::cycles, sentence("a duration"),
                 sentence("5, \"90 ns\" or \"1.5 us\""), path, issues);
  if (!quantity) return 0;
  const double exact = quantity->dimension == Dimension::time
                           ? quantity->amount / clock.picosecondsPerCycle()
                           : quantity->amount;
  return rounded(exact, Rounding::up, toText(value), "cycles", path, issues);
}

std::int64_t toFlits(const Value& value, const Clock& clock, Rounding rounding,
                     const std::string& path, Issues& issues) {
  const auto quantity = quantityOf(value, Dimension::size, Dimension::flits, sentence("a size"),
                                   sentence("32, \"18 KB\" or \"16 KiB\""), path, issues);
  if (!quantity) return 0;
  const double exact = quantity->dimension == Dimension::size ? quantity->amount / clock.flitBytes
                                                              : quantity->amount;
  return rounded(exact, rounding, toText(value), "flits", path, issues);
}

Picoseconds toPicoseconds(const Value& value, const Clock& clock, const std::string& path,
                          Issues& issues) {
  const auto quantity =
      quantityOf(value, Dimension::time, Dimension::cycles, sentence("a duration"),
                 sentence("5, \"25 ns\" or \"0.41 ns\""), path, issues);
  if (!quantity) return 0;
  const double exact = quantity->dimension == Dimension::time
                           ? quantity->amount
                           : quantity->amount * clock.picosecondsPerCycle();
  if (!(std::abs(exact) <= kLargest)) {
    issues.push_back({Severity::error, path, sentence("\"{}\" is too long.", toText(value)),
                      sentence("Lookups of up to 1 s are simulated.")});
    return 0;
  }
  return static_cast<Picoseconds>(std::llround(exact));
}

std::optional<double> toFlitsPerCycle(const Quantity& quantity, const Clock& clock) {
  if (quantity.dimension != Dimension::rate) return std::nullopt;
  const double bytesPerSecond = quantity.amount / 8;
  return bytesPerSecond / (clock.flitBytes * clock.frequencyGhz * 1e9);
}

}  // namespace hopscope
