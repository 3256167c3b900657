// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/traces/tit_collectives.h"

#include <bit>

#include "engine/workload/program.h"

namespace hopscope::trace {
namespace {

/// What a rank begins in one step, and then waits for.
class Step {
 public:
  explicit Step(Operations& out) : out_(out) {}
  ~Step() {
    if (any_) add(Operation::wait(kCollectiveRequest));
  }
  Step(const Step&) = delete;
  Step& operator=(const Step&) = delete;

  void receive(std::uint32_t from, std::uint64_t bytes) {
    if (bytes > 0) begin(Operation::receiveLater(from, bytes, 0, kCollectiveRequest));
  }
  void send(std::uint32_t to, std::uint64_t bytes) {
    if (bytes > 0) begin(Operation::sendLater(to, bytes, 0, kCollectiveRequest));
  }

 private:
  void begin(const Operation& operation) {
    any_ = true;
    add(operation);
  }
  void add(Operation operation) {
    operation.ofCollective = true;
    out_.push_back(operation);
  }

  Operations& out_;
  bool any_ = false;
};

std::uint32_t ranksOf(const std::vector<std::uint64_t>& parts) {
  return static_cast<std::uint32_t>(parts.size());
}

}  // namespace

const CollectiveEntry& usualCollective(CollectivePurpose purpose, std::uint64_t bytes,
                                       std::uint32_t ranks) {
  constexpr std::uint64_t kShortBroadcast = 12'288, kShortReduce = 2'048, kShortExchange = 256;
  constexpr std::uint64_t kShortGather = 524'288;
  const auto named = [](const char* name) -> const CollectiveEntry& {
    return *collectives().find(name);
  };
  switch (purpose) {
    case CollectivePurpose::barrier:
      return named("barrier_dissemination");
    case CollectivePurpose::broadcast:
      return named(bytes < kShortBroadcast || ranks < 8 ? "bcast_binomial"
                                                        : "bcast_scatter_allgather");
    case CollectivePurpose::reduce:
      return named("reduce_binomial");
    case CollectivePurpose::gather:
      return named("gather_binomial");
    case CollectivePurpose::scatter:
      return named("scatter_binomial");
    case CollectivePurpose::allGather:
      return named(bytes * ranks < kShortGather && std::has_single_bit(ranks)
                       ? "allgather_recursive"
                       : "allgather_ring");
    case CollectivePurpose::reduceScatter:
      return named(std::has_single_bit(ranks) ? "reduce_scatter_recursive" : "reduce_scatter_ring");
    case CollectivePurpose::allReduce:
      return named(bytes <= kShortReduce ? "allreduce_recursive_doubling"
                                         : "allreduce_halving_doubling");
    case CollectivePurpose::allToAll:
      break;
  }
  return named(bytes <= kShortExchange ? "alltoall_bruck" : "alltoall_pairwise");
}

Operations gatherOf(const std::vector<std::uint64_t>& parts, std::uint32_t rank,
                    std::uint32_t root) {
  Operations out;
  {
    Step step(out);
    if (rank != root) step.send(root, parts[rank]);
    for (std::uint32_t from = 0; rank == root && from < parts.size(); ++from)
      if (from != root) step.receive(from, parts[from]);
  }
  return out;
}

Operations scatterOf(const std::vector<std::uint64_t>& parts, std::uint32_t rank,
                     std::uint32_t root) {
  Operations out;
  {
    Step step(out);
    if (rank != root) step.receive(root, parts[rank]);
    for (std::uint32_t to = 0; rank == root && to < parts.size(); ++to)
      if (to != root) step.send(to, parts[to]);
  }
  return out;
}

Operations allGatherOf(const std::vector<std::uint64_t>& parts, std::uint32_t rank) {
  Operations out;
  const std::uint32_t ranks = ranksOf(parts);
  for (std::uint32_t i = 0; i + 1 < ranks; ++i) {
    Step step(out);
    step.receive((rank + ranks - 1) % ranks, parts[(rank + 2 * ranks - i - 1) % ranks]);
    step.send((rank + 1) % ranks, parts[(rank + ranks - i) % ranks]);
  }
  return out;
}

Operations allToAllOf(const std::vector<std::uint64_t>& sent,
                      const std::vector<std::uint64_t>& received, std::uint32_t rank) {
  Operations out;
  const std::uint32_t ranks = ranksOf(sent);
  for (std::uint32_t i = 1; i < ranks; ++i) {
    const std::uint32_t to = (rank + i) % ranks, from = (rank + ranks - i) % ranks;
    Step step(out);
    step.receive(from, received[from]);
    step.send(to, sent[to]);
  }
  return out;
}

}  // namespace hopscope::trace
