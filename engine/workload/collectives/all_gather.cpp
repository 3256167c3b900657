// SPDX-License-Identifier: GPL-3.0-or-later
// All-gather and reduce-scatter: each is the other backwards. Block b is rank b's.
#include <algorithm>

#include "engine/workload/collectives/ranged.h"

namespace hopscope::collective {
namespace {

class RingGather final : public Ranged {
 public:
  RingGather() : Ranged(BlockSize::each) {}

  std::uint32_t steps(const CollectiveCall& call) const override { return call.ranks - 1; }

 private:
  Move move(const CollectiveCall& call, std::uint32_t index) const override {
    const std::uint32_t p = call.ranks, r = call.rank;
    return {
        (r + 1) % p, {(r + p - index) % p, 1}, (r + p - 1) % p, {(r + 2 * p - index - 1) % p, 1}};
  }
};

class RingScatter final : public Ranged {
 public:
  RingScatter() : Ranged(BlockSize::cut) {}

  std::uint32_t steps(const CollectiveCall& call) const override { return call.ranks - 1; }

 private:
  Move move(const CollectiveCall& call, std::uint32_t index) const override {
    const std::uint32_t p = call.ranks, r = call.rank;
    return {(r + 1) % p,
            {(r + 2 * p - index - 1) % p, 1},
            (r + p - 1) % p,
            {(r + 2 * p - index - 2) % p, 1},
            true};
  }
};

/// Partners twice as far in each step have twice as much. Where the ranks are no power of two, each
/// sends to one that much lower instead (Bruck).
class RecursiveGather final : public Ranged {
 public:
  RecursiveGather() : Ranged(BlockSize::each) {}

  std::uint32_t steps(const CollectiveCall& call) const override { return doublings(call.ranks); }

 private:
  Move move(const CollectiveCall& call, std::uint32_t index) const override {
    const std::uint32_t p = call.ranks, r = call.rank, distance = std::uint32_t{1} << index;
    if (std::has_single_bit(p)) {
      const std::uint32_t partner = r ^ distance;
      return {
          partner, {r & ~(distance - 1), distance}, partner, {partner & ~(distance - 1), distance}};
    }
    const std::uint32_t count = std::min(distance, p - distance);
    return {(r + p - distance) % p, {r, count}, (r + distance) % p, {(r + distance) % p, count}};
  }
};

/// Halves go to partners half as far in each step. Where the ranks are no power of two, each gives
/// every other rank its block.
class RecursiveScatter final : public Ranged {
 public:
  RecursiveScatter() : Ranged(BlockSize::cut) {}

  std::uint32_t steps(const CollectiveCall& call) const override {
    return std::has_single_bit(call.ranks) ? doublings(call.ranks) : call.ranks - 1;
  }

 private:
  Move move(const CollectiveCall& call, std::uint32_t index) const override {
    const std::uint32_t p = call.ranks, r = call.rank;
    if (!std::has_single_bit(p)) {
      const std::uint32_t to = (r + index + 1) % p;
      return {to, {to, 1}, (r + p - index - 1) % p, {r, 1}, true};
    }
    const std::uint32_t distance = p >> (index + 1), partner = r ^ distance;
    return {partner,
            {partner & ~(distance - 1), distance},
            partner,
            {r & ~(distance - 1), distance},
            true};
  }
};

template <typename Way>
CollectiveEntry gathering(const char* name, const char* label, const char* help,
                          CollectivePurpose purpose) {
  CollectiveEntry entry;
  entry.name = name;
  entry.label = label;
  entry.help = help;
  entry.source = "Thakur, Rabenseifner & Gropp 2005";
  entry.purpose = purpose;
  entry.collective = std::make_shared<Way>();
  return entry;
}

}  // namespace

CollectiveEntry allGatherRing() {
  return gathering<RingGather>("allgather_ring", "All-gather, ring",
                               "Each passes on to the next rank what it got last.",
                               CollectivePurpose::allGather);
}

CollectiveEntry allGatherRecursive() {
  return gathering<RecursiveGather>("allgather_recursive", "All-gather, recursive doubling",
                                    "What ranks have is twice as much after each step. Bruck's way "
                                    "where they are no power of two.",
                                    CollectivePurpose::allGather);
}

CollectiveEntry reduceScatterRing() {
  return gathering<RingScatter>("reduce_scatter_ring", "Reduce-scatter, ring",
                                "Blocks go round and are combined with each rank's own.",
                                CollectivePurpose::reduceScatter);
}

CollectiveEntry reduceScatterRecursive() {
  return gathering<RecursiveScatter>("reduce_scatter_recursive",
                                     "Reduce-scatter, recursive halving",
                                     "What ranks exchange is half as much after each step. Pair by "
                                     "pair where they are no power of two.",
                                     CollectivePurpose::reduceScatter);
}

}  // namespace hopscope::collective
