// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/simulation/saturation_bound.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/routing/channel_load.h"
#include "engine/simulation/credit_loop.h"
#include "engine/simulation/packet_lengths.h"
#include "engine/topology/part_words.h"

namespace hopscope {
namespace {

/// Sums of equal loads differ in their last digits: the first of equals is told.
constexpr double kAlike = 1e-12;
/// Sources whose destinations are counted before it is judged whether all of them are too many.
constexpr TerminalId kFirstSources = 16;
constexpr std::uint64_t kSharesADecision = 16;

using Shares = std::vector<DestinationShare>;

/// What packets are weighted with when they are counted.
enum class Unit : std::uint8_t { flits, packets, rows };

/// What every channel carries at load 1. Every packet is looked up where it enters a router, so the
/// lookups of a port are the packets on the channel into it.
struct Traffic {
  std::vector<double> perChannel;
  /// Per router: what comes in from others, over any of its ports; empty where the paths are known.
  std::vector<double> elsewhere;
  double sent = 0, lost = 0;
};

class Counter {
 public:
  Counter(const Setup& setup, std::uint64_t mostDecisions, const ChannelLoads* flits)
      : setup_(setup), topology_(*setup.topology), mostDecisions_(mostDecisions), flits_(flits) {
    if (setup.routing->decides() != Decides::never) counted_ = Counted::decides;
  }

  Counted counted() const { return counted_; }

  /// Nothing where even the ends of all paths are too many.
  std::optional<Traffic> count(Unit unit) {
    if (unit == Unit::flits && flits_ != nullptr)
      return Traffic{flits_->perChannel, {}, flits_->sent, flits_->lost};
    if (counted_ == Counted::everything) {
      const auto loads = channelLoads(
          topology_, *setup_.routing,
          [&](TerminalId source, Shares& out) { destinations(unit, source, out); }, mostDecisions_);
      if (loads) return Traffic{loads->perChannel, {}, loads->sent, loads->lost};
      counted_ = Counted::tooLarge;
    }
    return ends(unit);
  }

  /// Of flits; nothing where the paths are not known, or too many.
  std::optional<ChannelLoads> countTurns() const {
    if (counted_ != Counted::everything) return {};
    return channelLoads(
        topology_, *setup_.routing,
        [&](TerminalId source, Shares& out) { destinations(Unit::flits, source, out); },
        mostDecisions_, true);
  }

  /// Whether packets differ in length by more than chance, so that flits do not tell their number.
  bool mixesLengths() const {
    const auto& classes = setup_.traffic->classes();
    return std::any_of(classes.begin(), classes.end(),
                       [](const TrafficClass& each) { return each.flits != 0; });
  }
  double usualLength() const {
    return setup_.packetSizes.empty() ? setup_.packetFlits : meanFlits(setup_.packetSizes);
  }

 private:
  /// A class that sends nothing from here leaves its share of the load to nobody.
  void destinations(Unit unit, TerminalId source, Shares& out) const {
    const auto add = [&](const TrafficPattern& pattern, double share, double length) {
      const std::size_t first = out.size();
      pattern.destinations(source, out);
      for (std::size_t i = first; i < out.size(); ++i) {
        out[i].share *= unit == Unit::flits ? share : share / length;
        if (unit == Unit::rows) out[i].share *= out[i].destination + 1.0;
      }
    };
    const auto& classes = setup_.traffic->classes();
    if (classes.empty()) return add(*setup_.traffic, 1, usualLength());
    for (const TrafficClass& each : classes)
      add(*each.pattern, each.share, each.flits != 0 ? each.flits : usualLength());
  }

  /// The channels of terminals, and what their routers receive.
  std::optional<Traffic> ends(Unit unit) const {
    Traffic traffic;
    traffic.perChannel.assign(topology_.channelCount(), 0);
    traffic.elsewhere.assign(topology_.routerCount(), 0);
    std::uint64_t left = mostDecisions_ * kSharesADecision;
    std::uint64_t taken = 0;
    Shares shares;
    for (TerminalId source = 0; source < topology_.terminalCount(); ++source) {
      if (source == kFirstSources && taken / kFirstSources * topology_.terminalCount() > left)
        return {};
      shares.clear();
      destinations(unit, source, shares);
      taken += shares.size();
      if (taken > left) return {};
      const TerminalPlace& from = topology_.terminals[source];
      for (const DestinationShare& share : shares) {
        const TerminalPlace& to = topology_.terminals[share.destination];
        traffic.sent += share.share;
        traffic.perChannel[2 * from.link] += share.share;
        traffic.perChannel[2 * to.link + 1] += share.share;
        if (from.router != to.router) traffic.elsewhere[to.router] += share.share;
      }
    }
    return traffic;
  }

  const Setup& setup_;
  const Topology& topology_;
  std::uint64_t mostDecisions_;
  const ChannelLoads* flits_;  ///< counted already; nullptr: not yet
  Counted counted_ = Counted::everything;
};

class Search {
 public:
  Search(const Setup& setup, std::uint64_t mostDecisions, const ChannelLoads* flits)
      : setup_(setup),
        topology_(*setup.topology),
        loops_(setup),
        shortest_(packetLengths(setup).front()),
        counter_(setup, mostDecisions, flits) {}

  SaturationBound run() && {
    if (!count()) {
      bound_.counted = Counted::tooLarge;
      bound_.at = Bottleneck::source;
      bound_.load = 1;
      return bound_;
    }
    bound_.counted = counter_.counted();
    if (flits_.sent <= 0) return bound_;
    bound_.lost = flits_.lost / flits_.sent;
    for (ChannelId c = 0; c < topology_.channelCount(); ++c) judgeChannel(c);
    for (RouterId r = 0; r < topology_.routerCount(); ++r) judgeTables(r);
    if (busiest_ > 0) bound_.load = 1 / busiest_;
    if (misses_ > 0) bound_.missShare = 1 / (bound_.load * misses_);
    return bound_;
  }

 private:
  bool any(LookupKind kind) const {
    return std::any_of(setup_.lookups.begin(), setup_.lookups.end(),
                       [&](const LookupSettings& each) { return each.kind == kind; });
  }

  bool count() {
    if (!setup_.linkRates.empty() && std::holds_alternative<VctSwitches>(setup_.switches))
      turns_ = counter_.countTurns();
    auto flits = turns_ ? Traffic{turns_->perChannel, {}, turns_->sent, turns_->lost}
                        : counter_.count(Unit::flits);
    if (!flits) return false;
    flits_ = std::move(*flits);
    packets_ = flits_;
    if (counter_.mixesLengths()) {
      auto packets = counter_.count(Unit::packets);
      if (!packets) return false;
      packets_ = std::move(*packets);
    } else {
      scale(packets_, 1 / counter_.usualLength());
    }
    if (any(LookupKind::dram)) {
      auto rows = counter_.count(Unit::rows);
      if (!rows) return false;
      rows_ = std::move(*rows);
    }
    if (setup_.prefetch > 0) {
      // A probe goes before each.
      const std::uint32_t shortest = packetLengths(setup_).front();
      const std::uint32_t each = std::visit(
          [&](const auto& switches) { return switches.probeFlits(shortest); }, setup_.switches);
      const bool alike = !counter_.mixesLengths() && each == counter_.usualLength();
      for (std::size_t c = 0; c < flits_.perChannel.size(); ++c)
        flits_.perChannel[c] += alike ? flits_.perChannel[c] : each * packets_.perChannel[c];
      scale(packets_, 2);
      scale(rows_, 2);
    }
    return true;
  }

  static void scale(Traffic& traffic, double factor) {
    for (double& each : traffic.perChannel) each *= factor;
    for (double& each : traffic.elsewhere) each *= factor;
  }

  void judge(double busy, Bottleneck at, ChannelId channel, RouterId router) {
    if (busy <= busiest_ + kAlike * busiest_) return;
    busiest_ = busy;
    bound_.at = at;
    bound_.channel = channel;
    bound_.router = router;
  }

  void judgeChannel(ChannelId channel) {
    const double flits = flits_.perChannel[channel];
    judge(flits / rate(channel),
          topology_.from(channel).isTerminal ? Bottleneck::source : Bottleneck::channel, channel,
          kNone);
    judgeCredits(channel);
    if (const auto* switches = std::get_if<WormholeSwitches>(&setup_.switches))
      judgeAllocators(channel, switches->settings);
    if (const auto* switches = std::get_if<VctSwitches>(&setup_.switches))
      judgeSourceQueue(channel, *switches);
  }

  void judgeCredits(ChannelId channel) {
    if (topology_.from(channel).isTerminal) return;
    const std::optional<CreditLoop> loop = loops_.of(channel);
    if (!loop || loop->used() == 0) return;
    const double held = flits_.perChannel[channel] * static_cast<double>(loop->cycles);
    judge((held + gathered(channel)) / static_cast<double>(loop->used()), Bottleneck::credits,
          channel, kNone);
  }

  /// Flits at the end of a slow channel that wait for the rest of their packets before a faster one
  /// takes them.
  double gathered(ChannelId channel) const {
    if (!turns_) return 0;
    const LinkEnd& to = topology_.to(channel);
    double sum = 0;
    for (PortIndex p = 0; p < topology_.radix(to.node); ++p)
      sum +=
          turns_->turn(topology_, to.node, to.port, p) *
          static_cast<double>(gathers(setup_, channel, topology_.port(to.node, p).out, shortest_));
    return sum;
  }

  /// A packet has its place in the queue until its head, along the channel, has left it. Loose
  /// where packets have several lengths: each then asks for room for the longest, so that the queue
  /// is rarely as full as it is taken to be here.
  void judgeSourceQueue(ChannelId channel, const VctSwitches& switches) {
    if (!topology_.from(channel).isTerminal) return;
    const std::uint32_t room = switches.of(topology_.to(channel).node).injectionBuffer;
    const std::vector<std::uint32_t> lengths = packetLengths(setup_);
    const std::uint32_t used = lengths.size() == 1 ? room - room % lengths.front() : room;
    if (used == 0) return;
    judge(flits_.perChannel[channel] * static_cast<double>(setup_.linkLatency[channel / 2]) / used,
          Bottleneck::injection, channel, kNone);
  }

  /// Flits a cycle.
  double rate(ChannelId channel) const { return rateOf(setup_.linkRates, channel / 2).perCycle(); }

  void judgeAllocators(ChannelId channel, const WormholeSettings& wormhole) {
    const double flits = flits_.perChannel[channel];
    if (wormhole.reallocate == VcReuse::empty) judgeVirtualChannels(channel, wormhole);
    const Cycle stage = wormhole.delays.switchAllocation;
    if (stage <= 1 || wormhole.holdSwitch) return;
    const auto grants = [&](const LinkEnd& end, double speedup) {
      if (!end.isTerminal)
        judge(flits * static_cast<double>(stage) / speedup, Bottleneck::switchAllocation, channel,
              end.node);
    };
    grants(topology_.from(channel), wormhole.outputSpeedup);
    grants(topology_.to(channel), wormhole.inputSpeedup);
  }

  /// A virtual channel has one packet from the grant until its last credit is back.
  void judgeVirtualChannels(ChannelId channel, const WormholeSettings& wormhole) {
    const WormholeDelays& d = wormhole.delays;
    const LinkEnd &from = topology_.from(channel), &to = topology_.to(channel);
    Cycle first = 2 * (1 + setup_.linkLatency[channel / 2]);  // there and back
    if (!from.isTerminal) first += d.switchAllocation + d.traversal + d.credit;
    double ofFlit = 1 / rate(channel);
    if (!to.isTerminal) {
      first += d.route + d.vcAllocation - 1 + d.switchAllocation;
      if (wormhole.storeAndForward) ofFlit += 1;
    }
    const auto vcs = setup_.virtualChannels.of(topology_.kindOf(channel / 2));
    const double packets = packets_.perChannel[channel], flits = flits_.perChannel[channel];
    judge((packets * static_cast<double>(first) + (flits - packets) * ofFlit) / vcs,
          Bottleneck::virtualChannels, channel, kNone);
  }

  void judgeTables(RouterId router) {
    const LookupSettings& lookup = setup_.lookups[setup_.lookupOf[router]];
    const auto cycles = [&](Picoseconds time) {
      return static_cast<double>(time) / setup_.picosecondsPerCycle;
    };
    switch (lookup.kind) {
      case LookupKind::algorithm:
        return;
      case LookupKind::dram:
        return judgeTable(router, rows_, cycles(lookup.dramRead), Bottleneck::dram,
                          lookup.camPerPort);
      case LookupKind::cam:
        return judgeTable(router, packets_, cycles(lookup.camInterval) / lookup.camBanks,
                          Bottleneck::cam, lookup.camPerPort);
      case LookupKind::nrfMap:
        return judgeTable(router, packets_, cycles(lookup.cache.interval), Bottleneck::map, true);
      case LookupKind::cache:
        break;
    }
    bound_.assumesHits = true;
    judgeTable(router, packets_, cycles(lookup.cache.interval) / lookup.cache.lanes,
               Bottleneck::cache, true);
    const double cam = cycles(lookup.camInterval) / lookup.camBanks;
    double all = packets_.elsewhere.empty() ? 0 : packets_.elsewhere[router];
    double most = 0;
    forEachInput(router, [&](ChannelId into) {
      all += packets_.perChannel[into];
      most = std::max(most, packets_.perChannel[into]);
    });
    const double misses = cam * (lookup.camPerPort ? most : all);
    if (misses <= misses_ + kAlike * misses_) return;
    misses_ = misses;
    bound_.missRouter = router;
  }

  /// `cycles`: of one lookup, or of a row.
  void judgeTable(RouterId router, const Traffic& traffic, double cycles, Bottleneck at,
                  bool perPort) {
    double all = traffic.elsewhere.empty() ? 0 : traffic.elsewhere[router];
    forEachInput(router, [&](ChannelId into) {
      all += traffic.perChannel[into];
      if (perPort) judge(traffic.perChannel[into] * cycles, at, into, router);
    });
    if (!perPort) judge(all * cycles, at, kNone, router);
  }

  template <typename Visit>
  void forEachInput(RouterId router, const Visit& visit) const {
    for (PortIndex p = 0; p < topology_.radix(router); ++p) visit(topology_.port(router, p).in);
  }

  const Setup& setup_;
  const Topology& topology_;
  CreditLoops loops_;
  std::uint32_t shortest_;  ///< packet, in flits
  Counter counter_;
  /// Where some channels are slow, and all packets are followed.
  std::optional<ChannelLoads> turns_;
  Traffic flits_, packets_, rows_;
  double busiest_ = 0;  ///< share of its time that the bottleneck is busy at load 1
  double misses_ = 0;   ///< likewise of the busiest CAM, if all lookups of its caches missed
  SaturationBound bound_;
};

/// A router's table, or that of one of its ports.
Sentence tableInWords(const Topology& topology, const SaturationBound& bound,
                      const Sentence& table) {
  const Sentence router = routerInWords(topology, bound.router);
  if (bound.channel == kNone) return sentence("{} of {}", table, router);
  return sentence("{} of {} for what comes from {}", table, router,
                  partInWords(topology, topology.from(bound.channel)));
}

/// "0.4 flits per terminal and cycle, where router 0 → router 3 is full".
Sentence loadInWords(const Topology& topology, const SaturationBound& bound) {
  const Sentence words = bottleneckInWords(topology, bound);
  if (bound.at == Bottleneck::source || bound.at == Bottleneck::channel || isBuffer(bound.at))
    return sentence("{:.4g} flits per terminal and cycle, where {} is full", bound.load, words);
  return sentence("{:.4g} flits per terminal and cycle, where {} is busy all the time", bound.load,
                  words);
}

/// Whether nothing is full before a terminal sends a flit a cycle.
bool sendsAll(const SaturationBound& bound) {
  return bound.at == Bottleneck::source && bound.load > 1 - kAlike;
}

Sentence boundInWords(const Topology& topology, const SaturationBound& bound) {
  if (bound.counted == Counted::decides)
    return sendsAll(bound)
               ? sentence(
                     "This routing decides by what it sees, so no bound follows from counting "
                     "channels.")
               : sentence(
                     "This routing decides by what it sees, so channels between routers are not "
                     "counted. Saturation bound of all paths under this traffic: {}.",
                     loadInWords(topology, bound));
  if (bound.counted == Counted::tooLarge)
    return sendsAll(bound)
               ? sentence("The network is too large to count what its channels carry.")
               : sentence(
                     "The network is too large to count what its channels carry. Saturation bound "
                     "of all paths under this traffic: {}.",
                     loadInWords(topology, bound));
  if (sendsAll(bound))
    return sentence(
        "Saturation bound under this traffic: none below {:.4g}; nothing is full before a terminal "
        "sends all it can.",
        bound.load);
  return sentence("Saturation bound under this traffic: {}.", loadInWords(topology, bound));
}

}  // namespace

SaturationBound saturationBound(const Setup& setup, std::uint64_t mostDecisions) {
  return Search(setup, mostDecisions, nullptr).run();
}

SaturationBound saturationBound(const Setup& setup, const ChannelLoads& counted,
                                std::uint64_t mostDecisions) {
  return Search(setup, mostDecisions, &counted).run();
}

bool hasSaturationBound(const Setup& setup) {
  return !std::holds_alternative<HybridSwitches>(setup.switches) &&
         !std::holds_alternative<SlottedSwitches>(setup.switches);
}

Sentence saturationInWords(const Setup& setup) {
  if (hasSaturationBound(setup)) return describe(*setup.topology, saturationBound(setup));
  return sentence("No saturation bound is told: channels are shared out in time slots.");
}

Sentence bottleneckInWords(const Topology& topology, const SaturationBound& bound) {
  switch (bound.at) {
    case Bottleneck::nothing:
      return {};
    case Bottleneck::source:
    case Bottleneck::channel:
      return channelInWords(topology, bound.channel);
    case Bottleneck::injection:
      return sentence("the injection buffer of {}",
                      partInWords(topology, topology.from(bound.channel)));
    case Bottleneck::credits:
      return sentence("the input buffer behind {}", channelInWords(topology, bound.channel));
    case Bottleneck::switchAllocation:
      return sentence("the switch allocation of {} for {}", routerInWords(topology, bound.router),
                      channelInWords(topology, bound.channel));
    case Bottleneck::virtualChannels:
      return sentence("every virtual channel of {}", channelInWords(topology, bound.channel));
    case Bottleneck::dram:
      return tableInWords(topology, bound, sentence("the linear table"));
    case Bottleneck::cam:
      return tableInWords(topology, bound, sentence("the CAM"));
    case Bottleneck::cache:
      return tableInWords(topology, bound, sentence("the forwarding cache"));
    case Bottleneck::map:
      return tableInWords(topology, bound, sentence("node reduction"));
  }
  return {};
}

Sentence describe(const Topology& topology, const SaturationBound& bound) {
  if (bound.at == Bottleneck::nothing) return sentence("Under this traffic no terminal sends.");
  Sentence text = boundInWords(topology, bound);
  if (bound.assumesHits)
    text = sentence("{} It is an upper bound: every lookup is taken to hit its cache.", text);
  if (bound.assumesHits && bound.missShare < 1)
    text =
        sentence("{} Where more than {:.3g} % ask the CAM of {}, that is busy all the time first.",
                 text, 100 * bound.missShare, routerInWords(topology, bound.missRouter));
  if (bound.lost > 1e-9)
    text = sentence("{} {:.3g} % of all packets are not delivered.", text, 100 * bound.lost);
  return text;
}

}  // namespace hopscope
