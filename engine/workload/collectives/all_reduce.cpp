// SPDX-License-Identifier: GPL-3.0-or-later
// All-reduce on rings and by exchanges with partners.
#include "engine/workload/collectives/ranged.h"

namespace hopscope::collective {
namespace {

/// Reduce-scatter, then all-gather, both round the ring.
class Ring final : public Ranged {
 public:
  Ring() : Ranged(BlockSize::cut) {}

  std::uint32_t steps(const CollectiveCall& call) const override { return 2 * (call.ranks - 1); }

 private:
  Move move(const CollectiveCall& call, std::uint32_t index) const override {
    const std::uint32_t p = call.ranks, r = call.rank, round = p - 1;
    const bool reduces = index < round;
    const std::uint32_t i = reduces ? index + 1 : index - round;
    return {(r + 1) % p,
            {(r + 2 * p - i) % p, 1},
            (r + p - 1) % p,
            {(r + 2 * p - i - 1) % p, 1},
            reduces};
  }
};

/// Where the ranks are no power of two, the first ones form pairs, of which one takes part.
struct Folded {
  explicit Folded(const CollectiveCall& call)
      : power(std::bit_floor(call.ranks)), pairs(call.ranks - power) {
    if (call.rank >= 2 * pairs)
      place = call.rank - pairs;
    else if (call.rank % 2 == 1)
      place = call.rank / 2;
  }
  /// The rank that stands at a place.
  std::uint32_t rank(std::uint32_t at) const { return at < pairs ? 2 * at + 1 : at + pairs; }
  /// Steps before and behind the exchange: this rank is one of a pair.
  std::uint32_t extra(const CollectiveCall& call) const { return call.rank < 2 * pairs ? 1 : 0; }

  std::uint32_t power, pairs;
  std::uint32_t place = kNone;  ///< among those that take part
};

/// What all folded algorithms share: the even one of a pair gives its vector to the odd one, and
/// gets the result from it.
class FoldedExchange : public Ranged {
 public:
  using Ranged::Ranged;

  std::uint32_t steps(const CollectiveCall& call) const override {
    const Folded f(call);
    return f.place == kNone ? 2 : exchanges(f) + 2 * f.extra(call);
  }

 protected:
  virtual std::uint32_t exchanges(const Folded& f) const = 0;
  virtual Move exchange(const Folded& f, std::uint32_t index) const = 0;

 private:
  Move move(const CollectiveCall& call, std::uint32_t index) const override {
    const Folded f(call);
    const BlockRange all{0, blockCount(call)};
    if (f.place == kNone)
      return index == 0 ? Move{.to = call.rank + 1, .sent = all}
                        : Move{.from = call.rank + 1, .received = all};
    const std::uint32_t extra = f.extra(call);
    if (extra != 0 && index == 0) return {.from = call.rank - 1, .received = all, .reduces = true};
    if (index - extra < exchanges(f)) return exchange(f, index - extra);
    return {.to = call.rank - 1, .sent = all};
  }
};

class Doubling final : public FoldedExchange {
 public:
  Doubling() : FoldedExchange(BlockSize::cut) {}
  std::uint32_t blockCount(const CollectiveCall& /*call*/) const override { return 1; }

 private:
  std::uint32_t exchanges(const Folded& f) const override { return doublings(f.power); }
  Move exchange(const Folded& f, std::uint32_t index) const override {
    const std::uint32_t partner = f.rank(f.place ^ (std::uint32_t{1} << index));
    return {partner, {0, 1}, partner, {0, 1}, true};
  }
};

/// Halves go to partners, combined, until each has a part; then the parts come back (Rabenseifner).
class Halving final : public FoldedExchange {
 public:
  Halving() : FoldedExchange(BlockSize::cut) {}
  std::uint32_t blockCount(const CollectiveCall& call) const override {
    return std::bit_floor(call.ranks);
  }

 private:
  std::uint32_t exchanges(const Folded& f) const override { return 2 * doublings(f.power); }
  Move exchange(const Folded& f, std::uint32_t index) const override {
    const std::uint32_t half = doublings(f.power);
    const bool reduces = index < half;
    const std::uint32_t distance =
        reduces ? f.power >> (index + 1) : std::uint32_t{1} << (index - half);
    const std::uint32_t other = f.place ^ distance, partner = f.rank(other);
    const BlockRange mine{f.place & ~(distance - 1), distance};
    const BlockRange theirs{other & ~(distance - 1), distance};
    return reduces ? Move{partner, theirs, partner, mine, true}
                   : Move{partner, mine, partner, theirs};
  }
};

template <typename Way>
CollectiveEntry allReduce(const char* name, const char* label, const char* help) {
  CollectiveEntry entry;
  entry.name = name;
  entry.label = label;
  entry.help = help;
  entry.source = "Thakur, Rabenseifner & Gropp 2005; Patarasuk & Yuan 2009";
  entry.purpose = CollectivePurpose::allReduce;
  entry.collective = std::make_shared<Way>();
  return entry;
}

}  // namespace

CollectiveEntry allReduceRing() {
  return allReduce<Ring>("allreduce_ring", "All-reduce, ring",
                         "Blocks go round once to be combined, and once to be shared.");
}

CollectiveEntry allReduceDoubling() {
  return allReduce<Doubling>("allreduce_recursive_doubling", "All-reduce, recursive doubling",
                             "Partners twice as far in each step exchange the whole vector.");
}

CollectiveEntry allReduceHalving() {
  return allReduce<Halving>("allreduce_halving_doubling", "All-reduce, halving and doubling",
                            "Halves are exchanged and combined until each rank has a part, then "
                            "the parts are shared.");
}

}  // namespace hopscope::collective
