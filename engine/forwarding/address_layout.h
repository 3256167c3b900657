// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/issue.h"

namespace hopscope {

/// A MAC address (EUI-48) in the low 48 bits, its first byte the most significant.
using MacAddress = std::uint64_t;

inline constexpr MacAddress kBroadcastMac = 0xffff'ffff'ffff;
inline constexpr MacAddress kWholeMac = 0xffff'ffff'ffff;  ///< the mask that compares every bit

/// "02:00:00:00:01:03".
std::string macText(MacAddress address);
/// Reads six bytes of two hexadecimal digits, between colons or hyphens. The issue names `path`.
std::variant<MacAddress, Issue> parseMac(std::string_view text, const std::string& path);

/// The address burned into a terminal's network card: unicast, globally unique, and without any
/// relation to the terminal's place.
MacAddress factoryMac(TerminalId terminal);

/// A part of a hierarchical address, such as the switch within its group.
struct AddressField {
  std::string name;
  std::uint64_t count = 1;  ///< values 0 … count - 1
  unsigned bits = 0;        ///< ceil(log2(count))
  unsigned shift = 0;       ///< place of its lowest bit
};

/// How a hierarchical MAC address is laid out: the first byte is 0x02 (locally administered,
/// unicast), the fields stand below it from the most significant one on, the last at bit 0; bits
/// between are 0 (Benito, Vallejo & Beivide 2015, section III; widths are ours).
class AddressLayout {
 public:
  static constexpr unsigned kFieldBits = 40;  ///< of all fields together, at most
  static constexpr MacAddress kFirstByte = 0x02;

  AddressLayout() = default;
  /// `fields` from the most significant one, by name and count (at least 1). An issue where they
  /// take more than 40 bits or a count is 0.
  static std::variant<AddressLayout, Issue> make(
      const std::vector<std::pair<std::string, std::uint64_t>>& fields, const std::string& path);

  const std::vector<AddressField>& fields() const { return fields_; }
  std::size_t size() const { return fields_.size(); }
  unsigned bits() const;  ///< of all fields

  /// The address with these values, one for each field.
  MacAddress encode(const std::vector<std::uint32_t>& values) const;
  std::uint32_t valueOf(MacAddress address, std::size_t field) const;
  /// `value` at the place of a field, all else 0.
  MacAddress at(std::size_t field, std::uint64_t value) const {
    return value << fields_[field].shift;
  }
  /// The bits of one field.
  MacAddress bitsOf(std::size_t field) const {
    return ((MacAddress{1} << fields_[field].bits) - 1) << fields_[field].shift;
  }
  /// The bits above all fields: equal in every address of this layout.
  MacAddress fixedBits() const { return kWholeMac & ~((MacAddress{1} << bits()) - 1); }
  MacAddress fixedValue() const { return kFirstByte << 40; }
  /// Why an address is none of this layout; nothing where it is one.
  std::optional<Issue> check(MacAddress address, const std::string& path) const;

 private:
  std::vector<AddressField> fields_;
};

}  // namespace hopscope
