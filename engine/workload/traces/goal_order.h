// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <queue>
#include <vector>

#include "engine/workload/operation.h"
#include "engine/workload/traces/few_numbers.h"

namespace hopscope::trace {

/// An operation of a schedule and those of the same rank that it waits for.
struct GoalNode {
  Operation operation;
  FewNumbers after;  ///< whose end it waits for
  FewNumbers with;   ///< whose beginning it waits for
};

/// The operations of a rank one after the other.
struct GoalOrder {
  Operations operations;
  bool loose = false;                   ///< some were not told to wait for each other, and do
  std::optional<std::uint32_t> circle;  ///< one of those that wait for each other in a circle
};

/// Puts the nodes of a rank one after the other, step by step.
class GoalOrdering {
 public:
  /// `asTheyCan`: what waits for messages has its place when all of them are done (complete());
  /// else they count as done. The nodes stay where they are.
  GoalOrdering(const std::vector<GoalNode>& nodes, bool asTheyCan);

  /// The node that comes next; nothing where none can.
  std::optional<std::uint32_t> next();
  /// Of a message that has its place.
  void complete(std::uint32_t node);
  /// The first node that has no place and waits for messages alone; nothing where all have one.
  std::optional<std::uint32_t> stuck() const;
  GoalOrder order() &&;

 private:
  /// Messages that may begin, computations that may, and what has to wait for a message.
  enum Kind : std::uint8_t { message, computation, waiting };

  bool isMessage(std::uint32_t node) const;
  bool mustWait(std::uint32_t node) const;
  void offer(std::uint32_t node);
  std::uint32_t take();
  void place(std::uint32_t node, std::uint32_t at);
  std::uint32_t inCircle() const;

  const std::vector<GoalNode>* nodes_;
  std::vector<std::uint32_t> missing_;  ///< of those before it, how many have no place yet
  std::vector<std::uint32_t> place_;
  std::vector<bool> waitedFor_;
  std::vector<std::size_t> written_;      ///< where in the operations
  std::vector<std::uint32_t> next_;       ///< what waits for each node, one after the other
  std::vector<std::uint32_t> firstNext_;  ///< where in `next_`; one more at the end
  std::vector<std::uint32_t> undone_;     ///< messages it waits for, where asTheyCan_
  std::vector<std::vector<std::uint32_t>> awaitedBy_;  ///< of messages, likewise
  using Queue = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;
  std::array<Queue, 3> ready_;
  GoalOrder out_;
  std::uint32_t placed_ = 0, begun_ = 0;
  /// The last one that kept the rank for some time: what comes behind should have it before it.
  std::uint32_t heldAt_ = 0;
  bool held_ = false, asTheyCan_ = false;
};

/// Messages are begun as soon as they may, in the order of the file; what waits comes after all
/// that needs no waiting.
GoalOrder inOrder(const std::vector<GoalNode>& nodes);

}  // namespace hopscope::trace
