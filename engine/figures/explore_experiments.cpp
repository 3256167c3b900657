// SPDX-License-Identifier: GPL-3.0-or-later
// A network by closed formulas, as the design space has it. Inputs are the request's settings by
// their paths ("prices.list") and the network in one: "dragonfly(p=16 a=32 h=16)".
#include <limits>
#include <sstream>

#include "engine/explore/candidate_columns.h"
#include "engine/explore/explore.h"
#include "engine/explore/explore_parameters.h"
#include "engine/figures/entries.h"

namespace hopscope::figures {
namespace {

constexpr const char* kNetwork = "network";

struct NetworkInputs {
  const Generator* family = nullptr;
  Values parameters, settings;
};

/// Family and parameters of "torus(dimensions=8,8 lag=2)".
void readTopology(std::string text, NetworkInputs& network, Issues& issues) {
  const std::size_t open = text.find('(');
  network.family = generators().find(text.substr(0, open));
  if (network.family == nullptr || open == std::string::npos || text.back() != ')') {
    issues.push_back({Severity::error, kNetwork,
                      sentence("A topology and its parameters are needed here."),
                      sentence("Write \"torus(dimensions=8,8)\".")});
    return;
  }
  std::istringstream words(text.substr(open + 1, text.size() - open - 2));
  Inputs typed;
  for (std::string word; words >> word;) {
    const std::size_t equals = std::min(word.find('='), word.size() - 1);
    typed.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  network.parameters = readTyped(network.family->parameters, typed, kNetwork, issues);
  if (!hasErrors(issues)) issues = network.family->check(network.parameters);
}

/// Issues name the input.
NetworkInputs readNetwork(const Inputs& inputs, Issues& issues) {
  NetworkInputs network;
  Inputs settings;
  const PriceList* list = &priceLists().entries().front();
  std::string topology;
  for (const TypedValue& each : inputs) {
    if (each.first == kNetwork)
      topology = each.second;
    else
      settings.push_back(each);
    if (each.first == kPriceListSetting && priceLists().find(each.second) != nullptr)
      list = priceLists().find(each.second);
  }
  readTopology(std::move(topology), network, issues);
  if (hasErrors(issues)) return network;
  network.settings = readTyped(exploreParameters(), settings, "", issues);
  for (const auto& [path, value] : list->prices)
    if (inputNamed(inputs, path) == nullptr) network.settings[path] = value;
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
