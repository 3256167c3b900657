// SPDX-License-Identifier: GPL-3.0-or-later
// What faster cables and switches are worth to applications. Inputs are the network's settings by
// their full paths, and the two machines that are compared.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "engine/core/declare.h"
#include "engine/design/application_text.h"
#include "engine/figures/design_inputs.h"
#include "engine/figures/entries.h"
#include "engine/simulation/simulation.h"
#include "engine/statistics/mean.h"

namespace hopscope::figures {
namespace {

using declare::number;

constexpr double kNeverDone = std::numeric_limits<double>::quiet_NaN();
/// Room for packets on their way, and for what comes until a credit is back.
constexpr std::int64_t kBufferedPackets = 4, kLeastBuffer = 512;

std::vector<Parameter> programParameters() {
  return {declare::text("programs", "Applications", "",
                        "One after the other, each on the whole network, with \";\" in between."),
          declare::text("mapping", "Mapping", "linear", "Of all."),
          number(ParameterType::real, "rate", "Rate of a rank", 0.0, 0, 1e9, "GFlop/s",
                 "0: computation takes no time.")};
}

std::vector<Parameter> machineParameters() {
  const auto flit = [](const char* name, const char* label, double fallback) {
    return number(ParameterType::real, name, label, fallback, 0.125, 65'536, "bytes",
                  "What a cable carries in a cycle.");
  };
  const auto latency = [](const char* name, const char* label, std::int64_t fallback) {
    return number(ParameterType::integer, name, label, fallback, 1, 1e6, "cycles", "");
  };
  std::vector<Parameter> all = programParameters();
  for (const Parameter& each : {number(ParameterType::integer, "packet_bytes", "Packet",
                                       std::int64_t{1600}, 1, 65'536, "bytes", ""),
                                flit("slow_flit", "Flit of the slow machine", 12.5),
                                flit("flit", "Flit of the fast machine", 200),
                                latency("slow_latency", "Switch latency of the slow machine", 60),
                                latency("latency", "Switch latency of the fast machine", 51)})
    all.push_back(each);
  return all;
}

struct Machine {
  double flitBytes;
  std::int64_t latency;
};

/// The design with its switches and cables as those of a machine.
Design onMachine(Design design, const Machine& machine, double packetBytes) {
  const auto flits = static_cast<std::int64_t>(std::max(1.0, packetBytes / machine.flitBytes));
  design.settings["clock.flit_bytes"] = machine.flitBytes;
  design.settings["traffic.packet_flits"] = flits;
  design.settings["switch.latency"] = machine.latency;
  for (const char* buffer : {"injection", "local", "global", "output"})
    design.settings[std::string("switch.buffers.") + buffer] =
        std::max(kBufferedPackets * flits, kLeastBuffer);
  return design;
}

Results resultsOn(const Design& design, const std::stop_token& stop) {
  constexpr Cycle kStretch = 1'000'000;
  Simulation simulation(std::move(*compile(design).setup));
  while (!simulation.done() && !stop.stop_requested()) simulation.advance(kStretch);
  return simulation.results();
}

/// Cycles until the application is done, and where messages take their zero-load time; not a number
/// where it never is.
struct Completion {
  double cycles = kNeverDone, ideal = kNeverDone;
};
Completion completionOn(const Design& design, const std::stop_token& stop) {
  const Results results = resultsOn(design, stop);
  const ApplicationResult& done = results.applications.front();
  return done.end == ApplicationEnd::finished ? Completion{done.completion, done.ideal}
                                              : Completion{};
}

/// The design with one of the applications that a text lists; takes it off the text.
Design withProgram(Design design, std::string_view& list, const Values& values, Issues& issues) {
  const std::size_t end = std::min(list.find(';'), list.size());
  const Issues found = addApplication(design, list.substr(0, end), textAt(values, "mapping"));
  issues.insert(issues.end(), found.begin(), found.end());
  list.remove_prefix(std::min(end + 1, list.size()));
  if (const double rate = realAt(values, "rate"); rate > 0)
    design.settings["applications.0.compute"] = rate;
  return design;
}

/// A design for each of the applications, and the other inputs.
struct Programs {
  std::vector<Design> designs;
  Values values;
};
std::variant<Programs, Issues> readPrograms(const std::vector<Parameter>& parameters,
                                            const Inputs& inputs) {
  Issues issues;
  Programs read;
  read.values = readTyped(parameters, ownInputs(inputs), "", issues);
  const Design network = readDesign(inputs, issues);
  if (hasErrors(issues)) return issues;
  std::string_view list = textAt(read.values, "programs");
  do {
    read.designs.push_back(withProgram(network, list, read.values, issues));
    if (!hasErrors(issues))
      for (Issue& issue : validate(read.designs.back())) issues.push_back(std::move(issue));
  } while (!list.empty() && !hasErrors(issues));
  if (hasErrors(issues)) return issues;
  return read;
}

/// What the caches of all runs together knew, in per cent.
Numbers countHits(const std::vector<Design>& designs, const std::stop_token& stop) {
  double lookups = 0, hits = 0, underWay = 0, conflicts = 0;
  for (const Design& design : designs) {
    const CacheTotals cache = resultsOn(design, stop).cache;
    lookups += static_cast<double>(cache.lookups);
    hits += static_cast<double>(cache.hits);
    underWay += static_cast<double>(cache.mshrMerges);
    conflicts += static_cast<double>(cache.capacity + cache.conflict);
  }
  const auto share = [lookups](double part) { return exact(100 * part / lookups); };
  return {share(hits), share(hits + underWay), share(conflicts), exact(lookups)};
}

Numbers compareMachines(const std::vector<Design>& designs, const Values& values,
                        const std::stop_token& stop) {
  const Machine slow{realAt(values, "slow_flit"), integerAt(values, "slow_latency")};
  const Machine fast{realAt(values, "flit"), integerAt(values, "latency")};
  const Machine wide{fast.flitBytes, slow.latency};
  const double packet = realAt(values, "packet_bytes");
  Mean gain, delayGain, idealGain, completion, before;
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (const Design& design : designs) {
    const Completion ofSlow = completionOn(onMachine(design, slow, packet), stop);
    const Completion ofFast = completionOn(onMachine(design, fast, packet), stop);
    const Completion ofWide = completionOn(onMachine(design, wide, packet), stop);
    const double times = ofSlow.cycles / ofFast.cycles;
    gain.add(times);
    delayGain.add(ofWide.cycles / ofFast.cycles);
    idealGain.add(ofSlow.ideal / ofFast.ideal);
    completion.add(ofFast.cycles);
    before.add(ofSlow.cycles);
    least = std::min(least, times);
    most = std::max(most, times);
  }
  return {exact(gain.value()),
          exact(least),
          exact(most),
          exact(delayGain.value()),
          exact(completion.value()),
          exact(before.value()),
          exact(idealGain.value())};
}

}  // namespace

Computation networkGain() {
  Computation computation;
  computation.name = "network.gain";
  computation.label = "What a faster machine is worth";
  computation.help = "Completion of applications on a slow machine, divided by that on a fast one.";
  computation.source = "the engine";
  computation.parameters = machineParameters();
  computation.outputs = {{"gain", "Speed-up, mean of the applications", ""},
                         {"least", "Least speed-up", ""},
                         {"most", "Largest speed-up", ""},
                         {"delay_gain", "Speed-up by the switches alone", ""},
                         {"completion", "Completion on the fast machine", "cycles"},
                         {"before", "Completion on the slow machine", "cycles"},
                         {"ideal_gain", "Speed-up without contention", ""}};
  computation.prepare =
      [parameters = machineParameters()](const Inputs& inputs) -> std::variant<Work, Issues> {
    auto read = readPrograms(parameters, inputs);
    if (auto* issues = std::get_if<Issues>(&read)) return std::move(*issues);
    return Work([programs = std::move(std::get<Programs>(read))](const std::stop_token& stop) {
      return compareMachines(programs.designs, programs.values, stop);
    });
  };
  return computation;
}

Computation applicationHits() {
  Computation computation;
  computation.name = "application.hits";
  computation.label = "What forwarding caches know of applications";
  computation.help = "Lookups of applications that find their destination in the switches' caches.";
  computation.source = "the engine";
  computation.parameters = programParameters();
  computation.outputs = {{"hits", "Hits", "%"},
                         {"known", "Hits, and lookups that a miss was being served for", "%"},
                         {"conflicts", "Misses for want of room", "%"},
                         {"lookups", "Lookups", ""}};
  computation.prepare =
      [parameters = programParameters()](const Inputs& inputs) -> std::variant<Work, Issues> {
    auto read = readPrograms(parameters, inputs);
    if (auto* issues = std::get_if<Issues>(&read)) return std::move(*issues);
    return Work([programs = std::move(std::get<Programs>(read))](const std::stop_token& stop) {
      return countHits(programs.designs, stop);
    });
  };
  return computation;
}

}  // namespace hopscope::figures
