// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/core/ids.h"
#include "engine/forwarding/lookup_settings.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// Maps the destination of a packet to a tag that stands for its way out of one switch, so that a
/// forwarding cache needs no more entries than a switch has ports (Hirasawa 2022, section 5.2;
/// algorithms 2 to 5). Immutable, shared by threads.
class NodeReduction {
 public:
  virtual ~NodeReduction() = default;

  /// Below tags(router). Terminals of the router have tags of their own.
  virtual std::uint32_t tag(RouterId router, TerminalId destination) const = 0;
  virtual std::uint32_t tags(RouterId router) const = 0;
  /// "X1+", "up 3", "group 7", "local 0": in the notation of the source.
  virtual std::string tagName(RouterId router, std::uint32_t tag) const = 0;
};

/// How a kind is called in designs and on the screen.
struct ReductionName {
  ReductionKind kind;
  const char *name, *label;
};

/// All kinds, in the order in which they are offered.
const std::vector<ReductionName>& reductionNames();

/// The function for a family of networks; `none` where there is none.
ReductionKind reductionFor(const Topology& topology);

/// Whether the function of `kind` is about such networks at all.
bool fits(ReductionKind kind, const Topology& topology);

/// `settings.kind` fits the network and is neither none nor automatic; `byPort` is left to
/// `reducedToPorts`.
std::shared_ptr<const NodeReduction> makeReduction(const ReductionSettings& settings,
                                                   const Topology& topology);

/// What a link-aggregation group is chosen by: `lags` parallel links, and the destination. In turn
/// it is the first that stands for all.
std::uint32_t lagOf(LagSelect select, TerminalId destination, std::uint32_t lags);

/// Steps of a ring of k from coordinate `from` to `to`: upwards (+1), downwards (-1) or none (0).
/// Algorithm 3 with either threshold; with floor, of two equally long ways the one upwards.
int ringDirection(RingThreshold threshold, int k, int from, int to);

}  // namespace hopscope
