// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "engine/routing/entries.h"
#include "engine/routing/up_down_order.h"
#include "engine/topology/generator.h"

namespace hopscope::routings {
namespace {

Sentence familyInWords(const Topology& topology) {
  const Generator* family = familyOf(topology);
  return family ? registryWords(family->label) : sentence("{}", topology.kind);
}

void require(const Sentence& subject, const char* kind, const Sentence& links, unsigned needed,
             unsigned present, Issues& issues) {
  if (present >= needed) return;
  issues.push_back({Severity::error, fmt::format("switch.virtual_channels.{}", kind),
                    needed == 1 ? sentence("{} needs {} virtual channel on {} links; it has {}.",
                                           subject, needed, links, present)
                                : sentence("{} needs {} virtual channels on {} links; it has {}.",
                                           subject, needed, links, present),
                    sentence("Set it to {} or more.", needed)});
}

}  // namespace

Issue wrongNetwork(const Sentence& algorithm, const Sentence& wanted, const Topology& topology) {
  return {Severity::error, "routing.algorithm",
          topology.isDrawn()
              ? sentence("{} needs {}; this network was drawn by hand.", algorithm, wanted)
              : sentence("{} needs {}; this network is of the family {}.", algorithm, wanted,
                         familyInWords(topology)),
          sentence("Choose another algorithm; up*/down* fits every connected network.")};
}

Issues tooFewVirtualChannels(const Sentence& subject, const VcCounts& needed,
                             const VcCounts& present) {
  Issues issues;
  require(subject, "local", sentence("local"), needed.local, present.local, issues);
  require(subject, "global", sentence("global"), needed.global, present.global, issues);
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
      "cycle: to see a deadlock.";
  return parameter;
}

Issues cyclesAllowed(Issues tooFew, const Values& values) {
  const auto found = values.find("allow_cycles");
  const bool allowed = found != values.end() && std::get<bool>(found->second);
  for (Issue& issue : tooFew) {
    if (allowed) {
      issue.severity = Severity::warning;
      issue.text = sentence("{} Packets may deadlock.", issue.text);
    } else {
      issue.remedy = sentence("{} To see it deadlock, set routing.allow_cycles.", issue.remedy);
    }
  }
  return tooFew;
}

Issues tableIssues(const Sentence& subject, std::uint32_t mostRouters, const Topology& topology) {
  if (topology.routerCount() > mostRouters)
    return {{Severity::error, "routing.algorithm",
             sentence("{} keeps tables for {} routers; this network has {}.", subject, mostRouters,
                      topology.routerCount()),
             sentence("Choose the algorithm of this family, which computes its paths, or a smaller "
                      "network.")}};
  const UpDownOrder order(topology);
  for (TerminalId t = 0; t < topology.terminalCount(); ++t)
    if (!order.reached(topology.terminals[t].router))
      return {{Severity::error, "topology",
               sentence("Terminal {} cannot be reached from terminal {}.", topology.terminalIds[t],
                        topology.terminalIds[0]),
               sentence("Connect the parts of the network with a link.")}};
  return {};
}

}  // namespace hopscope::routings
