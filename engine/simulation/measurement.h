// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/simulation/energy_meter.h"
#include "engine/simulation/recording.h"
#include "engine/simulation/results.h"
#include "engine/simulation/sending_time.h"
#include "engine/simulation/setup.h"
#include "engine/simulation/stability.h"
#include "engine/simulation/starvation.h"
#include "engine/simulation/traffic_class_names.h"
#include "engine/switching/switching.h"

namespace hopscope {

/// Reads the counters of a network at the ends of windows and of the measured interval, and makes
/// results of them. Everything it needs is taken at construction, so that a window allocates
/// nothing.
class Measurement {
 public:
  explicit Measurement(const Setup& setup);

  /// Between two cycles: other traffic is in force from now on.
  void changeTraffic(const std::shared_ptr<const TrafficPattern>& pattern, double load,
                     const ObservedNetwork& network);

  /// The next cycle at which `mark` is to be called.
  Cycle nextMark() const { return nextMark_; }
  /// Between two cycles, at `nextMark()`: closes windows, begins and ends measuring.
  void mark(Switching& network);

  /// Between two cycles: terminals have to be silent until the network has run empty, and may send
  /// again.
  void fallSilent(const ObservedNetwork& network);
  void sendAgain(const ObservedNetwork& network);

  /// Where the warm-up ends and where measuring does, as far as is known by now: both may be put
  /// off where the run finds them itself.
  Cycle warmupEnd() const { return warmupEnd_; }
  Cycle measureEnd() const { return warmupEnd_ + length_; }
  Cycle windowEnd() const { return windowStart_ + window_; }  ///< of the window under way
  bool begun() const { return state_ != State::warmup; }
  bool ended() const { return state_ == State::ended; }

  const std::vector<WindowSample>& windows() const { return windows_; }
  /// Null where nothing is recorded.
  std::shared_ptr<const Recorder> recorder() const { return recorder_; }

  /// What each router has taken since cycle 0, and all of them together.
  void energySoFar(const ObservedNetwork& network, std::vector<double>& ofRouter,
                   EnergyParts& all) const;

  /// Fills the fields of `results` that this class knows. `names`: of the classes of traffic.
  void summarise(const ObservedNetwork& network, const ClassNames& names, Results& results) const;
  /// Whether some terminals starve in a stretch that was measured, up to now where it is under way.
  /// Nobody where what gathers may just wait for its turn.
  bool someStarve(const ObservedNetwork& network) const;
  /// Warnings where "stable", once nothing else can become of it, is of too short a time, or not
  /// the whole truth.
  void doubt(Results& results) const;

 private:
  /// Everything that counts upwards, at one moment.
  struct Totals {
    std::vector<std::uint64_t> channelFlits;
    std::vector<std::uint64_t> received;  ///< flits, per terminal
    std::vector<std::uint64_t> offered;   ///< likewise, at a rate; refused ones among them
    RouterLookups lookups;                ///< of all routers
    std::vector<RouterLookups> routerLookups;
    SendingTotals sending;
    std::uint64_t deliveredPackets = 0, deliveredFlits = 0, deliveredMeasured = 0, reordered = 0;
    std::uint64_t deliveredReacting = 0;
    std::array<std::uint64_t, kPathKindCount> paths{};
    std::uint64_t underWay = 0;
    Cycle at = 0;
    Cycle turn = 0;  ///< within which a slot's turn comes; 0 where nothing waits for one
    LatencySplit split;
    InjectionCounts injected;
    PauseCounts pauses;
    CircuitCounts circuits;
    std::optional<ChannelUse> channelUse;
    std::vector<SlotUse> slotUses;
    NoticeCounts notices;
    std::optional<std::uint64_t> recomputations;
    std::array<std::uint64_t, kMostClasses> classFlits{};  ///< delivered, by class of traffic
    double moving = 0, waiting = 0;  ///< as PacketBalance, of what is under way; `lookUnderWay`
  };
  enum class State : std::uint8_t { warmup, measuring, ended };

  void reserve(Totals& totals) const;
  /// At the end of the warm-up as it was planned: does it end here?
  bool warmupEnds(Cycle now);
  /// At the end of the measured interval as it was planned: is it made longer?
  bool measuresOn(const Totals& now);
  /// Share of the time that virtual channels were paused; NaN where none can be.
  static double pausedShare(const Totals& start, const Totals& end);
  /// Of what is sent at a rate: what a workload sends waits for what arrives, so it never gathers.
  PacketBalance balance(const Totals& at) const;
  static std::uint64_t halfWaysOf(const Totals& at);
  static double transitOf(const Totals& at);
  static double waitedOf(const Totals& at);
  Totals totalsOf(const ObservedNetwork& network) const;
  /// Of the packets that terminals generate in the stretch under way, the share that they send
  /// where the network holds none up: not all where a setting asks that those be dropped which find
  /// their terminal busy. NaN where that is not known.
  double sentAlone() const;
  /// In the stretch that goes on up to `at`.
  bool starveUntil(const Totals& at) const;
  void summariseLatency(const DeliveryTally& tally, Results& results) const;
  void summariseTraffic(const DeliveryTally& tally, const Totals& start, const Totals& end,
                        double perTerminal, const ClassNames& names, Results& results) const;
  void summariseParts(const RouteStage& routes, const Totals& start, const Totals& end,
                      double length, Results& results) const;
  static void summariseCircuits(const Totals& start, const Totals& end, Results& results);
  static void summariseBestEffort(const Totals& start, const Totals& end, const Totals& now,
                                  double perTerminal, Results& results);
  void addWarnings(Results& results) const;

  /// What one router did from one moment to another.
  EnergyParts energyOf(RouterId router, const RouteStage& routes, const Totals& start,
                       const Totals& end) const;

  void take(Totals& totals, const ObservedNetwork& network, const DeliveryTally& tally) const;
  /// Adds what only a walk over all packets tells.
  static void lookUnderWay(Totals& totals, const ObservedNetwork& network);
  void recordWindow(Switching& network, const DeliveryTally& tally);
  /// What became of circuits and slots in a window, where there are any.
  static void addSlots(const Totals& start, const Totals& end, WindowSample& sample);
  SlotParts channelTime(const ChannelUse& start, const ChannelUse& end, Cycle length) const;
  /// What routers have learnt by the end of a window.
  void addLearnt(const ObservedNetwork& network, WindowSample& sample);

  RunSettings run_;
  const Topology* topology_;
  std::vector<LinkRate> linkRates_;  ///< Setup's
  EnergyMeter meter_;
  double terminals_;
  double packetFlits_;   ///< of packets, each counted by its flits
  double packetCycles_;  ///< that such a one takes along the slowest channel of a terminal
  std::size_t slots_;    ///< of a switch with circuits
  Cycle circuits_;       ///< that a packet waits for, where slots take turns
  bool growing_;         ///< windows become longer as the run goes on
  bool neverSends_;      ///< whatever happens
  bool uneven_ = false;  ///< `load_` changed while it was measured
  /// Cycles that a terminal with nothing in its way is busy behind the one that it begins to send a
  /// packet in, for each flit of that.
  double busyPerFlit_;
  bool dropsByChoice_;  ///< what finds its terminal busy is lost, which is no congestion
  double load_;         ///< that terminals are to send at by now
  SendingTime sending_;
  Cycle window_;  ///< length in force
  Cycle nextMark_ = 0;
  State state_ = State::warmup;
  Cycle warmupEnd_;      ///< as planned while warming up
  Cycle length_;         ///< measured interval, as planned while measuring
  bool steady_ = true;   ///< the end of the warm-up was found
  bool precise_ = true;  ///< the interval is as narrow as was asked for
  double widest_ = 0;    ///< share of the mean, of the interval that is not; NaN: there is none
  std::vector<WindowSample> windows_;
  std::shared_ptr<Recorder> recorder_;
  Cycle windowStart_ = 0;
  Totals atWindowStart_, beforeWindow_, atMeasureStart_, atMeasureEnd_;
  Stability stability_;
  Starvation starvation_;
  bool starved_ = false;  ///< some terminals, in a stretch that is over
  std::vector<float> learnt_;
  DeliveryTally tally_;   ///< as of the last mark
  TimeBatches arrivals_;  ///< DeliveryTally::byArrival at the end of the measured interval
};

}  // namespace hopscope
