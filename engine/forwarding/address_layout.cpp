// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/forwarding/address_layout.h"

#include <fmt/format.h>

#include "engine/core/text.h"

namespace hopscope {
namespace {

constexpr unsigned kBytes = 6;

unsigned bitsFor(std::uint64_t count) {
  unsigned bits = 0;
  while (bits < 64 && (std::uint64_t{1} << bits) < count) ++bits;
  return bits;
}

int digitOf(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

std::string macText(MacAddress address) {
  return fmt::format("{:02x}:{:02x}:{:02x}:{:02x}:{:02x}:{:02x}", address >> 40 & 0xff,
                     address >> 32 & 0xff, address >> 24 & 0xff, address >> 16 & 0xff,
                     address >> 8 & 0xff, address & 0xff);
}

std::variant<MacAddress, Issue> parseMac(std::string_view text, const std::string& path) {
  MacAddress address = 0;
  bool good = text.size() == kBytes * 3 - 1;
  for (std::size_t i = 0; good && i < text.size(); ++i) {
    if (i % 3 == 2) {
      good = text[i] == ':' || text[i] == '-';
      continue;
    }
    const int digit = digitOf(text[i]);
    good = digit >= 0;
    address = address << 4 | static_cast<unsigned>(digit & 0xf);
  }
  if (good) return address;
  return Issue{Severity::error, path, sentence("\"{}\" is no MAC address.", clipped(text)),
               sentence("Six bytes of two hexadecimal digits, such as 02:00:00:00:01:03.")};
}

MacAddress factoryMac(TerminalId terminal) {
  // An odd factor permutes the 32-bit numbers; the first two bytes are those of no real maker.
  constexpr std::uint32_t kOdd = 0x9e3779b1;
  return MacAddress{0x00de} << 32 | terminal * kOdd;
}

std::variant<AddressLayout, Issue> AddressLayout::make(
    const std::vector<std::pair<std::string, std::uint64_t>>& fields, const std::string& path) {
  AddressLayout layout;
  unsigned all = 0;
  std::string words;
  for (const auto& [name, count] : fields) {
    if (count == 0)
      return Issue{Severity::error, path,
                   sentence("The field \"{}\" of the addresses has no values.", name),
                   sentence("Every field needs at least one.")};
    layout.fields_.push_back({name, count, bitsFor(count), 0});
    all += layout.fields_.back().bits;
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", name, layout.fields_.back().bits);
  }
  if (all > kFieldBits)
    return Issue{Severity::error, path,
                 sentence("The addresses of this network take {} bits ({}).", all, words),
                 sentence("A MAC address has room for {}.", kFieldBits)};
  unsigned shift = 0;
  for (std::size_t i = layout.fields_.size(); i-- > 0;) {
    layout.fields_[i].shift = shift;
    shift += layout.fields_[i].bits;
  }
  return layout;
}

unsigned AddressLayout::bits() const {
  return fields_.empty() ? 0 : fields_.front().shift + fields_.front().bits;
}

MacAddress AddressLayout::encode(const std::vector<std::uint32_t>& values) const {
  MacAddress address = fixedValue();
  for (std::size_t i = 0; i < fields_.size(); ++i) address |= at(i, values[i]);
  return address;
}

std::uint32_t AddressLayout::valueOf(MacAddress address, std::size_t field) const {
  return static_cast<std::uint32_t>((address & bitsOf(field)) >> fields_[field].shift);
}

std::optional<Issue> AddressLayout::check(MacAddress address, const std::string& path) const {
  if ((address & fixedBits()) != fixedValue())
    return Issue{Severity::error, path,
                 sentence("{} is no hierarchical address of this network.", macText(address)),
                 sentence("They begin with the bits of {}.", macText(fixedValue()))};
  for (std::size_t i = 0; i < fields_.size(); ++i)
    if (valueOf(address, i) >= fields_[i].count)
      return Issue{
          Severity::error, path,
          sentence("{} names {} {}.", macText(address), fields_[i].name, valueOf(address, i)),
          sentence("The network has {} of them, from 0 on.", fields_[i].count)};
  return std::nullopt;
}

}  // namespace hopscope
