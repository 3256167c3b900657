// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/traffic/traffic_pattern.h"

/// The registry entries, and what the patterns share.
namespace hopscope::patterns {

TrafficEntry uniform();
TrafficEntry bitComplement();
TrafficEntry transpose();
TrafficEntry shuffle();
TrafficEntry bitReverse();
TrafficEntry tornado();
TrafficEntry neighbour();
TrafficEntry hotSpot();
TrafficEntry permutation();
TrafficEntry adversarial();
TrafficEntry adversarialConsecutive();
TrafficEntry adversarialLocal();
TrafficEntry allToAll();
TrafficEntry mix();

/// Whether terminals may send to themselves; no, where the values do not say.
bool includesSelf(const Values& values);

/// "Transpose needs …; this network has 72 terminals."
Issue wrongNetwork(Sentence text, Sentence remedy);

/// The dense index of the terminal with that id, or kNone.
TerminalId terminalWithId(const Topology& topology, std::int64_t id);

/// Everyone sends to one destination of its own. Fixed points send nothing unless self is included.
class FixedDestinations final : public TrafficPattern {
 public:
  FixedDestinations(std::vector<TerminalId> destinations, bool includeSelf);

  TerminalId destination(TerminalId source, Rng&) const override { return destinations_[source]; }
  void destinations(TerminalId source, std::vector<DestinationShare>& out) const override {
    if (destinations_[source] != kNone) out.push_back({destinations_[source], 1});
  }

 private:
  std::vector<TerminalId> destinations_;
};

/// One of `count` terminals, each as likely, but not `source` unless self is included; kNone where
/// there is no other.
inline TerminalId anyTerminal(std::uint32_t count, TerminalId source, bool includeSelf, Rng& rng) {
  if (includeSelf) return rng.below(count);
  if (count < 2) return kNone;
  const TerminalId drawn = rng.below(count - 1);
  return drawn + (drawn >= source ? 1 : 0);
}

/// What anyTerminal draws from, `share` in all.
void anyTerminalShares(std::uint32_t count, TerminalId source, bool includeSelf, double share,
                       std::vector<DestinationShare>& out);

/// Everyone sends to any terminal, each as likely, to itself only where self is included.
class AnyTerminal : public TrafficPattern {
 public:
  AnyTerminal(std::uint32_t terminals, bool includeSelf)
      : terminals_(terminals), includeSelf_(includeSelf) {}

  TerminalId destination(TerminalId source, Rng& rng) const override {
    return anyTerminal(terminals_, source, includeSelf_, rng);
  }
  void destinations(TerminalId source, std::vector<DestinationShare>& out) const override {
    anyTerminalShares(terminals_, source, includeSelf_, 1, out);
  }
  bool isUniform() const override { return true; }

 protected:
  std::uint32_t terminals_;
  bool includeSelf_;
};

}  // namespace hopscope::patterns
