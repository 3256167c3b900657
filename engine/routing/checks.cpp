// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "engine/routing/entries.h"
#include "engine/routing/up_down_order.h"
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
          "Choose another algorithm; up*/down* fits every connected network."};
}

Issues tooFewVirtualChannels(const std::string& subject, const VcCounts& needed,
                             const VcCounts& present) {
  Issues issues;
  require(subject, "local", needed.local, present.local, issues);
  require(subject, "global", needed.global, present.global, issues);
  return issues;
}

Parameter allowCyclesParameter() {
  Parameter parameter;
  parameter.name = "allow_cycles";
  parameter.label = "Allow deadlock";
  parameter.type = ParameterType::boolean;
  parameter.fallback = false;
  parameter.help =
      "Runs with too few virtual channels as well, where packets can wait for each other in a "
      "circle: to see a deadlock.";
  return parameter;
}

Issues cyclesAllowed(Issues tooFew, const Values& values) {
  const auto found = values.find("allow_cycles");
  const bool allowed = found != values.end() && std::get<bool>(found->second);
  for (Issue& issue : tooFew) {
    if (allowed) {
      issue.severity = Severity::warning;
      issue.text += " Packets can deadlock.";
    } else {
      issue.remedy += " To see it deadlock, set routing.allow_cycles.";
    }
  }
  return tooFew;
}

Issues tableIssues(const std::string& subject, std::uint32_t mostRouters,
                   const Topology& topology) {
  if (topology.routerCount() > mostRouters)
    return {
        {Severity::error, "routing.algorithm",
         fmt::format("{} keeps tables for {} routers; this network has {}.", subject, mostRouters,
                     topology.routerCount()),
         "Choose the algorithm of this family, which computes its ways, or a smaller network."}};
  const UpDownOrder order(topology);
  for (TerminalId t = 0; t < topology.terminalCount(); ++t)
    if (!order.reached(topology.terminals[t].router))
      return {{Severity::error, "topology",
               fmt::format("Terminal {} cannot be reached from terminal {}.",
                           topology.terminalIds[t], topology.terminalIds[0]),
               "Connect the parts of the network with a link."}};
  return {};
}

}  // namespace hopscope::routings
