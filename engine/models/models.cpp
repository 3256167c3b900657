// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <set>

#include "engine/models/entries.h"
#include "engine/models/model.h"

namespace hopscope {

const Registry<Model>& models() {
  static const Registry<Model> registry({
      formulas::hierarchicalTable(),
      formulas::tableScale(),
      formulas::conditionalRules(),
      formulas::systemSize(),
      formulas::controllerReaction(),
      formulas::networkPower(),
      formulas::scaledPower(),
      formulas::lineRate(),
      formulas::packetRate(),
      formulas::aggregateRate(),
      formulas::lookupThroughput(),
      formulas::lookupHierarchy(),
      formulas::torusHitRate(),
      formulas::zeroLoadLatency(),
      formulas::cacheConflicts(),
      formulas::lookupPower(),
      formulas::cacheArea(),
      formulas::nodeReductionHardware(),
      formulas::nodeReductionTags(),
      formulas::addressChunks(),
      formulas::jobSizes(),
      formulas::treeProperties(),
      formulas::treeComparison(),
      formulas::treeBounds(),
      formulas::greedyCircuitScheduler(),
      formulas::nQueue(),
      formulas::matchingProcessors(),
      formulas::levelWiseScheduler(),
      formulas::localTreeScheduler(),
      formulas::circuitLatencies(),
      formulas::slotGuard(),
      formulas::rotorSchedule(),
  });
  return registry;
}

Values readTyped(const std::vector<Parameter>& parameters, const std::vector<TypedValue>& typed,
                 const std::string& path, Issues& issues) {
  Values values = defaultsOf(parameters);
  std::set<std::string> given;
  for (const auto& [name, text] : typed) {
    const std::string place = path.empty() ? name : fmt::format("{}.{}", path, name);
    const Parameter* parameter = nullptr;
    std::vector<std::string> known;
    for (const Parameter& each : parameters) {
      if (each.name == name) parameter = &each;
      known.push_back(each.name);
    }
    if (parameter == nullptr) {
      const std::string nearest = nearestName(name, known);
      issues.push_back({Severity::error, place, sentence("There is no such value here."),
                        nearest.empty() ? sentence("Known: {}.", fmt::join(known, ", "))
                                        : sentence("Did you mean \"{}\"?", nearest)});
      continue;
    }
    if (!given.insert(name).second) {
      issues.push_back({Severity::error, place, sentence("The value is given twice."),
                        sentence("Give it once.")});
      continue;
    }
    auto read = parseValue(*parameter, text, place);
    if (auto* issue = std::get_if<Issue>(&read))
      issues.push_back(std::move(*issue));
    else
      values[name] = std::move(std::get<Value>(read));
  }
  return values;
}

std::variant<std::vector<double>, Issues> evaluate(const Model& model,
                                                   const std::vector<TypedValue>& typed) {
  Issues issues;
  const Values values = readTyped(model.parameters, typed, "", issues);
  if (!hasErrors(issues) && model.check) issues = model.check(values);
  if (hasErrors(issues)) return issues;
  return model.evaluate(values);
}

}  // namespace hopscope
