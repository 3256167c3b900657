// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/design/faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "engine/design/named_parts.h"
#include "engine/design/phases.h"
#include "engine/traffic/silent_terminals.h"

namespace hopscope {
namespace {

/// Follows the parts of a network through the phases.
class FaultReader {
 public:
  FaultReader(const Topology& topology, Issues& issues)
      : topology_(topology),
        issues_(issues),
        routers_(indexOf(topology.routerIds)),
        links_(indexOf(topology.linkIds)),
        now_{std::vector<bool>(topology.linkCount()), std::vector<bool>(topology.routerCount())} {}

  const NetworkFaults& read(const Phase& phase, std::size_t index) {
    const std::size_t before = issues_.size();
    const std::string place = fmt::format("phases[{}]", index);
    take(phase.fail, place + ".fail", true);
    take(phase.restore, place + ".restore", false);
    const bool empties = setsAnyOf(phase, "routing.");
    if (empties) order_.reset();
    if (phase.fail.empty() && phase.restore.empty()) {
      if (empties && issues_.size() == before) countTables(place);
      return now_;
    }
    if (topology_.routerCount() > kMostDetourRouters) {
      refuse(place + (phase.fail.empty() ? ".restore" : ".fail"),
             sentence("Ways round what failed are kept in tables for {} routers; this network "
                      "has {}.",
                      kMostDetourRouters, topology_.routerCount()),
             sentence("Let parts of a smaller network fail."));
    } else if (issues_.size() == before) {
      // A restored router brings terminals back, whose links may all have failed.
      checkConnected(place + (phase.fail.empty() ? ".restore" : ".fail"));
      countTables(place);
    }
    return now_;
  }

 private:
  void take(const PartIds& parts, const std::string& place, bool fails) {
    Issues found;
    const auto links =
        named(parts.channels, links_, place + ".channels", sentence("channel"), found);
    const auto routers =
        named(parts.routers, routers_, place + ".routers", sentence("router"), found);
    issues_.insert(issues_.end(), found.begin(), found.end());
    if (hasErrors(found)) return;
    for (std::size_t i = 0; i < links.size(); ++i) {
      const std::string at = fmt::format("{}.channels[{}]", place, i);
      if (topology_.kindOf(links[i]) == LinkKind::terminal)
        refuse(at,
               sentence("Channel {} leads to a terminal and cannot fail alone.", parts.channels[i]),
               sentence("Name a channel between routers, or the router."));
      else
        set(now_.links, links[i], fails, at, sentence("Channel"), parts.channels[i]);
    }
    for (std::size_t i = 0; i < routers.size(); ++i)
      set(now_.routers, routers[i], fails, fmt::format("{}.routers[{}]", place, i),
          sentence("Router"), parts.routers[i]);
  }

  void set(std::vector<bool>& state, std::uint32_t part, bool fails, const std::string& at,
           const Sentence& what, std::uint32_t id) {
    if (state[part] == fails)
      refuse(at,
             fails ? sentence("{} {} has failed already by then.", what, id)
                   : sentence("{} {} has not failed by then.", what, id),
             sentence("Remove it from the list."));
    state[part] = fails;
  }

  void checkConnected(const std::string& place) {
    const auto live = std::count_if(
        topology_.terminals.begin(), topology_.terminals.end(),
        [this](const TerminalPlace& terminal) { return !now_.routers[terminal.router]; });
    if (live < 2)
      refuse(place,
             live == 0 ? sentence("None of the terminals would be left.")
                       : sentence("One of the terminals would be left."),
             sentence("Let fewer routers fail at a time."));
    else if (const auto pair = separated(topology_, now_))
      refuse(place,
             sentence("From then on there is no path from terminal {} to terminal {}.",
                      topology_.terminalIds[pair->first], topology_.terminalIds[pair->second]),
             sentence("Let fewer parts fail at a time, or restore others before."));
  }

  /// Each chart has tables of its own.
  void countTables(const std::string& place) {
    const auto chart =
        chartDetours(topology_, LostParts(topology_, now_).links, order_ ? &*order_ : nullptr);
    if (!chart) return;
    order_ = chart->order;
    if (std::find(charts_.begin(), charts_.end(), *chart) == charts_.end())
      charts_.push_back(*chart);
    const std::uint64_t bytes =
        std::uint64_t{4} * topology_.routerCount() * topology_.routerCount() * charts_.size();
    if (bytes > kMostDetourBytes)
      refuse(place,
             sentence("The paths around what failed take {} different tables of {} MB together; "
                      "{} MB are allowed.",
                      charts_.size(), bytes >> 20, kMostDetourBytes >> 20),
             sentence("Let fewer phases fail or restore parts."));
  }

  void refuse(const std::string& place, Sentence text, Sentence remedy) {
    issues_.push_back({Severity::error, place, std::move(text), std::move(remedy)});
  }

  const Topology& topology_;
  Issues& issues_;
  IndexOfId routers_, links_;
  NetworkFaults now_;
  /// That detours keep to; nothing where no packet is on one.
  std::optional<routings::UpDownOrder> order_;
  std::vector<DetourChart> charts_;
};

}  // namespace

std::vector<NetworkFaults> resolveFaults(const Design& design, const Topology& topology,
                                         Issues& issues) {
  const bool any = std::any_of(design.phases.begin(), design.phases.end(), [](const Phase& phase) {
    return !phase.fail.empty() || !phase.restore.empty();
  });
  std::vector<NetworkFaults> faults;
  if (!any) return faults;
  FaultReader reader(topology, issues);
  for (std::size_t i = 0; i < design.phases.size(); ++i)
    faults.push_back(reader.read(design.phases[i], i));
  return faults;
}

PartIds failedIn(const Design& design, std::size_t phases) {
  std::set<std::uint32_t> channels, routers;
  for (std::size_t i = 0; i < std::min(phases, design.phases.size()); ++i) {
    const Phase& phase = design.phases[i];
    channels.insert(phase.fail.channels.begin(), phase.fail.channels.end());
    routers.insert(phase.fail.routers.begin(), phase.fail.routers.end());
    for (const std::uint32_t id : phase.restore.channels) channels.erase(id);
    for (const std::uint32_t id : phase.restore.routers) routers.erase(id);
  }
  return {{channels.begin(), channels.end()}, {routers.begin(), routers.end()}};
}

std::shared_ptr<const TrafficPattern> withoutRouters(std::shared_ptr<const TrafficPattern> pattern,
                                                     const Topology& topology,
                                                     const NetworkFaults& faults) {
  if (std::find(faults.routers.begin(), faults.routers.end(), true) == faults.routers.end())
    return pattern;
  std::vector<bool> silent;
  for (const TerminalPlace& terminal : topology.terminals)
    silent.push_back(faults.routers[terminal.router]);
  return withSilentTerminals(std::move(pattern), std::move(silent));
}

std::optional<std::pair<TerminalId, TerminalId>> separated(const Topology& topology,
                                                           const NetworkFaults& faults) {
  const std::vector<bool> dead = faults.deadLinks(topology);
  std::vector<bool> reached(topology.routerCount(), false);
  TerminalId first = kNone;
  for (TerminalId t = 0; t < topology.terminalCount(); ++t) {
    const RouterId home = topology.terminals[t].router;
    if (faults.routers[home] || reached[home]) continue;
    if (first != kNone) return std::pair(first, t);
    first = t;
    reached[home] = true;
    std::vector<RouterId> front{home};
    for (std::size_t next = 0; next < front.size(); ++next)
      for (PortIndex p = 0; p < topology.radix(front[next]); ++p) {
        const Port& port = topology.port(front[next], p);
        if (port.peer.isTerminal || dead[port.link] || reached[port.peer.node]) continue;
        reached[port.peer.node] = true;
        front.push_back(port.peer.node);
      }
  }
  return {};
}

}  // namespace hopscope
