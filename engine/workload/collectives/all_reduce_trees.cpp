// SPDX-License-Identifier: GPL-3.0-or-later
// All-reduce along trees, and in groups.
#include <cmath>

#include "engine/workload/collectives/ranged.h"

namespace hopscope::collective {
namespace {

/// A place in a binary tree in which the places stand in order (Sanders, Speck & Träff 2009, as in
/// NCCL 2.4): the parent of a place differs in its lowest bit and the one above it.
struct InOrder {
  InOrder(std::uint32_t place, std::uint32_t ranks) {
    if (place == 0) {
      if (ranks > 1) child[0] = std::bit_ceil(ranks) >> 1;
      return;
    }
    const std::uint32_t low = place & (~place + 1);
    parent = (place ^ low) | (low << 1);
    if (parent >= ranks) parent = place ^ low;
    std::uint32_t step = low >> 1;
    if (step == 0) return;
    child[0] = place - step;
    while (step > 0 && place + step >= ranks) step >>= 1;
    if (step > 0) child[1] = place + step;
  }
  std::uint32_t children() const {
    return (child[0] != kNone ? 1U : 0U) + (child[1] != kNone ? 1U : 0U);
  }

  std::uint32_t parent = kNone;
  std::uint32_t child[2] = {kNone, kNone};
};

/// Half of the vector along one tree and half along its mirror image, in which leaves are inner
/// places. First both are combined, then both are shared.
class DoubleTree final : public Ranged {
 public:
  DoubleTree() : Ranged(BlockSize::cut) {}

  std::uint32_t blockCount(const CollectiveCall& /*call*/) const override { return 2; }
  std::uint32_t steps(const CollectiveCall& call) const override {
    std::uint32_t all = 0;
    for (std::uint32_t tree = 0; tree < 2; ++tree) all += 2 * linksOf(treeOf(call, tree));
    return all;
  }

 private:
  static std::uint32_t linksOf(const InOrder& place) {
    return place.children() + (place.parent == kNone ? 0 : 1);
  }
  /// The mirror image for an even number of ranks, else the same one rank further on.
  static std::uint32_t mirrored(const CollectiveCall& call, std::uint32_t rank, bool back) {
    if (call.ranks % 2 == 0) return call.ranks - 1 - rank;
    return (rank + (back ? 1 : call.ranks - 1)) % call.ranks;
  }
  static InOrder treeOf(const CollectiveCall& call, std::uint32_t tree) {
    return {tree == 0 ? call.rank : mirrored(call, call.rank, false), call.ranks};
  }
  static std::uint32_t rankOf(const CollectiveCall& call, std::uint32_t tree, std::uint32_t place) {
    return tree == 0 ? place : mirrored(call, place, true);
  }

  Move move(const CollectiveCall& call, std::uint32_t index) const override {
    for (const bool shares : {false, true})
      for (std::uint32_t tree = 0; tree < 2; ++tree) {
        const InOrder place = treeOf(call, tree);
        const std::uint32_t links = linksOf(place);
        if (index < links) return along(call, tree, place, shares, index);
        index -= links;
      }
    return {};
  }
  static Move along(const CollectiveCall& call, std::uint32_t tree, const InOrder& place,
                    bool shares, std::uint32_t index) {
    const std::uint32_t children = place.children();
    Move step{.sent = {tree, 1}, .received = {tree, 1}};
    // To share, the parent comes first, to combine the children.
    const bool hasParent = place.parent != kNone;
    const bool isParent = hasParent && index == (shares ? 0 : children);
    const std::uint32_t nth = shares && hasParent ? index - 1 : index;
    const std::uint32_t other = isParent ? place.parent : place.child[nth];
    (isParent == shares ? step.from : step.to) = rankOf(call, tree, other);
    step.reduces = !shares && !isParent;
    return step;
  }
};

/// Groups of neighbours combine at their first rank; these exchange by recursive doubling, and
/// share the result with their groups. As many groups as ranks in each, about.
class Hierarchical final : public Ranged {
 public:
  Hierarchical() : Ranged(BlockSize::cut), doubling_(allReduceDoubling().collective) {}

  std::uint32_t blockCount(const CollectiveCall& /*call*/) const override { return 1; }
  std::uint32_t steps(const CollectiveCall& call) const override {
    const Inner in(call);
    return 2 * in.links() + (in.place.place == 0 ? doubling_->steps(in.leaders(call)) : 0);
  }

 private:
  struct Inner {
    explicit Inner(const CollectiveCall& call)
        : size(static_cast<std::uint32_t>(std::ceil(std::sqrt(static_cast<double>(call.ranks))))),
          first(call.rank / size * size) {
      const std::uint32_t left = call.ranks - first;
      place = {call.rank - first, left < size ? left : size};
    }
    std::uint32_t links() const { return place.children() + (place.place == 0 ? 0 : 1); }
    CollectiveCall leaders(const CollectiveCall& call) const {
      return {(call.ranks + size - 1) / size, first / size, call.bytes, 0};
    }

    std::uint32_t size, first;
    BinomialPlace place;
  };

  Move move(const CollectiveCall& call, std::uint32_t index) const override {
    const Inner in(call);
    const std::uint32_t links = in.links(), children = in.place.children();
    Move step{.sent = {0, 1}, .received = {0, 1}};
    if (index < links) {
      step.reduces = index < children;
      if (index < children)
        step.from = call.rank + (std::uint32_t{1} << index);
      else
        step.to = in.first + in.place.parent();
      return step;
    }
    index -= links;
    if (in.place.place == 0) {
      const CollectiveCall leaders = in.leaders(call);
      const std::uint32_t between = doubling_->steps(leaders);
      if (index < between) {
        const CollectiveStep exchanged = doubling_->step(leaders, index);
        if (exchanged.to != kNone) step.to = exchanged.to * in.size;
        if (exchanged.from != kNone) step.from = exchanged.from * in.size;
        step.reduces = exchanged.reduces;
        return step;
      }
      index -= between;
    } else if (index == 0) {
      step.from = in.first + in.place.parent();
      return step;
    } else {
      --index;
    }
    step.to = call.rank + (std::uint32_t{1} << (children - 1 - index));
    return step;
  }

  std::shared_ptr<const Collective> doubling_;
};

}  // namespace

CollectiveEntry allReduceDoubleTree() {
  CollectiveEntry entry;
  entry.name = "allreduce_double_tree";
  entry.label = "All-reduce, double binary tree";
  entry.help = "Each half of the vector along a binary tree of its own.";
  entry.source = "Sanders, Speck & Träff 2009";
  entry.purpose = CollectivePurpose::allReduce;
  entry.collective = std::make_shared<DoubleTree>();
  return entry;
}

CollectiveEntry allReduceHierarchical() {
  CollectiveEntry entry;
  entry.name = "allreduce_hierarchical";
  entry.label = "All-reduce, in groups";
  entry.help = "In groups of neighbours first, then among the first rank of each.";
  entry.source = "Karonis et al. 2000";
  entry.purpose = CollectivePurpose::allReduce;
  entry.collective = std::make_shared<Hierarchical>();
  return entry;
}

}  // namespace hopscope::collective
