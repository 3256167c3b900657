// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/destination_share.h"
#include "engine/core/issue.h"
#include "engine/core/registry.h"
#include "engine/core/rng.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// A run knows no more classes of traffic than this: a packet has four bits for its own.
inline constexpr std::size_t kMostClasses = 16;

struct TrafficClass;

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

  /// Whether a terminal must not send whatever else it has to, as where its router has failed. One
  /// that has no destination here may have messages of an application to send.
  virtual bool silent(TerminalId /*terminal*/) const { return false; }

  /// Whether every terminal sends to all others alike, and maybe to itself.
  virtual bool isUniform() const { return false; }

  /// What it is mixed of; empty: its packets are all of one kind.
  virtual const std::vector<TrafficClass>& classes() const;
};

/// One of several classes of traffic that share a network.
struct TrafficClass {
  std::string name;
  double share = 1;         ///< of the offered load in flits; those of a mix add up to 1
  std::uint32_t flits = 0;  ///< of its packets; 0: as long as the plan's
  std::shared_ptr<const TrafficPattern> pattern;
};

/// A pattern in the registry. Adding one: a file here and a line in patterns.cpp.
struct TrafficEntry : Entry {
  /// What forbids this pattern on this network; empty: it fits. Values include `include_self`.
  std::function<Issues(const Topology&, const Values&)> check;
  /// Builds it. Called only where `check` found no error. The seed fixes random permutations.
  std::function<std::unique_ptr<TrafficPattern>(const Topology&, const Values&, std::uint64_t seed)>
      make;
  bool mixes = true;  ///< may be a class of a mix
};

const Registry<TrafficEntry>& trafficPatterns();

}  // namespace hopscope
