// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace hopscope {
namespace detail {

/// crc32Tables()[i][b] is what byte b, followed by i zero bytes, adds to the checksum.
constexpr std::array<std::array<std::uint32_t, 256>, 8> crc32Tables() {
  std::array<std::array<std::uint32_t, 256>, 8> tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit)
      remainder = (remainder >> 1) ^ ((remainder & 1u) != 0 ? 0xedb88320u : 0u);
    tables[0][byte] = remainder;
  }
  for (std::size_t place = 1; place < tables.size(); ++place)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[place - 1][byte];
      tables[place][byte] = (before >> 8) ^ tables[0][before & 0xffu];
    }
  return tables;
}

inline constexpr auto kCrc32Tables = crc32Tables();

/// The checksum of eight zero bytes: start value and final inversion are the same for all keys.
constexpr std::uint32_t crc32OfZero() {
  std::uint32_t sum = 0xffffffffu;
  for (int i = 0; i < 8; ++i) sum = (sum >> 8) ^ kCrc32Tables[0][sum & 0xffu];
  return ~sum;
}

}  // namespace detail

/// CRC-32 of the key as eight bytes, most significant first, as zlib computes it: polynomial
/// 0x04C11DB7 reflected, start value and final inversion all ones.
constexpr std::uint32_t crc32(std::uint64_t key) {
  std::uint32_t sum = detail::crc32OfZero();
  for (std::size_t place = 0; key != 0; ++place, key >>= 8)
    sum ^= detail::kCrc32Tables[place][key & 0xff];
  return sum;
}

}  // namespace hopscope
