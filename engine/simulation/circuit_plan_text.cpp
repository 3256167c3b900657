// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "engine/simulation/circuit_plan.h"

namespace hopscope {
namespace {

/// Slots, and circuits of one slot, a person reads; files have all.
constexpr std::uint32_t kMostSlotsShown = 40;
constexpr std::size_t kMostCircuitsShown = 12;

std::string slotLine(const Topology& topology, const std::vector<const PlannedCircuit*>& circuits) {
  std::string text;
  for (std::size_t i = 0; i < circuits.size() && i < kMostCircuitsShown; ++i)
    text += fmt::format("{}{}→{}", i == 0 ? "" : " ", topology.terminalIds[circuits[i]->source],
                        topology.terminalIds[circuits[i]->destination]);
  if (circuits.size() > kMostCircuitsShown)
    text += fmt::format(" … {} more", circuits.size() - kMostCircuitsShown);
  return text;
}

/// Of those with several slots there is an entry for each, one after the other.
std::size_t pairCount(const CircuitPlan& plan) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < plan.circuits.size(); ++i)
    count += i == 0 || plan.circuits[i].source != plan.circuits[i - 1].source ||
             plan.circuits[i].destination != plan.circuits[i - 1].destination;
  return count;
}

}  // namespace

std::string describe(const Topology& topology, const CircuitPlan& plan) {
  std::string text;
  const auto line = [&text](const char* label, const std::string& value) {
    text += fmt::format("{:<34}{}\n", label, value);
  };
  const std::size_t circuits = pairCount(plan);
  line("circuits", std::to_string(circuits));
  if (circuits < plan.circuits.size())
    line("slots they take", std::to_string(plan.circuits.size()));
  line("slots", std::to_string(plan.slotCount));
  line("no fewer than", std::to_string(plan.fewest));
  line("found by", plan.method);
  std::vector<std::vector<const PlannedCircuit*>> bySlot(plan.slotCount);
  for (const PlannedCircuit& circuit : plan.circuits) bySlot[circuit.slot].push_back(&circuit);
  for (std::uint32_t slot = 0; slot < plan.slotCount && slot < kMostSlotsShown; ++slot)
    text += fmt::format("{:>5}  {}\n", slot, slotLine(topology, bySlot[slot]));
  if (plan.slotCount > kMostSlotsShown)
    text += fmt::format("… {} more; --json writes all.\n", plan.slotCount - kMostSlotsShown);
  return text;
}

std::string writeCircuits(const Topology& topology, const CircuitPlan& plan) {
  nlohmann::ordered_json json;
  json["schema"] = "hopscope.circuits/1";
  json["slots"] = plan.slotCount;
  json["fewest"] = plan.fewest;
  json["method"] = plan.method;
  json["shifted"] = plan.shifted;
  json["circuits"] = nlohmann::ordered_json::array();
  for (const PlannedCircuit& circuit : plan.circuits) {
    nlohmann::ordered_json routers = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i + 1 < circuit.path.size(); ++i)
      routers.push_back(topology.routerIds[topology.to(circuit.path[i]).node]);
    json["circuits"].push_back({{"source", topology.terminalIds[circuit.source]},
                                {"destination", topology.terminalIds[circuit.destination]},
                                {"slot", circuit.slot},
                                {"routers", std::move(routers)}});
  }
  return json.dump() + '\n';
}

}  // namespace hopscope
