// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/forwarding/recorded_lookup.h"
#include "engine/simulation/message_pairs.h"
#include "engine/simulation/recording.h"
#include "engine/simulation/results.h"
#include "engine/simulation/setup.h"
#include "engine/simulation/snapshot.h"
#include "engine/switching/delivery_groups.h"

namespace hopscope {

class ApplicationWorkload;
class PathFollower;
struct ChainStep;

/// Runs one Setup: warm-up, measured interval, drain. Never prints, never throws in the loop, does
/// not allocate in the steady state, and does not know who watches. One seed gives one result, bit
/// for bit, however it is stepped. Not thread-safe: see SimulationRunner.
class Simulation {
 public:
  explicit Simulation(Setup setup);
  ~Simulation();
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;

  const Setup& setup() const;

  /// Simulates `cycles` more cycles, fewer when the run is done.
  void advance(Cycle cycles);

  Cycle now() const;  ///< cycles simulated so far
  /// The end of the measured interval, as far as is known by now; it may move on.
  Cycle planned() const;
  RunPhase phase() const;
  bool done() const { return phase() == RunPhase::done; }

  /// All finished windows, and where the one under way ends.
  const std::vector<WindowSample>& windows() const;
  Cycle windowEnd() const;
  std::uint64_t packetsDelivered() const;  ///< since cycle 0
  /// The first cycle from now() on in which something may happen (Switching::restsUntil).
  Cycle restsUntil() const;
  /// The applications that run; null without any.
  const ApplicationWorkload* applications() const;

  /// Keeps what is looked up at an input port from now on (destinations, or the tags of node
  /// reduction), until there are `most`; memory for them is taken at once. kNoPort: at all ports of
  /// the router; kNone: of all routers (not with threads). Before the first cycle it begins with
  /// what the caches were warmed up with. Forgets what was kept before. A port that does not exist,
  /// or has no table, keeps nothing.
  void recordLookups(RouterId router, PortIndex port, std::size_t most);
  const std::vector<RecordedLookup>& recordedLookups() const;

  /// Adds what is delivered to such groups from now on (DeliveryGroups); those kept before are
  /// forgotten. No result depends on it.
  void groupDeliveries(const DeliveryGroups& groups);
  DeliveryGroups deliveryGroups() const;

  /// Other phases of the traffic, from cycle `from` on; the ones before stay as they were. `from`
  /// is at least now(), and later where a phase began just now. The run goes on bit for bit as if
  /// it had been set up with these phases. Their packets are as long as `carries` says.
  void setPhases(std::vector<TrafficPhase> phases, Cycle from);

  /// Follows the next packet that a terminal generates (Snapshot::journey); kNone: none. No result
  /// depends on it.
  void follow(TerminalId source);
  /// Follows from now on the packet that `source` generated at `birth`. False where it is not under
  /// way (any more); then none is followed.
  bool follow(TerminalId source, Cycle birth);
  /// Follows the messages of a critical path that was found in a run of the same setup, with
  /// Execution::threads 1; from the first cycle on, and instead of any packet. No result depends on
  /// it.
  void followMessages(std::vector<ChainStep> steps);
  /// How they went so far; null where none are followed.
  const PathFollower* followedMessages() const;
  /// Of the packet that is followed; null where none is.
  const Journey* journey() const;

  /// Packets at the front of buffers that want an output another one wants too, all but one at each
  /// output, right now. Nothing where the switches of this run cannot be asked.
  std::optional<std::uint64_t> outputConflicts() const;

  /// Keeps the last lookups in the caches of one router from now on (CacheDetail::last); kNone: of
  /// none. No result depends on it.
  void watchLookups(RouterId router);

  /// Keeps requests and grants of one router from the next cycle on (RouterDetail::allocation);
  /// kNone: of none. No result depends on it.
  void watchAllocations(RouterId router);

  /// Keeps the latest turns of time slots and the latest step of their scheduler from the next
  /// cycle on (CircuitDetail), or none any more. No result depends on it.
  void watchCircuits(bool wanted);

  /// The number that the routers learn with their routing, and what it is by now: one for each
  /// router or each port (ObservedNetwork::learnt). What takes it between calls of `advance` has it
  /// over time; no result depends on it.
  Learnt learns() const;
  void learnt(std::vector<float>& out) const;

  /// Fills the caller's buffer (its vectors are reused).
  void snapshot(Snapshot& out, const WatchList& watch = {}) const;

  /// What the applications have sent, by source and destination; empty without any.
  std::vector<MessagePair> messagePairs() const;

  /// Messages in the order of their arrival, where Execution asks for a timeline; at most as many
  /// as it says for each part of the network. Else empty.
  std::vector<MessageArrival> messageArrivals() const;

  /// What the ranks of applications are at, and, where Execution asks for a timeline, what they did
  /// up to now and the messages between them. Null without any.
  std::shared_ptr<const RankObservation> ranks() const;

  /// What the run says so far; final once done.
  Results results() const;

  /// What the windows were like so far, where Execution asks for a record; else null. It may be
  /// read from any thread, also when the simulation is gone.
  std::shared_ptr<const Recorder> recorder() const;

  /// Conservation of packets and credits, order within virtual channels. Empty when all hold.
  /// Costs a walk over the whole network.
  std::vector<std::string> violations() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace hopscope
