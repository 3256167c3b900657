// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a design's packets by when they were generated, and by who sent them. Inputs are
// the design's own settings by their full paths, and a few of the experiment's own.
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/core/declare.h"
#include "engine/figures/design_inputs.h"
#include "engine/figures/entries.h"
#include "engine/simulation/parts_table.h"
#include "engine/statistics/mean.h"
#include "engine/study/group_shares.h"
#include "engine/study/transient.h"

namespace hopscope::figures {
namespace {

using declare::choice;
using declare::number;

std::vector<Parameter> transientParameters() {
  return {
      number(ParameterType::integer, "at", "Time 0", std::int64_t{10'000}, 1, 1e9, "cycles",
             "When what has \"then.\" before its path is set."),
      number(ParameterType::integer, "bin", "Bin", std::int64_t{100}, 1, 1e6, "cycles", ""),
      number(ParameterType::integer, "before", "Shown before", std::int64_t{1000}, 0, 1e9, "cycles",
             ""),
      number(ParameterType::integer, "after", "Shown after", std::int64_t{5000}, 1, 1e9, "cycles",
             ""),
      number(ParameterType::real, "band", "Settled within", 0.1, 0, 10, "",
             "Of the latency afterwards."),
  };
}

void append(Numbers& numbers, const PathShares& paths) {
  for (const PathPartEntry& each : kPathParts) numbers.push_back(exact(100 * paths.*each.part));
}

void append(std::vector<ModelOutput>& outputs) {
  for (const PathPartEntry& each : kPathParts)
    outputs.push_back({each.words.name, std::string("Packets: ") + each.words.said, "%"});
}

Measured measured(const SeedMean& value) {
  return {value.mean, value.error};
}

/// A computation on the transient of a design with one phase.
Computation overTransient(Entry entry, std::vector<ModelOutput> outputs, std::string along,
                          std::function<Outcome(const Transient&, const Values&)> tell) {
  Computation computation;
  static_cast<Entry&>(computation) = std::move(entry);
  computation.source = "the engine";
  computation.parameters = transientParameters();
  computation.outputs = std::move(outputs);
  computation.along = std::move(along);
  computation.prepare = [tell =
                             std::move(tell)](const Inputs& inputs) -> std::variant<Work, Issues> {
    Issues issues;
    const Values values = readTyped(transientParameters(), ownInputs(inputs), "", issues);
    TransientRequest request;
    request.design = readDesign(inputs, issues);
    if (hasErrors(issues)) return issues;
    request.jobs = 1;  // points are made at the same time
    request.bin = integerAt(values, "bin");
    request.before = integerAt(values, "before");
    request.after = integerAt(values, "after");
    addPhase(request.design, integerAt(values, "at"), inputs, issues);
    if (!hasErrors(issues))
      for (Issue& issue : validate(request.design)) issues.push_back(std::move(issue));
    if (hasErrors(issues)) return issues;
    return Work([request, tell, values](const std::stop_token& stop) -> Outcome {
      const Transient transient = studyTransient(request, stop);
      if (hasErrors(transient.issues))
        throw std::invalid_argument(describe(transient.issues.front()));
      return tell(transient, values);
    });
  };
  return computation;
}

std::vector<Parameter> groupParameters() {
  return {
      number(ParameterType::integer, "group", "Group", std::int64_t{0}, 0, 1e6, "", ""),
      choice("of", "Members", "routers", {{"routers", "Routers"}, {"terminals", "Terminals"}}, ""),
  };
}

/// A computation on the shares that the members of a group have.
Computation overGroup(Entry entry, std::vector<ModelOutput> outputs, std::string along,
                      std::function<Outcome(const GroupShares&)> tell) {
  Computation computation;
  static_cast<Entry&>(computation) = std::move(entry);
  computation.source = "the engine";
  computation.parameters = groupParameters();
  computation.outputs = std::move(outputs);
  computation.along = std::move(along);
  computation.prepare = [tell =
                             std::move(tell)](const Inputs& inputs) -> std::variant<Work, Issues> {
    Issues issues;
    const Values values = readTyped(groupParameters(), ownInputs(inputs), "", issues);
    GroupSharesRequest request;
    request.design = readDesign(inputs, issues);
    if (!hasErrors(issues))
      for (Issue& issue : validate(request.design)) issues.push_back(std::move(issue));
    if (hasErrors(issues)) return issues;
    request.jobs = 1;  // points are made at the same time
    request.group = static_cast<std::int32_t>(integerAt(values, "group"));
    request.ofTerminals = textAt(values, "of") == "terminals";
    return Work([request, tell](const std::stop_token& stop) -> Outcome {
      const GroupShares shares = studyGroupShares(request, stop);
      if (hasErrors(shares.issues)) throw std::invalid_argument(describe(shares.issues.front()));
      return tell(shares);
    });
  };
  return computation;
}

Entry named(const char* name, const char* label, const char* help) {
  Entry entry;
  entry.name = name;
  entry.label = label;
  entry.help = help;
  return entry;
}

}  // namespace

Computation networkTransient() {
  std::vector<ModelOutput> outputs = {{"latency", "Mean latency", "cycles"},
                                      {"packets", "Packets", ""},
                                      {"nonminimal", "Packets on longer than minimal paths", "%"}};
  append(outputs);
  return overTransient(
      named("network.transient", "Transient of a design",
            "Packets by when they were generated, mean over the seeds; \"time\" is that of a bin's "
            "first cycle, from the phase on."),
      std::move(outputs), "time", [](const Transient& transient, const Values&) -> Outcome {
        std::vector<SeriesPoint> series;
        for (const TransientBin& bin : transient.bins) {
          Numbers numbers = {measured(bin.latency), exact(bin.packets),
                             exact(100 * bin.nonminimal)};
          append(numbers, bin.paths);
          series.push_back({std::to_string(bin.time), std::move(numbers)});
        }
        return series;
      });
}

Computation networkResponse() {
  return overTransient(
      named("network.response", "Response of a design",
            "Of a transient by time of generation: the latency before the phase, its peak, that of "
            "the last quarter of what is shown, and the cycles until it stays within a band of "
            "that."),
      {{"before", "Latency before", "cycles"},
       {"peak", "Largest latency", "cycles"},
       {"after", "Latency after", "cycles"},
       {"settled", "Settled after", "cycles"}},
      "", [](const Transient& transient, const Values& values) -> Outcome {
        const Response response = responseOf(transient, realAt(values, "band"));
        return Numbers{exact(response.before), exact(response.peak), exact(response.after),
                       exact(response.settled)};
      });
}

Computation networkFairness() {
  std::vector<ModelOutput> outputs = {{"accepted", "Accepted load", "flits/terminal/cycle"},
                                      {"share", "Accepted of the group's mean", "%"},
                                      {"latency", "Mean latency", "cycles"}};
  append(outputs);
  return overGroup(
      named("network.fairness", "Shares of a group's members",
            "What the routers or terminals of one group get through in the measured interval; "
            "\"place\" is the number within the group."),
      std::move(outputs), "place", [](const GroupShares& shares) -> Outcome {
        Mean mean;
        for (const GroupMember& member : shares.members) mean.add(member.accepted.mean);
        std::vector<SeriesPoint> series;
        for (const GroupMember& member : shares.members) {
          const double percent = 100 / mean.value();
          Numbers numbers = {measured(member.accepted),
                             {percent * member.accepted.mean, percent * member.accepted.error},
                             measured(member.latency)};
          append(numbers, member.paths);
          series.push_back({std::to_string(series.size()), std::move(numbers)});
        }
        return series;
      });
}

}  // namespace hopscope::figures
