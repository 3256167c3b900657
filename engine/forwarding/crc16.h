// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace hopscope {
namespace detail {

/// crc16Tables()[i][b] is the checksum of byte b followed by i zero bytes. The code is linear, so
/// the checksum of a word is the exclusive or of its bytes' shares.
constexpr std::array<std::array<std::uint16_t, 256>, 8> crc16Tables() {
  std::array<std::array<std::uint16_t, 256>, 8> tables{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    unsigned remainder = byte << 8;
    for (int bit = 0; bit < 8; ++bit)
      remainder = ((remainder << 1) ^ ((remainder & 0x8000u) ? 0x1021u : 0u)) & 0xffffu;
    tables[0][byte] = static_cast<std::uint16_t>(remainder);
  }
  for (std::size_t place = 1; place < tables.size(); ++place)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const unsigned before = tables[place - 1][byte];
      tables[place][byte] =
          static_cast<std::uint16_t>(((before << 8) & 0xffffu) ^ tables[0][before >> 8]);
    }
  return tables;
}

inline constexpr auto kCrc16Tables = crc16Tables();

}  // namespace detail

/// CRC-16-CCITT of the key as eight bytes, most significant first: polynomial 0x1021, start value
/// 0, nothing reflected, nothing inverted at the end ("XMODEM").
constexpr std::uint16_t crc16(std::uint64_t key) {
  // Most keys have one byte or two, and no processor guesses which; a byte of zero adds nothing.
  unsigned sum = detail::kCrc16Tables[0][key & 0xff] ^ detail::kCrc16Tables[1][key >> 8 & 0xff];
  key >>= 16;
  for (std::size_t place = 2; key != 0; ++place, key >>= 8)
    sum ^= detail::kCrc16Tables[place][key & 0xff];
  return static_cast<std::uint16_t>(sum);
}

}  // namespace hopscope
