// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/drawn_edits.h"

#include <algorithm>
#include <map>
#include <variant>

#include "engine/core/units.h"
#include "engine/design/catalogue.h"
#include "engine/design/compile.h"
#include "engine/routing/routing_algorithm.h"
#include "ui/document/override_edits.h"
#include "ui/document/setting_edits.h"
#include "ui/document/setting_numbers.h"

namespace hopscope {

namespace {

constexpr const char* kKindPath = "topology.kind";
constexpr const char* kRoutingPath = "routing.algorithm";

const char* nameOf(LinkKind kind) {
  return kind == LinkKind::global ? "global" : "local";
}

constexpr const char* kLatency = "latency";
constexpr const char* kBandwidth = "bandwidth";

std::string pathOf(const std::string& linkClass, const std::string& what) {
  return "channels." + linkClass + "." + what;
}

std::int64_t inCycles(const Design& design, const Value& latency, const std::string& path) {
  const auto real = [&design](const char* name) {
    return realAt({{name, effectiveValue(design, name)}}, name);
  };
  Issues roundings;  // validation tells them of the latency itself
  return toCycles(latency, {real("clock.frequency_ghz"), real("clock.flit_bytes")}, path,
                  roundings);
}

/// What the generated network's classes become: one latency, or bandwidth, a kind, and by class
/// what its links have to carry themselves.
struct Carried {
  std::map<std::string, Value> byKind;
  std::map<std::uint8_t, Value> ofLink;
};

Carried carry(const Design& design, const Topology& topology, const std::string& what) {
  Carried carried;
  for (std::size_t i = 1; i < topology.classes.size(); ++i) {
    const LinkClass& linkClass = topology.classes[i];
    const std::optional<Value> value = valueOfClass(design, linkClass.name, what);
    if (!value) continue;
    const auto [it, isFirst] = carried.byKind.emplace(nameOf(linkClass.kind), *value);
    if (isFirst || sameValue(it->second, *value)) continue;
    carried.ofLink.emplace(static_cast<std::uint8_t>(i), *value);
  }
  return carried;
}

DrawnNetwork drawnFrom(const Design& design, const Topology& topology, const Carried& latencies,
                       const Carried& bandwidths) {
  DrawnNetwork drawn;
  for (RouterId router = 0; router < topology.routerCount(); ++router)
    drawn.routers.push_back({topology.routerIds[router], {}});
  for (TerminalId terminal = 0; terminal < topology.terminalCount(); ++terminal)
    drawn.terminals.push_back(
        {topology.terminalIds[terminal], topology.routerIds[topology.terminals[terminal].router]});
  for (LinkId link = 0; link < topology.linkCount(); ++link) {
    const Link& cable = topology.links[link];
    if (cable.a.isTerminal) continue;
    DrawnLink line;
    line.id = topology.linkIds[link];
    line.from = topology.routerIds[cable.a.node];
    line.to = topology.routerIds[cable.b.node];
    line.linkClass = nameOf(topology.kindOf(link));
    if (const auto it = latencies.ofLink.find(cable.linkClass); it != latencies.ofLink.end())
      line.latency =
          inCycles(design, it->second, pathOf(topology.classes[cable.linkClass].name, kLatency));
    if (const auto it = bandwidths.ofLink.find(cable.linkClass); it != bandwidths.ofLink.end())
      line.bandwidth = realAt({{kBandwidth, it->second}}, kBandwidth);
    drawn.links.push_back(line);
  }
  return drawn;
}

/// Settings of a network family's own: its parameters and its link classes.
void dropFamilySettings(Values& settings, const Topology& topology) {
  for (auto it = settings.begin(); it != settings.end();) {
    const std::string& path = it->first;
    bool familys = path.rfind("topology.", 0) == 0;
    for (std::size_t i = 1; i < topology.classes.size(); ++i)
      familys = familys || path.rfind("channels." + topology.classes[i].name + ".", 0) == 0;
    it = familys ? settings.erase(it) : std::next(it);
  }
}

}  // namespace

std::optional<Value> valueOfClass(const Design& design, const std::string& linkClass,
                                  const std::string& what) {
  const std::string path = pathOf(linkClass, what);
  if (!findParameter(design, path)) return {};
  return effectiveValue(design, path);
}

bool isDrawn(const Design& design) {
  const auto kind = design.settings.find(kKindPath);
  if (kind == design.settings.end()) return true;
  const auto* name = std::get_if<std::string>(&kind->second);
  return name != nullptr && *name == kDrawnKind;
}

Design asDrawn(const Design& design, const Topology& topology, const Placement& placement) {
  if (isDrawn(design)) return design;
  const Carried latencies = carry(design, topology, kLatency);
  const Carried bandwidths = carry(design, topology, kBandwidth);

  Design drawn = design;
  drawn.drawn = drawnFrom(design, topology, latencies, bandwidths);
  dropFamilySettings(drawn.settings, topology);
  drawn.settings[kKindPath] = std::string(kDrawnKind);
  const auto keep = [&drawn](const Carried& carried, const std::string& what) {
    for (const auto& [kind, value] : carried.byKind) {
      const std::optional<Value> fallback = valueOfClass(drawn, kind, what);
      if (fallback && !sameValue(*fallback, value)) drawn.settings[pathOf(kind, what)] = value;
    }
  };
  keep(latencies, kLatency);
  keep(bandwidths, kBandwidth);
  for (RouterId router = 0; router < topology.routerCount(); ++router)
    drawn.layout.routers[topology.routerIds[router]] = placement.routers[router];
  for (TerminalId terminal = 0; terminal < topology.terminalCount(); ++terminal)
    drawn.layout.terminals[topology.terminalIds[terminal]] = placement.terminals[terminal];
  std::set<std::uint32_t> links;  // terminal cables have no id in a drawn network
  for (const DrawnLink& link : drawn.drawn.links) links.insert(link.id);
  keepOverrides(
      drawn.overrides, [](std::uint32_t) { return true; },
      [&links](std::uint32_t id) { return links.count(id) != 0; });
  fitRouting(drawn);
  return drawn;
}

void removeParts(Design& drawn, const DrawnParts& parts) {
  const auto goes = [](const std::set<std::uint32_t>& ids, std::uint32_t id) {
    return ids.count(id) != 0;
  };
  const auto erase = [](auto& list, const auto& unwanted) {
    list.erase(std::remove_if(list.begin(), list.end(), unwanted), list.end());
  };
  std::set<std::uint32_t> goneLinks;
  erase(drawn.drawn.routers, [&](const DrawnRouter& r) { return goes(parts.routers, r.id); });
  erase(drawn.drawn.terminals, [&](const DrawnTerminal& t) {
    const bool gone = goes(parts.terminals, t.id) || goes(parts.routers, t.router);
    if (gone) drawn.layout.terminals.erase(t.id);
    return gone;
  });
  erase(drawn.drawn.links, [&](const DrawnLink& l) {
    const bool gone =
        goes(parts.links, l.id) || goes(parts.routers, l.from) || goes(parts.routers, l.to);
    if (gone) {
      goneLinks.insert(l.id);
      drawn.layout.bends.erase(l.id);
    }
    return gone;
  });
  for (const std::uint32_t id : parts.routers) drawn.layout.routers.erase(id);
  keepOverrides(
      drawn.overrides, [&](std::uint32_t id) { return !goes(parts.routers, id); },
      [&](std::uint32_t id) { return !goes(goneLinks, id); });
}

void fitRouting(Design& design) {
  Issues issues;
  const std::shared_ptr<const Topology> topology = buildTopology(design, issues);
  if (!topology || !findParameter(design, kRoutingPath)) return;
  const auto name = std::get<std::string>(effectiveValue(design, kRoutingPath));
  if (const RoutingEntry* entry = routingAlgorithms().find(name)) {
    Values values;
    for (const Parameter& parameter : entry->parameters)
      values[parameter.name] = effectiveValue(design, "routing." + parameter.name);
    constexpr VcCounts kPlenty{kMaxVcs, kMaxVcs};  // only the network's shape shall decide
    if (!hasErrors(entry->check(*topology, kPlenty, values))) return;
  }
  setSetting(design, kRoutingPath, std::string("up_down"));
}

}  // namespace hopscope
