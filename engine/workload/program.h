// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/scheduling/circuit_registers.h"
#include "engine/workload/collective_use.h"
#include "engine/workload/operation.h"

namespace hopscope {

/// Circuits that a program loads into a slot of its switches while it runs
/// (OperationKind::preload).
struct CircuitLoad {
  std::uint32_t slot = 0;
  std::vector<PortPair> pairs;  ///< of ranks, sound (checkConfiguration)
  std::uint32_t line = 0;       ///< of the program's text, where it is first asked for

  bool operator==(const CircuitLoad&) const = default;
};

/// What the ranks of an application do: immutable, shared by threads. It comes in blocks, such as
/// an iteration, each a pure function of rank and number, so that it need not be kept.
class Program {
 public:
  virtual ~Program() = default;

  virtual std::uint32_t ranks() const = 0;
  /// Appends block `block` of what `rank` does, from 0 on; false where there is none any more.
  virtual bool block(std::uint32_t rank, std::uint64_t block, Operations& out) const = 0;
  /// False: that rank posts no receive but those of collectives, so that nobody keeps what is sent
  /// to it.
  virtual bool receives(std::uint32_t /*rank*/) const { return true; }
  /// Whether it tells its switches of circuits: loads them, predicts or flushes.
  virtual bool tellsOfCircuits() const { return false; }
  /// Whether it predicts circuits.
  virtual bool predicts() const { return false; }
  /// The circuits that it loads, each once.
  virtual const std::vector<CircuitLoad>& loads() const {
    static const std::vector<CircuitLoad> none;
    return none;
  }
};

/// Where one rank is in its program. Collectives come as what they are made of: sends, receives and
/// waits, and the work of reductions; those that ranks only begin come as they are.
class Script {
 public:
  Script(const Program& program, std::uint32_t rank) : program_(&program), rank_(rank) {}
  /// Of a rank that does nothing, until it begins a collective.
  explicit Script(std::uint32_t rank) : rank_(rank) {}

  /// From now on the script is one of this collective alone; allocates nothing once its longest
  /// step has been seen.
  void restart(const Operation& collective, std::uint32_t rank);
  /// The next operation, until the script is asked for another; null at the end. Allocates nothing
  /// once the longest block has been seen.
  const Operation* next() {
    while (true) {
      if (step_ > 0) {
        if (inStep_ < operations_.size()) return &operations_[inStep_++];
      } else if (position_ < blockEnd_ &&
                 operations_[position_].kind != OperationKind::collective) {
        return &operations_[position_++];
      }
      if (!makeMore()) return nullptr;
    }
  }
  std::uint32_t rank() const { return rank_; }
  /// Of the operations that come next some that are known already.
  std::span<const Operation> ahead() const {
    constexpr std::size_t kMost = 3;
    const bool inStep = inStep_ < operations_.size();
    const std::size_t at = inStep ? inStep_ : position_;
    const std::size_t end = inStep ? operations_.size() : blockEnd_;
    return std::span(operations_).subspan(at, std::min(kMost, end - at));
  }
  /// How many collectives it has begun, and the one that the last operation belongs to, if to any.
  std::uint32_t collectives() const { return begun_; }
  CollectiveKind collective(std::uint32_t job) const {
    const Operation& whole = operations_[position_];
    return {job, whole.group.count, whole.collective, whole.bytes};
  }

 private:
  bool makeMore();
  bool nextBlock();
  bool nextStep();

  const Program* program_ = nullptr;
  std::uint32_t rank_;
  std::uint32_t step_ = 0;   ///< of the collective at `position_`, the next one; 0: not begun
  std::uint64_t block_ = 0;  ///< the next one
  /// Of the present block, and behind it, of the present step of a collective: what comes next.
  std::uint32_t position_ = 0, inStep_ = 0;
  std::uint32_t blockEnd_ = 0;
  std::uint32_t begun_ = 0;
  Operations operations_;  ///< of the present block, then of the present step of a collective
};

/// Requests of collectives: programs number theirs below.
inline constexpr std::uint32_t kCollectiveRequest = 0xfffffffe;
/// What a blocking operation waits for.
inline constexpr std::uint32_t kBlockingRequest = 0xffffffff;

/// A reduction takes an operation for each of these.
inline constexpr double kBytesAnOperation = 8;

}  // namespace hopscope
