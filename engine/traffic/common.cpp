// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/traffic/entries.h"

namespace hopscope::patterns {

bool includesSelf(const Values& values) {
  const auto found = values.find("include_self");
  return found != values.end() && std::get<bool>(found->second);
}

Issue wrongNetwork(Sentence text, Sentence remedy) {
  return {Severity::error, "traffic.pattern", std::move(text), std::move(remedy)};
}

TerminalId terminalWithId(const Topology& topology, std::int64_t id) {
  const auto& ids = topology.terminalIds;
  if (id >= 0 && id < static_cast<std::int64_t>(ids.size()) &&
      ids[static_cast<std::size_t>(id)] == id)
    return static_cast<TerminalId>(id);
  const auto found = std::find(ids.begin(), ids.end(), id);
  return found == ids.end() ? kNone : static_cast<TerminalId>(found - ids.begin());
}

void anyTerminalShares(std::uint32_t count, TerminalId source, bool includeSelf, double share,
                       std::vector<DestinationShare>& out) {
  const std::uint32_t others = includeSelf ? count : count - 1;
  for (TerminalId t = 0; t < count; ++t)
    if (includeSelf || t != source) out.push_back({t, share / others});
}

FixedDestinations::FixedDestinations(std::vector<TerminalId> destinations, bool includeSelf)
    : destinations_(std::move(destinations)) {
  if (includeSelf) return;
  for (TerminalId source = 0; source < destinations_.size(); ++source)
    if (destinations_[source] == source) destinations_[source] = kNone;
}

}  // namespace hopscope::patterns
