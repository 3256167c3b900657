// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/catalogue.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "engine/design/application_sections.h"
#include "engine/design/phases.h"
#include "engine/design/section_lists.h"
#include "engine/design/sections.h"
#include "engine/design/switch_models.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/scheduling/circuit_schedule.h"
#include "engine/topology/generator.h"
#include "engine/traffic/traffic_pattern.h"
#include "engine/workload/application.h"
#include "engine/workload/collective.h"
#include "engine/workload/mapping.h"

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

/// What applications are made of, and what all of them have.
void addApplications(std::vector<CatalogueGroup>& groups) {
  CatalogueGroup all = groupOf("applications", "Applications", applications());
  all.items.push_back({"any", "Every application", "Settings beside the application's own.", "",
                       commonApplicationParameters()});
  groups.push_back(std::move(all));
  groups.push_back(groupOf("collectives", "Collectives", collectives()));
  groups.back().inDesigns = false;
  groups.push_back(groupOf("mappings", "Mappings", mappings()));
  groups.back().inDesigns = false;
  const Section endpoints{kEndpoints, "Endpoints", "How ranks and interfaces handle messages.",
                          endpointParameters()};
  groups.push_back(groupOf(endpoints, ""));
}

/// The parameters of one more network: those that are new, and choices that are.
void join(std::vector<Parameter>& all, std::vector<Parameter> more) {
  for (Parameter& parameter : more) {
    const auto known = std::find_if(
        all.begin(), all.end(), [&](const Parameter& each) { return each.name == parameter.name; });
    if (known == all.end()) {
      all.push_back(std::move(parameter));
      continue;
    }
    for (ParameterChoice& choice : parameter.choices) {
      const auto same = [&](const ParameterChoice& each) { return each.name == choice.name; };
      if (std::none_of(known->choices.begin(), known->choices.end(), same))
        known->choices.push_back(std::move(choice));
    }
  }
}

/// The keys of a phase, each an item.
CatalogueGroup phasesGroup() {
  CatalogueGroup group{kPhaseKeys, "Phases", {}};
  group.inDesigns = false;  // a list, which is no section
  group.items = {
      {"at",
       "Begin",
       "Phases stand in a design document in the order of time, each with what it changes: "
       "\"phases\": [{\"at\": 1000, \"fail\": {\"channels\": [12]}}, {\"at\": \"10 us\", "
       "\"restore\": {\"channels\": [12]}, \"set\": {\"traffic.load\": 0.4}}].",
       "",
       {phaseBegin()}},
      {"set",
       "Settings",
       "By path: {\"traffic.load\": 0.4}, on top of the phases before. The traffic's pattern and "
       "load; forwarding.cache.entries, ways, replacement and hash, whose caches begin empty; "
       "routing.algorithm and its parameters, for which terminals are silent until the network "
       "has run empty; those of a routing that adapts, and stays, only where the load is 0.",
       "",
       {}},
      {"reprogram",
       "Reprogram",
       "True: routes change; all caches are emptied, and off until the CAM is written.",
       "",
       {}},
      {"fail",
       "Fail",
       "{\"channels\": [12], \"routers\": [3]}: parts that take no new packets from then on. A "
       "channel fails in both directions: its number is that of its link, which \"topology "
       "--links\" lists. What was given to a channel before still crosses it, and a router passes "
       "on "
       "what it holds. Packets that find their path failed take an up*/down* detour on a further "
       "virtual channel of every channel.",
       "",
       {}},
      {"restore", "Restore", "Parts that had failed and work again, named likewise.", "", {}}};
  return group;
}

/// An item for each model of switches.
CatalogueGroup switchGroup(const Section& section) {
  CatalogueGroup group{section.name, section.label, {}};
  for (const SwitchModel& model : switchModels()) {
    std::optional<CatalogueGroup::Item> item;
    const auto add = [&](const Design& design) {
      for (const Section& each : sections(design, traitsOf(design))) {
        if (each.name != section.name) continue;
        CatalogueGroup::Item found = groupOf(each, model.source.c_str()).items.front();
        if (item)
          join(item->parameters, std::move(found.parameters));
        else
          item = std::move(found);
      }
    };
    Design design;
    design.settings[kSwitchModel] = model.name;
    for (const std::string& family : model.differsOn) {
      design.settings[kTopologyKind] = family;
      add(design);
    }
    if (model.differsOn.empty()) add(design);
    if (!item) continue;
    item->name = model.name;
    item->label = model.label;
    group.items.push_back(std::move(*item));
  }
  return group;
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

bool hasEffect(const Values& settings, const Parameter& parameter) {
  if (!parameter.onlyWhere) return true;
  const auto& [path, choices] = *parameter.onlyWhere;
  const auto found = settings.find(path);
  const auto* chosen = found == settings.end() ? nullptr : std::get_if<std::string>(&found->second);
  return chosen != nullptr && std::find(choices.begin(), choices.end(), *chosen) != choices.end();
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
    const char* source = section.name == "forwarding" ? "Hirasawa 2022, sections 2.4 and 4" : "";
    if (section.name == "topology" || section.name == "routing" || section.name == kApplications ||
        section.name == kEndpoints)
      continue;
    if (section.name == "switch") {
      groups.push_back(switchGroup(section));
      continue;
    }
    if (section.name != "traffic") {
      groups.push_back(groupOf(section, source));
      continue;
    }
    Section common{"traffic", "Every pattern", "Settings beside the pattern's own.",
                   trafficParameters()};
    for (const SwitchModel& model : switchModels())
      if (model.ofTraffic != nullptr)
        for (Parameter& parameter : model.ofTraffic())
          common.parameters.push_back(std::move(parameter));
    CatalogueGroup shared = groupOf(common, source);
    shared.items.front().name = "any";
    groups[2].items.push_back(shared.items.front());
  }
  groups.push_back(groupOf("schedulers", "Circuit schedulers", circuitSchedulers()));
  groups.back().inDesigns = false;
  addApplications(groups);
  groups.push_back(phasesGroup());
  return groups;
}

}  // namespace hopscope
