// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "engine/core/destination_share.h"
#include "engine/core/issue.h"
#include "engine/core/registry.h"
#include "engine/core/rng.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// Who sends to whom. Immutable after construction, shared by threads.
class TrafficPattern {
 public:
  virtual ~TrafficPattern() = default;

  /// The destination of the next packet of `source`, or kNone where this terminal sends nothing
  /// (a fixed point of a permutation without `include_self`). Must not allocate.
  virtual TerminalId destination(TerminalId source, Rng& rng) const = 0;

  /// Whether a terminal's packets have an order: then `inOrder` says where its packet `number`,
  /// from 0 on, goes, and `destination` is any of them.
  virtual bool ordered() const { return false; }
  virtual TerminalId inOrder(TerminalId /*source*/, std::uint64_t /*number*/) const {
    return kNone;
  }

  /// Exactly what `destination` draws from: all destinations of `source`, appended to `out`, with
  /// shares that add up to 1; nothing where this terminal sends nothing. A destination may stand
  /// there twice.
  virtual void destinations(TerminalId source, std::vector<DestinationShare>& out) const = 0;
};

/// A pattern in the registry. Adding one: a file here and a line in patterns.cpp.
struct TrafficEntry : Entry {
  /// What forbids this pattern on this network; empty: it fits. Values include `include_self`.
  std::function<Issues(const Topology&, const Values&)> check;
  /// Builds it. Called only where `check` found no error. The seed fixes random permutations.
  std::function<std::unique_ptr<TrafficPattern>(const Topology&, const Values&, std::uint64_t seed)>
      make;
};

const Registry<TrafficEntry>& trafficPatterns();

}  // namespace hopscope
