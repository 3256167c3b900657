// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/application_resolution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/design/application_sections.h"
#include "engine/design/setting_issues.h"
#include "engine/workload/application.h"
#include "engine/workload/mapping.h"

namespace hopscope {
namespace {

/// Reads the applications one after the other.
class ApplicationReader {
 public:
  ApplicationReader(const ApplicationReading& reading, const SettingsReader& read, Issues& issues)
      : r_(reading), read_(read), issues_(issues) {}

  std::shared_ptr<ApplicationPlan> plan() {
    const std::size_t count = applicationCount(r_.design);
    if (count == 0) return nullptr;
    auto plan = std::make_shared<ApplicationPlan>();
    plan->seed = r_.seed;
    plan->picosecondsPerCycle = r_.clock.picosecondsPerCycle();
    plan->endpoints = endpoints();
    plan->packets = {r_.packetFlits, r_.clock.flitBytes, plan->endpoints.header};
    const double room = std::floor(r_.packetFlits * r_.clock.flitBytes);
    if (plan->endpoints.header + 1 > room)
      read_.refuse("endpoints.header",
                   sentence("A header of {} bytes leaves nothing of a packet of {} bytes.",
                            plan->endpoints.header, room),
                   sentence("Take a smaller header, or longer packets (traffic.packet_flits)."));
    for (std::size_t i = 0; i < count; ++i)
      if (auto job = readJob(i)) plan->jobs.push_back(std::move(*job));
    nameApart(plan->jobs);
    return plan;
  }

 private:
  /// The settings of an entry under their short names.
  Values own(std::size_t index, const std::vector<Parameter>& parameters) const {
    return ownValues(r_.settings, applicationPath(index, ""), parameters);
  }

  std::optional<Job> readJob(std::size_t index) {
    const ApplicationEntry& entry =
        *applications().find(textAt(r_.settings, applicationPath(index)));
    const Values values = own(index, entry.parameters);
    const Issues found = entry.check(values);
    for (const Issue& issue : found) add(issue, index, "kind");
    if (hasErrors(found)) return std::nullopt;
    Job job;
    job.name = entry.name;
    job.program = entry.make(values);
    job.start = read_.cycles(applicationPath(index, "start"));
    const std::string compute = applicationPath(index, "compute");
    if (!std::holds_alternative<std::string>(r_.settings.at(compute)))
      job.cyclesPerOperation = r_.clock.frequencyGhz / read_.real(compute);
    const MappingEntry& mapping =
        *mappings().find(textAt(r_.settings, applicationPath(index, "mapping")));
    const Values ofMapping = own(index, mapping.parameters);
    auto places = mapping.place({r_.topology, job.program->ranks(), ofMapping, r_.seed + index});
    if (const auto* issue = std::get_if<Issue>(&places)) {
      add(*issue, index, "mapping");
      return std::nullopt;
    }
    job.places = std::get<Places>(std::move(places));
    if (mapping.name == kListedMapping) warnOfTwice(job.places, index);
    return job;
  }

  /// Where a list gives ranks terminals of their own, one that stands there twice may be a slip;
  /// not where there are not enough of them.
  void warnOfTwice(const Places& places, std::size_t index) {
    if (places.size() > r_.topology.terminalCount()) return;
    std::map<TerminalId, std::vector<std::size_t>> ranks;
    for (std::size_t rank = 0; rank < places.size(); ++rank) ranks[places[rank]].push_back(rank);
    const auto shared = std::find_if(ranks.begin(), ranks.end(),
                                     [](const auto& each) { return each.second.size() > 1; });
    const bool alone = std::any_of(ranks.begin(), ranks.end(),
                                   [](const auto& each) { return each.second.size() == 1; });
    if (shared == ranks.end() || !alone) return;
    add({Severity::warning, "places",
         sentence(
             "Ranks {} and {} are both put on terminal {}, where others have one of their own.",
             shared->second[0], shared->second[1], r_.topology.terminalIds[shared->first]),
         sentence("Unless that is meant, list another terminal for one of them.")},
        index, "mapping");
  }

  void add(Issue issue, std::size_t index, const char* whole) {
    issue.path = applicationPath(index, issue.path.empty() ? whole : issue.path);
    addOnce(issues_, std::move(issue));
  }

  EndpointSettings endpoints() {
    EndpointSettings e;
    e.eager = static_cast<std::uint64_t>(read_.integer("endpoints.eager"));
    e.header = static_cast<std::uint32_t>(read_.integer("endpoints.header"));
    e.localBytesPerCycle = read_.real("endpoints.local_bandwidth");
    e.localLatency = read_.cycles("endpoints.local_latency");
    e.queue = static_cast<std::uint32_t>(read_.integer("endpoints.queue"));
    e.sendOverhead = overheads("endpoints.send_overhead");
    e.receiveOverhead = overheads("endpoints.receive_overhead");
    return e;
  }

  OverheadTable overheads(const char* path) {
    auto table = parseOverheads(read_.text(path), path);
    if (auto* issue = std::get_if<Issue>(&table)) {
      addOnce(issues_, std::move(*issue));
      return {};
    }
    return std::get<OverheadTable>(std::move(table));
  }

  /// Those of one kind are numbered.
  static void nameApart(std::vector<Job>& jobs) {
    for (std::size_t i = 1; i < jobs.size(); ++i) {
      const auto same = std::count_if(
          jobs.begin(), jobs.begin() + static_cast<std::ptrdiff_t>(i), [&](const Job& before) {
            return before.name.substr(0, before.name.find(' ')) == jobs[i].name;
          });
      if (same > 0) jobs[i].name += " " + std::to_string(same + 1);
    }
  }

  const ApplicationReading& r_;
  const SettingsReader& read_;
  Issues& issues_;
};

}  // namespace

std::shared_ptr<ApplicationPlan> resolveApplications(const ApplicationReading& reading,
                                                     const SettingsReader& read, Issues& issues) {
  return ApplicationReader(reading, read, issues).plan();
}

Issues checkRanksRemain(const ApplicationPlan& plan, const Topology& topology, std::size_t index,
                        const NetworkFaults& faults) {
  for (std::size_t job = 0; job < plan.jobs.size(); ++job) {
    const Places& places = plan.jobs[job].places;
    const auto lost = std::find_if(places.begin(), places.end(), [&](TerminalId terminal) {
      return faults.routers[topology.terminals[terminal].router];
    });
    if (lost == places.end()) continue;
    const RouterId router = topology.terminals[*lost].router;
    return {{Severity::error, fmt::format("phases[{}].fail.routers", index),
             sentence("Rank {} of {} is at terminal {} of router {}, which has failed by then.",
                      lost - places.begin(), plan.jobs[job].name, topology.terminalIds[*lost],
                      topology.routerIds[router]),
             sentence("Let another router fail, give the ranks other terminals ({}), or leave that "
                      "application out.",
                      applicationPath(job, "mapping"))}};
  }
  return {};
}

}  // namespace hopscope
