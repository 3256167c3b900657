// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "engine/core/declare.h"
#include "engine/core/ids.h"
#include "engine/design/addressing.h"
#include "engine/design/application_sections.h"
#include "engine/design/forwarding_defaults.h"
#include "engine/design/link_bandwidths.h"
#include "engine/design/section_lists.h"
#include "engine/design/switch_models.h"
#include "engine/routing/family_routings.h"
#include "engine/routing/routing_algorithm.h"
#include "engine/topology/generator.h"
#include "engine/traffic/traffic_pattern.h"

namespace hopscope {
namespace {

using declare::choice;
using declare::number;

constexpr double kLongestLatency = 100'000;

/// The explicit value, or `fallback`.
Value settingOr(const Design& design, const std::string& path, const Value& fallback) {
  const auto found = design.settings.find(path);
  return found == design.settings.end() ? fallback : found->second;
}

/// The explicit name of a choice, or `fallback`.
std::string nameOr(const Design& design, const std::string& path, const std::string& fallback) {
  const Value value = settingOr(design, path, fallback);
  const auto* name = std::get_if<std::string>(&value);
  return name == nullptr ? fallback : *name;
}

const Parameter* find(const Section& section, std::string_view path) {
  const auto found =
      std::find_if(section.parameters.begin(), section.parameters.end(),
                   [&](const Parameter& parameter) { return parameter.name == path; });
  return found == section.parameters.end() ? nullptr : &*found;
}

/// Adds an entry's parameters below a section, leaving out those that stand there already.
void addOwn(Section& section, const std::vector<Parameter>& parameters) {
  for (Parameter parameter : parameters) {
    parameter.name = section.name + "." + parameter.name;
    if (find(section, parameter.name) == nullptr)
      section.parameters.push_back(std::move(parameter));
  }
}

Section topologySection(const Design& design) {
  std::vector<ParameterChoice> kinds;
  for (const Generator& generator : generators())
    kinds.push_back({generator.name, generator.label});
  kinds.push_back({kDrawnKind, "Drawn"});
  Section section{"topology", "Topology", "The network: its family and size.", {}};
  section.parameters = {
      choice(kTopologyKind, "Kind", kDrawnKind, std::move(kinds), "The family of networks.")};
  if (const Generator* generator = generators().find(networkKind(design)))
    addOwn(section, generator->parameters);
  return section;
}

Parameter latencyOf(const std::string& key, const std::string& label, LinkKind kind,
                    Value fallback) {
  const double least = kind == LinkKind::terminal ? 0 : 1;
  return number(ParameterType::cycles, "channels." + key + ".latency", label, std::move(fallback),
                least, kLongestLatency, "cycles", "Time from one end of the cable to the other.");
}

Parameter bandwidthOf(const std::string& key, const std::string& label, Value fallback) {
  Parameter parameter = bandwidthParameter();
  parameter.name = "channels." + key + ".bandwidth";
  parameter.label = label;
  parameter.fallback = std::move(fallback);
  return parameter;
}

Section channelSection(const Design& design, const NetworkTraits& traits) {
  Section section{"channels", "Channels", "The cables, by class.", {}};
  struct Base {
    LinkKind kind;
    const char *key, *latency, *bandwidth;
  };
  constexpr Base kBases[] = {
      {LinkKind::terminal, "terminal", "Terminal latency", "Terminal bandwidth"},
      {LinkKind::local, "local", "Local latency", "Local bandwidth"},
      {LinkKind::global, "global", "Global latency", "Global bandwidth"}};
  for (const Base& base : kBases)
    if (traits.has(base.kind)) {
      section.parameters.push_back(latencyOf(base.key, base.latency, base.kind, std::int64_t{1}));
      section.parameters.push_back(bandwidthOf(base.key, base.bandwidth, std::int64_t{1}));
    }
  for (const LinkClass& linkClass : traits.classes) {
    const Base& base = kBases[static_cast<int>(linkClass.kind)];
    if (linkClass.name == base.key) continue;
    const std::string label = fmt::format("Latency, {}", linkClass.label);
    section.parameters.push_back(latencyOf(
        linkClass.name, label, linkClass.kind,
        settingOr(design, fmt::format("channels.{}.latency", base.key), std::int64_t{1})));
    section.parameters.push_back(bandwidthOf(
        linkClass.name, fmt::format("Bandwidth, {}", linkClass.label),
        settingOr(design, fmt::format("channels.{}.bandwidth", base.key), std::int64_t{1})));
  }
  return section;
}

/// Labels of the names of a registry, in the order of `names`.
template <typename Entries>
std::vector<ParameterChoice> choicesOf(const Entries& registry,
                                       const std::vector<std::string>& names) {
  std::vector<ParameterChoice> choices;
  choices.reserve(names.size());
  for (const std::string& name : names) choices.push_back({name, registry.find(name)->label});
  return choices;
}

Section routingSection(const Design& design) {
  const std::vector<std::string> names = routingsOf(networkKind(design));
  const std::string first = names.empty() ? "" : names.front();
  Section section{"routing", "Routing", "How packets find their path.", {}};
  section.parameters = {choice(kRoutingAlgorithm, "Algorithm", first,
                               choicesOf(routingAlgorithms(), names),
                               "The routing algorithm, among those that suit the network.")};
  if (const auto* entry = routingAlgorithms().find(nameOr(design, kRoutingAlgorithm, first)))
    addOwn(section, entry->parameters);
  return section;
}

Section trafficSection(const Design& design) {
  std::vector<std::string> names;
  names.reserve(trafficPatterns().entries().size());
  for (const TrafficEntry& entry : trafficPatterns()) names.push_back(entry.name);
  const std::string first = trafficPatterns().find("uniform") != nullptr ? "uniform"
                            : names.empty()                              ? ""
                                                                         : names.front();
  Section section{"traffic", "Traffic", "Who sends to whom, how much and when.", {}};
  section.parameters = {choice(kTrafficPattern, "Pattern", first,
                               choicesOf(trafficPatterns(), names),
                               "How destinations are chosen.")};
  if (const auto* entry = trafficPatterns().find(nameOr(design, kTrafficPattern, first)))
    addOwn(section, entry->parameters);
  const SwitchModel& model = switchModelOf(design);
  for (Parameter& parameter : trafficParameters())
    if (find(section, parameter.name) == nullptr)
      section.parameters.push_back(std::move(parameter));
  if (model.ofTraffic != nullptr)
    for (Parameter& parameter : model.ofTraffic())
      section.parameters.push_back(std::move(parameter));
  return section;
}

/// Whether the routing, now or in a phase, is free of deadlock by escape channels.
bool usesEscapes(const Design& design, const std::string& routing) {
  const auto escapes = [](const Value& name) {
    const auto* text = std::get_if<std::string>(&name);
    const RoutingEntry* entry = text == nullptr ? nullptr : routingAlgorithms().find(*text);
    return entry != nullptr && entry->escape;
  };
  bool used = escapes(routing);
  for (const Phase& phase : design.phases)
    if (const auto set = phase.set.find(kRoutingAlgorithm); set != phase.set.end())
      used |= escapes(set->second);
  return used;
}

Section switchSection(const Design& design, const NetworkTraits& traits) {
  const std::vector<std::string> routings = routingsOf(networkKind(design));
  const std::string name =
      nameOr(design, kRoutingAlgorithm, routings.empty() ? "" : routings.front());
  VcCounts least;
  if (const auto found = traits.virtualChannels.find(name); found != traits.virtualChannels.end())
    least = found->second;
  std::vector<ParameterChoice> models;
  for (const SwitchModel& model : switchModels()) models.push_back({model.name, model.label});
  Section section{"switch", "Switch", "The microarchitecture of the switches.", {}};
  const std::string usual = models.front().name;
  section.parameters = {
      choice(kSwitchModel, "Model", usual, std::move(models), "The microarchitecture.")};
  for (Parameter& parameter :
       switchModelOf(design).own({design, traits, least, usesEscapes(design, name)}))
    section.parameters.push_back(std::move(parameter));
  return section;
}

/// Where applications run, terminals send at no rate beside, and all of the run is measured.
void suitApplications(const Design& design, std::vector<Section>& all) {
  if (applicationCount(design) == 0) return;
  const std::map<std::string, std::int64_t> usual = {{"traffic.load", 0},
                                                     {"run.warmup", 0},
                                                     {"run.measure", 1'000'000'000},
                                                     {"run.max_cycles", 10'000'000'000}};
  for (Section& section : all)
    for (Parameter& parameter : section.parameters)
      if (const auto found = usual.find(parameter.name); found != usual.end())
        parameter.fallback = found->second;
}

/// Defaults that a model of switches has for settings of other sections.
void suitSwitches(const Design& design, std::vector<Section>& all) {
  const SwitchModel& model = switchModelOf(design);
  if (model.elsewhere == nullptr) return;
  const Values usual = model.elsewhere(design);
  for (Section& section : all)
    for (Parameter& parameter : section.parameters)
      if (const auto found = usual.find(parameter.name); found != usual.end())
        parameter.fallback = found->second;
}

Section forwardingSection(const Design& design) {
  Section section{"forwarding", "Forwarding", "How a switch finds a packet's output port.",
                  forwardingParameters()};
  const Values defaults = forwardingDefaults(design.settings);
  for (Parameter& parameter : section.parameters)
    if (const auto found = defaults.find(parameter.name); found != defaults.end())
      parameter.fallback = found->second;
  for (Parameter& parameter : addressingParameters())
    section.parameters.push_back(std::move(parameter));
  return section;
}

}  // namespace

std::vector<Section> sections(const Design& design, const NetworkTraits& traits) {
  std::vector<Section> all = {
      topologySection(design),
      {"clock", "Clock", "The network's one clock and the width of its links.", clockParameters()},
      channelSection(design, traits),
      switchSection(design, traits),
      forwardingSection(design),
      routingSection(design),
      trafficSection(design),
      {"run", "Run lengths and seed", "How long to simulate.", runParameters()}};
  std::vector<Section> applications = applicationSections(design);
  all.insert(all.end() - 1, std::make_move_iterator(applications.begin()),
             std::make_move_iterator(applications.end()));
  suitSwitches(design, all);
  suitApplications(design, all);
  return all;
}

const Parameter* find(const std::vector<Section>& all, std::string_view path) {
  for (const Section& section : all)
    if (const Parameter* parameter = find(section, path)) return parameter;
  return nullptr;
}

Value effective(const Design& design, const Parameter& parameter) {
  return settingOr(design, parameter.name, parameter.fallback);
}

Values effective(const Design& design, const std::vector<Section>& all) {
  Values values;
  for (const Section& section : all)
    for (const Parameter& parameter : section.parameters)
      values[parameter.name] = effective(design, parameter);
  return values;
}

std::string canonicalPath(const std::vector<Section>& all, const std::string& path) {
  if (find(all, path) != nullptr) return path;
  if (find(all, path + ".kind") != nullptr) return path + ".kind";
  const std::size_t last = path.rfind('.');
  if (last == std::string::npos) return path;
  std::string parent = path.substr(0, last);
  const Parameter* owner = find(all, parent);
  if (owner == nullptr || owner->type != ParameterType::choice) return path;
  const std::string key = path.substr(last + 1);
  if (key == "kind") return parent;
  const std::size_t before = parent.rfind('.');
  std::string sibling = parent.substr(0, before + 1) + key;
  return find(all, sibling) != nullptr ? sibling : path;
}

Values ownValues(const Values& settings, const std::string& prefix,
                 const std::vector<Parameter>& parameters) {
  Values values;
  for (const Parameter& parameter : parameters)
    if (const auto found = settings.find(prefix + parameter.name); found != settings.end())
      values[parameter.name] = found->second;
  return values;
}

}  // namespace hopscope
