// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory_resource>
#include <unordered_map>

#include "engine/fabric/cycle_stamp.h"

namespace hopscope {

/// What packets under way will say to the terminals of one part of a network. It does not travel
/// with them, so that packets that say nothing are none the larger.
class Letters {
 public:
  /// Of the packet that `source` generated at `birth`; no other one of its has a letter.
  void expect(TerminalId source, CycleStamp birth, std::uint64_t letter) {
    letters_[keyOf(source, birth)] = letter;
  }

  /// The packet has arrived.
  std::uint64_t take(TerminalId source, CycleStamp birth) {
    const auto found = letters_.find(keyOf(source, birth));
    const std::uint64_t letter = found->second;
    letters_.erase(found);
    return letter;
  }

 private:
  static std::uint64_t keyOf(TerminalId source, CycleStamp birth) {
    return std::uint64_t{source} << 32 | birth;
  }

  /// Keeps what letters took, for others.
  std::pmr::unsynchronized_pool_resource memory_;
  std::pmr::unordered_map<std::uint64_t, std::uint64_t> letters_{&memory_};
};

}  // namespace hopscope
