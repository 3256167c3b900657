// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/traffic/entries.h"

namespace hopscope::patterns {
namespace {

class Uniform final : public TrafficPattern {
 public:
  Uniform(std::uint32_t terminals, bool includeSelf)
      : terminals_(terminals), includeSelf_(includeSelf) {}

  TerminalId destination(TerminalId source, Rng& rng) const override {
    return anyTerminal(terminals_, source, includeSelf_, rng);
  }
  void destinations(TerminalId source, std::vector<DestinationShare>& out) const override {
    anyTerminalShares(terminals_, source, includeSelf_, 1, out);
  }

 private:
  std::uint32_t terminals_;
  bool includeSelf_;
};

}  // namespace

TrafficEntry uniform() {
  TrafficEntry entry;
  entry.name = "uniform";
  entry.label = "Uniform";
  entry.help = "Every packet goes to a terminal drawn anew, each as likely as any other.";
  entry.source = "Dally & Towles, Principles and Practices of Interconnection Networks, 3.2";
  entry.check = [](const Topology&, const Values&) { return Issues{}; };
  entry.make = [](const Topology& topology, const Values& values, std::uint64_t) {
    return std::make_unique<Uniform>(topology.terminalCount(), includesSelf(values));
  };
  return entry;
}

}  // namespace hopscope::patterns
