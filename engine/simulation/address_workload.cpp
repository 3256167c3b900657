// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/address_workload.h"

#include <algorithm>
#include <deque>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

#include "engine/core/rng.h"

namespace hopscope {
namespace {

constexpr std::size_t kMostEvents = 100'000;
constexpr unsigned kMostAddressHops = 1'000;
constexpr unsigned kAddressBits = 48;
constexpr MacAddress kNoAddress = 0;

/// What a frame is to the terminal it arrives at, and the one address in it that matters there: of
/// a request its source as the last switch wrote it, of an announcement the announced one, of a
/// unicast frame its destination.
struct AddressMessage {
  ScenarioStep kind = ScenarioStep::request;
  MacAddress address = kNoAddress;

  std::uint64_t letter() const {
    return (static_cast<std::uint64_t>(kind) + 1) << kAddressBits | address;
  }
  static AddressMessage of(std::uint64_t letter) {
    return {static_cast<ScenarioStep>((letter >> kAddressBits) - 1),
            letter & ((std::uint64_t{1} << kAddressBits) - 1)};
  }
};

}  // namespace

/// The terminals of one part of the network.
class AddressWorkload::Hosts final : public TrafficSource {
 public:
  Hosts(const Setup& setup, const AddressScenarioSettings& settings,
        const std::vector<RuleTable>& tables, TerminalId first, std::uint32_t count)
      : setup_(setup),
        topology_(*setup.topology),
        settings_(settings),
        tables_(tables),
        first_(first),
        hosts_(count) {
    for (TerminalId t = first; t < first + count; ++t) {
      hosts_[t - first].routing = Rng(setup.run.seed, t, RandomPurpose::routing);
      Rng rng(setup.run.seed, t, RandomPurpose::injection);
      const auto spread = static_cast<double>(settings.bootSpread);
      at(static_cast<Cycle>(rng.unit() * spread), t, Timer::boot);
    }
  }

  void offer(Cycle now, SourceQueues& queues) override {
    now_ = now;
    while (!timers_.empty() && timers_.top().time <= now) {
      const Due due = timers_.top();
      timers_.pop();
      ring(due);
    }
    if (waiting_ == 0) return;
    for (Host& host : hosts_) {
      if (host.queue.empty() || !queues.enter(now, host.queue.front(), host.routing)) continue;
      host.queue.pop_front();
      --waiting_;
      ++outcome_.packets;
    }
  }

  void hear(const Delivery& delivery) override {
    now_ = delivery.at;
    const AddressMessage message = AddressMessage::of(delivery.letter);
    const TerminalId terminal = delivery.destination;
    Host& host = of(terminal);
    if (!host.up) return;
    switch (message.kind) {
      case ScenarioStep::request:
        if (host.ready || message.address == kNoAddress) return;
        ++outcome_.configured;
        note(ScenarioStep::configured, terminal, kNone, message.address);
        becomeReady(terminal, message.address);
        break;
      case ScenarioStep::announce:
        learn(terminal, delivery.source, message.address);
        break;
      default:
        if (message.address == host.address &&
            reached_.insert({delivery.source, terminal}).second) {
          ++outcome_.reached;
          note(ScenarioStep::arrived, terminal, delivery.source, message.address);
        }
        break;
    }
  }

  Cycle nextOffer(Cycle now) const override {
    if (waiting_ > 0) return now;
    return timers_.empty() ? kNoCycle : std::max(now, timers_.top().time);
  }

  Cycle lastReady() const { return lastReady_; }
  /// All have an address, have announced it since `cycle`, and have sent all they had.
  bool allAnnounced(Cycle cycle) const {
    return waiting_ == 0 && std::all_of(hosts_.begin(), hosts_.end(), [cycle](const Host& host) {
             return host.ready && host.lastAnnounced >= cycle;
           });
  }
  const ScenarioOutcome& outcome() const { return outcome_; }

 private:
  struct Host {
    bool up = false;
    bool ready = false;  ///< has an address and announces itself
    MacAddress address = kNoAddress;
    Cycle retry = 0;
    Cycle lastAnnounced = -1;
    std::map<TerminalId, MacAddress> known;  ///< peers, by what they were heard to be
    std::deque<NewPacket> queue;             ///< to be sent, one a cycle
    Rng routing;
  };
  enum class Timer : std::uint8_t { boot, retry, announce };
  struct Due {
    Cycle time;
    TerminalId terminal;
    Timer timer;

    bool operator<(const Due& other) const {
      return std::tuple(time, terminal, timer) >
             std::tuple(other.time, other.terminal, other.timer);
    }
  };

  Host& of(TerminalId terminal) { return hosts_[terminal - first_]; }

  void at(Cycle time, TerminalId terminal, Timer timer) { timers_.push({time, terminal, timer}); }

  void note(ScenarioStep step, TerminalId terminal, TerminalId peer = kNone,
            MacAddress address = kNoAddress) {
    if (outcome_.events.size() < kMostEvents)
      outcome_.events.push_back({now_, step, terminal, peer, address});
  }

  void ring(const Due& due) {
    Host& host = of(due.terminal);
    switch (due.timer) {
      case Timer::boot:
        host.up = true;
        host.retry = settings_.retry;
        note(ScenarioStep::boot, due.terminal, kNone, factoryMac(due.terminal));
        if (settings_.rewrite)
          becomeReady(due.terminal, factoryMac(due.terminal));
        else
          request(due.terminal);
        break;
      case Timer::retry:
        if (!host.ready) request(due.terminal);
        break;
      case Timer::announce:
        announce(due.terminal);
        break;
    }
  }

  void request(TerminalId terminal) {
    Host& host = of(terminal);
    ++outcome_.requests;
    note(ScenarioStep::request, terminal, kNone, factoryMac(terminal));
    FrameHeader frame = sentBy(terminal);
    frame.source = factoryMac(terminal);
    frame.destination = kBroadcastMac;
    frame.etherType = kDynamicMacType;
    send(terminal, frame, ScenarioStep::request);
    at(now_ + host.retry, terminal, Timer::retry);
    host.retry *= 2;
  }

  void becomeReady(TerminalId terminal, MacAddress address) {
    Host& host = of(terminal);
    host.ready = true;
    host.address = address;
    lastReady_ = now_;
    announce(terminal);
  }

  void announce(TerminalId terminal) {
    Host& host = of(terminal);
    host.lastAnnounced = now_;
    note(ScenarioStep::announce, terminal, kNone, host.address);
    FrameHeader frame = sentBy(terminal);
    frame.source = host.address;
    frame.destination = kBroadcastMac;
    send(terminal, frame, ScenarioStep::announce);
    at(now_ + settings_.retry, terminal, Timer::announce);
  }

  void learn(TerminalId terminal, TerminalId peer, MacAddress address) {
    Host& host = of(terminal);
    if (!host.ready) return;
    const auto [entry, unknown] = host.known.try_emplace(peer, address);
    if (!unknown && entry->second == address) return;
    entry->second = address;
    note(ScenarioStep::heard, terminal, peer, address);
    FrameHeader frame = sentBy(terminal);
    frame.source = host.address;
    frame.destination = address;
    note(ScenarioStep::unicast, terminal, peer, address);
    if (!send(terminal, frame, ScenarioStep::unicast))
      note(ScenarioStep::lost, terminal, peer, address);
  }

  FrameHeader sentBy(TerminalId terminal) const {
    FrameHeader frame;
    frame.inPort = topology_.terminals[terminal].port;
    return frame;
  }

  /// Follows a frame through the rules, and has a packet sent to each terminal it comes to. Whether
  /// there is one.
  bool send(TerminalId source, const FrameHeader& frame, ScenarioStep kind) {
    const Cycle reaches = now_ + setup_.linkLatency[topology_.terminals[source].link];
    std::vector<std::pair<TerminalId, FrameHeader>> ends;
    if (reaches >= settings_.controllerReady)
      follow(topology_.terminals[source].router, frame, 0, ends);
    if (ends.empty() && kind != ScenarioStep::unicast) {
      ++outcome_.dropped;
      note(ScenarioStep::dropped, source);
    }
    for (const auto& [destination, arriving] : ends) {
      const AddressMessage message{kind, addressIn(arriving, kind, of(source))};
      of(source).queue.push_back(
          {source, destination, setup_.packetFlits, false, 0, message.letter()});
      ++waiting_;
    }
    return !ends.empty();
  }

  MacAddress addressIn(const FrameHeader& arriving, ScenarioStep kind, const Host& sender) const {
    switch (kind) {
      case ScenarioStep::request:
        return arriving.etherType == kDynamicMacType ? arriving.source : kNoAddress;
      case ScenarioStep::announce:
        return settings_.keepsHeader ? arriving.source : sender.address;
      default:
        return arriving.destination;
    }
  }

  void follow(RouterId router, const FrameHeader& frame, unsigned hops,
              std::vector<std::pair<TerminalId, FrameHeader>>& ends) {
    if (hops > kMostAddressHops) return;
    const SwitchOutcome outcome = applyRules(tables_[router], frame);
    for (const PortIndex index : outcome.ports) {
      const Port& port = topology_.port(router, index);
      FrameHeader next = outcome.frame;
      next.inPort = port.peer.port;
      if (port.peer.isTerminal)
        ends.emplace_back(port.peer.node, next);
      else
        follow(port.peer.node, next, hops + 1, ends);
    }
  }

  const Setup& setup_;
  const Topology& topology_;
  const AddressScenarioSettings& settings_;
  const std::vector<RuleTable>& tables_;
  TerminalId first_;
  std::vector<Host> hosts_;
  std::priority_queue<Due> timers_;
  Cycle now_ = 0;
  Cycle lastReady_ = 0;
  std::size_t waiting_ = 0;  ///< packets, of all hosts
  std::set<std::pair<TerminalId, TerminalId>> reached_;
  ScenarioOutcome outcome_;
};

AddressWorkload::AddressWorkload(const Setup& setup, const RuleGenerator& rules,
                                 const AddressScenarioSettings& settings)
    : setup_(setup), settings_(settings) {
  for (RouterId r = 0; r < setup.topology->routerCount(); ++r) tables_.emplace_back(rules.rules(r));
}

std::unique_ptr<TrafficSource> AddressWorkload::source(TerminalId first, std::uint32_t count) {
  auto hosts = std::make_unique<Hosts>(setup_, settings_, tables_, first, count);
  parts_.push_back(hosts.get());
  return hosts;
}

bool AddressWorkload::finished() const {
  Cycle lastReady = 0;
  for (const Hosts* part : parts_) lastReady = std::max(lastReady, part->lastReady());
  return std::all_of(parts_.begin(), parts_.end(),
                     [lastReady](const Hosts* part) { return part->allAnnounced(lastReady); });
}

ScenarioOutcome AddressWorkload::outcome(Cycle now) const {
  ScenarioOutcome sum;
  const std::uint64_t terminals = setup_.topology->terminalCount();
  sum.pairs = terminals * (terminals - 1);
  sum.finished = now;
  for (const Hosts* part : parts_) {
    const ScenarioOutcome& own = part->outcome();
    sum.reached += own.reached;
    sum.configured += own.configured;
    sum.requests += own.requests;
    sum.dropped += own.dropped;
    sum.packets += own.packets;
    sum.events.insert(sum.events.end(), own.events.begin(), own.events.end());
  }
  // What one terminal did in one cycle stays in its order, however they are divided into parts.
  std::stable_sort(sum.events.begin(), sum.events.end(),
                   [](const ScenarioEvent& a, const ScenarioEvent& b) {
                     return std::pair(a.at, a.terminal) < std::pair(b.at, b.terminal);
                   });
  if (sum.events.size() > kMostEvents) sum.events.resize(kMostEvents);
  return sum;
}

}  // namespace hopscope
