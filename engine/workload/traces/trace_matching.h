// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/workload/operation.h"

namespace hopscope::trace {

/// What the sends and receives of a trace that belong together have in common.
struct MessageKey {
  std::uint32_t from, to;
  std::int32_t tag;
  bool ofCollective;

  bool operator==(const MessageKey&) const = default;
};
struct MessageKeyHash {
  std::size_t operator()(const MessageKey& key) const {
    const auto mixed = (std::uint64_t{key.from} << 32 | key.to) * 0x9e3779b97f4a7c15U;
    const auto low = static_cast<std::uint32_t>(key.tag) * 2U + (key.ofCollective ? 1U : 0U);
    return std::hash<std::uint64_t>()(mixed ^ (mixed >> 29) ^ std::uint64_t{low} * 0xc2b2ae3dU);
  }
};

/// One of the two ends of a message: whose it is, and which of that rank's.
struct MessageEnd {
  std::uint32_t rank = 0, number = 0;
};

/// Which sends and receives of a trace belong together, where no receive takes from any rank or
/// with any tag: those of a pair of ranks with one tag, each in its order. Who comes first makes no
/// difference, so that it can be asked without any times.
class TraceMatching {
 public:
  /// The other end, where it is there already.
  std::optional<MessageEnd> begin(const Operation& operation, MessageEnd end) {
    const bool sends = operation.kind == OperationKind::sendLater;
    const MessageKey key{sends ? end.rank : operation.peer, sends ? operation.peer : end.rank,
                         operation.tag, operation.ofCollective};
    Waiting& waiting = waiting_[key];
    if (waiting.first == waiting.ends.size() || waiting.send == sends) {
      waiting.send = sends;
      waiting.ends.push_back(end);
      return {};
    }
    const MessageEnd other = waiting.ends[waiting.first++];
    if (waiting.first == waiting.ends.size()) waiting_.erase(key);
    return other;
  }

 private:
  /// Ends without the other one, all of them sends or all receives.
  struct Waiting {
    std::vector<MessageEnd> ends;
    std::size_t first = 0;
    bool send = false;
  };

  std::unordered_map<MessageKey, Waiting, MessageKeyHash> waiting_;
};

}  // namespace hopscope::trace
