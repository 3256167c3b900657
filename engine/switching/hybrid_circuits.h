// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/bit_matrix.h"
#include "engine/fabric/timing_wheel.h"
#include "engine/scheduling/cell_array.h"
#include "engine/scheduling/circuit_prediction.h"
#include "engine/scheduling/circuit_registers.h"
#include "engine/scheduling/slot_scheduler.h"
#include "engine/switching/circuit_counts.h"
#include "engine/switching/hybrid_fifo.h"
#include "engine/switching/hybrid_settings.h"
#include "engine/switching/hybrid_ways.h"

namespace hopscope::hybrid {

/// The circuits of a hybrid crossbar or tree: what the scheduler has, what the NICs know of it,
/// what they ask for and what they give up again (Ding 2006, sections 3.2 to 3.4 and 5.2). Requests
/// take a wire to the scheduler, its changes the latency of a pass and a wire back. A pair with
/// data in its NIC is never evicted.
class Circuits {
 public:
  /// `seed`: of the cells that a pass begins at, where they are drawn.
  Circuits(const HybridSettings& settings, std::shared_ptr<const Topology> topology, Cycle wire,
           std::uint64_t seed);

  // What the NICs know.
  std::uint32_t outputOf(std::uint32_t slot, std::uint32_t input) const {
    return known_.outputOf(slot, input);
  }
  bool isEmpty(std::uint32_t slot) const { return known_.isEmpty(slot); }
  /// Inputs that may send in that slot, a bit each.
  const std::uint64_t* inputs(std::uint32_t slot) const { return known_.busyInputs(slot); }
  /// There are data for a circuit of that slot.
  bool hasData(std::uint32_t slot) const;
  /// There are data for that pair.
  bool filled(std::uint32_t input, std::uint32_t output) const { return filled_.at(input, output); }

  // What happens in the NICs, in cycle `now`.
  /// A packet was handed over: whether it takes a circuit.
  bool takes(std::uint32_t input, std::uint32_t output);
  /// A packet that takes a circuit; it is in the NIC `nic` cycles later.
  void use(Cycle now, std::uint32_t input, std::uint32_t output);
  /// A packet that takes none.
  void miss(Cycle now, std::uint32_t input, std::uint32_t output);
  /// The last flit for that pair has left in this cycle.
  void drain(Cycle now, std::uint32_t input, std::uint32_t output);
  /// Flits have gone in that slot.
  void carry(std::uint32_t slot, std::uint64_t flits) {
    toCarry_[slot] -= std::min(toCarry_[slot], flits);
  }
  /// A command asks for a circuit, where commands may; or gives up all that are not loaded: those
  /// with data as soon as these have gone.
  void predict(Cycle now, std::uint32_t input, std::uint32_t output);
  void flush(Cycle now, std::uint32_t input);

  /// What is due in cycle `now`: requests at the scheduler, evictions, and changes at the NICs, of
  /// which changed(slot, input, output, established) hears.
  template <typename Changed>
  void advance(Cycle now, Changed&& changed) {
    takeRequests(now);
    for (; !grants_.empty() && grants_.front().at <= now; grants_.pop()) {
      const CircuitChange& change = grants_.front().change;
      if (!adopt(now, change)) continue;
      changed(change.slot, change.input, change.output, change.established);
    }
  }
  /// Starts a pass, where one is due.
  void pass(Cycle now);

  /// The next configuration may take that slot: the present one has carried all it had to.
  bool isSwapDue(std::uint32_t slot) const {
    return nextLoaded_ < settings_.loaded.size() && slotLoaded_[slot] != kNone &&
           toCarry_[slot] == 0;
  }
  /// There are configurations whose turn has not come.
  bool hasMoreToLoad() const { return nextLoaded_ < settings_.loaded.size(); }
  std::uint64_t toCarry(std::uint32_t slot) const { return toCarry_[slot]; }
  /// The configuration in that slot; only where it is loaded.
  const LoadedConfiguration& loadedIn(std::uint32_t slot) const {
    return configuration(slotLoaded_[slot]);
  }
  void loadNext(std::uint32_t slot) { load(slot, static_cast<std::uint32_t>(nextLoaded_++)); }
  /// One of the configurations that are commanded takes its slot.
  void loadCommanded(std::uint32_t which) {
    load(settings_.commanded[which].slot,
         static_cast<std::uint32_t>(settings_.loaded.size()) + which);
  }
  /// The NIC knows a circuit for that pair.
  bool isKnown(std::uint32_t input, std::uint32_t output) const { return pcs_.at(input, output); }
  /// Data that lost their circuit: asks for one. Only where there are no worms.
  void ask(Cycle now, std::uint32_t input, std::uint32_t output);

  // What can be seen.
  const CircuitRegisters& known() const { return known_; }         ///< at the NICs
  const CircuitRegisters& scheduled() const { return circuits_; }  ///< at the scheduler
  const BitMatrix& requests() const { return requests_; }          ///< at the scheduler
  const BitMatrix& asked() const { return requested_; }            ///< by the NICs
  /// Keeps the latest step that changed something from now on, or none any more.
  void watch(bool wanted);
  /// Steps are those of the greedy scheduler, which has cells to look at.
  bool hasCells() const { return scheduler_->greedy() != nullptr; }
  const GreedyStep* lastStep() const {
    return steps_ != nullptr && steps_->last.at >= 0 ? &steps_->last : nullptr;
  }
  /// Where they go in a tree; null on a crossbar.
  const std::optional<TreeStructure>& tree() const { return tree_; }
  TreeWays* ways() { return ways_.get(); }
  const TreeWays* ways() const { return ways_.get(); }
  /// A sentence for each channel that two circuits have in a slot, or that is taken for none.
  void audit(std::vector<std::string>& found) const;

  const CircuitCounts& counts() const { return counts_; }
  /// Nothing is under way: only data, or time (nextDue), can change anything.
  bool quiet() const { return asked_ == 0 && grants_.empty() && passesLeft_ == 0; }
  /// When an idle circuit will be evicted; -1: none will.
  Cycle nextDue() const { return idle_.nextDue(); }
  void leaveRoom() {
    requestEvents_.leaveRoom();
    grants_.leaveRoom();
    grantedWays_.leaveRoom();
  }

 private:
  struct RequestEvent {
    std::uint32_t input = 0, output = 0;
    bool wanted = false;
  };
  /// A change that the scheduler has made, once the NICs know.
  struct Grant {
    Cycle at = 0;
    CircuitChange change;
  };

  /// Steps of the scheduler that is watched.
  struct Steps {
    GreedyStep next, last;
  };

  /// Those that are loaded, and behind them those that are commanded.
  const LoadedConfiguration& configuration(std::uint32_t which) const {
    return which < settings_.loaded.size()
               ? settings_.loaded[which]
               : settings_.commanded[which - settings_.loaded.size()].configuration;
  }
  void load(std::uint32_t slot, std::uint32_t next);
  const std::vector<CircuitChange>& step(Cycle now);
  void grant(Cycle now, const CircuitChange& change);
  void request(Cycle at, std::uint32_t input, std::uint32_t output);
  void evict(Cycle now, std::uint32_t input, std::uint32_t output);
  void takeRequests(Cycle now);
  void apply(Cycle now, const RequestEvent& event);
  bool adopt(Cycle now, const CircuitChange& change);
  std::uint32_t pairOf(std::uint32_t input, std::uint32_t output) const {
    return input * ports_ + output;
  }

  HybridSettings settings_;
  std::uint32_t ports_;
  Cycle wire_;
  std::uint32_t dynamicSlots_;

  // At the scheduler.
  CircuitRegisters circuits_;
  std::optional<TreeStructure> tree_;  ///< nothing: a crossbar
  std::unique_ptr<SlotScheduler> scheduler_;
  BitMatrix requests_;
  std::uint32_t passesLeft_ = 0;  ///< until all slots have seen the last change
  Cycle nextPass_ = 0;
  std::unique_ptr<Steps> steps_;  ///< null: it is not watched

  // At the NICs.
  CircuitRegisters known_;
  std::unique_ptr<TreeWays> ways_;
  BitMatrix pcs_;        ///< pairs whose packets take circuits
  BitMatrix loaded_;     ///< of those, the ones that are loaded
  BitMatrix requested_;  ///< pairs that are asked for
  BitMatrix filled_;     ///< pairs with data
  BitMatrix leaving_;    ///< pairs that are given up as soon as their data have gone
  IdleCircuits idle_;
  CircuitDemand demand_;

  TimingWheel<RequestEvent> requestEvents_;
  std::uint32_t asked_ = 0;  ///< in it
  Fifo<Grant> grants_;
  Fifo<TreeCircuit> grantedWays_;  ///< of those of a tree that establish a circuit
  CircuitCounts counts_;

  std::size_t nextLoaded_ = 0;
  std::vector<std::uint32_t> slotLoaded_;  ///< per slot: which configuration; kNone: none
  std::vector<std::uint64_t> toCarry_;     ///< per slot: flits until it may be replaced
};

}  // namespace hopscope::hybrid
