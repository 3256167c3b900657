// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <unordered_map>

#include "engine/core/ids.h"

namespace hopscope {

/// What a full table does with an address it does not know yet.
enum class TableOverflow : std::uint8_t {
  evict,  ///< forgets the address that it has heard of longest ago
  refuse  ///< does not learn it
};

/// The table of a bridge that learns (IEEE 802.1D): behind which port a terminal is, as its frames
/// have told. Terminals stand for their burned-in addresses. A value.
class LearningTable {
 public:
  /// `capacity`: addresses at most; 0: any number.
  explicit LearningTable(std::size_t capacity = 0, TableOverflow overflow = TableOverflow::evict)
      : capacity_(capacity), overflow_(overflow) {}

  /// A frame from `source` came in by `port`.
  void learn(TerminalId source, PortIndex port);
  std::optional<PortIndex> find(TerminalId destination) const;

  std::size_t size() const { return byAge_.size(); }
  bool full() const { return capacity_ != 0 && size() >= capacity_; }
  std::uint64_t learned() const { return learned_; }  ///< addresses, each time they were new
  std::uint64_t evicted() const { return evicted_; }
  std::uint64_t refused() const { return refused_; }  ///< frames whose source was not learned

 private:
  struct Entry {
    TerminalId terminal;
    PortIndex port;
  };

  std::size_t capacity_;
  TableOverflow overflow_;
  std::list<Entry> byAge_;  ///< heard of last: first
  std::unordered_map<TerminalId, std::list<Entry>::iterator> entries_;
  std::uint64_t learned_ = 0, evicted_ = 0, refused_ = 0;
};

}  // namespace hopscope
