// SPDX-License-Identifier: GPL-3.0-or-later
// An exchange of all with all in the order of a linear shift: every terminal sends one packet to
// the terminal after it, then to the second after it, and so on round all of them, over and over.
#include "engine/traffic/entries.h"

namespace hopscope::patterns {
namespace {

/// Where no order is asked for: any of them.
class AllToAll final : public AnyTerminal {
 public:
  using AnyTerminal::AnyTerminal;

  bool ordered() const override { return true; }
  TerminalId inOrder(TerminalId source, std::uint64_t number) const override {
    const std::uint32_t others = terminals_ - (includeSelf_ ? 0 : 1);
    if (others == 0) return kNone;
    return static_cast<TerminalId>((source + std::uint64_t{1} + number % others) % terminals_);
  }
};

}  // namespace

TrafficEntry allToAll() {
  TrafficEntry entry;
  entry.name = "all_to_all";
  entry.label = "All to all, in turn";
  entry.help =
      "Every terminal sends to the terminal after it, then to the second after it, and so on round "
      "all of them, over and over.";
  entry.source = "Thakur, Rabenseifner & Gropp, IJHPCA 19 (2005), pairwise exchange";
  entry.check = [](const Topology&, const Values&) { return Issues{}; };
  entry.make = [](const Topology& topology, const Values& values, std::uint64_t) {
    return std::make_unique<AllToAll>(topology.terminalCount(), includesSelf(values));
  };
  entry.mixes = false;  // its order would be lost
  return entry;
}

}  // namespace hopscope::patterns
