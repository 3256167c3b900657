// SPDX-License-Identifier: GPL-3.0-or-later
// Collectives with a root: along a binomial tree of places from it. Block b belongs to place b.
#include <utility>

#include "engine/workload/collectives/ranged.h"

namespace hopscope::collective {
namespace {

std::uint32_t bit(std::uint32_t index) {
  return std::uint32_t{1} << index;
}

/// From the root outwards: the whole vector to each child, or what its subtree is to have.
class Outwards final : public Ranged {
 public:
  Outwards(BlockSize size, bool parts) : Ranged(size), parts_(parts) {}

  std::uint32_t blockCount(const CollectiveCall& call) const override {
    return parts_ ? call.ranks : 1;
  }
  std::uint32_t steps(const CollectiveCall& call) const override {
    const BinomialPlace place{fromRoot(call), call.ranks};
    return place.children() + (place.place == 0 ? 0 : 1);
  }

 private:
  Move move(const CollectiveCall& call, std::uint32_t index) const override {
    const BinomialPlace place{fromRoot(call), call.ranks};
    Move step{.sent = {0, 1}, .received = {0, 1}};
    if (place.place != 0 && index == 0) {
      step.from = toRank(call, place.parent());
      if (parts_) step.received = {place.place, place.size()};
      return step;
    }
    const std::uint32_t nth = index - (place.place == 0 ? 0 : 1);
    const std::uint32_t far = bit(place.children() - 1 - nth);
    step.to = toRank(call, place.place + far);
    if (parts_) step.sent = {place.place + far, place.below(far)};
    return step;
  }

  bool parts_;
};

/// From the leaves to the root: the vector, combined with one's own, or all of one's subtree.
class Inwards final : public Ranged {
 public:
  Inwards(BlockSize size, bool parts) : Ranged(size), parts_(parts) {}

  std::uint32_t blockCount(const CollectiveCall& call) const override {
    return parts_ ? call.ranks : 1;
  }
  std::uint32_t steps(const CollectiveCall& call) const override {
    const BinomialPlace place{fromRoot(call), call.ranks};
    return place.children() + (place.place == 0 ? 0 : 1);
  }

 private:
  Move move(const CollectiveCall& call, std::uint32_t index) const override {
    const BinomialPlace place{fromRoot(call), call.ranks};
    Move step{.sent = {0, 1}, .received = {0, 1}};
    if (index < place.children()) {
      step.from = toRank(call, place.place + bit(index));
      step.reduces = !parts_;
      if (parts_) step.received = {place.place + bit(index), place.below(bit(index))};
      return step;
    }
    step.to = toRank(call, place.parent());
    if (parts_) step.sent = {place.place, place.size()};
    return step;
  }

  bool parts_;
};

/// The vector is scattered, and what each has goes round the ring.
class ScatterAndRing final : public Ranged {
 public:
  ScatterAndRing() : Ranged(BlockSize::cut) {}

  std::uint32_t steps(const CollectiveCall& call) const override {
    return call.ranks == 1 ? 0 : scatterSteps(call) + call.ranks - 1;
  }

 private:
  static std::uint32_t scatterSteps(const CollectiveCall& call) {
    const BinomialPlace place{fromRoot(call), call.ranks};
    return place.children() + (place.place == 0 ? 0 : 1);
  }
  Move move(const CollectiveCall& call, std::uint32_t index) const override {
    const BinomialPlace place{fromRoot(call), call.ranks};
    const std::uint32_t before = scatterSteps(call), p = call.ranks;
    if (index >= before) {
      const std::uint32_t i = index - before;
      return {toRank(call, (place.place + 1) % p),
              {(place.place + p - i) % p, 1},
              toRank(call, (place.place + p - 1) % p),
              {(place.place + 2 * p - i - 1) % p, 1}};
    }
    if (place.place != 0 && index == 0)
      return {.from = toRank(call, place.parent()), .received = {place.place, place.size()}};
    const std::uint32_t nth = index - (place.place == 0 ? 0 : 1);
    const std::uint32_t far = bit(place.children() - 1 - nth);
    return {.to = toRank(call, place.place + far), .sent = {place.place + far, place.below(far)}};
  }
};

CollectiveEntry entryOf(const char* name, const char* label, const char* help, const char* source,
                        CollectivePurpose purpose, std::shared_ptr<const Collective> collective) {
  CollectiveEntry entry;
  entry.name = name;
  entry.label = label;
  entry.help = help;
  entry.source = source;
  entry.purpose = purpose;
  entry.collective = std::move(collective);
  return entry;
}

constexpr const char* kThakur = "Thakur, Rabenseifner & Gropp 2005";

}  // namespace

CollectiveEntry broadcastBinomial() {
  return entryOf("bcast_binomial", "Broadcast, binomial tree",
                 "Who has the vector sends it on, to half of those that are left.", kThakur,
                 CollectivePurpose::broadcast, std::make_shared<Outwards>(BlockSize::cut, false));
}

CollectiveEntry broadcastScatter() {
  return entryOf("bcast_scatter_allgather", "Broadcast, scatter and ring",
                 "The vector is scattered along a binomial tree; its parts then go round a ring.",
                 kThakur, CollectivePurpose::broadcast, std::make_shared<ScatterAndRing>());
}

CollectiveEntry reduceBinomial() {
  return entryOf("reduce_binomial", "Reduce, binomial tree",
                 "Vectors are combined on the way to the root.", kThakur, CollectivePurpose::reduce,
                 std::make_shared<Inwards>(BlockSize::cut, false));
}

CollectiveEntry gatherBinomial() {
  return entryOf("gather_binomial", "Gather, binomial tree",
                 "Each rank's part goes to the root, with those of its subtree.", kThakur,
                 CollectivePurpose::gather, std::make_shared<Inwards>(BlockSize::each, true));
}

CollectiveEntry scatterBinomial() {
  return entryOf("scatter_binomial", "Scatter, binomial tree",
                 "Each rank's part comes from the root, with those of its subtree.", kThakur,
                 CollectivePurpose::scatter, std::make_shared<Outwards>(BlockSize::each, true));
}

}  // namespace hopscope::collective
