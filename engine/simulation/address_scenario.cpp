// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/address_scenario.h"

#include <algorithm>

#include "engine/simulation/address_workload.h"
#include "engine/simulation/make_network.h"
#include "engine/simulation/run_workload.h"

namespace hopscope {
namespace {

constexpr unsigned kDoublings = 8;

std::uint64_t rulesForRequests(const RuleGenerator& generator) {
  std::uint64_t most = 0;
  for (const RouterId router : generator.plan().accessRouters()) {
    const std::vector<Rule> rules = generator.rules(router);
    const auto count = std::count_if(rules.begin(), rules.end(), [](const Rule& rule) {
      return rule.match.etherType == kDynamicMacType;
    });
    most = std::max(most, static_cast<std::uint64_t>(count));
  }
  return most;
}

}  // namespace

ScenarioOutcome playAddressScenario(const Setup& setup, const RuleGenerator& rules,
                                    const AddressScenarioSettings& settings) {
  Setup quiet = setup;
  quiet.load = 0;
  quiet.packetSizes.clear();
  quiet.phases.clear();
  const auto workload = std::make_shared<AddressWorkload>(quiet, rules, settings);
  const std::unique_ptr<Switching> network = makeNetwork(quiet, workload);
  runToEnd(*network, *workload,
           settings.controllerReady + settings.bootSpread + (settings.retry << kDoublings));
  ScenarioOutcome outcome = workload->outcome(network->now());
  outcome.addedRules = rulesForRequests(rules);
  return outcome;
}

const char* nameOf(ScenarioStep step) {
  switch (step) {
    case ScenarioStep::boot:
      return "boot";
    case ScenarioStep::request:
      return "request";
    case ScenarioStep::dropped:
      return "dropped";
    case ScenarioStep::configured:
      return "configured";
    case ScenarioStep::announce:
      return "announce";
    case ScenarioStep::heard:
      return "heard";
    case ScenarioStep::unicast:
      return "unicast";
    case ScenarioStep::lost:
      return "lost";
    case ScenarioStep::arrived:
      return "arrived";
  }
  return "";
}

}  // namespace hopscope
