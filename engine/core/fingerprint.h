// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace hopscope {

/// A stable 64-bit hash of a text (FNV-1a), as 16 hexadecimal digits: tells documents apart, and is
/// no protection against those made to be alike.
inline std::string fingerprint(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3u;
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace hopscope
