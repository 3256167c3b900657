// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/core/rng.h"
#include "engine/fabric/timing_wheel.h"
#include "engine/fabric/touch.h"
#include "engine/switching/held_packets.h"
#include "engine/traffic/traffic_pattern.h"

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
  /// How long before a packet a probe goes the same way, to have the caches there know its
  /// destination; 0: none goes.
  Cycle prefetch = 0;
  /// The number in the run of each class of the pattern, or of all its packets where it has none;
  /// empty: there is one class in the run, and nothing is counted apart.
  std::vector<std::uint8_t> classIds = {};
};

/// The mean size of packets in flits.
double meanFlits(const std::vector<PacketSize>& sizes);
double meanFlits(const TrafficPlan& plan);

/// How many classes of traffic must be told apart.
std::size_t classesOf(const TrafficPlan& plan);

/// A packet that a terminal has for the network.
struct NewPacket {
  TerminalId source = kNone, destination = kNone;
  std::uint32_t flits = 1;
  bool probe = false;  ///< goes before a packet, and is counted with none
  std::uint8_t trafficClass = 0;
};

/// Packets of some terminals since cycle 0.
struct InjectionCounts {
  std::uint64_t generated = 0;        ///< packets that entered a source queue
  std::uint64_t generatedFlits = 0;   ///< theirs
  std::uint64_t refused = 0;          ///< trials without room in the source queue
  std::uint64_t measured = 0;         ///< of `generated`, to be measured
  std::uint64_t refusedMeasured = 0;  ///< of `refused`, while measuring
  std::uint64_t prefetches = 0;       ///< probes that entered; in none of the others
  /// Flits of the packets that were generated or refused, by class of traffic.
  std::array<std::uint64_t, kMostClasses> offeredFlits{};

  InjectionCounts& operator+=(const InjectionCounts& other);
};

/// When terminals generate packets, to whom and how long: Bernoulli trials in every cycle, drawn as
/// the geometric gap to the next packet. Each terminal has streams of its own, so the traffic does
/// not depend on the network, nor on how terminals are divided among Injections.
class Injection {
 public:
  /// Of terminals [first, first + count). The first packets are generated at cycle 0 or later.
  Injection(const TrafficPlan& plan, std::uint64_t seed, TerminalId first, std::uint32_t count);

  /// Other traffic, from cycle `now` on.
  void setTraffic(Cycle now, const TrafficPlan& plan);

  /// Packets generated from now on are to be measured, or not.
  void setMeasuring(bool measuring) {
    measuring_ = measuring;
    if (measuring) held_.leaveRoom();
  }
  bool measuring() const { return measuring_; }

  /// Calls `enter(const NewPacket&, Rng& routing)` for each packet generated at cycle `now`; it
  /// says whether the source queue had room.
  template <typename Enter>
  void generate(Cycle now, Enter&& enter) {
    held_.drain(now, [&](const HeldPackets::Held& held) {
      Rng routing = held.routing;
      count({held.source, held.destination, held.flits, false, held.trafficClass}, routing, enter);
    });
    births_.drain(now, [&](TerminalId terminal) {
      Source& source = sources_[terminal - first_];
      if (source.alarm != now) return;  // from before setTraffic
      if (source.next == now) send(now, terminal, source, enter);
      schedule(now, terminal, source);
    });
  }

  /// No packet has been announced by a probe and is still to come.
  bool noneHeld() const { return held_.empty(); }

  /// Brings what generating works on into the cache.
  void touch() const {
    hopscope::touch(sources_);
    births_.touch();
  }

  const InjectionCounts& counts() const { return counts_; }

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

  template <typename Enter>
  void send(Cycle now, TerminalId terminal, Source& source, Enter&& enter) {
    const bool ordered = !numbers_.empty();
    const ClassOdds& kind = classes_.size() == 1 ? classes_.front() : drawClass(source);
    const TerminalId destination =
        ordered ? kind.pattern->inOrder(terminal, numbers_[terminal - first_])
                : kind.pattern->destination(terminal, source.destinations);
    if (destination == kNone) {
      // Nobody there to send to: the exchange goes on.
      if (ordered) ++numbers_[terminal - first_];
      return;
    }
    const NewPacket packet{terminal, destination,
                           kind.flits != 0 ? kind.flits : drawOneOfSizes(terminal), false, kind.id};
    bool sent = true;
    if (prefetch_ == 0) {
      sent = count(packet, source.routing, enter);
    } else {
      held_.push({now + prefetch_, terminal, destination, packet.flits, packet.trafficClass,
                  source.routing});
      counts_.prefetches += enter(NewPacket{terminal, destination, 1, true}, source.routing);
    }
    if (ordered && sent) ++numbers_[terminal - first_];
  }

  /// Counts a packet as what becomes of it.
  template <typename Enter>
  bool count(const NewPacket& packet, Rng& routing, Enter&& enter) {
    counts_.offeredFlits[packet.trafficClass] += packet.flits;
    if (!enter(packet, routing)) {
      ++counts_.refused;
      counts_.refusedMeasured += measuring_;
      return false;
    }
    ++counts_.generated;
    counts_.generatedFlits += packet.flits;
    counts_.measured += measuring_;
    return true;
  }

  void adopt(const TrafficPlan& plan);
  void adoptClasses(const TrafficPlan& plan);
  Cycle gap(Rng& rng) const;
  /// Sets the alarm for the next packet, which is drawn where none is to come.
  void schedule(Cycle now, TerminalId terminal, Source& source) {
    if (source.next <= now) source.next = now + gap(source.gaps);
    source.alarm = std::min(source.next, now + births_.horizon());
    births_.push(source.alarm, terminal);
  }
  const ClassOdds& drawClass(Source& source);
  std::uint32_t drawOneOfSizes(TerminalId terminal);

  TerminalId first_;
  std::shared_ptr<const TrafficPattern> pattern_;
  std::vector<ClassOdds> classes_;
  std::vector<PacketSize> sizes_;
  double probability_ = 0;     ///< of a packet per terminal and cycle
  double inverseLogMiss_ = 0;  ///< 1 / ln(1 - probability)
  bool measuring_ = false;
  std::vector<Source> sources_;
  std::vector<Rng> sizeDraws_;  ///< per terminal; empty where all packets are alike
  std::uint64_t seed_;
  Cycle prefetch_ = 0;
  HeldPackets held_;
  std::vector<std::uint64_t> numbers_;  ///< of each terminal's next packet, where they are ordered
  TimingWheel<TerminalId> births_;
  InjectionCounts counts_;
};

}  // namespace hopscope
