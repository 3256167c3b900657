// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/forwarding/recorded_lookup.h"
#include "engine/forwarding/rule_generator.h"
#include "engine/forwarding/rule_table.h"

namespace hopscope {

/// Tells which rules of one switch apply to what was looked up there. A frame that comes from
/// another switch has the headers that its first switch gave it. Holds all it needs; not for use by
/// several threads at once.
class RuleHits {
 public:
  RuleHits(const RuleGenerator& generator, RouterId router);

  const std::vector<Rule>& rules() const { return table_.rules(); }

  struct Counts {
    /// Per rule how often it applied. Nothing for rules that may have applied to lookups counted in
    /// `bySource`.
    std::vector<std::optional<std::uint64_t>> hits;
    /// Lookups of frames from other switches for which rules tell sources apart: a lookup does not
    /// tell its source.
    std::uint64_t bySource = 0;
  };
  Counts count(const std::vector<LookupTally>& lookups) const;
  /// The rules that apply to a destination looked up at a port, in the order of their tables;
  /// without those that may apply, depending on the source.
  const std::vector<std::uint32_t>& applying(PortIndex input, TerminalId destination) const {
    return answerFor(input, destination).rules;
  }

 private:
  /// What applies to a destination that is looked up at a port.
  struct Answer {
    std::vector<std::uint32_t> rules;  ///< in the order of their tables
    std::vector<std::uint32_t>
        open;  ///< depending on the source one of these, instead of more `rules`
  };
  const Answer& answerFor(PortIndex input, TerminalId destination) const;

  RuleTable table_;
  std::vector<std::uint32_t> bySource_;  ///< rules that compare sources whatever the port
  std::vector<FrameHeader> entering_;    ///< per destination, at a port with a terminal
  std::vector<FrameHeader> arriving_;    ///< per destination, from another switch
  std::vector<MacAddress> sourceAt_;     ///< per port, of its terminal; 0: it leads to a switch
  mutable std::unordered_map<std::uint64_t, Answer> answers_;
};

}  // namespace hopscope
