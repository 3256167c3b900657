// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace hopscope {

/// A checksum of 64 bits against accidents of disks and copies, not against forgery: what differs
/// in one word of eight bytes, wherever that is, always has another checksum.
class Digest {
 public:
  void add(std::uint64_t word);
  /// The bytes and how many they are.
  void add(std::string_view bytes);

  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0x6A09E667F3BCC908U;
};

/// The checksum of a file of which all bytes are added in their order, by blocks of whatever size.
class FileDigest {
 public:
  void add(std::string_view bytes);
  std::string text() const;

 private:
  Digest digest_;
  std::string rest_;  ///< of a block that is not complete
};

/// The checksum of a whole file, as text. Empty where there is no such file. Throws Failure where
/// it cannot be read.
std::string digestOfFile(const std::string& file);

}  // namespace hopscope
