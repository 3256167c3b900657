// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "engine/scheduling/circuit_schedule.h"

namespace hopscope {
namespace {

/// Configurations a person reads; files have all.
constexpr std::size_t kMostShown = 40;

double inUnits(double amount, const Demand& demand) {
  return amount / std::pow(10.0, demand.decimals);
}
double inUnits(std::int64_t amount, const Demand& demand) {
  return inUnits(static_cast<double>(amount), demand);
}

template <typename Amount>
std::string amountText(Amount amount, const Demand& demand) {
  return fmt::format("{:.10g}", inUnits(amount, demand));
}

std::string circuitsOf(const ScheduledConfiguration& configuration) {
  std::string text;
  std::size_t shown = 0, more = 0;
  for (std::size_t input = 0; input < configuration.outputOf.size(); ++input) {
    if (configuration.outputOf[input] == kNoPort) continue;
    if (++shown > 16)
      ++more;
    else
      text += fmt::format("{}{}→{}", text.empty() ? "" : " ", input, configuration.outputOf[input]);
  }
  return more == 0 ? text : text + fmt::format(" … {} more", more);
}

}  // namespace

std::string describe(const CircuitSchedulerEntry& scheduler, const Demand& demand,
                     const CircuitSchedule& schedule) {
  std::string text = fmt::format("{}: {} ports, {} pairs, demand {}\n", scheduler.label,
                                 demand.ports, demand.pairs(), amountText(demand.total(), demand));
  const auto line = [&text](const char* label, const std::string& value) {
    text += fmt::format("{:<34}{}\n", label, value);
  };
  line("configurations", std::to_string(schedule.configurations.size()));
  if (schedule.rounds != 1) line("rounds", std::to_string(schedule.rounds));
  line("time", amountText(schedule.makespan(), demand));
  line("shortest possible", amountText(demand.largestSum(), demand));
  line("carried by circuits", amountText(schedule.served.total(), demand));
  line("left for packets", amountText(schedule.left.total(), demand));
  if (schedule.added > 0) line("added to fill up", amountText(schedule.added, demand));
  for (std::size_t i = 0; i < schedule.configurations.size() && i < kMostShown; ++i)
    text += fmt::format("{:>5}  {:>12}  {}\n", i,
                        amountText(schedule.configurations[i].duration, demand),
                        circuitsOf(schedule.configurations[i]));
  if (schedule.configurations.size() > kMostShown)
    text +=
        fmt::format("… {} more; --json writes all.\n", schedule.configurations.size() - kMostShown);
  return text;
}

std::string writeSchedule(const CircuitSchedulerEntry& scheduler, const Values& values,
                          const Demand& demand, const CircuitSchedule& schedule) {
  nlohmann::ordered_json json;
  json["schema"] = "hopscope.schedule/1";
  json["scheduler"] = scheduler.name;
  for (const auto& [name, value] : values)
    std::visit([&, &key = name](const auto& each) { json["parameters"][key] = each; }, value);
  json["ports"] = demand.ports;
  json["pairs"] = demand.pairs();
  json["demand"] = inUnits(demand.total(), demand);
  json["shortest"] = inUnits(demand.largestSum(), demand);
  json["makespan"] = inUnits(schedule.makespan(), demand);
  json["rounds"] = schedule.rounds;
  json["setup"] = inUnits(schedule.setup, demand);
  json["served"] = inUnits(schedule.served.total(), demand);
  json["left"] = inUnits(schedule.left.total(), demand);
  json["added"] = inUnits(schedule.added, demand);
  json["configurations"] = nlohmann::ordered_json::array();
  for (const ScheduledConfiguration& configuration : schedule.configurations) {
    nlohmann::ordered_json circuits = nlohmann::ordered_json::array();
    for (std::size_t input = 0; input < configuration.outputOf.size(); ++input)
      if (configuration.outputOf[input] != kNoPort)
        circuits.push_back({input, configuration.outputOf[input]});
    json["configurations"].push_back(
        {{"duration", inUnits(configuration.duration, demand)}, {"circuits", std::move(circuits)}});
  }
  return json.dump() + '\n';
}

}  // namespace hopscope
