// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/address_scenario.h"

#include <algorithm>
#include <deque>
#include <map>
#include <queue>
#include <set>
#include <unordered_map>
#include <utility>

#include "engine/core/rng.h"
#include "engine/forwarding/rule_table.h"
#include "engine/simulation/make_network.h"

namespace hopscope {
namespace {

constexpr std::size_t kMostEvents = 100'000;
constexpr unsigned kDoublings = 8;
constexpr unsigned kMostAddressHops = 1'000;
constexpr MacAddress kNoAddress = 0;

/// Each terminal sends what stands in its slot, in every cycle.
class PostedTraffic final : public TrafficPattern {
 public:
  explicit PostedTraffic(const std::vector<TerminalId>& slots) : slots_(slots) {}

  TerminalId destination(TerminalId source, Rng& /*rng*/) const override { return slots_[source]; }
  void destinations(TerminalId /*source*/, std::vector<DestinationShare>& /*out*/) const override {}

 private:
  const std::vector<TerminalId>& slots_;
};

struct Message {
  ScenarioStep kind = ScenarioStep::request;  ///< request, announce or unicast
  FrameHeader frame;                          ///< as it arrives
  MacAddress payload = kNoAddress;
  TerminalId destination = kNone;
};

struct Host {
  bool up = false;
  bool ready = false;  ///< has an address and announces itself
  MacAddress address = kNoAddress;
  Cycle retry = 0;
  Cycle lastAnnounced = -1;
  std::map<TerminalId, MacAddress> known;  ///< peers, by what they were heard to be
  std::deque<Message> queue;               ///< to be sent
  bool sending = false;                    ///< the first of them is under way
};

class AddressPlay {
 public:
  AddressPlay(const Setup& setup, const RuleGenerator& rules,
              const AddressScenarioSettings& settings)
      : setup_(setup),
        topology_(*setup.topology),
        rules_(rules),
        settings_(settings),
        hosts_(topology_.terminalCount()),
        slots_(topology_.terminalCount(), kNone) {
    Setup quiet = setup;
    quiet.traffic = std::make_shared<PostedTraffic>(slots_);
    quiet.packetSizes.clear();
    quiet.load = quiet.packetFlits;  // a chance in every cycle
    quiet.execution = {};
    quiet.phases.clear();
    network_ = makeNetwork(quiet);
    network_->setDeliveryLog(&delivered_);
    const std::uint64_t terminals = hosts_.size();
    outcome_.pairs = terminals * (terminals - 1);
    end_ = settings.controllerReady + settings.bootSpread + (settings.retry << kDoublings);
  }

  ScenarioOutcome run() {
    for (TerminalId t = 0; t < hosts_.size(); ++t) {
      Rng rng(setup_.run.seed, t, RandomPurpose::injection);
      const auto spread = static_cast<double>(settings_.bootSpread);
      at(static_cast<Cycle>(rng.unit() * spread), t, Timer::boot);
    }
    while (now() < end_ && !finished()) {
      if (!underWay_ && waiting_ == 0) {
        if (timers_.empty()) break;
        skipped_ += std::max<Cycle>(timers_.top().time - now(), 0);
      }
      while (!timers_.empty() && timers_.top().time <= now()) {
        const Due due = timers_.top();
        timers_.pop();
        ring(due);
      }
      step();
    }
    outcome_.finished = now();
    return std::move(outcome_);
  }

 private:
  enum class Timer : std::uint8_t { boot, retry, announce };
  struct Due {
    Cycle time;
    std::uint64_t order;
    TerminalId terminal;
    Timer timer;

    bool operator<(const Due& other) const {
      return std::pair(time, order) > std::pair(other.time, other.order);
    }
  };

  Cycle now() const { return network_->now() + skipped_; }

  void at(Cycle time, TerminalId terminal, Timer timer) {
    timers_.push({time, order_++, terminal, timer});
  }

  void note(ScenarioStep step, TerminalId terminal, TerminalId peer = kNone,
            MacAddress address = kNoAddress) {
    if (outcome_.events.size() < kMostEvents)
      outcome_.events.push_back({now(), step, terminal, peer, address});
  }

  bool finished() const {
    if (underWay_ > 0 || waiting_ > 0 || readyHosts_ < hosts_.size()) return false;
    return std::all_of(hosts_.begin(), hosts_.end(),
                       [this](const Host& host) { return host.lastAnnounced >= lastReady_; });
  }

  void ring(const Due& due) {
    Host& host = hosts_[due.terminal];
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
    Host& host = hosts_[terminal];
    ++outcome_.requests;
    note(ScenarioStep::request, terminal, kNone, factoryMac(terminal));
    FrameHeader frame = sentBy(terminal);
    frame.source = factoryMac(terminal);
    frame.destination = kBroadcastMac;
    frame.etherType = kDynamicMacType;
    send(terminal, frame, ScenarioStep::request, kNoAddress);
    at(now() + host.retry, terminal, Timer::retry);
    host.retry *= 2;
  }

  void becomeReady(TerminalId terminal, MacAddress address) {
    Host& host = hosts_[terminal];
    host.ready = true;
    host.address = address;
    ++readyHosts_;
    lastReady_ = now();
    announce(terminal);
  }

  void announce(TerminalId terminal) {
    Host& host = hosts_[terminal];
    host.lastAnnounced = now();
    note(ScenarioStep::announce, terminal, kNone, host.address);
    FrameHeader frame = sentBy(terminal);
    frame.source = host.address;
    frame.destination = kBroadcastMac;
    send(terminal, frame, ScenarioStep::announce, host.address);
    at(now() + settings_.retry, terminal, Timer::announce);
  }

  FrameHeader sentBy(TerminalId terminal) const {
    FrameHeader frame;
    frame.inPort = topology_.terminals[terminal].port;
    return frame;
  }

  /// Follows a frame through the rules, and has a packet sent to each terminal it comes to.
  void send(TerminalId source, const FrameHeader& frame, ScenarioStep kind, MacAddress payload) {
    const Cycle reaches = now() + setup_.linkLatency[topology_.terminals[source].link];
    std::vector<std::pair<TerminalId, FrameHeader>> ends;
    if (reaches >= settings_.controllerReady)
      follow(topology_.terminals[source].router, frame, 0, ends);
    if (ends.empty()) {
      if (kind != ScenarioStep::unicast) {
        ++outcome_.dropped;
        note(ScenarioStep::dropped, source);
      }
      return;
    }
    for (const auto& [destination, arriving] : ends) {
      hosts_[source].queue.push_back({kind, arriving, payload, destination});
      ++waiting_;
    }
  }

  void follow(RouterId router, const FrameHeader& frame, unsigned hops,
              std::vector<std::pair<TerminalId, FrameHeader>>& ends) {
    if (hops > kMostAddressHops) return;
    const SwitchOutcome outcome = applyRules(tableOf(router), frame);
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

  const RuleTable& tableOf(RouterId router) {
    const auto known = tables_.find(router);
    if (known != tables_.end()) return known->second;
    return tables_.emplace(router, RuleTable(rules_.rules(router))).first->second;
  }

  /// One cycle: every terminal that may sends a packet; those that arrive are handed over.
  void step() {
    for (TerminalId t = 0; t < hosts_.size(); ++t) {
      Host& host = hosts_[t];
      if (host.sending || host.queue.empty()) continue;
      slots_[t] = host.queue.front().destination;
      host.sending = true;
      --waiting_;
      ++underWay_;
      ++outcome_.packets;
    }
    network_->advance(network_->now() + 1);
    std::fill(slots_.begin(), slots_.end(), kNone);
    std::vector<Delivery> arrived;
    arrived.swap(delivered_);
    for (const Delivery& delivery : arrived) {
      Host& host = hosts_[delivery.source];
      const Message message = host.queue.front();
      host.queue.pop_front();
      host.sending = false;
      --underWay_;
      receive(delivery.source, message);
    }
  }

  void receive(TerminalId source, const Message& message) {
    Host& host = hosts_[message.destination];
    if (!host.up) return;
    switch (message.kind) {
      case ScenarioStep::request:
        if (host.ready || message.frame.etherType != kDynamicMacType) return;
        ++outcome_.configured;
        note(ScenarioStep::configured, message.destination, kNone, message.frame.source);
        becomeReady(message.destination, message.frame.source);
        break;
      case ScenarioStep::announce:
        hear(message.destination, source, message);
        break;
      default:
        if (message.frame.destination == host.address &&
            reached_.insert({source, message.destination}).second) {
          ++outcome_.reached;
          note(ScenarioStep::arrived, message.destination, source, message.frame.destination);
        }
        break;
    }
  }

  void hear(TerminalId terminal, TerminalId peer, const Message& message) {
    Host& host = hosts_[terminal];
    if (!host.ready) return;
    const MacAddress address = settings_.keepsHeader ? message.frame.source : message.payload;
    const auto [entry, unknown] = host.known.try_emplace(peer, address);
    if (!unknown && entry->second == address) return;
    entry->second = address;
    note(ScenarioStep::heard, terminal, peer, address);
    FrameHeader frame = sentBy(terminal);
    frame.source = host.address;
    frame.destination = address;
    note(ScenarioStep::unicast, terminal, peer, address);
    const std::size_t before = host.queue.size();
    send(terminal, frame, ScenarioStep::unicast, kNoAddress);
    if (host.queue.size() == before) note(ScenarioStep::lost, terminal, peer, address);
  }

  const Setup& setup_;
  const Topology& topology_;
  const RuleGenerator& rules_;
  AddressScenarioSettings settings_;
  std::vector<Host> hosts_;
  std::vector<TerminalId> slots_;
  std::unique_ptr<Switching> network_;
  std::vector<Delivery> delivered_;
  std::priority_queue<Due> timers_;
  std::uint64_t order_ = 0;
  Cycle skipped_ = 0;  ///< while the network was empty
  Cycle end_ = 0;
  Cycle lastReady_ = 0;
  std::size_t readyHosts_ = 0;
  std::size_t waiting_ = 0, underWay_ = 0;  ///< messages
  std::unordered_map<RouterId, RuleTable> tables_;
  std::set<std::pair<TerminalId, TerminalId>> reached_;
  ScenarioOutcome outcome_;
};

std::uint64_t rulesForRequests(const RuleGenerator& generator) {
  std::uint64_t most = 0;
  for (const RouterId router : generator.plan().accessRouters()) {
    const std::vector<Rule> rules = generator.rules(router);
    const auto count = std::count_if(rules.begin(), rules.end(), [](const Rule& rule) {
      return rule.match.etherType == kDynamicMacType;
    });
    most = std::max(most, static_cast<std::uint64_t>(count));
  }
  return most;
}

}  // namespace

ScenarioOutcome playAddressScenario(const Setup& setup, const RuleGenerator& rules,
                                    const AddressScenarioSettings& settings) {
  ScenarioOutcome outcome = AddressPlay(setup, rules, settings).run();
  outcome.addedRules = rulesForRequests(rules);
  return outcome;
}

const char* nameOf(ScenarioStep step) {
  switch (step) {
    case ScenarioStep::boot:
      return "boot";
    case ScenarioStep::request:
      return "request";
    case ScenarioStep::dropped:
      return "dropped";
    case ScenarioStep::configured:
      return "configured";
    case ScenarioStep::announce:
      return "announce";
    case ScenarioStep::heard:
      return "heard";
    case ScenarioStep::unicast:
      return "unicast";
    case ScenarioStep::lost:
      return "lost";
    case ScenarioStep::arrived:
      return "arrived";
  }
  return "";
}

}  // namespace hopscope
