// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hopscope {

/// When the buffer of a virtual channel takes in another packet. It decides what packets can wait
/// for, and so what a proof that they cannot deadlock has to look at.
enum class VcReuse : std::uint8_t {
  /// Flit by flit, as soon as the tail of the packet before is on its way there (Dally & Towles
  /// 2004, section 13.2). A packet that stretches over several buffers may stand behind another.
  tail,
  /// Flit by flit, once the packet before has left the buffer and all its credits are back (Duato
  /// 1993, assumption 5; BookSim2's wait_for_tail_credit). A buffer holds flits of one packet.
  empty,
  /// With room for all of the packet (virtual cut-through, Kermani & Kleinrock 1979): it never
  /// stretches over several buffers.
  whole,
};

}  // namespace hopscope
