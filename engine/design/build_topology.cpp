// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/compile.h"
#include "engine/design/drawn_topology.h"
#include "engine/design/sections.h"
#include "engine/design/setting_issues.h"
#include "engine/topology/generator.h"

namespace hopscope {

std::shared_ptr<const Topology> buildTopology(const Design& design, Issues& issues) {
  const std::string kind = networkKind(design);
  if (kind == kDrawnKind) return buildDrawn(design.drawn, issues);
  const Generator* generator = generators().find(kind);
  if (generator == nullptr) {
    const Parameter kinds = find(sections(design, {}), kTopologyKind)[0];
    if (auto issue = check(kinds, kind, kTopologyKind)) issues.push_back(std::move(*issue));
    return nullptr;
  }
  const Values values = topologyParameters(design);
  Issues found;
  for (const Parameter& parameter : generator->parameters)
    if (auto issue = check(parameter, values.at(parameter.name), "topology." + parameter.name))
      found.push_back(std::move(*issue));
  if (!hasErrors(found)) {
    for (Issue& issue : generator->check(values)) {
      issue.path = issue.path.empty() ? "topology" : "topology." + issue.path;
      found.push_back(std::move(issue));
    }
  }
  for (const Issue& issue : found) addOnce(issues, issue);
  if (hasErrors(found)) return nullptr;
  return std::make_shared<const Topology>(generator->build(values));
}

}  // namespace hopscope
