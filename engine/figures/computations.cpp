// SPDX-License-Identifier: GPL-3.0-or-later
#include <utility>

#include "engine/figures/computation.h"
#include "engine/figures/entries.h"

namespace hopscope {
namespace {

constexpr std::string_view kModelPrefix = "model.";

Computation overModel(const Model& model) {
  Entry entry = static_cast<const Entry&>(model);
  entry.name = std::string(kModelPrefix) + model.name;
  return overParameters(
      std::move(entry), model.outputs,
      [&model](const Values& values, const std::stop_token&) {
        Numbers numbers;
        for (const double value : model.evaluate(values)) numbers.push_back({value, 0});
        return numbers;
      },
      model.check);
}

}  // namespace

const Registry<Computation>& computations() {
  static const Registry<Computation> registry(std::vector<Computation>{
      figures::serviceClasses(),     figures::ethernetTables(),  figures::compactDragonfly(),
      figures::mergingGroups(),      figures::networkStart(),    figures::cacheReferences(),
      figures::jobSizeSample(),      figures::networkFacts(),    figures::networkRouting(),
      figures::networkCaches(),      figures::networkRun(),      figures::networkTransient(),
      figures::networkResponse(),    figures::networkFairness(), figures::reductionTags(),
      figures::reductionThreshold(), figures::ringDetour(),      figures::tableLookup(),
      figures::torusDestinations(),  figures::torusNetwork(),    figures::torusReplay(),
      figures::mikantPath(),         figures::slotPolicies(),    figures::matchingDegree(),
      figures::treePermutations(),   figures::treeGain(),        figures::rotationWaits(),
      figures::hybridCrossbar(),     figures::networkPaths(),    figures::networkGain(),
      figures::applicationHits(),    figures::networkLevels(),   figures::networkProbability(),
      figures::networkCounters(),    figures::exploreNetwork(),
  });
  return registry;
}

std::optional<Computation> findComputation(std::string_view name) {
  if (name.substr(0, kModelPrefix.size()) == kModelPrefix) {
    const Model* model = models().find(name.substr(kModelPrefix.size()));
    return model == nullptr ? std::nullopt : std::optional<Computation>(overModel(*model));
  }
  const Computation* found = computations().find(name);
  return found == nullptr ? std::nullopt : std::optional<Computation>(*found);
}

Computation overParameters(Entry entry, std::vector<ModelOutput> outputs,
                           std::function<Numbers(const Values&, std::stop_token)> compute,
                           std::function<Issues(const Values&)> check) {
  Computation computation;
  static_cast<Entry&>(computation) = std::move(entry);
  computation.outputs = std::move(outputs);
  computation.prepare = [parameters = computation.parameters, compute = std::move(compute),
                         check =
                             std::move(check)](const Inputs& inputs) -> std::variant<Work, Issues> {
    Issues issues;
    Values values = readTyped(parameters, inputs, "", issues);
    if (!hasErrors(issues) && check) issues = check(values);
    if (hasErrors(issues)) return issues;
    return Work([compute, values = std::move(values)](std::stop_token stop) {
      return compute(values, std::move(stop));
    });
  };
  return computation;
}

}  // namespace hopscope
