// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "engine/core/ids.h"
#include "engine/workload/group.h"

namespace hopscope {

class Collective;

/// What a rank does next. The words are MPI's (Message Passing Interface 4.0, 2021).
enum class OperationKind : std::uint8_t {
  compute,          ///< for `amount` cycles
  pass,             ///< for `amount` picoseconds
  work,             ///< `amount` operations, at the rate of the job's ranks
  send,             ///< returns when the message is with the interface, or, in rendezvous, has left
  sendLater,        ///< begins to send
  receive,          ///< returns when the message is there
  receiveLater,     ///< begins to receive
  wait,             ///< until what was begun under the number `request` has been done
  waitAll,          ///< until all that was begun has been done
  collective,       ///< all ranks of `group` together
  collectiveLater,  ///< begins that: it goes on by itself, beside what its ranks do
                    ///< (MPI_Iallreduce)
  mark,             ///< iteration `request` begins
  predict,          ///< tells the interface that there will be messages to `peer`
  flush,            ///< tells it that the circuits it has are not needed any more
  preload,          ///< the circuits number `request` of its program take their slot
};

inline constexpr std::uint32_t kAnyRank = kNone;
inline constexpr std::int32_t kAnyTag = -1;
inline constexpr std::uint64_t kAnySize = std::numeric_limits<std::uint64_t>::max();
/// The largest message.
inline constexpr std::uint64_t kMostBytes = std::numeric_limits<std::uint32_t>::max();

/// One operation of one rank.
struct Operation {
  OperationKind kind = OperationKind::compute;
  bool ofCollective = false;  ///< its messages match no others
  bool unasked = false;       ///< of a send: never by rendezvous
  bool confirmed = false;  ///< of a send: over when its receiver's terminal says that it is there
  /// Of a receive also kAnyTag. Of a collective that goes on beside others: what its messages are
  /// told from those of others of the same ranks by, from 1 on, the same at all of its ranks.
  std::int32_t tag = 0;
  /// The other rank; of a receive also kAnyRank; of a collective its root, as a place in the group.
  std::uint32_t peer = 0;
  std::uint32_t request = 0;  ///< the number under which it is waited for; several may share one
  std::uint64_t bytes = 0;    ///< of a receive the most that fit, or kAnySize
  double amount = 0;          ///< of time or operations; those of many add up without rounding
  const Collective* collective = nullptr;
  Group group = {};

  static Operation compute(double cycles) { return {.amount = cycles}; }
  static Operation pass(double picoseconds) {
    return {.kind = OperationKind::pass, .amount = picoseconds};
  }
  static Operation work(double operations) {
    return {.kind = OperationKind::work, .amount = operations};
  }
  static Operation send(std::uint32_t to, std::uint64_t bytes, std::int32_t tag = 0) {
    return {.kind = OperationKind::send, .tag = tag, .peer = to, .bytes = bytes};
  }
  static Operation sendLater(std::uint32_t to, std::uint64_t bytes, std::int32_t tag = 0,
                             std::uint32_t request = 0) {
    return {.kind = OperationKind::sendLater,
            .tag = tag,
            .peer = to,
            .request = request,
            .bytes = bytes};
  }
  static Operation receive(std::uint32_t from, std::uint64_t bytes = kAnySize,
                           std::int32_t tag = 0) {
    return {.kind = OperationKind::receive, .tag = tag, .peer = from, .bytes = bytes};
  }
  static Operation receiveLater(std::uint32_t from, std::uint64_t bytes = kAnySize,
                                std::int32_t tag = 0, std::uint32_t request = 0) {
    return {.kind = OperationKind::receiveLater,
            .tag = tag,
            .peer = from,
            .request = request,
            .bytes = bytes};
  }
  static Operation wait(std::uint32_t request) {
    return {.kind = OperationKind::wait, .request = request};
  }
  static Operation waitAll() { return {.kind = OperationKind::waitAll}; }
  static Operation mark(std::uint32_t iteration) {
    return {.kind = OperationKind::mark, .request = iteration};
  }
  static Operation all(const Collective& collective, const Group& group, std::uint64_t bytes,
                       std::uint32_t root = 0) {
    return {.kind = OperationKind::collective,
            .peer = root,
            .bytes = bytes,
            .collective = &collective,
            .group = group};
  }
  static Operation allLater(const Collective& collective, const Group& group, std::uint64_t bytes,
                            std::int32_t tag, std::uint32_t request = 0, std::uint32_t root = 0) {
    return {.kind = OperationKind::collectiveLater,
            .tag = tag,
            .peer = root,
            .request = request,
            .bytes = bytes,
            .collective = &collective,
            .group = group};
  }
};

using Operations = std::vector<Operation>;

}  // namespace hopscope
