// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/rng.h"
#include "engine/fabric/timing_wheel.h"
#include "engine/fabric/touch.h"
#include "engine/switching/held_packets.h"
#include "engine/traffic/traffic_pattern.h"
#include "engine/traffic/traffic_source.h"

namespace hopscope {

/// A size of packets and how many of all packets have it.
struct PacketSize {
  std::uint32_t flits = 1;
  double share = 1;

  bool operator==(const PacketSize&) const = default;
};

/// What the terminals offer.
struct TrafficPlan {
  std::shared_ptr<const TrafficPattern> pattern;
  double load = 0;                ///< flits per terminal and cycle, [0, 1]
  std::vector<PacketSize> sizes;  ///< at least one; shares add up to 1
  /// How long before a packet a probe takes the same path, to have the caches there know its
  /// destination; 0: none goes.
  Cycle prefetch = 0;
  /// The number in the run of each class of the pattern, or of all its packets where it has none;
  /// empty: there is one class in the run, and nothing is counted apart.
  std::vector<std::uint8_t> classIds = {};
  std::uint8_t classOfApplications = 0;  ///< of packets that a workload sends beside
};

/// The mean size of packets in flits.
double meanFlits(const std::vector<PacketSize>& sizes);
double meanFlits(const TrafficPlan& plan);

/// How many classes of traffic must be told apart.
std::size_t classesOf(const TrafficPlan& plan);

/// When terminals generate packets, to whom and how long: Bernoulli trials in every cycle, drawn as
/// the geometric gap to the next packet. Each terminal has streams of its own, so the traffic does
/// not depend on the network, nor on how terminals are divided among Injections.
class Injection final : public TrafficSource {
 public:
  /// Of terminals [first, first + count). The first packets are generated at cycle 0 or later.
  Injection(const TrafficPlan& plan, std::uint64_t seed, TerminalId first, std::uint32_t count);

  /// Other traffic, from cycle `now` on.
  void setTraffic(Cycle now, const TrafficPlan& plan);

  void offer(Cycle now, SourceQueues& queues) override { offerTo(now, queues); }
  /// The same for queues of a kind that is known, so that nothing has to be looked up to enter
  /// them.
  template <typename Queues>
  void offerTo(Cycle now, Queues& queues) {
    held_.drain(now, [&](const HeldPackets::Held& held) {
      Rng routing = held.routing;
      const NewPacket packet{held.source, held.destination, held.flits, false, held.trafficClass};
      if (!queues.enter(now, packet, routing)) queues.drop(packet);
    });
    births_.drain(now, [&](TerminalId terminal) {
      Source& source = sources_[terminal - first_];
      if (source.alarm != now) return;  // from before setTraffic
      if (source.next == now) {
        if (alike_)
          sendAlike(now, terminal, source, queues);
        else
          send(now, terminal, source, queues);
      }
      schedule(now, terminal, source);
    });
  }
  Cycle nextOffer(Cycle now) const override {
    return probability_ > 0 || !held_.empty() ? now : kNoCycle;
  }

  /// No packet has been announced by a probe and is still to come.
  bool noneHeld() const { return held_.empty(); }

  /// Makes room for what a network that has settled needs.
  void leaveRoom() override { held_.leaveRoom(); }
  /// Brings what generating works on into the cache.
  void touch() const override {
    hopscope::touch(sources_);
    births_.touch();
  }

 private:
  /// One terminal's streams of random numbers and its next packet.
  struct Source {
    Rng gaps, destinations, routing;
    Cycle next = -1;
    Cycle alarm = -1;  ///< when it is looked at again, at the latest at `next`
  };

  /// A class of traffic as packets are drawn of it; one where all packets are alike.
  struct ClassOdds {
    const TrafficPattern* pattern;
    double share;         ///< of all packets
    std::uint32_t flits;  ///< of each; 0: they are of several sizes
    std::uint8_t id;
  };

  /// Where all packets are alike (`alike_`).
  template <typename Queues>
  void sendAlike(Cycle now, TerminalId terminal, Source& source, Queues& queues) {
    const ClassOdds& kind = classes_.front();
    const TerminalId destination = kind.pattern->destination(terminal, source.destinations);
    if (destination == kNone) return;
    const NewPacket packet{terminal, destination, kind.flits, false, kind.id, 0, true};
    if (!queues.enter(now, packet, source.routing)) queues.drop(packet);
  }
  void send(Cycle now, TerminalId terminal, Source& source, SourceQueues& queues);
  void adopt(const TrafficPlan& plan);
  void adoptClasses(const TrafficPlan& plan);
  Cycle gap(Rng& rng) const {
    if (probability_ >= 1) return 1;
    const std::uint64_t draw = rng.next();
    if (const std::uint16_t known = gaps_[draw >> (64 - kGapBits)]; known != 0) return known;
    return longGap(draw);
  }
  Cycle longGap(std::uint64_t draw) const;
  double silence(std::uint64_t draw) const;
  void prepareGaps();
  /// Sets the alarm for the next packet, which is drawn where none is to come.
  void schedule(Cycle now, TerminalId terminal, Source& source) {
    if (source.next <= now) source.next = now + gap(source.gaps);
    source.alarm = std::min(source.next, now + births_.horizon());
    births_.push(source.alarm, terminal);
  }
  const ClassOdds& drawClass(Source& source);
  std::uint32_t drawOneOfSizes(TerminalId terminal);

  /// Leading bits of a draw that are looked at first.
  static constexpr unsigned kGapBits = 10;

  TerminalId first_;
  std::shared_ptr<const TrafficPattern> pattern_;
  std::vector<ClassOdds> classes_;
  std::vector<PacketSize> sizes_;
  double probability_ = 0;     ///< of a packet per terminal and cycle
  double inverseLogMiss_ = 0;  ///< 1 / ln(1 - probability)
  /// The gap by the leading bits of its draw, where these decide it, which saves the logarithm for
  /// 19 packets of 20 (at a load of 0.1; 98 of 100 at 0.3); else 0.
  std::vector<std::uint16_t> gaps_;
  std::vector<Source> sources_;
  std::vector<Rng> sizeDraws_;  ///< per terminal; empty where all packets are alike
  std::uint64_t seed_;
  bool alike_ = false;  ///< of one class and size, in no order, and without probes
  Cycle prefetch_ = 0;
  HeldPackets held_;
  std::vector<std::uint64_t> numbers_;  ///< of each terminal's next packet, where they are ordered
  TimingWheel<TerminalId> births_;
};

}  // namespace hopscope
