// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/learning_scenario.h"

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

#include "engine/forwarding/spanning_tree.h"
#include "engine/simulation/make_network.h"

namespace hopscope {
namespace {

/// Hops that are played at the most, about 10 s.
constexpr std::uint64_t kMostLearningHops = 30'000'000;
constexpr Cycle kWindows = 50;

struct Frame {
  TerminalId source = kNone, destination = kNone;
  std::uint32_t flits = 1, hops = 0;
  Cycle birth = 0;
  bool flooded = false;
};

class LearningPlay final : SourceQueues {
 public:
  LearningPlay(const Setup& setup, const LearningSettings& settings)
      : setup_(setup),
        topology_(*setup.topology),
        settings_(settings),
        sending_(setup.run.warmup + setup.run.measure),
        window_(std::max<Cycle>(1, (sending_ + kWindows - 1) / kWindows)),
        tables_(topology_.routerCount(), LearningTable(settings.tableEntries, settings.overflow)),
        treePorts_(topology_.routerCount()),
        portFree_(topology_.ports.size(), 0),
        terminalFree_(topology_.terminalCount(), 0) {
    const std::vector<LinkId> parents = spanningTree(topology_);
    for (RouterId r = 0; r < topology_.routerCount(); ++r)
      for (PortIndex p = 0; p < topology_.radix(r); ++p) {
        const Port& port = topology_.port(r, p);
        const bool inTree =
            port.peer.isTerminal || port.link == parents[r] || port.link == parents[port.peer.node];
        if (inTree) treePorts_[r].push_back(p);
      }
  }

  LearningOutcome run() {
    TrafficPlan plan = trafficOf(setup_);
    plan.prefetch = 0;  // there are no caches here
    Injection injection(plan, setup_.run.seed, 0, topology_.terminalCount());
    Cycle now = 0;
    for (; now < sending_ && !outcome_.cutShort; ++now) {
      if (now % window_ == 0) outcome_.windows.push_back({std::min(now + window_, sending_)});
      injection.offer(now, *this);
      while (!events_.empty() && events_.top().at <= now) step();
    }
    while (!events_.empty() && !outcome_.cutShort) step();
    finish();
    return std::move(outcome_);
  }

 private:
  /// The head of a frame comes to a switch, or its tail to a terminal.
  struct Event {
    Cycle at = 0;
    std::uint64_t order = 0;
    LinkEnd to;
    Frame frame;

    bool operator<(const Event& other) const {
      return std::pair(at, order) > std::pair(other.at, other.order);
    }
  };

  void at(Cycle time, const LinkEnd& to, const Frame& frame) {
    events_.push({to.isTerminal ? time + Cycle{frame.flits} : time, order_++, to, frame});
  }

  /// Queues are of any length.
  bool enter(Cycle now, const NewPacket& packet, Rng& /*routing*/) override {
    ++outcome_.frames;
    ++outcome_.windows.back().frames;
    const TerminalPlace& place = topology_.terminals[packet.source];
    Cycle& free = terminalFree_[packet.source];
    const Cycle leaves = std::max(now, free);
    free = leaves + Cycle{packet.flits};
    at(leaves + setup_.linkLatency[place.link], {place.router, place.port, false},
       {packet.source, packet.destination, packet.flits, 0, now, false});
    return true;
  }
  void drop(const NewPacket& /*packet*/) override {}

  void step() {
    const Event event = events_.top();
    events_.pop();
    outcome_.finished = event.at;
    if (event.to.isTerminal)
      arrive(event);
    else
      forward(event);
    outcome_.cutShort = outcome_.hops > kMostLearningHops;
  }

  void arrive(const Event& event) {
    if (event.frame.destination != event.to.node) {
      ++outcome_.discarded;
      if (event.at < sending_) ++outcome_.windows.back().discarded;
      return;
    }
    ++outcome_.delivered;
    usefulHops_ += event.frame.hops;
    if (event.frame.birth < setup_.run.warmup) return;
    ++timed_;
    latency_ += event.at - event.frame.birth;
  }

  void forward(const Event& event) {
    const RouterId router = event.to.node;
    const PortIndex input = event.to.port;
    LearningTable& table = tables_[router];
    table.learn(event.frame.source, input);
    if (const auto known = table.find(event.frame.destination)) {
      if (*known == input)
        ++outcome_.filtered;
      else
        leave(event.at, router, *known, event.frame);
      return;
    }
    if (settings_.floods)
      flood(event);
    else
      ++outcome_.dropped;
  }

  void flood(const Event& event) {
    ++outcome_.floods;
    if (event.at < sending_) ++outcome_.windows.back().floods;
    outcome_.floodedFrames += !event.frame.flooded;
    Frame frame = event.frame;
    frame.flooded = true;
    const std::uint64_t others = treePorts_[event.to.node].size() - 1;
    if (others == 0)
      ++outcome_.filtered;
    else
      outcome_.copies += others - 1;
    for (const PortIndex port : treePorts_[event.to.node])
      if (port != event.to.port) leave(event.at, event.to.node, port, frame);
  }

  /// Frames leave one after the other, in the order in which they came.
  void leave(Cycle now, RouterId router, PortIndex output, Frame frame) {
    const Port& port = topology_.port(router, output);
    Cycle& free = portFree_[topology_.firstPort[router] + output];
    const Cycle leaves = std::max(now + latencyOf(router), free);
    free = leaves + Cycle{frame.flits};
    ++frame.hops;
    ++outcome_.hops;
    at(leaves + setup_.linkLatency[port.link], port.peer, frame);
  }

  Cycle latencyOf(RouterId router) const {
    return std::visit([router](const auto& switches) { return switches.headLatency(router); },
                      setup_.switches);
  }

  void finish() {
    outcome_.underWay = events_.size();
    outcome_.wastedHops = outcome_.hops - usefulHops_;
    outcome_.latencyMean = timed_ == 0
                               ? std::numeric_limits<double>::quiet_NaN()
                               : static_cast<double>(latency_) / static_cast<double>(timed_);
    for (const LearningTable& table : tables_) {
      outcome_.learned += table.learned();
      outcome_.evicted += table.evicted();
      outcome_.refused += table.refused();
      outcome_.entriesMax = std::max<std::uint64_t>(outcome_.entriesMax, table.size());
      outcome_.fullTables += table.full();
    }
  }

  const Setup& setup_;
  const Topology& topology_;
  LearningSettings settings_;
  Cycle sending_, window_;
  std::vector<LearningTable> tables_;
  std::vector<std::vector<PortIndex>> treePorts_;  ///< per router
  std::vector<Cycle> portFree_, terminalFree_;     ///< when the last frame's tail has left
  std::priority_queue<Event> events_;
  std::uint64_t order_ = 0;
  std::uint64_t usefulHops_ = 0, timed_ = 0;
  Cycle latency_ = 0;
  LearningOutcome outcome_;
};

}  // namespace

LearningOutcome playLearning(const Setup& setup, const LearningSettings& settings) {
  return LearningPlay(setup, settings).run();
}

}  // namespace hopscope
