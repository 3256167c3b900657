// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <variant>
#include <vector>

#include "engine/forwarding/rule.h"

namespace hopscope {

/// Whether an output port is paused for a frame.
using PausedPort = std::function<bool(PortIndex)>;

/// The ternary tables of one switch. Rules of equal masks are found by hashing, so that a lookup
/// costs as many probes as there are different masks (tuple space search; Srinivasan, Suri &
/// Varghese, SIGCOMM 1999). A value; its rules are fixed.
class RuleTable {
 public:
  RuleTable() = default;
  /// The rules of a switch with `radix` ports, or why they are refused (see checkRules).
  static std::variant<RuleTable, Issues> make(std::vector<Rule> rules, PortIndex radix);
  /// The same for rules that are right by construction.
  explicit RuleTable(std::vector<Rule> rules);

  const std::vector<Rule>& rules() const { return rules_; }

  /// The index of the rule that applies to a frame in a table, or kNone where none matches. Of
  /// equal priorities the first.
  std::uint32_t find(std::uint8_t table, const FrameHeader& frame) const;
  /// The same while ports are paused.
  std::uint32_t find(std::uint8_t table, const FrameHeader& frame, const PausedPort& paused) const;

 private:
  /// What a rule compares, masks and not values; all of equal priority and table.
  struct Shape {
    std::uint8_t table;
    std::uint16_t priority;
    std::uint64_t destinationMask, sourceMask;
    bool inPort, etherType, tunnel;

    bool operator==(const Shape&) const = default;
  };
  struct Tuple {
    Shape shape;
    std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> rules;  ///< by hash
  };

  /// Whether a rule holds.
  static bool holds(const Rule& rule, const PausedPort& paused);
  static Shape shapeOf(const Rule& rule);
  static std::uint64_t hashOf(const Shape& shape, const FrameHeader& frame);

  std::vector<Rule> rules_;
  std::vector<Tuple> tuples_;  ///< by table, highest priority first
};

/// What became of a frame in a switch.
struct SwitchOutcome {
  std::vector<PortIndex> ports;  ///< where it leaves; empty: dropped
  FrameHeader frame;             ///< as it leaves
};

/// Applies the rules to a frame from table 0 on. `found`, where given, gets the index of each rule
/// that applied.
SwitchOutcome applyRules(const RuleTable& table, const FrameHeader& frame,
                         std::vector<std::uint32_t>* found = nullptr);

}  // namespace hopscope
