// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "engine/core/ids.h"
#include "engine/fabric/allocator_settings.h"
#include "engine/fabric/pause_limits.h"
#include "engine/topology/topology.h"

namespace hopscope {

/// How a packet leaves the network.
enum class EjectionRule : std::uint8_t {
  queued,    ///< through an output queue like any other
  consumer,  ///< no queue: granted when the terminal has taken the packet before; a head that asks
             ///< too early has spent its input's turn (FOGSim)
};

/// When the round-robin pointer over an input's virtual channels moves on.
enum class PointerRule : std::uint8_t { onGrant, onRequest };

/// How long a packet that cuts through holds its output of the crossbar.
enum class OutputHold : std::uint8_t {
  tail,     ///< until its tail, which may still be arriving, has passed, as it holds its input
  transfer  ///< for the transfer alone, as in FOGSim
};

/// One switch's microarchitecture (virtual cut-through; Benito 2020, section 3). Sizes in flits.
struct SwitchSettings {
  Cycle latency = 1;                   ///< head in to head out, without a table lookup
  std::uint32_t speedupNumerator = 1;  ///< internal speed-up as an exact fraction, >= 1
  std::uint32_t speedupDenominator = 1;
  std::uint32_t injectionBuffer = 0;  ///< per terminal
  std::uint32_t localBuffer = 0;      ///< per VC of an input port on a local link
  std::uint32_t globalBuffer = 0;     ///< per VC of an input port on a global link
  std::uint32_t outputBuffer = 0;     ///< per output port; 0: input-queued, needs speed-up 1
  AllocatorSettings allocator;
  EjectionRule ejection = EjectionRule::queued;
  OutputHold outputHold = OutputHold::tail;
  PointerRule pointer = PointerRule::onGrant;
  FlowControl flowControl = FlowControl::credits;  ///< the same in all switches of a network
  PauseRule pauses;                                ///< of its input buffers

  /// Size of one virtual channel's buffer at an input port on a link of that kind.
  std::uint32_t inputBuffer(LinkKind kind) const {
    return kind == LinkKind::terminal ? injectionBuffer
           : kind == LinkKind::local  ? localBuffer
                                      : globalBuffer;
  }
  /// Flits of packets, the longest of so many, that may have been granted and not left an output.
  /// Input-queued: the crossbar itself paces the link, so a queue of any length stays empty.
  std::uint32_t outputRoom(std::uint32_t longest) const {
    return outputBuffer == 0 ? static_cast<std::uint32_t>(latency) + 2 * longest : outputBuffer;
  }
  bool operator==(const SwitchSettings&) const = default;
};

}  // namespace hopscope
