// SPDX-License-Identifier: GPL-3.0-or-later
// Each rank has something for each other. Block b of rank r is for the rank b further on, and in
// the end from the one b before.
#include <utility>

#include "engine/workload/collectives/ranged.h"

namespace hopscope::collective {
namespace {

class Pairs final : public Ranged {
 public:
  explicit Pairs(bool atOnce) : Ranged(BlockSize::each), atOnce_(atOnce) {}

  std::uint32_t steps(const CollectiveCall& call) const override { return call.ranks - 1; }

 private:
  Move move(const CollectiveCall& call, std::uint32_t index) const override {
    const std::uint32_t p = call.ranks, distance = index + 1;
    return {(call.rank + distance) % p,
            {distance, 1},
            (call.rank + p - distance) % p,
            {distance, 1},
            false,
            !atOnce_ || distance + 1 == p};
  }

  bool atOnce_;
};

/// In step i all blocks whose number has bit i go 2^i further on, together.
class Bruck final : public Collective {
 public:
  std::uint32_t steps(const CollectiveCall& call) const override { return doublings(call.ranks); }
  CollectiveStep step(const CollectiveCall& call, std::uint32_t index) const override {
    const std::uint32_t p = call.ranks, distance = std::uint32_t{1} << index;
    std::uint64_t count = 0;
    for (std::uint32_t base = distance; base < p; base += 2 * distance)
      count += base + distance <= p ? distance : p - base;
    const std::uint64_t bytes = count * call.bytes;
    return {(call.rank + distance) % p, (call.rank + p - distance) % p, bytes, bytes};
  }
  void blocks(const CollectiveCall& call, std::uint32_t index,
              std::vector<std::uint32_t>& out) const override {
    for (std::uint32_t block = 0; block < call.ranks; ++block)
      if ((block >> index & 1) != 0) out.push_back(block);
  }
  std::uint64_t blockBytes(const CollectiveCall& call, std::uint32_t /*block*/) const override {
    return call.bytes;
  }
};

CollectiveEntry allToAll(const char* name, const char* label, const char* help,
                         std::shared_ptr<const Collective> collective) {
  CollectiveEntry entry;
  entry.name = name;
  entry.label = label;
  entry.help = help;
  entry.source = "Thakur, Rabenseifner & Gropp 2005; Bruck et al. 1997";
  entry.purpose = CollectivePurpose::allToAll;
  entry.collective = std::move(collective);
  return entry;
}

}  // namespace

CollectiveEntry allToAllPairwise() {
  return allToAll("alltoall_pairwise", "All-to-all, pairwise",
                  "In step i each rank sends to the one i further on, and waits for its own.",
                  std::make_shared<Pairs>(false));
}

CollectiveEntry allToAllBruck() {
  return allToAll("alltoall_bruck", "All-to-all, Bruck",
                  "As few steps as a number has digits; blocks travel on behalf of others.",
                  std::make_shared<Bruck>());
}

CollectiveEntry allToAllDirect() {
  return allToAll("alltoall_direct", "All-to-all, all at once",
                  "Every rank sends to every other without waiting in between.",
                  std::make_shared<Pairs>(true));
}

}  // namespace hopscope::collective
