// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/transient.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <utility>

#include "engine/core/not_a_number.h"
#include "engine/design/compile.h"
#include "engine/simulation/parts_table.h"
#include "engine/simulation/simulation.h"
#include "engine/statistics/mean.h"
#include "engine/study/batch.h"

namespace hopscope {
namespace {

constexpr Cycle kMostBins = 1'000'000;

using Groups = std::vector<DeliveryGroups::Group>;

Issue unfit(const char* path, Sentence text, Sentence remedy) {
  return {Severity::error, path, std::move(text), std::move(remedy)};
}

/// Where the bins lie.
struct Span {
  Cycle from = 0, zero = 0, length = 1;
  std::size_t bins = 0;

  Cycle until() const { return from + length * static_cast<Cycle>(bins); }
};

Issues place(const TransientRequest& request, const Setup& setup, Span& span) {
  if (!request.zero && setup.phases.empty())
    return {unfit("phases", sentence("The design has no phase, so nothing changes in its run."),
                  sentence("Add a phase, or say which cycle is time 0."))};
  if (request.bin < 1)
    return {unfit("bin", sentence("A bin of {} cycles is none.", request.bin),
                  sentence("Choose 1 cycle or more."))};
  if (request.before < 0 || request.after < 1)
    return {unfit("after", sentence("Nothing is left to show."),
                  sentence("Choose 0 cycles or more before, and 1 or more after time 0."))};
  const auto binsOf = [&](Cycle cycles) { return (cycles + request.bin - 1) / request.bin; };
  const Cycle before = binsOf(request.before), after = binsOf(request.after);
  if (before + after > kMostBins)
    return {unfit("bin", sentence("{} bins are too many.", before + after),
                  sentence("Choose longer ones: up to {} are kept.", kMostBins))};
  span.zero = request.zero ? *request.zero : setup.phases.front().at;
  span.length = request.bin;
  span.from = span.zero - before * request.bin;
  span.bins = static_cast<std::size_t>(before + after);
  if (span.from < 0)
    return {unfit("before",
                  sentence("Time 0 is cycle {}, so there are no {} cycles before it.", span.zero,
                           before * request.bin),
                  sentence("Show {} cycles at the most before it.", span.zero))};
  if (span.until() > setup.run.maxCycles)
    return {unfit("run.max_cycles",
                  sentence("The run ends at cycle {} at the latest, but is looked at up to {}.",
                           setup.run.maxCycles, span.until()),
                  sentence("Choose more cycles for the run, or fewer to look at."))};
  if (setup.phases.empty())
    return {{Severity::warning, "phases",
             sentence("The design has no phase: nothing changes at cycle {}, and what differs from "
                      "then on is chance, or the network filling up.",
                      span.zero),
             sentence("Add a phase.")}};
  return {};
}

TransientBin binOf(Cycle time, const std::vector<Groups>& runs, std::size_t index) {
  TransientBin bin;
  bin.time = time;
  std::vector<double> latencies;
  std::array<Mean, kPathKindCount> shares;
  std::uint64_t packets = 0;
  for (const Groups& run : runs) {
    const DeliveryGroups::Group& group = run[index];
    const auto count = static_cast<double>(group.packets());
    packets += group.packets();
    if (count == 0) continue;
    latencies.push_back(static_cast<double>(group.latency) / count);
    for (std::size_t kind = 0; kind < shares.size(); ++kind)
      shares[kind].add(static_cast<double>(group.paths[kind]) / count);
  }
  bin.packets = static_cast<double>(packets) / static_cast<double>(runs.size());
  bin.latency = seedMean(latencies);
  for (const PathPartEntry& each : kPathParts) bin.paths.*each.part = shares[each.kind()].value();
  bin.nonminimal = 1 - bin.paths.minimal;
  return bin;
}

std::string numberOrNothing(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : "";
}

}  // namespace

Transient studyTransient(const TransientRequest& request, const std::stop_token& stop,
                         const std::function<void(double)>& progress) {
  Transient transient;
  const Compiled compiled = compile(request.design, stop);
  if (!compiled.setup) {
    transient.stopped = stop.stop_requested();
    if (!transient.stopped) transient.issues = compiled.issues;
    return transient;
  }
  Span span;
  transient.issues = place(request, *compiled.setup, span);
  if (hasErrors(transient.issues)) return transient;
  std::vector<Groups> runs(compiled.setup->run.replications);
  std::mutex mutex;
  double done = 0;
  const auto each = [&](std::size_t index, Setup setup) {
    // What is looked at is measured, so that all of it is waited for.
    setup.run.findWarmup = false;
    setup.run.untilCi = 0;
    setup.run.warmup = span.from;
    setup.run.measure = span.until() - span.from;
    Simulation simulation(std::move(setup));
    simulation.groupDeliveries(DeliveryGroups::byBirth(span.from, span.length, span.bins));
    double told = 0;
    runInSlices(simulation, [&] {
      const double share =
          std::min(1.0, static_cast<double>(simulation.now()) / static_cast<double>(span.until()));
      const std::lock_guard lock(mutex);
      done += (share - std::exchange(told, share)) / static_cast<double>(runs.size());
      if (progress) progress(std::min(done, 1.0));
      return !stop.stop_requested();
    });
    runs[index] = simulation.deliveryGroups().groups();
  };
  if (!overSeeds(request.design, request.jobs, stop, each)) {
    transient.stopped = true;
    return transient;
  }
  transient.zero = span.zero;
  transient.bin = span.length;
  for (std::size_t i = 0; i < span.bins; ++i)
    transient.bins.push_back(
        binOf(span.from - span.zero + span.length * static_cast<Cycle>(i), runs, i));
  return transient;
}

Response responseOf(const Transient& transient, double band) {
  const std::vector<TransientBin>& bins = transient.bins;
  const auto isAfter = [](const TransientBin& bin) { return bin.time >= 0; };
  const auto zero = std::find_if(bins.begin(), bins.end(), isAfter);
  Response response;
  Mean before, after;
  for (auto bin = bins.begin(); bin != zero; ++bin)
    if (bin->packets > 0) before.add(bin->latency.mean);
  for (auto bin = bins.end() - (bins.end() - zero + 3) / 4; bin != bins.end(); ++bin)
    if (bin->packets > 0) after.add(bin->latency.mean);
  response.before = before.value();
  response.after = after.value();
  for (auto bin = zero; bin != bins.end(); ++bin) {
    if (bin->packets == 0) continue;
    response.peak = std::max(response.peak, bin->latency.mean);
    if (std::abs(bin->latency.mean - response.after) > band * response.after)
      response.settled =
          bin + 1 == bins.end() ? kNan : static_cast<double>(bin->time + transient.bin);
  }
  return response;
}

std::string csvOf(const Transient& transient) {
  std::string text = "time,packets,latency,latency_error,nonminimal";
  for (const PathPartEntry& each : kPathParts) text += fmt::format(",paths.{}", each.words.name);
  text += '\n';
  for (const TransientBin& bin : transient.bins) {
    text += fmt::format("{},{},{},{},{}", bin.time, bin.packets, numberOrNothing(bin.latency.mean),
                        errorText(bin.latency), numberOrNothing(bin.nonminimal));
    for (const PathPartEntry& each : kPathParts)
      text += ',' + numberOrNothing(bin.paths.*each.part);
    text += '\n';
  }
  return text;
}

}  // namespace hopscope
