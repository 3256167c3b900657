// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/registry.h"

namespace hopscope {

/// A collective operation as one of its ranks sees it.
struct CollectiveCall {
  std::uint32_t ranks = 1;
  std::uint32_t rank = 0;
  /// Of a broadcast and of reductions the whole vector; of a gather, a scatter and an all-gather
  /// the part of each rank; of an all-to-all what each sends to each.
  std::uint64_t bytes = 0;
  std::uint32_t root = 0;
};

/// What a rank does in one step: it may send, receive, or both at once.
struct CollectiveStep {
  std::uint32_t to = kNone, from = kNone;  ///< ranks; kNone: nobody
  std::uint64_t sendBytes = 0, receiveBytes = 0;
  bool reduces = false;    ///< what arrives is combined with what the rank has
  bool waits = true;       ///< the next step begins when this one and all before have been done
  double picoseconds = 0;  ///< that the rank spends then

  bool operator==(const CollectiveStep&) const = default;
};

/// How ranks exchange a vector in steps: a pure function, shared by threads. What is exchanged
/// stands in blocks; a receiver puts each block where the sender had it.
class Collective {
 public:
  virtual ~Collective() = default;

  /// How many steps this rank takes.
  virtual std::uint32_t steps(const CollectiveCall& call) const = 0;
  /// Step `index` of them.
  virtual CollectiveStep step(const CollectiveCall& call, std::uint32_t index) const = 0;
  /// The blocks that the step sends, appended; their bytes add up to `sendBytes`.
  virtual void blocks(const CollectiveCall& call, std::uint32_t index,
                      std::vector<std::uint32_t>& out) const = 0;
  /// In how many blocks the vector is cut.
  virtual std::uint32_t blockCount(const CollectiveCall& call) const { return call.ranks; }
  /// The size of one.
  virtual std::uint64_t blockBytes(const CollectiveCall& call, std::uint32_t block) const = 0;
};

/// What a collective is for: what each rank has in the end.
enum class CollectivePurpose : std::uint8_t {
  barrier,
  broadcast,
  reduce,
  gather,
  scatter,
  allGather,
  reduceScatter,
  allReduce,
  allToAll,
};

/// A collective in the registry. Adding one: a file in collectives/ and a line in collectives.cpp.
struct CollectiveEntry : Entry {
  CollectivePurpose purpose = CollectivePurpose::barrier;
  std::shared_ptr<const Collective> collective;
};

const Registry<CollectiveEntry>& collectives();

/// The collective of that name, which must be there.
const Collective& collectiveNamed(std::string_view name);

}  // namespace hopscope
