// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/explore/candidate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace hopscope {
namespace {

/// The class of terminals' cables is the first of every network.
constexpr const char* kTerminalClass = "terminal";

std::optional<std::uint64_t> portsToBuy(const ExploreSettings& settings, std::uint64_t radix) {
  if (settings.routerPorts.empty()) return radix;
  const auto found =
      std::lower_bound(settings.routerPorts.begin(), settings.routerPorts.end(), radix);
  return found == settings.routerPorts.end() ? std::nullopt : std::optional(*found);
}

void addCables(Candidate& candidate, const std::string& linkClass, std::uint64_t count,
               const CableLengths& lengths) {
  auto found = std::find_if(candidate.cables.begin(), candidate.cables.end(),
                            [&](const ClassCables& each) { return each.linkClass == linkClass; });
  if (found == candidate.cables.end()) {
    candidate.cables.push_back({linkClass, 0, {}});
    found = candidate.cables.end() - 1;
  }
  found->count += count;
  for (CableLengths* sum : {&found->lengths, &candidate.lengths}) {
    sum->cables += lengths.cables;
    sum->metres += lengths.metres;
    sum->optical += lengths.optical;
    sum->opticalMetres += lengths.opticalMetres;
  }
}

double costOf(const CableLengths& lengths, const PartPrices& prices, double gbps) {
  // Lines through prices may cross zero; nobody is paid for taking cables.
  const double electrical = lengths.electrical() * prices.electricalFixed +
                            lengths.electricalMetres() * prices.electricalPerM;
  const double optical =
      lengths.optical * prices.opticalFixed + lengths.opticalMetres * prices.opticalPerM;
  return gbps * (std::max(0.0, electrical) + std::max(0.0, optical));
}

/// A flit a cycle from each terminal is all there can be.
double boundOf(double load) {
  return load > 1 ? 1 / load : 1;
}

void addPower(Candidate& candidate, const ExploreSettings& settings) {
  PowerCounts counts;
  counts.switches = candidate.facts.routers;
  counts.hosts = candidate.facts.terminals;
  counts.ports = candidate.ports;
  counts.compactEntries = candidate.ports;
  // Both ends of an electrical cable are electrical ports; terminals' are counted by themselves.
  const CableLengths& terminals = candidate.cables.front().lengths;
  counts.electricalPorts = static_cast<std::uint64_t>(
      std::llround(2 * std::max(0.0, candidate.lengths.electrical() - terminals.electrical())));
  PowerParts parts = settings.power;
  parts.linkGbps = settings.linkGbps;
  candidate.power = static_cast<double>(counts.switches) *
                    switchPower(counts, TableOrganisation::compact, parts).total();
}

}  // namespace

std::optional<Candidate> evaluate(const Generator& family, const Values& parameters,
                                  const ExploreSettings& settings) {
  const Prospect prospect = family.prospect(parameters);
  const auto ports = portsToBuy(settings, prospect.facts.radix);
  if (!ports) return std::nullopt;
  Candidate candidate;
  candidate.family = &family;
  candidate.parameters = parameters;
  candidate.facts = prospect.facts;
  candidate.ports = *ports;
  const std::uint64_t hosts =
      prospect.hostRouters > 0 ? prospect.hostRouters : prospect.facts.routers;
  const FloorPlan floor(settings.floor, prospect.facts.routers,
                        (prospect.facts.terminals + hosts - 1) / hosts, prospect.rackUnit);
  candidate.racks = floor.racks();
  CableLengths atRouters;
  atRouters.add(static_cast<double>(prospect.facts.terminals), settings.floor.inRack,
                floor.isOptical(settings.floor.inRack));
  addCables(candidate, kTerminalClass, prospect.facts.terminals, atRouters);
  for (const CableRun& run : prospect.cables)
    addCables(candidate, run.linkClass, run.count, floor.lengths(run));
  candidate.throughput = boundOf(prospect.uniformLoad);
  candidate.evenly = prospect.evenly;
  candidate.nearest = prospect.nearest;
  if (prospect.worstLoad) candidate.worstThroughput = boundOf(*prospect.worstLoad);
  const PartPrices& prices = settings.prices;
  candidate.routerCost =
      static_cast<double>(prospect.facts.routers) *
      std::max(0.0, prices.routerFixed + prices.routerPerPort * static_cast<double>(*ports));
  candidate.cableCost = costOf(candidate.lengths, prices, settings.linkGbps);
  if (!prices.terminalCables) candidate.cableCost -= costOf(atRouters, prices, settings.linkGbps);
  addPower(candidate, settings);
  return candidate;
}

std::string nameOf(const Candidate& candidate) {
  std::string values;
  for (const Parameter& parameter : candidate.family->parameters) {
    const Value& value = candidate.parameters.at(parameter.name);
    // Those that stand for "one" and "the most" say nothing; the others tell networks apart.
    if (value == parameter.fallback && (parameter.name == "lag" || parameter.maximum == 0 ||
                                        parameter.fallback == Value(std::int64_t{0})))
      continue;
    values += fmt::format("{}{} {}", values.empty() ? "" : ", ", parameter.name, toText(value));
  }
  return fmt::format("{} ({})", candidate.family->label, values);
}

Design designOf(const Candidate& candidate) {
  Design design;
  design.name = nameOf(candidate);
  design.settings["topology.kind"] = candidate.family->name;
  for (const Parameter& parameter : candidate.family->parameters) {
    const Value& value = candidate.parameters.at(parameter.name);
    if (value != parameter.fallback) design.settings["topology." + parameter.name] = value;
  }
  return design;
}

}  // namespace hopscope
