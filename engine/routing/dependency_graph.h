// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/core/sentence.h"
#include "engine/fabric/vc_reuse.h"
#include "engine/routing/routing_algorithm.h"

namespace hopscope {

/// One virtual channel of a channel.
struct ChannelVc {
  ChannelId channel = kNone;
  VcIndex vc = 0;

  bool operator==(const ChannelVc&) const = default;
};

/// A pair for which the routing has no path, or one that ends at the wrong terminal.
struct UndeliveredPair {
  TerminalId source = kNone, destination = kNone;

  bool operator==(const UndeliveredPair&) const = default;
};

/// Where a packet may want adaptive channels and has no escape channel among its choices.
struct WithoutEscape {
  RouterId router = kNone;
  TerminalId destination = kNone;

  bool operator==(const WithoutEscape&) const = default;
};

/// Runs of sources that examineLegs() keeps at once: 120 MB, and twice that while they grow.
inline constexpr std::size_t kRunsAtOnce = 10'000'000;

/// What walking an algorithm's decisions shows.
struct DependencyReport {
  /// Between virtual channels of router-to-router channels; with an escape network, between its
  /// channels, one right after the other; of all channels where packets stand behind others.
  std::uint64_t dependencies = 0;
  /// A shortest cycle of dependencies: each may wait for the next, the last for the first. A
  /// routing that goes in cycles shows here as well. With an escape network some may hold the
  /// first and wait for the second with adaptive channels in between.
  std::vector<ChannelVc> cycle;
  bool escape = false;            ///< judged by its escape network, not by all channels
  VcReuse reuse = VcReuse::tail;  ///< of the switches it was judged with
  bool opportunistic = false;     ///< steps that nobody waits for were left out
  std::optional<WithoutEscape> withoutEscape;
  std::uint64_t undeliveredPairs = 0;
  std::vector<UndeliveredPair> undelivered;  ///< the first few of them
  Sentence unfinished;  ///< why nothing was proved, one sentence; empty when it was

  bool deadlockFree() const { return cycle.empty() && !withoutEscape && unfinished.empty(); }
};

/// Called now and then by the thread that asks for a proof: the share of all destinations that it
/// has walked to. It begins anew where a proof walks to all of them again.
using ProofProgress = std::function<void(double share)>;

/// Walks `starts` and `candidates` of every pair of terminals and collects which virtual channel
/// can wait for which: exact, nothing is sampled.
///
/// No cycle means free of deadlock (Dally & Seitz 1987). An algorithm that names escape channels is
/// judged by them (Duato 1993): wherever it routes a packet there must be an escape among the
/// candidates. What else depends on `reuse`:
///
/// - empty: the extended dependency graph of the escape channels, with the waits of packets that
///   left one and went on over adaptive channels, must have no cycle. It is not built: an order of
///   the direct waits is checked against all packets, and each wait that runs against it is added
///   until the order holds or a cycle has closed.
/// - whole: a packet that has gone on holds no escape channel any more, so the direct waits alone
///   must have no cycle.
/// - tail: a packet may hold an escape channel and stand in an adaptive one behind any other packet
///   that may be there. Then the waits of all channels must have no cycle through an escape
///   channel.
///
/// Where packets are taken as a whole, steps that are wanted only where there is room
/// (RouteChoice::opportunistic) are waited for by nobody, and left out.
///
/// Time: packets to terminals that are routed alike are walked once, so about (destination routers)
/// x (routers) decisions for a deterministic algorithm, on all cores; a Dragonfly of 334,662
/// terminals takes 4e8. Memory: per thread 8 bytes a channel, and a bit for each router's input and
/// output for every pair of virtual channel sets that occurs. An algorithm with a state for each
/// intermediate router takes (routers)³ decisions; beyond 5e10 nothing is walked, and the report
/// says so. Where that is beyond 2e7 and the legs to it and from it know nothing of each other
/// (RoutingAlgorithm::firstLegClass), they are walked apart (examineLegs).
DependencyReport examineDependencies(const Topology& topology, const RoutingAlgorithm& routing,
                                     VcReuse reuse, const std::stop_token& stop = {},
                                     const ProofProgress& progress = {});

/// The same of a routing with firstLegClass: all first legs, and all second legs from wherever the
/// first ones end, about (routers)² decisions times the states at an intermediate router, and for
/// each class of first legs (routers)² more: a Dragonfly of 16,512 terminals takes 2e9. Waits
/// between the legs are those of any source with any destination, itself included: where a router
/// has two terminals, they are those of examineDependencies(), else there may be a few more.
///
/// What sets out by way of each router is kept for as many routers at once as make about
/// `runsAtOnce` runs of neighbouring sources that set out alike, of 12 bytes each, and all sources
/// are asked again for the next of them; the report does not depend on it. A torus of 24 x 24 x 24
/// makes 1.6e6 of 1.9e8 pairs.
DependencyReport examineLegs(const Topology& topology, const RoutingAlgorithm& routing,
                             VcReuse reuse, const std::stop_token& stop = {},
                             std::size_t runsAtOnce = kRunsAtOnce);

/// Decisions examineDependencies() has to walk at least, from a few samples; 1e8 take seconds.
double proofSteps(const Topology& topology, const RoutingAlgorithm& routing);

/// "Deadlock-free (acyclic)", "Deadlock-free (escape network)", "Packets can deadlock" or "Freedom
/// of deadlock is not proved".
Sentence verdictOf(const DependencyReport& report);

/// The verdict with its reason: the cycle channel by channel, and what is not delivered.
Sentence describe(const Topology& topology, const DependencyReport& report);

/// "router 3 → router 4, VC 1", with the ids of the design.
Sentence bufferInWords(const Topology& topology, const ChannelVc& buffer);

}  // namespace hopscope
