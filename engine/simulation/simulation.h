// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "engine/simulation/results.h"
#include "engine/simulation/setup.h"
#include "engine/simulation/snapshot.h"

namespace hopscope {

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

  /// Fills the caller's buffer (its vectors are reused).
  void snapshot(Snapshot& out, const WatchList& watch = {}) const;

  /// What the run says so far; final once done.
  Results results() const;

  /// Conservation of packets and credits, order within virtual channels. Empty when all hold.
  /// Costs a walk over the whole network.
  std::vector<std::string> violations() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace hopscope
