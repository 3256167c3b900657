// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/topology/topology.h"

namespace hopscope {

/// Who of the terminals starves in a stretch of equal traffic: a terminal, or those of a router
/// together, that gets in less than nine tenths of what it generates there, or of what it would
/// send of that by itself. That may be too few packets of all to be seen in the whole, and too few
/// of a whole run with quieter stretches. What else they generated waits at them at its end, or was
/// refused.
///
/// Flits are those since cycle 0: offered at a rate by each terminal, and carried by each channel.
class Starvation {
 public:
  /// `packetFlits`: by what number of flits a sum of packets spreads as one of as many packets.
  Starvation(const Topology& topology, double packetFlits);

  void beginStretch(const std::vector<std::uint64_t>& offered,
                    const std::vector<std::uint64_t>& channelFlits);
  /// In the stretch up to now, with the share of what is offered that a terminal sends where nobody
  /// is in its way; nobody where that is NaN. Letters and what is relayed are sent and not offered:
  /// they may hide who starves, and make up nobody.
  bool someStarve(const std::vector<std::uint64_t>& offered,
                  const std::vector<std::uint64_t>& channelFlits, double sentAlone = 1) const;

 private:
  struct Sender {
    std::uint64_t offered = 0, sent = 0;  ///< flits
  };
  bool starves(const Sender& sender, double sentAlone) const;
  Sender sinceThen(TerminalId terminal, const std::vector<std::uint64_t>& offered,
                   const std::vector<std::uint64_t>& channelFlits) const;

  const Topology* topology_;
  double packetFlits_;
  std::vector<Sender> before_;           ///< per terminal, where the stretch began
  mutable std::vector<Sender> routers_;  ///< someStarve's, which allocates nothing
};

}  // namespace hopscope
