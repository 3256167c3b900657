// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/core/issue.h"
#include "engine/forwarding/address_layout.h"

namespace hopscope {

/// Value and mask of a ternary comparison: bits outside the mask are don't-care.
struct Ternary {
  std::uint64_t value = 0, mask = 0;

  bool matches(std::uint64_t key) const { return (key & mask) == value; }
  bool operator==(const Ternary&) const = default;
};

/// What a switch sees of a frame.
struct FrameHeader {
  PortIndex inPort = kNoPort;
  MacAddress destination = 0, source = 0;
  std::uint16_t etherType = 0x0800;
  std::uint32_t tunnel = 0;  ///< switch of an outer header, counted from 1; 0: no outer header

  bool operator==(const FrameHeader&) const = default;
};

/// What a rule compares; what is left at its default matches every frame.
struct RuleMatch {
  Ternary destination, source;
  PortIndex inPort = kNoPort;
  std::uint16_t etherType = 0;
  std::uint32_t tunnel = 0;

  bool matches(const FrameHeader& frame) const {
    return destination.matches(frame.destination) && source.matches(frame.source) &&
           (inPort == kNoPort || inPort == frame.inPort) &&
           (etherType == 0 || etherType == frame.etherType) &&
           (tunnel == 0 || tunnel == frame.tunnel);
  }
  bool operator==(const RuleMatch&) const = default;
};

enum class ActionKind : std::uint8_t {
  output,          ///< value: the port
  outputToInPort,  ///< back where it came from
  setSource,       ///< value: the MAC address
  setDestination,  ///< value: the MAC address
  encapsulate,     ///< outer MAC header; value: the switch, from 1
  encapsulateUdp,  ///< VXLAN; value: the switch, from 1
  decapsulate,     ///< the outer MAC header
  decapsulateUdp,  ///< VXLAN
  goTo,            ///< look up in table `value`
};

struct RuleAction {
  ActionKind kind = ActionKind::output;
  std::uint64_t value = 0;

  bool operator==(const RuleAction&) const = default;
};

/// What a rule is for, where some hold only while their port is not paused (ConditionalRules).
enum class RuleClass : std::uint8_t {
  ordinary,     ///< always holds
  standard,     ///< "default": the minimal way, while its port is not paused
  alternative,  ///< takes its place
};

/// One entry of a forwarding table. Of all that match and hold, the one of highest priority
/// applies; where none holds, the one of highest priority, and the frame waits.
struct Rule {
  std::uint8_t table = 0;
  std::uint16_t priority = 0;
  RuleMatch match;
  std::vector<RuleAction> actions;  ///< in order; none: the frame is dropped
  RuleClass ruleClass = RuleClass::ordinary;
  bool unlessPaused = false;  ///< it holds only while its output port is not paused

  bool operator==(const Rule&) const = default;
};

/// EtherType of the Dynamic MAC Protocol (IEEE 802 local experimental 1; Benito, Vallejo & Beivide
/// 2015, section IV).
inline constexpr std::uint16_t kDynamicMacType = 0x88b5;

inline constexpr std::uint8_t kMostTables = 254;  ///< of one switch, as in OpenFlow

/// Everything wrong with a list of rules for a switch of `radix` ports: values with bits outside
/// their mask, masks wider than the field, ports that do not exist, jumps to the same or an earlier
/// table other than by an outer header, and rules of one priority that match the same frame but do
/// different things. Paths are "rules[i]…". At most 20 issues.
Issues checkRules(const std::vector<Rule>& rules, PortIndex radix);

}  // namespace hopscope
