// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "engine/core/ids.h"
#include "engine/forwarding/address_layout.h"
#include "engine/forwarding/rule_generator.h"
#include "engine/simulation/setup.h"

namespace hopscope {

/// How terminals get their addresses and tell each other.
struct AddressScenarioSettings {
  /// Switches rewrite addresses and terminals know nothing of it; otherwise terminals ask for their
  /// address (Dynamic MAC Protocol).
  bool rewrite = false;
  /// Who hears an announcement keeps the address in the frame's header; otherwise the one in its
  /// payload, as Open-MX does.
  bool keepsHeader = false;
  Cycle controllerReady = 0;  ///< until then the switches' tables are empty
  /// Until a request is repeated, twice as long each time; and between announcements.
  Cycle retry = 1'000'000'000;
  Cycle bootSpread = 10'000;  ///< terminals start at random within it
};

enum class ScenarioStep : std::uint8_t {
  boot,
  request,     ///< for an address
  dropped,     ///< a frame for which the switch `terminal` is plugged into has no rule
  configured,  ///< the reply arrived, with `address`
  announce,    ///< to everybody, with `address` in the payload
  heard,       ///< of `peer`, to be sent to at `address`
  unicast,     ///< to `peer` at `address`
  lost,        ///< a unicast frame for which some switch has no rule, or at a wrong terminal
  arrived,     ///< a unicast frame from `peer`
};

struct ScenarioEvent {
  Cycle at = 0;
  ScenarioStep step = ScenarioStep::boot;
  TerminalId terminal = kNone;
  TerminalId peer = kNone;
  MacAddress address = 0;

  bool operator==(const ScenarioEvent&) const = default;
};

struct ScenarioOutcome {
  std::uint64_t pairs = 0;       ///< ordered, of different terminals
  std::uint64_t reached = 0;     ///< of them, by a unicast frame to the address that was heard
  std::uint64_t configured = 0;  ///< terminals that got an address
  std::uint64_t requests = 0;    ///< sent, repeated ones included
  std::uint64_t dropped = 0;     ///< frames that the first switch had no rule for
  std::uint64_t packets = 0;     ///< that crossed the network
  std::uint64_t addedRules = 0;  ///< of a switch, to answer requests; the most
  Cycle finished = 0;
  std::vector<ScenarioEvent> events;  ///< the first 100,000, by time and terminal

  bool operator==(const ScenarioOutcome&) const = default;
};

/// Plays the start of a network (Benito, Vallejo & Beivide 2015, section IV): terminals boot, ask
/// for their address with a frame of EtherType 0x88B5 that their switch sends back with the address
/// of their place as its source, announce themselves, and send a frame to everybody they heard of.
/// It ends when all have announced themselves once more after the last one was ready, and nothing
/// is under way; at the latest after `retry` has doubled eight times.
///
/// The rules of the switches say what becomes of a frame and of its addresses, the network of
/// `setup`, without other traffic, when it arrives. Nodes of the network send no copies: an
/// announcement crosses it once for each terminal that hears it. A terminal sends a packet a cycle
/// at the most. While nothing is under way, time is skipped. One seed gives one outcome, whatever
/// the threads.
ScenarioOutcome playAddressScenario(const Setup& setup, const RuleGenerator& rules,
                                    const AddressScenarioSettings& settings);

/// "boot", "request" …
const char* nameOf(ScenarioStep step);

}  // namespace hopscope
