// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "engine/routing/entries.h"
#include "engine/topology/generator.h"

namespace hopscope::routings {
namespace {

std::string networkInWords(const Topology& topology) {
  if (topology.kind == "custom") return "was drawn by hand";
  const Generator* generator = generators().find(topology.kind);
  return fmt::format("is of the family {}", generator ? generator->label : topology.kind);
}

void require(const std::string& subject, const char* kind, unsigned needed, unsigned present,
             Issues& issues) {
  if (present >= needed) return;
  issues.push_back({Severity::error, fmt::format("switch.virtual_channels.{}", kind),
                    fmt::format("{} needs {} virtual channel{} on {} links; it has {}.", subject,
                                needed, needed == 1 ? "" : "s", kind, present),
                    fmt::format("Set it to {} or more.", needed)});
}

}  // namespace

Issue wrongNetwork(const std::string& algorithm, const std::string& wanted,
                   const Topology& topology) {
  return {Severity::error, "routing.algorithm",
          fmt::format("{} needs {}; this network {}.", algorithm, wanted, networkInWords(topology)),
          "Choose another algorithm; shortest path fits every connected network."};
}

Issues tooFewVirtualChannels(const std::string& subject, const VcCounts& needed,
                             const VcCounts& present) {
  Issues issues;
  require(subject, "local", needed.local, present.local, issues);
  require(subject, "global", needed.global, present.global, issues);
  return issues;
}

}  // namespace hopscope::routings
