// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/routing/path_kind.h"
#include "engine/traffic/delivery.h"

namespace hopscope {

/// Delivered packets apart by when they were generated, or by who sent them. Whole numbers only:
/// what the parts of a network keep adds up to the same whole in any order. Memory for all groups
/// is taken at once.
class DeliveryGroups {
 public:
  struct Group {
    std::uint64_t flits = 0;
    std::uint64_t latency = 0;                          ///< summed over packets, in cycles
    std::array<std::uint64_t, kPathKindCount> paths{};  ///< packets, by PathKind

    std::uint64_t packets() const;
    Group& operator+=(const Group& other);
    bool operator==(const Group&) const = default;
  };

  /// Keeps nothing.
  DeliveryGroups() = default;
  /// By the cycle of generation: `bins` groups of `length` >= 1 cycles each, the first of them from
  /// cycle `from` on. Packets generated before or after are passed over.
  static DeliveryGroups byBirth(Cycle from, Cycle length, std::size_t bins);
  /// By the terminal that sent them, of so many in the whole network.
  static DeliveryGroups bySource(std::uint32_t terminals);

  bool empty() const { return groups_.empty(); }
  void add(const Delivery& delivery);
  /// Of groups that were made alike.
  DeliveryGroups& operator+=(const DeliveryGroups& other);

  /// In order of time, or by terminal.
  const std::vector<Group>& groups() const { return groups_; }

 private:
  Cycle from_ = 0;
  Cycle length_ = 0;  ///< of a bin; 0: by source
  std::vector<Group> groups_;
};

}  // namespace hopscope
