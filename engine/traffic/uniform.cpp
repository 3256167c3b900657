// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/traffic/entries.h"

namespace hopscope::patterns {
TrafficEntry uniform() {
  TrafficEntry entry;
  entry.name = "uniform";
  entry.label = "Uniform";
  entry.help = "Every packet goes to a terminal drawn anew, each as likely as any other.";
  entry.source = "Dally & Towles, Principles and Practices of Interconnection Networks, 3.2";
  entry.check = [](const Topology&, const Values&) { return Issues{}; };
  entry.make = [](const Topology& topology, const Values& values, std::uint64_t) {
    return std::make_unique<AnyTerminal>(topology.terminalCount(), includesSelf(values));
  };
  return entry;
}

}  // namespace hopscope::patterns
