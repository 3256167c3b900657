// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/fabric/fabric.h"
#include "engine/routing/router_view.h"
#include "engine/switching/congestion_board.h"

namespace hopscope {

/// What a routing decision sees of virtual cut-through routers.
class VctView final : public RouterView {
 public:
  /// `board` may be nullptr.
  VctView(const Fabric& fabric, const CongestionBoard* board) : fabric_(fabric), board_(board) {}

  std::uint32_t occupancy(RouterId router, PortIndex port, VcIndex vc) const override {
    return fabric_.used[output(router, port).firstVc + vc];
  }

  VcMask free(RouterId router, PortIndex port) const override {
    const OutputPort& out = output(router, port);
    if (out.downstream == kNone) return 1;
    VcMask mask = 0;
    for (VcIndex v = 0; v < out.vcs; ++v)
      if (fabric_.used[out.firstVc + v] + fabric_.packetFlits <= out.room) mask |= VcMask{1} << v;
    return mask;
  }

  bool congested(RouterId observer, RouterId owner, PortIndex port) const override {
    return board_ != nullptr &&
           board_->congested(observer, owner, fabric_.topology->firstPort[owner] + port);
  }

 private:
  const OutputPort& output(RouterId router, PortIndex port) const {
    return fabric_.outputs[fabric_.topology->firstPort[router] + port];
  }

  const Fabric& fabric_;
  const CongestionBoard* board_;
};

}  // namespace hopscope
