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

/// Runs may have ended early: what they accepted is told of the cycles that they took.
GroupMember summed(const Member& member, const std::vector<DeliveryGroups>& runs,
                   const std::vector<Cycle>& cycles) {
  GroupMember result;
  result.id = member.id;
  std::vector<double> accepted, latencies;
  std::array<Mean, kPathKindCount> shares;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    DeliveryGroups::Group sum;
    for (const TerminalId terminal : member.terminals) sum += runs[run].groups()[terminal];
    const auto packets = static_cast<double>(sum.packets());
    accepted.push_back(
        static_cast<double>(sum.flits) /
        (static_cast<double>(member.terminals.size()) * static_cast<double>(cycles[run])));
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
  std::vector<Cycle> counted(runs.size(), 0);
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
    counted[index] = simulation.now() - begun;
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
