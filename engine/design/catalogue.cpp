// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/catalogue.h"

#include <stdexcept>

#include "engine/design/section_lists.h"
#include "engine/design/sections.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/topology/generator.h"
#include "engine/traffic/traffic_pattern.h"

namespace hopscope {
namespace {

template <typename T>
CatalogueGroup groupOf(const char* name, const char* label, const Registry<T>& registry) {
  CatalogueGroup group{name, label, {}};
  for (const T& entry : registry)
    group.items.push_back({entry.name, entry.label, entry.help, entry.source, entry.parameters});
  return group;
}

CatalogueGroup groupOf(const Section& section, const char* source) {
  CatalogueGroup::Item item{section.name, section.label, section.help, source, section.parameters};

  for (Parameter& parameter : item.parameters) parameter.name.erase(0, section.name.size() + 1);
  return {section.name, section.label, {item}};
}

}  // namespace

std::vector<Section> sections(const Design& design) {
  return sections(design, traitsOf(design));
}

std::optional<Parameter> findParameter(const Design& design, std::string_view path) {
  const std::vector<Section> all = sections(design);
  const Parameter* parameter = find(all, path);
  return parameter == nullptr ? std::nullopt : std::optional<Parameter>(*parameter);
}

Value effectiveValue(const Design& design, std::string_view path) {
  const auto parameter = findParameter(design, path);
  if (!parameter) throw std::out_of_range("no setting named " + std::string(path));
  return effective(design, *parameter);
}

Values effectiveSettings(const Design& design) {
  return effective(design, sections(design));
}

bool hasEffect(const Values& settings, std::string_view path) {
  const auto under = [path](std::string_view prefix) {
    return path.substr(0, prefix.size()) == prefix;
  };
  const auto found = settings.find("forwarding.lookup");
  const auto* lookup = found == settings.end() ? nullptr : std::get_if<std::string>(&found->second);
  const std::string kind = lookup == nullptr ? "algorithm" : *lookup;
  const bool cached = kind == "cache", reduced = cached || kind == "nrf_map";
  if (path == "forwarding.profile") return kind != "algorithm";
  if (under("forwarding.dram.")) return kind == "dram";
  // A linear table, too, serves a port or the whole switch.
  if (path == "forwarding.cam.scope" && kind == "dram") return true;
  if (under("forwarding.cam.")) return cached || kind == "bcam" || kind == "tcam";
  // The map of node reduction has the timing of a cache.
  if (path == "forwarding.cache.latency" || path == "forwarding.cache.interval") return reduced;
  if (under("forwarding.cache.") || under("forwarding.l2.") || path == "forwarding.warmup" ||
      path == "forwarding.reprogram" || path == "forwarding.prefetch" ||
      path == "forwarding.collective_refill")
    return cached;
  if (under("forwarding.node_reduction.")) return reduced;
  if (path == "forwarding.patterns") return kind == "nrf_map";
  const auto scenario = settings.find("forwarding.scenario.kind");
  const auto plays = [&](const char* name) {
    return scenario != settings.end() && scenario->second == Value(std::string(name));
  };
  if (under("forwarding.scenario.") && path != "forwarding.scenario.kind") return plays("dmp");
  if (path == "forwarding.addressing.table_entries" || path == "forwarding.addressing.unknown" ||
      path == "forwarding.addressing.overflow")
    return plays("learning");
  return true;
}

std::vector<CatalogueGroup> catalogue() {
  CatalogueGroup topology = groupOf("topology", "Topology", generators());
  topology.items.push_back(
      {kDrawnKind, "Drawn", "Routers, terminals and channels listed one by one.", "", {}});
  // Drawn networks have one link class of every kind, which are the names every family falls back
  // to.
  const std::vector<Section> all = sections(Design{});
  std::vector<CatalogueGroup> groups{topology, groupOf("routing", "Routing", routingAlgorithms()),
                                     groupOf("traffic", "Traffic", trafficPatterns())};
  for (const Section& section : all) {
    const char* source = section.name == "switch"       ? "Benito 2020, section 3"
                         : section.name == "forwarding" ? "Hirasawa 2022, sections 2.4 and 4"
                                                        : "";
    if (section.name == "topology" || section.name == "routing") continue;
    if (section.name == "switch") {
      CatalogueGroup switches = groupOf(section, source);
      switches.items.front().name = "vct";
      switches.items.front().label = "Virtual cut-through";
      Design wormhole;
      wormhole.settings[kSwitchModel] = std::string("wormhole");
      for (const Section& other : sections(wormhole))
        if (other.name == section.name)
          switches.items.push_back(
              groupOf(other, "Dally & Towles 2004, chapters 16 and 17").items.front());
      switches.items.back().name = "wormhole";
      switches.items.back().label = "Wormhole";
      groups.push_back(std::move(switches));
      continue;
    }
    if (section.name != "traffic") {
      groups.push_back(groupOf(section, source));
      continue;
    }
    Section common{"traffic", "Every pattern", "Settings beside the pattern's own.",
                   trafficParameters()};
    CatalogueGroup shared = groupOf(common, source);
    shared.items.front().name = "any";
    groups[2].items.push_back(shared.items.front());
  }
  return groups;
}

}  // namespace hopscope
