// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/switching/observation.h"

namespace hopscope {

/// What one router's allocators were asked for and granted in the latest cycle. Whoever moves its
/// packets writes it; networks of which no router is looked into have none.
class AllocationLog {
 public:
  explicit AllocationLog(RouterId router) : router_(router) {}

  RouterId router() const { return router_; }
  /// A cycle begins: what was asked in the one before is forgotten.
  void begin(Cycle now);
  /// An input virtual channel asks for the crossbar to an output.
  void ask(PortIndex input, VcIndex inputVc, PortIndex output, VcIndex outputVc);
  void grant(PortIndex input, VcIndex inputVc, PortIndex output);
  /// An input virtual channel asks for a virtual channel of an output.
  void askChannel(PortIndex input, VcIndex inputVc, PortIndex output);
  void grantChannel(PortIndex input, VcIndex inputVc, VcIndex outputVc);

  const AllocationDetail& detail() const { return detail_; }

 private:
  RouterId router_;
  AllocationDetail detail_;
};

}  // namespace hopscope
