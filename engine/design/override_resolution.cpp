// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/override_resolution.h"

#include <fmt/format.h>

#include "engine/design/named_parts.h"
#include "engine/design/setting_issues.h"

namespace hopscope {
namespace {

constexpr const char* kLatency = "latency";
constexpr const char* kBandwidthOfLinks = "bandwidth";

bool isOfLinks(const std::string& path) {
  return path == kLatency || path == kBandwidthOfLinks;
}

Issue error(const std::string& place, Sentence text, Sentence remedy) {
  return {Severity::error, place, std::move(text), std::move(remedy)};
}

}  // namespace

void checkOverride(const Override& entry, const std::string& place,
                   const std::vector<Section>& sections, Issues& issues) {
  if (entry.routers.empty() && entry.channels.empty()) {
    issues.push_back(error(place, sentence("This override names no routers and no channels."),
                           sentence("List them in \"routers\" or \"channels\".")));
    return;
  }
  for (const auto& [path, value] : entry.values) {
    const std::string at = fmt::format("{}.{}", place, path);
    if (isOfLinks(path)) {
      if (entry.channels.empty())
        issues.push_back(error(at, sentence("A {} applies to channels, and none is named.", path),
                               sentence("List their ids in \"channels\".")));
      continue;  // its range depends on the channel
    }
    const Parameter* parameter = find(sections, path);
    const bool mayHold = path.rfind("switch.", 0) == 0 || path.rfind("forwarding.", 0) == 0;
    if (parameter == nullptr || !mayHold) {
      Issue unknown = unknownSetting(sections, path);
      unknown.path = at;
      issues.push_back(std::move(unknown));
    } else if (!parameter->perRouter) {
      issues.push_back(
          error(at, sentence("{} is the same for all routers.", registryWords(parameter->label)),
                sentence("Set {} outside of the overrides.", path)));
    } else if (entry.routers.empty()) {
      issues.push_back(error(
          at,
          sentence("{} applies to routers, and none is named.", registryWords(parameter->label)),
          sentence("List their ids in \"routers\".")));
    } else if (auto issue = check(*parameter, value, at)) {
      issues.push_back(std::move(*issue));
    }
  }
}

ResolvedOverrides resolveOverrides(const Design& design, const Topology& topology,
                                   const std::vector<Section>& sections, Issues& issues) {
  ResolvedOverrides resolved;
  if (design.overrides.empty()) return resolved;
  const auto routers = indexOf(topology.routerIds);
  const auto links = indexOf(topology.linkIds);
  for (std::size_t i = 0; i < design.overrides.size(); ++i) {
    const Override& entry = design.overrides[i];
    const std::string place = fmt::format("overrides[{}]", i);
    Issues found;
    checkOverride(entry, place, sections, found);
    const auto routersHere =
        named(entry.routers, routers, place + ".routers", sentence("router"), found);
    const auto linksHere =
        named(entry.channels, links, place + ".channels", sentence("channel"), found);
    for (const char* name : {kLatency, kBandwidthOfLinks}) {
      const auto value = entry.values.find(name);
      if (value == entry.values.end()) continue;
      const std::string at = fmt::format("{}.{}", place, name);
      for (const LinkId link : linksHere) {
        const auto* parameter =
            find(sections, fmt::format("channels.{}.{}", topology.classOf(link).name, name));
        if (auto issue = check(*parameter, value->second, at)) {
          found.push_back(std::move(*issue));
          break;
        }
        (name == kLatency ? resolved.latencies : resolved.bandwidths)
            .insert_or_assign(link, ResolvedOverrides::Setting{value->second, at});
      }
    }
    issues.insert(issues.end(), found.begin(), found.end());
    if (hasErrors(found)) continue;
    for (const RouterId router : routersHere)
      for (const auto& [path, value] : entry.values)
        if (!isOfLinks(path))
          resolved.routers[router].insert_or_assign(
              path, ResolvedOverrides::Setting{value, fmt::format("{}.{}", place, path)});
  }
  return resolved;
}

}  // namespace hopscope
