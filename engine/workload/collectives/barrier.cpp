// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/workload/collectives/ranged.h"

namespace hopscope::collective {
namespace {

class Dissemination final : public Ranged {
 public:
  Dissemination() : Ranged(BlockSize::none) {}

  std::uint32_t blockCount(const CollectiveCall& /*call*/) const override { return 1; }
  std::uint32_t steps(const CollectiveCall& call) const override { return doublings(call.ranks); }

 private:
  Move move(const CollectiveCall& call, std::uint32_t index) const override {
    const std::uint32_t distance = (std::uint32_t{1} << index) % call.ranks;
    return {(call.rank + distance) % call.ranks,
            {0, 1},
            (call.rank + call.ranks - distance) % call.ranks,
            {0, 1},
            true};
  }
};

/// All report to rank 0 along a binomial tree, which answers along it.
class Tree final : public Ranged {
 public:
  Tree() : Ranged(BlockSize::none) {}

  std::uint32_t blockCount(const CollectiveCall& /*call*/) const override { return 1; }
  std::uint32_t steps(const CollectiveCall& call) const override {
    const BinomialPlace place{call.rank, call.ranks};
    return 2 * place.children() + (call.rank == 0 ? 0 : 2);
  }

 private:
  Move move(const CollectiveCall& call, std::uint32_t index) const override {
    const BinomialPlace place{call.rank, call.ranks};
    const std::uint32_t children = place.children();
    Move step{.sent = {0, 1}, .received = {0, 1}};
    if (index < children) {
      step.from = call.rank + (std::uint32_t{1} << index);
      step.reduces = true;
      return step;
    }
    index -= children;
    if (call.rank != 0 && index < 2) {
      (index == 0 ? step.to : step.from) = place.parent();
      return step;
    }
    index -= call.rank == 0 ? 0 : 2;
    step.to = call.rank + (std::uint32_t{1} << (children - 1 - index));
    return step;
  }
};

}  // namespace

CollectiveEntry barrierDissemination() {
  CollectiveEntry entry;
  entry.name = "barrier_dissemination";
  entry.label = "Barrier, dissemination";
  entry.help = "In step i each rank tells the one 2^i further on; log2 of the ranks, rounded up.";
  entry.source = "Hensgen, Finkel & Manber 1988";
  entry.purpose = CollectivePurpose::barrier;
  entry.collective = std::make_shared<Dissemination>();
  return entry;
}

CollectiveEntry barrierTree() {
  CollectiveEntry entry;
  entry.name = "barrier_tree";
  entry.label = "Barrier, tree";
  entry.help = "All report to rank 0 along a binomial tree, and are answered along it.";
  entry.source = "Mellor-Crummey & Scott 1991";
  entry.purpose = CollectivePurpose::barrier;
  entry.collective = std::make_shared<Tree>();
  return entry;
}

}  // namespace hopscope::collective
