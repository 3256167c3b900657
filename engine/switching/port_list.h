// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/core/ids.h"

namespace hopscope {

/// Ports that have something to do, none of them twice, in the order of coming. Joining costs no
/// branch: whether a port is there already is anybody's guess.
class PortList {
 public:
  PortList() = default;
  /// Of at most `most` ports. `absent` has a place for each port that may join, which is 1; lists
  /// of different ports may share it.
  PortList(std::uint16_t* absent, std::size_t most) : items_(most + 1), absent_(absent) {}

  /// For a loop in which ports join one list: keeps what it needs to hand.
  class Joining {
   public:
    explicit Joining(PortList& list)
        : list_(list), items_(list.items_.data()), absent_(list.absent_), count_(list.count_) {}
    Joining(const Joining&) = delete;
    Joining& operator=(const Joining&) = delete;
    ~Joining() { list_.count_ = count_; }

    void add(PortId port) {
      items_[count_] = port;
      count_ += absent_[port];
      absent_[port] = 0;
    }

   private:
    PortList& list_;
    PortId* items_;
    std::uint16_t* absent_;
    std::size_t count_;
  };

  void add(PortId port) { Joining(*this).add(port); }

  const PortId* begin() const { return items_.data(); }
  const PortId* end() const { return items_.data() + count_; }

  /// Those leave for which `stays(port)` does not hold.
  template <typename Stays>
  void keep(Stays&& stays) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count_; ++i) kept = put(kept, items_[i], stays(items_[i]));
    count_ = kept;
  }

  /// A port that has left the list can't join it until it is let in again.
  void bar(PortId port) { absent_[port] = 0; }
  void letIn(PortId port) { absent_[port] = 1; }

  /// To go through the list and make it anew at the same time: member `port`, which has been read,
  /// is the one with number `kept` from now on, or none. How many there are then. At the end,
  /// `shrink` to as many.
  std::size_t put(std::size_t kept, PortId port, bool stays) {
    items_[kept] = port;
    absent_[port] = static_cast<std::uint16_t>(!stays);
    return kept + static_cast<std::size_t>(stays);
  }
  void shrink(std::size_t kept) { count_ = kept; }

 private:
  std::vector<PortId> items_;        ///< one more than there can be
  std::uint16_t* absent_ = nullptr;  ///< per port: 1 where it is not in the list
  std::size_t count_ = 0;
};

}  // namespace hopscope
