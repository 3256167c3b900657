// SPDX-License-Identifier: GPL-3.0-or-later
// A network by closed formulas, as the design space has it. Inputs are the request's settings by
// their paths ("prices.list") and the topology's ("topology.kind").
#include <limits>

#include "engine/explore/candidate_columns.h"
#include "engine/explore/explore.h"
#include "engine/explore/explore_parameters.h"
#include "engine/figures/entries.h"

namespace hopscope::figures {
namespace {

constexpr std::string_view kTopologyPrefix = "topology.";
constexpr const char* kTopologyKind = "topology.kind";

struct NetworkInputs {
  const Generator* family = nullptr;
  Values parameters, settings;
};

/// Issues name the input.
NetworkInputs readNetwork(const Inputs& inputs, Issues& issues) {
  NetworkInputs network;
  Inputs topology, settings;
  const PriceList* list = &priceLists().entries().front();
  for (const TypedValue& each : inputs) {
    if (each.first == kTopologyKind)
      network.family = generators().find(each.second);
    else if (each.first.rfind(kTopologyPrefix, 0) == 0)
      topology.emplace_back(each.first.substr(kTopologyPrefix.size()), each.second);
    else
      settings.push_back(each);
    if (each.first == kPriceListSetting && priceLists().find(each.second) != nullptr)
      list = priceLists().find(each.second);
  }
  if (network.family == nullptr) {
    issues.push_back({Severity::error, kTopologyKind, sentence("There is no such topology.")});
    return network;
  }
  network.parameters =
      readTyped(network.family->parameters, topology, std::string(kTopologyPrefix), issues);
  network.settings = readTyped(exploreParameters(), settings, "", issues);
  if (hasErrors(issues)) return network;
  for (const auto& [path, value] : list->prices)
    if (inputNamed(inputs, path) == nullptr) network.settings[path] = value;
  for (const Issue& issue : network.family->check(network.parameters)) issues.push_back(issue);
  return network;
}

Numbers numbersOf(const NetworkInputs& network) {
  Numbers numbers;
  const auto candidate =
      evaluate(*network.family, network.parameters, settingsOf(network.settings));
  for (const CandidateColumn& column : candidateColumns()) {
    const auto value = candidate ? column.value(*candidate) : std::nullopt;
    numbers.push_back(exact(value.value_or(std::numeric_limits<double>::quiet_NaN())));
  }
  return numbers;
}

}  // namespace

Computation exploreNetwork() {
  Computation computation;
  computation.name = "explore.network";
  computation.label = "A network by closed formulas";
  computation.help = "Counts, bounds, cables on a floor, power and cost.";
  computation.source = "the engine";
  for (const CandidateColumn& column : candidateColumns())
    computation.outputs.push_back({column.name, column.label, column.unit});
  computation.prepare = [](const Inputs& inputs) -> std::variant<Work, Issues> {
    Issues issues;
    NetworkInputs network = readNetwork(inputs, issues);
    if (hasErrors(issues)) return issues;
    return Work([network = std::move(network)](const std::stop_token&) -> Outcome {
      return numbersOf(network);
    });
  };
  return computation;
}

}  // namespace hopscope::figures
