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
    const Key key{sends ? end.rank : operation.peer, sends ? operation.peer : end.rank,
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
  struct Key {
    std::uint32_t from, to;
    std::int32_t tag;
    bool ofCollective;

    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const {
      const auto mixed = (std::uint64_t{key.from} << 32 | key.to) * 0x9e3779b97f4a7c15U;
      const auto low = static_cast<std::uint32_t>(key.tag) * 2U + (key.ofCollective ? 1U : 0U);
      return std::hash<std::uint64_t>()(mixed ^ (mixed >> 29) ^ std::uint64_t{low} * 0xc2b2ae3dU);
    }
  };
  /// Ends without the other one, all of them sends or all receives.
  struct Waiting {
    std::vector<MessageEnd> ends;
    std::size_t first = 0;
    bool send = false;
  };

  std::unordered_map<Key, Waiting, Hash> waiting_;
};

}  // namespace hopscope::trace
