// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/study/group_shares.h"

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
#include "engine/traffic/silent_terminals.h"

namespace hopscope {
namespace {

constexpr Cycle kCountSlice = 512;

/// The terminals of one member.
struct Member {
  std::uint32_t id = 0;
  std::vector<TerminalId> terminals;
};

/// Routers without terminals send nothing and are no members.
std::vector<Member> membersOf(const Topology& t, std::int32_t group, bool ofTerminals) {
  std::vector<Member> members;
  for (RouterId router = 0; router < t.routerCount(); ++router) {
    if (t.group[router] != group) continue;
    Member all{t.routerIds[router], {}};
    for (TerminalId terminal = 0; terminal < t.terminalCount(); ++terminal) {
      if (t.terminals[terminal].router != router) continue;
      if (ofTerminals)
        members.push_back({t.terminalIds[terminal], {terminal}});
      else
        all.terminals.push_back(terminal);
    }
    if (!all.terminals.empty()) members.push_back(std::move(all));
  }
  return members;
}

/// Traffic in force for some of the cycles that are counted.
struct Stretch {
  std::shared_ptr<const TrafficPattern> pattern;
  double load = 0;
  Cycle cycles = 0;
};

/// Those of a run from `begun` to `end`, whose phases came into force as `events` say.
std::vector<Stretch> stretchesOf(const Setup& plan, const std::vector<RunEvent>& events,
                                 Cycle begun, Cycle end) {
  std::vector<Stretch> all;
  Stretch next{plan.traffic, plan.load};
  Cycle since = begun;
  const auto add = [&](Cycle until) {
    next.cycles = std::clamp(until, begun, end) - since;
    since += next.cycles;
    if (next.cycles > 0) all.push_back(next);
  };
  for (std::size_t i = 0; i < std::min(events.size(), plan.phases.size()); ++i) {
    add(events[i].inForce);
    next = {plan.phases[i].traffic, plan.phases[i].load};
  }
  add(end);
  return all;
}

/// How many of a member's terminals could send, on average: those that a pattern keeps silent, or
/// whose router has failed, could not meanwhile. As for the accepted load of a router in a run
/// (acceptedWhileSending), cycles count by the load in force, and where nobody could for a tenth of
/// the time there is none.
double sendersOf(const Member& member, const std::vector<Stretch>& stretches) {
  constexpr double kLeastSending = 0.1;
  double offered = 0, all = 0, able = 0, cycles = 0;
  for (const Stretch& each : stretches) {
    double share = 0;
    for (const TerminalId t : member.terminals) share += sendingShare(*each.pattern, t);
    const auto length = static_cast<double>(each.cycles);
    offered += share * each.load * length;
    all += each.load * length;
    able += share > 0 ? length : 0;
    cycles += length;
  }
  return all > 0 && able >= kLeastSending * cycles ? offered / all : 0;
}

/// What is known of a run beside its deliveries.
struct CountedRun {
  Cycle cycles = 0;
  std::vector<Stretch> stretches;  ///< empty where programs decide who sends
};

/// Runs may have ended early: what they accepted is told of the cycles that they took.
GroupMember summed(const Member& member, const std::vector<DeliveryGroups>& runs,
                   const std::vector<CountedRun>& counted) {
  GroupMember result;
  result.id = member.id;
  std::vector<double> accepted, latencies;
  std::array<Mean, kPathKindCount> shares;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    DeliveryGroups::Group sum;
    for (const TerminalId terminal : member.terminals) sum += runs[run].groups()[terminal];
    const auto packets = static_cast<double>(sum.packets());
    const CountedRun& each = counted[run];
    const double senders = each.stretches.empty() ? static_cast<double>(member.terminals.size())
                                                  : sendersOf(member, each.stretches);
    accepted.push_back(senders > 0 ? static_cast<double>(sum.flits) /
                                         (senders * static_cast<double>(each.cycles))
                                   : kNan);
    latencies.push_back(packets > 0 ? static_cast<double>(sum.latency) / packets : kNan);
    if (packets > 0)
      for (std::size_t kind = 0; kind < shares.size(); ++kind)
        shares[kind].add(static_cast<double>(sum.paths[kind]) / packets);
  }
  result.accepted = seedMean(accepted);
  result.latency = seedMean(latencies);
  for (const PathPartEntry& each : kPathParts)
    result.paths.*each.part = shares[each.kind()].value();
  return result;
}

}  // namespace

GroupShares studyGroupShares(const GroupSharesRequest& request, const std::stop_token& stop,
                             const std::function<void(double)>& progress) {
  GroupShares shares;
  const Compiled compiled = compile(request.design, stop);
  if (!compiled.setup) {
    shares.stopped = stop.stop_requested();
    if (!shares.stopped) shares.issues = compiled.issues;
    return shares;
  }
  const Setup& plan = *compiled.setup;
  const std::vector<Member> members = membersOf(*plan.topology, request.group, request.ofTerminals);
  if (members.empty()) {
    const auto& groups = plan.topology->group;
    shares.issues.push_back({Severity::error, "group",
                             sentence("No terminal is in a group {}.", request.group),
                             sentence("Groups are numbered from 0 to {}.",
                                      *std::max_element(groups.begin(), groups.end()))});
    return shares;
  }
  const Cycle end = plan.run.warmup + plan.run.measure;
  std::vector<DeliveryGroups> runs(plan.run.replications);
  std::vector<CountedRun> counted(runs.size());
  const bool programs = plan.applications != nullptr || plan.workload != nullptr;
  std::mutex mutex;
  double done = 0;
  const auto each = [&](std::size_t index, Setup setup) {
    setup.run.findWarmup = false;
    setup.run.untilCi = 0;
    Simulation simulation(std::move(setup));
    const auto advance = [&](Cycle until) {
      while (!simulation.done() && simulation.now() < until && !stop.stop_requested()) {
        const Cycle cycles = std::min(kCountSlice, until - simulation.now());
        simulation.advance(cycles);
        const std::lock_guard lock(mutex);
        done += static_cast<double>(cycles) / static_cast<double>(end) /
                static_cast<double>(runs.size());
        if (progress) progress(std::min(done, 1.0));
      }
    };
    advance(plan.run.warmup);
    simulation.groupDeliveries(DeliveryGroups::bySource(plan.topology->terminalCount()));
    const Cycle begun = simulation.now();
    advance(end);
    counted[index].cycles = simulation.now() - begun;
    if (!programs)
      counted[index].stretches =
          stretchesOf(plan, simulation.results().events, begun, simulation.now());
    runs[index] = simulation.deliveryGroups();
  };
  if (!overSeeds(request.design, request.jobs, stop, each)) {
    shares.stopped = true;
    return shares;
  }
  for (const Member& member : members) shares.members.push_back(summed(member, runs, counted));
  return shares;
}

std::string csvOf(const GroupShares& shares) {
  const auto numberOrNothing = [](double value) {
    return std::isfinite(value) ? fmt::format("{}", value) : std::string();
  };
  std::string text = "id,accepted,accepted_error,latency,latency_error";
  for (const PathPartEntry& each : kPathParts) text += fmt::format(",paths.{}", each.words.name);
  text += '\n';
  for (const GroupMember& member : shares.members) {
    text += fmt::format("{},{},{},{},{}", member.id, numberOrNothing(member.accepted.mean),
                        errorText(member.accepted), numberOrNothing(member.latency.mean),
                        errorText(member.latency));
    for (const PathPartEntry& each : kPathParts)
      text += ',' + numberOrNothing(member.paths.*each.part);
    text += '\n';
  }
  return text;
}

}  // namespace hopscope
