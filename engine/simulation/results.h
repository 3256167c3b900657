// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/sentence.h"
#include "engine/switching/observation.h"
#include "engine/workload/application_end.h"
#include "engine/workload/rank_times.h"

namespace hopscope {

/// What a run came to, from good to bad. Unknown: nothing was measured, or nothing arrived that
/// could tell and nothing was in its way. Stalled: ranks or packets wait for what will never come,
/// and for no cycle of buffers; that is a deadlock.
enum class Verdict : std::uint8_t { stable, unknown, saturated, stalled, deadlocked };

/// The network does not bear the load: queues grow, so that latencies tell how long the run was.
constexpr bool isOverloaded(Verdict verdict) {
  return verdict >= Verdict::saturated;
}

/// Of two runs together: the worse, among those of which anything is known.
constexpr Verdict worse(Verdict a, Verdict b) {
  if (a == Verdict::unknown) return b;
  return b == Verdict::unknown ? a : std::max(a, b);
}

/// Some of the packets wait for ever, or all, whatever the load.
constexpr bool isStuck(Verdict verdict) {
  return verdict == Verdict::stalled || verdict == Verdict::deadlocked;
}

/// Mean and spread of packet latencies, in cycles from generation to the tail's arrival. A value
/// that does not exist (no packet) is NaN.
struct LatencySummary {
  double mean = 0, minimum = 0, p50 = 0, p95 = 0, p99 = 0, maximum = 0;
  double ci95 = 0;  ///< half-width of the 95 % confidence interval, by batch means

  bool operator==(const LatencySummary&) const = default;
};

/// Where the cycles of the mean latency went. Means over measured packets that add up to
/// LatencySummary::mean; NaN where measured packets are missing (packetsLost).
struct LatencyParts {
  double source = 0;            ///< in the source queue
  double lookup = 0;            ///< until the route was known
  double vcAllocation = 0;      ///< for a virtual channel, or room in the next buffer
  double switchAllocation = 0;  ///< for the crossbar, and behind others in the buffers
  double traversal = 0;         ///< the switches' pipelines
  double serialization = 0;     ///< of the tail behind the head
  double channel = 0;           ///< on the wires

  bool operator==(const LatencyParts&) const = default;
};

/// Energy, or power, by what takes it. What is not known (of a run kept in a project) is NaN.
struct EnergyParts {
  double buffers = std::numeric_limits<double>::quiet_NaN();
  double links = std::numeric_limits<double>::quiet_NaN();
  double lookup = std::numeric_limits<double>::quiet_NaN();
  double fixed = std::numeric_limits<double>::quiet_NaN();

  double total() const { return buffers + links + lookup + fixed; }
  EnergyParts& operator+=(const EnergyParts& other) {
    buffers += other.buffers;
    links += other.links;
    lookup += other.lookup;
    fixed += other.fixed;
    return *this;
  }
  EnergyParts operator*(double factor) const {
    return {buffers * factor, links * factor, lookup * factor, fixed * factor};
  }
  bool operator==(const EnergyParts&) const = default;
};

/// Packets by the kind of path they took (PathKind), as shares of all, 0..1.
struct PathShares {
  double minimal = std::numeric_limits<double>::quiet_NaN();
  double g = std::numeric_limits<double>::quiet_NaN();
  double gl = std::numeric_limits<double>::quiet_NaN();
  double lg = std::numeric_limits<double>::quiet_NaN();
  double lgl = std::numeric_limits<double>::quiet_NaN();
  double other = std::numeric_limits<double>::quiet_NaN();

  bool operator==(const PathShares&) const = default;
};

/// What a crossbar with time slots spent its time on, as shares of it, 0..1. Where slots move on
/// from channel to channel: what all channels spent theirs on, with packets of best effort as
/// worms.
struct SlotParts {
  double circuits = std::numeric_limits<double>::quiet_NaN();  ///< with a flit at least
  double idleCircuits = std::numeric_limits<double>::quiet_NaN();
  double worms = std::numeric_limits<double>::quiet_NaN();  ///< with a flit at least
  double idleWorms = std::numeric_limits<double>::quiet_NaN();
  double none = std::numeric_limits<double>::quiet_NaN();  ///< no slot had anything to do

  bool operator==(const SlotParts&) const = default;
};

/// A bar of the latency histogram: packets with lower <= latency < upper.
struct HistogramBar {
  double lower = 0, upper = 0;
  std::uint64_t count = 0;

  bool operator==(const HistogramBar&) const = default;
};

/// What one window of the run saw. Latency of packets delivered in it; NaN without any.
struct WindowSample {
  Cycle end = 0;  ///< the window covers [end - length, end)
  Cycle length = 0;
  double latencyMean = 0;
  double latencyP99 = 0;
  double acceptedLoad = 0;    ///< flits per terminal and cycle
  double generatedLoad = 0;   ///< flits per terminal and cycle, refused ones among them
  double hitRate = 0;         ///< of the forwarding caches, 0..1; NaN without lookups
  double hottestChannel = 0;  ///< utilisation of the busiest channel, 0..1
  double nonminimal = 0;      ///< share of the packets delivered in it, 0..1; NaN without any
  double underWay = 0;        ///< packets generated and not delivered, at its end
  double latencyP50 = 0, latencyP95 = 0;
  /// Where the cycles went that measured packets spent in it, as shares of them, 0..1; NaN without
  /// any.
  LatencyParts split = {};
  PathShares paths = {};   ///< of the packets delivered in it; NaN without any
  EnergyParts power = {};  ///< of all routers, in watts
  double energyPerPacket = std::numeric_limits<double>::quiet_NaN();  ///< nJ per delivered packet
  /// Share of the packets delivered in it that came after a younger one of their pair, 0..1; NaN
  /// without any.
  double reordered = std::numeric_limits<double>::quiet_NaN();
  /// Share of the time that receivers had virtual channels between routers stop, 0..1; NaN under
  /// credits.
  double paused = std::numeric_limits<double>::quiet_NaN();
  /// At its end, where routers have a level (Learnt::level): the mean, and the highest.
  double level = std::numeric_limits<double>::quiet_NaN();
  double highestLevel = std::numeric_limits<double>::quiet_NaN();
  /// At its end, where ports have a probability (Learnt::probability), 0..1: the mean, and the
  /// least.
  double probability = std::numeric_limits<double>::quiet_NaN();
  double leastProbability = std::numeric_limits<double>::quiet_NaN();
  /// Where circuits and worms share time slots; NaN elsewhere. The share of the packets whose
  /// interface knew a circuit for them, 0..1; NaN without any.
  double circuitHits = std::numeric_limits<double>::quiet_NaN();
  /// Circuits that a scheduler made or ended, flushes, and slots passed over by PREEMPT, each in
  /// 1,000 cycles.
  double reconfigurationRate = std::numeric_limits<double>::quiet_NaN();
  double flushRate = std::numeric_limits<double>::quiet_NaN();
  double preemptionRate = std::numeric_limits<double>::quiet_NaN();
  SlotParts slotTime = {};

  bool operator==(const WindowSample&) const = default;
};

struct CacheTotals {
  std::uint64_t lookups = 0, hits = 0, mshrMerges = 0;
  std::uint64_t compulsory = 0, capacity = 0, conflict = 0;  ///< misses by cause
  std::uint64_t camLookups = 0;
  double camQueueMean = 0;       ///< cycles a lookup waited for its CAM, mean
  std::uint64_t sharedHits = 0;  ///< of the caches that the ports of a switch share
  std::uint64_t prefetches = 0;  ///< probes sent
  std::uint64_t refills = 0;     ///< destinations fetched ahead in an exchange

  bool operator==(const CacheTotals&) const = default;
};

struct RouterResult {
  /// Of those terminals of this router that have anything to send, flits/terminal/cycle; NaN
  /// without any, and where nothing was measured.
  double acceptedLoad = 0;
  double deliveredLoad = 0;  ///< to this router's terminals; NaN where nothing was measured
  std::uint64_t cacheLookups = 0, cacheHits = 0;
  EnergyParts energy = {};  ///< nJ over the measured interval

  bool operator==(const RouterResult&) const = default;
};

/// Measured packets of one kind.
struct ClassResult {
  std::string name;  ///< "minimal", "-g-", "non-minimal", "4 flits"
  std::uint64_t packets = 0;
  double latencyMean = 0, hopsMean = 0;

  bool operator==(const ClassResult&) const = default;
};

/// One of the classes of a mix of traffic.
struct TrafficClassResult {
  std::string name;
  double offeredLoad = 0;     ///< what its terminals tried to send, flits/terminal/cycle, or NaN
  double acceptedLoad = 0;    ///< delivered; both NaN where nothing was measured
  std::uint64_t packets = 0;  ///< measured; below, of these alone
  double latencyMean = 0, latencyP50 = 0, latencyP95 = 0, latencyP99 = 0;
  double hopsMean = 0;

  bool operator==(const TrafficClassResult&) const = default;
};

/// One of several runs of a design that differ in their seed.
struct ReplicationResult {
  std::uint64_t seed = 0;
  Cycle cycles = 0, warmupUsed = 0;
  double acceptedLoad = 0;
  double latencyMean = 0, latencyP99 = 0, latencyCi95 = 0;
  std::uint64_t packetsMeasured = 0;
  Verdict verdict = Verdict::stable;

  bool operator==(const ReplicationResult&) const = default;
};

/// A phase that has begun.
struct RunEvent {
  Cycle at = 0;
  Cycle inForce = 0;  ///< later than `at` where the network had to run empty first
  std::string what;   ///< TrafficPhase::what

  bool operator==(const RunEvent&) const = default;
};

/// How many phases had come into force at a cycle.
std::size_t phasesInForce(const std::vector<RunEvent>& events, Cycle at);

/// What the cycles up to an application's completion were spent on, along the chain of ranks and
/// messages that each waited for the one before: they add up to it.
struct CriticalPath {
  double computation = 0;
  double overhead = 0;    ///< of ranks, for messages
  double interface = 0;   ///< behind other messages of the same terminal
  double transfer = 0;    ///< as long as messages take where nobody else is
  double contention = 0;  ///< beyond that

  bool operator==(const CriticalPath&) const = default;
};

/// What came of one application. Where it did not finish, cycles are NaN.
struct ApplicationResult {
  std::string name;
  ApplicationEnd end = ApplicationEnd::unfinished;
  double completion = 0;  ///< cycles from its start until its last rank had finished
  double ideal = 0;       ///< the same where all messages take their zero-load time; never more
  double slowdown = 0;    ///< against that
  std::uint64_t ranks = 0;
  std::uint64_t messages = 0, bytes = 0;  ///< sent
  /// Shares of the ranks' time until the completion.
  double computation = 0;
  double communication = 0;  ///< on messages, or waiting for one that was on its way
  double waiting = 0;        ///< for messages that were yet to be sent
  /// Cycles of a rank, the mean over all, with collectives under way beside its program, and those
  /// of them in which it waited for one: exposed communication. 0 where no rank began any; NaN
  /// where it is not known.
  double background = 0, exposed = 0;
  CriticalPath path;
  std::vector<RankTimes> perRank;  ///< means of several seeds; none where ranks differ in number
  /// Of a stalled one, rank by rank: who waits for whom, each for the next one.
  std::vector<std::string> stalled;
  /// Of a stalled one whose ranks wait in a circle: with endpoints.eager of so many bytes, none of
  /// them would wait to send; 0 where that breaks no circle.
  std::uint64_t eagerEnough = 0;

  bool operator==(const ApplicationResult&) const = default;
};

/// A collective operation that ranks of an application did, again and again: by one algorithm,
/// among as many ranks, with as many bytes. Sizes and bandwidths are those of the NCCL Tests
/// (doc/PERFORMANCE.md, NVIDIA 2016).
struct CollectiveResult {
  std::string application, operation;  ///< their names
  std::uint64_t ranks = 0;
  std::uint64_t bytes = 0;  ///< of the whole array; 0 of a barrier
  double calls = 0;         ///< of all ranks together, a call of them all counted once
  /// Of a call, from where a rank begins it until it goes on: the mean of the rank that takes
  /// longest (the root of a gather, the last leaf of a scatter).
  double time = 0;
  /// In 10^9 bytes a second: bytes / time, and times the factor by which it can be compared with
  /// the bandwidth of a cable (busFactor). NaN of a barrier.
  double algorithmBandwidth = 0, busBandwidth = 0;

  bool operator==(const CollectiveResult&) const = default;
};

/// A time slot of a switch with circuits, over the measured interval.
struct SlotResult {
  std::string name;                          ///< its number, or "worms"
  std::uint64_t turns = 0;                   ///< that it had
  std::uint64_t skipped = 0, preempted = 0;  ///< that it was passed over: nothing set up, no data
  std::uint64_t flits = 0;
  Cycle used = 0;  ///< cycles of its turns in which it moved anything
  Cycle idle = 0;  ///< the others

  bool operator==(const SlotResult&) const = default;
};

/// Everything a finished (or stopped) run says; over the measured interval unless stated. Of
/// several replications: means over them, with sums of counts (study/replications.h).
struct Results {
  std::uint64_t seed = 0;
  std::string engineVersion;
  Cycle cycles = 0;  ///< simulated, drain included
  double wallSeconds = 0;
  std::uint64_t flitHops = 0;  ///< routers traversed, per flit, whole run
  /// As configured; where phases change it, its mean over the measured interval.
  double offeredLoad = 0;
  /// What was generated or dropped, over all terminals: less than offered where a pattern leaves
  /// some of them silent (the diagonal of a transpose). NaN where nothing was measured, and in a
  /// run kept by an older version.
  double generatedOverAll = std::numeric_limits<double>::quiet_NaN();
  double acceptedLoad = 0;  ///< flits per terminal and cycle; NaN where nothing was measured
  /// Half-width of its 95 % interval: by batch means, or of several runs. NaN where a phase changes
  /// the load within what is measured.
  double acceptedCi95 = 0;
  Cycle warmupUsed = 0;  ///< where measuring began
  Cycle measuredCycles = 0;
  std::uint64_t packetsMeasured = 0;  ///< generated in the measured interval and delivered
  std::uint64_t packetsLost = 0;  ///< generated in the measured interval, not delivered at the end
  /// Of those measured, after a younger one of the same source, destination and class
  /// (DeliveryOrder says how many pairs are remembered); and by how many at the most one was
  /// overtaken. Not known of a run kept by an older version.
  std::optional<std::uint64_t> packetsReordered, largestDisplacement;
  std::uint64_t packetsRefused = 0;  ///< trials without room in the source queue
  /// By how many packets per terminal and 1,000 cycles those under way grew; near 0 where the
  /// network accepts what it is offered.
  double queueGrowth = 0;
  LatencySummary latency;
  LatencyParts split;
  /// From leaving the source queue; NaN where measured packets are missing (packetsLost).
  double networkLatencyMean = 0;
  std::vector<HistogramBar> histogram;
  double hopsMean = 0;            ///< router-to-router channels
  double nonminimalFraction = 0;  ///< of the measured packets, 0..1
  PathShares paths;               ///< of the measured packets
  std::vector<ClassResult> classes;
  std::vector<TrafficClassResult> trafficClasses;  ///< empty where traffic is not mixed
  /// How often receivers had a virtual channel between routers stop, and the share of their time,
  /// 0..1; of neither where credits tell of room.
  std::optional<std::uint64_t> pauses;
  /// Notices of congestion, and those that were dropped because the queue of notices was full;
  /// where queues send any.
  std::optional<std::uint64_t> noticesSent, noticesDropped;
  /// How often packets that waited in their source queue drew another path after an attempt in
  /// vain; where the routing lets them.
  std::optional<std::uint64_t> recomputations;
  double paused = std::numeric_limits<double>::quiet_NaN();
  CacheTotals cache;
  EnergyParts energy;  ///< of all routers, nJ over the measured interval
  double energyPerPacket = std::numeric_limits<double>::quiet_NaN();  ///< nJ per delivered packet
  std::vector<double> channelUtilization;                             ///< per channel, 0..1
  std::vector<RouterResult> routers;
  std::vector<WindowSample> windows;            ///< the whole run
  std::vector<ApplicationResult> applications;  ///< empty where none run
  std::vector<CollectiveResult> collectives;    ///< of them, those first that took most time
  /// Of all applications together, over the network and the whole run.
  std::optional<std::uint64_t> messages;
  double makespan = std::numeric_limits<double>::quiet_NaN();  ///< from the first to the last cycle
  /// Share that their bytes are of what the cables of those that sent could carry meanwhile, 0..1.
  double bandwidthUtilization = std::numeric_limits<double>::quiet_NaN();
  /// Share of the packets whose interface knew a circuit for them, 0..1, and what became of
  /// circuits; of neither where there are none.
  double circuitHitRate = std::numeric_limits<double>::quiet_NaN();
  std::optional<std::uint64_t> circuitsEstablished, circuitsReleased, circuitsEvicted;
  /// Where packets without a circuit travel in slots that circuits leave free: what arrives of
  /// them, in flits per terminal and cycle, and their mean latency beside that of circuits, in
  /// cycles; NaN without any, and elsewhere.
  double bestEffortLoad = std::numeric_limits<double>::quiet_NaN();
  double bestEffortLatency = std::numeric_limits<double>::quiet_NaN();
  double circuitLatency = std::numeric_limits<double>::quiet_NaN();
  std::vector<SlotResult> timeSlots;            ///< empty where there are none
  std::vector<ReplicationResult> replications;  ///< empty of a single run
  bool complete = false;                        ///< false where the run was stopped by hand
  Verdict verdict = Verdict::stable;
  /// Of a deadlocked run: the buffers whose packets wait for each other, each for the next one and
  /// the last for the first.
  std::vector<WaitingVc> deadlock;
  /// All buffers whose packets can never go on, also those that wait for the cycle alone; of
  /// several seeds in the run that has most of them.
  std::uint64_t deadlockedBuffers = 0;
  std::vector<Sentence> warnings;
  std::vector<RunEvent> events;  ///< in order of time, of the first of several seeds

  bool operator==(const Results&) const = default;
};

/// Of the measured packets, the share that had not arrived when the run ended.
double shareLost(const Results& results);

/// When a run came to its verdict: of several replications, whose cycles are summed up, the first
/// that came to the same.
Cycle endOf(const Results& results);

/// What accepted loads are to be compared with: the offered load, or that which was generated where
/// it is less, by more than 1 % and no accident (three standard deviations of its packets).
double offeredByAll(const Results& results);

/// Phases change the traffic, and as good as all that was offered in them together was accepted:
/// where it is saturated, it was so in some of them.
bool acceptsOnTheWhole(const Results& results);

/// A complete run without applications is saturated although as much arrived as was offered, within
/// 1 %: some packets waited to its end while others were served in their place.
bool isStarved(const Results& results);

}  // namespace hopscope
