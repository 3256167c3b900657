// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "engine/core/ids.h"

namespace hopscope {

/// Which rules of a switch hold only while the receiver behind their port does not pause it, and
/// what takes their place (Benito, Vallejo & Beivide 2015, section V; Benito 2020, section 4.5).
/// Rules towards attached hosts and, on a Dragonfly, switches of the own group are unconditional.
struct ConditionalRules {
  /// Where frames of the terminal at a port of a router go instead, whatever their destination;
  /// kNoPort: none. Empty: there are none.
  std::function<PortIndex(RouterId router, PortIndex port)> diversion;
  /// HyperX: where the highest dimension is paused, a lower one is corrected first.
  bool lowerDimensions = false;
  /// Trees: so many other ports upwards for each hash of the source.
  unsigned otherUplinks = 0;
};

}  // namespace hopscope
