// SPDX-License-Identifier: GPL-3.0-or-later
// What the routers of a Dragonfly's group know while a design runs: levels and probabilities over
// time, and counters of the traffic that they offer. Inputs are the design's own settings by their
// full paths, and a few of the experiment's own.
#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "engine/core/declare.h"
#include "engine/figures/design_inputs.h"
#include "engine/figures/entries.h"
#include "engine/simulation/simulation.h"
#include "engine/statistics/mean.h"
#include "engine/topology/structure.h"

namespace hopscope::figures {
namespace {

using declare::number;

Parameter wholeNumber(const char* name, const char* label, std::int64_t fallback, double least,
                      const char* unit, const char* help) {
  return number(ParameterType::integer, name, label, fallback, least, 1e9, unit, help);
}

Parameter groupNumber() {
  return wholeNumber("group", "Group", 0, 0, "", "");
}

std::vector<Parameter> overTime(std::vector<Parameter> more) {
  std::vector<Parameter> all{
      wholeNumber("at", "Time 0", 10'000, 1, "cycles",
                  "When what has \"then.\" before its path is set."),
      wholeNumber("bin", "Every", 100, 1, "cycles", "Looked at so often."),
      wholeNumber("before", "Shown before", 1000, 0, "cycles", ""),
      wholeNumber("after", "Shown after", 5000, 1, "cycles", ""),
      groupNumber(),
  };
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// The routers of a group, [first, last).
struct Members {
  RouterId first = 0, last = 0;
};

Members membersOf(const Topology& topology, std::int64_t group) {
  Members members;
  if (topology.group.size() != topology.routerCount())
    throw std::invalid_argument("The network has no groups.");
  while (members.first < topology.routerCount() && topology.group[members.first] != group)
    ++members.first;
  if (members.first == topology.routerCount())
    throw std::invalid_argument("The network has no such group.");
  members.last = members.first;
  while (members.last < topology.routerCount() && topology.group[members.last] == group)
    ++members.last;
  return members;
}

using Tell = std::function<Outcome(Simulation&, const Values&, const std::stop_token&)>;

/// A computation that looks into a running design. `changes`: it has one phase.
Computation overKnowledge(Entry entry, std::vector<Parameter> parameters,
                          std::vector<ModelOutput> outputs, std::string along, bool changes,
                          Tell tell) {
  Computation computation;
  static_cast<Entry&>(computation) = std::move(entry);
  computation.source = "the engine";
  computation.parameters = std::move(parameters);
  computation.outputs = std::move(outputs);
  computation.along = std::move(along);
  computation.prepare = [tell = std::move(tell), changes, declared = computation.parameters](
                            const Inputs& inputs) -> std::variant<Work, Issues> {
    Issues issues;
    const Values values = readTyped(declared, ownInputs(inputs), "", issues);
    Design design = readDesign(inputs, issues);
    if (!hasErrors(issues) && changes) addPhase(design, integerAt(values, "at"), inputs, issues);
    if (!hasErrors(issues))
      for (Issue& issue : validate(design)) issues.push_back(std::move(issue));
    if (hasErrors(issues)) return issues;
    return Work([tell, values, design = std::move(design)](const std::stop_token& stop) {
      Simulation simulation(std::move(*compile(design).setup));
      return tell(simulation, values, stop);
    });
  };
  return computation;
}

/// Calls look(numbers) at the end of each bin, and makes a series of what it returns.
template <typename Look>
Outcome watch(Simulation& simulation, const Values& values, const std::stop_token& stop,
              const Look& look) {
  const Cycle zero = integerAt(values, "at"), bin = integerAt(values, "bin");
  if (integerAt(values, "before") > zero)
    throw std::invalid_argument("The run begins later than what is shown before time 0.");
  std::vector<SeriesPoint> series;
  std::vector<float> known;
  for (Cycle time = -integerAt(values, "before"); time <= integerAt(values, "after"); time += bin) {
    if (stop.stop_requested() || simulation.done()) break;
    simulation.advance(zero + time - simulation.now());
    simulation.learnt(known);
    if (known.empty()) throw std::invalid_argument("The routing learns nothing of that kind.");
    series.push_back({std::to_string(time), look(known)});
  }
  return series;
}

Outcome watchLevels(Simulation& simulation, const Values& values, const std::stop_token& stop) {
  const Members members = membersOf(*simulation.setup().topology, integerAt(values, "group"));
  return watch(simulation, values, stop, [&](const std::vector<float>& known) {
    const auto first = known.begin() + members.first, last = known.begin() + members.last;
    Mean mean;
    for (auto level = first; level != last; ++level) mean.add(*level);
    return Numbers{exact(mean.value()), exact(*std::min_element(first, last)),
                   exact(*std::max_element(first, last))};
  });
}

Outcome watchProbability(Simulation& simulation, const Values& values,
                         const std::stop_token& stop) {
  const Topology& topology = *simulation.setup().topology;
  const Members members = membersOf(topology, integerAt(values, "group"));
  const auto router = static_cast<RouterId>(members.first + integerAt(values, "router"));
  const auto towards = static_cast<RouterId>(members.first + integerAt(values, "towards"));
  if (router >= members.last || towards >= members.last || router == towards)
    throw std::invalid_argument("The group has no such two routers.");
  PortIndex port = 0;
  const auto leads = [&](PortIndex each) {
    const LinkEnd& peer = topology.port(router, each).peer;
    return !peer.isTerminal && peer.node == towards;
  };
  while (port < topology.radix(router) && !leads(port)) ++port;
  if (port == topology.radix(router))
    throw std::invalid_argument("There is no link between the two routers.");
  const PortId watched = topology.firstPort[router] + port;
  return watch(simulation, values, stop, [&](const std::vector<float>& known) {
    if (watched >= known.size())
      throw std::invalid_argument("The routing learns nothing of ports.");
    return Numbers{exact(100.0 * known[watched])};
  });
}

/// The intermediate-local sum (6-2) from the counters by offset; `links` local links away.
double crowding(const std::vector<double>& counters, std::int64_t h, std::int64_t links) {
  const auto groups = static_cast<std::int64_t>(counters.size());
  double sum = 0;
  for (std::int64_t j = 1 - h; j < h; ++j)
    sum += static_cast<double>(h - std::abs(j)) / static_cast<double>(h) *
           counters[static_cast<std::size_t>(((links * h + j) % groups + groups) % groups)];
  return sum;
}

Outcome countOffered(Simulation& simulation, const Values& values, const std::stop_token& stop) {
  const Topology& topology = *simulation.setup().topology;
  const auto h = static_cast<std::int64_t>(structureOf(topology).dragonfly.value().globals);
  const Members members = membersOf(topology, integerAt(values, "group"));
  const auto offset = static_cast<std::size_t>(integerAt(values, "offset"));
  std::vector<double> counters(static_cast<std::size_t>(topology.group.back()) + 1);
  Mean towards, one, two, exceeding;
  const double threshold = realAt(values, "threshold");
  Snapshot snapshot;
  WatchList watched;
  while (!simulation.done() && !stop.stop_requested()) {
    simulation.advance(integerAt(values, "every"));
    if (simulation.phase() != RunPhase::measure) continue;
    for (watched.router = members.first; watched.router < members.last; ++watched.router) {
      simulation.snapshot(snapshot, watched);
      for (const LearntFact& fact : snapshot.router->learnt)
        if (fact.what == LearntFact::What::groupCounter) counters[fact.of] = fact.value;
      for (std::size_t other = 1; other < counters.size(); ++other)
        exceeding.add(counters[other] > threshold ? 100 : 0);
      towards.add(counters[offset % counters.size()]);
      one.add(crowding(counters, h, 1));
      two.add(crowding(counters, h, 2));
    }
  }
  return Numbers{exact(simulation.results().acceptedLoad), exact(towards.value()),
                 exact(one.value()), exact(two.value()), exact(exceeding.value())};
}

Entry knowledge(const char* name, const char* label, const char* help) {
  Entry entry;
  entry.name = name;
  entry.label = label;
  entry.help = help;
  return entry;
}

}  // namespace

Computation networkLevels() {
  return overKnowledge(
      knowledge("network.levels", "Levels of routers over time",
                "What ACOR's routers of one group have learnt; \"time\" is from the phase on."),
      overTime({}),
      {{"mean", "Mean level", ""}, {"least", "Least level", ""}, {"highest", "Highest level", ""}},
      "time", true, watchLevels);
}

Computation networkProbability() {
  return overKnowledge(
      knowledge("network.probability", "Probability of a port over time",
                "With which the minimal path through it is taken (QCN-Switch): of a router of a "
                "group, towards another one there. \"time\" is from the phase on."),
      overTime({wholeNumber("router", "Router", 0, 0, "", "Its number in the group."),
                wholeNumber("towards", "Towards", 1, 0, "", "Likewise.")}),
      {{"probability", "Probability of the minimal path", "%"}}, "time", true, watchProbability);
}

Computation networkCounters() {
  return overKnowledge(
      knowledge("network.counters", "Counters of offered traffic",
                "Means over the routers of one group while a design with counters (TPR, LIAN) is "
                "measured."),
      {groupNumber(), wholeNumber("offset", "Offset", 1, 1, "", "Of the group that is counted."),
       wholeNumber("every", "Every", 400, 1, "cycles", "Looked at so often."),
       number(ParameterType::real, "threshold", "Threshold", 3.0, 0, 1e9, "packets",
              "Counters above it are counted.")},
      {{"accepted", "Accepted load", "flits/terminal/cycle"},
       {"counter", "Counter of the group at the offset", "packets"},
       {"crowding_1", "Intermediate-local sum, one link away", "packets"},
       {"crowding_2", "Intermediate-local sum, two links away", "packets"},
       {"exceeding", "Counters of other groups above the threshold", "%"}},
      "", false, countOffered);
}

}  // namespace hopscope::figures
